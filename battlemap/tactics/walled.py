"""Which steps of a footprint walls stop, remembered for the whole map as windows ask for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.grid import GridKind
from battlemap.tactics.window import Window, inner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid
    from battlemap.geometry.rays import SegmentIndex


@dataclass(frozen=True, eq=False)
class WalledSteps:
    """The steps of a footprint that meet a wall.

    A step is stopped when a wall meets the convex hull of the centers of the token's cells before
    and after it; that is the same hull for the step back, so that half of the directions suffice
    where walls stop both.

    Parameters
    ----------
    grid, walls
        Where the steps are taken, and everything that stops them.
    offsets
        The footprint's cells, seen from its anchor.
    steps
        The directions that are looked at.
    """

    grid: Grid
    walls: SegmentIndex
    offsets: tuple[Cell, ...]
    steps: tuple[Cell, ...]
    frame: Window
    found: NDArray[np.bool_]
    """[step, r, q] of the frame, where that is settled."""
    unsettled: NDArray[np.bool_]
    """[r, q] of the frame: a wall is near, and nobody has asked for the steps from there yet."""

    @classmethod
    def of(
        cls,
        grid: Grid,
        walls: SegmentIndex,
        offsets: tuple[Cell, ...],
        steps: tuple[Cell, ...] | None = None,
    ) -> WalledSteps:
        """Return the steps that meet one of *walls*, nothing of it settled yet.

        Only the first half of the directions is looked at where *steps* doesn't say otherwise.
        """
        reach = _reach(offsets)
        frame = Window.of_map(grid, reach + 3)
        looked_at = grid.directions[: len(grid.directions) // 2] if steps is None else steps
        found = np.zeros((len(looked_at), frame.height, frame.width), dtype=bool)
        near = _near(grid, walls.ends, frame, reach)
        return cls(grid, walls, offsets, looked_at, frame, found, near)

    def changed(self, walls: SegmentIndex, ends: NDArray[np.int64]) -> WalledSteps:
        """Return the same for *walls* that differ in the segments *ends* alone, old and new."""
        found, unsettled = self.found.copy(), self.unsettled.copy()
        boxes = _boxes(self.grid, ends, self.frame, _reach(self.offsets)).tolist()
        for top, left, bottom, right in boxes:
            unsettled[top:bottom, left:right] = True
            found[:, top:bottom, left:right] = False
        return replace(self, walls=walls, found=found, unsettled=unsettled)

    def within(self, window: Window) -> NDArray[np.bool_]:
        """Return [direction, r, q] of the window: a wall meets the step from there."""
        directions = self.grid.directions
        half = len(directions) // 2
        # One cell more on all sides: a step back is the step there of the cell behind.
        forward = self.ahead(window.grown(1))
        found = np.empty((len(directions), window.height, window.width), dtype=bool)
        found[:half] = inner(forward, 1)
        for index in range(half):
            dq, dr = directions[index]
            found[half + index] = inner(forward[index], 1, (-dq, -dr))
        return found

    def ahead(self, window: Window) -> NDArray[np.bool_]:
        """Return [step, r, q] of the window: a wall meets the step from there."""
        frame = self.frame
        if not frame.holds(window):  # off the map, where nobody goes twice
            near = _near(self.grid, self.walls.ends, window, _reach(self.offsets))
            return self._met(near, window)
        self._look(window)
        top, left = window.top - frame.top, window.left - frame.left
        return self.found[:, top : top + window.height, left : left + window.width]

    def _look(self, window: Window) -> None:
        """Find out about the cells of a window that nobody has asked for yet."""
        top, left = window.top - self.frame.top, window.left - self.frame.left
        part = np.s_[top : top + window.height, left : left + window.width]
        still_open = self.unsettled[part]
        if still_open.any():
            self.found[:, part[0], part[1]] |= self._met(still_open, window)
            self.unsettled[part] = False

    def _met(self, near: NDArray[np.bool_], window: Window) -> NDArray[np.bool_]:
        """Return [direction, r, q] of a window: the step from a cell of *near* meets a wall."""
        grid, count = self.grid, len(self.steps)
        found = np.zeros((count, window.height, window.width), dtype=bool)
        rows, columns = np.nonzero(near)
        if not len(rows):
            return found
        scale, shift = _scale(grid)
        anchors = np.stack([columns + window.left, rows + window.top], axis=1) * scale + shift
        steps = np.array(self.steps, dtype=np.int64) * scale
        if len(self.offsets) == 1:
            rays = np.empty((count, len(anchors), 4), dtype=np.int64)
            rays[:, :, :2] = anchors
            rays[:, :, 2:] = anchors[None, :, :] + steps[:, None, :]
            met = self.walls.met(rays.reshape(-1, 4))
        else:
            own = np.array(self.offsets, dtype=np.int64) * scale
            points = np.concatenate(
                [np.broadcast_to(own, (count, *own.shape)), own[None] + steps[:, None, :]], axis=1
            )
            hulls = anchors[None, :, None, :] + points[:, None, :, :]
            met = self.walls.met_by_hulls(hulls.reshape(-1, 2 * len(own), 2))
        found[:, rows, columns] = met.reshape(count, -1)
        return found


def _reach(offsets: tuple[Cell, ...]) -> int:
    """Return how many cells away from its anchor a footprint's steps may meet something."""
    return max(max(abs(q), abs(r)) for q, r in offsets) + 2


def _scale(grid: Grid) -> tuple[int, int]:
    """Return the length of a cell in the integer frame, and the center of the first cell."""
    return (1000, 500) if grid.kind is GridKind.SQUARE else (3000, 0)


def _boxes(grid: Grid, ends: NDArray[np.int64], window: Window, reach: int) -> NDArray[np.int64]:
    """Return top, left, bottom and right in a window of the cells near each segment."""
    scale, middle = _scale(grid)
    shift = 0 if middle else scale // 2
    q = (ends[:, 0::2] + shift) // scale - window.left
    r = (ends[:, 1::2] + shift) // scale - window.top
    parts = (
        np.clip(r.min(axis=1) - reach, 0, window.height),
        np.clip(q.min(axis=1) - reach, 0, window.width),
        np.clip(r.max(axis=1) + reach + 1, 0, window.height),
        np.clip(q.max(axis=1) + reach + 1, 0, window.width),
    )
    boxes: NDArray[np.int64] = np.stack(parts, axis=1)
    return boxes


def _near(grid: Grid, ends: NDArray[np.int64], window: Window, reach: int) -> NDArray[np.bool_]:
    """Return [r, q] of a window: the anchors whose steps may meet one of the segments."""
    if not len(ends):
        return np.zeros((window.height, window.width), dtype=bool)
    top, left, bottom, right = _boxes(grid, ends, window, reach).T
    # Each box is marked at its four corners; sums along both axes fill all of them at once.
    marks = np.zeros((window.height + 1, window.width + 1), dtype=np.int32)
    np.add.at(marks, (top, left), 1)
    np.add.at(marks, (bottom, right), 1)
    np.add.at(marks, (top, right), -1)
    np.add.at(marks, (bottom, left), -1)
    found: NDArray[np.bool_] = marks.cumsum(axis=0).cumsum(axis=1)[:-1, :-1] > 0
    return found

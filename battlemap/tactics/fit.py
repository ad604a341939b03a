"""Where the cells of a body fit in a window of the map, and which steps they may take."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.cell import Cell
from battlemap.geometry.footprint import footprint
from battlemap.geometry.grid import Grid, GridKind
from battlemap.tactics.conventions import CornerRule
from battlemap.tactics.window import Window, inner, shifted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from battlemap.tactics.barriers import Barriers


@dataclass(frozen=True, eq=False)
class Fit:
    """The steps of a body: a token's whole space, or the part of it that the token squeezes into.

    Answers are indexed by the token's anchor, in the window without its margin.

    Parameters
    ----------
    barriers, corners
        What stops steps, and what a diagonal needs.
    window, margin
        The window of the anchors grown by so many cells; the body reaches no farther.
    open_ground, unoccupied
        [r, q] of the grown window: cells on the map and passable, and those without anybody in
        the way.
    cells
        The body's cells, seen from its own anchor.
    at
        The body's anchor, seen from the token's.
    """

    barriers: Barriers
    corners: CornerRule
    window: Window
    margin: int
    open_ground: NDArray[np.bool_]
    unoccupied: NDArray[np.bool_]
    cells: tuple[Cell, ...]
    at: Cell

    def everywhere(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the body's anchors with all of it in *cells* (both of the grown window)."""
        if len(self.cells) == 1:  # the anchor's own cell
            return cells
        found = np.ones_like(cells)
        for offset in self.cells:
            found &= shifted(cells, offset, fill=False)
        return found

    def seen(self, values: NDArray[np.bool_], step: tuple[int, int] = (0, 0)) -> NDArray[np.bool_]:
        """Return what *values* (of the body's anchors) hold one *step* on, by token's anchor."""
        return inner(values, self.margin, self.at.plus(step))

    @cached_property
    def _roomy(self) -> NDArray[np.bool_]:
        return self.everywhere(self.open_ground)

    @cached_property
    def _enterable(self) -> NDArray[np.bool_]:
        return self._roomy & self.everywhere(self.unoccupied)

    @cached_property
    def _walled(self) -> NDArray[np.bool_]:
        """[direction, r, q] in the grown window: a movement wall meets the step."""
        return self.barriers.stopped_steps(self.cells, self.window)

    @cached_property
    def enterable(self) -> NDArray[np.bool_]:
        """[r, q]: all of the body is on the map and on passable ground, and no foe stands in it."""
        return self.seen(self._enterable)

    @cached_property
    def walled(self) -> NDArray[np.bool_]:
        """[direction, r, q]: a wall is in the way of the step."""
        return self.seen(self._walled)

    @cached_property
    def allowed(self) -> NDArray[np.bool_]:
        """[direction, r, q]: the step from there is allowed."""
        grid = self.barriers.grid
        found = ~self.walled
        for direction, step in enumerate(grid.directions):
            ok = found[direction]
            ok &= self.seen(self._enterable, step)
            if grid.is_diagonal(step) and self.corners is not CornerRule.UNCHECKED:
                left, right = self._way(direction, -1), self._way(direction, 1)
                ok &= left & right if self.corners is CornerRule.BOTH_WAYS else left | right
        # Steps out of the window are nobody's business.
        for direction, (dq, dr) in enumerate(grid.directions):
            if dq:
                found[direction, :, 0 if dq < 0 else -1] = False
            if dr:
                found[direction, 0 if dr < 0 else -1, :] = False
        return found

    def _way(self, direction: int, turn: int) -> NDArray[np.bool_]:
        """Return where one way round a corner is open; creatures don't count."""
        directions = self.barriers.grid.directions
        count = len(directions)
        first, second = (direction + turn) % count, (direction - turn) % count
        step = directions[first]
        walled = self.seen(self._walled[first]) | self.seen(self._walled[second], step)
        found: NDArray[np.bool_] = self.seen(self._roomy, step) & ~walled
        return found

    @cached_property
    def room(self) -> NDArray[np.bool_]:
        """[r, q]: the body fits, and no wall runs through it."""
        found: NDArray[np.bool_] = self.enterable.copy()
        grid = self.barriers.grid
        scale, shift = (1000, 500) if grid.kind is GridKind.SQUARE else (3000, 0)
        rows, columns = np.nonzero(found & self.walled.any(axis=0))
        left = self.window.left + self.margin + self.at.q
        top = self.window.top + self.margin + self.at.r
        anchors = np.stack([columns + left, rows + top], axis=1)
        own = np.array(self.cells, dtype=np.int64)
        centers = (anchors[:, None, :] + own[None, :, :]) * scale + shift
        met = self.barriers.move_index.met_by_hulls(centers)
        # A space across a one-way wall would be a way back to its other side.
        met |= self.barriers.one_ways.index.met_by_hulls(centers)
        found[rows, columns] = ~met
        return found


@lru_cache(maxsize=256)
def parts_of(
    grid: Grid, size: int, turned: int, smaller: int
) -> tuple[tuple[Cell, tuple[Cell, ...]], ...]:
    """Return the footprints *smaller* sizes down that lie within the space of a token.

    Returns
    -------
    For each its anchor, seen from the token's, and its cells, seen from its own anchor. None for a
    token of one cell.

    Examples
    --------
    >>> from battlemap.geometry.grid import make_grid
    >>> [tuple(at) for at, _ in parts_of(make_grid(GridKind.SQUARE, 9, 9), 2, 0, 1)]
    [(0, 0), (1, 0), (0, 1), (1, 1)]
    """
    less = max(1, size - smaller)
    if less >= size:
        return ()
    zero = Cell(0, 0)
    whole = footprint(grid, zero, size, turned)
    turns = range(6) if grid.kind is not GridKind.SQUARE and less % 2 == 0 else range(1)
    found: dict[frozenset[Cell], tuple[Cell, tuple[Cell, ...]]] = {}
    for at in whole:
        for turn in turns:
            cells = frozenset(footprint(grid, at, less, turn))
            if cells <= set(whole):
                found.setdefault(cells, (at, footprint(grid, zero, less, turn)))
    return tuple(found.values())

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
from battlemap.tactics.window import onward

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from battlemap.tactics.barriers import Barriers
    from battlemap.tactics.window import Window


@dataclass(frozen=True, eq=False)
class Fit:
    """The steps of a body: a token's whole space, or the part of it that the token squeezes into.

    Arrays are indexed by places of the flattened window. Answers are those of the token's anchor;
    in the window's margin there are none.

    Parameters
    ----------
    barriers, corners
        What stops steps, and what a diagonal needs.
    window
        The anchors, and a margin around them that no step of the body leads out of.
    anchors
        [place]: the window without its margin.
    open_ground, unoccupied
        [place]: cells on the map and passable, and those without anybody in the way.
    cells
        The body's cells, seen from its own anchor.
    at
        The body's anchor, seen from the token's.
    """

    barriers: Barriers
    corners: CornerRule
    window: Window
    anchors: NDArray[np.bool_]
    open_ground: NDArray[np.bool_]
    unoccupied: NDArray[np.bool_]
    cells: tuple[Cell, ...]
    at: Cell

    def everywhere(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the token's anchors with all of the body in *cells*."""
        if len(self.cells) == 1 and self.at == (0, 0):
            return cells
        shifts = [self.window.shift(self.at.plus(offset)) for offset in self.cells]
        found: NDArray[np.bool_] = np.logical_and.reduce(onward(cells, shifts))
        return found

    @cached_property
    def _roomy(self) -> NDArray[np.bool_]:
        return self.everywhere(self.open_ground)

    @cached_property
    def enterable(self) -> NDArray[np.bool_]:
        """[place]: all of the body is on the map and on passable ground, and no foe is in it."""
        return self._roomy & self.everywhere(self.unoccupied) & self.anchors

    @cached_property
    def walled(self) -> NDArray[np.bool_]:
        """[direction, place]: a wall is in the way of the step."""
        found = self.barriers.stopped_steps(self.cells, self.window)
        flat = found.reshape(len(found), self.window.size)
        return flat if self.at == (0, 0) else onward(flat, [self.window.shift(self.at)])[0]

    @cached_property
    def allowed(self) -> NDArray[np.bool_]:
        """[direction, place]: the step from there is allowed."""
        grid = self.barriers.grid
        shifts = [self.window.shift(step) for step in grid.directions]
        found = ~self.walled & self.anchors
        for ok, enterable in zip(found, onward(self.enterable, shifts), strict=True):
            ok &= enterable
        if grid.kind is GridKind.SQUARE and self.corners is not CornerRule.UNCHECKED:
            self._keep_to_ways_round(found, shifts)
        return found

    def _keep_to_ways_round(self, found: NDArray[np.bool_], shifts: list[int]) -> None:
        """Close the diagonals that cut a corner; creatures don't count."""
        count = len(shifts)
        clear = ~self.walled
        first = clear.copy()
        for ok, roomy in zip(first, onward(self._roomy, shifts), strict=True):
            ok &= roomy
        then = onward(clear, shifts)
        for direction in range(1, count, 2):
            left, right = direction - 1, (direction + 1) % count
            one = first[left] & then[left][right]
            other = first[right] & then[right][left]
            found[direction] &= one & other if self.corners is CornerRule.BOTH_WAYS else one | other

    @cached_property
    def room(self) -> NDArray[np.bool_]:
        """[place]: the body fits, and no wall runs through it."""
        found: NDArray[np.bool_] = self.enterable.copy()
        grid, window = self.barriers.grid, self.window
        scale, shift = (1000, 500) if grid.kind is GridKind.SQUARE else (3000, 0)
        places = np.nonzero(found & self.walled.any(axis=0))[0]
        rows, columns = np.divmod(places, window.width)
        left, top = window.left + self.at.q, window.top + self.at.r
        anchors = np.stack([columns + left, rows + top], axis=1)
        own = np.array(self.cells, dtype=np.int64)
        centers = (anchors[:, None, :] + own[None, :, :]) * scale + shift
        met = self.barriers.move_index.met_by_hulls(centers)
        # A space across a one-way wall would be a way back to its other side.
        met |= self.barriers.one_ways.index.met_by_hulls(centers)
        found[places] = ~met
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

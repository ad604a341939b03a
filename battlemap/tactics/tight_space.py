"""Tight space: no room at a fighter's left and right along the line of attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from battlemap.geometry.angle import EPSILON, bearing, relative
from battlemap.geometry.grid import GridKind
from battlemap.geometry.rays import segments_meet
from battlemap.model.terrain import Terrain
from battlemap.tactics.barriers import Barriers
from battlemap.tactics.conventions import TightRule
from battlemap.tactics.facts import TightSpace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board

_Who: TypeAlias = "tuple[str, Sequence[Cell]]"
"""A name and the cells where it stands."""


def tight_space(board: Board, attacker_id: str, target_id: str) -> TightSpace:
    """Return whether the attacker has no room on both sides of the line of attack.

    Squares: the line from center to center is rounded to 8 directions, and the cells at +-90
    degrees count. Hexes: to the six directions, and all four neighbors at +-60 and +-120 count; on
    a tie the direction that leaves the attacker more room. Larger tokens: the row of cells touching
    each of the two sides. A cell counts as no room when it is impassable, off the map, or behind a
    wall (design, section 2). The conventions may count the target's sides as well, or let one
    side suffice.
    """
    return _judged(_Ground(board), _who(board, attacker_id), _who(board, target_id))


def tight_places(
    board: Board, attacker_id: str, target_id: str, spaces: Sequence[Sequence[Cell]]
) -> list[bool]:
    """Tell of each space whether ``tight_space`` says so of the attacker there, all at once."""
    ground = _Ground(board)
    name, target = board.token(attacker_id).name, _who(board, target_id)
    ground.look_around([*spaces, target[1]])
    either = board.conventions.tight is TightRule.EITHER and not ground.is_roomy(target[1])
    return [
        (either or not ground.is_roomy(space)) and _judged(ground, (name, space), target).value
        for space in spaces
    ]


def _who(board: Board, token_id: str) -> _Who:
    return board.token(token_id).name, board.cells_of(token_id)


def _judged(ground: _Ground, attacker: _Who, target: _Who) -> TightSpace:
    own = _room(ground, attacker, target)
    if own.value or ground.board.conventions.tight is not TightRule.EITHER:
        return own
    theirs = _room(ground, target, attacker)
    return theirs if theirs.value else own


def _room(ground: _Ground, who: _Who, other: _Who) -> TightSpace:
    """Return whether one of the two has no room along the line between them."""
    grid = ground.board.grid
    p, q = grid.centroid(who[1]), grid.centroid(other[1])
    if abs(p.x - q.x) < 1e-9 and abs(p.y - q.y) < 1e-9:
        return TightSpace(False, (), "the two stand in the same place")
    toward = bearing(p, q)
    found = [_along(ground, who, index) for index in _directions(ground.board, toward)]
    open_ones = [fact for fact in found if not fact.value]
    return open_ones[0] if open_ones else found[0]


def _directions(board: Board, toward: float) -> list[int]:
    """Return the indexes of the grid's directions nearest to the line of attack."""
    away = [abs(relative(facing, toward)) for facing in board.grid.facings]
    least = min(away)
    return [index for index, angle in enumerate(away) if angle <= least + EPSILON]


def _along(ground: _Ground, who: _Who, index: int) -> TightSpace:
    board, (name, space) = ground.board, who
    grid = board.grid
    sides = ((2,), (-2,)) if grid.kind is GridKind.SQUARE else ((1, 2), (-1, -2))
    looked_at: list[Cell] = []
    shut = []
    for turns in sides:
        cells, is_shut = _side(ground, space, [index + turn for turn in turns])
        looked_at.extend(cells)
        shut.append(is_shut)
    if all(shut):
        reason = f"walls or impassable ground on both sides of {name}"
        return TightSpace(True, tuple(looked_at), reason)
    if any(shut) and board.conventions.tight is TightRule.ONE_SIDE:
        reason = f"walls or impassable ground on one side of {name}"
        return TightSpace(True, tuple(looked_at), reason)
    return TightSpace(False, tuple(looked_at), f"{name} has room at the side")


def _side(ground: _Ground, own: Sequence[Cell], indexes: Sequence[int]) -> tuple[list[Cell], bool]:
    """Return the cells on one side of a space, and whether all of them are shut."""
    directions = ground.board.grid.directions
    cells, free = [], False
    for index in indexes:
        step = directions[index % len(directions)]
        for start in own:
            cell = start.plus(step)
            if cell not in own:
                cells.append(cell)
                free = free or not ground.is_shut(start, cell)
    return cells, bool(cells) and not free


class _Ground:
    """Whether there is room in a cell, seen from the one beside it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._index = Barriers.of(board.grid, board.encounter.map.obstacles).move_index
        self._open: set[tuple[Cell, Cell]] = set()
        """Steps that are known to meet nothing."""
        self._roomy: set[Cell] = set()
        """Cells around which nothing at all is shut."""

    def look_around(self, spaces: Sequence[Sequence[Cell]]) -> None:
        """Find out which steps out of any cell meet nothing, all at once."""
        grid = self.board.grid
        starts = dict.fromkeys(cell for space in spaces for cell in space)
        pairs = [(start, start.plus(step)) for start in starts for step in grid.directions]
        lines = [(*grid.lattice_center(a), *grid.lattice_center(b)) for a, b in pairs]
        met = self._index.met(np.array(lines, dtype=np.int64).reshape(-1, 4)).tolist()
        self._open.update(pair for pair, is_met in zip(pairs, met, strict=True) if not is_met)
        shut = {start for (start, _), is_met in zip(pairs, met, strict=True) if is_met}
        around = dict.fromkeys(cell for _, cell in pairs)
        no_ground = {cell for cell in around if self._is_no_ground(cell)}
        shut.update(start for start, cell in pairs if cell in no_ground)
        self._roomy.update(start for start in starts if start not in shut)

    def is_roomy(self, space: Sequence[Cell]) -> bool:
        """Tell whether it is known that nothing is shut around a space."""
        return self._roomy.issuperset(space)

    def is_shut(self, start: Cell, cell: Cell) -> bool:
        """Tell whether *cell* is off the map, impassable, or behind a wall."""
        if self._is_no_ground(cell):
            return True
        return (start, cell) not in self._open and self._is_walled(start, cell)

    def _is_no_ground(self, cell: Cell) -> bool:
        if cell not in self.board.grid:
            return True
        terrain = self.board.encounter.map.terrain
        return bool(terrain.at(self.board.grid, cell) & Terrain.IMPASSABLE)

    def _is_walled(self, start: Cell, cell: Cell) -> bool:
        grid = self.board.grid
        a, b = grid.lattice_center(start), grid.lattice_center(cell)
        box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
        for i in self._index.near(box):
            x0, y0, x1, y1 = (int(value) for value in self._index.ends[i])
            if segments_meet(a, b, (x0, y0), (x1, y1)):
                return True
        return False

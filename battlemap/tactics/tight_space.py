"""Tight space: no room at a fighter's left and right along the line of attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def tight_space(board: Board, attacker_id: str, target_id: str) -> TightSpace:
    """Return whether the attacker has no room on both sides of the line of attack.

    Squares: the line from center to center is rounded to 8 directions, and the cells at +-90
    degrees count. Hexes: to the six directions, and all four neighbors at +-60 and +-120 count; on
    a tie the direction that leaves the attacker more room. Larger tokens: the row of cells touching
    each of the two sides. A cell counts as no room when it is impassable, off the map, or behind a
    wall (design, section 2). The conventions may count the target's sides as well, or let one
    side suffice.
    """
    own = _room(board, attacker_id, target_id)
    if own.value or board.conventions.tight is not TightRule.EITHER:
        return own
    theirs = _room(board, target_id, attacker_id)
    return theirs if theirs.value else own


def _room(board: Board, token_id: str, other_id: str) -> TightSpace:
    """Return whether one of the two has no room along the line between them."""
    p, q = board.center_of(token_id), board.center_of(other_id)
    if abs(p.x - q.x) < 1e-9 and abs(p.y - q.y) < 1e-9:
        return TightSpace(False, (), "the two stand in the same place")
    toward = bearing(p, q)
    found = [_along(board, token_id, index) for index in _directions(board, toward)]
    open_ones = [fact for fact in found if not fact.value]
    return open_ones[0] if open_ones else found[0]


def _directions(board: Board, toward: float) -> list[int]:
    """Return the indexes of the grid's directions nearest to the line of attack."""
    away = [abs(relative(facing, toward)) for facing in board.grid.facings]
    least = min(away)
    return [index for index, angle in enumerate(away) if angle <= least + EPSILON]


def _along(board: Board, token_id: str, index: int) -> TightSpace:
    grid = board.grid
    sides = ((2,), (-2,)) if grid.kind is GridKind.SQUARE else ((1, 2), (-1, -2))
    looked_at: list[Cell] = []
    shut = []
    for turns in sides:
        cells, is_shut = _side(board, token_id, [index + turn for turn in turns])
        looked_at.extend(cells)
        shut.append(is_shut)
    name = board.token(token_id).name
    if all(shut):
        reason = f"walls or impassable ground on both sides of {name}"
        return TightSpace(True, tuple(looked_at), reason)
    if any(shut) and board.conventions.tight is TightRule.ONE_SIDE:
        reason = f"walls or impassable ground on one side of {name}"
        return TightSpace(True, tuple(looked_at), reason)
    return TightSpace(False, tuple(looked_at), f"{name} has room at the side")


def _side(board: Board, token_id: str, indexes: Sequence[int]) -> tuple[list[Cell], bool]:
    """Return the cells on one side of a token, and whether all of them are shut."""
    grid = board.grid
    own = board.cells_of(token_id)
    cells, free = [], False
    for index in indexes:
        step = grid.directions[index % len(grid.directions)]
        for start in own:
            cell = start.plus(step)
            if cell not in own:
                cells.append(cell)
                free = free or not _is_shut(board, start, cell)
    return cells, bool(cells) and not free


def _is_shut(board: Board, start: Cell, cell: Cell) -> bool:
    if cell not in board.grid:
        return True
    if Terrain.IMPASSABLE in board.encounter.map.terrain_at(cell):
        return True
    barriers = Barriers.of(board.grid, board.encounter.map.obstacles)
    a, b = board.grid.lattice_center(start), board.grid.lattice_center(cell)
    box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
    for i in barriers.move_index.near(box):
        x0, y0, x1, y1 = (int(value) for value in barriers.move_index.ends[i])
        if segments_meet(a, b, (x0, y0), (x1, y1)):
            return True
    return False

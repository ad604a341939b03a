"""Tight space: no room at the attacker's left and right along the line of attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.angle import EPSILON, bearing, relative
from battlemap.geometry.grid import GridKind
from battlemap.geometry.rays import segments_meet
from battlemap.model.terrain import Terrain
from battlemap.tactics.barriers import Barriers
from battlemap.tactics.facts import TightSpace

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board


def tight_space(board: Board, attacker_id: str, target_id: str) -> TightSpace:
    """Return whether the attacker has no room on both sides of the line of attack.

    Squares: the line from center to center is rounded to 8 directions, and the cells at +-90
    degrees count. Hexes: to the six directions, and all four neighbors at +-60 and +-120 count; on
    a tie the direction that leaves the attacker more room. Larger tokens: the row of cells touching
    each of the two sides. A cell counts as no room when it is impassable, off the map, or behind a
    wall (design, section 2).
    """
    p, q = board.center_of(attacker_id), board.center_of(target_id)
    if abs(p.x - q.x) < 1e-9 and abs(p.y - q.y) < 1e-9:
        return TightSpace(False, (), "the two stand in the same place")
    toward = bearing(p, q)
    found = [_along(board, attacker_id, index) for index in _directions(board, toward)]
    open_ones = [fact for fact in found if not fact.value]
    return open_ones[0] if open_ones else found[0]


def _directions(board: Board, toward: float) -> list[int]:
    """Return the indexes of the grid's directions nearest to the line of attack."""
    away = [abs(relative(facing, toward)) for facing in board.grid.facings]
    least = min(away)
    return [index for index, angle in enumerate(away) if angle <= least + EPSILON]


def _along(board: Board, attacker_id: str, index: int) -> TightSpace:
    grid = board.grid
    count = len(grid.directions)
    quarter = (2, -2) if grid.kind is GridKind.SQUARE else (1, 2, -1, -2)
    own = set(board.cells_of(attacker_id))
    looked_at: list[Cell] = []
    free: list[Cell] = []
    for turn in quarter:
        step = grid.directions[(index + turn) % count]
        for start in board.cells_of(attacker_id):
            cell = start.plus(step)
            if cell in own:
                continue
            looked_at.append(cell)
            if not _is_shut(board, start, cell):
                free.append(cell)
    name = board.token(attacker_id).name
    if free:
        return TightSpace(False, tuple(looked_at), f"{name} has room at the side")
    reason = f"walls or impassable ground on both sides of {name}"
    return TightSpace(bool(looked_at), tuple(looked_at), reason)


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

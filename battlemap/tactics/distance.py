"""How far two tokens are from each other, and how much higher one stands."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from battlemap.geometry.grid import HUNDRED
from battlemap.tactics.facts import Distance, Height

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board


def nearest_cells(board: Board, a: Sequence[Cell], b: Sequence[Cell]) -> tuple[Cell, Cell]:
    """Return the nearest two cells of two spaces; of equal ones those whose centers are nearest."""
    grid, metric = board.grid, board.conventions.diagonals

    def key(pair: tuple[Cell, Cell]) -> tuple[int, float, Cell, Cell]:
        p, q = grid.center(pair[0]), grid.center(pair[1])
        apart = round(hypot(p.x - q.x, p.y - q.y), 9)
        return grid.distance(*pair, metric), apart, pair[0], pair[1]

    return min(((one, other) for one in a for other in b), key=key)


def distance_between(board: Board, a_id: str, b_id: str) -> Distance:
    """Return the distance of two tokens: nearest cells, height counted where conventions say so.

    A difference in height counts in cells of the map's own length; the larger of horizontal and
    vertical is the distance.
    """
    nearest = nearest_cells(board, board.cells_of(a_id), board.cells_of(b_id))
    hundredths = board.grid.distance(*nearest, board.conventions.diagonals)
    feet_per_cell = board.encounter.map.grid.feet_per_cell
    if board.conventions.elevation_counts:
        apart = abs(height_between(board, a_id, b_id).feet)
        hundredths = max(hundredths, HUNDRED * apart // feet_per_cell)
    feet = (hundredths * feet_per_cell * 2 + HUNDRED) // (2 * HUNDRED)
    return Distance(hundredths, feet, nearest)


def height_between(board: Board, attacker_id: str, target_id: str) -> Height:
    """Return how much higher the attacker stands than the target."""
    attacker, target = board.token(attacker_id), board.token(target_id)
    feet = board.elevation_of(attacker) - board.elevation_of(target)
    if feet == 0:
        return Height(0, "level")
    word = "above" if feet > 0 else "below"
    return Height(feet, f"{attacker.name} stands {abs(feet)} ft {word} {target.name}")

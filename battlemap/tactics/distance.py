"""How far two tokens are from each other, and how much higher one stands."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from battlemap.geometry.footprint import middle_cells
from battlemap.geometry.grid import HUNDRED
from battlemap.geometry.rays import side
from battlemap.tactics.conventions import SpaceMeasure
from battlemap.tactics.facts import Distance, Height

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Cell, Point
    from battlemap.tactics.board import Board


def nearest_cells(board: Board, a: Sequence[Cell], b: Sequence[Cell]) -> tuple[Cell, Cell]:
    """Return the nearest two cells of two spaces; of equal ones those whose centers are nearest."""
    grid, metric = board.grid, board.conventions.diagonals

    def key(pair: tuple[Cell, Cell]) -> tuple[int, float, Cell, Cell]:
        p, q = grid.center(pair[0]), grid.center(pair[1])
        apart = round(hypot(p.x - q.x, p.y - q.y), 9)
        return grid.distance(*pair, metric), apart, pair[0], pair[1]

    return min(((one, other) for one in a for other in b), key=key)


def measured_cells(board: Board, space: Sequence[Cell]) -> Sequence[Cell]:
    """Return the cells of a space from which distances are measured, as the conventions say."""
    if board.conventions.spaces is SpaceMeasure.NEAREST or len(space) == 1:
        return space
    return middle_cells(board.grid, space)


def distance_between(board: Board, a_id: str, b_id: str) -> Distance:
    """Return the distance of two tokens: nearest cells, or the middles where conventions say so.

    A difference in height counts, where conventions say so, in cells of the map's own length; the
    larger of horizontal and vertical is the distance.
    """
    one, other = (measured_cells(board, board.cells_of(key)) for key in (a_id, b_id))
    nearest = nearest_cells(board, one, other)
    hundredths = board.grid.distance(*nearest, board.conventions.diagonals)
    hundredths = _with_height(board, hundredths, height_between(board, a_id, b_id).feet)
    return _distance(board, hundredths, nearest)


def feet_between(board: Board, a: Sequence[Cell], b: Sequence[Cell], height: int) -> int:
    """Return the distance of two spaces in feet, as ``distance_between`` measures it.

    Parameters
    ----------
    height
        How many feet one of them is above the other.
    """
    one, other = (measured_cells(board, space) for space in (a, b))
    hundredths = board.grid.space_distance(one, other, board.conventions.diagonals)
    return _feet(board, _with_height(board, hundredths, height))


def are_beside(board: Board, a_id: str, b_id: str) -> bool:
    """Tell whether the spaces of two tokens touch: no cell lies between them."""
    return board.grid.space_distance(board.cells_of(a_id), board.cells_of(b_id)) <= HUNDRED


def distance_to_point(board: Board, token_id: str, point: Point) -> Distance:
    """Return how far a token is from a place on the ground, nearest cell to nearest cell.

    A place on a border or corner lies in all cells that meet there.
    """
    own = measured_cells(board, board.cells_of(token_id))
    nearest = nearest_cells(board, own, cells_touching(board, point))
    hundredths = board.grid.distance(*nearest, board.conventions.diagonals)
    if board.conventions.elevation_counts:
        ground = board.encounter.map.ground_feet(nearest[1])
        hundredths = max(
            hundredths, _vertical(board, board.elevation_of(board.token(token_id)) - ground)
        )
    return _distance(board, hundredths, nearest)


def cells_touching(board: Board, point: Point) -> tuple[Cell, ...]:
    """Return the cells of the map that a place lies in or on the border of, the holder first.

    Only the holder, where the place lies off the map.
    """
    grid = board.grid
    place = grid.lattice(point)
    holder = grid.cell_at(point)

    def touches(cell: Cell) -> bool:
        corners = grid.lattice_corners(cell)
        following = (*corners[1:], corners[0])
        return all(side(a, b, place) >= 0 for a, b in zip(corners, following, strict=True))

    around = (cell for cell in grid.neighbors(holder) if touches(cell))
    return (holder, *around) if holder in grid else tuple(around) or (holder,)


def _with_height(board: Board, hundredths: int, feet: int) -> int:
    if not board.conventions.elevation_counts:
        return hundredths
    return max(hundredths, _vertical(board, feet))


def _vertical(board: Board, feet: int) -> int:
    return HUNDRED * abs(feet) // board.encounter.map.grid.feet_per_cell


def _distance(board: Board, hundredths: int, nearest: tuple[Cell, Cell]) -> Distance:
    return Distance(hundredths, _feet(board, hundredths), nearest)


def _feet(board: Board, hundredths: int) -> int:
    per_cell = board.encounter.map.grid.feet_per_cell
    return (hundredths * per_cell * 2 + HUNDRED) // (2 * HUNDRED)


def height_between(board: Board, attacker_id: str, target_id: str) -> Height:
    """Return how much higher the attacker stands than the target."""
    attacker, target = board.token(attacker_id), board.token(target_id)
    feet = board.elevation_of(attacker) - board.elevation_of(target)
    if feet == 0:
        return Height(0, "level")
    word = "above" if feet > 0 else "below"
    return Height(feet, f"{attacker.name} stands {abs(feet)} ft {word} {target.name}")

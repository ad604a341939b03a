"""Where lines are drawn: the grid's corners, the middles of its borders, the centers of cells."""

from __future__ import annotations

from math import atan2, degrees, dist
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from battlemap.geometry.grid import Grid

PULL = 0.22
"""How near to an end of something drawn before the pointer must be to take it, in cells."""

_CORNER_LEAD = 0.08
"""So much nearer, in cells, a corner counts than the middle of a border or a center."""

_WIDEST_TURN = 50.0
"""How far the next point may lie beside the way that a key points, in degrees."""


def settled(grid: Grid, point: tuple[float, float]) -> Point:
    """Return *point* as the integer frame holds it, so that equal places are equal numbers."""
    return grid.from_lattice(grid.lattice(point))


def drawing_points(grid: Grid, cell: Cell) -> tuple[Point, ...]:
    """Return where lines may begin and end in *cell*: corners, middles of borders, center."""
    corners = grid.lattice_corners(cell)
    around = zip(corners, (*corners[1:], corners[0]), strict=True)
    middles = [((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in around]
    return tuple(
        grid.from_lattice(place) for place in (*corners, *middles, grid.lattice_center(cell))
    )


def drawing_point(
    grid: Grid, point: tuple[float, float], ends: Iterable[Point] = (), *, free: bool = False
) -> Point:
    """Return the place on the map that is meant by *point*.

    Parameters
    ----------
    point
        In cells, on the map or off it.
    ends
        Ends of what is drawn already; one that is near goes before the grid.
    free
        Leave the grid alone; ends still count, or nothing drawn freely could be joined.

    Examples
    --------
    >>> from battlemap.geometry.grid import GridKind, make_grid
    >>> drawing_point(make_grid(GridKind.SQUARE, 9, 9), (2.1, 3.6))
    Point(x=2.0, y=3.5)
    """
    near = [end for end in ends if dist(end, point) <= PULL]
    if near:
        return min(near, key=lambda end: (dist(end, point), end))
    inside = Point(
        min(max(point[0], 0.0), grid.width),
        min(max(point[1], 0.0), grid.height),
    )
    if free:
        return settled(grid, inside)
    best = None
    for place, is_corner in _around(grid, inside):
        rank = (dist(place, inside) - (_CORNER_LEAD if is_corner else 0.0), place)
        best = rank if best is None else min(best, rank)
    return best[1] if best is not None else inside


def _around(grid: Grid, point: tuple[float, float]) -> Iterator[tuple[Point, bool]]:
    """Yield the places for lines near *point*, and whether each is a corner of a cell."""
    for cell in grid.disc(_cell_on_map(grid, point), 1):
        if cell in grid:
            places = drawing_points(grid, cell)
            corners = (len(places) - 1) // 2
            for index, place in enumerate(places):
                yield place, index < corners


def drawing_shift(grid: Grid, by: tuple[float, float]) -> tuple[float, float]:
    """Return the shift nearest to *by* after which what lay on the grid lies on it again.

    In cells right and down: half cells on squares, whole steps from cell to cell on hexes.
    """
    if grid.kind is GridKind.SQUARE:
        return round(by[0] * 2) / 2, round(by[1] * 2) / 2
    start = grid.center(Cell(0, 0))
    end = grid.center(grid.cell_at((start.x + by[0], start.y + by[1])))
    return end.x - start.x, end.y - start.y


def next_drawing_point(grid: Grid, point: tuple[float, float], bearing: float) -> Point:
    """Return the nearest place for lines from *point* toward *bearing*; the same at the rim.

    Parameters
    ----------
    bearing
        Degrees clockwise from north: where an arrow key points.
    """
    best = None
    for place, _ in _around(grid, point):
        far = dist(place, point)
        if far < 0.01:
            continue
        towards = degrees(atan2(place.x - point[0], point[1] - place.y))
        turn = abs((towards - bearing + 180) % 360 - 180)
        if turn <= _WIDEST_TURN:
            rank = (far * (1 + turn / 30), turn, place)
            best = rank if best is None else min(best, rank)
    return best[2] if best is not None else Point(*point)


def _cell_on_map(grid: Grid, point: tuple[float, float]) -> Cell:
    """Return the cell of the map that holds *point*, or the nearest one."""
    cell = grid.cell_at(point)
    if cell in grid:
        return cell
    column, row = grid.offset(cell)
    return grid.from_offset(min(max(column, 0), grid.columns - 1), min(max(row, 0), grid.rows - 1))

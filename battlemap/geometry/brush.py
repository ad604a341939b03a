"""Which cells a brush covers: a dab of a size, a stroke of dabs, a rectangle."""

from __future__ import annotations

from math import ceil, dist
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import Grid, GridKind

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_BRUSH = 5
"""Widest brush, in cells."""

_PACE = 0.3
"""Distance of the dabs of a stroke, in cells."""


def dab(grid: Grid, point: tuple[float, float], size: int) -> frozenset[Cell]:
    """Return the cells of the map under a brush of *size* cells at *point*.

    Brushes of an odd size lie around a cell, those of an even size around a corner. On hexes 3 is a
    cell with its neighbors, 2 the three cells at a corner, and 4 those with their neighbors.

    Examples
    --------
    >>> from battlemap.geometry.grid import make_grid
    >>> sorted(tuple(cell) for cell in dab(make_grid(GridKind.SQUARE, 9, 9), (2.9, 2.1), 2))
    [(2, 1), (2, 2), (3, 1), (3, 2)]
    """
    cell = grid.cell_at(point)
    if size % 2:
        found = grid.disc(cell, size // 2)
    else:
        corner = min(grid.corners(cell), key=lambda place: (dist(place, point), place))
        found = _around(grid, cell, corner, size // 2)
    return frozenset(other for other in found if other in grid)


def _around(grid: Grid, cell: Cell, corner: Point, reach: int) -> list[Cell]:
    """Return the cells within *reach* of a corner of *cell*."""
    if grid.kind is GridKind.SQUARE:
        column, row = round(corner.x), round(corner.y)
        span = range(-reach, reach)
        return [Cell(column + right, row + down) for down in span for right in span]
    core = [
        other
        for other in grid.disc(cell, 1)
        if any(dist(place, corner) < 1e-6 for place in grid.corners(other))
    ]
    grown = {other for one in core for other in grid.disc(one, reach - 1)}
    return sorted(grown)


def stroke(
    grid: Grid, start: tuple[float, float], end: tuple[float, float], size: int
) -> frozenset[Cell]:
    """Return the cells of the map that a brush covers on its way from *start* to *end*."""
    return frozenset().union(*(dab(grid, place, size) for place in _way(start, end)))


def _way(start: tuple[float, float], end: tuple[float, float]) -> Iterator[Point]:
    count = max(1, ceil(dist(start, end) / _PACE))
    for step in range(count + 1):
        share = step / count
        yield Point(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def rectangle_of_cells(grid: Grid, one: Cell, other: Cell) -> frozenset[Cell]:
    """Return the cells of the map in the columns and rows from *one* to *other*."""
    (left, top), (right, bottom) = grid.offset(one), grid.offset(other)
    columns = range(max(0, min(left, right)), min(grid.columns - 1, max(left, right)) + 1)
    rows = range(max(0, min(top, bottom)), min(grid.rows - 1, max(top, bottom)) + 1)
    return frozenset(grid.from_offset(column, row) for row in rows for column in columns)

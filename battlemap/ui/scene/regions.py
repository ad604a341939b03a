"""Connected regions of cells, and the places in them where a sign or a number stands well."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid

SIGN_BLOCK = 5
"""A region larger than this many columns or rows carries more than one sign."""


def regions(grid: Grid, cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """Return the connected regions of *cells*, in the order of their first cells."""
    order = list(dict.fromkeys(cells))
    left = set(order)
    steps = [step for step in grid.directions if not grid.is_diagonal(step)]
    found = []
    for first in order:
        if first not in left:
            continue
        left.discard(first)
        region, edge = [first], [first]
        while edge:
            cell = edge.pop()
            for step in steps:
                other = cell.plus(step)
                if other in left:
                    left.discard(other)
                    region.append(other)
                    edge.append(other)
        found.append(tuple(region))
    return found


def sign_places(grid: Grid, cells: Iterable[Cell]) -> list[Point]:
    """Return where the signs of *cells* stand: one in each region, more in large ones."""
    places = []
    for region in regions(grid, cells):
        blocks: dict[tuple[int, int], list[Cell]] = {}
        offsets = [grid.offset(cell) for cell in region]
        left, top = min(c for c, _ in offsets), min(r for _, r in offsets)
        for cell, (column, row) in zip(region, offsets, strict=True):
            blocks.setdefault(
                ((column - left) // SIGN_BLOCK, (row - top) // SIGN_BLOCK), []
            ).append(cell)
        places.extend(_middle(grid, block) for block in blocks.values())
    return places


def _middle(grid: Grid, cells: list[Cell]) -> Point:
    """Return the centroid where it lies inside, else the nearest cell's center."""
    middle = grid.centroid(cells)
    around = {
        grid.cell_at((middle.x + dx, middle.y + dy)) for dx in (-0.2, 0.2) for dy in (-0.2, 0.2)
    }
    if around <= set(cells):
        return middle
    return min(
        (grid.center(cell) for cell in cells),
        key=lambda center: (center.x - middle.x) ** 2 + (center.y - middle.y) ** 2,
    )

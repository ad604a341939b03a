"""Connected regions of cells, and the places in them where a sign or a number stands well."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtGui import QPainterPath

from battlemap.ui.scene.coordinates import cells_path

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


_PART = 16
"""Regions that begin within one square of so many columns and rows are one path."""


def region_paths(grid: Grid, cells: Iterable[Cell], inset: float = 0.0) -> list[QPainterPath]:
    """Return the outlines of *cells* in scene units, whole regions that lie together in one path.

    A raster painter is many times slower with one path across the whole map.
    """
    parts: dict[tuple[int, int], QPainterPath] = {}
    for region in regions(grid, cells):
        column, row = grid.offset(region[0])
        part = parts.setdefault((column // _PART, row // _PART), QPainterPath())
        part.addPath(_region_path(grid, frozenset(region), inset))
    return list(parts.values())


@lru_cache(maxsize=4096)
def _region_path(grid: Grid, region: frozenset[Cell], inset: float) -> QPainterPath:
    # A stroke of the brush changes a few regions of a thousand.
    return cells_path(grid, region, inset)


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

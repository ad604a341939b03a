"""Connected regions of cells, and the places in them where a sign or a number stands well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.cell import Cell, Point
from battlemap.ui.scene.outlines import centers, labels_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from battlemap.geometry.grid import Grid

SIGN_BLOCK = 5
"""A region larger than this many columns or rows carries more than one sign."""


@dataclass(frozen=True, eq=False)
class Region:
    """Cells that are connected, by their columns and rows, row after row."""

    grid: Grid
    columns: NDArray[np.intp]
    rows: NDArray[np.intp]
    number: int
    labels: NDArray[np.int32]
    """[row, column]: the numbers of all regions."""

    def __contains__(self, cell: Cell) -> bool:
        column, row = self.grid.offset(cell)
        rows, columns = self.labels.shape
        return 0 <= column < columns and 0 <= row < rows and self.labels[row, column] == self.number

    def cells(self) -> list[Cell]:
        """Return its cells."""
        places = zip(self.columns.tolist(), self.rows.tolist(), strict=True)
        return [self.grid.from_offset(column, row) for column, row in places]

    def nearest(self, place: Point) -> Iterator[Cell]:
        """Yield its cells, the nearest to a place first."""
        x, y = centers(self.grid, self.columns, self.rows).T
        away = (x - place.x) ** 2 + (y - place.y) ** 2
        for index in np.argsort(away, kind="stable").tolist():
            yield self.grid.from_offset(int(self.columns[index]), int(self.rows[index]))

    def first_sign(self) -> Point:
        """Return where its first sign stands."""
        return next(_signs(self, only_first=True))


def regions(grid: Grid, marked: NDArray[np.bool_]) -> list[Region]:
    """Return the connected regions of the marked cells [row, column], by their first cells."""
    labels = labels_of(grid, marked)
    rows, columns = np.nonzero(marked)
    numbers = labels[rows, columns]
    order = np.argsort(numbers, kind="stable")
    cuts = np.flatnonzero(np.diff(numbers[order])) + 1
    groups = np.split(order, cuts) if len(order) else []
    return [
        Region(grid, columns[group], rows[group], int(numbers[group[0]]), labels)
        for group in sorted(groups, key=lambda group: int(group[0]))
    ]


def sign_places(grid: Grid, marked: NDArray[np.bool_]) -> list[Point]:
    """Return where the signs of the marked cells stand: one in each region, more in large ones."""
    return [place for region in regions(grid, marked) for place in _signs(region)]


def _signs(region: Region, *, only_first: bool = False) -> Iterator[Point]:
    """Yield a place in each block of a region's cells, the first cell's block first."""
    grid, columns, rows = region.grid, region.columns, region.rows
    left, top = int(columns.min()), int(rows.min())
    across, down = (columns - left) // SIGN_BLOCK, (rows - top) // SIGN_BLOCK
    block = down * (int(across.max()) + 1) + across
    if only_first:
        held = np.flatnonzero(block == block[0])
        groups = [held]
    else:
        order = np.argsort(block, kind="stable")
        groups = np.split(order, np.flatnonzero(np.diff(block[order])) + 1)
        groups.sort(key=lambda group: int(group[0]))
    whole: dict[tuple[int, int], tuple[float, float]] = {}
    for group in groups:
        first = int(group[0])
        column, row = int(columns[first]), int(rows[first])
        parity = column & 1, row & 1
        corner = grid.center(grid.from_offset(column, row))
        is_whole = len(group) == SIGN_BLOCK * SIGN_BLOCK
        if is_whole and parity in whole:
            # All whole blocks are alike, those that begin in rows or columns of a kind on hexes.
            dx, dy = whole[parity]
            yield Point(corner.x + dx, corner.y + dy)
            continue
        places = zip(columns[group].tolist(), rows[group].tolist(), strict=True)
        middle = _middle(grid, [grid.from_offset(*place) for place in places])
        if is_whole:
            whole[parity] = middle.x - corner.x, middle.y - corner.y
        yield middle


def _middle(grid: Grid, cells: list[Cell]) -> Point:
    """Return the centroid where it lies inside, else the nearest cell's center."""
    if len(cells) == 1:
        return grid.center(cells[0])
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

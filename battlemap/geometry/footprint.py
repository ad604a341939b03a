"""The cells that a token of a size occupies, on either grid."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import Grid, GridKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAXIMUM_SIZE = 20
"""Larger tokens are refused when a map is read."""


@lru_cache(maxsize=4096)
def footprint(grid: Grid, anchor: Cell, size: int, turned: int = 0) -> tuple[Cell, ...]:
    """Return the cells of a token, the anchor's own cell first.

    Squares: size by size cells from the top-left anchor. Hexes: an odd size is a disc around the
    anchor (3 is radius 1, 7 cells); an even size is a cluster around a corner: 2 is the anchor,
    (1, 0) and (0, 1), turned clockwise by *turned* steps of 60 degrees about the anchor's center,
    and 4 is those three and the 9 cells around them. Size 0 (tiny) shares one cell.

    Examples
    --------
    >>> from battlemap.geometry.grid import make_grid
    >>> len(footprint(make_grid(GridKind.HEX_FLAT, 9, 9), Cell(4, 4), 4))
    12
    """
    if grid.kind is GridKind.SQUARE:
        side = max(size, 1)
        return tuple(anchor.plus((c, r)) for r in range(side) for c in range(side))
    return tuple(anchor.plus(offset) for offset in _hex_offsets(grid, size, turned % 6))


def _hex_offsets(grid: Grid, size: int, turned: int) -> list[Cell]:
    zero = Cell(0, 0)
    if size <= 1:
        return [zero]
    if size % 2:
        disc = grid.disc(zero, size // 2)
        return [zero, *(cell for cell in disc if cell != zero)]
    core = [zero, grid.rotate(Cell(1, 0), turned), grid.rotate(Cell(0, 1), turned)]
    grown = list(core)
    for _ in range(size // 2 - 1):
        known = set(grown)
        for cell in list(grown):
            for step in grid.directions:
                other = cell.plus(step)
                if other not in known:
                    known.add(other)
                    grown.append(other)
    return grown


def outline_edges(grid: Grid, cells: Iterable[Cell]) -> list[tuple[Cell, int]]:
    """Return the borders of a set of cells, each as (cell, index of its first corner)."""
    own, steps = set(cells), tuple(enumerate(border_steps(grid)))
    return [
        (cell, index)
        for cell in own
        for index, (dq, dr) in steps
        if (cell[0] + dq, cell[1] + dr) not in own
    ]


def middle_cells(grid: Grid, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the cells of a space that lie nearest to its center: one, or those around it."""
    count = len(cells)
    centers = [grid.lattice_center(cell) for cell in cells]
    x, y = sum(p[0] for p in centers), sum(p[1] for p in centers)
    off = [grid.lattice_norm(count * p[0] - x, count * p[1] - y) for p in centers]
    return tuple(cell for cell, away in zip(cells, off, strict=True) if away == min(off))


def border_steps(grid: Grid) -> tuple[Cell, ...]:
    """Return the step across each border: border i joins corners i and i + 1 of a cell."""
    if grid.kind is GridKind.SQUARE:
        return _SQUARE_BORDERS
    return _HEX_BORDERS


_SQUARE_BORDERS = (Cell(0, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 0))

# Border i of a hex joins corners i and i + 1 of geometry.hexagonal, in axial coordinates.
_HEX_BORDERS = (Cell(1, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0), Cell(0, -1))

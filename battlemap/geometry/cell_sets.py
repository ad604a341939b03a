"""Sets of cells turned and mirrored about a cell or about a corner of the grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.geometry.grid import Grid


def turned(grid: Grid, cells: Iterable[Cell], about: Cell, turns: int) -> frozenset[Cell]:
    """Return *cells* turned clockwise about the center of a cell.

    A turn is 90 degrees on squares and 60 on hexes.
    """
    return frozenset(about.plus(grid.rotate(cell.minus(about), turns)) for cell in cells)


def mirrored(grid: Grid, cells: Iterable[Cell], about: Cell) -> frozenset[Cell]:
    """Return *cells* mirrored left to right about the center of a cell."""
    return frozenset(about.plus(grid.mirror(cell.minus(about))) for cell in cells)


def turned_about_corner(
    grid: Grid, cells: Iterable[Cell], corner_cells: Iterable[Cell], turns: int
) -> frozenset[Cell]:
    """Return *cells* turned clockwise about the corner in which *corner_cells* meet.

    Four cells meet in a corner of squares and a turn is 90 degrees; three meet in a corner of
    hexes and a turn is 120 degrees, the least that maps the grid onto itself.

    Raises
    ------
    ValueError
        If the given cells don't meet in one corner.

    Examples
    --------
    >>> from battlemap.geometry.grid import GridKind, make_grid
    >>> grid = make_grid(GridKind.SQUARE, 9, 9)
    >>> around = [Cell(1, 1), Cell(2, 1), Cell(1, 2), Cell(2, 2)]
    >>> sorted(turned_about_corner(grid, [Cell(1, 1)], around, 1))
    [Cell(q=2, r=1)]
    """
    known = list(corner_cells)
    needed, step = (4, 1) if grid.kind is GridKind.SQUARE else (3, 2)
    close = all(grid.steps(a, b) == 1 for a in known for b in known if a != b)
    if len(set(known)) != needed or not close:
        raise ValueError(f"{needed} cells that touch each other meet in a corner")
    # Everything is counted `needed` times as large, so that the corner has whole coordinates.
    cx, cy = sum(cell.q for cell in known), sum(cell.r for cell in known)
    found = set()
    for cell in cells:
        offset = Cell(needed * cell.q - cx, needed * cell.r - cy)
        x, y = grid.rotate(offset, turns * step)
        found.add(Cell((x + cx) // needed, (y + cy) // needed))
    return frozenset(found)

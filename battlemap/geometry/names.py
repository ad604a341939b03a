"""Names of cells as people say them: column letters and row number, the top-left cell is A1."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid


def column_name(column: int) -> str:
    """Return the letters of a column, counted from 0; a column left of the map has a minus sign.

    Examples
    --------
    >>> column_name(0), column_name(25), column_name(26), column_name(-1)
    ('A', 'Z', 'AA', '-A')
    """
    if column < 0:
        return "-" + column_name(-column - 1)
    letters = ""
    rest = column + 1
    while rest > 0:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def cell_name(grid: Grid, cell: Cell) -> str:
    """Return the name of *cell* by its column and row in the map's rectangle.

    Examples
    --------
    >>> from battlemap.geometry.cell import Cell
    >>> from battlemap.geometry.grid import GridKind, make_grid
    >>> cell_name(make_grid(GridKind.SQUARE, 20, 15), Cell(11, 7))
    'L8'
    """
    column, row = grid.offset(cell)
    return f"{column_name(column)}{row + 1}"

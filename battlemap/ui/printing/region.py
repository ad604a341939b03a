"""A part of the map by its cells, as people say it: B2 to K9."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.ui.printing.paper import Rect

if TYPE_CHECKING:
    from battlemap.geometry.grid import Grid

_CELLS = re.compile(r"\s*([A-Za-z]{1,4})(\d{1,5})\s*(?:[:\-–]|to|\s)\s*([A-Za-z]{1,4})(\d{1,5})\s*")


def region_of(grid: Grid, text: str) -> Rect:
    """Return the box around the cells from one corner to another, in cells.

    Raises
    ------
    ValueError
        If *text* names no two cells of the map, in one sentence.

    Examples
    --------
    >>> from battlemap.geometry.grid import GridKind, make_grid
    >>> region_of(make_grid(GridKind.SQUARE, 20, 15), "b2:k9")
    Rect(x=1.0, y=1.0, width=10.0, height=8.0)
    """
    found = _CELLS.fullmatch(text)
    if found is None:
        raise ValueError("name two corners of the part to show, such as B2:K9")
    first = _column(found[1]), int(found[2]) - 1
    second = _column(found[3]), int(found[4]) - 1
    left, right = sorted((first[0], second[0]))
    top, bottom = sorted((first[1], second[1]))
    if left < 0 or top < 0 or right >= grid.columns or bottom >= grid.rows:
        last = cell_name(grid, grid.from_offset(grid.columns - 1, grid.rows - 1))
        raise ValueError(f"the map's cells go from A1 to {last}")
    # The outermost cells decide; of hexes the last two rows and columns, which are staggered.
    rows = sorted({top, min(top + 1, bottom), max(bottom - 1, top), bottom})
    columns = sorted({left, min(left + 1, right), max(right - 1, left), right})
    corners = [
        corner
        for column in columns
        for row in rows
        for corner in grid.corners(grid.from_offset(column, row))
    ]
    xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1

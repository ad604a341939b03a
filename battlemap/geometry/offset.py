"""Offset coordinates of hexes, for reading and writing other tools' maps; inside all is axial."""

from __future__ import annotations

from enum import StrEnum

from battlemap.geometry.cell import Cell


class Offset(StrEnum):
    """The four ways to number hexes by columns and rows.

    "r" shifts rows (pointy-top), "q" shifts columns (flat-top); odd or even says which lines stand
    half a cell further, counted from 0.
    """

    ODD_R = "odd-r"
    EVEN_R = "even-r"
    ODD_Q = "odd-q"
    EVEN_Q = "even-q"


def to_offset(cell: Cell, kind: Offset) -> tuple[int, int]:
    """Return the column and row of an axial cell.

    Source: Amit Patel, "Hexagonal Grids" (Red Blob Games), offset coordinates.

    Examples
    --------
    >>> [to_offset(Cell(3, 4), kind) for kind in Offset]
    [(5, 4), (5, 4), (3, 5), (3, 6)]
    """
    q, r = cell
    match kind:
        case Offset.ODD_R:
            return q + (r - (r & 1)) // 2, r
        case Offset.EVEN_R:
            return q + (r + (r & 1)) // 2, r
        case Offset.ODD_Q:
            return q, r + (q - (q & 1)) // 2
        case Offset.EVEN_Q:
            return q, r + (q + (q & 1)) // 2


def from_offset(column: int, row: int, kind: Offset) -> Cell:
    """Return the axial cell in a column and row.

    Examples
    --------
    >>> from_offset(3, 6, Offset.EVEN_Q)
    Cell(q=3, r=4)
    """
    match kind:
        case Offset.ODD_R:
            return Cell(column - (row - (row & 1)) // 2, row)
        case Offset.EVEN_R:
            return Cell(column - (row + (row & 1)) // 2, row)
        case Offset.ODD_Q:
            return Cell(column, row - (column - (column & 1)) // 2)
        case Offset.EVEN_Q:
            return Cell(column, row - (column + (column & 1)) // 2)

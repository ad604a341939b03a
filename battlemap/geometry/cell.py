"""The three small values that all geometry is made of."""

from __future__ import annotations

from typing import NamedTuple


class Cell(NamedTuple):
    """One cell: column and row on squares, axial q and r on hexes."""

    q: int
    r: int

    def plus(self, other: tuple[int, int]) -> Cell:
        """Return the cell moved by *other*."""
        return Cell(self.q + other[0], self.r + other[1])

    def minus(self, other: tuple[int, int]) -> Cell:
        """Return the offset that leads from *other* to this cell."""
        return Cell(self.q - other[0], self.r - other[1])


class Point(NamedTuple):
    """A place on the map in cells, x right and y down."""

    x: float
    y: float


class LatticePoint(NamedTuple):
    """A place in the integer frame in which verdicts are computed (see ``Grid.lattice``)."""

    x: int
    y: int

"""Terrain and elevation: one value for each cell, in read-only arrays."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid


class Terrain(IntFlag):
    """What is on the ground of a cell; a cell may be several things at once."""

    NORMAL = 0
    DIFFICULT = 1
    HAZARDOUS = 2
    OBSCURED = 4
    IMPASSABLE = 8
    WATER = 16
    CLIMB = 32

    @property
    def names(self) -> tuple[str, ...]:
        """The kinds as the map file spells them, in order."""
        return tuple(str(kind.name).lower() for kind in Terrain if kind and kind in self)


@dataclass(frozen=True, eq=False)
class Layer:
    """A read-only array of one number for each cell, indexed [row, column] in offset coordinates.

    Layers are equal when their numbers are; an edit makes a new layer.
    """

    values: NDArray[np.int16]

    def __post_init__(self) -> None:
        self.values.flags.writeable = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layer) and np.array_equal(self.values, other.values)

    def __hash__(self) -> int:
        return hash((self.values.shape, self.values.tobytes()))

    @classmethod
    def blank(cls, columns: int, rows: int) -> Layer:
        """Return a layer of zeros."""
        return cls(np.zeros((rows, columns), dtype=np.int16))

    def at(self, grid: Grid, cell: Cell) -> int:
        """Return the number of *cell*; 0 off the map."""
        if self._bits:
            column, row = grid.offset(cell)
            if 0 <= column < grid.columns and 0 <= row < grid.rows:
                return int(self.values[row, column])
        return 0

    def has(self, flag: int) -> bool:
        """Tell whether any cell's number shares a bit with *flag*."""
        return bool(self._bits & flag)

    @cached_property
    def _bits(self) -> int:
        """The bits that any cell's number has; facts ask for them again and again."""
        return int(np.bitwise_or.reduce(self.values, axis=None))

    def with_value(self, grid: Grid, cells: Iterable[Cell], value: int) -> Layer:
        """Return a layer in which *cells* hold *value*; cells off the map are left out."""
        copy = self.values.copy()
        for cell in cells:
            if cell in grid:
                column, row = grid.offset(cell)
                copy[row, column] = value
        return Layer(copy)

    def with_flag(self, grid: Grid, cells: Iterable[Cell], flag: int) -> Layer:
        """Return a layer in which *cells* hold *flag* as well as what they held."""
        copy = self.values.copy()
        for cell in cells:
            if cell in grid:
                column, row = grid.offset(cell)
                copy[row, column] |= flag
        return Layer(copy)

    def without_flag(self, grid: Grid, cells: Iterable[Cell], flag: int) -> Layer:
        """Return a layer in which *cells* no longer hold *flag*, and else what they held."""
        copy = self.values.copy()
        for cell in cells:
            if cell in grid:
                column, row = grid.offset(cell)
                copy[row, column] &= ~flag
        return Layer(copy)

    def raised(self, grid: Grid, cells: Iterable[Cell], by: int, most: int) -> Layer:
        """Return a layer in which *cells* hold *by* more, nowhere more than *most* from zero."""
        copy = self.values.copy()
        for cell in cells:
            if cell in grid:
                column, row = grid.offset(cell)
                copy[row, column] = min(max(int(copy[row, column]) + by, -most), most)
        return Layer(copy)

    def cells_where(self, grid: Grid, flag: int) -> list[Cell]:
        """Return the cells whose number shares a bit with *flag*, row by row."""
        rows, columns = np.nonzero(self.values & flag)
        return [grid.from_offset(int(c), int(r)) for r, c in zip(rows, columns, strict=True)]

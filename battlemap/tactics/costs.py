"""What each cell in reach costs, kept as arrays until somebody asks for the cells."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.cell import Cell

if TYPE_CHECKING:
    from collections.abc import ItemsView, Iterator, KeysView, ValuesView

    from numpy.typing import NDArray

    from battlemap.tactics.window import Window


class Costs(Mapping[Cell, int]):
    """The cost to each cell in hundredths, as a mapping over arrays.

    Thousands of cells at each press of the mouse would keep the garbage collector busy.

    Parameters
    ----------
    window
        Where the cells are.
    least
        [place]: the cost to each of them.
    reached
        [place]: whether it is in reach.
    """

    def __init__(
        self, window: Window, least: NDArray[np.float64], reached: NDArray[np.bool_]
    ) -> None:
        self._window, self._least, self._reached = window, least, reached

    def _place(self, cell: object) -> int | None:
        if not isinstance(cell, tuple) or len(cell) != 2:
            return None
        place = self._window.index(Cell(*cell))
        return place if place is not None and self._reached[place] else None

    def __contains__(self, cell: object) -> bool:
        return self._place(cell) is not None

    def __getitem__(self, cell: Cell) -> int:
        place = self._place(cell)
        if place is None:
            raise KeyError(cell)
        return int(self._least[place])

    def __len__(self) -> int:
        return int(np.count_nonzero(self._reached))

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._by_cell)

    def keys(self) -> KeysView[Cell]:
        """Return the cells, row by row."""
        return self._by_cell.keys()

    def values(self) -> ValuesView[int]:
        """Return the costs, in the order of the cells."""
        return self._by_cell.values()

    def items(self) -> ItemsView[Cell, int]:
        """Return the cells with their costs."""
        return self._by_cell.items()

    @cached_property
    def _by_cell(self) -> dict[Cell, int]:
        places = np.nonzero(self._reached)[0]
        costs = self._least[places].astype(np.int64).tolist()
        return dict(zip(self._window.cells(places), costs, strict=True))

"""Windows of the map as arrays, indexed [r, q] in the cells' own coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.grid import Grid

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class Window:
    """A block of cells, q from ``left`` and r from ``top``, in the cells' own coordinates."""

    left: int
    top: int
    width: int
    height: int

    @classmethod
    def around(cls, cells: Iterable[Cell], margin: int) -> Window:
        """Return the smallest window with *margin* cells on all sides of *cells*."""
        known = list(cells)
        left = min(cell[0] for cell in known) - margin
        top = min(cell[1] for cell in known) - margin
        right = max(cell[0] for cell in known) + margin
        bottom = max(cell[1] for cell in known) + margin
        return cls(left, top, right - left + 1, bottom - top + 1)

    @classmethod
    def of_map(cls, grid: Grid, margin: int = 0) -> Window:
        """Return the smallest window with all cells of the map, and *margin* more on all sides."""
        corners = (
            grid.from_offset(column, row)
            for column in (0, grid.columns - 1)
            for row in (0, grid.rows - 1)
        )
        return cls.around(corners, margin)

    def grown(self, margin: int) -> Window:
        """Return the window with *margin* more cells on all sides."""
        return Window(
            self.left - margin,
            self.top - margin,
            self.width + 2 * margin,
            self.height + 2 * margin,
        )

    def holds(self, other: Window) -> bool:
        """Tell whether *other* lies wholly in this window."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.left + other.width <= self.left + self.width
            and other.top + other.height <= self.top + self.height
        )

    def shift(self, step: tuple[int, int]) -> int:
        """Return how many places of a flattened array a step (q, r) leads on."""
        return step[1] * self.width + step[0]

    def index(self, cell: Cell) -> int | None:
        """Return the place of *cell* in a flattened array, or None outside."""
        q, r = cell[0] - self.left, cell[1] - self.top
        if 0 <= q < self.width and 0 <= r < self.height:
            return r * self.width + q
        return None

    def cell(self, index: int) -> Cell:
        """Return the cell at a place of a flattened array."""
        r, q = divmod(index, self.width)
        return Cell(self.left + q, self.top + r)

    def cells(self, places: NDArray[np.int64]) -> list[Cell]:
        """Return the cells at many places of a flattened array."""
        rows, columns = np.divmod(places, self.width)
        pairs = zip((columns + self.left).tolist(), (rows + self.top).tolist(), strict=True)
        # The same as Cell(q, r) for each, without a call of Python's for thousands of cells.
        return list(map(tuple.__new__, repeat(Cell), pairs))

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.width * self.height


def onward(values: NDArray[Number], shifts: Sequence[int]) -> list[NDArray[Number]]:
    """Return for each shift a view of what flattened *values* [..., place] hold so many places on.

    Over the left or right border of its window a shift leads into another row: what it finds there
    is nonsense, and whoever asks keeps a margin.
    """
    size, reach = values.shape[-1], max(map(abs, shifts))
    padded = np.zeros((*values.shape[:-1], size + 2 * reach), dtype=values.dtype)
    padded[..., reach : reach + size] = values
    return [padded[..., reach + shift : reach + shift + size] for shift in shifts]


def layer_in(grid: Grid, values: NDArray[Number], window: Window, beyond: int) -> NDArray[Number]:
    """Return what each place of a flattened window holds of a map's layer, *beyond* off the map.

    Parameters
    ----------
    values
        [row, column] of the map, in offset coordinates.
    """
    q = np.arange(window.left, window.left + window.width)
    r = np.arange(window.top, window.top + window.height)[:, None]
    column, row = q, r
    if grid.kind is GridKind.HEX_POINTY:
        column = q + (r >> 1)
    elif grid.kind is GridKind.HEX_FLAT:
        row = r + (q >> 1)
    on = (column >= 0) & (column < grid.columns) & (row >= 0) & (row < grid.rows)
    places = np.where(on, row * grid.columns + column, 0)
    return np.where(on, values.ravel().take(places), values.dtype.type(beyond)).ravel()


def inner(values: NDArray[Number], margin: int, step: tuple[int, int] = (0, 0)) -> NDArray[Number]:
    """Return a view without *margin* cells on all sides, seen one *step* (q, r) on.

    The step must not lead out of the margin.
    """
    height, width = values.shape[-2:]
    rows = slice(margin + step[1], height - margin + step[1])
    columns = slice(margin + step[0], width - margin + step[0])
    return values[..., rows, columns]

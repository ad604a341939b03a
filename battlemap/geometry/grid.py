"""The grid: what all code asks about cells, whatever their shape."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from battlemap.geometry.cell import Cell, LatticePoint, Point
from battlemap.geometry.ruling import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HUNDRED = 100
"""Costs and distances are integer hundredths of a cell, so that sums stay exact."""

INSET = 0.98
"""A ray that walls judge ends at corners moved inward: each border by 1 % of a cell."""


class GridKind(StrEnum):
    """The three grids of a battle map."""

    SQUARE = "square"
    HEX_POINTY = "hex-pointy"
    HEX_FLAT = "hex-flat"


class DiagonalMetric(Ruling):
    """How squares count diagonals; hexes have none and ignore it."""

    EQUAL = "equal", "1 each, as straight steps"
    ALTERNATING = "1-2-1", "1 and 2 by turns, so that two are 3"
    EUCLIDEAN = "euclidean", "as long as it is, about 1.41 each"
    MANHATTAN = "manhattan", "2 each, as the straight steps around the corner"


class Grid(ABC):
    """A bounded grid of cells. Two grids of the same kind and size are interchangeable.

    Parameters
    ----------
    columns, rows
        Size in cells; on hexes the size in offset coordinates (odd-r pointy, odd-q flat).
    """

    kind: ClassVar[GridKind]
    directions: ClassVar[tuple[Cell, ...]]
    """Steps to the cells around, clockwise, in the order of ``facings``."""
    facings: ClassVar[tuple[float, ...]]
    """Legal facings in degrees clockwise from north; ``directions[i]`` lies at ``facings[i]``."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.columns}, {self.rows})"

    # Cells -------------------------------------------------------------------------------

    @abstractmethod
    def offset(self, cell: Cell) -> tuple[int, int]:
        """Return column and row of *cell* in the map's rectangle (array index [row, column])."""

    @abstractmethod
    def from_offset(self, column: int, row: int) -> Cell:
        """Return the cell in this column and row."""

    def __contains__(self, cell: tuple[int, int]) -> bool:
        column, row = self.offset(Cell(*cell))
        return 0 <= column < self.columns and 0 <= row < self.rows

    def cells(self) -> Iterator[Cell]:
        """Yield every cell of the map, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield self.from_offset(column, row)

    def neighbors(self, cell: Cell) -> list[Cell]:
        """Return the cells around *cell* that lie on the map, clockwise."""
        around = (cell.plus(step) for step in self.directions)
        return [other for other in around if other in self]

    @abstractmethod
    def steps(self, a: Cell, b: Cell) -> int:
        """Return the least number of steps from *a* to *b* on an empty grid."""

    @abstractmethod
    def distance(self, a: Cell, b: Cell, metric: DiagonalMetric = DiagonalMetric.EQUAL) -> int:
        """Return the distance of two cells in hundredths of a cell."""

    def space_distance(
        self,
        a: Iterable[Cell],
        b: Iterable[Cell],
        metric: DiagonalMetric = DiagonalMetric.EQUAL,
    ) -> int:
        """Return the distance of the nearest two cells of two spaces, in hundredths of a cell."""
        others = list(b)
        return min(self.distance(one, other, metric) for one in a for other in others)

    def disc(self, center: Cell, radius: int) -> list[Cell]:
        """Return the cells within *radius* steps of *center*, on the map or off it, in order."""
        q, r = center
        steps = _disc(self, radius) if radius <= 16 else _disc.__wrapped__(self, radius)
        return [Cell(q + dq, r + dr) for dq, dr in steps]

    def ring(self, center: Cell, radius: int) -> list[Cell]:
        """Return the cells exactly *radius* steps from *center*, on the map or off it."""
        return [cell for cell in self.disc(center, radius) if self.steps(center, cell) == radius]

    @abstractmethod
    def line(self, a: Cell, b: Cell, *, other_ties: bool = False) -> list[Cell]:
        """Return the cells of the straight line from *a* to *b*, both included.

        The same set of cells comes back for (b, a): ties are broken by place, not by direction.
        With *other_ties* every tie goes to the other of the two cells.
        """

    @abstractmethod
    def rotate(self, offset: Cell, turns: int) -> Cell:
        """Return *offset* turned clockwise: by 90 degrees a turn on squares, 60 on hexes."""

    @abstractmethod
    def mirror(self, offset: Cell) -> Cell:
        """Return *offset* mirrored left to right."""

    def is_diagonal(self, step: tuple[int, int]) -> bool:
        """Tell whether *step* leads to a cell that is only touched by a corner."""
        del step  # hexes have no such cells
        return False

    # Places ------------------------------------------------------------------------------

    @abstractmethod
    def center(self, cell: Cell) -> Point:
        """Return the center of *cell* on the map."""

    @abstractmethod
    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the corners of *cell*, clockwise (four or six)."""

    @abstractmethod
    def cell_at(self, point: tuple[float, float]) -> Cell:
        """Return the cell that holds *point*, on the map or off it.

        A point on a border belongs to the cell right of it and below it.
        """

    @property
    @abstractmethod
    def width(self) -> float:
        """Width of the map's bounding box in cells."""

    @property
    @abstractmethod
    def height(self) -> float:
        """Height of the map's bounding box in cells."""

    def centroid(self, cells: Iterable[Cell]) -> Point:
        """Return the mean of the centers of *cells*: the center of a token's space."""
        centers = [self.center(cell) for cell in cells]
        return Point(
            sum(p.x for p in centers) / len(centers), sum(p.y for p in centers) / len(centers)
        )

    # The integer frame -------------------------------------------------------------------

    @abstractmethod
    def lattice(self, point: tuple[float, float]) -> LatticePoint:
        """Return *point* in the integer frame: squares x 1000, hexes axial x 3000, rounded.

        The frame is an orientation-preserving linear image of the map, so sides of lines and
        crossings are the same in it, and they are exact.
        """

    @abstractmethod
    def from_lattice(self, point: tuple[float, float]) -> Point:
        """Return the map point of a place in the integer frame."""

    @abstractmethod
    def lattice_center(self, cell: Cell) -> LatticePoint:
        """Return the center of *cell* in the integer frame."""

    @abstractmethod
    def lattice_norm(self, dx: int, dy: int) -> int:
        """Return the squared length of a vector of the integer frame, in units of the frame.

        The distance between the centers of neighbors (by a border, on squares) is 1000 there on
        squares, 3000 on hexes.
        """

    @abstractmethod
    def lattice_corners(self, cell: Cell, *, inset: bool = False) -> tuple[LatticePoint, ...]:
        """Return the corners of *cell* in the integer frame, clockwise.

        With *inset* each border of the cell is moved inward by 1 % of a cell.
        """

    # Facing ------------------------------------------------------------------------------

    def nearest_facing(self, degrees: float) -> float:
        """Return the legal facing nearest to *degrees*, ties clockwise."""
        return self.facings[self.facing_index(degrees)]

    def facing_index(self, degrees: float) -> int:
        """Return the index of the legal facing nearest to *degrees*, ties clockwise."""
        span = 360.0 / len(self.facings)
        turns = (degrees - self.facings[0]) / span
        # Adding half and rounding down sends a tie to the larger angle: clockwise.
        return int((turns + 0.5) // 1) % len(self.facings)

    def turned_facing(self, degrees: float, steps: int) -> float:
        """Return the legal facing *steps* clockwise from *degrees*."""
        return self.facings[(self.facing_index(degrees) + steps) % len(self.facings)]


@lru_cache(maxsize=64)
def _disc(grid: Grid, radius: int) -> tuple[Cell, ...]:
    """Return the steps to all cells within *radius*, row by row."""
    zero = Cell(0, 0)
    reach = range(-radius, radius + 1)
    found = [Cell(dq, dr) for dr in reach for dq in reach]
    return tuple(cell for cell in found if grid.steps(zero, cell) <= radius)


@lru_cache(maxsize=64)
def make_grid(kind: GridKind, columns: int, rows: int) -> Grid:
    """Return the grid of this kind and size.

    Examples
    --------
    >>> make_grid(GridKind.SQUARE, 4, 3).center(Cell(0, 0))
    Point(x=0.5, y=0.5)
    """
    from battlemap.geometry.hexagonal import FlatHexGrid, PointyHexGrid
    from battlemap.geometry.square import SquareGrid

    match kind:
        case GridKind.SQUARE:
            return SquareGrid(columns, rows)
        case GridKind.HEX_POINTY:
            return PointyHexGrid(columns, rows)
        case GridKind.HEX_FLAT:
            return FlatHexGrid(columns, rows)

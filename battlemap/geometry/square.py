"""Squares and their diagonal metrics."""

from __future__ import annotations

from functools import lru_cache
from math import floor, hypot

from battlemap.geometry.cell import Cell, LatticePoint, Point
from battlemap.geometry.grid import HUNDRED, INSET, DiagonalMetric, Grid, GridKind

SCALE = 1000
"""Lattice units in a cell's side."""


class SquareGrid(Grid):
    """A grid of squares; cell (c, r) covers c..c+1 by r..r+1."""

    kind = GridKind.SQUARE
    directions = (
        Cell(0, -1),
        Cell(1, -1),
        Cell(1, 0),
        Cell(1, 1),
        Cell(0, 1),
        Cell(-1, 1),
        Cell(-1, 0),
        Cell(-1, -1),
    )
    facings = (0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0)

    def offset(self, cell: Cell) -> tuple[int, int]:
        """Return column and row, which are the cell's own coordinates."""
        return cell[0], cell[1]

    def from_offset(self, column: int, row: int) -> Cell:
        """Return the cell in this column and row."""
        return Cell(column, row)

    def steps(self, a: Cell, b: Cell) -> int:
        """Return the number of king's moves from *a* to *b*."""
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

    def distance(self, a: Cell, b: Cell, metric: DiagonalMetric = DiagonalMetric.EQUAL) -> int:
        """Return the distance of two cells in hundredths of a cell.

        Examples
        --------
        >>> grid = SquareGrid(10, 10)
        >>> [grid.distance(Cell(0, 0), Cell(3, 3), metric) for metric in DiagonalMetric]
        [300, 400, 424, 600]
        """
        dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
        match metric:
            case DiagonalMetric.EQUAL:
                return HUNDRED * max(dx, dy)
            case DiagonalMetric.ALTERNATING:
                return HUNDRED * (max(dx, dy) + min(dx, dy) // 2)
            case DiagonalMetric.EUCLIDEAN:
                return round(HUNDRED * hypot(dx, dy))
            case DiagonalMetric.MANHATTAN:
                return HUNDRED * (dx + dy)

    def line(self, a: Cell, b: Cell, *, other_ties: bool = False) -> list[Cell]:
        """Return the cells of the line; halves go right and down, with *other_ties* left and up."""
        count = self.steps(a, b)
        if count == 0:
            return [Cell(*a)]
        # (2 v n + n) // (2 n) rounds v to the nearest integer, halves up, without floats.
        half = count - 1 if other_ties else count
        return [
            Cell(
                (2 * (a[0] * (count - i) + b[0] * i) + half) // (2 * count),
                (2 * (a[1] * (count - i) + b[1] * i) + half) // (2 * count),
            )
            for i in range(count + 1)
        ]

    def rotate(self, offset: Cell, turns: int) -> Cell:
        """Return *offset* turned clockwise by 90 degrees a turn."""
        for _ in range(turns % 4):
            offset = Cell(-offset[1], offset[0])
        return offset

    def mirror(self, offset: Cell) -> Cell:
        """Return *offset* mirrored left to right."""
        return Cell(-offset[0], offset[1])

    def is_diagonal(self, step: tuple[int, int]) -> bool:
        """Tell whether *step* changes both column and row."""
        return step[0] != 0 and step[1] != 0

    def center(self, cell: Cell) -> Point:
        """Return the center of *cell*."""
        return Point(cell[0] + 0.5, cell[1] + 0.5)

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the four corners, clockwise from the top-left."""
        c, r = float(cell[0]), float(cell[1])
        return Point(c, r), Point(c + 1, r), Point(c + 1, r + 1), Point(c, r + 1)

    def cell_at(self, point: tuple[float, float]) -> Cell:
        """Return the cell that holds *point*."""
        return Cell(floor(point[0]), floor(point[1]))

    @property
    def width(self) -> float:
        """Width of the map in cells."""
        return float(self.columns)

    @property
    def height(self) -> float:
        """Height of the map in cells."""
        return float(self.rows)

    def lattice(self, point: tuple[float, float]) -> LatticePoint:
        """Return *point* in thousandths of a cell."""
        return LatticePoint(round(point[0] * SCALE), round(point[1] * SCALE))

    def from_lattice(self, point: tuple[float, float]) -> Point:
        """Return the map point of a place in thousandths of a cell."""
        return Point(point[0] / SCALE, point[1] / SCALE)

    def lattice_center(self, cell: Cell) -> LatticePoint:
        """Return the center of *cell* in thousandths of a cell."""
        return LatticePoint(cell[0] * SCALE + SCALE // 2, cell[1] * SCALE + SCALE // 2)

    def lattice_norm(self, dx: int, dy: int) -> int:
        """Return the squared length of a vector of the integer frame."""
        return dx * dx + dy * dy

    def lattice_corners(self, cell: Cell, *, inset: bool = False) -> tuple[LatticePoint, ...]:
        """Return the corners of *cell* in thousandths of a cell, clockwise from the top-left."""
        return _lattice_corners(cell[0], cell[1], inset)


@lru_cache(maxsize=16384)
def _lattice_corners(column: int, row: int, inset: bool) -> tuple[LatticePoint, ...]:
    half = SCALE // 2
    x, y = column * SCALE + half, row * SCALE + half
    reach = round(half * INSET) if inset else half
    return (
        LatticePoint(x - reach, y - reach),
        LatticePoint(x + reach, y - reach),
        LatticePoint(x + reach, y + reach),
        LatticePoint(x - reach, y + reach),
    )

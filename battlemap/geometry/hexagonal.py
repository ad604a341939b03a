"""Hexes, pointy-top and flat-top: axial inside, offset only at the edge.

Source of the coordinate systems: Amit Patel, "Hexagonal Grids" (Red Blob Games).
"""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from math import floor, sqrt

from battlemap.geometry.cell import Cell, LatticePoint, Point
from battlemap.geometry.grid import HUNDRED, INSET, DiagonalMetric, Grid, GridKind

SCALE = 3000
"""Lattice units in an axial unit; corners are thirds of it."""

RADIUS = 1 / sqrt(3)
"""Center to corner, in cells (neighboring centers are one cell apart)."""

ROW = sqrt(3) / 2
"""Distance of neighboring rows (pointy) or columns (flat), in cells."""

# Corners in the integer frame, the same six for both orientations, clockwise.
_CORNERS = (
    (1000, -2000),
    (2000, -1000),
    (1000, 1000),
    (-1000, 2000),
    (-2000, 1000),
    (-1000, -1000),
)


class HexGrid(Grid):
    """What both orientations share: all of it happens in axial coordinates."""

    @abstractmethod
    def axial(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return *point* in axial coordinates."""

    @abstractmethod
    def from_axial(self, q: float, r: float) -> Point:
        """Return the map point at axial *q*, *r*."""

    def steps(self, a: Cell, b: Cell) -> int:
        """Return the number of hex steps from *a* to *b*."""
        dq, dr = a[0] - b[0], a[1] - b[1]
        return max(abs(dq), abs(dr), abs(dq + dr))

    def distance(self, a: Cell, b: Cell, metric: DiagonalMetric = DiagonalMetric.EQUAL) -> int:
        """Return the distance in hundredths of a cell: hex steps, whatever the metric."""
        del metric
        return HUNDRED * self.steps(a, b)

    def line(self, a: Cell, b: Cell, *, other_ties: bool = False) -> list[Cell]:
        """Return the cells of the line from *a* to *b*.

        Sampled at even steps and rounded in cube space, in exact integers; where a sample lies
        on a border the cell with the smaller q (then r) wins, so that both directions agree; with
        *other_ties* the one with the larger.

        Examples
        --------
        >>> line = PointyHexGrid(20, 20).line(Cell(0, 0), Cell(1, -5))
        >>> [tuple(cell) for cell in line]
        [(0, 0), (0, -1), (0, -2), (1, -3), (1, -4), (1, -5)]
        """
        count = self.steps(a, b)
        if count == 0:
            return [Cell(*a)]
        return [
            _round_cube(
                a[0] * (count - i) + b[0] * i, a[1] * (count - i) + b[1] * i, count, other_ties
            )
            for i in range(count + 1)
        ]

    def rotate(self, offset: Cell, turns: int) -> Cell:
        """Return *offset* turned clockwise by 60 degrees a turn."""
        for _ in range(turns % 6):
            offset = Cell(-offset[1], offset[0] + offset[1])
        return offset

    def center(self, cell: Cell) -> Point:
        """Return the center of *cell* on the map."""
        return self.from_axial(cell[0], cell[1])

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the six corners, clockwise."""
        return tuple(
            self.from_axial(cell[0] + dx / SCALE, cell[1] + dy / SCALE) for dx, dy in _CORNERS
        )

    def cell_at(self, point: tuple[float, float]) -> Cell:
        """Return the cell that holds *point*, rounding in cube space."""
        q, r = self.axial(point)
        s = -q - r
        rq, rr, rs = floor(q + 0.5), floor(r + 0.5), floor(s + 0.5)
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
        if dq > dr and dq > ds:
            rq = -rr - rs
        elif dr > ds:
            rr = -rq - rs
        return Cell(rq, rr)

    def lattice(self, point: tuple[float, float]) -> LatticePoint:
        """Return *point* in axial coordinates times 3000, rounded."""
        q, r = self.axial(point)
        return LatticePoint(round(q * SCALE), round(r * SCALE))

    def from_lattice(self, point: tuple[float, float]) -> Point:
        """Return the map point of a place in the integer frame."""
        return self.from_axial(point[0] / SCALE, point[1] / SCALE)

    def lattice_center(self, cell: Cell) -> LatticePoint:
        """Return the center of *cell* in the integer frame."""
        return LatticePoint(cell[0] * SCALE, cell[1] * SCALE)

    def lattice_norm(self, dx: int, dy: int) -> int:
        """Return the squared length of a vector of the integer frame, whose axes aren't square."""
        return dx * dx + dx * dy + dy * dy

    def lattice_corners(self, cell: Cell, *, inset: bool = False) -> tuple[LatticePoint, ...]:
        """Return the corners of *cell* in the integer frame, clockwise."""
        return _lattice_corners(cell[0], cell[1], inset)


class PointyHexGrid(HexGrid):
    """Hexes with a corner at the top; rows are straight, odd rows stand half a cell right."""

    kind = GridKind.HEX_POINTY
    directions = (Cell(1, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0), Cell(0, -1))
    facings = (30.0, 90.0, 150.0, 210.0, 270.0, 330.0)

    def offset(self, cell: Cell) -> tuple[int, int]:
        """Return odd-r column and row."""
        return cell[0] + (cell[1] - (cell[1] & 1)) // 2, cell[1]

    def from_offset(self, column: int, row: int) -> Cell:
        """Return the cell in this odd-r column and row."""
        return Cell(column - (row - (row & 1)) // 2, row)

    def axial(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return *point* in axial coordinates."""
        r = (point[1] - RADIUS) / ROW
        return point[0] - 0.5 - r / 2, r

    def from_axial(self, q: float, r: float) -> Point:
        """Return the map point at axial *q*, *r*."""
        return Point(0.5 + q + r / 2, RADIUS + r * ROW)

    def mirror(self, offset: Cell) -> Cell:
        """Return *offset* mirrored left to right."""
        return Cell(-offset[0] - offset[1], offset[1])

    @property
    def width(self) -> float:
        """Width of the map's bounding box in cells."""
        return self.columns + (0.5 if self.rows > 1 else 0.0)

    @property
    def height(self) -> float:
        """Height of the map's bounding box in cells."""
        return 2 * RADIUS + (self.rows - 1) * ROW


class FlatHexGrid(HexGrid):
    """Hexes with a side at the top; columns are straight, odd columns stand half a cell lower."""

    kind = GridKind.HEX_FLAT
    directions = (Cell(0, -1), Cell(1, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0))
    facings = (0.0, 60.0, 120.0, 180.0, 240.0, 300.0)

    def offset(self, cell: Cell) -> tuple[int, int]:
        """Return odd-q column and row."""
        return cell[0], cell[1] + (cell[0] - (cell[0] & 1)) // 2

    def from_offset(self, column: int, row: int) -> Cell:
        """Return the cell in this odd-q column and row."""
        return Cell(column, row - (column - (column & 1)) // 2)

    def axial(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return *point* in axial coordinates."""
        q = (point[0] - RADIUS) / ROW
        return q, point[1] - 0.5 - q / 2

    def from_axial(self, q: float, r: float) -> Point:
        """Return the map point at axial *q*, *r*."""
        return Point(RADIUS + q * ROW, 0.5 + r + q / 2)

    def mirror(self, offset: Cell) -> Cell:
        """Return *offset* mirrored left to right."""
        return Cell(-offset[0], offset[0] + offset[1])

    @property
    def width(self) -> float:
        """Width of the map's bounding box in cells."""
        return 2 * RADIUS + (self.columns - 1) * ROW

    @property
    def height(self) -> float:
        """Height of the map's bounding box in cells."""
        return self.rows + (0.5 if self.columns > 1 else 0.0)


@lru_cache(maxsize=16384)
def _lattice_corners(q: int, r: int, inset: bool) -> tuple[LatticePoint, ...]:
    x, y = q * SCALE, r * SCALE
    scale = INSET if inset else 1
    return tuple(LatticePoint(x + round(dx * scale), y + round(dy * scale)) for dx, dy in _CORNERS)


def _round_cube(q: int, r: int, count: int, other_ties: bool) -> Cell:
    """Return the cell nearest to the axial point (q / count, r / count)."""
    s = -q - r
    best: tuple[int, int, int] | None = None
    for cq in {q // count, -(-q // count)}:
        for cr in {r // count, -(-r // count)}:
            cs = -cq - cr
            dq, dr, ds = cq * count - q, cr * count - r, cs * count - s
            far = dq * dq + dr * dr + ds * ds
            key = (far, -cq, -cr) if other_ties else (far, cq, cr)
            if best is None or key < best:
                best = key
    assert best is not None  # the loops always run at least once
    return Cell(-best[1], -best[2]) if other_ties else Cell(best[1], best[2])

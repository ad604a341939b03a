"""Templates as shapes in map units, and the share of each cell that they cover."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import repeat
from math import cos, floor, radians, sin
from typing import TYPE_CHECKING

import numpy as np
import shapely

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.geometry.hexagonal import RADIUS, ROW

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from battlemap.geometry.grid import Grid

ROUND = 64
"""Straight pieces in a quarter of a circle; its area is then true to 0.01 %."""

DUST = 1e-6
"""A share below this is only touched."""


class Coverage(StrEnum):
    """When a cell counts as covered."""

    ANY = "any part"
    HALF = "at least half"
    CENTER = "its center"


class Snap(StrEnum):
    """Where the origin of a template may lie."""

    FREE = "anywhere"
    CORNER = "corners"
    CENTER = "centers"
    BOTH = "corners and centers"


@dataclass(frozen=True, eq=False)
class Shape:
    """A region of the map; ``geometry`` is Shapely's own and stays in this package."""

    geometry: shapely.Geometry

    @cached_property
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        """The rings of the region, outer ones and holes, for drawing."""
        parts = getattr(self.geometry, "geoms", [self.geometry])
        rings = []
        for part in parts:
            if isinstance(part, shapely.Polygon) and not part.is_empty:
                rings += [part.exterior, *part.interiors]
        return tuple(tuple(Point(x, y) for x, y in ring.coords[:-1]) for ring in rings)

    @property
    def area(self) -> float:
        """The area in square cells (of one unit by one)."""
        return float(self.geometry.area)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left of it."""
        return bool(self.geometry.is_empty)

    def grown(self, margin: float) -> Shape:
        """Return the region widened by *margin* cells on all sides: blast, burst and splash."""
        return Shape(self.geometry.buffer(margin, quad_segs=ROUND))

    def without(self, other: Shape) -> Shape:
        """Return what of this region *other* leaves."""
        return Shape(self.geometry.difference(other.geometry))

    def within(self, other: Shape) -> Shape:
        """Return what both regions hold."""
        return Shape(self.geometry.intersection(other.geometry))

    @cached_property
    def _closed(self) -> shapely.Geometry:
        """The region with its border, a hair wider, prepared for many points."""
        closed = self.geometry.buffer(DUST, quad_segs=1)
        shapely.prepare(closed)
        return closed

    def holds(self, point: tuple[float, float]) -> bool:
        """Tell whether *point* lies in the region or on its border (within a hair)."""
        return bool(shapely.intersects_xy(self._closed, point[0], point[1]))

    def centers(self, grid: Grid) -> frozenset[Cell]:
        """Return the cells of the map whose center lies in the region or on its border."""
        if self.geometry.is_empty:
            return frozenset()
        columns, rows = _offsets_in_box(grid, *self.geometry.bounds)
        down, across = np.divmod(np.arange(len(columns) * len(rows)), max(1, len(columns)))
        q, r = across + columns.start, down + rows.start
        if grid.kind is GridKind.HEX_POINTY:
            q -= r >> 1
        elif grid.kind is GridKind.HEX_FLAT:
            r -= q >> 1
        first, right, below = (grid.center(Cell(*cell)) for cell in ((0, 0), (1, 0), (0, 1)))
        x = first.x + q * (right.x - first.x) + r * (below.x - first.x)
        y = first.y + q * (right.y - first.y) + r * (below.y - first.y)
        inside = shapely.intersects_xy(self._closed, x, y)
        pairs = zip(q[inside].tolist(), r[inside].tolist(), strict=True)
        # The same as Cell(q, r) for each, without a call of Python's for thousands of cells.
        return frozenset(map(tuple.__new__, repeat(Cell), pairs))

    @cached_property
    def _known_shares(self) -> dict[Grid, Mapping[Cell, float]]:
        return {}

    def shares(self, grid: Grid) -> Mapping[Cell, float]:
        """Return the share of each cell of the map that the region covers, 0 < share <= 1.

        A border that is only touched covers nothing.
        """
        if grid not in self._known_shares:
            self._known_shares[grid] = self._find_shares(grid)
        return self._known_shares[grid]

    def _find_shares(self, grid: Grid) -> Mapping[Cell, float]:
        if self.geometry.is_empty:
            return {}
        left, top, right, bottom = self.geometry.bounds
        near = _cells_in_box(grid, left, top, right, bottom)
        if not near:
            return {}
        # All cells have the shape of the first; moving it is quicker than asking for each.
        places = np.array([grid.center(cell) for cell in near])
        first = np.array(grid.corners(near[0])) - places[0]
        shapes = shapely.polygons(places[:, None, :] + np.concatenate([first, first[:1]]))
        shapely.prepare(self.geometry)
        whole = shapely.contains_properly(self.geometry, shapes)
        met = shapely.intersects(self.geometry, shapes) & ~whole
        share = np.where(whole, 1.0, 0.0)
        parts = shapely.area(shapely.intersection(shapes[met], self.geometry))
        share[met] = parts / shapely.area(shapes[met])
        return {
            cell: min(1.0, value)
            for cell, value in zip(near, share.tolist(), strict=True)
            if value > DUST
        }

    def cells(self, grid: Grid, coverage: Coverage = Coverage.HALF) -> Mapping[Cell, float]:
        """Return the cells that count as covered, with the share of each.

        Half is half: a share of exactly 1/2 counts. A center on the border counts too.
        """
        shares = self.shares(grid)
        match coverage:
            case Coverage.ANY:
                return shares
            case Coverage.HALF:
                return {cell: share for cell, share in shares.items() if share >= 0.5 - DUST}
            case Coverage.CENTER:
                held = self.centers(grid)
                return {cell: share for cell, share in shares.items() if cell in held}


def _cells_in_box(grid: Grid, left: float, top: float, right: float, bottom: float) -> list[Cell]:
    """Return the cells of the map whose bounding box may meet this box, row by row."""
    columns, rows = _offsets_in_box(grid, left, top, right, bottom)
    return [grid.from_offset(column, row) for row in rows for column in columns]


def _offsets_in_box(
    grid: Grid, left: float, top: float, right: float, bottom: float
) -> tuple[range, range]:
    """Return the columns and rows of the cells whose bounding box may meet this box."""
    across = ROW if grid.kind is GridKind.HEX_FLAT else 1.0
    down = ROW if grid.kind is GridKind.HEX_POINTY else 1.0
    margin = 0.0 if grid.kind is GridKind.SQUARE else 2 * RADIUS
    first, last = floor((left - margin) / across), floor((right + margin) / across)
    upper, lower = floor((top - margin) / down), floor((bottom + margin) / down)
    columns = range(max(first, 0), min(last, grid.columns - 1) + 1)
    return columns, range(max(upper, 0), min(lower, grid.rows - 1) + 1)


def _direction(bearing: float) -> tuple[float, float]:
    """Return the unit step toward a bearing in degrees clockwise from north."""
    return sin(radians(bearing)), -cos(radians(bearing))


def disc(center: tuple[float, float], radius: float) -> Shape:
    """Return a disc; *radius* in cells."""
    return Shape(shapely.Point(*center).buffer(radius, quad_segs=ROUND))


def ring(center: tuple[float, float], inner: float, outer: float) -> Shape:
    """Return the ring between two radii in cells."""
    return disc(center, outer).without(disc(center, inner))


def space(grid: Grid, cells: Iterable[Cell]) -> Shape:
    """Return the region of a set of cells; ``grown`` makes it a blast or a burst."""
    shapes = [shapely.Polygon(grid.corners(cell)) for cell in cells]
    # Corners of neighboring hexes differ in the last digit; growing and shrinking joins them.
    return Shape(shapely.union_all(shapes, grid_size=1e-9))


def sector(origin: tuple[float, float], bearing: float, length: float, angle: float = 60) -> Shape:
    """Return a cone: the part of a disc within *angle* degrees around *bearing*.

    Raises
    ------
    ValueError
        If the angle is not in (0, 360].
    """
    if not 0 < angle <= 360:
        raise ValueError("a cone opens by more than 0 and at most 360 degrees")
    if angle == 360:
        return disc(origin, length)
    count = max(2, round(ROUND * 4 * angle / 360))
    points = [origin]
    for i in range(count + 1):
        dx, dy = _direction(bearing - angle / 2 + angle * i / count)
        points.append((origin[0] + dx * length, origin[1] + dy * length))
    return Shape(shapely.Polygon(points))


def bar(origin: tuple[float, float], bearing: float, length: float, width: float) -> Shape:
    """Return a line of a width: a rectangle from *origin* toward *bearing*, in cells."""
    dx, dy = _direction(bearing)
    sx, sy = -dy * width / 2, dx * width / 2
    ex, ey = origin[0] + dx * length, origin[1] + dy * length
    return Shape(
        shapely.Polygon(
            [
                (origin[0] + sx, origin[1] + sy),
                (ex + sx, ey + sy),
                (ex - sx, ey - sy),
                (origin[0] - sx, origin[1] - sy),
            ]
        )
    )


def polygon(points: Sequence[tuple[float, float]]) -> Shape:
    """Return the region inside *points*, mended where the outline crosses itself."""
    shape = shapely.Polygon(points)
    return Shape(shape if shape.is_valid else shapely.make_valid(shape))


def union(regions: Sequence[Shape]) -> Shape:
    """Return the region that any of the given ones holds."""
    return Shape(shapely.union_all([region.geometry for region in regions]))


_LEAVES = 8
"""So many regions are united first; then two of those at a time, and two of these."""


def united(regions: Iterable[Shape]) -> Shape:
    """Return the region that any of the given ones holds, taking them as they come.

    For regions that take long to find: between two of them whoever finds them may report how far
    it is, or stop.
    """
    leaf: list[Shape] = []
    grown: list[tuple[int, Shape]] = []

    def add(region: Shape) -> None:
        rank = 0
        while grown and grown[-1][0] == rank:
            region = union([grown.pop()[1], region])
            rank += 1
        grown.append((rank, region))

    for one in regions:
        leaf.append(one)
        if len(leaf) == _LEAVES:
            add(union(leaf))
            leaf.clear()
    return union([*(region for _, region in grown), *leaf])


def nothing() -> Shape:
    """Return the empty region."""
    return Shape(shapely.Polygon())


def rectangle(left: float, top: float, width: float, height: float) -> Shape:
    """Return an upright rectangle in map units."""
    return Shape(shapely.box(left, top, left + width, top + height))


def snapped(grid: Grid, point: tuple[float, float], snap: Snap) -> Point:
    """Return the corner or center of the grid nearest to *point*, as *snap* says."""
    if snap is Snap.FREE:
        return Point(*point)
    cell = grid.cell_at(point)
    near: list[Point] = []
    if snap in (Snap.CORNER, Snap.BOTH):
        near += grid.corners(cell)
    if snap in (Snap.CENTER, Snap.BOTH):
        near.append(grid.center(cell))
    return min(near, key=lambda p: ((p.x - point[0]) ** 2 + (p.y - point[1]) ** 2, p))


def leave_point(grid: Grid, cells: Iterable[Cell], aim: tuple[float, float]) -> tuple[Point, float]:
    """Return where the line from a space's center toward *aim* leaves it, and its bearing.

    Raises
    ------
    ValueError
        If *aim* is the very center.
    """
    from battlemap.geometry.angle import bearing

    known = tuple(cells)
    start = grid.centroid(known)
    toward = bearing(start, Point(*aim))
    dx, dy = _direction(toward)
    reach = len(known) + 2.0
    ray = shapely.LineString([start, (start.x + dx * reach, start.y + dy * reach)])
    inside = ray.intersection(space(grid, known).geometry)
    far = max(
        shapely.get_coordinates(inside), key=lambda p: (p[0] - start.x) * dx + (p[1] - start.y) * dy
    )
    return Point(float(far[0]), float(far[1])), toward

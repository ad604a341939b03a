"""The geometry of the ink-saver look, in cells and without Qt.

Walls become bands with clean joints, terrain becomes regions with an outline, heights become
contours with ticks downhill. Hatches lie on lattices that are fixed to the map, so that they meet
where two pages are glued.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, hypot, sqrt
from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Polygon, box
from shapely.ops import linemerge

from battlemap.geometry.footprint import border_steps
from battlemap.model.obstacle import Door, Prop, Wall
from battlemap.model.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapely.geometry.base import BaseGeometry

    from battlemap.geometry.cell import Cell
    from battlemap.geometry.cell import Point as MapPoint
    from battlemap.geometry.grid import Grid
    from battlemap.model.encounter import Encounter
    from battlemap.ui.printing.paper import Rect

WALL_HALF = 0.0625
"""Half the width of a wall's band, in cells."""

PRECISION = 1e-6
"""Corners nearer than this are the same corner."""


@dataclass(frozen=True)
class TerrainRegion:
    """Cells of one kind of terrain that hang together."""

    kind: Terrain
    cells: tuple[Cell, ...]
    """Row by row; the first one carries the word."""
    outline: Polygon


@dataclass(frozen=True)
class Contour:
    """A border between two heights; the ground falls toward *downhill* (a unit vector)."""

    start: MapPoint
    end: MapPoint
    downhill: tuple[float, float]


@dataclass(frozen=True)
class HeightLabel:
    """The height of a plateau, to be written in one of its cells."""

    cell: Cell
    feet: int


class InkMap:
    """A map as the ink-saver look draws it; each part is computed once, when it is first asked for.

    Parameters
    ----------
    gm
        Whether the GM's layers are shown. Without them a closed secret door is part of its wall.
    """

    def __init__(self, encounter: Encounter, *, gm: bool = False) -> None:
        self.encounter = encounter
        self.gm = gm
        self.grid: Grid = encounter.map.grid.grid

    @cached_property
    def doors(self) -> tuple[Door, ...]:
        """The doors to draw as doors."""
        return tuple(
            obstacle
            for obstacle in self.encounter.map.obstacles.values()
            if isinstance(obstacle, Door) and not self._is_kept_secret(obstacle)
        )

    @cached_property
    def props(self) -> tuple[Prop, ...]:
        """The things with an interior."""
        return tuple(o for o in self.encounter.map.obstacles.values() if isinstance(o, Prop))

    @cached_property
    def prop_areas(self) -> tuple[tuple[Prop, BaseGeometry], ...]:
        """The props with what they cover; one whose outline crosses itself covers its parts."""
        made = [(prop, Polygon(prop.outline).buffer(0)) for prop in self.props]
        return tuple((prop, area) for prop, area in made if not area.is_empty)

    @cached_property
    def walls(self) -> BaseGeometry:
        """The walls' bands, joined, with gaps where doors are."""
        segments = [
            (obstacle.start, obstacle.end)
            for obstacle in self.encounter.map.obstacles.values()
            if isinstance(obstacle, Wall)
            or (isinstance(obstacle, Door) and self._is_kept_secret(obstacle))
        ]
        bands = wall_bands(segments)
        gaps = [
            LineString([door.start, door.end]).buffer(WALL_HALF * 1.5, cap_style="flat")
            for door in self.doors
            if door.start != door.end
        ]
        return shapely.difference(bands, shapely.union_all(gaps)) if gaps else bands

    @cached_property
    def regions(self) -> tuple[TerrainRegion, ...]:
        """The terrain, kind by kind."""
        layer = self.encounter.map.terrain
        found: list[TerrainRegion] = []
        for kind in Terrain:
            if kind:
                cells = layer.cells_where(self.grid, int(kind))
                found += [
                    TerrainRegion(kind, tuple(group), cell_union(self.grid, group))
                    for group in connected(self.grid, cells)
                ]
        return tuple(found)

    @cached_property
    def contours(self) -> tuple[Contour, ...]:
        """The borders between cells of different heights, at the higher cell."""
        grid, heights = self.grid, self.encounter.map.elevation
        found = []
        for cell in self._cells_beside_a_step():
            own = heights.at(grid, cell)
            center, corners = grid.center(cell), grid.corners(cell)
            for index, step in enumerate(border_steps(grid)):
                other = cell.plus(step)
                if other in grid and heights.at(grid, other) < own:
                    start, end = corners[index], corners[(index + 1) % len(corners)]
                    away = grid.center(other)
                    dx, dy = away.x - center.x, away.y - center.y
                    length = hypot(dx, dy)
                    found.append(Contour(start, end, (dx / length, dy / length)))
        return tuple(found)

    @cached_property
    def height_labels(self) -> tuple[HeightLabel, ...]:
        """One label for each plateau or pit, in a free cell near its middle."""
        grid, heights = self.grid, self.encounter.map.elevation
        taken = {token.at for token in self.encounter.tokens.values()}
        found = []
        for feet in sorted({int(value) for value in np.unique(heights.values)} - {0}):
            rows, columns = np.nonzero(heights.values == feet)
            cells = [grid.from_offset(int(c), int(r)) for r, c in zip(rows, columns, strict=True)]
            for group in connected(grid, cells):
                middle = grid.centroid(group)
                free = [cell for cell in group if cell not in taken] or group
                best = min(free, key=lambda cell: _nearness(grid, cell, middle))
                found.append(HeightLabel(best, feet))
        return tuple(found)

    def _is_kept_secret(self, door: Door) -> bool:
        # Once open, everybody can see it.
        return door.is_secret and not door.is_open and not self.gm

    def _cells_beside_a_step(self) -> list[Cell]:
        values = self.encounter.map.elevation.values
        if values.size == 0 or int(values.min()) == int(values.max()):
            return []
        lowest = int(values.min())
        rows, columns = np.nonzero(values > lowest)
        return [self.grid.from_offset(int(c), int(r)) for r, c in zip(rows, columns, strict=True)]


def wall_bands(segments: Sequence[tuple[MapPoint, MapPoint]]) -> BaseGeometry:
    """Return the area of walls drawn as bands: mitered corners, flat free ends, no seams."""
    lines = [LineString(segment) for segment in segments if segment[0] != segment[1]]
    if not lines:
        return MultiPolygon()
    merged = shapely.union_all(lines, grid_size=PRECISION)
    if isinstance(merged, MultiLineString):
        merged = linemerge(merged)
    band = merged.buffer(WALL_HALF, cap_style="flat", join_style="mitre", mitre_limit=3.0)
    # Where three or more walls meet, flat ends leave wedges open between them.
    joints = _joints(merged)
    if not joints:
        return band
    discs = shapely.buffer(shapely.points(joints), WALL_HALF, quad_segs=3)
    return shapely.union_all([band, *discs])


def _joints(lines: BaseGeometry) -> list[tuple[float, float]]:
    ends: Counter[tuple[float, float]] = Counter()
    for line in parts(lines):
        coordinates = [(round(x, 6), round(y, 6)) for x, y in line.coords]
        ends.update((coordinates[0], coordinates[-1]))
    return [place for place, count in ends.items() if count >= 3]


def hatch(
    area: BaseGeometry, spacing: float, *, falling: bool = True, phase: float = 0.0
) -> list[LineString]:
    """Return 45 degree lines across *area*, on a lattice that is fixed to the map.

    Parameters
    ----------
    spacing
        Distance of two lines along a row, in cells.
    falling
        Whether the lines run down to the right, rather than up.
    phase
        Shift of the lattice along a row, in cells.
    """
    if area.is_empty:
        return []
    left, top, right, bottom = area.bounds
    # A falling line is x - y = k, a rising one x + y = k.
    low, high = (left - bottom, right - top) if falling else (left + top, right + bottom)
    lines = []
    for index in range(ceil((low - phase) / spacing), floor((high - phase) / spacing) + 1):
        k = index * spacing + phase
        ends = (
            [(k + top, top), (k + bottom, bottom)]
            if falling
            else [(k - top, top), (k - bottom, bottom)]
        )
        lines.append(LineString(ends))
    if not lines:
        return []
    shapely.prepare(area)
    cut = shapely.intersection(np.array(lines, dtype=object), area)
    return [part for piece in cut for part in parts(piece) if isinstance(part, LineString)]


def parts(geometry: BaseGeometry) -> list[BaseGeometry]:
    """Return the parts of a geometry that are not empty; a single one is its own part."""
    members = list(geometry.geoms) if hasattr(geometry, "geoms") else [geometry]
    return [member for member in members if not member.is_empty]


def window_box(window: Rect, margin: float = 0.0) -> Polygon:
    """Return the rectangle of *window* as a polygon, grown by *margin* cells."""
    grown = window.grown(margin)
    return box(grown.x, grown.y, grown.right, grown.bottom)


def cell_union(grid: Grid, cells: Iterable[Cell]) -> Polygon:
    """Return the area of cells that hang together."""
    union = shapely.union_all([Polygon(grid.corners(cell)) for cell in cells], grid_size=PRECISION)
    return union if isinstance(union, Polygon) else max(union.geoms, key=lambda part: part.area)


def connected(grid: Grid, cells: Sequence[Cell]) -> list[list[Cell]]:
    """Return groups of cells that touch by a border, each in the order of *cells*."""
    order = {cell: index for index, cell in enumerate(cells)}
    left = dict.fromkeys(cells)
    groups = []
    while left:
        seed = next(iter(left))
        del left[seed]
        group, edge = [seed], [seed]
        while edge:
            cell = edge.pop()
            for step in border_steps(grid):
                other = cell.plus(step)
                if other in left:
                    del left[other]
                    group.append(other)
                    edge.append(other)
        groups.append(sorted(group, key=order.__getitem__))
    return groups


def inset(outline: Polygon, share: float = 0.4, most: float = 0.16) -> BaseGeometry:
    """Return the inner edge of a prop: its outline moved inward by a part of its half width."""
    half_width = outline.area / max(outline.length, PRECISION) * 2
    return outline.buffer(-min(most, share * half_width), join_style="mitre")


def _nearness(grid: Grid, cell: Cell, middle: MapPoint) -> tuple[float, Cell]:
    center = grid.center(cell)
    # Rounded, so that two cells equally near are told apart by their order alone.
    return round(hypot(center.x - middle.x, center.y - middle.y), 6), cell


SIGN_PLACES_SQUARE = tuple((x, y) for y in (-1 / 3, 0.0, 1 / 3) for x in (-1 / 3, 0.0, 1 / 3))
"""Where signs stand in a square, from its center; the place at the lower left is the name's."""

SIGN_PLACES_POINTY = (
    (0.0, 0.0),
    *((x * 0.32, y * 0.32) for x, y in ((1, 0), (0.5, -sqrt(3) / 2), (-0.5, -sqrt(3) / 2))),
    (-0.32, 0.0),
)
SIGN_PLACES_FLAT = (
    (0.0, 0.0),
    *((x * 0.32, y * 0.32) for x, y in ((0, -1), (sqrt(3) / 2, -0.5), (-sqrt(3) / 2, -0.5))),
    *((x * 0.32, y * 0.32) for x, y in ((sqrt(3) / 2, 0.5), (-sqrt(3) / 2, 0.5))),
)
"""Where signs stand in a hex, from its center; the foot is left to the name."""

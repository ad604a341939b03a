"""Terrain in the ink-saver look: each kind by a sign of its own, and an outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely
from PySide6.QtGui import QPainterPath

from battlemap.geometry.grid import GridKind
from battlemap.model.terrain import Terrain
from battlemap.ui.printing import ink as shapes
from battlemap.ui.printing.brush import BLACK, INK2, INK3, UNITS, WHITE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid
    from battlemap.ui.printing.brush import PaperBrush
    from battlemap.ui.printing.ink import TerrainRegion


class TerrainPainter:
    """Draws terrain where it is seen.

    Parameters
    ----------
    visible
        The part of the map that is seen, in cells.
    cells
        The cells that may be seen.
    named
        Whether cells carry their names, for which signs make room.
    """

    def __init__(
        self,
        brush: PaperBrush,
        grid: Grid,
        visible: shapely.Polygon,
        cells: Iterable[Cell],
        *,
        named: bool,
    ) -> None:
        self.brush, self.grid, self.visible = brush, grid, visible
        self.cells = frozenset(cells)
        self.named = named

    def paint_region(self, region: TerrainRegion) -> None:
        """Draw one terrain region: outline and signs."""
        match region.kind:
            case Terrain.DIFFICULT:
                self._paint_chevrons(region)
                self._paint_outline(region)
            case Terrain.HAZARDOUS:
                self._paint_hazard(region)
            case Terrain.OBSCURED:
                self._paint_dots(region)
                self._paint_outline(region)
            case Terrain.IMPASSABLE:
                seen = shapely.intersection(region.outline, self.visible)
                for falling in (True, False):
                    hatching = shapes.hatch(seen, 0.11, falling=falling)
                    self.brush.segments(hatching, 0.22, INK2)
                self.brush.area(region.outline, self.brush.pen(0.5))
            case Terrain.WATER:
                self._paint_waves(region)
                self.brush.area(region.outline, self.brush.pen(0.35, INK2))
            case Terrain.CLIMB:
                self._paint_ladders(region)
                self._paint_outline(region)

    def _paint_outline(self, region: TerrainRegion) -> None:
        self.brush.area(region.outline, self.brush.pen(0.5, BLACK, (3.4, 2.2)))

    def _sign_places(self, cell: Cell, *, has_word: bool = False) -> list[tuple[float, float]]:
        places = {
            GridKind.SQUARE: shapes.SIGN_PLACES_SQUARE,
            GridKind.HEX_POINTY: shapes.SIGN_PLACES_POINTY,
            GridKind.HEX_FLAT: shapes.SIGN_PLACES_FLAT,
        }[self.grid.kind]
        center = self.grid.center(cell)
        named = self.named and self.grid.kind is GridKind.SQUARE
        lower_left = shapes.SIGN_PLACES_SQUARE[6]
        return [
            (center.x + x, center.y + y)
            for x, y in places
            if not (named and (x, y) == lower_left) and not (has_word and y < -0.2)
        ]

    def _paint_chevrons(self, region: TerrainRegion) -> None:
        pen = self.brush.pen(0.5, INK3, round_=True)
        for cell in self._shown(region):
            for x, y in self._sign_places(cell, has_word=cell == region.cells[0]):
                self.brush.polyline(
                    ((x - 0.09, y + 0.045), (x, y - 0.045), (x + 0.09, y + 0.045)), pen
                )

    def _paint_waves(self, region: TerrainRegion) -> None:
        pen = self.brush.pen(0.4, INK3, round_=True)
        for cell in self._shown(region):
            for x, y in self._sign_places(cell):
                self.brush.polyline(
                    [
                        (x - 0.12, y),
                        (x - 0.06, y - 0.035),
                        (x, y),
                        (x + 0.06, y + 0.035),
                        (x + 0.12, y),
                    ],
                    pen,
                )

    def _paint_ladders(self, region: TerrainRegion) -> None:
        pen = self.brush.pen(0.5, INK3, round_=True)
        for cell in self._shown(region):
            x, y = self.grid.center(cell)
            rails = [((x + dx, y - 0.2), (x + dx, y + 0.2)) for dx in (-0.1, 0.1)]
            rungs = [((x - 0.1, y + dy), (x + 0.1, y + dy)) for dy in (-0.12, 0.0, 0.12)]
            self.brush.lines(pen, [*rails, *rungs])

    def _paint_dots(self, region: TerrainRegion) -> None:
        seen = shapely.intersection(region.outline.buffer(-0.04), self.visible)
        if seen.is_empty:
            return
        shapely.prepare(seen)
        left, top, right, bottom = seen.bounds
        # A lattice of sixths, every other row shifted, fixed to the map.
        places = [
            ((column + (row % 2) / 2 + 0.25) / 6, (row + 0.5) / 6)
            for row in range(int(top * 6) - 1, int(bottom * 6) + 2)
            for column in range(int(left * 6) - 1, int(right * 6) + 2)
        ]
        inside = shapely.contains_xy(seen, [x for x, _ in places], [y for _, y in places])
        radius = 0.4 * self.brush.fine * UNITS
        path = QPainterPath()
        for place, is_in in zip(places, inside, strict=True):
            if is_in:
                # A disc each: printers draw points of no length in whatever size they like.
                path.addEllipse(self.brush.at(*place), radius, radius)
        self.brush.use(None, INK3)
        self.brush.painter.drawPath(path)

    def _paint_hazard(self, region: TerrainRegion) -> None:
        rounded = region.outline.buffer(-0.1).buffer(0.07, quad_segs=6)
        seen = shapely.intersection(rounded, self.visible)
        self.brush.segments(shapes.hatch(seen, 1 / 3), 0.5, "#9a9a9a")
        self.brush.area(rounded, self.brush.pen(0.55, BLACK, (3.4, 2.2)))
        middle = region.outline.centroid
        if not region.outline.contains(middle):
            middle = region.outline.representative_point()
        x, y = middle.x, middle.y
        self.brush.polygon(
            ((x, y - 0.27), (x + 0.26, y + 0.19), (x - 0.26, y + 0.19)),
            self.brush.pen(0.65, round_=True),
            WHITE,
        )
        self.brush.lines(self.brush.pen(0.8, round_=True), [((x, y - 0.09), (x, y + 0.05))])
        self.brush.disc(x, y + 0.125, 0.018, None, BLACK)

    def _shown(self, region: TerrainRegion) -> list[Cell]:
        return [cell for cell in region.cells if cell in self.cells]

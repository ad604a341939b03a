"""The ink-saver look: white, walls outlined and lightly hatched, terrain by sign."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

import shapely
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from battlemap.geometry.footprint import border_steps, footprint
from battlemap.geometry.grid import GridKind
from battlemap.geometry.names import cell_name
from battlemap.model.terrain import Terrain
from battlemap.ui.printing import ink as shapes
from battlemap.ui.printing.brush import BLACK, GRID_INK, INK2, INK3, UNITS, WHITE, PaperBrush
from battlemap.ui.scene.coordinates import SCENE_SCALE, cells_in

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.obstacle import Door, Prop
    from battlemap.ui.printing.content import Content
    from battlemap.ui.printing.ink import InkMap, TerrainRegion
    from battlemap.ui.printing.pages import Rect

GRID_PEN_MM = 0.2
"""Half of it is bled over the map's border, or the outer cells would print short."""

WALL_HATCH = 0.085
"""Distance of a wall's hatch lines along a row, in cells."""


def fineness(cell_mm: float) -> float:
    """Return by how much strokes are thinned: not at all from an inch a cell, to a quarter."""
    return min(1.0, max(0.25, cell_mm / 25.4))


class InkPainter:
    """Draws a window of a map; the painter's origin is the map's, its unit 0.01 mm."""

    def __init__(
        self, painter: QPainter, ink: InkMap, content: Content, cell_mm: float, window: Rect
    ) -> None:
        self.ink = ink
        self.content = content
        self.window = window
        self.grid: Grid = ink.grid
        self.brush = PaperBrush(painter, cell_mm, fineness(cell_mm))
        self.visible = shapes.window_box(window, 0.25)
        scene = QRectF(window.x, window.y, window.width, window.height)
        self.cells: list[Cell] = list(
            cells_in(
                self.grid,
                QRectF(
                    scene.x() * SCENE_SCALE,
                    scene.y() * SCENE_SCALE,
                    scene.width() * SCENE_SCALE,
                    scene.height() * SCENE_SCALE,
                ),
            )
        )

    def paint(self) -> None:
        """Draw all that the content asks for, but the tokens."""
        if self.content.grid:
            self.paint_grid()
        if self.content.terrain:
            for region in self.ink.regions:
                if region.outline.intersects(self.visible):
                    self.paint_region(region)
        if self.content.elevation:
            self.paint_contours()
        if self.content.cell_names:
            # Below what stands on the map, so that a name is whole or covered, never struck.
            self.paint_names()
        if self.content.walls:
            for prop in self.ink.props:
                self.paint_prop(prop)
            self.paint_walls()
            for door in self.ink.doors:
                self.paint_door(door)
        if self.content.terrain:
            self.paint_words()
        if self.content.elevation:
            self.paint_heights()
        if self.content.notes:
            self.paint_notes()

    # Grid --------------------------------------------------------------------------------

    def paint_grid(self) -> None:
        """Draw the lines of the cells."""
        pen = self.brush.pen(GRID_PEN_MM, GRID_INK)
        if self.grid.kind is GridKind.SQUARE:
            self.brush.lines(pen, self._square_lines())
        else:
            # Round ends meet without gaps where three borders do.
            round_pen = self.brush.pen(GRID_PEN_MM, GRID_INK, round_=True)
            self.brush.lines(round_pen, self._hex_lines())

    def _square_lines(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        window, grid = self.window, self.grid
        left, right = max(window.x, 0.0), min(window.right, grid.width)
        top, bottom = max(window.y, 0.0), min(window.bottom, grid.height)
        tolerance = 1e-9
        lines = [
            ((float(x), top), (float(x), bottom))
            for x in range(grid.columns + 1)
            if left - tolerance <= x <= right + tolerance
        ]
        lines += [
            ((left, float(y)), (right, float(y)))
            for y in range(grid.rows + 1)
            if top - tolerance <= y <= bottom + tolerance
        ]
        return lines

    def _hex_lines(self) -> list[tuple[Point, Point]]:
        lines = []
        steps = border_steps(self.grid)
        for cell in self.cells:
            corners = self.grid.corners(cell)
            for index, step in enumerate(steps):
                # Each border belongs to two cells: draw it with the one that comes first.
                if index < 3 or cell.plus(step) not in self.grid:
                    lines.append((corners[index], corners[(index + 1) % 6]))
        return lines

    # Terrain -----------------------------------------------------------------------------

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
                    self._paint_lines(hatching, 0.22, INK2)
                self.brush.area(region.outline, self.brush.pen(0.5))
            case Terrain.WATER:
                self._paint_waves(region)
                self.brush.area(region.outline, self.brush.pen(0.35, INK2))
            case Terrain.CLIMB:
                self._paint_ladders(region)
                self._paint_outline(region)

    def _paint_outline(self, region: TerrainRegion) -> None:
        self.brush.area(region.outline, self.brush.pen(0.5, BLACK, (3.4, 2.2)))

    def paint_words(self) -> None:
        """Name the terrain that has a word, above what stands on it."""
        for region in self.ink.regions:
            word = _WORDS.get(region.kind)
            center = self.grid.center(region.cells[0])
            if word and self._is_near(center.x, center.y):
                self.brush.text(
                    center.x, center.y - 0.33, word, 3.3, 600, align=0.5, middle=True, plate=True
                )

    def _sign_places(self, cell: Cell, *, has_word: bool = False) -> list[tuple[float, float]]:
        places = {
            GridKind.SQUARE: shapes.SIGN_PLACES_SQUARE,
            GridKind.HEX_POINTY: shapes.SIGN_PLACES_POINTY,
            GridKind.HEX_FLAT: shapes.SIGN_PLACES_FLAT,
        }[self.grid.kind]
        center = self.grid.center(cell)
        named = self.content.cell_names and self.grid.kind is GridKind.SQUARE
        lower_left = shapes.SIGN_PLACES_SQUARE[6]
        return [
            (center.x + x, center.y + y)
            for x, y in places
            if not (named and (x, y) == lower_left) and not (has_word and y < -0.2)
        ]

    def _paint_chevrons(self, region: TerrainRegion) -> None:
        pen = self.brush.pen(0.5, INK3, round_=True)
        for cell in region.cells:
            for x, y in self._sign_places(cell, has_word=cell == region.cells[0]):
                self.brush.polyline(
                    ((x - 0.09, y + 0.045), (x, y - 0.045), (x + 0.09, y + 0.045)), pen
                )

    def _paint_waves(self, region: TerrainRegion) -> None:
        pen = self.brush.pen(0.4, INK3, round_=True)
        for cell in region.cells:
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
        for cell in region.cells:
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
        self._paint_lines(shapes.hatch(seen, 1 / 3), 0.5, "#9a9a9a")
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

    def _paint_lines(self, lines: list[shapely.LineString], width_mm: float, color: str) -> None:
        pen = self.brush.pen(width_mm, color)
        self.brush.lines(pen, [(line.coords[0], line.coords[-1]) for line in lines])

    # Height ------------------------------------------------------------------------------

    def paint_contours(self) -> None:
        """Draw the borders between heights, with ticks downhill."""
        edges, ticks = [], []
        for contour in self.ink.contours:
            (ax, ay), (bx, by) = contour.start, contour.end
            if not self.visible.intersects(shapely.LineString([contour.start, contour.end])):
                continue
            edges.append((contour.start, contour.end))
            dx, dy = contour.downhill
            count = max(1, round(hypot(bx - ax, by - ay) * 6))
            for index in range(count):
                share = (index + 0.5) / count
                x, y = ax + (bx - ax) * share, ay + (by - ay) * share
                ticks.append(((x, y), (x + dx * 0.085, y + dy * 0.085)))
        self.brush.lines(self.brush.pen(0.5, round_=True), edges)
        self.brush.lines(self.brush.pen(0.35), ticks)

    def paint_heights(self) -> None:
        """Write the height of each plateau or pit."""
        for label in self.ink.height_labels:
            x, y = self.grid.center(label.cell)
            if not self._is_near(x, y):
                continue
            sign = "+" if label.feet > 0 else "−"
            text = f"{sign}{abs(label.feet)} ft"
            self.brush.text(x, y, text, 4.0, 600, align=0.5, middle=True, plate=True)

    # Obstacles ---------------------------------------------------------------------------

    def paint_walls(self) -> None:
        """Draw the walls' bands."""
        seen = shapely.intersection(self.ink.walls, self.visible)
        if seen.is_empty:
            return
        self.brush.area(seen, None, WHITE)
        self._paint_lines(shapes.hatch(seen, WALL_HATCH), 0.16, INK3)
        self.brush.area(seen, self.brush.pen(0.55))

    def paint_prop(self, prop: Prop) -> None:
        """Draw a thing: its outline, hatched along the rim."""
        outline = shapely.Polygon(prop.outline).buffer(0)
        if outline.is_empty or not outline.intersects(self.visible):
            return
        for part in shapes.parts(outline):
            inner = shapes.inset(part)
            rim = shapely.difference(part, inner)
            self.brush.area(part, None, WHITE)
            self._paint_lines(shapes.hatch(rim, WALL_HATCH), 0.16, INK3)
            self.brush.area(part, self.brush.pen(0.6))
            self.brush.area(inner, self.brush.pen(0.35))

    def paint_door(self, door: Door) -> None:
        """Draw a door: shut, open, locked or secret; or a window."""
        (ax, ay), (bx, by) = door.start, door.end
        length = hypot(bx - ax, by - ay)
        segment = shapely.LineString([door.start, door.end]) if length else None
        if segment is None or not segment.intersects(self.visible):
            return
        half, brush = shapes.WALL_HALF, self.brush
        with brush.moved(ax, ay, degrees(atan2(by - ay, bx - ax))):
            bold, thin = brush.pen(0.5), brush.pen(0.3)
            if door.is_open:
                for x in (0.0, length):
                    brush.lines(bold, [((x, -half), (x, half))])
                # The leaf stands at a right angle at the hinge; the arc shows how it swung.
                brush.polygon(
                    ((0, 0), (half, 0), (half, -length * 0.94), (0, -length * 0.94)), bold, WHITE
                )
                brush.use(brush.pen(0.25, INK3, (1.2, 1.2)))
                side = 2 * length * 0.94
                brush.painter.drawArc(brush.rect(-side / 2, -side / 2, side, side), 0, 90 * 16)
                return
            brush.polygon(
                ((0.02, -half), (length - 0.02, -half), (length - 0.02, half), (0.02, half)),
                brush.pen(0.5, BLACK, (1.6, 1.0)) if door.is_secret else bold,
                WHITE,
            )
            if door.is_window:
                brush.lines(
                    thin, [((0.02, dy), (length - 0.02, dy)) for dy in (-half / 3, half / 3)]
                )
            else:
                brush.lines(thin, [((0.1, 0), (length - 0.1, 0))])
                if door.is_locked:
                    brush.disc(length * 0.7, -0.012, 0.05, thin, WHITE)
                    brush.disc(length * 0.7, -0.025, 0.02, None, BLACK)
                    brush.lines(brush.pen(0.45), [((length * 0.7, -0.02), (length * 0.7, 0.026))])
                elif not door.is_secret:
                    brush.disc(length * 0.7, 0, 0.036, brush.pen(0.45), WHITE)
        if door.is_secret:
            x, y = (ax + bx) / 2, (ay + by) / 2
            brush.disc(x, y, 0.13, brush.pen(0.35, BLACK, (1.0, 0.8)), WHITE)
            brush.text(x, y, "S", 4.2, 600, align=0.5, middle=True)

    def _is_near(self, x: float, y: float) -> bool:
        """Tell whether a word that starts or is centered there may show in the window."""
        near = self.window.grown(0.75)
        return near.x <= x <= near.right and near.y <= y <= near.bottom

    # Words -------------------------------------------------------------------------------

    def paint_names(self, *, on_picture: bool = False) -> None:
        """Write each cell's name at its foot; *on_picture*: on a light plate in every cell."""
        size = 2.4 if on_picture else 2.7
        if size * self.brush.fine < 1.0:
            return
        square = self.grid.kind is GridKind.SQUARE
        dx, dy, align = (-0.41, 0.4, 0.0) if square else (0.0, 0.42, 0.5)
        plates = self.content.terrain
        covered = self._covered_cells()
        for cell in self.cells:
            if cell in covered:
                continue
            x, y = self.grid.center(cell)
            if not (self.window.grown(0.25).x <= x + dx <= self.window.right) or not (
                self.window.y <= y + dy <= self.window.bottom + 0.1
            ):
                continue
            busy = plates and bool(self.ink.encounter.map.terrain_at(cell) & _BUSY)
            self.brush.text(
                x + dx,
                y + dy,
                cell_name(self.grid, cell),
                size,
                400,
                INK2 if on_picture else INK3,
                align=align,
                plate=busy or on_picture,
                plate_alpha=0.6 if on_picture else 1.0,
            )

    def _covered_cells(self) -> set[Cell]:
        """Return the cells whose names would look out from under a token or a prop."""
        found: set[Cell] = set()
        if self.content.tokens:
            for token in self.ink.encounter.tokens.values():
                if self.content.gm or not token.hidden:
                    found.update(footprint(self.grid, token.at, token.size, token.turned))
        props = [shapely.Polygon(prop.outline) for prop in self.ink.props]
        if self.content.walls and props:
            index = shapely.STRtree(props)
            square = self.grid.kind is GridKind.SQUARE
            for cell in self.cells:
                x, y = self.grid.center(cell)
                left = x - 0.41 if square else x - 0.12
                name = shapely.box(left, y + 0.32, left + 0.24, y + 0.42)
                if len(index.query(name, predicate="intersects")):
                    found.add(cell)
        return found

    def paint_notes(self) -> None:
        """Draw notes and areas; the GM's own only when asked for."""
        for mark in self.ink.encounter.map.marks.values():
            if (mark.gm_only and not self.ink.gm) or not mark.points:
                continue
            if len(mark.points) > 2:
                pen = self.brush.pen(0.45, INK2, (0.9, 1.2), round_=True)
                self.brush.polygon(mark.points, pen)
            elif len(mark.points) == 2:
                self.brush.lines(self.brush.pen(0.45, INK2), [(mark.points[0], mark.points[1])])
            count = len(mark.points)
            x = sum(point[0] for point in mark.points) / count
            y = sum(point[1] for point in mark.points) / count
            # Notes run long; one that starts three cells away may still reach in.
            near = self.window.grown(3)
            if not (near.x <= x <= near.right and near.y <= y <= near.bottom):
                continue
            if mark.text:
                cell_mm = self.brush.scale / UNITS
                self.brush.card(x, y, mark.text, 2.6, 1.9 * cell_mm, dashed=mark.gm_only)
            elif count == 1:
                self.brush.disc(x, y, 0.06, self.brush.pen(0.4), WHITE)


_WORDS = {
    Terrain.DIFFICULT: "difficult",
    Terrain.OBSCURED: "obscured",
    Terrain.CLIMB: "climb",
}
"""What is written on terrain; the others are plain from their signs."""

_BUSY = Terrain.HAZARDOUS | Terrain.OBSCURED | Terrain.IMPASSABLE | Terrain.WATER
"""Terrain whose signs would run through a cell's name."""

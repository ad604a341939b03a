"""The ink-saver look: white, walls outlined and lightly hatched, terrain by sign."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import shapely
from PySide6.QtCore import QRectF

from battlemap.geometry.footprint import border_steps, footprint
from battlemap.geometry.grid import GridKind
from battlemap.geometry.joined_rings import borders
from battlemap.geometry.names import cell_name
from battlemap.model.terrain import Terrain
from battlemap.ui.printing import ink as shapes
from battlemap.ui.printing.brush import GRID_INK, INK2, INK3, UNITS, WHITE, PaperBrush
from battlemap.ui.printing.content import PLAIN_GRID
from battlemap.ui.printing.ink_obstacles import ObstaclePainter
from battlemap.ui.printing.ink_terrain import TerrainPainter
from battlemap.ui.scene.coordinates import SCENE_SCALE, cells_in
from battlemap.ui.scene.notes import AREA

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPainter

    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid
    from battlemap.ui.printing.content import Content, GridStyle
    from battlemap.ui.printing.ink import InkMap
    from battlemap.ui.printing.paper import Rect

GRID_PEN_MM = 0.2
"""Half of it is bled over the map's border, or the outer cells would print short."""


def fineness(cell_mm: float) -> float:
    """Return by how much strokes are thinned: not at all from an inch a cell, to a quarter."""
    return min(1.0, max(0.25, cell_mm / 25.4))


class InkPainter:
    """Draws a window of a map; the painter's origin is the map's, its unit 0.01 mm."""

    def __init__(
        self,
        painter: QPainter,
        ink: InkMap,
        content: Content,
        cell_mm: float,
        window: Rect,
        style: GridStyle = PLAIN_GRID,
    ) -> None:
        self.ink = ink
        self.style = style
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

    def paint(self, below_words: Callable[[], None] | None = None) -> None:
        """Draw all that the content asks for, but the tokens.

        Parameters
        ----------
        below_words
            Draws more on the ground, before words and numbers are written over it.
        """
        if self.content.grid:
            self.paint_grid()
        if self.content.terrain:
            named = self.content.cell_names
            painter = TerrainPainter(self.brush, self.grid, self.visible, self.cells, named=named)
            for region in self.ink.regions:
                if region.outline.intersects(self.visible):
                    painter.paint_region(region)
        if self.content.elevation:
            self.paint_contours()
        if self.content.cell_names:
            # Below what stands on the map, so that a name is whole or covered, never struck.
            self.paint_names()
        if self.content.walls:
            ObstaclePainter(self.brush, self.ink, self.visible).paint()
        if below_words is not None:
            below_words()
        if self.content.terrain:
            self.paint_words()
        if self.content.elevation:
            self.paint_heights()
        if self.content.notes or self.content.templates:
            self.paint_notes()

    # Grid --------------------------------------------------------------------------------

    def paint_grid(self) -> None:
        """Draw the lines of the cells."""
        width, color = self.style.width_mm or GRID_PEN_MM, self.style.color or GRID_INK
        pen = self.brush.pen(width, color)
        if self.grid.kind is GridKind.SQUARE:
            self.brush.lines(pen, self._square_lines())
        else:
            # Round ends meet without gaps where three borders do.
            round_pen = self.brush.pen(width, color, round_=True)
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

    def paint_words(self) -> None:
        """Name the terrain that has a word, above what stands on it."""
        for region in self.ink.regions:
            word = _WORDS.get(region.kind)
            center = self.grid.center(region.cells[0])
            if word and self._is_near(center.x, center.y):
                self.brush.text(
                    center.x, center.y - 0.33, word, 3.3, 600, align=0.5, middle=True, plate=True
                )

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
        props = [area for _, area in self.ink.prop_areas]
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
            wanted = self.content.templates if mark.kind == AREA else self.content.notes
            if not wanted or (mark.gm_only and not self.ink.gm) or not mark.points:
                continue
            if len(mark.points) > 2:
                pen = self.brush.pen(0.45, INK2, (0.9, 1.2), round_=True)
                for border in borders(mark.points):
                    self.brush.polyline(border, pen)
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

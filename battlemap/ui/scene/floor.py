"""Under everything: the void, the floor, the lines and names of the cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath

from battlemap.geometry.footprint import border_steps
from battlemap.geometry.grid import Grid, GridKind
from battlemap.geometry.names import cell_name
from battlemap.ui.scene.coordinates import (
    SCENE_SCALE,
    cell_polygon,
    cells_in,
    corner_offsets,
    map_path,
    map_rect,
    offsets_in,
    to_scene,
)
from battlemap.ui.scene.remembered import Remembered
from battlemap.ui.scene.strokes import hatch
from battlemap.ui.theme import font, pen, tint

if TYPE_CHECKING:
    from battlemap.ui.scene.sheet import Sheet


def paint_void(sheet: Sheet) -> None:
    """Fill everything with the void's color and its thin hatch."""
    sheet.painter.fillRect(sheet.rect, tint(sheet.theme.void))
    area = QPainterPath()
    area.addRect(sheet.rect)
    hatch(sheet.painter, area, sheet.rect, 45, 9 * sheet.unit, sheet.theme.void_line, sheet.unit)


def paint_floor(sheet: Sheet, grid: Grid, *, is_hidden: bool = False) -> None:
    """Fill the map's cells with the floor's color, each a shade of its own where they are large.

    *is_hidden*: a picture covers it all, so that one color will do.
    """
    painter, theme = sheet.painter, sheet.theme
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    # Neighbors fit exactly only without antialiasing; the rim of hexes is under the grid's lines.
    painter.setRenderHint(painter.RenderHint.Antialiasing, False)
    if is_hidden or sheet.is_small or sheet.ink_saver:
        painter.fillPath(map_path(grid), tint(theme.paper))
        painter.restore()
        return
    shades = _shades(theme.paper)
    for cell in cells_in(grid, sheet.rect):
        column, row = grid.offset(cell)
        shade = shades[(column * 7 + row * 13 + column * row * 5) % len(shades)]
        if grid.kind is GridKind.SQUARE:
            s = SCENE_SCALE
            painter.fillRect(QRectF(column * s, row * s, s, s), shade)
        else:
            painter.setBrush(shade)
            painter.drawPolygon(cell_polygon(grid, cell))
    painter.restore()


def _shades(color: str) -> list[QColor]:
    hue, saturation, lightness, _ = QColor(color).getHslF()
    return [
        QColor.fromHslF(max(hue, 0.0), saturation, min(1.0, max(0.0, lightness + change / 255)))
        for change in (-4, 1, 3, -2, 5, 0, -5, 2, 4, -1, -3)
    ]


def paint_grid(sheet: Sheet, grid: Grid, color: str = "", width: float = 1.0) -> None:
    """Draw the lines between the cells: opaque, *width* pixels wide, none where they would merge.

    *color* is the lines' color over a picture; empty: the theme's.
    """
    if sheet.cell_px < 6:
        return
    painter = sheet.painter
    painter.save()
    line = pen(color or sheet.theme.grid, width * sheet.unit, flat=True)
    painter.setPen(line)
    if grid.kind is GridKind.SQUARE:
        painter.setRenderHint(painter.RenderHint.Antialiasing, sheet.ink_saver)
        left, right, top, bottom = offsets_in(grid, sheet.rect)
        s = SCENE_SCALE
        lines = [QLineF(c * s, top * s, c * s, bottom * s) for c in range(left, right + 1)]
        lines += [QLineF(left * s, r * s, right * s, r * s) for r in range(top, bottom + 1)]
    else:
        if sheet.cell_px < _SMALLEST_HEX:
            painter.restore()
            return
        painter.setRenderHint(painter.RenderHint.Antialiasing, sheet.cell_px >= _SMOOTH_HEX)
        lines = (
            _all_hex_lines(grid)
            if grid.columns * grid.rows <= _KEPT_CELLS
            else _hex_lines(grid, sheet.rect)
        )
    painter.drawLines(lines)
    painter.restore()


def _hex_lines(grid: Grid, rect: QRectF) -> list[QLineF]:
    lines = []
    steps, offsets = border_steps(grid), corner_offsets(grid)
    scaled = [(dx * SCENE_SCALE, dy * SCENE_SCALE) for dx, dy in offsets]
    sides = [(*scaled[i], *scaled[(i + 1) % 6]) for i in range(6)]
    left, right, top, bottom = offsets_in(grid, rect)
    for row in range(top, bottom):
        for column in range(left, right):
            cell = grid.from_offset(column, row)
            x, y = grid.center(cell)
            x, y = x * SCENE_SCALE, y * SCENE_SCALE
            # Each border belongs to one of its two cells, so that no line is drawn twice.
            for ax, ay, bx, by in sides[:3]:
                lines.append(QLineF(x + ax, y + ay, x + bx, y + by))
            if column in (0, grid.columns - 1) or row in (0, grid.rows - 1):
                for index in (3, 4, 5):
                    if cell.plus(steps[index]) not in grid:
                        ax, ay, bx, by = sides[index]
                        lines.append(QLineF(x + ax, y + ay, x + bx, y + by))
    return lines


def _every_hex_line(grid: Grid) -> list[QLineF]:
    return _hex_lines(grid, map_rect(grid))


_all_hex_lines = Remembered(_every_hex_line, kept=3)

_SMALLEST_HEX, _SMOOTH_HEX = 9.0, 16.0
"""Pixels a cell from which on the lines of hexes are drawn, and drawn smoothly."""

_KEPT_CELLS = 2000
"""The lines of hex grids with more cells are made for the visible part only."""


def paint_coordinates(sheet: Sheet, grid: Grid) -> None:
    """Write each cell's name in its lower left."""
    if sheet.is_small:
        return
    painter = sheet.painter
    painter.save()
    painter.setPen(tint(sheet.theme.ink3))
    size = 9.0
    painter.setFont(font(size))
    for cell in cells_in(grid, sheet.rect):
        center = to_scene(grid.center(cell))
        if grid.kind is GridKind.SQUARE:
            place = QPointF(center.x() - 37, center.y() + 38)
        else:
            place = QPointF(center.x() - 12, center.y() + 38)
        painter.save()
        painter.translate(place)
        painter.scale(sheet.unit, sheet.unit)
        painter.drawText(QPointF(0, 0), cell_name(grid, cell))
        painter.restore()
    painter.restore()

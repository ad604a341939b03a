"""The ground: void, floor, terrain with its second signs, and the contours of heights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPolygonF

from battlemap.geometry.footprint import border_steps
from battlemap.geometry.grid import Grid, GridKind
from battlemap.model.terrain import Layer, Terrain
from battlemap.ui.scene.coordinates import (
    SCENE_SCALE,
    SHEET_PIXEL,
    cell_polygon,
    cells_in,
    cells_path,
    map_rect,
    offsets_in,
    to_scene,
)
from battlemap.ui.scene.regions import regions, sign_places
from battlemap.ui.scene.remembered import Remembered
from battlemap.ui.scene.strokes import (
    chevron_badge,
    hatch,
    plate,
    warning_triangle,
)
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell, Point
    from battlemap.model.battle_map import BattleMap
    from battlemap.ui.scene.sheet import Sheet

MEDIUM_CELL = 40.0
"""Cells of fewer pixels show one sign instead of a pattern."""


# The floor ------------------------------------------------------------------------------------


def paint_void(sheet: Sheet) -> None:
    """Fill everything with the void's color and its thin hatch."""
    sheet.painter.fillRect(sheet.rect, tint(sheet.theme.void))
    area = QPainterPath()
    area.addRect(sheet.rect)
    hatch(sheet.painter, area, sheet.rect, 45, 9 * sheet.unit, sheet.theme.void_line, sheet.unit)


def paint_floor(sheet: Sheet, grid: Grid) -> None:
    """Fill the map's cells with the floor's color, each a shade of its own where they are large."""
    painter, theme = sheet.painter, sheet.theme
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    # Neighbors fit exactly only without antialiasing; the rim of hexes is under the grid's lines.
    painter.setRenderHint(painter.RenderHint.Antialiasing, False)
    if grid.kind is GridKind.SQUARE:
        painter.fillRect(map_rect(grid).intersected(sheet.rect), tint(theme.paper))
        if sheet.is_small or sheet.ink_saver:
            painter.restore()
            return
    shades = _shades(theme.paper) if not sheet.ink_saver else [QColor(theme.paper)]
    for cell in cells_in(grid, sheet.rect):
        column, row = grid.offset(cell)
        painter.setBrush(shades[(column * 7 + row * 13 + column * row * 5) % len(shades)])
        painter.drawPolygon(cell_polygon(grid, cell))
    painter.restore()


def _shades(color: str) -> list[QColor]:
    hue, saturation, lightness, _ = QColor(color).getHslF()
    return [
        QColor.fromHslF(max(hue, 0.0), saturation, min(1.0, max(0.0, lightness + change / 255)))
        for change in (-4, 1, 3, -2, 5, 0, -5, 2, 4, -1, -3)
    ]


def paint_grid(sheet: Sheet, grid: Grid, color: str = "") -> None:
    """Draw the lines between the cells: opaque and one pixel wide, none where they would merge.

    *color* is the lines' color over a picture; empty: the theme's.
    """
    if sheet.cell_px < 6:
        return
    painter = sheet.painter
    painter.save()
    line = pen(color or sheet.theme.grid, sheet.unit, flat=True)
    painter.setPen(line)
    if grid.kind is GridKind.SQUARE:
        painter.setRenderHint(painter.RenderHint.Antialiasing, sheet.ink_saver)
        left, right, top, bottom = offsets_in(grid, sheet.rect)
        s = SCENE_SCALE
        lines = [QLineF(c * s, top * s, c * s, bottom * s) for c in range(left, right + 1)]
        lines += [QLineF(left * s, r * s, right * s, r * s) for r in range(top, bottom + 1)]
    else:
        painter.setRenderHint(painter.RenderHint.Antialiasing, sheet.cell_px >= 12)
        lines = (
            _all_hex_lines(grid)
            if grid.columns * grid.rows <= _KEPT_CELLS
            else _hex_lines(grid, sheet.rect)
        )
    painter.drawLines(lines)
    painter.restore()


def _hex_lines(grid: Grid, rect: QRectF) -> list[QLineF]:
    lines = []
    steps = border_steps(grid)
    for cell in cells_in(grid, rect):
        corners = [to_scene(corner) for corner in grid.corners(cell)]
        for index, step in enumerate(steps):
            # Each border belongs to one of its two cells, so that no line is drawn twice.
            if index < 3 or cell.plus(step) not in grid:
                lines.append(QLineF(corners[index], corners[(index + 1) % 6]))
    return lines


def _every_hex_line(grid: Grid) -> list[QLineF]:
    return _hex_lines(grid, map_rect(grid))


_all_hex_lines = Remembered(_every_hex_line, kept=3)

_KEPT_CELLS = 2000
"""The lines of hex grids with more cells are made for the visible part only."""


def paint_coordinates(sheet: Sheet, grid: Grid) -> None:
    """Write each cell's name in its lower left."""
    from battlemap.geometry.names import cell_name
    from battlemap.ui.theme import font

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


# Terrain --------------------------------------------------------------------------------------


def _terrain_path(grid: Grid, layer: Layer, flag: Terrain) -> QPainterPath:
    return cells_path(grid, layer.cells_where(grid, int(flag)))


def _terrain_signs(grid: Grid, layer: Layer, flag: Terrain) -> list[Point]:
    return sign_places(grid, layer.cells_where(grid, int(flag)))


_paths = Remembered(_terrain_path, kept=16)
_signs = Remembered(_terrain_signs, kept=16)


def _visible(sheet: Sheet, grid: Grid, layer: Layer, flag: Terrain) -> list[Cell]:
    left, right, top, bottom = offsets_in(grid, sheet.rect)
    rows, columns = np.nonzero(layer.values[top:bottom, left:right] & int(flag))
    return [
        grid.from_offset(int(c) + left, int(r) + top) for r, c in zip(rows, columns, strict=True)
    ]


def paint_terrain(sheet: Sheet, battle_map: BattleMap) -> None:
    """Fill and mark the cells of each kind of terrain; each kind has a sign besides its color."""
    grid, layer = battle_map.grid.grid, battle_map.terrain
    present = int(np.bitwise_or.reduce(layer.values, axis=None)) if layer.values.size else 0
    for flag, paint in (
        (Terrain.WATER, _water),
        (Terrain.OBSCURED, _obscured),
        (Terrain.DIFFICULT, _difficult),
        (Terrain.CLIMB, _climb),
        (Terrain.IMPASSABLE, _impassable),
        (Terrain.HAZARDOUS, _hazard),
    ):
        if present & int(flag):
            paint(sheet, battle_map, _paths(grid, layer, flag), flag)


def _fill(sheet: Sheet, area: QPainterPath, color: str, alpha: float) -> None:
    if not sheet.ink_saver:
        sheet.painter.fillPath(area, tint(color, alpha))


def _edge(sheet: Sheet, area: QPainterPath, color: str, width: float, *dashes: float) -> None:
    sheet.painter.setBrush(Qt.BrushStyle.NoBrush)
    line = pen(color, width * SHEET_PIXEL, [dash * SHEET_PIXEL for dash in dashes])
    sheet.painter.setPen(line)
    sheet.painter.drawPath(area)


def _difficult(sheet: Sheet, battle_map: BattleMap, area: QPainterPath, flag: Terrain) -> None:
    busy = battle_map.background is not None and not sheet.ink_saver
    _fill(sheet, area, sheet.theme.difficult, 0.2 if busy else 0.38)
    if sheet.ink_saver:
        _edge(sheet, area, sheet.theme.contour, 1.6, 6, 4)
    if sheet.is_small:
        return
    grid = battle_map.grid.grid
    cells = _visible(sheet, grid, battle_map.terrain, flag)
    if busy or sheet.cell_px < MEDIUM_CELL:
        for cell in cells:
            chevron_badge(
                sheet.painter,
                to_scene(grid.center(cell)),
                min(sheet.unit, SHEET_PIXEL),
                fill=sheet.theme.plate,
                ink=sheet.theme.difficult_sign,
            )
        return
    u = SHEET_PIXEL
    sheet.painter.setBrush(Qt.BrushStyle.NoBrush)
    sheet.painter.setPen(pen(sheet.theme.difficult_sign, 1.8 * u, alpha=0.75))
    chevrons = QPainterPath()
    for cell in cells:
        center = to_scene(grid.center(cell))
        for dx, dy in _CHEVRONS[grid.kind]:
            x, y = center.x() + dx * u, center.y() + dy * u
            chevrons.moveTo(x - 5 * u, y + 2.5 * u)
            chevrons.lineTo(x, y - 2.5 * u)
            chevrons.lineTo(x + 5 * u, y + 2.5 * u)
    if not chevrons.isEmpty():  # a PDF file must not hold an empty path
        sheet.painter.drawPath(chevrons)


# Places of a cell's chevrons in pixels at 100 %, from its center.
_HEX_CHEVRONS = ((0, 0), (-18, 0), (18, 0), (-9, -17), (9, -17), (-9, 17), (9, 17))
_CHEVRONS = {
    GridKind.SQUARE: tuple((x, y) for y in (-20, 0, 20) for x in (-20, 0, 20)),
    GridKind.HEX_POINTY: _HEX_CHEVRONS,
    GridKind.HEX_FLAT: _HEX_CHEVRONS,
}


def _climb(sheet: Sheet, battle_map: BattleMap, area: QPainterPath, flag: Terrain) -> None:
    _fill(sheet, area, sheet.theme.difficult, 0.18)
    if sheet.is_small:
        return
    grid = battle_map.grid.grid
    for cell in _visible(sheet, grid, battle_map.terrain, flag):
        chevron_badge(
            sheet.painter,
            to_scene(grid.center(cell)),
            min(sheet.unit, SHEET_PIXEL),
            fill=sheet.theme.plate,
            ink=sheet.theme.difficult_sign,
            bars=True,
        )


def _hazard(sheet: Sheet, battle_map: BattleMap, area: QPainterPath, flag: Terrain) -> None:
    del area  # the hazard's own outline stands a little inside its cells
    grid, u = battle_map.grid.grid, SHEET_PIXEL
    inner = _inset(grid, battle_map.terrain, flag)
    _fill(sheet, inner, sheet.theme.hazard, 0.22)
    if not sheet.is_small:
        hatch(
            sheet.painter,
            inner,
            sheet.rect,
            45,
            16 * u,
            sheet.theme.hazard_sign,
            4 * u if not sheet.ink_saver else 1.4 * u,
            alpha=0.3 if not sheet.ink_saver else 0.6,
        )
    _edge(sheet, inner, sheet.theme.hazard_sign, 1.6, 8, 4)


def paint_hazard_signs(sheet: Sheet, battle_map: BattleMap) -> None:
    """Draw a warning triangle in each hazardous region, over the grid's lines."""
    grid, flag = battle_map.grid.grid, Terrain.HAZARDOUS
    if not (battle_map.terrain.values & int(flag)).any():
        return
    half = 20 if sheet.cell_px >= MEDIUM_CELL else 11
    for place in _signs(grid, battle_map.terrain, flag):
        warning_triangle(
            sheet.painter,
            to_scene(place),
            min(sheet.unit, SHEET_PIXEL) if not sheet.is_small else sheet.unit * 0.7,
            half,
            fill=sheet.theme.plate,
            edge=sheet.theme.hazard_sign,
            ink=sheet.theme.hazard_sign,
        )


def _inset_path(grid: Grid, layer: Layer, flag: Terrain) -> QPainterPath:
    return cells_path(grid, layer.cells_where(grid, int(flag)), inset=2 * SHEET_PIXEL)


_inset = Remembered(_inset_path, kept=8)


def _obscured(sheet: Sheet, battle_map: BattleMap, area: QPainterPath, flag: Terrain) -> None:
    _fill(sheet, area, sheet.theme.obscured, 0.18)
    if sheet.is_small:
        return
    grid = battle_map.grid.grid
    around = _dot_places(grid)
    points = []
    for cell in _visible(sheet, grid, battle_map.terrain, flag):
        center = to_scene(grid.center(cell))
        points.extend(center + place for place in around)
    sheet.painter.setPen(pen(sheet.theme.obscured_sign, 3 * SHEET_PIXEL, alpha=0.58))
    sheet.painter.drawPoints(points)


def _make_dot_places(grid: Grid) -> list[QPointF]:
    """Return where a cell's dots stand around its center: six in its width, without a seam."""
    zero = grid.from_offset(0, 0)
    center = grid.center(zero)
    if grid.kind is GridKind.SQUARE:
        sixths = [(i - 2.5) / 6 for i in range(6)]
        return [to_scene((x, y)) for x in sixths for y in sixths]
    one, two = (grid.center(zero.plus(grid.directions[index])) for index in (0, 1))
    found = []
    for i in range(-5, 6):
        for j in range(-5, 6):
            x = (i * (one.x - center.x) + j * (two.x - center.x)) / 6
            y = (i * (one.y - center.y) + j * (two.y - center.y)) / 6
            if grid.cell_at((center.x + x, center.y + y)) == zero:
                found.append(to_scene((x, y)))
    return found


_dot_places = Remembered(_make_dot_places, kept=3)


def _impassable(sheet: Sheet, battle_map: BattleMap, area: QPainterPath, flag: Terrain) -> None:
    del battle_map, flag
    _fill(sheet, area, sheet.theme.impassable, 0.35)
    u = SHEET_PIXEL
    if not sheet.is_small:
        for angle in (45, -45):
            hatch(
                sheet.painter,
                area,
                sheet.rect,
                angle,
                9 * u,
                sheet.theme.impassable_sign,
                1.6 * u,
                alpha=0.9,
            )
    _edge(sheet, area, sheet.theme.impassable_sign, 2.5)


def _water(sheet: Sheet, battle_map: BattleMap, area: QPainterPath, flag: Terrain) -> None:
    _fill(sheet, area, sheet.theme.water, 0.42)
    if sheet.is_small:
        return
    u, grid = SHEET_PIXEL, battle_map.grid.grid
    waves = QPainterPath()
    for cell in _visible(sheet, grid, battle_map.terrain, flag):
        center = to_scene(grid.center(cell))
        for row in (-18, 6):
            x, y = center.x() - 24 * u, center.y() + row * u
            waves.moveTo(x, y)
            for wave in range(2):
                start = x + wave * 24 * u
                waves.quadTo(start + 6 * u, y - 8 * u, start + 12 * u, y)
                waves.quadTo(start + 18 * u, y + 8 * u, start + 24 * u, y)
    if waves.isEmpty():  # a PDF file must not hold an empty path
        return
    sheet.painter.setBrush(Qt.BrushStyle.NoBrush)
    sheet.painter.setPen(pen(sheet.theme.water_sign, 1.6 * u, alpha=0.6))
    sheet.painter.drawPath(waves)


# Heights --------------------------------------------------------------------------------------


def _contours(grid: Grid, layer: Layer) -> tuple[list[QLineF], list[QLineF]]:
    """Return the borders between heights, and their ticks, which point downhill."""
    edges, ticks = [], []
    lowest = int(layer.values.min())
    rows, columns = layer.values.shape
    for row in range(rows):
        for column in range(columns):
            height = int(layer.values[row, column])
            if height == lowest:
                continue
            cell = grid.from_offset(column, row)
            for index, step in enumerate(border_steps(grid)):
                other = cell.plus(step)
                if other not in grid or layer.at(grid, other) >= height:
                    continue
                corners = grid.corners(cell)
                a = to_scene(corners[index])
                b = to_scene(corners[(index + 1) % len(corners)])
                edges.append(QLineF(a, b))
                ticks.extend(_ticks(a, b, 3 if grid.kind is GridKind.SQUARE else 2))
    return edges, ticks


def _ticks(a: QPointF, b: QPointF, count: int) -> list[QLineF]:
    dx, dy = b.x() - a.x(), b.y() - a.y()
    length = (dx * dx + dy * dy) ** 0.5
    # Corners run clockwise, so the outside, which is downhill, is on the left.
    nx, ny = dy / length * 7 * SHEET_PIXEL, -dx / length * 7 * SHEET_PIXEL
    made = []
    for i in range(count):
        share = (2 * i + 1) / (2 * count)
        x, y = a.x() + dx * share, a.y() + dy * share
        made.append(QLineF(x, y, x + nx, y + ny))
    return made


def _flat(grid: Grid, layer: Layer) -> tuple[list[QLineF], list[QLineF]]:
    return _contours(grid, layer) if layer.values.any() else ([], [])


def _height_regions(
    grid: Grid, layer: Layer
) -> list[tuple[int, QPainterPath, Point, frozenset[Cell]]]:
    """Return each region of one height: feet, outline, where its number stands, and its cells."""
    found = []
    for feet in sorted({int(value) for value in np.unique(layer.values)} - {0}):
        rows, columns = np.nonzero(layer.values == feet)
        cells = [grid.from_offset(int(c), int(r)) for r, c in zip(rows, columns, strict=True)]
        for region in regions(grid, cells):
            place = sign_places(grid, region)[0]
            found.append((feet, cells_path(grid, region), place, frozenset(region)))
    return found


_lines = Remembered(_flat, kept=4)
_heights = Remembered(_height_regions, kept=4)


def paint_elevation(sheet: Sheet, battle_map: BattleMap) -> None:
    """Tint what is higher or lower than the map's ground, and draw contours with ticks downhill."""
    grid, layer = battle_map.grid.grid, battle_map.elevation
    edges, ticks = _lines(grid, layer)
    if not edges:
        return
    painter, theme = sheet.painter, sheet.theme
    for feet, area, _, _ in _heights(grid, layer):
        if area.boundingRect().intersects(sheet.rect):
            _fill(sheet, area, theme.height, min(0.5, 0.2 + 0.06 * (abs(feet) // 5 - 1)))
    painter.setPen(pen(theme.contour, 2 * SHEET_PIXEL, alpha=0.65 if not sheet.ink_saver else 1))
    painter.drawLines(edges)
    if not sheet.is_small:
        painter.setPen(pen(theme.contour, 1.4 * SHEET_PIXEL, alpha=0.6, flat=True))
        painter.drawLines(ticks)


def paint_height_numbers(
    sheet: Sheet, battle_map: BattleMap, occupied: frozenset[Cell] = frozenset()
) -> None:
    """Write each region's height on a plate, in a cell that no token hides."""
    if sheet.is_small:
        return
    theme, grid = sheet.theme, battle_map.grid.grid
    for feet, area, place, cells in _heights(grid, battle_map.elevation):
        if not area.boundingRect().intersects(sheet.rect):
            continue
        spot = place
        if occupied:
            taken = {cell for cell in occupied if cell in cells}
            near = {grid.cell_at((place.x + dx, place.y + dy)) for dx, dy in _NEAR}
            if taken & near:
                free = [cell for cell in cells if cell not in taken] or list(cells)
                spot = min((grid.center(cell) for cell in free), key=lambda c: _far(c, place))
        plate(
            sheet.painter,
            to_scene(spot),
            height_text(feet),
            sheet.unit,
            ink=theme.on_plate if theme.is_dark else theme.contour,
            fill=theme.plate,
            edge="" if theme.is_dark else theme.contour,
            size=10.5,
            alpha=0.9,
        )


_NEAR = ((0.0, 0.0), (-0.35, -0.2), (0.35, -0.2), (-0.35, 0.2), (0.35, 0.2))
"""Where the plate of a height may touch a token, in cells around its middle."""


def _far(a: Point, b: Point) -> float:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def height_text(feet: int) -> str:
    """Return a height with its sign: "+10 ft"."""
    return f"+{feet} ft" if feet >= 0 else f"−{-feet} ft"


def polygon_center(points: QPolygonF) -> QPointF:
    """Return the mean of a polygon's corners."""
    count = max(1, points.size())
    return QPointF(sum(p.x() for p in points) / count, sum(p.y() for p in points) / count)

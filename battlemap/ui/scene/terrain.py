"""Terrain: each kind has a color and a second sign, a pattern or a badge."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath

from battlemap.geometry.grid import Grid, GridKind
from battlemap.model.terrain import Layer, Terrain
from battlemap.ui.scene.coordinates import SHEET_PIXEL, offsets_in, to_scene
from battlemap.ui.scene.outlines import region_paths
from battlemap.ui.scene.regions import sign_places
from battlemap.ui.scene.remembered import Remembered
from battlemap.ui.scene.stamps import Chevrons, Stamps
from battlemap.ui.scene.strokes import chevron_badge, hatch, warning_triangle
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell, Point
    from battlemap.model.battle_map import BattleMap
    from battlemap.ui.scene.sheet import Sheet

MEDIUM_CELL = 40.0
"""Cells of fewer pixels show one sign instead of a pattern."""


def _terrain_paths(grid: Grid, layer: Layer, flag: Terrain) -> list[QPainterPath]:
    return _outlines(grid, layer, flag, 0.0)


def _outlines(grid: Grid, layer: Layer, flag: Terrain, inset: float) -> list[QPainterPath]:
    """Return the outlines of one kind of ground; a stroke of the brush changes no other kind."""
    marked = (layer.values & int(flag)) != 0
    last = _last.get((grid, flag, inset))
    if last is not None and np.array_equal(last[0], marked):
        return last[1]
    made = region_paths(grid, marked, inset)
    if len(_last) >= _KEPT:
        _last.clear()
    _last[grid, flag, inset] = marked, made
    return made


_KEPT = 16
_last: dict[tuple[Grid, Terrain, float], tuple[NDArray[np.bool_], list[QPainterPath]]] = {}


def _terrain_signs(grid: Grid, layer: Layer, flag: Terrain) -> list[Point]:
    return sign_places(grid, (layer.values & int(flag)) != 0)


_paths = Remembered(_terrain_paths, kept=16)
_signs = Remembered(_terrain_signs, kept=16)


def _visible(sheet: Sheet, grid: Grid, layer: Layer, flag: Terrain) -> list[Cell]:
    left, right, top, bottom = offsets_in(grid, sheet.rect)
    rows, columns = np.nonzero(layer.values[top:bottom, left:right] & int(flag))
    return [
        grid.from_offset(int(c) + left, int(r) + top) for r, c in zip(rows, columns, strict=True)
    ]


def prepare_terrain(battle_map: BattleMap) -> None:
    """Find the outlines of all kinds of ground, for whoever draws them next."""
    grid, layer = battle_map.grid.grid, battle_map.terrain
    for flag in Terrain:
        if flag is Terrain.HAZARDOUS and layer.has(flag):
            _inset(grid, layer, flag)
            _signs(grid, layer, flag)
        if layer.has(flag):
            _paths(grid, layer, flag)


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
            paint(sheet, battle_map, _shown(sheet, _paths(grid, layer, flag)), flag)


def _shown(sheet: Sheet, parts: list[QPainterPath]) -> list[QPainterPath]:
    """Return the parts that show, edges included."""
    near = sheet.rect.adjusted(-_EDGE, -_EDGE, _EDGE, _EDGE)
    return [part for part in parts if part.controlPointRect().intersects(near)]


_EDGE = 4 * SHEET_PIXEL


def _fill(sheet: Sheet, parts: list[QPainterPath], color: str, alpha: float) -> None:
    if not sheet.ink_saver:
        for part in parts:
            sheet.painter.fillPath(part, tint(color, alpha))


def _edge(
    sheet: Sheet, parts: list[QPainterPath], color: str, width: float, *dashes: float
) -> None:
    sheet.painter.setBrush(Qt.BrushStyle.NoBrush)
    line = pen(color, width * SHEET_PIXEL, [dash * SHEET_PIXEL for dash in dashes])
    sheet.painter.setPen(line)
    for part in parts:
        sheet.painter.drawPath(part)


def _difficult(
    sheet: Sheet, battle_map: BattleMap, parts: list[QPainterPath], flag: Terrain
) -> None:
    busy = battle_map.background is not None and not sheet.ink_saver
    _fill(sheet, parts, sheet.theme.difficult, 0.2 if busy else 0.38)
    if sheet.ink_saver:
        _edge(sheet, parts, sheet.theme.contour, 1.6, 6, 4)
    if sheet.is_small:
        return
    grid = battle_map.grid.grid
    cells = _visible(sheet, grid, battle_map.terrain, flag)
    if busy or sheet.cell_px < MEDIUM_CELL:
        sign = Chevrons(sheet.theme.plate, sheet.theme.difficult_sign)
        with Stamps(sheet.painter, min(sheet.unit, SHEET_PIXEL)) as stamps:
            for cell in cells:
                stamps.put(to_scene(grid.center(cell)), sign)
        return
    u = SHEET_PIXEL
    sheet.painter.setBrush(Qt.BrushStyle.NoBrush)
    sheet.painter.setPen(pen(sheet.theme.difficult_sign, 1.8 * u, alpha=0.75))
    # One small path a cell: a raster painter sweeps the whole box of a path.
    one = QPainterPath()
    for dx, dy in _CHEVRONS[grid.kind]:
        one.moveTo((dx - 5) * u, (dy + 2.5) * u)
        one.lineTo(dx * u, (dy - 2.5) * u)
        one.lineTo((dx + 5) * u, (dy + 2.5) * u)
    for cell in cells:
        sheet.painter.drawPath(one.translated(to_scene(grid.center(cell))))


# Places of a cell's chevrons in pixels at 100 %, from its center.
_HEX_CHEVRONS = ((0, 0), (-18, 0), (18, 0), (-9, -17), (9, -17), (-9, 17), (9, 17))
_CHEVRONS = {
    GridKind.SQUARE: tuple((x, y) for y in (-20, 0, 20) for x in (-20, 0, 20)),
    GridKind.HEX_POINTY: _HEX_CHEVRONS,
    GridKind.HEX_FLAT: _HEX_CHEVRONS,
}


def _climb(sheet: Sheet, battle_map: BattleMap, parts: list[QPainterPath], flag: Terrain) -> None:
    _fill(sheet, parts, sheet.theme.difficult, 0.18)
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


def _hazard(sheet: Sheet, battle_map: BattleMap, parts: list[QPainterPath], flag: Terrain) -> None:
    del parts  # the hazard's own outline stands a little inside its cells
    grid, u = battle_map.grid.grid, SHEET_PIXEL
    inner = _shown(sheet, _inset(grid, battle_map.terrain, flag))
    _fill(sheet, inner, sheet.theme.hazard, 0.22)
    if not sheet.is_small:
        for part in inner:
            hatch(
                sheet.painter,
                part,
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
    edge = half * max(sheet.unit, SHEET_PIXEL)
    near = sheet.rect.adjusted(-edge, -edge, edge, edge)
    for place in _signs(grid, battle_map.terrain, flag):
        if not near.contains(to_scene(place)):
            continue
        warning_triangle(
            sheet.painter,
            to_scene(place),
            min(sheet.unit, SHEET_PIXEL) if not sheet.is_small else sheet.unit * 0.7,
            half,
            fill=sheet.theme.plate,
            edge=sheet.theme.hazard_sign,
            ink=sheet.theme.hazard_sign,
        )


def _inset_paths(grid: Grid, layer: Layer, flag: Terrain) -> list[QPainterPath]:
    return _outlines(grid, layer, flag, 2 * SHEET_PIXEL)


_inset = Remembered(_inset_paths, kept=8)


def _obscured(
    sheet: Sheet, battle_map: BattleMap, parts: list[QPainterPath], flag: Terrain
) -> None:
    _fill(sheet, parts, sheet.theme.obscured, 0.18)
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


def _impassable(
    sheet: Sheet, battle_map: BattleMap, parts: list[QPainterPath], flag: Terrain
) -> None:
    del battle_map, flag
    _fill(sheet, parts, sheet.theme.impassable, 0.35)
    u = SHEET_PIXEL
    if not sheet.is_small:
        for part, angle in product(parts, (45, -45)):
            hatch(
                sheet.painter,
                part,
                sheet.rect,
                angle,
                9 * u,
                sheet.theme.impassable_sign,
                1.6 * u,
                alpha=0.9,
            )
    _edge(sheet, parts, sheet.theme.impassable_sign, 2.5)


def _water(sheet: Sheet, battle_map: BattleMap, parts: list[QPainterPath], flag: Terrain) -> None:
    _fill(sheet, parts, sheet.theme.water, 0.42)
    if sheet.is_small:
        return
    u, grid = SHEET_PIXEL, battle_map.grid.grid
    waves = QPainterPath()
    for row in (-18, 6):
        waves.moveTo(-24 * u, row * u)
        for start in (-24, 0):
            waves.quadTo((start + 6) * u, (row - 8) * u, (start + 12) * u, row * u)
            waves.quadTo((start + 18) * u, (row + 8) * u, (start + 24) * u, row * u)
    sheet.painter.setBrush(Qt.BrushStyle.NoBrush)
    sheet.painter.setPen(pen(sheet.theme.water_sign, 1.6 * u, alpha=0.6))
    for cell in _visible(sheet, grid, battle_map.terrain, flag):
        sheet.painter.drawPath(waves.translated(to_scene(grid.center(cell))))

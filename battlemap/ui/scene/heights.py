"""Heights: contours with ticks that point downhill, tints, and a number for each region."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF

from battlemap.geometry.footprint import border_steps
from battlemap.geometry.grid import Grid, GridKind
from battlemap.tactics.window import Window, layer_in
from battlemap.ui.scene.coordinates import SCENE_SCALE, SHEET_PIXEL, corner_offsets, to_scene
from battlemap.ui.scene.outlines import centers_in, region_paths
from battlemap.ui.scene.regions import Region, regions
from battlemap.ui.scene.remembered import Remembered
from battlemap.ui.scene.strokes import plate
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QPainterPath

    from battlemap.geometry.cell import Cell, Point
    from battlemap.model.battle_map import BattleMap
    from battlemap.model.terrain import Layer
    from battlemap.ui.scene.sheet import Sheet


_Lines = NDArray[np.float64]
"""Rows (x, y, x, y) in scene units."""


def _contours(grid: Grid, layer: Layer) -> tuple[_Lines, _Lines]:
    """Return the borders between heights, and their ticks, which point downhill."""
    window = Window.of_map(grid, 1)
    heights = layer_in(grid, layer.values.astype(np.int32), window, _BEYOND)
    own = np.flatnonzero((heights > int(layer.values.min())) & (heights < _BEYOND))
    centers = centers_in(grid, window, own)
    offsets = np.array(corner_offsets(grid))
    edges = []
    for index, step in enumerate(border_steps(grid)):
        lower = heights[own + window.shift(step)] < heights[own]
        a, b = offsets[index], offsets[(index + 1) % len(offsets)]
        edges.append(np.hstack([centers[lower] + a, centers[lower] + b]))
    lines = np.concatenate(edges) * SCENE_SCALE
    return lines, _ticks(lines, 3 if grid.kind is GridKind.SQUARE else 2)


_BEYOND = 2**30
"""Off the map it is higher than anywhere: no contour runs along its rim."""


def _ticks(edges: _Lines, count: int) -> _Lines:
    if not len(edges):
        return edges
    start, along = edges[:, :2], edges[:, 2:] - edges[:, :2]
    length = np.hypot(along[:, 0], along[:, 1])[:, None]
    # Corners run clockwise, so the outside, which is downhill, is on the left.
    out = np.stack([along[:, 1], -along[:, 0]], axis=1) / length * 7 * SHEET_PIXEL
    made = []
    for i in range(count):
        at = start + along * ((2 * i + 1) / (2 * count))
        made.append(np.hstack([at, at + out]))
    return np.concatenate(made)


def _shown(lines: _Lines, rect: QRectF) -> list[QLineF]:
    """Return the lines that may show in *rect*."""
    edge = 8 * SHEET_PIXEL
    near = (np.minimum(lines[:, 0], lines[:, 2]) <= rect.right() + edge) & (
        np.maximum(lines[:, 0], lines[:, 2]) >= rect.left() - edge
    )
    near &= (np.minimum(lines[:, 1], lines[:, 3]) <= rect.bottom() + edge) & (
        np.maximum(lines[:, 1], lines[:, 3]) >= rect.top() - edge
    )
    return [QLineF(*line) for line in lines[near].tolist()]


def _flat(grid: Grid, layer: Layer) -> tuple[_Lines, _Lines]:
    if layer.values.any():
        return _contours(grid, layer)
    return np.empty((0, 4)), np.empty((0, 4))


def _height_tints(grid: Grid, layer: Layer) -> list[tuple[int, list[QPainterPath]]]:
    """Return each height, in feet, with the outlines of what lies at it."""
    return [(feet, region_paths(grid, layer.values == feet)) for feet in _heights_of(layer)]


def _heights_of(layer: Layer) -> list[int]:
    return sorted({int(value) for value in np.unique(layer.values)} - {0})


class _Number(NamedTuple):
    feet: int
    place: Point
    """Where it stands if nobody is in the way."""
    box: QRectF
    """What holds its region, in scene units."""
    region: Region


def _height_numbers(grid: Grid, layer: Layer) -> list[_Number]:
    """Return the numbers of the regions of one height."""
    return [
        _Number(feet, region.first_sign(), _box_of(region), region)
        for feet in _heights_of(layer)
        for region in regions(grid, layer.values == feet)
    ]


def _box_of(region: Region) -> QRectF:
    columns, rows = region.columns, region.rows
    ends = [
        region.grid.center(region.grid.from_offset(column, row))
        for column in (int(columns.min()), int(columns.max()))
        for row in (int(rows.min()), int(rows.max()))
    ]
    xs, ys = [end.x for end in ends], [end.y for end in ends]
    box = QRectF(to_scene((min(xs), min(ys))), to_scene((max(xs), max(ys))))
    # Corners of a cell lie less than a cell from its center, and every second row stands aside.
    return box.adjusted(-SCENE_SCALE, -SCENE_SCALE, SCENE_SCALE, SCENE_SCALE)


_lines = Remembered(_flat, kept=4)
_tints = Remembered(_height_tints, kept=4)
_numbers = Remembered(_height_numbers, kept=4)


def prepare_heights(battle_map: BattleMap) -> None:
    """Find the contours and regions of heights, for whoever draws them next."""
    if battle_map.elevation.values.any():
        _lines(battle_map.grid.grid, battle_map.elevation)
        _tints(battle_map.grid.grid, battle_map.elevation)
        _numbers(battle_map.grid.grid, battle_map.elevation)


def paint_elevation(sheet: Sheet, battle_map: BattleMap) -> None:
    """Tint what is higher or lower than the map's ground, and draw contours with ticks downhill."""
    grid, layer = battle_map.grid.grid, battle_map.elevation
    edges, ticks = _lines(grid, layer)
    if not len(edges):
        return
    painter, theme = sheet.painter, sheet.theme
    for feet, areas in _tints(grid, layer):
        for area in areas:
            if area.controlPointRect().intersects(sheet.rect):
                _tint(sheet, area, theme.height, min(0.5, 0.2 + 0.06 * (abs(feet) // 5 - 1)))
    painter.setPen(pen(theme.contour, 2 * SHEET_PIXEL, alpha=0.65 if not sheet.ink_saver else 1))
    painter.drawLines(_shown(edges, sheet.rect))
    if not sheet.is_small:
        painter.setPen(pen(theme.contour, 1.4 * SHEET_PIXEL, alpha=0.6, flat=True))
        painter.drawLines(_shown(ticks, sheet.rect))


def paint_height_numbers(
    sheet: Sheet,
    battle_map: BattleMap,
    occupied: frozenset[Cell] = frozenset(),
    *,
    tokens_tell: bool = True,
) -> None:
    """Write each region's height on a plate, in a cell that no token and no name hides.

    Parameters
    ----------
    occupied
        The cells that are hidden.
    tokens_tell
        Whether tokens have their height on plates of their own: then a region without a free cell
        needs no number.
    """
    if sheet.is_small:
        return
    theme, grid = sheet.theme, battle_map.grid.grid
    for feet, place, box, region in _numbers(grid, battle_map.elevation):
        if not box.intersects(sheet.rect):
            continue
        spot = place
        near = (grid.cell_at((place.x + dx, place.y + dy)) for dx, dy in _NEAR)
        if any(cell in occupied and cell in region for cell in near):
            free = next((cell for cell in region.nearest(place) if cell not in occupied), None)
            if free is None and tokens_tell:
                continue
            spot = grid.center(next(region.nearest(place)) if free is None else free)
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


def height_text(feet: int) -> str:
    """Return a height with its sign: "+10 ft"."""
    return f"+{feet} ft" if feet > 0 else f"−{-feet} ft" if feet < 0 else "0 ft"


def _tint(sheet: Sheet, area: QPainterPath, color: str, alpha: float) -> None:
    if not sheet.ink_saver:
        sheet.painter.fillPath(area, tint(color, alpha))

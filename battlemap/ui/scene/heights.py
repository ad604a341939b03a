"""Heights: contours with ticks that point downhill, tints, and a number for each region."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF

from battlemap.geometry.footprint import border_steps
from battlemap.geometry.grid import Grid, GridKind
from battlemap.ui.scene.coordinates import SHEET_PIXEL, cells_path, to_scene
from battlemap.ui.scene.regions import regions, sign_places
from battlemap.ui.scene.remembered import Remembered
from battlemap.ui.scene.strokes import plate
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QPainterPath

    from battlemap.geometry.cell import Cell, Point
    from battlemap.model.battle_map import BattleMap
    from battlemap.model.terrain import Layer
    from battlemap.ui.scene.sheet import Sheet


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


def prepare_heights(battle_map: BattleMap) -> None:
    """Find the contours and regions of heights, for whoever draws them next."""
    if battle_map.elevation.values.any():
        _lines(battle_map.grid.grid, battle_map.elevation)
        _heights(battle_map.grid.grid, battle_map.elevation)


def paint_elevation(sheet: Sheet, battle_map: BattleMap) -> None:
    """Tint what is higher or lower than the map's ground, and draw contours with ticks downhill."""
    grid, layer = battle_map.grid.grid, battle_map.elevation
    edges, ticks = _lines(grid, layer)
    if not edges:
        return
    painter, theme = sheet.painter, sheet.theme
    for feet, area, _, _ in _heights(grid, layer):
        if area.boundingRect().intersects(sheet.rect):
            _tint(sheet, area, theme.height, min(0.5, 0.2 + 0.06 * (abs(feet) // 5 - 1)))
    painter.setPen(pen(theme.contour, 2 * SHEET_PIXEL, alpha=0.65 if not sheet.ink_saver else 1))
    painter.drawLines(edges)
    if not sheet.is_small:
        painter.setPen(pen(theme.contour, 1.4 * SHEET_PIXEL, alpha=0.6, flat=True))
        painter.drawLines(ticks)


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
    for feet, area, place, cells in _heights(grid, battle_map.elevation):
        if not area.boundingRect().intersects(sheet.rect):
            continue
        spot = place
        if occupied:
            taken = {cell for cell in occupied if cell in cells}
            near = {grid.cell_at((place.x + dx, place.y + dy)) for dx, dy in _NEAR}
            if taken & near:
                free = [cell for cell in cells if cell not in taken]
                if not free and tokens_tell:
                    continue
                free = free or list(cells)
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
    return f"+{feet} ft" if feet > 0 else f"−{-feet} ft" if feet < 0 else "0 ft"


def _tint(sheet: Sheet, area: QPainterPath, color: str, alpha: float) -> None:
    if not sheet.ink_saver:
        sheet.painter.fillPath(area, tint(color, alpha))

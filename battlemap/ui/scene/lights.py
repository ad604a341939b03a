"""The signs of lights on the map, for the GM: a sun, filled while the light is on."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt

from battlemap.ui.scene.coordinates import SCENE_SCALE, to_scene
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.battle_map import Light
    from battlemap.ui.scene.sheet import Sheet

RADIUS = 10.0
"""Of a sign, its plate and rays included, in pixels of type."""

_SHARE = 0.2
"""How much of a cell's width the radius takes at most where cells are small."""

_RAYS = 8


def paint_lights(sheet: Sheet, lights: Sequence[Light]) -> None:
    """Draw the sign of each light in the exposed part; small cells have none."""
    if sheet.is_small:
        return
    radius = min(RADIUS * sheet.unit, _SHARE * SCENE_SCALE)
    for light in lights:
        middle = to_scene(light.position)
        box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        if box.intersects(sheet.rect):
            _paint_light(sheet, light, middle, radius)


def _paint_light(sheet: Sheet, light: Light, middle: QPointF, radius: float) -> None:
    painter, theme = sheet.painter, sheet.theme
    color = theme.warn if light.is_on else theme.ink3
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.plate, 0.85))
    painter.drawEllipse(middle, radius, radius)
    painter.setPen(pen(color, radius * 0.14))
    painter.setBrush(tint(color) if light.is_on else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, radius * 0.34, radius * 0.34)
    if not light.is_on:
        # Crossed out: the filling isn't the only sign.
        painter.drawLine(
            QLineF(middle + QPointF(-radius, radius) * 0.5, middle + QPointF(radius, -radius) * 0.5)
        )
        return
    for ray in range(_RAYS):
        way = QPointF(cos(2 * pi * ray / _RAYS), sin(2 * pi * ray / _RAYS))
        painter.drawLine(QLineF(middle + way * radius * 0.52, middle + way * radius * 0.78))

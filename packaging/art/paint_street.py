"""A town street with a barricade across it: cobbles between two rows of houses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from canvas import Canvas, ball, blob, brush, pen, polygon, rect, stone
from paint_dungeon import cells
from paint_wild import cart
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF

ROOFS = ("#7A4A38", "#5E5A58", "#85603F")
"""Tiles, slate and shingles, by turns."""


def barricade(source: dict[str, Any], scale: int) -> Canvas:
    """Paint cobbles, houses, rubble, the bonfire and everything that stands in the street."""
    grid = source["grid"]
    canvas = Canvas(grid["columns"], grid["rows"], scale, "#5F594F", 17)
    _cobbles(canvas)
    canvas.lighten(0.1 * canvas.noise(2.4, 4))
    _gutter(canvas)
    _shadows(canvas, source)
    _houses(canvas, source)
    painter = canvas.painter()
    for column, row in sorted(cells(source, "difficult")):
        for _ in range(9):
            x, y = column + canvas.rng.uniform(0.1, 0.9), row + canvas.rng.uniform(0.1, 0.9)
            stone(painter, x, y, canvas.rng.uniform(0.06, 0.15), canvas.rng, "#8A8172")
        _plank(painter, column + 0.5, row + 0.5, float(canvas.rng.uniform(0, 180)))
    painter.end()
    for column, row in cells(source, "hazardous"):
        _bonfire(canvas, column + 0.5, row + 0.5)
    for prop in source["props"]:
        _prop(canvas, prop)
    return canvas


def _cobbles(canvas: Canvas) -> None:
    painter = canvas.painter()
    row = 0
    y = 0.0
    while y < canvas.height + 0.2:
        x = -0.13 * (row % 2)
        while x < canvas.width + 0.2:
            wide = canvas.rng.uniform(0.2, 0.29)
            tone = QColor("#8E8675").lighter(int(100 + canvas.rng.uniform(-12, 11)))
            painter.setPen(pen("#4C473E", 0.022))
            painter.setBrush(tone)
            painter.drawRoundedRect(rect(x, y, wide - 0.02, 0.2), 0.07, 0.07)
            painter.setPen(pen("#FFFFFF", 0.012, 0.22))
            painter.drawLine(QPointF(x + 0.06, y + 0.03), QPointF(x + wide - 0.1, y + 0.03))
            x += wide
        y += 0.22
        row += 1
    painter.end()


def _gutter(canvas: Canvas) -> None:
    """The street is worn along its middle, and wet along the houses."""
    height, width = canvas.size[1], canvas.size[0]
    y = np.mgrid[0:height, 0:width][0] / canvas.scale
    worn = np.exp(-(((y - 6) / 2.2) ** 2)) * np.clip(0.6 + canvas.noise(3.0, 3), 0, 1)
    canvas.lighten(0.09 * worn)
    wet = np.exp(-(((y - 1.35) / 0.22) ** 2)) + np.exp(-(((y - 10.65) / 0.22) ** 2))
    canvas.blend("#2E3338", 0.4 * wet * np.clip(0.7 + canvas.noise(1.4, 3), 0, 1))


def _shadows(canvas: Canvas, source: dict[str, Any]) -> None:
    """Low light from the north-west: houses and heaps throw long shadows."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addRect(rect(0, 0, canvas.width, 1.45))
    for prop in source["props"]:
        outline = polygon([(x, y) for x, y in prop["outline"]])
        path.addPath(outline.translated(0.12, 0.16))
    canvas.lighten(-0.45 * canvas.soft(canvas.mask(path), 0.07))


def _houses(canvas: Canvas, source: dict[str, Any]) -> None:
    painter = canvas.painter()
    for index, wall in enumerate(source["walls"]):
        (x0, y0), (x1, _) = wall["from"], wall["to"]
        north = y0 < canvas.height / 2
        top = 0.0 if north else y0
        house = rect(x0, top, x1 - x0, y0 if north else canvas.height - y0)
        _roof(canvas, painter, house, ROOFS[index % len(ROOFS)], north=north)
    for door in source["doors"]:
        (x0, y0), (x1, _) = door["from"], door["to"]
        painter.fillRect(rect(x0, y0, x1 - x0, canvas.height - y0), QColor("#4A4339"))
        painter.setPen(pen("#2A2118", 0.05))
        painter.setBrush(QColor("#6A4A2A"))
        painter.drawRect(rect(x0 + 0.12, y0 + 0.06, x1 - x0 - 0.24, 0.16))
    painter.end()


def _roof(canvas: Canvas, painter: QPainter, house: QRectF, tone: str, *, north: bool) -> None:
    painter.setPen(pen("#2B2018", 0.05))
    painter.setBrush(QColor(tone))
    painter.drawRect(house)
    painter.save()
    painter.setClipRect(house)
    rows = 5
    step = house.height() / rows
    for row in range(rows):
        y = house.top() + row * step
        x = house.left() - 0.1 * (row % 2)
        while x < house.right():
            shade = QColor(tone).lighter(int(100 + canvas.rng.uniform(-14, 14)))
            painter.setPen(pen("#20160F", 0.014, 0.7))
            painter.setBrush(shade)
            painter.drawRoundedRect(rect(x, y, 0.2, step * 1.05), 0.04, 0.04)
            x += 0.2
    painter.restore()
    eaves = house.bottom() if north else house.top()
    painter.setPen(pen("#C9B48C", 0.07))
    painter.drawLine(QPointF(house.left(), eaves), QPointF(house.right(), eaves))
    painter.setPen(pen("#2B2018", 0.03))
    painter.drawLine(QPointF(house.left(), eaves), QPointF(house.right(), eaves))


def _plank(painter: QPainter, x: float, y: float, turn: float) -> None:
    painter.save()
    painter.translate(x, y)
    painter.rotate(turn)
    painter.fillRect(rect(-0.34, -0.05, 0.72, 0.13), brush("#1B150E", 0.4))
    painter.setPen(pen("#2C2013", 0.02))
    painter.setBrush(QColor("#8A683E"))
    painter.drawRect(rect(-0.36, -0.07, 0.72, 0.12))
    painter.restore()


def _bonfire(canvas: Canvas, x: float, y: float) -> None:
    height, width = canvas.size[1], canvas.size[0]
    rows, columns = np.mgrid[0:height, 0:width] / canvas.scale
    far = np.hypot(columns - x, rows - y)
    canvas.blend("#FFB347", 0.5 * np.exp(-((far / 1.1) ** 2)))
    painter = canvas.painter()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillPath(blob(x, y, 0.4, canvas.rng), brush("#1A120C", 0.8))
    for turn in (10, 70, 130):
        _plank(painter, x, y, turn)
    painter.setPen(Qt.PenStyle.NoPen)
    for radius, light, dark in ((0.3, "#FFD257", "#D9541E"), (0.17, "#FFF6CC", "#FFB02E")):
        painter.setBrush(ball(x, y, radius, light, dark))
        painter.drawPath(blob(x, y, radius, canvas.rng, corners=8, rough=0.3))
    painter.end()


def _prop(canvas: Canvas, prop: dict[str, Any]) -> None:
    name, outline = prop["name"], prop["outline"]
    if name in ("Cart", "Wagon bed"):
        cart(canvas, outline)
        return
    bounds = polygon([(x, y) for x, y in outline]).boundingRect()
    painter = canvas.painter()
    drawn = {
        "Barrels": _barrels,
        "Crates": _crates,
        "Sacks": _sacks,
        "Well": _well,
    }.get(name, _boards)
    drawn(canvas, painter, bounds)
    painter.end()


def _barrels(canvas: Canvas, painter: QPainter, bounds: QRectF) -> None:
    for dx, dy in ((0.2, 0.22), (0.56, 0.2), (0.38, 0.54)):
        at = bounds.topLeft() + QPointF(dx, dy)
        painter.setPen(pen("#2B1D0F", 0.03))
        painter.setBrush(QColor("#7A5730").lighter(int(100 + canvas.rng.uniform(-8, 8))))
        painter.drawEllipse(at, 0.2, 0.2)
        painter.setPen(pen("#33312D", 0.025))
        painter.setBrush(QColor("#98713F"))
        painter.drawEllipse(at, 0.14, 0.14)


def _crates(canvas: Canvas, painter: QPainter, bounds: QRectF) -> None:
    side = bounds.width()
    for index in range(max(1, round(bounds.height() / side))):
        box = rect(bounds.left(), bounds.top() + index * side, side, side).adjusted(
            0.03, 0.05, -0.03, -0.05
        )
        painter.setPen(pen("#2C2013", 0.035))
        painter.setBrush(QColor("#8F6B3D").lighter(int(100 + canvas.rng.uniform(-8, 8))))
        painter.drawRect(box)
        painter.setPen(pen("#5C4425", 0.05))
        painter.drawLine(box.topLeft(), box.bottomRight())
        painter.setPen(pen("#B18A54", 0.04))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(0.06, 0.06, -0.06, -0.06))


def _sacks(canvas: Canvas, painter: QPainter, bounds: QRectF) -> None:
    for dx, dy in ((0.2, 0.24), (0.5, 0.2), (0.34, 0.48)):
        at = bounds.topLeft() + QPointF(dx, dy)
        painter.setPen(pen("#4B3D25", 0.025))
        painter.setBrush(ball(at.x(), at.y(), 0.22, "#D9C496", "#94794A"))
        painter.drawPath(blob(at.x(), at.y(), 0.2, canvas.rng, corners=7))


def _well(canvas: Canvas, painter: QPainter, bounds: QRectF) -> None:
    middle = bounds.center()
    radius = bounds.width() / 2
    painter.setPen(pen("#2E2A24", 0.04))
    painter.setBrush(QColor("#A39B88"))
    painter.drawEllipse(middle, radius, radius)
    for turn in range(0, 360, 24):
        angle = np.radians(turn + canvas.rng.uniform(-4, 4))
        ray = QPointF(float(np.cos(angle)), float(np.sin(angle)))
        painter.drawLine(middle + ray * (radius * 0.66), middle + ray * radius)
    painter.setBrush(ball(middle.x(), middle.y(), radius * 0.66, "#3E5A66", "#131C22"))
    painter.drawEllipse(middle, radius * 0.66, radius * 0.66)


def _boards(canvas: Canvas, painter: QPainter, bounds: QRectF) -> None:
    """A table on its side, a stall, a bench: boards along the longer side."""
    painter.setPen(pen("#2C2013", 0.03))
    painter.setBrush(QColor("#7E5B33"))
    painter.drawRect(bounds)
    upright = bounds.height() > bounds.width()
    for share in (0.33, 0.66):
        painter.setPen(pen("#4E381E", 0.02))
        if upright:
            x = bounds.left() + bounds.width() * share
            painter.drawLine(QPointF(x, bounds.top()), QPointF(x, bounds.bottom()))
        else:
            y = bounds.top() + bounds.height() * share
            painter.drawLine(QPointF(bounds.left(), y), QPointF(bounds.right(), y))
    painter.setPen(pen("#B08850", 0.03, float(0.6 + 0.2 * canvas.rng.uniform())))
    painter.drawLine(bounds.topLeft(), bounds.topRight() if not upright else bounds.bottomLeft())

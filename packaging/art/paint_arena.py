"""A small arena of sand, for learning."""

from __future__ import annotations

from typing import Any

import numpy as np
from canvas import Canvas, ball, brush, pen, polygon
from paint_dungeon import cells
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath


def paint(source: dict[str, Any], scale: int) -> Canvas:
    grid = source["grid"]
    canvas = Canvas(grid["columns"], grid["rows"], scale, "#8F8371", 5)
    rim = _ring(source)
    middle = rim.boundingRect().center()
    _seats(canvas, middle)
    sand = canvas.mask(rim)
    canvas.blend("#DCC79C", sand)
    canvas.lighten(sand * (0.1 * canvas.noise(2.6, 5) + 0.06 * canvas.noise(0.05, 2)))
    _raked(canvas, sand, middle)
    _loose(canvas, cells(source, "difficult"))
    _platform(canvas, source)
    shade = canvas.soft(sand, 0.3)
    canvas.lighten(-0.55 * np.clip(1 - shade, 0, 1) * sand)
    painter = canvas.painter()
    for column, row in cells(source, "hazardous"):
        _brazier(painter, column + 0.5, row + 0.5)
    for prop in source["props"]:
        (_block if prop["name"] == "Stone block" else _barrels)(painter, prop["outline"])
    _barrier(painter, source)
    painter.end()
    return canvas


def _ring(source: dict[str, Any]) -> QPainterPath:
    """The outline that walls and gates make together."""
    follow = {}
    for piece in [*source["walls"], *source["doors"]]:
        a, b = tuple(piece["from"]), tuple(piece["to"])
        follow.setdefault(a, []).append(b)
        follow.setdefault(b, []).append(a)
    start = tuple(source["walls"][0]["from"])
    points, last = [start], None
    while True:
        here = points[-1]
        ahead = [point for point in follow[here] if point != last]
        last = here
        if ahead[0] == start:
            return polygon(points)
        points.append(ahead[0])


def _seats(canvas: Canvas, middle: QPointF) -> None:
    """Rows of stone seats around the pit."""
    width, height = canvas.size
    y, x = np.mgrid[0:height, 0:width] / canvas.scale
    far = np.maximum(np.abs(x - middle.x()), np.abs(y - middle.y()))
    slanted = (np.abs(x - middle.x()) + np.abs(y - middle.y())) * 0.7071
    ring = np.maximum(far, slanted * 1.06)
    step = (ring * 2.2) % 1
    canvas.lighten(np.where(step < 0.12, -0.34, 0.1 * (1 - step)) + 0.1 * canvas.noise(1.2, 5))
    canvas.lighten(-0.1 * np.clip(ring - 5.2, 0, 3))


def _raked(canvas: Canvas, sand: np.ndarray, middle: QPointF) -> None:
    width, height = canvas.size
    y, x = np.mgrid[0:height, 0:width] / canvas.scale
    far = np.hypot(x - middle.x(), y - middle.y()) + 0.06 * canvas.noise(1.5, 3)
    groove = np.clip(np.sin(far * 26) - 0.2, 0, 1)
    worn = np.clip(canvas.noise(2.2, 4) + 0.3, 0, 1)
    canvas.lighten(-0.07 * sand * groove * worn)


def _loose(canvas: Canvas, area: set[tuple[int, int]]) -> None:
    if not area:
        return
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for column, row in area:
        path.addRect(QRectF(column, row, 1, 1))
    mask = np.clip(
        (canvas.soft(canvas.mask(path), 0.16) + 0.1 * canvas.noise(0.6, 3) - 0.42) * 6, 0, 1
    )
    canvas.blend("#B9955C", mask * 0.7)
    slope_y, slope_x = np.gradient(canvas.noise(0.42, 3))
    canvas.lighten(mask * np.clip((slope_x + slope_y) * canvas.scale * 0.03, -0.3, 0.2))


def _platform(canvas: Canvas, source: dict[str, Any]) -> None:
    for group in source["elevation"]:
        path = QPainterPath()
        for column, row in group["cells"]:
            cell = QPainterPath()
            cell.addRect(QRectF(column, row, 1, 1))
            path = path.united(cell)
        mask = canvas.mask(path)
        drop = canvas.soft(canvas.mask(path.translated(0.1, 0.18)), 0.1)
        canvas.blend("#2A2115", np.clip(drop - mask, 0, 1) * 0.6)
        painter = canvas.painter()
        painter.setPen(pen("#3B2C1A", 0.05))
        painter.setBrush(QColor("#8F7048"))
        painter.drawPath(path)
        bounds = path.boundingRect()
        painter.setClipPath(path)
        y = bounds.top()
        while y < bounds.bottom():
            tone = QColor("#A07F54").lighter(int(100 + canvas.rng.uniform(-9, 8)))
            painter.fillRect(QRectF(bounds.left(), y, bounds.width(), 0.232), tone)
            painter.setPen(pen("#4B3820", 0.02))
            painter.drawLine(QPointF(bounds.left(), y), QPointF(bounds.right(), y))
            joint = bounds.left() + canvas.rng.uniform(0.3, bounds.width() - 0.3)
            painter.drawLine(QPointF(joint, y), QPointF(joint, y + 0.25))
            y += 0.25
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen("#4B3820", 0.07))
        painter.drawPath(path)
        painter.end()


def _brazier(painter: QPainter, x: float, y: float) -> None:
    at = QPointF(x, y)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 170, 60, 60))
    painter.drawEllipse(at, 0.48, 0.48)
    painter.setBrush(brush("#000000", 0.35))
    painter.drawEllipse(at + QPointF(0.05, 0.08), 0.34, 0.34)
    painter.setPen(pen("#1C1A18", 0.04))
    painter.setBrush(QColor("#4B4A48"))
    painter.drawEllipse(at, 0.32, 0.32)
    painter.setBrush(ball(x, y, 0.25, "#FFE9A0", "#C6401A"))
    painter.drawEllipse(at, 0.24, 0.24)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#FFF6CC"))
    painter.drawEllipse(at + QPointF(-0.03, -0.03), 0.09, 0.09)


def _block(painter: QPainter, outline: list[list[float]]) -> None:
    path = polygon([(x, y) for x, y in outline])
    painter.fillPath(path.translated(0.08, 0.13), brush("#2A2115", 0.5))
    painter.setPen(pen("#37342D", 0.035))
    painter.setBrush(QColor("#A9A392"))
    painter.drawPath(path)
    inner = path.boundingRect().adjusted(0.09, 0.09, -0.09, -0.09)
    painter.setPen(pen("#FFFFFF", 0.03, 0.35))
    painter.drawPolyline([inner.bottomLeft(), inner.topLeft(), inner.topRight()])
    painter.setPen(pen("#000000", 0.03, 0.25))
    painter.drawPolyline([inner.bottomLeft(), inner.bottomRight(), inner.topRight()])


def _barrels(painter: QPainter, outline: list[list[float]]) -> None:
    bounds = polygon([(x, y) for x, y in outline]).boundingRect()
    for dx, dy in ((0.2, 0.2), (0.52, 0.2), (0.35, 0.5)):
        at = bounds.topLeft() + QPointF(dx, dy)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(brush("#2A2115", 0.45))
        painter.drawEllipse(at + QPointF(0.05, 0.08), 0.18, 0.18)
        painter.setPen(pen("#2B1D0F", 0.03))
        painter.setBrush(QColor("#7A5730"))
        painter.drawEllipse(at, 0.18, 0.18)
        painter.setPen(pen("#33312D", 0.025))
        painter.setBrush(QColor("#98713F"))
        painter.drawEllipse(at, 0.125, 0.125)
        painter.setPen(pen("#5A3F20", 0.014))
        painter.drawLine(at + QPointF(-0.12, 0), at + QPointF(0.12, 0))


def _barrier(painter: QPainter, source: dict[str, Any]) -> None:
    """The stone wall around the sand, timber where the gates are."""
    for color, width in (("#2B2620", 0.3), ("#9C9280", 0.21), ("#BDB4A0", 0.06)):
        painter.setPen(pen(color, width))
        for wall in source["walls"]:
            painter.drawLine(QPointF(*wall["from"]), QPointF(*wall["to"]))

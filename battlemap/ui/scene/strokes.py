"""Strokes with their casing, hatches, plates and signs; the vocabulary of every drawing."""

from __future__ import annotations

from functools import lru_cache
from math import cos, floor, radians, sin
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPolygonF

from battlemap.ui.theme import CASING, font, pen, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.ui.theme import Theme


def stroke(
    painter: QPainter,
    path: QPainterPath,
    theme: Theme,
    color: str,
    width: float,
    unit: float,
    dashes: Sequence[float] = (),
    *,
    alpha: float = 1.0,
    casing: float = CASING,
) -> None:
    """Draw *path* with a casing under it; *width*, *dashes* and *casing* in pixels."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if casing > 0:
        painter.setPen(pen(theme.casing, (width + 2 * casing) * unit, alpha=0.9 * alpha))
        painter.drawPath(path)
    painter.setPen(pen(color, width * unit, [length * unit for length in dashes], alpha=alpha))
    painter.drawPath(path)


def line_path(*points: QPointF) -> QPainterPath:
    """Return the path through *points*."""
    path = QPainterPath()
    path.addPolygon(QPolygonF(list(points)))
    return path


def hatch(
    painter: QPainter,
    area: QPainterPath,
    rect: QRectF,
    angle: float,
    spacing: float,
    color: str,
    width: float,
    *,
    alpha: float = 1.0,
) -> None:
    """Fill *area* with parallel lines that keep their place on the map.

    Parameters
    ----------
    rect
        The part that is to be drawn.
    angle
        Degrees clockwise from east.
    spacing, width
        In the painter's units.
    """
    box = area.boundingRect().intersected(rect)
    if box.isEmpty() or spacing <= 0:
        return
    dx, dy = cos(radians(angle)), sin(radians(angle))
    # Along the normal the lines stand at multiples of the spacing from the map's origin.
    corners = (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight())
    across = [-dy * corner.x() + dx * corner.y() for corner in corners]
    along = [dx * corner.x() + dy * corner.y() for corner in corners]
    lines = []
    for number in range(floor(min(across) / spacing), floor(max(across) / spacing) + 2):
        offset = number * spacing
        x, y = -dy * offset, dx * offset
        lines.append(
            QLineF(
                x + dx * min(along), y + dy * min(along), x + dx * max(along), y + dy * max(along)
            )
        )
    painter.save()
    painter.setClipPath(area, Qt.ClipOperation.IntersectClip)
    painter.setPen(pen(color, width, alpha=alpha, flat=True))
    painter.drawLines(lines)
    painter.restore()


def dots(
    painter: QPainter,
    area: QPainterPath,
    rect: QRectF,
    spacing: float,
    color: str,
    size: float,
    *,
    alpha: float = 1.0,
) -> None:
    """Fill *area* with dots of diameter *size* that keep their place on the map."""
    box = area.boundingRect().intersected(rect)
    if box.isEmpty() or spacing <= 0:
        return
    points = [
        QPointF((column + 0.5) * spacing, (row + 0.5) * spacing)
        for row in range(floor(box.top() / spacing), floor(box.bottom() / spacing) + 1)
        for column in range(floor(box.left() / spacing), floor(box.right() / spacing) + 1)
    ]
    painter.save()
    painter.setClipPath(area, Qt.ClipOperation.IntersectClip)
    painter.setPen(pen(color, size, alpha=alpha))
    painter.drawPoints(points)
    painter.restore()


def plate(
    painter: QPainter,
    center: QPointF,
    text: str,
    unit: float,
    *,
    ink: str,
    fill: str,
    edge: str = "",
    size: float = 11,
    weight: int = 600,
    height: float = 17,
    padding: float = 6,
    radius: float = 4,
    alpha: float = 0.88,
) -> QRectF:
    """Write *text* on a plate around *center* and return the plate; all measures in pixels."""
    face = font(size, weight)
    width = max(plate_width(text, size, weight, padding), height)
    box = QRectF(-width / 2, -height / 2, width, height)
    painter.save()
    painter.translate(center)
    painter.scale(unit, unit)
    painter.setBrush(tint(fill, alpha))
    painter.setPen(pen(edge, 1.4) if edge else Qt.PenStyle.NoPen)
    painter.drawRoundedRect(box, radius, radius)
    painter.setFont(face)
    painter.setPen(tint(ink))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()
    return QRectF(
        center.x() - width / 2 * unit, center.y() - height / 2 * unit, width * unit, height * unit
    )


@lru_cache(maxsize=2048)
def plate_width(text: str, size: float = 11, weight: int = 600, padding: float = 6) -> float:
    """Return how wide the plate of *text* is, in pixels."""
    return QFontMetricsF(font(size, weight)).horizontalAdvance(text) + 2 * padding


def warning_triangle(
    painter: QPainter,
    center: QPointF,
    unit: float,
    half: float,
    *,
    fill: str,
    edge: str,
    ink: str,
    edge_width: float = 2.2,
) -> None:
    """Draw a triangle with an exclamation mark; *half* is half its width in pixels."""
    painter.save()
    painter.translate(center)
    painter.scale(unit, unit)
    painter.setPen(pen(edge, edge_width))
    painter.setBrush(tint(fill))
    painter.drawPolygon(
        QPolygonF(
            [QPointF(0, -half * 0.9), QPointF(half, half * 0.85), QPointF(-half, half * 0.85)]
        )
    )
    painter.setPen(tint(ink))
    painter.setFont(font(max(7, half), 700))
    painter.drawText(
        QRectF(-half, -half * 0.42, 2 * half, half * 1.25), Qt.AlignmentFlag.AlignCenter, "!"
    )
    painter.restore()


def chevron_badge(
    painter: QPainter, center: QPointF, unit: float, *, fill: str, ink: str, bars: bool = False
) -> None:
    """Draw the round badge of difficult ground: two chevrons, or with *bars* a ladder."""
    painter.save()
    painter.translate(center)
    painter.scale(unit, unit)
    painter.setPen(pen(ink, 1.2))
    painter.setBrush(tint(fill, 0.9))
    painter.drawEllipse(QPointF(0, 0), 10.5, 10.5)
    painter.setPen(pen(ink, 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if bars:
        painter.drawLines(
            [
                QLineF(-3, -6, -3, 6),
                QLineF(3, -6, 3, 6),
                *(QLineF(-3, y, 3, y) for y in (-3.5, 0, 3.5)),
            ]
        )
    else:
        for y in (0.0, 6.0):
            painter.drawPolyline(QPolygonF([QPointF(-5, y), QPointF(0, y - 5), QPointF(5, y)]))
    painter.restore()

"""The marks on a token: health, conditions, and the signs of its states."""

from __future__ import annotations

from math import cos, radians, sin, sqrt
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from battlemap.resources import find_asset
from battlemap.ui.icons import icon_pixmap
from battlemap.ui.scene.strokes import plate
from battlemap.ui.scene.token_look import SHOWN_CONDITIONS, TokenLook
from battlemap.ui.state_lines import HELPS, sign_of
from battlemap.ui.theme import font, pen, tint

if TYPE_CHECKING:
    from battlemap.ui.theme import Theme


def around(angle: float, radius: float) -> QPointF:
    """Return the point at *radius* in the direction *angle*, degrees clockwise from north."""
    return QPointF(radius * sin(radians(angle)), -radius * cos(radians(angle)))


def draw_cross(painter: QPainter, half: float, k: float) -> None:
    """Draw the white X of the dead; *half* is half its width."""
    for color, width in (("#0B0D10", 7.0), ("#F2F4F7", 3.4)):
        painter.setPen(pen(color, width * k))
        painter.drawLine(QPointF(-half, -half), QPointF(half, half))
        painter.drawLine(QPointF(half, -half), QPointF(-half, half))


def draw_brackets(painter: QPainter, r: float, k: float, theme: Theme) -> None:
    """Draw the corner brackets of a selected token."""
    edge, arm = r + 7 * k, 8 * k
    shape = QPainterPath()
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        shape.moveTo(x * edge, y * (edge - arm))
        shape.lineTo(x * edge, y * edge)
        shape.lineTo(x * (edge - arm), y * edge)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for color, width in ((theme.casing, 5.4), (theme.selection, 2.4)):
        line = QPen(pen(color, width * k))
        line.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(line)
        painter.drawPath(shape)


def draw_reticle(painter: QPainter, r: float, k: float, theme: Theme, number: int = 0) -> None:
    """Draw the four parts of the reticle around a target, and its number among several."""
    radius = r + 11 * k
    box = QRectF(-radius, -radius, 2 * radius, 2 * radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for color, width in ((theme.casing, 6.5), (theme.flank, 3.2)):
        painter.setPen(pen(color, width * k))
        for start in (22, 112, 202, 292):
            painter.drawArc(box, start * 16, 46 * 16)
    if number:
        plate(
            painter,
            around(-45, radius),
            str(number),
            max(k, 0.8),
            ink=theme.on_plate,
            fill=theme.plate,
            edge=theme.flank,
            size=11,
            weight=700,
            height=17,
            padding=5,
            radius=8,
            alpha=1.0,
        )


def draw_health(painter: QPainter, left: float, r: float, k: float, theme: Theme) -> None:
    """Draw the bar with its quarter ticks at the foot of the disc."""
    width = max(1.55 * r, 22 * k)
    low = r - 0.5 * k
    back = QRectF(-width / 2, low - 9 * k, width, 9 * k)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint("#0B0D10"))
    painter.drawRoundedRect(back, 4 * k, 4 * k)
    inner = back.adjusted(1.5 * k, 1.5 * k, -1.5 * k, -1.5 * k)
    if left > 0:
        bar = QRectF(inner.topLeft(), inner.size())
        bar.setWidth(max(inner.width() * left, 3 * k))
        painter.setBrush(tint(theme.health(left)))
        painter.drawRoundedRect(bar, 2.5 * k, 2.5 * k)
    painter.setPen(pen("#0B0D10", 1 * k, flat=True))
    for quarter in (0.25, 0.5, 0.75):
        x = inner.left() + inner.width() * quarter
        painter.drawLine(QPointF(x, inner.top()), QPointF(x, inner.bottom()))


def draw_badges(painter: QPainter, look: TokenLook, r: float, k: float, theme: Theme) -> None:
    """Draw the badges of conditions down the left edge: three, then "+n"."""
    if look.hidden:
        place = around(45, sqrt(2) * 0.8 * (r - k))
        _badge(painter, theme, place, 9 * k, "eye-off", theme.ink, edge=theme.ink2)
    count = len(look.conditions)
    if count == 0:
        return
    if count <= 2:
        size, step, top = 9 * k, 19.5 * k, -0.53 * r
    else:  # all of them stand above the name
        size, step, top = 7.6 * k, 15 * k, min(-0.62 * r, -23 * k)
    for index, condition in enumerate(look.conditions[:SHOWN_CONDITIONS]):
        color = theme.sight if condition in HELPS else theme.bad
        place = QPointF(-r, top + index * step)
        _badge(painter, theme, place, size, sign_of(condition), color)
    if count > SHOWN_CONDITIONS:
        text = f"+{count - SHOWN_CONDITIONS}"
        plate(
            painter,
            QPointF(-r + 2 * k, top + SHOWN_CONDITIONS * step - 2 * k),
            text,
            k,
            ink=theme.on_plate,
            fill=theme.plate,
            edge=theme.bad,
            size=10,
            weight=700,
            height=14,
            padding=4,
            radius=7,
            alpha=1.0,
        )


def _badge(
    painter: QPainter,
    theme: Theme,
    center: QPointF,
    radius: float,
    name: str,
    color: str,
    edge: str = "",
) -> None:
    painter.setPen(pen(edge or color, radius * 0.155))
    painter.setBrush(tint(theme.plate))
    painter.drawEllipse(center, radius, radius)
    half = radius * 0.68
    box = QRectF(center.x() - half, center.y() - half, 2 * half, 2 * half)
    if find_asset("icons", f"{name}.svg") is not None:
        # Drawn at twice the size that is needed at most, so that zooming stays sharp.
        picture = icon_pixmap(name, color, 24)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPixmap(box, picture, QRectF(picture.rect()))
    else:
        painter.setPen(tint(color))
        painter.setFont(font(radius * 1.15, 700))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name[:1].upper())

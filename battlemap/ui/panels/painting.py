"""Small drawings that panels share: portraits, pips, health bars, key caps."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from battlemap.resources import find_asset
from battlemap.ui.panels.lettering import font
from battlemap.ui.panels.wording import initials
from battlemap.ui.theme import DARK, Theme, pen, tint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.plan import Pip

_THEME = [DARK]


def current_theme() -> Theme:
    """Return the theme that the window wears now."""
    return _THEME[0]


def use_theme(theme: Theme) -> None:
    """Let all hand-painted parts wear *theme* from their next paint on."""
    _THEME[0] = theme


@lru_cache(maxsize=256)
def _art_bytes_pixmap(data: bytes) -> QPixmap:
    pixmap = QPixmap()
    pixmap.loadFromData(data)
    return pixmap


@lru_cache(maxsize=256)
def _builtin_pixmap(name: str) -> QPixmap:
    for suffix in (".png", ".svg", ".webp", ".jpg"):
        path = find_asset("tokens", name + suffix)
        if path is not None:
            return QPixmap(str(path))
    return QPixmap()


def art_pixmap(token: Token, encounter: Encounter) -> QPixmap:
    """Return a token's picture, or a null pixmap where it has none."""
    if token.art.startswith("builtin:"):
        return _builtin_pixmap(token.art.removeprefix("builtin:"))
    data = encounter.assets.get(token.art)
    return _art_bytes_pixmap(data) if data else QPixmap()


def paint_portrait(
    painter: QPainter,
    center: QPointF,
    radius: float,
    token: Token,
    encounter: Encounter,
    *,
    ring: float = 2.2,
    faded: bool = False,
) -> None:
    """Draw a token's face in a disc with the ring of its side.

    Parameters
    ----------
    center, radius
        Of the disc, in logical pixels; the ring lies just outside.
    ring
        Its width.
    faded
        Dead or done: half as strong.
    """
    theme = current_theme()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    if faded or token.hidden:
        painter.setOpacity(0.55)
    box = QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius)
    clip = QPainterPath()
    clip.addEllipse(box)
    art = art_pixmap(token, encounter)
    if art.isNull():
        painter.fillPath(clip, tint(theme.selected))
        painter.setPen(tint(theme.ink))
        painter.setFont(font(radius * 0.85, 600))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, initials(token.name))
    else:
        painter.save()
        painter.setClipPath(clip)
        side = min(art.width(), art.height())
        source = QRectF((art.width() - side) / 2, (art.height() - side) / 2, side, side)
        painter.drawPixmap(box, art, source)
        painter.restore()
    dashes = {"neutral": (4.0, 2.6)}.get(token.side, ())
    if token.hidden:
        dashes = (4.0, 2.6)
    outline = pen(theme.side(token.side), ring, dashes)
    painter.setPen(outline)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(center, radius + 0.5, radius + 0.5)
    if token.side == "ally":
        painter.setPen(pen(theme.side(token.side), max(1.0, ring / 2.4)))
        painter.drawEllipse(center, radius + ring + 0.7, radius + ring + 0.7)
    elif token.side == "foe":
        _paint_spikes(painter, center, radius + 0.5 + ring / 2, ring, tint(theme.foe))
    painter.restore()


def _paint_spikes(
    painter: QPainter, center: QPointF, radius: float, ring: float, color: QColor
) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    size = ring * 1.25
    for dx, dy in ((0.7071, 0.7071), (-0.7071, 0.7071), (0.7071, -0.7071), (-0.7071, -0.7071)):
        base = QPointF(center.x() + dx * (radius - 0.8), center.y() + dy * (radius - 0.8))
        tip = QPointF(center.x() + dx * (radius + size), center.y() + dy * (radius + size))
        across = QPointF(-dy * size, dx * size)
        painter.drawPolygon(QPolygonF([base + across, tip, base - across]))


def pip_shape(kind: str, box: QRectF) -> QPainterPath:
    """Return the outline of a pip.

    A square, triangle (bonus), diamond (reaction), dot (point), or a die: rounded, with a spot.
    """
    path = QPainterPath()
    if kind == "bonus":
        path.addPolygon(
            QPolygonF(
                [
                    QPointF(box.center().x(), box.top() - 0.5),
                    QPointF(box.right() + 0.5, box.bottom()),
                    QPointF(box.left() - 0.5, box.bottom()),
                ]
            )
        )
        path.closeSubpath()
    elif kind == "reaction":
        c, r = box.center(), box.width() / 2 + 1
        path.addPolygon(
            QPolygonF(
                [
                    QPointF(c.x(), c.y() - r),
                    QPointF(c.x() + r, c.y()),
                    QPointF(c.x(), c.y() + r),
                    QPointF(c.x() - r, c.y()),
                ]
            )
        )
        path.closeSubpath()
    elif kind == "point":
        path.addEllipse(box)
    elif kind == "die":
        path.setFillRule(Qt.FillRule.OddEvenFill)
        path.addRoundedRect(box, 2, 2)
        spot = box.width() / 5
        path.addEllipse(box.center(), spot, spot)
    else:
        path.addRect(box)
    return path


def paint_pips(
    painter: QPainter,
    left: float,
    middle: float,
    pips: Sequence[Pip],
    *,
    size: float = 8.0,
    gap: float = 3.0,
    color: str | None = None,
) -> float:
    """Draw a row of pips, filled = left, dashed = planned, outline = spent; return its width."""
    theme = current_theme()
    chosen = tint(color or theme.ink2)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    x = left
    for pip in pips:
        box = QRectF(x, middle - size / 2, size, size)
        if pip.state == "left":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(chosen)
            painter.drawPath(pip_shape(pip.kind, box))
        else:
            line = QPen(chosen, 1.2)
            if pip.state == "planned":
                line.setDashPattern([1.6, 1.4])
                soft = QColor(chosen)
                soft.setAlphaF(0.28)
                painter.setBrush(soft)
            else:
                line.setColor(tint(theme.ink3))
                painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(line)
            painter.drawPath(pip_shape(pip.kind, box.adjusted(0.6, 0.6, -0.6, -0.6)))
        x += size + gap
    painter.restore()
    return max(0.0, x - left - gap)


def pips_width(number: int, *, size: float = 8.0, gap: float = 3.0) -> float:
    """Return the width of a row of pips."""
    return max(0.0, number * (size + gap) - gap)


def paint_health(painter: QPainter, box: QRectF, left: float, *, ground: str) -> None:
    """Draw a health bar with this share left."""
    theme = current_theme()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(ground))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    if left > 0:
        painter.setBrush(tint(theme.health(left)))
        filled = QRectF(box)
        filled.setWidth(max(box.height(), box.width() * min(1.0, left)))
        painter.drawRoundedRect(filled, box.height() / 2, box.height() / 2)
    painter.restore()


def paint_focus(painter: QPainter, box: QRectF, radius: float) -> None:
    """Draw the focus ring just inside *box*, 2 px wide."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(tint(current_theme().focus), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), radius, radius)
    painter.restore()

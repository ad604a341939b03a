"""Drawing a token: upright art, ring by side, arrow, bar, badges and plates.

The painter's origin is the center of the token's space and one unit is one pixel of type. All
measures are those of a cell of 60 pixels and follow the cell's size within limits; type keeps its
size.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF, QRadialGradient

from battlemap.ui.scene.coordinates import CELL_AT_100
from battlemap.ui.scene.sheet import SMALL_CELL
from battlemap.ui.scene.strokes import plate, plate_width
from battlemap.ui.scene.token_marks import (
    around,
    draw_badges,
    draw_brackets,
    draw_cross,
    draw_health,
    draw_reticle,
)
from battlemap.ui.theme import font, pen, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtSvg import QSvgRenderer

    from battlemap.ui.scene.token_look import TokenLook
    from battlemap.ui.theme import Theme

NAME_HEIGHT = 17.0
"""Height of the name plate in pixels."""

_THINNEST_RING = 2.4
_SMALLEST_ARROW = 0.55
"""Sides and arrows stay visible however small the cells are."""


def scale_of(cell_px: float) -> float:
    """Return how much larger than at 60 pixels a cell the ring and the badges are."""
    return min(2.0, max(0.35, cell_px / CELL_AT_100))


def extent(look: TokenLook, cell_px: float) -> QRectF:
    """Return the box that the token's picture needs, in pixels around its center."""
    k = scale_of(cell_px)
    r = look.radius * cell_px
    across = r + 18 * k
    if look.outline:
        across = max(across, *(max(abs(x), abs(y)) * cell_px + 6 * k for x, y in look.outline))
    wide = max(
        across,
        plate_width(look.plate_name) / 2 + abs(look.name_shift) + 2,
        0.9 * r + plate_width(look.height, 10.5),
    )
    low = across + NAME_HEIGHT + 6
    return QRectF(-wide, -low, 2 * wide, 2 * low)


def name_away(
    look: TokenLook, cell_px: float, *, active: bool, targeted: bool, is_above: bool
) -> float:
    """Return how far below the center (above, where negative) the middle of a name would stand."""
    k = scale_of(cell_px)
    gap = 16 * k if targeted else 11 * k if active else 7 * k
    if look.facing is not None and not targeted:
        turned = abs((look.facing - (0 if is_above else 180) + 180) % 360 - 180)
        if turned < 40:  # the arrow points at the plate
            gap = max(gap, 14 * k)
    down = look.radius * cell_px + gap + NAME_HEIGHT / 2
    return -down if is_above else down


def name_place(look: TokenLook, cell_px: float) -> QPointF:
    """Return the middle of the name's plate, in pixels from the center."""
    down = name_away(
        look, cell_px, active=look.active, targeted=look.targeted, is_above=look.name_above
    )
    return QPointF(look.name_shift, down)


def height_place(look: TokenLook, cell_px: float) -> QRectF:
    """Return the box of the height plate, in pixels from the center."""
    r, k = look.radius * cell_px, scale_of(cell_px)
    return QRectF(0.9 * r, -r - 7 * k, plate_width(look.height, 10.5, 700), NAME_HEIGHT)


def draw_token(
    painter: QPainter,
    look: TokenLook,
    cell_px: float,
    theme: Theme,
    art: QImage | None = None,
    *,
    names: bool = True,
    facing: bool = True,
    drawing: QSvgRenderer | None = None,
) -> None:
    """Draw one token around the painter's origin.

    Parameters
    ----------
    cell_px
        Pixels in the width of a cell.
    art
        The upright picture, cut to a disc; None: initials.
    names, facing
        Whether the plates and the arrow are drawn.
    drawing
        Draws the picture as lines instead of *art*, for paper.
    """
    k = scale_of(cell_px)
    r = look.radius * cell_px
    color = theme.side(look.side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    if look.outline:
        _outline(painter, look, cell_px, k, theme, color)
    if not look.ghost:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint("#000000", 0.32))
        painter.drawEllipse(QPointF(0, 2.5 * k), r + 1.5 * k, r + 1.5 * k)
    if look.active and not look.ghost:
        _circle(painter, r + 5.5 * k, theme.casing, 5 * k)
        _circle(painter, r + 5.5 * k, theme.active, 2.6 * k)
    _art(painter, look, r - 1 * k, theme, art, drawing)
    _ring(painter, look, r, k, theme, color)
    if look.facing is not None and facing and not look.is_out:
        _arrow(painter, look, r, k, theme, color)
    if look.is_out and not look.ghost:
        draw_cross(painter, 0.6 * r, k)
    if look.selected:
        draw_brackets(painter, r, k, theme)
    if look.targeted:
        draw_reticle(painter, r, k, theme, look.target_number)
    if cell_px >= SMALL_CELL and not look.ghost:
        if look.health is not None and not look.is_out:
            draw_health(painter, look.health, r, k, theme)
        draw_badges(painter, look, r, k, theme)
        if names:
            _plates(painter, look, cell_px, theme)
    painter.restore()


def _circle(painter: QPainter, radius: float, color: str, width: float, *dashes: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(color, width, dashes))
    painter.drawEllipse(QPointF(0, 0), radius, radius)


def _outline(
    painter: QPainter, look: TokenLook, cell_px: float, k: float, theme: Theme, color: str
) -> None:
    shape = QPolygonF([QPointF(x * cell_px * 0.96, y * cell_px * 0.96) for x, y in look.outline])
    painter.setBrush(tint(color, 0.1 if not look.ghost else 0.04))
    painter.setPen(pen(theme.casing, 5 * k, alpha=0.8))
    painter.drawPolygon(shape)
    dashes = (5 * k, 4 * k) if look.ghost or look.hidden else ()
    painter.setPen(pen(color, 2.2 * k, dashes, alpha=0.7 if look.ghost else 1.0))
    painter.drawPolygon(shape)


def _art(
    painter: QPainter,
    look: TokenLook,
    radius: float,
    theme: Theme,
    art: QImage | None,
    drawing: QSvgRenderer | None = None,
) -> None:
    opacity = 0.45 if look.ghost else 0.5 if look.is_out else 0.55 if look.hidden else 1.0
    disc = QRectF(-radius, -radius, 2 * radius, 2 * radius)
    painter.save()
    painter.setOpacity(painter.opacity() * opacity)
    clip = QPainterPath()
    clip.addEllipse(disc)
    if art is not None:
        shorter = min(art.width(), art.height())
        source = QRectF((art.width() - shorter) / 2, (art.height() - shorter) / 2, shorter, shorter)
        # On paper the page clips as well, and the opacity of a brush would tint the picture.
        painter.setClipPath(clip, Qt.ClipOperation.IntersectClip)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Lines that overlap can't be made faint together: who is out or hidden stays a picture.
        if drawing is not None and opacity == 1.0:
            scale = 2 * radius / shorter
            across, down = art.width() * scale, art.height() * scale
            drawing.render(painter, QRectF(-across / 2, -down / 2, across, down))
        else:
            painter.drawImage(disc, art, source)
    else:
        side = QColor(theme.side(look.side))
        shine = QRadialGradient(QPointF(-0.2 * radius, -0.4 * radius), 1.9 * radius)
        shine.setColorAt(0, side.darker(150) if theme.is_dark else side.lighter(120))
        shine.setColorAt(1, side.darker(330) if theme.is_dark else side.darker(140))
        painter.fillPath(clip, shine)
        painter.setPen(tint("#FFFFFF"))
        painter.setFont(font(max(6.0, radius * 0.8), 600))
        lift = radius * 0.12 if look.health is not None else 0.0
        painter.drawText(disc.translated(0, -lift), Qt.AlignmentFlag.AlignCenter, look.initials)
    painter.restore()


def _ring(painter: QPainter, look: TokenLook, r: float, k: float, theme: Theme, color: str) -> None:
    faint = look.hidden or look.ghost
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = max(3.6 * k, _THINNEST_RING)
    painter.setPen(pen(theme.casing, width + 2.4 * k, alpha=0.35 if faint else 0.9))
    painter.drawEllipse(QPointF(0, 0), r, r)
    dashes: tuple[float, ...] = ()
    if faint:
        dashes = (5 * k, 4 * k)
    elif look.side not in ("party", "foe", "ally"):
        dashes = (6 * k, 4 * k)
    painter.setPen(pen(color, width, dashes, alpha=0.8 if look.ghost else 1.0))
    painter.drawEllipse(QPointF(0, 0), r, r)
    if look.side == "ally":
        _circle(painter, r - 5 * k, theme.casing, 2.8 * k)
        _circle(painter, r - 5 * k, color, 1.6 * k)
    if look.side == "foe":
        painter.setPen(pen(theme.casing, 1 * k))
        painter.setBrush(tint(color))
        painter.drawPath(_spikes(r, k))


@lru_cache(maxsize=64)
def _spikes(r: float, k: float) -> QPainterPath:
    """Return the four spikes on a foe's ring."""
    half = 4.6 * k / r * 57.3
    spikes = QPainterPath()
    for angle in (45, 135, 225, 315):
        spike = [around(angle, r + 5.5 * k), around(angle + half, r), around(angle - half, r)]
        spikes.addPolygon(QPolygonF(spike))
        spikes.closeSubpath()
    return spikes


def _arrow(
    painter: QPainter, look: TokenLook, r: float, k: float, theme: Theme, color: str
) -> None:
    k = max(k, _SMALLEST_ARROW)
    painter.save()
    painter.rotate(look.facing or 0.0)
    shape = QPolygonF(
        [
            QPointF(0, -r - 13 * k),
            QPointF(7.5 * k, -r - 2.5 * k),
            QPointF(0, -r - 5 * k),
            QPointF(-7.5 * k, -r - 2.5 * k),
        ]
    )
    if look.ghost:
        painter.setPen(pen(color, 1.6 * k))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    else:
        painter.setPen(pen(theme.casing, 1.6 * k))
        painter.setBrush(tint(color))
    painter.drawPolygon(shape)
    painter.restore()


def _plates(painter: QPainter, look: TokenLook, cell_px: float, theme: Theme) -> None:
    if look.height:
        plate(
            painter,
            height_place(look, cell_px).center(),
            look.height,
            1.0,
            ink=theme.on_plate,
            fill=theme.plate,
            size=10.5,
            weight=700,
            alpha=1.0,
        )
    if look.plate_name:
        plate(
            painter,
            name_place(look, cell_px),
            look.plate_name,
            1.0,
            ink=theme.on_plate,
            fill=theme.plate,
            alpha=0.88,
        )

"""One card over the map: what it says, how large it is, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPixmap, QPolygonF

from battlemap.ui.icons import icon_pixmap
from battlemap.ui.theme import RADIUS_CARD, font, pen, tint

if TYPE_CHECKING:
    from battlemap.ui.theme import Theme

_ROW = 26.0
_MOVE_WIDTH = 262.0
_MOST_PIPS = 6
_ROOM = 18
"""Pixels around a card for its shadow."""
_TRIANGLE = 18.0
"""A leader ends so many pixels before the middle of its triangle."""


@dataclass(frozen=True)
class RouteRow:
    """One route in the card at the pointer."""

    label: str
    feet: str
    actions: int
    firing: int
    is_safest: bool = False
    is_chosen: bool = False


@dataclass(frozen=True)
class MoveCard:
    """The card at the pointer: rows of routes over one line of advice."""

    rows: tuple[RouteRow, ...]
    hint: str
    is_warning: bool = False


@dataclass(frozen=True)
class Callout:
    """The card of one trigger. ``place`` is in the scene."""

    place: QPointF
    title: str
    step: str
    lines: tuple[str, ...]
    reaction: str = ""
    odds: str = ""
    mean: str = ""
    awaits_odds: bool = False
    """Whether the odds follow once the pointer rests; their row has its room already."""


@dataclass(frozen=True)
class OddsCard:
    """The small card beside a token that is pointed at: what an attack on it would come to."""

    title: str
    chance: str
    """"62.5 %"; empty: the attack can't be made."""
    lines: tuple[tuple[str, str], ...]
    """(words, value): the net, then the modifiers that count most, or why it can't be made."""


@lru_cache(maxsize=512)
def _width(text: str, size: float, weight: int = 400) -> float:
    return QFontMetricsF(font(size, weight)).horizontalAdvance(text)


def move_size(card: MoveCard) -> QSizeF:
    """Return the size of the card at the pointer, in pixels."""
    hint = _width(card.hint, 11.5) + 36
    if not card.rows:
        return QSizeF(hint, 36)
    return QSizeF(max(_MOVE_WIDTH, hint), 8 + _ROW * len(card.rows) + 26)


def paint_move(painter: QPainter, theme: Theme, card: MoveCard, box: QRectF) -> None:
    """Draw the card at the pointer in *box*."""
    _card(painter, box, theme)
    top = box.top() + 8
    for row in card.rows:
        _paint_row(painter, theme, row, QRectF(box.left() + 6, top, box.width() - 12, _ROW))
        top += _ROW
    painter.setFont(font(11.5, 500 if card.is_warning else 400))
    painter.setPen(tint(theme.warn if card.is_warning else theme.ink3))
    area = QRectF(box.left() + 16, top, box.width() - 20, box.bottom() - top - 2)
    if not card.rows:
        area = box.adjusted(16, 0, -8, 0)
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, card.hint)


def _paint_row(painter: QPainter, theme: Theme, row: RouteRow, box: QRectF) -> None:
    if row.is_chosen:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(theme.selected))
        painter.drawRoundedRect(box, 6, 6)
    middle = box.center().y()
    x = box.left() + 10
    line = pen(theme.safest, 3.4, (6, 4)) if row.is_safest else pen(theme.shortest, 3.4, flat=True)
    painter.setPen(line)
    painter.drawLine(QLineF(x, middle, x + 24, middle))
    left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    painter.setPen(tint(theme.ink))
    painter.setFont(font(12.5, 600 if row.is_chosen else 500))
    painter.drawText(QRectF(x + 34, box.top(), 80, box.height()), left, row.label)
    painter.setFont(font(12.5, 600))
    painter.drawText(QRectF(x + 84, box.top(), 50, box.height()), right, row.feet)
    _paint_pips(painter, theme, QPointF(x + 150, middle), row.actions)
    _paint_triggers(painter, theme, row, box.right() - 50, box)


def _paint_pips(painter: QPainter, theme: Theme, place: QPointF, count: int) -> None:
    shown = min(count, _MOST_PIPS)
    color = theme.active
    gap = 15.0 if shown <= 3 else 8.0
    size = 9.0 if shown <= 3 else 6.0
    painter.setPen(pen(color, 1.5, (2.5, 2)))
    painter.setBrush(tint(color, 0.25))
    for index in range(shown):
        painter.drawRect(QRectF(place.x() + index * gap, place.y() - size / 2, size, size))


def _paint_triggers(painter: QPainter, theme: Theme, row: RouteRow, x: float, box: QRectF) -> None:
    middle = box.center().y()
    painter.setFont(font(12.5, 600))
    text = QRectF(x + 24, box.top(), 30, box.height())
    left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    if row.firing:
        _triangle(painter, QPointF(x + 8, middle), theme.trigger)
        painter.setPen(tint(theme.bad))
        painter.drawText(text, left, str(row.firing))
    else:
        picture = icon_pixmap("check", theme.good, 16)
        painter.drawPixmap(QRectF(x, middle - 8, 16, 16), picture, QRectF(picture.rect()))
        painter.setPen(tint(theme.good))
        painter.drawText(text, left, "0")


def odds_size(card: OddsCard) -> QSizeF:
    """Return the size of the card of odds, in pixels."""
    small, large = QFontMetricsF(font(12)), QFontMetricsF(font(15, 600))
    width = max(
        large.horizontalAdvance(card.chance) + 60,
        QFontMetricsF(font(12.5, 600)).horizontalAdvance(card.title),
        *(small.horizontalAdvance(words + value) + 18 for words, value in card.lines),
    )
    top = 30 + (24 if card.chance else 0)
    return QSizeF(max(150.0, width + 28), top + 17 * len(card.lines) + 8)


def paint_odds(painter: QPainter, theme: Theme, card: OddsCard, box: QRectF) -> None:
    """Draw the card of odds in *box*."""
    _card(painter, box, theme)
    left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    x, width, top = box.left() + 14, box.width() - 28, box.top() + 8
    painter.setPen(tint(theme.ink))
    painter.setFont(font(12.5, 600))
    painter.drawText(QRectF(x, top, width, 18), left, card.title)
    top += 20
    if card.chance:
        painter.setFont(font(15, 600))
        painter.drawText(QRectF(x, top, width, 22), left, card.chance)
        used = QFontMetricsF(font(15, 600)).horizontalAdvance(card.chance) + 6
        painter.setFont(font(12))
        painter.setPen(tint(theme.ink2))
        painter.drawText(QRectF(x + used, top, width - used, 22), left, "to hit")
        top += 24
    painter.setFont(font(12))
    for words, value in card.lines:
        painter.setPen(tint(theme.ink2))
        painter.drawText(QRectF(x, top, width, 17), left, words)
        painter.setPen(tint(theme.ink))
        painter.drawText(QRectF(x, top, width, 17), right, value)
        top += 17


def paint_leader(painter: QPainter, theme: Theme, start: QPointF, tip: QPointF) -> None:
    """Draw a line from a card to what it explains, with a dot at its end."""
    for color, width in ((theme.casing, 4.0), (theme.ink2, 1.6)):
        painter.setPen(pen(color, width))
        painter.drawLine(QLineF(start, tip))
    painter.setPen(pen(theme.casing, 1.4))
    painter.setBrush(tint(theme.ink2))
    painter.drawEllipse(tip, 4, 4)


def paint_callout(
    painter: QPainter, theme: Theme, callout: Callout, box: QRectF, tip: QPointF
) -> None:
    """Draw a callout in *box* with its leader to *tip*."""
    start = QPointF(
        min(max(tip.x(), box.left() + 20), box.right() - 20),
        min(max(tip.y(), box.top() + 20), box.bottom() - 20),
    )
    leader = QLineF(start, tip)
    if leader.length() > _TRIANGLE:
        leader.setLength(leader.length() - _TRIANGLE)
        for color, width in ((theme.casing, 4.0), (theme.ink2, 1.6)):
            painter.setPen(pen(color, width))
            painter.drawLine(leader)
    _card(painter, box, theme)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.trigger))
    painter.drawRoundedRect(QRectF(box.left(), box.top() + 12, 3.5, box.height() - 24), 1.7, 1.7)
    left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    x, width = box.left() + 16, box.width() - 30
    painter.setFont(font(13, 600))
    painter.setPen(tint(theme.ink))
    painter.drawText(QRectF(x, box.top() + 12, width, 18), left, callout.title)
    painter.setFont(font(11.5))
    painter.setPen(tint(theme.ink3))
    painter.drawText(QRectF(x, box.top() + 12, width, 18), right, callout.step)
    top = box.top() + 34
    painter.setFont(font(12))
    painter.setPen(tint(theme.ink2))
    for line in callout.lines:
        painter.drawText(QRectF(x, top, width, 17), left, line)
        top += 17
    if callout.reaction:
        painter.drawText(QRectF(x, top, width, 17), left, callout.reaction)
        end = x + QFontMetricsF(font(12)).horizontalAdvance(callout.reaction) + 14
        _diamond(painter, QPointF(end, top + 8.5), theme)
        top += 17
    if callout.odds:
        painter.setFont(font(12, 600))
        painter.setPen(tint(theme.ink))
        painter.drawText(QRectF(x, top + 4, width, 18), left, callout.odds)
        end = x + QFontMetricsF(font(12, 600)).horizontalAdvance(callout.odds) + 14
        painter.setFont(font(12))
        painter.setPen(tint(theme.ink2))
        painter.drawText(QRectF(end, top + 4, width, 18), left, callout.mean)


def callout_size(callout: Callout) -> QSizeF:
    """Return the size of a callout, in pixels."""
    texts = [_width(line, 12) for line in callout.lines]
    heading = _width(callout.title, 13, 600) + _width(callout.step, 11.5) + 24
    foot = _width(callout.odds + callout.mean, 12, 600) + 20
    width = max(230.0, heading, foot, *texts) + 32
    rows = len(callout.lines) + bool(callout.reaction)
    has_foot = callout.odds or callout.awaits_odds
    return QSizeF(width, 34 + 17 * rows + (24 if has_foot else 0) + 12)


def _card(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw an empty card with its shadow, from the pictures of the last few sizes."""
    ratio = painter.device().devicePixelRatioF()
    size = QSize(ceil(box.width()), ceil(box.height()))
    corner = QPointF(box.left() - _ROOM, box.top() - _ROOM)
    painter.drawPixmap(corner, _empty_card(size.width(), size.height(), theme, ratio))


@lru_cache(maxsize=24)
def _empty_card(width: int, height: int, theme: Theme, ratio: float) -> QPixmap:
    """Return a card of a size in pixels, with room for its shadow around it."""
    room = QSize(width + 2 * _ROOM, height + 2 * _ROOM) * ratio
    picture = QPixmap(room)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_card(painter, QRectF(_ROOM, _ROOM, width, height), theme)
    painter.end()
    return picture


def _draw_card(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw a card with a soft shadow of a few flat layers."""
    painter.setPen(Qt.PenStyle.NoPen)
    for spread, alpha in ((10, 0.05), (7, 0.07), (4, 0.1), (2, 0.12)):
        painter.setBrush(tint("#000000", alpha if theme.is_dark else alpha * 0.5))
        painter.drawRoundedRect(
            box.adjusted(-spread, 5 - spread, spread, 5 + spread), 10 + spread, 10 + spread
        )
    painter.setPen(pen(theme.line, 1))
    painter.setBrush(tint(theme.panel))
    painter.drawRoundedRect(box, RADIUS_CARD, RADIUS_CARD)


def _triangle(painter: QPainter, center: QPointF, color: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(color))
    x, y = center.x(), center.y()
    painter.drawPolygon(
        QPolygonF([QPointF(x, y - 8), QPointF(x + 9, y + 7), QPointF(x - 9, y + 7)])
    )


def _diamond(painter: QPainter, center: QPointF, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.active))
    x, y = center.x(), center.y()
    painter.drawPolygon(
        QPolygonF([QPointF(x, y - 6), QPointF(x + 6, y), QPointF(x, y + 6), QPointF(x - 6, y)])
    )
    painter.setPen(tint(theme.ink2))

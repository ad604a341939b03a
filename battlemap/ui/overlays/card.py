"""One card over the map: what it says, how large it is, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF

from battlemap.ui.icons import icon_pixmap
from battlemap.ui.scene.written import width_of, write
from battlemap.ui.theme import RADIUS_CARD, pen, tint

if TYPE_CHECKING:
    from battlemap.ui.theme import Theme

_ROW = 26.0
_MOVE_WIDTH = 264.0
_COLUMNS = ((34, 80), (84, 50))
"""Where a route's name and its cost begin in its row, and how wide they are."""
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


def move_size(card: MoveCard) -> QSizeF:
    """Return the size of the card at the pointer, in pixels."""
    hint = width_of(card.hint, 11.5) + 36
    if not card.rows:
        return QSizeF(_even(hint), 36)
    return QSizeF(_even(max(_MOVE_WIDTH, hint)), 8 + _ROW * len(card.rows) + 26)


def paint_move(painter: QPainter, theme: Theme, card: MoveCard, box: QRectF) -> None:
    """Draw the card at the pointer in *box*."""
    _card(painter, box, theme)
    top = box.top() + 8
    for row in card.rows:
        _paint_row(painter, theme, row, QRectF(box.left() + 6, top, box.width() - 12, _ROW))
        top += _ROW
    painter.setPen(tint(theme.warn if card.is_warning else theme.ink3))
    area = QRectF(box.left() + 16, top, box.width() - 20, box.bottom() - top - 2)
    if not card.rows:
        area = box.adjusted(16, 0, -8, 0)
    write(painter, area, card.hint, 11.5, 500 if card.is_warning else 400)


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
    painter.setPen(tint(theme.ink))
    named, priced = (QRectF(x + at, box.top(), wide, box.height()) for at, wide in _COLUMNS)
    write(painter, named, row.label, 12.5, 600 if row.is_chosen else 500)
    write(painter, priced, row.feet, 12.5, 600, across=1)
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
    text = QRectF(x + 24, box.top(), 30, box.height())
    if row.firing:
        _triangle(painter, QPointF(x + 8, middle), theme.trigger)
        painter.setPen(tint(theme.bad))
        write(painter, text, str(row.firing), 12.5, 600)
    else:
        picture = icon_pixmap("check", theme.good, 16)
        painter.drawPixmap(QRectF(x, middle - 8, 16, 16), picture, QRectF(picture.rect()))
        painter.setPen(tint(theme.good))
        write(painter, text, "0", 12.5, 600)


def odds_size(card: OddsCard) -> QSizeF:
    """Return the size of the card of odds, in pixels."""
    width = max(
        width_of(card.chance, 15, 600) + 60,
        width_of(card.title, 12.5, 600),
        *(width_of(words + value, 12) + 18 for words, value in card.lines),
    )
    top = 30 + (24 if card.chance else 0)
    return QSizeF(max(150.0, width + 28), top + 17 * len(card.lines) + 8)


def paint_odds(painter: QPainter, theme: Theme, card: OddsCard, box: QRectF) -> None:
    """Draw the card of odds in *box*."""
    _card(painter, box, theme)
    x, width, top = box.left() + 14, box.width() - 28, box.top() + 8
    painter.setPen(tint(theme.ink))
    write(painter, QRectF(x, top, width, 18), card.title, 12.5, 600)
    top += 20
    if card.chance:
        write(painter, QRectF(x, top, width, 22), card.chance, 15, 600)
        used = width_of(card.chance, 15, 600) + 6
        painter.setPen(tint(theme.ink2))
        write(painter, QRectF(x + used, top, width - used, 22), "to hit", 12)
        top += 24
    for words, value in card.lines:
        painter.setPen(tint(theme.ink2))
        write(painter, QRectF(x, top, width, 17), words, 12)
        painter.setPen(tint(theme.ink))
        write(painter, QRectF(x, top, width, 17), value, 12, across=1)
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
    x, width = box.left() + 16, box.width() - 30
    painter.setPen(tint(theme.ink))
    write(painter, QRectF(x, box.top() + 12, width, 18), callout.title, 13, 600)
    painter.setPen(tint(theme.ink3))
    write(painter, QRectF(x, box.top() + 12, width, 18), callout.step, 11.5, across=1)
    top = box.top() + 34
    painter.setPen(tint(theme.ink2))
    for line in callout.lines:
        write(painter, QRectF(x, top, width, 17), line, 12)
        top += 17
    if callout.reaction:
        write(painter, QRectF(x, top, width, 17), callout.reaction, 12)
        end = x + width_of(callout.reaction, 12) + 14
        _diamond(painter, QPointF(end, top + 8.5), theme)
        top += 17
    if callout.odds:
        painter.setPen(tint(theme.ink))
        write(painter, QRectF(x, top + 4, width, 18), callout.odds, 12, 600)
        end = x + width_of(callout.odds, 12, 600) + 14
        painter.setPen(tint(theme.ink2))
        write(painter, QRectF(end, top + 4, width, 18), callout.mean, 12)


def callout_size(callout: Callout) -> QSizeF:
    """Return the size of a callout, in pixels."""
    texts = [width_of(line, 12) for line in callout.lines]
    heading = width_of(callout.title, 13, 600) + width_of(callout.step, 11.5) + 24
    foot = width_of(callout.odds + callout.mean, 12, 600) + 20
    width = max(230.0, heading, foot, *texts) + 32
    rows = len(callout.lines) + bool(callout.reaction)
    has_foot = callout.odds or callout.awaits_odds
    return QSizeF(_even(width), 34 + 17 * rows + (24 if has_foot else 0) + 12)


def _even(width: float) -> float:
    """Return a width that more cards have, so that they share their picture."""
    return 8.0 * ceil(width / 8)


def _card(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Draw an empty card with its shadow, from the pictures of the last few sizes."""
    ratio = painter.device().devicePixelRatioF()
    size = QSize(ceil(box.width()), ceil(box.height()))
    corner = QPointF(box.left() - _ROOM, box.top() - _ROOM)
    painter.drawPixmap(corner, _empty_card(size.width(), size.height(), theme, ratio))


@lru_cache(maxsize=48)
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

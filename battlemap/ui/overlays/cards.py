"""Cards over the map: what a drop would cost, at the pointer, and one for each trigger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPolygonF
from PySide6.QtWidgets import QWidget

from battlemap.ui.icons import icon_pixmap
from battlemap.ui.theme import RADIUS_CARD, font, pen, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from battlemap.ui.scene.map_view import MapView
    from battlemap.ui.theme import Theme

_ROW = 26.0
_MOVE_WIDTH = 262.0
_MOST_PIPS = 6
_TRIANGLE = 18.0
"""A leader ends so many pixels before the middle of its triangle."""


@dataclass(frozen=True)
class RouteRow:
    """One route in the card at the pointer."""

    label: str
    feet: str
    actions: int
    firing: int
    hollow: int = 0
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


class CardLayer(QWidget):
    """Draws the cards above the map; it lets every event through."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.move_card: MoveCard | None = None
        self.callouts: tuple[Callout, ...] = ()
        self._pixel = QPointF()
        self._avoid: tuple[QPointF, ...] = ()
        self._boxes: list[QRectF] = []
        self._offset = QPointF(18, 92)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def show_move(
        self,
        card: MoveCard,
        pixel: QPointF,
        callouts: tuple[Callout, ...] = (),
        avoid: tuple[QPointF, ...] = (),
    ) -> None:
        """Show the card of a drag and the callouts of its triggers.

        Parameters
        ----------
        pixel
            Where the pointer is, on the viewport.
        avoid
            Places of the scene that no callout may hide.
        """
        before = self._move_box(self.move_card) if self.move_card is not None else QRectF()
        is_new = (callouts, avoid) != (self.callouts, self._avoid) or not self.isVisible()
        self.move_card, self._pixel = card, pixel
        if is_new:
            self._update_callouts()
            self.callouts, self._avoid = callouts, avoid
            self._offset = self._choose_offset(card)
            self._boxes = self._place_callouts()
            self._update_callouts()
        if not self.isVisible():
            self.show()
        # Only what changed is drawn again: the map lies under all of this widget.
        for box in (before, self._move_box(card)):
            self.update(box.adjusted(-12, -12, 12, 18).toAlignedRect())

    def _update_callouts(self) -> None:
        for callout, box in zip(self.callouts, self._boxes, strict=False):
            tip = self._view.pixel_of(callout.place)
            all_of_it = box.united(QRectF(tip, tip).adjusted(-1, -1, 1, 1))
            self.update(all_of_it.adjusted(-12, -12, 12, 18).toAlignedRect())

    def _place_callouts(self) -> list[QRectF]:
        taken = [self._move_box(self.move_card)] if self.move_card is not None else []
        boxes = []
        for callout in self.callouts:
            box = self._callout_box(callout, taken)
            taken.append(box.adjusted(-8, -8, 8, 8))
            boxes.append(box)
        return boxes

    def clear(self) -> None:
        """Show no cards."""
        self.move_card, self.callouts, self._avoid, self._boxes = None, (), (), []
        self.hide()

    def follow(self) -> None:
        """Stay with the map when it is scrolled or zoomed."""
        if self.isVisible():
            self._boxes = self._place_callouts()
            self.update()

    # Drawing --------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw callouts with their leaders, then the card at the pointer."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for callout, box in zip(self.callouts, self._boxes, strict=False):
            self._paint_callout(painter, callout, box)
        if self.move_card is not None:
            self._paint_move(painter, self.move_card, self._move_box(self.move_card))

    def _move_size(self, card: MoveCard) -> QSizeF:
        hint = QFontMetricsF(font(11.5)).horizontalAdvance(card.hint) + 36
        if not card.rows:
            return QSizeF(hint, 36)
        return QSizeF(max(_MOVE_WIDTH, hint), 8 + _ROW * len(card.rows) + 26)

    def _move_box(self, card: MoveCard) -> QRectF:
        box = QRectF(self._pixel + self._offset, self._move_size(card))
        area = QRectF(self.rect()).adjusted(8, 8, -8, -8)
        box.moveLeft(max(area.left(), min(box.left(), area.right() - box.width())))
        box.moveTop(max(area.top(), min(box.top(), area.bottom() - box.height())))
        return box

    def _choose_offset(self, card: MoveCard) -> QPointF:
        """Return where the card hangs from the pointer: inside the view, hiding least."""
        size = self._move_size(card)
        right, left = 18.0, -size.width() - 18.0
        below, above = 92.0, -size.height() - 70.0
        area = QRectF(self.rect()).adjusted(8, 8, -8, -8)
        hidden = [self._view.pixel_of(place) for place in self._avoid]
        hidden += [
            self._view.pixel_of(item.pos()) for item in self._view.map_scene.items_by_token.values()
        ]

        def cost(offset: QPointF) -> float:
            box = QRectF(self._pixel + offset, size)
            outside = 0.0 if area.contains(box) else 100.0
            # Where it hangs now is a little better than elsewhere: it doesn't jump about.
            stays = 0.0 if offset == self._offset else 0.5
            near = box.adjusted(-18, -18, 18, 18)
            return outside + stays + sum(near.contains(place) for place in hidden)

        spots = [QPointF(x, y) for y in (below, above) for x in (right, left)]
        return min(spots, key=cost)

    def _paint_move(self, painter: QPainter, card: MoveCard, box: QRectF) -> None:
        theme = self._view.theme
        _card(painter, box, theme)
        top = box.top() + 8
        for row in card.rows:
            self._paint_row(painter, row, QRectF(box.left() + 6, top, box.width() - 12, _ROW))
            top += _ROW
        painter.setFont(font(11.5, 500 if card.is_warning else 400))
        painter.setPen(tint(theme.warn if card.is_warning else theme.ink3))
        area = QRectF(box.left() + 16, top, box.width() - 20, box.bottom() - top - 2)
        if not card.rows:
            area = box.adjusted(16, 0, -8, 0)
        painter.drawText(
            area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, card.hint
        )

    def _paint_row(self, painter: QPainter, row: RouteRow, box: QRectF) -> None:
        theme = self._view.theme
        if row.is_chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.selected))
            painter.drawRoundedRect(box, 6, 6)
        middle = box.center().y()
        x = box.left() + 10
        line = (
            pen(theme.safest, 3.4, (6, 4)) if row.is_safest else pen(theme.shortest, 3.4, flat=True)
        )
        painter.setPen(line)
        painter.drawLine(QLineF(x, middle, x + 24, middle))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.setPen(tint(theme.ink))
        painter.setFont(font(12.5, 600 if row.is_chosen else 500))
        painter.drawText(QRectF(x + 34, box.top(), 80, box.height()), left, row.label)
        painter.setFont(font(12.5, 600))
        painter.drawText(QRectF(x + 84, box.top(), 50, box.height()), right, row.feet)
        self._paint_pips(painter, QPointF(x + 150, middle), row.actions)
        self._paint_triggers(painter, row, box.right() - 50, box)

    def _paint_pips(self, painter: QPainter, place: QPointF, count: int) -> None:
        theme = self._view.theme
        shown = min(count, _MOST_PIPS)
        color = theme.active
        gap = 15.0 if shown <= 3 else 8.0
        size = 9.0 if shown <= 3 else 6.0
        painter.setPen(pen(color, 1.5, (2.5, 2)))
        painter.setBrush(tint(color, 0.25))
        for index in range(shown):
            painter.drawRect(QRectF(place.x() + index * gap, place.y() - size / 2, size, size))

    def _paint_triggers(self, painter: QPainter, row: RouteRow, x: float, box: QRectF) -> None:
        theme, middle = self._view.theme, box.center().y()
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

    def _callout_box(self, callout: Callout, taken: list[QRectF]) -> QRectF:
        """Return the box that hides least: not the route, not tokens, not another card."""
        size = _callout_size(callout)
        tip = self._view.pixel_of(callout.place)
        area = QRectF(self.rect()).adjusted(10, 48, -10, -10)
        hidden = [self._view.pixel_of(place) for place in self._avoid]
        hidden += [
            self._view.pixel_of(item.pos()) for item in self._view.map_scene.items_by_token.values()
        ]
        best: tuple[float, QRectF] | None = None
        for dx, dy in _SPOTS:
            box = QRectF(0, 0, size[0], size[1])
            box.moveCenter(QPointF(tip.x() + dx, tip.y() + dy))
            box.moveLeft(min(max(box.left(), area.left()), area.right() - box.width()))
            box.moveTop(min(max(box.top(), area.top()), area.bottom() - box.height()))
            wide = box.adjusted(-24, -24, 24, 24)
            cost = 3.0 * sum(wide.contains(place) for place in hidden)
            cost += 40.0 * sum(box.intersects(other) for other in taken)
            cost += 20.0 * wide.contains(tip)
            cost += QLineF(tip, box.center()).length() / 150
            if best is None or cost < best[0]:
                best = cost, box
        assert best is not None  # there is always a first spot
        return best[1]

    def _paint_callout(self, painter: QPainter, callout: Callout, box: QRectF) -> None:
        theme = self._view.theme
        tip = self._view.pixel_of(callout.place)
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
        painter.drawRoundedRect(
            QRectF(box.left(), box.top() + 12, 3.5, box.height() - 24), 1.7, 1.7
        )
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


_SPOTS = (
    (-110, -170),
    (110, -170),
    (0, -190),
    (-230, -90),
    (230, -90),
    (-230, 90),
    (230, 90),
    (0, 190),
    (-320, 0),
    (320, 0),
    (-140, 180),
    (140, 180),
    (-340, -190),
    (340, -190),
)
"""Where a callout may stand, from its trigger, in pixels."""


def _callout_size(callout: Callout) -> tuple[float, float]:
    texts = [QFontMetricsF(font(12)).horizontalAdvance(line) for line in callout.lines]
    heading = QFontMetricsF(font(13, 600)).horizontalAdvance(callout.title)
    heading += QFontMetricsF(font(11.5)).horizontalAdvance(callout.step) + 24
    foot = QFontMetricsF(font(12, 600)).horizontalAdvance(callout.odds + callout.mean) + 20
    width = max(230.0, heading, foot, *texts) + 32
    rows = len(callout.lines) + bool(callout.reaction)
    return width, 34 + 17 * rows + (24 if callout.odds else 0) + 12


def _card(painter: QPainter, box: QRectF, theme: Theme) -> None:
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

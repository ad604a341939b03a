"""The layer of cards over the map: what a drop would cost, and one card for each trigger."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from battlemap.ui.guard import guarded
from battlemap.ui.overlays.boxes import Boxes, sides_of
from battlemap.ui.overlays.card import (
    Callout,
    MoveCard,
    OddsCard,
    callout_size,
    move_size,
    odds_size,
    paint_callout,
    paint_leader,
    paint_move,
    paint_odds,
)
from battlemap.ui.overlays.free_place import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from PySide6.QtGui import QPaintEvent

    from battlemap.ui.scene.map_view import MapView

_Discs: TypeAlias = "tuple[Boxes, NDArray[np.float64]]"
"""Boxes of tokens on the viewport, and how bad it is to hide each of them."""


class CardLayer(QWidget):
    """Draws the cards above the map; it lets every event through."""

    followed = Signal()
    """The map was scrolled or zoomed under the cards."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.move_card: MoveCard | None = None
        self.callouts: tuple[Callout, ...] = ()
        self._pixel = QPointF()
        self._avoid: tuple[QPointF, ...] = ()
        self._boxes: list[QRectF] = []
        self._offset = QPointF(18, 92)
        self._leads_to: QPointF | None = None
        self._leads_from: Callable[[], QRectF] | None = None
        self.odds_card: OddsCard | None = None
        self._odds_at = QRectF()
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
            discs = self._discs()
            self._offset = self._choose_offset(card, discs)
            self._boxes = self._place_callouts(discs)
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

    def _place_callouts(self, discs: _Discs) -> list[QRectF]:
        if not self.callouts:
            return []
        taken = [self._move_box(self.move_card)] if self.move_card is not None else []
        boxes = []
        for callout in self.callouts:
            box = self._callout_box(callout, taken, discs)
            taken.append(box.adjusted(-8, -8, 8, 8))
            boxes.append(box)
        return boxes

    def clear(self) -> None:
        """Show no cards."""
        self.move_card, self.callouts, self._avoid, self._boxes = None, (), (), []
        self._settle()

    def show_leader(self, goal: QPointF | None, box: Callable[[], QRectF] | None) -> None:
        """Draw a line from a card of the window to a place of the scene; None: no line.

        Parameters
        ----------
        box
            Where the card is on the viewport.
        """
        self._leads_to, self._leads_from = goal, box
        self._settle()

    def show_odds(self, card: OddsCard | None, disc: QRectF | None = None) -> None:
        """Show the odds against the token whose disc is here in the scene; None: nothing."""
        shown, place = (card, disc) if disc is not None else (None, QRectF())
        if (shown, place) != (self.odds_card, self._odds_at):
            self.odds_card, self._odds_at = shown, place
            self._settle()

    def odds_box(self) -> QRectF:
        """Return where the card of odds is on the viewport: beside its token, inside the view."""
        if self.odds_card is None:
            return QRectF()
        size, disc = odds_size(self.odds_card), self._odds_at
        tip = self._view.pixel_of(disc.center())
        away = disc.width() / 2 / self._view.map_scene.unit + 14
        area = QRectF(self.rect()).adjusted(8, 8, -8, -8)
        discs, weights = self._discs()
        scene = self._view.map_scene
        signs = [one.peak(scene.unit) for one in scene.triggers.triggers]
        signs += [point for route in scene.paths.routes for point in route.points]
        shown = [self._view.pixel_of(place) for place in signs]
        best: tuple[float, QRectF] | None = None
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            box = QRectF(QPointF(0, 0), size)
            box.moveCenter(
                tip + QPointF(dx * (away + size.width() / 2), dy * (away + size.height() / 2))
            )
            cost = 0.0 if area.contains(box) else 100.0
            cost += 3 * float(weights[discs.meeting(box)].sum())
            near = box.adjusted(-10, -10, 10, 10)
            cost += 2.0 * sum(near.contains(place) for place in shown)
            cost += 20.0 * sum(box.intersects(bar) for bar in self._bars())
            if best is None or cost < best[0]:
                best = cost, box
        assert best is not None  # there is always a first side
        return best[1]

    def _settle(self) -> None:
        """Be there as long as there is anything to draw."""
        shown = (self.move_card, self.odds_card, self._leads_from)
        self.setVisible(any(one is not None for one in shown))
        self.update()

    def follow(self) -> None:
        """Stay with the map when it is scrolled or zoomed."""
        if self.isVisible():
            self._boxes = self._place_callouts(self._discs())
            self.update()
        self.followed.emit()

    # Drawing --------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw callouts with their leaders, then the card at the pointer."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for callout, box in zip(self.callouts, self._boxes, strict=False):
            tip = self._view.pixel_of(callout.place)
            paint_callout(painter, self._view.theme, callout, box, tip)
        if self._leads_to is not None and self._leads_from is not None:
            tip, box = self._view.pixel_of(self._leads_to), self._leads_from()
            paint_leader(painter, self._view.theme, nearest(box, tip), tip)
        if self.odds_card is not None:
            paint_odds(painter, self._view.theme, self.odds_card, self.odds_box())
        if self.move_card is not None:
            paint_move(painter, self._view.theme, self.move_card, self._move_box(self.move_card))

    def _move_box(self, card: MoveCard) -> QRectF:
        corner = (self._pixel + self._offset).toPoint()
        box = QRectF(QPointF(corner), move_size(card))
        area = QRectF(self.rect()).adjusted(8, 8, -8, -8)
        box.moveLeft(max(area.left(), min(box.left(), area.right() - box.width())))
        box.moveTop(max(area.top(), min(box.top(), area.bottom() - box.height())))
        for bar in self._bars():
            if not box.intersects(bar):
                continue
            if bar.center().y() > area.center().y():
                box.moveBottom(bar.top())
            else:
                box.moveTop(bar.bottom())
        return box

    def _bars(self) -> list[QRectF]:
        """Return the boxes of the bars that lie over the map, with a gap around them."""
        bars: tuple[QWidget, ...] = (self._view.zoom_bar, self._view.overlay_bar)
        corner = self.pos()
        return [
            QRectF(bar.geometry().translated(-corner)).adjusted(-8, -8, 8, 8)
            for bar in bars
            if bar.isVisible()
        ]

    def _choose_offset(self, card: MoveCard, among: _Discs) -> QPointF:
        """Return where the card hangs from the pointer: inside the view, hiding least."""
        size = move_size(card)
        right, left = 18.0, -size.width() - 18.0
        below, above = 92.0, -size.height() - 70.0
        area = QRectF(self.rect()).adjusted(8, 8, -8, -8)
        route = [self._view.pixel_of(place) for place in self._avoid]
        discs, weights = among
        bars = self._bars()

        def cost(offset: QPointF) -> float:
            box = QRectF(self._pixel + offset, size)
            outside = 0.0 if area.contains(box) else 100.0
            outside += 50.0 * any(box.intersects(bar) for bar in bars)
            # Where it hangs now is a little better than elsewhere: it doesn't jump about.
            stays = 0.0 if offset == self._offset else 0.5
            hidden = float(weights[discs.meeting(box)].sum())
            return outside + stays + hidden + sum(box.contains(place) for place in route)

        spots = [QPointF(x, y) for y in (below, above) for x in (right, left)]
        return min(spots, key=cost)

    def _discs(self) -> _Discs:
        """Return where tokens are on the viewport, and how bad it is to hide each of them."""
        rows, discs = self._view.map_scene.disc_boxes()
        weights = np.ones(len(rows))
        target = rows.get(self._view.bridge.target or "")
        if target is not None:
            weights[target] = 3.0
        return discs.mapped(self._view.viewportTransform()), weights

    def _callout_box(self, callout: Callout, taken: list[QRectF], among: _Discs) -> QRectF:
        """Return the box that hides least: not the route, not tokens, not another card."""
        discs, weights = among
        size = callout_size(callout)
        tip = self._view.pixel_of(callout.place)
        area = QRectF(self.rect()).adjusted(10, 48, -10, -10)
        hidden = [self._view.pixel_of(place) for place in self._avoid]
        span = np.array([size.width(), size.height()])
        aim = np.array([tip.x(), tip.y()])
        # All spots at once: one row (left, top, right, bottom) for each, kept inside the area.
        low, high = np.array(sides_of(area)).reshape(2, 2)
        corners = np.minimum(np.maximum(np.array(_SPOTS) + aim - span / 2, low), high - span)
        # On whole pixels type and frame stay crisp.
        corners = np.round(corners)
        boxes = Boxes.of_sides(np.hstack((corners, corners + span)))
        wide, near = boxes.grown(24), boxes.grown(12)
        centers = corners + span / 2
        cost = 3.0 * wide.holds(hidden).sum(axis=1)
        cost += 3.0 * (near.meets(discs) @ weights)
        shares = np.arange(4, 12)[:, None, None] / 12
        on_way = centers + (aim - centers) * shares
        cost += discs.hit_by(on_way).sum(axis=1)
        cost += 40.0 * boxes.meets(Boxes((*taken, *self._bars()))).sum(axis=1)
        cost += 20.0 * wide.holds([tip])[:, 0]
        cost += np.hypot(*(centers - aim).T) / 150
        left, top = corners[int(cost.argmin())].tolist()
        return QRectF(QPointF(left, top), size)


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

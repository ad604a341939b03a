"""The layer of cards over the map: what a drop would cost, and one card for each trigger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from battlemap.ui.guard import guarded
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
from battlemap.ui.overlays.card_places import Surroundings, hanging
from battlemap.ui.overlays.free_place import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from battlemap.ui.overlays.boxes import Boxes
    from battlemap.ui.scene.map_view import MapView


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
        self._move_box = QRectF()
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
        before, bars = self._move_box, self._bars()
        is_new = (callouts, avoid) != (self.callouts, self._avoid) or not self.isVisible()
        self.move_card, self._pixel = card, pixel
        if is_new:
            self._update_callouts()
            self.callouts, self._avoid = callouts, avoid
            around = self._surroundings(bars)
            self._offset = around.best_offset(pixel, move_size(card), self._offset)
        self._hang(bars)
        if is_new:
            self._boxes = self._place_callouts(around)
            self._update_callouts()
        if not self.isVisible():
            self.show()
        # Only what changed is drawn again: the map lies under all of this widget.
        for box in (before, self._move_box):
            self.update(box.adjusted(-12, -12, 12, 18).toAlignedRect())

    def move_box(self) -> QRectF:
        """Return where the card of a drag is on the viewport."""
        return QRectF(self._move_box)

    def _hang(self, bars: tuple[QRectF, ...]) -> None:
        """Hang the card of a drag from the pointer."""
        card, corner = self.move_card, self._pixel + self._offset
        self._move_box = (
            hanging(corner, move_size(card), QRectF(self.rect()), bars) if card else QRectF()
        )

    def _update_callouts(self) -> None:
        for callout, box in zip(self.callouts, self._boxes, strict=False):
            tip = self._view.pixel_of(callout.place)
            all_of_it = box.united(QRectF(tip, tip).adjusted(-1, -1, 1, 1))
            self.update(all_of_it.adjusted(-12, -12, 12, 18).toAlignedRect())

    def _place_callouts(self, around: Surroundings) -> list[QRectF]:
        return around.callouts(
            [self._view.pixel_of(callout.place) for callout in self.callouts],
            [callout_size(callout) for callout in self.callouts],
            [self._move_box] if self.move_card is not None else [],
        )

    def clear(self) -> None:
        """Show no cards."""
        self.move_card, self.callouts, self._avoid, self._boxes = None, (), (), []
        self._move_box = QRectF()
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
            bars = self._bars()
            self._hang(bars)
            self._boxes = self._place_callouts(self._surroundings(bars))
            self.update()
        self.followed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the card of a drag inside."""
        super().resizeEvent(event)
        if self.move_card is not None:
            self._hang(self._bars())

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
            paint_move(painter, self._view.theme, self.move_card, self._move_box)

    def _bars(self) -> tuple[QRectF, ...]:
        """Return the boxes of the bars that lie over the map, with a gap around them."""
        bars: tuple[QWidget, ...] = (self._view.zoom_bar, self._view.overlay_bar)
        corner = self.pos()
        return tuple(
            QRectF(bar.geometry().translated(-corner)).adjusted(-8, -8, 8, 8)
            for bar in bars
            if bar.isVisible()
        )

    def _surroundings(self, bars: tuple[QRectF, ...]) -> Surroundings:
        """Return what the cards of a drag had better not hide."""
        discs, weights = self._discs()
        shape = self._view.viewportTransform()
        route = np.array([(place.x(), place.y()) for place in self._avoid]).reshape(-1, 2)
        route = route * (shape.m11(), shape.m22()) + (shape.dx(), shape.dy())
        return Surroundings(QRectF(self.rect()), bars, discs, weights, route)

    def _discs(self) -> tuple[Boxes, NDArray[np.float64]]:
        """Return where tokens are on the viewport, and how bad it is to hide each of them."""
        rows, discs = self._view.map_scene.disc_boxes()
        weights = np.ones(len(rows))
        target = rows.get(self._view.bridge.target or "")
        if target is not None:
            weights[target] = 3.0
        return discs.mapped(self._view.viewportTransform()), weights

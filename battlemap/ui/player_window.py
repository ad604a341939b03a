"""The player window: the same map on a second screen, without anything that is the GM's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from battlemap.ui.bridge import Bridge, OverlaySwitches
from battlemap.ui.guard import guarded
from battlemap.ui.scene.zoom_view import ZoomView
from battlemap.ui.theme import font, tint
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QCloseEvent,
        QKeyEvent,
        QMouseEvent,
        QPaintEvent,
        QResizeEvent,
        QShowEvent,
        QWheelEvent,
    )

    from battlemap.ui.scene.map_view import MapView
    from battlemap.ui.theme import Theme

PLAYERS = OverlaySwitches(
    arcs=False, their_reach=False, range=False, safest=False, sight=False, gm=False
)
"""What players see: no overlays, and nothing of the GM's."""

_TOLD_MS = 2500
"""How long the window says what the camera does."""


class PlayerView(ZoomView):
    """The map for players: it is looked at, never played on.

    Parameters
    ----------
    bridge
        The players' own: without the GM's layers, selection and targets.
    leader
        The GM's map, which the camera follows until the players' one is moved.
    """

    follow_changed = Signal(bool)

    def __init__(self, bridge: Bridge, theme: Theme, leader: MapView) -> None:
        super().__init__(bridge, theme)
        self.follows = True
        self._leader = leader
        self._dragged: QPoint | None = None
        self._said = ""
        self._later = single_shot(self, self._follow)
        self._quiet = single_shot(self, self._hush, _TOLD_MS)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Map for players")
        leader.map_scene.zoomed.connect(self._later.start)
        for bar in (leader.horizontalScrollBar(), leader.verticalScrollBar()):
            # Methods of ours, unlike a lambda, are let go of together with this window.
            bar.valueChanged.connect(self._leader_moved)
            bar.rangeChanged.connect(self._leader_moved)

    # The camera ---------------------------------------------------------------------------

    def _leader_moved(self, *_: object) -> None:
        self._later.start()

    def set_follows(self, on: bool) -> None:
        """Show what the GM's map shows, or stay where the players' map is."""
        if on != self.follows:
            self.follows = on
            self.follow_changed.emit(on)
        self._tell("Follows the GM's map" if on else "Free camera: F follows the GM's map")
        if on:
            self._later.start()

    def _follow(self) -> None:
        """Show at least what the GM's map shows, as large as there is room."""
        if not self.follows or not self.isVisible():
            return
        leader = self._leader
        seen = leader.free_area()
        place = QRectF(leader.place_at(seen.topLeft()), leader.place_at(seen.bottomRight()))
        if place.width() <= 0 or place.height() <= 0:
            return
        room = QRectF(self.viewport().rect())
        scale = min(room.width() / place.width(), room.height() / place.height())
        self.zoom_to(scale / self._scale * self.zoom)
        self._put(place.center(), self._middle())

    def showEvent(self, event: QShowEvent) -> None:
        """Begin where the GM's map is."""
        super().showEvent(event)
        self.fit()
        self._later.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep showing as much."""
        super().resizeEvent(event)
        self._apply_scale()
        if self.follows:
            self._later.start()
        elif self._shows_all:
            self.fit()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colors."""
        self.theme = theme
        self.map_scene.set_theme(theme)
        self.viewport().update()

    # Mouse and keys -------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the map; any button pans."""
        self._dragged = event.position().toPoint()
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan; from now on the camera is free."""
        if self._dragged is not None:
            now = event.position().toPoint()
            if now != self._dragged:
                if self.follows:
                    self.set_follows(False)
                self.pan(QPointF(self._dragged - now))
                self._dragged = now
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self._dragged = None
        self.viewport().unsetCursor()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take a second press for a press: nothing opens here."""
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer; from now on the camera is free."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        if turned:
            if self.follows:
                self.set_follows(False)
            self.zoom_to(self.zoom * 1.0014**turned, event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom, show all, or follow again."""
        key = event.key()
        if key == Qt.Key.Key_F:
            self.set_follows(not self.follows)
            return
        deed = {
            Qt.Key.Key_Plus: self.zoom_in,
            Qt.Key.Key_Equal: self.zoom_in,
            Qt.Key.Key_PageUp: self.zoom_in,
            Qt.Key.Key_Minus: self.zoom_out,
            Qt.Key.Key_PageDown: self.zoom_out,
            Qt.Key.Key_Home: self.fit,
            Qt.Key.Key_0: self.fit,
        }.get(Qt.Key(key))
        if deed is None:
            event.ignore()
            return
        if self.follows:
            self.set_follows(False)
        deed()

    # What the window says -------------------------------------------------------------------

    def _tell(self, text: str) -> None:
        self._said = text
        self._quiet.start()
        self.viewport().update()

    def _hush(self) -> None:
        self._said = ""
        self.viewport().update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the map, and for a moment what the camera does."""
        super().paintEvent(event)
        if not self._said:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(13, 500))
        wide = painter.fontMetrics().horizontalAdvance(self._said) + 32
        box = QRectF((self.viewport().width() - wide) / 2, self.viewport().height() - 56, wide, 36)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(self.theme.plate, 0.92))
        painter.drawRoundedRect(box, 8, 8)
        painter.setPen(tint(self.theme.on_plate))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._said)


class PlayerWindow(QWidget):
    """A window of its own on the document of the GM's window.

    Parameters
    ----------
    bridge
        The GM's: its session is shown, also when another one is opened.
    leader
        The GM's map.
    """

    closed = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, leader: MapView) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle("Battlemap for players")
        self._bridge = bridge
        self.bridge = Bridge(bridge.session, self)
        self.bridge.overlay = PLAYERS
        self.view = PlayerView(self.bridge, theme, leader)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        for keys in ("F11", "Alt+Return"):
            QShortcut(keys, self, self.toggle_full_screen)
        QShortcut("Esc", self, self.leave_full_screen)
        bridge.session_changed.connect(self._reopen)
        self.resize(1280, 800)
        self.view.setFocus()

    def _reopen(self) -> None:
        self.bridge.set_session(self._bridge.session)
        self.view.set_follows(True)

    def toggle_full_screen(self) -> None:
        """Fill the screen, or go back to a window."""
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def leave_full_screen(self) -> None:
        """Go back to a window."""
        if self.isFullScreen():
            self.showNormal()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colors."""
        self.view.set_theme(theme)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let go of the document, and say so."""
        self._bridge.session_changed.disconnect(self._reopen)
        self.bridge.leave()
        super().closeEvent(event)
        self.closed.emit()

"""The pointer on the map: drags of the tool, pans, hover and the call for a menu."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from battlemap.model.obstacle_search import NEAR, wall_at
from battlemap.ui import collector
from battlemap.ui.bridge import MenuPlace
from battlemap.ui.overlays.standing import StandingOverlays
from battlemap.ui.scene.coordinates import to_map
from battlemap.ui.scene.under_pointer import menu_place
from battlemap.ui.scene.zoom_view import ZoomView
from battlemap.ui.timers import single_shot
from battlemap.ui.tools.tool import Pointer

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QContextMenuEvent,
        QFocusEvent,
        QHideEvent,
        QMouseEvent,
        QWheelEvent,
    )

    from battlemap.geometry.cell import Cell
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.theme import Theme
    from battlemap.ui.tools.tool import Drag, Tool

EDGE = 22.0
EDGE_INTERVAL_MS = 30
EDGE_STEP = 14.0
"""A drag within so many pixels of the rim pans by a step at each interval."""

PAN_DISTANCE = 4
"""Pixels that the right button must move before a click becomes a pan."""


class PointerView(ZoomView):
    """A map that hands the left button to a tool and pans with the others."""

    current_tool: Tool

    drag_ended = Signal()
    """A drag was dropped or abandoned."""
    keys_changed = Signal()
    """Other keys count now: a line was begun, say."""

    def __init__(self, bridge: Bridge, theme: Theme) -> None:
        super().__init__(bridge, theme)
        self._drag: Drag | None = None
        self._drag_button = Qt.MouseButton.LeftButton
        self._panning: QPoint | None = None
        self._pan_start: QPoint | None = None
        self._pan_button = Qt.MouseButton.NoButton
        self._space = False
        self._safest_held = False
        self._routes_on = 0
        self._late_move: tuple[QPointF, Qt.KeyboardModifier] | None = None
        self._last_pixel = QPointF()
        self._hovered: MenuPlace | None = None
        self._is_over = False
        self._follow_timer = single_shot(self, self._follow)
        self.standing = StandingOverlays(bridge, self.map_scene)
        self._move_timer = single_shot(self, self._flush_move)
        self._edge_timer = QTimer(self)
        self._edge_timer.setInterval(EDGE_INTERVAL_MS)
        self._edge_timer.timeout.connect(self._pan_at_edge)
        bridge.changed.connect(self._changed_under_drag)
        bridge.changed.connect(self.follow_later)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)

    def mark_cell(self, cell: Cell | None) -> None:
        """Follow the cell under the pointer; None: off the map."""

    @property
    def hovered_token(self) -> str | None:
        """The token under the pointer."""
        return self._hovered.token if self._hovered is not None else None

    @property
    def is_dragging(self) -> bool:
        """Whether a drag of the tool is under way."""
        return self._drag is not None

    @property
    def has_moved_on(self) -> bool:
        """Whether the pointer is elsewhere already than where the tool was last told."""
        return self._late_move is not None

    def cancel_drag(self) -> None:
        """Abandon the drag; nothing has changed."""
        collector.go_on(self)
        drag, self._drag = self._drag, None
        self._drag_button = Qt.MouseButton.LeftButton
        self._edge_timer.stop()
        self._late_move = None
        if drag is not None:
            drag.close()
        self.drag_ended.emit()

    def _pointer(
        self,
        pixel: QPointF,
        modifiers: Qt.KeyboardModifier,
        *,
        is_down: bool,
        is_waypoint: bool = False,
        is_jump: bool = False,
    ) -> Pointer:
        place = self.place_at(pixel)
        held = Qt.KeyboardModifier
        return Pointer(
            pixel,
            place,
            to_map(place),
            self.map_scene.cell_at(place),
            self.map_scene.token_at(place),
            is_down,
            is_waypoint,
            bool(modifiers & held.ShiftModifier),
            bool(modifiers & held.ControlModifier),
            bool(modifiers & held.AltModifier),
            self._safest_held,
            is_jump,
            self._drag_button is Qt.MouseButton.RightButton,
            self._routes_on,
        )

    def set_waypoint(
        self, pixel: QPointF, modifiers: Qt.KeyboardModifier, *, is_jump: bool = False
    ) -> None:
        """Ask the drag for a waypoint, reached by a jump or not."""
        self._send(self._pointer(pixel, modifiers, is_down=True, is_waypoint=True, is_jump=is_jump))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a drag of the tool, a pan, or set a waypoint."""
        button, pixel = event.button(), event.position()
        event.accept()
        if self._drag is not None:
            if button is Qt.MouseButton.RightButton is not self._drag_button:
                self._flush_move()
                self.set_waypoint(pixel, event.modifiers())
            return
        left = button is Qt.MouseButton.LeftButton
        if button is Qt.MouseButton.RightButton and self.current_tool.takes_right():
            self._begin_drag(button, pixel, event.modifiers())
            return
        if button in (Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton) or (
            left and self._space
        ):
            self._pan_start = self._panning = event.position().toPoint()
            self._pan_button = button
            if button is not Qt.MouseButton.RightButton:
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if left:
            self._begin_drag(button, pixel, event.modifiers())

    def _begin_drag(
        self, button: Qt.MouseButton, pixel: QPointF, modifiers: Qt.KeyboardModifier
    ) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._drag_button = button
        self._routes_on = 0
        press = self._pointer(pixel, modifiers, is_down=True)
        self._drag = self.current_tool.drag(press)
        collector.wait_for(self)
        self._send(None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan at once; tell the tool about the last place at the next idle moment."""
        event.accept()
        if self._panning is not None:
            self._pan_to(event.position().toPoint())
            return
        self._late_move = (event.position(), event.modifiers())
        self._move_timer.start()

    def _pan_to(self, now: QPoint) -> None:
        start, last = self._pan_start, self._panning
        if start is None or last is None:
            return
        if (
            self._pan_button is Qt.MouseButton.RightButton
            and last == start
            and (now - start).manhattanLength() < PAN_DISTANCE
        ):
            return
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self.pan(QPointF(last - now))
        self._panning = now

    def _flush_move(self) -> None:
        late, self._late_move = self._late_move, None
        self._move_timer.stop()
        if late is None:
            return
        pointer = self._pointer(late[0], late[1], is_down=self._drag is not None)
        self._is_over = True
        self._hover(pointer)
        if self._drag is None:
            self.standing.set_all(pointer.alt)
        if self._drag is not None:
            self._send(pointer)
            is_at_edge = not self._edge_pull(pointer.pixel).isNull()
            if self._drag is not None and is_at_edge and not self._edge_timer.isActive():
                self._edge_timer.start()
        else:
            self.current_tool.hover(pointer)

    def _edge_pull(self, pixel: QPointF) -> QPointF:
        """Return which way a drag at *pixel* pans: none away from the rim."""
        box = self.viewport().rect()
        right, down = box.width() - EDGE, box.height() - EDGE
        x = -1.0 if pixel.x() < EDGE else 1.0 if pixel.x() > right else 0.0
        y = -1.0 if pixel.y() < EDGE else 1.0 if pixel.y() > down else 0.0
        return QPointF(x, y) * EDGE_STEP

    def _pan_at_edge(self) -> None:
        pull = self._edge_pull(self._last_pixel)
        if self._drag is None or pull.isNull():
            self._edge_timer.stop()
            return
        self.pan(pull)
        self._again(QGuiApplication.keyboardModifiers())

    def _changed_under_drag(self, *_: object) -> None:
        # The preview of a drag belongs to the document in which it began. A drop changes it too,
        # but then the drag is running its own last lines.
        if self._drag is not None and not self._drag.gi_running:
            self.cancel_drag()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag or the pan; a right click without a pan asks for the menu."""
        event.accept()
        if self._panning is not None and event.button() is self._pan_button:
            was_click = self._panning == self._pan_start
            right = self._pan_button is Qt.MouseButton.RightButton
            self.follow_later()
            self._panning = self._pan_start = None
            self._pan_button = Qt.MouseButton.NoButton
            self.viewport().setCursor(
                Qt.CursorShape.OpenHandCursor if self._space else self.current_tool.cursor
            )
            if right and was_click:
                self._ask_menu(event.position(), event.globalPosition().toPoint())
            return
        if self._drag is not None and event.button() is self._drag_button:
            self._late_move = None
            self._send(self._pointer(event.position(), event.modifiers(), is_down=False))
            self.cancel_drag()
            self.follow_later()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the token's sheet; elsewhere a second press is a press."""
        if event.button() is Qt.MouseButton.LeftButton:
            token = self.map_scene.token_at(self.place_at(event.position()))
            if token is not None and self.current_tool.key == "select":
                event.accept()
                self.bridge.token_opened.emit(token)
                return
            pointer = self._pointer(event.position(), event.modifiers(), is_down=False)
            if self.current_tool.double_click(pointer):
                event.accept()
                return
        self.mousePressEvent(event)

    def _send(self, pointer: Pointer | None) -> None:
        """Go on with the drag; None starts it."""
        drag = self._drag
        if drag is None:
            return
        try:
            drag.send(pointer)  # type: ignore[arg-type]
        except StopIteration:
            self._let_go(drag)
        except BaseException:
            self._let_go(drag)
            raise

    def _let_go(self, drag: Drag) -> None:
        """Forget a drag that ended by itself, unless another has begun."""
        if self._drag is drag:
            self._drag = None
            collector.go_on(self)

    def _hover(self, pointer: Pointer) -> None:
        inside = pointer.cell in self.map_scene.grid
        place = self._menu_place(pointer) if inside else None
        if place != self._hovered:
            self._hovered = place
            self.bridge.hover(place)
            self.mark_cell(pointer.cell if inside else None)
        if self._drag is None:
            self.standing.set_hovered(place.token if place is not None else None)

    def follow_later(self, *_: object) -> None:
        """Look again, when idle, at what is under the pointer: the map has moved or changed."""
        self._follow_timer.start()

    def _follow(self) -> None:
        """See what lies under a pointer that rests."""
        if self._is_over and self._drag is None and self._panning is None:
            held = Qt.KeyboardModifier.NoModifier
            self._hover(self._pointer(self._last_pixel, held, is_down=False))

    def _menu_place(self, pointer: Pointer) -> MenuPlace:
        return menu_place(self.bridge.encounter, pointer.cell, pointer.token, pointer.point)

    def _ask_menu(self, pixel: QPointF, where: QPoint) -> None:
        pointer = self._pointer(pixel, Qt.KeyboardModifier.NoModifier, is_down=False)
        if pointer.cell in self.map_scene.grid:
            place = self._menu_place(pointer)
            wall = wall_at(self.bridge.encounter.map.obstacles, pointer.point, NEAR)
            if wall is not None:
                place = replace(place, wall=wall.id)
            self.bridge.menu_requested.emit(place, where)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the selected token for the menu key; the mouse does it on release."""
        event.accept()
        if event.reason() is not event.Reason.Keyboard:
            return
        key = self.bridge.attacker
        if key is not None:
            place = MenuPlace(self.bridge.encounter.tokens[key].at, key)
            pixel = self.pixel_of(self.map_scene.center_of(key)).toPoint()
            self.bridge.menu_requested.emit(place, self.viewport().mapToGlobal(pixel))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        if turned:
            self.zoom_to(self.zoom * 1.0014**turned, event.position())
            if self._drag is not None:
                self._late_move = (event.position(), event.modifiers())
                self._move_timer.start()
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """Forget what was under the pointer."""
        super().leaveEvent(event)
        self._is_over = False
        if self._drag is None and self._hovered is not None:
            self._hovered = None
            self.bridge.hover(None)
            self.standing.set_hovered(None)
            self.mark_cell(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let go of held keys: their release goes to another window."""
        super().focusOutEvent(event)
        self._space = self._safest_held = False
        self.standing.set_all(False)

    def _again(self, modifiers: Qt.KeyboardModifier) -> None:
        """Tell the drag that what is held with the pointer changed."""
        if self._drag is not None:
            self._flush_move()
            self._send(self._pointer(self._last_pixel, modifiers, is_down=True))

    def viewportEvent(self, event: QEvent) -> bool:
        """Remember where the pointer is: keys have no place of their own."""
        if event.type() in (
            QEvent.Type.MouseMove,
            QEvent.Type.MouseButtonPress,
            QEvent.Type.MouseButtonRelease,
        ):
            self._last_pixel = event.position()  # type: ignore[attr-defined]
        return super().viewportEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Abandon a drag: its end would come to nobody."""
        self.cancel_drag()
        super().hideEvent(event)

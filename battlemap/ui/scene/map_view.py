"""The map view: zoom, pan, the pointer's events for the tool, and the keys of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QTransform
from PySide6.QtWidgets import QFrame, QGraphicsView

from battlemap.model.obstacle import Door, Prop
from battlemap.ui.bridge import MenuPlace
from battlemap.ui.overlays.cards import CardLayer
from battlemap.ui.overlays.standing import StandingOverlays
from battlemap.ui.scene.coordinates import CELL_AT_100, SCENE_SCALE, map_rect, to_map
from battlemap.ui.scene.map_scene import MapScene
from battlemap.ui.scene.overlay_bar import OverlayBar
from battlemap.ui.scene.rulers import RULER, Ruler
from battlemap.ui.scene.zoom_bar import ZoomBar
from battlemap.ui.tools.move_tool import MoveTool
from battlemap.ui.tools.ruler_tool import RulerTool
from battlemap.ui.tools.sight_tool import SightTool
from battlemap.ui.tools.tool import Pointer

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QContextMenuEvent,
        QFocusEvent,
        QHideEvent,
        QMouseEvent,
        QResizeEvent,
        QShowEvent,
        QWheelEvent,
    )

    from battlemap.ui.bridge import Bridge, Evidence
    from battlemap.ui.theme import Theme
    from battlemap.ui.tools.tool import Drag, Tool

SMALLEST_CELL, LARGEST_CELL = 6.0, 260.0
"""Pixels in the width of a cell between which one can zoom."""
ZOOM_STEP = 1.25
FIT_MARGIN = 24.0
PAN_DISTANCE = 4
"""Pixels that the right button must move before a click becomes a pan."""


class MapView(QGraphicsView):
    """The map on the screen.

    Parameters
    ----------
    bridge
        The document, and what the window and the map tell each other.
    theme
        The colors.
    """

    tool_changed = Signal(str)
    """The key of the tool that was chosen."""
    zoom_changed = Signal(float)
    """1.0 is 60 pixels a cell."""

    def __init__(self, bridge: Bridge, theme: Theme) -> None:
        super().__init__()
        self.bridge = bridge
        self.theme = theme
        self.map_scene = MapScene(bridge, theme)
        self.setScene(self.map_scene)
        self._scale = CELL_AT_100 / SCENE_SCALE
        self._was_fitted = False
        self._drag: Drag | None = None
        self._press: Pointer | None = None
        self._panning: QPoint | None = None
        self._pan_start: QPoint | None = None
        self._pan_button = Qt.MouseButton.NoButton
        self._space = False
        self._safest_held = False
        self._late_move: tuple[QPointF, Qt.KeyboardModifier] | None = None
        self._hovered: MenuPlace | None = None
        self._configure()
        self.standing = StandingOverlays(bridge, self.map_scene)
        self.cards = CardLayer(self)
        self._rulers = (
            Ruler(self, Qt.Orientation.Horizontal),
            Ruler(self, Qt.Orientation.Vertical),
        )
        self.overlay_bar = OverlayBar(self)
        self.zoom_bar = ZoomBar(self)
        self._tools = self._make_tools()
        self._tool = self._tools["select"]
        self._move_timer = QTimer(self)
        self._move_timer.setSingleShot(True)
        self._move_timer.setInterval(0)
        self._move_timer.timeout.connect(self._flush_move)
        bridge.session_changed.connect(self._opened)
        self._apply_scale()

    def _configure(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheBackground)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragMode(QGraphicsView.DragMode.NoDrag)
        self.setViewportMargins(RULER, RULER, 0, 0)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(False)
        self.setAccessibleName("Map")

    def _make_tools(self) -> dict[str, Tool]:
        self.ruler = RulerTool(self)
        made: tuple[Tool, ...] = (MoveTool(self), self.ruler, SightTool(self))
        return {tool.key: tool for tool in made}

    # Tools --------------------------------------------------------------------------------------

    @property
    def tool(self) -> str:
        """The key of the chosen tool."""
        return self._tool.key

    @property
    def tools(self) -> tuple[Tool, ...]:
        """Every tool, in the order of the rail."""
        return tuple(self._tools.values())

    def tool_named(self, key: str) -> Tool:
        """Return a tool by its key.

        Raises
        ------
        KeyError
            If there is no such tool.
        """
        return self._tools[key]

    @property
    def hovered_token(self) -> str | None:
        """The token under the pointer."""
        return self._hovered.token if self._hovered is not None else None

    def set_tool(self, key: str) -> None:
        """Choose a tool.

        Raises
        ------
        KeyError
            If there is no such tool.
        """
        tool = self._tools[key]
        if tool is self._tool:
            return
        self.cancel_drag()
        self._tool.leave()
        self._tool = tool
        self.viewport().setCursor(tool.cursor)
        self.tool_changed.emit(key)

    @property
    def is_dragging(self) -> bool:
        """Whether a drag of the tool is under way."""
        return self._drag is not None

    def cancel_drag(self) -> None:
        """Abandon the drag; nothing has changed."""
        drag, self._drag, self._press = self._drag, None, None
        self._late_move = None
        if drag is not None:
            drag.close()

    # Zoom and place -----------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """The zoom: 1.0 is 60 pixels a cell."""
        return self.cell_px / CELL_AT_100

    @property
    def cell_px(self) -> float:
        """Pixels in the width of a cell."""
        return self._scale * SCENE_SCALE

    def zoom_to(self, zoom: float, pixel: QPointF | None = None) -> None:
        """Zoom to *zoom* (1.0 is 60 pixels a cell) and keep the place under *pixel* where it is.

        Parameters
        ----------
        pixel
            On the viewport; None: its middle.
        """
        cell = min(LARGEST_CELL, max(SMALLEST_CELL, zoom * CELL_AT_100))
        scale = cell / SCENE_SCALE
        if scale == self._scale:
            return
        fixed = pixel if pixel is not None else QRectF(self.viewport().rect()).center()
        place = self.place_at(fixed)
        self._scale = scale
        self._apply_scale()
        self._put(place, fixed)
        self.zoom_changed.emit(self.zoom)

    def zoom_in(self) -> None:
        """Zoom in by a step, at the middle."""
        self.zoom_to(self.zoom * ZOOM_STEP)

    def zoom_out(self) -> None:
        """Zoom out by a step, at the middle."""
        self.zoom_to(self.zoom / ZOOM_STEP)

    def fit(self) -> None:
        """Show the whole map."""
        box = map_rect(self.map_scene.grid)
        room = self.viewport().size()
        scale = min(
            max(1.0, room.width() - 2 * FIT_MARGIN) / box.width(),
            max(1.0, room.height() - 2 * FIT_MARGIN) / box.height(),
        )
        limit = LARGEST_CELL / 2 / SCENE_SCALE
        self._scale = min(limit, max(SMALLEST_CELL / SCENE_SCALE, scale))
        self._apply_scale()
        self._put(box.center(), QRectF(self.viewport().rect()).center())
        self._was_fitted = True
        self.zoom_changed.emit(self.zoom)

    def center_on(self, token_id: str) -> None:
        """Bring a token to the middle; nothing happens for an id that isn't on the map."""
        if token_id in self.bridge.encounter.tokens:
            place = self.map_scene.center_of(token_id)
            self._put(place, QRectF(self.viewport().rect()).center())

    def reveal(self, token_id: str) -> None:
        """Bring a token to the middle only if it is outside the view."""
        if token_id in self.bridge.encounter.tokens:
            pixel = self.pixel_of(self.map_scene.center_of(token_id))
            if not QRectF(self.viewport().rect()).adjusted(60, 60, -60, -60).contains(pixel):
                self.center_on(token_id)

    def place_at(self, pixel: QPointF) -> QPointF:
        """Return the place in the scene of a point of the viewport, to a fraction of a pixel."""
        inverse, _ = self.viewportTransform().inverted()
        return inverse.map(pixel)

    def pixel_of(self, place: QPointF) -> QPointF:
        """Return the point of the viewport of a place in the scene."""
        return self.viewportTransform().map(place)

    def _apply_scale(self) -> None:
        # The map can be panned until it is almost out of view, at any zoom.
        across = self.viewport().width() * 0.9 / self._scale
        down = self.viewport().height() * 0.9 / self._scale
        self.setSceneRect(map_rect(self.map_scene.grid).adjusted(-across, -down, across, down))
        self.setTransform(QTransform.fromScale(self._scale, self._scale))
        self.map_scene.set_unit(1 / self._scale)
        self._moved()

    def _put(self, place: QPointF, pixel: QPointF) -> None:
        """Scroll so that *place* appears at *pixel*."""
        now = self.pixel_of(place)
        self._scroll(now - pixel)

    def _scroll(self, by: QPointF) -> None:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + round(by.x()))
        down.setValue(down.value() + round(by.y()))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move rulers and cards along."""
        super().scrollContentsBy(dx, dy)
        self._moved()

    def _moved(self) -> None:
        if hasattr(self, "zoom_bar"):  # not while the view is being made
            for ruler in self._rulers:
                ruler.update()
            self.zoom_bar.refresh()
            self.cards.follow()

    # Theme and evidence -------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colors."""
        self.theme = theme
        self.map_scene.set_theme(theme)
        for widget in (*self._rulers, self.overlay_bar, self.zoom_bar, self.cards):
            widget.update()
        self.viewport().update()

    def show_evidence(self, evidence: Evidence | None) -> None:
        """Draw the proof of a fact; None: nothing."""
        self.standing.show_evidence(evidence)

    # Pointer ------------------------------------------------------------------------------------

    def _pointer(
        self,
        pixel: QPointF,
        modifiers: Qt.KeyboardModifier,
        *,
        is_down: bool,
        is_waypoint: bool = False,
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
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a drag of the tool, a pan, or set a waypoint."""
        button, pixel = event.button(), event.position()
        event.accept()
        if self._drag is not None:
            if button is Qt.MouseButton.RightButton:
                self._flush_move()
                self._send(self._pointer(pixel, event.modifiers(), is_down=True, is_waypoint=True))
            return
        left = button is Qt.MouseButton.LeftButton
        if button in (Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton) or (
            left and self._space
        ):
            self._pan_start = self._panning = event.position().toPoint()
            self._pan_button = button
            if button is not Qt.MouseButton.RightButton:
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if left:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._press = self._pointer(pixel, event.modifiers(), is_down=True)
            self._drag = self._tool.drag(self._press)
            self._send(None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan at once; tell the tool about the last place at the next idle moment."""
        event.accept()
        if self._panning is not None:
            self._pan(event.position().toPoint())
            return
        self._late_move = (event.position(), event.modifiers())
        self._move_timer.start()

    def _pan(self, now: QPoint) -> None:
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
        self._scroll(QPointF(last - now))
        self._panning = now

    def _flush_move(self) -> None:
        late, self._late_move = self._late_move, None
        self._move_timer.stop()
        if late is None:
            return
        pointer = self._pointer(late[0], late[1], is_down=self._drag is not None)
        self._hover(pointer)
        if self._drag is not None:
            self._send(pointer)
        else:
            self._tool.hover(pointer)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag or the pan; a right click without a pan asks for the menu."""
        event.accept()
        if self._panning is not None and event.button() is self._pan_button:
            was_click = self._panning == self._pan_start
            right = self._pan_button is Qt.MouseButton.RightButton
            self._panning = self._pan_start = None
            self._pan_button = Qt.MouseButton.NoButton
            self.viewport().setCursor(
                Qt.CursorShape.OpenHandCursor if self._space else self._tool.cursor
            )
            if right and was_click:
                self._ask_menu(event.position(), event.globalPosition().toPoint())
            return
        if self._drag is not None and event.button() is Qt.MouseButton.LeftButton:
            self._late_move = None
            self._send(self._pointer(event.position(), event.modifiers(), is_down=False))
            self.cancel_drag()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the token's sheet; elsewhere a second press is a press."""
        if event.button() is Qt.MouseButton.LeftButton:
            token = self.map_scene.token_at(self.place_at(event.position()))
            if token is not None and self.tool == "select":
                event.accept()
                self.bridge.token_opened.emit(token)
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
            if self._drag is drag:
                self._drag = self._press = None
        except BaseException:
            if self._drag is drag:
                self._drag = self._press = None
            raise

    def _hover(self, pointer: Pointer) -> None:
        inside = pointer.cell in self.map_scene.grid
        place = self._menu_place(pointer) if inside else None
        if place != self._hovered:
            self._hovered = place
            self.bridge.hover(place)
            for ruler in self._rulers:
                ruler.mark(pointer.cell if inside else None)
            if self._drag is None:
                self.standing.set_hovered(place.token if place is not None else None)
        if self._drag is None:
            self.standing.set_all(pointer.alt)

    def _menu_place(self, pointer: Pointer) -> MenuPlace:
        door = prop = None
        for key, obstacle in self.bridge.encounter.map.obstacles.items():
            if isinstance(obstacle, Door) and _near(pointer.point, obstacle):
                door = key
            elif isinstance(obstacle, Prop) and _inside(pointer.point, obstacle):
                prop = key
        return MenuPlace(pointer.cell, pointer.token, door, prop)

    def _ask_menu(self, pixel: QPointF, where: QPoint) -> None:
        pointer = self._pointer(pixel, Qt.KeyboardModifier.NoModifier, is_down=False)
        if pointer.cell in self.map_scene.grid:
            self.bridge.menu_requested.emit(self._menu_place(pointer), where)

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
        if self._drag is None and self._hovered is not None:
            self._hovered = None
            self.bridge.hover(None)
            self.standing.set_hovered(None)
            for ruler in self._rulers:
                ruler.mark(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let go of held keys: their release goes to another window."""
        super().focusOutEvent(event)
        self._space = self._safest_held = False
        self.standing.set_all(False)

    # Keys ---------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of a drag, then those of the tool, then those of the view."""
        event.accept()
        if self._drag is not None:
            self._drag_key(event)
            return
        if event.key() == Qt.Key.Key_Alt:
            self.standing.set_all(True)
        if event.key() == Qt.Key.Key_Escape:
            if not self._escape():
                event.ignore()
            return
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
            return
        if self._tool.key_press(event) or self._view_key(event):
            return
        if self.overlay_bar.key_press(event):
            return
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let go of held keys."""
        if event.isAutoRepeat():
            event.ignore()
            return
        if event.key() == Qt.Key.Key_Space and self._space:
            self._space = False
            self.viewport().setCursor(self._tool.cursor)
        elif event.key() == Qt.Key.Key_V:
            self._safest_held = False
            self._again(event.modifiers())
        elif event.key() == Qt.Key.Key_Alt:
            self.standing.set_all(False)
        elif event.key() == Qt.Key.Key_Shift:
            self._again(event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier)
        else:
            event.ignore()

    def _drag_key(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        if key == Qt.Key.Key_Escape:
            self.cancel_drag()
        elif key == Qt.Key.Key_Control and not event.isAutoRepeat():
            self._flush_move()
            pixel = self._pixel()
            self._send(self._pointer(pixel, modifiers, is_down=True, is_waypoint=True))
        elif key == Qt.Key.Key_V and not event.isAutoRepeat():
            self._safest_held = True
            self._again(modifiers)
        elif key == Qt.Key.Key_Shift:
            self._again(modifiers | Qt.KeyboardModifier.ShiftModifier)

    def _pixel(self) -> QPointF:
        """Return where the pointer was last, on the viewport."""
        return self._last_pixel if self._last_pixel is not None else QPointF()

    _last_pixel: QPointF | None = None

    def _again(self, modifiers: Qt.KeyboardModifier) -> None:
        """Tell the drag that what is held with the pointer changed."""
        if self._drag is not None:
            self._flush_move()
            self._send(self._pointer(self._pixel(), modifiers, is_down=True))

    def viewportEvent(self, event: QEvent) -> bool:
        """Remember where the pointer is: keys have no place of their own."""
        if event.type() in (
            QEvent.Type.MouseMove,
            QEvent.Type.MouseButtonPress,
            QEvent.Type.MouseButtonRelease,
        ):
            self._last_pixel = event.position()  # type: ignore[attr-defined]
        return super().viewportEvent(event)

    def _escape(self) -> bool:
        if self._tool.escape():
            return True
        bridge = self.bridge
        if bridge.pinned is not None:
            bridge.show_evidence(None)
        elif bridge.target is not None:
            bridge.set_target(None)
        elif bridge.selected:
            bridge.select(())
        else:
            return False
        return True

    def _view_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if key == Qt.Key.Key_0:
                self.fit()
                return True
            return False
        if key in (Qt.Key.Key_PageUp, Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_in()
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_Minus):
            self.zoom_out()
        elif key == Qt.Key.Key_Home:
            self.fit()
        else:
            return False
        return True

    # Size ---------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep bars and rulers in their corners; fit the map until the GM zooms."""
        middle = self.place_at(QRectF(self.viewport().rect()).center())
        super().resizeEvent(event)
        self._arrange()
        if not self._was_fitted and self.isVisible():
            self.fit()
        elif event.oldSize().isValid():
            self._apply_scale()
            self._put(middle, QRectF(self.viewport().rect()).center())

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the map the first time."""
        super().showEvent(event)
        self._arrange()
        if not self._was_fitted:
            self.fit()
        if self.window().focusWidget() in self.overlay_bar.buttons.values():
            self.setFocus()  # Qt gives the first button the focus; the keys are the map's

    def hideEvent(self, event: QHideEvent) -> None:
        """Abandon a drag: its end would come to nobody."""
        self.cancel_drag()
        super().hideEvent(event)

    def _arrange(self) -> None:
        box = self.viewport().geometry()
        across, down = self._rulers
        across.setGeometry(0, 0, self.width(), RULER)
        down.setGeometry(0, RULER, RULER, self.height() - RULER)
        self.cards.setGeometry(box)
        self.overlay_bar.place(box)
        self.zoom_bar.place(box)

    def _opened(self) -> None:
        self.cancel_drag()
        self._tool.leave()
        if self.isVisible():
            self.fit()
        else:
            self._was_fitted = False


def _near(point: tuple[float, float], door: Door) -> bool:
    ax, ay, bx, by = *door.start, *door.end
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    if length == 0:
        return False
    share = min(1.0, max(0.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / length))
    away = (point[0] - ax - share * dx) ** 2 + (point[1] - ay - share * dy) ** 2
    return away <= 0.16**2


def _inside(point: tuple[float, float], prop: Prop) -> bool:
    x, y = point
    inside = False
    for i, (bx, by) in enumerate(prop.outline):
        ax, ay = prop.outline[i - 1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside

"""The map view: tools, bars, rulers, cards and the keys of the map."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from battlemap.session.registry import UnknownSystemError, system_class, system_keys
from battlemap.ui.map_drawing import MapDrawing
from battlemap.ui.overlays.asked_overlay import AskedMarks
from battlemap.ui.overlays.cards import CardLayer
from battlemap.ui.overlays.hover_odds import HoverOdds
from battlemap.ui.overlays.seen_overlay import SeenView
from battlemap.ui.scene.focus_ring import FocusRing
from battlemap.ui.scene.obstacle_marks import chosen_drawing
from battlemap.ui.scene.overlay_bar import OverlayBar
from battlemap.ui.scene.pointer_view import PointerView
from battlemap.ui.scene.rulers import RULER, Ruler
from battlemap.ui.scene.zoom_bar import ZoomBar
from battlemap.ui.timers import single_shot
from battlemap.ui.tools.area_tool import AreaTool
from battlemap.ui.tools.door_tool import DoorTool
from battlemap.ui.tools.eraser_tool import EraserTool
from battlemap.ui.tools.height_tool import HeightTool
from battlemap.ui.tools.kept_route import KeptRoute
from battlemap.ui.tools.light_tool import LightTool
from battlemap.ui.tools.move_tool import MoveTool
from battlemap.ui.tools.note_tool import NoteTool
from battlemap.ui.tools.obstacle_tool import ObstacleTool
from battlemap.ui.tools.prop_tool import PropTool
from battlemap.ui.tools.ruler_tool import RulerTool
from battlemap.ui.tools.sight_tool import SightTool
from battlemap.ui.tools.terrain_tool import TerrainTool
from battlemap.ui.tools.wall_tool import WallTool

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent

    from battlemap.geometry.cell import Cell
    from battlemap.ui.bridge import Bridge, Evidence
    from battlemap.ui.theme import Theme
    from battlemap.ui.tools.tool import Tool


MAP_TOOLS = (
    WallTool,
    DoorTool,
    PropTool,
    TerrainTool,
    HeightTool,
    NoteTool,
    LightTool,
    EraserTool,
    ObstacleTool,
)
"""The tools that draw the map, in the order of the flyout."""

SETTLED_MS = 700
"""So long after the last move of the pointer nobody is about to click, in milliseconds."""


WARM_UP_MS = 150
"""So long after the map is there its first picture is painted, and nothing takes time from it."""


class MapView(PointerView):
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

    _is_built = False

    def __init__(self, bridge: Bridge, theme: Theme) -> None:
        super().__init__(bridge, theme)
        self.setViewportMargins(RULER, RULER, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(False)
        self.setAccessibleName("Map")
        self.cards = CardLayer(self)
        self._rulers = (
            Ruler(self, Qt.Orientation.Horizontal),
            Ruler(self, Qt.Orientation.Vertical),
        )
        self.focus_ring = FocusRing(self)
        self.overlay_bar = OverlayBar(self)
        self.zoom_bar = ZoomBar(self)
        self.drawing = MapDrawing(bridge)
        self.seen = SeenView(bridge, self.map_scene)
        self.asked = AskedMarks(bridge, self.map_scene)
        self.why_route = KeptRoute(self)
        self.hover_odds = HoverOdds(self)
        self._tools = self._make_tools()
        self.current_tool = self._tools["select"]
        self._stood = QRect()
        self._settle = single_shot(self, self._fit_again, SETTLED_MS)
        self.is_squeezed: Callable[[], bool] = lambda: False
        """Tells whether a message stands above the map that goes away by itself."""
        self._is_built = True
        bridge.session_changed.connect(self._opened)
        self.drawing.chosen_changed.connect(self._mark_chosen)
        bridge.changed.connect(self._mark_chosen)
        for signal in (bridge.selection_changed, bridge.target_changed, bridge.changed):
            signal.connect(self._describe)
        self._apply_scale()

    def _make_tools(self) -> dict[str, Tool]:
        self.ruler = RulerTool(self)
        made: tuple[Tool, ...] = (
            MoveTool(self),
            self.ruler,
            SightTool(self),
            AreaTool(self),
            *(kind(self) for kind in MAP_TOOLS),
        )
        return {tool.key: tool for tool in made}

    # Tools --------------------------------------------------------------------------------------

    @property
    def tool(self) -> str:
        """The key of the chosen tool."""
        return self.current_tool.key

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

    def set_tool(self, key: str) -> None:
        """Choose a tool.

        Raises
        ------
        KeyError
            If there is no such tool.
        """
        tool = self._tools[key]
        if tool is self.current_tool:
            return
        self.cancel_drag()
        self.current_tool.leave()
        self.current_tool = tool
        self.viewport().setCursor(tool.cursor)
        self.standing.set_measuring(tool.measures)
        self.tool_changed.emit(key)

    def _mark_chosen(self, *_: object) -> None:
        """Draw around the chosen obstacles."""
        if self.drawing.chosen:
            self.map_scene.chosen.show_drawing(chosen_drawing(self.drawing.chosen_obstacles()))
        else:
            self.map_scene.chosen.clear()

    def free_area(self) -> QRectF:
        """Leave the bar of switches at the top out."""
        return super().free_area().adjusted(0, self.overlay_bar.height() - 6, 0, 0)

    def mark_cell(self, cell: Cell | None) -> None:
        """Make the names of the column and the row under the pointer stand out."""
        for ruler in self._rulers:
            ruler.mark(cell)

    def moved(self) -> None:
        """Move rulers, bars and cards along."""
        if self._is_built:
            for ruler in self._rulers:
                ruler.update()
            self.zoom_bar.refresh()
            self.cards.follow()
            self.focus_ring.update()
            self.follow_later()

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
        if self.current_tool.key_press(event) or self._view_key(event):
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
            self.viewport().setCursor(self.current_tool.cursor)
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
            self.set_waypoint(self._last_pixel, modifiers)
        elif key == Qt.Key.Key_J and not event.isAutoRepeat():
            self._flush_move()
            self.set_waypoint(self._last_pixel, modifiers, is_jump=True)
        elif key == Qt.Key.Key_V and not event.isAutoRepeat():
            self._safest_held = True
            self._again(modifiers)
        elif key == Qt.Key.Key_B and not event.isAutoRepeat():
            self._flush_move()
            self._routes_on += 1
            self._again(modifiers)
        elif key in (Qt.Key.Key_P, Qt.Key.Key_W) and not event.isAutoRepeat():
            self._flush_move()
            if self.current_tool.keep():
                self.cancel_drag()
                self.why_route.refresh()
                if key == Qt.Key.Key_W:
                    self.why_route.cost_asked.emit(0)
        elif key == Qt.Key.Key_Shift:
            self._again(modifiers | Qt.KeyboardModifier.ShiftModifier)

    def _escape(self) -> bool:
        if self.current_tool.escape():
            return True
        bridge = self.bridge
        if self.drawing.chosen:
            self.drawing.choose(())
        elif self.tool != "select":
            # Before selection and target are dropped: the status bar says that Esc leaves the tool.
            self.set_tool("select")
        elif bridge.pinned is not None:
            bridge.show_evidence(None)
        elif bridge.plan_route is not None:
            bridge.plan_move(None)
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
            return self._tool_key(event)
        return True

    def _tool_key(self, event: QKeyEvent) -> bool:
        """Choose the tool whose letter was pressed; tell whether there is one."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held != Qt.KeyboardModifier.NoModifier or not event.text():
            return False
        for tool in self.tools:
            if event.text().upper() == tool.shortcut:
                self.set_tool(tool.key)
                return True
        return False

    # Size ---------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep bars and rulers in their corners; fit the map until the GM zooms.

        Where only the upper rim moved, a message has come above the map or gone: the map stays
        where it is on the screen, or the next click would miss. When the pointer rests, it is
        fitted again, unless the message is going to leave.
        """
        middle, pixel = self.place_at(self._middle()), self._middle()
        before, self._stood = self._stood, QRect(self.mapTo(self.window(), QPoint()), self.size())
        super().resizeEvent(event)
        self._arrange()
        if self.isVisible() and _differ_at_top(before, self._stood):
            self._apply_scale()
            self._put(middle, pixel - QPointF(0, self._stood.top() - before.top()))
            self._settle.start()
        elif self._shows_all and self.isVisible():
            self.fit()
        elif event.oldSize().isValid():
            self._apply_scale()
            self._put(middle, self._middle())

    def _fit_again(self) -> None:
        """Fill the room that a message left, and let no switch lie over the map."""
        if self.is_dragging or QGuiApplication.mouseButtons():
            self._settle.start()
        elif self._shows_all and self.isVisible() and not self.is_squeezed():
            self.fit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the drag along; whoever aims at something finds it where it was."""
        super().mouseMoveEvent(event)
        if self._settle.isActive():
            self._settle.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the map the first time."""
        super().showEvent(event)
        self._arrange()
        if self._shows_all:
            self.fit()
        QTimer.singleShot(WARM_UP_MS, _warm_up)

    def _arrange(self) -> None:
        box = self.viewport().geometry()
        across, down = self._rulers
        across.setGeometry(0, 0, self.width(), RULER)
        down.setGeometry(0, RULER, RULER, self.height() - RULER)
        self.cards.setGeometry(box)
        self.focus_ring.setGeometry(box)
        self.overlay_bar.place(box)
        self.zoom_bar.place(box)

    def _describe(self, *_: object) -> None:
        """Tell screen readers who is selected and who is targeted."""
        bridge = self.bridge
        names = [bridge.encounter.tokens[key].name for key in bridge.selected]
        words = ["Selected: " + ", ".join(names)] if names else ["Nothing selected"]
        target = bridge.token(bridge.target)
        if target is not None:
            words.append(f"Target: {target.name}")
        self.setAccessibleDescription(". ".join(words))
        self.focus_ring.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus where it came by a key."""
        super().focusInEvent(event)
        by_key = event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        )
        self.focus_ring.setVisible(by_key)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self.focus_ring.hide()

    def _opened(self) -> None:
        self.cancel_drag()
        self.current_tool.leave()
        if self.isVisible():
            self.fit()
        else:
            self._shows_all = True


def _differ_at_top(before: QRect, after: QRect) -> bool:
    """Tell whether two boxes differ in nothing but the place of their upper side."""
    return (
        before.top() != after.top()
        and before.adjusted(0, after.top() - before.top(), 0, 0) == after
    )


@cache
def _warm_up() -> None:
    """Load in the background what the first drag and the first dialogs would wait for."""
    Thread(target=_load, name="warm up").start()


def _load() -> None:
    for name in ("networkx", "scipy.sparse.csgraph", "pypdf", "battlemap.ui.printing.dialogs"):
        import_module(name)
    for key in system_keys():
        with suppress(UnknownSystemError):
            system_class(key)  # for the dialogs of a new map and its settings

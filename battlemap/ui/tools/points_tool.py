"""The base of tools that take points: click by click, or by dragging from one to the next."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from battlemap.ui.tools.map_tool import MapTool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from battlemap.geometry.cell import Point
    from battlemap.session.session import Session
    from battlemap.ui.overlays.drawing import Drawing
    from battlemap.ui.scene.map_view import MapView
    from battlemap.ui.tools.tool import Drag, Pointer


class PointsTool(MapTool):
    """Collects points until there are enough, or until the GM ends with Enter or a double click."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.points: tuple[Point, ...] = ()
        self._session: Session | None = None

    @property
    def most(self) -> int | None:
        """How many points end it; None: as many as one likes."""
        return None

    @abstractmethod
    def make(self, points: Sequence[Point]) -> bool:
        """Put on the map what the points say; tell whether they were enough."""

    @abstractmethod
    def outlined(self, points: Sequence[Point]) -> Drawing:
        """Return what the points would become."""

    # Pointer ------------------------------------------------------------------------------------

    def drag(self, press: Pointer) -> Drag:
        """Take the point of the press, and that of the release where it is another one."""
        if not self.can_edit():
            return
        pointer = press
        first = self.snap(press, self.points)
        try:
            while pointer.is_down:
                self._preview(first, pointer, far=pointer.is_far_from(press))
                pointer = yield
        except GeneratorExit:
            self._show_begun()
            raise
        if press.erases:
            self.finish()
        elif not self.put(first) and pointer.is_far_from(press):
            last = self.snap(pointer, self.points)
            if last != first:
                self.put(last)
        self._show_begun()

    def _preview(self, first: Point, pointer: Pointer, *, far: bool) -> None:
        points = self.points if first in self.points[-1:] else (*self.points, first)
        last = self.snap(pointer, points)
        self.show(self.outlined((*points, last) if far else points))

    def put(self, point: Point) -> bool:
        """Take a point; tell whether that ended it."""
        if point in self.points[-1:]:
            return self.finish()
        if not self.points:
            self._session = self.bridge.session
        is_closed = len(self.points) > 2 and point == self.points[0]
        self.points = (*self.points, point)
        if is_closed or (self.most is not None and len(self.points) >= self.most):
            return self.finish()
        return False

    def point_at(self, pointer: Pointer) -> None:
        """Draw on to the pointer."""
        if not self.points:
            super().point_at(pointer)
            return
        self.show(self.outlined((*self.points, self.snap(pointer, self.points))))

    def takes_right(self) -> bool:
        """Let the right button end what is begun."""
        return bool(self.points)

    # Ending -------------------------------------------------------------------------------------

    def finish(self) -> bool:
        """Put what is drawn on the map; tell whether anything was begun."""
        if not self.points:
            return False
        if self.make(self.points):
            self.points = ()
        self._show_begun()
        return True

    def take_back(self) -> bool:
        """Take the last point back."""
        if not self.points:
            return False
        self.points = self.points[:-1]
        self._show_begun()
        return True

    def escape(self) -> bool:
        """Drop what is begun."""
        if not self.points:
            return super().escape()
        self.points = ()
        self._show_begun()
        return True

    def leave(self) -> None:
        """Keep what is begun where it is enough for something; another document gets nothing."""
        points, self.points = self.points, ()
        if points and self._session is self.bridge.session and not self.bridge.is_waiting:
            self.make_of_rest(points)
        super().leave()

    def make_of_rest(self, points: Sequence[Point]) -> None:
        """Make what can be made of points when another tool is chosen; nothing by default."""
        del points

    def _show_begun(self) -> None:
        if self.points:
            self.show(self.outlined(self.points))
        else:
            self.scene.measure.clear()
        self.view.keys_changed.emit()

    # Keys ---------------------------------------------------------------------------------------

    def wants(self, event: QKeyEvent) -> bool:
        """Take Ctrl+Z, which else undoes a deed, for the last point of what is begun."""
        is_undo = event.key() == Qt.Key.Key_Z and (
            event.modifiers() == Qt.KeyboardModifier.ControlModifier
        )
        return (is_undo and bool(self.points)) or super().wants(event)

    def key_press(self, event: QKeyEvent) -> bool:
        """Take the last point back with Ctrl+Z too."""
        if self.points and event.key() == Qt.Key.Key_Z and self.wants(event):
            return self.take_back()
        return super().key_press(event)

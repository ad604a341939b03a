"""The wall tool: a line of walls, corner by corner; with Shift a room from corner to corner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.outline import rectangle_outline
from battlemap.model.obstacle_edit import with_walls
from battlemap.model.words import counted
from battlemap.ui.tools.points_tool import PointsTool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Point
    from battlemap.ui.overlays.drawing import Drawing
    from battlemap.ui.tools.tool import Drag, Pointer


class WallTool(PointsTool):
    """Draws walls of the kind that the panel says."""

    key = "wall"
    label = "Walls"
    icon = "wall"
    shortcut = "Shift+W"
    draws = "wall"
    hint = (
        "Click corner by corner · Enter or double click ends · Backspace takes the last back"
        " · Ctrl free · Shift+drag a room · Esc cancel"
    )
    keys = (
        ("Click", "corner"),
        ("Enter", "end"),
        ("Backspace", "one back"),
        ("Ctrl", "free"),
        ("Shift+drag", "room"),
    )

    def drag(self, press: Pointer) -> Drag:
        """Take points; with Shift and nothing begun, walls around a room."""
        if press.shift and not self.points and not press.erases:
            return self._room(press)
        return super().drag(press)

    def _room(self, press: Pointer) -> Drag:
        if not self.can_edit():
            return
        pointer, corner = press, self.snap(press)
        try:
            while pointer.is_down:
                self.show(self.dashed(_around(corner, self.snap(pointer))))
                pointer = yield
            around = _around(corner, self.snap(pointer))
        finally:
            self.scene.measure.clear()
        self._build(around)

    def make(self, points: Sequence[Point]) -> bool:
        """Put a wall along each leg."""
        self._build(points)
        return True

    def make_of_rest(self, points: Sequence[Point]) -> None:
        """Keep the legs that were drawn."""
        self._build(points)

    def _build(self, points: Sequence[Point]) -> None:
        before = self.drawing.obstacles
        after = with_walls(before, points, self.drawing.settings.wall)
        number = len(after) - len(before)
        if number:
            self.drawing.edit(f"Draw {counted(number, 'wall')}", after)

    def outlined(self, points: Sequence[Point]) -> Drawing:
        """Return the legs, dashed, with their lengths."""
        return self.dashed(points)


def _around(one: Point, other: Point) -> tuple[Point, ...]:
    """Return the way around a room; along one line where the room has no width."""
    if one.x == other.x or one.y == other.y:
        return (one, other) if one != other else (one,)
    corners = rectangle_outline(one, other)
    return (*corners, corners[0])

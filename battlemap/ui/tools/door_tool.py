"""The door tool: a door on a wall with one click, or between two points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.outline import length
from battlemap.model.obstacle_edit import with_door
from battlemap.model.obstacle_search import door_stretch, wall_at
from battlemap.ui.overlays.drawing import CORNER, Drawing, Label, Line, Mark
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.tools.points_tool import PointsTool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Point
    from battlemap.ui.tools.tool import Drag, Pointer

REACH = 0.35
"""How near to a wall a door is put on it, in cells."""


class DoorTool(PointsTool):
    """Puts doors and windows, and cuts the walls in which they stand."""

    key = "door"
    label = "Doors and windows"
    icon = "door"
    shortcut = "Shift+D"
    draws = "door"
    hint = "Click on a wall, or drag from point to point · Ctrl free · Esc cancel"
    keys = (("Click", "door on a wall"), ("Drag", "from point to point"), ("Ctrl", "free"))

    @property
    def most(self) -> int | None:
        """A door has two ends."""
        return 2

    def drag(self, press: Pointer) -> Drag:
        """Put a door on the pressed wall, or take the points of a door that stands anywhere."""
        stretch = None if self.points else self._on_wall(press)
        if stretch is None or press.erases:
            yield from super().drag(press)
            return
        if not self.can_edit():
            return
        pointer = press
        try:
            while pointer.is_down and not pointer.is_far_from(press):
                self.show(self.outlined(stretch))
                pointer = yield
        except GeneratorExit:
            self.scene.measure.clear()
            raise
        if not pointer.is_down:
            self.scene.measure.clear()
            self.make(stretch)
            return
        # Dragged away: from point to point after all.
        rest = super().drag(press)
        next(rest)
        try:
            while True:
                rest.send(pointer)
                pointer = yield
        except StopIteration:
            return
        finally:
            rest.close()

    def _on_wall(self, pointer: Pointer) -> tuple[Point, Point] | None:
        """Return where a door on the wall under the pointer goes; None: there is no wall."""
        wall = wall_at(self.drawing.obstacles, pointer.point, REACH)
        return door_stretch(self.scene.grid, wall, pointer.point) if wall is not None else None

    def point_at(self, pointer: Pointer) -> None:
        """Show the door that a click would put on a wall."""
        stretch = None if self.points else self._on_wall(pointer)
        if stretch is None:
            super().point_at(pointer)
        else:
            self.show(self.outlined(stretch))

    def make(self, points: Sequence[Point]) -> bool:
        """Put the door and cut the walls along it."""
        if len(points) == 2 and points[0] != points[1]:
            like = self.drawing.settings.door
            word = "window" if like.is_window else "door"
            self.drawing.edit(
                f"Put a {word}", with_door(self.drawing.obstacles, points[0], points[1], like)
            )
        return True

    def outlined(self, points: Sequence[Point]) -> Drawing:
        """Return the door as a dashed double line with its width."""
        if len(points) < 2:
            return self.dashed(points)
        start, end = to_scene(points[0]), to_scene(points[-1])
        middle = (start + end) / 2
        return Drawing(
            (Line(start, end, "accent", is_double=True),),
            (Mark(start, CORNER, "accent"), Mark(end, CORNER, "accent")),
            (),
            (Label(middle, self.feet(length((points[0], points[-1]))), below=-30),),
        )

"""The prop tool: crates, tables, pillars by their outline."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from battlemap.geometry.outline import circle_outline, length, rectangle_outline
from battlemap.model.obstacle_edit import with_prop
from battlemap.ui.map_drawing import PropShape
from battlemap.ui.overlays.drawing import CORNER, Area, Drawing, Label, Line, Mark
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.tools.map_tool import DASHES
from battlemap.ui.tools.points_tool import PointsTool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from battlemap.geometry.cell import Point

SHAPES = tuple(PropShape)
"""In the order of the number keys."""


class PropTool(PointsTool):
    """Draws props: a rectangle or circle by two points, a polygon corner by corner."""

    key = "prop"
    label = "Props"
    icon = "box"
    shortcut = "Shift+P"
    draws = "prop"
    hint = "1 rectangle, 2 polygon, 3 circle · drag or click · Ctrl free · Esc cancel"
    keys = (("1-3", "shape"), ("Drag", "outline"), ("Enter", "end"), ("Ctrl", "free"))

    @property
    def most(self) -> int | None:
        """Two points make a rectangle or a circle."""
        return None if self.drawing.settings.shape is PropShape.POLYGON else 2

    def _outline(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """Return the outline that the points stand for; nothing where they are too few."""
        shape = self.drawing.settings.shape
        if shape is PropShape.POLYGON:
            return tuple(dict.fromkeys(points)) if len(set(points)) > 2 else ()
        if len(points) < 2 or points[0] == points[-1]:
            return ()
        if shape is PropShape.CIRCLE:
            return circle_outline(points[0], dist(points[0], points[-1]))
        one, other = points[0], points[-1]
        flat = one.x == other.x or one.y == other.y
        return () if flat else rectangle_outline(one, other)

    def make(self, points: Sequence[Point]) -> bool:
        """Put the prop on the map."""
        outline = self._outline(points)
        like = self.drawing.settings.prop
        if not outline:
            if self.most is None and len(points) > 1:
                self.bridge.say("An outline needs at least three corners.", "warn")
                return False
            return True
        try:
            made = with_prop(self.scene.grid, self.drawing.obstacles, outline, like)
        except ValueError as error:
            self.bridge.say(str(error), "warn")
            return False
        self.drawing.edit(f"Put {like.name or 'a prop'}", made)
        return True

    def outlined(self, points: Sequence[Point]) -> Drawing:
        """Return the outline, dashed, with its measures in feet."""
        outline = self._outline(points)
        places = [to_scene(point) for point in points]
        marks = tuple(Mark(place, CORNER, "accent") for place in places)
        if not outline:
            return self.dashed(points)
        path = QPainterPath()
        path.addPolygon(QPolygonF([to_scene(point) for point in outline]))
        path.closeSubpath()
        shape = self.drawing.settings.shape
        lines: tuple[Line, ...] = ()
        if shape is PropShape.CIRCLE:
            text = f"radius {self.feet(dist(points[0], points[-1]))}"
            lines = (Line(places[0], places[-1], "accent", 1.6, DASHES),)
        elif shape is PropShape.RECTANGLE:
            wide, high = abs(points[0].x - points[-1].x), abs(points[0].y - points[-1].y)
            text = f"{self.feet(wide)} × {self.feet(high)}"
        else:
            text = f"{self.feet(length(points[-2:]))} of {self.feet(length(points))}"
        label = Label(places[-1], text, below=-30)
        return Drawing(lines, marks, (Area(path, "accent", 0.14, "", 2.4, DASHES),), (label,))

    def key_press(self, event: QKeyEvent) -> bool:
        """Choose a shape by its number."""
        index = event.key() - Qt.Key.Key_1
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if 0 <= index < len(SHAPES) and held == Qt.KeyboardModifier.NoModifier:
            if not self.bridge.is_waiting:
                self.points = ()
                self.drawing.set(shape=SHAPES[index])
                return True
            return False
        return super().key_press(event)

"""The base of the tools that draw the map: snapping, feet, and a crosshair for the keyboard."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt

from battlemap.geometry.outline import length
from battlemap.geometry.snapping import drawing_point, next_drawing_point
from battlemap.model.obstacle_search import ends_of_all
from battlemap.ui.overlays.drawing import CORNER, Drawing, Label, Line, Mark
from battlemap.ui.scene.coordinates import to_map, to_scene
from battlemap.ui.scene.remembered import Remembered
from battlemap.ui.tools.keys import direction_of
from battlemap.ui.tools.tool import Drag, Pointer, Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from battlemap.geometry.cell import Point
    from battlemap.ui.scene.map_view import MapView

DASHES = (6.0, 4.0)
"""What is drawn but isn't on the map yet, in pixels."""

_STRIDE = 4
"""Steps of the crosshair with Shift."""

_ends = Remembered(lambda obstacles: ends_of_all(obstacles.values()), kept=2)


class MapTool(Tool):
    """A tool that changes the map itself, in the flyout of the rail."""

    group = "map"
    cursor = Qt.CursorShape.CrossCursor
    draws: ClassVar[str] = ""
    """Which part of the panel belongs to it: "wall", "door", "prop", "terrain"..."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.drawing = view.drawing
        self.place: Point | None = None
        """Where the crosshair of the keyboard stands; None: the mouse was used last."""

    # For the tools ------------------------------------------------------------------------------

    def snap(self, pointer: Pointer, own: Sequence[Point] = ()) -> Point:
        """Return the place that the pointer means: Ctrl leaves the grid alone."""
        ends = (*own, *_ends(self.drawing.obstacles))
        return drawing_point(self.scene.grid, pointer.point, ends, free=pointer.ctrl)

    def feet(self, cells: float) -> str:
        """Return a length in cells as feet."""
        per_cell = self.bridge.encounter.map.grid.feet_per_cell
        return f"{round(cells * per_cell, 1):g} ft"

    def can_edit(self) -> bool:
        """Tell whether the map may be changed now; say why not."""
        if self.bridge.is_waiting:
            self.bridge.say("Answer the open question first.", "warn")
            return False
        return True

    def show(self, drawing: Drawing) -> None:
        """Show what would be drawn."""
        self.scene.measure.show_drawing(drawing)

    def dashed(self, points: Sequence[Point], color: str = "accent") -> Drawing:
        """Return a line that isn't on the map yet, with the length of each leg and of all."""
        places = [to_scene(point) for point in points]
        legs = list(pairwise(points))
        lines = tuple(Line(a, b, color, 3.0, DASHES) for a, b in pairwise(places))
        marks = tuple(Mark(place, CORNER, color) for place in places)
        labels = []
        for index, (a, b) in enumerate(legs):
            text = self.feet(length((a, b)))
            if index == len(legs) - 1:
                total = self.feet(length(points))
                text = text if len(legs) == 1 else f"{text} of {total}"
                labels.append(Label(places[-1], text, below=-30))
            elif length((a, b)) >= 1:
                middle = ((a.x + b.x) / 2, (a.y + b.y) / 2)
                labels.append(Label(to_scene(middle), text))
        return Drawing(lines, marks, (), tuple(labels))

    # Pointer and keys ---------------------------------------------------------------------------

    def hover(self, pointer: Pointer) -> None:
        """Follow the mouse; the crosshair goes."""
        self.place = None
        self.point_at(pointer)

    def point_at(self, pointer: Pointer) -> None:
        """Show what a press there would begin."""
        self.show(Drawing(marks=(Mark(to_scene(self.snap(pointer)), CORNER, "accent"),)))

    def leave(self) -> None:
        """Put everything away."""
        self.place = None
        self.scene.measure.clear()

    def escape(self) -> bool:
        """Drop the choice of obstacles, then the crosshair; tell whether there was any."""
        if self.drawing.chosen:
            self.drawing.choose(())
            return True
        shown, self.place = self.place is not None, None
        if shown:
            self.scene.measure.clear()
        return shown

    def wants(self, event: QKeyEvent) -> bool:
        """Take Delete, which else deletes tokens, while obstacles are chosen."""
        return event.key() == Qt.Key.Key_Delete and bool(self.drawing.chosen)

    def key_press(self, event: QKeyEvent) -> bool:
        """Move the crosshair with the arrow keys, press with Enter."""
        held = Qt.KeyboardModifier
        modifiers = event.modifiers()
        if event.key() == Qt.Key.Key_Delete and self.drawing.chosen:
            self.drawing.delete(self.drawing.chosen)
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # Also with nothing to end: one Enter too many must not roll the attack in the panel.
            self.enter(modifiers)
            return True
        if event.key() == Qt.Key.Key_Backspace:
            return self.take_back()
        if modifiers & (held.ControlModifier | held.AltModifier | held.MetaModifier):
            return False
        way = direction_of(event.key(), keypad=bool(modifiers & held.KeypadModifier))
        if way is None:
            return False
        for _ in range(_STRIDE if modifiers & held.ShiftModifier else 1):
            self.step(way)
        return True

    def enter(self, modifiers: Qt.KeyboardModifier) -> None:
        """Press at the crosshair; without one, end what is begun."""
        if self.place is None:
            self.finish()
        else:
            self.click(self.place, modifiers)

    def finish(self) -> bool:
        """End what is begun; tell whether there was anything."""
        return False

    def take_back(self) -> bool:
        """Take the last point back; tell whether there was one."""
        return False

    def step(self, bearing: float) -> None:
        """Move the crosshair toward *bearing*, from the middle of what is seen at first."""
        if self.place is None:
            middle = self.view.place_at(self.view.viewport().rect().center().toPointF())
            self.place = self.first_place(to_map(middle))
        else:
            self.place = self.next_place(self.place, bearing)
        self.reveal(self.place)
        self.point_at(self.pointer_at(self.place))

    def first_place(self, at: tuple[float, float]) -> Point:
        """Return where the crosshair appears, near a point in cells."""
        return drawing_point(self.scene.grid, at)

    def next_place(self, place: Point, bearing: float) -> Point:
        """Return where the crosshair goes from *place*."""
        return next_drawing_point(self.scene.grid, place, bearing)

    def click(self, place: Point, modifiers: Qt.KeyboardModifier) -> None:
        """Press and release at a place."""
        drag: Drag = self.drag(self.pointer_at(place, modifiers, is_down=True))
        try:
            next(drag)
            drag.send(self.pointer_at(place, modifiers))
        except StopIteration:
            return
        drag.close()

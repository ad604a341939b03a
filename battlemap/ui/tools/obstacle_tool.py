"""The tool for what stands on the map: choose walls, doors and props, move and reshape them."""

from __future__ import annotations

from itertools import chain
from math import dist
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath

from battlemap.geometry.grid import GridKind
from battlemap.geometry.outline import length
from battlemap.geometry.snapping import drawing_shift
from battlemap.model.obstacle import Prop
from battlemap.model.obstacle_edit import moved, with_point_moved
from battlemap.model.obstacle_search import obstacle_at, obstacles_in, points_of, sides_of
from battlemap.ui.map_drawing import obstacle_words
from battlemap.ui.overlays.drawing import CORNER, SQUARE, Area, Drawing, Label, Mark
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.scene.obstacle_marks import obstacle_lines
from battlemap.ui.tools.keys import direction_of, step_index
from battlemap.ui.tools.map_tool import DASHES, MapTool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent

    from battlemap.geometry.cell import Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.obstacle import Obstacle
    from battlemap.ui.tools.tool import Drag, Pointer

HANDLE_PIXELS = 9.0
"""How near to an end or a corner it must be pressed to be taken."""


class ObstacleTool(MapTool):
    """Chooses with clicks and boxes; drags ends, corners and whole obstacles."""

    key = "obstacles"
    label = "Choose walls and props"
    icon = "aiming"
    shortcut = "Shift+S"
    draws = "obstacles"
    hint = "Click or box chooses, Shift adds · drag an end or the whole · Del deletes"
    keys = (
        ("Click, box", "choose"),
        ("Drag", "move, reshape"),
        (", .", "next"),
        ("Enter", "details"),
        ("Del", "delete"),
    )

    # Pointer ------------------------------------------------------------------------------------

    def drag(self, press: Pointer) -> Drag:
        """Reshape at a handle, move from a side, box on empty ground; a click chooses."""
        handle = self._handle_at(press)
        key = handle[0] if handle else obstacle_at(self.drawing.obstacles, press.point)
        pointer = press
        while pointer.is_down and not pointer.is_far_from(press):
            pointer = yield
        if not pointer.is_down:
            self._click(key, press)
        elif key is None:
            yield from self._box(press, pointer)
        elif not self.can_edit():
            return
        elif handle is not None:
            yield from self._reshape(handle[0], handle[1], pointer)
        else:
            yield from self._move(key, press, pointer)

    def _click(self, key: str | None, press: Pointer) -> None:
        if key is None:
            if not press.shift:
                self.drawing.choose(())
        elif press.shift:
            self.drawing.toggle(key)
        else:
            self.drawing.open((key,))

    def double_click(self, pointer: Pointer) -> bool:
        """Show what is pressed in the panel."""
        key = obstacle_at(self.drawing.obstacles, pointer.point)
        if key is not None:
            self.drawing.open((key,))
        return key is not None

    def _handle_at(self, pointer: Pointer) -> tuple[str, Point] | None:
        """Return the end or corner under the pointer; those of what is chosen go first."""
        reach = HANDLE_PIXELS / self.view.cell_px
        obstacles = self.drawing.obstacles
        chosen = (obstacles[key] for key in self.drawing.chosen)
        best: tuple[int, float, str, Point] | None = None
        for order, obstacle in chain(
            ((0, one) for one in chosen), ((1, one) for one in obstacles.values())
        ):
            if order and isinstance(obstacle, Prop):
                continue  # the corners of a prop count once it is chosen
            for point in points_of(obstacle):
                far = dist(point, pointer.point)
                if far <= reach and (best is None or (order, far) < best[:2]):
                    best = (order, far, obstacle.id, point)
        return (best[2], best[3]) if best is not None else None

    def _box(self, press: Pointer, pointer: Pointer) -> Drag:
        before = self.drawing.chosen
        try:
            while pointer.is_down:
                self._show_box(press, pointer)
                pointer = yield
            found = obstacles_in(self.drawing.obstacles, press.point, pointer.point)
            kept = before if press.shift else ()
            self.drawing.open((*kept, *found))
        finally:
            self.scene.measure.clear()

    def _show_box(self, press: Pointer, pointer: Pointer) -> None:
        obstacles = self.drawing.obstacles
        frame = QPainterPath()
        frame.addRect(QRectF(press.place, pointer.place).normalized())
        found = obstacles_in(obstacles, press.point, pointer.point)
        words = obstacle_words(obstacles[key] for key in found)
        lines = tuple(
            line for key in found for line in obstacle_lines(obstacles[key], "accent", DASHES)
        )
        label = Label(pointer.place, words, below=-30)
        self.show(
            Drawing(lines, (), (Area(frame, "accent", 0.12, "", 1.4),), (label,) if words else ())
        )

    def _reshape(self, key: str, old: Point, pointer: Pointer) -> Drag:
        """Move an end with all walls that meet there; with Shift this one alone."""
        self.drawing.choose((key,))
        before = self.drawing.obstacles
        changed: Mapping[str, Obstacle] | None = None
        try:
            while pointer.is_down:
                changed = self._reshaped(key, old, pointer)
                pointer = yield
            changed = self._reshaped(key, old, pointer)
        finally:
            self.scene.measure.clear()
        if changed is None:
            self.bridge.say(self._refused, "warn")
        elif changed != before:
            self.drawing.edit(f"Reshape {obstacle_words([before[key]])}", changed)

    _refused = ""

    def _reshaped(self, key: str, old: Point, pointer: Pointer) -> Mapping[str, Obstacle] | None:
        """Return the obstacles with the end at the pointer, and show them; None: it can't be."""
        grid, before = self.scene.grid, self.drawing.obstacles
        new = self.snap(pointer)
        try:
            after = with_point_moved(grid, before, key, old, new, alone=pointer.shift)
        except ValueError as error:
            self._refused = str(error)
            self.show(Drawing(labels=(Label(to_scene(new), str(error), below=-30, color="bad"),)))
            return None
        self._show_changed(before, after, (Mark(to_scene(new), SQUARE, "accent"),), key, new)
        return after

    def _move(self, key: str, press: Pointer, pointer: Pointer) -> Drag:
        """Move all that is chosen by steps of half a cell; Ctrl leaves the grid alone."""
        if key not in self.drawing.chosen:
            self.drawing.choose((*self.drawing.chosen, key) if press.shift else (key,))
        keys, before = self.drawing.chosen, self.drawing.obstacles
        grid = self.scene.grid
        try:
            while pointer.is_down:
                by = _way(grid, press, pointer)
                after = moved(grid, before, keys, by)
                self._show_changed(before, after, (), key, None)
                pointer = yield
            by = _way(grid, press, pointer)
        finally:
            self.scene.measure.clear()
        if by != (0.0, 0.0):
            words = obstacle_words(before[one] for one in keys)
            self.drawing.edit(f"Move {words}", moved(grid, before, keys, by))

    def _show_changed(
        self,
        before: Mapping[str, Obstacle],
        after: Mapping[str, Obstacle],
        marks: tuple[Mark, ...],
        key: str,
        place: Point | None,
    ) -> None:
        changed = [one for name, one in after.items() if one is not before.get(name)]
        lines = tuple(line for one in changed for line in obstacle_lines(one, "accent", DASHES))
        taken = after[key]
        labels: tuple[Label, ...] = ()
        if not isinstance(taken, Prop):
            a, b = sides_of(taken)[0]
            spot = to_scene(place if place is not None else b)
            labels = (Label(spot, self.feet(length((a, b))), below=-30),)
        self.show(Drawing(lines, marks, (), labels))

    def point_at(self, pointer: Pointer) -> None:
        """Show the end or the obstacle that a press would take."""
        handle = self._handle_at(pointer)
        if handle is not None:
            self.show(Drawing(marks=(Mark(to_scene(handle[1]), SQUARE, "active"),)))
            return
        key = obstacle_at(self.drawing.obstacles, pointer.point)
        if key is not None:
            self.show(Drawing(obstacle_lines(self.drawing.obstacles[key], "accent", DASHES)))
        elif self.place is not None:
            self.show(Drawing(marks=(Mark(to_scene(self.place), CORNER, "accent"),)))
        else:
            self.scene.measure.clear()

    # Keys ---------------------------------------------------------------------------------------

    def wants(self, event: QKeyEvent) -> bool:
        """Take Ctrl+A, which else selects tokens, for all walls, doors and props."""
        return _is_all(event) or super().wants(event)

    def key_press(self, event: QKeyEvent) -> bool:
        """Go from one to the next, choose all, nudge what is chosen."""
        held = Qt.KeyboardModifier
        if _is_all(event):
            self.drawing.open(self.drawing.obstacles)
            return True
        if event.key() in (Qt.Key.Key_Comma, Qt.Key.Key_Period):
            return self._next(1 if event.key() == Qt.Key.Key_Period else -1)
        plain = not event.modifiers() & (held.ControlModifier | held.AltModifier)
        keypad = bool(event.modifiers() & held.KeypadModifier)
        way = direction_of(event.key(), keypad=keypad)
        if self.drawing.chosen and plain and way is not None:
            return self._nudge(way)
        return super().key_press(event)

    def _next(self, step: int) -> bool:
        keys = list(self.drawing.obstacles)
        if not keys:
            return False
        if self.drawing.chosen:
            index = keys.index(self.drawing.chosen[-1]) + step
        else:
            index = 0 if step > 0 else -1
        self.drawing.choose((keys[index % len(keys)],))
        first = points_of(self.drawing.obstacles[self.drawing.chosen[0]])[0]
        self.reveal(first)
        return True

    def _nudge(self, bearing: float) -> bool:
        """Move what is chosen by half a cell on squares, by a step on hexes."""
        grid = self.scene.grid
        keys, before = self.drawing.chosen, self.drawing.obstacles
        cell = grid.cell_at(points_of(before[keys[0]])[0])
        index = step_index(grid, bearing, cell)
        if index is not None and self.can_edit():
            start, end = grid.center(cell), grid.center(cell.plus(grid.directions[index]))
            share = 0.5 if grid.kind is GridKind.SQUARE else 1.0
            by = ((end.x - start.x) * share, (end.y - start.y) * share)
            words = obstacle_words(before[one] for one in keys)
            after = moved(grid, before, keys, by)
            self.drawing.edit(f"Move {words}", after, f"nudge:{','.join(keys)}")
        return True

    def finish(self) -> bool:
        """Show what is chosen in the panel, ready to be changed."""
        if not self.drawing.chosen:
            return False
        self.drawing.open(self.drawing.chosen)
        self.drawing.edit_asked.emit()
        return True


def _is_all(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_A and event.modifiers() == Qt.KeyboardModifier.ControlModifier


def _way(grid: Grid, press: Pointer, pointer: Pointer) -> tuple[float, float]:
    """Return how far something is dragged, in cells."""
    dx, dy = pointer.point.x - press.point.x, pointer.point.y - press.point.y
    return (dx, dy) if pointer.ctrl else drawing_shift(grid, (dx, dy))

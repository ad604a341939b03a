"""The eraser: takes away what it touches, or with Shift what a box catches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from battlemap.geometry.brush import dab, rectangle_of_cells, stroke
from battlemap.geometry.outline import crosses_box
from battlemap.model.light_edit import light_near, without_lights
from battlemap.model.note_edit import NOTE, note_near, without_notes
from battlemap.model.obstacle_edit import without
from battlemap.model.obstacle_search import obstacle_at, obstacles_in, obstacles_on_way
from battlemap.model.words import counted
from battlemap.ui.map_drawing import obstacle_words
from battlemap.ui.overlays.drawing import CROSS, Area, Drawing, Label, Mark
from battlemap.ui.scene.coordinates import cells_path, to_scene
from battlemap.ui.scene.obstacle_marks import obstacle_lines
from battlemap.ui.tools.map_tool import DASHES, MapTool

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.ui.tools.tool import Drag, Pointer


def _light_key(index: int) -> str:
    """Return what stands for a light among the keys of what goes: blanks, which are no id."""
    return " " * (index + 1)


REACH = 0.2
"""How near the eraser comes to what it takes away, in cells."""


class EraserTool(MapTool):
    """Takes away walls, doors, props, lights and notes; ground and heights where it is told."""

    key = "eraser"
    label = "Eraser"
    icon = "eraser"
    shortcut = "Shift+E"
    draws = "eraser"
    hint = "Click or drag over what is to go · Shift box · Esc cancel"
    keys = (("Click", "one thing"), ("Drag", "all it touches"), ("Shift+drag", "box"))

    def drag(self, press: Pointer) -> Drag:
        """Gather what goes until the release: one thing for a click, all on the way of a drag."""
        if not self.can_edit():
            return
        gone, cells = self._under(press)
        pointer = last = press
        is_far = False
        try:
            while pointer.is_down:
                box = QRectF(press.place, pointer.place).normalized() if press.shift else None
                self._show(gone, cells, pointer, box)
                pointer = yield
                is_far = is_far or pointer.is_far_from(press)
                if press.shift and is_far:
                    gone, cells = self._boxed(press, pointer)
                elif is_far:
                    more, passed = self._passed(last, pointer)
                    gone, cells, last = gone | more, cells | passed, pointer
        finally:
            self.scene.measure.clear()
        self._erase(gone, cells)

    def _under(self, pointer: Pointer) -> tuple[frozenset[str], frozenset[Cell]]:
        """Return the one thing under the pointer, what lies on top first, and the cells."""
        marks, lights = self.bridge.encounter.map.marks, self.bridge.encounter.map.lights
        note, light = note_near(marks, pointer.point), light_near(lights, pointer.point)
        key = obstacle_at(self.drawing.obstacles, pointer.point)
        if light is not None:
            key = _light_key(light)
        if note is not None:
            key = note.id
        cells: frozenset[Cell] = frozenset()
        if self.drawing.settings.erases_ground:
            cells = dab(self.scene.grid, pointer.point, self.drawing.settings.brush)
        return frozenset(() if key is None else (key,)), cells

    def _passed(self, start: Pointer, end: Pointer) -> tuple[frozenset[str], frozenset[Cell]]:
        found = set(obstacles_on_way(self.drawing.obstacles, start.point, end.point, REACH))
        note = note_near(self.bridge.encounter.map.marks, end.point)
        if note is not None:
            found.add(note.id)
        light = light_near(self.bridge.encounter.map.lights, end.point)
        if light is not None:
            found.add(_light_key(light))
        cells: frozenset[Cell] = frozenset()
        if self.drawing.settings.erases_ground:
            size = self.drawing.settings.brush
            cells = stroke(self.scene.grid, start.point, end.point, size)
        return frozenset(found), cells

    def _boxed(self, press: Pointer, pointer: Pointer) -> tuple[frozenset[str], frozenset[Cell]]:
        one, other = press.point, pointer.point
        found = set(obstacles_in(self.drawing.obstacles, one, other))
        for mark in self.bridge.encounter.map.marks.values():
            place = mark.points[0] if mark.points else None
            if mark.kind == NOTE and place is not None and crosses_box(place, place, one, other):
                found.add(mark.id)
        for index, light in enumerate(self.bridge.encounter.map.lights):
            if crosses_box(light.position, light.position, one, other):
                found.add(_light_key(index))
        cells: frozenset[Cell] = frozenset()
        if self.drawing.settings.erases_ground:
            cells = rectangle_of_cells(self.scene.grid, press.cell, pointer.cell)
        return frozenset(found), cells

    def point_at(self, pointer: Pointer) -> None:
        """Show what a click would take away."""
        gone, cells = self._under(pointer)
        self._show(gone, cells, pointer)

    def _words(self, gone: frozenset[str]) -> str:
        obstacles = self.drawing.obstacles
        words = obstacle_words(obstacles[key] for key in gone if key in obstacles)
        notes = sum(key in self.bridge.encounter.map.marks for key in gone)
        lights = len(self._lights_of(gone))
        counts = ((notes, "note"), (lights, "light"))
        return ", ".join(filter(None, (words, *(counted(n, word) for n, word in counts if n))))

    def _lights_of(self, gone: frozenset[str]) -> list[int]:
        """Return which lights are among the keys."""
        count = len(self.bridge.encounter.map.lights)
        return [index for index in range(count) if _light_key(index) in gone]

    def _show(
        self,
        gone: frozenset[str],
        cells: frozenset[Cell],
        pointer: Pointer,
        box: QRectF | None = None,
    ) -> None:
        marks, obstacles = self.bridge.encounter.map.marks, self.drawing.obstacles
        lines = tuple(
            line
            for key in gone
            if key in obstacles
            for line in obstacle_lines(obstacles[key], "bad")
        )
        crosses = tuple(
            Mark(to_scene(marks[key].points[0]), CROSS, "bad") for key in gone if key in marks
        )
        lights = self.bridge.encounter.map.lights
        crosses += tuple(
            Mark(to_scene(lights[index].position), CROSS, "bad") for index in self._lights_of(gone)
        )
        areas: list[Area] = []
        if cells:
            path = cells_path(self.scene.grid, cells, inset=2)
            areas.append(Area(path, "bad", 0.14, "", 1.6, DASHES))
        if box is not None and not box.isEmpty():
            frame = QPainterPath()
            frame.addRect(box)
            areas.append(Area(frame, "bad", 0.08, "", 1.4, DASHES))
        words = self._words(gone)
        label = Label(pointer.place, f"erase {words}", below=-30)
        place = Mark(pointer.place, CROSS, "bad")
        self.show(Drawing(lines, (*crosses, place), tuple(areas), (label,) if words else ()))

    def _erase(self, gone: frozenset[str], cells: frozenset[Cell]) -> None:
        encounter = self.bridge.encounter
        here, grid = encounter.map, self.scene.grid
        words = self._words(gone)
        changed = replace(
            here,
            obstacles=without(here.obstacles, gone)
            if gone & set(here.obstacles)
            else here.obstacles,
            marks=without_notes(here.marks, gone) if gone & set(here.marks) else here.marks,
            lights=without_lights(here.lights, self._lights_of(gone)),
        )
        if cells:
            changed = replace(
                changed,
                terrain=here.terrain.with_value(grid, cells, 0),
                elevation=here.elevation.with_value(grid, cells, 0),
            )
        if gone or cells:
            self.bridge.edit(f"Erase {words or 'ground'}", encounter.with_map(changed))

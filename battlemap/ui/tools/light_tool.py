"""The light tool: puts lights, sizes, moves, switches and changes them."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath

from battlemap.model.light_edit import (
    light_near,
    with_light,
    with_light_changed,
    without_lights,
)
from battlemap.ui.overlays.drawing import CORNER, Area, Drawing, Label, Mark
from battlemap.ui.scene.coordinates import SCENE_SCALE, to_scene
from battlemap.ui.tools.map_tool import DASHES, MapTool

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from battlemap.geometry.cell import Point
    from battlemap.model.battle_map import Light
    from battlemap.ui.tools.tool import Drag, Pointer

_STEP = 0.5
"""A drag sizes a new light in such steps, in cells."""


class LightTool(MapTool):
    """A click puts a light or changes one, a drag sizes a new one or moves one."""

    key = "light"
    label = "Lights"
    icon = "light"
    shortcut = "Shift+L"
    draws = "light"
    hint = "Click puts or changes a light · drag sizes a new one, moves an old one · Shift on, off"
    keys = (("Click", "put, change"), ("Drag", "size, move"), ("Shift", "on, off"))

    @property
    def lights(self) -> tuple[Light, ...]:
        """The lights of the map."""
        return self.bridge.encounter.map.lights

    def drag(self, press: Pointer) -> Drag:
        """Put a light of the drawn size, or take a pressed one in hand."""
        if not self.can_edit():
            return
        index = light_near(self.lights, press.point)
        pointer, is_far = press, False
        try:
            while pointer.is_down:
                self._show_drag(press, pointer, index, is_far=is_far)
                pointer = yield
                is_far = is_far or pointer.is_far_from(press)
        finally:
            self.scene.measure.clear()
        if index is None:
            like = self.drawing.settings.light
            if is_far:
                like = replace(like, range_cells=self._size(press, pointer))
                self.drawing.set(light=like)
            place = self.snap(press)
            self.drawing.edit_lights("Put a light", with_light(self.lights, place, like))
        elif is_far:
            moved = with_light_changed(self.lights, index, position=self.snap(pointer))
            self.drawing.edit_lights("Move light", moved)
        elif press.shift:
            self.drawing.switch_light(index)
        else:
            self.drawing.light_asked.emit(index)

    def _size(self, press: Pointer, pointer: Pointer) -> float:
        """Return the radius that a drag has drawn, in cells."""
        cells = dist(self.snap(press), pointer.point)
        return max(_STEP, round(cells / _STEP) * _STEP)

    def _show_drag(
        self, press: Pointer, pointer: Pointer, index: int | None, *, is_far: bool
    ) -> None:
        if index is None:
            cells = self.drawing.settings.light.range_cells
            cells = self._size(press, pointer) if is_far else cells
            self.show(self._outlined(self.snap(press), cells))
        else:
            place = self.snap(pointer) if is_far else self.lights[index].position
            self.show(self._outlined(place, self.lights[index].range_cells))

    def _outlined(self, place: Point, cells: float, more: str = "") -> Drawing:
        """Return a light's radius as a dashed circle with its length."""
        middle, path = to_scene(place), QPainterPath()
        path.addEllipse(middle, cells * SCENE_SCALE, cells * SCENE_SCALE)
        return Drawing(
            marks=(Mark(middle, CORNER, "accent"),),
            areas=(Area(path, "accent", 0.06, "", 2.0, DASHES),),
            labels=(Label(middle, f"{self.feet(cells)}{more}", below=-34),),
        )

    def point_at(self, pointer: Pointer) -> None:
        """Show the light under the pointer, or the one that a click would put."""
        index = light_near(self.lights, pointer.point)
        if index is None:
            cells = self.drawing.settings.light.range_cells
            self.show(self._outlined(self.snap(pointer), cells))
            return
        light = self.lights[index]
        state = ", on" if light.is_on else ", off"
        self.show(self._outlined(light.position, light.range_cells, state))

    def wants(self, event: QKeyEvent) -> bool:
        """Take Delete, which else deletes tokens, while the crosshair is on a light."""
        return self._at_crosshair(event) is not None or super().wants(event)

    def key_press(self, event: QKeyEvent) -> bool:
        """Delete the light at the crosshair; else as all map tools do."""
        index = self._at_crosshair(event)
        if index is None:
            return super().key_press(event)
        if self.can_edit():
            self.scene.measure.clear()
            self.drawing.edit_lights("Delete light", without_lights(self.lights, (index,)))
        return True

    def _at_crosshair(self, event: QKeyEvent) -> int | None:
        if event.key() != Qt.Key.Key_Delete or self.place is None or self.drawing.chosen:
            return None
        return light_near(self.lights, self.place)

"""The note tool: writes on the map for the GM or for all, and moves what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.note_edit import note_near, with_note_moved
from battlemap.ui.overlays.drawing import CORNER, Drawing, Label, Line, Mark
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.tools.map_tool import DASHES, MapTool

if TYPE_CHECKING:
    from battlemap.model.battle_map import Mark as MapMark
    from battlemap.ui.tools.tool import Drag, Pointer

_LONGEST = 60


class NoteTool(MapTool):
    """A click asks for a note's words, a drag moves a note."""

    key = "note"
    label = "Notes"
    icon = "note"
    shortcut = "Shift+N"
    draws = "note"
    hint = "Click to write or to change a note · drag moves it · Esc cancel"
    keys = (("Click", "write, change"), ("Drag", "move a note"))

    def drag(self, press: Pointer) -> Drag:
        """Write on release; a pressed note follows the pointer."""
        if not self.can_edit():
            return
        note = note_near(self.bridge.encounter.map.marks, press.point)
        pointer, is_far = press, False
        try:
            while pointer.is_down:
                is_far = is_far or pointer.is_far_from(press)
                if note is not None and is_far:
                    self._show_move(note, pointer)
                pointer = yield
        finally:
            self.scene.measure.clear()
        if note is None:
            self.drawing.note_asked.emit(self.snap(pointer), "")
        elif is_far:
            marks = self.bridge.encounter.map.marks
            moved = with_note_moved(marks, note.id, self.snap(pointer))
            self.drawing.edit_marks("Move note", moved)
        else:
            self.drawing.note_asked.emit(note.points[0], note.id)

    def _show_move(self, note: MapMark, pointer: Pointer) -> None:
        start, end = to_scene(note.points[0]), to_scene(self.snap(pointer))
        self.show(
            Drawing((Line(start, end, "accent", 2.0, DASHES),), (Mark(end, CORNER, "accent"),))
        )

    def point_at(self, pointer: Pointer) -> None:
        """Show the note under the pointer, or where a new one would stand."""
        note = note_near(self.bridge.encounter.map.marks, pointer.point)
        if note is None:
            super().point_at(pointer)
            return
        place = to_scene(note.points[0])
        text = note.text if len(note.text) <= _LONGEST else f"{note.text[: _LONGEST - 1]}…"
        self.show(
            Drawing(
                marks=(Mark(place, CORNER, "accent"),),
                labels=(Label(place, text, below=-34),) if text else (),
            )
        )

"""The drawing tools in the Map menu, and the words of a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.light_edit import without_lights
from battlemap.model.note_edit import with_note, without_notes
from battlemap.ui.commands import command
from battlemap.ui.window.base import WindowBase

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from battlemap.geometry.cell import Point


class DrawingCommands(WindowBase):
    """Takes the map tools in hand."""

    @command(
        "map.draw_walls",
        "Draw walls",
        menu="Map",
        section=3,
        shortcut="Shift+W",
        icon="wall",
        help="Walls corner by corner, or a room with Shift and a drag",
    )
    def draw_walls(self) -> None:
        """Take the wall tool."""
        self._take("wall")

    @command(
        "map.put_doors",
        "Put doors and windows",
        menu="Map",
        section=3,
        shortcut="Shift+D",
        icon="door",
        help="A click on a wall puts a door into it, a drag one from point to point",
    )
    def put_doors(self) -> None:
        """Take the door tool."""
        self._take("door")

    @command(
        "map.put_props",
        "Put props",
        menu="Map",
        section=3,
        shortcut="Shift+P",
        icon="box",
        help="Crates, tables, pillars by their outline: rectangle, polygon or circle",
    )
    def put_props(self) -> None:
        """Take the prop tool."""
        self._take("prop")

    @command(
        "map.paint_ground",
        "Paint ground",
        menu="Map",
        section=3,
        shortcut="Shift+G",
        icon="brush",
        help="Difficult, hazardous, obscured, impassable ground, water, what one climbs",
    )
    def paint_ground(self) -> None:
        """Take the terrain brush."""
        self._take("terrain")

    @command(
        "map.shape_heights",
        "Raise and lower ground",
        menu="Map",
        section=3,
        shortcut="Shift+H",
        icon="elevation",
        help="Heights by steps of 5 feet, or set to a height",
    )
    def shape_heights(self) -> None:
        """Take the height brush."""
        self._take("height")

    @command(
        "map.write_notes",
        "Write notes",
        menu="Map",
        section=3,
        shortcut="Shift+N",
        icon="note",
        help="Notes on the map, for you alone or for all",
    )
    def write_notes(self) -> None:
        """Take the note tool."""
        self._take("note")

    @command(
        "map.put_lights",
        "Put lights",
        menu="Map",
        section=3,
        shortcut="Shift+L",
        icon="light",
        help="Torches, lamps, fires: how far they shine, on and off",
    )
    def put_lights(self) -> None:
        """Take the light tool."""
        self._take("light")

    @command(
        "map.erase",
        "Erase",
        menu="Map",
        section=3,
        shortcut="Shift+E",
        icon="eraser",
        help="Take walls, doors, props, lights and notes away, one by one or in a box",
    )
    def erase(self) -> None:
        """Take the eraser."""
        self._take("eraser")

    @command(
        "map.choose_obstacles",
        "Choose walls and props",
        menu="Map",
        section=3,
        shortcut="Shift+S",
        icon="aiming",
        help="Choose, move and reshape walls, doors and props, several with a box",
    )
    def choose_obstacles(self) -> None:
        """Take the tool for what stands on the map."""
        self._take("obstacles")

    def _take(self, tool: str) -> None:
        self.left_welcome()
        self.view.set_tool(tool)
        self.view.setFocus()

    def ask_light(self, index: int) -> None:
        """Ask what a light, by its place among the lights, is to be like."""
        from battlemap.ui.dialogs.light_dialog import LightDialog

        lights = self.encounter.map.lights
        feet = self.encounter.map.grid.feet_per_cell
        dialog = LightDialog(lights[index], feet, self)
        if not self.run_dialog(dialog):
            return
        if dialog.is_deleted:
            self.delete_light(index)
            return
        changed = (*lights[:index], dialog.changed(), *lights[index + 1 :])
        self.view.drawing.edit_lights("Change light", changed)

    def delete_light(self, index: int) -> None:
        """Take a light off the map."""
        rest = without_lights(self.encounter.map.lights, (index,))
        self.view.drawing.edit_lights("Delete light", rest)

    def light_entries(self, menu: QMenu, index: int) -> None:
        """Put what can be done to a light into a menu."""
        light = self.encounter.map.lights[index]
        menu.addSeparator()
        feet = light.range_cells * self.encounter.map.grid.feet_per_cell
        menu.addAction(f"Light, {feet:g} ft").setEnabled(False)
        for words, deed in (
            ("Switch off" if light.is_on else "Switch on", self.view.drawing.switch_light),
            ("Change light...", self.ask_light),
            ("Delete light", self.delete_light),
        ):
            entry = menu.addAction(words)
            entry.setEnabled(not self.bridge.is_waiting)
            entry.triggered.connect(lambda _=False, deed=deed: deed(index))

    def ask_note(self, point: Point, key: str) -> None:
        """Ask for the words of a note at *point*; *key* names the one to change, if any."""
        from battlemap.ui.dialogs.note_dialog import NoteDialog

        marks = self.encounter.map.marks
        old = marks.get(key)
        dialog = NoteDialog(
            old.text if old is not None else "",
            gm_only=old.gm_only if old is not None else True,
            is_new=old is None,
            parent=self,
        )
        if not self.run_dialog(dialog):
            return
        text = dialog.text.toPlainText().strip()
        if not text:
            if old is not None:
                self.view.drawing.edit_marks("Delete note", without_notes(marks, (key,)))
            return
        written = with_note(marks, point, text, gm_only=dialog.gm_only.isChecked(), key=key)
        self.view.drawing.edit_marks("Change note" if old is not None else "Write note", written)

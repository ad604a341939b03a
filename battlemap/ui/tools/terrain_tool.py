"""The terrain brush: difficult, hazardous, obscured, impassable ground, water, what one climbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from battlemap.model.terrain import Terrain
from battlemap.ui.tools.brush_tool import BrushTool

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QKeyEvent

    from battlemap.geometry.cell import Cell

KINDS = tuple(kind for kind in Terrain if kind)
"""In the order of the number keys; 0 is normal ground."""


def terrain_words(kind: Terrain) -> str:
    """Return what a kind of ground is called."""
    return ", ".join(kind.names) if kind else "normal"


class TerrainTool(BrushTool):
    """Paints one kind of ground; a cell may be of several kinds at once."""

    key = "terrain"
    label = "Ground"
    icon = "brush"
    shortcut = "Shift+G"
    draws = "terrain"
    hint = "1 to 6 kind, 0 normal · [ ] size · Shift rectangle · right button or Alt erases"
    keys = (("1-6", "kind"), *BrushTool.keys)

    def words(self, *, erases: bool) -> str:
        """Say which ground is painted or cleared."""
        name = terrain_words(self.drawing.settings.terrain)
        return f"clear {name}" if erases else name

    def apply(self, cells: Collection[Cell], *, erases: bool) -> None:
        """Paint the kind, or take it away and leave the others."""
        here, kind = self.bridge.encounter.map, self.drawing.settings.terrain
        grid, name = here.grid.grid, terrain_words(kind)
        if not kind:
            layer = here.terrain.with_value(grid, cells, 0)
        elif erases:
            layer = here.terrain.without_flag(grid, cells, int(kind))
        else:
            layer = here.terrain.with_flag(grid, cells, int(kind))
        label = f"{'Clear' if erases else 'Paint'} {name} ground"
        self.drawing.edit_ground(label, terrain=layer)

    def key_press(self, event: QKeyEvent) -> bool:
        """Choose a kind by its number."""
        index = event.key() - Qt.Key.Key_1
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held == Qt.KeyboardModifier.NoModifier and -1 <= index < len(KINDS):
            if self.bridge.is_waiting:
                return False
            self.drawing.set(terrain=KINDS[index] if index >= 0 else Terrain.NORMAL)
            if self.place is not None:
                self.point_at(self.pointer_at(self.place))
            return True
        return super().key_press(event)

"""The height brush: ground raised and lowered by steps of 5 feet, or set to a height."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model import limits
from battlemap.ui.map_drawing import HEIGHT_STEP
from battlemap.ui.panels.wording import signed
from battlemap.ui.tools.brush_tool import BrushTool

if TYPE_CHECKING:
    from collections.abc import Collection

    from battlemap.geometry.cell import Cell


class HeightTool(BrushTool):
    """Raises the cells of a stroke once, however often the brush passes over them."""

    key = "height"
    label = "Heights"
    icon = "elevation"
    shortcut = "Shift+H"
    draws = "height"
    hint = "Drag raises 5 ft, right button or Alt lowers · [ ] size · Shift rectangle"
    keys = (
        ("Drag", "raise"),
        ("Right drag", "lower"),
        ("Shift", "rectangle"),
        ("[ ]", "brush size"),
    )

    def words(self, *, erases: bool) -> str:
        """Say by how much, or to which height."""
        height = self.drawing.settings.height
        if height is not None:
            return "level" if erases else f"{signed(height)} ft" if height else "level"
        return f"{'−' if erases else '+'}{HEIGHT_STEP} ft"

    def apply(self, cells: Collection[Cell], *, erases: bool) -> None:
        """Raise or lower the cells, or set them to the height; erasing makes them level."""
        here, height = self.bridge.encounter.map, self.drawing.settings.height
        grid = here.grid.grid
        if height is None:
            by = -HEIGHT_STEP if erases else HEIGHT_STEP
            layer = here.elevation.raised(grid, cells, by, limits.FEET)
            label = "Lower ground" if erases else "Raise ground"
        else:
            layer = here.elevation.with_value(grid, cells, 0 if erases else height)
            label = "Level ground" if erases or not height else f"Ground at {signed(height)} ft"
        self.drawing.edit_ground(label, elevation=layer)

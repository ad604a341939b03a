"""The base of the brushes: strokes and rectangles of cells, applied when the button is let go."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from battlemap.geometry.brush import LARGEST_BRUSH, dab, rectangle_of_cells, stroke
from battlemap.model.words import counted
from battlemap.ui.overlays.drawing import Area, Drawing, Label
from battlemap.ui.scene.coordinates import cells_path, to_scene
from battlemap.ui.tools.keys import step_index
from battlemap.ui.tools.map_tool import DASHES, MapTool

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QKeyEvent

    from battlemap.geometry.cell import Cell, Point
    from battlemap.ui.tools.tool import Drag, Pointer


class BrushTool(MapTool):
    """Changes the cells under a brush; the right button, or Alt, does the opposite."""

    keys = (
        ("Drag", "paint"),
        ("Right drag", "erase"),
        ("Shift", "rectangle"),
        ("[ ]", "brush size"),
    )

    @abstractmethod
    def apply(self, cells: Collection[Cell], *, erases: bool) -> None:
        """Change these cells, as one step of undo."""

    @abstractmethod
    def words(self, *, erases: bool) -> str:
        """Say what happens to the cells."""

    def takes_right(self) -> bool:
        """Erase with the right button."""
        return True

    def drag(self, press: Pointer) -> Drag:
        """Gather the cells of a stroke, or with Shift of a rectangle, until the release."""
        if not self.can_edit():
            return
        grid, size = self.scene.grid, self.drawing.settings.brush
        erases = press.erases or press.alt
        cells = self._pressed(press)
        pointer = last = press
        try:
            while pointer.is_down:
                self._show_cells(cells, pointer, erases=erases)
                pointer = yield
                if press.shift:
                    cells = rectangle_of_cells(grid, press.cell, pointer.cell)
                else:
                    cells |= stroke(grid, last.point, pointer.point, size)
                    last = pointer
        finally:
            self.scene.measure.clear()
        if cells:
            self.apply(cells, erases=erases)
        self.point_at(pointer)

    def _pressed(self, press: Pointer) -> frozenset[Cell]:
        grid = self.scene.grid
        if press.shift:
            return rectangle_of_cells(grid, press.cell, press.cell)
        return dab(grid, press.point, self.drawing.settings.brush)

    def point_at(self, pointer: Pointer) -> None:
        """Show the cells under the brush."""
        cells = dab(self.scene.grid, pointer.point, self.drawing.settings.brush)
        if cells:
            self._show_cells(cells, pointer, erases=pointer.alt)
        else:
            self.scene.measure.clear()

    def _show_cells(self, cells: frozenset[Cell], pointer: Pointer, *, erases: bool) -> None:
        color = "bad" if erases else "accent"
        text = self.words(erases=erases)
        if pointer.is_down:
            text = f"{text}, {counted(len(cells), 'cell')}"
        path = cells_path(self.scene.grid, cells, inset=2)
        label = Label(to_scene(pointer.point), text, below=-34)
        self.show(Drawing(areas=(Area(path, color, 0.18, "", 2.0, DASHES),), labels=(label,)))

    # Keys ---------------------------------------------------------------------------------------

    def first_place(self, at: tuple[float, float]) -> Point:
        """Begin in the middle of a cell."""
        grid = self.scene.grid
        cell = grid.cell_at(at)
        if cell not in grid:
            cell = grid.from_offset(grid.columns // 2, grid.rows // 2)
        return grid.center(cell)

    def next_place(self, place: Point, bearing: float) -> Point:
        """Go cell by cell."""
        grid = self.scene.grid
        cell = grid.cell_at(place)
        index = step_index(grid, bearing, cell)
        other = cell if index is None else cell.plus(grid.directions[index])
        return grid.center(other if other in grid else cell)

    def key_press(self, event: QKeyEvent) -> bool:
        """Make the brush larger or smaller."""
        by = {Qt.Key.Key_BracketLeft: -1, Qt.Key.Key_BracketRight: 1}.get(Qt.Key(event.key()), 0)
        if not by:
            return super().key_press(event)
        size = min(max(self.drawing.settings.brush + by, 1), LARGEST_BRUSH)
        self.drawing.set(brush=size)
        if self.place is not None:
            self.point_at(self.pointer_at(self.place))
        return True

"""The ruler: distance along a line, with waypoints; it charges no terrain."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from battlemap.geometry.grid import HUNDRED, DiagonalMetric
from battlemap.ui.overlays.drawing import CORNER, ORIGIN, SQUARE, Area, Drawing, Label, Line, Mark
from battlemap.ui.scene.coordinates import cells_path, to_scene
from battlemap.ui.tools.keys import direction_of, step_index
from battlemap.ui.tools.tool import Drag, Pointer, Tool

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from battlemap.geometry.cell import Cell
    from battlemap.ui.scene.map_view import MapView

_STRIDE = 4
"""Cells of the arrow keys with Shift."""


class RulerTool(Tool):
    """Measures from cell to cell as the rule system counts."""

    key = "ruler"
    label = "Ruler"
    icon = "ruler"
    shortcut = "M"
    hint = "Ctrl or right click waypoint · arrow keys and Enter without a mouse · Esc cancel"
    keys = (("Drag", "measure"), ("Ctrl", "waypoint"), ("Arrows, Enter", "without a mouse"))
    cursor = Qt.CursorShape.CrossCursor
    measures = True

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.stops: list[Cell] = []
        """Where the arrow keys have led it, the end last; empty: the mouse was used last."""

    def drag(self, press: Pointer) -> Drag:
        """Measure from the pressed cell; what was measured stays until the next press or Esc."""
        return self.measure(press, press)

    def measure(self, press: Pointer, pointer: Pointer) -> Drag:
        """Measure from the cell of *press*; the pointer has come to *pointer* already."""
        self.stops = []
        stops = [press.cell]
        done = False
        self.view.standing.set_measuring(True)
        try:
            while pointer.is_down:
                if pointer.is_waypoint and pointer.cell != stops[-1]:
                    stops.append(pointer.cell)
                self._show([*stops, pointer.cell])
                pointer = yield
            done = len(stops) > 1 or pointer.cell != press.cell
        finally:
            self.view.standing.set_measuring(self.view.current_tool.measures)
            if not done or self.view.tool != self.key:
                self.scene.measure.clear()

    def leave(self) -> None:
        """Take the measured line away."""
        self.stops = []
        self.scene.measure.clear()

    def escape(self) -> bool:
        """Take the measured line away."""
        shown = self.scene.measure.isVisible()
        self.stops = []
        self.scene.measure.clear()
        return shown

    def key_press(self, event: QKeyEvent) -> bool:
        """Measure with the arrow keys; Enter sets a waypoint, Backspace takes it back."""
        held, modifiers = Qt.KeyboardModifier, event.modifiers()
        if self.stops and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stops.append(self.stops[-1])
        elif len(self.stops) > 2 and event.key() == Qt.Key.Key_Backspace:
            self.stops.pop(-2)
        else:
            way = direction_of(event.key(), keypad=bool(modifiers & held.KeypadModifier))
            if way is None or modifiers & (held.ControlModifier | held.AltModifier):
                return False
            for _ in range(_STRIDE if modifiers & held.ShiftModifier else 1):
                self._lead(way)
        self._show(self.stops)
        self.reveal(self.scene.grid.center(self.stops[-1]))
        return True

    def _lead(self, way: float) -> None:
        """Lead the end one cell toward *way*; at first it stands at the selected token."""
        grid = self.scene.grid
        if not self.stops:
            token = self.bridge.token(next(iter(self.bridge.selected), None))
            middle = self.view.place_at(self.view.viewport().rect().center().toPointF())
            start = token.at if token is not None else self.scene.cell_at(middle)
            self.stops = [start, start]
        here = self.stops[-1]
        index = step_index(grid, way, here)
        if index is not None and (after := here.plus(grid.directions[index])) in grid:
            self.stops[-1] = after

    def _show(self, stops: list[Cell]) -> None:
        grid = self.scene.grid
        feet_per_cell = self.bridge.encounter.map.grid.feet_per_cell
        metric = self.bridge.board.conventions.diagonals
        cells: list[Cell] = []
        lines, labels = [], []
        total = diagonals = 0
        for a, b in pairwise(stops):
            if a == b:
                continue
            cells.extend(grid.line(a, b))
            length = grid.distance(a, b, metric)
            if metric is DiagonalMetric.ALTERNATING:
                # Every second diagonal counts double over the whole way, not leg by leg.
                diagonal = min(abs(a[0] - b[0]), abs(a[1] - b[1]))
                straight = grid.distance(a, b, DiagonalMetric.EQUAL)
                extra = (diagonals + diagonal) // 2 - diagonals // 2
                diagonals += diagonal
                length = straight + HUNDRED * extra
            total += length
            start, end = to_scene(grid.center(a)), to_scene(grid.center(b))
            lines.append(Line(start, end, "sight", 3.0))
            if len(stops) > 2 and b != stops[-1]:
                labels.append(Label(end, f"{total * feet_per_cell / 100:g} ft", below=24))
        here = to_scene(grid.center(stops[-1]))
        text = f"{total * feet_per_cell / 100:g} ft ({total / 100:g})"
        labels.append(Label(here, text, below=-30))
        marks = [Mark(to_scene(grid.center(stops[0])), ORIGIN, "sight")]
        marks += [Mark(to_scene(grid.center(stop)), SQUARE, "sight") for stop in stops[1:-1]]
        marks.append(Mark(here, CORNER, "ink"))
        area = cells_path(grid, cells or [stops[-1]], inset=2)
        self.scene.measure.show_drawing(
            Drawing(
                tuple(lines),
                tuple(marks),
                (Area(area, "sight", 0.1, "", 1.2, (3, 4)),),
                tuple(labels),
            )
        )

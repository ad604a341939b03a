"""What new lights are like: radius, color, on or off, and whether walls stop them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QFormLayout, QWidget

from battlemap.model import limits
from battlemap.ui.panels.record_form import Combo, Spin, give_undo_to_window

if TYPE_CHECKING:
    from battlemap.ui.map_drawing import MapDrawing

COLORS = (
    ("#ffffff", "White"),
    ("#ffcc88", "Torch"),
    ("#ffe9b8", "Lantern"),
    ("#9fc5ff", "Moon"),
    ("#7fe08a", "Witch light"),
    ("#ff6a5c", "Ember"),
)
"""Usual colors of lights, as (value, words)."""


def radius_box(parent: QWidget, feet_per_cell: int) -> Spin:
    """Return an editor for how far a light shines, in feet; as far as a map file takes."""
    box = Spin(parent)
    box.setAccessibleName("Radius")
    box.setRange(0, limits.COORDINATE * feet_per_cell)
    box.setSingleStep(5)
    box.setSuffix(" ft")
    return box


class LightForm(QWidget):
    """The settings of the light tool."""

    def __init__(self, drawing: MapDrawing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.drawing = drawing
        self.radius = radius_box(self, self._feet)
        self.radius.valueChanged.connect(self._sized)
        give_undo_to_window(self.radius)
        self.color = Combo(self)
        self.color.setAccessibleName("Color")
        for value, words in COLORS:
            self.color.addItem(words, value)
        self.color.activated.connect(lambda _: self._set(color=self.color.currentData()))
        self.on = QCheckBox("Is on", self)
        self.on.clicked.connect(lambda on: self._set(is_on=on))
        self.shadows = QCheckBox("Walls and shut doors stop it", self)
        self.shadows.clicked.connect(lambda on: self._set(shadows=on))
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(6)
        form.addRow("Radius", self.radius)
        form.addRow("Color", self.color)
        form.addRow(self.on)
        form.addRow(self.shadows)

    @property
    def _feet(self) -> int:
        return self.drawing.bridge.encounter.map.grid.feet_per_cell

    def _sized(self, feet: int) -> None:
        self._set(range_cells=feet / self._feet)

    def _set(self, **changes: object) -> None:
        light = self.drawing.settings.light
        self.drawing.set(light=replace(light, **changes))  # type: ignore[arg-type]

    def refresh(self) -> None:
        """Show the settings as they are now."""
        light = self.drawing.settings.light
        with QSignalBlocker(self.radius):
            self.radius.setMaximum(limits.COORDINATE * self._feet)
            self.radius.setValue(round(light.range_cells * self._feet))
        with QSignalBlocker(self.color):
            self.color.setCurrentIndex(self.color.findData(light.color))
        self.on.setChecked(light.is_on)
        self.shadows.setChecked(light.shadows)

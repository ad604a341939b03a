"""The dialog for a light on the map."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QPushButton

from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.panels.light_form import COLORS, radius_box
from battlemap.ui.panels.record_form import Combo

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from battlemap.model.battle_map import Light


class LightDialog(FormDialog):
    """Asks how far a light shines, its color, whether it is on, and whether to keep it."""

    def __init__(self, light: Light, feet_per_cell: int, parent: QWidget | None = None) -> None:
        super().__init__("Light", "Change", parent)
        self._light, self._feet = light, feet_per_cell
        self.is_deleted = False
        self.radius = radius_box(self, feet_per_cell)
        self.radius.setValue(round(light.range_cells * feet_per_cell))
        self.color = Combo(self)
        for value, words in COLORS:
            self.color.addItem(words, value)
        if self.color.findData(light.color) < 0:
            self.color.addItem(light.color, light.color)
        self.color.setCurrentIndex(self.color.findData(light.color))
        self.on = QCheckBox("Is on", self)
        self.on.setChecked(light.is_on)
        self.shadows = QCheckBox("Walls and shut doors stop it", self)
        self.shadows.setChecked(light.shadows)
        self.add_row("Radius", self.radius)
        self.add_row("Color", self.color)
        self.form.addRow("", self.on)
        self.form.addRow("", self.shadows)
        self.delete_button = QPushButton("Delete", self)
        self.delete_button.clicked.connect(self._delete)
        self.form.addRow("", self.delete_button)

    def _delete(self) -> None:
        self.is_deleted = True
        self.accept()

    def changed(self) -> Light:
        """Return the light as it is asked for."""
        was = round(self._light.range_cells * self._feet)
        cells = self._light.range_cells
        if self.radius.value() != was:
            cells = self.radius.value() / self._feet
        return replace(
            self._light,
            range_cells=cells,
            color=self.color.currentData(),
            is_on=self.on.isChecked(),
            shadows=self.shadows.isChecked(),
        )

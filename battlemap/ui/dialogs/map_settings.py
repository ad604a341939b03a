"""The dialog for the map's name and measures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit

from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.panels.record_form import Combo, Spin

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from battlemap.model.battle_map import BattleMap

DIAGONALS = (
    ("", "As the rules count them"),
    (DiagonalMetric.EQUAL.value, "1 each (5-5-5 ft)"),
    (DiagonalMetric.ALTERNATING.value, "1-2-1 (5-10-5 ft)"),
    (DiagonalMetric.EUCLIDEAN.value, "Measured"),
    (DiagonalMetric.MANHATTAN.value, "No diagonals"),
)


class MapSettingsDialog(FormDialog):
    """Asks for name, feet a cell, and how diagonals count."""

    def __init__(self, battle_map: BattleMap, parent: QWidget | None = None) -> None:
        super().__init__("Map settings", "Use", parent)
        self._map = battle_map
        spec = battle_map.grid
        self.name = QLineEdit(battle_map.name, self)
        self.feet = Spin(self)
        self.feet.setRange(1, 1000)
        self.feet.setValue(spec.feet_per_cell)
        self.feet.setSuffix(" ft")
        self.diagonals = Combo(self)
        for value, words in DIAGONALS:
            self.diagonals.addItem(words, value)
        current = spec.diagonals.value if spec.diagonals is not None else ""
        self.diagonals.setCurrentIndex(self.diagonals.findData(current))
        self.add_row("Name", self.name)
        self.add_row("A cell is", self.feet)
        self.add_row("Diagonals", self.diagonals)
        # Hexes have no diagonals to count.
        self.diagonals.setEnabled(spec.kind is GridKind.SQUARE)

    def changed_map(self) -> BattleMap:
        """Return the map as it is asked for."""
        value = self.diagonals.currentData()
        spec = replace(
            self._map.grid,
            feet_per_cell=self.feet.value(),
            diagonals=DiagonalMetric(value) if value else None,
        )
        return replace(self._map, name=self.name.text().strip(), grid=spec)

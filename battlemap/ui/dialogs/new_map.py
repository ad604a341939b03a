"""The dialog for a new, empty map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit

from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.session.registry import system_class, system_keys
from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.panels.record_form import Combo, Spin

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

KINDS = (
    (GridKind.SQUARE, "Squares"),
    (GridKind.HEX_POINTY, "Hexes, pointy top"),
    (GridKind.HEX_FLAT, "Hexes, flat top"),
)
LARGEST = 500
"""Columns and rows of the largest map that can be made here."""


class NewMapDialog(FormDialog):
    """Asks for name, grid and rules of a new map."""

    def __init__(self, parent: QWidget | None = None, system: str = "") -> None:
        """Begin with the rules that are played: *system* is their key."""
        super().__init__("New map", "Make map", parent)
        self.name = QLineEdit("New map", self)
        self.kind = Combo(self)
        for kind, words in KINDS:
            self.kind.addItem(words, kind.value)
        self.columns, self.rows, self.feet = Spin(self), Spin(self), Spin(self)
        for spin, value, most in (
            (self.columns, 30, LARGEST),
            (self.rows, 20, LARGEST),
            (self.feet, 5, 1000),
        ):
            spin.setRange(1, most)
            spin.setValue(value)
        self.feet.setSuffix(" ft")
        self.system = Combo(self)
        for key in system_keys():
            self.system.addItem(system_class(key).title, key)
        self.system.setCurrentIndex(max(0, self.system.findData(system)))
        self.add_row("Name", self.name)
        self.add_row("Grid", self.kind)
        self.add_row("Columns", self.columns)
        self.add_row("Rows", self.rows)
        self.add_row("A cell is", self.feet)
        self.add_row("Rules", self.system)

    def encounter(self) -> Encounter:
        """Return the map as it is asked for."""
        spec = GridSpec(
            GridKind(self.kind.currentData()),
            self.columns.value(),
            self.rows.value(),
            self.feet.value(),
        )
        return Encounter(
            map=BattleMap(grid=spec, name=self.name.text().strip()),
            rules=RulesChoice(self.system.currentData()),
        )

"""The dialog for one weapon of a token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit

from battlemap.model import limits
from battlemap.model.token import Weapon
from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.panels.record_form import RecordForm, Spin

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class WeaponDialog(FormDialog):
    """Asks for name, reach, range and what the rule system wants to know."""

    def __init__(
        self, weapon: Weapon | None, details_class: type, parent: QWidget | None = None
    ) -> None:
        super().__init__("Weapon", "Use", parent)
        shown = weapon or Weapon("")
        self._weapon = shown
        self.name = QLineEdit(shown.name, self)
        self.name.setPlaceholderText("spear")
        self.reach_feet, self.minimum, self.range_feet = Spin(self), Spin(self), Spin(self)
        for spin, value, most in (
            (self.reach_feet, shown.reach_feet, limits.REACH_FEET),
            (self.minimum, shown.minimum_feet, limits.FEET),
            (self.range_feet, shown.range_feet, limits.FEET),
        ):
            spin.setRange(0, most)
            spin.setSingleStep(5)
            spin.setSuffix(" ft")
            spin.setValue(value)
        self.range_feet.setSpecialValueText("melee")
        self.reach = QCheckBox("Reaches ahead only, as a spear", self)
        self.reach.setChecked(shown.reach)
        self.add_row("Name", self.name)
        self.add_row("Reach", self.reach_feet)
        self.form.addRow("", self.reach)
        self.add_row("Range", self.range_feet)
        self.add_row("No nearer than", self.minimum)
        given = shown.details
        details = given if isinstance(given, details_class) else details_class()
        self.details = RecordForm(details, self)
        if self.details.editors:
            head = QLabel("By the rules", self)
            head.setProperty("role", "section")
            self.form.addRow(head)
            self.form.addRow(self.details)

    def problem(self) -> str:
        """Return what is missing or can't be."""
        if not self.name.text().strip():
            return "The weapon needs a name."
        if 0 < self.range_feet.value() < self.minimum.value():
            return "The range is shorter than the least distance."
        return ""

    def weapon(self) -> Weapon:
        """Return the weapon as it is asked for."""
        return Weapon(
            self.name.text().strip(),
            self.reach_feet.value(),
            self.reach.isChecked(),
            self.minimum.value(),
            self.range_feet.value(),
            self.details.record,
        )

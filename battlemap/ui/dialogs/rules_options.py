"""The rule options: each settled reading with its question, its choices and its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialogButtonBox, QLabel, QScrollArea, QVBoxLayout, QWidget

from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.panels.record_form import RecordForm

if TYPE_CHECKING:
    from battlemap.rules.system import RuleSystem


class RulesOptionsDialog(FormDialog):
    """A form made from the system's ``Options``."""

    def __init__(self, system: RuleSystem, parent: QWidget | None = None) -> None:
        super().__init__(f"{system.title}: options", "Use these rules", parent)
        self._defaults = system.Options()
        intro = QLabel(
            "Where the text is silent or says two things, one reading is settled here. "
            "Changing one is a step of undo.",
            self,
        )
        intro.setWordWrap(True)
        intro.setProperty("role", "secondary")
        self.options = RecordForm(system.options, self)
        box = QWidget(self)
        box.setObjectName("Plain")
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 12, 0)
        column.addWidget(self.options)
        column.addStretch(1)
        self.scroll = QScrollArea(self)
        self.scroll.setWidgetResizable(True)
        self.scroll.setWidget(box)
        self.column.insertWidget(0, intro)
        self.column.insertWidget(1, self.scroll, 1)
        reset = self.buttons.addButton("Defaults", QDialogButtonBox.ButtonRole.ResetRole)
        reset.clicked.connect(lambda: self.options.show_record(self._defaults))
        self.resize(560, 640)

    def chosen(self) -> object:
        """Return the options as they are chosen."""
        return self.options.record

"""The line under the modifiers where the GM adds one of their own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QSpinBox, QWidget

from battlemap.ui.panels.buttons import IconButton


class AddModifierRow(QWidget):
    """A link that opens into a reason and a value."""

    added = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.link = QPushButton("+     Add modifier", self)
        self.link.setProperty("role", "link")
        self.link.setCursor(Qt.CursorShape.PointingHandCursor)
        self.link.setAccessibleName("Add modifier")
        self.link.clicked.connect(lambda: self.open_form(True))
        self.form = QWidget(self)
        self.label = QLineEdit(self.form)
        self.label.setPlaceholderText("Why, e.g. wet rocks")
        self.label.setAccessibleName("Reason of the modifier")
        self.label.returnPressed.connect(self._add)
        self.value = QSpinBox(self.form)
        self.value.setRange(-9, 9)
        self.value.setValue(1)
        self.value.setAccessibleName("What it is worth; negative: worse for the attacker")
        self.value.setFixedWidth(64)
        add = QPushButton("Add", self.form)
        add.clicked.connect(self._add)
        cancel = IconButton("close", "Don't add a modifier", self.form)
        cancel.clicked.connect(lambda: self.open_form(False))
        form = QHBoxLayout(self.form)
        form.setContentsMargins(0, 2, 0, 2)
        form.setSpacing(6)
        form.addWidget(self.label, 1)
        form.addWidget(self.value)
        form.addWidget(add)
        form.addWidget(cancel)
        self.form.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(9, 0, 0, 6)
        row.addWidget(self.link)
        row.addWidget(self.form, 1)
        row.addStretch(0)

    def open_form(self, on: bool) -> None:
        """Open the form, or close it again."""
        self.form.setVisible(on)
        self.link.setVisible(not on)
        if on:
            self.label.setFocus()
        else:
            self.link.setFocus()

    def _add(self) -> None:
        value = self.value.value()
        if value != 0:
            self.added.emit(self.label.text().strip() or "GM's modifier", value)
        self.label.clear()
        self.open_form(False)

"""The line under the modifiers where the GM adds one of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from battlemap.ui.panels.buttons import IconButton
from battlemap.ui.panels.record_form import Spin

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class AddModifierRow(QWidget):
    """A link that opens into a reason and a value."""

    added = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._came_from: QWidget | None = None
        self.link = QPushButton("+     Add modifier", self)
        self.link.setProperty("role", "link")
        self.link.setCursor(Qt.CursorShape.PointingHandCursor)
        self.link.setAccessibleName("Add modifier")
        self.link.clicked.connect(lambda: self.open_form(True))
        self.form = QWidget(self)
        self.label = QLineEdit(self.form)
        self.label.setPlaceholderText("Why, e.g. wet rocks")
        self.label.setAccessibleName("Reason of the modifier")
        self.value = Spin(self.form)
        self.value.setRange(-9, 9)
        self.value.valueChanged.connect(self._name_unit)
        self.value.setValue(1)
        self.value.setAccessibleName("What it is worth; negative: worse for the attacker")
        self.value.setMinimumWidth(116)
        add = QPushButton("Add", self.form)
        add.clicked.connect(self._add)
        cancel = IconButton("close", "Don't add a modifier", self.form)
        cancel.clicked.connect(lambda: self.open_form(False))
        worth = QHBoxLayout()
        worth.setSpacing(6)
        worth.addWidget(self.value, 1)
        worth.addWidget(add)
        worth.addWidget(cancel)
        form = QVBoxLayout(self.form)
        form.setContentsMargins(0, 2, 0, 2)
        form.setSpacing(6)
        form.addWidget(self.label)
        form.addLayout(worth)
        self.form.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(9, 0, 0, 6)
        row.addWidget(self.link)
        row.addWidget(self.form, 1)
        row.addStretch(0)

    def open_form(self, on: bool) -> None:
        """Open the form, or close it again."""
        if on:
            self._came_from = QApplication.focusWidget()
        # Never both at once, not even for a moment: the panel would widen for them, and stay so.
        leaves, comes = (self.link, self.form) if on else (self.form, self.link)
        leaves.hide()
        comes.show()
        if on:
            self.label.setFocus()
            return
        # Where it was: on the map Enter rolls, on the link it would only open the form again.
        back, self._came_from = self._came_from, None
        (back if back is not None and isValid(back) else self.link).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add with Enter from either field, close with Esc; the window must not get the key too."""
        in_field = self.label.hasFocus() or self.value.hasFocus()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and in_field:
            self._add()
        elif event.key() == Qt.Key.Key_Escape and self.form.isVisible():
            self.open_form(False)
        else:
            super().keyPressEvent(event)

    def _name_unit(self, value: int) -> None:
        self.value.setSuffix(" level" if abs(value) == 1 else " levels")

    def _add(self) -> None:
        value = self.value.value()
        if value != 0:
            self.added.emit(self.label.text().strip() or "GM's modifier", value)
        self.label.clear()
        self.open_form(False)

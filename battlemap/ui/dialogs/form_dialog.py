"""What our dialogs share: a form, an error line, and two buttons."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent


class FormDialog(QDialog):
    """A dialog with rows of label and editor. ``problem`` says why it can't be accepted."""

    def __init__(self, title: str, accept: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(400)
        self.form = QFormLayout()
        self.form.setHorizontalSpacing(16)
        self.form.setVerticalSpacing(10)
        self.form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.error = QLabel("", self)
        self.error.setProperty("role", "warning")
        self.error.setWordWrap(True)
        self.error.hide()
        self.buttons = QDialogButtonBox(self)
        self.accept_button = self.buttons.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
        self.accept_button.setProperty("role", "primary")
        self.accept_button.setDefault(True)
        # The box has shown its style to the button already, before the button had a role.
        self.accept_button.style().unpolish(self.accept_button)
        self.accept_button.style().polish(self.accept_button)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(20, 18, 20, 16)
        self.column.setSpacing(14)
        self.column.addLayout(self.form)
        self.column.addWidget(self.error)
        self.column.addWidget(self.buttons)

    def add_row(self, label: str, editor: QWidget) -> None:
        """Add a line to the form."""
        words = QLabel(label, self)
        words.setBuddy(editor)
        editor.setAccessibleName(label)
        self.form.addRow(words, editor)

    def editors(self) -> list[QWidget]:
        """Return what Tab goes through in the form, in the order in which it was made."""
        found = []
        part = self.nextInFocusChain()
        while part is not self:
            takes_tab = part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.focusProxy() is None
            if takes_tab and self.isAncestorOf(part) and not self.buttons.isAncestorOf(part):
                found.append(part)
            part = part.nextInFocusChain()
        return found

    def put_buttons_last(self) -> list[QWidget]:
        """Let Tab reach the buttons after all editors; return those that can be used."""
        editors = [editor for editor in self.editors() if editor.isEnabled()]
        if editors:
            for before, after in pairwise((editors[-1], *self.buttons.buttons())):
                self.setTabOrder(before, after)
        return editors

    def showEvent(self, event: QShowEvent) -> None:
        """Begin at the first editor, its text selected; the buttons come last."""
        super().showEvent(event)
        editors = self.put_buttons_last()
        if not editors:
            return
        first = editors[0]
        first.setFocus(Qt.FocusReason.TabFocusReason)
        if isinstance(first, (QLineEdit, QAbstractSpinBox)):
            first.selectAll()

    def problem(self) -> str:
        """Return why the dialog can't be accepted as it stands; empty: it can."""
        return ""

    def accept(self) -> None:
        """Close, or say what is wrong."""
        wrong = self.problem()
        self.error.setText(wrong)
        self.error.setVisible(bool(wrong))
        if not wrong:
            super().accept()

"""The dialog for the words of a note on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QPlainTextEdit

from battlemap.model import limits
from battlemap.ui.dialogs.form_dialog import FormDialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class NoteDialog(FormDialog):
    """Asks for a note's words; without any words a note that was there is deleted."""

    def __init__(
        self, text: str, *, gm_only: bool, is_new: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__("New note" if is_new else "Note", "Write" if is_new else "Change", parent)
        self._is_new = is_new
        self.text = QPlainTextEdit(text, self)
        self.text.setMinimumHeight(96)
        self.text.setTabChangesFocus(True)
        self.text.setPlaceholderText(
            "3. Behind the pillar a lever" if is_new else "Without words the note is deleted"
        )
        self.gm_only = QCheckBox("For the GM only", self)
        self.gm_only.setChecked(gm_only)
        self.add_row("Words", self.text)
        self.form.addRow("", self.gm_only)

    def problem(self) -> str:
        """Return what is missing or too much."""
        words = self.text.toPlainText().strip()
        if self._is_new and not words:
            return "The note needs some words."
        if len(words) > limits.TEXT:
            return f"A note has at most {limits.TEXT:,} characters."
        return ""

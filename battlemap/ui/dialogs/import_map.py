"""Before and after an import: what to take from the file, and what was found in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QVBoxLayout

from battlemap.ui.dialogs.form_dialog import FormDialog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget


class ImportMapDialog(FormDialog):
    """Asks what an import does with the things that block sight."""

    def __init__(self, file_name: str, parent: QWidget | None = None) -> None:
        super().__init__("Import map", "Import", parent)
        words = QLabel(f"Import {file_name} as a new map.", self)
        words.setWordWrap(True)
        self.props = QCheckBox(
            "Things that block sight become props (tables, trees, pillars)", self
        )
        self.props.setChecked(True)
        self.column.insertWidget(0, words)
        self.form.addRow(self.props)


class ImportReportDialog(QDialog):
    """Says line by line what was found in the file and what became of it."""

    def __init__(
        self,
        file_name: str,
        lines: Sequence[str],
        warnings: Sequence[str] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Imported {file_name}")
        self.setMinimumWidth(420)
        self.body = QLabel("\n".join(lines), self)
        self.body.setWordWrap(True)
        self.body.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.body)
        self.warnings = QLabel("\n".join(warnings), self)
        self.warnings.setProperty("role", "warn")
        self.warnings.setWordWrap(True)
        self.warnings.setVisible(bool(warnings))
        column.addWidget(self.warnings)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok, self)
        buttons.accepted.connect(self.accept)
        column.addWidget(buttons)

"""Boxes in which the faces of real dice are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

if TYPE_CHECKING:
    from battlemap.rules.procedure import Roll


class DiceBoxes(QWidget):
    """One box for each die; Tab goes on, Enter gives them, a bad value names its range."""

    given = Signal(object)
    told = Signal()
    """The sentence under the boxes changed: more or less room is needed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sides = 20
        self._wants_all = False
        self.boxes: list[QLineEdit] = []
        self.error = QLabel("", self)
        self.error.setProperty("role", "warning")
        self.error.setWordWrap(True)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._rows)
        column.addWidget(self.error)

    def ask_for(self, roll: Roll) -> None:
        """Show empty boxes for this roll."""
        for box in self.boxes:
            box.hide()
            box.deleteLater()
        while (item := self._rows.takeAt(0)) is not None:
            if item.layout() is not None:
                item.layout().deleteLater()
        self._sides = roll.sides
        self.boxes = []
        row = QHBoxLayout()
        for index in range(roll.count):
            if index % 11 == 0:
                row = QHBoxLayout()
                row.setSpacing(7)
                self._rows.addLayout(row)
            box = QLineEdit(self)
            box.setProperty("role", "die")
            box.setFixedWidth(40)
            box.setMaxLength(len(str(roll.sides)) + 1)
            box.setAlignment(Qt.AlignmentFlag.AlignCenter)
            box.setAccessibleName(f"Die {index + 1} of {roll.count}, 1 to {roll.sides}")
            box.editingFinished.connect(self._check)
            box.returnPressed.connect(self.give)
            row.addWidget(box)
            # Boxes of the roll before are on show already: hidden ones would get no room.
            box.show()
            self.boxes.append(box)
            if (index + 1) % 11 == 0 or index + 1 == roll.count:
                row.addStretch(1)
        self._wants_all = False
        self._tell("")
        if self.boxes:
            self.boxes[0].setFocus()

    def _tell(self, text: str) -> None:
        if text != self.error.text() or self.error.isHidden() == bool(text):
            self.error.setText(text)
            self.error.setVisible(bool(text))
            self.told.emit()

    def _face(self, box: QLineEdit) -> int | None:
        text = box.text().strip()
        if text.isascii() and text.isdigit() and 1 <= int(text) <= self._sides:
            return int(text)
        return None

    def _check(self) -> bool:
        """Mark bad boxes; return whether all boxes hold a face."""
        wrong = [box for box in self.boxes if box.text().strip() and self._face(box) is None]
        for box in self.boxes:
            bad = "true" if box in wrong else "false"
            if box.property("invalid") != bad:
                box.setProperty("invalid", bad)
                box.style().unpolish(box)
                box.style().polish(box)
        if wrong:
            text = wrong[0].text().strip()
            self._tell(f"{text} is not on this die: it shows 1 to {self._sides}.")
        elif self._wants_all and any(self._face(box) is None for box in self.boxes):
            # Leaving a box must not take the sentence away while a die is missing.
            self._tell(f"Type each die: 1 to {self._sides}.")
        else:
            self._tell("")
        return not wrong and all(self._face(box) is not None for box in self.boxes)

    def give(self) -> None:
        """Give the faces, or go to the first box that still needs one."""
        self._wants_all = True
        if self._check():
            self.given.emit(tuple(self._face(box) for box in self.boxes))
            return
        for box in self.boxes:
            if self._face(box) is None:
                box.setFocus()
                box.selectAll()
                return

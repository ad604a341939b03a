"""Boxes in which the faces of real dice are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from battlemap.ui.panels.flow_layout import FlowLayout

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from battlemap.rules.procedure import Roll


class DieBox(QLineEdit):
    """The box of one die; space and comma say that its face is typed."""

    went = Signal(int)
    """The next box is wanted (1), or the one before (-1)."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on with space or comma, and back with Backspace in an empty box."""
        if event.text() and event.text() in " ,;":
            if self.text():
                self.went.emit(1)
        elif event.key() == Qt.Key.Key_Backspace and not self.text():
            self.went.emit(-1)
        else:
            super().keyPressEvent(event)


class DiceBoxes(QWidget):
    """One box for each die; faces are typed in a row, Enter gives them.

    The next box has the focus as soon as no further digit can follow. A bad value names its range.
    """

    given = Signal(object)
    told = Signal()
    """The sentence under the boxes changed: more or less room is needed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sides = 20
        self._wants_all = False
        self.boxes: list[DieBox] = []
        self.error = QLabel("", self)
        self.error.setProperty("role", "warning")
        self.error.setWordWrap(True)
        self._dice = QWidget(self)
        self._flow = FlowLayout(self._dice, 7)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._dice)
        column.addWidget(self.error)

    def ask_for(self, roll: Roll) -> None:
        """Show empty boxes for this roll."""
        while (item := self._flow.takeAt(0)) is not None:
            if item.widget() is not None:
                item.widget().hide()
                item.widget().deleteLater()
        self._sides = roll.sides
        self.boxes = []
        for index in range(roll.count):
            box = DieBox(self._dice)
            box.setProperty("role", "die")
            box.setFixedWidth(40)
            box.setMaxLength(len(str(roll.sides)) + 1)
            box.setAlignment(Qt.AlignmentFlag.AlignCenter)
            box.setAccessibleName(f"Die {index + 1} of {roll.count}, 1 to {roll.sides}")
            box.textEdited.connect(lambda _text, at=index: self._go_on(at))
            box.went.connect(lambda by, at=index: self._focus(at + by))
            box.editingFinished.connect(self._check)
            box.returnPressed.connect(self.give)
            self._flow.addWidget(box)
            # Boxes of the roll before are on show already: hidden ones would get no room.
            box.show()
            self.boxes.append(box)
        self._wants_all = False
        self._tell("")
        if self.boxes:
            self.boxes[0].setFocus()

    def _go_on(self, index: int) -> None:
        """Go to the next box once this one holds a face that no further digit can follow."""
        face = self._face(self.boxes[index])
        if face is not None and face * 10 > self._sides:
            self._focus(index + 1)

    def _focus(self, index: int) -> None:
        if 0 <= index < len(self.boxes):
            self.boxes[index].setFocus()
            self.boxes[index].selectAll()

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

"""The states of the selected token in the Token panel, each with what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from battlemap.resources import find_asset
from battlemap.ui.icons import icon
from battlemap.ui.panels.painting import current_theme
from battlemap.ui.panels.parts import Sign, Wrapped
from battlemap.ui.state_lines import HELPS, sign_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.ui.state_lines import StateLine

_SIGN_PX = 14


class ConditionChip(QPushButton):
    """A condition with its sign; pressed where the token has it."""

    def __init__(self, condition: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(condition.capitalize(), parent)
        self._sign = sign_of(condition)
        self.setCheckable(True)
        self.setProperty("role", "toggle")
        self.setToolTip(words)
        self.setIconSize(QSize(_SIGN_PX, _SIGN_PX))
        self.restyle()

    def restyle(self) -> None:
        """Draw the sign for the current theme."""
        if find_asset("icons", f"{self._sign}.svg") is not None:
            self.setIcon(icon(self._sign, current_theme().ink2, _SIGN_PX))


class StateRows(QWidget):
    """One row for each state: sign, name, what it changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("States")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 2, 0, 4)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self.lines: tuple[StateLine, ...] = ()
        self._words: list[QLabel] = []

    def show_lines(self, lines: Sequence[StateLine]) -> None:
        """Show these states; without any the rows take no room."""
        if tuple(lines) == self.lines:
            return
        self.lines = tuple(lines)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._words = []
        for row, line in enumerate(self.lines):
            color = "sight" if line.sign in HELPS else "bad"
            if line.sign:
                sign = Sign(sign_of(line.sign), color, self)
                self._grid.addWidget(sign, row, 0, Qt.AlignmentFlag.AlignTop)
            words = Wrapped("", self, role="reason")
            words.setTextFormat(Qt.TextFormat.PlainText)
            words.setText(f"{line.name}: {line.detail}" if line.detail else line.name)
            self._grid.addWidget(words, row, 1)
            self._words.append(words)
        self.setVisible(bool(self.lines))

    def texts(self) -> list[str]:
        """Return the rows as text, in order."""
        return [label.text() for label in self._words]

"""The lines of facts and of modifiers one below another, made as they are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from battlemap.ui.panels.attack_rows import FactRow, ModifierRow

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from battlemap.rules.modifier import Modifier
    from battlemap.ui.panels.fact_words import FactLine


class FactList(QWidget):
    """Facts on the map, in one column or two."""

    pointed = Signal(str, bool)
    pinned = Signal(str, bool)
    why_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[FactRow] = []
        self._laid = (0, 0)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 2, 0, 6)
        self._grid.setSpacing(0)

    def show_lines(
        self, lines: Sequence[FactLine], pinned: Container[str], *, narrow: bool = False
    ) -> None:
        """Show these lines; *pinned* are the facts that stay on the map."""
        while len(self.rows) < len(lines):
            row = FactRow(self)
            row.pointed.connect(self.pointed)
            row.pinned.connect(self.pinned)
            row.why_asked.connect(self.why_asked)
            self.rows.append(row)
        for index, row in enumerate(self.rows):
            row.setVisible(index < len(lines))
            if index < len(lines):
                line = lines[index]
                row.show_line(line, pinned=line.fact in pinned, narrow=narrow)
        self._lay_out(2 if narrow else 1)

    def _lay_out(self, columns: int) -> None:
        """Put the lines into so many columns; nothing moves where they stand so already."""
        if (columns, len(self.rows)) == self._laid:
            return
        self._laid = columns, len(self.rows)
        for row in self.rows:
            self._grid.removeWidget(row)
        for index, row in enumerate(self.rows):
            self._grid.addWidget(row, index // columns, index % columns)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, columns - 1)


class ModifierList(QWidget):
    """Modifiers with their switches."""

    pointed = Signal(str, bool)
    pinned = Signal(str, bool)
    switched = Signal(str, str)
    rule_asked = Signal(str)
    why_asked = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[ModifierRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_modifiers(
        self, shown: Sequence[Modifier], *, pinned: str = "", own: int = 0, can_switch: bool = True
    ) -> None:
        """Show these modifiers.

        Parameters
        ----------
        pinned
            The fact that stays on the map; empty: none.
        own
            How many of the last ones are the GM's own, which can be taken away.
        can_switch
            Whether they can be overruled now: not in the middle of a roll.
        """
        while len(self.rows) < len(shown):
            row = ModifierRow(self)
            row.pointed.connect(self.pointed)
            row.pinned.connect(self.pinned)
            row.switched.connect(self.switched)
            row.rule_asked.connect(self.rule_asked)
            row.why_asked.connect(self.why_asked)
            self._column.addWidget(row)
            self.rows.append(row)
        for index, row in enumerate(self.rows):
            row.setVisible(index < len(shown))
            if index < len(shown):
                fact = shown[index].fact
                row.show_modifier(
                    shown[index],
                    pinned=bool(fact) and fact == pinned,
                    is_own=index >= len(shown) - own,
                )
                row.switch.setEnabled(can_switch)
                row.remove.setEnabled(can_switch)

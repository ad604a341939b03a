"""A choice of the rules in a panel: a row of options, or a list where there are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QVBoxLayout, QWidget

from battlemap.ui.panels.buttons import Segmented
from battlemap.ui.panels.parts import SectionHead, Wrapped
from battlemap.ui.panels.record_form import Combo

if TYPE_CHECKING:
    from battlemap.rules.plan import Choice

MOST_IN_A_ROW = 5
_LETTERS = 34
"""How many letters of options fit beside each other in a panel."""


def fits_in_a_row(choice: Choice) -> bool:
    """Tell whether the options can stand beside each other.

    Examples
    --------
    >>> from battlemap.rules.plan import Choice, ChoiceOption
    >>> stars = [ChoiceOption(str(n), f"{n} stars") for n in range(9)]
    >>> [fits_in_a_row(Choice("s", "Stars", tuple(stars[:n]), "0")) for n in (4, 9)]
    [True, False]
    """
    letters = sum(len(option.label) for option in choice.options)
    return len(choice.options) <= MOST_IN_A_ROW and letters <= _LETTERS


class ChoiceRow(QWidget):
    """Heading with hint, the options, and why some of them can't be chosen."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead("", self)
        self.segmented = Segmented("", self)
        self.combo = Combo(self)
        self.combo.setFixedHeight(30)
        self.why_not = Wrapped("", self, role="reason-off")
        self.segmented.chosen.connect(self.chosen)
        self.combo.activated.connect(
            lambda index: self.chosen.emit(str(self.combo.itemData(index)))
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(0)
        for widget in (self.head, self.segmented, self.combo, self.why_not):
            column.addWidget(widget)

    def show_choice(self, choice: Choice) -> None:
        """Show this choice as it stands."""
        self.head.title.setText(choice.label)
        self.head.side.setText(choice.hint)
        in_a_row = fits_in_a_row(choice)
        self.segmented.setVisible(in_a_row)
        self.combo.setVisible(not in_a_row)
        if in_a_row:
            self.segmented.show_choice(choice)
        else:
            self._fill(choice)
        # What the hint says already needs no second saying.
        reasons = {
            option.unavailable: option.label
            for option in reversed(choice.options)
            if option.unavailable and option.unavailable != choice.hint
        }
        self.why_not.setText("; ".join(f"{label}: {why}" for why, label in reasons.items()))
        self.why_not.setVisible(bool(reasons))

    def _fill(self, choice: Choice) -> None:
        self.combo.setAccessibleName(choice.label)
        with QSignalBlocker(self.combo):
            self.combo.clear()
            model = self.combo.model()
            for option in choice.options:
                self.combo.addItem(option.label, option.key)
                if option.unavailable and isinstance(model, QStandardItemModel):
                    item = model.item(self.combo.count() - 1)
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
                    item.setToolTip(option.unavailable)
            self.combo.setCurrentIndex(self.combo.findData(choice.selected))

"""Parts of the print dialog: which sheets are printed, and the color of the grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QCheckBox, QColorDialog, QGridLayout, QWidget

from battlemap.ui.panels.record_form import Combo
from battlemap.ui.printing.appendix import Parts

if TYPE_CHECKING:
    from battlemap.rules.plan import AttackPlan

PARTS = {
    "map": ("Map", "The map on as many pages as it needs"),
    "situation": (
        "Situation",
        "The attack in the panel: its map, facts, modifiers and odds. Select an attacker and a "
        "target first",
    ),
    "legend": ("Legend", "What the signs on this map mean"),
    "turn_order": ("Turn order", "Who acts when, with boxes for health"),
    "token_sheets": ("Token sheets", "A card for each token"),
    "minis": ("Paper minis", "Figures to fold, front and back, at the map's scale"),
    "flat_tokens": ("Flat tokens", "Tokens to cut out, at the map's scale"),
}
"""What each sheet is called, and its tip."""

COLORS = (
    ("Usual color", ""),
    ("Light gray", "#C8C8C8"),
    ("Gray", "#808080"),
    ("Black", "#111111"),
    ("White", "#FFFFFF"),
    ("Blue", "#2F6FB5"),
    ("Red", "#B5382F"),
)
OTHER = "other"


class PartChooser(QWidget):
    """A check box for each kind of sheet.

    Parameters
    ----------
    parts, has_situation
        What is checked at first.
    plan
        The attack whose sheet is offered; None: there is none to offer.
    """

    changed = Signal()

    def __init__(
        self,
        parts: Parts,
        has_situation: bool,
        plan: AttackPlan | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(0)
        self.boxes: dict[str, QCheckBox] = {}
        for index, (name, (words, tip)) in enumerate(PARTS.items()):
            box = QCheckBox(words, self)
            box.setToolTip(tip)
            box.setChecked(
                has_situation and plan is not None
                if name == "situation"
                else bool(getattr(parts, name))
            )
            box.toggled.connect(lambda _: self.changed.emit())
            self.boxes[name] = box
            grid.addWidget(box, index % 4, index // 4)
        self.boxes["situation"].setEnabled(plan is not None)

    def has_situation(self) -> bool:
        """Tell whether the sheet of the attack is asked for."""
        return self.boxes["situation"].isChecked()

    def parts(self, plan: AttackPlan | None) -> Parts:
        """Return the sheets that are checked, with *plan* for that of the attack."""
        chosen = {name: box.isChecked() for name, box in self.boxes.items() if name != "situation"}
        return Parts(situation=plan if self.has_situation() else None, **chosen)


class ColorChooser(Combo):
    """A color from a short list, or any other."""

    changed = Signal()

    def __init__(self, name: str, color: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setMinimumContentsLength(6)
        for words, value in COLORS:
            self._add(words, value)
        if self.findData(color) < 0:
            self._add(color, color)
        self.addItem("Other...", OTHER)
        self.setCurrentIndex(self.findData(color))
        self._shown = self.currentIndex()
        self.activated.connect(self._on_activated)

    def color(self) -> str:
        """Return the chosen color as ``#RRGGBB``; empty: the usual one."""
        return str(self.itemData(self._shown))

    def choose(self, color: str) -> None:
        """Take this color, which need not be in the list."""
        if self.findData(color) < 0:
            self.insertItem(self.count() - 1, _swatch(color), color, color)
        self._shown = self.findData(color)
        with QSignalBlocker(self):
            self.setCurrentIndex(self._shown)
        self.changed.emit()

    def _add(self, words: str, color: str) -> None:
        if color:
            self.addItem(_swatch(color), words, color)
        else:
            self.addItem(words, color)

    def _on_activated(self, index: int) -> None:
        if self.itemData(index) != OTHER:
            self._shown = index
            self.changed.emit()
            return
        chosen = QColorDialog.getColor(QColor(self.color() or "#808080"), self, "Grid color")
        self.choose(chosen.name().upper() if chosen.isValid() else self.color())


def _swatch(color: str) -> QIcon:
    pixmap = QPixmap(14, 14)
    pixmap.fill(QColor(color))
    return QIcon(pixmap)

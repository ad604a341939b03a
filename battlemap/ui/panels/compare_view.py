"""Two attacks side by side: the one that was pinned and the one in the panel, differences bold.

They differ in the pair, or in the place from which the attack is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from battlemap.ui.panels.parts import SectionHead, Wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QResizeEvent


@dataclass(frozen=True)
class Compared:
    """One of the two attacks."""

    pair: str
    """"Seren → Orc Brute, Short sword"."""
    target: str
    """Its name."""
    place: str
    """The cell from which the attack is made: "L8"."""
    chance: str
    """"97.2 %"; empty: it can't be made."""
    values: Mapping[str, str]
    """Facts and odds by their labels."""


def sentence(one: Compared, other: Compared) -> str:
    """Return what the two come to: "From E9 35 %, from L8 62 %".

    Examples
    --------
    >>> here = Compared("Ann → Orc", "Orc", "E9", "35 %", {})
    >>> there = Compared("Ann → Orc", "Orc", "L8", "62 %", {})
    >>> sentence(here, there)
    'From E9 35 %, from L8 62 %'
    >>> sentence(here, Compared("Ann → Hob", "Hob", "E9", "", {}))
    'Orc 35 %, Hob can’t'
    """
    if one.pair == other.pair:
        first, second = f"From {one.place}", f"from {other.place}"
    else:
        first, second = one.target, other.target
    return f"{first} {one.chance or 'can’t'}, {second} {other.chance or 'can’t'}"


class _Value(Wrapped):
    """A value that insists on the height of its lines: a full panel squeezes labels."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the text needs at this width."""
        super().resizeEvent(event)
        needed = max(0, self.heightForWidth(self.width()))
        if self.minimumHeight() != needed:
            self.setMinimumHeight(needed)


class CompareView(QWidget):
    """What the pinned pair and this one come to, line by line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pinned: Compared | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 10, 0, 4)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(3)
        for column, stretch in enumerate((0, 1, 1)):
            self._grid.setColumnStretch(column, stretch)
        self.hide()

    @property
    def is_on(self) -> bool:
        """Whether a pair is pinned."""
        return self._pinned is not None

    def pin(self, attack: Compared) -> None:
        """Keep an attack for comparison."""
        self._pinned = attack

    def clear(self) -> None:
        """Let the pinned pair go."""
        self._pinned = None
        self.hide()

    def show_beside(self, now: Compared) -> None:
        """Show the pinned attack beside the one in the panel."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if self._pinned is None:
            self.hide()
            return
        then = self._pinned
        head = SectionHead("Compared", self)
        head.side.setText(sentence(then, now))
        self._grid.addWidget(head, 0, 0, 1, 3)
        same = then.pair == now.pair
        heads = [f"From {one.place}" if same else one.pair for one in (then, now)]
        self._add_row(1, "", *heads, role="line-title")
        for index, label in enumerate({**then.values, **now.values}, start=2):
            before, after = then.values.get(label, "–"), now.values.get(label, "–")
            role = "line-bold" if before != after else "reason"
            self._add_row(index, label, before, after, role=role)
        self.show()

    def _add_row(self, index: int, label: str, before: str, after: str, *, role: str) -> None:
        """Add a line: what it is, the pinned pair's value, and this one's."""
        first = QLabel(label, self)
        first.setProperty("role", "fact-label")
        first.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        left = _Value(before, self, role=role if index == 1 else "reason")
        for column, widget in enumerate((first, left, _Value(after, self, role=role))):
            self._grid.addWidget(widget, index, column, Qt.AlignmentFlag.AlignTop)
            # A panel on show already would count a new line as hidden.
            widget.show()

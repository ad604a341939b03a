"""Two pairs side by side: the one that was pinned and the one in the panel, differences bold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout, QWidget

from battlemap.ui.panels.parts import Elided, SectionHead

if TYPE_CHECKING:
    from collections.abc import Mapping


class CompareView(QWidget):
    """What the pinned pair and this one come to, line by line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pinned: tuple[str, Mapping[str, str]] | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 10, 0, 4)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(3)
        for column, stretch in enumerate((2, 3, 3)):
            self._grid.setColumnStretch(column, stretch)
        self.hide()

    @property
    def is_on(self) -> bool:
        """Whether a pair is pinned."""
        return self._pinned is not None

    def pin(self, title: str, values: Mapping[str, str]) -> None:
        """Keep these values for comparison."""
        self._pinned = (title, dict(values))

    def clear(self) -> None:
        """Let the pinned pair go."""
        self._pinned = None
        self.hide()

    def show_beside(self, now: Mapping[str, str]) -> None:
        """Show the pinned values beside those of the pair in the panel."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if self._pinned is None:
            self.hide()
            return
        title, pinned = self._pinned
        head = SectionHead("Compared with", self)
        head.side.setText(title)
        self._grid.addWidget(head, 0, 0, 1, 3)
        for index, label in enumerate({**pinned, **now}, start=1):
            before, after = pinned.get(label, "–"), now.get(label, "–")
            differs = before != after
            row = (
                Elided(label, self, role="fact-label"),
                Elided(before, self, role="reason"),
                Elided(after, self, role="line-bold" if differs else "reason"),
            )
            for column, widget in enumerate(row):
                self._grid.addWidget(widget, index, column)
        self.show()

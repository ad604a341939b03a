"""Two pairs side by side: the one that was pinned and the one in the panel, differences bold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from battlemap.ui.panels.parts import SectionHead, Wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QResizeEvent


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
        self._pinned: tuple[str, Mapping[str, str]] | None = None
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

    def pin(self, title: str, values: Mapping[str, str]) -> None:
        """Keep these values for comparison."""
        self._pinned = (title, dict(values))

    def clear(self) -> None:
        """Let the pinned pair go."""
        self._pinned = None
        self.hide()

    def show_beside(self, title: str, now: Mapping[str, str]) -> None:
        """Show the pinned values beside those of the pair in the panel, which *title* names."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if self._pinned is None:
            self.hide()
            return
        pinned_title, pinned = self._pinned
        self._grid.addWidget(SectionHead("Compared", self), 0, 0, 1, 3)
        self._add_row(1, "", pinned_title, title, role="line-title")
        for index, label in enumerate({**pinned, **now}, start=2):
            before, after = pinned.get(label, "–"), now.get(label, "–")
            role = "line-bold" if before != after else "reason"
            self._add_row(index, label, before, after, role=role)
        self.show()

    def _add_row(self, index: int, label: str, before: str, after: str, *, role: str) -> None:
        """Add a line: what it is, the pinned pair's value, and this one's."""
        first = QLabel(label, self)
        first.setProperty("role", "fact-label")
        left = _Value(before, self, role=role if index == 1 else "reason")
        for column, widget in enumerate((first, left, _Value(after, self, role=role))):
            self._grid.addWidget(widget, index, column, Qt.AlignmentFlag.AlignTop)
            # A panel on show already would count a new line as hidden.
            widget.show()

"""The line of a creature in or near an area: portrait, name, reason, figure, eye."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from battlemap.ui.panels.eye_row import EyeRow
from battlemap.ui.panels.parts import Elided, Portrait

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel, QWidget


class CreatureRow(EyeRow):
    """A creature whose cover from the area's origin the eye shows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("its cover from the origin", parent)
        self.portrait = Portrait(24, self, ring=2)
        self.title = Elided("", self, role="line-title")

    def lay_out(self, reason: QLabel, figure: QLabel) -> None:
        """Put the reason under the name, and the figure before the eye."""
        words = QVBoxLayout()
        words.setContentsMargins(0, 3, 0, 3)
        words.setSpacing(0)
        words.addWidget(self.title)
        words.addWidget(reason)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 6, 0)
        row.setSpacing(8)
        row.addWidget(self.portrait)
        row.addLayout(words, 1)
        row.addWidget(figure)
        row.addWidget(self.eye)

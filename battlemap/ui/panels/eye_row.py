"""A line with an eye: pointing at it draws its evidence on the map, a click keeps it there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu, QWidget

from battlemap.ui.guard import guarded
from battlemap.ui.panels.buttons import EyeButton
from battlemap.ui.panels.painting import current_theme
from battlemap.ui.theme import tint

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPaintEvent


class EyeRow(QWidget):
    """The ground of such a line.

    Parameters
    ----------
    what
        What the eye shows, for its tool tip: "this fact".
    """

    pointed = Signal(str, bool)
    """(evidence, whether pointer or focus is on it)."""
    pinned = Signal(str, bool)
    """(evidence, whether it is to stay)."""
    why_asked = Signal(str)
    """The card that explains the evidence is wanted."""

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.evidence = ""
        """The name of what the eye shows: a fact, or a token."""
        self.has_card = True
        """Whether there is a card that explains it."""
        self.eye = EyeButton(what, self)
        self._lit = False
        self.eye.pointed.connect(self._light)
        self.eye.toggled.connect(lambda on: self.pinned.emit(self.evidence, on))

    @property
    def is_pointed(self) -> bool:
        """Whether pointer or focus is on it."""
        return self._lit

    def set_pinned(self, on: bool) -> None:
        """Show whether the evidence stays on the map, without telling anybody."""
        if self.eye.isChecked() != on:
            self.eye.blockSignals(True)
            self.eye.setChecked(on)
            self.eye.blockSignals(False)
            self.eye.restyle()
            self.update()

    def _light(self, on: bool) -> None:
        self._lit = on
        self.pointed.emit(self.evidence, on)
        self.update()

    def enterEvent(self, event: QEvent) -> None:
        """Draw the evidence."""
        super().enterEvent(event)
        self._light(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Stop drawing it."""
        super().leaveEvent(event)
        self._light(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep the evidence."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.eye.click()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the card that explains it; the first click of the two has kept the evidence."""
        if event.button() == Qt.MouseButton.LeftButton and self.has_card:
            self.why_asked.emit(self.evidence)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the card, for those who don't know the key."""
        if not self.has_card:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Why, and overrule (W)").triggered.connect(
            lambda _=False: self.why_asked.emit(self.evidence)
        )
        menu.popup(event.globalPos())

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground of a lit line."""
        if self._lit or self.eye.isChecked():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(current_theme().selected))
            painter.drawRoundedRect(QRectF(self.rect()), 5, 5)

"""The ring that shows that the map has the keyboard's focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from battlemap.geometry.footprint import footprint
from battlemap.ui.guard import guarded
from battlemap.ui.scene.coordinates import cells_path
from battlemap.ui.theme import pen

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from battlemap.ui.scene.map_view import MapView

_GAP, _WIDTH = 2.0, 2.0


class FocusRing(QWidget):
    """A ring around the selected token's space; around the whole map where none is selected.

    It shows only after the focus came by a key: who clicks knows where the focus is.
    """

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring."""
        del event
        view = self._view
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(view.theme.focus, _WIDTH))
        token = view.bridge.token(view.bridge.attacker)
        if token is None:
            painter.drawRect(QRectF(self.rect()).adjusted(_GAP, _GAP, -_GAP, -_GAP))
            return
        cells = footprint(view.map_scene.grid, token.at, token.size, token.turned)
        away = (_GAP + _WIDTH / 2) * view.map_scene.unit
        path = cells_path(view.map_scene.grid, cells, inset=-away)
        painter.drawPath(view.viewportTransform().map(path))

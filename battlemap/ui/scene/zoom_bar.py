"""The scale bar with the zoom control, in the map's lower right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QWidget

from battlemap.ui.guard import guarded
from battlemap.ui.theme import font, pen, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from battlemap.ui.scene.map_view import MapView

_HEIGHT = 36
_LONGEST_BAR = 120.0


class PanelButton(QAbstractButton):
    """A flat button that shows one short text and lights up under the pointer."""

    def __init__(self, view: MapView, text: str, width: int, name: str) -> None:
        super().__init__(view)
        self._view = view
        self._width = width
        self.setText(text)
        self.setToolTip(name)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        """Return the size that the text needs."""
        return QSize(self._width, 28)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, and the focus ring where it has the focus."""
        del event
        theme = self._view.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.underMouse() or self.isDown():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.selected if self.isDown() else theme.hover))
            painter.drawRoundedRect(box, 6, 6)
        if self.hasFocus():
            painter.setPen(pen(theme.focus, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 6, 6)
        large = len(self.text()) == 1
        painter.setFont(font(16 if large else 12, 500))
        painter.setPen(tint(theme.ink2 if large else theme.ink))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class _ScaleBar(QWidget):
    """A bar as long as so many feet on the map."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        """Return room for the bar and its text."""
        return QSize(round(self._length()[1]) + 18, _HEIGHT)

    def _length(self) -> tuple[int, float]:
        """Return how many feet the bar stands for, and its length in pixels."""
        feet = self._view.bridge.encounter.map.grid.feet_per_cell
        for cells in (1, 2, 4, 10, 20, 40, 100):
            length = cells * self._view.cell_px
            if length >= 40 or cells == 100:
                break
        return feet * cells, min(length, _LONGEST_BAR * 2.5)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar with its ends, and its length above it."""
        del event
        theme = self._view.theme
        feet, length = self._length()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = (self.width() - length) / 2
        path = QPainterPath(QPointF(left, 18))
        path.lineTo(left, 23)
        path.lineTo(left + length, 23)
        path.lineTo(left + length, 18)
        painter.setPen(pen(theme.ink2, 1.6))
        painter.drawPath(path)
        painter.setFont(font(11, 500))
        box = QRectF(0, 4, self.width(), 14)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{feet} ft")


class ZoomBar(QWidget):
    """Scale bar, zoom out, the zoom (a click fits the map), zoom in."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self._bar = _ScaleBar(view)
        self._less = PanelButton(view, "−", 28, "Zoom out (−)")
        self._figure = PanelButton(view, "100 %", 54, "Show the whole map (Ctrl+0)")
        self._more = PanelButton(view, "+", 28, "Zoom in (+)")
        self._less.clicked.connect(view.zoom_out)
        self._figure.clicked.connect(view.fit)
        self._more.clicked.connect(view.zoom_in)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 4, 0)
        row.setSpacing(0)
        for widget in (self._bar, self._less, self._figure, self._more):
            row.addWidget(widget)

    def refresh(self) -> None:
        """Show the zoom as it is now."""
        text = f"{round(self._view.zoom * 100)} %"
        if text != self._figure.text():
            self._figure.setText(text)
        self._bar.updateGeometry()
        self._bar.update()
        self.place(self._view.viewport().geometry())

    def place(self, box: QRect) -> None:
        """Stand in the lower right of *box*."""
        width = self._bar.sizeHint().width() + 28 + 54 + 28 + 10
        self.setGeometry(box.right() - width - 11, box.bottom() - _HEIGHT - 11, width, _HEIGHT)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the panel behind."""
        del event
        paint_panel(self, self._view, 9)


def paint_panel(widget: QWidget, view: MapView, radius: float) -> None:
    """Fill *widget* with the color of panels, with a thin edge and round corners."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen(view.theme.line, 1))
    painter.setBrush(tint(view.theme.panel, 0.96))
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

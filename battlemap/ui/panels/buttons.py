"""Buttons of our own: switches, icons, eyes, segments, and the large one with a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QPushButton,
    QToolButton,
    QWidget,
)

from battlemap.ui.guard import guarded
from battlemap.ui.panels.lettering import font
from battlemap.ui.panels.painting import current_theme, paint_focus
from battlemap.ui.theme import HIT_AREA, icon, pen, tint

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from battlemap.rules.plan import Choice, ChoiceOption


class Switch(QAbstractButton):
    """An on/off switch 28 px wide; on it carries a check mark, so color isn't its only sign."""

    menu_asked = Signal(QPointF)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setFixedSize(32, 28)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        # A click leaves the focus on the map, so that Enter still rolls.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw track, knob and check mark."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(2, 6, 28, 16)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.accent))
            painter.drawRoundedRect(track, 8, 8)
            painter.setPen(pen(theme.on_accent, 1.6))
            painter.drawLine(QPointF(7.5, 14), QPointF(9.5, 16.2))
            painter.drawLine(QPointF(9.5, 16.2), QPointF(13, 11.6))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.on_accent))
            painter.drawEllipse(QPointF(22, 14), 5.5, 5.5)
        else:
            painter.setPen(QPen(tint(theme.ink3), 1))
            painter.setBrush(tint(theme.selected))
            painter.drawRoundedRect(track.adjusted(0.5, 0.5, -0.5, -0.5), 7.5, 7.5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.ink3))
            painter.drawEllipse(QPointF(10, 14), 5, 5)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()).adjusted(-1, 3, 1, -3), 11)


class IconButton(QToolButton):
    """A flat button with an icon of our own, tinted again when the theme changes."""

    def __init__(
        self,
        name: str,
        tip: str,
        parent: QWidget | None = None,
        *,
        size: int = 16,
        box: int = 28,
    ) -> None:
        super().__init__(parent)
        self.icon_name = name
        self._size = size
        self.setProperty("role", "flat")
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.setIconSize(QSize(size, size))
        self.setFixedSize(box, box)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.restyle()

    def restyle(self) -> None:
        """Tint the icon for the current theme."""
        theme = current_theme()
        ink = theme.accent if self.isChecked() else theme.ink2
        self.setIcon(icon(self.icon_name, ink, self._size, off=theme.ink3))

    def set_icon_name(self, name: str) -> None:
        """Show another icon."""
        self.icon_name = name
        self.restyle()

    def nextCheckState(self) -> None:
        """Tint again when toggled."""
        super().nextCheckState()
        self.restyle()


class EyeButton(IconButton):
    """The eye at the end of a line: pointing at it draws the evidence, a click pins it."""

    pointed = Signal(bool)

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__("eye", f"Show {what} on the map", parent, box=24)
        # A fact's line is lower than that, but all of it can be clicked.
        self.setFixedSize(HIT_AREA, 24)
        self.setCheckable(True)

    def enterEvent(self, event: QEvent) -> None:
        """Draw the evidence while the pointer is here."""
        super().enterEvent(event)
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Stop drawing it."""
        super().leaveEvent(event)
        self.pointed.emit(False)

    def focusInEvent(self, event: QEvent) -> None:
        """Draw the evidence while the focus is here."""
        super().focusInEvent(event)
        self.pointed.emit(True)

    def focusOutEvent(self, event: QEvent) -> None:
        """Stop drawing it."""
        super().focusOutEvent(event)
        self.pointed.emit(False)


class HintButton(QPushButton):
    """A large button with its text at the left and a hint (key, penalty) at the right."""

    def __init__(self, text: str, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.hint = hint
        self.setProperty("role", "primary")
        self.setFixedHeight(40)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_texts(self, text: str, hint: str) -> None:
        """Say something else."""
        self.hint = hint
        self.setText(text)
        self.update()

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw ground, text, hint and focus."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        on = self.isEnabled()
        if on:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.accent))
            if self.underMouse():
                painter.setPen(QPen(tint(theme.ink), 1))
        else:
            painter.setPen(pen(theme.line, 1, (4, 3)))
            painter.setBrush(tint(theme.control))
        painter.drawRoundedRect(box, 8, 8)
        painter.setPen(tint(theme.on_accent if on else theme.ink3))
        painter.setFont(font(14, 600))
        inner = box.adjusted(16, 0, -14, 0)
        hint_width = 0.0
        middle = Qt.AlignmentFlag.AlignVCenter
        if self.hint:
            hint_font = font(11, 600)
            hint_width = QFontMetricsF(hint_font).horizontalAdvance(self.hint) + 8
        text = QFontMetricsF(painter.font()).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, inner.width() - hint_width
        )
        painter.drawText(inner, int(middle | Qt.AlignmentFlag.AlignLeft), text)
        if self.hint:
            painter.setFont(font(11, 600))
            painter.drawText(inner, int(middle | Qt.AlignmentFlag.AlignRight), self.hint)
        if self.hasFocus():
            ring = QRectF(self.rect())
            painter.setPen(QPen(tint(theme.panel), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ring.adjusted(3, 3, -3, -3), 6, 6)
            paint_focus(painter, ring, 8)


class Segmented(QWidget):
    """A row of options of which one is chosen; unavailable ones stay, with the reason."""

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(28)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._options: tuple[ChoiceOption, ...] = ()
        self._selected = ""

    def show_choice(self, choice: Choice) -> None:
        """Show these options and the selected one."""
        self._options, self._selected = choice.options, choice.selected
        self.setAccessibleName(choice.label)
        labels = {option.key: option.label for option in self._options}
        self.setAccessibleDescription(labels.get(self._selected, ""))
        self.update()

    def _box(self, index: int) -> QRectF:
        inner = self.width() - 4
        each = inner / max(1, len(self._options))
        return QRectF(2 + index * each, 2, each, self.height() - 4)

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the frame and the options."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(tint(theme.line), 1))
        painter.setBrush(tint(theme.control))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        for index, option in enumerate(self._options):
            box = self._box(index)
            is_on = option.key == self._selected
            if is_on:
                edge = theme.ink3 if theme.is_dark else theme.accent
                painter.setPen(QPen(tint(edge), 1))
                painter.setBrush(tint(theme.selected if theme.is_dark else theme.panel))
                painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
            color = theme.ink3 if option.unavailable else theme.ink if is_on else theme.ink2
            painter.setPen(tint(color))
            painter.setFont(font(12, 600 if is_on else 400))
            metrics = QFontMetricsF(painter.font())
            text = metrics.elidedText(option.label, Qt.TextElideMode.ElideRight, box.width() - 3)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
            if option.unavailable:
                width = metrics.horizontalAdvance(text)
                y = box.center().y() + 0.5
                x = box.center().x() - width / 2
                painter.drawLine(QPointF(x, y), QPointF(x + width, y))
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()), 7)

    def _index_at(self, position: QPointF) -> int | None:
        for index in range(len(self._options)):
            if self._box(index).contains(position):
                return index
        return None

    def mouseMoveEvent(self, event: QEvent) -> None:
        """Say why an option is unavailable."""
        index = self._index_at(event.position())
        self.setToolTip(self._options[index].unavailable if index is not None else "")

    def mousePressEvent(self, event: QEvent) -> None:
        """Choose the option under the pointer."""
        index = self._index_at(event.position())
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self._choose(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with the arrow keys, skipping what is unavailable."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None or not self._options:
            super().keyPressEvent(event)
            return
        keys = [option.key for option in self._options]
        index = keys.index(self._selected) if self._selected in keys else 0
        for _ in keys:
            index = (index + step) % len(keys)
            if not self._options[index].unavailable:
                self._choose(index)
                return

    def _choose(self, index: int) -> None:
        option = self._options[index]
        if option.unavailable or option.key == self._selected:
            return
        self._selected = option.key
        self.setAccessibleDescription(option.label)
        self.update()
        self.chosen.emit(option.key)

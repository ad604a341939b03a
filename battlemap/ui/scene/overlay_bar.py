"""The switches of the overlays at the map's top; each shows its sign, so they are the legend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QWidget

from battlemap.ui.guard import guarded
from battlemap.ui.icons import icon_pixmap
from battlemap.ui.scene.strokes import hatch
from battlemap.ui.scene.zoom_bar import paint_panel
from battlemap.ui.theme import HIT_AREA, font, pen, tint

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from battlemap.ui.scene.map_view import MapView
    from battlemap.ui.theme import Theme

_HEIGHT = 34
_MARGIN, _GAP = 7, 2


@dataclass(frozen=True)
class _Switch:
    """One switch: the field of ``OverlaySwitches``, its label, key and sign."""

    name: str
    label: str
    key: str
    help: str
    sign: Callable[[QPainter, Theme, bool], None]


def _arcs(painter: QPainter, theme: Theme, on: bool) -> None:
    painter.setPen(pen(theme.ink if on else theme.ink3, 2.4))
    painter.drawArc(QRectF(1, -4, 18, 18), 35 * 16, 110 * 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.ink2 if on else theme.ink3))
    painter.drawPolygon(QPolygonF([QPointF(5, 6), QPointF(10, -3), QPointF(15, 6)]))


def _reach(color: str, angle: float) -> Callable[[QPainter, Theme, bool], None]:
    def draw(painter: QPainter, theme: Theme, on: bool) -> None:
        shade = getattr(theme, color)
        box = QRectF(2, -7, 16, 14)
        path = QPainterPath()
        path.addRoundedRect(box, 3, 3)
        hatch(painter, path, box, angle, 5, shade, 1.6, alpha=1.0 if on else 0.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(shade, 1.4, alpha=1.0 if on else 0.5))
        painter.drawPath(path)

    return draw


def _range(painter: QPainter, theme: Theme, on: bool) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for index, alpha in enumerate((0.9, 0.5, 0.2)):
        painter.setBrush(tint(theme.range, alpha if on else alpha * 0.5))
        painter.drawRoundedRect(QRectF(2 + index * 5.5, -7, 5, 14), 1, 1)


def _safest(painter: QPainter, theme: Theme, on: bool) -> None:
    painter.setPen(pen(theme.safest, 3, (5, 3), alpha=1.0 if on else 0.5))
    painter.drawLine(QLineF(1, 0, 19, 0))


def _flank(painter: QPainter, theme: Theme, on: bool) -> None:
    alpha = 1.0 if on else 0.5
    painter.setPen(pen(theme.flank, 1.6, alpha=alpha))
    for y in (-2, 2):
        painter.drawLine(QLineF(1, y, 19, y))
    painter.setBrush(tint(theme.flank, alpha))
    painter.drawPolygon(QPolygonF([QPointF(10, -6), QPointF(16, 0), QPointF(10, 6), QPointF(4, 0)]))


def _best(painter: QPainter, theme: Theme, on: bool) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for index, alpha in enumerate((0.25, 0.55, 0.95)):
        painter.setBrush(tint(theme.range, alpha if on else alpha * 0.5))
        height = 5 + index * 4.5
        painter.drawRoundedRect(QRectF(2 + index * 5.5, 7 - height, 5, height), 1, 1)


def _sight(painter: QPainter, theme: Theme, on: bool) -> None:
    picture = icon_pixmap("eye", theme.ink if on else theme.ink3, 18)
    painter.drawPixmap(QRectF(1, -9, 18, 18), picture, QRectF(picture.rect()))


def _seen(painter: QPainter, theme: Theme, on: bool) -> None:
    """Draw a map that is darkened but for a beam from an eye."""
    alpha = 1.0 if on else 0.5
    box = QRectF(2, -7, 16, 14)
    dark = QPainterPath()
    dark.addRoundedRect(box, 3, 3)
    beam = QPainterPath()
    beam.addPolygon(QPolygonF([QPointF(5, 0), QPointF(18, -6), QPointF(18, 6)]))
    beam.closeSubpath()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.ink2, 0.7 * alpha))
    painter.drawPath(dark.subtracted(beam))
    painter.setBrush(tint(theme.sight, alpha))
    painter.drawEllipse(QPointF(5.5, 0), 2.4, 2.4)


_SWITCHES = (
    _Switch("arcs", "Arcs", "A", "Front, side and rear of the target or the selected token", _arcs),
    _Switch("their_reach", "Their reach", "D", "Cells that enemies threaten", _reach("foe", 45)),
    _Switch(
        "my_reach", "My reach", "F", "Cells that the selected token threatens", _reach("party", -45)
    ),
    _Switch("range", "Range", "G", "Cells in range of a dragged token, by action", _range),
    _Switch(
        "safest", "Safest", "V", "The path with the fewest triggers, beside the shortest", _safest
    ),
    _Switch("flank", "Flank", "K", "The line between two flankers", _flank),
    _Switch("best", "Best", "B", "The odds of the attack from every cell in reach", _best),
    _Switch(
        "sight", "Sight", "L", "Rays and cover between the selected token and the target", _sight
    ),
    _Switch(
        "seen",
        "Seen",
        "Shift+O",
        "What the selected, or the party, see: the rest of the map is darkened",
        _seen,
    ),
)


class OverlayButton(QAbstractButton):
    """One switch."""

    def __init__(self, view: MapView, switch: _Switch) -> None:
        super().__init__(view)
        self._view = view
        self.switch = switch
        self._parts = 3
        self.setCheckable(True)
        self.setText(switch.label)
        self.setToolTip(f"{switch.help} ({switch.key})")
        self.setAccessibleName(switch.label)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(lambda on: view.bridge.switch_overlay(switch.name, on))

    def set_shown(self, parts: int) -> None:
        """Show sign, label and key (3), sign and label (2), or the sign alone (1)."""
        if parts != self._parts:
            self._parts = parts
            self.updateGeometry()
            self.update()

    def width_of(self, parts: int) -> int:
        """Return the width that so many parts need."""
        if parts == 1:
            return 30
        label = QFontMetricsF(font(12, 500)).horizontalAdvance(self.switch.label)
        if parts == 2:
            return round(31 + label + 8)
        key = QFontMetricsF(font(10.5, 600)).horizontalAdvance(self.switch.key)
        return round(31 + label + 13 + key + 7)

    def sizeHint(self) -> QSize:
        """Return the size that what is shown needs."""
        return QSize(self.width_of(self._parts), HIT_AREA)

    def minimumSizeHint(self) -> QSize:
        """Return the same: nothing is squeezed."""
        return self.sizeHint()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw sign, label and key; what is off is quiet."""
        del event
        theme, on = self._view.theme, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if on or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.selected if on else theme.hover))
            painter.drawRoundedRect(box, 6, 6)
        if self.hasFocus():
            painter.setPen(pen(theme.focus, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 6, 6)
        painter.save()
        painter.translate(5, box.height() / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        self.switch.sign(painter, theme, on)
        painter.restore()
        if self._parts == 1:
            return
        ink = theme.ink if on else theme.ink2 if self.underMouse() else theme.ink3
        painter.setPen(tint(ink))
        painter.setFont(font(12, 500))
        area = box.adjusted(31, 0, -7, 0)
        vertical = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | vertical, self.switch.label)
        if self._parts == 2:
            return
        painter.setFont(font(10.5, 600))
        painter.setPen(tint(theme.ink2 if on else theme.ink3))
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | vertical, self.switch.key)


class OverlayBar(QWidget):
    """All switches that the rule system has a use for."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.buttons = {switch.name: OverlayButton(view, switch) for switch in _SWITCHES}
        row = QHBoxLayout(self)
        row.setContentsMargins(_MARGIN, 3, _MARGIN, 3)
        row.setSpacing(_GAP)
        for button in self.buttons.values():
            row.addWidget(button)
        bridge = view.bridge
        bridge.overlays_changed.connect(self.refresh)
        bridge.session_changed.connect(self.refresh)
        bridge.changed.connect(self._changed)
        self.refresh()

    def _changed(self, before: object, after: object) -> None:
        if getattr(before, "rules", None) is not getattr(after, "rules", None):
            self.refresh()

    def refresh(self) -> None:
        """Show the switches as they stand."""
        bridge = self._view.bridge
        conventions = bridge.board.conventions
        self.buttons["arcs"].setVisible(conventions.has_facing)
        self.buttons["flank"].setVisible(not conventions.has_facing and conventions.flanking_counts)
        for name, button in self.buttons.items():
            button.setChecked(getattr(bridge.overlay, name))
            button.update()
        self.place(self._view.viewport().geometry())

    def place(self, box: QRect) -> None:
        """Stand in the upper left of *box*; where it is narrow, without keys or labels."""
        room = box.width() - 24
        shown = [button for button in self.buttons.values() if not button.isHidden()]
        frame = 2 * _MARGIN + _GAP * (len(shown) - 1)
        widths = {n: sum(button.width_of(n) for button in shown) + frame for n in (3, 2, 1)}
        parts = next((n for n in (3, 2) if widths[n] <= room), 1)
        for button in self.buttons.values():
            button.set_shown(parts)
        self.setGeometry(box.left() + 12, box.top() + 8, widths[parts], _HEIGHT)

    def key_press(self, event: QKeyEvent) -> bool:
        """Toggle the switch whose key was pressed; tell whether there is one."""
        held = Qt.KeyboardModifier
        if event.modifiers() & (held.ControlModifier | held.AltModifier | held.MetaModifier):
            return False
        for name, button in self.buttons.items():
            key = button.switch.key
            if not button.isHidden() and len(key) == 1 and event.text().upper() == key:
                self._view.bridge.switch_overlay(name)
                return True
        return False

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the panel behind."""
        del event
        paint_panel(self, self._view, 9)

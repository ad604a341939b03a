"""How the lines of the initiative panel are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QWidget

from battlemap.ui.guard import guarded
from battlemap.ui.panels.initiative_list import ROW_ROLE
from battlemap.ui.panels.initiative_rows import (
    WORDS_LEFT,
    WORDS_RIGHT,
    InitiativeRow,
    row_name,
    short_heading,
    state_lines,
)
from battlemap.ui.panels.lettering import font, scaled
from battlemap.ui.panels.painting import (
    current_theme,
    paint_focus,
    paint_health,
    paint_pips,
    paint_portrait,
    pips_width,
)
from battlemap.ui.scene.strokes import plate
from battlemap.ui.theme import icon_pixmap, tint

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QStyleOptionViewItem

    from battlemap.ui.bridge import Bridge

_ROW, _LATER_ROW, _HEADING, _COMPACT_ROW = 46, 37, 28, 52
_LINE = 13
"""Between lines of a state that goes on below, in pixels."""


class InitiativeDelegate(QStyledItemDelegate):
    """Draws the rows."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.compact = False

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        """Return the height of a row; a long state goes on in the next line."""
        row: InitiativeRow = index.data(ROW_ROLE)
        if row.heading:
            small = 16 if short_heading(row.heading) else 10
            return QSize(48, small if self.compact else _HEADING)
        if self.compact:
            return QSize(48, _COMPACT_ROW)
        view = option.widget
        width = view.viewport().width() if isinstance(view, QAbstractItemView) else 0
        more = len(state_lines(row, width)) - 1 if width > 0 else 0
        return QSize(200, (_ROW if row.is_now else _LATER_ROW) + max(0, more) * scaled(_LINE))

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        """Draw a row."""
        row: InitiativeRow = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        if row.heading:
            self._heading(painter, box, row)
        else:
            self._row(painter, box, row, option.state)
        painter.restore()

    def _heading(self, painter: QPainter, box: QRectF, row: InitiativeRow) -> None:
        theme = current_theme()
        if self.compact:
            painter.setPen(tint(theme.line))
            y, mark = box.center().y(), short_heading(row.heading)
            middle, gap = box.center().x(), 9.0 if mark else 0.0
            for start, end in ((box.left() + 10, middle - gap), (middle + gap, box.right() - 10)):
                painter.drawLine(QPointF(start, y), QPointF(end, y))
            painter.setPen(tint(theme.active if row.is_active else theme.ink3))
            painter.setFont(font(11, 700 if row.is_active else 600))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), mark)
            return
        words = box.adjusted(16, 6, -16, 0)
        if row.is_active:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.active))
            bar = QRectF(box.left() + 6, words.center().y() - 8, 3, 16)
            painter.drawRoundedRect(bar, 1.5, 1.5)
            painter.setPen(tint(theme.ink))
            painter.setFont(font(11.5, 600))
            right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(words, right, "now")
        painter.setPen(tint(theme.ink if row.is_active else theme.ink3))
        painter.setFont(font(11.5, 600))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), row.heading)

    def _row(
        self, painter: QPainter, box: QRectF, row: InitiativeRow, state: QStyle.StateFlag
    ) -> None:
        theme = current_theme()
        encounter = self._bridge.encounter
        token = encounter.tokens.get(row.token)
        if token is None:
            return
        plate = box.adjusted(6, 1, -6, -1)
        is_selected = row.token in self._bridge.selected
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        if row.is_active or is_selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            ground = theme.selected if row.is_active or is_selected else theme.hover
            painter.setBrush(tint(ground))
            painter.drawRoundedRect(plate, 8, 8)
        if row.is_active:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.active))
            bar = QRectF(plate.left(), plate.center().y() - 14, 3, 28)
            painter.drawRoundedRect(bar, 1.5, 1.5)
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, plate, 8)
        if self.compact:
            self._compact(painter, box, row)
            return
        middle = box.center().y()
        quiet = row.is_out or not row.is_now
        # The quietest ink can't be read on the ground of what is selected.
        off = theme.ink2 if row.is_active or is_selected else theme.ink3
        number = off if row.is_out else theme.ink
        painter.setFont(font(14, 600))
        painter.setPen(tint(number))
        x = box.left()
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if row.score:
            painter.drawText(QRectF(x + 8, middle - 10, 32, 20), right, row.score)
        center = QPointF(x + 64, middle)
        paint_portrait(painter, center, 14, token, encounter, faded=row.is_out)
        left = x + WORDS_LEFT
        lines = state_lines(row, box.width())
        top = middle - max(0, len(lines) - 1) * scaled(_LINE) / 2
        side = self._side(painter, box, row)
        width = box.right() - WORDS_RIGHT - left
        name_font = font(13, 600 if row.is_active else 500)
        painter.setFont(name_font)
        painter.setPen(tint(off if row.is_out else theme.ink))
        metrics = QFontMetricsF(name_font)
        room = width - (side + 8 if side else 0)
        words = row_name(self._bridge, row)
        if row.members:
            words = f"{'▾' if row.is_unfolded else '▸'} {words}"
        name = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QPointF(left, top - 1.5), name)
        painter.setFont(font(11))
        painter.setPen(tint(off if quiet and row.is_out else theme.ink2))
        for number, line in enumerate(lines):
            painter.drawText(QPointF(left, top + 13.5 + number * scaled(_LINE)), line)

    def _side(self, painter: QPainter, box: QRectF, row: InitiativeRow) -> float:
        """Draw what stands at the right: pips over health, or the crossed eye; return its width."""
        theme = current_theme()
        right = box.right() - 18
        middle = box.center().y()
        token = self._bridge.encounter.tokens[row.token]
        if row.is_out:
            painter.drawPixmap(QPointF(right - 14, middle - 7), icon_pixmap("dead", theme.ink3, 14))
            return 14.0
        width = 0.0
        if row.has_acted:
            tick = icon_pixmap("check", theme.ink2, 14)
            painter.drawPixmap(QPointF(right - 14, middle - 7), tick)
            width = 14.0
        if row.pips:
            width = pips_width(len(row.pips))
            color = theme.active if row.is_active else theme.ink2
            paint_pips(painter, right - width, middle - 9, row.pips, color=color)
        if token.hidden:
            eye = icon_pixmap("eye-off", theme.ink3, 14)
            gap = 6.0 if width else 0.0
            painter.drawPixmap(QPointF(right - width - gap - 14, middle - 16), eye)
            width += gap + 14.0
        if row.health is not None:
            ground = theme.panel if row.is_active and theme.is_dark else theme.selected
            if row.is_active and not theme.is_dark:
                ground = theme.line
            paint_health(painter, QRectF(right - 54, middle + 8, 54, 4), row.health, ground=ground)
        return width

    def _compact(self, painter: QPainter, box: QRectF, row: InitiativeRow) -> None:
        theme = current_theme()
        encounter = self._bridge.encounter
        token = encounter.tokens[row.token]
        top = box.top()
        chosen: QFont = font(11, 600)
        painter.setFont(chosen)
        painter.setPen(tint(theme.ink3 if row.is_out else theme.ink))
        label = QRectF(box.left(), top + 2, box.width(), 14)
        painter.drawText(label, int(Qt.AlignmentFlag.AlignCenter), row.score)
        radius = 13 if row.score else 15
        center = QPointF(box.center().x() + 0.5, top + (32 if row.score else 25))
        paint_portrait(painter, center, radius, token, encounter, faded=row.is_out)
        if row.members:
            plate(
                painter,
                center + QPointF(radius - 1, radius - 4),
                f"×{len(row.members)}",
                1.0,
                ink=theme.on_plate,
                fill=theme.plate,
                edge=theme.line,
                size=10,
                height=14,
                padding=3,
                radius=7,
                alpha=1.0,
            )

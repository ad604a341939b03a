"""The entries of the log: which are shown, and how they are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QWidget,
)

from battlemap.ui.guard import guarded
from battlemap.ui.panels.lettering import font
from battlemap.ui.panels.painting import current_theme, paint_focus
from battlemap.ui.theme import tint

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QStyleOptionViewItem

    from battlemap.session.log import LogEntry

ENTRY_ROLE = int(Qt.ItemDataRole.UserRole)

KINDS = (
    ("move", "Moves"),
    ("attack", "Attacks"),
    ("damage", "Damage"),
    ("turn", "Turns"),
    ("gm", "GM"),
    ("edit", "Map edits"),
    ("note", "Notes"),
)

_HEAD_LINE, _DETAIL_LINE, _GAP = 16.0, 15.0, 12.0


def edge_color(entry: LogEntry) -> str:
    """Return the color of an entry's edge: GM orange, strikes foe, moves party, rest quiet."""
    theme = current_theme()
    if entry.struck:
        return theme.ink3
    if entry.kind == "gm":
        return theme.warn
    return {
        "attack": theme.bad,
        "damage": theme.bad,
        "move": theme.accent,
        "turn": theme.ink2,
    }.get(entry.kind, theme.ink3)


def is_divider(entry: LogEntry) -> bool:
    """Tell whether an entry is a line across: "Round 2 starts"."""
    return entry.kind == "turn" and entry.headline.startswith("Round") and not entry.details


class LogModel(QAbstractListModel):
    """The entries that pass filter and search, newest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: list[LogEntry] = []
        self._all: tuple[LogEntry, ...] = ()
        self.kinds: frozenset[str] = frozenset(key for key, _ in KINDS)
        self.words = ""

    def set_entries(self, entries: tuple[LogEntry, ...]) -> None:
        """Show these entries."""
        if entries is not self._all:
            self._all = entries
            self.select()

    def select(self) -> None:
        """Filter again."""
        words = self.words.lower().split()
        known = {key for key, _ in KINDS}
        self.beginResetModel()
        self.shown = [
            entry
            for entry in reversed(self._all)
            if (entry.kind if entry.kind in known else "note") in self.kinds
            and all(w in f"{entry.headline} {' '.join(entry.details)}".lower() for w in words)
        ]
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | None = None) -> int:
        """Return how many entries are shown."""
        return 0 if parent is not None and parent.isValid() else len(self.shown)

    def data(self, index: QModelIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return an entry, or its words."""
        entry = self.shown[index.row()]
        if role == ENTRY_ROLE:
            return entry
        if role in (
            int(Qt.ItemDataRole.DisplayRole),
            int(Qt.ItemDataRole.AccessibleTextRole),
        ):
            undone = "undone: " if entry.struck else ""
            return f"{entry.number}. {undone}{entry.headline}. {'. '.join(entry.details)}"
        return None


class LogDelegate(QStyledItemDelegate):
    """Draws entries: edge, headline, details, number."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._sizes: dict[tuple[int, bool, float], QSize] = {}

    def _room(self) -> float:
        return max(80.0, self._view.viewport().width() - 44.0)

    def _lines(self, entry: LogEntry) -> list[tuple[str, float]]:
        metrics = QFontMetricsF(font(11.5))
        room = QRectF(0, 0, self._room(), 4000)
        flags = int(Qt.TextFlag.TextWordWrap)
        return [
            (text, max(_DETAIL_LINE, metrics.boundingRect(room, flags, text).height() + 1))
            for text in (() if entry.struck else entry.details)
        ]

    def _headline_height(self, entry: LogEntry) -> float:
        metrics = QFontMetricsF(font(12, 600))
        room = QRectF(0, 0, self._room() - 26, 400)
        flags = int(Qt.TextFlag.TextWordWrap)
        return max(_HEAD_LINE, metrics.boundingRect(room, flags, entry.headline).height() + 1)

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        """Return the height of an entry at the list's width."""
        entry: LogEntry = index.data(ENTRY_ROLE)
        if is_divider(entry):
            return QSize(80, 28)
        # A long fight has thousands of entries, and each is asked at every change.
        key = (entry.number, entry.struck, self._room())
        size = self._sizes.get(key)
        if size is None:
            tall = self._headline_height(entry) + sum(height for _, height in self._lines(entry))
            size = self._sizes[key] = QSize(80, round(tall + _GAP))
        return size

    def forget(self) -> None:
        """Measure anew: another document has other entries under the same numbers."""
        self._sizes.clear()

    def number_box(self, row: QRectF) -> QRectF:
        """Return where an entry's number stands."""
        return QRectF(row.right() - 50, row.top(), 40, 24)

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        """Draw an entry."""
        entry: LogEntry = index.data(ENTRY_ROLE)
        theme = current_theme()
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_divider(entry):
            self._divider(painter, box, entry)
            painter.restore()
            return
        if option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.hover))
            painter.drawRoundedRect(box.adjusted(6, 0, -6, 0), 6, 6)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, box.adjusted(6, 0, -6, 0), 6)
        tall = box.height() - _GAP
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(edge_color(entry)))
        painter.drawRoundedRect(QRectF(box.left() + 16, box.top() + 6, 3, tall), 1.5, 1.5)
        left = box.left() + 28
        y = box.top() + 6
        flags = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)
        head_font = font(12, 500 if entry.struck else 600)
        if entry.struck:
            head_font.setStrikeOut(True)
        painter.setFont(head_font)
        painter.setPen(tint(theme.ink3 if entry.struck else theme.ink))
        head_height = self._headline_height(entry)
        painter.drawText(QRectF(left, y, self._room() - 26, head_height), flags, entry.headline)
        if entry.struck:
            head_font.setStrikeOut(False)
        painter.setFont(font(11))
        painter.setPen(tint(theme.ink3))
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        number = QRectF(box.right() - 56, y, 40, _HEAD_LINE)
        painter.drawText(number, right, str(entry.number))
        y += head_height
        painter.setFont(font(11.5))
        painter.setPen(tint(theme.ink2))
        for text, height in self._lines(entry):
            painter.drawText(QRectF(left, y, self._room(), height), flags, text)
            y += height
        painter.restore()

    def _divider(self, painter: QPainter, box: QRectF, entry: LogEntry) -> None:
        theme = current_theme()
        y = box.center().y()
        face = font(11, 500)
        face.setStrikeOut(entry.struck)
        painter.setFont(face)
        width = QFontMetricsF(face).horizontalAdvance(entry.headline)
        middle = box.center().x()
        painter.setPen(tint(theme.line))
        painter.drawLine(QPointF(box.left() + 16, y), QPointF(middle - width / 2 - 12, y))
        painter.drawLine(QPointF(middle + width / 2 + 12, y), QPointF(box.right() - 16, y))
        painter.setPen(tint(theme.ink3))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), entry.headline)


_ROWS_IN_A_TURN = 200
"""So many rows of a long list are laid out before the window answers again."""


def lay_out_in_batches(view: QListView, least: int = 0) -> None:
    """Let a list of thousands of rows show the first ones at once, and lay out the rest later.

    Parameters
    ----------
    least
        So many are laid out at once, and some more.
    """
    view.setLayoutMode(QListView.LayoutMode.Batched)
    view.setBatchSize(least + _ROWS_IN_A_TURN)


class LogList(QListView):
    """A list whose rows are laid out again when its width changes."""

    number_clicked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        lay_out_in_batches(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the entries anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def mouseReleaseEvent(self, event: QEvent) -> None:
        """Tell a click on a number from one on the entry."""
        place = event.position()
        index = self.indexAt(place.toPoint())
        delegate = self.itemDelegate()
        if (
            index.isValid()
            and event.button() == Qt.MouseButton.LeftButton
            and isinstance(delegate, LogDelegate)
            and delegate.number_box(QRectF(self.visualRect(index))).contains(place)
        ):
            self.number_clicked.emit(index.data(ENTRY_ROLE))
            return
        super().mouseReleaseEvent(event)

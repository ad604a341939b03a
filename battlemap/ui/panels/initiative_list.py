"""The list of the initiative panel: its rows for Qt, dragged and moved by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView, QWidget

from battlemap.ui.guard import guarded
from battlemap.ui.panels.initiative_rows import InitiativeRow, row_name
from battlemap.ui.panels.painting import current_theme
from battlemap.ui.theme import tint

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

    from battlemap.ui.bridge import Bridge

ROW_ROLE = int(Qt.ItemDataRole.UserRole)


class InitiativeModel(QAbstractListModel):
    """The rows as Qt lists them."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.rows: list[InitiativeRow] = []

    def set_rows(self, rows: list[InitiativeRow]) -> None:
        """Show these rows."""
        if rows != self.rows:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def rowCount(self, parent: QModelIndex | None = None) -> int:
        """Return how many lines there are."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: QModelIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return a row, or its words."""
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (
            int(Qt.ItemDataRole.DisplayRole),
            int(Qt.ItemDataRole.AccessibleTextRole),
        ):
            if row.heading:
                return f"{row.heading}, now" if row.is_active else row.heading
            name = row_name(self._bridge, row)
            active = "active, " if row.is_active else "has acted, " if row.has_acted else ""
            return f"{row.score} {name}, {active}{row.state}".strip()
        if role == int(Qt.ItemDataRole.ToolTipRole) and row.token:
            acted = ", has acted this round" if row.has_acted else ""
            return f"{row_name(self._bridge, row)}: {row.state}{acted}"
        return None

    def flags(self, index: QModelIndex) -> Qt.ItemFlag:
        """Let all but headings be chosen."""
        if self.rows[index.row()].heading:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class InitiativeView(QListView):
    """The list; a row of the turns to come is dragged to another place among them."""

    row_dropped = Signal(int, int)
    """(the row that was dragged, the row before which it was dropped)."""
    row_moved = Signal(int, int)
    """(the row, steps down the list) by Alt and an arrow key."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: tuple[int, QPointF] | None = None
        self.drop_row: int | None = None
        """Before which row a row that is being dragged would go; None: nothing is dragged."""

    def _row_at(self, place: QPointF) -> int:
        """Return the row before which something dropped at this place goes."""
        for number in range(self.model().rowCount()):
            if place.y() < self.visualRect(self.model().index(number, 0)).center().y():
                return number
        return int(self.model().rowCount())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a drag may begin."""
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        self._pressed = None
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            row: InitiativeRow = index.data(ROW_ROLE)
            if row.slot is not None and not row.members:
                self._pressed = index.row(), event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where the dragged row would go."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        far = (event.position() - self._pressed[1]).manhattanLength()
        if self.drop_row is not None or far >= QApplication.startDragDistance():
            self.drop_row = self._row_at(event.position())
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the dragged row."""
        pressed, place = self._pressed, self.drop_row
        self._end_drag()
        if pressed is None or place is None:
            super().mouseReleaseEvent(event)
            return
        self.setState(QAbstractItemView.State.NoState)
        if place not in (pressed[0], pressed[0] + 1):
            self.row_dropped.emit(pressed[0], place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc take a drag back, and Alt with an arrow key move the row in focus."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape and self.drop_row is not None:
            self._end_drag()
        elif step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            if self.currentIndex().isValid():
                self.row_moved.emit(self.currentIndex().row(), step)
        else:
            super().keyPressEvent(event)

    def _end_drag(self) -> None:
        self._pressed = None
        self.drop_row = None
        self.unsetCursor()
        self.viewport().update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, and a line where a dragged one would go."""
        super().paintEvent(event)
        if self.drop_row is None:
            return
        count = self.model().rowCount()
        last = self.drop_row >= count
        box = self.visualRect(self.model().index(count - 1 if last else self.drop_row, 0))
        y = box.bottom() if last else box.top()
        painter = QPainter(self.viewport())
        painter.setPen(QPen(tint(current_theme().accent), 2))
        painter.drawLine(box.left() + 8, y, box.right() - 8, y)
        painter.end()

"""The command palette: type a few letters, Enter runs the command or the token's action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from battlemap.ui.commands import Command, matches
from battlemap.ui.guard import guarded
from battlemap.ui.panels.lettering import font
from battlemap.ui.panels.painting import current_theme
from battlemap.ui.theme import tint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QModelIndex, QObject
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QStyleOptionViewItem

_ROLE = int(Qt.ItemDataRole.UserRole)


def _nothing_more() -> tuple[()]:
    return ()


def key_text(command: Command) -> str:
    """Return the first key of a command as people write it."""
    keys = command.shortcuts
    return QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""


class _CommandDelegate(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex) -> QSize:
        return QSize(200, 42)

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        command: Command = index.data(_ROLE)
        enabled = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        theme = current_theme()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.selected))
            painter.drawRoundedRect(box.adjusted(6, 1, -6, -1), 7, 7)
        inner = box.adjusted(16, 5, -16, -5)
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        keys = key_text(command)
        painter.setFont(font(11, 600))
        painter.setPen(tint(theme.ink2 if enabled else theme.ink3))
        painter.drawText(inner, right, keys)
        room = inner.width() - QFontMetricsF(painter.font()).horizontalAdvance(keys) - 12
        painter.setFont(font(13, 500))
        painter.setPen(tint(theme.ink if enabled else theme.ink3))
        upper = QRectF(inner.left(), inner.top(), room, 17)
        label = f"{command.menu}: {command.label}"
        painter.drawText(upper, int(Qt.AlignmentFlag.AlignVCenter), label)
        painter.setFont(font(11))
        painter.setPen(tint(theme.ink2 if enabled else theme.ink3))
        lower = QRectF(inner.left(), inner.top() + 17, room, 15)
        words = QFontMetricsF(painter.font()).elidedText(
            command.help, Qt.TextElideMode.ElideRight, room
        )
        painter.drawText(lower, int(Qt.AlignmentFlag.AlignVCenter), words)
        painter.restore()


class Palette(QFrame):
    """A card over the window in which every command can be found by its words.

    Parameters
    ----------
    commands
        The commands of the window.
    is_enabled
        Whether a command can be carried out now.
    parent
        The window.
    more
        What else can be found now, each with whether it can be done: the actions of a token.
    """

    chosen = Signal(str)
    """The id of a command, or of something else that was found."""

    def __init__(
        self,
        commands: Sequence[Command],
        is_enabled: Callable[[str], bool],
        parent: QWidget,
        more: Callable[[], Sequence[tuple[Command, bool]]] = _nothing_more,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("Card")
        self.setAccessibleName("Commands")
        self._find_more = more
        self._more: tuple[tuple[Command, bool], ...] = ()
        self._commands = tuple(commands)
        self._is_enabled = is_enabled
        self._focus_before: QWidget | None = None
        self.search = QLineEdit(self)
        self.search.setProperty("role", "palette")
        self.search.setPlaceholderText("Search commands")
        self.search.setAccessibleName("Search commands")
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setItemDelegate(_CommandDelegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._run)
        self.list.setAccessibleName("Commands found")
        self.nothing = QLabel("Nothing found", self)
        self.nothing.setProperty("role", "secondary")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.nothing.setContentsMargins(0, 16, 0, 0)
        self.nothing.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(4)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addWidget(self.nothing, 1)
        self.hide()

    def set_commands(self, commands: Sequence[Command]) -> None:
        """List these commands from now on: their keys were changed."""
        self._commands = tuple(commands)

    def open(self) -> None:
        """Show all commands and take the keys."""
        window = self.parentWidget()
        self._focus_before = window.window().focusWidget()
        width = min(560, window.width() - 80)
        height = min(460, window.height() - 120)
        self.setGeometry((window.width() - width) // 2, 56, width, height)
        self._more = tuple(self._find_more())
        self.search.clear()
        self._fill("")
        self.show()
        self.raise_()
        self.search.setFocus()

    def close_palette(self) -> None:
        """Go away and give the keys back."""
        self.hide()
        if self._focus_before is not None:
            self._focus_before.setFocus()

    def _fill(self, words: str) -> None:
        self.list.clear()
        found = []
        known = [(command, self._is_enabled(command.id)) for command in self._commands]
        for place, (command, on) in enumerate((*known, *self._more)):
            rank = matches(command, words)
            if rank is not None:
                found.append((not on, rank, place, command))
        for off, _, _, command in sorted(found, key=lambda entry: entry[:3]):
            item = QListWidgetItem(command.label)
            item.setData(_ROLE, command)
            if off:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.setVisible(bool(found))
        self.nothing.setVisible(not found)

    def _run(self, item: QListWidgetItem | None) -> None:
        if item is None or not item.flags() & Qt.ItemFlag.ItemIsEnabled:
            return
        command: Command = item.data(_ROLE)
        self.close_palette()
        self.chosen.emit(command.id)

    def eventFilter(self, watched: QObject, event: QKeyEvent) -> bool:
        """Let the arrow keys walk the list while the letters go into the line."""
        if watched is self.search and event.type() == event.Type.KeyPress:
            key = event.key()
            row = self.list.currentRow()
            if key == Qt.Key.Key_Down:
                self.list.setCurrentRow(min(row + 1, self.list.count() - 1))
            elif key == Qt.Key.Key_Up:
                self.list.setCurrentRow(max(row - 1, 0))
            elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self.list.currentItem())
            elif key == Qt.Key.Key_Escape:
                self.close_palette()
            else:
                return False
            return True
        if watched is self.search and event.type() == event.Type.FocusOut:
            self.hide()
        return False

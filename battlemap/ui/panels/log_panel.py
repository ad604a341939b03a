"""The log: what happened and why, newest first; filter and search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from battlemap.ui.panels.buttons import IconButton
from battlemap.ui.panels.log_list import ENTRY_ROLE, KINDS, LogDelegate, LogList, LogModel
from battlemap.ui.panels.parts import SearchField
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from battlemap.ui.bridge import Bridge


class LogPanel(QWidget):
    """The log with filter and search."""

    entry_chosen = Signal(object)
    """An entry was clicked: show where it happened."""
    jump_asked = Signal(object)
    """An entry's number was clicked: go to that state."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DockBody")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.bridge = bridge
        self.head = self._build_head()
        self.search = SearchField("Search the log", "Search the log", self)
        self.search.hide()
        self.search.textChanged.connect(self._search)
        searching = QWidget(self)
        search_row = QHBoxLayout(searching)
        search_row.setContentsMargins(12, 0, 12, 4)
        search_row.addWidget(self.search)
        self.model = LogModel(self)
        self.list = LogList(self)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setModel(self.model)
        self.delegate = LogDelegate(self.list)
        self.list.setItemDelegate(self.delegate)
        bridge.session_changed.connect(self.delegate.forget)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName("Log")
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.list.clicked.connect(lambda index: self.entry_chosen.emit(index.data(ENTRY_ROLE)))
        self.list.activated.connect(lambda index: self.entry_chosen.emit(index.data(ENTRY_ROLE)))
        self.list.number_clicked.connect(self.jump_asked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(searching)
        column.addWidget(self.list, 1)
        self._refreshes = single_shot(self, self.refresh)
        bridge.changed.connect(lambda *_: self._refreshes.start())
        bridge.asked.connect(lambda _: self._refreshes.start())
        self.refresh()

    def _build_head(self) -> QWidget:
        head = QWidget()
        head.setObjectName("DockHead")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        head.setFixedHeight(36)
        title = QLabel("Log", head)
        title.setProperty("role", "document")
        self.filter_button = IconButton("filter", "Choose what the log shows", head)
        self.filter_button.clicked.connect(self._open_filter)
        self.search_button = IconButton("search", "Search the log", head)
        self.search_button.setCheckable(True)
        self.search_button.toggled.connect(self._open_search)
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 4, 8, 0)
        row.setSpacing(0)
        row.addWidget(title, 1)
        row.addWidget(self.filter_button)
        row.addWidget(self.search_button)
        return head

    def refresh(self) -> None:
        """Show the log as it stands now."""
        self.model.set_entries(self.bridge.session.log.entries)

    def filter_menu(self) -> QMenu:
        """Return the menu that switches kinds of entries."""
        menu = QMenu(self)
        for key, label in KINDS:
            action = menu.addAction(label)
            action.setCheckable(True)
            action.setChecked(key in self.model.kinds)
            action.toggled.connect(lambda on, k=key: self._show_kind(k, on))
        return menu

    def _open_filter(self) -> None:
        menu = self.filter_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.filter_button.mapToGlobal(self.filter_button.rect().bottomLeft()))

    def _show_kind(self, kind: str, on: bool) -> None:
        self.model.kinds = self.model.kinds | {kind} if on else self.model.kinds - {kind}
        self.model.select()

    def _open_search(self, on: bool) -> None:
        self.search.setVisible(on)
        if on:
            self.search.setFocus()
        else:
            self.search.clear()

    def _search(self, words: str) -> None:
        self.model.words = words
        self.model.select()

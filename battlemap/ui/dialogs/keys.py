"""The dialog in which a GM gives commands other keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
)

from battlemap.ui.commands import matches
from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.panels.parts import SearchField
from battlemap.ui.window.key_map import KeyMap, conflicts, differing, native, normal, with_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from battlemap.ui.commands import Command

_ID = int(Qt.ItemDataRole.UserRole)


class KeysDialog(FormDialog):
    """All commands with their keys; a key that two commands want is named at both."""

    def __init__(
        self, commands: Sequence[Command], keys: KeyMap, parent: QWidget | None = None
    ) -> None:
        super().__init__("Keys", "Use these keys", parent)
        self._commands = tuple(commands)
        self._chosen = {
            command.id: normal(keys.get(command.id, command.shortcut)) for command in commands
        }
        self.search = SearchField("Search commands or keys", "Search the keys", self)
        self.list = QTreeWidget(self)
        self.list.setAccessibleName("Commands and keys")
        self.list.setColumnCount(3)
        self.list.setHeaderLabels(["Command", "Keys", ""])
        self.list.setRootIsDecorated(False)
        self.list.setAllColumnsShowFocus(True)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.setColumnWidth(1, 170)
        self.list.setColumnWidth(2, 210)
        self.editor = QKeySequenceEdit(self)
        self.editor.setMaximumSequenceLength(1)
        self.editor.setAccessibleName("New key")
        self.give_button = QPushButton("Give this key", self)
        self.clear_button = QPushButton("No key", self)
        self.usual_button = QPushButton("Usual key", self)
        self.about = QLabel("", self)
        self.about.setProperty("role", "secondary")
        self.about.setWordWrap(True)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.editor, 1)
        line.addWidget(self.give_button)
        line.addWidget(self.clear_button)
        line.addWidget(self.usual_button)
        self.column.insertWidget(0, self.search)
        self.column.insertWidget(1, self.list, 1)
        self.column.insertLayout(2, line)
        self.column.insertWidget(3, self.about)
        all_usual = self.buttons.addButton("All usual keys", QDialogButtonBox.ButtonRole.ResetRole)
        all_usual.clicked.connect(self._reset_all)
        self.search.textChanged.connect(lambda _: self._fill())
        self.list.currentItemChanged.connect(lambda *_: self._tell())
        self.give_button.clicked.connect(self.give)
        self.clear_button.clicked.connect(lambda: self._set(""))
        self.usual_button.clicked.connect(lambda: self._set(self._usual(self.current())))
        self.list.ensurePolished()  # or its first row has no padding
        self._fill()
        self.resize(720, 640)

    def keys(self) -> KeyMap:
        """Return the keys that differ from the usual ones."""
        return differing(self._commands, self._chosen)

    def current(self) -> str:
        """Return the id of the command that is chosen in the list; empty: none."""
        item = self.list.currentItem()
        return str(item.data(0, _ID)) if item is not None else ""

    def choose(self, command_id: str) -> None:
        """Choose a command in the list."""
        for place in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(place)
            if item is not None and item.data(0, _ID) == command_id:
                self.list.setCurrentItem(item)

    def give(self) -> None:
        """Give the chosen command the key in the editor."""
        key = self.editor.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
        self.editor.clear()
        if key:
            self._set(key)

    def problem(self) -> str:
        """Return which key two commands want."""
        for key, ids in self._conflicts().items():
            return f"{native(key)} is wanted by {' and '.join(self._label(one) for one in ids)}."
        return ""

    # Helping ----------------------------------------------------------------------------------

    def _usual(self, command_id: str) -> str:
        return next(normal(c.shortcut) for c in self._commands if c.id == command_id)

    def _label(self, command_id: str) -> str:
        return next(c.label.rstrip(".") for c in self._commands if c.id == command_id)

    def _conflicts(self) -> dict[str, tuple[str, ...]]:
        return dict(conflicts(with_keys(self._commands, self._chosen)))

    def _set(self, keys: str) -> None:
        command_id = self.current()
        if command_id:
            self._chosen[command_id] = keys
            self.error.hide()
            self._fill()

    def _reset_all(self) -> None:
        self._chosen = {command.id: normal(command.shortcut) for command in self._commands}
        self.error.hide()
        self._fill()

    def _fill(self) -> None:
        chosen = self.current()
        words = self.search.text()
        clashes = self._conflicts()
        self.list.clear()
        for command in self._commands:
            keys = self._chosen[command.id]
            in_keys = words.strip().casefold() in native(keys).casefold()
            if words and matches(command, words) is None and not in_keys:
                continue
            item = QTreeWidgetItem([f"{command.menu}: {command.label}", native(keys), ""])
            item.setData(0, _ID, command.id)
            item.setToolTip(0, command.help)
            others = [
                self._label(other)
                for key, ids in clashes.items()
                if command.id in ids
                for other in ids
                if other != command.id
            ]
            if others:
                item.setText(2, f"! also {', '.join(others)}")
            elif keys != normal(command.shortcut):
                item.setText(2, "changed")
            self.list.addTopLevelItem(item)
            if command.id == chosen:
                self.list.setCurrentItem(item)
        if self.list.currentItem() is None and self.list.topLevelItemCount():
            self.list.setCurrentItem(self.list.topLevelItem(0))
        self._tell()

    def _tell(self) -> None:
        command_id = self.current()
        has_one = bool(command_id)
        for widget in (self.editor, self.give_button, self.clear_button, self.usual_button):
            widget.setEnabled(has_one)
        if not has_one:
            self.about.setText("No command is called so.")
            return
        usual = native(self._usual(command_id)) or "none"
        self.about.setText(
            f"{self._label(command_id)}: click the field, press the new key, then Give this key. "
            f"Usual: {usual}."
        )

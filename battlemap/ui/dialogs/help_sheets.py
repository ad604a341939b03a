"""Help: the sheet of all shortcuts, the manual, and what this program is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from battlemap import __version__
from battlemap.ui.commands import MENUS
from battlemap.ui.panels.parts import KeyCap
from battlemap.ui.window.key_map import native

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.ui.commands import Command

MAP_KEYS = (
    ("Left drag", "Move a token along the path shown; on empty ground select with a box"),
    ("Right click or Ctrl, while dragging", "Set a waypoint"),
    ("J, while dragging", "Jump to this cell from the last waypoint, or from the start"),
    ("Esc, while dragging", "Take the drag back"),
    ("Shift, on dropping", "Move off the legal range: by GM force"),
    ("V, held while dragging", "Take the safest path"),
    ("B, while dragging", "Take the next path between the shortest and the safest"),
    ("P, while dragging", "Keep the route as a plan; Enter walks it, Esc drops it"),
    ("W, while dragging", "Keep the route, and say why it costs what it costs"),
    ("Click on a sign or a cost", "Why: who may strike there, or what the step costs"),
    ("Ctrl+click", "Target"),
    ("Ctrl+Shift+click", "Add a target, or take it out"),
    ("Shift+click", "Add to the selection"),
    ("Right drag, middle drag", "Pan"),
    ("Wheel", "Zoom at the pointer"),
    ("Arrow keys, numpad", "Move the selected token a cell"),
    ("Right click", "Menu for what lies there"),
    ("S, M, O, E", "Tools: select and move, ruler, line of sight, area"),
    ("1 to 6, R, with the area tool", "Its kind; turn a placed line or cone"),
    ("Arrow keys and Enter, with area tool or ruler", "Lead it, and put it down or set a waypoint"),
    ("Enter, Backspace, while drawing", "End the line; take its last point back"),
    ("Ctrl, while drawing", "Leave the grid alone"),
    ("[ and ], with a brush", "Smaller, larger; the right button erases"),
    (", and ., choosing walls", "The one before, the next one; Enter for its details"),
    ("Alt, held", "All reaches and names"),
    ("1, 2, 3", "Answer the question at the map's foot"),
    ("Enter", "Roll the attack in the panel"),
)
"""Keys and buttons that the map itself understands."""


class ShortcutSheet(QDialog):
    """Every key, menu by menu."""

    def __init__(self, commands: Sequence[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys and buttons")
        self.resize(940, 700)
        box = QWidget(self)
        box.setObjectName("Plain")
        columns = QHBoxLayout(box)
        columns.setSpacing(32)
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self._section("On the map", MAP_KEYS))
        for index, menu in enumerate(MENUS):
            lines = [
                (native(command.shortcut), command.label)
                for command in commands
                if command.menu == menu and command.shortcuts
            ]
            if lines:
                (left if index in (0, 1) else right).addWidget(self._section(menu, lines))
        for column in (left, right):
            column.addStretch(1)
            columns.addLayout(column, 1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setWidget(box)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(20, 18, 20, 16)
        whole.addWidget(scroll, 1)
        whole.addWidget(buttons)

    def _section(self, title: str, lines: Sequence[tuple[str, str]]) -> QWidget:
        box = QWidget(self)
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 12)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        head = QLabel(title, box)
        head.setProperty("role", "heading")
        grid.addWidget(head, 0, 0, 1, 2)
        for row, (keys, words) in enumerate(lines, start=1):
            cap = KeyCap(keys, box)
            cap.setFixedHeight(20)
            text = QLabel(words, box)
            text.setProperty("role", "secondary")
            text.setWordWrap(True)
            grid.addWidget(cap, row, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, row, 1)
        grid.setColumnStretch(1, 1)
        return box


class ManualDialog(QDialog):
    """The manual, as shipped in docs/manual.md."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Manual")
        self.resize(780, 680)
        self.browser = QTextBrowser(self)
        self.browser.setOpenExternalLinks(True)
        self.browser.setMarkdown(text)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.addWidget(self.browser, 1)
        column.addWidget(buttons)


class AboutDialog(QDialog):
    """Name, version, rule systems, licenses."""

    def __init__(self, systems: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Battlemap")
        title = QLabel(f"Battlemap {__version__}", self)
        title.setProperty("role", "title")
        words = QLabel(
            "A battle map for game masters: exact geometry, exact odds, nothing ever lost.\n\n"
            f"Rule systems: {', '.join(systems)}.\n\n"
            "MIT license. Inter by Rasmus Andersson, SIL Open Font License. "
            "Icons, tokens and all else: see assets/LICENSES.md.",
            self,
        )
        words.setWordWrap(True)
        words.setProperty("role", "secondary")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(title)
        column.addWidget(words)
        column.addWidget(buttons)
        self.setMinimumWidth(420)

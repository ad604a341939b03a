"""The rules reference in a window of its own, which stays open beside the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
)

from battlemap.session.reference import headings, reference_text, section_for
from battlemap.ui.panels.parts import SearchField

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from battlemap.rules.system import RuleSystem

_ABOVE_HEADING, _BELOW_HEADING, _BELOW_TEXT = 22.0, 6.0, 6.0
"""Room around what the page consists of, in logical pixels."""

_LINE_PERCENT = 118.0
"""How high a line is, in percent of what the font asks for."""


class ReferenceDialog(QDialog):
    """The sections at the left, the page at the right; a search goes through both."""

    options_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Rules reference")
        self.setModal(False)
        self.resize(920, 680)
        self._text = ""
        self.search = SearchField("Search the rules", "Search the rules", self)
        self.sections = QListWidget(self)
        self.sections.setAccessibleName("Sections")
        self.sections.setFixedWidth(270)
        self.browser = QTextBrowser(self)
        self.browser.setOpenExternalLinks(True)
        self.browser.setAccessibleName("Rules")
        self.change = QPushButton("Rule options...", self)
        self.change.clicked.connect(self.options_asked)
        self.change.setAutoDefault(False)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.search)
        left.addWidget(self.sections, 1)
        left.addWidget(self.change)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 16, 16, 16)
        row.setSpacing(12)
        row.addLayout(left)
        row.addWidget(self.browser, 1)
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self._find_next)
        self.sections.currentTextChanged.connect(self._go)

    def show_system(self, system: RuleSystem) -> None:
        """Show the page of a game, with the readings as they are chosen now."""
        text = reference_text(system)
        if text == self._text:
            return
        self._text = text
        self.setWindowTitle(f"Rules reference: {system.title}")
        self.browser.setMarkdown(text)
        _space(self.browser.document())
        self.sections.blockSignals(True)
        self.sections.clear()
        self.sections.addItems(headings(text))
        self.sections.blockSignals(False)
        self._find(self.search.text())

    def show_source(self, source: str) -> bool:
        """Go to the section that a modifier or option names; tell whether there is one."""
        heading = section_for(self._text, source)
        if heading is None:
            return False
        self.search.clear()
        for item in self.sections.findItems(heading, Qt.MatchFlag.MatchExactly):
            self.sections.setCurrentItem(item)
        self._go(heading)
        return True

    @property
    def heading(self) -> str:
        """The section that is chosen; empty: none."""
        item = self.sections.currentItem()
        return item.text() if item is not None else ""

    def _go(self, heading: str) -> None:
        """Bring a heading to the top of the page."""
        document = self.browser.document()
        block = document.begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and block.text() == heading:
                self.browser.setTextCursor(QTextCursor(block))
                top = document.documentLayout().blockBoundingRect(block).top()
                self.browser.verticalScrollBar().setValue(round(top))
                return
            block = block.next()

    def _find(self, words: str) -> None:
        """List the sections that hold all words, and show the first place of them."""
        wanted = words.casefold().split()
        parts = _sections(self._text)
        for row in range(self.sections.count()):
            item = self.sections.item(row)
            body = parts.get(item.text(), "")
            item.setHidden(not all(word in body for word in wanted))
        if wanted:
            self.browser.moveCursor(QTextCursor.MoveOperation.Start)
            self.browser.find(words.strip(), QTextDocument.FindFlag(0))

    def _find_next(self) -> None:
        words = self.search.text().strip()
        if words and not self.browser.find(words):
            self.browser.moveCursor(QTextCursor.MoveOperation.Start)
            self.browser.find(words)


def _space(document: QTextDocument) -> None:
    """Set headings apart from what stands above, and keep them with what follows."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    block = document.begin()
    while block.isValid():
        shape = block.blockFormat()
        if shape.headingLevel():
            shape.setTopMargin(0 if block == document.begin() else _ABOVE_HEADING)
            shape.setBottomMargin(_BELOW_HEADING)
        else:
            shape.setBottomMargin(max(shape.bottomMargin(), _BELOW_TEXT))
            shape.setLineHeight(
                _LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
            )
        cursor.setPosition(block.position())
        cursor.setBlockFormat(shape)
        block = block.next()
    cursor.endEditBlock()


def _sections(text: str) -> dict[str, str]:
    """Return the words of each section, heading included, in small letters."""
    found: dict[str, str] = {}
    current = ""
    for line in text.split("\n"):
        if line.startswith("##"):
            current = line.lstrip("#").strip()
            found[current] = ""
        if current:
            found[current] += line.casefold() + "\n"
    return found

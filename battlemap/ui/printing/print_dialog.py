"""The print dialog: paper, scale and content at the left, all pages live at the right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from battlemap.ui.panels.buttons import IconButton
from battlemap.ui.printing.choosers import document_path, fit_on_screen, lay_over_foot
from battlemap.ui.printing.lengths import millimeters
from battlemap.ui.printing.preview import PagePreview
from battlemap.ui.printing.print_form import Choices, PrintForm
from battlemap.ui.printing.printer import PrintCancelledError, print_map, write_pdf
from battlemap.ui.printing.progress import shown_progress
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from battlemap.ui.printing.choosers import Source
    from battlemap.ui.printing.paper import Rect
    from battlemap.ui.printing.sheet import Printout, Sheet
    from battlemap.ui.theme import Theme

_LAST: list[Choices] = [Choices()]
"""What was printed last; the next dialog of the same run starts from it."""


class PrintDialog(QDialog):
    """Prints the map, or saves it as a PDF file, at exact scale.

    Parameters
    ----------
    source
        A session or the bridge to one.
    theme
        The window's theme; paper is white in any.
    view
        The part of the map that the window shows, in cells; None: it isn't offered.
    """

    TITLE = "Print"

    def __init__(
        self,
        source: Source,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        view: Rect | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.TITLE)
        self.setModal(True)
        self._source, self._theme = source, theme
        self._printout: Printout | None = None
        self.saved: Path | None = None
        """The file that was written, once one was."""
        self._delay = single_shot(self, self.refresh, 120)
        self.form = PrintForm(source, _LAST[0], view, self)
        self.form.changed.connect(self._delay.start)
        self._make_controls()
        self.preview = PagePreview(theme, self)
        self.preview.opened.connect(self._on_opened)
        self._lay_out()
        self._connect()
        fit_on_screen(self, 1120, 780)
        self.refresh()

    # Parts -------------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self.problem = QLabel("", self)
        self.problem.setProperty("role", "bad")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.summary = QLabel("", self)
        self.summary.setProperty("role", "heading")
        self.details = QLabel("", self)
        self.details.setProperty("role", "secondary")
        self.print_button = QPushButton("Print...", self)
        self.save_button = QPushButton("Save PDF...", self)
        self.close_button = QPushButton("Cancel", self)
        for button in (self.print_button, self.save_button, self.close_button):
            button.setAutoDefault(False)
        self.main_button.setProperty("role", "primary")
        self.main_button.setDefault(True)
        self.back = IconButton("chevron-left", "Previous page", self)
        self.forward = IconButton("chevron-right", "Next page", self)
        self.all_pages = QPushButton("All pages", self)
        self.all_pages.setProperty("role", "link")
        self.all_pages.setAutoDefault(False)
        self.page_name = QLabel("", self)
        self.page_name.setProperty("role", "secondary")

    def _lay_out(self) -> None:
        scroller = QScrollArea(self)
        scroller.setWidget(self.form)
        scroller.setWidgetResizable(True)
        scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroller.setFixedWidth(376)
        scroller.setFrameShape(QFrame.Shape.NoFrame)
        scroller.setObjectName("Plain")
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 12, 6)
        head.setSpacing(4)
        for part in (self.back, self.page_name, self.forward):
            head.addWidget(part)
        head.addStretch(1)
        head.addWidget(self.all_pages)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addLayout(head)
        right.addWidget(self.preview, 1)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(scroller)
        body.addLayout(right, 1)
        words = QVBoxLayout()
        words.setSpacing(2)
        for part in (self.summary, self.details, self.problem):
            words.addWidget(part)
        lay_over_foot(self, body, words, (self.close_button, self.save_button, self.print_button))
        self._on_opened(None)

    def _connect(self) -> None:
        self.back.clicked.connect(lambda: self.preview.step(-1))
        self.forward.clicked.connect(lambda: self.preview.step(1))
        self.all_pages.clicked.connect(lambda: self.preview.open_page(None))
        self.close_button.clicked.connect(self.reject)
        self.save_button.clicked.connect(self.choose_file)
        self.print_button.clicked.connect(self.print_pages)

    @property
    def main_button(self) -> QPushButton:
        """The button that Enter presses."""
        return self.print_button

    # State -------------------------------------------------------------------------------

    @property
    def printout(self) -> Printout | None:
        """What would be printed; None where it can't be laid out."""
        return self._printout

    def refresh(self) -> None:
        """Lay everything out anew from what is chosen."""
        self._delay.stop()
        self.form.show_what_counts()
        try:
            printout = self.form.printout()
            sheets = printout.sheets
        except ValueError as error:
            self._printout = None
            self._say_problem(str(error))
            self.preview.show_printout(None)
            self._on_opened(None)
            self._enable(False)
            return
        self._printout = printout
        self._say_problem("")
        laid = printout.page_set
        count = len(sheets)
        self.summary.setText(
            f"{count} page{'s' if count != 1 else ''}, {laid.setup.paper.name} {laid.orientation}"
        )
        across = f"{laid.columns} across, {laid.rows} down. " if len(laid.pages) > 1 else ""
        if skipped := laid.rows * laid.columns - len(laid.pages):
            across += f"{skipped} blank left out. "
        feet = self._source.encounter.map.grid.feet_per_cell
        self.details.setText(f"{across}1 cell = {millimeters(laid.setup.cell_mm)} = {feet} ft")
        self._enable(True)
        self.preview.show_printout(printout)
        label = self.preview.open_label
        self._on_opened(next((sheet for sheet in sheets if sheet.label == label), None))

    def _enable(self, on: bool) -> None:
        for button in (self.save_button, self.print_button):
            button.setEnabled(on)
        for label in (self.summary, self.details):
            label.setVisible(on)

    def _say_problem(self, sentence: str) -> None:
        self.problem.setText(sentence[:1].upper() + sentence[1:])
        self.problem.setVisible(bool(sentence))

    def _on_opened(self, sheet: Sheet | None) -> None:
        total = len(self._printout.sheets) if self._printout is not None else 0
        several = total > 1
        for part in (self.back, self.forward):
            part.setEnabled(several)
        self.all_pages.setVisible(sheet is not None)
        if sheet is not None:
            name = f"Page {sheet.label}" if sheet.page is not None else sheet.label
            self.page_name.setText(f"{name}, {sheet.number} of {total}")
        else:
            self.page_name.setText("Click a page to read it" if several else "")

    # Deeds -------------------------------------------------------------------------------

    def suggested_path(self) -> Path:
        """Return where a PDF file is offered to be saved: beside the map, under its title."""
        path = document_path(self._source)
        printout = self._printout
        name = re.sub(r'[\\/:*?"<>|\s]+', " ", printout.heading if printout else "Battle map")
        return (path.parent if path else Path.home()) / f"{name.strip() or 'Battle map'}.pdf"

    def choose_file(self) -> None:
        """Ask for a file and save the pages in it."""
        self.refresh()
        if self._printout is None:
            return
        chosen, _ = QFileDialog.getSaveFileName(
            self, "Save PDF", str(self.suggested_path()), "PDF files (*.pdf)"
        )
        if chosen:
            path = Path(chosen)
            self.save_pdf(
                path if path.suffix.lower() == ".pdf" else path.with_name(path.name + ".pdf")
            )

    def save_pdf(self, path: Path) -> bool:
        """Write the pages to *path*, with progress; return whether it was done."""
        printout = self._printout
        if printout is None:
            return False
        try:
            with shown_progress(self, "Drawing pages") as go_on:
                write_pdf(printout, path, go_on)
        except PrintCancelledError:
            return False
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self._say_problem(f"{path.name} can't be written: {reason}")
            return False
        self.saved = path
        self._done(f"Saved {self.summary.text()} as {path.name}")
        return True

    def print_pages(self) -> None:
        """Ask for a printer and print, with progress."""
        self.refresh()
        if self._printout is None:
            return
        try:
            with shown_progress(self, "Drawing pages") as go_on:
                printed = print_map(self._printout, self, go_on)
        except PrintCancelledError:
            return
        except (OSError, ValueError) as error:
            self._say_problem(str(error))
            return
        if printed:
            self._done(f"Printing {self.summary.text()}")

    def _done(self, sentence: str) -> None:
        _LAST[0] = self.form.choices()
        say = getattr(self._source, "say", None)
        if callable(say):
            say(sentence, "info")
        self.accept()


class ExportPdfDialog(PrintDialog):
    """The same pages, for a file alone."""

    TITLE = "Export PDF"

    def _lay_out(self) -> None:
        super()._lay_out()
        self.print_button.hide()

    @property
    def main_button(self) -> QPushButton:
        """The button that Enter presses."""
        return self.save_button

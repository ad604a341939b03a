"""The print dialog: paper, scale and content at the left, all pages live at the right."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressDialog,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.ui.panels.parts import IconButton, Segmented
from battlemap.ui.panels.record_form import Combo, Spin
from battlemap.ui.printing.choosers import (
    LayerChooser,
    MillimeterSpin,
    RegionChooser,
    document_path,
    row,
    section,
    stack,
)
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.lengths import millimeters, parse_length
from battlemap.ui.printing.pages import fitted
from battlemap.ui.printing.paper import (
    A4,
    PAPERS,
    Borders,
    Orientation,
    PageSetup,
    Paper,
    Rect,
    custom_paper,
)
from battlemap.ui.printing.preview import PagePreview
from battlemap.ui.printing.printer import PrintCancelledError, print_map, write_pdf
from battlemap.ui.printing.sheet import Printout

if TYPE_CHECKING:
    from battlemap.ui.printing.choosers import Source
    from battlemap.ui.printing.pages import Page
    from battlemap.ui.theme import Theme

CELL_LENGTHS = ("1 in", "25 mm", "28 mm", "30 mm", "20 mm", "15 mm")
CUSTOM = "custom"


@dataclass(frozen=True)
class Choices:
    """What was chosen last; the next dialog of the same run starts from it."""

    paper: Paper = A4
    orientation: Orientation = Orientation.AUTO
    cell: str = CELL_LENGTHS[0]
    overlap_mm: float = 10.0
    margin_mm: float = 6.0
    look: Look = Look.INK_SAVER
    content: Content = field(default_factory=Content)


_LAST: list[Choices] = [Choices()]


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
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(120)
        self._delay.timeout.connect(self.refresh)
        self._make_controls(_LAST[0], view)
        self.preview = PagePreview(theme, self)
        self.preview.opened.connect(self._on_opened)
        self._lay_out()
        self._connect()
        self.resize(1120, 780)
        self.refresh()

    # Parts -------------------------------------------------------------------------------

    def _make_controls(self, last: Choices, view: Rect | None) -> None:
        grid = self._source.encounter.map.grid
        self.paper = Combo(self)
        for paper in PAPERS:
            size = f"{millimeters(paper.width_mm)[:-3]} x {millimeters(paper.height_mm)}"
            self.paper.addItem(f"{paper.name}  ({size})", paper.name)
        self.paper.addItem("Custom", CUSTOM)
        is_named = last.paper in PAPERS
        self.paper.setCurrentIndex(self.paper.findData(last.paper.name if is_named else CUSTOM))
        self.width_mm = MillimeterSpin(last.paper.width_mm, 5000, self)
        self.height_mm = MillimeterSpin(last.paper.height_mm, 5000, self)
        for spin, name in ((self.width_mm, "Paper width"), (self.height_mm, "Paper height")):
            spin.setAccessibleName(name)
        self.orientation = Segmented("Orientation", self)
        self.orientation.setToolTip("Auto: whichever needs fewer pages")
        self._show_orientation(last.orientation)
        self.margin = MillimeterSpin(last.margin_mm, 50, self)
        self.margin.setToolTip("What your printer leaves white on each side")
        self.overlap = MillimeterSpin(last.overlap_mm, 150, self)
        self.overlap.setToolTip("The strip on which the next page is glued")
        self.scale = Combo(self)
        self.scale.addItem("True scale", "true")
        self.scale.addItem("Fit to pages", "fit")
        self.cell = Combo(self)
        self.cell.setEditable(True)
        self.cell.addItems(CELL_LENGTHS)
        self.cell.setCurrentText(last.cell)
        self.cell.setToolTip("Any length: 1in, 25mm, 2.5cm. On hexes from side to side")
        self.fit_columns, self.fit_rows = Spin(self), Spin(self)
        for spin, name in ((self.fit_columns, "Pages across"), (self.fit_rows, "Pages down")):
            spin.setRange(1, 20)
            spin.setAccessibleName(name)
        self.look = Segmented("Look", self)
        self._show_look(last.look)
        self.title = QLineEdit(self)
        self.title.setPlaceholderText(self._source.encounter.map.name or "Battle map")
        self.region = RegionChooser(grid.grid, view, self)
        self.layers = LayerChooser(last.content, self)
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
        self._custom = row("Size", _beside(self.width_mm, self.height_mm), self)
        self._cell_row = row("One cell", self.cell, self)
        self._fit_row = row("Pages", _beside(self.fit_columns, self.fit_rows), self)
        controls = stack(
            self,
            row("Title", self.title, self),
            row("Show", self.region, self),
            section("Paper", self),
            row("Paper", self.paper, self),
            self._custom,
            row("Orientation", self.orientation, self),
            row("Margin", self.margin, self),
            section("Scale", self),
            row("Scale", self.scale, self),
            self._cell_row,
            self._fit_row,
            row("Overlap", self.overlap, self),
            section("Look", self),
            self.look,
            section("Layers", self),
            self.layers,
        )
        controls.setContentsMargins(20, 16, 16, 16)
        scroller = QScrollArea(self)
        scroller.setWidget(controls)
        scroller.setWidgetResizable(True)
        scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroller.setFixedWidth(364)
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
        foot = QHBoxLayout()
        foot.setContentsMargins(20, 12, 20, 16)
        foot.setSpacing(10)
        foot.addLayout(words, 1)
        for part in (self.close_button, self.save_button, self.print_button):
            foot.addWidget(part)
        line = QFrame(self)
        line.setFrameShape(QFrame.Shape.HLine)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(body, 1)
        whole.addWidget(line)
        whole.addLayout(foot)
        self._on_opened(None)

    def _connect(self) -> None:
        self.orientation.chosen.connect(
            lambda key: (self._show_orientation(Orientation(key)), self._later())
        )
        self.look.chosen.connect(lambda key: (self._show_look(Look(key)), self._later()))
        for signal in (
            self.paper.currentIndexChanged,
            self.scale.currentIndexChanged,
            self.cell.editTextChanged,
            self.width_mm.valueChanged,
            self.height_mm.valueChanged,
            self.margin.valueChanged,
            self.overlap.valueChanged,
            self.fit_columns.valueChanged,
            self.fit_rows.valueChanged,
            self.title.textChanged,
            self.region.changed,
            self.layers.changed,
        ):
            signal.connect(self._later)
        self.back.clicked.connect(lambda: self.preview.step(-1))
        self.forward.clicked.connect(lambda: self.preview.step(1))
        self.all_pages.clicked.connect(lambda: self.preview.open_page(None))
        self.close_button.clicked.connect(self.reject)
        self.save_button.clicked.connect(self.choose_file)
        self.print_button.clicked.connect(self.print_pages)

    def _show_orientation(self, chosen: Orientation) -> None:
        labels = {"auto": "Auto", "portrait": "Portrait", "landscape": "Landscape"}
        options = tuple(ChoiceOption(key, label) for key, label in labels.items())
        self.orientation.show_choice(Choice("orientation", "Orientation", options, str(chosen)))
        self._orientation = chosen

    def _show_look(self, chosen: Look) -> None:
        options = (
            ChoiceOption(Look.INK_SAVER, "Ink saver"),
            ChoiceOption(Look.COLOR, "Full color"),
        )
        self.look.show_choice(Choice("look", "Look", options, str(chosen)))
        self._look = chosen

    @property
    def main_button(self) -> QPushButton:
        """The button that Enter presses."""
        return self.print_button

    # State -------------------------------------------------------------------------------

    @property
    def printout(self) -> Printout | None:
        """What would be printed; None where it can't be laid out."""
        return self._printout

    def choices(self) -> Choices:
        """Return what is chosen now.

        Raises
        ------
        ValueError
            If a length or the paper is impossible, in one sentence.
        """
        name = self.paper.currentData()
        paper = next((paper for paper in PAPERS if paper.name == name), None)
        if paper is None:
            paper = custom_paper(self.width_mm.value(), self.height_mm.value())
        return Choices(
            paper,
            self._orientation,
            self.cell.currentText(),
            self.overlap.value(),
            self.margin.value(),
            self._look,
            self.layers.content(),
        )

    def refresh(self) -> None:
        """Lay everything out anew from what is chosen."""
        self._delay.stop()
        self._custom.setVisible(self.paper.currentData() == CUSTOM)
        is_true = self.scale.currentData() == "true"
        self._cell_row.setVisible(is_true)
        self._fit_row.setVisible(not is_true)
        self.layers.enable_picture(self._look is Look.COLOR)
        try:
            printout = self._make_printout(is_true)
            laid = printout.page_set
        except ValueError as error:
            self._printout = None
            self._say_problem(str(error))
            self.preview.show_printout(None)
            self._enable(False)
            return
        self._printout = printout
        self._say_problem("")
        count = len(laid.pages)
        self.summary.setText(
            f"{count} page{'s' if count != 1 else ''}, {laid.setup.paper.name} {laid.orientation}"
        )
        across = f"{laid.columns} across, {laid.rows} down. " if count > 1 else ""
        feet = self._source.encounter.map.grid.feet_per_cell
        self.details.setText(f"{across}1 cell = {millimeters(laid.setup.cell_mm)} = {feet} ft")
        self._enable(True)
        self.preview.show_printout(printout)
        self._on_opened(
            None if self.preview.open_label is None else laid.page(self.preview.open_label)
        )

    def _make_printout(self, is_true: bool) -> Printout:
        choices = self.choices()
        margin = choices.margin_mm
        setup = PageSetup(
            choices.paper,
            choices.orientation,
            parse_length(choices.cell) if is_true else 25.4,
            choices.overlap_mm,
            Borders(margin, margin, margin, margin),
        )
        encounter = self._source.encounter
        region = self.region.region()
        if not is_true:
            grid = encounter.map.grid.grid
            whole = region or Rect(0.0, 0.0, grid.width, grid.height)
            setup = fitted(whole, setup, self.fit_columns.value(), self.fit_rows.value())
        path = document_path(self._source)
        return Printout(
            encounter,
            self._source.system,
            setup,
            choices.content,
            choices.look,
            self.title.text().strip(),
            region,
            folder=path.parent if path else None,
        )

    def _later(self) -> None:
        self._delay.start()

    def _enable(self, on: bool) -> None:
        for button in (self.save_button, self.print_button):
            button.setEnabled(on)
        for label in (self.summary, self.details):
            label.setVisible(on)

    def _say_problem(self, sentence: str) -> None:
        self.problem.setText(sentence[:1].upper() + sentence[1:])
        self.problem.setVisible(bool(sentence))

    def _on_opened(self, page: Page | None) -> None:
        several = self._printout is not None and len(self._printout.page_set.pages) > 1
        for part in (self.back, self.forward):
            part.setEnabled(several)
        self.all_pages.setVisible(page is not None)
        if page is not None and self._printout is not None:
            total = len(self._printout.page_set.pages)
            self.page_name.setText(f"Page {page.label}, {page.number} of {total}")
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
        if self._printout is None:
            return False
        progress = QProgressDialog("Drawing pages", "Cancel", 0, 1, self)
        progress.setWindowModality(Qt.WindowModality.WindowModal)
        progress.setMinimumDuration(300)

        def go_on(done: int, total: int) -> bool:
            progress.setMaximum(total)
            progress.setValue(done)
            QApplication.processEvents()
            return not progress.wasCanceled()

        try:
            write_pdf(self._printout, path, go_on)
        except PrintCancelledError:
            return False
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self._say_problem(f"{path.name} can't be written: {reason}")
            return False
        finally:
            progress.close()
            progress.deleteLater()
        self.saved = path
        self._done(f"Saved {self.summary.text()} as {path.name}")
        return True

    def print_pages(self) -> None:
        """Ask for a printer and print."""
        self.refresh()
        if self._printout is None:
            return
        try:
            printed = print_map(self._printout, self)
        except (OSError, ValueError) as error:
            self._say_problem(str(error))
            return
        if printed:
            self._done(f"Printing {self.summary.text()}")

    def _done(self, sentence: str) -> None:
        _LAST[0] = replace(self.choices(), cell=self.cell.currentText())
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


def _beside(first: QWidget, second: QWidget) -> QWidget:
    holder = QWidget()
    line = QHBoxLayout(holder)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(6)
    line.addWidget(first, 1)
    line.addWidget(QLabel("x", holder))
    line.addWidget(second, 1)
    return holder

"""The print dialog's form: what to print, on what, how long a cell is, and in which look."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.ui.panels.buttons import Segmented
from battlemap.ui.panels.record_form import Combo, Spin
from battlemap.ui.printing.appendix import Parts
from battlemap.ui.printing.choosers import (
    LayerChooser,
    MillimeterSpin,
    RegionChooser,
    document_path,
    planned_attack,
    row,
    section,
    selected_region,
    stack,
)
from battlemap.ui.printing.content import PLAIN_GRID, Content, GridStyle, Look
from battlemap.ui.printing.furniture import PageMarks
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
from battlemap.ui.printing.part_chooser import ColorChooser, PartChooser
from battlemap.ui.printing.sheet import PICTURE_DPI, Materials, Printout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.ui.printing.choosers import Source

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
    grid_style: GridStyle = PLAIN_GRID
    is_gray: bool = False
    dpi: int = PICTURE_DPI
    marks: PageMarks = field(default_factory=PageMarks)
    skip_blank: bool = False
    has_date: bool = False
    parts: Parts = field(default_factory=Parts)
    """Without the attack, which is another each time; ``has_situation`` asks for it."""
    has_situation: bool = False


class PrintForm(QWidget):
    """The controls of the print dialog.

    Parameters
    ----------
    source
        A session or the bridge to one.
    last
        What the controls show at first.
    view
        The part of the map that the window shows, in cells; None: it isn't offered.
    """

    changed = Signal()

    def __init__(
        self, source: Source, last: Choices, view: Rect | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._source = source
        self._materials = Materials()
        self._make_controls(last, view)
        self._lay_out()
        self._connect()
        self.show_what_counts()

    def _make_controls(self, last: Choices, view: Rect | None) -> None:
        grid = self._source.encounter.map.grid
        self.paper = Combo(self)
        for paper in PAPERS:
            size = f"{millimeters(paper.width_mm)[:-3]} × {millimeters(paper.height_mm)}"
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
            spin.setMinimumWidth(84)
            spin.setAccessibleName(name)
        self.look = Segmented("Look", self)
        self._show_look(last.look)
        self.title = QLineEdit(self)
        self.title.setPlaceholderText(self._source.encounter.map.name or "Battle map")
        self.region = RegionChooser(grid.grid, view, self, selection=selected_region(self._source))
        self.layers = LayerChooser(last.content, self)
        self.gray = _check("Grays only", last.is_gray, self)
        self.dpi = Combo(self)
        for dpi in sorted({150, 300, 600, last.dpi}):
            self.dpi.addItem(f"{dpi} pixels an inch", dpi)
        self.dpi.setCurrentIndex(self.dpi.findData(last.dpi))
        self.dpi.setToolTip("At most; pictures with fewer stay as they are")
        self.grid_color = ColorChooser("Grid color", last.grid_style.color, self)
        self.grid_width = MillimeterSpin(last.grid_style.width_mm, 2, self)
        self.grid_width.setDecimals(2)
        self.grid_width.setSingleStep(0.05)
        self.grid_width.setValue(last.grid_style.width_mm)
        self.grid_width.setSpecialValueText("Usual")
        self.grid_width.setAccessibleName("Width of grid lines")
        self.crop = _check("Crop marks", last.marks.crop, self)
        self.registration = _check("Registration marks", last.marks.registration, self)
        self.registration.setToolTip("Diamonds on each joint: glued right, they are whole")
        self.skip_blank = _check("Leave out blank pages", last.skip_blank, self)
        self.date = _check("Date", last.has_date, self)
        self._plan = planned_attack(self._source)
        self.parts = PartChooser(last.parts, last.has_situation, self._plan, self)

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
            section("Sheets", self),
            self.parts,
            section("Look", self),
            self.look,
            self.gray,
            row("Pictures", self.dpi, self),
            row("Grid", _side_by_side(self.grid_color, self.grid_width), self),
            section("Layers", self),
            self.layers,
            section("On each page", self),
            _in_columns((self.crop, self.registration, self.date, self.skip_blank)),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 16, 16)
        column.addWidget(controls)
        column.addStretch(1)

    def _connect(self) -> None:
        self.orientation.chosen.connect(lambda key: self._show_orientation(Orientation(key)))
        self.look.chosen.connect(lambda key: self._show_look(Look(key)))
        for signal in (
            self.orientation.chosen,
            self.look.chosen,
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
            self.gray.toggled,
            self.dpi.currentIndexChanged,
            self.grid_color.changed,
            self.grid_width.valueChanged,
            self.crop.toggled,
            self.registration.toggled,
            self.skip_blank.toggled,
            self.date.toggled,
            self.parts.changed,
        ):
            signal.connect(lambda *_: self.changed.emit())

    def show_what_counts(self) -> None:
        """Show only the controls that count for what is chosen."""
        self._custom.setVisible(self.paper.currentData() == CUSTOM)
        self._cell_row.setVisible(self._is_true_scale)
        self._fit_row.setVisible(not self._is_true_scale)
        has_color = self._look is Look.COLOR
        # Minis have their pictures in either look.
        has_pictures = has_color or self.parts.parts(None).minis
        self.layers.enable_picture(has_pictures)
        self.gray.setEnabled(has_pictures)
        has_map = self.parts.parts(None).map
        for part in (self.crop, self.registration, self.skip_blank):
            part.setEnabled(has_map)

    @property
    def _is_true_scale(self) -> bool:
        return self.scale.currentData() == "true"

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
            GridStyle(self.grid_color.color(), self.grid_width.value()),
            self.gray.isChecked(),
            self.dpi.currentData(),
            PageMarks(self.crop.isChecked(), self.registration.isChecked()),
            self.skip_blank.isChecked(),
            self.date.isChecked(),
            self.parts.parts(None),
            self.parts.has_situation(),
        )

    def printout(self) -> Printout:
        """Return what would be printed.

        Raises
        ------
        ValueError
            If a length, the paper or the cells to show are impossible, in one sentence.
        """
        choices = self.choices()
        margin = choices.margin_mm
        setup = PageSetup(
            choices.paper,
            choices.orientation,
            parse_length(choices.cell) if self._is_true_scale else 25.4,
            choices.overlap_mm,
            Borders(margin, margin, margin, margin),
        )
        encounter = self._source.encounter
        region = self.region.region()
        if not self._is_true_scale:
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
            materials=self._materials,
            grid_style=choices.grid_style,
            is_gray=choices.is_gray,
            dpi=choices.dpi,
            marks=choices.marks,
            skip_blank=choices.skip_blank,
            date=today() if choices.has_date else "",
            parts=self.parts.parts(self._plan),
        )


def today() -> str:
    """Return the date as people write it: "2 May 2026"."""
    now = date.today()
    return f"{now.day} {now:%B} {now.year}"


def _check(words: str, on: bool, parent: QWidget) -> QCheckBox:
    box = QCheckBox(words, parent)
    box.setChecked(on)
    return box


def _in_columns(boxes: Sequence[QWidget], count: int = 2) -> QWidget:
    holder = QWidget()
    grid = QGridLayout(holder)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(0)
    for index, box in enumerate(boxes):
        grid.addWidget(box, index // count, index % count)
    return holder


def _side_by_side(first: QWidget, second: QWidget) -> QWidget:
    holder = QWidget()
    line = QHBoxLayout(holder)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(6)
    line.addWidget(first, 1)
    line.addWidget(second, 0)
    return holder


def _beside(first: QWidget, second: QWidget) -> QWidget:
    holder = QWidget()
    line = QHBoxLayout(holder)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(6)
    line.addWidget(first, 1)
    line.addWidget(QLabel("×", holder))
    line.addWidget(second, 1)
    return holder

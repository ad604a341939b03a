"""PDF files and real printers, at exact scale."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from errno import ENOENT
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter

import battlemap
from battlemap.ui.printing.appendix import Parts
from battlemap.ui.printing.application import ensure_application
from battlemap.ui.printing.brush import UNITS
from battlemap.ui.printing.content import PLAIN_GRID, Content, Look
from battlemap.ui.printing.furniture import PageMarks
from battlemap.ui.printing.lengths import MM_PER_INCH, parse_length
from battlemap.ui.printing.pages import fitted
from battlemap.ui.printing.paper import (
    Borders,
    Orientation,
    PageSetup,
    Paper,
    Rect,
    custom_paper,
    find_paper,
)
from battlemap.ui.printing.pdf_file import make_exact
from battlemap.ui.printing.sheet import PICTURE_DPI, Printout
from battlemap.ui.theme import LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO

    from PySide6.QtWidgets import QWidget

    from battlemap.model.encounter import Encounter
    from battlemap.rules.system import RuleSystem
    from battlemap.ui.printing.content import GridStyle
    from battlemap.ui.printing.pages import PageSet
    from battlemap.ui.printing.sheet import Sheet
    from battlemap.ui.theme import Theme

RESOLUTION = 1200
"""Dots per inch of the writer's own coordinates; nothing is rasterized."""


class PrintCancelledError(Exception):
    """The progress callback said to stop; nothing was written."""


def export_pdf(
    encounter: Encounter,
    system: RuleSystem,
    path: str | Path,
    *,
    paper: str | Paper = "a4",
    cell: str | float = "1in",
    orientation: str = "auto",
    overlap_mm: float = 10.0,
    margin_mm: float = 6.0,
    layers: Content | None = None,
    look: Look = Look.INK_SAVER,
    title: str | None = None,
    region: Rect | None = None,
    theme: Theme = LIGHT,
    folder: Path | None = None,
    fit: tuple[int, int] | None = None,
    grid_style: GridStyle = PLAIN_GRID,
    is_gray: bool = False,
    dpi: int = PICTURE_DPI,
    marks: PageMarks | None = None,
    skip_blank: bool = False,
    date: str = "",
    parts: Parts | None = None,
    progress: Callable[[int, int], bool] | None = None,
) -> PageSet:
    """Write the map to a PDF file at exact scale, and return its pages.

    The same map and options give the same bytes. The file appears whole or not at all.

    Parameters
    ----------
    cell
        Length of a cell: text such as ``1in``, or millimeters.
    orientation
        ``portrait``, ``landscape`` or ``auto`` (fewest pages).
    margin_mm
        What the printer leaves white on each side.
    region
        The part of the map to print, in cells; None: all of it.
    folder
        Where the map file lies, for pictures beside a bare map.json.
    fit
        Pages across and down over which the map is made as large as it fits, instead of *cell*.
    grid_style, is_gray, dpi, marks, skip_blank, date, parts
        As for ``Printout``.
    progress
        Called with the pages done and their number; returns whether to go on.

    Raises
    ------
    ValueError
        If a length or orientation can't be read, or (``LayoutError``) the map can't be laid out.
    PrintCancelledError
        If *progress* said to stop.
    OSError
        If the file can't be written.
    """
    setup = PageSetup(
        paper=find_paper(paper) if isinstance(paper, str) else paper,
        orientation=_orientation(orientation),
        cell_mm=parse_length(cell) if isinstance(cell, str) else cell,
        overlap_mm=overlap_mm,
        margins=Borders(margin_mm, margin_mm, margin_mm, margin_mm),
    )
    if fit is not None:
        grid = encounter.map.grid.grid
        setup = fitted(region or Rect(0.0, 0.0, grid.width, grid.height), setup, *fit)
    printout = Printout(
        encounter,
        system,
        setup,
        layers or Content(),
        look,
        title or "",
        region,
        theme,
        folder,
        grid_style=grid_style,
        is_gray=is_gray,
        dpi=dpi,
        marks=marks or PageMarks(),
        skip_blank=skip_blank,
        date=date,
        parts=parts or Parts(),
    )
    write_pdf(printout, Path(path), progress)
    return printout.page_set


def write_pdf(
    printout: Printout, path: Path, progress: Callable[[int, int], bool] | None = None
) -> None:
    """Write *printout* to a PDF file; see ``export_pdf``.

    Pages go to the disk one by one: a poster with its pictures is in memory once, when its boxes
    are made exact.
    """
    ensure_application()
    if not path.parent.is_dir():
        # Said before anything is drawn rather than after.
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(path.parent))
    with tempfile.TemporaryDirectory(prefix="battlemap-") as folder:
        raw = Path(folder) / "pages.pdf"
        _write_pages(printout, raw, progress)
        with raw.open("rb") as source, writing_whole(path) as target:
            make_exact(source, target, *printout.paper_size)


def _write_pages(
    printout: Printout, path: Path, progress: Callable[[int, int], bool] | None
) -> None:
    sheets = printout.sheets
    writer = QPdfWriter(str(path))
    writer.setResolution(RESOLUTION)
    writer.setPageSize(_page_size(printout))
    if printout.is_gray:
        writer.setColorModel(QPdfWriter.ColorModel.Grayscale)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(printout.heading)
    writer.setCreator(f"Battlemap {battlemap.__version__}")
    painter = QPainter(writer)
    try:
        # Line art and map pictures alike stay free of the blocks of JPEG.
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.scale(*_units(RESOLUTION))
        _paint_sheets(painter, printout, sheets, writer.newPage, progress)
    finally:
        painter.end()


def print_map(
    printout: Printout,
    parent: QWidget | None = None,
    progress: Callable[[int, int], bool] | None = None,
) -> bool:
    """Ask for a printer and print; return whether it was printed.

    A paper that is changed in the system's dialog is taken, and the map is laid out on it anew.

    Parameters
    ----------
    progress
        Called with the pages done and their number; returns whether to go on.

    Raises
    ------
    LayoutError
        If the map can't be laid out on the printer's paper.
    PrintCancelledError
        If *progress* said to stop.
    OSError
        If the printer doesn't accept the job.
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    prepare_printer(printer, printout)
    dialog = QPrintDialog(printer, parent)
    dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange, True)
    dialog.setMinMax(1, len(printout.sheets))
    if dialog.exec() != QPrintDialog.DialogCode.Accepted:
        return False
    print_on(printer, printout, progress)
    return True


def prepare_printer(printer: QPrinter, printout: Printout) -> None:
    """Set paper, orientation and title of *printer*."""
    printer.setFullPage(True)
    printer.setPageSize(_page_size(printout, upright=True))
    is_wide = printout.orientation is Orientation.LANDSCAPE
    if printout.is_gray:
        printer.setColorMode(QPrinter.ColorMode.GrayScale)
    printer.setPageOrientation(
        QPageLayout.Orientation.Landscape if is_wide else QPageLayout.Orientation.Portrait
    )
    printer.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)
    printer.setDocName(printout.heading)
    printer.setCreator(f"Battlemap {battlemap.__version__}")


def print_on(
    printer: QPrinter,
    printout: Printout,
    progress: Callable[[int, int], bool] | None = None,
) -> None:
    """Print the chosen pages on *printer*, on the paper that it is set to.

    Raises
    ------
    LayoutError
        If the map can't be laid out on the printer's paper.
    PrintCancelledError
        If *progress* said to stop.
    OSError
        If the printer doesn't accept the job.
    """
    printout = within_margins_of(printer, _on_paper_of(printer, printout))
    sheets: Sequence[Sheet] = printout.sheets
    if printer.fromPage() > 0:
        sheets = sheets[printer.fromPage() - 1 : printer.toPage()]
    painter = QPainter()
    if not painter.begin(printer):
        raise OSError("the printer does not accept the job")
    try:
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.scale(*_units(printer.resolution()))
        _paint_sheets(painter, printout, sheets, printer.newPage, progress)
    except PrintCancelledError:
        printer.abort()
        raise
    finally:
        painter.end()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it appears whole or not at all.

    Raises
    ------
    OSError
        If the folder does not exist or can't be written to.
    """
    with writing_whole(path) as file:
        file.write(data)


@contextmanager
def writing_whole(path: Path) -> Iterator[IO[bytes]]:
    """Give a file to write that takes its name at the end, or is gone if something fails.

    Raises
    ------
    OSError
        If the folder does not exist or can't be written to.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        # mkstemp keeps others out; a file to share has the usual rights.
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _paint_sheets(
    painter: QPainter,
    printout: Printout,
    sheets: Sequence[Sheet],
    new_page: Callable[[], bool],
    progress: Callable[[int, int], bool] | None,
) -> None:
    for done, sheet in enumerate(sheets):
        if progress is not None and not progress(done, len(sheets)):
            raise PrintCancelledError
        if done and not new_page():
            raise OSError("the printer does not accept another page")
        printout.paint_sheet(painter, sheet)
    if progress is not None:
        progress(len(sheets), len(sheets))


def _on_paper_of(printer: QPrinter, printout: Printout) -> Printout:
    size = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter)
    width, height = printout.paper_size
    # Drivers round to points: half a millimeter is the same paper.
    if abs(size.width() - width) < 0.5 and abs(size.height() - height) < 0.5:
        return printout
    is_wide = size.width() > size.height()
    paper = custom_paper(size.width(), size.height())._replace(
        name=printer.pageLayout().pageSize().name() or "Custom"
    )
    orientation = Orientation.LANDSCAPE if is_wide else Orientation.PORTRAIT
    return replace(printout, setup=replace(printout.setup, paper=paper, orientation=orientation))


def within_margins_of(printer: QPrinter, printout: Printout) -> Printout:
    """Return the printout with margins no narrower than what the printer leaves white."""
    layout = printer.pageLayout()
    layout.setUnits(QPageLayout.Unit.Millimeter)
    own = layout.minimumMargins()
    # The paper may lie across in the printer; each side gets the widest of all.
    widest = max(own.left(), own.top(), own.right(), own.bottom())
    margins = Borders(*(max(chosen, widest) for chosen in printout.setup.margins))
    if margins == printout.setup.margins:
        return printout
    return replace(printout, setup=replace(printout.setup, margins=margins))


def _page_size(printout: Printout, *, upright: bool = False) -> QPageSize:
    paper = printout.setup.paper
    width, height = (paper.width_mm, paper.height_mm) if upright else printout.paper_size
    return QPageSize(
        QSizeF(width, height),
        QPageSize.Unit.Millimeter,
        paper.name,
        QPageSize.SizeMatchPolicy.FuzzyMatch if upright else QPageSize.SizeMatchPolicy.ExactMatch,
    )


def _units(resolution: int) -> tuple[float, float]:
    """Return device dots in a painter unit, across and down."""
    scale = resolution / (MM_PER_INCH * UNITS)
    return scale, scale


def _orientation(text: str) -> Orientation:
    try:
        return Orientation(text.strip().lower())
    except ValueError:
        known = ", ".join(Orientation)
        raise ValueError(f"“{text}” is no orientation; choose {known}") from None

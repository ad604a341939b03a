"""What is printed: the map on its pages, and the sheets that go with it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from battlemap.ui.printing.appendix import Parts, appended
from battlemap.ui.printing.blank import is_blank
from battlemap.ui.printing.brush import UNITS, PaperBrush
from battlemap.ui.printing.content import PLAIN_GRID, Content, GridStyle, Look
from battlemap.ui.printing.furniture import Furniture, PageMarks
from battlemap.ui.printing.ink import InkMap
from battlemap.ui.printing.ink_painter import GRID_PEN_MM
from battlemap.ui.printing.map_window import paint_window
from battlemap.ui.printing.pages import PageSet, lay_out, pitch, without_pages
from battlemap.ui.printing.paper import LayoutError, Orientation, Rect
from battlemap.ui.scene.pictures import PictureStore
from battlemap.ui.theme import LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtGui import QPainter

    from battlemap.geometry.grid import Grid
    from battlemap.model.encounter import Encounter
    from battlemap.rules.system import RuleSystem
    from battlemap.ui.printing.pages import Page
    from battlemap.ui.printing.paper import PageSetup
    from battlemap.ui.theme import Theme

PICTURE_DPI = 300
"""Pixels an inch that pictures have at most, unless another number is chosen."""


class Materials:
    """What is costly to make and the same for all printouts of a document: a dialog keeps it."""

    def __init__(self) -> None:
        self._inks: dict[bool, InkMap] = {}
        self._pictures: PictureStore | None = None

    def ink(self, encounter: Encounter, *, gm: bool) -> InkMap:
        """Return the geometry of the ink-saver look."""
        kept = self._inks.get(gm)
        if kept is None or kept.encounter is not encounter:
            kept = self._inks[gm] = InkMap(encounter, gm=gm)
        return kept

    @property
    def pictures(self) -> PictureStore:
        """The decoded pictures."""
        if self._pictures is None:
            self._pictures = PictureStore()
        return self._pictures


@dataclass(frozen=True)
class Sheet:
    """One sheet of paper: a page of the map, or one that goes with it."""

    number: int
    """From 1."""
    label: str
    """The page's name in the page map (B3), or what is on it (Legend)."""
    page: Page | None = None
    """None: it doesn't show a piece of the map."""
    paint: Callable[[PaperBrush], None] | None = None
    """Draws a sheet without a piece of the map; its unit is a millimeter."""


@dataclass(frozen=True)
class Printout:
    """A map on its way to paper: what is drawn, how, and on which pages.

    Parameters
    ----------
    region
        The part of the map, in cells; None: all of it.
    folder
        Where the map file lies, for pictures beside a bare map.json.
    materials
        What earlier printouts of the same document made already.
    grid_style
        Color and width of the grid's lines.
    is_gray
        Whether colors become grays.
    dpi
        Pixels an inch that pictures have at most.
    marks
        What is drawn for cutting and gluing.
    skip_blank
        Whether pages are left out on which there is nothing but the grid.
    date
        Said in the title line; empty: none, so that the same map gives the same file on any day.
    parts
        Which sheets there are besides the map, and whether there is the map.
    """

    encounter: Encounter
    system: RuleSystem
    setup: PageSetup
    content: Content = field(default_factory=Content)
    look: Look = Look.INK_SAVER
    title: str = ""
    region: Rect | None = None
    theme: Theme = LIGHT
    folder: Path | None = None
    materials: Materials = field(default_factory=Materials, compare=False)
    grid_style: GridStyle = PLAIN_GRID
    is_gray: bool = False
    dpi: int = PICTURE_DPI
    marks: PageMarks = field(default_factory=PageMarks)
    skip_blank: bool = False
    date: str = ""
    parts: Parts = field(default_factory=Parts)

    @property
    def grid(self) -> Grid:
        """The map's grid."""
        return self.encounter.map.grid.grid

    @cached_property
    def page_set(self) -> PageSet:
        """The pages of the map; none where only other sheets are printed.

        Raises
        ------
        LayoutError
            If the map can't be laid out on this paper, or all of its pages are blank and skipped.
        """
        region = self.region or Rect(0.0, 0.0, self.grid.width, self.grid.height)
        if not self.parts.map:
            is_wide = self.setup.orientation is Orientation.LANDSCAPE
            held = Orientation.LANDSCAPE if is_wide else Orientation.PORTRAIT
            return PageSet(self.setup, held, region, 0, 0, ())
        laid = lay_out(region, self.setup, pitch=pitch(self.grid))
        if not self.skip_blank:
            return laid
        blank = {page.label for page in laid.pages if is_blank(self, page.window)}
        if len(blank) == len(laid.pages):
            raise LayoutError("there is nothing to print: all pages are blank")
        return without_pages(laid, blank)

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """Everything that is printed, in order: the map's pages, then what goes with it.

        Raises
        ------
        LayoutError
            If the map can't be laid out on this paper, or nothing is to be printed at all.
        """
        found = [Sheet(page.number, page.label, page) for page in self.page_set.pages]
        for label, paint in appended(self):
            found.append(Sheet(len(found) + 1, label, None, paint))
        if not found:
            raise LayoutError("there is nothing to print: choose the map or a sheet")
        return tuple(found)

    @property
    def orientation(self) -> Orientation:
        """How the paper is held: portrait or landscape, never auto."""
        return self.page_set.orientation

    @property
    def paper_size(self) -> tuple[float, float]:
        """Width and height of the paper as it is held, in millimeters."""
        return self.setup.paper_size(self.orientation)

    @property
    def ink(self) -> InkMap:
        """The geometry of the ink-saver look."""
        return self.materials.ink(self.encounter, gm=self.content.gm)

    @property
    def heading(self) -> str:
        """What stands in the title line."""
        return self.title or self.encounter.map.name or "Battle map"

    @property
    def occasion(self) -> str:
        """Round and date, as far as there are any: "round 3, 2 May 2026"."""
        order = self.encounter.turn_order
        return ", ".join(
            part for part in (f"round {order.round}" if order.is_running else "", self.date) if part
        )

    def paint_sheet(self, painter: QPainter, sheet: Sheet) -> None:
        """Draw one sheet; the painter's origin is the paper's corner, its unit 0.01 mm."""
        if sheet.page is not None:
            self.paint_page(painter, sheet.page)
        elif sheet.paint is not None:
            painter.save()
            sheet.paint(PaperBrush(painter))
            painter.restore()

    def paint_page(self, painter: QPainter, page: Page) -> None:
        """Draw one page; the painter's origin is the paper's corner, its unit 0.01 mm."""
        painter.save()
        bled = page.place.grown(max(self.grid_style.width_mm, GRID_PEN_MM) / 2)
        painter.setClipRect(QRectF(*(value * UNITS for value in bled)))
        paint_window(painter, self, page.window, page.place, self.setup.cell_mm)
        painter.restore()
        Furniture(PaperBrush(painter), self, page).paint()

    def of(self, encounter: Encounter, content: Content) -> Printout:
        """Return a printout of another map in the same look: a sample for the legend, or a part."""
        return replace(
            self, encounter=encounter, content=content, region=None, materials=Materials()
        )

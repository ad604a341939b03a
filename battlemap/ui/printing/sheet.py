"""One sheet of paper: the map in its place, and around it what one needs to glue and to check."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from battlemap.ui.printing.brush import UNITS, PaperBrush
from battlemap.ui.printing.color_painter import paint_color
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.furniture import Furniture
from battlemap.ui.printing.ink import InkMap, window_box
from battlemap.ui.printing.ink_painter import GRID_PEN_MM, InkPainter, fineness
from battlemap.ui.printing.ink_tokens import paint_tokens
from battlemap.ui.printing.pages import lay_out, pitch
from battlemap.ui.printing.paper import Rect
from battlemap.ui.scene.pictures import PictureStore
from battlemap.ui.theme import LIGHT

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QPainter

    from battlemap.geometry.grid import Grid
    from battlemap.model.encounter import Encounter
    from battlemap.rules.system import RuleSystem
    from battlemap.ui.printing.pages import Page, PageSet
    from battlemap.ui.printing.paper import PageSetup
    from battlemap.ui.theme import Theme


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

    @property
    def grid(self) -> Grid:
        """The map's grid."""
        return self.encounter.map.grid.grid

    @cached_property
    def page_set(self) -> PageSet:
        """The pages.

        Raises
        ------
        LayoutError
            If the map can't be laid out on this paper.
        """
        region = self.region or Rect(0.0, 0.0, self.grid.width, self.grid.height)
        return lay_out(region, self.setup, pitch=pitch(self.grid))

    @property
    def ink(self) -> InkMap:
        """The geometry of the ink-saver look."""
        return self.materials.ink(self.encounter, gm=self.content.gm)

    @property
    def heading(self) -> str:
        """What stands in the title line."""
        return self.title or self.encounter.map.name or "Battle map"

    def paint_page(self, painter: QPainter, page: Page) -> None:
        """Draw one page; the painter's origin is the paper's corner, its unit 0.01 mm."""
        painter.save()
        half_pen = GRID_PEN_MM / 2
        bled = page.place.grown(half_pen)
        painter.setClipRect(QRectF(*(value * UNITS for value in bled)))
        paint_window(painter, self, page.window, page.place, self.setup.cell_mm)
        painter.restore()
        Furniture(PaperBrush(painter), self, page).paint()


def paint_window(
    painter: QPainter, printout: Printout, window: Rect, place: Rect, cell_mm: float
) -> None:
    """Draw the part *window* of the map so that it fills *place* (millimeters) at exact scale."""
    painter.save()
    scale = cell_mm * UNITS
    painter.translate(place.x * UNITS - window.x * scale, place.y * UNITS - window.y * scale)
    ink_painter = InkPainter(painter, printout.ink, printout.content, cell_mm, window)
    if printout.look is Look.COLOR:
        paint_color(
            painter,
            printout.encounter,
            printout.system,
            printout.theme,
            printout.content,
            window,
            cell_mm,
            printout.materials.pictures,
            printout.folder,
        )
        if printout.content.cell_names:
            ink_painter.paint_names(on_picture=True)
        if printout.content.notes:
            ink_painter.paint_notes()
    else:
        ink_painter.paint()
        if printout.content.tokens:
            brush = PaperBrush(painter, cell_mm, fineness(cell_mm))
            visible = window_box(window)
            paint_tokens(brush, printout.encounter, printout.system, printout.content, visible)
    painter.restore()

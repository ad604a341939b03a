"""A window of the map on paper, in either look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.ui.printing.brush import UNITS, PaperBrush
from battlemap.ui.printing.color_painter import PIXELS_PER_INCH, paint_color, scene_rect
from battlemap.ui.printing.content import Look
from battlemap.ui.printing.ink import window_box
from battlemap.ui.printing.ink_painter import InkPainter, fineness
from battlemap.ui.printing.ink_tokens import paint_tokens
from battlemap.ui.printing.lengths import MM_PER_INCH
from battlemap.ui.printing.zones import PAPER, paint_zones
from battlemap.ui.scene.coordinates import SCENE_SCALE

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from battlemap.ui.printing.paper import Rect
    from battlemap.ui.printing.sheet import Printout


def paint_window(
    painter: QPainter, printout: Printout, window: Rect, place: Rect, cell_mm: float
) -> None:
    """Draw the part *window* of the map so that it fills *place* (millimeters) at exact scale."""
    painter.save()
    scale = cell_mm * UNITS
    painter.translate(place.x * UNITS - window.x * scale, place.y * UNITS - window.y * scale)
    content = printout.content
    ink_painter = InkPainter(painter, printout.ink, content, cell_mm, window, printout.grid_style)
    if printout.look is Look.COLOR:
        paint_color(
            painter,
            printout.encounter,
            printout.system,
            printout.theme,
            content,
            window,
            cell_mm,
            printout.materials.pictures,
            printout.folder,
            printout.grid_style,
            printout.dpi,
        )
        if content.cell_names:
            ink_painter.paint_names(on_picture=True)
        if content.notes or content.templates:
            ink_painter.paint_notes()
    else:
        ink_painter.paint(lambda: paint_ink_zones(painter, printout, window, cell_mm))
        if content.tokens:
            brush = PaperBrush(painter, cell_mm, fineness(cell_mm))
            visible = window_box(window)
            paint_tokens(brush, printout.encounter, printout.system, content, visible)
    painter.restore()


def paint_ink_zones(painter: QPainter, printout: Printout, window: Rect, cell_mm: float) -> None:
    """Draw reach and arcs in grays; the painter's origin is the map's, its unit 0.01 mm."""
    painter.save()
    painter.scale(cell_mm * UNITS / SCENE_SCALE, cell_mm * UNITS / SCENE_SCALE)
    paint_zones(
        painter,
        printout.encounter,
        printout.system,
        PAPER,
        printout.content,
        scene_rect(window.grown(0.25)),
        paper_unit(cell_mm),
    )
    painter.restore()


def paper_unit(cell_mm: float) -> float:
    """Return scene units in a pixel of type, where a cell is so long on paper."""
    return SCENE_SCALE * MM_PER_INCH / (cell_mm * PIXELS_PER_INCH)

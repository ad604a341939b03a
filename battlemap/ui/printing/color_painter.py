"""The map in full color on paper: the same drawing as on the screen, as vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from battlemap.ui.printing.brush import UNITS
from battlemap.ui.printing.content import PLAIN_GRID
from battlemap.ui.printing.ink_painter import fineness
from battlemap.ui.printing.lengths import MM_PER_INCH
from battlemap.ui.printing.zones import paint_zones
from battlemap.ui.scene.coordinates import SCENE_SCALE
from battlemap.ui.scene.painter import Layers, paint_map

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtGui import QPainter

    from battlemap.model.encounter import Encounter
    from battlemap.rules.system import RuleSystem
    from battlemap.ui.printing.content import Content, GridStyle
    from battlemap.ui.printing.paper import Rect
    from battlemap.ui.scene.pictures import PictureStore
    from battlemap.ui.scene.sheet import Sheet
    from battlemap.ui.theme import Theme

PIXELS_PER_INCH = 96.0
"""Type and strokes are as large on paper as a pixel of type is in CSS."""


def map_layers(
    content: Content,
    grid: GridStyle = PLAIN_GRID,
    *,
    inch: float = PIXELS_PER_INCH,
    dpi: int | None = None,
) -> Layers:
    """Return the layers of the map's own drawing that *content* and *grid* ask for.

    Parameters
    ----------
    inch
        Pixels of type in what counts as an inch for the grid's lines.
    """
    return Layers(
        picture=content.picture,
        grid=content.grid,
        terrain=content.terrain,
        elevation=content.elevation,
        walls=content.walls,
        tokens=content.tokens,
        names=content.token_names,
        facing=content.facing,
        gm=content.gm,
        coordinates=content.cell_names,
        notes=content.notes,
        areas=content.templates,
        health=content.health,
        grid_color=grid.color,
        grid_width=(grid.width_mm / MM_PER_INCH * inch) or 1.0,
        dpi=dpi,
    )


def paint_color(
    painter: QPainter,
    encounter: Encounter,
    system: RuleSystem,
    theme: Theme,
    content: Content,
    window: Rect,
    cell_mm: float,
    pictures: PictureStore,
    folder: Path | None = None,
    grid: GridStyle = PLAIN_GRID,
    dpi: int | None = None,
) -> None:
    """Draw a window of a map; the painter's origin is the map's, its unit 0.01 mm.

    Parameters
    ----------
    grid
        Color and width of the grid's lines.
    dpi
        How many pixels an inch pictures have at most.
    """
    painter.save()
    painter.scale(cell_mm * UNITS / SCENE_SCALE, cell_mm * UNITS / SCENE_SCALE)
    cell_px = cell_mm / MM_PER_INCH * PIXELS_PER_INCH
    paint_map(
        painter,
        encounter,
        system,
        theme,
        # Names and notes go on plates of their own: paper has no tool tips, and any picture.
        map_layers(
            content.without("cell_names", "notes", "templates"),
            grid,
            # As in the ink saver, small cells have thinner lines.
            inch=PIXELS_PER_INCH * fineness(cell_mm),
            dpi=dpi,
        ),
        rect=scene_rect(window),
        unit=SCENE_SCALE / cell_px,
        pictures=pictures,
        folder=folder,
        below_tokens=zones_below(encounter, system, content),
    )
    painter.restore()


def zones_below(
    encounter: Encounter, system: RuleSystem, content: Content
) -> Callable[[Sheet], None]:
    """Return what draws reach and arcs before the tokens stand on them."""

    def paint(sheet: Sheet) -> None:
        paint_zones(sheet.painter, encounter, system, sheet.theme, content, sheet.rect, sheet.unit)

    return paint


def scene_rect(window: Rect) -> QRectF:
    """Return a window of the map (in cells) in scene units."""
    return QRectF(*(value * SCENE_SCALE for value in window))

"""The whole map in one drawing: what the window, the exported picture and the paper share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from battlemap.geometry.footprint import footprint
from battlemap.ui.scene.coordinates import SCENE_SCALE, SHEET_PIXEL, map_rect, to_scene
from battlemap.ui.scene.floor import paint_coordinates, paint_floor, paint_grid, paint_void
from battlemap.ui.scene.heights import paint_elevation, paint_height_numbers
from battlemap.ui.scene.notes import AREA, paint_notes
from battlemap.ui.scene.obstacles import paint_obstacles
from battlemap.ui.scene.pictures import PictureStore, scaled_once
from battlemap.ui.scene.sheet import INK_SAVER, Sheet
from battlemap.ui.scene.terrain import paint_hazard_signs, paint_terrain
from battlemap.ui.scene.token_art import draw_token
from battlemap.ui.scene.token_look import disc, look_of
from battlemap.ui.scene.token_names import Named, lay_token_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from PySide6.QtGui import QImage

    from battlemap.geometry.cell import Cell
    from battlemap.model.battle_map import Mark
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.system import RuleSystem
    from battlemap.ui.scene.pictures import Picture
    from battlemap.ui.theme import Theme

PRINT_DPI = 300
"""Pictures on paper have at least so many pixels an inch where their source has."""

__all__ = ["Layers", "Sheet", "paint_ground", "paint_map", "stacking"]


@dataclass(frozen=True)
class Layers:
    """What of the map is drawn."""

    void: bool = False
    """Fill what lies outside the map as well."""
    picture: bool = True
    grid: bool = True
    terrain: bool = True
    elevation: bool = True
    walls: bool = True
    """Walls, doors, windows and props."""
    tokens: bool = True
    names: bool = True
    """Name and height plates of tokens."""
    facing: bool = True
    health: bool = True
    """Health bars and conditions."""
    gm: bool = True
    """Hidden tokens, secret doors, and notes for the GM."""
    notes: bool = True
    """Notes and drawings; those for the GM only with ``gm``."""
    areas: bool = True
    """Areas that were left on the map; those for the GM only with ``gm``."""
    coordinates: bool = False
    """Each cell's own name."""
    ink_saver: bool = False
    """White paper, outlines and signs; no picture."""
    grid_color: str = ""
    """Color of the grid's lines; empty: the theme's, or one that suits the picture."""
    grid_width: float = 1.0
    """Width of the grid's lines in pixels of type."""
    dpi: int | None = None
    """For paper: pictures get so many pixels an inch at most, in one step, and drawings are drawn
    as lines. None, for pixels: the nearest ready copy."""


def paint_map(
    painter: QPainter,
    encounter: Encounter,
    system: RuleSystem,
    theme: Theme,
    layers: Layers = Layers(),
    *,
    rect: QRectF | None = None,
    unit: float = SHEET_PIXEL,
    pictures: PictureStore | None = None,
    folder: Path | None = None,
    below_tokens: Callable[[Sheet], None] | None = None,
) -> None:
    """Draw the map in scene units (100 to a cell, from the map's top-left), as vectors.

    Parameters
    ----------
    painter
        Already moved and scaled to the place where the map is to stand.
    system
        Says which tokens are out, and how healthy they are.
    theme
        Colors; the ink saver brings its own.
    layers
        What is drawn.
    rect
        The part that is needed, in scene units; None: the whole map.
    unit
        Scene units in one pixel of type: 100 / 60 makes type as large as on a screen with 60
        pixels a cell.
    pictures
        Decoded pictures to share; None decodes them for this drawing.
    folder
        Where the map file lies, for pictures beside a bare map.json.
    below_tokens
        Draws more on the map, before the tokens stand on it.
    """
    area = rect if rect is not None else map_rect(encounter.map.grid.grid)
    if layers.ink_saver:
        theme = INK_SAVER
        layers = replace(layers, picture=False)
    store = pictures if pictures is not None else PictureStore()
    sheet = Sheet(painter, theme, area, unit, layers.ink_saver)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    paint_ground(sheet, encounter, layers, store, folder, wait=True)
    if layers.walls:
        pictured = layers.picture and encounter.map.background is not None
        paint_obstacles(sheet, encounter.map.obstacles, gm=layers.gm, pictured=pictured)
    if layers.elevation:
        occupied = occupied_cells(encounter, gm=layers.gm) if layers.tokens else frozenset()
        paint_height_numbers(sheet, encounter.map, occupied, tokens_tell=layers.names)
    if layers.coordinates:
        paint_coordinates(sheet, encounter.map.grid.grid)
    if layers.notes or layers.areas:
        paint_notes(sheet, wanted_marks(encounter.map.marks, layers), gm=layers.gm)
    if below_tokens is not None:
        below_tokens(sheet)
    if layers.tokens:
        _paint_tokens(sheet, encounter, system, layers, store, folder)
    painter.restore()


def paint_ground(
    sheet: Sheet,
    encounter: Encounter,
    layers: Layers,
    pictures: PictureStore,
    folder: Path | None,
    *,
    wait: bool = False,
) -> None:
    """Draw what lies under tokens and walls: floor, picture, terrain, heights and grid.

    A picture that isn't decoded yet is left out unless *wait*.
    """
    battle_map = encounter.map
    grid = battle_map.grid.grid
    if layers.void:
        paint_void(sheet)
    background = battle_map.background
    paint_floor(sheet, grid, is_hidden=layers.picture and background is not None)
    line_color = ""
    if layers.picture and background is not None:
        picture = pictures.get(background.asset, encounter.assets, folder, wait=wait)
        if picture is not None:
            target = QRectF(
                background.offset_x * SCENE_SCALE,
                background.offset_y * SCENE_SCALE,
                (background.width or grid.width) * SCENE_SCALE,
                (background.height or grid.height) * SCENE_SCALE,
            )
            if target.intersects(sheet.rect):
                _paint_background(sheet, picture, target, layers.dpi)
            line_color = picture.line_color
    if layers.terrain:
        paint_terrain(sheet, battle_map)
    if layers.elevation:
        paint_elevation(sheet, battle_map)
    if layers.grid:
        paint_grid(sheet, grid, layers.grid_color or line_color, layers.grid_width)
    if layers.terrain:
        paint_hazard_signs(sheet, battle_map)


def wanted_marks(marks: Mapping[str, Mark], layers: Layers) -> Mapping[str, Mark]:
    """Return the marks that *layers* ask for: areas, or notes and drawings, or all of them."""
    if layers.notes and layers.areas:
        return marks
    return {key: mark for key, mark in marks.items() if (mark.kind == AREA) is layers.areas}


def occupied_cells(encounter: Encounter, *, gm: bool) -> frozenset[Cell]:
    """Return the cells on which tokens are drawn."""
    grid = encounter.map.grid.grid
    return frozenset(
        cell
        for token in encounter.tokens.values()
        if gm or not token.hidden
        for cell in footprint(grid, token.at, token.size, token.turned)
    )


def _paint_background(
    sheet: Sheet, picture: Picture, target: QRectF, dpi: int | None = None
) -> None:
    device = sheet.painter.device()
    pixels = sheet.painter.worldTransform().mapRect(target).width() * device.devicePixelRatioF()
    # A printer has far more dots than a picture needs.
    pixels *= min(1.0, PRINT_DPI / max(1, device.logicalDpiX()))
    image = picture.level_for(pixels) if dpi is None else picture.levels[0]
    across, down = target.width() / image.width(), target.height() / image.height()
    shown = target.intersected(sheet.rect).translated(-target.topLeft())
    # Whole pixels of the picture: paper writers cut at them, and must not shift what they cut.
    part = (
        QRectF(
            shown.left() / across, shown.top() / down, shown.width() / across, shown.height() / down
        )
        .toAlignedRect()
        .intersected(image.rect())
    )
    place = QRectF(
        target.left() + part.left() * across,
        target.top() + part.top() * down,
        part.width() * across,
        part.height() * down,
    )
    sheet.painter.setBrush(Qt.BrushStyle.NoBrush)
    if dpi is None:
        sheet.painter.drawImage(place, image, QRectF(part))
        return
    inches = sheet.painter.worldTransform().mapRect(place).size() / max(1, device.logicalDpiX())
    sheet.painter.drawImage(place, scaled_once(image.copy(part), inches * dpi))


def stacking(system: RuleSystem, token: Token) -> tuple[bool, int, int]:
    """Return the order in which tokens are drawn: the dead lowest, then the large ones."""
    return not system.is_out(token), -token.size, 0


def _paint_tokens(
    sheet: Sheet,
    encounter: Encounter,
    system: RuleSystem,
    layers: Layers,
    pictures: PictureStore,
    folder: Path | None,
) -> None:
    grid = encounter.map.grid.grid
    shown = [token for token in encounter.tokens.values() if layers.gm or not token.hidden]
    looks = {one.id: replace(look_of(encounter, system, one), active=False) for one in shown}
    names = lay_token_names(
        (Named(one.id, looks[one.id], disc(grid, one)[0], looks[one.id].name) for one in shown),
        sheet.cell_px,
    )
    for token in sorted(shown, key=lambda t: stacking(system, t)):
        center, radius = disc(grid, token)
        place = to_scene(center)
        reach = (radius + 1) * SCENE_SCALE
        if not sheet.rect.adjusted(-reach, -reach, reach, reach).contains(place):
            continue
        at = names[token.id]
        look = replace(
            looks[token.id], name_above=at.is_above, name_shift=at.shift, name_shown=at.text
        )
        if not layers.health:
            look = replace(look, health=None, conditions=())
        picture = pictures.get(token.art, encounter.assets, folder, wait=True)
        sheet.painter.save()
        sheet.painter.translate(place)
        sheet.painter.scale(sheet.unit, sheet.unit)
        draw_token(
            sheet.painter,
            look,
            sheet.cell_px,
            sheet.theme,
            _art_for(sheet, picture, radius, layers.dpi) if picture is not None else None,
            names=layers.names,
            facing=layers.facing,
            drawing=picture.drawing if picture is not None and layers.dpi is not None else None,
        )
        sheet.painter.restore()


def _art_for(sheet: Sheet, picture: Picture, radius: float, dpi: int | None) -> QImage:
    """Return a token's picture as large as its disc needs it; *radius* in cells."""
    if dpi is None:
        return picture.level_for(4 * radius * sheet.cell_px)
    transform, image = sheet.painter.worldTransform(), picture.levels[0]
    dots = 2 * radius * SCENE_SCALE * transform.mapRect(QRectF(0, 0, 1, 1)).width()
    pixels = dots / max(1, sheet.painter.device().logicalDpiX()) * dpi
    return scaled_once(
        image, image.size().toSizeF() * (pixels / min(image.width(), image.height()))
    )

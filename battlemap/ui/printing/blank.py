"""Pages on which there is nothing but the grid, so that they need not be printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely
from PySide6.QtGui import QImage
from shapely.geometry import LineString, Polygon

from battlemap.geometry.footprint import footprint
from battlemap.model.obstacle import Prop
from battlemap.tactics.board import Board
from battlemap.ui.printing.content import Look
from battlemap.ui.printing.ink import WALL_HALF, cell_union, window_box
from battlemap.ui.printing.zones import threat_zones
from battlemap.ui.scene.notes import AREA, shown_marks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

    from battlemap.geometry.cell import Cell
    from battlemap.model.terrain import Layer
    from battlemap.ui.printing.paper import Rect
    from battlemap.ui.printing.sheet import Printout

SAME_TONE = 8
"""Colors of a picture that differ by no more than this, of 255, are one: black beside a dungeon."""

SAMPLE_PIXELS = 12
"""Pixels of a cell at which a picture is looked at."""

_ROOM = {"token": 0.6, "note": 1.0}
"""How far names and cards stand out, in cells."""


def is_blank(printout: Printout, window: Rect) -> bool:
    """Tell whether nothing but the grid and names of cells shows in *window* of the map."""
    # Shrunk by a hair: what only touches the page's border is printed on the next page.
    shown = window_box(window, -1e-6)
    shapely.prepare(shown)
    if any(shown.intersects(thing) for thing in _things(printout)):
        return False
    return printout.look is not Look.COLOR or not _has_picture(printout, window)


def _things(printout: Printout) -> Iterator[BaseGeometry]:
    """Yield the area of everything that is drawn on the ground."""
    encounter, content = printout.encounter, printout.content
    battle_map, grid = encounter.map, printout.grid
    if content.walls:
        for obstacle in battle_map.obstacles.values():
            if isinstance(obstacle, Prop):
                yield Polygon(obstacle.outline).buffer(0)
            else:
                yield LineString([obstacle.start, obstacle.end]).buffer(WALL_HALF)
    for mark in shown_marks(battle_map.marks, gm=content.gm):
        if content.templates if mark.kind == AREA else content.notes:
            yield shapely.MultiPoint(mark.points).convex_hull.buffer(_ROOM["note"])
    tokens = [t for t in encounter.tokens.values() if content.gm or not t.hidden]
    if content.tokens:
        for token in tokens:
            cells = footprint(grid, token.at, token.size, token.turned)
            yield cell_union(grid, cells).buffer(_ROOM["token"])
    covered: set[Cell] = set()
    if content.terrain:
        covered.update(_filled(printout, battle_map.terrain))
    if content.elevation:
        covered.update(_filled(printout, battle_map.elevation))
    if content.reach:
        for zone in threat_zones(Board.of(encounter, printout.system), tokens):
            covered.update(zone.cells)
    for cell in sorted(covered):
        yield Polygon(grid.corners(cell))


def _filled(printout: Printout, layer: Layer) -> Iterator[Cell]:
    rows, columns = np.nonzero(layer.values)
    for row, column in zip(rows, columns, strict=True):
        yield printout.grid.from_offset(int(column), int(row))


def _has_picture(printout: Printout, window: Rect) -> bool:
    """Tell whether the map's picture shows more than one color in *window*."""
    background = printout.encounter.map.background
    if background is None or not printout.content.picture:
        return False
    picture = printout.materials.pictures.get(
        background.asset, printout.encounter.assets, printout.folder, wait=True
    )
    if picture is None:
        return False
    grid = printout.grid
    across, down = background.width or grid.width, background.height or grid.height
    image = picture.level_for(across * SAMPLE_PIXELS)
    left, right = (
        int(np.clip((x - background.offset_x) / across * image.width(), 0, image.width()))
        for x in (window.x, window.right)
    )
    top, bottom = (
        int(np.clip((y - background.offset_y) / down * image.height(), 0, image.height()))
        for y in (window.y, window.bottom)
    )
    if right - left < 2 or bottom - top < 2:
        return False
    # A pixel at the rim is blended with what is beyond it.
    part = image.copy(left, top, right - left, bottom - top)
    # Held, because the array looks at its memory.
    plain = part.convertToFormat(QImage.Format.Format_RGBA8888)
    pixels = np.frombuffer(plain.constBits(), dtype=np.uint8)
    pixels = pixels.reshape(part.height(), part.width(), 4)[1:-1, 1:-1].reshape(-1, 4)
    if pixels.size == 0:
        return False
    spread = pixels.max(axis=0).astype(int) - pixels.min(axis=0)
    return bool(pixels[:, 3].max() > 0 and spread.max() > SAME_TONE)

"""Small pieces of map drawn by themselves: a sign for the legend, a token for its sheet."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath

from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.ui.printing.content import Content
from battlemap.ui.printing.map_window import paint_window
from battlemap.ui.printing.paper import Rect
from battlemap.ui.scene.token_look import disc

if TYPE_CHECKING:
    from battlemap.geometry.grid import Grid
    from battlemap.model.token import Token
    from battlemap.ui.printing.brush import PaperBrush
    from battlemap.ui.printing.sheet import Printout

BEYOND_RING = 0.12
"""How far a token's ring and its spikes reach beyond the middle of the ring, in cells."""


def sample_spec(printout: Printout, columns: int, rows: int) -> GridSpec:
    """Return an empty grid of the same kind as the map's."""
    return GridSpec(printout.grid.kind, columns, rows, printout.encounter.map.grid.feet_per_cell)


def paint_sample(
    brush: PaperBrush,
    printout: Printout,
    battle_map: BattleMap,
    window: Rect,
    place: Rect,
    *tokens: Token,
    content: Content,
) -> None:
    """Draw a small map of its own so that *window* of it fills the width of *place*.

    Parameters
    ----------
    window
        In cells.
    place
        On the page, in millimeters.
    """
    document = Encounter(
        map=battle_map,
        tokens=MappingProxyType({token.id: token for token in tokens}),
        assets=printout.encounter.assets,
    )
    painter = brush.painter
    painter.save()
    painter.setClipRect(brush.rect(*place), Qt.ClipOperation.IntersectClip)
    paint_window(painter, printout.of(document, content), window, place, place.width / window.width)
    painter.restore()


def token_alone(
    printout: Printout, token: Token
) -> tuple[BattleMap, Token, tuple[float, float], float]:
    """Return an empty map with *token* in its middle, the disc's center, and its radius in cells.

    It lies on level ground, hidden from nobody.
    """
    side = 2 * max(token.size, 1) + 3
    spec = sample_spec(printout, side, side)
    grid: Grid = spec.grid
    at = grid.from_offset(max(token.size, 1), max(token.size, 1))
    alone = replace(token, at=at, hidden=False, elevation_feet=None)
    center, radius = disc(grid, alone)
    return BattleMap(spec), alone, (center.x, center.y), radius


def paint_disc(
    brush: PaperBrush, printout: Printout, token: Token, x: float, y: float, radius_mm: float
) -> None:
    """Draw the disc of a token, ring and picture or initials, with its middle at x, y (mm)."""
    battle_map, alone, (cx, cy), radius = token_alone(printout, token)
    # Who is down on the map stands on the sheet: the same figure is used again.
    alone = replace(alone, conditions=frozenset())
    full = radius + BEYOND_RING
    window = Rect(cx - full, cy - full, 2 * full, 2 * full)
    place = Rect(x - radius_mm, y - radius_mm, 2 * radius_mm, 2 * radius_mm)
    white = replace(printout, theme=replace(printout.theme, paper="#FFFFFF"))
    path = QPainterPath()
    path.addEllipse(brush.at(x, y), radius_mm * brush.scale, radius_mm * brush.scale)
    painter = brush.painter
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    paint_sample(
        brush, white, battle_map, window, place, alone, content=Content.of("tokens", "picture")
    )
    painter.restore()

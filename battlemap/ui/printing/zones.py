"""Reach and arcs on paper: the cells that each side threatens, and where each token is open.

Both are drawn by the overlays of the window, so that paper and screen can't disagree.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.grid import GridKind
from battlemap.model.token import ALLY, FOE, PARTY
from battlemap.tactics.board import Board
from battlemap.tactics.threat import threatened
from battlemap.ui.overlays.arc_overlay import ArcBand, ArcOverlay
from battlemap.ui.overlays.threat_overlay import MINE, THEIRS, ThreatOverlay, Zone
from battlemap.ui.scene.coordinates import SCENE_SCALE
from battlemap.ui.scene.sheet import INK_SAVER
from battlemap.ui.scene.token_look import disc

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.system import RuleSystem
    from battlemap.ui.printing.content import Content
    from battlemap.ui.theme import Theme

PAPER = replace(
    INK_SAVER,
    casing="#FFFFFF",
    plate="#FFFFFF",
    on_plate="#111111",
    ink="#111111",
    party="#A8A8A8",
    foe="#808080",
    arc="#707070",
    rear="#8A8A8A",
    shortest="#111111",
    flank="#444444",
    sight="#444444",
    cover="#707070",
    good="#444444",
    bad="#111111",
)
"""The overlays' colors in the ink saver: hatches and edges in grays."""

_INNER, _OUTER = 0.16, 0.4
"""From the token's ring to its band of arcs and to the band's far edge, in cells."""


class PaperArcs(ArcOverlay):
    """The arcs of one token as a band that is narrow enough for neighbors to have theirs."""

    def limits(self) -> tuple[float, float]:
        """Return the radii of the band's inner and outer edge, in scene units."""
        if self.band is None:
            return 0.0, 0.0
        ring = self.band.radius * SCENE_SCALE
        return ring + _INNER * SCENE_SCALE, ring + _OUTER * SCENE_SCALE


def paint_zones(
    painter: QPainter,
    encounter: Encounter,
    system: RuleSystem,
    theme: Theme,
    content: Content,
    rect: QRectF,
    unit: float,
    only: Container[str] | None = None,
) -> None:
    """Draw threatened cells and arcs, as far as *content* asks for them; scene units.

    Parameters
    ----------
    rect
        The part that is needed, in scene units.
    unit
        Scene units in a pixel of type.
    only
        Ids of the tokens whose reach and arcs are drawn; None: all.
    """
    if not (content.reach or content.arcs):
        return
    board = Board.of(encounter, system)
    tokens = [
        token
        for token in encounter.tokens.values()
        if (content.gm or not token.hidden) and (only is None or token.id in only)
    ]
    if content.reach:
        threats = ThreatOverlay(theme)
        threats.set_unit(unit)
        threats.show_zones(board.grid, threat_zones(board, tokens))
        threats.draw(painter, rect)
    if content.arcs and board.conventions.has_facing:
        arcs = PaperArcs(theme)
        arcs.set_unit(unit)
        for band in arc_bands(board, tokens):
            arcs.show_band(band)
            if arcs.boundingRect().intersects(rect):
                arcs.draw(painter, rect)


def threat_zones(board: Board, tokens: list[Token]) -> Iterator[Zone]:
    """Yield what party and allies threaten together, and what the foes do; neutrals strike nobody.

    Where one token of a side stands, others of its side may reach all the same.
    """
    for kind, sides in ((MINE, (PARTY, ALLY)), (THEIRS, (FOE,))):
        cells: frozenset[Cell] = frozenset()
        for token in tokens:
            if token.side in sides:
                cells = cells.union(*threatened(board, token.id).values())
        yield Zone(kind, cells, kind, is_full=True)


def arc_bands(board: Board, tokens: list[Token]) -> Iterator[ArcBand]:
    """Yield the arcs of each token that still stands."""
    conventions = board.conventions
    square = board.grid.kind is GridKind.SQUARE
    for token in tokens:
        if board.reading.is_out(token):
            continue
        center, radius = disc(board.grid, token)
        yield ArcBand(
            center,
            radius,
            token.facing,
            conventions.square_front_half if square else conventions.hex_front_half,
            conventions.square_side_half if square else conventions.hex_side_half,
        )

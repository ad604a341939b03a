"""Front, side and rear of one token as seen from another, and as cells for drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.angle import EPSILON, Arc, arc_of, bearing, relative
from battlemap.geometry.grid import GridKind
from battlemap.geometry.shapes import space
from battlemap.tactics.conventions import ArcCells
from battlemap.tactics.facts import ArcFact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from battlemap.geometry.cell import Cell, Point
    from battlemap.tactics.board import Board
    from battlemap.tactics.conventions import Conventions

_BETTER = {Arc.FRONT: 0, Arc.SIDE: 1, Arc.REAR: 2}
"""The lower, the better for the defender."""


def halves(kind: GridKind, conventions: Conventions) -> tuple[float, float]:
    """Return half the front arc, and half of front and sides together, in degrees."""
    if kind is GridKind.SQUARE:
        return conventions.square_front_half, conventions.square_side_half
    return conventions.hex_front_half, conventions.hex_side_half


def arc_toward(board: Board, target_id: str, attacker_id: str) -> ArcFact:
    """Return in which arc of the target the attacker lies.

    The attacker's cell nearest to the target decides; of equally near ones the arc that is best
    for the defender, as on an exact border (the conventions may turn both round, or let all cells
    decide). An attacker in the target's very center lies in front.
    """
    return arc_of_cells(board, target_id, board.cells_of(attacker_id))


def arc_of_cells(board: Board, target_id: str, cells: Sequence[Cell]) -> ArcFact:
    """Return in which arc of the target a space lies (see ``arc_toward``)."""
    target = board.token(target_id)
    own = board.cells_of(target_id)
    apex = board.grid.centroid(own)
    which = board.conventions.arc_cells
    deciding = _nearest(board, cells, own) if which is ArcCells.NEAREST else cells
    found = [_fact(board, apex, target.facing, cell) for cell in deciding]
    helps_attackers = which is ArcCells.BEST_FOR_ATTACKER or (
        which is ArcCells.NEAREST and board.conventions.borders_of_arcs_help_attackers
    )
    sign = -1 if helps_attackers else 1

    def rank(fact: ArcFact) -> tuple[int, float]:
        return sign * _BETTER[fact.arc or Arc.FRONT], sign * abs(fact.bearing)

    return min(found, key=rank)


def _nearest(board: Board, cells: Sequence[Cell], own: Sequence[Cell]) -> list[Cell]:
    metric = board.conventions.diagonals
    near = {cell: min(board.grid.distance(cell, other, metric) for other in own) for cell in cells}
    least = min(near.values())
    return [cell for cell, far in near.items() if far == least]


def _fact(board: Board, apex: Point, facing: float, cell: Cell) -> ArcFact:
    place = board.grid.center(cell)
    same = abs(place.x - apex.x) < 1e-9 and abs(place.y - apex.y) < 1e-9
    seen = 0.0 if same else relative(bearing(apex, place), facing)
    if not board.conventions.has_facing:
        return ArcFact(None, seen, cell, apex, facing)
    front, side = halves(board.grid.kind, board.conventions)
    if board.conventions.borders_of_arcs_help_attackers:
        # What lies on a border lies beyond it.
        front, side = front - 2 * EPSILON, side - 2 * EPSILON
    return ArcFact(arc_of(seen, front, side), seen, cell, apex, facing)


def arc_cells(board: Board, token_id: str, steps: int = 1) -> Mapping[Arc, tuple[Cell, ...]]:
    """Return the cells on the map within *steps* of a token's space, by the arc they lie in.

    Without facing all cells are in no arc, and the three are empty.
    """
    own = set(board.cells_of(token_id))
    around = {
        cell
        for start in own
        for cell in board.grid.disc(start, steps)
        if cell in board.grid and cell not in own
    }
    found: dict[Arc, list[Cell]] = {arc: [] for arc in Arc}
    for cell in sorted(around, key=lambda c: (c.r, c.q)):
        arc = arc_of_cells(board, token_id, [cell]).arc
        if arc is not None:
            found[arc].append(cell)
    return {arc: tuple(cells) for arc, cells in found.items()}


def arc_regions(
    board: Board, token_id: str, steps: int = 1
) -> Mapping[Arc, tuple[tuple[Point, ...], ...]]:
    """Return the outlines of each arc's cells within *steps*, in map units, for drawing."""
    return {
        arc: space(board.grid, cells).outlines if cells else ()
        for arc, cells in arc_cells(board, token_id, steps).items()
    }

"""Low walls and solid things that a route climbs over: obstacles that don't block movement."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from battlemap.geometry.rays import segments_meet
from battlemap.model.obstacle import CoverGrade, Prop, Wall

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.geometry.cell import LatticePoint
    from battlemap.geometry.rays import Segment
    from battlemap.model.obstacle import Obstacle
    from battlemap.tactics.board import Board
    from battlemap.tactics.path import Path


@dataclass(frozen=True)
class Hurdle:
    """One obstacle that a step crosses."""

    step: int
    """Counts from 1."""
    obstacle: str
    name: str


def hurdles(board: Board, token_id: str, path: Path) -> tuple[Hurdle, ...]:
    """Return the obstacles that *path* crosses from center to center, each once, in order.

    Walls and fences count that can be crossed, and props that one could climb onto: those that
    give major cover or more. Foliage (minor cover) is walked through; whoever stands on a prop
    already doesn't climb it again.
    """
    things = [(thing, _edges(board, thing)) for thing in _low(board)]
    if not things:
        return ()
    token, grid = board.token(token_id), board.grid
    places = [grid.lattice(grid.centroid(board.cells_at(token, cell))) for cell in path.cells]
    seen: set[str] = set()
    found = []
    for step, (start, end) in enumerate(pairwise(places), start=1):
        for thing, edges in things:
            if thing.id in seen or not any(segments_meet(start, end, a, b) for a, b in edges):
                continue
            seen.add(thing.id)
            if isinstance(thing, Prop) and _is_inside(start, edges):
                continue
            name = thing.name if isinstance(thing, Prop) and thing.name else thing.id
            found.append(Hurdle(step, thing.id, name))
    return tuple(found)


def _low(board: Board) -> Iterator[Wall | Prop]:
    for thing in board.encounter.map.obstacles.values():
        if not isinstance(thing, Wall | Prop) or thing.blocks_move:
            continue
        if isinstance(thing, Wall) or thing.cover >= CoverGrade.MAJOR:
            yield thing


def _edges(board: Board, thing: Obstacle) -> list[Segment]:
    if isinstance(thing, Prop):
        ring = [board.grid.lattice(point) for point in thing.outline]
        return list(zip(ring, (*ring[1:], ring[0]), strict=True))
    return [(board.grid.lattice(thing.start), board.grid.lattice(thing.end))]


def _is_inside(point: LatticePoint, edges: list[Segment]) -> bool:
    """Tell whether a ray to the right leaves the ring an odd number of times."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in edges:
        if (ay > y) != (by > y):
            # Where the edge passes the height of the point, without dividing.
            turn = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
            if (turn > 0) == (by > ay):
                inside = not inside
    return inside

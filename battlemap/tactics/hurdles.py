"""Low walls and solid things that a route climbs over: obstacles that don't block movement."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import shapely

from battlemap.model.obstacle import CoverGrade, Prop, Wall

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board
    from battlemap.tactics.mover import Mover
    from battlemap.tactics.path import Path


@dataclass(frozen=True)
class Hurdle:
    """One obstacle that a step crosses."""

    step: int
    """Counts from 1."""
    obstacle: str
    name: str
    cell: Cell
    """The anchor's cell that the step enters."""


def hurdles(
    board: Board, token_id: str, path: Path, mover: Mover | None = None
) -> tuple[Hurdle, ...]:
    """Return the obstacles that *path* crosses, in order of steps, then in the map's order.

    Walls and fences count that can be crossed, one-way walls too, and props that one could climb
    onto: those that give major cover or more. Foliage (minor cover) is walked through. A step
    crosses what meets the hull of the centers of the token's cells before and after it and not
    their hull before it: whoever is on a prop or astride a fence already doesn't climb it again.
    What a jump leads over isn't climbed; a *mover* off the ground climbs nothing.
    """
    things = list(_low(board))
    if not things or path.steps == 0 or (mover and not mover.footing.is_on_the_ground):
        return ()
    shapes = np.array([_shape(board, thing) for thing in things])
    token = board.token(token_id)
    spaces = [board.cells_at(token, cell) for cell in path.cells]
    before = _met(board, [(space,) for space in spaces[:-1]], shapes)
    crossed = _met(board, list(pairwise(spaces)), shapes) & ~before
    return tuple(
        Hurdle(index + 1, things[number].id, _name(things[number]), path.cells[index + 1])
        for index, number in np.argwhere(crossed).tolist()
        if index + 1 not in path.jumps
    )


def _low(board: Board) -> Iterator[Wall | Prop]:
    for thing in board.encounter.map.obstacles.values():
        if isinstance(thing, Wall):
            if not thing.blocks_move or thing.one_way:
                yield thing
        elif isinstance(thing, Prop) and not thing.blocks_move and thing.cover >= CoverGrade.MAJOR:
            yield thing


def _name(thing: Wall | Prop) -> str:
    return thing.name if isinstance(thing, Prop) and thing.name else thing.id


def _shape(board: Board, thing: Wall | Prop) -> shapely.Geometry:
    """Return an obstacle in the integer frame of the grid; a prop with all that it covers."""
    if isinstance(thing, Wall):
        return shapely.linestrings([board.grid.lattice(thing.start), board.grid.lattice(thing.end)])
    ring = shapely.polygons([board.grid.lattice(point) for point in thing.outline])
    return shapely.make_valid(ring)


def _met(
    board: Board, spaces: Sequence[Sequence[Sequence[Cell]]], shapes: NDArray[np.object_]
) -> NDArray[np.bool_]:
    """Return [step, shape]: the hull of the centers of some spaces' cells meets the shape."""
    hulls = np.array(
        [
            shapely.MultiPoint(
                [board.grid.lattice_center(cell) for space in together for cell in space]
            ).convex_hull
            for together in spaces
        ]
    )
    found: NDArray[np.bool_] = shapely.intersects(hulls[:, None], shapes[None, :])
    return found

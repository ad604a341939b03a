"""Low walls and solid things that a route climbs over: obstacles that don't block movement."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

import numpy as np

from battlemap.geometry.hulls import hulls_meet
from battlemap.model.obstacle import CoverGrade, Prop, Wall
from battlemap.tactics.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell, LatticePoint
    from battlemap.geometry.grid import Grid
    from battlemap.model.obstacle import Obstacle
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
    battle_map = board.encounter.map
    things, shapes = _recent.get(
        (board.grid, battle_map.obstacles), lambda: _low(board.grid, battle_map.obstacles)
    )
    if not things or path.steps == 0 or (mover and not mover.footing.is_on_the_ground):
        return ()
    token = board.token(token_id)
    centers = [
        [board.grid.lattice_center(cell) for cell in board.cells_at(token, anchor)]
        for anchor in path.cells
    ]
    before = hulls_meet(centers[:-1], shapes)
    crossed = hulls_meet([[*a, *b] for a, b in pairwise(centers)], shapes) & ~before
    return tuple(
        Hurdle(index + 1, things[number].id, _name(things[number]), path.cells[index + 1])
        for index, number in np.argwhere(crossed).tolist()
        if index + 1 not in path.jumps
    )


_Low: TypeAlias = "tuple[list[Wall | Prop], list[list[LatticePoint]]]"
"""What can be climbed over, and the outline of each."""


def _low(grid: Grid, obstacles: Mapping[str, Obstacle]) -> _Low:
    things = [thing for thing in obstacles.values() if _is_low(thing)]
    return things, [_shape(grid, thing) for thing in things]


def _is_low(thing: Obstacle) -> TypeGuard[Wall | Prop]:
    if isinstance(thing, Wall):
        return not thing.blocks_move or bool(thing.one_way)
    return isinstance(thing, Prop) and not thing.blocks_move and thing.cover >= CoverGrade.MAJOR


def _name(thing: Wall | Prop) -> str:
    return thing.name if isinstance(thing, Prop) and thing.name else thing.id


def _shape(grid: Grid, thing: Wall | Prop) -> list[LatticePoint]:
    points = thing.outline if isinstance(thing, Prop) else (thing.start, thing.end)
    return [grid.lattice(point) for point in points]


_recent: Recent[_Low] = Recent()

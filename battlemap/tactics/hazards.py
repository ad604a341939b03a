"""Dangerous ground on a route, and falls from one height to another."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.terrain import Terrain
    from battlemap.tactics.board import Board
    from battlemap.tactics.mover import Mover
    from battlemap.tactics.path import Path


@dataclass(frozen=True)
class Entered:
    """One step into ground of a kind."""

    step: int
    """Counts from 1."""
    cells: tuple[Cell, ...]
    """The cells of that kind newly entered by the step."""


def entered(
    board: Board, token_id: str, path: Path, kind: Terrain, mover: Mover | None = None
) -> tuple[Entered, ...]:
    """Return the steps of *path* that enter ground of *kind*, with the cells entered.

    A large token enters a cell only with the step that brings it there. Standing there already is
    no entry, and a jump enters only where it lands. What *mover* ignores it doesn't enter.
    """
    kind = kind if mover is None else kind & ~mover.ignores
    token = board.token(token_id)
    found = []
    for step, (start, end) in enumerate(pairwise(path.cells), start=1):
        before = set(board.cells_at(token, start))
        fresh = tuple(
            cell
            for cell in board.cells_at(token, end)
            if cell not in before and kind & board.encounter.map.terrain_at(cell)
        )
        if fresh:
            found.append(Entered(step, fresh))
    return tuple(found)


def stands_in(board: Board, token_id: str, kind: Terrain) -> tuple[Cell, ...]:
    """Return the cells of a token's space that lie in ground of *kind*."""
    battle_map = board.encounter.map
    return tuple(cell for cell in board.cells_of(token_id) if kind & battle_map.terrain_at(cell))


@dataclass(frozen=True)
class Drop:
    """One step down that is more than a step."""

    step: int
    """Counts from 1."""
    feet: int
    """How far down."""


def drops(
    board: Board, token_id: str, path: Path, least_feet: int = 5, mover: Mover | None = None
) -> tuple[Drop, ...]:
    """Return the steps of *path* that lead down by *least_feet* or more.

    The highest cell of a space carries it. A token with a height of its own doesn't fall, nor does
    one whose mode is to fly, to climb or to burrow.
    """
    token = board.token(token_id)
    if token.elevation_feet is not None or (mover is not None and not mover.footing.falls):
        return ()
    heights = [board.elevation_of(token, cell) for cell in path.cells]
    return tuple(
        Drop(step, start - end)
        for step, (start, end) in enumerate(pairwise(heights), start=1)
        if start - end >= least_feet
    )

"""Jumps, which a player declares by hand: what they cost, and what they can't cross."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.grid import HUNDRED, DiagonalMetric, GridKind
from battlemap.geometry.rays import SegmentIndex
from battlemap.model.token import are_hostile
from battlemap.tactics.passing import lower_left_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.token import Token
    from battlemap.tactics.board import Board
    from battlemap.tactics.mover import Mover


def jump_length(board: Board, start: Cell, end: Cell, parity: int = 0) -> tuple[int, int]:
    """Return how far a jump leads, in hundredths of a cell, and the parity of diagonals after it.

    The diagonals in it count as if they were walked.
    """
    grid, metric = board.grid, board.conventions.diagonals
    if grid.kind is not GridKind.SQUARE or metric is not DiagonalMetric.ALTERNATING:
        return grid.distance(start, end, metric), parity
    across = sorted(abs(n) for n in end.minus(start))
    diagonals, straight = across[0], across[1] - across[0]
    dear = (diagonals + parity) // 2
    return HUNDRED * (straight + diagonals + dear), (parity + diagonals) % 2


def parity_after(board: Board, cells: Sequence[Cell], parity: int = 0) -> int:
    """Return how many diagonals have been gone, modulo 2, after a route and *parity* before it."""
    for start, end in pairwise(cells):
        _, parity = jump_length(board, start, end, parity % 2)
    return parity


def why_no_jump(board: Board, token: Token, mover: Mover, start: Cell, end: Cell) -> str:
    """Return why a token can't jump from one anchor to another; empty: it can.

    The jump clears what is no higher than it leads: walls, props, creatures and ground in between;
    pits and impassable ground there don't matter. It lands on ground that can be entered.
    """
    if mover.jump_limit is not None and jump_length(board, start, end)[0] > mover.jump_limit:
        return "the jump is too far"
    battle_map, space = board.encounter.map, board.cells_at(token, end)
    if any(cell not in board.grid for cell in space):
        return "the path leaves the map"
    if not all(mover.enters(battle_map.terrain_at(cell)) for cell in space):
        return "the ground there can't be entered"
    clear = board.elevation_of(token, start) + mover.jump_feet
    crossed = set(_between(board, token, start, end))
    if any(battle_map.ground_feet(cell) > clear for cell in (*space, *crossed)):
        return "the ground is too high for the jump"
    if _is_walled(board, token, start, end, clear):
        return "a wall is in the way"
    for cell in (*space, *crossed):
        for other in map(board.token, board.standing.get(cell, ())):
            if other.id == token.id or not _stops(board, token, other):
                continue
            if cell in space or board.elevation_of(other) + other.body_feet > clear:
                return "somebody stands in the way"
    return ""


def _between(board: Board, token: Token, start: Cell, end: Cell) -> Iterator[Cell]:
    """Yield the cells over which a token's space jumps, those that it leaves and enters aside."""
    before, after = board.cells_at(token, start), board.cells_at(token, end)
    own = {*before, *after}
    for a, b in zip(before, after, strict=True):
        yield from (cell for cell in board.grid.line(a, b) if cell not in own)


def _is_walled(board: Board, token: Token, start: Cell, end: Cell, clear: int) -> bool:
    """Tell whether something higher than *clear* meets the hull of the space before and after."""
    barriers = lower_left_out(board, clear)
    centers = np.array(
        [
            board.grid.lattice_center(cell)
            for anchor in (start, end)
            for cell in board.cells_at(token, anchor)
        ],
        dtype=np.int64,
    )
    if barriers.move_index.met_by_hulls(centers[None])[0]:
        return True
    one_ways = barriers.one_ways
    closed = [wall for wall, _ in one_ways.closed_to(end.minus(start))]
    return bool(SegmentIndex(closed).met_by_hulls(centers[None])[0])


def _stops(board: Board, token: Token, other: Token) -> bool:
    """Tell whether a creature stops a token that would pass through its cells."""
    rules = board.conventions
    if are_hostile(other.side, token.side):
        return not rules.pass_through_foes
    return not rules.pass_through_allies

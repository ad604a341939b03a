"""A path along exactly given anchors: what it costs, and why it is illegal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from battlemap.geometry.grid import HUNDRED
from battlemap.tactics.jumps import jump_length, why_no_jump
from battlemap.tactics.path import Path
from battlemap.tactics.steps import CLOSED, LONGEST_JUMP, Steps
from battlemap.tactics.window import Window

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board
    from battlemap.tactics.mover import Mover

SOMEBODY_THERE = "somebody stands there"
"""Why a path can't end where it does, though it can lead through."""

TOO_FAR = "the path is too far off the map"
"""Why a path is illegal of which a cell lies farther off the map than anybody jumps."""


def path_along(
    board: Board,
    token_id: str,
    mover: Mover,
    cells: Sequence[Cell],
    jumps: Collection[int] = (),
) -> tuple[Path, str]:
    """Return the priced path along exactly these anchors, and why it is illegal ("": it is legal).

    A step that isn't allowed, or cells that aren't neighbors, cost what they cost in the open; so
    do all steps of a path that is too far off the map.

    Parameters
    ----------
    jumps
        The steps, counted from 1, that are jumps: they may lead to cells that aren't neighbors.
    """
    if not Window.of_map(board.grid, LONGEST_JUMP).holds(Window.around(cells, 0)):
        return _far_path(board, mover, cells, jumps), TOO_FAR
    token = board.token(token_id)
    walk = _Walk(board, Steps.along(board, token, mover, cells), mover)
    reason = ""
    for number, (start, end) in enumerate(pairwise(cells), start=1):
        why = walk.jump(start, end) if number in jumps else walk.step(start, end)
        reason = reason or why
    if len(cells) > 1:
        reason = reason or walk.why_not_here(cells[-1])
    best = walk.best()
    jumped = frozenset(jumps) & frozenset(range(1, len(cells)))
    return Path(tuple(cells), best.costs, frozenset(best.squeezed), jumped), reason


def _far_path(board: Board, mover: Mover, cells: Sequence[Cell], jumps: Collection[int]) -> Path:
    """Return a path with the prices of open ground; no window of the map holds its cells."""
    costs, parity = [0], mover.parity % 2
    for number, (start, end) in enumerate(pairwise(cells), start=1):
        length, parity = jump_length(board, start, end, parity)
        rate = mover.jump_rate if number in jumps else HUNDRED
        costs.append(costs[-1] + length * rate // HUNDRED)
    jumped = frozenset(jumps) & frozenset(range(1, len(cells)))
    return Path(tuple(cells), tuple(costs), jumps=jumped)


@dataclass(frozen=True)
class _Way:
    """One way to have come so far: the cost at each anchor, and the steps taken squeezed."""

    costs: tuple[int, ...] = (0,)
    squeezed: tuple[int, ...] = ()

    def on(self, cost: int, squeezed: bool = False) -> _Way:
        steps = (*self.squeezed, len(self.costs)) if squeezed else self.squeezed
        return _Way((*self.costs, self.costs[-1] + cost), steps)


class _Walk:
    """A token on its way, with the best way so far for each body that it may be in."""

    def __init__(self, board: Board, steps: Steps, mover: Mover) -> None:
        self.board, self.steps, self.mover, self.parity = board, steps, mover, mover.parity % 2
        self.ways: dict[int, _Way] = {0: _Way()}
        """By body: 0 for the whole space, else the number of the part."""

    def best(self) -> _Way:
        """Return the cheapest way, in the whole space if it must end so and can."""
        if 0 in self.ways and not self.board.conventions.ends_squeezed:
            return self.ways[0]
        return min(self.ways.values(), key=lambda way: way.costs[-1])

    def step(self, start: Cell, end: Cell) -> str:
        """Take a step, allowed or not, and return why it isn't."""
        grid, steps = self.board.grid, self.steps
        if end.minus(start) not in grid.directions:
            cost = grid.distance(start, end, self.board.conventions.diagonals)
            self.ways = {body: way.on(cost) for body, way in self.ways.items()}
            return "the cells of the path don't touch each other"
        direction = grid.directions.index(end.minus(start))
        parity = self.parity if steps.counts_parity else 0
        if grid.is_diagonal(end.minus(start)):
            self.parity ^= 1
        found: dict[int, _Way] = {}
        for body, way in self.ways.items():
            for moved in range(1 + len(steps.parts)) if body == 0 else (body,):
                tolls = steps.tolls if moved == 0 else steps.tolls_squeezed[moved - 1]
                toll = float(tolls[parity, direction, self._place(start)])
                if toll >= CLOSED:
                    continue
                after = moved if moved and not self._has_room(end) else 0
                onward = way.on(int(toll), squeezed=moved > 0)
                if after not in found or onward.costs[-1] < found[after].costs[-1]:
                    found[after] = onward
        if found:
            self.ways = found
            return ""
        price = int(steps.prices(parity)[direction, self._place(start)])
        self.ways = {0: self.best().on(price)}
        return steps.why_not(start, end)

    def jump(self, start: Cell, end: Cell) -> str:
        """Jump, allowed or not, and return why it isn't; nobody jumps squeezed."""
        token, mover = self.steps.token, self.mover
        length, self.parity = jump_length(self.board, start, end, self.parity)
        cost = length * mover.jump_rate // HUNDRED
        why = "" if 0 in self.ways else "there is no room to jump"
        self.ways = {0: self.ways.get(0, self.best()).on(cost)}
        return why or why_no_jump(self.board, token, mover, start, end)

    def why_not_here(self, cell: Cell) -> str:
        """Return why the token can't stay where it is; empty: it can."""
        squeezed = self.steps.parts and self.board.conventions.ends_squeezed
        if 0 not in self.ways and not squeezed:
            return "there is no room for its whole space"
        may_end = self.steps.may_end_squeezed if squeezed else self.steps.may_end
        return "" if may_end[self._place(cell)] else SOMEBODY_THERE

    def _has_room(self, cell: Cell) -> bool:
        return bool(self.steps.whole.room[self._place(cell)])

    def _place(self, cell: Cell) -> int:
        place = self.steps.window.index(cell)
        assert place is not None  # the window was made for the route
        return place

"""What a path costs, step by step: the length, the ground, and what is met on the way."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from battlemap.geometry.grid import HUNDRED
from battlemap.model.terrain import Terrain
from battlemap.tactics.hazards import drops, entered
from battlemap.tactics.hurdles import hurdles
from battlemap.tactics.jumps import jump_length
from battlemap.tactics.steps import Steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board
    from battlemap.tactics.hurdles import Hurdle
    from battlemap.tactics.mover import Mover
    from battlemap.tactics.path import Path

STRAIGHT, DIAGONAL, JUMP, HANDICAP, SQUEEZING, BY_HAND = (
    "straight",
    "diagonal",
    "jump",
    "handicap",
    "squeezing",
    "by hand",
)


@dataclass(frozen=True)
class Part:
    """One part of what a step costs."""

    kind: str
    """"straight", "diagonal" or "jump": its length; a kind of terrain, "handicap" (what each step
    costs this token more: it crawls) or "squeezing": what comes on top;
    "by hand": the whole of it, whatever the ground."""
    cost: int
    """Hundredths of a cell."""
    cells: tuple[Cell, ...] = ()
    """The cells newly entered that are of this kind of ground."""


@dataclass(frozen=True)
class StepCost:
    """One step of a path: where it leads, what it costs and why, and what is met."""

    step: int
    """Counts from 1."""
    start: Cell
    end: Cell
    parts: tuple[Part, ...]
    so_far: int
    """What the path costs with this step, in hundredths of a cell."""
    hazards: tuple[Cell, ...] = ()
    """The dangerous cells newly entered."""
    hurdles: tuple[Hurdle, ...] = ()
    """What is climbed over."""
    drop_feet: int = 0
    """How far down it leads, where that is more than a step."""

    @property
    def cost(self) -> int:
        """What the step costs, in hundredths of a cell."""
        return sum(part.cost for part in self.parts)


def step_costs(board: Board, token_id: str, mover: Mover, path: Path) -> tuple[StepCost, ...]:
    """Return why each step of *path* costs what it costs; the parts add up to the path's own cost.

    Parameters
    ----------
    path
        As ``path_along`` or the movement field gives it, legal or not.
    """
    token = board.token(token_id)
    steps = Steps.along(board, token, mover, path.cells)
    dangers = {one.step: one.cells for one in entered(board, token_id, path, _HOT, mover)}
    falls = {one.step: one.feet for one in drops(board, token_id, path, mover=mover)}
    climbed: dict[int, list[Hurdle]] = {}
    for hurdle in hurdles(board, token_id, path, mover):
        climbed.setdefault(hurdle.step, []).append(hurdle)
    found = []
    parity = mover.parity % 2
    for number, (start, end) in enumerate(pairwise(path.cells), start=1):
        length, parity_then = jump_length(board, start, end, parity)
        if number in path.jumps:
            parts = [Part(JUMP, length * mover.jump_rate // HUNDRED)]
        elif end.minus(start) not in board.grid.directions:
            metric = board.conventions.diagonals
            parts = [Part(STRAIGHT, board.grid.distance(start, end, metric))]
        else:
            is_squeezed = number in path.squeezed
            parts = list(_parts(steps, start, end, parity, is_squeezed=is_squeezed))
        found.append(
            StepCost(
                number,
                start,
                end,
                tuple(parts),
                path.costs[number],
                dangers.get(number, ()),
                tuple(climbed.get(number, ())),
                falls.get(number, 0),
            )
        )
        parity = parity_then
    return tuple(found)


_HOT = Terrain.HAZARDOUS


def _parts(
    steps: Steps, start: Cell, end: Cell, parity: int, *, is_squeezed: bool
) -> Iterator[Part]:
    """Yield the parts of a step between neighbors, each as what it adds to those before it."""
    mover, step = steps.mover, end.minus(start)
    if end in mover.by_hand:
        yield Part(BY_HAND, mover.by_hand[end])
        return
    base = steps.base(step, parity if steps.counts_parity else 0)
    yield Part(DIAGONAL if steps.board.grid.is_diagonal(step) else STRAIGHT, base)
    total, more = base, 0
    for kind, cost, cells in _ground(steps, start, end):
        if mover.multiplies:
            more += (HUNDRED + more) * cost // HUNDRED
            now = base * (HUNDRED + more) // HUNDRED
        else:
            now = total + cost
        yield Part(str(kind.name).lower(), now - total, cells)
        total = now
    for name, extra in (
        (HANDICAP, mover.step_extra),
        (SQUEEZING, mover.squeeze_extra if is_squeezed else 0),
    ):
        if extra:
            now = total * (HUNDRED + extra) // HUNDRED if mover.multiplies else total + extra
            yield Part(name, now - total)
            total = now


def _ground(
    steps: Steps, start: Cell, end: Cell
) -> Iterator[tuple[Terrain, int, tuple[Cell, ...]]]:
    """Yield what makes the dearest of the newly entered cells dear, with the cells of that kind."""
    board, mover, token = steps.board, steps.mover, steps.token
    before = set(board.cells_at(token, start))
    fresh = [cell for cell in board.cells_at(token, end) if cell not in before]
    ground = {cell: board.encounter.map.terrain_at(cell) for cell in fresh}

    def dearness(cell: Cell) -> int:
        more = 0
        for kind, cost in mover.costs.items():
            if kind & ground[cell]:
                more += (HUNDRED + more) * cost // HUNDRED if mover.multiplies else cost
        return more

    dearest = max(fresh, key=dearness, default=None)
    if dearest is None:
        return
    for kind, cost in mover.costs.items():
        if cost and kind & ground[dearest]:
            yield kind, cost, tuple(cell for cell in fresh if kind & ground[cell])

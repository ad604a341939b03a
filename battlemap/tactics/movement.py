"""The movement field: least cost to each cell, the shortest and the safest path.

The search keeps, for each cell, every trade-off between cost and the reactors that a route wakes,
so that both answers come from one pass and agree with each other.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heappop, heappush
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from battlemap.model.terrain import Terrain
from battlemap.tactics.conventions import CrossingRule
from battlemap.tactics.crossings import Zone, deed_of, zones
from battlemap.tactics.path import Path
from battlemap.tactics.steps import Steps

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board

REACTORS_EXACT = 10
"""The safest path is exact for so many reactors in reach; beyond, the nearest ones count."""


def _usual_extra() -> Mapping[Terrain, int]:
    return MappingProxyType({Terrain.DIFFICULT: 100, Terrain.CLIMB: 100, Terrain.WATER: 100})


@dataclass(frozen=True)
class Mover:
    """How a token moves now. Costs in hundredths of a cell."""

    rate: int
    """What one action buys."""
    actions: int
    """Actions left for moving."""
    left_over: int = 0
    """Left from an action already spent on moving."""
    extra: Mapping[Terrain, int] = field(default_factory=_usual_extra)
    """What entering a cell of this terrain costs more."""
    multiplies: bool = False
    """The extra costs multiply the base (1 + extra) one after another instead of adding up."""
    step_extra: int = 0
    """What each step costs more (crawling)."""
    blocked_by: Terrain = Terrain.IMPASSABLE
    parity: int = 0
    """Diagonals walked so far this turn, modulo 2, for 1-2-1."""

    @property
    def budget(self) -> int:
        """All that the token can walk now."""
        return self.left_over + self.rate * self.actions

    def actions_for(self, cost: int) -> int:
        """Return how many actions a path of this cost spends."""
        beyond = cost - self.left_over
        if beyond <= 0:
            return 0
        return -(-beyond // self.rate) if self.rate else 0


class _Label(NamedTuple):
    """One trade-off at one cell: what the route has cost and whom it has woken."""

    cost: int
    cell: int
    parity: int
    woken: int
    """Bits of reactors, or a plain count where reactors may strike again and again."""


@dataclass(frozen=True, eq=False)
class MovementField:
    """Where a token can go, made once when a drag begins; asking it is cheap."""

    board: Board
    token_id: str
    mover: Mover
    start: Cell
    steps: Steps
    is_exact: bool
    """False: there are more reactors than the safest path counts."""
    _best: Mapping[int, tuple[_Label, ...]]
    _before: Mapping[_Label, list[_Label]]
    _once: bool

    @cached_property
    def costs(self) -> Mapping[Cell, int]:
        """Least cost to each cell in which the token may end, in hundredths; the start at 0."""
        found = {}
        for index, labels in self._best.items():
            if index == self.steps.start or self.steps.may_end[index]:
                found[self.steps.cells[index]] = min(label.cost for label in labels)
        return MappingProxyType(found)

    def shortest(self, cell: Cell, *, passing: bool = False) -> Path | None:
        """Return the cheapest path to *cell*, or None; of equal ones the one that wakes fewest.

        With *passing* the token need not be able to end there: a waypoint.
        """
        labels = self._labels(cell, passing)
        if not labels:
            return None
        return self._path(min(labels, key=lambda label: (label.cost, self._rank(label))))

    def safest(self, cell: Cell, *, passing: bool = False) -> Path | None:
        """Return the path to *cell* with the fewest triggers, then the least cost, or None."""
        labels = self._labels(cell, passing)
        if not labels:
            return None
        return self._path(min(labels, key=lambda label: (self._rank(label), label.cost)))

    def after(self, path: Path) -> MovementField:
        """Return the field from the end of *path* on, with what is left of the budget.

        Reactors that *path* wakes are not asleep again: they count no further.
        """
        parity = self.mover.parity + _diagonals(self.board, path.cells)
        left = self.mover.budget - path.cost
        mover = replace(self.mover, left_over=left, actions=0, parity=parity % 2)
        woken = frozenset(
            zone.by
            for zone in zones(self.board, self.board.token(self.token_id))
            if _wakes(self.board, self.token_id, zone, path.cells)
        )
        return movement_field(self.board, self.token_id, mover, start=path.cells[-1], woken=woken)

    def _labels(self, cell: Cell, passing: bool) -> tuple[_Label, ...]:
        index = self.steps.index.get(cell)
        if index is None:
            return ()
        if not (passing or index == self.steps.start or self.steps.may_end[index]):
            return ()
        return self._best.get(index, ())

    def _rank(self, label: _Label) -> int:
        return label.woken.bit_count() if self._once else label.woken

    def _path(self, goal: _Label) -> Path:
        """Return the best of the equal routes to *goal*: fewest turns, then the straightest."""
        order, seen, stack = [], {goal}, [goal]
        while stack:
            label = stack.pop()
            order.append(label)
            for earlier in self._before.get(label, ()):
                if earlier not in seen:
                    seen.add(earlier)
                    stack.append(earlier)
        order.sort()
        cells = self.steps.cells
        grid = self.board.grid
        a, b = grid.center(self.start), grid.center(cells[goal.cell])
        # For each label and last step: (turns, bend, label before, step before).
        ways: dict[_Label, dict[Cell, tuple[int, float, _Label | None, Cell | None]]] = {}
        for label in order:
            place = grid.center(cells[label.cell])
            bend = abs((b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x))
            mine: dict[Cell, tuple[int, float, _Label | None, Cell | None]] = {}
            for earlier in self._before.get(label, ()):
                step = cells[label.cell].minus(cells[earlier.cell])
                before = ways[earlier]
                if not before:
                    options: list[tuple[int, float, _Label | None, Cell | None]] = [
                        (0, bend, earlier, None)
                    ]
                else:
                    options = [
                        (way[0] + (last != step), round(way[1] + bend, 6), earlier, last)
                        for last, way in before.items()
                    ]
                best = min(options, key=lambda way: way[:2])
                if step not in mine or best[:2] < mine[step][:2]:
                    mine[step] = best
            ways[label] = mine
        route: list[_Label] = [goal]
        last = min(ways[goal], key=lambda step: (*ways[goal][step][:2], step), default=None)
        while last is not None:
            _, _, earlier_label, last_before = ways[route[-1]][last]
            assert earlier_label is not None  # every way has a label before it
            route.append(earlier_label)
            last = last_before
        route.reverse()
        return Path(tuple(cells[x.cell] for x in route), tuple(x.cost for x in route))


def movement_field(
    board: Board,
    token_id: str,
    mover: Mover,
    *,
    budget: int | None = None,
    start: Cell | None = None,
    woken: frozenset[str] = frozenset(),
) -> MovementField:
    """Return where the token can go for *budget* hundredths (None: the mover's own budget).

    Parameters
    ----------
    start
        Where the anchor stands; None: where the token is.
    woken
        Reactors that have struck already and count no further.
    """
    token = board.token(token_id)
    begin = token.at if start is None else start
    limit = mover.budget if budget is None else budget
    steps = Steps.within(board, token, mover, begin, limit)
    once = board.conventions.reaction_once
    asleep = [
        zone
        for zone in zones(board, token)
        if zone.by not in woken and board.reading.may_react(board.token(zone.by))
    ]
    reactors = _nearest_reactors(board, begin, asleep)
    wake = _wakers(board, steps, asleep, reactors, once)
    best, before = _search(steps, mover.parity % 2, limit, wake, once)
    names = {zone.by for zone in asleep}
    return MovementField(
        board, token_id, mover, begin, steps, len(names) <= len(reactors), best, before, once
    )


def _nearest_reactors(board: Board, start: Cell, found: Sequence[Zone]) -> tuple[str, ...]:
    """Return the ids of the reactors that count, the nearest first."""
    near: dict[str, int] = {}
    for zone in found:
        far = min(board.grid.steps(start, cell) for cell in zone.cells)
        near[zone.by] = min(far, near.get(zone.by, far))
    return tuple(sorted(near, key=lambda by: (near[by], by)))[:REACTORS_EXACT]


class _Waker:
    """Which reactors a step wakes, as bits (or how many strike, where they may strike again)."""

    def __init__(
        self,
        board: Board,
        steps: Steps,
        found: Sequence[Zone],
        reactors: tuple[str, ...],
        once: bool,
    ) -> None:
        self._zones = [
            (zone.cells, reactors.index(zone.by)) for zone in found if zone.by in reactors
        ]
        self._leaving_only = board.conventions.crossings is CrossingRule.LEAVING
        self._steps = steps
        self._once = once
        self._touched: dict[int, tuple[frozenset[Cell], ...]] = {}

    def _touch(self, index: int) -> tuple[frozenset[Cell], ...]:
        known = self._touched.get(index)
        if known is None:
            space = frozenset(self._steps.space(index))
            known = tuple(space & cells for cells, _ in self._zones)
            self._touched[index] = known
        return known

    def __call__(self, start: int, end: int) -> int:
        """Return the bits of the reactors that the step from *start* to *end* wakes."""
        if not self._zones:
            return 0
        before = self._touch(start)
        if not any(before):
            return 0
        after = self._touch(end)
        bits = 0
        for (_, bit), one, other in zip(self._zones, before, after, strict=True):
            deed = deed_of(one, other)
            if deed == "leaves" or (deed == "through" and not self._leaving_only):
                bits |= 1 << bit
        return bits if self._once else bits.bit_count()


def _wakers(
    board: Board, steps: Steps, found: Sequence[Zone], reactors: tuple[str, ...], once: bool
) -> _Waker:
    return _Waker(board, steps, found, reactors, once)


def _search(
    steps: Steps, parity: int, limit: int, wake: _Waker, once: bool
) -> tuple[dict[int, tuple[_Label, ...]], dict[_Label, list[_Label]]]:
    """Return the trade-offs at each cell reached, and what lies before each on equal routes.

    A label-setting search (Martins, "On a multicriteria shortest path problem", 1984).
    """
    first = _Label(0, steps.start, parity, 0)
    heap = [first]
    before: dict[_Label, list[_Label]] = {first: []}
    kept: dict[tuple[int, int], list[_Label]] = {}
    while heap:
        label = heappop(heap)
        mine = kept.setdefault((label.cell, label.parity), [])
        if any(_covers(other, label, once) for other in mine):
            continue
        mine.append(label)
        for cell, price, flips in steps.onward(label.cell, label.parity):
            cost = label.cost + price
            if cost > limit:
                continue
            bits = wake(label.cell, cell)
            woken = label.woken | bits if once else label.woken + bits
            following = _Label(cost, cell, label.parity ^ flips, woken)
            known = before.get(following)
            if known is None:
                before[following] = [label]
                heappush(heap, following)
            else:
                known.append(label)
    best: dict[int, list[_Label]] = {}
    for (cell, _), labels in kept.items():
        best.setdefault(cell, []).extend(labels)
    return {cell: tuple(labels) for cell, labels in best.items()}, before


def _covers(known: _Label, label: _Label, once: bool) -> bool:
    """Tell whether *known*, which costs no more, wakes no reactor that *label* doesn't."""
    if once:
        return known.woken & ~label.woken == 0
    return known.woken <= label.woken


def _diagonals(board: Board, cells: Sequence[Cell]) -> int:
    return sum(board.grid.is_diagonal(b.minus(a)) for a, b in itertools.pairwise(cells))


def _wakes(board: Board, token_id: str, zone: Zone, cells: Sequence[Cell]) -> bool:
    mover = board.token(token_id)
    leaving_only = board.conventions.crossings is CrossingRule.LEAVING
    spaces = [frozenset(board.cells_at(mover, cell)) & zone.cells for cell in cells]
    deeds = {deed_of(a, b) for a, b in itertools.pairwise(spaces)}
    return "leaves" in deeds or ("through" in deeds and not leaving_only)


def path_along(
    board: Board, token_id: str, mover: Mover, cells: Sequence[Cell]
) -> tuple[Path, str]:
    """Return the priced path along exactly these anchors, and why it is illegal ("": it is legal).

    A step that isn't allowed, or cells that aren't neighbors, cost what they cost in the open.
    """
    token = board.token(token_id)
    steps = Steps.along(board, token, mover, cells)
    costs, parity, reason = [0], mover.parity % 2, ""
    for a, b in itertools.pairwise(cells):
        offset = b.minus(a)
        if offset not in board.grid.directions:
            reason = reason or "the cells of the path don't touch each other"
            costs.append(costs[-1] + board.grid.distance(a, b, board.conventions.diagonals))
            continue
        reason = reason or steps.why_not(a, b)
        price, flips = steps.price(steps.index[a], steps.index[b], offset, parity)
        parity ^= flips
        costs.append(costs[-1] + price)
    if not reason and len(cells) > 1 and not steps.may_end[steps.index[cells[-1]]]:
        reason = "somebody stands there"
    return Path(tuple(cells), tuple(costs)), reason

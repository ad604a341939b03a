"""The movement field: least cost to each cell, the shortest and the safest path.

The least costs come from one search over the steps of a window. Which reactors a route wakes is
settled when a path is asked for: the shortest is the best of all equally cheap routes, and for the
safest the steps that wake more and more sets of reactors are let in, the smallest sets first.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from battlemap.tactics.along import SOMEBODY_THERE, path_along
from battlemap.tactics.costs import Costs
from battlemap.tactics.jumps import parity_after
from battlemap.tactics.mover import Mover
from battlemap.tactics.routes import Route, best_route
from battlemap.tactics.search import Search, search
from battlemap.tactics.steps import Steps
from battlemap.tactics.wakes import Wakes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board
    from battlemap.tactics.path import Path


__all__ = ["MovementField", "Mover", "movement_field", "path_along"]


@dataclass(frozen=True)
class Price:
    """What the safest path to a cell costs, and what it gives away."""

    cost: int
    """In hundredths of a cell."""
    strikes: int
    """How many reactors the steps wake, each as often as it may strike."""
    woken: frozenset[str] | None
    """Who they are; None where only the path tells: reactors strike again and again."""


@dataclass(frozen=True, eq=False)
class MovementField:
    """Where a token can go, made once when a drag begins; asking it is cheap."""

    board: Board
    token_id: str
    mover: Mover
    start: Cell
    limit: int
    """Hundredths of a cell that may be spent."""
    steps: Steps
    woken: frozenset[str] = frozenset()
    """Reactors that have struck already and count no further."""

    @cached_property
    def wakes(self) -> Wakes:
        """Who may strike at the mover, and where."""
        token = self.board.token(self.token_id)
        return Wakes.of(self.board, token, self.start, self.woken, self.steps.anchors)

    @cached_property
    def _cheapest(self) -> Search:
        return search(self.steps, self.start, self.mover.parity % 2, self.limit)

    @property
    def is_exact(self) -> bool:
        """Whether ``safest`` counts every reactor; False: only the nearest ones."""
        return self.wakes.is_exact

    @cached_property
    def costs(self) -> Mapping[Cell, int]:
        """Least cost to each cell in which the token may end, in hundredths; the start at 0."""
        least = self._cheapest.least()
        reached = np.isfinite(least) & self._may_end
        reached[self._cheapest.start] = True
        return Costs(self.steps.window, least, reached)

    def shortest(self, cell: Cell, *, passing: bool = False) -> Path | None:
        """Return the cheapest path to *cell*, or None; of equal ones the one that wakes fewest.

        With *passing* somebody else may stand there: a waypoint. A token that squeezes has room
        for its whole space at a waypoint, too, or may end squeezed.
        """
        if not self._may_go(cell, passing):
            return None
        best = self._best(self._cheapest, cell)
        return None if best is None else best.path

    def safest(self, cell: Cell, *, passing: bool = False) -> Path | None:
        """Return the path to *cell* with the fewest triggers, then the least cost, or None."""
        if not self._may_go(cell, passing) or self._cheapest.cost_to(cell) is None:
            return None
        quick = self._best(self._cheapest, cell)
        if quick is not None and not quick.woken:
            return quick.path
        return next(path for path in self._front(cell) if path is not None)

    def price(self, cell: Cell) -> Price | None:
        """Return what the safest path costs, without looking for it; None: there is none."""
        if not self._may_go(cell, passing=False) or self._cheapest.cost_to(cell) is None:
            return None
        if not self.board.conventions.reaction_once:
            found = self._least_suffering(cell)
            cost, strikes = found.cost_to(cell), found.strikes_to(cell)
            assert cost is not None  # that is what was searched for
            return Price(cost, strikes, None if strikes else frozenset())
        cost, bits, _ = next(way for way in self._front_of_sets(cell) if way is not None)
        # A path that wakes fewer would have been found among the smaller sets.
        reactors = enumerate(self.wakes.reactors)
        woken = frozenset(by for index, by in reactors if bits >> index & 1)
        return Price(cost, len(woken), woken)

    def jump(self, cell: Cell, *, passing: bool = False) -> tuple[Path | None, str]:
        """Return the jump from here to *cell* that a player declares, or None and why not.

        With *passing* somebody else may stand there, if the token may pass through.
        """
        found, why = path_along(self.board, self.token_id, self.mover, (self.start, cell), (1,))
        place = self.steps.window.index(cell)
        if passing and why == SOMEBODY_THERE:
            why = ""
        if not why and (found.cost > self.limit or place is None):
            why = "the jump costs more than there is left"
        return (None, why) if why else (found, "")

    def after(self, path: Path) -> MovementField:
        """Return the field from the end of *path* on, with what is left of the budget.

        Reactors that *path* wakes are not asleep again: they count no further.
        """
        parity = parity_after(self.board, path.cells, self.mover.parity)
        mover = replace(self.mover, left_over=self.limit - path.cost, actions=0, parity=parity)
        woken = self.wakes.left_out | self.wakes.woken_along(path.cells)
        return movement_field(self.board, self.token_id, mover, start=path.cells[-1], woken=woken)

    def _may_go(self, cell: Cell, passing: bool) -> bool:
        place = self.steps.window.index(cell)
        if place is None:
            return False
        return cell == self.start or passing or bool(self._may_end[place])

    @property
    def _may_end(self) -> NDArray[np.bool_]:
        """[place]: nobody else stands there, and the token may stay as it comes."""
        squeezed = self.steps.parts and self.board.conventions.ends_squeezed
        return self.steps.may_end_squeezed if squeezed else self.steps.may_end

    def trade_offs(self, cell: Cell, *, passing: bool = False) -> tuple[Path, ...]:
        """Return the best paths to *cell*: each one more costs less but wakes more than the last.

        The first is the safest and the last the shortest; no other path within the budget is both
        cheaper and safer than one of them. Where reactors strike again and again, strikes count.
        With *passing* somebody else may stand there, as for ``shortest``.
        """
        least = self._cheapest.cost_to(cell)
        if not self._may_go(cell, passing) or least is None:
            return ()
        found: list[Path] = []
        for path in self._front(cell):
            if path is not None and (not found or path.cost < found[-1].cost):
                found.append(path)
            if found and found[-1].cost == least:
                break
        return tuple(found)

    def _front(self, cell: Cell) -> Iterator[Path | None]:
        """Yield the cheapest path that wakes 0, 1, 2... reactors, or suffers so many strikes.

        None, or a path that is no cheaper than those before it, where there is nothing to gain.
        """
        if self.board.conventions.reaction_once:
            for way in self._front_of_sets(cell):
                best = None if way is None else self._best(way[2], cell)
                yield None if best is None else best.path
            return
        for strikes in itertools.count():
            best = self._best(self._suffering(strikes), cell, strikes)
            yield None if best is None else best.path

    def _front_of_sets(self, cell: Cell) -> Iterator[tuple[int, int, Search] | None]:
        """Yield the least cost of the paths that wake no reactors but some set of 0, 1, 2...

        With it come the bits of the set and the search that lets in its reactors; None: no set of
        this size leads there. A route that wakes more than a set first leaves what the set lets in
        by a step from there: with all that such steps wake the set is looked at again, and no other
        sets are.
        """
        least = self._cheapest.cost_to(cell)
        sets: list[set[int]] = [{0}, *(set() for _ in self.wakes.reactors)]
        is_reached = False
        for size, of_this_size in enumerate(sets):
            if size == 2 and not is_reached and (needed := self._woken_anyway(cell)):
                # Whatever leads there holds these, so that others needn't be looked at.
                begin = {needed} if needed.bit_count() > 1 else self._stopping(needed)
                for number, larger in enumerate(sets[size:], start=size):
                    larger.clear()
                    larger.update(bits for bits in begin if bits.bit_count() == number)
            best: tuple[int, int, Search] | None = None
            for bits in sorted(of_this_size, key=_nearest_first):
                found = self._letting_in(bits)
                cost = found.cost_to(cell)
                if cost is not None and (best is None or cost < best[0]):
                    best = cost, bits, found
                if cost is not None and cost == least:
                    break  # no other set can be cheaper
            is_reached |= best is not None
            yield best
            for bits in of_this_size:
                for more in self._stopping(bits):
                    sets[more.bit_count()].add(more)

    def _stopping(self, bits: int) -> frozenset[int]:
        """Return *bits* with what each step wakes besides that leads out of their search."""
        known = self._stops.get(bits)
        if known is None:
            reached = np.isfinite(self._letting_in(bits).cost).any(axis=0)
            woken = self.wakes.by_step(self.steps)[self.steps.taken & reached] | bits
            known = self._stops[bits] = frozenset(np.unique(woken).tolist()) - {bits}
        return known

    @cached_property
    def _stops(self) -> dict[int, frozenset[int]]:
        return {}

    def _woken_anyway(self, cell: Cell) -> int:
        """Return the bits of the reactors that every route to *cell* wakes."""
        each = self.wakes.bits_in(self.steps)
        return sum(bit for bit in each if self._letting_in(sum(each) & ~bit).cost_to(cell) is None)

    def _letting_in(self, bits: int) -> Search:
        """Return the search in which only the reactors of *bits* may be woken, made once."""
        found = self._searches.get(bits)
        if found is None:
            shut = (self.wakes.by_step(self.steps) & ~bits) != 0
            parity = self.mover.parity % 2
            found = search(self.steps, self.start, parity, self.limit, shut=shut)
            self._searches[bits] = found
        return found

    @cached_property
    def _searches(self) -> dict[int, Search]:
        return {}

    def _least_suffering(self, cell: Cell) -> Search:
        """Return the search with the fewest layers that reaches *cell*."""
        strikes = 0
        while (found := self._suffering(strikes)).cost_to(cell) is None:
            strikes = 2 * strikes + 1
        return found

    def _suffering(self, strikes: int) -> Search:
        """Return a search of the routes that suffer so many strikes, or some more, made once."""
        layers = 1 << strikes.bit_length()
        found = self._layered.get(layers)
        if found is None:
            each = self.wakes.strikes(self.steps)
            parity = self.mover.parity % 2
            found = search(self.steps, self.start, parity, self.limit, strikes=each, layers=layers)
            self._layered[layers] = found
        return found

    @cached_property
    def _layered(self) -> dict[int, Search]:
        return {}

    def _best(self, found: Search, cell: Cell, fewest: int = 0) -> Route | None:
        """Return the best of the equally cheap routes of a search, made once."""
        key = found, cell, fewest
        if key not in self._routes:
            wakes = self.wakes.by_step(self.steps)
            self._routes[key] = best_route(found, wakes, cell, fewest)
        return self._routes[key]

    @cached_property
    def _routes(self) -> dict[tuple[Search, Cell, int], Route | None]:
        return {}


def _nearest_first(bits: int) -> list[int]:
    """Return the numbers of the reactors of a set; sets in the order of these, nearest first."""
    return [index for index in range(bits.bit_length()) if bits >> index & 1]


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
    return MovementField(board, token_id, mover, begin, limit, steps, woken)

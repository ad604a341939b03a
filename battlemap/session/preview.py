"""What a drag would do, asked again and again while the mouse moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from battlemap.rules.trigger_rulings import held_back, made_to_strike
from battlemap.tactics.movement import movement_field
from battlemap.tactics.path import Path

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.rules.system import RuleSystem
    from battlemap.rules.trigger import Trigger
    from battlemap.tactics.board import Board
    from battlemap.tactics.movement import MovementField, Mover


FAR = 6000
"""Hundredths of a cell that a way may cost outside a fight, where nobody counts actions."""


@dataclass(frozen=True)
class Route:
    """A path with what it costs and what it provokes."""

    path: Path
    triggers: tuple[Trigger, ...]
    """In order of steps, hollow ones included."""
    actions: int
    """How many actions it spends."""
    feet: float
    """What it costs in feet; whole, but where diagonals are measured or cells odd."""

    @property
    def firing(self) -> tuple[Trigger, ...]:
        """The triggers that really give somebody a reaction."""
        return tuple(trigger for trigger in self.triggers if trigger.fires)


@dataclass(frozen=True)
class MovePreview:
    """The two routes to one cell; None where the cell can't be reached."""

    shortest: Route | None
    safest: Route | None


def feet_of(hundredths: int, feet_per_cell: int) -> float:
    """Return a cost in feet, an int where it is whole, else rounded to two decimals."""
    whole, rest = divmod(hundredths * feet_per_cell, 100)
    return whole if rest == 0 else round(whole + rest / 100, 2)


class MovePreviewer:
    """Made once when a token is picked up; asking it for a cell is cheap."""

    def __init__(
        self, board: Board, system: RuleSystem, token_id: str, *, budget: int | None = None
    ) -> None:
        self.board = board
        self.system = system
        self.token = board.token(token_id)
        self.mover: Mover = system.mover(board.encounter, self.token)
        self.budget = self.mover.budget if budget is None else budget
        self._is_free = budget is None and not board.encounter.turn_order.is_running
        self._legs: dict[tuple[tuple[Leg, ...], bool], tuple[Path, MovementField] | None] = {}
        self._known: dict[tuple[Leg, ...], MovePreview] = {}
        self._firing: dict[tuple[int, frozenset[str] | None], int | None] = {}

    @cached_property
    def field(self) -> MovementField:
        """Where the token can go with what it has left."""
        walker = replace(self.mover, left_over=self.budget, actions=0)
        held = held_back(self.board.encounter, self.token.id)
        return movement_field(self.board, self.token.id, walker, woken=held)

    @cached_property
    def _beyond(self) -> MovePreviewer | None:
        """Who answers for cells out of reach: outside a fight the rules refuse no long way."""
        if not self._is_free or self.budget >= FAR:
            return None
        return MovePreviewer(self.board, self.system, self.token.id, budget=FAR)

    def to(
        self, cell: Cell, waypoints: Sequence[Cell] = (), jumps: Collection[int] = ()
    ) -> MovePreview:
        """Return the shortest and the safest route to *cell* by way of *waypoints*.

        Outside a fight a route may be longer than the token's actions allow, as the rules let it.

        Parameters
        ----------
        jumps
            The legs that are jumps: 0 leads to the first waypoint, the last one to *cell*.
        """
        legs = tuple((place, number in jumps) for number, place in enumerate((*waypoints, cell)))
        if legs not in self._known:
            found = self._find(legs)
            if found.shortest is None and self._beyond is not None:
                found = self._beyond.to(cell, waypoints, jumps)
            self._known[legs] = found
        return self._known[legs]

    def trade_offs(
        self, cell: Cell, waypoints: Sequence[Cell] = (), jumps: Collection[int] = ()
    ) -> tuple[Route, ...]:
        """Return the routes worth choosing among, the shortest first and the safest last.

        Each between them costs more than the one before and gives away fewer reactions. They are
        looked for leg by leg, as those of ``to`` are, and anew with each call: it takes longer.

        Parameters
        ----------
        jumps
            The legs that are jumps, as for ``to``.
        """
        found = self.to(cell, waypoints, jumps)
        shortest, safest = found.shortest, found.safest
        if shortest is None:
            return ()
        if shortest.path.cost > self.budget and self._beyond is not None:
            return self._beyond.trade_offs(cell, waypoints, jumps)
        if safest is None or safest.path == shortest.path:
            return (shortest,)
        legs = [(place, number in jumps) for number, place in enumerate((*waypoints, cell))]
        between = [
            route
            for route in self._fronts(legs)
            if shortest.path.cost < route.path.cost < safest.path.cost
            and len(safest.firing) < len(route.firing)
        ]
        return (*_no_worse([shortest, *between]), safest)

    def safest_price(self, cell: Cell) -> tuple[int, float] | None:
        """Return how many triggers of the safest way fire, and what it costs in feet; or None.

        It is what ``to`` says; the way itself is looked for only where it makes a difference.
        """
        price = self.field.price(cell)
        if price is None:
            return None
        # Whoever strikes by the GM's word strikes once more than a price counts.
        by_hand = made_to_strike(self.board.encounter, self.token.id)
        if self.field.is_exact and not by_hand:
            key = price.strikes, price.woken
            if key not in self._firing:
                self._firing[key] = self.system.surely_firing(self.board, self.token, price)
            count = self._firing[key]
            if count is not None:
                return count, feet_of(price.cost, self.board.encounter.map.grid.feet_per_cell)
        path = self._path(((cell, False),), safe=True)
        assert path is not None  # it has a price
        way = self.route(path)
        return len(way.firing), way.feet

    def why_no_jump(
        self, cell: Cell, waypoints: Sequence[Cell] = (), jumps: Collection[int] = ()
    ) -> str:
        """Return why nobody can jump to *cell* from the last of *waypoints*; empty: the token can.

        Parameters
        ----------
        jumps
            The legs to the waypoints that are jumps, from 0.
        """
        legs = tuple((place, number in jumps) for number, place in enumerate(waypoints))
        leg = self._leg(legs, safe=False)
        return "there is no way to where the jump begins" if leg is None else leg[1].jump(cell)[1]

    def route(self, path: Path) -> Route:
        """Return *path* with its triggers and cost."""
        per_cell = self.board.encounter.map.grid.feet_per_cell
        return Route(
            path,
            self.system.move_triggers(self.board, self.token, path),
            self.mover.actions_for(path.cost),
            feet_of(path.cost, per_cell),
        )

    def _find(self, legs: tuple[Leg, ...]) -> MovePreview:
        short, safe = (self._path(legs, safe) for safe in (False, True))
        shortest = None if short is None else self.route(short)
        if safe == short:
            return MovePreview(shortest, shortest)
        return MovePreview(shortest, None if safe is None else self.route(safe))

    def _path(self, legs: tuple[Leg, ...], safe: bool) -> Path | None:
        leg = self._leg(legs[:-1], safe)
        last = None if leg is None else _path_in(leg[1], legs[-1], safe)
        return None if leg is None or last is None else leg[0].then(last)

    def _fronts(self, legs: Sequence[Leg]) -> list[Route]:
        """Return the routes along *legs* none of which is both longer and no safer than another."""
        ways = [Path((self.token.at,), (0,))]
        routes: list[Route] = []
        for number, (cell, is_jump) in enumerate(legs, start=1):
            is_passing, longer = number < len(legs), []
            for way in ways:
                field = self.field.after(way) if way.steps else self.field
                if is_jump:
                    found = [path for path in field.jump(cell, passing=is_passing)[:1] if path]
                else:
                    found = list(field.trade_offs(cell, passing=is_passing))
                longer += [way.then(path) for path in found]
            routes = _no_worse([self.route(path) for path in longer])
            ways = [route.path for route in routes]
        return routes

    def _leg(self, legs: tuple[Leg, ...], safe: bool) -> tuple[Path, MovementField] | None:
        """Return the way to the last waypoint, and the field from there; None: no way."""
        if not legs:
            return Path((self.token.at,), (0,)), self.field
        key = (legs, safe)
        if key not in self._legs:
            before = self._leg(legs[:-1], safe)
            found = None if before is None else _path_in(before[1], legs[-1], safe, passing=True)
            if before is None or found is None:
                self._legs[key] = None
            else:
                sofar = before[0].then(found)
                self._legs[key] = sofar, self.field.after(sofar)
        return self._legs[key]


Leg: TypeAlias = "tuple[Cell, bool]"
"""Where a leg of a route leads, and whether it is a jump."""


def _no_worse(routes: Sequence[Route]) -> list[Route]:
    """Return the routes that are safer than all cheaper ones, the cheapest first."""
    best: list[Route] = []
    for route in sorted(routes, key=lambda one: (one.path.cost, len(one.firing))):
        if not best or len(route.firing) < len(best[-1].firing):
            best.append(route)
    return best


def _path_in(field: MovementField, leg: Leg, safe: bool, *, passing: bool = False) -> Path | None:
    cell, is_jump = leg
    if is_jump:
        return field.jump(cell, passing=passing)[0]
    find = field.safest if safe else field.shortest
    return find(cell, passing=passing)

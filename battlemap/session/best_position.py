"""Where to attack from: the odds of one attack from every cell that a token can reach."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

from battlemap.geometry.angle import bearing
from battlemap.geometry.footprint import footprint
from battlemap.rules.fact_rulings import ruling_on
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.preview import MovePreviewer
from battlemap.tactics.board import Board
from battlemap.tactics.situation import weapon_of
from battlemap.tactics.vantage import Vantage

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack
    from battlemap.rules.plan import Odds
    from battlemap.rules.system import RuleSystem
    from battlemap.tactics.vantage import Glance

_TOGETHER = 128
"""So many cells are looked at together; in between nobody can cancel."""

_AT_FIRST = 32
"""So many come first, to be shown at once."""


@dataclass(frozen=True)
class Position:
    """A cell to attack from, and what the attack is worth there."""

    cell: Cell
    """The anchor's."""
    facing: float
    """How the attacker would face there, in degrees clockwise from north."""
    hit: float
    """Chance of at least one hit."""
    mean: float
    """Mean damage."""
    triggers: int
    """How many reactions the safest way there gives away."""
    feet: float
    """What that way costs."""


def rank(position: Position) -> tuple[float, float, int, float]:
    """Return what positions are sorted by: the odds, then the way there; smaller is better."""
    return -position.hit, -position.mean, position.triggers, position.feet


def positions(
    encounter: Encounter, system: RuleSystem, attack: Attack
) -> Iterator[tuple[Position | None, int, int]]:
    """Yield what the attack is worth from each cell in reach, the likeliest cells first.

    Yields
    ------
    tuple[Position | None, int, int]
        The position (None where the attack can't be made from there), how many cells are done,
        and how many there are. A caller that has seen enough just stops asking.

    Raises
    ------
    IllegalIntentError
        If attacker, target or weapon do not exist.
    """
    board = Board.of(encounter, system)
    for key in (attack.attacker, attack.target):
        if key not in encounter.tokens:
            raise IllegalIntentError(f'There is no token "{key}" on the map.')
    try:
        weapon = weapon_of(board, attack.attacker, attack.weapon)
    except KeyError:
        raise IllegalIntentError(f'There is no weapon "{attack.weapon}".') from None
    previewer = MovePreviewer(board, system, attack.attacker)
    reach: float = weapon.range_feet if weapon.is_ranged else weapon.reach_feet
    if ruling_on(encounter, attack, attack.target, "in_reach") == "on":
        reach = inf  # from wherever the attacker stands
    cells = _near_enough(board, attack, reach, previewer)
    vantage = Vantage(board, attack.attacker, attack.target)
    worth = _Worth(encounter, system, attack)
    starts = [0, *range(_AT_FIRST, len(cells), _TOGETHER)]
    for first, end in pairwise([*starts, len(cells)]):
        together = cells[first:end]
        places = [(cell, _facing_from(board, attack, cell)) for cell in together]
        for done, glance in enumerate(vantage.glances(places), first + 1):
            yield _position(glance, worth.odds(glance), previewer), done, len(cells)


def _near_enough(
    board: Board, attack: Attack, reach_feet: float, previewer: MovePreviewer
) -> Sequence[Cell]:
    """Return the cells in reach that aren't too far from the target, the nearest ways first."""
    grid = board.grid
    token = board.token(attack.attacker)
    per_cell = board.encounter.map.grid.feet_per_cell
    # A diagonal may count one and a half, and elevation counts too: leave room, the plan decides.
    most = reach_feet / per_cell + 1
    target = board.cells_of(attack.target)
    costs = {token.at: 0, **previewer.field.costs}
    found = [
        cell
        for cell in costs
        if min(
            grid.steps(a, b)
            for a in footprint(grid, cell, token.size, token.turned)
            for b in target
        )
        <= most
    ]
    return sorted(found, key=lambda cell: (costs[cell], cell))


def _facing_from(board: Board, attack: Attack, cell: Cell) -> float:
    """Return how the attacker would face in a cell: toward the target."""
    grid, token = board.grid, board.token(attack.attacker)
    here = grid.centroid(board.cells_at(token, cell))
    there = board.center_of(attack.target)
    if board.conventions.has_facing and here != there:
        return grid.nearest_facing(bearing(here, there))
    return token.facing


class _Worth:
    """What the attack is worth, planned once for all places that are alike to the rules."""

    def __init__(self, encounter: Encounter, system: RuleSystem, attack: Attack) -> None:
        self._encounter = encounter
        self._system = system
        self._attack = attack
        self._known: dict[Hashable, Odds | None] = {}

    def odds(self, glance: Glance) -> Odds | None:
        """Return the odds from one place; None: the attack can't be made from there."""
        key = self._system.odds_key(self._encounter, self._attack, glance)
        if key is None:
            return self._planned(glance)
        if key not in self._known:
            self._known[key] = self._planned(glance)
        return self._known[key]

    def _planned(self, glance: Glance) -> Odds | None:
        try:
            plan = self._system.plan(glance.board, self._attack)
        except IllegalIntentError:
            return None
        return None if plan.illegal else plan.odds


def _position(glance: Glance, odds: Odds | None, previewer: MovePreviewer) -> Position | None:
    if odds is None:
        return None
    if glance.cell == previewer.token.at:
        return Position(glance.cell, glance.facing, odds.hit, odds.mean, 0, 0)
    price = previewer.safest_price(glance.cell)
    return (
        None if price is None else Position(glance.cell, glance.facing, odds.hit, odds.mean, *price)
    )

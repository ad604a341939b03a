"""Movement in Grimhowl: the pool that Moves fill and skills draw on (Movement, Repeat Penalty)."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.terrain import Terrain
from battlemap.model.words import counted
from battlemap.rules.acting import waits
from battlemap.rules.by_hand import name_of
from battlemap.rules.kept_triggers import kept_triggers
from battlemap.rules.step_rulings import with_ruled_steps
from battlemap.rules.trigger import Trigger
from battlemap.rules.trigger_rulings import let_pass
from battlemap.systems.grimhowl.economy import actions_left, reactions_left, why_no_action
from battlemap.systems.grimhowl.kinds import Skill
from battlemap.systems.grimhowl.pools import MOVE
from battlemap.systems.grimhowl.sheet import (
    details_of,
    sheet_of,
    status_of,
)
from battlemap.tactics.crossings import crossings
from battlemap.tactics.deeds import one_weapon_each
from battlemap.tactics.mover import Mover

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token, Weapon
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.options import Options
    from battlemap.systems.grimhowl.sheet import Status
    from battlemap.tactics.board import Board
    from battlemap.tactics.movement import Price
    from battlemap.tactics.path import Path

BAD_GROUND = (Terrain.DIFFICULT, Terrain.CLIMB, Terrain.WATER)
"""What may cost more on foot."""


@dataclass(frozen=True)
class FadingMover(Mover):
    """A mover whose Moves buy less and less: ``buys[n]`` is what the next but n buys."""

    buys: tuple[int, ...] = ()

    @property
    def budget(self) -> int:
        """All that the token can walk now."""
        return self.left_over + sum(self.buys[: self.actions])

    def actions_for(self, cost: int) -> int:
        """Return how many Moves a path of this cost spends."""
        beyond, count = cost - self.left_over, 0
        while beyond > 0 and count < self.actions:
            beyond -= self.buys[count]
            count += 1
        return count


def _ground(options: Options, status: Status) -> Mapping[Terrain, int]:
    """Return what each kind of bad ground costs more, in hundredths of a cell."""
    athletic = status.stride > 0 and status.stride_by == Skill.ATHLETICS.value
    if athletic and options.sure_athletics:
        return MappingProxyType({})
    return MappingProxyType(dict.fromkeys(BAD_GROUND, 100 * options.difficult_extra))


def pool_size(system: Grimhowl, encounter: Encounter, token: Token, moves: int) -> int:
    """Return the movement that the Move after *moves* others in this round gives.

    In hundredths of a cell: the movement value less 5 ft for each step of the penalty (settled).
    """
    steps = min(system.options.repeat_most, moves)
    value = sheet_of(token).movement_feet
    full = system.options.usual_movement_feet if value is None else value
    feet = max(0, full - system.options.repeat_move_feet * steps)
    return feet * 100 // encounter.map.grid.feet_per_cell


def remaining(system: Grimhowl, encounter: Encounter, token: Token) -> int:
    """Return the movement that remains, in hundredths of a cell: no effect may exceed it.

    Before the first Move of a round the whole movement value remains.
    """
    status = status_of(token)
    if not encounter.turn_order.is_running:
        return pool_size(system, encounter, token, 0)
    size = pool_size(system, encounter, token, max(0, status.times(MOVE) - 1))
    return max(0, size - status.drawn)


@with_ruled_steps
def mover(system: Grimhowl, encounter: Encounter, token: Token) -> FadingMover:
    """Return how *token* moves now: what stars bought, or what Moves buy, one after another."""
    status = status_of(token)
    ground = _ground(system.options, status)
    running = encounter.turn_order.is_running
    parity = status.parity if running else 0
    if status.stride and system.is_able(token):
        return FadingMover(
            rate=0,
            actions=0,
            left_over=min(status.stride, remaining(system, encounter, token)),
            extra=ground,
            parity=parity,
        )
    if not system.is_able(token):
        return FadingMover(rate=0, actions=0, extra=ground)
    if not running:
        size = pool_size(system, encounter, token, 0)
        return FadingMover(rate=size, actions=1, extra=ground, buys=(size,))
    moves = status.times(MOVE)
    count = actions_left(encounter, token)
    buys = [pool_size(system, encounter, token, moves + index) for index in range(count)]
    if buys and not moves:
        # What skills have moved already comes out of the same pool.
        buys[0] = max(0, buys[0] - status.drawn)
    return FadingMover(
        rate=buys[0] if buys else 0,
        actions=len(buys),
        left_over=_open_pool(system, encounter, token),
        extra=ground,
        parity=parity,
        buys=tuple(buys),
    )


def _open_pool(system: Grimhowl, encounter: Encounter, token: Token) -> int:
    """Return what a Move has paid for and nobody has walked yet; held Moves are paid anew."""
    if not status_of(token).opened or waits(encounter, token):
        return 0
    return remaining(system, encounter, token)


def why_not_now(
    system: Grimhowl, encounter: Encounter, token: Token, path: Path, how: FadingMover
) -> str:
    """Return why *token* can't walk this path now; empty: it can."""
    name, status = name_of(token), status_of(token)
    if not system.is_able(token):
        return f"{name} cannot act"
    if not encounter.turn_order.is_running:
        return ""
    if path.cost <= how.budget:
        return ""
    per_cell = encounter.map.grid.feet_per_cell
    needs, has = path.cost * per_cell / 100, how.budget * per_cell / 100
    if status.stride:
        return f"{name} needs {needs:g} ft for this path, and the stars bought {has:g} ft"
    if not how.budget and (reason := why_no_action(system, encounter, token)):
        return reason
    moves = counted(how.actions, "Move")
    return f"{name} needs {needs:g} ft for this path and has {has:g} ft with {moves}"


def move_triggers(
    system: Grimhowl, board: Board, token: Token, path: Path, manner: str = "walk"
) -> tuple[Trigger, ...]:
    """Return who may strike at this very path, in order of steps; nobody, unless the option says.

    Opportunity attacks aren't in the text: with the option, leaving the reach of an enemy lets it
    strike for a held action, once in a move. A Dodge gets away from everybody, Finesse may.
    """
    return kept_triggers(
        (system, board, token), path, manner, lambda: _triggers(system, board, token, path, manner)
    )


def _triggers(
    system: Grimhowl, board: Board, token: Token, path: Path, manner: str
) -> tuple[Trigger, ...]:
    if _is_quiet(system, token):
        return ()
    provoking = [c for c in crossings(board, token.id, path, manner) if c.provokes]
    used: set[str] = set()
    found = []
    for crossing in one_weapon_each(board, provoking, _worth):
        reactor = board.token(crossing.by)
        start = cell_name(board.grid, path.cells[crossing.step - 1])
        end = cell_name(board.grid, path.cells[crossing.step])
        reason = f"{start} to {end}: leaves the reach of {name_of(reactor)}'s {crossing.weapon}"
        fires = True
        if crossing.by in used:
            fires, reason = False, f"{reason}; it has struck at an earlier step"
        elif not _can_strike(system, board.encounter, reactor):
            fires, reason = False, f"{reason}; it holds no action"
        used.add(crossing.by)
        found.append(Trigger.of(crossing, reason, "a held action", fires=fires))
    return let_pass(board.encounter, token.id, found)


def surely_firing(system: Grimhowl, board: Board, token: Token, price: Price) -> int | None:
    """Return how many triggers fire on any way that gives away just so much; None: it depends.

    Each that is woken strikes once. Outside a fight nobody counts actions, so that one who may not
    react strikes as well.
    """
    if _is_quiet(system, token):
        return 0
    if price.woken is None:
        return None
    for enemy in board.enemies_of(token):
        strikes = _can_strike(system, board.encounter, enemy)
        counts = enemy.id in price.woken
        if counts is not strikes and (counts or not system.may_react(enemy)):
            return None
    return len(price.woken)


def _is_quiet(system: Grimhowl, token: Token) -> bool:
    """Tell whether nobody strikes, however *token* moves.

    A Dodge is a Reaction, which triggers no other; Finesse may let nobody strike.
    """
    options = system.options
    by = status_of(token).stride_by if status_of(token).stride else ""
    quiet = by == Skill.DODGE or (options.quiet_skills and by == Skill.FINESSE)
    return quiet or not options.opportunity


def _can_strike(system: Grimhowl, encounter: Encounter, reactor: Token) -> bool:
    return not encounter.turn_order.is_running or bool(reactions_left(system, encounter, reactor))


def _worth(weapon: Weapon) -> tuple[int, int]:
    """Return how good a weapon is for an opportunity attack; the better one is used."""
    details = details_of(weapon)
    return int(2 * details.damage_dice.mean), weapon.reach_feet

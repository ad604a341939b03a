"""Movement in ShadowRealms: rates, terrain and who may strike at a mover (sections 6 and 7)."""

from __future__ import annotations

from functools import reduce
from operator import or_
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
from battlemap.systems.shadowrealms.pools import base_pool, physical_dice
from battlemap.systems.shadowrealms.price import bonus_left
from battlemap.systems.shadowrealms.readings import BurrowedGround, ExtraCosts
from battlemap.systems.shadowrealms.sheet import (
    BOXES,
    Tier,
    details_of,
    sheet_of,
    status_of,
)
from battlemap.tactics.crossings import crossings
from battlemap.tactics.deeds import one_weapon_each
from battlemap.tactics.mover import Mode, Mover

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token, Weapon
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.tactics.board import Board
    from battlemap.tactics.crossings import Crossing
    from battlemap.tactics.movement import Price
    from battlemap.tactics.path import Path


MOST_MOVES = 3
"""At most three actions of a turn go into moving (section 4)."""


@with_ruled_steps
def mover(system: ShadowRealms, encounter: Encounter, token: Token) -> Mover:
    """Return how *token* moves now.

    Difficult ground (unless an Acrobatics test bypasses it), climbing and swimming cost one area
    more each and add up; a speed of its own makes climbing and swimming as quick as that speed, and
    who has no other goes nowhere else; a flier or burrower ignores the ground; prone (or with a
    full damage track) every area costs more.
    """
    sheet, status = sheet_of(token), status_of(token)
    mode, feet = mode_of(token)
    lost = sum(injury.feet for injury in status.injuries)
    feet = max(0, feet - lost)
    own = {
        Terrain.CLIMB: max(0, sheet.climb_feet - lost),
        Terrain.WATER: max(0, sheet.swim_feet - lost),
    }
    only_on = Terrain.NORMAL
    if mode is Mode.WALK and not sheet.movement_feet:
        feet = max(own.values())
        only_on = reduce(or_, (kind for kind, speed in own.items() if speed), Terrain.NORMAL)
    if token.has("grappled") or not system.is_able(token):
        feet = 0
    extra = {Terrain.DIFFICULT: 100, **_at_own_speeds(own, feet)}
    crawls = token.has("prone") or (sheet.tier is Tier.FULL and status.boxes >= BOXES)
    running = encounter.turn_order.is_running
    left = min(status.actions, MOST_MOVES - status.moves) if running else MOST_MOVES
    if waits(encounter, token) and status.readied:
        left = min(status.readied, MOST_MOVES)
    return Mover(
        rate=feet * 100 // encounter.map.grid.feet_per_cell,
        actions=max(0, left),
        left_over=status.left_over if running and feet else 0,
        extra=MappingProxyType(extra),
        multiplies=system.options.extra_costs is ExtraCosts.MULTIPLY,
        step_extra=100 * system.options.prone_step_extra if crawls else 0,
        squeeze_extra=100 * system.options.squeeze_extra,
        blocked_by=Terrain.NORMAL if _digs(system, mode) else Terrain.IMPASSABLE,
        only_on=only_on,
        parity=status.parity if running else 0,
        mode=mode,
        waived=Terrain.DIFFICULT if status.footing == "sure" else Terrain.NORMAL,
    )


def _digs(system: ShadowRealms, mode: Mode) -> bool:
    """Tell whether impassable ground is solid earth to whoever moves in this mode."""
    return mode is Mode.BURROW and (system.options.burrowed_ground is BurrowedGround.IMPASSABLE)


def mode_of(token: Token) -> tuple[Mode, int]:
    """Return how *token* gets about now, and its speed in feet: flying needs a speed for it."""
    sheet = sheet_of(token)
    if token.has("flying") and sheet.fly_feet > 0:
        return Mode.FLY, sheet.fly_feet
    if token.has("burrowing") and sheet.burrow_feet > 0:
        return Mode.BURROW, sheet.burrow_feet
    return Mode.WALK, sheet.movement_feet


def _at_own_speeds(speeds: Mapping[Terrain, int], walking: int) -> dict[Terrain, int]:
    """Return what kinds of ground cost more than walking, at a speed for each; 0: there is none.

    A speed above walking costs less (section 6: at their full dedicated speed). Both cheap kinds in
    one area still cost something.
    """
    found = {}
    for kind, speed in speeds.items():
        if not speed:
            found[kind] = 100
        elif speed < walking:
            found[kind] = -(-100 * walking // speed) - 100
        else:
            found[kind] = max(1, 100 * walking // speed) - 100
    if all(cost < 0 for cost in found.values()):
        return {kind: max(-49, cost) for kind, cost in found.items()}
    return found


def why_not_now(
    system: ShadowRealms, encounter: Encounter, token: Token, path: Path, how: Mover, manner: str
) -> str:
    """Return why *token* can't walk this path now; empty: it can."""
    name, status, order = name_of(token), status_of(token), encounter.turn_order
    if not system.is_able(token):
        return f"{name} cannot act"
    if token.has("grappled"):
        return f"{name} is grappled and cannot move freely"
    if manner == "shift" and path.steps != 1:
        return "a shift is one area"
    if not order.is_running:
        return ""
    if order.active != token.id and not (status.readied and manner != "shift"):
        active = encounter.tokens.get(order.active or "")
        return f"it is {name_of(active)}'s turn" if active else "it is nobody's turn"
    if manner == "shift":
        return "" if bonus_left(system, status) else "the bonus action is spent"
    if path.cost > how.budget:
        needs = counted(how.actions_for(path.cost), "action")
        return f"{name} needs {needs} for this path and has {how.actions} to move"
    return ""


def move_triggers(
    board: Board, token: Token, path: Path, manner: str = "walk"
) -> tuple[Trigger, ...]:
    """Return who may strike at this very path, in order of steps.

    Leaving a threatened area, or passing from one to another, provokes; so does a charge that uses
    one, and coming into the reach of a weapon that braces (section 5). Each reactor strikes at most
    once in a move and needs its Reaction; what it can't use is listed as hollow. A shift or the
    GM's hand provokes nothing (section 5).
    """
    return kept_triggers(
        (board, token), path, manner, lambda: _triggers(board, token, path, manner)
    )


def _triggers(board: Board, token: Token, path: Path, manner: str) -> tuple[Trigger, ...]:
    provoking = [c for c in crossings(board, token.id, path, manner) if c.provokes]
    used: set[str] = set()
    found = []
    for crossing in one_weapon_each(board, provoking, _worth):
        reactor = board.token(crossing.by)
        reason = _reason(board, path, crossing, reactor)
        fires = True
        weapons = {weapon.name: weapon for weapon in board.reading.weapons(reactor)}
        if not physical_dice(reactor, base_pool(reactor, weapons[crossing.weapon])):
            fires, reason = False, f"{reason}; {name_of(reactor)} has no dice to roll"
        elif crossing.by in used:
            fires, reason = False, f"{reason}; its Reaction goes to an earlier step"
        elif board.encounter.turn_order.is_running and not crossing.is_ready:
            fires, reason = False, f"{reason}; its Reaction is spent"
        used.add(crossing.by)
        found.append(Trigger.of(crossing, reason, "Reaction", fires=fires))
    return let_pass(board.encounter, token.id, found)


def surely_firing(system: ShadowRealms, board: Board, token: Token, price: Price) -> int | None:
    """Return how many triggers fire on any way that gives away just so much; None: it depends.

    Each strikes once, if it has dice to roll with whatever weapon reaches the mover. Outside a
    fight nobody counts Reactions, so that one who has none left strikes as well.
    """
    woken = price.woken
    if woken is None:
        return None
    counts_reactions = board.encounter.turn_order.is_running
    for enemy in board.enemies_of(token):
        if enemy.id not in woken and not counts_reactions and not system.may_react(enemy):
            return None
        if enemy.id in woken and not all(
            physical_dice(enemy, base_pool(enemy, weapon))
            for weapon in system.weapons(enemy)
            if not weapon.is_ranged
        ):
            return None
    return len(woken)


def _worth(weapon: Weapon) -> tuple[int, int]:
    """Return how good a weapon is for a strike by Reaction; the better one is used."""
    details = details_of(weapon)
    return details.attack_strength + details.penetration, weapon.reach_feet


def _reason(board: Board, path: Path, crossing: Crossing, reactor: Token) -> str:
    start = cell_name(board.grid, path.cells[crossing.step - 1])
    end = cell_name(board.grid, path.cells[crossing.step])
    whose = f"{name_of(reactor)}'s {crossing.weapon}"
    deed = crossing.provokes
    if deed == "leaves":
        return f"{start} to {end}: leaves the reach of {whose}"
    if deed == "through":
        return f"{start} to {end}: passes through the reach of {whose}"
    if deed == "enters":
        return f"{start} to {end}: comes into the reach of {whose}, which braces"
    return f"{start} to {end}: charges past {whose}"

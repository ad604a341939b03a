"""Movement in Prowess: passive movement, movement actions, terrain, and who may strike."""

from __future__ import annotations

from dataclasses import replace
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
from battlemap.systems.prowess.provoking import PRICE, hollow_reason, worth
from battlemap.systems.prowess.readings import Disengaging, FeetLeft, ForcedMovement, Slowed
from battlemap.systems.prowess.sheet import ACTION_POINTS, dice_left, sheet_of, status_of
from battlemap.tactics.board import Board
from battlemap.tactics.crossings import crossings
from battlemap.tactics.deeds import one_weapon_each
from battlemap.tactics.manners import Exemption, manner_kind
from battlemap.tactics.movement import Mover
from battlemap.tactics.threat import threats_to

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.systems.prowess import Prowess
    from battlemap.systems.prowess.sheet import Status
    from battlemap.tactics.crossings import Crossing
    from battlemap.tactics.movement import Price
    from battlemap.tactics.path import Path

MOVEMENT_FEET = 10
"""What the Movement action buys for one action point."""

DISENGAGE_POINTS = 3


def hundredths(encounter: Encounter, feet: int) -> int:
    """Return feet in hundredths of a cell of the map."""
    return feet * 100 // encounter.map.grid.feet_per_cell


@with_ruled_steps
def mover(system: Prowess, encounter: Encounter, token: Token) -> Mover:
    """Return how *token* moves now.

    Difficult ground (and water) costs twice, prone twice, hidden twice; they multiply, so that
    prone in difficult ground is a quarter. Passive movement is used first, then what is left of
    movement that is paid, then action points.
    """
    status, options = status_of(token), system.options
    extra = {Terrain.DIFFICULT: 100, Terrain.WATER: 100}
    factor = 2 if token.has("prone") else 1
    if token.has("prone") and options.difficult_and_prone is Slowed.HALF:
        extra = {}
    if token.has("hidden"):
        factor *= 2
    rate = hundredths(encounter, MOVEMENT_FEET)
    running = encounter.turn_order.is_running
    paid, actions = status.passive + status.left_over, status.points
    if not running:
        paid, actions = hundredths(encounter, sheet_of(token).passive_feet), ACTION_POINTS
    elif waits(encounter, token):
        # What is left there comes from a readied Dash or Movement that was taken just now.
        ready = status.readied == "move"
        paid = status.left_over
        actions = int(ready and (status.readied_paid or status.points > 0))
    elif options.feet_left is FeetLeft.LOST:
        # Each move is one movement action: the passive one, one that is paid, or a new one.
        paid = status.passive or status.left_over
        actions = 0 if paid else min(1, status.points)
    if is_held(token) or not system.is_able(token):
        paid, actions = 0, 0
    return Mover(
        rate=rate,
        actions=actions,
        left_over=paid,
        extra=MappingProxyType(extra),
        multiplies=True,
        step_extra=100 * (factor - 1),
        parity=status.parity if running else 0,
    )


def is_held(token: Token) -> bool:
    """Tell whether a grapple keeps the token where it is, on either end."""
    return token.has("grappled") or bool(status_of(token).grappling)


def paid_walk(system: Prowess, status: Status, how: Mover, cost: int) -> tuple[Status, int]:
    """Return *status* after walking for *cost*, and how many action points that took."""
    count = how.actions_for(cost)
    if system.options.feet_left is FeetLeft.LOST:
        used_passive = status.passive > 0
        left = status.left_over if used_passive else 0
        return replace(
            status, points=max(0, status.points - count), passive=0, left_over=left
        ), count
    passive = max(0, status.passive - cost)
    beyond = max(0, cost - status.passive)
    left = status.left_over + count * how.rate - beyond
    return (
        replace(
            status,
            points=max(0, status.points - count),
            passive=passive,
            left_over=max(0, left),
        ),
        count,
    )


def why_not_now(
    system: Prowess, encounter: Encounter, token: Token, path: Path, how: Mover, manner: str
) -> str:
    """Return why *token* can't walk this path now; empty: it can."""
    name, status, order = name_of(token), status_of(token), encounter.turn_order
    if not system.is_able(token):
        return f"{name} cannot act"
    if is_held(token):
        held = "is grappled" if token.has("grappled") else "is grappling"
        return f"{name} {held} and has no speed"
    disengages = manner_kind(manner) == "disengage"
    if disengages and (wrong := why_not_disengage(system, encounter, token, path, manner)):
        return wrong
    if not order.is_running:
        return ""
    ready = status.readied == ("disengage" if disengages else "move")
    if order.active != token.id and not (ready or (status.left_over and not disengages)):
        active = encounter.tokens.get(order.active or "")
        return f"it is {name_of(active)}'s turn" if active else "it is nobody's turn"
    if disengages:
        few = status.points < DISENGAGE_POINTS and not is_prepaid(encounter, token)
        return f"Disengage costs {DISENGAGE_POINTS} AP, {name} has {status.points}" if few else ""
    if path.cost > how.budget:
        needs = how.actions_for(path.cost)
        if system.options.feet_left is FeetLeft.LOST and not waits(encounter, token):
            return f"{name} can walk {feet_words(encounter, how.budget)} with one movement action"
        return f"{name} needs {counted(needs, 'AP', 'AP')} for this path and has {how.actions}"
    return ""


def why_not_disengage(
    system: Prowess, encounter: Encounter, token: Token, path: Path, manner: str
) -> str:
    """Return why a step isn't a Disengage; empty: it is one."""
    if path.steps != 1:
        return "a Disengage is 5 ft"
    _, _, named = manner.partition(":")
    if not named and system.options.disengaging is Disengaging.ONE:
        return "a Disengage needs a target to get away from"
    if not named:
        return ""
    if named not in encounter.tokens:
        return f'there is no token "{named}" on the map'
    if named not in threats_to(Board.of(encounter, system), token.id):
        return f"{name_of(token)} isn't in {name_of(encounter.tokens[named])}'s Aura of Reach"
    return ""


def is_prepaid(encounter: Encounter, token: Token) -> bool:
    """Tell whether the readied action that *token* takes now was paid when it was declared."""
    return waits(encounter, token) and status_of(token).readied_paid


def feet_words(encounter: Encounter, cost: int) -> str:
    """Return hundredths of a cell as feet: "17 ft"."""
    return f"{cost * encounter.map.grid.feet_per_cell / 100:g} ft"


def move_triggers(
    system: Prowess, board: Board, token: Token, path: Path, manner: str = "walk"
) -> tuple[Trigger, ...]:
    """Return who may strike at this very path, in order of steps.

    Leaving an aura provokes, each time; so does entering one with a melee weapon shorter than its
    holder's. Each strike costs its holder a prowess die; those that it can't pay for, if it makes
    all earlier ones, are listed as hollow. Forced movement provokes nothing (an option).
    """
    return kept_triggers(
        (system, board, token), path, manner, lambda: _triggers(system, board, token, path, manner)
    )


def _triggers(
    system: Prowess, board: Board, token: Token, path: Path, manner: str
) -> tuple[Trigger, ...]:
    found = []
    counts: dict[str, int] = {}
    for crossing in one_weapon_each(board, _provoking(system, board, token, path, manner), worth):
        counts[crossing.by] = counts.get(crossing.by, 0) + 1
        why_hollow = hollow_reason(board, crossing.by, counts[crossing.by])
        reason = _reason(board, path, crossing)
        if why_hollow:
            reason = f"{reason}; {why_hollow}"
        found.append(Trigger.of(crossing, reason, PRICE, fires=not why_hollow))
    return let_pass(board.encounter, token.id, found)


def surely_firing(system: Prowess, board: Board, token: Token, price: Price) -> int | None:
    """Return how many triggers fire on any way that gives away just so much; None: it depends.

    Every one does where each enemy has an aura with all that it reaches with, and a prowess die for
    each strike of the whole way.
    """
    if not price.strikes:
        return 0
    for enemy in board.enemies_of(token):
        if system.may_react(enemy) and (
            dice_left(enemy) < price.strikes
            or not all(system.has_aura(enemy, reach.weapon) for reach in system.reaches(enemy))
        ):
            return None
    return price.strikes


def _provoking(
    system: Prowess, board: Board, token: Token, path: Path, manner: str
) -> list[Crossing]:
    exempt = None
    if manner == "pushed" and system.options.forced_movement is ForcedMovement.PROVOKES:
        exempt = Exemption()
    if manner_kind(manner) == "disengage" and system.options.disengaging is Disengaging.ANYBODY:
        exempt = Exemption("disengages")
    found = crossings(board, token.id, path, manner, exempt)
    return [
        crossing
        for crossing in found
        if crossing.provokes and system.has_aura(board.token(crossing.by), crossing.weapon)
    ]


def _reason(board: Board, path: Path, crossing: Crossing) -> str:
    start = cell_name(board.grid, path.cells[crossing.step - 1])
    end = cell_name(board.grid, path.cells[crossing.step])
    whose = f"{name_of(board.token(crossing.by))}'s {crossing.weapon}"
    if crossing.provokes == "enters":
        return f"{start} to {end}: enters the aura of {whose} with a shorter weapon"
    return f"{start} to {end}: leaves the aura of {whose}"

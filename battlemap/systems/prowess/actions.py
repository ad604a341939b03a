"""The door to every procedure, and the actions of the action bar."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, assert_never

from battlemap.model.event import StatusChanged
from battlemap.model.intent import (
    Act,
    AreaAttack,
    ArrangeTurns,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    Intent,
    Move,
    Overrule,
    SetCondition,
    SetDoor,
    Turn,
)
from battlemap.rules.acting import note, one_step, waits
from battlemap.rules.by_hand import arrange_turns, name_of, set_door
from battlemap.rules.procedure import IllegalIntentError, happen, token_of
from battlemap.systems.prowess import turns
from battlemap.systems.prowess.area_attack import perform_area
from battlemap.systems.prowess.by_hand import set_condition
from battlemap.systems.prowess.deeds import DEEDS
from battlemap.systems.prowess.paying import KINDS, why_unable
from battlemap.systems.prowess.readout import counts_as_attack, points_of, why_not
from battlemap.systems.prowess.rulings import RULINGS
from battlemap.systems.prowess.sheet import status_of
from battlemap.systems.prowess.stance import buy_movement, disengage_move
from battlemap.systems.prowess.strike import perform_attack, provoke
from battlemap.systems.prowess.walk import perform_move, perform_turn

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.prowess import Prowess
    from battlemap.systems.prowess.deed import Deed


def perform(system: Prowess, encounter: Encounter, intent: Intent) -> Procedure:
    """Describe what happens when *intent* is carried out.

    Raises
    ------
    IllegalIntentError
        From the procedure, before its first event, if the rules forbid the intent.
    """
    match intent:
        case Move():
            return perform_move(system, encounter, intent)
        case Attack():
            return perform_attack(system, encounter, intent)
        case AreaAttack():
            return perform_area(system, encounter, intent)
        case Turn():
            return perform_turn(encounter, intent)
        case Act():
            return perform_act(system, encounter, intent)
        case BeginFight():
            return turns.begin(system, encounter, intent)
        case EndTurn():
            return turns.end_turn(system, encounter)
        case EndFight():
            return turns.end_fight(system, encounter)
        case SetDoor():
            return set_door(encounter, intent)
        case SetCondition():
            return set_condition(encounter, intent)
        case Overrule():
            return RULINGS.overrule(encounter, intent)
        case ArrangeTurns():
            return arrange_turns(encounter, intent, partial(turns.end_turn, system))
        case _:
            assert_never(intent)


def perform_act(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Carry out one of the action bar's actions: check, pay, let others strike, do."""
    token = token_of(encounter, act.token)
    deed = next((deed for deed in DEEDS if deed.key == act.action), None)
    if deed is None:
        raise IllegalIntentError(f'There is no action "{act.action}".')
    if deed.key in KINDS:
        return (yield from perform_attack(system, encounter, _as_attack(act, deed)))
    if deed.key == "move" and "to" in act.choices:
        return (yield from perform_move(system, encounter, one_step(token, act, "Movement")))
    forced = act.choices.get("force") == "yes"
    points = points_of(deed, act.choices)
    if (reason := why_not(system, encounter, token, deed, points)) and not forced:
        raise IllegalIntentError(f"{deed.label}: {reason}.")
    if deed.needs_target:
        target = token_of(encounter, act.target or "")
        wrong = deed.wrong_target and deed.wrong_target(system, encounter, token, target)
        if wrong and not forced:
            raise IllegalIntentError(wrong)
    if deed.key == "disengage":
        step = yield from disengage_move(system, encounter, act)
        return (yield from perform_move(system, encounter, step))
    encounter = yield from _pay(system, encounter, token, deed, points)
    if deed.key == "move":
        return (yield from buy_movement(system, encounter, act))
    if deed.provokes:
        encounter, _ = yield from provoke(system, encounter, token.id, deed.provokes)
        now = encounter.tokens[token.id]
        if not system.is_able(now) and not forced:
            why = f"{name_of(now)} is {why_unable(now)}"
            return (yield from note(now, f"{deed.label} comes to nothing", (why,)))
    assert deed.do is not None  # attacks and steps were handled above
    return (yield from deed.do(system, encounter, act))


def _as_attack(act: Act, deed: Deed) -> Attack:
    if act.target is None:
        raise IllegalIntentError(f"{deed.label} needs a target.")
    choices = {**act.choices, "kind": deed.key}
    weapon = choices.pop("weapon", "")
    return Attack(act.token, act.target, weapon, choices)


def _pay(system: Prowess, encounter: Encounter, token: Token, deed: Deed, points: int) -> Procedure:
    """Spend action points; a readied action that comes now is used up."""
    if not encounter.turn_order.is_running:
        return encounter
    status = status_of(token)
    paid = status
    ready = waits(encounter, token) and status.readied == deed.key
    if not (ready and status.readied_paid):
        paid = replace(paid, points=max(0, status.points - points))
    if ready:
        paid = replace(paid, readied="", readied_paid=False)
    if counts_as_attack(system, deed):
        paid = replace(paid, attacked=True)
    if points and deed.key != "move":
        paid = system.after_action(paid)
    if paid == status:
        return encounter
    return (yield from happen(StatusChanged(token.id, paid)))

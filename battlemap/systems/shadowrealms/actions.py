"""The door to every procedure, and the actions of the action bar (sections 4 and 5)."""

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
from battlemap.rules.acting import one_step
from battlemap.rules.by_hand import arrange_turns, name_of, set_door
from battlemap.rules.procedure import IllegalIntentError, happen, token_of
from battlemap.systems.shadowrealms import turns
from battlemap.systems.shadowrealms.by_hand import set_condition
from battlemap.systems.shadowrealms.charge import perform_charge
from battlemap.systems.shadowrealms.deeds import deeds_of
from battlemap.systems.shadowrealms.disarm import DISARM
from battlemap.systems.shadowrealms.harm import strain
from battlemap.systems.shadowrealms.price import has_pair, pay_bonus
from battlemap.systems.shadowrealms.readout import why_not
from battlemap.systems.shadowrealms.rulings import RULINGS
from battlemap.systems.shadowrealms.sheet import details_of, status_of
from battlemap.systems.shadowrealms.strike import perform_attack
from battlemap.systems.shadowrealms.walk import perform_move, perform_turn

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.deed import Deed


def perform(system: ShadowRealms, encounter: Encounter, intent: Intent) -> Procedure:
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
        case Turn():
            return perform_turn(system, encounter, intent)
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
            return set_condition(system, encounter, intent)
        case Overrule():
            return RULINGS.overrule(encounter, intent)
        case ArrangeTurns():
            return arrange_turns(encounter, intent, partial(turns.end_turn, system))
        case AreaAttack():
            raise IllegalIntentError(f"{system.title} has no area attacks.")
        case _:
            assert_never(intent)


def perform_act(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Carry out one of the action bar's actions: check, pay, do."""
    token = token_of(encounter, act.token)
    deed = next((deed for deed in deeds_of(token) if deed.key == act.action), None)
    if deed is None:
        raise IllegalIntentError(f'There is no action "{act.action}".')
    if deed.key in ("strike", "off_hand", "disarm"):
        return (yield from perform_attack(system, encounter, _as_attack(system, token, act, deed)))
    if deed.key == "charge":
        target = token_of(encounter, act.target or "")
        return (yield from perform_charge(system, encounter, token, target))
    if deed.key in ("move", "shift"):
        manner = "shift" if deed.key == "shift" else "walk"
        step = one_step(token, act, deed.label, manner)
        return (yield from perform_move(system, encounter, step))
    forced = act.choices.get("force") == "yes"
    if (reason := why_not(system, encounter, token, deed)) and not forced:
        raise IllegalIntentError(f"{deed.label}: {reason}.")
    if deed.needs_target:
        target = token_of(encounter, act.target or "")
        wrong = deed.wrong_target and deed.wrong_target(system, encounter, token, target)
        if wrong and not forced:
            raise IllegalIntentError(wrong)
    if deed.do is None:
        raise IllegalIntentError(f"{deed.label} is not done this way.")
    if not deed.pays_itself:
        encounter = yield from _pay(system, encounter, token, deed)
    encounter = yield from deed.do(system, encounter, act)
    if deed.is_strenuous and system.is_able(encounter.tokens[token.id]):
        encounter = yield from strain(system, encounter, token.id)
    return encounter


def _as_attack(system: ShadowRealms, token: Token, act: Act, deed: Deed) -> Attack:
    if act.target is None:
        raise IllegalIntentError(f"{deed.label} needs a target.")
    choices = {**act.choices}
    weapon = choices.pop("weapon", "")
    if deed.key == "disarm":
        choices["aim"] = DISARM
    if deed.key == "off_hand":
        choices["cost"] = "bonus"
        if not weapon:
            second = [
                w.name
                for w in system.weapons(token)
                if details_of(w).haft or (details_of(w).off_hand and has_pair(system, token, w))
            ]
            if not second:
                raise IllegalIntentError(f"{name_of(token)} has no paired weapons and no haft.")
            weapon = second[0]
    return Attack(act.token, act.target, weapon, choices)


def _pay(system: ShadowRealms, encounter: Encounter, token: Token, deed: Deed) -> Procedure:
    if not encounter.turn_order.is_running or deed.cost == "free":
        return encounter
    status = status_of(token)
    if deed.cost == "bonus":
        spent = pay_bonus(system, status)
    else:
        spent = replace(status, actions=max(0, status.actions - deed.price))
    return (yield from happen(StatusChanged(token.id, spent)))

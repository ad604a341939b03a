"""The door to every procedure, and the actions of the action bar."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, assert_never

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
from battlemap.rules.by_hand import arrange_turns, set_door
from battlemap.rules.procedure import IllegalIntentError, token_of
from battlemap.systems.grimhowl import turns
from battlemap.systems.grimhowl.area_attack import perform_area
from battlemap.systems.grimhowl.by_hand import set_condition
from battlemap.systems.grimhowl.deeds import DEEDS
from battlemap.systems.grimhowl.economy import spend
from battlemap.systems.grimhowl.pools import MOVE
from battlemap.systems.grimhowl.readout import why_not
from battlemap.systems.grimhowl.resolution import perform_attack
from battlemap.systems.grimhowl.rulings import RULINGS
from battlemap.systems.grimhowl.walk import perform_move, perform_turn

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.grimhowl import Grimhowl


def perform(system: Grimhowl, encounter: Encounter, intent: Intent) -> Procedure:
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
            return set_condition(encounter, intent)
        case Overrule():
            return RULINGS.overrule(encounter, intent)
        case ArrangeTurns():
            return arrange_turns(encounter, intent, partial(turns.end_turn, system))
        case _:
            assert_never(intent)


def perform_act(system: Grimhowl, encounter: Encounter, act: Act) -> Procedure:
    """Carry out one of the action bar's actions: check, pay, do."""
    token = token_of(encounter, act.token)
    deed = next((deed for deed in DEEDS if deed.key == act.action), None)
    if deed is None:
        raise IllegalIntentError(f'There is no action "{act.action}".')
    if deed.key == "attack":
        return (yield from perform_attack(system, encounter, _as_attack(act)))
    if deed.key == MOVE and act.choices.get("to"):
        return (yield from perform_move(system, encounter, one_step(token, act, "Move")))
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
    if not (deed.is_free or deed.pays_itself):
        encounter = yield from spend(encounter, token.id, deed.key)
    return (yield from deed.do(system, encounter, act))


def _as_attack(act: Act) -> Attack:
    if act.target is None:
        raise IllegalIntentError("Attack needs a target.")
    choices = {**act.choices}
    weapon = choices.pop("weapon", "")
    return Attack(act.token, act.target, weapon, choices)

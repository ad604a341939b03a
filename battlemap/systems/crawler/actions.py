"""The door to every procedure (The five steps)."""

from __future__ import annotations

from dataclasses import replace
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
from battlemap.systems.crawler import turns
from battlemap.systems.crawler.announce import announce_area, announce_attack, call_off
from battlemap.systems.crawler.area_resolution import perform_area
from battlemap.systems.crawler.attack import is_forced, weapon_of
from battlemap.systems.crawler.by_hand import set_condition, turn
from battlemap.systems.crawler.deed import why_not, with_target
from battlemap.systems.crawler.deeds import DEEDS
from battlemap.systems.crawler.order import as_arranged, tidy
from battlemap.systems.crawler.phases import DECLARE, phase_of
from battlemap.systems.crawler.resolution import perform_attack
from battlemap.systems.crawler.rulings import RULINGS
from battlemap.systems.crawler.sheet import is_crawler
from battlemap.systems.crawler.walk import perform_move

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.crawler import Crawler


def perform(system: Crawler, encounter: Encounter, intent: Intent) -> Procedure:
    """Describe what happens when *intent* is carried out; the rows of the panel follow.

    Raises
    ------
    IllegalIntentError
        From the procedure, before its first event, if the rules forbid the intent.
    """
    encounter = yield from _procedure(system, encounter, intent)
    return (yield from tidy(encounter))


def _procedure(system: Crawler, encounter: Encounter, intent: Intent) -> Procedure:
    match intent:
        case Move():
            return perform_move(system, encounter, intent)
        case Attack():
            return _attack(system, encounter, intent)
        case AreaAttack():
            return _area(system, encounter, intent)
        case Turn():
            return turn(encounter, intent)
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
            return _arrange(encounter, intent)
        case _:
            assert_never(intent)


def _announces(encounter: Encounter, attack: Attack | AreaAttack) -> bool:
    """Tell whether an attack is announced in step 1; by force it is carried out at once."""
    attacker = token_of(encounter, attack.attacker)
    return phase_of(encounter) == DECLARE and not is_crawler(attacker) and not is_forced(attack)


def _attack(system: Crawler, encounter: Encounter, attack: Attack) -> Procedure:
    attacker = token_of(encounter, attack.attacker)
    attack = replace(attack, weapon=weapon_of(system, attacker, attack.weapon).name)
    if _announces(encounter, attack):
        return (yield from announce_attack(system, encounter, attack))
    return (yield from perform_attack(system, encounter, attack))


def _area(system: Crawler, encounter: Encounter, attack: AreaAttack) -> Procedure:
    attacker = token_of(encounter, attack.attacker)
    weapon = weapon_of(system, attacker, attack.weapon, has_area=True)
    attack = replace(attack, weapon=weapon.name)
    if _announces(encounter, attack):
        return (yield from announce_area(system, encounter, attack))
    return (yield from perform_area(system, encounter, attack))


def _arrange(encounter: Encounter, intent: ArrangeTurns) -> Procedure:
    encounter = yield from arrange_turns(encounter, intent)
    return (yield from as_arranged(encounter))


def perform_act(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Carry out one of the action bar's actions."""
    token = token_of(encounter, act.token)
    deed = next((deed for deed in DEEDS if deed.key == act.action), None)
    if deed is None:
        raise IllegalIntentError(f'There is no action "{act.action}".')
    if deed.key == "attack":
        if act.target is None:
            raise IllegalIntentError("Attack needs a target.")
        choices = {**act.choices}
        weapon = choices.pop("weapon", "")
        return (
            yield from _attack(system, encounter, Attack(token.id, act.target, weapon, choices))
        )
    if deed.key == "move":
        return (yield from perform_move(system, encounter, one_step(token, act, "Move")))
    known = act.target is not None
    reason = why_not(system, encounter, token, deed, knows_target=known)
    if reason and act.choices.get("force") != "yes":
        raise IllegalIntentError(f"{deed.label}: {reason}.")
    if deed.key == "call_off":
        number = act.choices.get("attack", "")
        chosen = int(number) if number.isdecimal() else 0
        return (yield from call_off(system, encounter, token, chosen))
    if deed.do is None:
        raise IllegalIntentError(f"{deed.label} is not done this way.")
    act = yield from with_target(system, encounter, token, act, deed)
    return (yield from deed.do(system, encounter, act))

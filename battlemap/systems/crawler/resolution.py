"""Attacks carried out: a crawler's at once, a mob's as announced (Making an attack, step 3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import Noted, StatusChanged
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, happen
from battlemap.systems.crawler.announce import (
    is_in_place,
    is_sound,
    number_of,
    take_back,
    words_of,
)
from battlemap.systems.crawler.attack import (
    EVADE,
    aim,
    plan,
    weapon_of,
    why_no_evade,
    why_unable,
)
from battlemap.systems.crawler.checks import Check, checked
from battlemap.systems.crawler.consequences import befall
from battlemap.systems.crawler.degrees import ATTACK_NAMES, degree_of
from battlemap.systems.crawler.evading import evade_attack, evading_strike
from battlemap.systems.crawler.landing import harm, land
from battlemap.systems.crawler.odds import odds_of
from battlemap.systems.crawler.price import paid, pay, with_costs
from battlemap.systems.crawler.readings import SteppedAway
from battlemap.systems.crawler.report import Report
from battlemap.systems.crawler.sheet import is_crawler
from battlemap.systems.crawler.status import status_of
from battlemap.systems.crawler.strike import How, Strike
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack, Attack
    from battlemap.model.token import Token
    from battlemap.rules.plan import Odds
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.checks import CheckResult


def perform_attack(system: Crawler, encounter: Encounter, attack: Attack) -> Procedure:
    """Carry an attack out now: check, price, dice and what comes of them."""
    planned = plan(system, Board.of(encounter, system), attack)
    if planned.illegal:
        raise IllegalIntentError(planned.illegal)
    attacker, target = encounter.tokens[attack.attacker], encounter.tokens[attack.target]
    if not is_crawler(attacker) and is_crawler(target):
        attack = yield from ask_evade(system, encounter, attack)
    encounter = yield from spend(system, encounter, attack)
    if attack.choices.get("evade") == EVADE:
        encounter = yield from pay(encounter, attack.target)
        encounter, result = yield from evade_attack(system, encounter, attack.target, attack)
        strike = evading_strike(system, encounter, attack.target, attack)
        return (yield from land(system, encounter, strike, result.degree, ""))
    board = Board.of(encounter, system)
    weapon = weapon_of(system, attacker, attack.weapon)
    situation = facts_between(board, attack.attacker, attack.target, weapon.name, attack.switched)
    strike = aim(system, board, attack, situation, weapon)
    if strike.how is not How.ATTACKER:
        return (yield from land(system, encounter, strike, None, ""))
    return (yield from roll_strike(system, encounter, strike))


def spend(system: Crawler, encounter: Encounter, attack: Attack | AreaAttack) -> Procedure:
    """Pay an Action, mana and what is used up; drawing another weapon is free (Attack)."""
    attacker = encounter.tokens[attack.attacker]
    weapon = weapon_of(system, attacker, attack.weapon)
    status = status_of(attacker)
    spent = paid(encounter, attacker) if encounter.turn_order.is_running else status
    spent = with_costs(spent, weapon)
    if spent != status:
        encounter = yield from happen(StatusChanged(attacker.id, spent))
    if status.held and status.held != weapon.name:
        line = f"{status.held} put away for {weapon.name}: free as part of the attack"
        headline = f"{name_of(attacker)} changes weapons"
        encounter = yield from happen(Noted(headline, (line,), "note", attacker.id))
    return encounter


def ask_evade(system: Crawler, encounter: Encounter, attack: Attack) -> Part[Attack]:
    """Ask the target of an attack that nobody announced whether it evades."""
    target = encounter.tokens[attack.target]
    if "evade" in attack.choices or why_no_evade(system, encounter, target):
        return attack
    odds = odds_of(evading_strike(system, encounter, target.id, attack))
    if not (yield from wants_to_evade(attack.attacker, target, odds)):
        return attack
    return replace(attack, choices={**attack.choices, "evade": EVADE})


def wants_to_evade(attacker: str, target: Token, odds: Odds) -> Part[bool]:
    """Ask whether a crawler evades; *odds* are those of the attack if it does."""
    answer = yield from ask(
        Ask(
            token=target.id,
            headline=f"Does {name_of(target)} evade?",
            options=(
                AskOption(EVADE, "Evade", "For an Action"),
                AskOption("none", "No"),
                AskOption("never", "Never", f"Don't ask for {name_of(target)} again"),
            ),
            kind="evade",
            facts=(odds.summary,),
            to_hit=odds.hit,
            mean=odds.mean,
            focus=(attacker, target.id),
        )
    )
    return answer == EVADE


def roll_strike(
    system: Crawler, encounter: Encounter, strike: Strike, because: str = ""
) -> Procedure:
    """Roll an attack against Evade and apply what comes of it."""
    encounter, result = yield from roll_attack(system, encounter, strike)
    report = Report(strike, because)
    report.opening()
    report.check(result, ATTACK_NAMES[result.degree])
    if result.degree.succeeds:
        encounter = yield from harm(
            system, encounter, strike, result.degree, report, play=result.play_spare
        )
    encounter = yield from happen(report.noted(encounter))
    if not result.degree.succeeds:
        encounter = yield from befall(system, encounter, strike, result.degree)
    return encounter


def roll_attack(
    system: Crawler, encounter: Encounter, strike: Strike
) -> Part[tuple[Encounter, CheckResult]]:
    """Roll the d20 of an attack; it uses up the Advantage that a fine Evade gave."""
    check = Check(
        strike.attacker.id,
        f"{strike.weapon.name} at {name_of(strike.target)}",
        strike.bonus,
        strike.difficulty,
        strike.level,
        play=strike.play,
    )
    encounter, result = yield from checked(system, encounter, check)
    status = status_of(encounter.tokens[strike.attacker.id])
    if strike.target.id in status.advantage_against:
        rest = tuple(key for key in status.advantage_against if key != strike.target.id)
        changed = replace(status, advantage_against=rest)
        encounter = yield from happen(StatusChanged(strike.attacker.id, changed))
    return encounter, result


# What was announced -----------------------------------------------------------------------


def resolve_announced(system: Crawler, encounter: Encounter, attack: Attack) -> Procedure:
    """Carry out an announced attack, with what the interrupts made of it (step 3)."""
    words = words_of(encounter, attack)
    attacker = encounter.tokens.get(attack.attacker)
    target = encounter.tokens.get(attack.target)
    number = number_of(attack)
    incoming = status_of(target).incoming_of(number) if target else None
    why = ""
    if attacker is None or target is None or target.has("dead"):
        why = "nobody is there any longer"
    elif not system.is_able(attacker):
        why = f"{name_of(attacker)} is {why_unable(attacker)}"
    elif not is_sound(system, encounter, attack):
        why = f"{name_of(attacker)} has no {attack.weapon} any longer"
    else:
        lands = incoming is not None and incoming.caught
        lands = lands or system.options.stepped_away is SteppedAway.LANDS
        why = (
            ""
            if lands and is_in_place(encounter, attack)
            else _out_of_reach(system, encounter, attack)
        )
    encounter = yield from take_back(encounter, attack)
    if why or attacker is None or target is None:
        return (yield from happen(Noted(f"{words} comes to nothing", (why,), "attack")))
    if incoming is not None and incoming.natural:
        strike = evading_strike(system, encounter, target.id, attack)
        degree = degree_of(incoming.natural, incoming.total, strike.difficulty)
        return (yield from land(system, encounter, strike, degree, "As announced"))
    board = Board.of(encounter, system)
    weapon = weapon_of(system, attacker, attack.weapon)
    situation = facts_between(board, attack.attacker, attack.target, weapon.name, attack.switched)
    strike = aim(system, board, attack, situation, weapon)
    because = "Taken for an ally" if incoming is not None and incoming.caught else "As announced"
    if strike.how is How.ATTACKER:
        return (yield from roll_strike(system, encounter, strike, because))
    return (yield from land(system, encounter, strike, None, because))


def _out_of_reach(system: Crawler, encounter: Encounter, attack: Attack) -> str:
    """Return why an announced attack doesn't reach its target from where the attacker stands."""
    weapon = weapon_of(system, encounter.tokens[attack.attacker], attack.weapon)
    board = Board.of(encounter, system)
    reached = facts_between(
        board, attack.attacker, attack.target, weapon.name, attack.switched
    ).in_reach
    return "" if reached.value else reached.reason

"""The plan of an attack: what is known before the dice, and what forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.obstacle import CoverGrade
from battlemap.model.token import are_hostile
from battlemap.rules.acting import fighters, weapon_named
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between, ruling_on
from battlemap.rules.plan import AttackPlan, Choice, ChoiceOption
from battlemap.systems.crawler.checks import play_for
from battlemap.systems.crawler.modifiers import least_cover, level_words, modifiers
from battlemap.systems.crawler.odds import odds_of
from battlemap.systems.crawler.phases import deed_of, why_not_its_phase
from battlemap.systems.crawler.price import why_no_action
from battlemap.systems.crawler.sheet import Place, details_of, is_crawler
from battlemap.systems.crawler.status import mana_left, place_of, status_of, uses_left
from battlemap.systems.crawler.strike import How, Strike, make_strike, weapon_line
from battlemap.systems.crawler.walk import sentence

if TYPE_CHECKING:
    from collections.abc import Hashable

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack, Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.systems.crawler import Crawler
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation
    from battlemap.tactics.vantage import Glance

EVADE, NO_EVADE = "evade", "none"


def weapon_of(system: Crawler, token: Token, name: str, *, has_area: bool = False) -> Weapon:
    """Return the named weapon of *token*; the first one of the kind where none is named.

    Raises
    ------
    IllegalIntentError
        If it has no such weapon.
    """
    weapons = system.weapons(token)
    if not name:
        fitting = (one for one in weapons if details_of(one).has_area is has_area)
        return next(fitting, weapons[0])
    return weapon_named(token, weapons, name)


def is_forced(attack: Attack | AreaAttack) -> bool:
    """Tell whether the GM carries an attack out whatever the rules say."""
    return attack.choices.get("force") == "yes"


def plan(system: Crawler, board: Board, attack: Attack) -> AttackPlan:
    """Return everything that is known about an attack before the dice.

    Raises
    ------
    IllegalIntentError
        If attacker, target or weapon do not exist.
    """
    attacker, target = fighters(board.encounter, attack)
    weapon = weapon_of(system, attacker, attack.weapon)
    situation = facts_between(board, attack.attacker, attack.target, weapon.name, attack.switched)
    strike = aim(system, board, attack, situation, weapon)
    able = system.is_able(attacker)
    hard = _out_of_the_question(situation, attacker, target, weapon, able=able)
    soft = why_not_now(system, board.encounter, attacker, weapon)
    forced = is_forced(attack)
    warnings = []
    if (hard or soft) and forced:
        warnings.append(f"Forced by the GM: {hard or soft}")
    if strike.how is How.NOBODY:
        warnings.append(f"{strike.check_words}, unless {name_of(target)} evades")
    if strike.play:
        warnings.append(f"A Play was called: +{strike.play} to the check, else to the damage")
    return AttackPlan(
        intent=attack,
        situation=situation,
        modifiers=strike.modifiers,
        net=net_words(strike),
        choices=evade_choices(system, board.encounter, attack, attacker, target),
        odds=None if hard and not forced else odds_of(strike),
        warnings=tuple(warnings),
        illegal="" if forced else hard or soft,
        weapon_line=weapon_line(attacker, weapon),
        deed=deed_of(board.encounter, attacker),
    )


def odds_key(system: Crawler, encounter: Encounter, attack: Attack, glance: Glance) -> Hashable:
    """Return which facts of the attacker's place decide whether the attack is legal, and its odds.

    Each fact of which ``plan`` makes more than words must be here (``RuleSystem.odds_key``).
    """
    weapon = weapon_of(system, encounter.tokens[attack.attacker], attack.weapon)
    cover, feet = glance.cover, glance.height_feet
    # Where the GM says who stands higher, the map says still by how much.
    ruled = ruling_on(encounter, attack, attack.target, "height")
    return (
        glance.is_in_reach(weapon),
        least_cover(system.options) <= cover < CoverGrade.TOTAL,
        cover is CoverGrade.TOTAL,
        details_of(weapon).has_area and glance.feet,
        glance.is_obscured,
        feet if ruled else 0 < feet >= system.options.high_ground_feet,
        weapon.is_ranged and glance.is_engaged,
    )


def net_words(strike: Strike) -> str:
    """Return what the modifiers come to, and for whom where it isn't the attacker."""
    if strike.how is How.NOBODY:
        return "Nobody rolls"
    words = level_words(strike.level)
    return f"Evade: {words}" if strike.how is How.TARGET else words


def aim(
    system: Crawler, board: Board, attack: Attack, situation: Situation, weapon: Weapon
) -> Strike:
    """Return the description of an attack on one token."""
    attacker, target = board.token(attack.attacker), board.token(attack.target)
    rows = modifiers(board, attack, situation, weapon, system.options)
    return make_strike(
        system.options,
        attacker,
        target,
        weapon,
        rows,
        evades=attack.choices.get("evade") == EVADE,
        play=play_for(attacker, "attack"),
    )


def evade_choices(
    system: Crawler,
    encounter: Encounter,
    attack: Attack | AreaAttack,
    attacker: Token,
    target: Token,
    suffix: str = "",
) -> tuple[Choice, ...]:
    """Return whether a crawler evades, where a mob attacks one or an area of its own side."""
    if not evades_at_all(system, attacker, target, is_area=bool(suffix)):
        return ()
    reason = why_no_evade(system, encounter, target)
    wish = attack.choices.get(f"evade{suffix}", NO_EVADE)
    return (
        Choice(
            f"evade{suffix}",
            f"{name_of(target)} evades",
            (ChoiceOption(NO_EVADE, "No"), ChoiceOption(EVADE, "Evade", reason)),
            wish if wish != EVADE or not reason else NO_EVADE,
            reason or ("For an Action" if is_crawler(attacker) else "In step 2, for an Action"),
        ),
    )


def evades_at_all(system: Crawler, attacker: Token, target: Token, *, is_area: bool) -> bool:
    """Tell whether *target* is one who evades what *attacker* does: a crawler, attacked by a mob.

    Areas of one's own side can be evaded under a reading.
    """
    if not is_crawler(target):
        return False
    if not is_crawler(attacker):
        return True
    friends = target.id != attacker.id and not are_hostile(attacker.side, target.side)
    return is_area and friends and system.options.allies_evade


def why_no_evade(system: Crawler, encounter: Encounter, token: Token) -> str:
    """Return why a crawler can't evade; empty: it can."""
    if not system.is_able(token):
        return f"{name_of(token)} cannot act"
    return why_no_action(encounter, token)


def why_not_now(system: Crawler, encounter: Encounter, attacker: Token, weapon: Weapon) -> str:
    """Return why an attack can't be made or announced now; empty: it can."""
    name, details = name_of(attacker), details_of(weapon)
    if not system.is_able(attacker):
        return f"{name} cannot act: {why_unable(attacker)}."
    if why := why_not_its_phase(encounter, attacker) or why_no_action(encounter, attacker):
        return f"{name}: {why}."
    if weapon.name in status_of(attacker).dropped:
        return f"{sentence(weapon.name)[:-1]} lies on the floor: Retrieve it."
    if weapon.name in status_of(attacker).broken:
        return f"{sentence(weapon.name)[:-1]} is broken."
    if place_of(attacker, weapon.name, details.place) is Place.INVENTORY:
        return f"{sentence(weapon.name)[:-1]} is in the inventory: Retrieve it."
    if details.mana > mana_left(attacker):
        return f"{name} has {mana_left(attacker)} mana, {weapon.name} costs {details.mana}."
    if details.uses and not uses_left(attacker, weapon.name, details.uses):
        return f"{name} has no {weapon.name} left."
    return ""


def why_unable(token: Token) -> str:
    """Return the worst condition that keeps a token from acting."""
    order = ("dead", "dying", "unconscious", "stunned", "surprised")
    return next((condition for condition in order if token.has(condition)), "not able")


def _out_of_the_question(
    situation: Situation, attacker: Token, target: Token, weapon: Weapon, *, able: bool
) -> str:
    """Return why the attack is impossible at any time; empty: it isn't."""
    if not able:
        return f"{name_of(attacker)} cannot act: {why_unable(attacker)}."
    if target.has("dead"):
        return f"{name_of(target)} is dead."
    if (details := details_of(weapon)).has_area:
        return f"{sentence(weapon.name)[:-1]} is a {details.area}: lay its area on the map."
    if not situation.in_reach.value:
        if weapon.is_ranged:
            return sentence(f"{situation.in_reach.reason}; out of range it fails")
        return sentence(situation.in_reach.reason)
    if situation.cover.grade is CoverGrade.TOTAL:
        return f"{name_of(target)} has total cover: {situation.cover.reason}."
    return ""

"""The plan of an attack: what is known before the dice, and what forbids or provokes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.obstacle import CoverGrade
from battlemap.model.words import counted
from battlemap.rules.acting import fighters
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.plan import AttackPlan
from battlemap.systems.prowess import modifiers as mods
from battlemap.systems.prowess.blow import aim_blow, odds_of, weapon_line
from battlemap.systems.prowess.choices import (
    answer_choice,
    cost_choices,
    defense_choice,
    dice_choice,
    kind_choices,
)
from battlemap.systems.prowess.defense import chosen, defenses
from battlemap.systems.prowess.paying import (
    KINDS,
    OPPORTUNITY,
    READIED,
    cost_of,
    dice_cost,
    kind_of,
    paid_as_readied,
    sentence,
    weapon_of,
    why_bound,
    why_no_opportunity,
    why_not_attack_now,
    why_unable,
    why_weapon_waits,
)
from battlemap.systems.prowess.provoking import provoked, trigger_words
from battlemap.systems.prowess.sheet import details_of, dice_left

if TYPE_CHECKING:
    from collections.abc import Hashable

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.trigger import Trigger
    from battlemap.systems.prowess import Prowess
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation
    from battlemap.tactics.vantage import Glance


def plan(system: Prowess, board: Board, attack: Attack) -> AttackPlan:
    """Return everything that is known about an attack before the dice.

    Raises
    ------
    IllegalIntentError
        If attacker, target or weapon do not exist.
    """
    attacker, target = fighters(board.encounter, attack)
    weapon = weapon_of(system, attacker, attack.weapon)
    attack = paid_as_readied(board.encounter, attack, attacker)
    situation = facts_between(board, attack.attacker, attack.target, weapon.name, attack.switched)
    ways = defenses(system, board.encounter, target)
    wish = attack.choices.get("defense", "")
    defense = chosen(ways, wish)
    rows = mods.modifiers(board, attack, situation, weapon, defense, system.options)
    planned = dice_choice(system, attack, attacker)
    answer = answer_choice(target, attack, defense)
    blow = aim_blow(
        attacker,
        target,
        weapon,
        kind_of(attack),
        rows,
        defense,
        system.options,
        dice=int(planned.selected),
        defense_dice=int(answer[0].selected) if answer else 0,
    )
    forced = attack.choices.get("force") == "yes"
    hard = _out_of_the_question(system, situation, attacker, target, weapon)
    soft = _not_now(system, board.encounter, attack, attacker)
    triggers = () if hard else attack_triggers(system, board, attack, weapon)
    warnings = [trigger_words(board, trigger) for trigger in triggers if trigger.fires]
    if (hard or soft) and forced:
        warnings.append(f"Forced by the GM: {hard or soft}")
    refused = next((way.unavailable for way in ways if way.key == wish), "")
    if refused:
        warnings.append(f"{wish.capitalize()} isn't possible: {refused}")
    return AttackPlan(
        intent=attack,
        situation=situation,
        modifiers=rows,
        net=mods.net_words(rows),
        choices=(
            *cost_choices(system, board.encounter, attack),
            *kind_choices(system, attack, attacker),
            planned,
            defense_choice(target, ways, defense),
            *answer,
        ),
        odds=None if hard and not forced else odds_of(blow),
        triggers=triggers,
        warnings=tuple(warnings),
        illegal="" if forced else hard or soft,
        weapon_line=weapon_line(attacker, weapon),
    )


def odds_key(system: Prowess, encounter: Encounter, attack: Attack, glance: Glance) -> Hashable:
    """Return which facts of the attacker's place decide whether the attack is legal, and its odds.

    Each fact of which ``plan`` makes more than words must be here (``RuleSystem.odds_key``).
    """
    weapon = weapon_of(system, encounter.tokens[attack.attacker], attack.weapon)
    options = system.options
    return (
        glance.is_in_reach(weapon),
        (options.ranged_flanking or not weapon.is_ranged) and glance.is_flanked,
        glance.cover,
        0 < options.higher_ground_feet <= -glance.height_feet,
    )


def _out_of_the_question(
    system: Prowess, situation: Situation, attacker: Token, target: Token, weapon: Weapon
) -> str:
    """Return why the attack is impossible whoever's turn it is; empty: it isn't."""
    if target.has("dead"):
        return f"{name_of(target)} is dead."
    if not system.is_able(attacker):
        return f"{name_of(attacker)} cannot act: {why_unable(attacker)}."
    if details_of(weapon).shape:
        return f"{weapon.name.capitalize()} has an area: aim it with the area tool."
    if not situation.in_reach.value:
        return sentence(situation.in_reach.reason)
    if situation.cover.grade is CoverGrade.TOTAL:
        return f"{name_of(target)} has total cover: {situation.cover.reason}."
    return why_weapon_waits(attacker, weapon) or why_bound(attacker, target)


def _not_now(system: Prowess, encounter: Encounter, attack: Attack, attacker: Token) -> str:
    """Return why the attack has to wait; empty: it can be made now."""
    name, cost = name_of(attacker), cost_of(attack)
    if cost == OPPORTUNITY:
        if weapon_of(system, attacker, attack.weapon).is_ranged:
            return "An opportunity attack is a melee attack."
        why = why_no_opportunity(attacker)
        return f"{name} can't make an opportunity attack: {why}." if why else ""
    needed = dice_cost(system, attack)
    if dice_left(attacker) < needed:
        dice = counted(needed, "prowess die", "prowess dice")
        return f"{KINDS[kind_of(attack)]} costs {dice}; {name} has {dice_left(attacker)} left."
    return why_not_attack_now(encounter, attacker, readied=cost == READIED)


def attack_triggers(
    system: Prowess, board: Board, attack: Attack, weapon: Weapon
) -> tuple[Trigger, ...]:
    """Return who may strike because of the attack: one that shoots or casts in an aura."""
    if cost_of(attack) == OPPORTUNITY:
        return ()
    if details_of(weapon).spell:
        return provoked(system, board, attack.attacker, "cast")
    if weapon.is_ranged:
        return provoked(system, board, attack.attacker, "shoot")
    return ()

"""The plan of an attack: what is known before the dice, and what forbids or provokes it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.geometry.angle import Arc
from battlemap.model.obstacle import CoverGrade
from battlemap.model.words import counted
from battlemap.rules.acting import fighters, weapon_named
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between, ruling_on
from battlemap.rules.plan import AttackPlan, Choice, ChoiceOption
from battlemap.rules.trigger import Trigger
from battlemap.rules.trigger_rulings import let_pass
from battlemap.systems.shadowrealms import modifiers as mods
from battlemap.systems.shadowrealms.blow import (
    DODGE,
    PARRY,
    RATING,
    aim_blow,
    disarm_degrees,
    odds_of,
    weapon_line,
    why_defenseless,
)
from battlemap.systems.shadowrealms.disarm import DISARM, HARM, aim_choice
from battlemap.systems.shadowrealms.hands import is_too_large
from battlemap.systems.shadowrealms.pools import base_pool, physical_dice
from battlemap.systems.shadowrealms.price import bonus_left, has_pair, power_left, power_of
from battlemap.systems.shadowrealms.readings import DefenseModel, GrappledStrikes
from battlemap.systems.shadowrealms.sheet import details_of, status_of
from battlemap.tactics.deeds import Provoking, Strikers, action_triggers

if TYPE_CHECKING:
    from collections.abc import Hashable

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation
    from battlemap.tactics.vantage import Glance

_SHORTER = MappingProxyType({"attack": Provoking(strikers=Strikers.TARGET, longer_only=True)})
"""Attacking the holder of a reach weapon with a shorter one (section 7)."""


def weapon_of(system: ShadowRealms, token: Token, name: str) -> Weapon:
    """Return the named weapon of *token*, the first one where none is named.

    Raises
    ------
    IllegalIntentError
        If it has no such weapon.
    """
    weapons = system.weapons(token)
    if not name:
        return weapons[0]
    return weapon_named(token, weapons, name)


def plan(system: ShadowRealms, board: Board, attack: Attack) -> AttackPlan:
    """Return everything that is known about an attack before the dice.

    Raises
    ------
    IllegalIntentError
        If attacker, target or weapon do not exist.
    """
    attacker, target = fighters(board.encounter, attack)
    weapon = weapon_of(system, attacker, attack.weapon)
    situation = facts_between(board, attack.attacker, attack.target, weapon.name, attack.switched)
    rows = mods.modifiers(board, attack, situation, weapon, system.options)
    defenses = defense_choice(system, board.encounter, attack, weapon)
    seen = ruling_on(board.encounter, attack, attack.target, "attacker_seen")
    blow = aim_blow(system, attacker, target, weapon, rows, defenses.selected, seen=seen)
    forced = attack.choices.get("force") == "yes"
    wish = attack.choices.get("aim", HARM)
    aims = aim_choice(system, attacker, target, weapon, wish)
    odds = odds_of(system, blow)
    if aims.selected == DISARM:
        odds = replace(odds, degrees=disarm_degrees(blow))
    hard = _out_of_the_question(system, board, situation, attacker, target, weapon)
    soft = _not_now(system, board.encounter, attack, attacker, weapon)
    if wish == DISARM and aims.selected != DISARM:
        reason = next(option.unavailable for option in aims.options if option.key == DISARM)
        hard = hard or sentence(f"no disarm: {reason}")
    triggers = () if hard else attack_triggers(board, attack, weapon)
    warnings = [_trigger_words(board, trigger) for trigger in triggers if trigger.fires]
    if (hard or soft) and forced:
        warnings.append(f"Forced by the GM: {hard or soft}")
    if blow.funnel.first is None:
        warnings.append(blow.target_words)
    wish = attack.choices.get("defense", "")
    refused = next((o.unavailable for o in defenses.options if o.key == wish), "")
    if refused:
        warnings.append(f"{wish.capitalize()} isn't possible: {refused}")
    return AttackPlan(
        intent=attack,
        situation=situation,
        modifiers=rows,
        net=mods.net_words(blow.levels, mods.net_dice(rows)),
        choices=(*cost_choices(board.encounter, attack, weapon), aims, defenses),
        odds=None if hard and not forced else odds,
        triggers=triggers,
        warnings=tuple(warnings),
        illegal="" if forced else hard or soft,
        weapon_line=weapon_line(attacker, weapon),
    )


def odds_key(
    system: ShadowRealms, encounter: Encounter, attack: Attack, glance: Glance
) -> Hashable:
    """Return which facts of the attacker's place decide whether the attack is legal, and its odds.

    Each fact of which ``plan`` makes more than words must be here (``RuleSystem.odds_key``).
    """
    weapon = weapon_of(system, encounter.tokens[attack.attacker], attack.weapon)
    behind = status_of(encounter.tokens[attack.target]).cover_by
    arc = glance.arc
    return (
        glance.is_in_reach(weapon),
        arc is Arc.REAR,
        arc is Arc.SIDE and bool(system.options.side_arc_levels),
        0 < glance.height_feet >= system.options.higher_ground_feet,
        glance.cover,
        bool(behind) and not glance.cover_by.isdisjoint(behind),
        glance.is_tight,
        glance.is_clear,
        glance.is_obscured,
    )


def defense_choice(
    system: ShadowRealms, encounter: Encounter, attack: Attack, weapon: Weapon
) -> Choice:
    """Return how the target may defend; what is impossible stays listed with its reason."""
    target = encounter.tokens[attack.target]
    status = status_of(target)
    seen = ruling_on(encounter, attack, attack.target, "attacker_seen")
    helpless = why_defenseless(system, encounter.tokens[attack.attacker], target, seen)
    spent = encounter.turn_order.is_running and not (status.reaction or status.extra_defenses)
    reason = ""
    if helpless:
        reason = helpless
    elif not system.is_able(target):
        reason = f"{name_of(target)} cannot act"
    elif spent:
        reason = "Reaction spent"
    passive = "Rating" if system.options.defense_model is DefenseModel.RATING else "None"
    choices = (
        ChoiceOption(RATING, passive),
        ChoiceOption(DODGE, "Dodge", reason),
        ChoiceOption(PARRY, "Parry", reason or ("melee only" if weapon.is_ranged else "")),
    )
    wish = attack.choices.get("defense", RATING)
    possible = {choice.key for choice in choices if not choice.unavailable}
    hint = "Reaction ready"
    if spent:
        hint = "Reaction spent"
    elif status.extra_defenses:
        hint = counted(status.extra_defenses, "extra defense")
    return Choice(
        "defense",
        f"{name_of(target)} defends",
        choices,
        wish if wish in possible else RATING,
        reason if helpless else hint,
    )


def cost_choices(encounter: Encounter, attack: Attack, weapon: Weapon) -> tuple[Choice, ...]:
    """Return what the strike may be paid with, where there is a choice.

    What is chosen is always among them, so that nobody pays unseen.
    """
    attacker = encounter.tokens[attack.attacker]
    details, status = details_of(weapon), status_of(attacker)
    waits = encounter.turn_order.is_running and encounter.turn_order.active != attacker.id
    off_turn = "not its turn" if waits else ""
    options = [ChoiceOption("action", "Action", off_turn)]
    if details.off_hand or details.haft:
        label = "Bonus, off-hand" if details.off_hand else "Bonus, haft"
        options.append(ChoiceOption("bonus", label, off_turn))
    chosen = mods.cost_of(attack)
    if waits or chosen == "reaction":
        melee = "melee only" if weapon.is_ranged else ""
        spent = "" if status.reaction else "Reaction spent"
        options.append(ChoiceOption("reaction", "Reaction", melee or spent))
    if (waits and status.readied) or chosen == "readied":
        options.append(ChoiceOption("readied", "Readied action"))
    if len(options) == 1:
        return ()
    return (Choice("cost", "Paid with", tuple(options), chosen),)


def _out_of_the_question(
    system: ShadowRealms,
    board: Board,
    situation: Situation,
    attacker: Token,
    target: Token,
    weapon: Weapon,
) -> str:
    """Return why the attack is impossible whoever's turn it is; empty: it isn't."""
    if target.has("dead"):
        return f"{name_of(target)} is dead."
    if not system.is_able(attacker):
        return f"{name_of(attacker)} cannot act: {why_unable(attacker)}."
    if is_too_large(attacker, weapon):
        return f"{weapon.name.capitalize()} is too large to use in a grapple."
    if not situation.in_reach.value:
        return sentence(situation.in_reach.reason)
    grade, reason = mods.effective_cover(board, situation, system.options)
    if grade is CoverGrade.TOTAL:
        return f"{name_of(target)} has total cover: {reason}."
    held = attacker.has("grappled")
    others = status_of(attacker).grappled_by != target.id
    if held and others and system.options.grappled_strikes is GrappledStrikes.FORBIDDEN:
        return f"{name_of(attacker)} is grappled and can only strike at its grappler."
    return ""


def sentence(text: str) -> str:
    """Return *text* as a sentence: a capital first, a full stop last."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def why_unable(token: Token) -> str:
    """Return the worst condition that keeps a token from acting."""
    order = ("dead", "unconscious", "surprised", "stunned", "paralyzed", "helpless")
    return next((condition for condition in order if token.has(condition)), "not able")


def _not_now(
    system: ShadowRealms, encounter: Encounter, attack: Attack, attacker: Token, weapon: Weapon
) -> str:
    """Return why the attack has to wait; empty: it can be made now, or nobody counts turns."""
    order = encounter.turn_order
    if not order.is_running:
        return ""
    status = status_of(attacker)
    cost = mods.cost_of(attack)
    if cost == "reaction":
        return "" if status.reaction else f"{name_of(attacker)}'s Reaction is spent."
    if cost == "readied":
        return "" if status.readied else f"{name_of(attacker)} has no action readied."
    if order.active != attacker.id:
        active = encounter.tokens.get(order.active or "")
        whose = f"{name_of(active)}'s" if active else "nobody's"
        return f"It is {whose} turn."
    if cost == "power":
        return _no_power(system, attacker, attack)
    if cost == "bonus":
        details = details_of(weapon)
        if not (details.off_hand or details.haft):
            return f"{weapon.name.capitalize()} strikes for an action, not for a bonus action."
        if details.off_hand and not details.haft and not has_pair(system, attacker, weapon):
            return f"{weapon.name.capitalize()} needs a second weapon in the other hand."
        return "" if bonus_left(system, status) else "The bonus action is spent."
    return "" if status.actions else f"{name_of(attacker)} has no actions left."


def _no_power(system: ShadowRealms, attacker: Token, attack: Attack) -> str:
    power = power_of(attacker, attack)
    if power is None:
        return f"{name_of(attacker)} has no such power."
    reason = power_left(system, status_of(attacker), power)
    return sentence(f"{power.name}: {reason}") if reason else ""


def attack_triggers(board: Board, attack: Attack, weapon: Weapon) -> tuple[Trigger, ...]:
    """Return the strike that attacking a reach holder with a shorter weapon provokes (section 7).

    The attacker must stand inside the wedge. A Close Quarters weapon provokes with the first
    attack on that holder in a turn only. Strikes by Reaction provoke nothing (settled).
    """
    if weapon.is_ranged or mods.cost_of(attack) == "reaction":
        return ()
    attacker, target = board.token(attack.attacker), board.token(attack.target)
    wedges = {held.name: held for held in board.reading.weapons(target) if held.reach}
    for chance in action_triggers(
        board, attacker.id, "attack", _SHORTER, target=target.id, weapon=weapon
    ):
        if chance.weapon not in wedges:
            continue
        whose = f"{name_of(target)}'s {chance.weapon}"
        reason = f"{name_of(attacker)}'s {weapon.name} is shorter than {whose}"
        fires = True
        if details_of(weapon).close_quarters and target.id in status_of(attacker).struck:
            fires, reason = False, f"{reason}; Close Quarters, not the first attack this turn"
        elif not physical_dice(target, base_pool(target, wedges[chance.weapon])):
            fires, reason = False, f"{reason}; {name_of(target)} has no dice to roll"
        elif board.encounter.turn_order.is_running and not chance.is_ready:
            fires, reason = False, f"{reason}; its Reaction is spent"
        found = Trigger(
            0, chance.cell, target.id, chance.weapon, "attacks", reason, "Reaction", fires
        )
        return let_pass(board.encounter, attacker.id, (found,))
    return ()


def _trigger_words(board: Board, trigger: Trigger) -> str:
    return f"{name_of(board.token(trigger.by))} may strike first: {trigger.reason}"

"""The plan of an attack: what is known before the dice, and what forbids it (Attack Resolution)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.angle import Arc
from battlemap.model.words import counted
from battlemap.rules.acting import fighters, waits, weapon_named
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.plan import AttackPlan, Choice, ChoiceOption
from battlemap.systems.grimhowl import cover, sigils
from battlemap.systems.grimhowl import modifiers as mods
from battlemap.systems.grimhowl.blow import PASSIVE, Blow, aim_blow, odds_of, skill_of, target_of
from battlemap.systems.grimhowl.economy import reactions_left, why_no_action
from battlemap.systems.grimhowl.kinds import Skill
from battlemap.systems.grimhowl.pools import REACTIONS, skill_pool
from battlemap.systems.grimhowl.readings import FlankedFor, SigilRule
from battlemap.systems.grimhowl.sheet import (
    defense_of,
    details_of,
    status_of,
)
from battlemap.systems.grimhowl.spends import ASK, spending_choice

if TYPE_CHECKING:
    from collections.abc import Hashable

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack, Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation
    from battlemap.tactics.vantage import Glance

REACTION = "reaction"
"""What an attack is paid with that is itself a Reaction: an opportunity attack."""


def weapon_of(system: Grimhowl, token: Token, name: str) -> Weapon:
    """Return the named weapon of *token*; where none is named the first that strikes one target.

    Raises
    ------
    IllegalIntentError
        If it has no such weapon.
    """
    weapons = system.weapons(token)
    if not name:
        return next((w for w in weapons if not details_of(w).has_area), weapons[0])
    return weapon_named(token, weapons, name)


def plan(system: Grimhowl, board: Board, attack: Attack) -> AttackPlan:
    """Return everything that is known about an attack before the dice.

    Raises
    ------
    IllegalIntentError
        If attacker, target or weapon do not exist.
    """
    attacker, target = fighters(board.encounter, attack)
    weapon = weapon_of(system, attacker, attack.weapon)
    situation = facts_between(board, attack.attacker, attack.target, weapon.name, attack.switched)
    rows = mods.modifiers(system, board, attack, situation, weapon)
    choices = choices_of(system, board.encounter, attack, weapon)
    chosen = {choice.key: choice.selected for choice in choices}
    blow = blow_of(system, board.encounter, attack, weapon, rows, chosen)
    forced = attack.choices.get("force") == "yes"
    hard = _out_of_the_question(system, situation, attacker, target)
    soft = why_not_now(system, board.encounter, attack, attacker)
    if details_of(weapon).has_area:
        hard = f"{weapon.name.capitalize()} strikes an area: aim it with the area tool."
    warnings = []
    if (hard or soft) and forced:
        warnings.append(f"Forced by the GM: {hard or soft}")
    ignored = mods.ignored_cover(system, board, attack, weapon)
    if ignored and "cover" not in situation.by_hand:
        warnings.append(ignored)
    if blow.strike.pool.favorable == 0:
        sides = blow.strike.pool.sides
        warnings.append(f"No d{sides} reaches DC {blow.dc}: the attack cannot hit")
    wish = attack.choices.get("defense", "")
    refused = _refused(choices, "defense", wish)
    if refused:
        warnings.append(f"{wish.capitalize()} isn't possible: {refused}")
    return AttackPlan(
        intent=attack,
        situation=situation,
        modifiers=rows,
        net=mods.net_words(rows),
        choices=choices,
        odds=None if hard and not forced else odds_of(blow.strike, target, blow.summary),
        warnings=tuple(warnings),
        illegal="" if forced else hard or soft,
        weapon_line=weapon_line(weapon),
    )


def odds_key(system: Grimhowl, encounter: Encounter, attack: Attack, glance: Glance) -> Hashable:
    """Return which facts of the attacker's place decide whether the attack is legal, and its odds.

    Each fact of which ``plan`` makes more than words must be here (``RuleSystem.odds_key``).
    """
    weapon = weapon_of(system, encounter.tokens[attack.attacker], attack.weapon)
    behind = cover.taken(encounter, encounter.tokens[attack.target])
    is_covered = False
    if behind is not None and target_of(weapon) in cover.COVERED:
        is_covered = cover.is_enough(system.options, glance.bound_share(behind.object))
    melee = not weapon.is_ranged
    return (
        glance.is_in_reach(weapon),
        glance.is_clear,
        (melee or system.options.flanked_for is FlankedFor.EVERYBODY) and glance.is_flanked,
        melee and system.options.facing and glance.arc is Arc.REAR,
        is_covered,
    )


def choices_of(
    system: Grimhowl, encounter: Encounter, attack: Attack, weapon: Weapon
) -> tuple[Choice, ...]:
    """Return the selectors of an attack: how it is paid, defense, Sigil, stars."""
    attacker, target = encounter.tokens[attack.attacker], encounter.tokens[attack.target]
    found = []
    cost = attack.choices.get("cost", "")
    if cost == REACTION:
        paid = ChoiceOption(REACTION, "Reaction")
        found.append(Choice("cost", "Paid with", (paid,), REACTION))
    elif waits(encounter, attacker):
        held = status_of(attacker).held
        paid = ChoiceOption("held", "Held action", "" if held else "none held")
        found.append(Choice("cost", "Paid with", (paid,), "held"))
    found.append(defense_choice(system, encounter, attack, weapon))
    if (
        choice := sigil_choice(system, target, weapon, attack.choices.get("sigil", ""))
    ) is not None:
        found.append(choice)
    wish = attack.choices.get("stars", ASK)
    found.append(spending_choice(wish, details_of(weapon).effects))
    return tuple(found)


def blow_of(
    system: Grimhowl,
    encounter: Encounter,
    attack: Attack,
    weapon: Weapon,
    rows: tuple[Modifier, ...],
    chosen: dict[str, str],
) -> Blow:
    """Return the description of the attack as things are chosen."""
    return aim_blow(
        system,
        encounter,
        encounter.tokens[attack.attacker],
        encounter.tokens[attack.target],
        weapon,
        rows,
        defense=chosen.get("defense", PASSIVE),
        spending=chosen.get("stars", ASK),
        sigil=chosen.get("sigil", ""),
    )


def why_no_reaction(
    system: Grimhowl, encounter: Encounter, target: Token, kind: str, *, melee: bool
) -> str:
    """Return why *target* can't dodge, parry or block; empty: it can."""
    if not system.is_able(target):
        return f"{name_of(target)} cannot act"
    if encounter.turn_order.is_running and not reactions_left(system, encounter, target):
        return "no action left for it"
    if kind == Skill.PARRY and not melee:
        return "melee only"
    if kind == Skill.BLOCK and not sigils.is_whole(system.options, target, "shield"):
        return "needs a whole shield"
    return ""


def defense_choice(
    system: Grimhowl, encounter: Encounter, attack: Attack, weapon: Weapon
) -> Choice:
    """Return how the target may defend; what is impossible stays listed with its reason.

    A Reaction never triggers another one: an attack that is one meets a passive defense.
    """
    target = encounter.tokens[attack.target]
    guard = defense_of(target, target_of(weapon))
    answers = attack.choices.get("cost") == REACTION
    bodily = target_of(weapon).value in REACTIONS
    reasons = {}
    for kind in REACTIONS:
        reason = why_no_reaction(system, encounter, target, kind, melee=not weapon.is_ranged)
        if not bodily:
            reason = reason or f"doesn't help {target_of(weapon)}"
        if answers:
            reason = "a Reaction triggers no Reaction"
        reasons[kind] = reason
    options = [ChoiceOption(PASSIVE, f"Passive, {system.options.rank_title(guard.rank)}")]
    for kind in REACTIONS:
        dice = skill_pool(system, encounter, target, Skill(kind), kind).count
        label = f"{kind.capitalize()}, {counted(dice, 'die', 'dice')}"
        options.append(ChoiceOption(kind, label, reasons[kind]))
    can_react = not all(reasons.values())
    if can_react:
        options.insert(0, ChoiceOption(ASK, "Ask after the roll"))
    possible = {option.key for option in options if not option.unavailable}
    wish = attack.choices.get("defense", "")
    selected = wish if wish in possible else options[0].key
    ready = reactions_left(system, encounter, target)
    hint = "No Reaction"
    if can_react:
        running = encounter.turn_order.is_running
        hint = f"{counted(ready, 'action')} for Reactions" if running else "Reaction ready"
    return Choice("defense", f"{name_of(target)} defends", tuple(options), selected, hint)


def sigil_choice(
    system: Grimhowl, target: Token, weapon: Weapon, wish: str, key: str = "sigil"
) -> Choice | None:
    """Return which Sigil resists, where the defender has a choice; None: it has none."""
    options = system.options
    sources = sigils.sources_against(options, target, details_of(weapon).damage_type)
    if len(sources) < 2 or options.sigils is not SigilRule.CHOSEN:
        return None
    listed = (
        ChoiceOption(ASK, "Ask"),
        *(
            ChoiceOption(
                source, f"{source.capitalize()}, {sigils.resistance(options, target, source)}"
            )
            for source in sources
        ),
    )
    known = {option.key for option in listed}
    selected = wish if wish in known else ASK
    return Choice(key, f"{name_of(target)} resists with", listed, selected)


def weapon_line(weapon: Weapon, *, area: bool = False) -> str:
    """Return what the panel says beside the weapon: "1d8 slashing, Fighting against Parry"."""
    details = details_of(weapon)
    against = target_of(weapon, area=area).value.capitalize()
    skill = skill_of(weapon).value.capitalize()
    return f"{details.damage_dice} {details.damage_type}, {skill} against {against}"


def _refused(choices: tuple[Choice, ...], key: str, wish: str) -> str:
    return next(
        (
            option.unavailable
            for choice in choices
            if choice.key == key
            for option in choice.options
            if option.key == wish
        ),
        "",
    )


def _out_of_the_question(
    system: Grimhowl, situation: Situation, attacker: Token, target: Token
) -> str:
    """Return why the attack is impossible whoever's turn it is; empty: it isn't."""
    if target.has("dead"):
        return f"{name_of(target)} is dead."
    if not system.is_able(attacker):
        return f"{name_of(attacker)} cannot act: {why_unable(attacker)}."
    if not situation.in_reach.value:
        return sentence(situation.in_reach.reason)
    if not situation.sight.clear:
        return f"{name_of(attacker)} cannot see {name_of(target)}: {situation.sight.reason}."
    return ""


def why_not_now(
    system: Grimhowl, encounter: Encounter, attack: Attack | AreaAttack, attacker: Token
) -> str:
    """Return why an attack has to wait, in one sentence; empty: it can be made now."""
    if attack.choices.get("cost") == REACTION:
        if not encounter.turn_order.is_running or reactions_left(system, encounter, attacker):
            return ""
        return f"{name_of(attacker)} has no action left for a Reaction."
    reason = why_no_action(system, encounter, attacker)
    return sentence(reason) if reason else ""


def sentence(text: str) -> str:
    """Return *text* as a sentence: a capital first, a full stop last."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def why_unable(token: Token) -> str:
    """Return the worst condition that keeps a token from acting."""
    order = ("dead", "unconscious", "stunned")
    return next((condition for condition in order if token.has(condition)), "not able")

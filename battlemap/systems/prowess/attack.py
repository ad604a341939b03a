"""The plan of an attack: what is known before the dice, and what forbids or provokes it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.obstacle import CoverGrade
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.plan import AttackPlan, Choice, ChoiceOption
from battlemap.rules.procedure import IllegalIntentError, token_of
from battlemap.systems.prowess import modifiers as mods
from battlemap.systems.prowess.blow import aim_blow, odds_of, weapon_line
from battlemap.systems.prowess.defense import Defense, chosen, defenses
from battlemap.systems.prowess.movement import waits
from battlemap.systems.prowess.provoking import provoked, trigger_words
from battlemap.systems.prowess.sheet import WoundType, details_of, dice_left, status_of
from battlemap.tactics.situation import survey

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.trigger import Trigger
    from battlemap.systems.prowess import Prowess
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation

ATTACK_POINTS = 3
ATTACK, OPPORTUNITY, READIED = "attack", "opportunity", "readied"

KINDS = {
    "attack": "Attack",
    "wounding_strike": "Wounding Strike",
    "guard_break": "Guard Break",
    "armor_pierce": "Armor Pierce",
}


def weapon_of(system: Prowess, token: Token, name: str) -> Weapon:
    """Return the named weapon of *token*, the first one where none is named.

    Raises
    ------
    IllegalIntentError
        If it has no such weapon.
    """
    weapons = system.weapons(token)
    if not name:
        return weapons[0]
    for weapon in weapons:
        if weapon.name == name:
            return weapon
    known = ", ".join(weapon.name for weapon in weapons)
    raise IllegalIntentError(f"{name_of(token)} has no {name}, but {known}.")


def cost_of(attack: Attack) -> str:
    """Return what an attack is paid with: "attack", "opportunity" or "readied"."""
    return attack.choices.get("cost", ATTACK)


def paid_as_readied(encounter: Encounter, attack: Attack, attacker: Token) -> Attack:
    """Return the attack paid with what is readied, where nothing else is said and it waits."""
    if "cost" in attack.choices or status_of(attacker).readied != ATTACK:
        return attack
    if not waits(encounter, attacker):
        return attack
    return replace(attack, choices={**attack.choices, "cost": READIED})


def kind_of(attack: Attack) -> str:
    """Return the kind of an attack; an opportunity attack is a plain one."""
    kind = attack.choices.get("kind", ATTACK)
    return kind if kind in KINDS and cost_of(attack) != OPPORTUNITY else ATTACK


def dice_cost(system: Prowess, attack: Attack) -> int:
    """Return how many prowess dice an attack costs that aren't rolled."""
    if cost_of(attack) == OPPORTUNITY:
        return 1
    kind = kind_of(attack)
    if kind == "armor_pierce":
        return system.options.armor_pierce_dice
    return 0 if kind == ATTACK else 1


def plan(system: Prowess, board: Board, attack: Attack) -> AttackPlan:
    """Return everything that is known about an attack before the dice.

    Raises
    ------
    IllegalIntentError
        If attacker, target or weapon do not exist.
    """
    attacker = token_of(board.encounter, attack.attacker)
    target = token_of(board.encounter, attack.target)
    weapon = weapon_of(system, attacker, attack.weapon)
    attack = paid_as_readied(board.encounter, attack, attacker)
    if attack.attacker == attack.target:
        raise IllegalIntentError(f"{name_of(attacker)} cannot attack itself.")
    situation = survey(board, attack.attacker, attack.target, weapon.name)
    ways = defenses(system, board.encounter, target)
    wish = attack.choices.get("defense", "")
    defense = chosen(ways, wish)
    rows = mods.modifiers(board, attack, situation, weapon, defense, system.options)
    planned = _dice_choice(system, attack, attacker)
    answer = _answer_choice(target, attack, defense)
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
            *_cost_choices(system, board.encounter, attack),
            *_kind_choices(system, attack, attacker),
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


def defense_choice(
    target: Token, ways: tuple[Defense, ...], defense: Defense, key: str = "defense"
) -> Choice:
    """Return the selector of the target's defense; it is asked for where nothing is chosen."""
    options = tuple(ChoiceOption(way.key, way.label, way.unavailable) for way in ways)
    hint = f"{counted(dice_left(target), 'prowess die', 'prowess dice')} left"
    return Choice(key, f"{name_of(target)} defends", options, defense.key, hint)


def _dice_choice(system: Prowess, attack: Attack, attacker: Token) -> Choice:
    """Return for how many prowess dice the odds are shown; the roll asks after the d20."""
    most = max(0, dice_left(attacker) - dice_cost(system, attack))
    return _number_choice(
        "dice", "Prowess dice", most, attack.choices.get("dice", "0"), "chosen after the d20"
    )


def _answer_choice(target: Token, attack: Attack, defense: Defense) -> tuple[Choice, ...]:
    if defense.is_evasion:
        return ()
    most = max(0, dice_left(target) - defense.dice)
    wish = attack.choices.get("defense_dice", "0")
    label = f"{name_of(target)}'s prowess dice"
    return (_number_choice("defense_dice", label, most, wish, defense.cost_words),)


def _number_choice(key: str, label: str, most: int, wish: str, hint: str) -> Choice:
    number = min(most, int(wish)) if wish.isdecimal() else 0
    options = tuple(ChoiceOption(str(count), str(count)) for count in range(most + 1))
    return Choice(key, label, options, str(number), hint)


def _kind_choices(system: Prowess, attack: Attack, attacker: Token) -> tuple[Choice, ...]:
    if cost_of(attack) == OPPORTUNITY:
        return ()
    selected = kind_of(attack)
    left = dice_left(attacker)
    few = "no prowess die left"
    options = tuple(
        ChoiceOption(key, label, few if left < _technique_dice(system, key) else "")
        for key, label in KINDS.items()
    )
    cost = _technique_dice(system, selected)
    hint = f"costs {counted(cost, 'prowess die', 'prowess dice')}" if cost else ""
    found = [Choice("kind", "Kind", options, selected, hint)]
    if selected == "wounding_strike":
        kinds = tuple(ChoiceOption(kind.value, kind.value.capitalize()) for kind in WoundType)
        found.append(Choice("wound", "Wound", kinds, wound_of(attack)))
    return tuple(found)


def _technique_dice(system: Prowess, kind: str) -> int:
    if kind == "armor_pierce":
        return system.options.armor_pierce_dice
    return 0 if kind == ATTACK else 1


def wound_of(attack: Attack) -> str:
    """Return the type of Wound that a Wounding Strike chooses; the torso where none is named."""
    wish = attack.choices.get("wound", "")
    return wish if wish in set(WoundType) else WoundType.TORSO.value


def _cost_choices(system: Prowess, encounter: Encounter, attack: Attack) -> tuple[Choice, ...]:
    """Return what the attack may be paid with, where there is a choice."""
    attacker = encounter.tokens[attack.attacker]
    waits = encounter.turn_order.is_running and encounter.turn_order.active != attacker.id
    selected = cost_of(attack)
    if not waits and selected == ATTACK:
        return ()
    melee = "" if not weapon_of(system, attacker, attack.weapon).is_ranged else "melee only"
    options = [
        ChoiceOption(ATTACK, "Attack, 3 AP", "not its turn" if waits else ""),
        ChoiceOption(OPPORTUNITY, "Opportunity, 1 die", melee or why_no_opportunity(attacker)),
    ]
    if status_of(attacker).readied == ATTACK or selected == READIED:
        options.append(ChoiceOption(READIED, "Readied attack"))
    return (Choice("cost", "Paid with", tuple(options), selected),)


def why_no_opportunity(token: Token) -> str:
    """Return why *token* can't make an opportunity attack; empty: it can pay for one."""
    if token.has("surprised"):
        return "surprised"
    return "" if dice_left(token) else "no prowess die left"


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


def why_weapon_waits(attacker: Token, weapon: Weapon) -> str:
    """Return why a weapon can't be used before it is loaded; empty: it can."""
    for waiting in status_of(attacker).unloaded:
        if waiting.weapon == weapon.name:
            needs = counted(waiting.needs, "Loading action")
            return f"{weapon.name.capitalize()} isn't loaded: {needs} to go."
    return ""


def why_bound(attacker: Token, target: Token | None) -> str:
    """Return why a grappler can't attack anybody but whom it holds; empty: it can."""
    held = status_of(attacker).grappling
    if held and (target is None or target.id != held):
        return f"{name_of(attacker)} is grappling and can attack only whom it holds."
    return ""


def sentence(text: str) -> str:
    """Return *text* as a sentence: a capital first, a full stop last."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def why_unable(token: Token) -> str:
    """Return the worst condition that keeps a token from acting."""
    order = ("dead", "unconscious", "stunned", "paralyzed", "helpless")
    return next((condition for condition in order if token.has(condition)), "not able")


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


def why_not_attack_now(encounter: Encounter, attacker: Token, *, readied: bool = False) -> str:
    """Return why an attack for action points has to wait; empty: it can be made now."""
    name, status = name_of(attacker), status_of(attacker)
    if status.blocking:
        return f"{name} blocks: end Block first."
    order = encounter.turn_order
    if not order.is_running:
        return ""
    if readied:
        if status.readied != ATTACK:
            return f"{name} has no attack readied."
        if status.readied_paid:
            return ""
    elif order.active != attacker.id:
        active = encounter.tokens.get(order.active or "")
        return f"It is {name_of(active)}'s turn." if active else "It is nobody's turn."
    if status.points < ATTACK_POINTS:
        return f"{name} needs {ATTACK_POINTS} AP to attack and has {status.points}."
    return ""


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

"""The selectors of the Attack panel: kind, price, prowess dice and defense."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.systems.prowess.paying import (
    ATTACK,
    KINDS,
    OPPORTUNITY,
    READIED,
    cost_of,
    dice_cost,
    kind_of,
    technique_dice,
    weapon_of,
    why_no_opportunity,
)
from battlemap.systems.prowess.sheet import dice_left, status_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack
    from battlemap.model.token import Token
    from battlemap.systems.prowess import Prowess
    from battlemap.systems.prowess.defense import Defense


def defense_choice(
    target: Token, ways: tuple[Defense, ...], defense: Defense, key: str = "defense"
) -> Choice:
    """Return the selector of the target's defense; it is asked for where nothing is chosen."""
    options = tuple(ChoiceOption(way.key, way.label, way.unavailable) for way in ways)
    hint = f"{counted(dice_left(target), 'prowess die', 'prowess dice')} left"
    return Choice(key, f"{name_of(target)} defends", options, defense.key, hint)


def dice_choice(system: Prowess, attack: Attack, attacker: Token) -> Choice:
    """Return for how many prowess dice the odds are shown; the roll asks after the d20."""
    most = max(0, dice_left(attacker) - dice_cost(system, attack))
    return _number_choice(
        "dice", "Prowess dice", most, attack.choices.get("dice", "0"), "chosen after the d20"
    )


def answer_choice(target: Token, attack: Attack, defense: Defense) -> tuple[Choice, ...]:
    """Return for how many prowess dice of a parry the odds are shown; none for Evasion."""
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


def kind_choices(system: Prowess, attack: Attack, attacker: Token) -> tuple[Choice, ...]:
    """Return the kinds of attack, and the Wound that a Wounding Strike chooses."""
    if cost_of(attack) == OPPORTUNITY:
        return ()
    selected = kind_of(attack)
    left = dice_left(attacker)
    few = "no prowess die left"
    options = tuple(
        ChoiceOption(key, label, few if left < technique_dice(system, key) else "")
        for key, label in KINDS.items()
    )
    cost = technique_dice(system, selected)
    hint = f"costs {counted(cost, 'prowess die', 'prowess dice')}" if cost else ""
    found = [Choice("kind", "Kind", options, selected, hint)]
    if selected == "wounding_strike":
        names = system.options.wound_types.names
        kinds = tuple(ChoiceOption(name, name.capitalize()) for name in names)
        found.append(Choice("wound", "Wound", kinds, wound_of(system, attack)))
    return tuple(found)


def wound_of(system: Prowess, attack: Attack) -> str:
    """Return the type of Wound that a Wounding Strike chooses; the first where none is named."""
    names = system.options.wound_types.names
    wish = attack.choices.get("wound", "")
    return wish if wish in names else names[0]


def cost_choices(system: Prowess, encounter: Encounter, attack: Attack) -> tuple[Choice, ...]:
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

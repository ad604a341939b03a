"""What an attack is paid with, and what has to be there before it can be made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.words import counted
from battlemap.rules.acting import waits, weapon_named
from battlemap.rules.by_hand import name_of
from battlemap.systems.prowess.sheet import dice_left, status_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.systems.prowess import Prowess

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
    return weapon_named(token, weapons, name)


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


def technique_dice(system: Prowess, kind: str) -> int:
    """Return how many prowess dice a kind of attack costs."""
    if kind == "armor_pierce":
        return system.options.armor_pierce_dice
    return 0 if kind == ATTACK else 1


def why_no_opportunity(token: Token) -> str:
    """Return why *token* can't make an opportunity attack; empty: it can pay for one."""
    if token.has("surprised"):
        return "surprised"
    return "" if dice_left(token) else "no prowess die left"


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

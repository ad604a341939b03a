"""The states of a token in words and signs: conditions, effects of the rules, effects by hand."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from battlemap.model.lasting import AuraFor
from battlemap.rules.lasting import all_effects

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.lasting import Aura
    from battlemap.model.token import Token
    from battlemap.rules.plan import Effect
    from battlemap.rules.system import RuleSystem

HELPS = frozenset(
    {
        "aiming",
        "assisted",
        "block",
        "braced",
        "burrowing",
        "called play",
        "flying",
        "grappling",
        "guarded",
        "held",
        "hidden",
        "in cover",
        "invisible",
        "lasting",
        "limit break",
        "link",
        "ready",
        "regeneration",
    }
)
"""The states that do a token good, or neither good nor ill."""

AURA_FOR = {AuraFor.ALL: "everybody", AuraFor.FRIENDS: "friends", AuraFor.ENEMIES: "enemies"}
"""Whom an aura is for, in words."""

_STILL_SHOWN = frozenset({"dying", "unconscious"})
"""Beside the X of whoever is out: who of them can still be saved."""


@dataclass(frozen=True)
class StateLine:
    """One state of a token: its sign, its name and what it changes."""

    sign: str
    name: str
    detail: str = ""


def sign_of(state: str) -> str:
    """Return the name of the icon for a state; there may be none, then its letter stands for it.

    Examples
    --------
    >>> sign_of("Severe weather"), sign_of("↓ might")
    ('severe-weather', 'less-might')
    """
    words = state.casefold().strip().replace("↓ ", "less-").replace(" ", "-")
    return "".join(letter for letter in words if letter.isalnum() or letter == "-")


def effect_words(effect: Effect) -> str:
    """Return an effect with the rounds that it has left.

    Examples
    --------
    >>> from battlemap.rules.plan import Effect
    >>> effect_words(Effect("Haste", 2)), effect_words(Effect("Cursed"))
    ('Haste 2 rounds', 'Cursed')
    """
    if effect.rounds_left is None:
        return effect.label
    rounds = "1 round" if effect.rounds_left == 1 else f"{effect.rounds_left} rounds"
    return f"{effect.label} {rounds}"


def aura_words(aura: Aura) -> str:
    """Return an aura in words.

    Examples
    --------
    >>> from battlemap.model.lasting import Aura
    >>> aura_words(Aura("Fear", 15, AuraFor.ENEMIES))
    'Fear, 15 ft, enemies'
    """
    return f"{aura.name}, {aura.radius_feet} ft, {AURA_FOR[aura.affects]}"


def badges_of(system: RuleSystem, encounter: Encounter, token: Token) -> tuple[str, ...]:
    """Return the states whose badges stand beside a token: conditions, then effects with a sign."""
    if system.is_out(token):
        return tuple(sorted(token.conditions & _STILL_SHOWN))
    signs = (one.sign for one in all_effects(system, encounter, token) if one.sign)
    return tuple(dict.fromkeys((*sorted(token.conditions), *signs)))


def state_lines(system: RuleSystem, encounter: Encounter, token: Token) -> tuple[StateLine, ...]:
    """Return every state of a token: conditions in the order of the rules, then effects."""
    known = {name: place for place, name in enumerate(system.conditions)}
    conditions = sorted(token.conditions, key=lambda name: (known.get(name, len(known)), name))
    lines = [
        StateLine(name, name[:1].upper() + name[1:], system.condition_help(name))
        for name in conditions
    ]
    effects = all_effects(system, encounter, token)
    lines.extend(StateLine(one.sign, effect_words(one), one.detail) for one in effects)
    return tuple(lines)


def token_tooltip(system: RuleSystem, encounter: Encounter, token: Token, *, gm: bool) -> str:
    """Return name, states and, for the GM, notes of a token as rich text; empty: nothing to say."""
    lines = state_lines(system, encounter, token)
    notes = token.notes.strip() if gm else ""
    if not lines and not notes:
        return ""
    parts = [f"<b>{escape(token.name or token.id)}</b>"]
    for line in lines:
        detail = f": {escape(line.detail)}" if line.detail else ""
        parts.append(f"<b>{escape(line.name)}</b>{detail}")
    if notes:
        parts.append("<i>Note:</i> " + escape(notes).replace("\n", "<br/>"))
    return "".join(f"<p style='margin:2px 0'>{part}</p>" for part in parts)

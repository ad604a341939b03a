"""The rulings of the GM that stand in an encounter: made and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.encounter import Override
from battlemap.rules.by_hand import name_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Overrule


def with_ruling(encounter: Encounter, intent: Overrule, value: str) -> tuple[Override, ...]:
    """Return the rulings that stand once this one is made, or taken back where it is empty."""
    place = (intent.key, intent.attacker, intent.target)
    rest = tuple(
        kept for kept in encounter.overrides if (kept.key, kept.attacker, kept.target) != place
    )
    if value:
        rest = (*rest, Override(intent.key, intent.attacker, intent.target, value))
    return rest


def who(encounter: Encounter, token_id: str) -> str:
    """Return the name of a token; "anybody" where a ruling names none."""
    token = encounter.tokens.get(token_id)
    return name_of(token) if token else token_id or "anybody"


def pair_words(encounter: Encounter, attacker: str, target: str) -> str:
    """Return whom a ruling is about: "Aria against Hob"."""
    return f"{who(encounter, attacker)} against {who(encounter, target)}"

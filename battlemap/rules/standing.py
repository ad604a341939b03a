"""The rulings of the GM that stand in an encounter: made and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.encounter import Override
from battlemap.model.event import Noted, OverridesChanged
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Overrule
    from battlemap.rules.procedure import Procedure


def keep_ruling(
    encounter: Encounter, intent: Overrule, value: str, headline: str, *lines: str
) -> Procedure:
    """Keep a ruling, or take back the one that stands where *value* is empty, and log it."""
    rest = _with_ruling(encounter, intent, value)
    if rest == encounter.overrides:
        return encounter
    yield from happen(OverridesChanged(rest))
    return (yield from happen(Noted(headline, lines, "gm", intent.attacker or None)))


def _with_ruling(encounter: Encounter, intent: Overrule, value: str) -> tuple[Override, ...]:
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

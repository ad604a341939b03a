"""The facts about which the GM may rule, once or until cleared, and what may be said of each."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.rules.procedure import IllegalIntentError
from battlemap.rules.standing import keep_ruling, pair_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Overrule
    from battlemap.rules.procedure import Procedure

PREFIX = "fact:"
"""Before the name of a fact in the keys of rulings, and in what is switched for one attack."""

BY_GM = "overruled by the GM"


@dataclass(frozen=True)
class Ruleable:
    """A fact about which the GM may rule, with what it may be said to be."""

    label: str
    values: tuple[tuple[str, str], ...]
    """(value, words)."""

    def words(self, value: str) -> str:
        """Return a value in words."""
        return dict(self.values)[value]


FACTS: Mapping[str, Ruleable] = MappingProxyType(
    {
        "arc": Ruleable("Arc", (("front", "Front"), ("side", "Side"), ("rear", "Rear"))),
        "in_reach": Ruleable("Reach", (("on", "In reach"), ("off", "Out of reach"))),
        "flanked": Ruleable("Flank", (("on", "Flanked"), ("off", "Not flanked"))),
        "cover": Ruleable(
            "Cover",
            (("none", "None"), ("minor", "Minor"), ("major", "Major"), ("total", "Total")),
        ),
        "sight": Ruleable("Sight", (("on", "Clear"), ("off", "Blocked"))),
        "height": Ruleable(
            "Height",
            (("attacker", "Attacker higher"), ("level", "Level"), ("target", "Target higher")),
        ),
        "tight": Ruleable("Space", (("on", "Tight"), ("off", "Room"))),
        "engaged_by": Ruleable("Engaged by", (("on", "The target"), ("off", "Nobody"))),
        "target_seen": Ruleable("Target seen", (("on", "Seen"), ("off", "Unseen"))),
        "attacker_seen": Ruleable("Attacker seen", (("on", "Seen"), ("off", "Unseen"))),
        "target_posture": Ruleable("Target", (("on", "Prone"), ("off", "Upright"))),
        "attacker_posture": Ruleable("Attacker", (("on", "Prone"), ("off", "Upright"))),
        "target_motion": Ruleable("Motion", (("on", "Moved"), ("off", "Stood still"))),
        "sizes": Ruleable(
            "Size",
            (("larger", "Target larger"), ("even", "Alike"), ("smaller", "Target smaller")),
        ),
        "inside": Ruleable(
            "Place", (("in", "Inside"), ("splash", "In the splash"), ("out", "Outside"))
        ),
    }
)
"""Every fact that can be overruled, by its name in the Situation; "inside" is one of an area."""


def fact_key(fact: str, target: str = "") -> str:
    """Return the key of a ruling upon a fact; of an area attack, upon one target's alone.

    Examples
    --------
    >>> fact_key("arc"), fact_key("cover", "orc")
    ('fact:arc', 'fact:cover:orc')
    """
    return f"{PREFIX}{fact}:{target}" if target else PREFIX + fact


def fact_of(key: str) -> tuple[str, str]:
    """Return (fact, target) of the key of a ruling; both empty: it is of something else.

    Examples
    --------
    >>> fact_of("fact:cover:orc"), fact_of("fact:arc"), fact_of("rear")
    (('cover', 'orc'), ('arc', ''), ('', ''))
    """
    if not key.startswith(PREFIX):
        return "", ""
    fact, _, target = key.removeprefix(PREFIX).partition(":")
    return fact, target


def is_value(fact: str, value: str) -> bool:
    """Tell whether the GM can say *value* of a fact."""
    return fact in FACTS and value in dict(FACTS[fact].values)


def why_no_ruling(key: str, value: str) -> str:
    """Return why the GM can't rule so upon a fact; empty: the GM can."""
    fact = key.removeprefix(PREFIX)
    if fact not in FACTS:
        return f'There is no fact "{fact}" to overrule.'
    if value and not is_value(fact, value):
        known = ", ".join(name for name, _ in FACTS[fact].values)
        return f'{FACTS[fact].label} is one of {known}, not "{value}".'
    return ""


def _headline(key: str, value: str) -> str:
    fact = FACTS[key.removeprefix(PREFIX)]
    if not value:
        return f"GM: {fact.label.lower()} counts as the map shows"
    return f"GM: {fact.label.lower()} counts as {fact.words(value).lower()}"


def rule_on_fact(encounter: Encounter, intent: Overrule) -> Procedure:
    """Keep what the GM says of a fact until it is cleared, whatever the map shows.

    Raises
    ------
    IllegalIntentError
        If there is no such fact, or it can't be so.
    """
    value = intent.value.strip()
    if why := why_no_ruling(intent.key, value):
        raise IllegalIntentError(why)
    pair = pair_words(encounter, intent.attacker, intent.target)
    line = f"{pair}, until cleared" if value else pair
    return (yield from keep_ruling(encounter, intent, value, _headline(intent.key, value), line))

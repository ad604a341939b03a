"""The modifiers that there are, and what the GM rules about them: once, or until cleared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.model.encounter import Override
from battlemap.model.event import Noted, OverridesChanged
from battlemap.rules.modifier import Modifier
from battlemap.rules.procedure import IllegalIntentError, happen
from battlemap.systems.shadowrealms.sheet import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack, Overrule
    from battlemap.rules.procedure import Procedure
    from battlemap.tactics.board import Board


GAME = "ShadowRealms"


@dataclass(frozen=True)
class Known:
    """What is always the same about a modifier; ``value`` is what "on" by hand means."""

    label: str
    value: int
    section: str
    fact: str = ""
    unit: str = "level"
    is_total: bool = False


KNOWN: dict[str, Known] = {
    "rear": Known("Rear attack", 2, "section 8", "arc"),
    "side": Known("Side arc", 1, "section 8", "arc"),
    "higher_ground": Known("Higher ground", 1, "section 9", "height"),
    "cover": Known("Cover", -1, "section 5, Take Cover", "cover"),
    "tight_space": Known("Tight space", -1, "section 9", "tight"),
    "target_prone": Known("Target prone", 2, "section 9"),
    "attacker_prone": Known("Attacking while prone", -2, "section 9"),
    "unseen": Known("Target unseen", -2, "section 9", "sight"),
    "obscured": Known("Dim sight", -1, "section 6", "sight"),
    "moving_target": Known("Moving target", -1, "section 9"),
    "repeat": Known("Repeated strike", -1, "section 11"),
    "off_hand": Known("Off-hand", -1, "section 11"),
    "aim": Known("Aim", 1, "section 9"),
    "feint": Known("Feint", 1, "section 5"),
    "assist": Known("Assist", 1, "section 5"),
    "off_guard": Known("Off-Guard", 1, "section 2"),
    "grappled": Known("Grappled", -1, "section 18"),
    "limit_break": Known("Limit Break", 1, "section 17", is_total=True),
    "wounded": Known("Wounded", -1, "section 14", unit="die"),
    "exhausted": Known("Exhausted", -1, "section 14", unit="die"),
    "staggered": Known("Staggered", -1, "section 21", unit="die"),
    "injured": Known("Injured", -1, "section 23", unit="die"),
}
"""Every modifier that the map, the sheets or the fight can show, by its key."""


def overruled(board: Board, attack: Attack, rows: Sequence[Modifier]) -> Iterator[Modifier]:
    """Yield what the facts are worth after the GM's rulings, and what counts by them alone."""
    standing = {
        override.key: override.value
        for override in board.encounter.overrides
        if override.attacker in ("", attack.attacker) and override.target in ("", attack.target)
    }
    for row in rows:
        yield _overruled(row, standing.get(row.key, ""), attack.switched.get(row.key, ""))
    present = {row.key for row in rows}
    for key in KNOWN:
        if key not in present:
            yield from _set_by_hand(key, standing.get(key, ""), attack.switched.get(key, ""))
    for label, value in attack.added:
        yield Modifier(f"gm:{label}", label, value, "Added by the GM", "GM")


def _overruled(row: Modifier, standing: str, once: str) -> Modifier:
    if standing not in ("", "on", "off"):
        row = replace(row, value=_number(standing, row.value), overruled="until cleared")
    if once == "off":
        return replace(row, enabled=False, overruled="once")
    if standing == "off" and once != "on":
        return replace(row, enabled=False, overruled="until cleared")
    if once == "on" and standing == "off":
        return replace(row, overruled="once")
    return row


def _set_by_hand(key: str, standing: str, once: str) -> Iterator[Modifier]:
    """Yield what the GM says counts although nothing on the map shows it."""
    if once != "on" and standing in ("", "off"):
        return
    known = KNOWN[key]
    yield Modifier(
        key=key,
        label=known.label,
        value=_number(standing, known.value),
        reason="Counts by the GM's word",
        source=f"{GAME}, {known.section}",
        unit=known.unit,
        enabled=once != "off",
        overruled="until cleared" if standing else "once",
        is_total=known.is_total,
    )


def _number(text: str, default: int) -> int:
    try:
        return int(text)
    except ValueError:
        return default


def overrule(encounter: Encounter, intent: Overrule) -> Procedure:
    """Keep a ruling of the GM's until it is cleared."""
    if intent.key not in KNOWN:
        raise IllegalIntentError(f'There is no modifier "{intent.key}" to overrule.')
    label = KNOWN[intent.key].label
    value = intent.value.strip()
    if value not in ("", "on", "off") and not _is_number(value):
        raise IllegalIntentError(f'A ruling is "on", "off" or a number, not "{value}".')
    rest = tuple(
        kept
        for kept in encounter.overrides
        if (kept.key, kept.attacker, kept.target) != (intent.key, intent.attacker, intent.target)
    )
    if value:
        rest = (*rest, Override(intent.key, intent.attacker, intent.target, value))
    if rest == encounter.overrides:
        return encounter
    encounter = yield from happen(OverridesChanged(rest))
    said = {"": "counts as the map shows", "off": "ignored", "on": "counts"}
    headline = f"GM: {label} {said.get(value, f'counts {value}')}"
    pair = f"{_who(encounter, intent.attacker)} against {_who(encounter, intent.target)}"
    line = f"{pair}, until cleared" if value else pair
    return (yield from happen(Noted(headline, (line,), "gm", intent.attacker or None)))


def _is_number(text: str) -> bool:
    try:
        int(text)
    except ValueError:
        return False
    return True


def _who(encounter: Encounter, token_id: str) -> str:
    token = encounter.tokens.get(token_id)
    return name_of(token) if token else token_id or "anybody"

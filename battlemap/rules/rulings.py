"""What the GM rules about modifiers, once or until cleared; the same in every game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.rules.modifier import Modifier
from battlemap.rules.procedure import IllegalIntentError
from battlemap.rules.ruleable_facts import PREFIX, rule_on_fact
from battlemap.rules.standing import keep_ruling, pair_words
from battlemap.rules.step_rulings import STEP, rule_on_step
from battlemap.rules.trigger_rulings import TRIGGER, rule_on_trigger

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack, Attack, Overrule
    from battlemap.rules.procedure import Procedure

MOST = 99
"""Modifiers beyond this are slips of the pen, and pools of so many dice have no odds in time."""


@dataclass(frozen=True)
class Known:
    """What is always the same about a modifier; ``value`` is what "on" by hand means."""

    label: str
    value: int
    section: str
    """Of the text, as the rules reference heads it."""
    fact: str = ""
    unit: str = "level"
    is_total: bool = False
    hinders: bool = False
    """A positive value is bad for the attacker: it raises the number to reach."""


@dataclass(frozen=True)
class Rulings:
    """The modifiers of one game, by key, and how the GM's rulings change them."""

    game: str
    known: Mapping[str, Known]

    def source(self, key: str) -> str:
        """Return where the text has a modifier: "Grimhowl, Flanking"."""
        return f"{self.game}, {self.known[key].section}"

    def sections(self, named: Mapping[str, str]) -> Mapping[str, str]:
        """Return sections of the text with the game's title before each of them."""
        return MappingProxyType({key: f"{self.game}, {words}" for key, words in named.items()})

    def row(self, key: str, reason: str, value: int | None = None) -> Modifier:
        """Return the line of a known modifier; its usual value where none is given."""
        known = self.known[key]
        worth = known.value if value is None else value
        return Modifier(
            key=key,
            label=known.label,
            value=worth,
            reason=reason,
            source=self.source(key),
            unit=known.unit,
            fact=known.fact,
            is_total=known.is_total,
            helps=worth < 0 if known.hinders else None,
        )

    def overruled(
        self,
        encounter: Encounter,
        attack: Attack | AreaAttack,
        target: str,
        rows: Sequence[Modifier],
    ) -> Iterator[Modifier]:
        """Yield *rows* after the GM's rulings, and what counts by the GM's word alone.

        In what is switched for an area attack, "KEY:TARGET" is about one target alone and goes
        before "KEY".

        Raises
        ------
        IllegalIntentError
            If a modifier of the GM's own is beyond all measure.
        """
        standing = {
            override.key: override.value
            for override in encounter.overrides
            if override.attacker in ("", attack.attacker) and override.target in ("", target)
        }

        def once(key: str) -> str:
            return attack.switched.get(f"{key}:{target}", attack.switched.get(key, ""))

        for row in rows:
            yield _overruled(row, standing.get(row.key, ""), once(row.key))
        present = {row.key for row in rows}
        for key in self.known:
            if key not in present:
                yield from self._set_by_hand(key, standing.get(key, ""), once(key))
        for label, value in attack.added:
            if abs(value) > MOST:
                raise IllegalIntentError(f"{label}: a modifier lies between -{MOST} and {MOST}.")
            yield Modifier(f"gm:{label}", label, value, "Added by the GM", "GM")

    def _set_by_hand(self, key: str, standing: str, once: str) -> Iterator[Modifier]:
        """Yield what the GM says counts although nothing on the map shows it."""
        if once != "on" and standing in ("", "off"):
            return
        value = _number(standing, self.known[key].value)
        yield replace(
            self.row(key, "Counts by the GM's word", value),
            fact="",
            enabled=once != "off",
            overruled="until cleared" if standing else "once",
        )

    def overrule(self, encounter: Encounter, intent: Overrule) -> Procedure:
        """Keep a ruling of the GM's until it is cleared.

        Raises
        ------
        IllegalIntentError
            If the game has no such modifier, or the ruling is none.
        """
        if intent.key == TRIGGER:
            return (yield from rule_on_trigger(encounter, intent))
        if intent.key.startswith(STEP):
            return (yield from rule_on_step(encounter, intent))
        if intent.key.startswith(PREFIX):
            return (yield from rule_on_fact(encounter, intent))
        if intent.key not in self.known:
            raise IllegalIntentError(f'There is no modifier "{intent.key}" to overrule.')
        label = self.known[intent.key].label
        value = intent.value.strip()
        if value not in ("", "on", "off") and not _is_number(value):
            raise IllegalIntentError(
                f'A ruling is "on", "off" or a number from -{MOST} to {MOST}, not "{value}".'
            )
        said = {"": "counts as the map shows", "off": "ignored", "on": "counts"}
        headline = f"GM: {label} {said.get(value, f'counts {value}')}"
        pair = pair_words(encounter, intent.attacker, intent.target)
        line = f"{pair}, until cleared" if value else pair
        return (yield from keep_ruling(encounter, intent, value, headline, line))


def _overruled(row: Modifier, standing: str, once: str) -> Modifier:
    if standing not in ("", "on", "off"):
        value = _number(standing, row.value)
        turned = row.helps is not None and (value > 0) != (row.value > 0)
        helps = not row.helps if turned else row.helps
        row = replace(row, value=value, helps=helps, overruled="until cleared")
    if once == "off":
        return replace(row, enabled=False, overruled="once")
    if standing == "off" and once != "on":
        return replace(row, enabled=False, overruled="until cleared")
    if once == "on" and standing == "off":
        return replace(row, overruled="once")
    return row


def _number(text: str, default: int) -> int:
    return int(text) if _is_number(text) else default


def _is_number(text: str) -> bool:
    try:
        return abs(int(text)) <= MOST
    except ValueError:
        return False

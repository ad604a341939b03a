"""The log's line of an attack, which says every step: numbers, dice, reasons, consequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.event import DiceShown, Die, Noted, Outcome
from battlemap.model.words import counted, signed
from battlemap.rules.by_hand import name_of
from battlemap.systems.crawler.defenses import defense_words
from battlemap.systems.crawler.sheet import details_of, sheet_of
from battlemap.systems.crawler.status import status_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.crawler.checks import CheckResult
    from battlemap.systems.crawler.degrees import Degree
    from battlemap.systems.crawler.strike import Strike


class Report:
    """The log line of one attack on one token while it is carried out."""

    def __init__(self, strike: Strike, because: str = "") -> None:
        self.strike = strike
        self.because = because
        self.lines: list[str] = []
        self.rolls: list[DiceShown] = []
        self.hits: int | None = None
        self.damage = 0
        attacker, target = name_of(strike.attacker), name_of(strike.target)
        self.headline = f"{attacker} misses {target}"
        self.critical = ""

    def opening(self, words: Sequence[str] = ()) -> None:
        """Say the weapon, the numbers and every modifier."""
        self.lines.append(f"With {self.strike.weapon.name}")
        if self.because:
            self.lines.append(self.because)
        self.lines.append(self.strike.check_words)
        self.lines.extend(modifier_lines(self.strike.modifiers))
        self.lines.extend(words)

    def check(self, result: CheckResult, words: str) -> None:
        """Say the d20 and what it came to."""
        self.rolls.append(result.shown)
        self.lines.extend(result.lines)
        self.critical = words
        self.hits = int(result.degree.succeeds)

    def dice(self, faces: tuple[int, ...], damage: int, degree: Degree | None) -> None:
        """Show the damage dice, and what else counts at this degree."""
        strike = self.strike
        sides = details_of(strike.weapon).sides
        shown = " ".join(str(face) for face in faces)
        rolled = f"{len(faces)}d{sides}: {shown}" if faces else "no dice"
        added = strike.added_words(degree)
        words = f"{added}, " if added else ""
        self.lines.append(f"Damage {rolled}, {words}{damage} before defenses")
        if faces:
            dice = tuple(Die(face, True) for face in faces)
            self.rolls.append(DiceShown(dice, "damage", f"{damage} damage", strike.dice_words()))

    def arrives(self, damage: int, left: int) -> None:
        """Say what the target's defenses leave."""
        strike = self.strike
        kinds = details_of(strike.weapon).damage_types
        words = defense_words(damage, kinds, sheet_of(strike.target), strike.options)
        if words:
            self.lines.append(words)
        self.damage = left
        own = strike.attacker.id == strike.target.id
        whom = "itself" if own else name_of(strike.target)
        self.headline = f"{name_of(strike.attacker)} hits {whom}"
        self.headline += f", {left} damage" if left else ", no harm"

    def noted(self, encounter: Encounter) -> Noted:
        """Return the line of the log, with what the attack led to."""
        before, after = self.strike.target, encounter.tokens[self.strike.target.id]
        return Noted(
            self.headline,
            tuple(self.lines),
            "attack",
            self.strike.attacker.id,
            Outcome(
                attacker=self.strike.attacker.id,
                target=after.id,
                weapon=self.strike.weapon.name,
                rolls=tuple(self.rolls),
                hits=self.hits,
                damage=self.damage,
                critical=self.critical,
                taken_before=status_of(before).marked,
                taken_after=status_of(after).marked,
                consequence=_consequence(before, after),
            ),
        )


def _consequence(before: Token, after: Token) -> str:
    name, status = name_of(after), status_of(after)
    if after.has("dead") and not before.has("dead"):
        return f"{name} is dead"
    if after.has("dying") and not before.has("dying"):
        return f"{name} is Dying, countdown {status.countdown}"
    if status.countdown < status_of(before).countdown:
        return f"{name}'s countdown falls to {status.countdown}"
    if gained := sorted(after.conditions - before.conditions):
        return f"{name} is {', '.join(gained)}"
    if more := status.marked - status_of(before).marked:
        return f"{counted(more, 'slot')} marked"
    return ""


def modifier_lines(rows: Sequence[Modifier]) -> Iterator[str]:
    """Yield the modifiers of an attack for the log, those overruled included."""
    for row in rows:
        if not row.enabled:
            when = "this time" if row.overruled == "once" else "until cleared"
            yield f"{row.label} overruled by the GM, {when}"
            continue
        kind = "Advantage" if row.value > 0 else "Disadvantage"
        worth = kind if abs(row.value) == 1 else f"{kind} {signed(row.value)}"
        yield f"{row.label}, {worth}: {row.reason}"

"""The log's line of an attack, which says every step: dice, modifiers, reasons, consequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.event import DiceShown, Die, Noted, Outcome
from battlemap.model.words import counted, signed
from battlemap.rules.by_hand import name_of
from battlemap.systems.grimhowl.pools import stars_words
from battlemap.systems.grimhowl.rulings import DC, DIE, SIZE
from battlemap.systems.grimhowl.sheet import (
    details_of,
    sheet_of,
    status_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.dice.pool import Pool, PoolResult
    from battlemap.dice.stars import DamageDice
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.grimhowl.blow import Blow
    from battlemap.systems.grimhowl.spends import Spending


class Report:
    """The log line of one attack while it is being rolled."""

    def __init__(self, blow: Blow, title: str, because: str) -> None:
        self.blow = blow
        self.title = title
        self.because = because
        self.lines: list[str] = []
        self.rolls: list[DiceShown] = []
        self.stars: int | None = None
        self.headline = f"{name_of(blow.attacker)} misses {name_of(blow.target)}"

    def opening(self) -> None:
        """Say the weapon, the Defense DC and every modifier."""
        blow = self.blow
        weapon = blow.weapon.name
        self.lines.append(
            f"{self.title.capitalize()} with {weapon}" if self.title else f"With {weapon}"
        )
        if self.because:
            self.lines.append(self.because)
        self.lines.append(f"Against {blow.against.value.capitalize()}, DC {blow.dc}")
        self.lines.extend(modifier_lines(blow.modifiers))

    def attack_roll(self, pool: Pool, result: PoolResult) -> None:
        """Say the attack dice."""
        self.stars = result.successes
        self.lines.append(stars_words(pool, result))
        self.rolls.append(
            shown(pool, result, "stars", counted(result.successes, "star"), f"at DC {pool.target}")
        )

    def passive(self, stars: int, left: int, rank: str) -> None:
        """Say what a passive defense made of the stars."""
        self.stars = left
        divisor = self.blow.rank.divisor
        each = f"{divisor} stars for 1 effective, " if divisor > 1 else ""
        if stars:
            self.lines.append(f"Passive defense, {rank}: {each}{counted(left, 'effective star')}")

    def reaction(self, kind: str, pool: Pool, result: PoolResult, left: int) -> None:
        """Say the dice of a Dodge, Parry or Block."""
        self.stars = left
        name = name_of(self.blow.target)
        self.lines.append(f"{name}'s {kind}, {stars_words(pool, result)}")
        self.lines.append(f"{counted(left, 'effective star')} left")
        words = counted(result.successes, "star")
        self.rolls.append(shown(pool, result, kind, words, f"{left} left"))

    def spent(self, spending: Spending, dice: DamageDice) -> None:
        """Say what the stars bought."""
        self.headline = f"{name_of(self.blow.attacker)} hits {name_of(self.blow.target)}"
        left = f", {counted(spending.left, 'star')} unspent" if spending.left else ""
        self.lines.append(f"Stars spent on {spending.words}{left}: {dice}")

    def damage_roll(self, dice: DamageDice, faces: Sequence[int], amount: int) -> None:
        """Say the damage dice."""
        rolled = " + ".join(str(face) for face in faces) or "no dice"
        bonus = f" + {dice.bonus}" if dice.bonus else ""
        kind = details_of(self.blow.weapon).damage_type
        self.lines.append(f"Damage {dice} {kind}: {rolled}{bonus} = {amount}")
        self.rolls.append(
            DiceShown(
                tuple(Die(face, True) for face in faces), "damage", f"{amount} damage", str(dice)
            )
        )

    def resisted(self, source: str, dice: DamageDice, faces: Sequence[int], total: int) -> None:
        """Say the dice of a source of resistance."""
        rolled = " + ".join(str(face) for face in faces)
        self.lines.append(f"{source.capitalize()} {dice}: {rolled} = {total} less")
        self.rolls.append(
            DiceShown(tuple(Die(face, True) for face in faces), source, f"{total} less", str(dice))
        )

    def noted(self, encounter: Encounter) -> Noted:
        """Return the line of the log, with what the attack led to."""
        return noted(self, encounter, self.blow.target)


def noted(report: Report, encounter: Encounter, before: Token) -> Noted:
    """Return the line of the log about one creature, with what the attack led to."""
    after = encounter.tokens[before.id]
    old, new = status_of(before), status_of(after)
    vitality = sheet_of(after).vitality
    taken = max(0, new.damage - old.damage)
    if taken:
        report.lines.append(f"Damage {taken}, {new.damage} of {vitality} Vitality lost")
    elif report.stars:
        report.lines.append("No damage comes through")
    consequence = ""
    for condition, words in (("dead", "is dead"), ("unconscious", "goes down")):
        if after.has(condition) and not before.has(condition) and not consequence:
            consequence = f"{name_of(after)} {words}"
    if consequence and consequence not in report.lines:
        report.lines.append(consequence)
    return Noted(
        report.headline,
        tuple(report.lines),
        "attack",
        report.blow.attacker.id,
        Outcome(
            attacker=report.blow.attacker.id,
            target=after.id,
            weapon=report.blow.weapon.name,
            rolls=tuple(report.rolls),
            hits=report.stars,
            damage=taken,
            taken_before=min(old.damage, vitality),
            taken_after=min(new.damage, vitality),
            consequence=consequence,
        ),
    )


def modifier_lines(rows: Sequence[Modifier]) -> Iterator[str]:
    """Yield a line for each modifier: "Cover DC +1: Barricade stands between..."."""
    for row in rows:
        if not row.enabled:
            when = "this time" if row.overruled == "once" else "until cleared"
            yield f"{row.label} overruled by the GM, {when}"
            continue
        worth = signed(row.value)
        if row.unit in (DIE, "level"):
            worth += " die" if abs(row.value) == 1 else " dice"
        elif row.unit == DC:
            worth = f"DC {worth}"
        elif row.unit == SIZE:
            worth += " size" if abs(row.value) == 1 else " sizes"
        yield f"{row.label} {worth}: {row.reason}"


def shown(pool: Pool, result: PoolResult, label: str, headline: str, detail: str) -> DiceShown:
    """Return a roll of skill dice as the panel shows it."""
    dice = tuple(Die(face, pool.succeeds(face)) for face in result.faces)
    return DiceShown(dice, label, headline, detail)

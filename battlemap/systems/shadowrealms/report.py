"""The log's line of an attack, which says every step: numbers, dice, reasons, consequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.event import DiceShown, Die, Noted, Outcome
from battlemap.model.words import counted, signed
from battlemap.rules.by_hand import name_of
from battlemap.systems.shadowrealms.modifiers import net_words
from battlemap.systems.shadowrealms.pools import dice_penalties, dice_words
from battlemap.systems.shadowrealms.sheet import BOXES, Tier, sheet_of, status_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.dice.pool import Pool, PoolResult
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.shadowrealms.blow import Blow


class Report:
    """The log line of one attack while it is being rolled."""

    def __init__(self, blow: Blow, title: str, because: str) -> None:
        self.blow = blow
        self.title = title
        self.because = because
        self.lines: list[str] = []
        self.rolls: list[DiceShown] = []
        self.hits: int | None = None
        self.damage = 0
        self.location = ""
        self.critical = ""
        self.headline = f"{name_of(blow.attacker)} misses {name_of(blow.target)}"

    def opening(self) -> None:
        """Say the weapon, the target number and every modifier."""
        if self.title:
            self.lines.append(f"{self.title.capitalize()} with {self.blow.weapon.name}")
        else:
            self.lines.append(f"With {self.blow.weapon.name}")
        if self.because:
            self.lines.append(self.because)
        self.lines.append(self.blow.target_words)
        self.lines.extend(_modifier_lines(self.blow.modifiers))
        if self.blow.levels:
            self.lines.append(net_words(self.blow.levels))

    def attack_roll(self, pool: Pool, result: PoolResult) -> None:
        """Say the attack dice."""
        self.hits = result.successes
        words = counted(result.successes, "hit")
        self.lines.append(f"{dice_words(pool, result)}, {words}")
        self.rolls.append(_shown(result, "hits", words, _rerolled(result)))

    def damage_roll(self, pool: Pool, result: PoolResult) -> None:
        """Say the damage dice."""
        amount = self.blow.funnel.amount(result.successes)
        words = counted(result.successes, "success", "successes")
        self.lines.append(f"Damage vs {pool.target}: {self.blow.damage_words}")
        self.lines.append(f"{dice_words(pool, result)}, {words}")
        headline = f"{amount} damage" if amount else "no damage"
        detail = f"{words} vs {pool.target}"
        if again := _rerolled(result):
            detail += f", {again}"
        self.rolls.append(_shown(result, "damage", headline, detail))
        self.headline = f"{name_of(self.blow.attacker)} hits {name_of(self.blow.target)}, no harm"

    def glances(self, hits: int) -> None:
        """Say that the blow glanced off."""
        self.headline = (
            f"{name_of(self.blow.attacker)}'s blow glances off {name_of(self.blow.target)}"
        )
        self.lines.append(
            f"Glancing blow: {self.blow.funnel.near_target} would have done without armor, "
            f"{hits} Fatigue"
        )

    def minion(self, successes: int, lines: tuple[str, ...]) -> None:
        """Say what became of a minion."""
        self.damage = successes
        self.headline = f"{name_of(self.blow.attacker)} hits {name_of(self.blow.target)}"
        self.lines.extend(lines)

    def lands(
        self,
        damage: int,
        successes: int,
        location: str,
        face: int,
        sixes: tuple[int, ...],
        text: str,
    ) -> None:
        """Say the damage, where it landed and how bad it is."""
        self.damage = damage
        total = sum(sixes)
        shown = " + ".join(str(face) for face in sixes)
        self.location = f"{location.capitalize()} ({face})"
        self.critical = f"critical total {total}: {text}"
        self.headline = (
            f"{name_of(self.blow.attacker)} hits {name_of(self.blow.target)}, {location}"
        )
        self.lines.append(
            f"{counted(successes, 'success', 'successes')} on the ladder: {damage} damage"
        )
        self.lines.append(f"Hit location d20: {face}, {location}")
        self.lines.append(f"Critical {len(sixes)}d6: {shown}, total {total}: {text}")

    def noted(self, encounter: Encounter) -> Noted:
        """Return the line of the log, with what the attack led to."""
        before, after = self.blow.target, encounter.tokens[self.blow.target.id]
        old, new = status_of(before), status_of(after)
        name = name_of(after)
        minion = sheet_of(after).tier is not Tier.FULL
        taken = (old.minion_hits, new.minion_hits) if minion else (old.boxes, new.boxes)
        size = sheet_of(after).tier.falls_at if minion else BOXES
        if self.damage:
            self.lines.append(f"Damage {self.damage}, track {taken[1]} of {size}")
        if new.fatigue != old.fatigue:
            stamina = sheet_of(after).stamina
            self.lines.append(f"Fatigue {new.fatigue} of {stamina}")
        consequence = ""
        lost = _penalty(after) - _penalty(before)
        if after.has("dead") and not before.has("dead"):
            consequence = f"{name} is dead" if not minion else f"{name} falls"
        elif after.has("unconscious") and not before.has("unconscious"):
            consequence = f"{name} falls unconscious"
        elif lost > 0:
            consequence = f"{name} now rolls {counted(lost, 'die', 'dice')} less"
        if consequence and not any(line.startswith(consequence) for line in self.lines):
            self.lines.append(consequence)
        return Noted(
            self.headline,
            tuple(self.lines),
            "attack",
            self.blow.attacker.id,
            Outcome(
                attacker=self.blow.attacker.id,
                target=after.id,
                weapon=self.blow.weapon.name,
                rolls=tuple(self.rolls),
                hits=self.hits,
                damage=self.damage,
                location=self.location,
                critical=self.critical,
                taken_before=taken[0],
                taken_after=taken[1],
                consequence=consequence,
            ),
        )


def _penalty(token: Token) -> int:
    return sum(lost for _, lost, _ in dice_penalties(token))


def _modifier_lines(rows: tuple[Modifier, ...]) -> Iterator[str]:
    for row in rows:
        if not row.enabled:
            when = "this time" if row.overruled == "once" else "until cleared"
            yield f"{row.label} overruled by the GM, {when}"
            continue
        worth = signed(row.value)
        if row.unit == "die":
            worth += " die" if abs(row.value) == 1 else " dice"
        if row.is_total:
            worth = "Total Advantage" if row.value > 0 else "Total Disadvantage"
        yield f"{row.label} {worth}: {row.reason}"


def _rerolled(result: PoolResult) -> str:
    again = sum(die.before is not None for die in result.dice)
    return f"{again} rerolled" if again else ""


def _shown(result: PoolResult, label: str, headline: str, detail: str) -> DiceShown:
    dice = tuple(Die(die.face, die.counts, die.before) for die in result.dice)
    return DiceShown(dice, label, headline, detail)

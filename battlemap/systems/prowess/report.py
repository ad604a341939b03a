"""The log's line of an attack, which says every step: numbers, dice, reasons, consequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.dice.added import SIX
from battlemap.model.event import DiceShown, Die, Noted, Outcome
from battlemap.model.words import MINUS, counted, signed
from battlemap.rules.by_hand import name_of
from battlemap.systems.prowess.blow import hit_words
from battlemap.systems.prowess.paying import KINDS
from battlemap.systems.prowess.sheet import sheet_of, status_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.prowess.blow import Harm
    from battlemap.systems.prowess.rolls import Rolled


class Report:
    """The log line of one attack while it is being rolled."""

    def __init__(
        self,
        attacker: Token,
        target: Token,
        weapon: Weapon,
        kind: str,
        title: str = "",
        because: str = "",
    ) -> None:
        self.attacker, self.target, self.weapon = attacker, target, weapon
        self.lines: list[str] = []
        self.rolls: list[DiceShown] = []
        self.hit = False
        self.damage = 0
        self.critical = ""
        named = title.capitalize() or (KINDS[kind] if kind != "attack" else "")
        self.lines.append(f"{named} with {weapon.name}" if named else f"With {weapon.name}")
        if because:
            self.lines.append(because)
        self.lines.append(hit_words(attacker, weapon))

    def modifiers(self, rows: Sequence[Modifier]) -> None:
        """Say every modifier with its reason."""
        self.lines.extend(modifier_lines(rows))

    def rolled(self, attack: Rolled, defense: Rolled, words: str) -> None:
        """Say both rolls, and whether the attack hits."""
        self.hit = attack.total >= defense.total
        self.lines.append(f"Attack: {attack.words}")
        self.lines.append(f"{words}: {defense.words}" if defense.d20 else words)
        if defense.d20:
            verb = "reaches" if self.hit else "falls short of"
            self.lines.append(
                f"{attack.total} {verb} {defense.total}: {'hit' if self.hit else 'miss'}"
            )
        else:
            self.lines.append("Hit without a roll")
        against = f" vs {defense.total}" if defense.d20 else ""
        self.rolls.append(
            DiceShown(
                _dice(attack, self.hit),
                "hits",
                f"{attack.total}{against}",
                "hit" if self.hit else "miss",
            )
        )
        if defense.d20:
            self.rolls.append(
                DiceShown(_dice(defense, not self.hit), "hits", str(defense.total), words)
            )

    def lands(self, harm: Harm, dice: DamageDice) -> None:
        """Say the damage, with what criticals add and what is taken off."""
        self.damage = dice.dealt(harm)
        parts = [f"{harm.words}: {_sum(dice.weapon, harm.bonus)}"]
        if dice.criticals:
            each = f"{counted(len(dice.criticals), 'critical')}: "
            parts.append(each + _sum(dice.criticals, len(dice.criticals) * harm.critical))
        if harm.reduction:
            parts.append(f"reduction {harm.reduction}")
        if dice.parried:
            parts.append(
                f"{counted(len(dice.parried), 'critical')} of the parry: less "
                + _sum(dice.parried, len(dice.parried) * harm.parried)
            )
        self.lines.append(f"Damage {', '.join(parts)} = {self.damage}")
        shown = tuple(Die(face, True) for face in (*dice.weapon, *dice.criticals))
        detail = f"less {harm.reduction} reduction" if harm.reduction else ""
        self.rolls.append(DiceShown(shown, "damage", f"{self.damage} damage", detail))
        if dice.criticals:
            self.critical = counted(len(dice.criticals), "critical hit")

    def noted(self, encounter: Encounter, headline: str = "") -> Noted:
        """Return the line of the log, with what the attack led to."""
        before, after = self.target, encounter.tokens[self.target.id]
        name = name_of(after)
        verb = "hits" if self.hit else "misses"
        text = headline or f"{name_of(self.attacker)} {verb} {name}"
        if self.hit:
            text += f", {self.damage} damage"
        consequence = ""
        if after.has("dead") and not before.has("dead"):
            consequence = f"{name} is dead"
        elif after.has("unconscious") and not before.has("unconscious"):
            consequence = f"{name} falls unconscious"
        elif status_of(after).guard_broken and not status_of(before).guard_broken:
            consequence = f"{name}'s guard is broken"
        health = sheet_of(after).health
        outcome = Outcome(
            attacker=self.attacker.id,
            target=after.id,
            weapon=self.weapon.name,
            rolls=tuple(self.rolls),
            hits=int(self.hit),
            damage=self.damage,
            critical=self.critical,
            taken_before=min(health, status_of(before).damage),
            taken_after=min(health, status_of(after).damage),
            consequence=consequence,
        )
        return Noted(text, tuple(self.lines), "attack", self.attacker.id, outcome)


class DamageDice:
    """The dice of a hit's damage."""

    def __init__(
        self,
        weapon: tuple[int, ...],
        criticals: tuple[int, ...] = (),
        parried: tuple[int, ...] = (),
    ) -> None:
        self.weapon, self.criticals, self.parried = weapon, criticals, parried

    def dealt(self, harm: Harm) -> int:
        """Return the damage that arrives."""
        whole = sum(self.weapon) + harm.bonus - harm.reduction
        whole += sum(self.criticals) + len(self.criticals) * harm.critical
        return max(0, whole - sum(self.parried) - len(self.parried) * harm.parried)


def modifier_lines(rows: Sequence[Modifier]) -> Iterator[str]:
    """Yield one line for each modifier, with its reason; those overruled say so."""
    for row in rows:
        unit = " die" if row.unit == "die" else ""
        off = "" if row.enabled else ", ignored by the GM"
        yield f"{row.label} {signed(row.value)}{unit}: {row.reason}{off}"


def _dice(roll: Rolled, success: bool) -> tuple[Die, ...]:
    found = [Die(roll.d20, success)] if roll.d20 else []
    found.extend(Die(face, face == SIX) for face in roll.prowess)
    found.extend(Die(face, roll.flanking_counts and face == SIX) for face in roll.flanking)
    return tuple(found)


def _sum(faces: tuple[int, ...], constant: int) -> str:
    shown = " + ".join(str(face) for face in faces) or "0"
    if constant:
        shown += f" {MINUS if constant < 0 else '+'} {abs(constant)}"
    return shown

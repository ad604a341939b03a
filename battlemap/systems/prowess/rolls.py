"""Rolling a d20, asking how many prowess dice are added, and rolling those."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.dice.added import D20, SIX
from battlemap.model.event import StatusChanged
from battlemap.model.words import MINUS, counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, ask, happen, roll
from battlemap.systems.prowess.harm import lose_dice
from battlemap.systems.prowess.modifiers import ASSIST
from battlemap.systems.prowess.readings import AssistLasts
from battlemap.systems.prowess.sheet import dice_left, status_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part
    from battlemap.systems.prowess import Prowess


@dataclass(frozen=True)
class Rolled:
    """A d20 with what was added."""

    d20: int
    """0: nothing was rolled."""
    bonus: int
    prowess: tuple[int, ...] = ()
    flanking: tuple[int, ...] = ()
    flanking_counts: bool = True
    """Whether a six on the die of flanking is critical."""
    fixed: int | None = None

    @property
    def total(self) -> int:
        """What it comes to."""
        if self.fixed is not None:
            return self.fixed
        return self.d20 + self.bonus + sum(self.prowess) + sum(self.flanking)

    @property
    def added(self) -> tuple[int, ...]:
        """All d6s that were added."""
        return (*self.prowess, *self.flanking)

    @property
    def criticals(self) -> int:
        """How many of the d6s are critical."""
        counting = self.added if self.flanking_counts else self.prowess
        return counting.count(SIX)

    @property
    def words(self) -> str:
        """The roll in words: "d20 14 + 5, prowess 6 3, flanking 2 = 30"."""
        parts = [f"d20 {self.d20}"]
        if self.bonus:
            parts[0] += f" {MINUS if self.bonus < 0 else '+'} {abs(self.bonus)}"
        if self.prowess:
            parts.append(f"prowess {' '.join(map(str, self.prowess))}")
        if self.flanking:
            parts.append(f"flanking {' '.join(map(str, self.flanking))}")
        return f"{', '.join(parts)} = {self.total}"


def add_prowess(
    encounter: Encounter,
    token_id: str,
    base: Rolled,
    *,
    what: str,
    chance: Callable[[int], float],
    focus: tuple[str, ...],
    flanking_dice: int = 0,
) -> Part[tuple[Encounter, Rolled]]:
    """Ask how many prowess dice are added now that the d20 lies there, and roll them.

    Parameters
    ----------
    base
        The d20 and the bonus.
    what
        What is rolled: "attack", "parry".
    chance
        The chance of success for a number of prowess dice.
    flanking_dice
        Dice that are added for nothing and rolled with them.
    """
    token = encounter.tokens[token_id]
    count = yield from _ask_count(token, base, what, chance, focus)
    if count and encounter.turn_order.is_running:
        encounter, _ = yield from lose_dice(encounter, token_id, count)
    name = name_of(token)
    faces = yield from roll(
        count + flanking_dice,
        SIX,
        f"{name}'s {what}, {count + flanking_dice}d6 added",
        token_id,
        f"d20 shows {base.d20}, {base.total} so far",
    )
    return encounter, replace(base, prowess=faces[:count], flanking=faces[count:])


def _ask_count(
    token: Token,
    base: Rolled,
    what: str,
    chance: Callable[[int], float],
    focus: tuple[str, ...],
) -> Part[int]:
    left = dice_left(token)
    if not left:
        return 0
    options = tuple(
        AskOption(
            str(count) if count else "none",
            counted(count, "die", "dice") if count else "None",
            f"{chance(count):.0%}",
        )
        for count in range(left + 1)
    )
    answer = yield from ask(
        Ask(
            token=token.id,
            headline=f"How many prowess dice does {name_of(token)} add to the {what}?",
            options=options,
            kind="prowess dice",
            facts=(f"d20 shows {base.d20}, {base.total} so far",),
            to_hit=chance(0),
            focus=focus,
        )
    )
    return 0 if answer == "none" else int(answer)


def check(
    system: Prowess, encounter: Encounter, token_id: str, bonus: int, what: str
) -> Part[tuple[Encounter, int, str]]:
    """Roll an ability check with what assistants add; returns the total and a line for the log."""
    token = encounter.tokens[token_id]
    status, name = status_of(token), name_of(token)
    helped = 0
    if status.assisted_by:
        helped = ASSIST * (len(status.assisted_by) if system.options.assists_add else 1)
        if system.options.assist_lasts is AssistLasts.ONCE:
            encounter = yield from happen(StatusChanged(token_id, replace(status, assisted_by=())))
    faces = yield from roll(1, D20, f"{name}, {what}, d20", token_id)
    total = faces[0] + bonus + helped
    words = f"d20 {faces[0]} {MINUS if bonus < 0 else '+'} {abs(bonus)}"
    words += f" + {helped} assisted" if helped else ""
    return encounter, total, f"{name}, {what}: {words} = {total}"

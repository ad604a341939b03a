"""What the panels show before anything is done: the plan of an attack, health, pips, actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.intent import Attack
    from battlemap.rules.modifier import Modifier
    from battlemap.rules.trigger import Trigger
    from battlemap.tactics.situation import Situation


@dataclass(frozen=True)
class ChoiceOption:
    """One setting of a selector; an unavailable one stays, with the reason."""

    key: str
    label: str
    unavailable: str = ""


@dataclass(frozen=True)
class Choice:
    """A selector in the panel: "Orc Brute defends: Rating, Dodge, Parry"."""

    key: str
    label: str
    options: tuple[ChoiceOption, ...]
    selected: str
    hint: str = ""
    """Said at the right: "Reaction ready"."""


@dataclass(frozen=True)
class Odds:
    """Exact chances, from one and the same description as the roll."""

    hit: float
    """Chance of at least one hit."""
    hits: Mapping[int, float]
    damage: Mapping[int, float]
    mean: float
    """Mean damage."""
    summary: str
    """"5d20 vs 13, damage vs 11"."""
    glancing: float = 0.0
    """Chance of a hit that does no damage but leaves another mark."""
    drop: float = 0.0
    """Chance to fill the target's track, or to fell a minion."""

    def at_least(self, damage: int) -> float:
        """Return the chance to do at least this much damage."""
        return sum(chance for value, chance in self.damage.items() if value >= damage)


@dataclass(frozen=True)
class AttackPlan:
    """Everything that is known before the dice."""

    intent: Attack
    situation: Situation
    modifiers: tuple[Modifier, ...]
    net: str
    """"Advantage, 2 levels"."""
    choices: tuple[Choice, ...]
    odds: Odds | None
    """None where the attack is illegal."""
    triggers: tuple[Trigger, ...] = ()
    """What the attack itself provokes."""
    warnings: tuple[str, ...] = ()
    illegal: str = ""
    """Why the rules forbid it, in one sentence; empty: legal. The GM can force it."""
    weapon_line: str = ""
    """"slashing, Fighting 5"."""


@dataclass(frozen=True)
class Track:
    """A token's health as a bar and as boxes."""

    taken: int
    size: int
    label: str
    """"3 of 16 boxes taken"."""
    bands: tuple[tuple[int, str], ...] = ()
    """(first box past the band, label under it): ((4, "0"), (8, "−1"), ...)."""
    is_out: bool = False
    """Dead or out of the fight."""

    @property
    def left(self) -> float:
        """Share of health that is left, 0 to 1."""
        return max(0.0, 1 - self.taken / self.size) if self.size else 0.0


@dataclass(frozen=True)
class Pip:
    """One unit of what a token can still spend this turn."""

    kind: str
    """"standard" (square), "bonus" (triangle), "reaction" (diamond), "point" (dot)."""
    state: str
    """"left", "planned" or "spent"."""


@dataclass(frozen=True)
class Action:
    """One button of the action bar."""

    key: str
    label: str
    cost: tuple[str, ...] = ()
    """Kinds of pips that it costs, one each."""
    unavailable: str = ""
    help: str = ""
    needs_target: bool = False
    penalty: str = ""
    """"−1 level" for a repeated strike."""

"""What the panels show before anything is done: the plan of an attack, health, pips, actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.intent import AreaAttack, Attack
    from battlemap.rules.modifier import Modifier
    from battlemap.rules.trigger import Trigger
    from battlemap.tactics.areas import Area
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
    degrees: tuple[tuple[str, float], ...] = ()
    """Where results have names: each with its chance, the best first: ("Critical hit", 0.05)."""
    hits_label: str = "hits"
    """What ``hits`` counts: "hits", "effective stars"."""

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
    deed: str = ""
    """What the button says where carrying it out isn't rolling: "Announce"."""

    @property
    def repeat(self) -> Modifier | None:
        """The modifier for striking again ("repeat"); None: none counts."""
        found = (row for row in self.modifiers if row.key == "repeat" and row.enabled)
        return next(found, None)


@dataclass(frozen=True)
class AreaWeapon:
    """An attack of a token that has an area: what the area tool lays by itself.

    Lengths in feet, angles in degrees.
    """

    name: str
    shape: str
    """"blast", "burst", "line", "cone", "ring" or "square"."""
    size_feet: int
    range_feet: int = 0
    """How far away the point of impact may lie; 0 where the area starts at the attacker."""
    width_feet: int = 5
    angle: float = 60.0
    splash_feet: int = 0


@dataclass(frozen=True)
class AreaTarget:
    """One creature in the area, and what the attack can do to it."""

    token: str
    is_included: bool
    """Whether the attack affects it, as things are chosen."""
    reason: str
    """Why it is in or out: "Defense DC 3", "DC 4 is above the chosen 3"."""
    share: float
    """Of its space that is covered."""
    is_splashed: bool = False
    """Whether it stands in the splash only."""
    modifiers: tuple[Modifier, ...] = ()
    """What counts for this creature alone (cover from the area's origin)."""
    choices: tuple[Choice, ...] = ()
    """Its own selectors; their keys end with ``:<token>``."""
    odds: Odds | None = None
    facts: tuple[str, ...] = ("inside",)
    """The facts that count for it: "inside", "cover" (from the area's origin, unless there is a
    situation)..."""
    situation: Situation | None = None
    """The facts that its check reads, after the GM's rulings; None: it reads those of the area."""


@dataclass(frozen=True)
class AreaPlan:
    """Everything that is known before the dice of an area attack."""

    intent: AreaAttack
    area: Area
    targets: tuple[AreaTarget, ...]
    modifiers: tuple[Modifier, ...]
    """What counts for the one roll."""
    net: str
    choices: tuple[Choice, ...]
    """Those of the whole attack: the Defense DC, stars to spend."""
    odds: Odds | None
    """Of the one roll; None where the attack is illegal."""
    warnings: tuple[str, ...] = ()
    illegal: str = ""
    weapon_line: str = ""
    deed: str = ""
    """What the button says where carrying it out isn't rolling: "Announce"."""


@dataclass(frozen=True)
class Effect:
    """Something that lasts on a token: a label, and the rounds it has left."""

    label: str
    rounds_left: int | None = None
    """None: until something ends it."""
    detail: str = ""
    sign: str = ""
    """The state whose sign stands beside the token, "in cover"; empty: rows only."""


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
    """"standard" (square), "bonus" (triangle), "reaction" (diamond), "point" (dot), "die" (a small
    die: one that can be added to a roll)."""
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
    on_obstacle: bool = False
    """Done to a wall, door or thing: its id may stand among the choices, as "obstacle"."""

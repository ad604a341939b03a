"""What happened. ``model.apply`` turns an encounter and an event into the next encounter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Override
    from battlemap.model.intent import Intent
    from battlemap.model.obstacle import Obstacle
    from battlemap.model.terrain import Terrain
    from battlemap.model.token import Token
    from battlemap.model.turn_order import TurnOrder


@dataclass(frozen=True)
class TokenMoved:
    """One step, or one jump where *forced*."""

    token: str
    start: Cell
    end: Cell
    forced: bool = False
    elevation_feet: int | None = None
    """The token's own elevation afterwards; None: it stands on the ground."""


@dataclass(frozen=True)
class TokenTurned:
    """A token faces another way."""

    token: str
    facing: float


@dataclass(frozen=True)
class StatusChanged:
    """The rule system's record of a token in play is another one now."""

    token: str
    status: object


@dataclass(frozen=True)
class ConditionsChanged:
    """A token's conditions, all of them, are these now."""

    token: str
    conditions: frozenset[str]


@dataclass(frozen=True)
class TokenAdded:
    """A token came onto the map, or its record was replaced as a whole."""

    token: Token


@dataclass(frozen=True)
class TokenRemoved:
    """A token left the map."""

    token: str


@dataclass(frozen=True)
class ObstacleChanged:
    """An obstacle was put down or is another one now."""

    obstacle: Obstacle


@dataclass(frozen=True)
class ObstacleRemoved:
    """An obstacle is gone."""

    obstacle: str


@dataclass(frozen=True)
class GroundChanged:
    """What is on the ground of some cells is this now, alone."""

    cells: tuple[Cell, ...]
    terrain: Terrain


@dataclass(frozen=True)
class TurnOrderChanged:
    """Whose turn it is, and the turns to come."""

    turn_order: TurnOrder


@dataclass(frozen=True)
class OverridesChanged:
    """The verdicts that the GM set by hand are these now."""

    overrides: tuple[Override, ...]


@dataclass(frozen=True)
class DeclaredChanged:
    """What is announced and not yet carried out is this now, in order."""

    declared: tuple[Intent, ...]


@dataclass(frozen=True)
class Die:
    """One die as it lies on the table."""

    face: int
    success: bool
    was: int | None = None
    """The face before a reroll; None: not rerolled."""


@dataclass(frozen=True)
class DiceShown:
    """One handful of dice with what it came to."""

    dice: tuple[Die, ...]
    label: str
    """"hits" or "damage"."""
    headline: str
    """"3 hits"."""
    detail: str = ""
    """"2 rerolled", "2 successes vs 11"."""


@dataclass(frozen=True)
class Outcome:
    """What an attack came to, for the Attack panel; plain values, so that old logs still read."""

    attacker: str
    target: str
    weapon: str
    rolls: tuple[DiceShown, ...]
    hits: int | None = None
    """None where no attack roll was made."""
    damage: int = 0
    location: str = ""
    """"Chest (10)"."""
    critical: str = ""
    """"critical total 7: bleeding 1"."""
    taken_before: int = 0
    taken_after: int = 0
    """Boxes of the target's track before and after."""
    consequence: str = ""
    """"Orc Brute now rolls 1 die less"."""


@dataclass(frozen=True)
class Noted:
    """A line of the log; it changes nothing on the map.

    ``kind`` says what the line is about and colors its edge: "move", "attack", "damage", "turn",
    "gm", "note". ``details`` are the lines under the headline: dice, modifiers, reasons.
    """

    headline: str
    details: tuple[str, ...] = ()
    kind: str = "note"
    token: str | None = None
    outcome: Outcome | None = None
    """The dice of an attack, for the Attack panel."""


Event: TypeAlias = (
    TokenMoved
    | TokenTurned
    | StatusChanged
    | ConditionsChanged
    | TokenAdded
    | TokenRemoved
    | ObstacleChanged
    | ObstacleRemoved
    | GroundChanged
    | TurnOrderChanged
    | OverridesChanged
    | DeclaredChanged
    | Noted
)

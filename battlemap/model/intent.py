"""What someone wants to do. Intents hold plain ids and cells, so that the journal can keep them."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell, Point
    from battlemap.model.turn_order import Slot


def _no_choices() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Move:
    """Walk along *cells*, the anchor's cells, the start first.

    ``manner`` is "walk", "charge", "shift" (triggers nothing), "disengage" (from everybody, or from
    one token: "disengage:ID"), "teleport", "pushed" (moved by force in play), or "force": the GM
    puts the token there, whatever the rules say. A rule system knows some of them.
    """

    token: str
    cells: tuple[Cell, ...]
    manner: str = "walk"
    jumps: tuple[int, ...] = ()
    """The steps, counted from 1, that the player declares to be jumps."""


@dataclass(frozen=True)
class Turn:
    """Face another way."""

    token: str
    facing: float


@dataclass(frozen=True)
class Attack:
    """Strike or shoot at a target.

    ``choices`` holds what the panel's selectors say, for example ``{"defense": "dodge"}``.
    ``switched`` holds modifiers that the GM overruled for this attack only, by key: "off", "on".
    ``added`` holds modifiers of the GM's own: (label, value).
    """

    attacker: str
    target: str
    weapon: str = ""
    choices: Mapping[str, str] = field(default_factory=_no_choices)
    switched: Mapping[str, str] = field(default_factory=_no_choices)
    added: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class AreaAttack:
    """Attack everybody in an area, with a weapon or spell that has one.

    Lengths in cells, angles in degrees clockwise from north; what they mean for each shape is said
    in ``tactics.areas.Template``. ``choices``, ``switched`` and ``added`` are as in ``Attack``;
    a choice that belongs to one of the creatures inside has the key ``"<choice>:<token>"``.
    """

    attacker: str
    weapon: str
    shape: str
    """"blast", "burst", "line", "cone", "ring" or "square"."""
    origin: Point
    """The point of impact; where line and cone start, unless they start at the attacker."""
    size: float
    aim: Point | None = None
    """Where a line or cone points."""
    width: float = 1.0
    angle: float = 60.0
    margin: float = 0.0
    """Splash, as a length beyond the area."""
    choices: Mapping[str, str] = field(default_factory=_no_choices)
    switched: Mapping[str, str] = field(default_factory=_no_choices)
    added: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Act:
    """Any other action of the rule system, by its key."""

    token: str
    action: str
    target: str | None = None
    choices: Mapping[str, str] = field(default_factory=_no_choices)


@dataclass(frozen=True)
class BeginFight:
    """Roll initiative for these tokens; empty: for all of them."""

    tokens: tuple[str, ...] = ()


@dataclass(frozen=True)
class EndTurn:
    """End the active token's turn and go on to the next."""


@dataclass(frozen=True)
class EndFight:
    """Stop counting turns."""


@dataclass(frozen=True)
class SetDoor:
    """Open or shut a door."""

    door: str
    is_open: bool


@dataclass(frozen=True)
class SetCondition:
    """Give a token a condition, or take it away."""

    token: str
    condition: str
    on: bool


@dataclass(frozen=True)
class Overrule:
    """Set a verdict by hand until cleared: ``value`` "off", "on", or "" to clear it."""

    key: str
    attacker: str
    target: str
    value: str


@dataclass(frozen=True)
class ArrangeTurns:
    """The GM puts the turns to come into this order: the same ones, or some added or taken out."""

    slots: tuple[Slot, ...]


Intent: TypeAlias = (
    Move
    | Turn
    | Attack
    | AreaAttack
    | Act
    | BeginFight
    | EndTurn
    | EndFight
    | SetDoor
    | SetCondition
    | Overrule
    | ArrangeTurns
)

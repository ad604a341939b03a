"""Tokens: the pieces on the map that stand for creatures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.lasting import Aura, Lasting, Link

PARTY, ALLY, FOE, NEUTRAL = "party", "ally", "foe", "neutral"
SIDES = (PARTY, ALLY, FOE, NEUTRAL)

REACH_FEET = 5
"""Reach of a weapon where nothing is said."""

WEDGE_FEET = 10
"""Reach of a weapon that is said to reach ahead, where no reach in feet is given."""


def are_hostile(a: str, b: str) -> bool:
    """Tell whether two sides fight each other.

    Party and allies stand together; neutrals fight nobody; any other two sides that differ do.
    """
    if NEUTRAL in (a, b):
        return False
    friends = {PARTY, ALLY}
    return a != b and not {a, b} <= friends


@dataclass(frozen=True)
class Weapon:
    """What a token can strike or shoot with. ``details`` is the rule system's own record of it."""

    name: str
    reach_feet: int = REACH_FEET
    reach: bool = False
    """The weapon reaches ahead only, where the rule system knows such weapons."""
    minimum_feet: int = 0
    range_feet: int = 0
    """More than 0: a ranged weapon, which threatens nothing."""
    details: object | None = None

    @property
    def is_ranged(self) -> bool:
        """Whether the weapon shoots or is thrown."""
        return self.range_feet > 0

    @property
    def farthest_feet(self) -> int:
        """How far the weapon comes, in feet: its range where it shoots, else its reach."""
        return self.range_feet if self.is_ranged else self.reach_feet


@dataclass(frozen=True)
class Token:
    """One creature's piece.

    ``at`` is the top-left cell of a larger token on squares and the anchor on hexes. ``sheet`` and
    ``status`` belong to the rule system: what a creature is, and what changes in play.
    """

    id: str
    name: str
    side: str
    at: Cell
    size: int = 1
    facing: float = 0.0
    turned: int = 0
    """Steps of 60 degrees by which an even-sized hex cluster is turned about its anchor."""
    elevation_feet: int | None = None
    """Absolute height; None: the ground it stands on."""
    height_feet: int | None = None
    """None: 5 feet for each point of size."""
    art: str = ""
    """An asset key, a file beside the map, or ``builtin:NAME``; empty: initials."""
    conditions: frozenset[str] = frozenset()
    hidden: bool = False
    weapons: tuple[Weapon, ...] = ()
    notes: str = ""
    sheet: object | None = None
    status: object | None = None
    auras: tuple[Aura, ...] = ()
    links: tuple[Link, ...] = ()
    """What it keeps up on others, or on places of the map."""
    lasting: tuple[Lasting, ...] = ()
    """Effects that the GM put on it by hand."""

    @property
    def body_feet(self) -> int:
        """How tall the creature is."""
        return self.height_feet if self.height_feet is not None else 5 * max(self.size, 1)

    def has(self, condition: str) -> bool:
        """Tell whether the token has this condition."""
        return condition in self.conditions


def default_name(token_id: str) -> str:
    """Return the name of a token that has none: its id with a capital letter."""
    return token_id[:1].upper() + token_id[1:]

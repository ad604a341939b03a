"""What the GM keeps on a token beside its conditions: auras, links, and effects with rounds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from battlemap.model.token import are_hostile

if TYPE_CHECKING:
    from battlemap.model.token import Token


class AuraFor(Enum):
    """Whom an aura is for, seen from its owner."""

    ALL = "all"
    FRIENDS = "friends"
    ENEMIES = "enemies"


@dataclass(frozen=True)
class Aura:
    """Something that reaches around a token and goes where it goes."""

    name: str
    radius_feet: int
    """From the edge of the owner's space."""
    affects: AuraFor = AuraFor.ALL

    def is_for(self, owner: Token, other: Token) -> bool:
        """Tell whether the aura of *owner* is meant for *other*; the owner is its own friend."""
        if self.affects is AuraFor.ALL:
            return True
        hostile = owner.id != other.id and are_hostile(owner.side, other.side)
        if self.affects is AuraFor.ENEMIES:
            return hostile
        return not hostile and (owner.id == other.id or _stand_together(owner.side, other.side))


@dataclass(frozen=True)
class Link:
    """Something that a token keeps up as long as it can: a spell on others, a grip, a ward."""

    name: str
    to: tuple[str, ...] = ()
    """Ids of tokens, or of marks on the map; those that are gone count for nothing."""


@dataclass(frozen=True)
class Lasting:
    """An effect that the GM put on a token by hand."""

    name: str
    rounds_left: int | None = None
    """Counts down as the token's turn begins; None: until the GM takes it away."""
    detail: str = ""


def _stand_together(a: str, b: str) -> bool:
    """Tell whether two sides are friends: the same one, or party and allies."""
    return a == b or {a, b} == {"party", "ally"}

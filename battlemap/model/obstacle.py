"""What stands in the way: walls, doors and props."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from battlemap.geometry.cell import Point


class CoverGrade(IntEnum):
    """How well something is covered; higher is better for the defender."""

    NONE = 0
    MINOR = 1
    MAJOR = 2
    TOTAL = 3

    @property
    def word(self) -> str:
        """The grade as the map file and the commands spell it."""
        return self.name.lower()


GRADES = {grade.word: grade for grade in CoverGrade}
"""The grades by their words."""


@dataclass(frozen=True)
class Wall:
    """A closed segment from *start* to *end* in map units."""

    id: str
    start: Point
    end: Point
    cover: CoverGrade = CoverGrade.TOTAL
    blocks_move: bool = True
    blocks_sight: bool = True
    height_feet: int | None = None
    """None: as high as anything."""
    elevation_feet: int = 0
    durability: int | None = None
    break_threshold: int | None = None
    """Damage that destroys it; None: what the rules say of such a thing."""
    damage: int = 0
    """Taken so far."""
    one_way: str = ""
    """"left" or "right": steps may cross it to that side, seen from start to end, and not back."""


@dataclass(frozen=True)
class Door:
    """A segment that can be opened; open, it stops nothing. A window is a door one can't pass."""

    id: str
    start: Point
    end: Point
    is_open: bool = False
    is_locked: bool = False
    is_secret: bool = False
    is_window: bool = False
    """Shut, a window blocks movement but not sight."""
    cover: CoverGrade = CoverGrade.TOTAL
    height_feet: int | None = None
    elevation_feet: int = 0
    durability: int | None = None
    break_threshold: int | None = None
    """Damage that destroys it; None: what the rules say of such a thing."""
    damage: int = 0
    """Taken so far."""


@dataclass(frozen=True)
class Prop:
    """A thing with an interior: *outline* in map units, at least three points, not closed."""

    id: str
    outline: tuple[Point, ...]
    name: str = ""
    cover: CoverGrade = CoverGrade.MAJOR
    blocks_move: bool = False
    blocks_sight: bool = False
    height_feet: int | None = None
    elevation_feet: int = 0
    durability: int | None = None
    break_threshold: int | None = None
    """Damage that destroys it; None: what the rules say of such a thing."""
    damage: int = 0
    """Taken so far."""


Obstacle: TypeAlias = Wall | Door | Prop


ONE_WAYS = ("left", "right")
"""The sides to which a one-way wall lets steps through, seen from its start to its end."""


def usual_wall_cover(one_way: str) -> CoverGrade:
    """Return the cover of a wall that doesn't say: a one-way wall stops nothing but steps."""
    return CoverGrade.NONE if one_way else CoverGrade.TOTAL


def wall_blocks_sight(cover: CoverGrade) -> bool:
    """Tell whether a wall that doesn't say so blocks sight: a fence, minor cover, doesn't."""
    return cover >= CoverGrade.MAJOR


def prop_blocks(cover: CoverGrade) -> bool:
    """Tell whether a prop that doesn't say so blocks sight and movement: only total cover does."""
    return cover is CoverGrade.TOTAL

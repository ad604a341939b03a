"""The facts about one attacker and one target, each with the geometry that proves it.

All evidence is plain values (ids, cells, points in map units), so that a saved log still reads
after the token is gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlemap.geometry.angle import Arc
    from battlemap.geometry.cell import Cell, Point
    from battlemap.model.obstacle import CoverGrade


@dataclass(frozen=True)
class Distance:
    """From the nearest cell of one space to the nearest of the other."""

    hundredths: int
    """Hundredths of a cell; height counted in where the conventions say so."""
    feet: int
    """Whole feet, rounded half up."""
    nearest: tuple[Cell, Cell]

    @property
    def cells(self) -> float:
        """The distance in cells."""
        return self.hundredths / 100


@dataclass(frozen=True)
class ArcFact:
    """Where the attacker lies as seen from the target."""

    arc: Arc | None
    """None where the system has no facing, or for a token in the same place."""
    bearing: float
    """Degrees from the target's facing, in (-180, 180]."""
    from_cell: Cell
    """The attacker's cell that decides."""
    apex: Point
    """The center of the target's space."""
    facing: float


@dataclass(frozen=True)
class Ray:
    """One corner-to-corner ray and the ids of what stops it (empty: clear)."""

    start: Point
    end: Point
    stopped_by: tuple[str, ...] = ()
    hit: Point | None = None
    """Where the first of them is met."""


@dataclass(frozen=True)
class Cover:
    """How well the target is covered from the attacker."""

    grade: CoverGrade
    share: float
    """Share of the rays from the best corner that are stopped, 0 to 1."""
    by: tuple[str, ...]
    """Ids of the objects that give it, the best first."""
    corner: Point
    """The attacker's corner, the best for the attacker."""
    rays: tuple[Ray, ...]
    reason: str


@dataclass(frozen=True)
class Sight:
    """Whether any ray from any usable corner arrives."""

    clear: bool
    ray: Ray
    """A clear ray, or the one from the best corner that shows what stops it."""
    obscured_cells: tuple[Cell, ...]
    """Obscured cells that the line between the nearest cells passes."""
    reason: str


@dataclass(frozen=True)
class Flanking:
    """Whether the target stands between the attacker and a partner."""

    value: bool
    partner: str | None
    reason: str
    segment: tuple[Point, Point] | None = None
    """Center to center."""
    borders: tuple[tuple[Point, Point], ...] = ()
    """The target's borders by which the segment enters and leaves."""
    flanker: str | None = None
    """Who flanks with the partner where it isn't the attacker."""


@dataclass(frozen=True)
class TightSpace:
    """Whether there is no room to fight along the line of attack, as the conventions read it."""

    value: bool
    cells: tuple[Cell, ...]
    """The cells looked at."""
    reason: str


@dataclass(frozen=True)
class Height:
    """How much higher the attacker stands than the target, in feet."""

    feet: int
    reason: str


@dataclass(frozen=True)
class InReach:
    """Whether the weapon reaches the target from here."""

    value: bool
    weapon: str
    cells: tuple[Cell, ...]
    """The target's cells that the weapon reaches."""
    reason: str


@dataclass(frozen=True)
class SizeClasses:
    """How the sizes of attacker and target compare."""

    attacker: int
    target: int
    reason: str = ""

    @property
    def difference(self) -> int:
        """How many classes larger the attacker is; negative: smaller."""
        return self.attacker - self.target


@dataclass(frozen=True)
class Posture:
    """Whether a token lies on the ground."""

    prone: bool
    condition: str
    """The condition that says so; empty: none does."""
    reason: str


@dataclass(frozen=True)
class Seeing:
    """Whether one token sees another, by conditions and by what stands between."""

    value: bool
    hidden_by: str
    """A condition ("blinded", "invisible"), "sight" (no ray arrives), "obscured", or empty."""
    ray: Ray
    """A clear ray, or one that shows what stops it."""
    obscured_cells: tuple[Cell, ...]
    reason: str


@dataclass(frozen=True)
class Motion:
    """Whether a token moved in its last turn."""

    value: bool | None
    """None: nobody keeps count."""
    condition: str
    """The condition by which it is declared; empty: it isn't declared."""
    reason: str


@dataclass(frozen=True)
class Engagement:
    """One weapon of an enemy that reaches the attacker where it stands."""

    by: str
    weapon: str
    cells: tuple[Cell, ...]
    """The attacker's cells that it reaches."""
    from_cell: Cell
    """The enemy's cell nearest to them."""
    is_longer: bool
    """Whether it is longer than the weapon that the attacker uses."""
    reason: str


@dataclass(frozen=True)
class HighGround:
    """Who stands on higher ground, by at least as much as counts."""

    holder: str | None
    """The attacker, the target, or nobody."""
    feet: int
    """How much higher the holder stands; 0 where nobody does."""
    least_feet: int
    """How much it takes."""
    reason: str

"""The geometric readings that a rule system chooses; the geometry itself is the same for all."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from battlemap.geometry.grid import DiagonalMetric
from battlemap.geometry.ruling import Ruling
from battlemap.model.obstacle import CoverGrade


class FlankingRule(StrEnum):
    """What counts as flanking."""

    NONE = "none"
    ACROSS = "across"
    WITHIN = "within"
    """Wide enough apart, seen from the target's center: 180 degrees less the tolerance."""
    ACROSS_OR_WITHIN = "across or within"
    REAR_ARC = "rear arc"
    ANY_TWO = "any two"
    """Any two who threaten the target."""


class CrossingRule(Ruling):
    """Which steps inside or out of threatened cells provoke."""

    LEAVING_OR_THROUGH = (
        "leaving or through",
        "those that leave it, and those from one threatened area to another",
    )
    LEAVING = "leaving", "those that leave it, none inside of it"


class ChargeRule(StrEnum):
    """Which charges past an enemy provoke besides what they leave or pass through."""

    USES = "uses its reach"
    """The way uses a threatened cell before it ends, though it may end in one."""
    ENDS_BEYOND = "ends beyond its reach"
    """The way uses a threatened cell and ends outside of all that the enemy threatens."""
    AS_WALKING = "as walking"
    """None: a charge provokes like a walk."""


class SpaceMeasure(Ruling):
    """From which cells of two spaces their distance is measured."""

    NEAREST = "nearest", "from nearest cell to nearest cell"
    MIDDLE = "middle", "from the middle of one space to that of the other"


class CornerSides(Ruling):
    """What a corner counts for by which the line between two flankers crosses the target."""

    BOTH = "both", "for both of the sides that meet there"
    OPPOSITE = "opposite", "only together with the opposite corner"


class ArcCells(Ruling):
    """Which cell of a larger creature says in which arc of another it stands."""

    NEAREST = "nearest", "the one nearest to the target"
    BEST_FOR_TARGET = "target", "of all its cells the one that is best for the target"
    BEST_FOR_ATTACKER = "attacker", "of all its cells the one that is best for the attacker"


class TightRule(StrEnum):
    """Who has no room in a tight space."""

    ATTACKER = "attacker"
    """The attacker, shut in on both sides of the line of attack."""
    EITHER = "either"
    """The attacker or the target, on both sides."""
    ONE_SIDE = "one side"
    """The attacker, on one side or both."""


class CornerRule(Ruling):
    """What a diagonal step between squares needs."""

    BOTH_WAYS = "both ways open", "both, so that no corner is cut"
    ONE_WAY = "one way open", "one of the two"
    UNCHECKED = "never checked", "neither: corners may be cut"


@dataclass(frozen=True)
class Conventions:
    """How one game reads the board. Angles in degrees, heights in feet."""

    has_facing: bool = True
    square_front_half: float = 67.5
    square_side_half: float = 112.5
    hex_front_half: float = 90.0
    hex_side_half: float = 150.0
    borders_of_arcs_help_attackers: bool = False
    """A bearing exactly on a border, and equally near cells, count for the attacker."""
    arc_cells: ArcCells = ArcCells.NEAREST
    diagonals: DiagonalMetric = DiagonalMetric.EQUAL
    spaces: SpaceMeasure = SpaceMeasure.NEAREST
    elevation_counts: bool = True
    """Distance is the larger of the horizontal and the vertical."""
    flanking: FlankingRule = FlankingRule.ACROSS
    flanking_counts: bool = True
    """Whether the rules make anything of flanking; the board's answer stands either way."""
    flanking_tolerance: float = 0.0
    flanking_is_shared: bool = False
    """Whether a target that any two flank is flanked for whoever else attacks it."""
    flanking_corners: CornerSides = CornerSides.BOTH
    flanking_along_borders: bool = False
    """Whether a line that runs along a border of the target's space crosses the target."""
    flanking_from_afar: bool = True
    """Whether a long weapon flanks; False: both must stand next to the target."""
    flanking_height_feet: int = 5
    """Flankers that stand so much or more above or below don't flank; 0: no limit."""
    creatures_cover: CoverGrade = CoverGrade.NONE
    """The grade that creatures in the line give; NONE: they don't count."""
    own_grade_at_any_ray: bool = False
    """A blocked ray gives the object's own grade, whatever the share."""
    lean_out: bool = False
    """Rays may also start just round the attacker's own corners, past a wall that ends there."""
    crossings: CrossingRule = CrossingRule.LEAVING_OR_THROUGH
    charges: ChargeRule = ChargeRule.USES
    corners: CornerRule = CornerRule.BOTH_WAYS
    reaction_once: bool = True
    """A reactor strikes at most once during a move."""
    tight: TightRule = TightRule.ATTACKER
    high_ground_feet: int = 5
    """Who stands so much higher, or more, stands on higher ground."""
    obscured_hides: bool = False
    """What stands in or behind obscured cells isn't seen; False: it is dimmed."""
    prone: frozenset[str] = frozenset({"prone"})
    """Conditions of a token that lies on the ground."""
    blinding: frozenset[str] = frozenset({"blinded", "blind"})
    """Conditions of a token that sees nothing."""
    hiding: frozenset[str] = frozenset({"hidden", "invisible", "unseen"})
    """Conditions of a token that nobody sees."""
    moving: frozenset[str] = frozenset({"moving"})
    """Conditions by which the GM declares that a token has moved in its last turn."""
    pass_through_allies: bool = True
    pass_through_foes: bool = False
    squeezing: int = 0
    """How many sizes smaller a large token may make itself where its whole space doesn't fit."""
    ends_squeezed: bool = False
    """A squeezed token may end its move so, where nobody else stands in its space."""

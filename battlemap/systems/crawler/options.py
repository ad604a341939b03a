"""What the text of Crawler leaves open: each reading is an option with its choices.

Every field says in one sentence what it settles, and where the text is silent or contradicts
itself; the first choice of each is the default of the rules reference.
"""

from __future__ import annotations

from dataclasses import dataclass

from battlemap.geometry.grid import DiagonalMetric
from battlemap.model.obstacle import CoverGrade
from battlemap.rules.options import Ruling, option
from battlemap.tactics.conventions import CornerRule


class LeastCover(Ruling):
    """Which cover of the map hinders a shot."""

    MINOR = "minor", "minor and major cover both hinder"
    MAJOR = "major", "only major cover hinders"


class OppositeModifiers(Ruling):
    """What Advantage and Disadvantage together come to."""

    CANCEL = "cancel", "any of both together make a plain roll"
    COUNT = "count", "whichever there is more of counts"


class Unevaded(Ruling):
    """What an announced attack does that nobody evades."""

    HITS = "hits", "it hits"
    ROLLS = "rolls", "the mob rolls d20 + its Attack value − 10 against the target's Evade"


class EvadePrice(Ruling):
    """What evading costs."""

    ALL_ATTACKS = "all", "one Action for all attacks on the crawler, each with its own check"
    EACH_ATTACK = "each", "one Action for each attack"


class HinderedMob(Ruling):
    """What the modifiers of an attack are worth that nobody rolls for."""

    MIRRORED = "mirrored", "the mob's Disadvantage is the Evade Check's Advantage, and the reverse"
    NOTHING = "nothing", "nothing, the Evade Check is plain"


class SteppedAway(Ruling):
    """What becomes of an announced attack when its target steps out of reach."""

    LANDS = "lands", "it lands nevertheless"
    FAILS = "fails", "it fails where the weapon no longer reaches"


class MobMovement(Ruling):
    """When mobs walk."""

    CARRIED_OUT = "at_once", "as soon as it is announced"
    ANNOUNCED = "in_step_3", "before the attacks of step 3"


class TauntRule(Ruling):
    """What a Taunt is rolled against."""

    FIXED = "fixed", "10 + the mob's Int mod + F"
    ROLLED = "rolled", "the mob's own d20 + Int mod"


class BlastStart(Ruling):
    """Where a blast's radius runs from."""

    OUTLINE = "outline", "from the outline of the cell of impact"
    CENTER = "center", "from the center of the cell of impact"
    CORNER = "corner", "from the grid corner nearest to the point of impact"


class CoveredCell(Ruling):
    """When a cell is in an area."""

    HALF = "half", "at least half of it is covered"
    CENTER = "center", "its center is covered"
    ANY = "any", "any part of it is covered"


class ScatterRule(Ruling):
    """Where an attack that scatters lands."""

    RANDOM = "random", "2d4 × 5 ft away in a random direction of the grid"
    BY_HAND = "by_hand", "the GM says the direction and the distance"


class SplitRemainder(Ruling):
    """What happens to damage that can't be split evenly among types."""

    FIRST = "first", "it goes to the first types listed"
    LOST = "lost", "it is lost"


class ResistanceOn(Ruling):
    """What Damage Resistance is taken off, for an attack with several types."""

    WHOLE = "whole", "the whole, once, before the split"
    EACH_TYPE = "each", "each type's share"


class Countdown(Ruling):
    """Where the countdown of the dying starts."""

    CON_MOD = "con_mod", "at the Con mod"
    CON = "con", "at Con"


class ObscuredSight(Ruling):
    """What obscured cells between attacker and target do."""

    HINDERS = "hinders", "Disadvantage"
    HIDES = "hides", "the target is unseen, which is Disadvantage, and can't see the attacker"
    NOTHING = "nothing", "nothing"


@dataclass(frozen=True)
class Options:
    """The GM's readings of Crawler, and the floor on which the fight takes place."""

    floor: int = option(
        1,
        "The number F of the floor, which is added in many places",
        source="The round at a glance (F)",
    )
    mob_movement: MobMovement = option(
        MobMovement.CARRIED_OUT,
        "When mobs walk that announce a movement",
        source="Mobs declare (silent)",
    )
    unevaded: Unevaded = option(
        Unevaded.HITS,
        "What an announced attack does that its target doesn't evade",
        source="Mob actions resolve (unavoided attacks deal damage)",
    )
    evade_price: EvadePrice = option(
        EvadePrice.ALL_ATTACKS,
        "What it costs to evade several attacks",
        source="Evade (one Action, or one for each attack)",
    )
    hindered_mob: HinderedMob = option(
        HinderedMob.MIRRORED,
        "What Advantage and Disadvantage of a mob's attack are worth",
        source="Advantage and Disadvantage (mobs roll nothing)",
    )
    stepped_away: SteppedAway = option(
        SteppedAway.LANDS,
        "What becomes of an attack when its target steps out of reach; areas land always",
        source="Mob actions resolve (silent)",
    )
    taunt: TauntRule = option(
        TauntRule.FIXED,
        "What an Int-opposed Taunt Check is rolled against",
        source="Taunt (no figure)",
    )
    opposite: OppositeModifiers = option(
        OppositeModifiers.CANCEL,
        "What Advantage and Disadvantage together come to",
        source="Advantage and Disadvantage (silent)",
    )
    may_advantage: bool = option(
        True,
        "Whether high ground, and a target that can't see the attacker, give Advantage",
        source="High ground (may grant)",
    )
    high_ground_feet: int = option(
        5, "How many feet higher is high ground", source="High ground (no figure)"
    )
    size_classes: int = option(
        4,
        "From how many size classes of difference on size counts",
        source="Size (4 and more)",
    )
    least_cover: LeastCover = option(
        LeastCover.MINOR,
        "Which cover of the map hinders a shot; total cover forbids it",
        source="Cover (no grades)",
    )
    creatures_cover: CoverGrade = option(
        CoverGrade.NONE,
        "The cover that creatures in the line give",
        source="Cover (silent)",
    )
    lean_out: bool = option(
        False,
        "Whether an attacker leans out past a wall of its own cell",
        source="Cover (silent)",
    )
    obscured_sight: ObscuredSight = option(
        ObscuredSight.HINDERS,
        "What darkness or smoke between attacker and target does",
        source="Darkness and sight (usually Disadvantage)",
    )
    blast: BlastStart = option(
        BlastStart.OUTLINE, "Where a blast's radius runs from", source="Area Attacks (silent)"
    )
    covered_cell: CoveredCell = option(
        CoveredCell.HALF, "When a cell is in an area", source="Area Attacks (silent)"
    )
    walls_stop_areas: bool = option(
        True, "Whether walls keep an area out of what lies behind", source="Area Attacks (silent)"
    )
    scatter: ScatterRule = option(
        ScatterRule.RANDOM,
        "Where an attack lands that scatters when it fails",
        source="Scatter (somewhere else)",
    )
    remainder: SplitRemainder = option(
        SplitRemainder.FIRST,
        "What happens to damage that can't be split evenly among its types",
        source="Taking damage (silent)",
    )
    resistance_on: ResistanceOn = option(
        ResistanceOn.WHOLE,
        "What DR is taken off when an attack has several damage types",
        source="Taking damage (silent)",
    )
    countdown: Countdown = option(
        Countdown.CON_MOD,
        "Where the countdown of the dying starts",
        source="At 0% Health (the prose says Con, the table Con mod)",
    )
    least_countdown: int = option(
        1,
        "The least at which the countdown starts; 0: dead at once",
        source="At 0% Health (silent)",
    )
    check_difficulty: int = option(
        12,
        "Difficulty of First Aid, clues and other checks without one; F is added",
        source="First Aid and checks (no figure)",
    )
    difficult_extra: int = option(
        1,
        "What a cell of difficult ground, a climb or water costs more, in cells",
        source="Move and steps (silent)",
    )
    elevation_in_distance: bool = option(
        True,
        "Whether distance is the larger of the horizontal and the vertical",
        source="Making an attack (silent)",
    )
    diagonals: DiagonalMetric = option(
        DiagonalMetric.EQUAL,
        "What a diagonal step costs and measures on squares",
        source="Move and steps (silent)",
    )
    corners: CornerRule = option(
        CornerRule.BOTH_WAYS,
        "Which ways round a corner a diagonal step needs",
        source="Move and steps (silent)",
    )

    def __post_init__(self) -> None:
        for name, least, most in (
            ("floor", 0, 99),
            ("high_ground_feet", 0, 1000),
            ("size_classes", 1, 20),
            ("least_countdown", 0, 20),
            ("check_difficulty", 0, 40),
            ("difficult_extra", 0, 9),
        ):
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"{name} is a number from {least} to {most}, not {value}")

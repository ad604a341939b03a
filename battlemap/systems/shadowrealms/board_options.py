"""What the text leaves open about the map: arcs, reach, cover, ground and moving."""

from __future__ import annotations

from dataclasses import dataclass

from battlemap.geometry.grid import DiagonalMetric
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.rules.options import option
from battlemap.systems.shadowrealms.readings import (
    ArcBorder,
    BlindSprint,
    BurrowedGround,
    ChargingPast,
    CoverRule,
    ExtraCosts,
    Facings,
    ForcedMovement,
    GroundChecks,
    MovingTarget,
    ObscuredSight,
    SureFooting,
    TakeCoverLasts,
    TightReach,
    TightSpace,
    Tunnels,
)
from battlemap.tactics.conventions import ArcCells, CornerRule, CrossingRule, SpaceMeasure


@dataclass(frozen=True)
class BoardOptions:
    """The GM's readings of the map."""

    facings: Facings = option(
        Facings.EIGHT,
        "Which ways a token on squares can face; on hexes always 6",
        source="Section 8 (a facing direction, no more)",
    )
    extra_costs: ExtraCosts = option(
        ExtraCosts.ADD,
        "What ground costs that is difficult and a climb or water at once",
        source="Section 6 (each costs 2 areas)",
    )
    diagonals: DiagonalMetric = option(
        DiagonalMetric.EQUAL,
        "What a diagonal step costs and measures on squares",
        source="Section 6 (silent)",
    )
    distance_cells: SpaceMeasure = option(
        SpaceMeasure.NEAREST,
        "From where to where the distance of two creatures is measured",
        source="Section 6 (silent)",
    )
    corners: CornerRule = option(
        CornerRule.BOTH_WAYS,
        "Which ways round a corner a diagonal step needs",
        source="Section 6 (silent)",
    )
    squeezing: int = option(
        0,
        "How many sizes smaller a large creature makes itself to squeeze through gaps; 0: it can't",
        source="Section 6 (silent)",
        limits=(0, 20),
    )
    squeeze_extra: int = option(
        1,
        "What each area costs more that is squeezed through",
        source="Section 6 (silent)",
        limits=(0, 9),
    )
    square_front_half: float = option(
        67.5,
        "Half the front arc on squares, in degrees",
        source="Section 8 (no figures)",
        limits=(0, 180),
    )
    square_side_half: float = option(
        112.5,
        "Half of front and side arcs together on squares, in degrees",
        source="Section 8 (no figures)",
        limits=(0, 180),
    )
    hex_front_half: float = option(
        90.0,
        "Half the front arc on hexes, in degrees",
        source="Section 8 (no figures)",
        limits=(0, 180),
    )
    hex_side_half: float = option(
        150.0,
        "Half of front and side arcs together on hexes, in degrees",
        source="Section 8 (no figures)",
        limits=(0, 180),
    )
    arc_border: ArcBorder = option(
        ArcBorder.DEFENDER,
        "Which arc a bearing exactly on a border belongs to",
        source="Section 8 (silent)",
    )
    arc_cells: ArcCells = option(
        ArcCells.NEAREST,
        "Which cell of a large attacker says in which arc of its target it stands",
        source="Section 8 (silent)",
    )
    side_arc_levels: int = option(
        0,
        "Levels of Advantage for attacking from a side arc",
        source="Section 8 (silent)",
        limits=(0, 9),
    )
    opportunity: CrossingRule = option(
        CrossingRule.LEAVING_OR_THROUGH,
        "Which steps in a threatened area provoke",
        source="Section 7 (leaving) against section 5 (out of or through)",
    )
    charging_past: ChargingPast = option(
        ChargingPast.USES,
        "When a charge provokes by going past an enemy",
        source="Section 7 (charging past, no more)",
    )
    forced_movement: ForcedMovement = option(
        ForcedMovement.PROVOKES_NOTHING,
        "Whether forced movement provokes",
        source="Section 7 (silent)",
    )
    cover: CoverRule = option(
        CoverRule.GEOMETRY,
        "When cover hinders an attack",
        source="Section 5, Take Cover (no figure)",
    )
    minor_cover_levels: int = option(
        1,
        "Levels of Disadvantage for minor cover",
        source="Section 5, Take Cover (no figure)",
        limits=(0, 9),
    )
    major_cover_levels: int = option(
        2,
        "Levels of Disadvantage for major cover",
        source="Section 5, Take Cover (no figure)",
        limits=(0, 9),
    )
    take_cover_grades: int = option(
        1,
        "By how many grades Take Cover raises cover; what is raised above major is total",
        source="Section 5, Take Cover (no figure)",
        limits=(0, 3),
    )
    take_cover_lasts: TakeCoverLasts = option(
        TakeCoverLasts.UNTIL_MOVED,
        "How long Take Cover lasts",
        source="Section 5, Take Cover (silent)",
    )
    creatures_cover: CreaturesCover = option(
        CreaturesCover.NONE,
        "The cover that creatures in the line give",
        source="Section 9 (silent)",
    )
    lean_out: bool = option(
        False,
        "Whether an attacker leans out past a wall of its own cell",
        source="Section 9 (silent)",
    )
    higher_ground_feet: int = option(
        5,
        "How many feet higher is Higher ground",
        source="Section 9 (no figure)",
        limits=(0, 1000),
    )
    tight_space: TightSpace = option(
        TightSpace.ATTACKER,
        "Whose sides make a tight space",
        source="Section 9 (fighting in tight spaces, no more)",
    )
    tight_reach: TightReach = option(
        TightReach.REPLACES,
        "What a reach weapon suffers in a tight space",
        source="Section 9 (two rows)",
    )
    moving_target: MovingTarget = option(
        MovingTarget.LAST_TURN,
        "Who is a moving target for ranged attacks",
        source="Section 9 (no more than the word)",
    )
    obscured_sight: ObscuredSight = option(
        ObscuredSight.BLOCKS,
        "What fog or darkness between attacker and target does",
        source="Sections 6 and 9 (no figure)",
    )
    elevation_in_distance: bool = option(
        True,
        "Whether distance is the larger of the horizontal and the vertical",
        source="Section 6 (silent)",
    )
    prone_step_extra: int = option(
        1,
        "What each area costs more while prone or crawling",
        source="Section 19 (no figure)",
        limits=(0, 9),
    )
    ground_checks: GroundChecks = option(
        GroundChecks.ASKED,
        "What hazards, blind sprints, climbs and water come to",
        source="Section 6 (the GM may ask for checks)",
    )
    hazard_boxes: int = option(
        1,
        "Boxes of damage that hazardous ground does",
        source="Section 6 (immediate damage, no figure)",
        limits=(0, 16),
    )
    sprint_actions: int = option(
        2,
        "How many actions of moving in a turn make a sprint; a charge is one",
        source="Section 6, Obscured terrain (at speed, no figure)",
        limits=(1, 4),
    )
    blind_sprint: BlindSprint = option(
        BlindSprint.STOPS,
        "What a failed check in obscured ground does",
        source="Section 6, Obscured terrain (several)",
    )
    sure_footing: SureFooting = option(
        SureFooting.TURN,
        "How long a passed Acrobatics test bypasses difficult ground",
        source="Section 6, Difficult terrain (silent)",
    )
    burrowed_ground: BurrowedGround = option(
        BurrowedGround.IMPASSABLE,
        "What a burrower makes its way through",
        source="Section 6, Burrowing against Impassable terrain",
    )
    tunnels: Tunnels = option(
        Tunnels.SHEET,
        "What a burrower leaves behind in solid ground",
        source="Section 6, Burrowing (depends on the method)",
    )
    fall_feet: int = option(
        10,
        "Feet of a fall that do one box of damage; 0: falls do none",
        source="Section 6, Flying (no figure)",
        limits=(0, 1000),
    )
    push_boxes: int = option(
        1,
        "Boxes that being pushed into an obstacle may do, for each area left",
        source="Section 19, Knockback (at the GM's discretion)",
        limits=(0, 16),
    )

"""What the text of ShadowRealms leaves open: each reading is an option with its choices.

Every field says in one sentence what it settles, and where the text is silent or contradicts
itself; the first choice of each is the default of the rules reference.
"""

from __future__ import annotations

from dataclasses import dataclass

from battlemap.geometry.grid import DiagonalMetric
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.rules.options import option
from battlemap.systems.shadowrealms.readings import (
    ActionEconomy,
    ActiveDefense,
    ArcBorder,
    BleedingInjuries,
    BlindSprint,
    BurrowedGround,
    ChargingPast,
    CollapseCount,
    CoverRule,
    DefenseModel,
    DisarmAbility,
    DisarmHarm,
    DragRule,
    DurabilitySplit,
    ExtraCosts,
    Facings,
    FirstPool,
    ForcedMovement,
    FromHiding,
    GrappledStrikes,
    GroundChecks,
    HalfThreshold,
    InitiativeFormula,
    KnockbackRule,
    MinionDamage,
    MovingTarget,
    ObscuredSight,
    OffGuardRule,
    OppositeLevels,
    PoolDie,
    RepeatPenalty,
    RoundEnd,
    SiegeDoubling,
    SkippedAttackRoll,
    SkippedGlancing,
    StaminaTrack,
    SureFooting,
    SurgePrice,
    SurpriseTest,
    TightReach,
    TightSpace,
    TotalRule,
    Tunnels,
)
from battlemap.systems.shadowrealms.skill_readings import (
    CarePool,
    HidingDifficulty,
    NimblePool,
    StrengthPool,
)
from battlemap.tactics.conventions import CornerRule, CrossingRule


@dataclass(frozen=True)
class Options:
    """The GM's readings of ShadowRealms."""

    pool_die: PoolDie = option(
        PoolDie.D20, "Which die pools are made of", source="Section 10 (the text never names it)"
    )
    defense_model: DefenseModel = option(
        DefenseModel.RATING,
        "What happens when nobody dodges or parries",
        source="Section 10 against section 4",
    )
    active_defense: ActiveDefense = option(
        ActiveDefense.WHEN_HIGHER,
        "What Dodge and Parry do to the target number of the attack roll",
        source="Section 4 (silent on Defense Rating)",
    )
    active_defense_minus_skill: bool = option(
        True,
        "Whether the attacker's skill is taken off Evasion + Acrobatics or Fighting",
        source="Section 4 (silent)",
    )
    skipped_attack_roll: SkippedAttackRoll = option(
        SkippedAttackRoll.ON_DAMAGE,
        "What Advantage and Disadvantage do when the whole pool is damage dice",
        source="Sections 10 and 20 (silent)",
    )
    skipped_glancing: SkippedGlancing = option(
        SkippedGlancing.NEVER,
        "Whether a blow without an attack roll can glance off",
        source="Section 10, Attacking defenseless targets (silent)",
    )
    opposite_levels: OppositeLevels = option(
        OppositeLevels.CANCEL,
        "What opposite levels of Advantage and Disadvantage come to",
        source="Section 9 (silent)",
    )
    total: TotalRule = option(
        TotalRule.STAYS,
        "What Total Advantage is against levels of Disadvantage, and the reverse",
        source="Sections 9 and 17 (silent)",
    )
    actions: ActionEconomy = option(
        ActionEconomy.THREE_ONE_ONE,
        "What a turn is made of",
        source="Section 4 against sections 24 and 25",
    )
    initiative: InitiativeFormula = option(
        InitiativeFormula.SUM,
        "How the initiative score is summed",
        source="Section 3 against section 25",
    )
    round_end: RoundEnd = option(
        RoundEnd.AT_ZERO,
        "Whether a total of exactly 0 is done for the round",
        source="Section 3 (says 1 or higher, and below 0)",
    )
    first_pool: FirstPool = option(
        FirstPool.FULL,
        "What everybody has of the pool before the first turn",
        source="Section 4, Action Refresh (silent on the start)",
    )
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
    corners: CornerRule = option(
        CornerRule.BOTH_WAYS,
        "Which ways round a corner a diagonal step needs",
        source="Section 6 (silent)",
    )
    squeezing: int = option(
        0,
        "How many sizes smaller a large creature makes itself to squeeze through gaps; 0: it can't",
        source="Section 6 (silent)",
    )
    squeeze_extra: int = option(
        1, "What each area costs more that is squeezed through", source="Section 6 (silent)"
    )
    square_front_half: float = option(
        67.5, "Half the front arc on squares, in degrees", source="Section 8 (no figures)"
    )
    square_side_half: float = option(
        112.5,
        "Half of front and side arcs together on squares, in degrees",
        source="Section 8 (no figures)",
    )
    hex_front_half: float = option(
        90.0, "Half the front arc on hexes, in degrees", source="Section 8 (no figures)"
    )
    hex_side_half: float = option(
        150.0,
        "Half of front and side arcs together on hexes, in degrees",
        source="Section 8 (no figures)",
    )
    arc_border: ArcBorder = option(
        ArcBorder.DEFENDER,
        "Which arc a bearing exactly on a border belongs to",
        source="Section 8 (silent)",
    )
    side_arc_levels: int = option(
        0, "Levels of Advantage for attacking from a side arc", source="Section 8 (silent)"
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
        1, "Levels of Disadvantage for minor cover", source="Section 5, Take Cover (no figure)"
    )
    major_cover_levels: int = option(
        2, "Levels of Disadvantage for major cover", source="Section 5, Take Cover (no figure)"
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
        5, "How many feet higher is Higher ground", source="Section 9 (no figure)"
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
    off_guard: OffGuardRule = option(
        OffGuardRule.ADVANTAGE, "What Off-Guard is worth", source="Section 2 (undefined)"
    )
    repeat_penalty: RepeatPenalty = option(
        RepeatPenalty.LEVELS,
        "What repeated strikes suffer",
        source="Section 4 against sections 11 and 24",
    )
    off_hand_level: bool = option(
        True,
        "Whether an off-hand strike without Ambidextrous has 1 level of Disadvantage",
        source="Section 11 against sections 4 and 5",
    )
    grappled_strikes: GrappledStrikes = option(
        GrappledStrikes.DISADVANTAGE,
        "What a grappled creature may do to others than its grappler",
        source="Section 18 (says both)",
    )
    prone_step_extra: int = option(
        1, "What each area costs more while prone or crawling", source="Section 19 (no figure)"
    )
    stamina_track: StaminaTrack = option(
        StaminaTrack.ONE,
        "Whether Fatigue and Stamina are one track",
        source="Sections 10, 14 and 15 against section 25",
    )
    bleeding_injuries: BleedingInjuries = option(
        BleedingInjuries.LOWER,
        "What injuries do to the Bleeding Rating",
        source="Section 15 (as written a lower rating is easier to exceed)",
    )
    minion_damage: MinionDamage = option(
        MinionDamage.ADDS_UP,
        "How damage successes against minions are counted",
        source="Section 21 (both readings)",
    )
    toughness_difficulty: int = option(
        12,
        "Difficulty of the Toughness test at a full damage track; boxes beyond it are added",
        source="Section 22 (no figure)",
    )

    easy_difficulty: int = option(
        8,
        "Difficulty of an Easy test, before the skill is taken off",
        source="Sections 2 and 6 (names without figures)",
    )
    difficulty_step: int = option(
        4,
        "What Moderate, Hard and Extreme add to it, each once more",
        source="Sections 2 and 6 (names without figures)",
    )
    test_successes: int = option(
        1,
        "How many dice of a test must reach its difficulty",
        source="Sections 13, 15, 18 and 22 (silent)",
    )
    grapple_dice: StrengthPool = option(
        StrengthPool.MIGHT,
        "Dice of a Grapple test, which breaking free, Drag, Shove and Trip are too",
        source="Section 18 (names the skill alone)",
    )
    wear_armor_dice: StrengthPool = option(
        StrengthPool.MIGHT,
        "Dice of a Wear Armor test",
        source="Section 13 (names the skill alone)",
    )
    medicine_dice: CarePool = option(
        CarePool.INTUITION,
        "Dice of a Medicine test",
        source="Sections 15 and 22 (name the skill alone)",
    )
    athletics_dice: StrengthPool = option(
        StrengthPool.MIGHT,
        "Dice of tests of Athletics and Swim",
        source="Section 6 (names the skills alone)",
    )
    acrobatics_dice: NimblePool = option(
        NimblePool.AGILITY,
        "Dice of tests of Acrobatics and Stealth",
        source="Section 6 (names the skills alone)",
    )
    hiding: HidingDifficulty = option(
        HidingDifficulty.ALERTNESS,
        "How hard it is to hide from an enemy who doesn't see one openly",
        source="Section 10 (knows who is unaware, not how one hides)",
    )
    surprise: SurpriseTest = option(
        SurpriseTest.ASKED,
        "What the start of a fight does about surprise",
        source="Section 2 (the GM may call for a test)",
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
    )
    sprint_actions: int = option(
        2,
        "How many actions of moving in a turn make a sprint; a charge is one",
        source="Section 6, Obscured terrain (at speed, no figure)",
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
    )
    push_boxes: int = option(
        1,
        "Boxes that being pushed into an obstacle may do, for each area left",
        source="Section 19, Knockback (at the GM's discretion)",
    )
    knockback: KnockbackRule = option(
        KnockbackRule.ABILITY,
        "How far a blow that knocks back pushes",
        source="Section 19, Knockback (ability or successes)",
    )
    disarm_ability: DisarmAbility = option(
        DisarmAbility.ANYBODY,
        "Who may disarm",
        source="Section 19, Disarm (the necessary ability) against section 5",
    )
    disarm_harm: DisarmHarm = option(
        DisarmHarm.INSTEAD,
        "What a strike that disarms does beside",
        source="Section 19, Disarm (silent)",
    )
    drag: DragRule = option(
        DragRule.ONE,
        "How far a grappler drags whom it holds",
        source="Section 18 (one or more Areas)",
    )
    surge_price: SurgePrice = option(
        SurgePrice.HEALED,
        "Who pays for a healing surge that somebody else grants",
        source="Section 16 (still costs 1 Action Point)",
    )
    from_hiding: FromHiding = option(
        FromHiding.UNAWARE,
        "What a strike out of hiding is",
        source="Section 10, Attacking defenseless targets (unaware)",
    )
    siege: SiegeDoubling = option(
        SiegeDoubling.SUCCESSES,
        "What siege damage doubles",
        source="Section 20, Siege damage",
    )
    durability_split: DurabilitySplit = option(
        DurabilitySplit.TOUGHNESS,
        "How much of an object's listed Durability is Protection",
        source="Section 20 (Toughness + Protection, one figure)",
    )
    collapse: CollapseCount = option(
        CollapseCount.ROLLED,
        "Which siege successes may let a part collapse",
        source="Section 20, Siege damage (before or after doubling)",
    )
    half_threshold: HalfThreshold = option(
        HalfThreshold.UP,
        "How half the break threshold of a structural point is rounded",
        source="Section 20, Structural damage (silent)",
    )

    def __post_init__(self) -> None:
        for front, side, where in (
            (self.square_front_half, self.square_side_half, "squares"),
            (self.hex_front_half, self.hex_side_half, "hexes"),
        ):
            if not 0 < front <= side <= 180:
                raise ValueError(
                    f"the arcs on {where} need 0 < front half <= side half <= 180 degrees, "
                    f"not {front:g} and {side:g}"
                )
        for name, most in (
            ("side_arc_levels", 9),
            ("minor_cover_levels", 9),
            ("major_cover_levels", 9),
            ("higher_ground_feet", 1000),
            ("prone_step_extra", 9),
            ("squeezing", 20),
            ("squeeze_extra", 9),
            ("toughness_difficulty", 40),
            ("easy_difficulty", 40),
            ("difficulty_step", 20),
            ("hazard_boxes", 16),
            ("fall_feet", 1000),
            ("push_boxes", 16),
        ):
            value = getattr(self, name)
            if not 0 <= value <= most:
                raise ValueError(f"{name} is a number from 0 to {most}, not {value}")
        if not 1 <= self.test_successes <= 9:
            raise ValueError(f"test_successes is a number from 1 to 9, not {self.test_successes}")
        if not 1 <= self.sprint_actions <= 4:
            raise ValueError(f"sprint_actions is a number from 1 to 4, not {self.sprint_actions}")

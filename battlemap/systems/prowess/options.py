"""What the text of Prowess leaves open: each reading is an option with its choices.

Every field says in one sentence what it settles, and where the text is silent or can be read in
more than one way; the first choice of each is the default.
"""

from __future__ import annotations

from dataclasses import dataclass

from battlemap.geometry.grid import DiagonalMetric
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.rules.options import check_limits, option
from battlemap.systems.prowess.readings import (
    AreaDamage,
    AssistLasts,
    BlockForbids,
    CoverReading,
    CriticalWounds,
    Disengaging,
    FeetLeft,
    FirstDice,
    Flanking,
    Foiling,
    ForcedMovement,
    GuardMends,
    Helpless,
    PassiveWhen,
    ReadyPays,
    RecoveryRoll,
    Slowed,
    StartRoll,
    SurpriseEnds,
    Ties,
    WoundTypes,
)
from battlemap.tactics.conventions import CornerRule, CornerSides, SpaceMeasure
from battlemap.tactics.reach import ReachMeasure


@dataclass(frozen=True)
class Options:
    """The GM's readings of Prowess."""

    feet_left: FeetLeft = option(
        FeetLeft.CARRIED,
        "What becomes of feet that are bought and not walked",
        source="Movement Actions (silent)",
    )
    passive_when: PassiveWhen = option(
        PassiveWhen.AT_START,
        "When passive movement can be used",
        source="Passive Movement (at the start of the turn)",
    )
    difficult_and_prone: Slowed = option(
        Slowed.QUARTER,
        "How far a prone creature moves in difficult terrain",
        source="Being Prone (silent on both at once)",
    )
    obstacle_difficulty: int = option(
        10,
        "What an Athletics check must reach to cross an obstacle; 0: no checks",
        source="Movement Actions (no figure)",
        limits=(0, 40),
    )
    diagonals: DiagonalMetric = option(
        DiagonalMetric.EQUAL,
        "What a diagonal step costs and measures on squares",
        source="Aura of Reach (silent)",
    )
    distance_cells: SpaceMeasure = option(
        SpaceMeasure.NEAREST,
        "From where to where the distance of two creatures is measured",
        source="Attack (silent)",
    )
    corners: CornerRule = option(
        CornerRule.BOTH_WAYS,
        "Which ways round a corner a diagonal step needs",
        source="Movement Actions (silent)",
    )
    elevation_in_distance: bool = option(
        True,
        "Whether distance is the larger of the horizontal and the vertical",
        source="Aura of Reach (silent)",
    )
    aura: ReachMeasure = option(
        ReachMeasure.NEAREST,
        "How far an Aura of Reach goes, and an attack with it",
        source="Aura of Reach (equal to that weapon, all around)",
    )
    start_roll: StartRoll = option(
        StartRoll.ALL,
        "Which dice the Prowess Roll at the start of a turn rolls",
        source="Prowess Roll (all of them; silent on available ones that fail)",
    )
    recovery_roll: RecoveryRoll = option(
        RecoveryRoll.UNAVAILABLE, "Which dice Recovery rolls", source="Recovery (silent)"
    )
    first_dice: FirstDice = option(
        FirstDice.FULL,
        "How many prowess dice are available before one's first turn",
        source="Prowess Roll (silent)",
    )
    ready_pays: ReadyPays = option(
        ReadyPays.ON_TRIGGER,
        "When a readied action is paid",
        source="Ready Action (says both)",
    )
    disengaging: Disengaging = option(
        Disengaging.ONE, "Whom a Disengage keeps from striking", source="Disengage (one target)"
    )
    forced_movement: ForcedMovement = option(
        ForcedMovement.PROVOKES_NOTHING,
        "Whether being shoved or dragged provokes",
        source="Opportunity Attack (silent)",
    )
    forced_movement_provokes: bool = option(
        False,
        "Whether forcing a grappled target to move or fall leaves the grappler open",
        source="Forced Movement (silent)",
    )
    forced_feet: int = option(
        5,
        "How many feet Forced Movement moves both",
        source="Forced Movement (half of an unnamed speed)",
        limits=(0, 100),
    )
    loading_provokes: bool = option(
        False,
        "Whether loading counts as interacting with an item in an aura",
        source="Loading (silent)",
    )
    unarmed_aura: bool = option(
        False,
        "Whether bare hands have an Aura of Reach",
        source="Aura of Reach (while wielding a melee weapon)",
    )
    foiling: Foiling = option(
        Foiling.TARGET_FOILS,
        "Who may strike at a Grapple, Shove or Disarm, and whose hit foils it",
        source="Grapple against Aura of Reach",
    )
    break_free_ties: Ties = option(
        Ties.ESCAPES, "Who wins an equal roll when somebody breaks free", source="Grapple (silent)"
    )
    flanking: Flanking = option(
        Flanking.ACROSS,
        "Where an ally must stand to be across from the target",
        source="Flanking (not defined)",
    )
    flanking_tolerance: int = option(
        45,
        'By how many degrees flankers may miss a straight line, with "within"',
        source="Flanking (not defined)",
        limits=(0, 180),
    )
    flanking_corners: CornerSides = option(
        CornerSides.BOTH,
        "What a corner counts for by which the line between flankers crosses their target",
        source="Flanking (not defined)",
    )
    flanking_along_borders: bool = option(
        False,
        "Whether a line between flankers along a border of their target crosses it",
        source="Flanking (not defined)",
    )
    ranged_flanking: bool = option(
        False, "Whether ranged attacks can flank", source="Flanking (silent)"
    )
    flanking_criticals: bool = option(
        True,
        "Whether the die of flanking can be a Critical Hit",
        source="Critical Hit (dice that are added)",
    )
    cover_grade: CoverReading = option(
        CoverReading.OWN,
        "Which grade of cover a partly covered target has",
        source="Cover (silent)",
    )
    creatures_cover: CreaturesCover = option(
        CreaturesCover.MINOR,
        "The cover that creatures in the line give",
        source="Cover (any other bonus terrain)",
    )
    higher_ground_feet: int = option(
        5,
        "How many feet above its attacker a target has minor cover; 0: never",
        source="Cover (no figure)",
        limits=(0, 1000),
    )
    block_forbids: BlockForbids = option(
        BlockForbids.ATTACK_ACTIONS,
        "What nobody can do who blocks, and what forbids a Block later in the turn",
        source="Block (attacks; Alternate Attack Actions)",
    )
    guard_mends: GuardMends = option(
        GuardMends.PROWESS_ROLL,
        "How long a guard stays broken",
        source="Guard Break (not defined)",
    )
    armor_pierce_dice: int = option(
        1,
        "How many prowess dice Armor Pierce costs",
        source="Armor Pierce (names the die twice)",
        limits=(0, 9),
    )
    critical_wounds: CriticalWounds = option(
        CriticalWounds.EACH, "How many Wounds criticals cause", source="Critical Hit (says both)"
    )
    wound_types: WoundTypes = option(
        WoundTypes.PLACES,
        "Which Wounds a Wounding Strike chooses from",
        source="Wounding Strike (the list stands elsewhere)",
    )
    assist_lasts: AssistLasts = option(
        AssistLasts.ONCE,
        "On how many rolls assistance counts before the assistant's next turn",
        source="Assist (a check or attack; until the next turn)",
    )
    assists_add: bool = option(False, "Whether several assistants add up", source="Assist (silent)")
    attack_reveals: bool = option(
        False, "Whether an attack ends hiding", source="Hide (all attacks while hidden)"
    )
    surprise_difficulty: int = option(
        12,
        "What a Sight check must reach to notice an ambush, where the GM names nothing",
        source="Surprise (no figure)",
        limits=(0, 40),
    )
    surprise_ends: SurpriseEnds = option(
        SurpriseEnds.FIRST_ROUND, "How long somebody is surprised", source="Surprise (silent)"
    )
    helpless: Helpless = option(
        Helpless.HIT,
        "How somebody who can't act is attacked",
        source="Attack (silent)",
    )
    area_damage: AreaDamage = option(
        AreaDamage.ONCE, "How the damage of an area attack is rolled", source="Area Attack (silent)"
    )
    dies_at: int = option(
        2,
        "How many times its health in damage kills; once is enough to fall unconscious",
        source="Weapon Damage (dying is not in the text)",
        limits=(1, 9),
    )
    wounds_to_fall: int = option(
        0,
        "How many Wounds make somebody fall unconscious; 0: none do",
        source="Critical Hit (Wounds are not in the text)",
        limits=(0, 99),
    )
    wound_penalty: int = option(
        0,
        "What each Wound takes off attack rolls",
        source="Critical Hit (Wounds are not in the text)",
        limits=(0, 20),
    )

    def __post_init__(self) -> None:
        check_limits(self)

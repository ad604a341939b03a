"""What the text of Crawler leaves open: each reading is an option with its choices.

Every field says in one sentence what it settles, and where the text is silent or contradicts
itself; the first choice of each is the default of the rules reference.
"""

from __future__ import annotations

from dataclasses import dataclass

from battlemap.geometry.grid import DiagonalMetric
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.rules.options import check_limits, option
from battlemap.systems.crawler.readings import (
    AmongMobs,
    AttackValue,
    BlastStart,
    CaughtArea,
    Countdown,
    CoveredCell,
    EvadePrice,
    FallenMob,
    HealedLater,
    HinderedMob,
    Intervening,
    LeastCover,
    MobMovement,
    ObscuredSight,
    OppositeModifiers,
    ResistanceOn,
    ScatterRule,
    SplitRemainder,
    SteppedAway,
    SurpriseNeeds,
    TauntRule,
    TauntStat,
    Unevaded,
)
from battlemap.tactics.conventions import CornerRule, SpaceMeasure


@dataclass(frozen=True)
class Options:
    """The GM's readings of Crawler, and the floor on which the fight takes place."""

    floor: int = option(
        1,
        "The number F of the floor, which is added in many places",
        source="The round at a glance (F)",
        limits=(0, 99),
    )
    surprise_needs: SurpriseNeeds = option(
        SurpriseNeeds.ALL,
        "Whom the crawlers must surprise to have a free Action each",
        source="Surprise (them)",
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
    unstated_attack: AttackValue = option(
        AttackValue.STAT,
        "What the Attack value of a mob is whose stat block has none",
        source="Evade (no figure without a stat block)",
    )
    evade_price: EvadePrice = option(
        EvadePrice.ALL_ATTACKS,
        "What it costs to evade several attacks",
        source="Evade (one Action, or one for each attack)",
    )
    catch_areas: CaughtArea = option(
        CaughtArea.NEVER, "Whether a Catcher takes area attacks", source="Catcher (an attack)"
    )
    intervene_in: Intervening = option(
        Intervening.ANY,
        "Which checks an ally may Intervene in",
        source="Intervene (a Check; most useful in a Near Miss)",
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
    several_intervene: bool = option(
        True, "Whether several allies may Intervene in one check", source="Intervene (an ally)"
    )
    among_mobs: AmongMobs = option(
        AmongMobs.VALUE,
        "How a mob attacks a mob",
        source="Making an attack (silent)",
    )
    taunt: TauntRule = option(
        TauntRule.FIXED,
        "What an Int-opposed Taunt Check is rolled against",
        source="Taunt (no figure)",
    )
    taunt_stat: TauntStat = option(
        TauntStat.CHARISMA, "Which stat a Taunt Check is made with", source="Taunt (names none)"
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
        5,
        "How many feet higher is high ground",
        source="High ground (no figure)",
        limits=(0, 1000),
    )
    size_classes: int = option(
        4,
        "From how many size classes of difference on size counts",
        source="Size (4 and more)",
        limits=(1, 20),
    )
    least_cover: LeastCover = option(
        LeastCover.MINOR,
        "Which cover of the map hinders a shot; total cover forbids it",
        source="Cover (no grades)",
    )
    creatures_cover: CreaturesCover = option(
        CreaturesCover.NONE,
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
    allies_evade: bool = option(
        False,
        "Whether crawlers may evade an area of their own side, for an Action",
        source="Area Attacks (allies are hit)",
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
    effects_add: bool = option(
        False,
        "Whether an effect adds up with one of its name that goes on already",
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
        limits=(0, 20),
    )
    healed_later: HealedLater = option(
        HealedLater.CLEAN_UP,
        "When somebody has Actions again who is healed in a later round than that of the fall",
        source="At 0% Health (only of the same round)",
    )
    fallen_mobs: FallenMob = option(
        FallenMob.DEAD,
        "What becomes of a mob with ten marked slots",
        source="At 0% Health (of crawlers only)",
    )
    check_difficulty: int = option(
        12,
        "Difficulty of First Aid, clues and other checks without one; F is added",
        source="First Aid and checks (no figure)",
        limits=(0, 40),
    )
    first_aid_slots: int = option(
        1,
        "How many slots First Aid restores when it succeeds",
        source="First Aid and checks (no figure)",
        limits=(0, 10),
    )
    first_aid_fine_slots: int = option(
        2,
        "How many slots First Aid restores when it succeeds by 10 and more",
        source="First Aid and checks (no figure)",
        limits=(0, 10),
    )
    difficult_extra: int = option(
        1,
        "What a cell of difficult ground, a climb or water costs more, in cells",
        source="Move and steps (silent)",
        limits=(0, 9),
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
    distance_cells: SpaceMeasure = option(
        SpaceMeasure.NEAREST,
        "From where to where the distance of two creatures is measured",
        source="Making an attack (silent)",
    )
    corners: CornerRule = option(
        CornerRule.BOTH_WAYS,
        "Which ways round a corner a diagonal step needs",
        source="Move and steps (silent)",
    )

    def __post_init__(self) -> None:
        check_limits(self)

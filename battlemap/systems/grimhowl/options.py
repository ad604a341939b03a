"""What the text of Grimhowl leaves open: each reading is an option with its choices.

The text is a summary whose lists are blank in many places; every field says in one sentence what
it settles, and the first choice of each is the default of the rules reference.
"""

from __future__ import annotations

from dataclasses import dataclass

from battlemap.geometry.grid import DiagonalMetric
from battlemap.rules.options import check_limits, option
from battlemap.systems.grimhowl.kinds import Rank
from battlemap.systems.grimhowl.readings import (
    AreaSpending,
    ExposedCover,
    FlankedEffect,
    FlankedFor,
    FlankedReading,
    GnawingRule,
    IllsRule,
    LoweredSkills,
    LowerReactor,
    OrderRule,
    OutRule,
    PassiveRounding,
    PastTwelve,
    PoolDie,
    ReactionEffect,
    RepeatedReactions,
    RepeatReset,
    SameAction,
    SharedReactors,
    SigilRule,
    TieRule,
    UnspentRule,
    WornRule,
)
from battlemap.tactics.conventions import CornerSides, SpaceMeasure

RANK_NAMES = "Novice, Trained, Expert, Veteran, Master"
"""What the ranks I to V are called; the text itself names Trained, and Master for V."""


@dataclass(frozen=True)
class Options:
    """The GM's readings of Grimhowl."""

    pool_die: PoolDie = option(
        PoolDie.D6, "Which die skill pools are made of", source="Attack Resolution (not named)"
    )
    skill_dc: int = option(
        4,
        "DC of rolls that target nobody: Awareness, Athletics, Finesse, Medicine, Reactions",
        source="Attack Resolution (silent)",
        limits=(1, 10),
    )
    gear_dice: bool = option(
        True, "Whether gear adds dice to an attack", source="Attack Resolution, Step 1 (blank)"
    )
    hit_uses_star: bool = option(
        False,
        "Whether the hit itself uses up the first effective star",
        source="Damage Resolution (blank)",
    )
    round_seconds: int = option(
        6,
        "How many seconds a round lasts",
        source="Combat Rounds & Time (blank)",
        limits=(1, 600),
    )
    minute_rounds: int = option(
        10,
        "How many rounds a minute lasts",
        source="Combat Rounds & Time (blank)",
        limits=(1, 600),
    )
    actions: int = option(
        3,
        "Actions a round",
        source="Turn Structure (blank)",
        limits=(1, 9),
    )
    order: OrderRule = option(
        OrderRule.STARS, "Who goes when", source="Initiative (says awareness and readiness)"
    )
    ties: TieRule = option(TieRule.READINESS, "Who wins a tie", source="Initiative (blank)")
    unspent: UnspentRule = option(
        UnspentRule.HELD,
        "What becomes of actions left at the end of a turn",
        source="Held Actions & Reactions (silent)",
    )
    early_reactions: bool = option(
        True,
        "Whether a Reaction may spend an action before the combatant's own turn in the round",
        source="Held Actions & Reactions (silent)",
    )
    same_action: SameAction = option(
        SameAction.ANY, "Which attacks repeat each other", source="Repeat Action Penalty (silent)"
    )
    repeated_reactions: RepeatedReactions = option(
        RepeatedReactions.SAME_KIND,
        "Which Reactions repeat each other",
        source="Repeat Action Penalty (silent)",
    )
    repeat_most: int = option(
        3,
        "The most skill dice that repeating costs; later repeats stay at it",
        source="Repeat Action Penalty (ends at the 4th)",
        limits=(0, 20),
    )
    repeat_least_dice: int = option(
        1,
        "The dice that repeating always leaves",
        source="Repeat Action Penalty, You never lose (blank)",
        limits=(0, 20),
    )
    repeat_reset: RepeatReset = option(
        RepeatReset.ROUND,
        "When the Repeat Action Penalty begins anew",
        source="Repeat Action Penalty, RAP resets (blank)",
    )
    repeat_move_feet: int = option(
        5,
        "How many feet each step of the penalty takes off a repeated Move",
        source="Repeat Action Penalty, movement (blank)",
        limits=(0, 100),
    )
    usual_movement_feet: int = option(
        30,
        "Feet of movement of whoever has no figure on the sheet",
        source="Movement & Positioning (no figure)",
        limits=(0, 1000),
    )
    feet_per_star: int = option(
        5,
        "How many feet of movement a star buys",
        source="Skill-Based Movement (no figure)",
        limits=(1, 100),
    )
    cover_percent: int = option(
        50,
        "Percent of the rays that must cross the object for Cover to count",
        source="Cover (says only: protected by the object)",
        limits=(1, 100),
    )
    exposed_cover: ExposedCover = option(
        ExposedCover.IGNORED,
        "What becomes of Cover when an attack comes from where the object protects nothing",
        source="Cover (lost when no longer protected, silent on against whom)",
    )
    object_dc: int = option(
        2,
        "DC of attacks on objects, which don't defend",
        source="Cover (destroyed, silent on how)",
        limits=(1, 10),
    )
    object_vitality: int = option(
        15,
        "Damage that destroys an object for which the map says nothing",
        source="Cover (destroyed, silent on how)",
        limits=(1, 999),
    )
    flanking: FlankedReading = option(
        FlankedReading.OPPOSITE, "When a target is flanked", source="Flanking (blank)"
    )
    flanked: FlankedEffect = option(
        FlankedEffect.LOWER_DC, "What flanking is worth", source="Flanking (blank)"
    )
    flanked_for: FlankedFor = option(
        FlankedFor.EVERYBODY,
        "Whom it helps that a target is flanked",
        source="Flanking (blank; a target is considered flanked)",
    )
    flanking_corners: CornerSides = option(
        CornerSides.BOTH,
        "What a corner counts for by which the line between flankers crosses their target",
        source="Flanking (blank)",
    )
    flanking_along_borders: bool = option(
        False,
        "Whether a line between flankers along a border of their target crosses it",
        source="Flanking (blank)",
    )
    facing: bool = option(
        False,
        "Whether creatures face a way, so that whoever stands behind flanks alone",
        source="Flanking (facing isn't in the text)",
    )
    opportunity: bool = option(
        False,
        "Whether leaving a reach lets its holder strike for a held action",
        source="Active Reactions (opportunity attacks aren't in the text)",
    )
    difficult_extra: int = option(
        1,
        "What a cell of difficult ground, a climb or water costs more, in cells",
        source="Movement & Positioning (silent)",
        limits=(0, 9),
    )
    sure_athletics: bool = option(
        True,
        "Whether movement bought by Athletics costs nothing more on bad ground",
        source="Skill-Based Movement (silent)",
    )
    quiet_skills: bool = option(
        True,
        "Whether nobody may strike at movement bought by Finesse",
        source="Skill-Based Movement (opportunity attacks aren't in the text)",
    )
    diagonals: DiagonalMetric = option(
        DiagonalMetric.EQUAL,
        "What a diagonal step costs and measures on squares",
        source="Movement & Positioning (silent)",
    )
    distance_cells: SpaceMeasure = option(
        SpaceMeasure.NEAREST,
        "From where to where the distance of two creatures is measured",
        source="Attack Resolution (silent)",
    )
    reaction: ReactionEffect = option(
        ReactionEffect.ONE_FOR_ONE,
        "What the stars of an active Reaction do",
        source="Active Reactions (blank)",
    )
    passive_rounding: PassiveRounding = option(
        PassiveRounding.DOWN,
        "How effective stars are rounded against a passive defense",
        source="Passive Defense (silent)",
    )
    rank_names: str = option(
        RANK_NAMES,
        "What the ranks I to V are called, with commas between",
        source="Passive Defense (numbers; Master for V and Trained stand elsewhere)",
    )
    lowered_dice: int = option(
        1,
        'How many dice a condition like "↓ agility" takes from a roll',
        source="Status Effects (named, not explained)",
        limits=(0, 20),
    )
    lowered_skills: LoweredSkills = option(
        LoweredSkills.OWN,
        'Which rolls a condition like "↓ agility" takes dice from',
        source="Status Effects (named, not explained)",
    )
    sigils: SigilRule = option(
        SigilRule.CHOSEN,
        "How many Sigils resist physical damage",
        source="Physical Damage (one chosen) against Equipment Damage (several rolled)",
    )
    ills: IllsRule = option(
        IllsRule.ELEMENTAL,
        "Which Sigil resists poison and disease",
        source="Elemental Damage (blank)",
    )
    gnawing: GnawingRule = option(
        GnawingRule.NOTHING,
        "What resists Gnawing damage",
        source="Gnawing Damage (stacks, silent on resistance)",
    )
    worn: WornRule = option(
        WornRule.SMALLER_DIE, "What equipment damage does", source="Equipment Damage (blank)"
    )
    past_twelve: PastTwelve = option(
        PastTwelve.PLUS_ONE, "What raising a d12 does", source="Damage Dice Upgrades (blank)"
    )
    shared_reactors: SharedReactors = option(
        SharedReactors.BEST,
        "What several Reactions of higher rank do against an area attack",
        source="Shared Defense (silent)",
    )
    lower_reactor: LowerReactor = option(
        LowerReactor.ITSELF,
        "Whom a Reaction of equal or lower rank helps against an area attack",
        source="Shared Defense (silent)",
    )
    area_spending: AreaSpending = option(
        AreaSpending.BEFORE,
        "When the stars of an area attack are spent",
        source="Resolving an Area Attack, steps 5 and 6, against Spending ★",
    )
    out: OutRule = option(
        OutRule.MARKS, "What happens at 0 Vitality", source="Damage Resolution (blank)"
    )
    death_marks: int = option(
        3,
        "How many death marks kill",
        source="Damage Resolution (blank)",
        limits=(1, 20),
    )

    def __post_init__(self) -> None:
        check_limits(self)
        names = rank_words(self.rank_names)
        if len(names) != len(Rank) or "" in names or len(set(names)) < len(names):
            raise ValueError(
                f"rank_names are {len(Rank)} names, each another, with commas between, "
                f'not "{self.rank_names}"'
            )

    def rank_name(self, rank: Rank) -> str:
        """Return what a rank is called at this table."""
        return rank_words(self.rank_names)[rank - 1]

    def rank_title(self, rank: Rank) -> str:
        """Return a rank as the log and the choices show it: "rank III, Expert"."""
        return f"rank {rank.numeral}, {self.rank_name(rank)}"


def rank_words(names: str) -> tuple[str, ...]:
    """Return the names of ranks in a line of them.

    Examples
    --------
    >>> rank_words("Novice, Trained")
    ('Novice', 'Trained')
    """
    return tuple(name.strip() for name in names.split(","))

"""What the text leaves open about turns, strikes and what comes of them."""

from __future__ import annotations

from dataclasses import dataclass

from battlemap.rules.options import option
from battlemap.systems.shadowrealms.readings import (
    ActionEconomy,
    ActiveDefense,
    BleedingInjuries,
    CollapseCount,
    DefenseModel,
    DisarmAbility,
    DisarmHarm,
    DragRule,
    DurabilitySplit,
    FirstPool,
    FromHiding,
    GrappledStrikes,
    HalfThreshold,
    InitiativeFormula,
    KnockbackRule,
    MinionDamage,
    OffGuardRule,
    OffHandArm,
    OppositeLevels,
    PoolDie,
    RepeatPenalty,
    RoundEnd,
    SiegeDoubling,
    SkippedAttackRoll,
    SkippedGlancing,
    StaminaTrack,
    SurgePrice,
    TotalRule,
)


@dataclass(frozen=True)
class StrikeOptions:
    """The GM's readings of turns, strikes and harm."""

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
    off_hand_arm: OffHandArm = option(
        OffHandArm.LEFT,
        "Which arm holds the off-hand weapon, which a maimed hand drops",
        source="Section 23 (silent)",
    )
    grappled_strikes: GrappledStrikes = option(
        GrappledStrikes.DISADVANTAGE,
        "What a grappled creature may do to others than its grappler",
        source="Section 18 (says both)",
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

"""What the text of ShadowRealms leaves open: each reading is an option with its choices.

Every field says in one sentence what it settles, and where the text is silent or contradicts
itself; the first choice of each is the default of the rules reference.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from battlemap.geometry.grid import DiagonalMetric
from battlemap.model.obstacle import CoverGrade
from battlemap.rules.options import Ruling, option
from battlemap.tactics.conventions import CornerRule, CrossingRule


class PoolDie(StrEnum):
    """The die that pools are made of."""

    D20 = "d20"
    D12 = "d12"
    D10 = "d10"
    D8 = "d8"
    D6 = "d6"

    @property
    def sides(self) -> int:
        """How many sides it has."""
        return int(self.value[1:])


class DefenseModel(Ruling):
    """How an attack that nobody actively defends against is resolved."""

    RATING = "rating", "attack roll against Defense Rating"
    DAMAGE_ONLY = "damage_only", "without a Reaction the whole pool is damage dice"


class ActiveDefense(Ruling):
    """What Dodge and Parry do beside a Defense Rating."""

    WHEN_HIGHER = "when_higher", "the sum counts when it is higher than Defense Rating"
    ALWAYS = "always", "the sum replaces Defense Rating"


class ActionEconomy(Ruling):
    """What a turn is made of."""

    THREE_ONE_ONE = "311", "3 actions, 1 bonus action, 1 reaction"
    FOUR_POINTS = "four_points", "4 action points and 1 reaction"


class InitiativeFormula(Ruling):
    """How the initiative score is summed."""

    SUM = "sum", "Quickness + Awareness + Intuition"
    DOUBLE_QUICKNESS = "double_quickness", "2 × Quickness + Awareness + Intuition"


class RoundEnd(Ruling):
    """When a total is too low for another turn in the round."""

    AT_ZERO = "at_zero", "done at 0 and below"
    BELOW_ZERO = "below_zero", "done below 0 only"


class CoverRule(Ruling):
    """When cover counts."""

    GEOMETRY = "geometry", "whenever the map shows it"
    AFTER_TAKE_COVER = "after_take_cover", "only after Take Cover"


class ChargingPast(Ruling):
    """When a charge goes past an enemy."""

    USES = "uses", "its way uses a threatened area, even where it ends in that enemy's reach"
    ENDS_BEYOND = (
        "ends_beyond",
        "its way uses a threatened area and ends out of that enemy's reach",
    )
    AS_WALKING = "as_walking", "never for itself: a charge provokes where a walk would"


class MovingTarget(Ruling):
    """Who is a moving target for ranged attacks."""

    LAST_TURN = "last_turn", "who moved in its last turn"
    OWN_TURN = "own_turn", "who has moved in the turn that it is taking"
    DECLARED = "declared", "only whom the GM gives the condition moving"


class TightSpace(Ruling):
    """Who has no room in a tight space."""

    ATTACKER = "attacker", "the attacker, shut in on both sides of the line of attack"
    EITHER = "either", "the attacker or the target, shut in on both sides"
    ONE_SIDE = "one_side", "the attacker, shut in on one side or both"


class TightReach(Ruling):
    """What a reach weapon suffers in a tight space."""

    REPLACES = "replaces", "2 levels, in the place of the 1 of any weapon"
    ADDS_UP = "adds_up", "2 levels besides the 1 of any weapon"


class OppositeLevels(Ruling):
    """What levels of Advantage and of Disadvantage on one roll come to."""

    CANCEL = "cancel", "they cancel one for one, the rest counts"
    BOTH = "both", "both count: some failed dice and some successful ones are rolled again"
    EVEN = "even", "any of each leave the roll even"


class RepeatPenalty(Ruling):
    """What the second and later strikes of a turn suffer."""

    LEVELS = "levels", "levels of Disadvantage"
    DICE = "dice", "fewer dice"


class OffGuardRule(Ruling):
    """What Off-Guard is worth, which the text never says."""

    ADVANTAGE = "advantage", "attackers have 1 level of Advantage"
    NOTHING = "nothing", "nothing"


class GrappledStrikes(Ruling):
    """What a grappled creature may do to others than its grappler."""

    DISADVANTAGE = "disadvantage", "1 level of Disadvantage"
    FORBIDDEN = "forbidden", "forbidden"


class ObscuredSight(Ruling):
    """What obscured cells between attacker and target do."""

    BLOCKS = "blocks", "the target is unseen"
    DIMS = "dims", "1 level of Disadvantage"
    NOTHING = "nothing", "nothing"


class TotalRule(Ruling):
    """What a Total is against levels of the other kind."""

    STAYS = "stays", "stays Total"
    CANCELS = "cancels", "every level of the other kind is canceled and so is the Total"


class SkippedAttackRoll(Ruling):
    """Where levels go when there is no attack roll."""

    ON_DAMAGE = "on_damage", "levels apply to the damage dice"
    LOST = "lost", "levels are lost"


class SkippedGlancing(Ruling):
    """Whether a blow without an attack roll can glance off."""

    NEVER = "never", "never: there are no attack successes"
    WHOLE_POOL = "whole_pool", "like any other, each die of the pool counts as an attack success"


class BleedingInjuries(Ruling):
    """What an open wound does to the Bleeding Rating that a d20 must exceed."""

    LOWER = "lower", "lower the rating, as written"
    RAISE = "raise", "raise the rating"


class MinionDamage(Ruling):
    """How damage successes against minions are counted."""

    ADDS_UP = "adds_up", "adds up over attacks"
    ONE_ATTACK = "one_attack", "one attack must do it"


class ForcedMovement(Ruling):
    """Whether being shoved, knocked back or dragged provokes."""

    PROVOKES_NOTHING = "nothing", "triggers nothing"
    PROVOKES = "provokes", "triggers like walking"


class SurpriseTest(Ruling):
    """How the start of a fight deals with whoever may be surprised."""

    ASKED = "asked", "whoever is unaware makes a Surprise test, the GM sets its difficulty"
    BY_HAND = "by_hand", "the GM gives the condition surprised"


class GroundChecks(Ruling):
    """What hazards, blind sprints, slippery climbs and rough water come to."""

    ASKED = "asked", "the GM is asked at the first such area of a move"
    ROLLED = "rolled", "a Moderate check is rolled at once, hazards do harm at once"
    NOTED = "noted", "the log says it, the GM does it"


class BlindSprint(Ruling):
    """What a failed check in obscured ground does."""

    STOPS = "stops", "the movement stops short"
    TRIPS = "trips", "the mover falls prone"


class BurrowedGround(Ruling):
    """What a burrower makes its way through."""

    IMPASSABLE = "impassable", "impassable ground too, as solid earth, sand or stone"
    PASSABLE = "passable", "impassable ground stops it like anybody"


class Tunnels(Ruling):
    """What a burrower leaves behind in solid ground."""

    SHEET = "sheet", "a tunnel or fallen earth, as its sheet says"
    ALWAYS = "always", "always a tunnel that others can walk"
    NEVER = "never", "nothing, the earth falls in"


class SureFooting(Ruling):
    """How long an Acrobatics test keeps difficult ground at its usual price."""

    TURN = "turn", "until the end of the turn"
    MOVE = "move", "for one move"


class KnockbackRule(Ruling):
    """How far a blow that knocks back pushes."""

    ABILITY = "ability", "as many areas as the weapon or power says"
    SUCCESSES = "successes", "an area for each damage success"


class DisarmAbility(Ruling):
    """Who may disarm."""

    ANYBODY = "anybody", "anybody with a weapon"
    TRAINED = "trained", "only who has the ability on the sheet"


class DisarmHarm(Ruling):
    """What else a blow does that knocks a weapon away."""

    INSTEAD = "instead", "the weapon flies instead of the damage"
    AS_WELL = "as_well", "the weapon flies and the damage counts"


class DragRule(Ruling):
    """How far a grappler drags whom it holds."""

    ONE = "one", "one area"
    SUCCESSES = "successes", "up to an area for each success"


class SurgePrice(Ruling):
    """Who pays the action for a healing surge that somebody else grants."""

    HEALED = "healed", "whoever uses the surge pays an action, the power its own price"
    FREE = "free", "the price of the power is all"


class FromHiding(Ruling):
    """What a strike out of hiding is."""

    UNAWARE = "unaware", "the target is unaware: no attack roll"
    NOTHING = "nothing", "an attack like any other"


class SiegeDoubling(Ruling):
    """Where siege damage doubles."""

    SUCCESSES = "successes", "successes count twice on the damage ladder"
    DAMAGE = "damage", "the damage of the ladder counts twice"


class HalfThreshold(Ruling):
    """How half a break threshold is rounded."""

    UP = "up", "up"
    DOWN = "down", "down, 1 at least"


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
        "When cover hinders an attack: minor 1 level, major 2, total not at all",
        source="Section 5, Take Cover (no figure)",
    )
    creatures_cover: CoverGrade = option(
        CoverGrade.NONE,
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

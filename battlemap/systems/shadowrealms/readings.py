"""The readings between which the options of ShadowRealms choose; the first is the default."""

from __future__ import annotations

from battlemap.rules.options import Ruling


class PoolDie(Ruling):
    """The die that pools are made of."""

    D20 = "d20", "d20, which suits difficulties of 12 and more"
    D12 = "d12", "d12: no die reaches a difficulty above 12"
    D10 = "d10", "d10: no die reaches a difficulty above 10"
    D8 = "d8", "d8: no die reaches a difficulty above 8"
    D6 = "d6", "d6: no die reaches a difficulty above 6"

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


class FirstPool(Ruling):
    """What everybody has at the start of a fight, before a first turn has refreshed it."""

    FULL = "full", "the whole pool, the Reaction too"
    NO_REACTION = "no_reaction", "no Reaction before the end of one's first turn"


class Facings(Ruling):
    """Which ways a token on squares can face."""

    EIGHT = "eight", "8 directions, corners too"
    FOUR = "four", "4 directions, the sides of a square"


class ArcBorder(Ruling):
    """Which arc a bearing exactly on a border belongs to."""

    DEFENDER = "defender", "the one that is better for the defender"
    ATTACKER = "attacker", "the one that is better for the attacker"


class ExtraCosts(Ruling):
    """What ground costs that is difficult and a climb or water at once."""

    ADD = "add", "the extra costs add up: 3 areas an area"
    MULTIPLY = "multiply", "each doubles the cost: 4 areas an area"


class StaminaTrack(Ruling):
    """Whether Fatigue and Stamina are the same boxes."""

    ONE = "one", "one track: fatigue taken is stamina lost"
    TWO = (
        "two",
        "two tracks: blows and armor cost Fatigue, bleeding Stamina; surges restore Stamina",
    )


class DurabilitySplit(Ruling):
    """Which part of a listed Durability is Protection where the GM says nothing."""

    TOUGHNESS = "toughness", "none, all of it is Toughness"
    HALF = "half", "half of it, rounded down"
    PROTECTION = "protection", "all of it"


class CollapseCount(Ruling):
    """Which siege successes may let a part of a structure collapse."""

    ROLLED = "rolled", "4 or more as they are rolled"
    DOUBLED = "doubled", "4 or more once they count twice"


class RoundEnd(Ruling):
    """When a total is too low for another turn in the round."""

    AT_ZERO = "at_zero", "done at 0 and below"
    BELOW_ZERO = "below_zero", "done below 0 only"


class CoverRule(Ruling):
    """When cover counts."""

    GEOMETRY = "geometry", "whenever the map shows it"
    AFTER_TAKE_COVER = "after_take_cover", "only after Take Cover"


class TakeCoverLasts(Ruling):
    """How long somebody who took cover is in it."""

    UNTIL_MOVED = "until_moved", "until it moves or is moved"
    UNTIL_TURN = "until_turn", "until it moves or is moved, and no longer than to its next turn"


class OffHandArm(Ruling):
    """Which arm holds the off-hand weapon."""

    LEFT = "left", "the left one; the right one holds the first weapon"
    RIGHT = "right", "the right one; the left one holds the first weapon"


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
    NOTHING = "nothing", "nothing: attacks on it are like any other"


class GrappledStrikes(Ruling):
    """What a grappled creature may do to others than its grappler."""

    DISADVANTAGE = "disadvantage", "1 level of Disadvantage"
    FORBIDDEN = "forbidden", "forbidden: only the grappler may be attacked"


class ObscuredSight(Ruling):
    """What obscured cells between attacker and target do."""

    BLOCKS = "blocks", "the target is unseen"
    DIMS = "dims", "1 level of Disadvantage"
    NOTHING = "nothing", "nothing: the target is as well seen as in the light"


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

    UP = "up", "rounded up"
    DOWN = "down", "rounded down, 1 at least"

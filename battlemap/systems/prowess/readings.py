"""The readings that the options of Prowess choose from, each with a sentence for the GM."""

from __future__ import annotations

from battlemap.rules.options import Ruling
from battlemap.tactics.conventions import FlankingRule


class FeetLeft(Ruling):
    """What becomes of feet that a movement action buys and that aren't walked."""

    CARRIED = "carried", "they carry over to the next movement of the turn"
    LOST = "lost", "they are lost, so that each move is one movement action"


class PassiveWhen(Ruling):
    """When passive movement can be used."""

    AT_START = "at_start", "before the first action that isn't movement"
    ANY_TIME = "any_time", "at any time of the turn"


class Slowed(Ruling):
    """What prone movement through difficult terrain comes to."""

    QUARTER = "quarter", "a quarter"
    HALF = "half", "half, as for one of the two"


class StartRoll(Ruling):
    """Which dice the Prowess Roll at the start of a turn rolls."""

    ALL = "all", "all are rolled; an available one that shows 1 to 4 is lost"
    KEPT = "kept", "available dice are kept, only the others are rolled"
    UNSPENT = "unspent", "available dice alone are rolled, the others come back by Recovery only"


class RecoveryRoll(Ruling):
    """Which dice Recovery rolls."""

    UNAVAILABLE = "unavailable", "those that aren't available"
    ALL = "all", "all of them, as at the start of a turn"


class FirstDice(Ruling):
    """How many prowess dice are available before the first turn."""

    FULL = "full", "all of them"
    NONE = "none", "none until the first Prowess Roll"


class ReadyPays(Ruling):
    """When a readied action is paid."""

    ON_TRIGGER = "on_trigger", "when its trigger comes"
    WHEN_DECLARED = "when_declared", "when it is declared"


class Disengaging(Ruling):
    """Whom a Disengage keeps from striking."""

    ONE = "one", "the one that is named"
    ANYBODY = "anybody", "everybody, during that move"


class ForcedMovement(Ruling):
    """Whether being shoved or dragged provokes."""

    PROVOKES_NOTHING = "nothing", "triggers nothing"
    PROVOKES = "provokes", "triggers like walking"


class CoverReading(Ruling):
    """Which grade a partly covered target has."""

    OWN = "own", "that of the obstacle, when any ray is blocked"
    BY_SHARE = "by_share", "major when half of the rays are blocked, else minor"


class Foiling(Ruling):
    """Who may strike at a Grapple, Shove or Disarm, and whose hit foils it."""

    TARGET_FOILS = "target_foils", "everybody in reach; only a hit by the target foils it"
    ANY_FOILS = "any_foils", "everybody in reach; any hit foils it"
    TARGET_ONLY = "target_only", "the target alone, whose hit foils it"


class AssistLasts(Ruling):
    """How often assistance counts before the assistant's next turn."""

    ONCE = "once", "on the next check or attack roll alone"
    UNTIL_TURN = "until_turn", "on every check and attack roll until then"


class BlockForbids(Ruling):
    """What whoever blocks can't do, and what keeps one from blocking in the same turn."""

    ATTACK_ACTIONS = (
        "attack_actions",
        "every attack action: Grapple, Forced Movement, Shove and Disarm as well",
    )
    ATTACK_ROLLS = "attack_rolls", "what is an attack roll"


class GuardMends(Ruling):
    """How long a guard stays broken."""

    PROWESS_ROLL = "prowess_roll", "until the next Prowess Roll, Recovery counts"
    OWN_TURN = "own_turn", "until the start of the next turn"


class CriticalWounds(Ruling):
    """How many Wounds the criticals of one attack cause."""

    EACH = "each", "each causes one"
    ONE = "one", "all of them cause one"


class WoundTypes(Ruling):
    """Which Wounds a Wounding Strike chooses from; the first is meant where none is named."""

    PLACES = "places", "torso, head, arm or leg"
    HARMS = "harms", "a cut, a stab, a bruise or a burn"
    PLAIN = "plain", "only a Wound without a type"

    @property
    def names(self) -> tuple[str, ...]:
        """The types, as they are written down."""
        return {
            WoundTypes.PLACES: ("torso", "head", "arm", "leg"),
            WoundTypes.HARMS: ("cut", "stab", "bruise", "burn"),
            WoundTypes.PLAIN: ("plain",),
        }[self]


class SurpriseEnds(Ruling):
    """How long somebody is surprised."""

    FIRST_ROUND = "first_round", "until the first round ends"
    OWN_TURN = "own_turn", "until its own first turn begins"


class Helpless(Ruling):
    """How somebody who can't act is attacked."""

    HIT = "hit", "every attack hits"
    ROLLS = "rolls", "it rolls Evasion as ever"


class AreaDamage(Ruling):
    """How the damage of an area attack is rolled."""

    ONCE = "once", "once for everybody"
    EACH = "each", "anew for each who is hit"


class Ties(Ruling):
    """Who wins an equal roll when somebody breaks free."""

    ESCAPES = "escapes", "whoever breaks free"
    HELD = "held", "the grappler"


class Flanking(Ruling):
    """Where an ally must stand to be across; both must threaten the target."""

    ACROSS = "across", "the line between both passes through opposite borders of its space"
    WITHIN = "within", "both stand in a straight line with it, within a tolerance"
    ACROSS_OR_WITHIN = (
        "across or within",
        "opposite borders, or a straight line within the tolerance",
    )
    ANY_TWO = "any two", "anywhere beside it"
    NONE = "none", "nowhere: there is no die of flanking"

    @property
    def rule(self) -> FlankingRule:
        """What the board looks for."""
        return FlankingRule[self.name]

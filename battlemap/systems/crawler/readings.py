"""The readings that the options of Crawler choose from, each with a sentence for the GM."""

from __future__ import annotations

from battlemap.rules.options import Ruling


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
    BY_HAND = "by_hand", "wherever the GM says, by direction and distance, and another of both"


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

    HINDERS = "hinders", "the attack has Disadvantage"
    HIDES = "hides", "the target is unseen, which is Disadvantage, and can't see the attacker"
    NOTHING = "nothing", "nothing: the target is as well seen as in the light"


class AttackValue(Ruling):
    """What the Attack value of a mob is whose stat block has none."""

    STAT = "stat", "10 + the attack's stat mod + F"
    RANK = "rank", "10 + its skill rank + the attack's stat mod + F"
    EVADE = "evade", "10 + its Dex mod + F, the same as its Evade"


class AmongMobs(Ruling):
    """How a mob attacks a mob."""

    VALUE = "value", "d20 + its Attack value − 10 against Evade"
    RANK = "rank", "d20 + its skill rank + stat mod against Evade, like a crawler"
    HITS = "hits", "it hits, like an attack that nobody evades"


class CaughtArea(Ruling):
    """Whether a Catcher takes area attacks."""

    NEVER = "never", "no, only attacks on one target"
    TAKEN = "taken", "yes, it stands in the ally's place in the area and can't evade it"


class HealedLater(Ruling):
    """When somebody has Actions again who is healed in a later round than that of the fall."""

    CLEAN_UP = "clean_up", "from the next Clean Up on"
    AT_ONCE = "at_once", "at once, those of the round"


class FallenMob(Ruling):
    """What becomes of a mob at 0% Health."""

    DEAD = "dead", "it dies"
    DYING = "dying", "it is Dying, with a countdown like a crawler's"


class Intervening(Ruling):
    """Which checks an ally may add 1d6 to."""

    ANY = "any", "all whose degree it can better, also those that succeed already"
    FAILED = "failed", "only those that fail"


class SurpriseNeeds(Ruling):
    """Whom the crawlers must surprise to have their free Actions."""

    ALL = "all", "all mobs of the fight"
    ANY = "any", "any mob of the fight"


class TauntStat(Ruling):
    """The stat of a Taunt Check."""

    CHARISMA = "charisma", "Cha mod"
    INTELLIGENCE = "intelligence", "Int mod"
    NONE = "none", "none, the rank alone"

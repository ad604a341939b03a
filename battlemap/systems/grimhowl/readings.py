"""The readings that the options of Grimhowl choose from, each with a sentence for the GM."""

from __future__ import annotations

from battlemap.rules.options import Ruling
from battlemap.tactics.conventions import FlankingRule


class PoolDie(Ruling):
    """The die that skill pools are made of."""

    D6 = "d6", "d6: three faces of six reach a DC of 4"
    D8 = "d8", "d8: five faces of eight reach a DC of 4"
    D10 = "d10", "d10: seven faces of ten reach a DC of 4"

    @property
    def sides(self) -> int:
        """How many sides it has."""
        return int(self.value[1:])


class OrderRule(Ruling):
    """Who goes when."""

    STARS = "stars", "each by the stars of its own Awareness roll"
    SIDES = "sides", "the side with the most stars first, its members in any order"


class TieRule(Ruling):
    """Who goes first of two with as many stars."""

    READINESS = "readiness", "the higher Readiness rank, then the GM's order"
    GM_ORDER = "gm_order", "the GM's order, which is that of the tokens"


class UnspentRule(Ruling):
    """What becomes of actions that are left at the end of a turn."""

    HELD = "held", "they are held until the end of the round"
    LOST = "lost", "they are lost, but for those held by the action Hold"


class SameAction(Ruling):
    """Which attacks repeat each other."""

    ANY = "any", "any attack repeats an attack"
    WEAPON = "weapon", "only an attack with the same weapon or spell does"


class RepeatedReactions(Ruling):
    """Whether Reactions repeat each other."""

    SAME_KIND = "same_kind", "a second Dodge repeats the first, a Parry doesn't"
    ANY = "any", "any Reaction repeats the one before"
    NEVER = "never", "Reactions are never repeats"


class RepeatReset(Ruling):
    """When the Repeat Action Penalty begins anew."""

    ROUND = "round", "at the start of the next round"
    TURN = "turn", "at the start of the combatant's own turn"


class ExposedCover(Ruling):
    """What an attack does to Cover whose object doesn't stand in its way."""

    IGNORED = "ignored", "that attack ignores it, it stays against others"
    LOST = "lost", "it is lost: the object protects no longer"


class FlankedEffect(Ruling):
    """What it is worth to attack a flanked target."""

    LOWER_DC = "lower_dc", "the Defense DC is 1 lower, never below 1"
    DIE = "die", "the attacker rolls 1 skill die more"
    NOTHING = "nothing", "nothing: DC and dice stay as they are"


class FlankedReading(Ruling):
    """Where two enemies have to stand for a target to be flanked."""

    OPPOSITE = "opposite", "on opposite borders or corners of the target's space"
    WITHIN_60 = "within_60", "opposite, or within 60 degrees of it"
    ANY_TWO = "any_two", "anywhere next to the target"

    @property
    def rule(self) -> FlankingRule:
        """The board's reading."""
        return {
            FlankedReading.OPPOSITE: FlankingRule.ACROSS,
            FlankedReading.WITHIN_60: FlankingRule.ACROSS_OR_WITHIN,
            FlankedReading.ANY_TWO: FlankingRule.ANY_TWO,
        }[self]


class FlankedFor(Ruling):
    """Whom it helps that a target is flanked."""

    EVERYBODY = "everybody", "whoever attacks the flanked target, also from afar"
    MELEE = "melee", "whoever attacks it in melee"
    FLANKERS = "flankers", "the two who flank it, in melee"


class ReactionEffect(Ruling):
    """What the stars of a Dodge, Parry or Block do."""

    ONE_FOR_ONE = "one_for_one", "each cancels one incoming star"
    ALL_OR_NOTHING = "all_or_nothing", "as many as come in cancel them all, fewer cancel none"


class PassiveRounding(Ruling):
    """What becomes of stars that aren't enough for another effective one."""

    DOWN = "down", "rounded down: what is short of a whole one is lost"
    UP = "up", "rounded up: any star of the attack leaves one at least"
    NEAREST = "nearest", "to the nearest whole one, halves up"

    def spare(self, divisor: int) -> int:
        """Return what is added before *divisor* divides (``dice.stars.effective``)."""
        return {
            PassiveRounding.DOWN: 0,
            PassiveRounding.UP: divisor - 1,
            PassiveRounding.NEAREST: divisor // 2,
        }[self]


class LoweredSkills(Ruling):
    """Which rolls suffer from a condition like "↓ agility"."""

    OWN = "own", "those of its own skills: might fights, agility shoots and dodges, and so on"
    ALL = "all", "all of them, whatever is lowered"


class SigilRule(Ruling):
    """How many sources of resistance help against physical damage."""

    CHOSEN = "chosen", "one Sigil, chosen by the defender before it is rolled"
    BEST = "best", "all are rolled and the best counts"


class WornRule(Ruling):
    """What damage to a Sigil or weapon does."""

    SMALLER_DIE = "smaller_die", "its die is one size smaller for each point, below d4 it is broken"
    RECORDED = "recorded", "it is only recorded, the GM says what it means"


class IllsRule(Ruling):
    """Which Sigil helps against poison and disease."""

    ELEMENTAL = "elemental", "the Sigil against the elements"
    ENERGY = "energy", "the Sigil against energy"
    NOTHING = "nothing", "none of them"


class GnawingRule(Ruling):
    """What resists Gnawing damage."""

    NOTHING = "nothing", "nothing: it comes on top whole"
    SIGILS = "sigils", "the best Sigil against its type, anew for each Gnawing effect"


class PastTwelve(Ruling):
    """What raising a d12 does."""

    PLUS_ONE = "plus_one", "it adds 1 to the damage"
    STOPS = "stops", "nothing, the ladder ends"


class SharedReactors(Ruling):
    """What several Reactions by defenders of higher rank do against an area attack."""

    BEST = "best", "the best roll counts for everybody"
    SUM = "sum", "all their stars add up for everybody"


class LowerReactor(Ruling):
    """Whom the Reaction of a defender of equal or lower rank helps against an area attack."""

    ITSELF = "itself", "itself only, in the place of its passive defense"
    EVERYBODY = "everybody", "everybody, as that of a higher rank does"


class AreaSpending(Ruling):
    """When the stars of an area attack are spent."""

    BEFORE = "before", "before damage is rolled, die sizes among the choices"
    AFTER = "after", "after damage is rolled, so that no die can be raised any more"


class OutRule(Ruling):
    """What happens at 0 Vitality."""

    MARKS = "marks", "down with a death mark; each hit and each turn adds one, until dead"
    DEAD = "dead", "dead at once"
    DOWN = "down", "down; dead when the damage reaches twice the Vitality"

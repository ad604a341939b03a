"""What a combatant is (Sheet, WeaponDetails) and what changes in play (Status)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from battlemap.rules.records import check_within

if TYPE_CHECKING:
    from battlemap.model.token import Token, Weapon

BOXES = 16
"""Boxes of the damage track (section 14)."""


class DamageType(StrEnum):
    """What armor protects against (section 12)."""

    SLASHING = "slashing"
    PUNCTURE = "puncture"
    IMPACT = "impact"


class Tier(StrEnum):
    """Whether a combatant keeps a damage track or falls like a minion (section 21)."""

    FULL = "full"
    LESSER = "lesser"
    STANDARD = "standard"
    ELITE = "elite"

    @property
    def falls_at(self) -> int:
        """How many damage successes fell a minion; 0 for one with a damage track."""
        return {Tier.FULL: 0, Tier.LESSER: 1, Tier.STANDARD: 2, Tier.ELITE: 3}[self]


class Attribute(StrEnum):
    """The attribute that gives an attack its dice (section 10, step 2)."""

    BY_WEAPON = ""
    MIGHT = "might"
    AGILITY = "agility"
    ACCURACY = "accuracy"


_MOST_ACTIONS = 99
"""A file that says more is wrong; each is a pip on the screen."""


@dataclass(frozen=True)
class Protection:
    """Armor against each type of damage."""

    slashing: int = 0
    puncture: int = 0
    impact: int = 0

    def __post_init__(self) -> None:
        check_within(self, "Protection", 0, 99)

    def against(self, damage_type: DamageType) -> int:
        """Return the protection against one type of damage."""
        return {
            DamageType.SLASHING: self.slashing,
            DamageType.PUNCTURE: self.puncture,
            DamageType.IMPACT: self.impact,
        }[damage_type]


class Whom(StrEnum):
    """Whom a power is used on."""

    ONESELF = "self"
    ALLY = "ally"
    ENEMY = "enemy"
    ANYBODY = "anybody"


@dataclass(frozen=True)
class Power:
    """A realm power: its price, whom it is used on, and what it does (sections 4, 5, 16 and 17).

    The text leaves what a power does to each domain; a power here is put together from effects that
    the chapter on combat knows.
    """

    name: str = "power"
    domain: str = ""
    """"Alchemy", "Occult", "Faith"...; said in the log."""
    actions: int = 1
    """Standard actions, 1 to 3."""
    bonus: bool = False
    """Costs the bonus action instead (Fast Activation)."""
    whom: Whom = Whom.ALLY
    range_feet: int = 30
    limit_break: bool = False
    """Needs a Limit Break, and uses it up."""
    strike: str = ""
    """The weapon with which it strikes its target; empty: it doesn't."""
    levels: int = 0
    """Levels of Advantage on that strike, or on the target's next check where it doesn't strike."""
    surge: bool = False
    """The target may use a healing surge."""
    stops_bleeding: bool = False
    gives: str = ""
    """A condition that the target gains; empty: none."""
    takes: str = ""
    """A condition that the target loses; empty: none."""
    push_areas: int = 0
    """Areas by which the target is pushed straight away."""
    text: str = ""
    """What else it does, said in the log."""

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ValueError("a power needs a name")
        if not 1 <= self.actions <= 3:
            raise ValueError(f"a power costs 1 to 3 actions, not {self.actions}")
        for name, least, most in (
            ("range_feet", 0, 1000),
            ("levels", -9, 9),
            ("push_areas", 0, 20),
        ):
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"{name} is a number from {least} to {most}, not {value}")


_SPEEDS = ("movement_feet", "climb_feet", "swim_feet", "fly_feet", "burrow_feet")


@dataclass(frozen=True)
class Sheet:
    """What a combatant is. The defaults are an ordinary fighter, so that any token can fight."""

    might: int = 4
    agility: int = 3
    accuracy: int = 3
    quickness: int = 2
    awareness: int = 2
    intuition: int = 2
    vitality: int = 3
    """As many healing surges."""
    toughness: int = 6
    stamina: int = 16
    """Boxes of the fatigue track; fatigue taken is stamina lost."""
    fighting: int = 4
    marksmanship: int = 4
    """The combat skill of ranged attacks."""
    acrobatics: int = 3
    athletics: int = 3
    swim: int = 2
    alertness: int = 2
    grapple: int = 3
    medicine: int = 0
    stealth: int = 2
    wear_armor: int = 2
    defense_rating: int = 16
    evasion: int = 12
    grapple_defense: int = 15
    protection: Protection = Protection()
    wear_difficulty: int | None = None
    """None: no armor that tires its wearer."""
    movement_feet: int = 30
    """What one action buys on foot; 0: it climbs or swims only, where it has a speed for that."""
    climb_feet: int = 0
    """0: no such speed of its own; the same for the next three."""
    swim_feet: int = 0
    fly_feet: int = 0
    burrow_feet: int = 0
    tunnels: bool = True
    """Burrowing leaves a passable tunnel; False: the earth falls in behind."""
    ambidextrous: bool = False
    disarms: bool = False
    """Has the ability to knock a weapon from somebody's hand."""
    tier: Tier = Tier.FULL
    powers: tuple[Power, ...] = ()
    """Realm powers that the combatant can invoke."""

    def __post_init__(self) -> None:
        check_within(self, "Sheet", 0, 99, but=_SPEEDS)
        for name in _SPEEDS:
            if not 0 <= getattr(self, name) <= 1000:
                raise ValueError(
                    f"{name} is a number of feet from 0 to 1000, not {getattr(self, name)}"
                )
        if self.stamina < 1 or self.toughness < 1:
            raise ValueError("toughness and stamina are 1 at least")
        names = [power.name for power in self.powers]
        if len(set(names)) != len(names):
            raise ValueError("each power needs a name of its own")


@dataclass(frozen=True)
class WeaponDetails:
    """What ShadowRealms knows of a weapon beside its name and reach."""

    damage_type: DamageType = DamageType.SLASHING
    attack_strength: int = 0
    """Taken off the damage target."""
    penetration: int = 0
    """Taken off the target's protection, which never falls below 0."""
    attribute: Attribute = Attribute.BY_WEAPON
    """Which attribute gives the dice; by weapon: Accuracy at range, else Might."""
    agile: bool = False
    """Agility serves instead of Might where it is higher."""
    close_quarters: bool = False
    """Against a reach weapon only the first attack of a turn provokes."""
    off_hand: bool = False
    """May strike for a bonus action, as the second of paired weapons."""
    haft: bool = False
    """May strike with its other end for a bonus action."""
    braces: bool = False
    """A polearm or shield that can be set against a charge."""
    large: bool = False
    """Useless while grappled."""
    cleave: bool = False
    """Successes left over from a fallen minion go on to others in reach."""
    siege: bool = False
    """Does siege damage to objects."""
    knockback: int = 0
    """Areas by which a blow that does harm pushes its target straight away."""
    knockdown: bool = False
    """A blow that does harm knocks its target prone."""
    natural: bool = False
    """Part of the body: it can't be dropped, nor knocked from a hand."""

    def __post_init__(self) -> None:
        check_within(self, "WeaponDetails", -20, 40)
        if self.knockback < 0:
            raise ValueError(f"knockback is a number of areas, not {self.knockback}")


@dataclass(frozen=True)
class Injury:
    """A lasting critical result."""

    text: str
    location: str
    dice: int = 0
    """Dice that attacks lose, as a positive number."""
    feet: int = 0
    """Feet that the movement rate loses."""
    bleeding: int = 0


@dataclass(frozen=True)
class Status:
    """What changes in play. The defaults are a fresh combatant at the start of a fight."""

    actions: int = 3
    bonus: int = 1
    reaction: int = 1
    extra_defenses: int = 0
    """Additional Parries or Dodges until the next turn."""
    moves: int = 0
    """Actions spent on moving this turn; three at most."""
    left_over: int = 0
    """Hundredths of a cell left of the last action spent on moving."""
    parity: int = 0
    """Diagonals walked this turn modulo 2, for 1-2-1."""
    strikes: int = 0
    """Standard actions spent on strikes this turn."""
    struck: tuple[str, ...] = ()
    """Targets attacked this turn."""
    moved: bool = False
    moved_last_turn: bool = False
    aim: int = 0
    feint: str = ""
    """The target that was misled this turn; empty: none."""
    assist: int = 0
    """Levels of Advantage that allies gave for the next check."""
    cover_by: tuple[str, ...] = ()
    """The obstacles behind which the combatant took cover."""
    damage: int = 0
    """Boxes taken; beyond 16 the track fills a second time."""
    fatigue: int = 0
    stamina_lost: int = 0
    """Stamina that bleeding cost, where an option keeps it apart from fatigue."""
    endured: int = 0
    """Boxes of damage and fatigue ever taken, for Limit Breaks."""
    limit_break: str = ""
    """"next": on the next turn; "ready": this turn; "both": this turn, and another on the next."""
    injuries: tuple[Injury, ...] = ()
    minion_hits: int = 0
    """Damage successes that a minion took."""
    surges_used: int = 0
    second_wind: bool = False
    """Second Wind was used in this encounter."""
    strenuous: bool = False
    """Attacked, moved or strained otherwise in this round."""
    last_round: int = 0
    """The last round in which a turn of this combatant began."""
    readied: int = 0
    """Actions spent on a readied action that hasn't come yet."""
    grappled_by: str = ""
    grappling: str = ""
    stable: bool = False
    """Stabilized after the damage track was filled."""
    dropped: tuple[str, ...] = ()
    """Weapons that are not in hand: dropped, or knocked away."""
    footing: str = ""
    """"sure": difficult ground costs no more now; "failed": no second try this turn."""
    hidden_from: tuple[str, ...] = ()
    """Enemies that don't know where the combatant is."""

    def __post_init__(self) -> None:
        for name in (
            "actions",
            "bonus",
            "reaction",
            "extra_defenses",
            "moves",
            "left_over",
            "strikes",
            "aim",
            "assist",
            "damage",
            "fatigue",
            "stamina_lost",
            "endured",
            "minion_hits",
            "surges_used",
            "last_round",
            "readied",
        ):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} cannot be {getattr(self, name)}: 0 is the least")
        for name in ("actions", "bonus", "reaction"):
            if getattr(self, name) > _MOST_ACTIONS:
                raise ValueError(
                    f"{name} cannot be {getattr(self, name)}: {_MOST_ACTIONS} is the most"
                )

    @property
    def boxes(self) -> int:
        """Filled boxes of the damage track."""
        return min(self.damage, BOXES)

    @property
    def negative(self) -> int:
        """Boxes filled a second time."""
        return max(0, self.damage - BOXES)

    @property
    def breaks_now(self) -> bool:
        """Whether a Limit Break is ready this turn."""
        return self.limit_break in ("ready", "both")

    @property
    def breaks_later(self) -> bool:
        """Whether a Limit Break comes on the next turn."""
        return self.limit_break in ("next", "both")

    @property
    def later_break(self) -> str:
        """What ``limit_break`` is once this turn's is used or lost."""
        return "next" if self.breaks_later else ""

    @property
    def bleeding(self) -> int:
        """The total bleeding penalty of all open wounds."""
        return sum(injury.bleeding for injury in self.injuries)


_PLAIN_SHEET = Sheet()
_FRESH = Status()
_PLAIN_DETAILS = WeaponDetails()


def sheet_of(token: Token) -> Sheet:
    """Return the token's sheet; an ordinary fighter where it has none."""
    return token.sheet if isinstance(token.sheet, Sheet) else _PLAIN_SHEET


def status_of(token: Token) -> Status:
    """Return the token's status; fresh where it has none."""
    return token.status if isinstance(token.status, Status) else _FRESH


def details_of(weapon: Weapon) -> WeaponDetails:
    """Return what ShadowRealms knows of a weapon."""
    return weapon.details if isinstance(weapon.details, WeaponDetails) else _PLAIN_DETAILS

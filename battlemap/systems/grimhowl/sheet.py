"""What a combatant is (Sheet, WeaponDetails) and what changes in play (Status)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from battlemap.dice.stars import DamageDice
from battlemap.rules.records import check_within
from battlemap.systems.grimhowl.kinds import (
    AreaShape,
    AttackSkill,
    DamageType,
    DieSize,
    EffectKind,
    Rank,
    Skill,
    Target,
)

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell, Point
    from battlemap.model.token import Token, Weapon


_MOST_ACTIONS = 99
"""A file that says more is wrong; each is a pip on the screen."""


@dataclass(frozen=True)
class Training:
    """Dice and rank of a skill."""

    dice: int = 3
    rank: Rank = Rank.TRAINED

    def __post_init__(self) -> None:
        check_within(self, "Skill", 0, 20)


@dataclass(frozen=True)
class Defense:
    """Dice and rank of a skill that defends, and the DC that attackers have to reach."""

    dice: int = 3
    rank: Rank = Rank.TRAINED
    dc: int = 3

    def __post_init__(self) -> None:
        check_within(self, "Defense", 0, 20)
        if self.dc < 1:
            raise ValueError("Defense: dc is 1 at least")


@dataclass(frozen=True)
class Sigil:
    """A source of resistance: dice that are rolled and taken off damage. No dice: none."""

    dice: int = 0
    die: DieSize = DieSize.D6
    recovery: str = ""
    """What mends it; empty: as is usual for its kind."""

    def __post_init__(self) -> None:
        check_within(self, "Sigil", 0, 20)


@dataclass(frozen=True)
class Sheet:
    """What a combatant is. The defaults are an ordinary fighter, so that any token can fight."""

    vitality: int = 12
    """Points of damage that put the combatant out."""
    movement_feet: int | None = field(default=None, metadata={"none": "as usual"})
    """None: as usual, which is an option of the rules."""
    fighting: Training = Training(4)
    """Skill of melee attacks."""
    marksmanship: Training = Training()
    """Skill of ranged attacks."""
    casting: Training = Training()
    """Skill of spells."""
    awareness: Training = Training()
    """Its stars give the place in the order of turns."""
    athletics: Training = Training()
    finesse: Training = Training()
    medicine: Training = Training(2, Rank.NOVICE)
    parry: Defense = Defense()
    dodge: Defense = Defense()
    will: Defense = Defense()
    fortitude: Defense = Defense()
    block: Training = Training()
    """Blocking needs a shield."""
    readiness: Rank = Rank.TRAINED
    """Who of two with as many stars goes first."""
    armor: Sigil = Sigil()
    shield: Sigil = Sigil()
    shell: Sigil = Sigil()
    """A hide, scales or a carapace: recovers by itself."""
    energy: Sigil = Sigil()
    """Against energy damage."""
    elemental: Sigil = Sigil()
    """Against elemental damage."""
    minion: bool = False
    """Dies at 0 Vitality, whatever the rule for others."""

    def __post_init__(self) -> None:
        if not 1 <= self.vitality <= 999:
            raise ValueError(f"vitality is a number from 1 to 999, not {self.vitality}")
        if self.movement_feet is not None and not 0 <= self.movement_feet <= 1000:
            raise ValueError(
                f"movement_feet is a number of feet from 0 to 1000, not {self.movement_feet}"
            )


@dataclass(frozen=True)
class StarEffect:
    """A status effect of a weapon or spell that costs stars, paid for each target."""

    name: str = ""
    """The condition it gives ("↓ agility"), or what the panel calls it; empty: there is none."""
    stars: int = 2
    kind: EffectKind = EffectKind.CONDITION
    rounds: int = 0
    """How long it lasts; 0 rounds and 0 minutes: until something ends it."""
    minutes: int = 0
    dice: int = 1
    """Of Gnawing damage."""
    die: DieSize = DieSize.D6
    damage_type: DamageType = DamageType.FIRE
    points: int = 1
    """Of damage to equipment."""

    def __post_init__(self) -> None:
        check_within(self, "Effect", 0, 999)
        if self.name and self.stars < 1:
            raise ValueError("Effect: stars are 1 at least")


@dataclass(frozen=True)
class WeaponDetails:
    """What Grimhowl knows of a weapon or spell beside its name and reach."""

    skill: AttackSkill = AttackSkill.BY_WEAPON
    """By weapon: Marksmanship at range, else Fighting."""
    against: Target = Target.BY_WEAPON
    """By weapon: Parry in melee, Dodge at range and in areas."""
    gear: int = 0
    """Dice that good gear adds to the attack."""
    dice: int = 1
    die: DieSize = DieSize.D6
    bonus: int = 0
    upgrades: int = 0
    """Sizes by which something raises the damage die."""
    damage_type: DamageType = DamageType.SLASHING
    sunders: int = 0
    """Points of damage to the Sigil that resists a hit."""
    natural: bool = False
    """Claws and teeth: damage to them recovers by itself."""
    effect: StarEffect = StarEffect()
    second_effect: StarEffect = StarEffect()
    area: AreaShape = AreaShape.NONE
    area_feet: int = 0
    """Radius, length, or side of a square."""
    area_width_feet: int = 5
    area_angle: int = 60

    def __post_init__(self) -> None:
        check_within(self, "WeaponDetails", 0, 1000)

    @property
    def has_area(self) -> bool:
        """Whether it strikes everybody in an area, and nobody alone."""
        return self.area is not AreaShape.NONE and self.area_feet > 0

    @property
    def effects(self) -> tuple[StarEffect, ...]:
        """The status effects that there are."""
        return tuple(effect for effect in (self.effect, self.second_effect) if effect.name)

    @property
    def damage_dice(self) -> DamageDice:
        """The damage dice before anything raises or lowers them."""
        return DamageDice(self.dice, self.die.sides, self.bonus)


@dataclass(frozen=True)
class Repeat:
    """How often an action was taken in this round."""

    action: str
    times: int


@dataclass(frozen=True)
class TakenCover:
    """Cover that was taken: behind which object, where, and how the object lay then."""

    object: str
    at: Cell
    place: tuple[Point, ...]


@dataclass(frozen=True)
class Gnawing:
    """Gnawing damage: dice that are rolled whenever something else does damage."""

    name: str
    dice: int
    die: DieSize
    damage_type: DamageType
    rounds_left: int | None = None


@dataclass(frozen=True)
class Lasting:
    """A condition that ends by itself."""

    condition: str
    rounds_left: int


@dataclass(frozen=True)
class Wear:
    """Damage to a source of resistance or a weapon, with what mends it."""

    source: str
    """"armor", "shield", "shell", "energy", "elemental" or a weapon's name."""
    points: int
    recovery: str


@dataclass(frozen=True)
class Status:
    """What changes in play. The defaults are a fresh combatant at the start of a fight."""

    actions: int = 3
    held: int = 0
    """Actions held for later in the round."""
    acted: bool = False
    """Had its turn in this round."""
    repeats: tuple[Repeat, ...] = ()
    """What was done in this round, for the Repeat Action Penalty."""
    opened: bool = False
    """A Move was paid for in this turn: the pool may be walked."""
    drawn: int = 0
    """Hundredths of a cell taken from the movement pool."""
    parity: int = 0
    """Diagonals walked this turn modulo 2, for 1-2-1."""
    stride: int = 0
    """Hundredths of a cell that stars have bought and nobody has walked yet."""
    stride_by: str = ""
    """What bought them: "athletics", "finesse" or "dodge"."""
    cover: TakenCover | None = None
    damage: int = 0
    death_marks: int = 0
    stable: bool = False
    """Down, and no longer gathering death marks."""
    gnawing: tuple[Gnawing, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    worn: tuple[Wear, ...] = ()

    def __post_init__(self) -> None:
        for name in ("actions", "held", "drawn", "stride", "damage", "death_marks"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} cannot be {getattr(self, name)}: 0 is the least")
        for name in ("actions", "held"):
            if getattr(self, name) > _MOST_ACTIONS:
                raise ValueError(
                    f"{name} cannot be {getattr(self, name)}: {_MOST_ACTIONS} is the most"
                )

    def times(self, action: str) -> int:
        """Return how often an action was taken in this round."""
        return next((done.times for done in self.repeats if done.action == action), 0)


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
    """Return what Grimhowl knows of a weapon."""
    return weapon.details if isinstance(weapon.details, WeaponDetails) else _PLAIN_DETAILS


def training_of(token: Token, skill: Skill) -> Training | Defense:
    """Return dice and rank of a skill."""
    found = getattr(sheet_of(token), skill.value)
    assert isinstance(found, (Training, Defense))  # every skill is a field of the sheet
    return found


def defense_of(token: Token, target: Target) -> Defense:
    """Return the defense that an attack is rolled against."""
    found = training_of(token, Skill(target.value))
    assert isinstance(found, Defense)  # every target is one
    return found

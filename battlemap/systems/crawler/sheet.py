"""What a combatant is: Sheet, WeaponDetails, and what it carries prepared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from battlemap.model.token import ALLY, PARTY
from battlemap.rules.records import check_within

if TYPE_CHECKING:
    from battlemap.model.token import Token, Weapon

SLOTS = 10
"""Slots of the health bar: each is a tenth of health (Taking damage)."""

CRAWLER_ACTIONS = 2
"""Actions of a crawler in a round (The round at a glance)."""


class Role(StrEnum):
    """Who has two Actions and interrupts, and who announces."""

    BY_SIDE = ""
    """Party and allies are crawlers, everybody else is a mob."""
    CRAWLER = "crawler"
    MOB = "mob"
    BOSS = "boss"
    """A mob about which clues may be looked for."""


class Stat(StrEnum):
    """The stat whose mod is added to a check or to damage."""

    BY_KIND = ""
    """As the text says for the kind of attack."""
    STRENGTH = "strength"
    DEXTERITY = "dexterity"
    CONSTITUTION = "constitution"
    INTELLIGENCE = "intelligence"
    CHARISMA = "charisma"
    NONE = "none"

    @property
    def short(self) -> str:
        """The stat as the text shortens it: "Str"."""
        return self.value[:3].capitalize()


class Shape(StrEnum):
    """The shapes of area attacks (Area shapes); empty: no area."""

    NO_AREA = ""
    BLAST = "blast"
    BURST = "burst"
    LINE = "line"
    CONE = "cone"


class Place(StrEnum):
    """Where something is carried."""

    HOTLIST = "hotlist"
    INVENTORY = "inventory"


@dataclass(frozen=True)
class Lasting:
    """Something that goes on for some rounds: a Debuff, a Buff, Regeneration."""

    label: str = "effect"
    """What it is called, and the condition that it gives."""
    rounds: int = 1
    """Clean Ups until it ends; 0: until something ends it."""
    dice: int = 0
    """Dice of damage at each Clean Up."""
    sides: int = 6
    amount: int = 0
    """Damage at each Clean Up, beside the dice."""
    damage_type: str = ""
    """Of that damage; on a weapon also the type that brings the effect, empty: all of them."""
    heals: int = 0
    """Slots of the health bar that come back at each Clean Up."""

    def __post_init__(self) -> None:
        check_within(self, "Lasting", 0, 99)
        if not self.label.strip():
            raise ValueError("Lasting: label is empty")

    @property
    def is_hurting(self) -> bool:
        """Whether it does damage."""
        return bool(self.dice or self.amount)


@dataclass(frozen=True)
class Prepared:
    """An item or a spell that isn't an attack: a potion, a scroll, a healing spell."""

    name: str = "item"
    spell: bool = False
    """A spell costs mana and stays; an item is used up."""
    place: Place = Place.HOTLIST
    uses: int = 1
    """How often an item can be used."""
    mana: int = 0
    """What a spell costs."""
    range_feet: int = 5
    """How far away the one may be on whom it is used."""
    heals: int = 0
    """Slots of the health bar that it restores."""
    restores_mana: int = 0
    clears: tuple[str, ...] = ()
    """Conditions that it takes away."""
    grants: tuple[Lasting, ...] = ()
    """What it leaves for some rounds."""

    def __post_init__(self) -> None:
        check_within(self, "Prepared", 0, 1000)
        if not self.name.strip():
            raise ValueError("Prepared: name is empty")

    @property
    def is_healing(self) -> bool:
        """Whether it may be used as a Heal interrupt."""
        return self.heals > 0


@dataclass(frozen=True)
class Skill:
    """A skill for checks that have no rule of their own."""

    name: str = "skill"
    rank: int = 0
    stat: Stat = Stat.INTELLIGENCE

    def __post_init__(self) -> None:
        check_within(self, "Skill", 0, 99)
        if not self.name.strip():
            raise ValueError("Skill: name is empty")


_SIGNED = (
    "strength_mod",
    "dexterity_mod",
    "constitution_mod",
    "intelligence_mod",
    "charisma_mod",
)
_FEET = ("move_feet", "step_feet")


@dataclass(frozen=True)
class Sheet:
    """What a combatant is. The defaults are an ordinary crawler or mob, so that any token fights.

    Mods may be negative; ranks, values and slots are whole numbers from 0 up, speeds feet.
    """

    role: Role = Role.BY_SIDE
    strength_mod: int = 2
    dexterity_mod: int = 2
    constitution_mod: int = 2
    intelligence_mod: int = 2
    charisma_mod: int = 1
    constitution: int = 12
    """The stat itself, for the reading in which the countdown of the dying starts at it."""
    melee_rank: int = 3
    ranged_rank: int = 3
    spell_rank: int = 3
    evade_rank: int = 2
    taunt_rank: int = 0
    first_aid_rank: int = 1
    perception_rank: int = 1
    """For Look for Clues."""
    catcher: bool = False
    """Has the passive skill of taking attacks for others."""
    skills: tuple[Skill, ...] = ()
    """For other checks."""
    evade: int | None = None
    """What attacks must reach; None: 10 + Dex mod + F."""
    attacks: int = 1
    """How many attacks a mob announces in a round."""
    slots: tuple[int, ...] = (4,) * SLOTS
    """The values of the ten slots of the health bar, in the order in which they are marked."""
    damage_resistance: int = 0
    resistances: tuple[str, ...] = ()
    """Damage types that are halved."""
    vulnerabilities: tuple[str, ...] = ()
    """Damage types that are doubled."""
    immunities: tuple[str, ...] = ()
    """Damage types that do nothing."""
    regeneration: int = 0
    """Slots that come back at each Clean Up."""
    mana: int = 6
    move_feet: int = 20
    """What a Move buys beside the step."""
    step_feet: int = 10
    """The step that comes with each Action."""
    size_class: int | None = None
    """None: by the token's size."""
    prepared: tuple[Prepared, ...] = ()
    """Items and spells in Hotlist and inventory."""
    clues: tuple[str, ...] = ()
    """What Look for Clues finds out about a boss, beside its defenses; in order."""

    def __post_init__(self) -> None:
        check_within(self, "Sheet", 0, 99, but=(*_SIGNED, *_FEET))
        for name in _SIGNED:
            if not -20 <= getattr(self, name) <= 40:
                raise ValueError(f"{name} is a number from -20 to 40, not {getattr(self, name)}")
        for name in _FEET:
            if not 0 <= getattr(self, name) <= 1000:
                raise ValueError(
                    f"{name} is a number of feet from 0 to 1000, not {getattr(self, name)}"
                )
        if len(self.slots) != SLOTS:
            raise ValueError(f"slots are {SLOTS} values, not {len(self.slots)}")
        if not all(1 <= value <= 9999 for value in self.slots):
            raise ValueError("each of the slots is worth 1 to 9999 points of damage")
        names = [thing.name for thing in self.prepared]
        if len(set(names)) != len(names):
            raise ValueError("two prepared things have the same name")

    def mod(self, stat: Stat) -> int:
        """Return the mod of a stat; 0 where none counts."""
        return {
            Stat.STRENGTH: self.strength_mod,
            Stat.DEXTERITY: self.dexterity_mod,
            Stat.CONSTITUTION: self.constitution_mod,
            Stat.INTELLIGENCE: self.intelligence_mod,
            Stat.CHARISMA: self.charisma_mod,
        }.get(stat, 0)


@dataclass(frozen=True)
class WeaponDetails:
    """What Crawler knows of a weapon or attack spell beside its name and reach."""

    spell: bool = False
    """An attack spell: Int to hit and to damage, and mana."""
    stat: Stat = Stat.BY_KIND
    """To hit: by kind Str in melee, Dex at range, Int for spells."""
    damage_stat: Stat = Stat.BY_KIND
    """To damage: by kind Str in melee, none at range, Int for spells."""
    rank: int | None = None
    """The rank of the skill; None: the sheet's rank for the kind of attack."""
    attack_value: int | None = None
    """What an Evade Check must reach; None: 10 + stat mod + F."""
    dice: int = 1
    sides: int = 6
    bonus: int = 0
    """Added to the damage."""
    damage_types: tuple[str, ...] = ("physical",)
    """Damage is split evenly among them."""
    mana: int = 0
    uses: int = 0
    """How many there are, for what is thrown or used up; 0: as many as wanted."""
    place: Place = Place.HOTLIST
    """From the inventory it must be retrieved first."""
    area: Shape = Shape.NO_AREA
    area_feet: int = 0
    """Radius of a blast or burst, length of a line or cone."""
    splash_feet: int = 0
    """How much wider half the damage reaches."""
    scatters: bool = False
    """Lands somewhere else when the attack fails."""
    effects: tuple[Lasting, ...] = ()
    """What a hit leaves behind."""

    @property
    def has_area(self) -> bool:
        """Whether the attack has an area."""
        return self.area is not Shape.NO_AREA

    def __post_init__(self) -> None:
        check_within(self, "WeaponDetails", 0, 1000, but=("bonus",))
        if not -99 <= self.bonus <= 999:
            raise ValueError(f"bonus is a number from -99 to 999, not {self.bonus}")
        if not self.damage_types or not all(kind.strip() for kind in self.damage_types):
            raise ValueError("a weapon needs at least one damage type")
        if self.sides < 1:
            raise ValueError("dice have at least 1 side")
        if self.has_area and self.area_feet < 1:
            raise ValueError("an area needs a size in feet")


_PLAIN_SHEET = Sheet()
_PLAIN_DETAILS = WeaponDetails()


def sheet_of(token: Token) -> Sheet:
    """Return the token's sheet; an ordinary one where it has none."""
    return token.sheet if isinstance(token.sheet, Sheet) else _PLAIN_SHEET


def details_of(weapon: Weapon) -> WeaponDetails:
    """Return what Crawler knows of a weapon."""
    return weapon.details if isinstance(weapon.details, WeaponDetails) else _PLAIN_DETAILS


def is_crawler(token: Token) -> bool:
    """Tell whether a token acts as a crawler: by its role, else by its side."""
    role = sheet_of(token).role
    if role is Role.BY_SIDE:
        return token.side in (PARTY, ALLY)
    return role is Role.CRAWLER


def size_class_of(token: Token) -> int:
    """Return the size class of a token."""
    given = sheet_of(token).size_class
    return token.size if given is None else given

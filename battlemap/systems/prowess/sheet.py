"""What a combatant is (Sheet, WeaponDetails) and what changes in play (Status)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from battlemap.rules.records import check_within

if TYPE_CHECKING:
    from battlemap.model.token import Token, Weapon

ACTION_POINTS = 6
"""Action points of a turn."""


class AreaShape(StrEnum):
    """The shape of an attack that has an area."""

    NONE = ""
    BLAST = "blast"
    BURST = "burst"
    LINE = "line"
    CONE = "cone"
    SQUARE = "square"


@dataclass(frozen=True)
class Sheet:
    """What a combatant is. The defaults are an ordinary fighter, so that any token can fight.

    Evasion, Strength, Athletics, Stealth, Sight and initiative are what is added to a d20.
    """

    brawn: int = 2
    awareness: int = 2
    prowess_dice: int = 4
    evasion: int = 3
    """The Evasion Resistance Check."""
    strength: int = 3
    """The Strength Resistance Check."""
    athletics: int = 3
    """The Athletics (Brawn) check."""
    stealth: int = 2
    """The Stealth (Dexterity) check."""
    sight: int = 2
    """The Sight (Awareness) check."""
    initiative: int = 2
    health: int = 20
    armor: int = 1
    """Damage Reduction."""
    shield_proficiency: int | None = None
    """None: no shield."""
    block_score: int = 0
    """What the shield adds while its bearer blocks."""

    def __post_init__(self) -> None:
        check_within(self, "Sheet", -20, 99, but=("health", "prowess_dice", "armor", "block_score"))
        for name, least, most in (
            ("health", 1, 9999),
            ("prowess_dice", 0, 20),
            ("armor", 0, 99),
            ("block_score", 0, 99),
        ):
            if not least <= getattr(self, name) <= most:
                raise ValueError(
                    f"Sheet: {name} is a number from {least} to {most}, not {getattr(self, name)}"
                )

    @property
    def passive_feet(self) -> int:
        """What a turn begins with: 10 ft and half of Brawn x 5 ft, rounded down."""
        return max(0, 10 + self.brawn * 5 // 2)


@dataclass(frozen=True)
class WeaponDetails:
    """What Prowess knows of a weapon, spell or bomb beside its name and reach."""

    proficiency: int = 2
    """Part of the Hit Bonus."""
    dice: int = 1
    """Damage dice."""
    sides: int = 6
    """Sides of the damage dice."""
    bonus: int = 0
    """Added to the damage."""
    loading: int = 0
    """Loading actions that each shot needs; 0: none."""
    two_handed: bool = False
    spell: bool = False
    """Using it is casting a spell."""
    shape: AreaShape = AreaShape.NONE
    """Not empty: an area attack."""
    size_feet: int = 10
    """Radius, length or side of the area."""
    width_feet: int = 5
    """Of a line."""
    angle: int = 60
    """Of a cone, in degrees."""
    shield_only: bool = True
    """Its area can be parried with a shield only."""

    def __post_init__(self) -> None:
        check_within(self, "WeaponDetails", -20, 99, but=("size_feet", "width_feet", "angle"))
        for name, least, most in (
            ("dice", 0, 20),
            ("sides", 1, 100),
            ("loading", 0, 20),
            ("size_feet", 1, 1000),
            ("width_feet", 1, 1000),
            ("angle", 1, 360),
        ):
            if not least <= getattr(self, name) <= most:
                raise ValueError(
                    f"WeaponDetails: {name} is a number from {least} to {most}, "
                    f"not {getattr(self, name)}"
                )


@dataclass(frozen=True)
class Unloaded:
    """A weapon that was shot, with the Loading actions that it still needs."""

    weapon: str
    needs: int


@dataclass(frozen=True)
class Dropped:
    """A weapon knocked out of somebody's hands: where it lies, or who caught it."""

    weapon: str
    column: int
    row: int
    caught_by: str = ""


@dataclass(frozen=True)
class Status:
    """What changes in play. The defaults are a fresh combatant at the start of a fight."""

    points: int = ACTION_POINTS
    """Action points left."""
    spent_dice: int = 0
    """Prowess dice that can't be used until they are rolled again."""
    passive: int = 0
    """Hundredths of a cell left of the passive movement."""
    left_over: int = 0
    """Hundredths of a cell left of movement actions that are paid."""
    parity: int = 0
    """Diagonals walked this turn modulo 2, for 1-2-1."""
    attacked: bool = False
    """Made an attack this turn."""
    blocking: bool = False
    heavy_parry: bool = False
    """The reduction of a Heavy Parry lasts."""
    guard_broken: bool = False
    readied: str = ""
    """The action that waits for its trigger; empty: none."""
    readied_paid: bool = False
    """The readied action is paid already."""
    assisted_by: tuple[str, ...] = ()
    """Who assists the next check or attack."""
    hidden_from: tuple[str, ...] = ()
    """Watchers that failed to see where it hides."""
    grappling: str = ""
    grappled_by: str = ""
    damage: int = 0
    """Health lost."""
    wounds: tuple[str, ...] = ()
    """The Wounds, by type."""
    unloaded: tuple[Unloaded, ...] = ()
    dropped: tuple[Dropped, ...] = ()

    def __post_init__(self) -> None:
        for name in ("points", "spent_dice", "passive", "left_over", "damage"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} cannot be {getattr(self, name)}: 0 is the least")


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
    """Return what Prowess knows of a weapon."""
    return weapon.details if isinstance(weapon.details, WeaponDetails) else _PLAIN_DETAILS


def held_weapons(token: Token) -> tuple[Weapon, ...]:
    """Return the weapons that nobody has knocked out of the token's hands."""
    lost = {one.weapon for one in status_of(token).dropped}
    return tuple(weapon for weapon in token.weapons if weapon.name not in lost)


def dice_left(token: Token) -> int:
    """Return how many prowess dice the token can spend now."""
    return max(0, sheet_of(token).prowess_dice - status_of(token).spent_dice)


def ability_of(token: Token, weapon: Weapon) -> tuple[int, str]:
    """Return the ability of an attack, which is also its damage modifier, and its name."""
    if weapon.is_ranged:
        return sheet_of(token).awareness, "Awareness"
    return sheet_of(token).brawn, "Brawn"


def hit_bonus(token: Token, weapon: Weapon) -> int:
    """Return the Hit Bonus: ability and weapon proficiency."""
    return ability_of(token, weapon)[0] + details_of(weapon).proficiency

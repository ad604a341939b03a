"""How a target may defend: evade, parry with weapon or shield, Perfect Parry, Heavy Parry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from battlemap.model.words import signed
from battlemap.rules.by_hand import name_of
from battlemap.systems.prowess.readings import Helpless
from battlemap.systems.prowess.sheet import details_of, dice_left, held_weapons, sheet_of, status_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token, Weapon
    from battlemap.systems.prowess import Prowess

EVASION, PARRY, SHIELD, PERFECT, HEAVY = "evasion", "parry", "shield", "perfect", "heavy"

PARRY_POINTS = 2
PERFECT_TAKES = 4
"""Prowess dice that a successful Perfect Parry takes from the attacker."""
HEAVY_REDUCTION = 4


@dataclass(frozen=True)
class Defense:
    """One way to defend against an attack."""

    key: str
    label: str
    bonus: int
    """Added to the d20, before modifiers."""
    words: str
    """How the bonus comes about."""
    points: int = 0
    dice: int = 0
    """Prowess dice that it costs, which aren't rolled."""
    unavailable: str = ""
    uses_shield: bool = False
    is_automatic: bool = False
    """Nothing is rolled: whoever can't defend is hit."""

    @property
    def is_evasion(self) -> bool:
        """Whether it is an Evasion check, to which no prowess dice are added."""
        return self.key == EVASION

    @property
    def cost_words(self) -> str:
        """What it costs in words; empty: nothing."""
        parts = [f"{self.points} AP"] if self.points else []
        if self.dice:
            parts.append("1 prowess die")
        return ", ".join(parts)


def defenses(
    system: Prowess, encounter: Encounter, target: Token, *, shield_only: bool = False
) -> tuple[Defense, ...]:
    """Return how *target* may defend; what is impossible stays listed with its reason.

    Parameters
    ----------
    shield_only
        An area attack that weapons can't parry.
    """
    sheet, status, name = sheet_of(target), status_of(target), name_of(target)
    unable = "" if system.is_able(target) else f"{name} cannot act"
    hit = bool(unable) and system.options.helpless is Helpless.HIT
    running = encounter.turn_order.is_running
    weapon = None if shield_only else _best_weapon(target)
    has_shield = sheet.shield_proficiency is not None
    by_shield = sheet.brawn + (sheet.shield_proficiency or 0)
    by_weapon = 0 if weapon is None else sheet.brawn + details_of(weapon).proficiency
    free = status.blocking
    poor = "" if not running or status.points >= PARRY_POINTS else "needs 2 AP"
    no_weapon = "only a shield parries an area" if shield_only else "needs a melee weapon"
    shield_words = f"shield {signed(by_shield)}"
    weapon_words = f"{weapon.name} {signed(by_weapon)}" if weapon else ""
    # Blocking adds to the shield what comes as a modifier of its own.
    blocks = sheet.block_score if free else 0
    with_shield = has_shield and (weapon is None or by_shield + blocks >= by_weapon)
    best = by_shield if with_shield else by_weapon
    best_words = shield_words if with_shield else weapon_words
    nothing = "" if has_shield or weapon else (no_weapon if not shield_only else "needs a shield")
    special = unable or nothing or poor or _no_die(target)
    return (
        Defense(
            EVASION,
            "Evasion",
            sheet.evasion,
            f"{name} can't defend" if hit else f"Evasion {signed(sheet.evasion)}",
            is_automatic=hit,
        ),
        Defense(
            PARRY,
            "Parry",
            by_weapon,
            f"Parry, {weapon_words}",
            PARRY_POINTS,
            unavailable=unable or ("" if weapon else no_weapon) or poor,
        ),
        Defense(
            SHIELD,
            "Shield",
            by_shield,
            f"Parry, {shield_words}",
            0 if free else PARRY_POINTS,
            unavailable=unable
            or ("" if has_shield else "needs a shield")
            or ("" if free else poor),
            uses_shield=True,
        ),
        Defense(
            PERFECT,
            "Perfect",
            best,
            f"Perfect Parry, {best_words}",
            PARRY_POINTS,
            1,
            special,
            with_shield,
        ),
        Defense(
            HEAVY,
            "Heavy",
            best,
            f"Heavy Parry, {best_words}",
            PARRY_POINTS,
            1,
            special,
            with_shield,
        ),
    )


def chosen(found: tuple[Defense, ...], wish: str) -> Defense:
    """Return the defense that is wished for; Evasion where it is impossible or none is named."""
    for defense in found:
        if defense.key == wish and not defense.unavailable:
            return defense
    return found[0]


def _best_weapon(target: Token) -> Weapon | None:
    """Return the melee weapon with the highest proficiency; None: empty hands."""
    melee = [weapon for weapon in held_weapons(target) if not weapon.is_ranged]
    melee = [weapon for weapon in melee if not details_of(weapon).shape]
    return max(melee, key=lambda weapon: details_of(weapon).proficiency, default=None)


def _no_die(target: Token) -> str:
    if status_of(target).guard_broken:
        return "guard broken"
    return "" if dice_left(target) else "no prowess die left"

"""Creatures of our own, to start a fight in a minute."""

from __future__ import annotations

from battlemap.geometry.cell import Cell
from battlemap.model.token import FOE, PARTY, Token, Weapon
from battlemap.systems.prowess.sheet import AreaShape, Sheet, WeaponDetails

_AT = Cell(0, 0)


def _melee(name: str, reach: int, proficiency: int, sides: int, **more: int) -> Weapon:
    details = WeaponDetails(
        proficiency, more.get("dice", 1), sides, two_handed=bool(more.get("two_handed"))
    )
    return Weapon(name, reach, details=details)


_SWORD = _melee("longsword", 5, 3, 8)
_DAGGER = _melee("dagger", 3, 2, 4)
_SPEAR = _melee("spear", 10, 3, 6, two_handed=1)
_GREATAXE = _melee("greataxe", 5, 2, 12, two_handed=1)
_CLUB = _melee("club", 5, 1, 6)
_BITE = _melee("bite", 5, 3, 6)
_CROSSBOW = Weapon("crossbow", range_feet=80, details=WeaponDetails(3, 1, 10, loading=1))
_BOW = Weapon("bow", range_feet=100, details=WeaponDetails(3, 1, 8, two_handed=True))
_FIREBALL = Weapon(
    "fireball",
    range_feet=60,
    details=WeaponDetails(3, 3, 6, spell=True, shape=AreaShape.BLAST, size_feet=10),
)
_BOLT = Weapon("fire bolt", range_feet=60, details=WeaponDetails(3, 1, 10, spell=True))
_BREATH = Weapon(
    "fire breath",
    details=WeaponDetails(3, 4, 6, shape=AreaShape.CONE, size_feet=25, angle=60),
)


def _creature(
    key: str, name: str, side: str, art: str, sheet: Sheet, *weapons: Weapon, size: int = 1
) -> Token:
    return Token(
        key, name, side, _AT, size=size, art=f"builtin:{art}", weapons=weapons, sheet=sheet
    )


BESTIARY: tuple[Token, ...] = (
    _creature(
        "knight",
        "Knight",
        PARTY,
        "knight",
        Sheet(4, 2, 6, 3, 5, 6, 0, 2, 2, health=30, armor=4, shield_proficiency=3, block_score=3),
        _SWORD,
    ),
    _creature(
        "spear-fighter",
        "Spear fighter",
        PARTY,
        "swordsman",
        Sheet(3, 3, 6, 4, 4, 5, 3, 3, 3, health=26, armor=2),
        _SPEAR,
        _DAGGER,
    ),
    _creature(
        "archer",
        "Archer",
        PARTY,
        "archer",
        Sheet(2, 4, 5, 5, 3, 3, 4, 5, 4, health=22, armor=1),
        _BOW,
        _DAGGER,
    ),
    _creature(
        "mage",
        "Mage",
        PARTY,
        "mage",
        Sheet(1, 4, 4, 4, 2, 1, 2, 4, 3, health=18, armor=0),
        _BOLT,
        _FIREBALL,
        _DAGGER,
    ),
    _creature(
        "bandit",
        "Bandit",
        FOE,
        "bandit",
        Sheet(2, 2, 3, 3, 3, 3, 3, 2, 2, health=16, armor=1),
        _SWORD,
        _DAGGER,
    ),
    _creature(
        "crossbowman",
        "Crossbowman",
        FOE,
        "guard",
        Sheet(2, 3, 3, 3, 3, 3, 2, 4, 2, health=18, armor=2),
        _CROSSBOW,
        _CLUB,
    ),
    _creature(
        "shield-bearer",
        "Shield bearer",
        FOE,
        "hobgoblin",
        Sheet(3, 2, 4, 3, 4, 4, 0, 2, 1, health=24, armor=3, shield_proficiency=2, block_score=2),
        _SWORD,
    ),
    _creature(
        "orc",
        "Orc",
        FOE,
        "orc-brute",
        Sheet(4, 1, 4, 2, 5, 5, 1, 2, 1, health=28, armor=2),
        _GREATAXE,
    ),
    _creature(
        "goblin",
        "Goblin",
        FOE,
        "goblin",
        Sheet(1, 3, 2, 5, 1, 2, 5, 3, 4, health=10, armor=0),
        _DAGGER,
    ),
    _creature(
        "wolf", "Wolf", FOE, "wolf", Sheet(2, 3, 3, 5, 3, 4, 4, 5, 4, health=14, armor=0), _BITE
    ),
    _creature(
        "ogre",
        "Ogre",
        FOE,
        "ogre",
        Sheet(6, 1, 4, 1, 8, 8, -2, 1, 0, health=45, armor=3),
        _melee("tree trunk", 10, 2, 8, dice=2),
        size=2,
    ),
    _creature(
        "drake",
        "Drake",
        FOE,
        "dragon",
        Sheet(5, 3, 6, 3, 6, 6, 1, 5, 3, health=50, armor=5),
        _melee("claws", 5, 3, 8, dice=2),
        _BREATH,
        size=2,
    ),
)
"""Each is placed under a new id."""

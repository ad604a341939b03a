"""Creatures of our own, to start a fight in a minute."""

from __future__ import annotations

from battlemap.geometry.cell import Cell
from battlemap.model.token import FOE, PARTY, Token, Weapon
from battlemap.systems.shadowrealms.sheet import (
    DamageType,
    Power,
    Protection,
    Sheet,
    Tier,
    WeaponDetails,
    Whom,
)


def _creature(
    key: str,
    name: str,
    art: str,
    sheet: Sheet,
    *weapons: Weapon,
    side: str = FOE,
    size: int = 1,
    notes: str = "",
    conditions: frozenset[str] = frozenset(),
) -> Token:
    return Token(
        key,
        name,
        side,
        Cell(0, 0),
        size,
        art=f"builtin:{art}",
        conditions=conditions,
        weapons=weapons,
        notes=notes,
        sheet=sheet,
    )


_SLASH, _POINT, _BLOW = DamageType.SLASHING, DamageType.PUNCTURE, DamageType.IMPACT

_SWORD = Weapon("sword", details=WeaponDetails(_SLASH, 2, 1))
_DAGGER = Weapon(
    "dagger", details=WeaponDetails(_POINT, 1, 1, agile=True, close_quarters=True, off_hand=True)
)
_BOW = Weapon("longbow", range_feet=150, details=WeaponDetails(_POINT, 2, 2))

BESTIARY: tuple[Token, ...] = (
    _creature(
        "captain",
        "Captain of the Watch",
        "knight",
        Sheet(
            might=5,
            fighting=6,
            vitality=4,
            toughness=7,
            defense_rating=17,
            evasion=13,
            grapple_defense=16,
            protection=Protection(4, 3, 2),
            wear_difficulty=4,
            wear_armor=3,
            powers=(
                Power("Rally", "Tactics", bonus=True, surge=True, range_feet=60),
                Power("Battle orders", "Tactics", levels=1, range_feet=60),
            ),
        ),
        Weapon("longsword", details=WeaponDetails(_SLASH, 3, 1)),
        Weapon("shield", details=WeaponDetails(_BLOW, 0, knockback=1, braces=True)),
        side=PARTY,
        notes="Holds a line and gives others the breath to go on.",
    ),
    _creature(
        "scout",
        "Scout",
        "scout",
        Sheet(
            agility=5,
            accuracy=5,
            quickness=4,
            awareness=4,
            intuition=3,
            marksmanship=6,
            acrobatics=5,
            alertness=5,
            stealth=6,
            movement_feet=35,
            protection=Protection(1, 1, 1),
        ),
        _BOW,
        Weapon("short sword", details=WeaponDetails(_SLASH, 1, 0, agile=True)),
        _DAGGER,
        side=PARTY,
        notes="Hides, aims and strikes unseen.",
    ),
    _creature(
        "healer",
        "Hearth Priest",
        "cleric",
        Sheet(
            intuition=4,
            medicine=6,
            powers=(
                Power("Mending prayer", "Faith", surge=True, range_feet=30),
                Power("Stanching touch", "Faith", bonus=True, stops_bleeding=True, range_feet=5),
                Power("Word of courage", "Faith", whom=Whom.ALLY, takes="stunned", levels=1),
            ),
        ),
        Weapon("mace", details=WeaponDetails(_BLOW, 2)),
        side=PARTY,
        notes="Surges for others, and wounds that close.",
    ),
    _creature(
        "occultist",
        "Gallows Witch",
        "mage",
        Sheet(
            might=2,
            accuracy=5,
            marksmanship=6,
            toughness=5,
            powers=(
                Power("Night lance", "Occult", 2, whom=Whom.ENEMY, strike="night lance", levels=1),
                Power("Grave wind", "Occult", 2, whom=Whom.ENEMY, push_areas=3, range_feet=40),
                Power("Dead eyes", "Occult", 3, whom=Whom.ENEMY, gives="blinded", range_feet=40),
            ),
        ),
        Weapon("night lance", range_feet=80, details=WeaponDetails(_POINT, 4, 4, natural=True)),
        Weapon("staff", details=WeaponDetails(_BLOW, 0, haft=True)),
        notes="Keeps away, and throws whoever comes near.",
    ),
    _creature(
        "duelist",
        "Duelist",
        "swordsman",
        Sheet(
            might=4,
            agility=6,
            quickness=4,
            fighting=6,
            acrobatics=5,
            evasion=14,
            ambidextrous=True,
            disarms=True,
            powers=(
                Power(
                    "Final measure",
                    "Blades",
                    limit_break=True,
                    whom=Whom.ENEMY,
                    strike="rapier",
                    levels=2,
                ),
            ),
        ),
        Weapon("rapier", details=WeaponDetails(_POINT, 2, 2, agile=True)),
        _DAGGER,
        notes="Two blades, and yours on the floor.",
    ),
    _creature(
        "pikeman",
        "Pikeman",
        "guard",
        Sheet(protection=Protection(3, 2, 2), wear_difficulty=2),
        Weapon("pike", 10, reach=True, details=WeaponDetails(_POINT, 2, 2, braces=True, haft=True)),
        Weapon("short sword", details=WeaponDetails(_SLASH, 1)),
        notes="Sets the pike against whoever comes.",
    ),
    _creature(
        "brute",
        "Orc Brute",
        "orc-brute",
        Sheet(
            might=6,
            toughness=8,
            vitality=4,
            defense_rating=14,
            grapple=5,
            grapple_defense=17,
            protection=Protection(2, 1, 2),
        ),
        Weapon("great axe", details=WeaponDetails(_SLASH, 4, 2, large=True, cleave=True)),
        Weapon("fists", details=WeaponDetails(_BLOW, 0, natural=True)),
        notes="Cleaves through the small, wrestles the rest.",
    ),
    _creature(
        "ogre",
        "Ogre",
        "ogre",
        Sheet(
            might=8,
            quickness=1,
            toughness=10,
            vitality=5,
            fighting=3,
            defense_rating=13,
            grapple=6,
            grapple_defense=20,
            movement_feet=40,
        ),
        Weapon(
            "tree trunk",
            10,
            details=WeaponDetails(_BLOW, 5, 1, siege=True, knockback=2, knockdown=True),
        ),
        size=2,
        notes="Breaks doors, walls and whoever stands before them.",
    ),
    _creature(
        "warg",
        "Warg",
        "warg",
        Sheet(
            might=5,
            agility=4,
            quickness=4,
            awareness=4,
            alertness=4,
            stealth=4,
            toughness=6,
            movement_feet=50,
        ),
        Weapon("fangs", details=WeaponDetails(_POINT, 2, 1, natural=True, knockdown=True)),
        notes="Runs its prey down.",
    ),
    _creature(
        "spider",
        "Cave Spider",
        "spider",
        Sheet(
            agility=5,
            quickness=3,
            stealth=6,
            climb_feet=40,
            movement_feet=40,
            powers=(Power("Web", whom=Whom.ENEMY, gives="stunned", range_feet=15, actions=3),),
        ),
        Weapon("bite", details=WeaponDetails(_POINT, 1, 1, agile=True, natural=True)),
        notes="Climbs as others walk.",
    ),
    _creature(
        "gargoyle",
        "Gargoyle",
        "dragon",
        Sheet(might=5, toughness=9, protection=Protection(4, 4, 2), fly_feet=60),
        Weapon("claws", details=WeaponDetails(_SLASH, 2, 1, natural=True)),
        notes="Stone until it takes to the air.",
        conditions=frozenset({"flying"}),
    ),
    _creature(
        "goblin",
        "Goblin",
        "goblin",
        Sheet(might=3, quickness=3, defense_rating=15, stealth=4, tier=Tier.LESSER),
        Weapon("jagged knife", details=WeaponDetails(_SLASH, 1)),
        Weapon("sling", range_feet=60, details=WeaponDetails(_BLOW, 1)),
        notes="Falls to one damage die.",
    ),
    _creature(
        "bandit",
        "Bandit",
        "bandit",
        Sheet(tier=Tier.STANDARD, protection=Protection(1, 1, 1)),
        _SWORD,
        _BOW,
        notes="Falls to two damage dice.",
    ),
    _creature(
        "hobgoblin",
        "Hobgoblin Veteran",
        "hobgoblin",
        Sheet(might=5, fighting=5, tier=Tier.ELITE, protection=Protection(3, 3, 3)),
        Weapon("spear", 10, reach=True, details=WeaponDetails(_POINT, 2, 1)),
        _SWORD,
        notes="Falls to three damage dice.",
    ),
)
"""Each stands at the corner of the map until it is placed."""

"""Creatures and crawlers of our own, to start a fight with in a minute."""

from __future__ import annotations

from battlemap.geometry.cell import Cell
from battlemap.model.token import FOE, PARTY, Token, Weapon
from battlemap.systems.crawler.sheet import (
    SLOTS,
    Lasting,
    Place,
    Prepared,
    Role,
    Shape,
    Sheet,
    Skill,
    Stat,
    WeaponDetails,
)

BURNING = Lasting("burning", rounds=2, dice=1, sides=4, damage_type="fire")
POISONED = Lasting("poisoned", rounds=3, amount=2, damage_type="poison")
WEBBED = Lasting("shaken", rounds=1)
MENDING = Lasting("mending", rounds=3, heals=1)

_ORIGIN = Cell(0, 0)


def _mob(key: str, name: str, art: str, sheet: Sheet, *weapons: Weapon, size: int = 1) -> Token:
    return Token(
        key, name, FOE, _ORIGIN, size=size, art=f"builtin:{art}", sheet=sheet, weapons=weapons
    )


def _crawler(key: str, name: str, art: str, sheet: Sheet, *weapons: Weapon) -> Token:
    return Token(key, name, PARTY, _ORIGIN, art=f"builtin:{art}", sheet=sheet, weapons=weapons)


def _bar(value: int) -> tuple[int, ...]:
    return (value,) * SLOTS


def _claws(name: str, attack: int, dice: int, sides: int, bonus: int = 0) -> Weapon:
    details = WeaponDetails(
        attack_value=attack, damage_stat=Stat.NONE, dice=dice, sides=sides, bonus=bonus
    )
    return Weapon(name, details=details)


MOBS = (
    _mob(
        "rat",
        "Boiler Rat",
        "wolf",
        Sheet(dexterity_mod=2, slots=_bar(1), move_feet=25),
        _claws("bite", 11, 1, 4),
    ),
    _mob(
        "scrapper",
        "Scrap Goblin",
        "goblin",
        Sheet(dexterity_mod=3, slots=_bar(2), constitution_mod=1),
        _claws("shiv", 12, 1, 6, 1),
        Weapon(
            "bolt thrower",
            range_feet=60,
            details=WeaponDetails(attack_value=12, dice=1, sides=8, uses=6),
        ),
    ),
    _mob(
        "brute",
        "Ironjaw Brute",
        "orc-brute",
        Sheet(strength_mod=4, slots=_bar(4), damage_resistance=1, size_class=2),
        _claws("cleaver", 14, 2, 6, 2),
        Weapon(
            "chain",
            10,
            details=WeaponDetails(attack_value=13, damage_stat=Stat.NONE, dice=1, sides=8, bonus=2),
        ),
    ),
    _mob(
        "sapper",
        "Mine Sapper",
        "bandit",
        Sheet(dexterity_mod=2, slots=_bar(2)),
        Weapon(
            "dynamite",
            range_feet=40,
            details=WeaponDetails(
                attack_value=13,
                dice=3,
                damage_types=("blast", "fire"),
                area=Shape.BLAST,
                area_feet=5,
                splash_feet=5,
                scatters=True,
                uses=3,
            ),
        ),
        _claws("pick", 11, 1, 6),
    ),
    _mob(
        "spinner",
        "Cellar Spinner",
        "spider",
        Sheet(dexterity_mod=3, slots=_bar(3), immunities=("poison",), move_feet=30),
        Weapon(
            "fangs",
            details=WeaponDetails(
                attack_value=13,
                damage_stat=Stat.NONE,
                dice=1,
                sides=6,
                damage_types=("physical", "poison"),
                effects=(POISONED,),
            ),
        ),
        Weapon(
            "web",
            range_feet=30,
            details=WeaponDetails(
                attack_value=12, dice=0, damage_types=("web",), effects=(WEBBED,)
            ),
        ),
    ),
    _mob(
        "chanter",
        "Ember Chanter",
        "hobgoblin",
        Sheet(intelligence_mod=4, slots=_bar(2), resistances=("fire",), mana=12),
        Weapon(
            "fire bolt",
            range_feet=60,
            details=WeaponDetails(
                spell=True,
                attack_value=14,
                damage_stat=Stat.NONE,
                dice=2,
                damage_types=("fire",),
                mana=2,
                effects=(BURNING,),
            ),
        ),
        _claws("staff", 10, 1, 6),
    ),
    _mob(
        "corpse",
        "Sump Corpse",
        "zombie",
        Sheet(
            slots=_bar(5),
            regeneration=1,
            resistances=("physical",),
            vulnerabilities=("ice",),
            immunities=("acid",),
            move_feet=10,
            evade=9,
        ),
        Weapon(
            "acid slap",
            10,
            details=WeaponDetails(
                attack_value=13, damage_stat=Stat.NONE, dice=2, damage_types=("acid",)
            ),
        ),
    ),
    _mob(
        "warden",
        "Furnace Warden",
        "ogre",
        Sheet(
            role=Role.BOSS,
            strength_mod=5,
            intelligence_mod=1,
            slots=(8, 8, 8, 10, 10, 10, 12, 12, 12, 15),
            attacks=2,
            damage_resistance=2,
            resistances=("fire",),
            vulnerabilities=("ice",),
            size_class=5,
            clues=(
                "the bellows feed its breath: break them",
                "it never turns on whoever taunts it twice",
            ),
        ),
        Weapon(
            "hammer",
            10,
            details=WeaponDetails(attack_value=16, damage_stat=Stat.NONE, dice=2, sides=8, bonus=3),
        ),
        Weapon(
            "furnace breath",
            details=WeaponDetails(
                attack_value=15,
                damage_stat=Stat.NONE,
                dice=4,
                damage_types=("fire",),
                area=Shape.CONE,
                area_feet=20,
                effects=(BURNING,),
            ),
        ),
        Weapon(
            "stomp",
            details=WeaponDetails(
                attack_value=14,
                damage_stat=Stat.NONE,
                dice=2,
                area=Shape.BURST,
                area_feet=5,
            ),
        ),
        size=2,
    ),
)
"""Mobs of the first floors, the weakest first."""

CRAWLERS = (
    _crawler(
        "bruiser",
        "Bruiser",
        "knight",
        Sheet(
            strength_mod=4,
            constitution_mod=3,
            melee_rank=5,
            evade_rank=2,
            taunt_rank=4,
            catcher=True,
            slots=_bar(5),
            damage_resistance=1,
            prepared=(
                Prepared("healing potion", heals=3, uses=2),
                Prepared("antidote", clears=("poisoned",), place=Place.INVENTORY),
            ),
        ),
        Weapon("mace", details=WeaponDetails(dice=2, sides=6)),
        Weapon("halberd", 10, details=WeaponDetails(dice=1, sides=10)),
    ),
    _crawler(
        "scout",
        "Scout",
        "archer",
        Sheet(
            dexterity_mod=4,
            ranged_rank=5,
            melee_rank=3,
            evade_rank=4,
            perception_rank=4,
            slots=_bar(4),
            skills=(Skill("Stealth", 4, Stat.DEXTERITY), Skill("Traps", 3, Stat.DEXTERITY)),
            prepared=(Prepared("smelling salts", heals=1, clears=("shaken",), uses=2),),
        ),
        Weapon("longbow", range_feet=120, details=WeaponDetails(dice=1, sides=10)),
        Weapon("knife", details=WeaponDetails(dice=1, sides=6, stat=Stat.DEXTERITY)),
        Weapon(
            "dynamite",
            range_feet=40,
            details=WeaponDetails(
                dice=3,
                damage_types=("blast", "fire"),
                area=Shape.BLAST,
                area_feet=5,
                splash_feet=5,
                scatters=True,
                uses=2,
            ),
        ),
    ),
    _crawler(
        "healer",
        "Field Medic",
        "cleric",
        Sheet(
            intelligence_mod=4,
            spell_rank=4,
            first_aid_rank=5,
            slots=_bar(4),
            mana=14,
            prepared=(
                Prepared("mend", spell=True, mana=2, range_feet=30, heals=2),
                Prepared("steady glow", spell=True, mana=3, range_feet=30, grants=(MENDING,)),
                Prepared("healing potion", heals=3),
            ),
        ),
        Weapon(
            "frost needle",
            range_feet=60,
            details=WeaponDetails(spell=True, dice=2, sides=6, damage_types=("ice",), mana=2),
        ),
        Weapon("staff", details=WeaponDetails(dice=1, sides=6)),
    ),
    _crawler(
        "pyro",
        "Pyromancer",
        "mage",
        Sheet(intelligence_mod=5, spell_rank=5, slots=_bar(3), mana=18, evade_rank=3),
        Weapon(
            "fireball",
            range_feet=80,
            details=WeaponDetails(
                spell=True,
                dice=4,
                sides=6,
                damage_types=("fire",),
                mana=5,
                area=Shape.BLAST,
                area_feet=10,
                splash_feet=5,
                scatters=True,
            ),
        ),
        Weapon(
            "flame lash",
            10,
            details=WeaponDetails(
                spell=True, dice=2, sides=6, damage_types=("fire",), mana=1, effects=(BURNING,)
            ),
        ),
    ),
)
"""Four crawlers to try the game with."""

BESTIARY: tuple[Token, ...] = (*MOBS, *CRAWLERS)

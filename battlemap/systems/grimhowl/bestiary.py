"""Creatures of our own, to start a fight in a minute."""

from __future__ import annotations

from battlemap.geometry.cell import Cell
from battlemap.model.token import FOE, PARTY, Token, Weapon
from battlemap.systems.grimhowl.kinds import (
    AreaShape,
    AttackSkill,
    DamageType,
    DieSize,
    EffectKind,
    Rank,
    Target,
)
from battlemap.systems.grimhowl.sheet import (
    Defense,
    Sheet,
    Sigil,
    StarEffect,
    Training,
    WeaponDetails,
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
) -> Token:
    return Token(
        key,
        name,
        side,
        Cell(0, 0),
        size,
        art=f"builtin:{art}",
        weapons=weapons,
        notes=notes,
        sheet=sheet,
    )


_FLAME = StarEffect(
    "burning", 2, EffectKind.GNAWING, rounds=3, die=DieSize.D4, damage_type=DamageType.FIRE
)
_VENOM = StarEffect("venom", 2, EffectKind.GNAWING, die=DieSize.D4, damage_type=DamageType.POISON)
_SUNDER = StarEffect("split the guard", 2, EffectKind.SUNDER)

BESTIARY: tuple[Token, ...] = (
    _creature(
        "sellsword",
        "Sellsword",
        "swordsman",
        Sheet(
            vitality=14,
            fighting=Training(5, Rank.EXPERT),
            parry=Defense(4, Rank.EXPERT, 4),
            armor=Sigil(1, DieSize.D4),
            shield=Sigil(1, DieSize.D6),
            readiness=Rank.EXPERT,
        ),
        Weapon(
            "broadsword",
            details=WeaponDetails(
                die=DieSize.D8, gear=1, effect=StarEffect("↓ might", 2, rounds=2)
            ),
        ),
        side=PARTY,
    ),
    _creature(
        "hedge-witch",
        "Hedge witch",
        "mage",
        Sheet(
            vitality=10,
            casting=Training(5, Rank.EXPERT),
            dodge=Defense(3, Rank.EXPERT, 3),
            will=Defense(4, Rank.VETERAN, 4),
            energy=Sigil(1, DieSize.D6),
        ),
        Weapon(
            "ember burst",
            range_feet=60,
            details=WeaponDetails(
                skill=AttackSkill.CASTING,
                dice=2,
                die=DieSize.D4,
                damage_type=DamageType.FIRE,
                effect=_FLAME,
                area=AreaShape.BLAST,
                area_feet=5,
            ),
        ),
        Weapon(
            "hex",
            range_feet=40,
            details=WeaponDetails(
                skill=AttackSkill.CASTING,
                against=Target.WILL,
                die=DieSize.D4,
                damage_type=DamageType.CURSE,
                effect=StarEffect("↓ agility", 2, rounds=3),
                second_effect=StarEffect("stunned", 4, rounds=1),
            ),
        ),
        Weapon("knife", details=WeaponDetails(die=DieSize.D4)),
        side=PARTY,
    ),
    _creature(
        "ash-hound",
        "Ash hound",
        "wolf",
        Sheet(
            vitality=7,
            movement_feet=40,
            fighting=Training(3),
            awareness=Training(4, Rank.EXPERT),
            dodge=Defense(3, Rank.TRAINED, 3),
            shell=Sigil(1, DieSize.D4),
            minion=True,
        ),
        Weapon("ember jaws", details=WeaponDetails(natural=True, effect=_FLAME)),
    ),
    _creature(
        "gutter-knife",
        "Gutter knife",
        "bandit",
        Sheet(vitality=8, fighting=Training(4), dodge=Defense(4, Rank.EXPERT, 3), minion=True),
        Weapon(
            "jagged knife",
            details=WeaponDetails(
                die=DieSize.D4,
                damage_type=DamageType.PIERCING,
                effect=StarEffect("↓ agility", 2, rounds=2),
            ),
        ),
        Weapon(
            "sling",
            range_feet=40,
            details=WeaponDetails(die=DieSize.D4, damage_type=DamageType.CRUSHING),
        ),
    ),
    _creature(
        "wall-guard",
        "Wall guard",
        "guard",
        Sheet(
            vitality=12,
            parry=Defense(4, Rank.TRAINED, 4),
            block=Training(5, Rank.EXPERT),
            armor=Sigil(1, DieSize.D4),
            shield=Sigil(1, DieSize.D8),
        ),
        Weapon("spear", 10, details=WeaponDetails(damage_type=DamageType.PIERCING)),
    ),
    _creature(
        "ridge-archer",
        "Ridge archer",
        "archer",
        Sheet(
            vitality=9,
            marksmanship=Training(5, Rank.EXPERT),
            dodge=Defense(4, Rank.EXPERT, 4),
        ),
        Weapon(
            "long bow",
            range_feet=120,
            details=WeaponDetails(die=DieSize.D8, damage_type=DamageType.PIERCING),
        ),
        Weapon("knife", details=WeaponDetails(die=DieSize.D4)),
    ),
    _creature(
        "orc-breaker",
        "Orc breaker",
        "orc-brute",
        Sheet(
            vitality=18,
            fighting=Training(5),
            parry=Defense(3, Rank.TRAINED, 3),
            dodge=Defense(2, Rank.NOVICE, 2),
            armor=Sigil(1, DieSize.D6),
        ),
        Weapon(
            "maul",
            details=WeaponDetails(
                die=DieSize.D10, damage_type=DamageType.CRUSHING, sunders=1, effect=_SUNDER
            ),
        ),
    ),
    _creature(
        "pale-spider",
        "Pale spider",
        "spider",
        Sheet(
            vitality=16,
            movement_feet=40,
            fighting=Training(4),
            dodge=Defense(4, Rank.EXPERT, 4),
            finesse=Training(5, Rank.EXPERT),
            shell=Sigil(1, DieSize.D8, "grows back with the next moult"),
        ),
        Weapon(
            "fangs",
            details=WeaponDetails(
                natural=True,
                damage_type=DamageType.PIERCING,
                effect=_VENOM,
                second_effect=StarEffect("stunned", 3, rounds=1),
            ),
        ),
        size=2,
    ),
    _creature(
        "bone-sentry",
        "Bone sentry",
        "skeleton",
        Sheet(vitality=6, will=Defense(5, Rank.MASTER, 5), minion=True),
        Weapon("rusted glaive", 10, details=WeaponDetails(die=DieSize.D8)),
        notes="Feels nothing: attacks on Will rarely succeed.",
    ),
    _creature(
        "drowned-one",
        "Drowned one",
        "zombie",
        Sheet(
            vitality=15,
            movement_feet=20,
            parry=Defense(2, Rank.NOVICE, 2),
            dodge=Defense(1, Rank.NOVICE, 2),
            fortitude=Defense(4, Rank.VETERAN, 4),
            elemental=Sigil(1, DieSize.D6),
        ),
        Weapon(
            "cold grip",
            details=WeaponDetails(
                natural=True,
                against=Target.FORTITUDE,
                damage_type=DamageType.FROST,
                effect=StarEffect("↓ might", 2, minutes=1),
            ),
        ),
    ),
    _creature(
        "cinder-drake",
        "Cinder drake",
        "dragon",
        Sheet(
            vitality=36,
            movement_feet=40,
            fighting=Training(6, Rank.VETERAN),
            casting=Training(6, Rank.VETERAN),
            awareness=Training(5, Rank.VETERAN),
            parry=Defense(4, Rank.VETERAN, 4),
            dodge=Defense(4, Rank.EXPERT, 4),
            will=Defense(5, Rank.VETERAN, 5),
            fortitude=Defense(6, Rank.MASTER, 5),
            readiness=Rank.VETERAN,
            shell=Sigil(2, DieSize.D6),
            elemental=Sigil(2, DieSize.D8),
        ),
        Weapon(
            "claws",
            10,
            details=WeaponDetails(natural=True, dice=2, sunders=1),
        ),
        Weapon(
            "ember breath",
            details=WeaponDetails(
                skill=AttackSkill.CASTING,
                dice=3,
                damage_type=DamageType.FIRE,
                effect=_FLAME,
                area=AreaShape.CONE,
                area_feet=30,
                natural=True,
            ),
        ),
        size=3,
        notes="Breathes fire in a cone; the flames gnaw for three rounds.",
    ),
    _creature(
        "grave-master",
        "Grave master",
        "assassin",
        Sheet(
            vitality=20,
            fighting=Training(6, Rank.MASTER),
            awareness=Training(5, Rank.MASTER),
            parry=Defense(6, Rank.MASTER, 5),
            dodge=Defense(6, Rank.MASTER, 5),
            readiness=Rank.MASTER,
            armor=Sigil(1, DieSize.D4),
        ),
        Weapon(
            "measuring blade",
            details=WeaponDetails(
                gear=1,
                die=DieSize.D8,
                effect=StarEffect("↓ agility", 2, rounds=2),
                second_effect=_SUNDER,
            ),
        ),
    ),
)
"""Each is placed under a new id."""

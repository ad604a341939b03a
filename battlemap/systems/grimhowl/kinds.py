"""The words of Grimhowl: ranks, skills, defenses, types of damage, sizes of dice, shapes."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Rank(IntEnum):
    """How far a skill has come (Passive Defense)."""

    NOVICE = 1
    TRAINED = 2
    EXPERT = 3
    VETERAN = 4
    MASTER = 5

    @property
    def numeral(self) -> str:
        """The rank as the text counts it: "III"."""
        return ("I", "II", "III", "IV", "V")[self - 1]

    @property
    def divisor(self) -> int:
        """How many incoming stars make an effective one against a passive defense."""
        return (1, 1, 2, 2, 3)[self - 1]


class Skill(StrEnum):
    """The skills that combat uses."""

    FIGHTING = "fighting"
    MARKSMANSHIP = "marksmanship"
    CASTING = "casting"
    AWARENESS = "awareness"
    ATHLETICS = "athletics"
    FINESSE = "finesse"
    MEDICINE = "medicine"
    PARRY = "parry"
    DODGE = "dodge"
    BLOCK = "block"
    WILL = "will"
    FORTITUDE = "fortitude"


LOWERED: dict[str, tuple[Skill, ...]] = {
    "↓ might": (Skill.FIGHTING, Skill.ATHLETICS, Skill.PARRY, Skill.BLOCK),
    "↓ agility": (Skill.MARKSMANSHIP, Skill.FINESSE, Skill.DODGE),
    "↓ wits": (Skill.AWARENESS, Skill.MEDICINE, Skill.CASTING),
    "↓ spirit": (Skill.WILL, Skill.FORTITUDE),
}
"""Conditions that take dice from the rolls of these skills; how many, and whether of others too, is
an option (the text names one and explains none)."""


class AttackSkill(StrEnum):
    """The skill that gives an attack its dice."""

    BY_WEAPON = ""
    FIGHTING = "fighting"
    MARKSMANSHIP = "marksmanship"
    CASTING = "casting"


class Target(StrEnum):
    """The defense that an attack is rolled against."""

    BY_WEAPON = ""
    PARRY = "parry"
    DODGE = "dodge"
    WILL = "will"
    FORTITUDE = "fortitude"


class Kind(StrEnum):
    """How damage is resisted."""

    PHYSICAL = "physical"
    ENERGY = "energy"
    ELEMENTAL = "elemental"


class DamageType(StrEnum):
    """Types of damage; the lists of the text are blank, these are settled."""

    SLASHING = "slashing"
    PIERCING = "piercing"
    CRUSHING = "crushing"
    FORCE = "force"
    RADIANT = "radiant"
    SHADOW = "shadow"
    CURSE = "curse"
    FIRE = "fire"
    FROST = "frost"
    LIGHTNING = "lightning"
    ACID = "acid"
    POISON = "poison"
    DISEASE = "disease"

    @property
    def kind(self) -> Kind:
        """How it is resisted."""
        if self in (DamageType.SLASHING, DamageType.PIERCING, DamageType.CRUSHING):
            return Kind.PHYSICAL
        if self in (DamageType.FORCE, DamageType.RADIANT, DamageType.SHADOW, DamageType.CURSE):
            return Kind.ENERGY
        return Kind.ELEMENTAL


class DieSize(StrEnum):
    """The sizes of damage and resistance dice."""

    D4 = "d4"
    D6 = "d6"
    D8 = "d8"
    D10 = "d10"
    D12 = "d12"

    @property
    def sides(self) -> int:
        """How many sides it has."""
        return int(self.value[1:])


class AreaShape(StrEnum):
    """The shape of an area attack; empty: the weapon has none."""

    NONE = ""
    BLAST = "blast"
    BURST = "burst"
    LINE = "line"
    CONE = "cone"
    RING = "ring"
    SQUARE = "square"


class EffectKind(StrEnum):
    """What a status effect does that stars are spent on."""

    CONDITION = "condition"
    GNAWING = "gnawing"
    SUNDER = "sunder"

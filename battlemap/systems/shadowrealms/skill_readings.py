"""The readings of tests of skills for which the text names no attribute, and of hiding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.rules.options import Ruling

if TYPE_CHECKING:
    from battlemap.systems.shadowrealms.sheet import Sheet


class SkillPool(Ruling):
    """Which attribute of the sheet gives the dice; HIGHER: the higher of the first two named."""

    def dice(self, sheet: Sheet) -> int:
        """Return the dice that a sheet gives."""
        names = list(type(self))[:2] if self.name == "HIGHER" else [self]
        return max(int(getattr(sheet, name)) for name in names)


class StrengthPool(SkillPool):
    """The dice of a test of strength: Grapple, Wear Armor, Athletics and Swim."""

    MIGHT = "might", "as many as Might"
    AGILITY = "agility", "as many as Agility"
    HIGHER = "higher", "as many as the higher of Might and Agility"
    VITALITY = "vitality", "as many as Vitality"


class NimblePool(SkillPool):
    """The dice of a test of quick limbs: Acrobatics and Stealth."""

    AGILITY = "agility", "as many as Agility"
    QUICKNESS = "quickness", "as many as Quickness"
    HIGHER = "higher", "as many as the higher of Agility and Quickness"


class CarePool(SkillPool):
    """The dice of a test of Medicine."""

    INTUITION = "intuition", "as many as Intuition"
    AWARENESS = "awareness", "as many as Awareness"
    HIGHER = "higher", "as many as the higher of Intuition and Awareness"


class HidingDifficulty(Ruling):
    """How hard it is to hide from a watcher, before Stealth is taken off."""

    ALERTNESS = "alertness", "Moderate, and each watcher's Alertness on top"
    MODERATE = "moderate", "Moderate from everybody, whoever watches"

"""The readings of tests of skills for which the text names no attribute, and of hiding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.rules.options import Ruling

if TYPE_CHECKING:
    from battlemap.systems.shadowrealms.sheet import Sheet


class StrengthPool(Ruling):
    """The dice of a test of strength: Grapple, Wear Armor, Athletics and Swim."""

    MIGHT = "might", "as many as Might"
    AGILITY = "agility", "as many as Agility"
    HIGHER = "higher", "as many as the higher of Might and Agility"
    VITALITY = "vitality", "as many as Vitality"

    def dice(self, sheet: Sheet) -> int:
        """Return the dice that a sheet gives."""
        return {
            StrengthPool.MIGHT: sheet.might,
            StrengthPool.AGILITY: sheet.agility,
            StrengthPool.HIGHER: max(sheet.might, sheet.agility),
            StrengthPool.VITALITY: sheet.vitality,
        }[self]


class NimblePool(Ruling):
    """The dice of a test of quick limbs: Acrobatics and Stealth."""

    AGILITY = "agility", "as many as Agility"
    QUICKNESS = "quickness", "as many as Quickness"
    HIGHER = "higher", "as many as the higher of Agility and Quickness"

    def dice(self, sheet: Sheet) -> int:
        """Return the dice that a sheet gives."""
        return {
            NimblePool.AGILITY: sheet.agility,
            NimblePool.QUICKNESS: sheet.quickness,
            NimblePool.HIGHER: max(sheet.agility, sheet.quickness),
        }[self]


class CarePool(Ruling):
    """The dice of a test of Medicine."""

    INTUITION = "intuition", "as many as Intuition"
    AWARENESS = "awareness", "as many as Awareness"
    HIGHER = "higher", "as many as the higher of Intuition and Awareness"

    def dice(self, sheet: Sheet) -> int:
        """Return the dice that a sheet gives."""
        return {
            CarePool.INTUITION: sheet.intuition,
            CarePool.AWARENESS: sheet.awareness,
            CarePool.HIGHER: max(sheet.intuition, sheet.awareness),
        }[self]


class HidingDifficulty(Ruling):
    """How hard it is to hide from a watcher, before Stealth is taken off."""

    ALERTNESS = "alertness", "Moderate, and each watcher's Alertness on top"
    MODERATE = "moderate", "Moderate from everybody, whoever watches"

"""What the text leaves open about tests of skills: difficulties, dice, hiding, surprise."""

from __future__ import annotations

from dataclasses import dataclass

from battlemap.rules.options import option
from battlemap.systems.shadowrealms.readings import (
    SurpriseTest,
)
from battlemap.systems.shadowrealms.skill_readings import (
    CarePool,
    HidingDifficulty,
    NimblePool,
    StrengthPool,
)


@dataclass(frozen=True)
class SkillOptions:
    """The GM's readings of tests."""

    easy_difficulty: int = option(
        8,
        "Difficulty of an Easy test, before the skill is taken off",
        source="Sections 2 and 6 (names without figures)",
        limits=(0, 40),
    )
    difficulty_step: int = option(
        4,
        "What Moderate, Hard and Extreme add to it, each once more",
        source="Sections 2 and 6 (names without figures)",
        limits=(0, 20),
    )
    test_successes: int = option(
        1,
        "How many dice of a test must reach its difficulty",
        source="Sections 13, 15, 18 and 22 (silent)",
        limits=(1, 9),
    )
    grapple_dice: StrengthPool = option(
        StrengthPool.MIGHT,
        "Dice of a Grapple test, which breaking free, Drag, Shove and Trip are too",
        source="Section 18 (names the skill alone)",
    )
    wear_armor_dice: StrengthPool = option(
        StrengthPool.MIGHT,
        "Dice of a Wear Armor test",
        source="Section 13 (names the skill alone)",
    )
    medicine_dice: CarePool = option(
        CarePool.INTUITION,
        "Dice of a Medicine test",
        source="Sections 15 and 22 (name the skill alone)",
    )
    athletics_dice: StrengthPool = option(
        StrengthPool.MIGHT,
        "Dice of tests of Athletics and Swim",
        source="Section 6 (names the skills alone)",
    )
    acrobatics_dice: NimblePool = option(
        NimblePool.AGILITY,
        "Dice of tests of Acrobatics and Stealth",
        source="Section 6 (names the skills alone)",
    )
    toughness_difficulty: int = option(
        12,
        "Difficulty of the Toughness test at a full damage track; boxes beyond it are added",
        source="Section 22 (no figure)",
        limits=(0, 40),
    )
    search_feet: int = option(
        30,
        "How many feet around a look around finds secret doors",
        source="Section 5 (hidden details, no figure)",
        limits=(0, 1000),
    )
    hiding: HidingDifficulty = option(
        HidingDifficulty.ALERTNESS,
        "How hard it is to hide from an enemy who doesn't see one openly",
        source="Section 10 (knows who is unaware, not how one hides)",
    )
    surprise: SurpriseTest = option(
        SurpriseTest.ASKED,
        "What the start of a fight does about surprise",
        source="Section 2 (the GM may call for a test)",
    )

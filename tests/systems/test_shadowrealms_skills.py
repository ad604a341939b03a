"""Which attribute gives the dice of a skill, and how hard hiding is: each reading by itself."""

from __future__ import annotations

import pytest
from shadow_boards import fight, play, rules, someone, status, table, with_status

from battlemap.model.intent import Act, BeginFight, EndTurn
from battlemap.systems.shadowrealms.sheet import Tier
from battlemap.systems.shadowrealms.skill_readings import (
    CarePool,
    HidingDifficulty,
    NimblePool,
    StrengthPool,
)

STRENGTH = [
    (StrengthPool.MIGHT, 2),
    (StrengthPool.AGILITY, 5),
    (StrengthPool.HIGHER, 5),
    (StrengthPool.VITALITY, 4),
]
NIMBLE = [(NimblePool.AGILITY, 5), (NimblePool.QUICKNESS, 6), (NimblePool.HIGHER, 6)]
CARE = [(CarePool.INTUITION, 3), (CarePool.AWARENESS, 7), (CarePool.HIGHER, 7)]
SHEET = {
    "might": 2,
    "agility": 5,
    "vitality": 4,
    "quickness": 6,
    "intuition": 3,
    "awareness": 7,
    "wear_difficulty": 3,
}


def scene(**walls):
    return fight(
        someone("seren", (5, 5), facing=90, sheet=SHEET),
        someone("orc", (6, 5), "foe", facing=270),
        **walls,
    )


@pytest.mark.parametrize("key", ["grapple", "trip"])
@pytest.mark.parametrize(("reading", "dice"), STRENGTH)
def test_the_dice_of_a_grapple(reading, dice, key):
    system = rules(grapple_dice=reading)
    _, log = play(scene(), Act("seren", key, "orc"), *[1] * dice, system=system)
    assert f" {dice}d20 vs 12: " in log[0].details[0]


@pytest.mark.parametrize(("reading", "dice"), STRENGTH)
def test_the_dice_of_wearing_armor(reading, dice):
    system = rules(wear_armor_dice=reading)
    alone = table(someone("seren", (5, 5), sheet=SHEET))
    encounter, _ = play(alone, BeginFight(), 3, system=system)
    _, log = play(encounter, EndTurn(), 20, *[1] * dice, system=system)
    assert log[-1].details[0].startswith(f"Wear Armor 12 + 3 − 2, {dice}d20 vs 13")


@pytest.mark.parametrize(("reading", "dice"), CARE)
def test_the_dice_of_medicine(reading, dice):
    encounter = scene()
    orc = someone("orc", (6, 5), "foe", conditions=["bleeding"])
    system = rules(medicine_dice=reading)
    _, log = play(
        encounter.with_token(orc), Act("seren", "stop_bleeding", "orc"), *[1] * dice, system=system
    )
    assert log[0].details[0].startswith(f"Medicine, 12 − Medicine 0, {dice}d20 vs 12")


@pytest.mark.parametrize("skill", ["Athletics", "Swim"])
@pytest.mark.parametrize(("reading", "dice"), STRENGTH)
def test_the_dice_of_athletics_and_swim(reading, dice, skill):
    choices = {"skill": skill.lower(), "difficulty": "hard"}
    act = Act("seren", "test", choices=choices)
    _, log = play(scene(), act, *[1] * dice, system=rules(athletics_dice=reading))
    assert f" {dice}d20 vs " in log[0].details[0]
    assert log[0].details[0].startswith(f"{skill}, 16 − ")


@pytest.mark.parametrize("skill", ["Acrobatics", "Stealth"])
@pytest.mark.parametrize(("reading", "dice"), NIMBLE)
def test_the_dice_of_acrobatics_and_stealth(reading, dice, skill):
    choices = {"skill": skill.lower(), "difficulty": "hard"}
    act = Act("seren", "test", choices=choices)
    _, log = play(scene(), act, *[1] * dice, system=rules(acrobatics_dice=reading))
    assert f" {dice}d20 vs " in log[0].details[0]


@pytest.mark.parametrize(("reading", "dice"), NIMBLE)
def test_hiding_rolls_the_dice_of_stealth(reading, dice):
    hidden = scene(walls=[((6, 0), (6, 12))])
    _, log = play(
        hidden, Act("seren", "hide"), 20, *[1] * (dice - 1), system=rules(acrobatics_dice=reading)
    )
    assert f" {dice}d20 vs " in log[0].details[0]


@pytest.mark.parametrize(
    ("reading", "hidden_from"),
    [(HidingDifficulty.ALERTNESS, ("orc",)), (HidingDifficulty.MODERATE, ("orc", "hob"))],
)
def test_how_hard_hiding_is(reading, hidden_from):
    """Moderate 12 - Stealth 3 is 9; with Alertness the orc needs 11 and the hob 17."""
    encounter = fight(
        someone("seren", (5, 5), facing=90, sheet={"stealth": 3}),
        someone("orc", (9, 5), "foe", facing=270, sheet={"alertness": 2}),
        someone("hob", (9, 6), "foe", facing=270, sheet={"alertness": 8}),
        walls=[((6, 0), (6, 12))],
    )
    after, log = play(encounter, Act("seren", "hide"), 12, 1, 1, system=rules(hiding=reading))
    assert status(after, "seren").hidden_from == hidden_from
    needed = "17" if reading is HidingDifficulty.ALERTNESS else "9"
    assert log[0].details[2].endswith(f"12 against {needed}")


@pytest.mark.parametrize(
    ("state", "lost"),
    [
        ({"damage": 15}, 0),
        ({"fatigue": 15}, 0),
        ({"fatigue": 16}, 1),
        ({"damage": 16}, 4),
        ({"damage": 18, "fatigue": 16}, 5),
        ({"minion_hits": 1}, 1),
    ],
)
@pytest.mark.parametrize("key", ["stop_bleeding", "assess", "look_around"])
def test_full_tracks_hinder_every_action(state, lost, key):
    """Sections 14, 21 and 25: a die of all actions, four of any; lesser wounds of physical ones."""
    tier = Tier.STANDARD if "minion_hits" in state else Tier.FULL
    seren = {"intuition": 7, "awareness": 7, "tier": tier}
    encounter = fight(
        someone("seren", (5, 5), facing=90, sheet=seren),
        someone("orc", (6, 5), "foe", facing=270, conditions=["bleeding"]),
    )
    encounter = with_status(encounter, "seren", **state)
    target = None if key == "look_around" else "orc"
    _, log = play(encounter, Act("seren", key, target), *[1] * (7 - lost))
    assert f" {7 - lost}d20 vs " in log[0].details[0]


def test_a_surprise_test_is_no_action():
    worn = table(someone("seren", (5, 5), sheet=SHEET, status={"fatigue": 16, "damage": 16}))
    _, log = play(worn, Act("seren", "surprise", None, {"difficulty": "easy"}), *[1] * 7)
    assert " 7d20 vs " in log[0].details[0]

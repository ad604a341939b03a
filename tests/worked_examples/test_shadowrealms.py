"""The worked examples of the rules page, numbered as there."""

from __future__ import annotations

import pytest
from shadow_boards import SPEAR, SWORD, fight, levels, plan, play, rules, someone, status, table

from battlemap.dice.pool import Pool
from battlemap.geometry.cell import Cell
from battlemap.model.intent import Attack, BeginFight, EndTurn, Move
from battlemap.model.token import Weapon
from battlemap.systems.shadowrealms.blow import LADDER
from battlemap.systems.shadowrealms.initiative import initiative_score
from battlemap.systems.shadowrealms.readings import ActionEconomy, InitiativeFormula, RepeatPenalty
from battlemap.systems.shadowrealms.sheet import Protection, Sheet, Status, WeaponDetails
from battlemap.tactics.board import Board
from battlemap.tactics.threat import threatened

SCORE_SIX = {"quickness": 2, "awareness": 3, "intuition": 1}


def slots(encounter):
    order = encounter.turn_order
    return [(slot.token, slot.round, slot.score) for slot in order.slots]


def test_1_two_turns_and_sixteen_carried_over():
    encounter = table(someone("seren", (1, 1), sheet=SCORE_SIX))
    encounter, _ = play(encounter, BeginFight(), 18)
    assert slots(encounter) == [("seren", 1, 24), ("seren", 1, 4)]
    encounter, _ = play(encounter, EndTurn())
    assert slots(encounter) == [("seren", 1, 4)]
    encounter, log = play(encounter, EndTurn(), 11)
    assert encounter.turn_order.round == 2
    assert slots(encounter)[0] == ("seren", 2, 33)
    assert encounter.turn_order.slots[0].note == "11 + 6 + 16 carried"
    assert log[0].details[0].startswith("4 − 20 = −16, done for the round")


def test_2_a_total_of_twenty_is_done_and_carries_nothing():
    encounter = fight(
        someone("seren", (1, 1), sheet=SCORE_SIX), someone("orc", (5, 5), "foe"), faces=[14, 1]
    )
    assert slots(encounter)[0] == ("seren", 1, 20)
    encounter, _ = play(encounter, EndTurn(), 3)
    assert slots(encounter) == [("orc", 1, 7), ("seren", 2, 9)]


def test_3_initiative_score():
    sheet = Sheet(**SCORE_SIX)
    assert initiative_score(sheet, InitiativeFormula.SUM) == 6
    assert initiative_score(sheet, InitiativeFormula.DOUBLE_QUICKNESS) == 8


@pytest.mark.parametrize(("penetration", "left"), [(2, 2), (6, 0)])
def test_4_penetration_is_taken_off_armor(penetration, left):
    blade = Weapon("blade", details=WeaponDetails(penetration=penetration))
    orc = someone("orc", (6, 5), "foe", sheet={"toughness": 6, "protection": Protection(4)})
    encounter = table(someone("seren", (5, 5), weapons=[blade]), orc)
    assert plan(encounter, "seren", "orc").odds.summary.endswith(f"damage vs {6 + left}")


def example_5():
    blade = Weapon("blade", details=WeaponDetails(penetration=1, attack_strength=2))
    seren = someone("seren", (5, 5), weapons=[blade], sheet={"might": 4, "fighting": 5})
    orc = someone(
        "orc",
        (6, 5),
        "foe",
        facing=270,
        sheet={"defense_rating": 17, "toughness": 6, "protection": Protection(4)},
    )
    return table(seren, orc)


def test_5_two_hits_and_with_advantage_three():
    encounter = example_5()
    assert plan(encounter, "seren", "orc").odds.summary == "4d20 vs 12, damage vs 7"
    encounter, log = play(encounter, Attack("seren", "orc"), 12, 11, 20, 3, 7, 3, 10, 1)
    assert log[0].outcome.hits == 2
    encounter, log = play(
        example_5(),
        Attack("seren", "orc", added=(("Advantage", 1),)),
        *(12, 11, 20, 3),
        15,
        *(7, 3, 9),
        *(10, 2, 3),
    )
    outcome = log[0].outcome
    assert (outcome.hits, outcome.damage) == (3, 2)
    assert (outcome.taken_before, outcome.taken_after) == (0, 2)
    assert status(encounter, "orc").damage == 2


@pytest.mark.parametrize(("faces", "fatigue"), [((8, 5), 2), ((5, 4), 0)])
def test_6_a_glancing_blow_tires(faces, fatigue):
    seren = someone("seren", (5, 5), sheet={"might": 2})
    orc = someone(
        "orc", (6, 5), "foe", facing=270, sheet={"toughness": 6, "protection": Protection(5)}
    )
    encounter = table(seren, orc)
    assert plan(encounter, "seren", "orc").odds.summary.endswith("damage vs 11")
    encounter, log = play(encounter, Attack("seren", "orc"), 20, 20, *faces)
    assert status(encounter, "orc").fatigue == fatigue
    assert status(encounter, "orc").damage == 0
    assert ("glances off" in log[0].headline) is (fatigue > 0)


def test_7_the_damage_ladder():
    assert [LADDER[min(n, 5)] for n in (0, 1, 2, 3, 4, 5, 7)] == [0, 1, 2, 4, 8, 16, 16]


def test_8_rear_higher_ground_and_a_second_strike():
    seren = someone("seren", (5, 5), status=Status(strikes=1))
    orc = someone("orc", (6, 5), "foe", facing=90)
    planned = plan(table(seren, orc, elevation={10: [(5, 5)]}), "seren", "orc")
    assert levels(planned) == {"rear": 2, "higher_ground": 1, "repeat": -1}
    assert planned.net == "Advantage, 2 levels"


def test_9_the_wedge_of_a_reach_spear():
    system = rules()
    encounter = table(someone("hob", (5, 5), facing=90, weapons=[SPEAR]))
    cells = threatened(Board.of(encounter, system), "hob")["spear"]
    offsets = {(1, -1), (1, 0), (1, 1), (2, -1), (2, 0), (2, 1)}
    assert cells == {Cell(5 + q, 5 + r) for q, r in offsets}
    assert Cell(5, 6) not in cells


def test_10_no_hits_with_three_dice_against_twelve():
    encounter = table(
        someone("seren", (5, 5), weapons=[SWORD], sheet={"might": 3}),
        someone("orc", (6, 5), "foe", facing=270),
    )
    assert plan(encounter, "seren", "orc").odds.hits[0] == 0.166375


def test_11_one_level_of_advantage_on_two_dice():
    assert Pool(2, 20, 11, 1).odds().floats() == {0: 1 / 8, 1: 3 / 8, 2: 1 / 2}


# The text's own examples -----------------------------------------------------------------------


def test_text_13_chain_armor_is_tested_against_fifteen():
    """Section 13: Wear Difficulty 3 makes 15; a failure costs 1 fatigue."""
    encounter = fight(
        someone("seren", (1, 1), sheet={"wear_difficulty": 3, "wear_armor": 0, "might": 1}),
        faces=[1],
    )
    failed, log = play(encounter, EndTurn(), 10, 14)
    assert "1d20 vs 15: 14, failed" in log[-1].details[0]
    assert status(failed, "seren").fatigue == 1
    passed, _ = play(encounter, EndTurn(), 10, 15)
    assert status(passed, "seren").fatigue == 0


def test_text_24_seren_and_the_bandit():
    """Section 24: 4 action points, fewer dice for repeated attacks, the bandit is surprised."""
    system = rules(actions=ActionEconomy.FOUR_POINTS, repeat_penalty=RepeatPenalty.DICE)
    encounter = table(
        someone(
            "seren",
            (3, 5),
            facing=90,
            sheet={"quickness": 4, "awareness": 3, "intuition": 3, "might": 4},
        ),
        someone(
            "bandit",
            (5, 5),
            "foe",
            facing=270,
            conditions=["unaware"],
            sheet={"quickness": 2, "awareness": 2, "intuition": 2},
        ),
    )
    encounter, log = play(encounter, BeginFight(), "hard", 1, 1, 14, 9, system=system)
    assert log[0].headline == "Bandit is surprised"
    assert slots(encounter)[:2] == [("seren", 1, 24), ("seren", 1, 4)]
    assert status(encounter, "seren").actions == 4
    step = Move("seren", (Cell(3, 5), Cell(4, 5)))
    encounter, _ = play(encounter, step, system=system)
    assert status(encounter, "seren").actions == 3
    # 2 hits, 1 damage success, the chest, 1d6 for severity.
    first = (12, 12, 1, 1, 6, 1, 10, 3)
    encounter, log = play(encounter, Attack("seren", "bandit"), *first, system=system)
    assert log[-1].outcome.damage == 1
    assert log[-1].outcome.location == "Chest (10)"
    # The second attack has a die less; both damage dice succeed.
    assert levels(plan(encounter, "seren", "bandit", system))["repeat"] == -1
    second = (12, 12, 1, 6, 6, 10, 1, 1)
    encounter, log = play(encounter, Attack("seren", "bandit"), *second, system=system)
    assert (log[-1].outcome.hits, log[-1].outcome.damage) == (2, 2)
    assert status(encounter, "bandit").damage == 3
    assert status(encounter, "seren").actions == 1
    encounter, log = play(encounter, EndTurn(), system=system)
    assert log[0].details[0] == "24 − 20 = 4, acts again this round"
    encounter, _ = play(encounter, EndTurn(), 3, system=system)
    assert encounter.turn_order.round == 2
    assert encounter.tokens["bandit"].has("off-guard")

from __future__ import annotations

import pytest
from shadow_boards import fight, play, rules, someone, status, table, with_conditions

from battlemap.model.intent import Act, BeginFight, EndTurn
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.shadowrealms.checks import STEPS, number_of
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.readings import SurpriseTest


def ambush():
    scout = {"awareness": 3, "intuition": 1, "alertness": 2}
    return table(
        someone("seren", (2, 2), sheet=scout),
        someone("kael", (2, 3), conditions=["unaware"]),
        someone("bandit", (8, 8), "foe"),
    )


def test_the_scale_of_difficulties():
    assert [number_of(Options(), step) for step in STEPS] == [8, 12, 16, 20]
    other = Options(easy_difficulty=5, difficulty_step=5)
    assert [number_of(other, step) for step in STEPS] == [5, 10, 15, 20]


def test_the_higher_of_awareness_and_intuition_is_rolled():
    encounter, log = play(ambush(), Act("seren", "surprise"), "hard", 14, 1, 1)
    assert log[0].headline == "Seren notices the danger"
    assert log[0].details[0] == "Alertness, 16 − Alertness 2, 3d20 vs 14: 14 1 1, passed"
    assert not encounter.tokens["seren"].has("surprised")


@pytest.mark.parametrize("attributes", [(3, 1), (1, 3), (3, 3)])
def test_whichever_attribute_is_higher_gives_the_dice(attributes):
    awareness, intuition = attributes
    scout = someone("seren", (2, 2), sheet={"awareness": awareness, "intuition": intuition})
    _, log = play(table(scout), Act("seren", "surprise"), "hard", 1, 1, 1)
    assert " 3d20 vs " in log[0].details[0]


def test_whoever_fails_is_surprised_and_has_no_turn_in_the_first_round():
    encounter, log = play(
        ambush(), Act("seren", "surprise", None, {"difficulty": "hard"}), 13, 1, 1
    )
    assert log[0].headline == "Seren is surprised"
    assert encounter.tokens["seren"].has("surprised")
    encounter, _ = play(encounter, BeginFight(("seren", "bandit")), 20, 1)
    assert [slot.token for slot in encounter.turn_order.slots if slot.round == 1] == ["bandit"]
    encounter, _ = play(encounter, EndTurn(), 1)
    assert encounter.turn_order.round == 2
    assert encounter.tokens["seren"].has("off-guard")


def test_the_unaware_are_tested_when_the_fight_begins():
    passed, log = play(ambush(), BeginFight(), "easy", 20, 1, 10, 9, 8)
    assert log[0].headline == "Kael notices the danger"
    assert not passed.tokens["kael"].conditions
    failed, _ = play(ambush(), BeginFight(), "extreme", 1, 1, 10, 9, 8)
    assert failed.tokens["kael"].conditions == {"surprised"}
    assert {slot.token for slot in failed.turn_order.slots if slot.round == 1} == {
        "seren",
        "bandit",
    }
    waived, _ = play(ambush(), BeginFight(), "none", 10, 9, 8)
    assert waived.tokens["kael"].conditions == {"unaware"}


def test_by_option_the_gm_gives_the_condition():
    by_hand = rules(surprise=SurpriseTest.BY_HAND)
    encounter, _ = play(ambush(), BeginFight(), 10, 9, 8, system=by_hand)
    assert encounter.tokens["kael"].conditions == {"unaware"}


def test_there_is_no_surprise_during_a_fight():
    encounter = fight(someone("seren", (2, 2)), someone("bandit", (8, 8), "foe"))
    with pytest.raises(IllegalIntentError, match="before a fight only"):
        play(encounter, Act("seren", "surprise"))
    with pytest.raises(IllegalIntentError, match="cannot act"):
        play(with_conditions(ambush(), "seren", "surprised"), Act("seren", "surprise"))
    assert status(encounter, "seren").actions == 3

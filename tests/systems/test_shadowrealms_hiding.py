"""Hide against each watcher, Assess, and a look around."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shadow_boards import fight, levels, plan, play, rules, someone, status, with_conditions

from battlemap.geometry.cell import Cell, Point
from battlemap.model.intent import Act, Attack, EndFight, Move
from battlemap.model.obstacle import CoverGrade, Door
from battlemap.model.terrain import Terrain
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.shadowrealms.readings import FromHiding
from battlemap.systems.shadowrealms.sheet import Protection, Tier


def watched():
    """A wall hides Seren from the orc and the keen hob in the east, but not from the goblin."""
    return fight(
        someone("seren", (5, 5), facing=90, sheet={"stealth": 3}),
        someone("orc", (9, 5), "foe", facing=270, sheet={"alertness": 2}),
        someone("hob", (9, 6), "foe", facing=270, sheet={"alertness": 8}),
        someone("goblin", (5, 7), "foe"),
        walls=[((6, 0), (6, 12))],
    )


def test_each_watcher_is_hidden_from_by_itself():
    """Moderate 12 - Stealth 3 + Alertness: the orc needs 11, the hob 17."""
    after, log = play(watched(), Act("seren", "hide"), 12, 1, 1)
    assert status(after, "seren").hidden_from == ("orc",)
    assert log[0].headline == "Seren hides"
    assert log[0].details[1:] == (
        "Orc loses sight of it, 12 against 11",
        "Hob keeps it in view, 12 against 17",
        "Goblin sees it openly",
    )
    assert status(after, "seren").actions == 2
    failed, log = play(watched(), Act("seren", "hide"), 10, 1, 1)
    assert status(failed, "seren").hidden_from == ()
    assert log[0].headline == "Seren fails to hide"


def test_whoever_is_hidden_is_unseen_for_those_watchers_only():
    after, _ = play(watched(), Act("seren", "hide"), 12, 1, 1)
    assert "unseen" in levels(plan(after, "orc", "seren", choices={"force": "yes"}))
    assert "unseen" not in levels(plan(after, "goblin", "seren"))


def test_a_strike_out_of_hiding_meets_no_defense_and_ends_it():
    encounter = fight(
        someone("seren", (5, 5), facing=90),
        someone("orc", (6, 5), "foe", facing=270),
        terrain={Terrain.OBSCURED: [(5, 5)]},
    )
    hidden, _ = play(encounter, Act("seren", "hide"), 12, 1, 1)
    planned = plan(hidden, "seren", "orc")
    assert planned.odds.summary == "4d20 damage vs 6"
    assert "Orc is unaware of Seren, who hides" in planned.warnings[-1]
    plain = rules(from_hiding=FromHiding.NOTHING)
    assert plan(hidden, "seren", "orc", plain).odds.summary == "4d20 vs 12, damage vs 6"
    struck, _ = play(hidden, Attack("seren", "orc"), 1, 1, 1, 1)
    assert status(struck, "seren").hidden_from == ()
    assert plan(struck, "seren", "orc").odds.summary == "4d20 vs 12, damage vs 6"


def test_stepping_into_the_open_ends_it():
    hidden, _ = play(watched(), Act("seren", "hide"), 12, 1, 1)
    behind, _ = play(hidden, Move("seren", (Cell(5, 5), Cell(5, 4))))
    assert status(behind, "seren").hidden_from == ("orc",)
    shown = fight(
        someone("seren", (5, 5), status={"hidden_from": ("orc",)}),
        someone("orc", (9, 5), "foe", facing=270),
    )
    seen, _ = play(shown, Move("seren", (Cell(5, 5), Cell(5, 4))))
    assert status(seen, "seren").hidden_from == ()
    over, _ = play(hidden, EndFight())
    assert status(over, "seren").hidden_from == ()


def test_there_must_be_something_to_hide_behind():
    encounter = fight(someone("seren", (5, 5)), someone("orc", (9, 5), "foe"))
    with pytest.raises(IllegalIntentError, match="every enemy sees it openly"):
        play(encounter, Act("seren", "hide"))
    for grade, hides in ((CoverGrade.MINOR, False), (CoverGrade.MAJOR, True)):
        wall = {"wall": ((6, 4), (7, 7), grade)}
        behind = fight(someone("seren", (5, 5)), someone("orc", (9, 5), "foe"), props=wall)
        if hides:
            after, _ = play(behind, Act("seren", "hide"), 20, 1, 1)
            assert status(after, "seren").hidden_from == ("orc",)
        else:
            with pytest.raises(IllegalIntentError, match="every enemy sees it openly"):
                play(behind, Act("seren", "hide"))
    blind = with_conditions(encounter, "orc", "blinded")
    hidden, _ = play(blind, Act("seren", "hide"), 20, 1, 1)
    assert status(hidden, "seren").hidden_from == ("orc",)
    alone = fight(someone("seren", (5, 5)), someone("kael", (9, 5)))
    with pytest.raises(IllegalIntentError, match="nobody watches"):
        play(alone, Act("seren", "hide"))


def test_assess_names_the_weakness():
    encounter = fight(
        someone("seren", (5, 5)),
        someone(
            "orc",
            (9, 5),
            "foe",
            sheet={"toughness": 6, "protection": Protection(5, 1, 3)},
            status={"damage": 4, "fatigue": 2},
        ),
    )
    after, log = play(encounter, Act("seren", "assess", "orc"), 10, 1)
    assert log[0].details == (
        "Alertness, 12 − Alertness 2, 2d20 vs 10: 10 1, passed",
        "Defense Rating 16, Grapple Defense 15",
        "Durability 11 slashing, 7 puncture, 9 impact",
        "Weakest against puncture; 4 boxes, 2 of 16 fatigue",
    )
    assert (status(after, "seren").bonus, status(after, "seren").actions) == (0, 3)
    _, log = play(encounter, Act("seren", "assess", "orc"), 9, 1)
    assert log[0].headline == "Seren finds no weakness in Orc"
    minion = replace(encounter.tokens["orc"], sheet=None, status=None)
    minion = someone("orc", minion.at, "foe", sheet={"tier": Tier.ELITE})
    _, log = play(encounter.with_token(minion), Act("seren", "assess", "orc"), 10, 1)
    assert log[0].details[-1].endswith("0 of 3 damage dice taken")


def test_nobody_assesses_oneself_or_through_a_wall():
    encounter = watched()
    with pytest.raises(IllegalIntentError, match="assesses oneself"):
        play(encounter, Act("seren", "assess", "seren"))
    with pytest.raises(IllegalIntentError, match="doesn't see Orc"):
        play(encounter, Act("seren", "assess", "orc"))


def test_a_look_around_finds_doors_and_whoever_hides():
    encounter = fight(
        someone("seren", (5, 5)),
        someone("orc", (8, 5), "foe", status={"hidden_from": ("seren", "kael")}),
        someone("kael", (5, 6)),
    )
    doors = {
        "near": Door("near", Point(5.0, 8.0), Point(6.0, 8.0), is_secret=True),
        "far": Door("far", Point(19.0, 5.0), Point(19.0, 6.0), is_secret=True),
    }
    encounter = encounter.with_map(replace(encounter.map, obstacles=doors))
    after, log = play(encounter, Act("seren", "look_around"), 10, 1)
    assert log[0].details[1] == "a secret door, Orc"
    assert not after.map.obstacles["near"].is_secret
    assert after.map.obstacles["far"].is_secret
    assert status(after, "orc").hidden_from == ("kael",)
    again, log = play(encounter, Act("seren", "look_around"), 9, 1)
    assert log[0].details[1] == "Nothing new"
    assert again.map.obstacles["near"].is_secret

"""Disarming, dropping and taking up weapons, pairs, and maimed hands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shadow_boards import KNIFE, SWORD, fight, plan, play, rules, someone, status, with_status

from battlemap.geometry.cell import Cell, Point
from battlemap.model.apply import apply
from battlemap.model.event import ObstacleRemoved
from battlemap.model.intent import Act, Attack, EndTurn
from battlemap.model.obstacle import Door
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.shadowrealms.disarm import landing_cells
from battlemap.systems.shadowrealms.hands import lies_at, thing_id
from battlemap.systems.shadowrealms.readings import DisarmAbility, DisarmHarm
from battlemap.systems.shadowrealms.sheet import WeaponDetails
from battlemap.tactics.board import Board

CLAWS = Weapon("claws", details=WeaponDetails(natural=True, off_hand=True))
HIT = (12, 12, 12, 1)


def duel(orc_weapons=(SWORD,), seren=None, **parts):
    return fight(
        someone("seren", (5, 5), facing=90, **(seren or {})),
        someone("orc", (6, 5), "foe", facing=270, weapons=orc_weapons),
        **parts,
    )


def test_two_penetrating_successes_knock_a_weapon_into_an_adjacent_area():
    after, log = play(duel(), Act("seren", "disarm", "orc"), *HIT, 6, 6, 1, "knock:sword", "7,5")
    assert log[0].headline == "Seren disarms Orc"
    assert log[0].details[-1] == "The sword lands at H6"
    assert status(after, "orc").dropped == ("sword",)
    assert status(after, "orc").damage == 0
    assert [weapon.name for weapon in rules().weapons(after.tokens["orc"])] == ["bare hands"]
    assert lies_at(after, "orc", "sword") == Cell(7, 5)
    assert (status(after, "seren").actions, status(after, "seren").strikes) == (2, 1)


def test_one_success_is_an_ordinary_blow_and_so_is_a_refused_disarm():
    disarm = Act("seren", "disarm", "orc")
    after, _ = play(duel(), disarm, *HIT, 6, 1, 1, 10, 1)
    assert (status(after, "orc").dropped, status(after, "orc").damage) == ((), 1)
    home, _ = play(duel(), disarm, *HIT, 6, 6, 1, "none", 10, 1, 1)
    assert (status(home, "orc").dropped, status(home, "orc").damage) == ((), 2)


def test_by_option_the_damage_counts_as_well():
    system = rules(disarm_harm=DisarmHarm.AS_WELL)
    after, _ = play(
        duel(),
        Act("seren", "disarm", "orc"),
        *(*HIT, 6, 6, 1, "knock:sword", "7,5", 10, 1, 1),
        system=system,
    )
    assert (status(after, "orc").dropped, status(after, "orc").damage) == (("sword",), 2)


def test_more_successes_throw_it_farther_and_walls_stop_it():
    disarm = Act("seren", "disarm", "orc")
    after, _ = play(duel(), disarm, *HIT, 6, 6, 6, "knock:sword", "8,5")
    assert lies_at(after, "orc", "sword") == Cell(8, 5)
    walled = duel(walls=[((7, 0), (7, 15))])
    board = Board.of(walled, rules())
    assert landing_cells(board, walled.tokens["orc"], 2) == (
        *(Cell(6, 4), Cell(6, 6), Cell(5, 6), Cell(5, 5), Cell(5, 4)),
        *(Cell(6, 3), Cell(6, 7), Cell(4, 7), Cell(4, 5), Cell(4, 3)),
    )
    beside, _ = play(walled, disarm, *HIT, 6, 6, 1, "knock:sword", "6,4")
    assert lies_at(beside, "orc", "sword") == Cell(6, 4)


def test_the_odds_of_a_disarm_are_exact():
    planned = plan(duel(), "seren", "orc", choices={"aim": "disarm"})
    degrees = dict(planned.odds.degrees)
    assert degrees["Knocks it away"] == pytest.approx(
        sum(chance for damage, chance in planned.odds.damage.items() if damage >= 2), abs=1e-12
    )
    assert sum(degrees.values()) == pytest.approx(1, abs=1e-12)
    aims = next(choice for choice in planned.choices if choice.key == "aim")
    assert (aims.selected, [o.unavailable for o in aims.options]) == ("disarm", ["", ""])


@pytest.mark.parametrize(
    ("orc", "option", "why"),
    [
        ([], {}, "holds nothing"),
        ([CLAWS], {}, "holds nothing"),
        ([SWORD], {"disarm_ability": DisarmAbility.TRAINED}, "lacks the ability"),
    ],
)
def test_who_cannot_be_disarmed(orc, option, why):
    system = rules(**option)
    with pytest.raises(IllegalIntentError, match=why):
        play(duel(orc), Act("seren", "disarm", "orc"), system=system)
    plain = plan(duel(orc), "seren", "orc", system=system)
    assert plain.illegal == ""


def test_the_trained_disarm_where_the_option_asks_for_it():
    system = rules(disarm_ability=DisarmAbility.TRAINED)
    encounter = duel(seren={"sheet": {"disarms": True}})
    after, _ = play(
        encounter, Act("seren", "disarm", "orc"), *HIT, 6, 6, 1, "knock:sword", "7,5", system=system
    )
    assert status(after, "orc").dropped == ("sword",)


def test_dropping_is_free_and_taking_up_costs_an_action():
    encounter = duel(seren={"weapons": [SWORD, KNIFE]})
    dropped, log = play(encounter, Act("seren", "drop_item"), "knife")
    assert log[0].headline == "Seren drops the knife"
    assert status(dropped, "seren").actions == 3
    assert thing_id("seren", "knife") in dropped.map.obstacles
    with pytest.raises(IllegalIntentError, match="has no knife"):
        plan(dropped, "seren", "orc", weapon="knife")
    again, log = play(dropped, Act("seren", "interact"), "fetch:knife")
    assert log[0].headline == "Seren takes up the knife"
    assert (status(again, "seren").actions, status(again, "seren").dropped) == (2, ())
    assert again.map.obstacles == {}


def test_a_weapon_that_lies_elsewhere_is_out_of_reach_unless_the_gm_takes_it_away():
    disarmed, _ = play(duel(), Act("seren", "disarm", "orc"), *HIT, 6, 6, 6, "knock:sword", "8,5")
    turn, _ = play(disarmed, EndTurn())
    procedure = rules().perform(turn, Act("orc", "interact"))
    said = procedure.send(None)
    while not hasattr(said, "options"):
        turn = apply(turn, said)
        said = procedure.send(turn)
    assert said.options[0].unavailable == "it lies at I6"
    gone = apply(disarmed, ObstacleRemoved(thing_id("orc", "sword")))
    gone, _ = play(gone, EndTurn())
    back, _ = play(gone, Act("orc", "interact"), "fetch:sword")
    assert status(back, "orc").dropped == ()


def test_interact_opens_and_shuts_doors_beside():
    encounter = duel()
    door = Door("gate", Point(5.0, 6.0), Point(6.0, 6.0))
    shut = encounter.with_map(replace(encounter.map, obstacles={"gate": door}))
    opened, log = play(shut, Act("seren", "interact"), "door:gate")
    assert log[0].headline == "Seren opens door gate"
    assert opened.map.obstacles["gate"].is_open
    again, log = play(opened, Act("seren", "interact"), "door:gate")
    assert log[0].headline == "Seren shuts door gate"
    assert status(again, "seren").actions == 1
    locked = encounter.with_map(
        replace(encounter.map, obstacles={"gate": replace(door, is_locked=True)})
    )
    stays, log = play(locked, Act("seren", "interact", None, {"what": "door:gate"}))
    assert not stays.map.obstacles["gate"].is_open
    assert log[0].details == ("It is locked",)
    far = Door("gate", Point(15.0, 6.0), Point(16.0, 6.0))
    away = encounter.with_map(replace(encounter.map, obstacles={"gate": far}))
    stays, log = play(away, Act("seren", "interact", None, {"what": "door:gate"}))
    assert not stays.map.obstacles["gate"].is_open
    assert log[0].details == ("It is too far away",)


def test_speaking_is_free():
    after, log = play(duel(), Act("seren", "speak", None, {"what": "Behind you!"}))
    assert log[0].details == ("Behind you!",)
    assert status(after, "seren").actions == 3


def test_an_off_hand_strike_needs_a_pair():
    one = duel(seren={"weapons": [KNIFE]})
    assert plan(one, "seren", "orc", choices={"cost": "bonus"}).illegal == (
        "Knife needs a second weapon in the other hand."
    )
    alike = duel(seren={"weapons": [KNIFE, KNIFE]})
    assert plan(alike, "seren", "orc", choices={"cost": "bonus"}).illegal == ""
    shot = duel(seren={"weapons": [KNIFE, Weapon("bow", range_feet=60)]})
    assert "second weapon" in plan(shot, "seren", "orc", choices={"cost": "bonus"}).illegal
    two = duel(seren={"weapons": [SWORD, KNIFE]})
    assert plan(two, "seren", "orc", weapon="knife", choices={"cost": "bonus"}).illegal == ""
    natural = duel(seren={"weapons": [CLAWS]})
    assert plan(natural, "seren", "orc", choices={"cost": "bonus"}).illegal == ""
    haft = Weapon("pike", 10, reach=True, details=WeaponDetails(haft=True))
    pike = duel(seren={"weapons": [haft]})
    assert plan(pike, "seren", "orc", choices={"cost": "bonus"}).illegal == ""


@pytest.mark.parametrize(("face", "lost"), [(14, ("sword",)), (17, ("knife",)), (10, ())])
def test_a_maimed_hand_opens(face, lost):
    """A total of 24 severs a hand: the right holds the first weapon, the left the other."""
    encounter = duel([SWORD, KNIFE])
    after, log = play(
        encounter, Attack("seren", "orc"), 12, 12, 12, 12, 6, 6, 6, 6, face, 6, 6, 6, 6
    )
    assert status(after, "orc").dropped == lost
    assert any("drops the" in line for line in log[0].details) is bool(lost)


def test_whoever_loses_the_weapon_first_loses_the_attack():
    """A spear answers the sword; its blow opens the hand that holds it."""
    spear = Weapon("spear", 10, reach=True)
    encounter = duel([spear])
    crushing = (12, 12, 12, 12, 6, 6, 6, 6, 14, 6, 6, 6, 6)
    after, log = play(encounter, Attack("seren", "orc"), "strike", *crushing)
    assert status(after, "seren").dropped == ("sword",)
    lost = [line for line in log if "loses the attack" in line.headline]
    assert lost
    assert status(after, "seren").actions == 2
    assert with_status(after, "seren", actions=3) != after

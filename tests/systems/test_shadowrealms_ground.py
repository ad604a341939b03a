"""Hazards, blind sprints, climbs, water and footing."""

from __future__ import annotations

import pytest
from shadow_boards import fight, play, rules, someone, status, table, with_conditions, with_status

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Act, Attack, EndTurn, Move
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.shadowrealms.readings import BlindSprint, GroundChecks, SureFooting
from battlemap.systems.shadowrealms.sheet import Tier

ROLLED = rules(ground_checks=GroundChecks.ROLLED)


def row(first, last, r=5):
    return tuple(Cell(q, r) for q in range(first, last + 1))


def alone(terrain, at=(2, 5), **more):
    return fight(someone("seren", at, **more), terrain=terrain, faces=[10])


def test_hazardous_ground_harms_on_entry_and_is_asked_for_once_a_move():
    encounter = alone({Terrain.HAZARDOUS: [(3, 5), (4, 5)]})
    harmed, log = play(encounter, Move("seren", row(2, 5)), "harm")
    assert status(harmed, "seren").damage == 2
    assert log[0].details[1] == "Seren enters hazardous ground at D6"
    spared, _ = play(encounter, Move("seren", row(2, 5)), "none")
    assert status(spared, "seren").damage == 0
    hot, _ = play(encounter, Move("seren", row(2, 3)), "harm", system=rules(hazard_boxes=4))
    assert status(hot, "seren").damage == 4


def test_acrobatics_may_avoid_the_harm():
    encounter = alone({Terrain.HAZARDOUS: [(3, 5)]})
    avoided, _ = play(encounter, Move("seren", row(2, 3)), "acrobatics", 9, 1, 1)
    assert status(avoided, "seren").damage == 0
    failed, _ = play(encounter, Move("seren", row(2, 3)), "acrobatics", 8, 1, 1)
    assert status(failed, "seren").damage == 1


def test_a_mover_that_drops_in_a_hazard_goes_no_farther():
    encounter = with_status(alone({Terrain.HAZARDOUS: [(3, 5)]}), "seren", damage=31, endured=31)
    after, _ = play(encounter, Move("seren", row(2, 5)), "harm")
    assert after.tokens["seren"].at == Cell(3, 5)
    assert after.tokens["seren"].has("dead")


def test_a_minion_takes_a_hazard_as_one_success():
    encounter = alone({Terrain.HAZARDOUS: [(3, 5)]}, sheet={"tier": Tier.LESSER})
    after, _ = play(encounter, Move("seren", row(2, 4)), "harm")
    assert after.tokens["seren"].has("dead")


@pytest.mark.parametrize(("how", "speed"), [("flying", "fly_feet"), ("burrowing", "burrow_feet")])
def test_whoever_flies_or_burrows_meets_no_ground(how, speed):
    encounter = alone(
        {Terrain.HAZARDOUS: [(3, 5)], Terrain.WATER: [(4, 5)], Terrain.CLIMB: [(5, 5)]},
        conditions=[how],
        sheet={speed: 60},
    )
    after, log = play(encounter, Move("seren", row(2, 6)))
    assert after.tokens["seren"].at == Cell(6, 5)
    assert log[0].details == ("1 action, nothing triggered",)


def test_walking_through_fog_needs_no_check_and_sprinting_does():
    encounter = alone({Terrain.OBSCURED: [(3, 5)]})
    walked, _ = play(encounter, Move("seren", row(2, 4)))
    assert walked.tokens["seren"].at == Cell(4, 5)
    sprint = Move("seren", row(2, 12))
    through, log = play(encounter, sprint, "acrobatics", 9, 1, 1)
    assert through.tokens["seren"].at == Cell(12, 5)
    assert log[0].details[1].startswith("D6 is obscured. Acrobatics, 12 − Acrobatics 3, 3d20 vs 9")
    stopped, log = play(encounter, sprint, "alertness", 9, 1)
    assert stopped.tokens["seren"].at == Cell(2, 5)
    assert log[-1].headline == "Seren stops short at C6"
    waived, _ = play(encounter, sprint, "none")
    assert waived.tokens["seren"].at == Cell(12, 5)


def test_a_flier_sees_as_little_in_fog():
    fog = {Terrain.OBSCURED: [(4, 5)]}
    eagle = {"sheet": {"fly_feet": 10}, "conditions": ["flying"]}
    through, _ = play(alone(fog, **eagle), Move("seren", row(2, 5)), "acrobatics", 12, 1, 1)
    assert through.tokens["seren"].at == Cell(5, 5)
    stopped, log = play(alone(fog, **eagle), Move("seren", row(2, 5)), "acrobatics", 1, 1, 1)
    assert stopped.tokens["seren"].at == Cell(3, 5)
    assert log[-1].headline == "Seren stops short at D6"
    mole = {"sheet": {"burrow_feet": 10}, "conditions": ["burrowing"]}
    below, _ = play(alone(fog, **mole), Move("seren", row(2, 5)))
    assert below.tokens["seren"].at == Cell(5, 5)


def test_a_flier_that_trips_in_fog_comes_down():
    trips = rules(blind_sprint=BlindSprint.TRIPS)
    eagle = {"sheet": {"fly_feet": 10}, "conditions": ["flying"], "elevation_feet": 20}
    encounter = alone({Terrain.OBSCURED: [(4, 5)]}, **eagle)
    after, log = play(encounter, Move("seren", row(2, 5)), "acrobatics", 1, 1, 1, system=trips)
    assert after.tokens["seren"].conditions == {"prone"}
    assert after.tokens["seren"].elevation_feet is None
    assert status(after, "seren").damage == 2
    assert "Seren falls 20 ft" in log[-1].details


@pytest.mark.parametrize(("speed", "falls"), [(10, True), (15, False)])
def test_a_flier_whose_speed_is_gone_falls(speed, falls):
    """Section 6: a tendon that is cut takes 10 ft, and nothing else comes of it here."""
    eagle = someone(
        "eagle",
        (6, 5),
        "foe",
        facing=270,
        conditions=["flying", "bleeding"],
        elevation_feet=5,
        sheet={"fly_feet": speed},
    )
    encounter = fight(someone("seren", (5, 5), facing=90), eagle)
    dice = (20, 20, 1, 1, 20, 20, 1, 6, 5)
    after, log = play(encounter, Attack("seren", "eagle"), *dice)
    assert after.tokens["eagle"].has("flying") is not falls
    assert ("Eagle falls 5 ft" in log[-1].details) is falls
    assert after.tokens["eagle"].elevation_feet == (None if falls else 5)


def test_a_failed_sprint_may_trip_and_what_is_a_sprint_is_an_option():
    encounter = alone({Terrain.OBSCURED: [(4, 5)]})
    trips = rules(blind_sprint=BlindSprint.TRIPS, sprint_actions=1)
    fallen, log = play(encounter, Move("seren", row(2, 5)), "acrobatics", 1, 1, 1, system=trips)
    assert fallen.tokens["seren"].has("prone")
    assert fallen.tokens["seren"].at == Cell(3, 5)
    assert log[-1].headline == "Seren trips and falls prone at D6"
    never = rules(sprint_actions=4)
    through, _ = play(encounter, Move("seren", row(2, 12)), system=never)
    assert through.tokens["seren"].at == Cell(12, 5)


def test_a_charge_is_a_sprint():
    encounter = fight(
        someone("seren", (2, 5)),
        someone("orc", (7, 5), "foe"),
        terrain={Terrain.OBSCURED: [(3, q) for q in range(15)]},
    )
    after, _ = play(encounter, Act("seren", "charge", "orc"), "acrobatics", 1, 1, 1)
    assert after.tokens["seren"].at == Cell(2, 5)


@pytest.mark.parametrize(
    ("ground", "skill", "halted"),
    [
        (Terrain.CLIMB, "Athletics", "loses its hold"),
        (Terrain.WATER, "Swim", "is held by the water"),
    ],
)
def test_climbs_and_water_may_ask_for_a_check(ground, skill, halted):
    encounter = alone({ground: [(4, 5), (5, 5)]})
    move = Move("seren", row(2, 5))
    calm, log = play(encounter, move, "none")
    assert calm.tokens["seren"].at == Cell(5, 5)
    passed, log = play(encounter, move, "hard", 20, 1, 1, 1)
    assert passed.tokens["seren"].at == Cell(5, 5)
    assert skill in log[0].details[1]
    failed, log = play(encounter, move, "easy", 1, 1, 1, 1)
    assert failed.tokens["seren"].at == Cell(3, 5)
    assert log[-1].headline == f"Seren {halted} at D6"
    # The area that was tried for in vain has its price: 1 + 2.
    assert status(failed, "seren").left_over == 300
    at_once, _ = play(encounter, move, 20, 1, 1, 1, system=ROLLED)
    assert at_once.tokens["seren"].at == Cell(5, 5)


@pytest.mark.parametrize(
    ("ground", "speed"), [(Terrain.CLIMB, "climb_feet"), (Terrain.WATER, "swim_feet")]
)
def test_a_speed_of_its_own_needs_no_checks(ground, speed):
    encounter = alone({ground: [(4, 5), (5, 5)]}, sheet={speed: 30})
    after, _ = play(encounter, Move("seren", row(2, 5)))
    assert after.tokens["seren"].at == Cell(5, 5)


def test_an_obstacle_in_the_way_may_ask_for_a_check():
    crate = {"crate": ((4, 5), (5, 6), CoverGrade.MAJOR)}
    encounter = fight(someone("seren", (2, 5)), props=crate, faces=[10])
    move = Move("seren", row(2, 6))
    over, _ = play(encounter, move, "none")
    assert over.tokens["seren"].at == Cell(6, 5)
    passed, log = play(encounter, move, "moderate", 9, 1, 1)
    assert passed.tokens["seren"].at == Cell(6, 5)
    assert log[0].details[1].startswith("crate before E6: Acrobatics, 12 − Acrobatics 3")
    failed, log = play(encounter, move, "moderate", 8, 1, 1)
    assert failed.tokens["seren"].at == Cell(3, 5)
    assert log[-1].headline == "Seren stumbles over crate at D6"
    assert status(failed, "seren").left_over == 400
    bush = fight(someone("seren", (2, 5)), props={"bush": ((4, 5), (5, 6), CoverGrade.MINOR)})
    assert play(bush, move)[0].tokens["seren"].at == Cell(6, 5)
    _, log = play(encounter, move, system=rules(ground_checks=GroundChecks.NOTED))
    assert "crate before E6 is in the way" in log[0].details[1]


def cliff(**more):
    """Seren clings to a wall 20 ft up; the ground lies west of it."""
    return fight(
        someone("seren", (4, 5), facing=90, **more),
        someone("orc", (5, 5), "foe", facing=270),
        terrain={Terrain.CLIMB: [(4, 5), (4, 4)]},
        elevation={20: [(4, 5), (4, 4), (5, 5), (5, 4), (5, 6), (4, 6)]},
    )


def test_whoever_fails_on_a_wall_falls_from_it():
    after, log = play(
        cliff(), Move("seren", (Cell(4, 5), Cell(4, 4))), "let_go", "hard", 1, 1, 1, 1
    )
    seren = after.tokens["seren"]
    assert seren.at.q == 3
    assert seren.has("prone")
    assert status(after, "seren").damage == 2
    assert "Seren falls 20 ft" in log[-1].details


def test_damage_while_climbing_asks_for_a_hold():
    encounter, _ = play(cliff(), EndTurn())
    assert encounter.turn_order.active == "orc"
    hit = (16, 1, 1, 1, 20, 10, 1)
    attack = Attack("orc", "seren")
    holds, _ = play(encounter, attack, *hit, "none")
    assert holds.tokens["seren"].at == Cell(4, 5)
    kept, _ = play(encounter, attack, *hit, "easy", 5, 1, 1, 1)
    assert kept.tokens["seren"].at == Cell(4, 5)
    falls, log = play(encounter, attack, *hit, "easy", 4, 1, 1, 1)
    assert falls.tokens["seren"].at.q == 3
    assert status(falls, "seren").damage == 3
    assert "Seren loses its hold, prone" in log[0].details
    spider, _ = play(cliff(sheet={"climb_feet": 30}), EndTurn())
    hangs, _ = play(spider, attack, *hit)
    assert hangs.tokens["seren"].at == Cell(4, 5)
    noted, log = play(encounter, attack, *hit, system=rules(ground_checks=GroundChecks.NOTED))
    assert any(line.startswith("Seren is hurt on a climb") for line in log[0].details)
    assert noted.tokens["seren"].at == Cell(4, 5)


def test_acrobatics_bypasses_difficult_ground_for_the_turn():
    mud = {Terrain.DIFFICULT: [(q, 5) for q in range(3, 12)]}
    encounter = alone(mud)
    assert rules().mover(encounter, encounter.tokens["seren"]).extra[Terrain.DIFFICULT] == 100
    sure, log = play(encounter, Act("seren", "vault"), "moderate", 9, 1, 1)
    assert log[0].headline == "Seren finds its footing"
    assert status(sure, "seren").actions == 3
    walked, _ = play(sure, Move("seren", row(2, 8)))
    assert status(walked, "seren").actions == 2
    assert status(walked, "seren").footing == "sure"
    ended, _ = play(walked, EndTurn(), 5)
    assert status(ended, "seren").footing == ""
    for_one, _ = play(sure, Move("seren", row(2, 4)), system=rules(sure_footing=SureFooting.MOVE))
    assert status(for_one, "seren").footing == ""


def test_a_failed_test_is_not_tried_again_this_turn():
    encounter = alone({Terrain.DIFFICULT: [(3, 5)]})
    failed, log = play(encounter, Act("seren", "vault", None, {"difficulty": "moderate"}), 8, 1, 1)
    assert log[0].headline == "Seren finds no footing"
    with pytest.raises(IllegalIntentError, match="once a turn"):
        play(failed, Act("seren", "vault"))


def test_a_flier_that_is_seized_falls():
    eagle = someone(
        "eagle",
        (6, 5),
        "foe",
        conditions=["flying"],
        elevation_feet=5,
        sheet={"fly_feet": 60},
    )
    encounter = fight(someone("seren", (5, 5)), eagle)
    after, log = play(encounter, Act("seren", "grapple", "eagle"), 12, 1, 1, 1)
    assert after.tokens["eagle"].conditions == {"grappled"}
    assert after.tokens["eagle"].elevation_feet is None
    assert "Eagle falls 5 ft" in log[-1].details
    stays = table(someone("spirit", (5, 5), conditions=["flying"], elevation_feet=10))
    stays = with_conditions(stays, "spirit", "bleeding")
    assert stays.tokens["spirit"].elevation_feet == 10

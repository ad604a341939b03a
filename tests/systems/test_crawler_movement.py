"""Steps and Moves: what comes with an Action, what the ground costs, and the GM's hand."""

from __future__ import annotations

import pytest
from crawler_boards import (
    PIKE,
    fight,
    plan,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import DiagonalMetric
from battlemap.model.intent import Act, Attack, EndTurn, Move, Turn
from battlemap.model.terrain import Terrain
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.preview import MovePreviewer
from battlemap.systems.crawler.options import Options
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import CornerRule, FlankingRule
from battlemap.tactics.mover import Mover
from battlemap.tactics.path import Path


def acting(**parts):
    return fight(someone("seren", (3, 3)), someone("orc", (9, 3), "foe"), phase="act", **parts)


def walk(encounter, *columns, row=3, key="seren", **more):
    cells = (encounter.tokens[key].at, *(Cell(column, row) for column in columns))
    return play(encounter, Move(key, cells), **more)


def test_a_step_may_be_walked_ahead_of_the_action_that_it_comes_with():
    mover = Mover(rate=600, actions=2, ahead=200)
    assert [mover.actions_for(cost) for cost in (100, 200, 300, 600, 700)] == [0, 0, 1, 1, 2]
    encounter, log = walk(acting(), 4, 5)
    assert (status(encounter, "seren").actions, status(encounter, "seren").stepped) == (2, 200)
    assert log[-1].headline == "Seren steps 10 ft to F4"
    # The Move that follows has no step left: 20 ft.
    encounter, _ = walk(encounter, 6, 7, 8)
    after = status(encounter, "seren")
    assert (after.actions, after.stepped, after.left_over) == (1, 0, 100)


def test_an_action_brings_a_step_and_what_was_left_before_is_lost():
    encounter = fight(
        someone("seren", (3, 3)), someone("orc", (4, 3), "foe", sheet={"evade": 11}), phase="act"
    )
    encounter, _ = play(encounter, Attack("seren", "orc"), 15, 3)
    assert status(encounter, "seren").left_over == 200
    encounter, log = walk(encounter, 2)
    assert log[-1].details[0] == "A step that comes with an Action"
    assert (status(encounter, "seren").actions, status(encounter, "seren").left_over) == (1, 100)
    stepped, _ = walk(encounter, 3)
    again, _ = play(stepped, Attack("seren", "orc"), 15, 3)
    assert status(again, "seren").left_over == 200
    assert status(again, "seren").actions == 0


def test_two_moves_go_60_feet_and_no_farther():
    encounter = acting()
    with pytest.raises(IllegalIntentError, match="2 Actions and can walk 60 ft"):
        walk(encounter, *range(4, 17), row=2)
    far, log = walk(encounter, *range(4, 16), row=2)
    assert status(far, "seren").actions == 0
    assert log[-1].details[0] == "2 Actions, each with its step"


def test_the_speed_is_the_sheets():
    swift = fight(someone("seren", (3, 3), sheet={"move_feet": 40, "step_feet": 5}), phase="act")
    assert rules().mover(swift, swift.tokens["seren"]).budget == 2 * 900


def test_crawlers_walk_in_steps_2_and_4_only():
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"))
    with pytest.raises(IllegalIntentError, match="Crawlers walk in steps 2 and 4"):
        walk(encounter, 2)
    encounter, _ = play(encounter, Attack("orc", "seren"))
    encounter, _ = play(encounter, EndTurn())
    with pytest.raises(IllegalIntentError, match="Mobs walk in step 1"):
        walk(encounter, 5, key="orc")
    stepped, _ = walk(encounter, 2)
    assert status(stepped, "seren").stepped == 100
    with pytest.raises(IllegalIntentError, match="only steps, 5 ft now"):
        walk(stepped, 1, 0)
    # Interrupts bring steps of their own.
    evaded, _ = play(stepped, Act("seren", "evade"), 15)
    assert status(evaded, "seren").left_over == 100
    done = with_status(evaded, "seren", actions=0, left_over=0)
    with pytest.raises(IllegalIntentError, match="only steps, 0 ft now"):
        walk(done, 1)


@pytest.mark.parametrize("kind", [Terrain.DIFFICULT, Terrain.WATER, Terrain.CLIMB])
def test_hard_ground_costs_more_unless_one_flies(kind):
    encounter = acting(terrain={kind: [(4, 3)]})
    _, log = walk(encounter, 4)
    assert log[-1].headline == "Seren steps 10 ft to E4"
    system = rules(difficult_extra=3)
    slow, log = walk(encounter, 4, system=system)
    assert log[-1].headline == "Seren moves 20 ft to E4"
    assert status(slow, "seren").actions == 1
    flying = with_conditions(encounter, "seren", "flying")
    _, log = walk(flying, 4)
    assert log[-1].headline == "Seren steps 5 ft to E4"


def test_dangerous_ground_is_written_in_the_log():
    _, log = walk(acting(terrain={Terrain.HAZARDOUS: [(4, 3)], Terrain.OBSCURED: [(4, 3)]}), 4)
    assert "E4 is hazardous: apply its effect" in log[-1].details
    assert "E4 is dark or full of smoke" in log[-1].details


def test_diagonals_and_corners_are_options():
    encounter = acting()
    cells = (Cell(3, 3), Cell(4, 4), Cell(5, 5))
    even, _ = play(encounter, Move("seren", cells))
    assert status(even, "seren").stepped == 200
    system = rules(diagonals=DiagonalMetric.ALTERNATING)
    uneven, _ = play(encounter, Move("seren", cells), system=system)
    assert status(uneven, "seren").actions == 1
    once, _ = play(encounter, Move("seren", cells[:2]), system=system)
    assert status(once, "seren").parity == 1
    walled = acting(terrain={Terrain.IMPASSABLE: [(4, 3)]})
    with pytest.raises(IllegalIntentError):
        play(walled, Move("seren", cells[:2]))
    loose = rules(corners=CornerRule.ONE_WAY)
    passed, _ = play(walled, Move("seren", cells[:2]), system=loose)
    assert passed.tokens["seren"].at == (4, 4)


@pytest.mark.parametrize(
    ("metric", "left", "feet"),
    # Of a Move of 30 ft and two diagonals; and from D4 to G7 for a shot.
    [
        (DiagonalMetric.EQUAL, 400, 15),
        (DiagonalMetric.ALTERNATING, 300, 20),
        (DiagonalMetric.EUCLIDEAN, 318, 21),
        (DiagonalMetric.MANHATTAN, 200, 30),
    ],
)
def test_what_a_diagonal_costs_and_measures(metric, left, feet):
    system = rules(diagonals=metric)
    encounter = fight(
        someone("seren", (3, 3)), someone("orc", (6, 6), "foe"), system=system, phase="act"
    )
    situation = system.plan(Board.of(encounter, system), Attack("seren", "orc")).situation
    assert situation.distance.feet == feet
    # The two diagonals, and two cells straight on, so that it is no step.
    cells = tuple(Cell(*cell) for cell in ((3, 3), (2, 2), (1, 1), (1, 2), (1, 3)))
    after, _ = play(encounter, Move("seren", cells), system=system)
    assert status(after, "seren").actions == 1
    assert status(after, "seren").left_over == left - 200


@pytest.mark.parametrize(
    ("shut", "allowed"),
    [
        ([(4, 3)], {CornerRule.ONE_WAY, CornerRule.UNCHECKED}),
        ([(4, 3), (3, 4)], {CornerRule.UNCHECKED}),
    ],
)
def test_which_ways_round_a_corner_must_be_open(shut, allowed):
    encounter = acting(terrain={Terrain.IMPASSABLE: shut})
    step = Move("seren", (Cell(3, 3), Cell(4, 4)))
    for rule in CornerRule:
        system = rules(corners=rule)
        if rule in allowed:
            passed, _ = play(encounter, step, system=system)
            assert passed.tokens["seren"].at == (4, 4)
        else:
            with pytest.raises(IllegalIntentError):
                play(encounter, step, system=system)


def test_height_counts_in_distance_where_the_option_says_so():
    encounter = table(
        someone("seren", (3, 3), weapons=[PIKE]),
        someone("orc", (4, 3), "foe", elevation_feet=10),
    )
    for counts, feet in ((True, 10), (False, 5)):
        system = rules(elevation_in_distance=counts)
        board = Board.of(encounter, system)
        assert system.plan(board, Attack("seren", "orc")).situation.distance.feet == feet


def test_nobody_strikes_at_a_mover_and_the_safest_way_is_the_shortest():
    encounter = fight(
        someone("seren", (3, 3)), someone("orc", (4, 3), "foe", weapons=[PIKE]), phase="act"
    )
    system = rules()
    board = Board.of(encounter, system)
    path = Path((Cell(3, 3), Cell(3, 4), Cell(3, 5)), (0, 100, 200))
    assert system.move_triggers(board, encounter.tokens["seren"], path) == ()
    preview = MovePreviewer(board, system, "seren").to(Cell(6, 6))
    assert preview.shortest == preview.safest
    assert preview.shortest.actions == 1
    near = MovePreviewer(board, system, "seren").to(Cell(3, 5))
    assert near.shortest.actions == 0
    conventions = system.conventions()
    assert not conventions.has_facing
    assert not conventions.flanking_counts


def test_forced_movement_and_the_gms_hand_cost_nothing():
    encounter = acting()
    for manner, words in (
        ("force", "GM puts Seren on F7"),
        ("pushed", "Seren is moved to F7"),
        ("teleport", "Seren teleports to F7"),
    ):
        moved, log = play(encounter, Move("seren", (Cell(3, 3), Cell(5, 6)), manner))
        assert moved.tokens["seren"].at == (5, 6)
        assert status(moved, "seren") == status(encounter, "seren")
        assert log[-1].headline == words
    with pytest.raises(IllegalIntentError, match="not on the map"):
        play(encounter, Move("seren", (Cell(3, 3), Cell(99, 6)), "force"))
    with pytest.raises(IllegalIntentError, match="no such way"):
        play(encounter, Move("seren", (Cell(3, 3), Cell(3, 4)), "charge"))
    with pytest.raises(IllegalIntentError, match="begins elsewhere"):
        play(encounter, Move("seren", (Cell(1, 1), Cell(1, 2))))
    with pytest.raises(IllegalIntentError, match="needs cells"):
        play(encounter, Move("seren", ()))


def test_outside_a_fight_nothing_is_spent():
    encounter = table(someone("seren", (3, 3)))
    moved, log = walk(encounter, 4, 5)
    assert moved.tokens["seren"].status is None
    assert log[-1].details[0] == "No fight, nothing spent"


def test_turning_a_token_is_free_and_means_nothing():
    encounter = acting()
    turned, log = play(encounter, Turn("seren", 93.0))
    assert turned.tokens["seren"].facing == 90.0
    assert log[-1].headline == "Seren faces east"
    assert play(turned, Turn("seren", 90.0))[0] is turned
    assert Options().diagonals is DiagonalMetric.EQUAL


def test_the_board_knows_no_facing_and_no_flanks():
    conventions = rules().conventions()
    assert not conventions.has_facing
    assert not conventions.flanking_counts
    assert conventions.flanking is FlankingRule.NONE
    encounter = table(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"))
    assert plan(encounter, "seren", "orc").situation.arc.arc is None

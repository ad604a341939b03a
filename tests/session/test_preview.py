from __future__ import annotations

from dataclasses import replace

import pytest

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import DiagonalMetric
from battlemap.model.intent import Attack, Move
from battlemap.model.turn_order import TurnOrder
from battlemap.session.preview import feet_of
from battlemap.session.session import Session


@pytest.fixture
def session(fight):
    return Session.new(fight, seed=1)


def test_a_preview_has_cost_actions_and_triggers(session):
    preview = session.preview_move("hero").to(Cell(0, 2))
    route = preview.shortest
    assert route.path.cells[0] == Cell(2, 2)
    assert route.path.cells[-1] == Cell(0, 2)
    assert (route.feet, route.actions) == (10, 1)
    assert [trigger.by for trigger in route.triggers] == ["orc"]
    assert route.firing == route.triggers


def test_the_preview_is_what_the_move_does(session):
    route = session.preview_move("hero").to(Cell(2, 7)).shortest
    session.perform(Move("hero", route.path.cells))
    assert session.pending.token == route.triggers[0].by
    session.answer("no")
    assert session.encounter.tokens["hero"].at == Cell(2, 7)
    assert session.history.commits[0].label == f"Move Hero {route.feet} ft"


@pytest.fixture
def under_way(fight):
    """The same with a fight under way, the hero's turn."""
    return Session.new(replace(fight, turn_order=TurnOrder(round=1, active="hero")), seed=1)


def test_out_of_reach_is_none_and_the_budget_can_be_lifted(under_way):
    session = under_way
    previewer = session.preview_move("hero")
    assert previewer.to(Cell(11, 2)).shortest is None
    assert Cell(11, 2) not in previewer.field.costs
    far = session.preview_move("hero", budget=10**6)
    assert far.to(Cell(11, 2)).shortest is not None
    assert far.to(Cell(11, 2)).shortest.actions == 3


def test_the_same_question_is_answered_once(session):
    previewer = session.preview_move("hero")
    assert previewer.to(Cell(0, 2)) is previewer.to(Cell(0, 2))
    assert previewer.field is previewer.field


def test_waypoints_are_passed_in_order_and_paid_for(session):
    previewer = session.preview_move("hero")
    straight = previewer.to(Cell(0, 2)).shortest
    around = previewer.to(Cell(0, 2), [Cell(2, 5), Cell(0, 4)]).shortest
    cells = around.path.cells
    assert cells.index(Cell(2, 5)) < cells.index(Cell(0, 4)) < len(cells) - 1
    assert (straight.path.cost, around.path.cost) == (200, 300 + 200 + 200)
    assert (straight.actions, around.actions) == (1, 2)


def test_outside_a_fight_a_way_may_be_longer_than_the_actions(session, under_way):
    previewer, bound = session.preview_move("hero"), under_way.preview_move("hero")
    assert previewer.field.costs == bound.field.costs  # the range that is drawn stays
    far = previewer.to(Cell(11, 2))
    assert bound.to(Cell(11, 2)).shortest is None
    assert far.shortest.actions == 3
    assert previewer.to(Cell(11, 2), [Cell(2, 7)]).shortest.path.cost > far.shortest.path.cost
    assert bound.trade_offs(Cell(11, 2)) == ()
    ways = previewer.trade_offs(Cell(11, 2))
    assert (ways[0], ways[-1]) == (far.shortest, far.safest)
    # A budget that is asked for binds, and nobody walks to where nothing leads.
    assert session.preview_move("hero", budget=400).to(Cell(11, 2)).shortest is None
    assert previewer.to(Cell(3, 2)).shortest is None
    session.perform(Move("hero", far.shortest.path.cells))
    while session.pending is not None:
        session.answer("no")
    assert session.encounter.tokens["hero"].at == Cell(11, 2)


def test_waypoints_use_the_budget_up(under_way):
    previewer = under_way.preview_move("hero")
    assert previewer.to(Cell(2, 7)).shortest is not None
    assert previewer.to(Cell(2, 7), [Cell(0, 0)]).shortest is None
    assert previewer.to(Cell(2, 2), [Cell(2, 7)]).shortest is None
    assert previewer.to(Cell(0, 0), [Cell(11, 0)]).shortest is None


def test_diagonals_count_on_over_a_waypoint(fight):
    grid = replace(fight.map.grid, diagonals=DiagonalMetric.ALTERNATING)
    session = Session.new(fight.with_map(replace(fight.map, grid=grid)))
    previewer = session.preview_move("hero")
    route = previewer.to(Cell(4, 4), [Cell(3, 3)]).shortest
    assert route.path.costs == (0, 100, 300)
    assert route.path == previewer.to(Cell(4, 4)).shortest.path


def test_plan_from_imagines_the_attacker_elsewhere(session):
    attack = Attack("hero", "orc")
    here, there = session.plan(attack), session.plan_from(attack, Cell(9, 2), 90.0)
    assert here.situation.distance.feet == 5
    assert there.situation.distance.feet == 30
    assert session.encounter.tokens["hero"].at == Cell(2, 2)
    wall = session.encounter.map.obstacles["w1"]
    assert wall.start == Point(6, 0)
    assert "w1" in there.situation.cover.by


@pytest.mark.parametrize(
    ("hundredths", "per_cell", "feet"),
    [(300, 5, 15), (0, 5, 0), (141, 5, 7.05), (150, 5, 7.5), (333, 7, 23.31)],
)
def test_feet_are_whole_where_they_can_be(hundredths, per_cell, feet):
    found = feet_of(hundredths, per_cell)
    assert found == feet
    assert isinstance(found, int) == isinstance(feet, int)


def test_a_leg_may_be_a_jump(session):
    previewer = session.preview_move("hero")
    leap = previewer.to(Cell(2, 4), jumps=[0]).shortest
    assert (leap.path.cells, leap.path.jumps) == ((Cell(2, 2), Cell(2, 4)), {1})
    walked = previewer.to(Cell(2, 4)).shortest
    assert (walked.path.steps, walked.path.jumps) == (2, frozenset())
    onward = previewer.to(Cell(2, 6), [Cell(2, 3)], jumps=[1]).shortest
    assert (onward.path.cells[1:], onward.path.jumps) == ((Cell(2, 3), Cell(2, 6)), {2})
    first = previewer.to(Cell(2, 6), [Cell(2, 4)], jumps=[0]).shortest
    assert (first.path.cells[1], first.path.jumps, first.path.steps) == (Cell(2, 4), {1}, 3)
    assert previewer.why_no_jump(Cell(2, 4)) == ""
    assert previewer.to(Cell(11, 2), jumps=[0]).shortest is None
    assert previewer.why_no_jump(Cell(11, 2)) == "a wall is in the way"
    assert previewer.why_no_jump(Cell(11, 6)) == "the jump costs more than there is left"

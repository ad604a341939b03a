"""Why a path costs what it costs: the parts of each step add up, in every way of moving."""

from __future__ import annotations

from dataclasses import replace

import pytest
from four_games import examples
from hypothesis import given
from hypothesis import strategies as st
from tactics_boards import board, token, wall

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.movement import Mover, movement_field, path_along
from battlemap.tactics.step_costs import step_costs

WALKER = Mover(rate=6000, actions=1)


def explained(made, *cells, mover=WALKER, jumps=()):
    path, _ = path_along(made, "a", mover, [Cell(*cell) for cell in cells], jumps)
    return step_costs(made, "a", mover, path)


def kinds(step):
    return [(part.kind, part.cost) for part in step.parts]


def test_each_part_is_named_with_the_cells_that_cause_it():
    ground = {Terrain.DIFFICULT: [(1, 0), (2, 0)], Terrain.CLIMB: [(2, 0)]}
    made = board([token("a", (0, 0))], terrain=ground)
    one, two, three = explained(made, (0, 0), (1, 0), (2, 0), (3, 0))
    assert kinds(one) == [("straight", 100), ("difficult", 100)]
    assert one.parts[1].cells == (Cell(1, 0),)
    assert kinds(two) == [("straight", 100), ("difficult", 100), ("climb", 100)]
    assert kinds(three) == [("straight", 100)]
    assert [step.so_far for step in (one, two, three)] == [200, 500, 600]


def test_who_crawls_pays_for_each_step_and_costs_multiply_where_they_do():
    made = board([token("a", (0, 0))], terrain={Terrain.DIFFICULT: [(1, 0)]})
    crawling = replace(WALKER, step_extra=100)
    (step,) = explained(made, (0, 0), (1, 0), mover=crawling)
    assert kinds(step) == [("straight", 100), ("difficult", 100), ("handicap", 100)]
    (step,) = explained(made, (0, 0), (1, 0), mover=replace(crawling, multiplies=True))
    assert kinds(step) == [("straight", 100), ("difficult", 100), ("handicap", 200)]
    assert step.cost == step.so_far == 400


def test_each_second_diagonal_is_named_with_what_it_costs():
    rules = Conventions(diagonals=DiagonalMetric.ALTERNATING)
    made = board([token("a", (0, 0))], conventions=rules)
    found = explained(made, (0, 0), (1, 1), (2, 2), (3, 2))
    assert [kinds(step) for step in found] == [
        [("diagonal", 100)],
        [("diagonal", 200)],
        [("straight", 100)],
    ]


def test_what_is_met_on_the_way_is_told():
    made = board(
        [token("a", (0, 0))],
        [wall("w", (1, 0), (1, 1), cover=CoverGrade.MAJOR, blocks_move=False)],
        terrain={Terrain.HAZARDOUS: [(2, 0)]},
        elevation={10: [(2, 0)]},
    )
    one, two, three = explained(made, (0, 0), (1, 0), (2, 0), (3, 0))
    assert [hurdle.obstacle for hurdle in one.hurdles] == ["w"]
    assert two.hazards == (Cell(2, 0),)
    assert three.drop_feet == 10
    assert (two.drop_feet, three.hazards, three.hurdles) == (0, (), ())


def test_a_jump_costs_its_length_whatever_the_ground():
    made = board([token("a", (0, 0))], terrain={Terrain.DIFFICULT: [(1, 0), (2, 0)]})
    (step,) = explained(made, (0, 0), (2, 0), jumps=(1,))
    assert kinds(step) == [("jump", 200)]


@examples(80)
@given(
    kind=st.sampled_from(GridKind),
    metric=st.sampled_from(DiagonalMetric),
    size=st.sampled_from((1, 1, 2)),
    multiplies=st.booleans(),
    extra=st.sampled_from((0, 50, 100)),
    parity=st.sampled_from((0, 1)),
    squeezing=st.sampled_from((0, 1)),
    hard=st.sets(st.tuples(st.integers(0, 7), st.integers(0, 5)), max_size=20),
    steep=st.sets(st.tuples(st.integers(0, 7), st.integers(0, 5)), max_size=8),
    shut=st.sets(st.tuples(st.integers(0, 7), st.integers(0, 5)), max_size=8),
    goal=st.tuples(st.integers(0, 7), st.integers(0, 5)),
)
def test_the_parts_add_up(
    kind, metric, size, multiplies, extra, parity, squeezing, hard, steep, shut, goal
):
    made = board(
        [token("a", (3, 2), size=size)],
        kind=kind,
        terrain={Terrain.DIFFICULT: hard, Terrain.CLIMB: steep, Terrain.IMPASSABLE: shut},
        conventions=Conventions(
            diagonals=metric, squeezing=squeezing, ends_squeezed=bool(squeezing)
        ),
    )
    mover = Mover(rate=2000, actions=1, multiplies=multiplies, step_extra=extra, parity=parity)
    path = movement_field(made, "a", mover).shortest(Cell(*goal))
    if path is None:
        return
    found = step_costs(made, "a", mover, path)
    assert [step.so_far for step in found] == list(path.costs[1:])
    before = 0
    for step in found:
        assert step.cost == step.so_far - before
        before = step.so_far


@pytest.mark.parametrize("cells", [((0, 0),), ((0, 0), (3, 3))])
def test_no_step_and_a_leap_of_faith(cells):
    made = board([token("a", (0, 0))])
    found = explained(made, *cells)
    assert sum(step.cost for step in found) == (300 if len(cells) > 1 else 0)

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shadow_boards import rules, someone, table

from battlemap.geometry.cell import Point
from battlemap.model.obstacle import CoverGrade, Wall
from battlemap.tactics.board import Board
from battlemap.tactics.objects import breached, objects_within


def near(encounter, feet=5, key="seren"):
    board = Board.of(encounter, rules())
    return [found.id for found in objects_within(board, key, feet)]


def test_a_wall_on_the_border_is_in_reach_and_one_behind_the_next_cell_is_not():
    encounter = table(someone("seren", (5, 5)), walls=[((6, 0), (6, 15)), ((3.9, 0), (3.9, 15))])
    assert near(encounter) == ["w0"]
    assert near(encounter, 10) == ["w0", "w1"]


def test_what_stands_behind_a_wall_is_out_of_reach():
    crate = {"crate": ((7, 5), (8, 6), CoverGrade.MAJOR)}
    assert near(table(someone("seren", (5, 5)), props=crate), 10) == ["crate"]
    walled = table(someone("seren", (5, 5)), props=crate, walls=[((6, 0), (6, 15))])
    assert near(walled, 10) == ["w0"]


def test_a_token_on_a_prop_touches_it_and_a_large_one_reaches_from_every_cell():
    mat = {"mat": ((4, 4), (7, 7), CoverGrade.NONE)}
    [found] = objects_within(
        Board.of(table(someone("seren", (5, 5)), props=mat), rules()), "seren", 5
    )
    assert (found.cells, found.point) == (0.0, Point(5.5, 5.5))
    barrel = {"barrel": ((8, 6), (9, 7), CoverGrade.MINOR)}
    assert near(table(someone("seren", (5, 5)), props=barrel)) == []
    assert near(table(someone("seren", (6, 6), size=2), props=barrel)) == ["barrel"]


@pytest.mark.parametrize(
    ("at", "spans"),
    [
        ((5.5, 2), [(0.0, 5.0), (6.0, 10.0)]),
        ((0.2, 2), [(1.0, 10.0)]),
        ((99, 2), [(0.0, 9.0)]),
    ],
)
def test_a_gap_of_one_cell_is_broken_into_a_long_wall(at, spans):
    wall = Wall("w", Point(0.0, 3.0), Point(10.0, 3.0), damage=5, durability=9)
    parts = breached(wall, Point(*at))
    assert [(part.start.x, part.end.x) for part in parts] == spans
    assert {part.damage for part in parts} == {0}
    assert {part.durability for part in parts} == {9}
    assert [part.id for part in parts] == ["w", "wb"][: len(parts)]


def test_a_short_wall_falls_as_a_whole():
    assert breached(Wall("w", Point(0.0, 0.0), Point(0.0, 1.0)), Point(0.0, 0.5)) == ()


@given(st.floats(1.2, 40), st.floats(-5, 50))
def test_a_breach_takes_a_cell_and_no_more(length, along):
    wall = Wall("w", Point(0.0, 0.0), Point(length, 0.0))
    left = sum(part.end.x - part.start.x for part in breached(wall, Point(along, 0.0)))
    assert length - 1.1 - 1e-6 <= left <= length - 1 + 1e-6

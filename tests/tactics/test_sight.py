"""What is seen, by area and by rays, in light and in the dark, and from both ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tactics_boards import block, board, door, token, wall

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.battle_map import Light
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.cover import exposure, exposure_and_back
from battlemap.tactics.sight import both_ways, view_from, visible_share
from battlemap.tactics.threat import threats_to

EYE = [Point(5.5, 5.5)]


def test_an_open_field_is_seen_as_far_as_the_range():
    made = board([token("a", (5, 5))])
    assert len(view_from(made, EYE).cells) == 144
    near = view_from(made, EYE, range_cells=1.2)
    assert len(near.cells) == 5
    assert near.area == pytest.approx(3.14159 * 1.44, rel=1e-2)


def test_doors_and_windows():
    walls = [wall("n", (7, 0), (7, 5)), wall("s", (7, 6), (7, 12))]
    shut = board([token("a", (5, 5))], [*walls, door("d", (7, 5), (7, 6))])
    assert Cell(9, 5) not in view_from(shut, EYE).cells
    for more in ({"is_open": True}, {"is_window": True}):
        made = board([token("a", (5, 5))], [*walls, door("d", (7, 5), (7, 6), **more)])
        assert Cell(9, 5) in view_from(made, EYE).cells


def test_two_viewers_see_more_than_one():
    made = board([token("a", (5, 5))], [block("p", 7, 5)])
    one = view_from(made, EYE)
    both = view_from(made, [*EYE, Point(9.5, 5.5)])
    assert one.cells < both.cells


def test_light_and_dark():
    made = board([token("a", (5, 5))], [wall("w", (8, 0), (8, 12))])
    assert view_from(made, EYE, lights=[]).cells == frozenset()
    near = view_from(made, EYE, lights=[], dark_cells=1.2)
    assert len(near.cells) == 5
    lamp = Light(Point(7.5, 2.5), 2.2)
    lit = view_from(made, EYE, lights=[lamp]).cells
    assert Cell(7, 2) in lit
    assert Cell(9, 2) not in lit, "the wall stops both the light and the sight"
    assert Cell(5, 5) not in lit, "it is dark here"


def test_a_light_on_a_pillar_shines_past_it():
    made = board([token("a", (5, 5))], [block("pillar", 7, 5), block("other", 9, 5)])
    lit = view_from(made, EYE, lights=[Light(Point(7.5, 5.5), 4)]).cells
    assert Cell(6, 5) in lit
    assert Cell(7, 8) in lit
    assert Cell(8, 5) not in lit, "the pillar hides it from the viewer all the same"
    beyond = view_from(made, [Point(8.5, 8.5)], lights=[Light(Point(7.5, 5.5), 4)]).cells
    assert Cell(8, 5) in beyond
    assert Cell(10, 5) not in beyond, "another pillar stops the light"


def test_the_share_by_area_differs_from_the_share_of_rays():
    pillar = board([token("a", (0, 0), "party"), token("b", (4, 0))], [block("p", 2, 0)])
    assert exposure(pillar, "a", "b").cover.share == 0.5
    hidden = 1 - visible_share(pillar, "a", "b")
    assert hidden != pytest.approx(0.5, abs=0.05)
    assert visible_share(board([token("a", (0, 0)), token("b", (4, 0))]), "a", "b") == 1


def test_total_cover_shows_nothing():
    made = board([token("a", (0, 0)), token("b", (4, 0))], [wall("w", (2, -9), (2, 9))])
    assert visible_share(made, "a", "b") == pytest.approx(0, abs=1e-9)


def test_what_both_look_over_hides_nothing():
    def seen(feet):
        low = wall("w", (2, -9), (2, 9), height_feet=feet)
        tall = [token(key, (column, 0), height_feet=10) for key, column in (("a", 0), ("b", 4))]
        return visible_share(board(tall, [low]), "a", "b")

    assert [seen(feet) for feet in (4, 5, None)] == [1, pytest.approx(0), pytest.approx(0)]


@pytest.mark.parametrize("kind", list(GridKind))
def test_cover_from_the_other_side_is_the_other_cover(kind):
    walls = [wall("w", (4, 1), (4, 3.9), cover=CoverGrade.MAJOR)]
    told = set()
    for cell in list(make_grid(kind, 10, 8).cells())[::3]:
        made = board([token("a", (3, 3), "party"), token("t", cell)], walls, kind=kind)
        if made.token("a").at == cell:
            continue
        found = both_ways(made, "a", "t")
        here, back = (exposure(made, *pair).cover for pair in (("a", "t"), ("t", "a")))
        assert (found.cover_there, found.cover_back) == (here, back)
        assert bool(found.cover_reason) is (here.grade is not back.grade)
        told.add(found.cover_reason)
    assert len(told) > 1


def test_both_ways_agree_or_say_why():
    made = board([token("a", (0, 0), "party"), token("b", (4, 0))])
    assert both_ways(made, "a", "b").reason == ""
    low = wall("fence", (2, -5), (2, 5), height_feet=5)
    tall = replace(made.token("a"), height_feet=5)
    small = replace(made.token("b"), height_feet=1)
    fenced = board([tall, small], [low])
    found = both_ways(fenced, "a", "b")
    assert (found.there, found.back) == (False, False)
    giant = board([replace(tall, height_feet=12), small], [low])
    found = both_ways(giant, "a", "b")
    assert (found.there, found.back) == (True, False)
    assert "A sees B" in found.reason


@pytest.mark.parametrize("kind", list(GridKind))
@pytest.mark.parametrize("lean_out", [False, True])
def test_both_ways_at_once_are_each_way_by_itself(kind, lean_out):
    walls = [
        wall("w", (4, 3), (4, 6.2)),
        wall("v", (6, 5.1), (6, 9), height_feet=6),
        wall("u", (5.2, 4.8), (5.2, 6.4)),
    ]
    crate = block("c", 3, 6, cover=CoverGrade.MAJOR, blocks_sight=False, height_feet=4)
    for cell in list(make_grid(kind, 10, 10).cells())[::7]:
        made = board(
            [token("a", (5, 5), "party", size=2), token("t", cell, elevation_feet=5)],
            [*walls, crate],
            kind=kind,
            columns=10,
            rows=10,
            terrain={Terrain.OBSCURED: [(4, 4)]},
            conventions=Conventions(lean_out=lean_out),
        )
        back = exposure(made, "t", "a").sight
        assert exposure_and_back(made, "a", "t") == (exposure(made, "a", "t"), back), cell


def test_who_threatens_and_with_what():
    made = board([token("a", (5, 5), "party"), token("b", (6, 5)), token("c", (9, 9))])
    assert threats_to(made, "a") == {"b": ("hand",)}
    assert threats_to(made, "a", [Cell(8, 8)]) == {"c": ("hand",)}
    assert threats_to(Board.of(made.encounter.without_token("b"), made.reading), "a") == {}

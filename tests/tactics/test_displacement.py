"""Pushes, knockbacks and what scatters."""

from __future__ import annotations

import pytest
from tactics_boards import block, board, token, wall

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.model.terrain import Terrain
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.displacement import knocked_back, pushed_to, scattered

HEXES = [GridKind.HEX_POINTY, GridKind.HEX_FLAT]


def pair(a, t, *others, obstacles=(), **more):
    size = more.pop("size", 1)
    return board([token("a", a, "party"), token("t", t, size=size), *others], obstacles, **more)


def test_a_push_leads_to_the_cells_that_are_not_nearer():
    made = pair((5, 5), (6, 5))
    around = [(6, 4), (7, 4), (7, 5), (7, 6), (6, 6), (5, 6), (5, 4)]
    assert list(pushed_to(made, "a", "t")) == around
    assert set(pushed_to(made, "a", "t", farther=True)) == {Cell(7, 4), Cell(7, 5), Cell(7, 6)}


@pytest.mark.parametrize("kind", HEXES)
def test_a_push_on_hexes(kind):
    made = pair((5, 3), (6, 3), kind=kind)
    assert set(pushed_to(made, "a", "t", farther=True)) == {(7, 2), (7, 3), (6, 4)}
    assert set(pushed_to(made, "a", "t")) == {(7, 2), (7, 3), (6, 4), (6, 2), (5, 4)}


def test_walls_creatures_ground_and_the_edge_stop_a_push():
    made = pair(
        (9, 5),
        (10, 5),
        token("b", (11, 4)),
        obstacles=[wall("w", (10, 6), (12, 6))],
        terrain={Terrain.IMPASSABLE: [(11, 5)]},
    )
    # The cell beside the wall's end and the blocked corner stay shut as for any step.
    assert list(pushed_to(made, "a", "t")) == [(10, 4), (9, 4)]
    corner = pair((10, 10), (11, 11))
    assert pushed_to(corner, "a", "t") == {}


def test_a_push_of_two_steps_names_its_way_and_never_turns_back():
    made = pair((5, 5), (6, 5))
    found = pushed_to(made, "a", "t", 2, farther=True)
    assert found[Cell(8, 5)] == ((6, 5), (7, 5), (8, 5))
    assert {made.grid.steps(Cell(5, 5), end) for end in found} == {2, 3}
    assert all(len(way) == made.grid.steps(Cell(5, 5), end) for end, way in found.items())
    blocked = pair((5, 5), (6, 5), obstacles=[block("x", 7, 4), block("y", 7, 5), block("z", 7, 6)])
    assert pushed_to(blocked, "a", "t", 2, farther=True) == {}


def test_a_large_body_is_pushed_as_a_whole():
    made = pair((5, 5), (6, 5), obstacles=[block("x", 8, 6)], size=2)
    assert Cell(7, 5) not in pushed_to(made, "a", "t")
    assert set(pushed_to(made, "a", "t")) == {(6, 4), (6, 6), (5, 6)}
    assert Cell(7, 5) in pushed_to(pair((5, 5), (6, 5), size=2), "a", "t")


def test_knocked_back_straight_until_something_is_in_the_way():
    free = knocked_back(pair((5, 5), (6, 5)), "a", "t", 3)
    assert free.cells == (Cell(6, 5), Cell(7, 5), Cell(8, 5), Cell(9, 5))
    assert (free.facing, free.left, free.stopped_by) == (90, 0, "")
    diagonal = knocked_back(pair((5, 5), (6, 6)), "a", "t", 1)
    assert diagonal.cells[-1] == Cell(7, 7)
    into = knocked_back(pair((5, 5), (6, 5), token("b", (8, 5))), "a", "t", 3)
    assert (into.cells[-1], into.left, into.stopped_by) == (Cell(7, 5), 2, "B")
    walled = knocked_back(pair((5, 5), (6, 5), obstacles=[wall("w", (7, 0), (7, 12))]), "a", "t", 2)
    assert (walled.cells, walled.left) == ((Cell(6, 5),), 2)
    assert walled.stopped_by
    edge = knocked_back(pair((10, 5), (11, 5)), "a", "t", 1)
    assert (edge.cells, edge.left) == ((Cell(11, 5),), 1)


def test_from_the_same_place_it_goes_where_the_striker_faces():
    made = board([token("a", (5, 5), "party", facing=180), token("t", (5, 5))])
    assert knocked_back(made, "a", "t", 1).cells[-1] == Cell(5, 6)


@pytest.mark.parametrize("kind", list(GridKind))
def test_what_scatters_lies_as_far_as_the_dice_say(kind):
    made = board(kind=kind, columns=30, rows=30)
    impact = made.grid.from_offset(15, 15)
    for index, facing in enumerate(made.grid.facings):
        found = scattered(made, impact, index, 35)
        assert made.grid.steps(impact, found.cell) == 7
        assert len(found.way) == 8
        assert (found.way[0], found.facing, found.is_off_map) == (impact, facing, False)
    with pytest.raises(IndexError, match="directions"):
        scattered(made, impact, len(made.grid.directions), 10)
    assert scattered(made, impact, 0, 0).cell == impact


def test_diagonals_are_measured_as_the_map_measures_them():
    def lands(metric, feet):
        made = board(conventions=Conventions(diagonals=metric), columns=30, rows=30)
        return scattered(made, Cell(10, 10), 3, feet).cell

    assert lands(DiagonalMetric.EQUAL, 20) == (14, 14)
    assert lands(DiagonalMetric.ALTERNATING, 20) == (13, 13)
    assert lands(DiagonalMetric.ALTERNATING, 15) == (12, 12)
    assert lands(DiagonalMetric.MANHATTAN, 20) == (12, 12)
    assert lands(DiagonalMetric.EUCLIDEAN, 30) == (14, 14)


def test_off_the_map_it_is_marked_and_the_last_cell_named():
    made = board()
    found = scattered(made, Cell(10, 5), 2, 20)
    assert found.is_off_map
    assert (found.cell, found.aimed) == (Cell(11, 5), Cell(14, 5))
    assert found.way == (Cell(10, 5), Cell(11, 5))
    with pytest.raises(ValueError, match="strike the map"):
        scattered(made, Cell(12, 5), 2, 20)

"""Walls that let steps through to one side."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from plain_bodies import PlainSteps
from tactics_boards import board, token, wall

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.tactics.cover import exposure
from battlemap.tactics.movement import Mover, movement_field, path_along
from battlemap.tactics.threat import threatened

FAR = Mover(rate=10_000, actions=1)
NORTH = {"start": (4, 12), "end": (4, 0)}
"""A wall drawn up the map between columns 3 and 4: right of it lies the east."""


def fence(one_way, **more):
    more = {"cover": CoverGrade.NONE, "blocks_sight": False, **more}
    return wall("w", NORTH["start"], NORTH["end"], one_way=one_way, **more)


@pytest.mark.parametrize(("side", "east", "west"), [("right", 100, None), ("left", None, 100)])
def test_one_side_only(side, east, west):
    for start, end, cost in (((3, 5), (4, 5), east), ((4, 5), (3, 5), west)):
        made = board([token("a", start)], [fence(side)])
        path, reason = path_along(made, "a", FAR, [Cell(*start), Cell(*end)])
        assert movement_field(made, "a", FAR).costs.get(Cell(*end)) == cost
        assert (path.cost, reason) == (100, "" if cost else "a wall is in the way")


def test_a_large_token_goes_across_and_not_back():
    made = board([token("a", (2, 5), size=2)], [fence("right")])
    field = movement_field(made, "a", FAR)
    assert field.costs[Cell(3, 5)] == 100
    assert field.costs[Cell(4, 5)] == 200
    astride = board([token("a", (3, 5), size=2)], [fence("right")])
    assert Cell(4, 5) in movement_field(astride, "a", FAR).costs
    assert Cell(2, 5) not in movement_field(astride, "a", FAR).costs
    # Along the wall leads to neither side.
    assert path_along(astride, "a", FAR, [Cell(3, 5), Cell(3, 6)])[1] == "a wall is in the way"


def test_it_stops_neither_sight_nor_weapons_unless_the_map_says_so():
    pair = [token("a", (3, 5), "party"), token("b", (4, 5))]
    for side in ("left", "right"):
        made = board(pair, [fence(side)])
        assert exposure(made, "a", "b").cover.grade is CoverGrade.NONE
        assert Cell(4, 5) in threatened(made, "a")["hand"]
        covering = board(pair, [fence(side, cover=CoverGrade.TOTAL, blocks_sight=True)])
        assert exposure(covering, "a", "b").cover.grade is CoverGrade.TOTAL
        assert Cell(4, 5) not in threatened(covering, "a")["hand"]


def test_one_that_does_not_block_movement_stops_nobody():
    made = board([token("a", (4, 5))], [fence("right", blocks_move=False)])
    assert movement_field(made, "a", FAR).costs[Cell(3, 5)] == 100


SIZE = 5
cells = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
half = st.integers(0, 2 * SIZE).map(lambda n: n / 2)
spots = st.tuples(half, half)
walls = st.lists(st.tuples(spots, spots, st.sampled_from(["", "left", "right"])), max_size=5)


@st.composite
def boards(draw):
    kind = draw(st.sampled_from(list(GridKind)))
    grid = make_grid(kind, SIZE, SIZE)
    at = grid.from_offset(*draw(cells))
    size = draw(st.integers(1, 3))
    obstacles = [
        wall(f"w{i}", p, q, one_way=side) for i, (p, q, side) in enumerate(draw(walls)) if p != q
    ]
    hard = [grid.from_offset(*place) for place in draw(st.lists(cells, max_size=4))]
    made = board(
        [token("a", at, size=size)],
        obstacles,
        kind=kind,
        columns=SIZE,
        rows=SIZE,
        terrain={Terrain.DIFFICULT: hard},
    )
    assume(all(cell in grid for cell in made.cells_of("a")))
    return made


@given(boards())
def test_costs_equal_plain_dijkstra_on_an_explicit_graph(made):
    plain, graph = PlainSteps(made), nx.DiGraph()
    graph.add_node(made.token("a").at)
    for anchor in made.grid.cells():
        for step in made.grid.directions:
            if plain.may_step(plain.space(anchor), step):
                end = anchor.plus(step)
                graph.add_edge(anchor, end, weight=plain.cost(anchor, end))
    least = nx.single_source_dijkstra_path_length(graph, made.token("a").at)
    assert dict(movement_field(made, "a", FAR).costs) == least


@given(boards())
def test_drawn_the_other_way_round_with_the_other_side_it_is_the_same_wall(made):
    other = {"left": "right", "right": "left", "": ""}
    turned = [
        replace(one, start=one.end, end=one.start, one_way=other[one.one_way])
        for one in made.encounter.map.obstacles.values()
    ]
    battle_map = replace(made.encounter.map, obstacles={one.id: one for one in turned})
    again = type(made).of(replace(made.encounter, map=battle_map), made.reading)
    assert movement_field(again, "a", FAR).costs == movement_field(made, "a", FAR).costs


@given(boards())
def test_a_wall_that_lets_some_through_is_never_worse_than_one_that_lets_nobody(made):
    plain = [replace(one, one_way="") for one in made.encounter.map.obstacles.values()]
    battle_map = replace(made.encounter.map, obstacles={one.id: one for one in plain})
    shut = type(made).of(replace(made.encounter, map=battle_map), made.reading)
    costs = movement_field(made, "a", FAR).costs
    for cell, cost in movement_field(shut, "a", FAR).costs.items():
        assert costs[cell] <= cost

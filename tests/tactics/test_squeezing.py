"""Large tokens that squeeze through narrow gaps: by hand, and against a graph of all bodies."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from plain_bodies import PlainSteps
from tactics_boards import board, token, wall

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.terrain import Terrain
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.crossings import crossings
from battlemap.tactics.movement import Mover, movement_field, path_along

FAR = Mover(rate=10_000, actions=1)
SQUEEZES = Conventions(squeezing=1)
GAP = [wall("n", (4, 0), (4, 3)), wall("s", (4, 4), (4, 12))]
"""A wall with a gap of one cell at (3, 3) to (4, 3)."""


def test_off_by_default_a_gap_stops_what_is_wider():
    made = board([token("a", (1, 3), size=2)], GAP)
    assert movement_field(made, "a", FAR).shortest(Cell(6, 3)) is None


def test_a_gap_is_squeezed_through_for_an_extra_and_the_path_tells_where():
    made = board([token("a", (2, 3), size=2)], GAP, conventions=SQUEEZES)
    path = movement_field(made, "a", FAR).shortest(Cell(5, 3))
    assert path.cells == ((2, 3), (3, 3), (4, 3), (5, 3))
    assert (path.squeezed, path.costs) == ({1, 2}, (0, 200, 400, 500))
    assert path_along(made, "a", FAR, path.cells) == (path, "")


def test_nobody_ends_squeezed_unless_the_conventions_say_so():
    made = board([token("a", (2, 3), size=2)], GAP, conventions=SQUEEZES)
    assert Cell(3, 3) not in movement_field(made, "a", FAR).costs
    path, reason = path_along(made, "a", FAR, [Cell(2, 3), Cell(3, 3)])
    assert (path.squeezed, reason) == ({1}, "there is no room for its whole space")
    staying = Conventions(squeezing=1, ends_squeezed=True)
    made = board([token("a", (2, 3), size=2)], GAP, conventions=staying)
    field = movement_field(made, "a", FAR)
    assert field.costs[Cell(3, 3)] == 200
    assert path_along(made, "a", FAR, [Cell(2, 3), Cell(3, 3)]) == (field.shortest(Cell(3, 3)), "")
    # From there it goes on, in whichever part of its space it fits.
    inside = board([token("a", (3, 3), size=2)], GAP, conventions=staying)
    assert movement_field(inside, "a", FAR).costs[Cell(4, 3)] == 200


def test_a_squeezed_token_keeps_to_its_part_of_the_space():
    # Two lanes of one cell each; the upper one is a dead end.
    lanes = [
        *((c, r) for c in range(3, 8) for r in range(12) if r not in (5, 6)),
        (6, 5),
    ]
    between = [wall("m", (3, 6), (8, 6))]
    made = board(
        [token("a", (1, 5), size=2)],
        between,
        terrain={Terrain.IMPASSABLE: lanes},
        conventions=SQUEEZES,
    )
    path = movement_field(made, "a", FAR).shortest(Cell(8, 5))
    assert path.squeezed == set(range(1, 8))
    shut = board(
        [token("a", (1, 5), size=2)],
        between,
        terrain={Terrain.IMPASSABLE: [*lanes, (4, 6)]},
        conventions=SQUEEZES,
    )
    # Changing the lane half-way would lead through the wall between them.
    assert movement_field(shut, "a", FAR).shortest(Cell(8, 5)) is None


def test_two_sizes_smaller_goes_through_less():
    narrow = [wall("n", (4, 0), (4, 3)), wall("s", (4, 4), (4, 12))]
    for smaller, reached in ((1, False), (2, True), (9, True)):
        rules = Conventions(squeezing=smaller)
        made = board([token("a", (0, 2), size=3)], narrow, conventions=rules)
        assert (Cell(6, 2) in movement_field(made, "a", FAR).costs) is reached


def test_the_extra_is_the_movers_and_multiplies_where_costs_do():
    made = board([token("a", (2, 3), size=2)], GAP, conventions=SQUEEZES)
    for mover, cost in (
        (Mover(10_000, 1, squeeze_extra=0), 300),
        (Mover(10_000, 1, squeeze_extra=50), 400),
        (Mover(10_000, 1, squeeze_extra=100, multiplies=True, step_extra=100), 1000),
    ):
        assert movement_field(made, "a", mover).costs[Cell(5, 3)] == cost


SIZE = 5
cells = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
half = st.integers(0, 2 * SIZE).map(lambda n: n / 2)
walls = st.lists(st.tuples(st.tuples(half, half), st.tuples(half, half)), max_size=3)


@st.composite
def tight_boards(draw, sizes=(2, 2, 3, 4)):
    kind = draw(st.sampled_from(list(GridKind)))
    grid = make_grid(kind, SIZE, SIZE)
    size = draw(st.sampled_from(sizes))
    at = grid.from_offset(*draw(cells))
    turned = draw(st.integers(0, 5))
    foe = grid.from_offset(*draw(cells))
    shut = [grid.from_offset(*place) for place in draw(st.lists(cells, max_size=8))]
    hard = [grid.from_offset(*place) for place in draw(st.lists(cells, max_size=4))]
    rules = Conventions(
        squeezing=draw(st.integers(1, 3)),
        ends_squeezed=draw(st.booleans()),
        reaction_once=draw(st.booleans()),
    )
    obstacles = [
        wall(f"w{i}", p, q, one_way=draw(st.sampled_from(["", "", "left", "right"])))
        for i, (p, q) in enumerate(draw(walls))
        if p != q
    ]
    made = board(
        [token("a", at, "party", size=size, turned=turned), token("b", foe, "foe")],
        obstacles,
        kind=kind,
        columns=SIZE,
        rows=SIZE,
        terrain={Terrain.DIFFICULT: hard, Terrain.IMPASSABLE: shut},
        conventions=rules,
    )
    assume(all(cell in grid for cell in made.cells_of("a")))
    return made


def ends_of(made, plain, graph):
    """The nodes in which a move may end."""
    staying = made.conventions.ends_squeezed
    start = (made.token("a").at, None)
    return [
        (anchor, part)
        for anchor, part in graph.nodes
        if (anchor, part) == start
        or ((part is None or staying) and plain.is_free(plain.space(anchor), of_all=True))
    ]


@given(tight_boards(), st.sampled_from([0, 50, 100]))
def test_costs_equal_plain_dijkstra_over_all_bodies(made, extra):
    plain = PlainSteps(made)
    graph = plain.squeezing_graph(made.conventions.squeezing, extra)
    start = (made.token("a").at, None)
    least = nx.single_source_dijkstra_path_length(graph, start)
    expected = {}
    for node in ends_of(made, plain, graph):
        expected[node[0]] = min(least[node], expected.get(node[0], 10**6))
    mover = Mover(rate=10_000, actions=1, squeeze_extra=extra)
    field = movement_field(made, "a", mover)
    assert dict(field.costs) == expected
    for cell, cost in expected.items():
        path = field.shortest(cell)
        assert path.cost == cost
        again, reason = path_along(made, "a", mover, path.cells)
        assert (again.costs, reason) == (path.costs, "")
        if extra:
            assert again.squeezed == path.squeezed
            ground = sum(plain.cost(a, b) for a, b in pairwise(path.cells))
            assert cost == ground + extra * len(path.squeezed)


@given(tight_boards(sizes=(2, 2, 3)), st.data())
def test_a_route_is_legal_if_some_bodies_can_take_it(made, data):
    plain = PlainSteps(made)
    graph = plain.squeezing_graph(made.conventions.squeezing, 100)
    ends = set(ends_of(made, plain, graph))
    route = [made.token("a").at]
    at = {(route[0], None): 0}
    for _ in range(data.draw(st.integers(1, 5))):
        near = sorted({end[0] for node in at for _, end in graph.out_edges(node)})
        if not near:
            break
        route.append(data.draw(st.sampled_from(near)))
        onward = {}
        for node, sofar in at.items():
            for _, end, edge in graph.out_edges(node, data=True):
                if end[0] == route[-1]:
                    onward[end] = min(sofar + edge["weight"], onward.get(end, 10**6))
        at = onward
    assume(len(route) > 1)
    path, reason = path_along(made, "a", FAR, route)
    legal = [cost for node, cost in at.items() if node in ends and node[1] is None]
    legal += [cost for node, cost in at.items() if node in ends and made.conventions.ends_squeezed]
    stays = plain.is_free(plain.space(route[-1]), of_all=True)
    assert (reason == "") == (bool(legal) and stays)
    if reason == "":
        assert path.cost == min(legal)


@given(tight_boards(sizes=(2, 2, 3)), st.lists(st.integers(0, 7), min_size=1, max_size=5))
def test_a_path_is_squeezed_alike_beside_a_field_and_by_itself(made, turns):
    directions, route = made.grid.directions, [made.token("a").at]
    for turn in turns:
        route.append(route[-1].plus(directions[turn % len(directions)]))
    alone = path_along(Board(made.encounter, made.reading), "a", FAR, route)
    assert movement_field(made, "a", FAR).costs  # whose steps the path is then read from
    assert path_along(made, "a", FAR, route) == alone


def woken(made, cells, once):
    path, _ = path_along(made, "a", FAR, cells)
    found = [(c.step, c.by) for c in crossings(made, "a", path) if c.deed in ("leaves", "through")]
    return len({by for _, by in found}) if once else len(set(found))


@given(tight_boards(sizes=(2, 2, 3)))
def test_the_safest_path_is_the_best_of_all_simple_ones(made):
    plain = PlainSteps(made)
    graph = plain.squeezing_graph(made.conventions.squeezing, 100)
    start = (made.token("a").at, None)
    field = movement_field(made, "a", FAR)
    once = made.conventions.reaction_once
    goals = [cell for cell in field.costs if 1 <= made.grid.steps(start[0], cell) <= 2]
    for goal in goals[:3]:
        safe, quick = field.safest(goal), field.shortest(goal)
        for end in ends_of(made, plain, graph):
            if end[0] != goal:
                continue
            for route in nx.all_simple_edge_paths(graph, start, end, cutoff=min(safe.steps, 4)):
                cost = sum(graph.edges[edge]["weight"] for edge in route)
                count = woken(made, [start[0], *(edge[1][0] for edge in route)], once)
                assert (count, cost) >= (woken(made, safe.cells, once), safe.cost)
                assert cost >= quick.cost


@pytest.mark.parametrize("kind", list(GridKind))
def test_in_the_open_nobody_squeezes(kind):
    plain = board([token("a", (5, 3), size=3)], kind=kind)
    able = board([token("a", (5, 3), size=3)], kind=kind, conventions=SQUEEZES)
    assert movement_field(able, "a", FAR).costs == movement_field(plain, "a", FAR).costs

"""The fast functions against slow obvious ones, as four games read the board.

The slow ones stand in ``tests/helpers``: an explicit graph and sets of cells (``plain_moves``), one
ray, thing and piece of the ray at a time (``plain_rays``), sampled borders and whole sets of
corners (``plain_facts``). Each property sees 200 little boards here, and thousands in ``make
test-long``.
"""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import networkx as nx
from four_games import conventions_of_games, examples
from hypothesis import assume, given
from hypothesis import strategies as st
from plain_facts import plain_arc, plain_flanking, plain_threat, plain_tight
from plain_moves import (
    count_strikes,
    is_free,
    plain_costs,
    plain_deeds,
    plain_front,
    plain_graph,
    route_cost,
    threats_around,
)
from plain_rays import plain_best, plain_cover, plain_looks
from random_fights import fights
from tactics_boards import board, token, wall

from battlemap.geometry import fans
from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.tactics.arcs import arc_toward
from battlemap.tactics.board import Board
from battlemap.tactics.bound_cover import bound_cover
from battlemap.tactics.conventions import FlankingRule
from battlemap.tactics.cover import exposure, verdicts
from battlemap.tactics.crossings import crossings
from battlemap.tactics.distance import distance_between, nearest_cells
from battlemap.tactics.flanking import flanking
from battlemap.tactics.movement import movement_field, path_along
from battlemap.tactics.mover import Mode
from battlemap.tactics.threat import threatened
from battlemap.tactics.tight_space import tight_space

SIDE = 5
cells = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
half = st.integers(0, 2 * SIDE).map(lambda n: n / 2)
walls = st.lists(st.tuples(st.tuples(half, half), st.tuples(half, half)), max_size=4)
SPEAR = Weapon("spear", reach_feet=10, reach=True)


@st.composite
def small_boards(draw, largest=4):
    """A board that is small enough to walk all its routes, and how the game lets "a" move."""
    kind = draw(st.sampled_from(list(GridKind)))
    grid = make_grid(kind, SIDE, SIDE)
    game, conventions = draw(conventions_of_games())
    spots = draw(st.lists(cells, min_size=3, max_size=3, unique=True))
    places = [grid.from_offset(*spot) for spot in spots]
    size, turned, third = draw(
        st.tuples(st.integers(1, largest), st.integers(0, 5), st.sampled_from(("party", "foe")))
    )
    tokens = [
        token("a", places[0], "party", size=size, turned=turned),
        token("b", places[1], weapons=(SPEAR,), facing=grid.facings[turned]),
        token("c", places[2], third),
    ]
    obstacles = [wall(f"w{i}", p, q) for i, (p, q) in enumerate(draw(walls)) if p != q]
    hard, shut, wet = draw(st.tuples(*(st.lists(cells, max_size=n) for n in (5, 2, 3))))
    made = board(
        tokens,
        obstacles,
        kind=kind,
        columns=SIDE,
        rows=SIDE,
        terrain={
            Terrain.DIFFICULT: [grid.from_offset(*spot) for spot in hard],
            Terrain.IMPASSABLE: [grid.from_offset(*spot) for spot in shut],
            Terrain.WATER: [grid.from_offset(*spot) for spot in wet],
        },
        conventions=conventions,
        reading=game.reading,
    )
    assume(all(cell in grid for cell in made.cells_of("a")))
    return made, game.mover


@examples(200)
@given(small_boards())
def test_costs_equal_plain_dijkstra_on_an_explicit_graph(drawn):
    made, mover = drawn
    expected = plain_costs(made, plain_graph(made, mover))
    field = movement_field(made, "a", mover)
    assert dict(field.costs) == expected
    for cell, cost in expected.items():
        path = field.shortest(cell)
        priced, reason = path_along(made, "a", mover, path.cells)
        assert (priced.cost, priced.costs, reason) == (cost, path.costs, "")


@examples(200)
@given(small_boards(), st.lists(st.integers(0, 7), min_size=1, max_size=5), st.booleans())
def test_a_path_costs_the_same_beside_a_field_and_by_itself(drawn, turns, is_first_a_jump):
    made, mover = drawn
    directions, route = made.grid.directions, [made.token("a").at]
    for turn in turns:
        route.append(route[-1].plus(directions[turn % len(directions)]))
    jumps = (1,) if is_first_a_jump else ()
    alone = path_along(Board(made.encounter, made.reading), "a", mover, route, jumps)
    assert movement_field(made, "a", mover).costs  # whose steps the path is then read from
    assert path_along(made, "a", replace(mover, actions=1), route, jumps) == alone


@examples(100)
@given(small_boards(), st.integers(-99, 300), st.booleans())
def test_costs_in_an_element_of_ones_own_equal_plain_dijkstra_too(drawn, extra, is_confined):
    """Water may cost less than land, and be all that can be entered."""
    made, mover = drawn
    mover = replace(mover, extra={**mover.extra, Terrain.WATER: extra}, mode=Mode.WALK)
    graph = plain_graph(made, mover)
    if is_confined:
        mover = replace(mover, only_on=Terrain.WATER)
        dry = [
            (one, other)
            for one, other in graph.edges
            if not all(
                Terrain.WATER in made.encounter.map.terrain_at(cell)
                for cell in made.cells_at(made.token("a"), other[0])
            )
        ]
        graph.remove_edges_from(dry)
    expected = {
        cell: cost for cell, cost in plain_costs(made, graph).items() if cost <= mover.budget
    }
    field = movement_field(made, "a", mover)
    assert dict(field.costs) == expected
    for cell, cost in expected.items():
        path = field.shortest(cell)
        priced, reason = path_along(made, "a", mover, path.cells)
        assert (priced.cost, reason) == (cost, "")


@examples(100)
@given(small_boards(), st.dictionaries(cells, st.sampled_from((100, 250, 900)), max_size=8))
def test_costs_by_the_gms_word_equal_plain_dijkstra_too(drawn, said):
    made, mover = drawn
    by_hand = {made.grid.from_offset(*spot): cost for spot, cost in said.items()}
    graph = plain_graph(made, mover)
    for _, (cell, _), edge in graph.edges(data=True):
        edge["weight"] = by_hand.get(cell, edge["weight"])
    expected = plain_costs(made, graph)
    field = movement_field(made, "a", replace(mover, by_hand=by_hand))
    assert dict(field.costs) == expected
    for cell, cost in expected.items():
        path = field.shortest(cell)
        assert route_cost(graph, path.cells) == path.cost == cost


@examples(200)
@given(small_boards(largest=2))
def test_the_safest_path_is_the_best_of_all_simple_paths(drawn):
    made, mover = drawn
    graph = plain_graph(made, mover)
    start = made.token("a").at
    field = movement_field(made, "a", mover)
    threats = threats_around(made)

    def strikes(route):
        return count_strikes(made, plain_deeds(made, threats, route))

    plain = nx.DiGraph((a, b) for (a, _), (b, _) in graph.edges)
    near = [cell for cell in field.costs if made.grid.steps(start, cell) <= 2 and cell != start]
    for cell in near[:3]:
        safe, quick = field.safest(cell), field.shortest(cell)
        best = strikes(safe.cells), safe.cost
        price = field.price(cell)
        assert (price.strikes, price.cost) == best
        cheapest = quick.cost, strikes(quick.cells)
        for route in nx.all_simple_paths(plain, start, cell, cutoff=min(safe.steps, 4)):
            cost = route_cost(graph, route)
            count = strikes([Cell(*place) for place in route])
            assert (count, cost) >= best
            assert (cost, count) >= cheapest


@st.composite
def crowded_boards(draw):
    """A little board full of enemies, and how the game lets "a" move, never far."""
    kind = draw(st.sampled_from(list(GridKind)))
    grid = make_grid(kind, SIDE + 1, SIDE)
    game, conventions = draw(conventions_of_games())
    spots = draw(st.lists(cells, min_size=3, max_size=6, unique=True))
    first, *others = [grid.from_offset(*spot) for spot in spots]
    tokens = [token("a", first, "party", size=draw(st.integers(1, 2)))]
    for number, place in enumerate(others):
        facing = grid.facings[draw(st.integers(0, 5))]
        tokens.append(token(f"b{number}", place, weapons=(SPEAR,), facing=facing))
    hard = [grid.from_offset(*spot) for spot in draw(st.lists(cells, max_size=6))]
    made = board(
        tokens,
        kind=kind,
        columns=SIDE + 1,
        rows=SIDE,
        terrain={Terrain.DIFFICULT: hard},
        conventions=conventions,
        reading=game.reading,
    )
    assume(all(cell in grid for cell in made.cells_of("a")))
    return made, replace(game.mover, rate=draw(st.sampled_from((300, 500, 800))))


@examples(200)
@given(crowded_boards())
def test_trade_offs_equal_a_search_of_every_set_of_reactors(drawn):
    made, mover = drawn
    threats = threats_around(made)
    front = plain_front(made, mover.budget, plain_graph(made, mover), threats)
    field = movement_field(made, "a", mover)

    def strikes_of(path):
        return count_strikes(made, plain_deeds(made, threats, path.cells))

    assert {cell for cell in front if is_free(made, cell)} <= {made.token("a").at, *field.costs}
    for cell in field.costs:
        found = field.trade_offs(cell)
        assert [(strikes_of(path), path.cost) for path in found] == front[cell]
        assert (found[0].cost, found[-1].cost) == (
            field.safest(cell).cost,
            field.shortest(cell).cost,
        )


@examples(200)
@given(small_boards(largest=3), st.data())
def test_crossings_equal_sets_of_cells(drawn, data):
    made, mover = drawn
    field = movement_field(made, "a", mover)
    cell = data.draw(st.sampled_from(sorted(field.costs)))
    path = field.shortest(cell)
    found = crossings(made, "a", path)
    expected = plain_deeds(made, threats_around(made), path.cells)
    assert {(one.step, one.by, one.deed) for one in found} == {deed[:3] for deed in expected}
    for step, by, _, touched in expected:
        named = [one for one in found if (one.step, one.by) == (step, by)]
        assert {cell for one in named for cell in one.touched} == touched


@examples(200)
@given(fights())
def test_cover_and_sight_equal_plain_rays(made):
    looks = plain_looks(made, "a", "b")
    grade, share, seen = plain_cover(looks)
    found = exposure(made, "a", "b")
    assert (found.cover.grade, found.cover.share) == (grade, float(share))
    assert found.sight.clear == seen
    with patch.object(fans, "FEW", 0):  # as where rays and walls are many
        short = verdicts(made, "a", ["b"])["b"]
    assert (short.grade, short.share, short.sight) == (grade, float(share), seen)
    # The evidence is that of a look from the corner it names.
    proof = [frozenset(ray.stopped_by) for ray in found.cover.rays]
    corner = made.grid.lattice(found.cover.corner)
    seen_from_there = [
        [frozenset(thing.id for thing in ray) for ray in look.rays]
        for look in looks
        if look.start.exact == corner
    ]
    assert proof in seen_from_there
    named = frozenset().union(*proof)
    assert set(found.cover.by) == named
    best = [look for look in looks if (look.grade, look.share) == plain_best(looks)]
    for key in made.encounter.map.obstacles:
        bound = bound_cover(made, "a", "b", key)
        counts = {sum(key in {thing.id for thing in ray} for ray in look.rays) for look in best}
        # 27 of 42 rays, as a share and back, is not quite 27.
        assert round(bound.share * len(best[0].rays), 9) in counts
        assert bound.stands_between == (bound.share >= 0.5)


@examples(200)
@given(fights())
def test_threat_equals_plain_blows(made):
    for key in ("a", "b"):
        assert threatened(made, key) == plain_threat(made, key)


@examples(200)
@given(fights())
def test_arcs_flanking_and_tight_space_equal_plain_ones(made):
    for a, b in (("a", "b"), ("b", "a")):
        assert arc_toward(made, b, a).arc is plain_arc(made, b, a)
        assert tight_space(made, a, b).value == plain_tight(made, a, b)
        found, partners = flanking(made, a, b), plain_flanking(made, a, b)
        if partners or not made.conventions.flanking_is_shared:
            assert found.value == bool(partners)
            assert found.partner is None or found.partner in partners
            assert found.flanker is None
            continue
        # What any two others come to, from the side of each of them, without the attacker.
        others = [key for key in made.encounter.tokens if key not in (a, b)]
        pairs = {(key, other) for key in others for other in plain_flanking(made, key, b) - {a}}
        if made.conventions.flanking is FlankingRule.REAR_ARC:
            pairs = set()
        assert found.value == bool(pairs)
        assert not found.value or (found.flanker, found.partner) in pairs


@examples(200)
@given(fights())
def test_distance_and_obscured_cells_equal_plain_ones(made):
    grid, metric = made.grid, made.conventions.diagonals
    pairs = [(p, q) for p in made.cells_of("a") for q in made.cells_of("b")]
    least = min(grid.distance(p, q, metric) for p, q in pairs)
    high = 20 * abs(made.elevation_of(made.token("a")) - made.elevation_of(made.token("b")))
    assert distance_between(made, "a", "b").hundredths == max(least, high)
    start, end = nearest_cells(made, made.cells_of("a"), made.cells_of("b"))
    assert grid.distance(start, end, metric) == least
    found = exposure(made, "a", "b").sight.obscured_cells
    dim = [c for c in grid.cells() if Terrain.OBSCURED in made.encounter.map.terrain_at(c)]
    assert set(found) == _dim_ones_passed(grid, start, end, dim)


def _dim_ones_passed(grid, start, end, dim):
    """The dim cells at even steps of the line: the nearest center, of two the line's own choice."""
    count = grid.steps(start, end)
    (x0, y0), (x1, y1) = grid.center(start), grid.center(end)
    line = grid.line(start, end)
    passed = set()
    for i in range(1, count + 1):
        x, y = x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count
        far = {cell: (p - x) ** 2 + (q - y) ** 2 for cell in line for p, q in [grid.center(cell)]}
        near = {cell for cell in far if far[cell] < min(far.values()) + 1e-9}
        around = [*(c.plus(d) for c in near for d in grid.directions)]
        assert (
            min(far.values())
            <= min((p - x) ** 2 + (q - y) ** 2 for p, q in map(grid.center, around)) + 1e-9
        )
        passed |= near & {line[i]}
    return passed & set(dim)

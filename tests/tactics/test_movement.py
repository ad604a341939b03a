"""Paths, budgets and what they wake, on boards small enough to check by hand."""

from __future__ import annotations

import itertools

import pytest
from tactics_boards import block, board, door, token, wall

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.tactics.conventions import Conventions, CornerRule, CrossingRule
from battlemap.tactics.crossings import crossings
from battlemap.tactics.movement import Mover, Price, movement_field, path_along
from battlemap.tactics.search import search

FAR = Mover(rate=600, actions=10)


def shortest(made, to, key="a", mover=FAR):
    return movement_field(made, key, mover).shortest(Cell(*to))


def test_a_wall_that_ends_in_a_corner_stops_the_diagonal_either_way():
    for w in (wall("w", (3, 0), (3, 3)), wall("w", (3, 3), (3, 0))):
        there = board([token("a", (2, 2))], [w])
        back = board([token("a", (3, 3))], [w])
        assert shortest(there, (3, 3)).cells == ((2, 2), (2, 3), (3, 3))
        assert shortest(back, (2, 2)).cost == 200


def test_a_cell_whose_center_lies_on_a_wall_cannot_be_entered():
    w = [wall("w", (3, 3), (4, 4))]
    for start in ((2, 3), (4, 3)):
        made = board([token("a", start)], w)
        assert shortest(made, (3, 3)) is None
        _, reason = path_along(made, "a", FAR, [Cell(*start), Cell(3, 3)])
        assert reason == "a wall is in the way"


def test_of_equal_ways_with_different_counts_of_diagonals_the_quiet_one_is_taken():
    conventions = Conventions(diagonals=DiagonalMetric.ALTERNATING, crossings=CrossingRule.LEAVING)
    made = board(
        [token("a", (5, 6), side="party"), token("b", (4, 3), size=2)], conventions=conventions
    )
    path = shortest(made, (2, 4))
    assert path.cost == 400
    assert [c.deed for c in crossings(made, "a", path) if c.deed == "leaves"] == []


def test_doors_open_and_shut():
    walls = [wall("n", (5, 0), (5, 5)), wall("s", (5, 6), (5, 12))]
    shut = board([token("a", (4, 5))], [*walls, door("d", (5, 5), (5, 6))])
    opened = board([token("a", (4, 5))], [*walls, door("d", (5, 5), (5, 6), is_open=True)])
    assert shortest(shut, (5, 5)) is None
    assert shortest(opened, (5, 5)).cost == 100


@pytest.mark.parametrize(
    ("metric", "costs"),
    [
        (DiagonalMetric.EQUAL, [100, 200, 300, 400, 500, 600]),
        (DiagonalMetric.ALTERNATING, [100, 300, 400, 600, 700, 900]),
        (DiagonalMetric.EUCLIDEAN, [141, 282, 423, 564, 705, 846]),
    ],
)
def test_diagonals(metric, costs):
    made = board([token("a", (0, 0))], conventions=Conventions(diagonals=metric))
    assert list(shortest(made, (6, 6)).costs[1:]) == costs


def test_the_second_diagonal_in_rubble_costs_three():
    rubble = [(c, r) for c in range(3) for r in range(3)]
    made = board(
        [token("a", (0, 0))],
        terrain={Terrain.DIFFICULT: rubble},
        conventions=Conventions(diagonals=DiagonalMetric.ALTERNATING),
    )
    path, reason = path_along(made, "a", FAR, [Cell(0, 0), Cell(1, 1), Cell(2, 2)])
    assert (reason, path.costs) == ("", (0, 200, 500))


def test_extra_costs_add_or_multiply():
    steep = {Terrain.DIFFICULT: [(1, 0)], Terrain.CLIMB: [(1, 0)]}
    made = board([token("a", (0, 0))], terrain=steep)
    assert path_along(made, "a", FAR, [Cell(0, 0), Cell(1, 0)])[0].cost == 300
    product = Mover(rate=600, actions=10, multiplies=True)
    assert path_along(made, "a", product, [Cell(0, 0), Cell(1, 0)])[0].cost == 400


def test_corner_rules():
    pillar = {Terrain.IMPASSABLE: [(1, 0)]}
    for rule, cost in (
        (CornerRule.BOTH_WAYS, 200), (CornerRule.ONE_WAY, 100), (CornerRule.UNCHECKED, 100)
    ):  # fmt: skip
        made = board([token("a", (0, 0))], terrain=pillar, conventions=Conventions(corners=rule))
        assert shortest(made, (1, 1)).cost == cost


def test_allies_are_passed_and_foes_are_not_and_nobody_ends_on_another():
    corridor = {Terrain.IMPASSABLE: [(c, r) for c in range(5) for r in (0, 2)]}
    ally = board([token("a", (0, 1), "party"), token("b", (2, 1), "party")], terrain=corridor)
    foe = board([token("a", (0, 1), "party"), token("b", (2, 1), "foe")], terrain=corridor)
    assert shortest(ally, (4, 1)).cost == 400
    assert shortest(ally, (2, 1)) is None
    assert shortest(foe, (3, 1)) is None
    corpse = token("b", (2, 1), "foe", conditions=frozenset({"dead"}))
    assert shortest(board([token("a", (0, 1), "party"), corpse], terrain=corridor), (2, 1))


def test_a_large_token_needs_room_for_all_its_cells():
    made = board([token("a", (0, 0), "party", size=2), token("b", (4, 4), "foe")])
    assert shortest(made, (3, 3)) is None
    assert shortest(made, (2, 3)).cost == 300
    gap = [wall("n", (4, 0), (4, 3)), wall("s", (4, 4), (4, 12))]
    assert shortest(board([token("a", (2, 3), size=2)], gap), (5, 3)) is None
    assert shortest(board([token("a", (2, 3), size=1)], gap), (5, 3)).cost == 300
    wide = [wall("n", (4, 0), (4, 3)), wall("s", (4, 5), (4, 12))]
    assert shortest(board([token("a", (2, 3), size=2)], wide), (5, 3)).cost == 300


def test_a_large_token_does_not_pay_for_its_own_ground():
    ground = {Terrain.DIFFICULT: [(0, 0), (0, 1), (1, 0), (1, 1)]}
    made = board([token("a", (0, 0), size=2)], terrain=ground)
    assert shortest(made, (1, 0)).cost == 100


def test_entering_reach_wakes_nobody_and_leaving_does():
    made = board([token("g", (5, 5)), token("m", (8, 5), "party")])
    path, _ = path_along(made, "m", FAR, [Cell(8, 5), Cell(7, 5), Cell(6, 5)])
    assert [(c.deed, c.step, c.cell) for c in crossings(made, "m", path)] == [("enters", 2, (6, 5))]
    away = board([token("g", (5, 5)), token("m", (6, 5), "party")])
    path, _ = path_along(away, "m", FAR, [Cell(6, 5), Cell(7, 5)])
    assert [(c.deed, c.step, c.cell, c.by) for c in crossings(away, "m", path)] == [
        ("leaves", 1, (6, 5), "g")
    ]


def test_moving_inside_reach_is_through():
    spear = Weapon("spear", reach_feet=10)
    made = board([token("g", (5, 5), weapons=(spear,)), token("m", (3, 5), "party")])
    path, _ = path_along(made, "m", FAR, [Cell(3, 5), Cell(4, 5)])
    assert [c.deed for c in crossings(made, "m", path)] == ["through"]


def test_the_safest_path_walks_round_the_guard():
    made = board([token("g", (5, 5)), token("m", (3, 5), "party")])
    field = movement_field(made, "m", FAR)
    quick, safe = field.shortest(Cell(7, 5)), field.safest(Cell(7, 5))
    assert (quick.cost, safe.cost) == (400, 600)
    assert [c for c in crossings(made, "m", safe) if c.deed != "enters"] == []


def least_among_guards(field, cell):
    """Try every set of guards, the smallest first: (how many must be woken, the least cost)."""
    bits = field.wakes.bits_in(field.steps)
    for size in range(len(bits) + 1):
        costs = []
        for chosen in itertools.combinations(bits, size):
            shut = (field.wakes.by_step(field.steps) & ~sum(chosen)) != 0
            found = search(field.steps, field.start, 0, field.limit, shut=shut)
            costs.append(found.cost_to(cell))
        if any(cost is not None for cost in costs):
            return size, min(cost for cost in costs if cost is not None)
    return None


@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.HEX_FLAT])
def test_among_many_guards_the_safest_path_wakes_as_few_as_any_set_lets_it(kind):
    spear = Weapon("spear", reach_feet=10)
    places = ((3, 2), (6, 2), (9, 3), (3, 6), (6, 6), (9, 7))
    guards = [token(f"g{n}", place, weapons=(spear,)) for n, place in enumerate(places)]
    made = board([*guards, token("m", (0, 4), "party")], kind=kind)
    field = movement_field(made, "m", Mover(rate=1200, actions=1))
    counts = set()
    for cell in sorted(field.costs)[1::7]:
        path = field.safest(cell)
        woken = field.wakes.woken_along(path.cells)
        count = len(woken)
        assert (count, path.cost) == least_among_guards(field, cell), cell
        assert field.price(cell) == Price(path.cost, count, woken)
        counts.add(count)
    assert max(counts) > 2


def test_of_equal_paths_the_one_that_wakes_fewest_is_the_shortest():
    made = board([token("g", (5, 2)), token("m", (2, 4), "party")])
    path = movement_field(made, "m", FAR).shortest(Cell(8, 4))
    assert path.cost == 600
    assert all(c.deed == "enters" for c in crossings(made, "m", path))


def test_a_reactor_that_has_struck_no_longer_counts():
    spent = token("g", (5, 5), conditions=frozenset({"spent"}))
    made = board([spent, token("m", (4, 4), "party")])
    field = movement_field(made, "m", FAR)
    assert field.safest(Cell(7, 4)).cost == 300


def test_budget_and_waypoints():
    made = board([token("a", (0, 0))])
    mover = Mover(rate=600, actions=2, left_over=100)
    field = movement_field(made, "a", mover)
    assert max(field.costs.values()) == 1100
    assert [mover.actions_for(c) for c in (0, 100, 101, 700, 701)] == [0, 0, 1, 1, 2]
    first = field.shortest(Cell(3, 0))
    rest = field.after(first)
    assert rest.mover.budget == 1000
    assert rest.shortest(Cell(3, 5)).cells[0] == (3, 0)


def test_the_parity_of_diagonals_carries_over_a_waypoint():
    made = board(
        [token("a", (0, 0))], conventions=Conventions(diagonals=DiagonalMetric.ALTERNATING)
    )
    field = movement_field(made, "a", FAR)
    first = field.shortest(Cell(1, 1))
    assert first.cost + field.after(first).shortest(Cell(4, 4)).cost == 600


@pytest.mark.parametrize("kind", list(GridKind))
def test_costs_in_the_open_are_distances(kind):
    made = board([token("a", (5, 5))], kind=kind)
    for cell, cost in movement_field(made, "a", FAR).costs.items():
        assert cost == made.grid.distance(Cell(5, 5), cell)


def test_an_unreachable_goal_answers():
    box = [block("n", 4, 3), block("s", 4, 5), block("w", 3, 4), block("e", 5, 4)]
    made = board([token("a", (4, 4))], box)
    assert movement_field(made, "a", FAR).costs == {Cell(4, 4): 0}
    assert shortest(made, (8, 8)) is None


@pytest.mark.parametrize("kind", GridKind)
def test_a_token_far_off_the_map_needs_no_window_as_wide(kind):
    made = board([token("a", (9000, -9000))], kind=kind)
    field = movement_field(made, "a", FAR, budget=10**9)
    assert field.steps.window.size < 10**5
    assert dict(field.costs) == {Cell(9000, -9000): 0}
    assert field.shortest(Cell(2, 2)) is None
    # From beside the map it walks on.
    made = board([token("a", (-1, 0))], kind=kind)
    assert movement_field(made, "a", FAR, budget=10**9).shortest(Cell(2, 0)).cost == 300


def test_costs_are_a_mapping_of_the_cells_in_reach():
    made = board([token("a", (2, 2)), token("b", (3, 2), "party")], columns=6, rows=4)
    costs = movement_field(made, "a", Mover(rate=200, actions=1)).costs
    known = dict(costs)
    assert len(costs) == len(known) == 5 * 4 - 1
    assert list(costs) == sorted(known, key=lambda cell: (cell.r, cell.q))
    assert (costs[Cell(2, 2)], costs[Cell(3, 3)], costs.get(Cell(0, 0))) == (0, 100, 200)
    for nowhere in (Cell(3, 2), Cell(5, 2), Cell(-1, 0), Cell(9, 9), "a", (1, 2, 3)):
        assert nowhere not in costs
        assert costs.get(nowhere) is None
    with pytest.raises(KeyError):
        costs[Cell(3, 2)]

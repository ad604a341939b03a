"""Jumps declared by hand: what they cost, what they can't cross, and what they wake."""

from __future__ import annotations

from dataclasses import replace

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from tactics_boards import block, board, token, wall

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import DiagonalMetric, GridKind, make_grid
from battlemap.model.terrain import Terrain
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.crossings import crossings
from battlemap.tactics.hazards import Drop, Entered, drops, entered
from battlemap.tactics.jumps import jump_length
from battlemap.tactics.movement import Mover, movement_field, path_along

FAR = Mover(rate=6000, actions=1)


def jumped(made, *cells, jumps=(1,), mover=FAR, key="a"):
    return path_along(made, key, mover, [Cell(*cell) for cell in cells], jumps)


def test_a_jump_leads_over_a_pit_and_costs_its_distance():
    pit = {Terrain.IMPASSABLE: [(1, 0)], Terrain.DIFFICULT: [(2, 0), (3, 0)]}
    made = board([token("a", (0, 0))], terrain=pit, elevation={-20: [(1, 0)]})
    path, reason = jumped(made, (0, 0), (2, 0), (3, 0))
    assert (path.costs, path.jumps, reason) == ((0, 200, 400), {1}, "")
    dear = replace(FAR, jump_rate=200)
    assert jumped(made, (0, 0), (2, 0), mover=dear)[0].cost == 400


def test_what_is_not_declared_is_no_jump():
    made = board([token("a", (0, 0))])
    _, reason = jumped(made, (0, 0), (2, 0), jumps=())
    assert reason == "the cells of the path don't touch each other"
    assert jumped(made, (0, 0), (1, 0), (3, 0))[1] == reason
    assert jumped(made, (0, 0), (1, 0), (3, 0), jumps=(2,))[1] == ""
    assert jumped(made, (0, 0), (1, 0), jumps=(5,))[0].jumps == set()


def test_how_far():
    made = board([token("a", (0, 0))])
    short = replace(FAR, jump_limit=300)
    assert jumped(made, (0, 0), (3, 3), mover=short)[1] == ""
    assert jumped(made, (0, 0), (4, 0), mover=short)[1] == "the jump is too far"


@pytest.mark.parametrize("far", [(-4000, 2), (3, 4000), (-(10**6), -(10**6))])
def test_from_too_far_off_the_map_nobody_jumps_and_no_window_is_made_for_it(far):
    made = board([token("a", far)])
    path, reason = jumped(made, far, (5, 5), (6, 5))
    assert reason == "the path is too far off the map"
    assert path.cost == jump_length(made, Cell(*far), Cell(5, 5))[0] + 100
    assert path.jumps == {1}
    rich = replace(FAR, rate=10**9)
    assert movement_field(made, "a", rich).jump(Cell(5, 5)) == (None, reason)


@pytest.mark.parametrize(
    ("height", "reason"),
    [(3, ""), (5, ""), (6, "a wall is in the way"), (None, "a wall is in the way")],
)
def test_what_is_higher_than_the_jump_stops_it(height, reason):
    for thing in (
        wall("w", (2, 0), (2, 12), height_feet=height),
        block("w", 2, 5, height_feet=height),
    ):
        made = board([token("a", (1, 5))], [thing])
        assert jumped(made, (1, 5), (3, 5))[1] == reason
    # From a ledge it leads higher.
    low = wall("w", (2, 0), (2, 12), height_feet=10)
    above = board([token("a", (1, 5))], [low], elevation={5: [(1, 5)]})
    assert jumped(above, (1, 5), (3, 5))[1] == ""


def test_high_ground_stops_it():
    for high in ((2, 5), (3, 5)):
        made = board([token("a", (1, 5))], elevation={10: [high]})
        assert jumped(made, (1, 5), (3, 5))[1] == "the ground is too high for the jump"
        made = board([token("a", (1, 5))], elevation={5: [high]})
        assert jumped(made, (1, 5), (3, 5))[1] == ""


def test_creatures_in_the_way():
    tall, flat = token("b", (2, 5)), token("b", (2, 5), height_feet=3)
    me = token("a", (1, 5), "party")
    small = replace(FAR, jump_feet=4)
    assert jumped(board([me, tall]), (1, 5), (3, 5), mover=small)[1] == "somebody stands in the way"
    assert jumped(board([me, flat]), (1, 5), (3, 5), mover=small)[1] == ""
    friend = replace(tall, side="party")
    assert jumped(board([me, friend]), (1, 5), (3, 5), mover=small)[1] == ""
    assert jumped(board([me, friend]), (1, 5), (2, 5))[1] == "somebody stands there"
    assert jumped(board([me, tall]), (1, 5), (2, 5))[1] == "somebody stands in the way"


def test_where_it_lands():
    made = board([token("a", (1, 5), size=2)], terrain={Terrain.IMPASSABLE: [(5, 6)]})
    assert jumped(made, (1, 5), (4, 5))[1] == "the ground there can't be entered"
    assert jumped(made, (1, 5), (3, 5))[1] == ""
    assert jumped(made, (1, 5), (11, 5))[1] == "the path leaves the map"


def test_one_way_walls_are_jumped_to_their_open_side():
    there = wall("w", (2, 12), (2, 0), one_way="right")
    made = board([token("a", (1, 5)), token("b", (3, 5))], [there])
    assert jumped(made, (1, 5), (3, 4))[1] == ""
    assert jumped(made, (3, 5), (1, 4), key="b")[1] == "a wall is in the way"


def test_hazards_count_where_it_lands_and_falls_as_for_any_step():
    fire = {Terrain.HAZARDOUS: [(1, 0), (2, 0)]}
    made = board([token("a", (0, 0))], terrain=fire, elevation={10: [(0, 0)]})
    path, _ = jumped(made, (0, 0), (2, 0))
    assert entered(made, "a", path, Terrain.HAZARDOUS) == (Entered(1, (Cell(2, 0),)),)
    assert drops(made, "a", path) == (Drop(1, 10),)


def test_triggers_are_judged_by_the_step():
    made = board([token("g", (5, 5)), token("m", (4, 4), "party")])
    path, _ = jumped(made, (4, 4), (4, 2), (4, 1), key="m")
    assert [(c.deed, c.step) for c in crossings(made, "m", path)] == [("leaves", 1)]


def test_diagonals_in_a_jump_count_as_walked():
    made = board(
        [token("a", (0, 0))], conventions=Conventions(diagonals=DiagonalMetric.ALTERNATING)
    )
    path, _ = jumped(made, (0, 0), (1, 1), (4, 3), (5, 4), jumps=(2,))
    assert path.costs == (0, 100, 500, 700)
    assert jump_length(made, Cell(0, 0), Cell(3, 2), 1) == (400, 1)
    walked, _ = jumped(made, (0, 0), (1, 1), (2, 2), (3, 3), (4, 3), (5, 4), jumps=())
    assert walked.cost == path.cost
    field = movement_field(made, "a", FAR)
    leap, _ = field.jump(Cell(1, 1))
    assert field.after(leap).shortest(Cell(2, 2)).cost == 200


def test_the_field_knows_the_jump_from_where_it_begins():
    made = board([token("a", (0, 0), "party"), token("b", (3, 0), "party")])
    field = movement_field(made, "a", Mover(rate=400, actions=1))
    path, why = field.jump(Cell(4, 0))
    assert (path.cost, path.jumps, why) == (400, {1}, "")
    assert field.after(path).mover.budget == 0
    assert field.jump(Cell(5, 0)) == (None, "the jump costs more than there is left")
    assert field.jump(Cell(3, 0)) == (None, "somebody stands there")
    assert field.jump(Cell(3, 0), passing=True)[0].cost == 300
    walked = field.shortest(Cell(1, 0))
    leap, _ = field.after(walked).jump(Cell(2, 2))
    whole = walked.then(leap)
    assert (whole.costs, whole.jumps) == ((0, 100, 300), {2})


spots = st.tuples(st.integers(0, 14), st.integers(0, 14)).map(lambda p: (p[0] / 2, p[1] / 2))
heights = st.sampled_from([None, 3, 8, 12])
sides = st.sampled_from(["", "", "left", "right"])
places = st.tuples(st.integers(1, 5), st.integers(1, 5))


@given(
    st.sampled_from(list(GridKind)),
    st.lists(st.tuples(spots, spots, heights, sides), max_size=4),
    places,
    places,
    st.integers(1, 3),
    st.sampled_from([2, 5, 10]),
)
def test_walls_stop_a_jump_where_the_hull_meets_one_that_is_higher(
    kind, drawn, start, end, size, feet
):
    grid = make_grid(kind, 9, 9)
    a, b = grid.from_offset(*start), grid.from_offset(*end)
    walls = [
        wall(f"w{i}", p, q, height_feet=height, one_way=side)
        for i, (p, q, height, side) in enumerate(drawn)
        if p != q
    ]
    made = board([token("a", a, size=size)], walls, kind=kind, columns=9, rows=9)
    space = {*made.cells_at(made.token("a"), a), *made.cells_at(made.token("a"), b)}
    hull = shapely.MultiPoint([grid.lattice_center(cell) for cell in space]).convex_hull
    (ax, ay), (bx, by) = grid.lattice_center(a), grid.lattice_center(b)
    stopped = False
    for one in walls:
        (x0, y0), (x1, y1) = grid.lattice(one.start), grid.lattice(one.end)
        across = (x1 - x0) * (by - ay) - (y1 - y0) * (bx - ax)
        opens = {"": False, "right": across > 0, "left": across < 0}[one.one_way]
        if (one.height_feet is None or one.height_feet > feet) and not opens:
            stopped |= hull.intersects(shapely.LineString([(x0, y0), (x1, y1)]))
    on_map = all(cell in grid for cell in made.cells_at(made.token("a"), b))
    expected = (
        "the path leaves the map" if not on_map else "a wall is in the way" if stopped else ""
    )
    mover = replace(FAR, jump_feet=feet)
    assert path_along(made, "a", mover, [a, b], (1,))[1] == expected

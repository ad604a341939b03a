"""Drawing, cutting and moving what stands in the way, without a window."""

from dataclasses import replace
from itertools import pairwise
from math import dist
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.geometry.outline import circle_outline, length, rectangle_outline
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.obstacle_edit import (
    free_id,
    moved,
    with_door,
    with_field,
    with_point_moved,
    with_prop,
    with_walls,
    without,
)
from battlemap.model.obstacle_search import (
    door_stretch,
    ends_of_all,
    obstacle_at,
    obstacles_in,
    obstacles_on_way,
    wall_at,
)
from battlemap.model.terrain import Layer

GRID = make_grid(GridKind.SQUARE, 12, 10)
NOTHING = MappingProxyType({})
LIKE = Wall("", Point(0, 0), Point(0, 0))
DOOR = Door("", Point(0, 0), Point(0, 0))
ROOM = with_walls(NOTHING, [Point(2, 2), Point(7, 2), Point(7, 6), Point(2, 6), Point(2, 2)], LIKE)


def walls(obstacles):
    return [one for one in obstacles.values() if isinstance(one, Wall)]


def total(obstacles):
    return sum(dist(one.start, one.end) for one in walls(obstacles))


# Walls ----------------------------------------------------------------------------------------


def test_a_line_becomes_a_wall_for_each_leg():
    assert list(ROOM) == ["w1", "w2", "w3", "w4"]
    assert [one.start for one in walls(ROOM)] == [(2, 2), (7, 2), (7, 6), (2, 6)]
    low = replace(LIKE, cover=CoverGrade.MINOR, height_feet=3)
    more = with_walls(ROOM, [Point(7, 6), Point(9, 6)], low)
    assert more["w5"].cover is CoverGrade.MINOR
    assert "w5" not in ROOM


def test_a_wall_is_not_drawn_twice_and_never_without_length():
    again = with_walls(ROOM, [Point(7, 2), Point(7, 2), Point(2, 2), Point(2, 6)], LIKE)
    assert dict(again) == dict(ROOM)


def test_ids_are_taken_where_they_are_free():
    assert free_id({"w1": 0, "w3": 0}, Wall) == "w2"
    assert free_id({"w1": 0}, Door) == "d1"
    assert free_id({"p1": 0}, Prop) == "p2"


# Doors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pointer", "stretch"),
    [
        ((4.3, 2.1), ((4, 2), (5, 2))),
        ((2.0, 2.0), ((2, 2), (3, 2))),
        ((7.0, 1.9), ((6, 2), (7, 2))),
        ((6.96, 2.0), ((6, 2), (7, 2))),
    ],
)
def test_a_door_fills_a_cells_side_of_a_wall(pointer, stretch):
    assert door_stretch(GRID, ROOM["w1"], pointer) == stretch


def test_a_door_on_a_diagonal_goes_from_corner_to_corner():
    wall = Wall("w", Point(1, 1), Point(5, 5))
    assert door_stretch(GRID, wall, (2.4, 2.6)) == ((2, 2), (3, 3))


def test_a_door_on_a_crooked_wall_is_a_cell_wide_around_the_pointer():
    wall = Wall("w", Point(1, 1.3), Point(9, 4.1))
    start, end = door_stretch(GRID, wall, (5, 2.6))
    assert dist(start, end) == pytest.approx(1, abs=0.01)
    assert (start.x + end.x) / 2 == pytest.approx(5, abs=0.3)
    short = Wall("w", Point(1.2, 1.3), Point(1.7, 1.4))
    assert door_stretch(GRID, short, (1.4, 1.3)) == (short.start, short.end)


@pytest.mark.parametrize("kind", [GridKind.HEX_POINTY, GridKind.HEX_FLAT])
def test_a_door_on_hexes_fills_one_border(kind):
    grid = make_grid(kind, 12, 10)
    corners = grid.corners(grid.from_offset(4, 4))
    wall = Wall("w", *(grid.from_lattice(grid.lattice(p)) for p in corners[:2]))
    middle = ((wall.start.x + wall.end.x) / 2, (wall.start.y + wall.end.y) / 2)
    assert door_stretch(grid, wall, middle) == (wall.start, wall.end)


def test_a_door_is_cut_into_its_wall_and_leaves_no_gap():
    made = with_door(ROOM, Point(4, 2), Point(5, 2), DOOR)
    door = made["d1"]
    pieces = [one for one in walls(made) if one.start.y == one.end.y == 2]
    assert {(one.start, one.end) for one in pieces} == {((2, 2), (4, 2)), ((5, 2), (7, 2))}
    assert (door.start, door.end) == ((4, 2), (5, 2))
    assert total(made) == total(ROOM) - 1
    assert made["w2"] is ROOM["w2"]


def test_a_door_in_the_corner_of_a_room_leaves_one_piece():
    made = with_door(ROOM, Point(3, 2), Point(2, 2), DOOR)
    assert [(one.start, one.end) for one in walls(made) if one.end.y == one.start.y == 2] == [
        ((3, 2), (7, 2))
    ]
    assert made["w4"] is ROOM["w4"]


def test_a_door_as_long_as_its_wall_takes_its_place_and_a_second_door_that_of_the_first():
    made = with_door(ROOM, Point(7, 6), Point(7, 2), DOOR)
    assert "w2" not in made
    window = replace(DOOR, is_window=True)
    again = with_door(made, Point(7, 2), Point(7, 6), window)
    assert [one.is_window for one in again.values() if isinstance(one, Door)] == [True]


def test_a_door_between_two_points_beside_no_wall_cuts_nothing():
    made = with_door(ROOM, Point(4, 4), Point(5, 4), DOOR)
    assert total(made) == total(ROOM)
    across = with_door(ROOM, Point(4, 1), Point(4, 3), DOOR)
    assert total(across) == total(ROOM), "a door that crosses a wall doesn't open it"


def test_a_door_reaches_over_the_joint_of_two_walls():
    line = with_walls(NOTHING, [Point(1, 1), Point(4, 1), Point(8, 1)], LIKE)
    made = with_door(line, Point(3, 1), Point(5, 1), DOOR)
    assert {(one.start, one.end) for one in walls(made)} == {((1, 1), (3, 1)), ((5, 1), (8, 1))}


@given(
    ends=st.tuples(*(st.integers(0, 1000) for _ in range(4))),
    share=st.floats(0, 1),
    kind=st.sampled_from(list(GridKind)),
)
def test_whatever_the_wall_door_and_pieces_are_as_long_as_it_was(ends, share, kind):
    grid = make_grid(kind, 12, 10)
    a, b = (grid.from_lattice(grid.lattice((x / 100, y / 125))) for x, y in (ends[:2], ends[2:]))
    if dist(a, b) < 0.1:
        return
    wall = Wall("w1", a, b)
    at = (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
    made = with_door({"w1": wall}, *door_stretch(grid, wall, at), DOOR)
    door = made["d1"]
    assert dist(door.start, door.end) > 0.05
    assert total(made) + dist(door.start, door.end) == pytest.approx(dist(a, b), abs=0.05)
    points = {end for one in made.values() for end in (one.start, one.end)}
    assert len(points) <= 4
    for piece in walls(made):
        assert {piece.start, piece.end} & {door.start, door.end}


# Props and changes ------------------------------------------------------------------------------


def test_a_prop_by_its_outline():
    crate = Prop("", (), "Crate", CoverGrade.MINOR, height_feet=4)
    made = with_prop(GRID, ROOM, rectangle_outline(Point(3, 3), Point(4, 4)), crate)
    assert made["p1"].name == "Crate"
    assert made["p1"].outline == ((3, 3), (4, 3), (4, 4), (3, 4))
    pillar = with_prop(GRID, made, circle_outline(Point(5, 4), 0.5), crate)["p2"]
    assert length(pillar.outline) > 2.5


@pytest.mark.parametrize(
    ("outline", "why"),
    [
        ([(1, 1), (2, 2), (1, 1)], "three corners"),
        ([(1, 1), (3, 3), (3, 1), (1, 3)], "cross"),
        ([(1, 1), (3, 1), (2, 1)], "cross"),
    ],
)
def test_an_odd_outline_is_refused(outline, why):
    with pytest.raises(ValueError, match=why):
        with_prop(GRID, NOTHING, [Point(*p) for p in outline], Prop("", ()))


def test_a_field_is_set_where_an_obstacle_has_it():
    made = with_door(ROOM, Point(4, 2), Point(5, 2), DOOR)
    locked = with_field(made, made, "is_locked", True)
    assert locked["d1"].is_locked
    assert locked["w2"] is made["w2"]
    lower = with_field(made, ("d1", "w2"), "height_feet", 8)
    assert lower["d1"].height_feet == lower["w2"].height_feet == 8
    assert made["w2"].height_feet is None


def test_walls_that_meet_move_together_or_one_alone():
    made = with_point_moved(GRID, ROOM, "w1", Point(7, 2), Point(8, 1))
    assert (made["w1"].end, made["w2"].start) == ((8, 1), (8, 1))
    alone = with_point_moved(GRID, ROOM, "w1", Point(7, 2), Point(8, 1), alone=True)
    assert (alone["w1"].end, alone["w2"].start) == ((8, 1), (7, 2))


def test_a_wall_never_loses_its_length_and_an_outline_never_crosses_itself():
    with pytest.raises(ValueError, match="two ends"):
        with_point_moved(GRID, ROOM, "w1", Point(7, 2), Point(2, 2))
    prop = with_prop(GRID, NOTHING, rectangle_outline(Point(1, 1), Point(3, 3)), Prop("", ()))
    with pytest.raises(ValueError, match="cross"):
        with_point_moved(GRID, prop, "p1", Point(1, 1), Point(4, 2))
    made = with_point_moved(GRID, prop, "p1", Point(1, 1), Point(0.5, 0.5))
    assert made["p1"].outline[0] == (0.5, 0.5)


def test_whole_things_move_and_go():
    made = moved(GRID, ROOM, ("w1", "w2"), (0.5, -1))
    assert (made["w1"].start, made["w2"].end) == ((2.5, 1), (7.5, 5))
    assert made["w3"] is ROOM["w3"]
    assert list(without(ROOM, {"w2", "w3"})) == ["w1", "w4"]


# Searching --------------------------------------------------------------------------------------


def test_doors_go_before_walls_and_walls_before_props():
    made = with_door(ROOM, Point(4, 2), Point(5, 2), DOOR)
    made = with_prop(GRID, made, rectangle_outline(Point(3, 1), Point(6, 3)), Prop("", ()))
    assert obstacle_at(made, (4.5, 2.1)) == "d1"
    assert obstacle_at(made, (3.5, 2.1)) == "w1"
    assert obstacle_at(made, (3.5, 2.6)) == "p1"
    assert obstacle_at(made, (4.0, 4.5)) is None
    assert wall_at(made, (4.5, 2.05), 0.3) is None
    assert wall_at(made, (6.9, 3.1), 0.3).id == "w2"


def test_a_box_catches_what_it_touches():
    made = with_prop(GRID, ROOM, rectangle_outline(Point(3, 3), Point(6, 5)), Prop("", ()))
    assert obstacles_in(made, Point(1, 1), Point(2.5, 3)) == ("w1", "w4")
    assert obstacles_in(made, Point(4, 3.5), Point(5, 4.5)) == ("p1",)
    assert set(obstacles_in(made, Point(0, 0), Point(12, 10))) == set(made)
    assert obstacles_in(made, Point(8, 7), Point(9, 9)) == ()


def test_the_way_of_an_eraser():
    assert obstacles_on_way(ROOM, (4, 4), (4, 1), 0.15) == ("w1",)
    assert obstacles_on_way(ROOM, (4, 4), (5, 5), 0.15) == ()
    assert set(obstacles_on_way(ROOM, (1, 4), (9, 4), 0.15)) == {"w2", "w4"}


def test_every_end_once():
    assert set(ends_of_all(ROOM.values())) == {(2, 2), (7, 2), (7, 6), (2, 6)}
    assert len(ends_of_all(ROOM.values())) == 4


# Ground -----------------------------------------------------------------------------------------


def test_flags_go_and_others_stay():
    cells = [Cell(1, 1), Cell(2, 1), Cell(50, 50)]
    layer = Layer.blank(12, 10).with_flag(GRID, cells, 5)
    rest = layer.without_flag(GRID, cells[:1], 4)
    assert (rest.at(GRID, cells[0]), rest.at(GRID, cells[1])) == (1, 5)


def test_ground_is_raised_and_lowered_within_limits():
    cells = [Cell(1, 1), Cell(2, 1)]
    layer = Layer.blank(12, 10).raised(GRID, cells, 5, 10).raised(GRID, cells[:1], 5, 10)
    assert (layer.at(GRID, cells[0]), layer.at(GRID, cells[1])) == (10, 5)
    assert layer.raised(GRID, cells, 5, 10).at(GRID, cells[0]) == 10
    assert layer.raised(GRID, cells, -40, 10).at(GRID, cells[1]) == -10


def test_legs_of_a_line_meet_bitwise():
    for before, after in pairwise(walls(ROOM)):
        assert before.end == after.start

"""Where lines begin and end: on the grid, at what is drawn already, or anywhere."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.geometry.snapping import (
    PULL,
    drawing_point,
    drawing_points,
    drawing_shift,
    next_drawing_point,
    settled,
)

SQUARES = make_grid(GridKind.SQUARE, 8, 6)
GRIDS = [make_grid(kind, 8, 6) for kind in GridKind]


@pytest.mark.parametrize(
    ("pointer", "meant"),
    [
        ((2.1, 3.1), (2, 3)),  # a corner
        ((2.45, 2.95), (2.5, 3)),  # the middle of a border
        ((2.5, 2.6), (2.5, 2.5)),  # the center of a cell
        ((2.25, 2.02), (2, 2)),  # as far from a corner as from a middle: the corner
        ((-3, 2.1), (0, 2)),  # off the map: its rim
        ((9, 9), (8, 6)),
    ],
)
def test_a_point_goes_to_corners_middles_and_centers(pointer, meant):
    assert drawing_point(SQUARES, pointer) == meant


def test_with_a_free_hand_it_stays_where_it_is_but_takes_what_is_drawn():
    end = Point(3.37, 2.21)
    assert drawing_point(SQUARES, (3.45, 2.3), free=True) == (3.45, 2.3)
    assert drawing_point(SQUARES, (3.45, 2.3), [end], free=True) == end
    assert drawing_point(SQUARES, (3.45, 2.3), [end]) == end
    far = (end.x + PULL + 0.05, end.y)
    assert drawing_point(SQUARES, far, [end], free=True) == settled(SQUARES, far)


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.kind.value)
@given(x=st.floats(-2, 10), y=st.floats(-2, 8))
def test_what_comes_back_is_on_the_map_and_stays_there(grid, x, y):
    found = drawing_point(grid, (x, y))
    assert -1e-6 <= found.x <= grid.width + 1e-6
    assert -1e-6 <= found.y <= grid.height + 1e-6
    assert drawing_point(grid, found) == found
    free = drawing_point(grid, (x, y), free=True)
    assert settled(grid, free) == free


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.kind.value)
def test_neighbors_share_the_very_same_points_of_their_border(grid):
    cell = grid.from_offset(3, 3)
    own = set(drawing_points(grid, cell))
    for other in grid.neighbors(cell):
        shared = own & set(drawing_points(grid, other))
        assert len(shared) == (1 if grid.is_diagonal(other.minus(cell)) else 3)


def test_arrow_keys_go_by_half_cells():
    place = Point(2.0, 2.0)
    for bearing, meant in ((0, (2, 1.5)), (90, (2.5, 2)), (180, (2, 2.5)), (270, (1.5, 2))):
        assert next_drawing_point(SQUARES, place, bearing) == meant
    assert next_drawing_point(SQUARES, Point(0, 0), 0) == (0, 0)


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.kind.value)
def test_a_key_held_down_crosses_the_map(grid):
    place = drawing_point(grid, grid.center(grid.from_offset(0, 3)))
    seen = [place]
    for _ in range(40):
        place = next_drawing_point(grid, place, 90)
        if place == seen[-1]:
            break
        assert place.x > seen[-1].x
        assert dist(place, seen[-1]) < 1.01
        seen.append(place)
    assert place.x > grid.width - 1


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.kind.value)
@given(x=st.floats(-3, 3), y=st.floats(-3, 3))
def test_what_lay_on_the_grid_lies_on_it_after_a_shift(grid, x, y):
    by = drawing_shift(grid, (x, y))
    assert dist(by, (x, y)) < 0.6
    places = drawing_points(grid, grid.from_offset(4, 3))
    for place in places:
        there = settled(grid, (place.x + by[0], place.y + by[1]))
        others = drawing_points(grid, grid.cell_at(there))
        assert min(dist(there, other) for other in others) < 0.001


def test_cells_of_the_corners_are_told_apart():
    assert Point(3, 2) in drawing_points(SQUARES, Cell(2, 2))
    assert Point(3, 2) not in drawing_points(SQUARES, Cell(1, 2))

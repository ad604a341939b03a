"""What a route climbs over, as a fact that rules may ask a check for."""

from __future__ import annotations

import pytest
from tactics_boards import block, board, token, wall

from battlemap.geometry.cell import Cell
from battlemap.geometry.footprint import border_steps
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.obstacle import CoverGrade
from battlemap.tactics.hurdles import Hurdle, hurdles
from battlemap.tactics.movement import Mover, path_along
from battlemap.tactics.mover import Mode

FAR = Mover(rate=6000, actions=1)


def walked(made, *cells, jumps=(), mover=FAR):
    path, reason = path_along(made, "a", mover, [Cell(*cell) for cell in cells], jumps)
    assert reason == ""
    return hurdles(made, "a", path, mover)


def fence(start=(2, 0), end=(2, 12), **more):
    more = {"blocks_move": False, "cover": CoverGrade.MINOR, "height_feet": 3, **more}
    return wall("f", start, end, **more)


def table(**more):
    more = {"cover": CoverGrade.MAJOR, "blocks_move": False, "blocks_sight": False, **more}
    return block("t", 2, 5, name="Table", **more)


def test_a_fence_is_crossed_each_time():
    made = board([token("a", (1, 5))], [fence()])
    assert walked(made, (1, 5), (2, 5), (3, 5), (2, 5), (1, 5)) == (
        Hurdle(1, "f", "f", Cell(2, 5)),
        Hurdle(4, "f", "f", Cell(1, 5)),
    )
    assert walked(made, (1, 5), (1, 6), (0, 6)) == ()


def test_a_table_is_climbed_onto_and_not_off():
    made = board([token("a", (1, 5))], [table()])
    assert walked(made, (1, 5), (2, 5), (3, 5)) == (Hurdle(1, "t", "Table", Cell(2, 5)),)
    on_it = board([token("a", (2, 5))], [table()])
    assert walked(on_it, (2, 5), (3, 5)) == ()


def test_foliage_and_what_stops_steps_are_no_hurdles():
    made = board([token("a", (1, 5))], [table(cover=CoverGrade.MINOR)])
    assert walked(made, (1, 5), (2, 5)) == ()
    past = board([token("a", (1, 5))], [table(blocks_move=True)])
    assert walked(past, (1, 5), (1, 6)) == ()


def test_a_large_token_climbs_once_while_it_is_astride():
    made = board([token("a", (0, 5), size=2)], [fence()])
    assert walked(made, (0, 5), (1, 5), (2, 5), (3, 5)) == (Hurdle(1, "f", "f", Cell(1, 5)),)
    # The end of a fence that only half of it crosses.
    half = board([token("a", (0, 5), size=2)], [fence((2, 6), (2, 12))])
    assert [found.step for found in walked(half, (0, 5), (1, 5), (2, 5))] == [1]


def test_one_way_walls_are_crossed_to_their_open_side():
    made = board([token("a", (1, 5))], [wall("w", (2, 12), (2, 0), one_way="right")])
    assert walked(made, (1, 5), (2, 5)) == (Hurdle(1, "w", "w", Cell(2, 5)),)


def test_jumps_and_fliers_climb_nothing():
    made = board([token("a", (1, 5))], [fence(), table()])
    assert len(walked(made, (1, 5), (2, 5))) == 2
    assert walked(made, (1, 5), (3, 5), jumps=(1,)) == ()
    for mode in (Mode.FLY, Mode.BURROW):
        assert walked(made, (1, 5), (2, 5), mover=Mover(6000, 1, mode=mode)) == ()


@pytest.mark.parametrize("kind", list(GridKind))
def test_the_border_of_two_cells_on_every_grid(kind):
    grid = make_grid(kind, 12, 12)
    here = Cell(4, 4)
    corners = grid.lattice_corners(here)
    for index, step in enumerate(border_steps(grid)):
        ends = corners[index], corners[(index + 1) % len(corners)]
        made = board([token("a", here)], [fence(*map(grid.from_lattice, ends))], kind=kind)
        assert [found.step for found in walked(made, here, here.plus(step))] == [1]

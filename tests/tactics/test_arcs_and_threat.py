"""Arcs, reach patterns and tight space: the cases of the rules pages and what symmetry demands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tactics_boards import block, board, token, wall

from battlemap.geometry.angle import Arc
from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.tactics.arcs import arc_cells, arc_toward
from battlemap.tactics.board import Board
from battlemap.tactics.patterns import pattern_cells
from battlemap.tactics.reach import Ahead, Around
from battlemap.tactics.threat import threatened
from battlemap.tactics.tight_space import tight_space

SPEAR = Weapon("spear", reach_feet=10, reach=True)


def reached(facing, *, kind=GridKind.SQUARE, size=1, at=(5, 5)):
    made = board([token("a", at, facing=facing, size=size, weapons=(SPEAR,))], kind=kind)
    return {(c.q - at[0], c.r - at[1]) for c in threatened(made, "a")["spear"]}


def test_the_wedge_of_a_reach_weapon_on_squares():
    assert reached(0) == {(-1, -1), (0, -1), (1, -1), (-1, -2), (0, -2), (1, -2)}
    assert reached(45) == {(0, -1), (1, -1), (1, 0), (1, -2), (2, -2), (2, -1)}
    assert reached(90) == {(1, -1), (1, 0), (1, 1), (2, -1), (2, 0), (2, 1)}


@pytest.mark.parametrize("kind", list(GridKind))
def test_turning_the_token_turns_the_wedge(kind):
    grid = make_grid(kind, 12, 12)
    turns = 4 if kind is GridKind.SQUARE else 6
    for index, facing in enumerate(grid.facings):
        step = 2 if kind is GridKind.SQUARE else 1
        onward = grid.facings[(index + step) % len(grid.facings)]
        turned = {
            tuple(grid.rotate(type(grid.directions[0])(*c), 1)) for c in reached(facing, kind=kind)
        }
        assert reached(onward, kind=kind) == turned, (kind, facing, turns)


def test_the_wedge_on_hexes_has_three_cells_and_the_same_one_step_on():
    assert reached(30, kind=GridKind.HEX_POINTY) == {
        (0, -1), (1, -1), (1, 0), (1, -2), (2, -2), (2, -1)
    }  # fmt: skip


def test_the_wedge_of_a_large_token_is_the_union_over_its_front_cells():
    assert reached(0, size=2) == {(c, r) for c in (-1, 0, 1, 2) for r in (-1, -2)}


@pytest.mark.parametrize("kind", list(GridKind))
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_all_around_is_the_ring_of_the_space(kind, size):
    made = board([token("a", (6, 3), size=size)], kind=kind, columns=20, rows=20)
    own = set(made.cells_of("a"))
    ring = {n for cell in own for n in made.grid.neighbors(cell)} - own
    assert threatened(made, "a")["hand"] == ring


def test_a_polearm_with_a_minimum_distance():
    grid = make_grid(GridKind.SQUARE, 20, 20)
    cells = pattern_cells(grid, [grid.from_offset(9, 9)], 0, Around(2, minimum=2))
    assert len(cells) == 16
    rows = pattern_cells(grid, [grid.from_offset(9, 9)], 0, Ahead(3))
    assert len(rows) == 9


def test_a_reach_beyond_all_measure_covers_the_map_and_looks_no_farther():
    grid = make_grid(GridKind.HEX_FLAT, 4, 3)
    assert len(pattern_cells(grid, [grid.from_offset(0, 0)], 0, Around(100_000))) == 11


def test_cells_off_the_map_are_never_listed():
    assert reached(0, at=(0, 0)) == set()
    assert reached(90, at=(11, 5)) == set()


def arc(a, t, facing, kind=GridKind.SQUARE, sizes=(1, 1)):
    made = board(
        [token("a", a, size=sizes[0]), token("t", t, facing=facing, size=sizes[1])],
        kind=kind,
        columns=20,
        rows=20,
    )
    return arc_toward(made, "t", "a")


def test_arcs_on_squares():
    expected = {0: Arc.FRONT, 1: Arc.FRONT, 2: Arc.SIDE, 3: Arc.REAR, 4: Arc.REAR}
    steps = make_grid(GridKind.SQUARE, 9, 9).directions
    for index, step in enumerate(steps):
        found = arc((5 + step.q, 5 + step.r), (5, 5), 0)
        assert found.arc is expected[min(index, 8 - index)]


@pytest.mark.parametrize("kind", [GridKind.HEX_POINTY, GridKind.HEX_FLAT])
def test_hexes_have_three_front_two_side_and_one_rear_neighbor(kind):
    facing = make_grid(kind, 12, 12).facings[0]
    made = board([token("a", (5, 4), facing=facing)], kind=kind)
    assert [len(cells) for cells in arc_cells(made, "a").values()] == [3, 2, 1]


def test_a_bearing_of_exactly_150_is_better_for_the_defender():
    found = arc((6, 6), (5, 5), 330, GridKind.HEX_POINTY)
    assert (found.arc, round(abs(found.bearing), 6)) == (Arc.SIDE, 150)
    flat = arc((6, 6), (5, 5), 0, GridKind.HEX_FLAT)
    assert (flat.arc, round(abs(flat.bearing), 6)) == (Arc.SIDE, 150)


def test_the_attacker_cell_nearest_to_a_large_target_decides():
    found = arc((3, 6), (5, 5), 90, sizes=(2, 2))
    assert found.from_cell.q == 4
    assert found.arc is Arc.REAR
    beside = arc((4, 2), (5, 5), 0, sizes=(3, 2))
    assert (beside.from_cell.r, beside.arc) == (4, Arc.FRONT)


def test_tight_space_needs_both_sides():
    pair = [token("a", (5, 5), "party"), token("t", (6, 5))]
    north, south = wall("n", (0, 5), (12, 5)), wall("s", (0, 6), (12, 6))
    assert tight_space(board(pair, [north, south]), "a", "t").value
    assert not tight_space(board(pair, [north]), "a", "t").value
    ground = {Terrain.IMPASSABLE: [(5, 4)]}
    assert tight_space(board(pair, [south], terrain=ground), "a", "t").value


def test_tight_space_on_a_diagonal_looks_at_the_corners_across():
    pair = [token("a", (5, 5), "party"), token("t", (6, 6))]
    ground = {Terrain.IMPASSABLE: [(6, 4), (4, 6)]}
    assert tight_space(board(pair, terrain=ground), "a", "t").value
    assert not tight_space(board(pair, [block("p", 6, 5)]), "a", "t").value


@pytest.mark.parametrize("kind", [GridKind.HEX_POINTY, GridKind.HEX_FLAT])
def test_tight_space_on_hexes_needs_all_four(kind):
    pair = [token("a", (5, 4), "party"), token("t", (6, 4))]
    around = [(6, 3), (5, 3), (4, 5), (5, 5), (4, 4)]
    sides = [c for c in around if c != (4, 4)]
    assert tight_space(board(pair, kind=kind, terrain={Terrain.IMPASSABLE: sides}), "a", "t").value
    for open_one in sides:
        rest = [c for c in sides if c != open_one]
        made = board(pair, kind=kind, terrain={Terrain.IMPASSABLE: rest})
        assert not tight_space(made, "a", "t").value


def test_a_later_board_keeps_what_is_known_of_tokens_that_stay():
    made = board([token("a", (5, 5)), token("b", (2, 2))])
    before = threatened(made, "a"), threatened(made, "b")
    moved = replace(made.token("b"), at=Cell(8, 8))
    later = Board.of(made.encounter.with_token(moved), made.reading)
    assert threatened(later, "a") is before[0]
    assert threatened(later, "b") != before[1]
    assert (9, 9) in threatened(later, "b")["hand"]

"""What users of other tools complain of, row by row, as tests of our geometry.

The numbers are those of the collection of complaints about flanking, cover, sight, paths, reach,
facing, hexes and areas. ``ELSEWHERE`` says where the rows are tested that this file leaves out.
"""

from __future__ import annotations

import ast
import itertools
import math
from dataclasses import replace
from pathlib import Path as File
from types import MappingProxyType

import pytest
from tactics_boards import PlainReading, block, board, door, token, wall

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.geometry.shapes import Coverage
from battlemap.model.obstacle import CoverGrade, Prop
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.tactics.areas import AreaKind, Template, lay
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import Conventions, CrossingRule
from battlemap.tactics.cover import cover_from_point, exposure
from battlemap.tactics.crossings import crossings
from battlemap.tactics.flanking import flanking
from battlemap.tactics.movement import Mover, movement_field, path_along

TESTS = File(__file__).parent.parent

ELSEWHERE = {
    "1 flanking on hexes": ("tactics/test_flanking.py", "test_three_pairs_flank_on_hexes"),
    "1 flanking on hexes, larger": (
        "tactics/test_flanking.py",
        "test_exactly_twelve_pairs_flank_three_hexes_about_a_corner",
    ),
    "3 large creatures have no reach by size": (
        "tactics/test_flanking.py",
        "test_a_gap_of_one_cell_needs_reach",
    ),
    "4 height of the flanked": (
        "tactics/test_flanking.py",
        "test_the_height_limit_is_five_feet_unless_a_game_says_so",
    ),
    "5 side to corner": (
        "tactics/test_flanking.py",
        "test_exactly_four_pairs_flank_a_target_of_one_cell",
    ),
    "6, 7, 60 by whom, and why not": (
        "tactics/test_flanking.py",
        "test_the_reason_names_the_borders_or_who_does_not_threaten",
    ),
    "8 reach in flanking is a choice": (
        "tactics/test_flanking.py",
        "test_long_weapons_flank_from_afar_unless_a_game_wants_both_next_to_the_target",
    ),
    "10, 11, 12, 13 walls behind, corridors, bystanders, one's own tree": (
        "tactics/test_cover.py",
        "test_share_of_the_design_table",
    ),
    "12 creatures in the line": (
        "tactics/test_cover.py",
        "test_creatures_count_only_where_conventions_say_so",
    ),
    "16 cover of each target of an area": (
        "tactics/test_area_situation.py",
        "test_it_holds_what_lay_and_cover_in_say",
    ),
    "20 the whole field of view": (
        "tactics/test_sight.py",
        "test_an_open_field_is_seen_as_far_as_the_range",
    ),
    "21 mirrored paths": ("tactics/test_symmetry.py", "test_paths_cost_and_wake_the_same"),
    "23 corners": ("tactics/test_movement.py", "test_corner_rules"),
    "23 walls": (
        "tactics/test_movement.py",
        "test_a_wall_that_ends_in_a_corner_stops_the_diagonal_either_way",
    ),
    "23, 67 through allies and not through foes": (
        "tactics/test_movement.py",
        "test_allies_are_passed_and_foes_are_not_and_nobody_ends_on_another",
    ),
    "25 diagonals in difficult ground": (
        "tactics/test_movement.py",
        "test_the_second_diagonal_in_rubble_costs_three",
    ),
    "25 costs add or multiply": ("tactics/test_movement.py", "test_extra_costs_add_or_multiply"),
    "28 unreachable goals": ("tactics/test_movement.py", "test_an_unreachable_goal_answers"),
    "29 entering is not leaving": (
        "tactics/test_movement.py",
        "test_entering_reach_wakes_nobody_and_leaving_does",
    ),
    "32, 34 arcs on squares": ("tactics/test_arcs_and_threat.py", "test_arcs_on_squares"),
    "32, 34 arcs on hexes": (
        "tactics/test_arcs_and_threat.py",
        "test_hexes_have_three_front_two_side_and_one_rear_neighbor",
    ),
    "36 even sizes on hexes": ("geometry/test_grids.py", "test_sizes_on_hexes"),
    "37 the cone of 60 degrees": ("tactics/test_areas.py", "test_a_cone_opens_by_60_degrees"),
    "59 reach with either diagonal": (
        "geometry/test_grids.py",
        "test_reach_two_has_21_cells_by_alternating_diagonals_and_25_by_equal_ones",
    ),
    "65 areas on hexes": ("tactics/test_areas.py", "test_a_burst_on_hexes_holds_the_ring"),
    "66 the path of a large token": (
        "tactics/test_movement.py",
        "test_a_large_token_needs_room_for_all_its_cells",
    ),
    "66 squeezing": (
        "tactics/test_squeezing.py",
        "test_a_gap_is_squeezed_through_for_an_extra_and_the_path_tells_where",
    ),
    "68 what is left of an action comes first": (
        "tactics/test_movement.py",
        "test_budget_and_waypoints",
    ),
    "69 who threatens": (
        "tactics/test_states.py",
        "test_an_engaged_shooter_knows_by_whom_and_with_what",
    ),
}


@pytest.mark.parametrize("row", ELSEWHERE)
def test_the_rows_left_out_here_are_tested_elsewhere(row):
    file, name = ELSEWHERE[row]
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    assert name in {part.name for part in tree.body if isinstance(part, ast.FunctionDef)}


FAR = Mover(rate=10_000, actions=1)
SPEAR = Weapon("spear", reach_feet=10)
HEXES = [GridKind.HEX_POINTY, GridKind.HEX_FLAT]
KINDS = list(GridKind)


def pair(a=(0, 5), t=(5, 5), obstacles=(), *others, a_size=1, t_size=1, **more):
    tokens = [token("a", a, "party", size=a_size), token("t", t, size=t_size), *others]
    return board(tokens, obstacles, **more)


@pytest.mark.parametrize("kind", KINDS)
def test_row_2_a_tiny_creature_flanks_and_is_flanked_like_one_of_a_cell(kind):
    for sizes in itertools.product((0, 1), repeat=3):
        made = board(
            [
                token("a", (4, 5), "party", size=sizes[0]),
                token("b", (6, 5), "party", size=sizes[1]),
                token("t", (5, 5), size=sizes[2]),
            ],
            kind=kind,
        )
        assert flanking(made, "a", "t").partner == "b"


def test_row_9_cover_does_not_take_flanking_away():
    crate = block("crate", 4, 5, cover=CoverGrade.MAJOR, blocks_sight=False, blocks_move=False)
    spears = {"weapons": (SPEAR,)}
    made = board(
        [
            token("a", (3, 5), "party", **spears),
            token("b", (6, 5), "party"),
            token("t", (5, 5)),
        ],
        [crate],
    )
    assert exposure(made, "a", "t").cover.grade is CoverGrade.MAJOR
    assert flanking(made, "a", "t").partner == "b"


@pytest.mark.parametrize("hair", [0.001, 0.005, 0.01])
def test_row_11_a_space_a_hair_inside_the_wall_of_its_corridor_has_no_cover(hair):
    walls = [wall("n", (-1, 5 + hair), (12, 5 + hair)), wall("s", (-1, 6 - hair), (12, 6 - hair))]
    assert exposure(pair(obstacles=walls), "a", "t").cover.grade is CoverGrade.NONE


@pytest.mark.parametrize("grade", [CoverGrade.MINOR, CoverGrade.MAJOR])
def test_row_14_the_grade_set_on_an_object_counts_from_tokens_and_from_points(grade):
    low = wall("w", (3, 0), (3, 12), cover=grade, blocks_sight=False)
    made = pair(obstacles=[low])
    assert exposure(made, "a", "t").cover.grade is grade
    assert cover_from_point(made, Point(0.5, 5.5), "t").grade is grade


@pytest.mark.parametrize("kind", KINDS)
def test_row_15_an_open_door_gives_no_cover_and_a_shut_one_does(kind):
    for is_open, grade in ((True, CoverGrade.NONE), (False, CoverGrade.TOTAL)):
        made = pair((1, 5), (5, 5), [door("d", (4.3, 0), (4.3, 12), is_open=is_open)], kind=kind)
        assert exposure(made, "a", "t").cover.grade is grade


@pytest.mark.parametrize("kind", KINDS)
def test_row_17_who_shows_a_corner_can_be_seen_though_the_middle_is_hidden(kind):
    grid = make_grid(kind, 12, 12)
    a, t = grid.center(Cell(1, 5)), grid.center(Cell(5, 5))
    middle = Point((a.x + t.x) / 2, (a.y + t.y) / 2)
    dx, dy = (t.x - a.x) / 4, (t.y - a.y) / 4
    across = [(middle.x + dy * far, middle.y - dx * far) for far in (-0.3, 0.3)]
    made = pair((1, 5), (5, 5), [wall("w", *across)], kind=kind)
    found = exposure(made, "a", "t")
    from_the_middle = cover_from_point(made, a, "t")
    assert from_the_middle.share >= found.cover.share
    assert found.sight.clear
    assert found.cover.share < 1


def test_row_18_a_body_of_six_cells_is_seen_though_its_corners_and_its_center_are_hidden():
    slit = [wall("n", (5, 0), (5, 5.2)), wall("s", (5, 5.45), (5, 14))]
    found = exposure(pair((0, 5), (6, 3), slit, t_size=6, columns=14, rows=14), "a", "t")
    assert found.sight.clear
    seen = {ray.end for ray in found.cover.rays if not ray.stopped_by}
    assert seen
    assert not {(6, 3), (12, 3), (6, 9), (12, 9), (9, 6)} & seen


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [2, 3, 4, 6])
def test_row_19_a_large_body_never_blocks_its_own_sight(kind, size):
    creatures = Conventions(creatures_cover=CoverGrade.MAJOR)
    made = board(
        [token("a", (8, 8), "party", size=size), token("t", (16, 8))],
        kind=kind,
        columns=30,
        rows=24,
        conventions=creatures,
    )
    assert exposure(made, "a", "t").cover.share == 0
    assert exposure(made, "t", "a").cover.share == 0


@pytest.mark.parametrize("kind", KINDS)
def test_row_19_sight_there_is_sight_back(kind):
    walls = [wall("w", (4, 3), (4, 6.2)), wall("v", (6, 5.1), (6, 9)), wall("u", (2, 2), (8, 2))]
    grid = make_grid(kind, 10, 10)
    for cell in grid.cells():
        if cell == Cell(5, 5):
            continue
        made = pair((5, 5), cell, walls, kind=kind, columns=10, rows=10)
        there, back = exposure(made, "a", "t").sight, exposure(made, "t", "a").sight
        assert there.clear == back.clear, cell


@pytest.mark.parametrize("kind", HEXES)
def test_row_22_a_path_over_hexes_skips_no_cell_at_any_angle(kind):
    made = board([token("a", (10, 10))], kind=kind, columns=30, rows=30)
    field = movement_field(made, "a", FAR)
    for goal in made.grid.ring(Cell(10, 10), 6):
        if goal not in made.grid:
            continue
        cells = field.shortest(goal).cells
        assert len(cells) == 7
        assert all(made.grid.steps(one, other) == 1 for one, other in itertools.pairwise(cells))


@pytest.mark.parametrize("kind", KINDS)
def test_rows_24_and_26_the_way_round_rubble_is_taken_unless_the_mover_ignores_it(kind):
    grid = make_grid(kind, 12, 12)
    rubble = [grid.from_offset(5, row) for row in range(2, 10)]
    start, goal = grid.from_offset(2, 5), grid.from_offset(8, 5)
    slow = Mover(rate=10_000, actions=1, extra=MappingProxyType({Terrain.DIFFICULT: 600}))
    sure = Mover(rate=10_000, actions=1, extra=MappingProxyType({Terrain.CLIMB: 600}))
    made = board([token("a", start)], kind=kind, terrain={Terrain.DIFFICULT: rubble})
    round_it = movement_field(made, "a", slow).shortest(goal)
    through = movement_field(made, "a", sure).shortest(goal)
    assert not set(rubble) & set(round_it.cells)
    assert through.cost == grid.distance(start, goal) < round_it.cost
    assert set(rubble) & set(through.cells)


def test_row_27_triggers_are_those_of_the_very_path_that_is_drawn():
    made = board([token("m", (3, 5), "party"), token("g", (5, 5))])
    drawn = [(3, 5), (4, 4), (5, 4), (6, 4), (7, 5)]
    around = [(3, 5), (4, 3), (5, 3), (6, 3), (7, 5)]

    def woken(cells):
        path, _ = path_along(made, "m", FAR, [Cell(*cell) for cell in cells])
        return [(c.step, c.cell) for c in crossings(made, "m", path) if c.provokes]

    assert woken(drawn) == [(2, (4, 4)), (3, (5, 4)), (4, (6, 4))]
    assert woken(around) == []


def test_row_30_a_route_that_leaves_two_reaches_says_both_by_itself():
    made = board(
        [token("m", (5, 5), "party"), token("g", (4, 4)), token("h", (4, 6))],
        conventions=Conventions(crossings=CrossingRule.LEAVING),
    )
    path, _ = path_along(made, "m", FAR, [Cell(5, 5), Cell(6, 5), Cell(7, 5)])
    found = crossings(made, "m", path)
    assert [(c.step, c.by, c.provokes) for c in found] == [(1, "g", "leaves"), (1, "h", "leaves")]


def test_row_33_an_area_turns_nobody():
    made = pair((2, 5), (6, 5))
    before = dict(made.encounter.tokens)
    lay(made, Template(AreaKind.CONE, Point(0, 0), 4, aim=Point(9, 9), caster="a"))
    assert dict(made.encounter.tokens) == before


@pytest.mark.parametrize("kind", HEXES)
def test_row_35_the_corners_of_a_hex_s_box_belong_to_its_neighbors(kind):
    grid = make_grid(kind, 12, 12)
    cell = Cell(5, 5)
    xs, ys = zip(*grid.corners(cell), strict=True)
    for x, y in itertools.product((min(xs), max(xs)), (min(ys), max(ys))):
        center = grid.center(cell)
        inside = Point(x + (center.x - x) * 0.02, y + (center.y - y) * 0.02)
        assert grid.cell_at(inside) in grid.neighbors(cell)
    assert grid.cell_at(grid.center(cell)) == cell


@pytest.mark.parametrize("kind", KINDS)
def test_row_37_a_cone_may_be_aimed_anywhere_and_keeps_its_angle(kind):
    made = board([token("a", (10, 10))], kind=kind, columns=40, rows=40)
    center = made.grid.centroid(made.cells_of("a"))
    for degrees in range(0, 360, 15):
        angle = math.radians(degrees)
        aim = Point(center.x + 9 * math.sin(angle), center.y - 9 * math.cos(angle))
        [outline] = lay(made, Template(AreaKind.CONE, center, 6, aim=aim, caster="a")).outlines
        area = (
            abs(
                sum(
                    p.x * q.y - q.x * p.y
                    for p, q in zip(outline, (*outline[1:], outline[0]), strict=True)
                )
            )
            / 2
        )
        assert area == pytest.approx(math.pi * 36 / 6, rel=0.01)


@pytest.mark.parametrize("kind", HEXES)
def test_row_58_cover_on_hexes_counts_rays_to_all_six_corners(kind):
    grid = make_grid(kind, 14, 14)
    for cell in (Cell(4, 5), Cell(5, 4), Cell(4, 4)):
        rock = Prop("rock", grid.corners(cell), cover=CoverGrade.MAJOR)
        found = exposure(pair((2, 5), (6, 5), [rock], kind=kind, columns=14, rows=14), "a", "t")
        assert len(found.cover.rays) == 6
        stopped = sum(bool(ray.stopped_by) for ray in found.cover.rays)
        assert found.cover.share == stopped / 6
        wanted = (
            CoverGrade.MAJOR if stopped >= 3 else CoverGrade.MINOR if stopped else CoverGrade.NONE
        )
        assert found.cover.grade is wanted
    middle = Prop("rock", grid.corners(Cell(4, 5)), cover=CoverGrade.MAJOR)
    hidden = exposure(pair((2, 5), (6, 5), [middle], kind=kind, columns=14, rows=14), "a", "t")
    assert hidden.cover.grade is CoverGrade.MAJOR


def test_row_61_after_a_move_the_answer_is_that_of_the_new_place_at_once():
    before = board([token("a", (4, 5), "party"), token("b", (6, 5), "party"), token("t", (5, 5))])
    tokens = dict(before.encounter.tokens)
    tokens["b"] = replace(tokens["b"], at=Cell(6, 4))
    encounter = replace(before.encounter, tokens=MappingProxyType(tokens))
    after = Board.of(encounter, before.reading)
    assert flanking(before, "a", "t").value
    assert not flanking(after, "a", "t").value
    back = Board.of(replace(encounter, tokens=before.encounter.tokens), PlainReading())
    assert flanking(back, "a", "t").value


@pytest.mark.parametrize("kind", KINDS)
def test_row_63_which_cells_count_is_a_choice_and_the_choices_contain_each_other(kind):
    made = board([token("a", (0, 0))], kind=kind, columns=20, rows=20)
    blast = Template(AreaKind.BLAST, made.grid.center(Cell(8, 8)), 2.3, from_outline=False)
    cells = {choice: set(lay(made, blast, choice).cells) for choice in Coverage}
    assert cells[Coverage.HALF] < cells[Coverage.ANY]
    assert cells[Coverage.CENTER] < cells[Coverage.ANY]
    whole = {cell for cell, share in lay(made, blast, Coverage.ANY).cells.items() if share == 1}
    assert whole <= cells[Coverage.HALF] & cells[Coverage.CENTER]


@pytest.mark.parametrize("kind", KINDS)
def test_row_64_an_area_has_the_same_cells_wherever_on_a_large_map_it_lies(kind):
    made = board([token("a", (0, 0))], kind=kind, columns=200, rows=150)
    shapes = set()
    for column, row in ((10, 10), (96, 76), (150, 120), (64, 33)):
        middle = made.grid.from_offset(column - column % 2, row - row % 2)
        blast = Template(AreaKind.BLAST, made.grid.center(middle), 3, from_outline=False)
        for coverage in Coverage:
            cells = lay(made, blast, coverage).cells
            shapes.add((coverage, frozenset(cell.minus(middle) for cell in cells)))
    assert len(shapes) == len(Coverage)

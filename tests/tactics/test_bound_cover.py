"""Cover bound to an object: near whom it lies, and against whom it stands."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from tactics_boards import PlainReading, block, board, door, token, wall

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.obstacle import CoverGrade, Prop
from battlemap.tactics.areas import AreaKind, Template, bound_cover_in, lay
from battlemap.tactics.board import Board
from battlemap.tactics.bound_cover import bound_cover, objects_beside

CRATE = block("crate", 3, 5)


def behind_a_crate(*others, crate=CRATE):
    return board(
        [
            token("front", (0, 5), "party"),
            token("back", (8, 5), "party"),
            token("side", (4, 0), "party"),
            token("t", (4, 5)),
        ],
        [*([crate] if crate else []), *others],
    )


def test_the_object_stands_against_the_covered_side_only():
    made = behind_a_crate()
    front = bound_cover(made, "front", "t", "crate")
    assert front.stands_between
    assert 0.5 <= front.share <= 1
    assert sum(ray.stopped_by == ("crate",) for ray in front.rays) == front.share * len(front.rays)
    assert front.reason == f"crate stands between Front and T: {int(4 * front.share)} of 4 rays"
    for other in ("back", "side"):
        fact = bound_cover(made, other, "t", "crate")
        assert not fact.stands_between
        assert fact.share == 0
        assert fact.reason.startswith("crate doesn't stand between")


def test_exactly_half_of_the_rays_is_enough_and_less_is_not():
    # Of an attacker straight across, the best corner sees both near corners or hides two.
    half = bound_cover(behind_a_crate(), "front", "t", "crate")
    assert half.share == 0.5
    narrow = Prop(
        "crate",
        (Point(3.0, 5.0), Point(4.0, 5.0), Point(4.0, 5.2), Point(3.0, 5.2)),
        cover=CoverGrade.MAJOR,
    )
    less = bound_cover(behind_a_crate(crate=narrow), "front", "t", "crate")
    assert less.share < 0.5
    assert not less.stands_between


def test_another_object_neither_helps_nor_counts():
    made = behind_a_crate(wall("w", (2, 0), (2, 12)))
    assert bound_cover(made, "front", "t", "w").share == 1
    fact = bound_cover(made, "front", "t", "crate")
    assert fact.share == 0.5
    assert all(set(ray.stopped_by) <= {"crate"} for ray in fact.rays)


def test_an_object_that_is_gone_or_a_door_that_opens_covers_no_more():
    gone = bound_cover(behind_a_crate(crate=None), "front", "t", "crate")
    assert (gone.stands_between, gone.reason) == (False, "crate is gone")
    shut = behind_a_crate(door("d", (3.5, 4), (3.5, 7)), crate=None)
    assert bound_cover(shut, "front", "t", "d").stands_between
    opened = behind_a_crate(door("d", (3.5, 4), (3.5, 7), is_open=True), crate=None)
    fact = bound_cover(opened, "front", "t", "d")
    assert (fact.stands_between, fact.reason) == (False, "d stands open")


@pytest.mark.parametrize(
    ("height", "eyes", "stands"), [(5, 0, True), (2, 0, False), (5, 30, False)]
)
def test_who_looks_over_the_object_is_not_stopped_by_it(height, eyes, stands):
    made = board(
        [token("a", (0, 5), "party", elevation_feet=eyes), token("t", (4, 5))],
        [replace(CRATE, height_feet=height)],
    )
    assert bound_cover(made, "a", "t", "crate").stands_between == stands


def test_against_an_area_it_is_measured_from_the_origin():
    made = behind_a_crate()
    assert bound_cover(made, Point(0.5, 5.5), "t", "crate").stands_between
    fact = bound_cover(made, Point(8.5, 5.5), "t", "crate")
    assert not fact.stands_between
    assert fact.reason == "crate doesn't stand between the area and T: 0 of 4 rays"
    for origin, stands in ((Point(1.5, 5.5), True), (Point(6.5, 5.5), False)):
        area = lay(made, Template(AreaKind.BLAST, origin, 3))
        assert bound_cover_in(made, area, "t", "crate").stands_between == stands


@pytest.mark.parametrize("kind", [GridKind.HEX_POINTY, GridKind.HEX_FLAT])
def test_a_hex_filled_by_a_rock_covers_the_one_behind_it(kind):
    grid = board(kind=kind).grid
    rock = Prop("rock", tuple(grid.corners(Cell(4, 3))), cover=CoverGrade.MAJOR)
    made = board(
        [token("a", (1, 3), "party"), token("b", (8, 3), "party"), token("t", (5, 3))],
        [rock],
        kind=kind,
    )
    assert bound_cover(made, "a", "t", "rock").stands_between
    assert not bound_cover(made, "b", "t", "rock").stands_between
    assert objects_beside(made, "t") == ("rock",)
    assert objects_beside(made, "a") == ()


def test_objects_beside_are_those_that_cover_within_half_a_cell():
    made = behind_a_crate(
        wall("border", (5, 5), (5, 6)),
        wall("far", (6, 0), (6, 12)),
        wall("line", (4, 7), (5, 7), cover=CoverGrade.NONE, blocks_sight=True),
        door("shut", (4, 5), (5, 5)),
        door("open", (4, 6), (5, 6), is_open=True),
        block("corner", 5, 6, cover=CoverGrade.MINOR, blocks_sight=False),
        block("beyond", 6, 7),
    )
    assert set(objects_beside(made, "t")) == {"crate", "border", "shut", "corner"}
    assert objects_beside(made, "t", at=Cell(8, 8)) == ()
    assert objects_beside(made, "t", at=Cell(7, 7)) == ("beyond",)


def test_a_large_body_finds_what_lies_beside_any_of_its_cells():
    made = board(
        [token("t", (4, 4), size=3)], [block("a", 7, 6), block("b", 3, 3), block("c", 8, 4)]
    )
    assert set(objects_beside(made, "t")) == {"a", "b"}


def test_the_table_under_a_token_is_beside_it():
    table = Prop(
        "table",
        (Point(0.0, 0.0), Point(9.0, 0.0), Point(9.0, 9.0), Point(0.0, 9.0)),
        cover=CoverGrade.MINOR,
    )
    assert objects_beside(board([token("t", (4, 4))], [table]), "t") == ("table",)


def test_the_object_moves_and_the_cover_with_it():
    made = behind_a_crate()
    moved = block("crate", 5, 5)
    things = MappingProxyType({"crate": moved})
    later = Board.of(
        replace(made.encounter, map=replace(made.encounter.map, obstacles=things)), PlainReading()
    )
    assert not bound_cover(later, "front", "t", "crate").stands_between
    assert bound_cover(later, "back", "t", "crate").stands_between

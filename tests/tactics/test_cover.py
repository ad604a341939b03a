"""The design's own table of cover and sight (section 7), and laws that hold on every board."""

from __future__ import annotations

import itertools
from unittest.mock import patch

import pytest
from plain_rays import plain_cover, plain_looks
from tactics_boards import block, board, token, wall

from battlemap.geometry import fans
from battlemap.geometry.cell import Cell, Point
from battlemap.model.obstacle import CoverGrade, Prop
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.cover import cover_from_point, exposure, volley_between
from battlemap.tactics.threat import threatened

HALF_TREE = wall("tree", (1, 0.5), (1, 1))
CREATURES = Conventions(creatures_cover=CoverGrade.MINOR)


def share(a, b, obstacles=(), others=(), conventions=None):
    made = board(
        [token("a", a, "party"), token("b", b), *others], obstacles, conventions=conventions
    )
    return exposure(made, "a", "b").cover.share


@pytest.mark.parametrize(
    ("a", "b", "obstacles", "expected"),
    [
        pytest.param((0, 0), (5, 0), [wall("w", (6, -2), (6, 3))], 0, id="wall behind"),
        pytest.param(
            (0, 0),
            (5, 0),
            [wall("n", (-1, 0), (8, 0)), wall("s", (-1, 1), (8, 1))],
            0,
            id="corridor",
        ),
        pytest.param((0, 0), (4, 0), [block("p", 2, 0)], 0.5, id="pillar in the line"),
        pytest.param((2, 2), (3, 3), [block("p", 3, 2)], 0, id="bystander beside a diagonal"),
        pytest.param((0, 0), (1, 1), [block("p", 1, 0), block("q", 0, 1)], 1, id="sealed diagonal"),
        pytest.param((0, 0), (5, 0), [HALF_TREE], 0, id="own tree"),
        pytest.param(
            (1, 3),
            (3, 1),
            [wall("w", (0, 2), (4, 2)), wall("v", (2, 2), (2, 5))],
            1,
            id="T junction",
        ),
        pytest.param((0, 0), (1, 0), [wall("w", (0.9, -9), (0.9, 9))], 1, id="wall inside"),
        pytest.param((0, 0), (1, 0), [wall("w", (0.985, -9), (0.985, 9))], 1, id="near border"),
        pytest.param((0, 0), (1, 0), [wall("w", (1, -9), (1, 9))], 1, id="wall on border"),
        pytest.param((0, 0), (1, 1), [wall("w", (1, 0), (1, 1))], 0.25, id="wall at a corner"),
        pytest.param(
            (0, 0),
            (1, 1),
            [wall("w", (1, 0), (1, 1)), wall("v", (0, 1), (1, 1))],
            1,
            id="walls make a corner",
        ),
    ],
)
def test_share_of_the_design_table(a, b, obstacles, expected):
    assert share(a, b, obstacles) == expected


def test_creatures_count_only_where_conventions_say_so():
    crowd = [token("c", (2, 0))]
    assert share((0, 0), (4, 0), others=crowd) == 0
    assert share((0, 0), (4, 0), others=crowd, conventions=CREATURES) == 0.5
    assert share((2, 2), (3, 3), others=[token("c", (3, 2))], conventions=CREATURES) == 0
    fallen = [token("c", (2, 0), conditions=frozenset({"dead"}))]
    assert share((0, 0), (4, 0), others=fallen, conventions=CREATURES) == 0


def test_sealed_diagonal_is_total_only_when_it_blocks_sight():
    pair = [token("a", (0, 0), "party"), token("b", (1, 1))]
    solid = exposure(board(pair, [block("p", 1, 0), block("q", 0, 1)]), "a", "b")
    assert solid.cover.grade is CoverGrade.TOTAL
    assert not solid.sight.clear
    low = [
        block(key, c, r, cover=CoverGrade.MAJOR, blocks_sight=False)
        for key, c, r in (("p", 1, 0), ("q", 0, 1))
    ]
    seen = exposure(board(pair, low), "a", "b")
    assert seen.cover.grade is CoverGrade.MAJOR
    assert seen.sight.clear


@pytest.mark.parametrize(
    ("obstacles", "stands"),
    [
        ([wall("w", (0.9, -9), (0.9, 9))], False),
        ([wall("w", (0.985, -9), (0.985, 9))], False),
        ([wall("w", (1, -9), (1, 9))], False),
        ([wall("w", (1, 0), (1, 0.9))], True),
        ([wall("w", (1, 0), (1, 0.5)), wall("v", (1, 0.5), (1, 1))], False),
    ],
)
def test_threat_through_a_border(obstacles, stands):
    made = board([token("a", (0, 0))], obstacles)
    assert ((1, 0) in threatened(made, "a")["hand"]) is stands


def test_threat_round_a_corner():
    one = board([token("a", (0, 0))], [wall("w", (1, 0), (1, 1))])
    assert (1, 1) in threatened(one, "a")["hand"]
    both = board([token("a", (0, 0))], [wall("w", (1, 0), (1, 1)), wall("v", (0, 1), (1, 1))])
    assert (1, 1) not in threatened(both, "a")["hand"]


def test_low_crate_covers_only_where_the_ray_is_not_above_it():
    crate = Prop(
        "crate",
        (Point(3.0, 0.0), Point(4.0, 0.0), Point(4.0, 1.0), Point(3.0, 1.0)),
        cover=CoverGrade.MINOR,
        height_feet=3,
    )
    near_target = board([token("a", (0, 0), "party"), token("b", (4, 0))], [crate])
    found = exposure(near_target, "a", "b").cover
    assert (found.grade, found.by) == (CoverGrade.MINOR, ("crate",))
    near_attacker = board([token("a", (2, 0), "party"), token("b", (9, 0))], [crate])
    assert exposure(near_attacker, "a", "b").cover.grade is CoverGrade.NONE
    from_above = board(
        [token("a", (0, 0), "party", elevation_feet=20), token("b", (6, 0))], [crate]
    )
    assert exposure(from_above, "a", "b").cover.grade is CoverGrade.NONE


def test_row_of_crates_along_a_corridor_gives_no_cover():
    row = [block(f"c{i}", i, 1) for i in range(8)]
    assert share((0, 0), (6, 0), row) == 0


def test_no_ray_slips_between_two_crates_that_touch():
    stack = [block("p", 1, 0), block("q", 1, 1)]
    made = board([token("a", (0, 0), "party", size=1), token("b", (2, 1))], stack)
    assert exposure(made, "a", "b").cover.grade is CoverGrade.TOTAL


def from_point(x, y, at, obstacles=(), others=(), source=None, **more):
    made = board([token("b", at), *others], obstacles, **more)
    return cover_from_point(made, Point(float(x), float(y)), "b", source)


@pytest.mark.parametrize(
    ("at", "obstacles", "expected"),
    [
        pytest.param((5, 2), [], 0, id="open"),
        pytest.param((5, 2), [wall("w", (4, 0), (4, 5))], 1, id="wall between"),
        pytest.param((5, 2), [wall("w", (4, 2.4), (4, 2.6))], 0.25, id="one corner"),
        pytest.param((5, 2), [block("p", 3, 2)], 0.5, id="a pillar as wide as the target"),
        pytest.param((5, 2), [wall("w", (2, 0), (2, 5))], 0, id="wall through the point"),
        pytest.param((2, 2), [wall("w", (4, 0), (4, 5))], 0, id="at its own corner"),
    ],
)
def test_share_from_a_point(at, obstacles, expected):
    found = from_point(2, 2, at, obstacles)
    assert found.share == expected
    assert found.corner == Point(2, 2)
    assert {ray.start for ray in found.rays} == {Point(2, 2)}
    assert sum(1 for ray in found.rays if ray.stopped_by) == expected * len(found.rays)


def test_a_low_wall_covers_from_the_ground_but_not_from_the_eyes():
    low = [wall("w", (4, 0), (4, 5), height_feet=4)]
    others = [token("a", (1, 2), "party")]
    assert from_point(2, 2.5, (6, 2), low, others).grade is not CoverGrade.NONE
    near = [wall("w", (2.1, 0), (2.1, 5), height_feet=4)]
    assert from_point(2, 2.5, (6, 2), near, others, source="a").grade is CoverGrade.NONE
    assert from_point(2, 2.5, (6, 2), near, others).grade is not CoverGrade.NONE


def test_the_body_of_the_source_and_the_target_give_no_cover():
    crowd = [token("a", (2, 0), "party")]
    assert from_point(1, 0.5, (4, 0), (), crowd, conventions=CREATURES).share == 1
    assert from_point(1, 0.5, (4, 0), (), crowd, "a", conventions=CREATURES).share == 0
    assert from_point(4.5, 0.5, (4, 0), (), crowd, conventions=CREATURES).share == 0


@pytest.mark.parametrize("corner", range(4))
def test_from_a_usable_corner_it_is_what_that_corner_gives(corner):
    """A point a hair inside the attacker's corner is judged as that corner is."""
    blocks = [block("p", 3, 1), block("q", 3, 3)]
    made = board([token("a", (1, 2), "party"), token("b", (6, 2))], blocks)
    x, y = made.grid.corners(Cell(1, 2))[corner]
    found = cover_from_point(made, Point(x, y), "b")
    slow = sum(
        any(
            _crosses((x, y), end, (float(c), float(r), float(c + 1), float(r + 1)))
            for c, r in ((3, 1), (3, 3))
        )
        for end in made.grid.corners(Cell(6, 2))
    )
    assert found.share == slow / 4


def _crosses(a, b, box):
    import shapely

    return shapely.relate_pattern(shapely.LineString([a, b]), shapely.box(*box), "T********")


def test_leaning_out_looks_past_the_end_of_a_wall_and_never_through_one():
    leaning = Conventions(lean_out=True)
    own_wall = [wall("w", (1, 0), (1, 1))]
    assert share((0, 0), (5, 0), own_wall) == 1
    assert share((0, 0), (5, 0), own_wall, conventions=leaning) == 0
    longer = [wall("w", (1, -9), (1, 9))]
    assert share((0, 3), (5, 3), longer, conventions=leaning) == 1
    in_pieces = [wall(f"w{i}", (1, i), (1, i + 1)) for i in range(9)]
    assert share((0, 3), (5, 3), in_pieces, conventions=leaning) == 1


def test_nobody_leans_over_a_wall_in_the_way_around_the_corner():
    leaning = Conventions(lean_out=True)
    borders = {"e": (1, 0, 1, 1), "s": (0, 1, 1, 1), "n": (0, 0, 1, 0), "w": (0, 0, 0, 1)}
    cell = [wall(key, (x + 3, y + 3), (u + 3, v + 3)) for key, (x, y, u, v) in borders.items()]
    assert share((3, 3), (8, 3), cell, conventions=leaning) == 1
    assert share((3, 3), (8, 3), cell[:3], conventions=leaning) < 1
    low = [wall("w", (1, 0), (1, 1)), wall("v", (0, 1), (1, 1), height_feet=3)]
    assert share((0, 0), (5, 0), low, conventions=leaning) == 0


def test_a_ray_through_one_crate_stops_at_the_corner_that_another_shares_with_it():
    """Found by the long profile: the grade of the corner's other crate was forgotten."""
    light = block("light", 2, 1, cover=CoverGrade.MINOR, blocks_sight=False)
    heavy = block("heavy", 3, 2, cover=CoverGrade.MAJOR, blocks_sight=False)
    any_ray = Conventions(own_grade_at_any_ray=True)
    made = board(
        [token("a", (0, 0), "party", size=1), token("b", (5, 3))],
        [light, heavy],
        conventions=any_ray,
    )
    looks = plain_looks(made, "a", "b")
    found = exposure(made, "a", "b").cover
    assert found.grade is plain_cover(looks)[0]
    through = [ray for ray in found.rays if ray.stopped_by]
    assert {frozenset(ray.stopped_by) for ray in through} <= {
        frozenset(thing.id for thing in ray) for look in looks for ray in look.rays
    }


def test_a_low_crate_does_not_open_the_corner_that_two_tall_ones_close():
    tall = [block("p", 1, 0), block("q", 0, 1)]
    low = block("low", 1, 1, cover=CoverGrade.MINOR, blocks_sight=False, height_feet=1)
    pair = [token("a", (0, 0), "party"), token("b", (1, 1))]
    assert exposure(board(pair, [*tall, low]), "a", "b").cover.grade is CoverGrade.TOTAL
    # Nor do the bodies of the two themselves, where creatures count.
    crowded = board(pair, tall, conventions=CREATURES)
    assert exposure(crowded, "a", "b").cover.grade is CoverGrade.TOTAL


@pytest.mark.parametrize("few", [0, 1024])
def test_a_corner_that_both_share_is_stopped_by_nothing_farther_off(few):
    """Found against an earlier version: a ray without length lies on every line."""
    crowd = [token("c", (1, 0)), token("d", (2, -1))]  # they close the corner at (2, 0)
    pair = [token("a", (0, 0), "party"), token("b", (0, 1), size=2)]
    made = board([*pair, *crowd], conventions=CREATURES)
    with patch.object(fans, "FEW", few):
        volley = volley_between(made, "a", ["b"])
    ends = [volley.locate(ray)[1:] for ray in range(volley.first[-1])]
    stopped = {start.exact == end.exact for start, end in itertools.compress(ends, volley.blocked)}
    assert stopped == {False}

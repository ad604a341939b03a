"""Outlines and lines: made, measured, and what lies in them or near them."""

from math import dist, isclose, pi, sqrt

import pytest

from battlemap.geometry.cell import Point
from battlemap.geometry.outline import (
    circle_outline,
    crosses_box,
    gap,
    holds,
    length,
    nearest_on,
    rectangle_outline,
)

BOX = rectangle_outline(Point(4, 3), Point(1, 1))


def test_a_rectangle_has_the_same_corners_from_whichever_corner_it_is_drawn():
    assert (Point(1, 1), Point(4, 1), Point(4, 3), Point(1, 3)) == BOX
    assert rectangle_outline(Point(1, 3), Point(4, 1)) == BOX


def test_a_circle_is_round():
    outline = circle_outline(Point(5, 5), 2)
    assert all(isclose(dist(point, (5, 5)), 2) for point in outline)
    around = length((*outline, outline[0]))
    assert 0.98 * 4 * pi < around < 4 * pi
    assert holds(outline, (6.3, 6.3))
    assert not holds(outline, (6.6, 6.6))


@pytest.mark.parametrize(
    ("point", "inside"), [((2, 2), True), ((0.9, 2), False), ((3.9, 2.9), True), ((2, 3.1), False)]
)
def test_what_an_outline_holds(point, inside):
    assert holds(BOX, point) is inside


def test_the_nearest_place_on_a_segment():
    assert nearest_on((2, 5), (0, 0), (4, 0)) == (2, 0)
    assert nearest_on((-3, 1), (0, 0), (4, 0)) == (0, 0)
    assert nearest_on((9, 9), (1, 1), (1, 1)) == (1, 1)


@pytest.mark.parametrize(
    ("segments", "far"),
    [
        (((0, 0), (4, 4), (0, 4), (4, 0)), 0),
        (((0, 0), (4, 0), (1, 2), (3, 2)), 2),
        (((0, 0), (4, 0), (5, 1), (9, 1)), sqrt(2)),
        (((0, 0), (4, 0), (2, 0), (2, 5)), 0),
    ],
)
def test_the_gap_between_two_segments(segments, far):
    a, b, c, d = segments
    assert gap(a, b, c, d) == pytest.approx(far)
    assert gap(c, d, b, a) == pytest.approx(far)


@pytest.mark.parametrize(
    ("start", "end", "meets"),
    [
        ((0, 2), (9, 2), True),  # through it
        ((2, 2), (3, 2), True),  # inside
        ((0, 0), (0, 9), False),
        ((0, 3.5), (3.5, 0), True),  # over a corner
        ((0, 1.5), (1.5, 0), False),  # past that corner
        ((1, 0), (1, 9), True),  # along its side
    ],
)
def test_which_segments_a_box_catches(start, end, meets):
    assert crosses_box(start, end, Point(1, 1), Point(4, 3)) is meets
    assert crosses_box(end, start, Point(4, 3), Point(1, 1)) is meets

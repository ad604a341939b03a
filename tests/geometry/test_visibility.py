"""The visibility polygon against plain rays, and the law that walls only take away."""

from __future__ import annotations

from math import cos, hypot, pi, sin

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry.shapes import polygon
from battlemap.geometry.visibility import visibility_polygon

spots = st.tuples(st.integers(-8, 8), st.integers(-8, 8)).map(lambda p: (p[0] + 0.25, p[1] + 0.4))


def is_wall(drawn):
    """A wall that has a length and doesn't run through the eye, where it would stop nothing."""
    line = shapely.LineString(drawn)
    return line.length > 0 and line.distance(shapely.Point(0, 0)) > 1e-6


pairs = st.tuples(spots, spots).filter(is_wall)
walls = st.lists(pairs, max_size=8)


def seen(drawn, radius=6.0):
    ends = np.array([(*a, *b) for a, b in drawn], dtype=float).reshape(-1, 4)
    return polygon(visibility_polygon((0.0, 0.0), ends, radius))


def test_an_empty_field_is_a_disc():
    assert seen([]).area == pytest.approx(pi * 36, rel=1e-3)
    with pytest.raises(ValueError, match="more than 0"):
        visibility_polygon((0, 0), np.zeros((0, 4)), 0)


def test_a_wall_casts_a_shadow():
    shape = seen([((2, -1), (2, 1))])
    assert shape.holds((1.9, 0))
    assert not shape.holds((3, 0))
    assert shape.holds((3, 2))


def test_a_t_junction_leaks_no_sight():
    shape = polygon(
        visibility_polygon((1.5, 3.5), np.array([(0, 2, 4, 2), (2, 2, 2, 5)], dtype=float), 24)
    )
    assert not shape.holds((3.5, 1.5))
    assert not shape.holds((3.5, 3.5))
    assert shape.holds((0.5, 3))


def test_crossing_walls_hide_what_lies_behind_both():
    shape = seen([((2, -2), (4, 2)), ((2, 2), (4, -2))])
    assert shape.holds((2.9, 0))
    assert not shape.holds((3.1, 0))
    assert not shape.holds((3.0, 0.5))
    assert shape.holds((1.9, 1.5))


@given(walls)
def test_points_seen_are_those_with_a_free_line(drawn):
    shape = seen(drawn)
    lines = [shapely.LineString(w) for w in drawn]
    for i in range(40):
        angle, far = i * 2.399963, 0.3 + 5.5 * (i + 1) / 41
        point = (cos(angle) * far, sin(angle) * far)
        ray = shapely.LineString([(0, 0), point])
        near = min((line.distance(ray) for line in lines), default=1.0)
        free = all(not line.intersects(ray) for line in lines)
        # Lines that graze an end, or points on a wall, may fall to either side.
        if near > 1e-3:
            assert shape.holds(point) or hypot(*point) > 5.9
        elif not free and all(
            line.distance(shapely.Point(point)) > 1e-2 and _clearly(line, ray) for line in lines
        ):
            assert not shape.holds(point)


@pytest.mark.parametrize("seed", range(6))
def test_among_many_walls_points_seen_are_those_with_a_free_line(seed):
    """Most of them are hidden behind the nearest, and aren't looked at again."""
    random = np.random.default_rng(seed)
    starts = random.uniform(-12, 12, (300, 2)).round(random.integers(0, 3))
    ends = starts + random.uniform(-3, 3, (300, 2)).round(random.integers(0, 3))
    drawn = [pair for pair in zip(starts.tolist(), ends.tolist(), strict=True) if is_wall(pair)]
    shape = seen(drawn, radius=10.0)
    lines = np.array([shapely.LineString(pair) for pair in drawn])
    ends = shapely.points(np.array(drawn).reshape(-1, 2))
    counts = [0, 0]
    for point in random.normal(0, 1, (400, 2)):
        ray, place = shapely.LineString([(0, 0), point]), shapely.Point(point)
        # Lines that graze an end, or points on a wall, may fall to either side.
        clear_of_ends = shapely.distance(ends, ray).min() > 1e-3
        if clear_of_ends and shapely.distance(lines, place).min() > 1e-3:
            free = not shapely.intersects(lines, ray).any()
            assert shape.holds(point) == free
            counts[free] += 1
    assert min(counts) > 20


def _clearly(line, ray):
    ends = [shapely.Point(c) for c in line.coords]
    return not line.intersects(ray) or all(e.distance(ray) > 1e-2 for e in ends)


@given(walls, pairs)
def test_a_wall_more_never_shows_more(drawn, extra):
    before, after = seen(drawn), seen([*drawn, extra])
    assert after.without(before).area < 0.02

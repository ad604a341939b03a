"""Outlines and lines in map units: made, measured, and asked what lies in them or near them."""

from __future__ import annotations

from itertools import pairwise
from math import cos, dist, pi, sin
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Point

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUND_CORNERS = 16
"""Corners of the outline that stands for a circle."""


def rectangle_outline(one: Point, other: Point) -> tuple[Point, ...]:
    """Return the corners of the upright rectangle between two opposite ones."""
    left, right = sorted((one.x, other.x))
    top, bottom = sorted((one.y, other.y))
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def circle_outline(center: Point, radius: float) -> tuple[Point, ...]:
    """Return the corners that stand for a circle; *radius* in cells."""
    angles = [2 * pi * index / ROUND_CORNERS for index in range(ROUND_CORNERS)]
    return tuple(
        Point(center.x + radius * sin(angle), center.y - radius * cos(angle)) for angle in angles
    )


def length(points: Sequence[tuple[float, float]]) -> float:
    """Return the length of a line through *points*, in cells."""
    return sum(dist(a, b) for a, b in pairwise(points))


def nearest_on(
    point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]
) -> Point:
    """Return the place on the segment from *start* to *end* that is nearest to *point*."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    if square == 0:
        return Point(*start)
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square
    share = min(1.0, max(0.0, share))
    return Point(start[0] + share * dx, start[1] + share * dy)


def gap(
    a: tuple[float, float],
    b: tuple[float, float],
    c: tuple[float, float],
    d: tuple[float, float],
) -> float:
    """Return the distance of the segments from *a* to *b* and from *c* to *d*; 0 if they cross."""
    if _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0:
        return 0.0
    return min(
        dist(nearest_on(a, c, d), a),
        dist(nearest_on(b, c, d), b),
        dist(nearest_on(c, a, b), c),
        dist(nearest_on(d, a, b), d),
    )


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def holds(outline: Sequence[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Tell whether *point* lies inside a closed outline."""
    x, y = point
    inside = False
    for index, (bx, by) in enumerate(outline):
        ax, ay = outline[index - 1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def crosses_box(
    start: tuple[float, float], end: tuple[float, float], one: Point, other: Point
) -> bool:
    """Tell whether a segment has a point in the upright box between two opposite corners.

    Source: Liang and Barsky, "A New Concept and Method for Line Clipping".
    """
    first, last = 0.0, 1.0
    for axis in (0, 1):
        low, high = sorted((one[axis], other[axis]))
        step = end[axis] - start[axis]
        if step == 0:
            if not low <= start[axis] <= high:
                return False
            continue
        shares = sorted(((low - start[axis]) / step, (high - start[axis]) / step))
        first, last = max(first, shares[0]), min(last, shares[1])
    return first <= last

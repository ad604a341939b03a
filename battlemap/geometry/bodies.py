"""Rays against things that have an interior: props and creatures. Exact, in the integer frame."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import atan2, pi
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.rays import on_segment, side

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell, LatticePoint
    from battlemap.geometry.grid import Grid

Span = tuple[Fraction, Fraction]
"""A part of a ray, from share to share of its length."""

_ANGLE = 1e-9


@dataclass(frozen=True)
class Outline:
    """A simple polygon, clockwise on screen (y down), without its last point repeated."""

    points: tuple[LatticePoint, ...]

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom."""
        xs, ys = [p[0] for p in self.points], [p[1] for p in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def edges(self) -> tuple[tuple[LatticePoint, LatticePoint], ...]:
        """The edges in order, each from one point to the next."""
        return tuple(zip(self.points, (*self.points[1:], self.points[0]), strict=True))

    @cached_property
    def is_convex(self) -> bool:
        """Whether no corner turns inward."""
        count = len(self.points)
        turns = (
            side(self.points[i], self.points[(i + 1) % count], self.points[(i + 2) % count])
            for i in range(count)
        )
        return all(turn >= 0 for turn in turns)

    def padded_edges(self, count: int) -> NDArray[np.float64]:
        """Return x, y, dx and dy of *count* edges; those too many repeat the first one.

        The same edge twice changes no verdict.
        """
        edges = (*self.edges, *self.edges[:1] * (count - len(self.edges)))
        return np.array([(a[0], a[1], b[0] - a[0], b[1] - a[1]) for a, b in edges], dtype=float).T

    def corners_on_line(self, p: LatticePoint, q: LatticePoint) -> list[LatticePoint]:
        """Return the corners that lie on the line through *p* and *q*."""
        dx, dy = q[0] - p[0], q[1] - p[1]
        x, y = p
        return [point for point in self.points if dx * (point[1] - y) == dy * (point[0] - x)]


def outline(points: Sequence[LatticePoint]) -> Outline:
    """Return the outline through *points*, whichever way round they were drawn.

    Raises
    ------
    ValueError
        If fewer than three different points remain, or they lie on one line.
    """
    kept: list[LatticePoint] = []
    for point in points:
        if not kept or kept[-1] != point:
            kept.append(point)
    if len(kept) > 1 and kept[0] == kept[-1]:
        kept.pop()
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(kept, (*kept[1:], *kept[:1]), strict=True))
    if len(kept) < 3 or area == 0:
        raise ValueError("an outline needs three points that do not lie on one line")
    return Outline(tuple(kept) if area > 0 else tuple(reversed(kept)))


def cells_outlines(grid: Grid, cells: Iterable[Cell]) -> tuple[Outline, ...]:
    """Return the outline of a space: its outer borders joined up, one for each connected part."""
    from battlemap.geometry.footprint import outline_edges

    onward: dict[LatticePoint, list[LatticePoint]] = {}
    for cell, index in outline_edges(grid, cells):
        corners = grid.lattice_corners(cell)
        onward.setdefault(corners[index], []).append(corners[(index + 1) % len(corners)])
    found = []
    while onward:
        start = min(onward)
        ring, point = [start], onward[start].pop()
        while point != start:
            ring.append(point)
            following = onward[point]
            point = following.pop()
            if not following:
                del onward[ring[-1]]
        if not onward[start]:
            del onward[start]
        found.append(outline(_without_straights(ring)))
    return tuple(found)


def _without_straights(ring: list[LatticePoint]) -> list[LatticePoint]:
    count = len(ring)
    return [ring[i] for i in range(count) if side(ring[i - 1], ring[i], ring[(i + 1) % count]) != 0]


def inside_spans(body: Outline, p: LatticePoint, q: LatticePoint) -> list[Span]:
    """Return the parts of the segment from *p* to *q* that lie in the interior of *body*.

    Touching an edge or a corner is no part of the interior.
    """
    if (
        max(p[0], q[0]) <= body.box[0]
        or min(p[0], q[0]) >= body.box[2]
        or max(p[1], q[1]) <= body.box[1]
        or min(p[1], q[1]) >= body.box[3]
    ):
        return []
    return _convex_spans(body, p, q) if body.is_convex else _general_spans(body, p, q)


def _height(a: LatticePoint, b: LatticePoint, p: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _convex_spans(body: Outline, p: LatticePoint, q: LatticePoint) -> list[Span]:
    low, high = Fraction(0), Fraction(1)
    for a, b in body.edges:
        at_start, at_end = _height(a, b, p), _height(a, b, q)
        if at_start <= 0 and at_end <= 0:
            return []
        if at_start != at_end:
            share = Fraction(at_start, at_start - at_end)
            if at_start < at_end:
                low = max(low, share)
            else:
                high = min(high, share)
    return [(low, high)] if low < high else []


def _general_spans(body: Outline, p: LatticePoint, q: LatticePoint) -> list[Span]:
    shares = {Fraction(0), Fraction(1)}
    for a, b in body.edges:
        at_start, at_end = _height(a, b, p), _height(a, b, q)
        if at_start != at_end:
            shares.add(Fraction(at_start, at_start - at_end))
        else:
            for end in (a, b):
                shares.add(_share_of(p, q, end))
    ordered = sorted(share for share in shares if 0 <= share <= 1)
    spans: list[Span] = []
    for low, high in itertools.pairwise(ordered):
        # In whole numbers: fractions for each edge of each part would take a hundred times as long.
        middle = (low + high) / 2
        n, d = middle.numerator, middle.denominator
        place = p[0] * (d - n) + q[0] * n, p[1] * (d - n) + q[1] * n
        if _is_inside(body, place, d):
            if spans and spans[-1][1] == low:
                spans[-1] = (spans[-1][0], high)
            else:
                spans.append((low, high))
    return spans


def _share_of(p: LatticePoint, q: LatticePoint, point: LatticePoint) -> Fraction:
    """Return how far along p to q the foot of *point* lies, as a share of the length."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = dx * dx + dy * dy
    if length == 0:
        return Fraction(0)
    return Fraction((point[0] - p[0]) * dx + (point[1] - p[1]) * dy, length)


def _is_inside(body: Outline, place: tuple[int, int], scale: int) -> bool:
    """Tell whether a point lies strictly inside (even-odd rule; the border is outside).

    *place* is multiplied by *scale*.
    """
    x, y = place
    inside = False
    for a, b in body.edges:
        (ax, ay), (bx, by) = a, b
        ax, ay, bx, by = ax * scale, ay * scale, bx * scale, by * scale
        cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if cross == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return False
        # The edges to the right of the point are counted.
        if (ay > y) != (by > y) and (cross > 0) == (by > ay):
            inside = not inside
    return inside


def edge_runs(body: Outline, p: LatticePoint, q: LatticePoint) -> list[tuple[int, int, int]]:
    """Return the parts of p to q that run along an edge, each with the side of the interior.

    Returns
    -------
    (from, to, side): where a part begins and ends, counted so that *q* lies at the square of the
    length of p to q; the side is +1 where the interior lies right of the ray on screen, -1 left.
    """
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = dx * dx + dy * dy
    found = []
    for a, b in body.edges:
        if length and _height(p, q, a) == 0 and _height(p, q, b) == 0:
            at_a, at_b = ((x - p[0]) * dx + (y - p[1]) * dy for x, y in (a, b))
            low, high = max(min(at_a, at_b), 0), min(max(at_a, at_b), length)
            if low < high:
                found.append((low, high, 1 if at_b > at_a else -1))
    return found


def pinch(bodies: Sequence[Outline], point: LatticePoint) -> tuple[int, ...]:
    """Return which bodies meet in *point*, corner to corner, and close the way between them.

    The point is closed when the bodies that touch it, at least one of them with a corner, leave
    more than one gap of free space around it; bodies that share an edge leave one, and are no
    pinch.

    Returns
    -------
    Indexes of *bodies*; none: the point isn't closed.
    """
    around = [(index, one) for index, body in enumerate(bodies) for one in _sectors(body, point)]
    indexes = tuple(sorted({index for index, _ in around}))
    if len(indexes) < 2 or not any(point in bodies[index].points for index in indexes):
        return ()
    return indexes if _gaps([sector for _, sector in around]) > 1 else ()


def _sectors(body: Outline, point: LatticePoint) -> list[tuple[float, float]]:
    """Return the directions in which the interior lies around *point*: (from, width), radians."""
    found = []
    count = len(body.points)
    for i, (a, b) in enumerate(body.edges):
        if a == point:
            before = body.points[i - 1] if i else body.points[count - 1]
            start = atan2(b[1] - a[1], b[0] - a[0])
            end = atan2(before[1] - a[1], before[0] - a[0])
            found.append((start % (2 * pi), (end - start) % (2 * pi)))
        elif b != point and on_segment(a, b, point):
            start = atan2(b[1] - a[1], b[0] - a[0])
            found.append((start % (2 * pi), pi))
    return found


def _gaps(sectors: list[tuple[float, float]]) -> int:
    """Return how many separate gaps the sectors leave around the circle."""
    ordered = sorted(sectors)
    first = ordered[0][0]
    reached = first
    count = 0
    for start, width in ordered:
        if start > reached + _ANGLE:
            count += 1
        reached = max(reached, start + width)
    return count + (1 if reached < first + 2 * pi - _ANGLE else 0)

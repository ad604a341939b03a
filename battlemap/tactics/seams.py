"""Rays that would slip between bodies that touch: along a seam, or through a common corner."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.bodies import edge_runs
from battlemap.geometry.cell import LatticePoint
from battlemap.geometry.rays import on_segment
from battlemap.tactics.heights import clears

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from battlemap.tactics.screens import Body, Screen, Screens


def rays_with_seams(
    screens: Screens,
    rays: NDArray[np.int64],
    ray: NDArray[np.int64],
    body: NDArray[np.int64],
    apart: Callable[[int], tuple[str, ...]],
) -> list[int]:
    """Return the rays to be asked for ``stops_beside``, in order; the others meet no seam.

    Parameters
    ----------
    rays
        Array of shape (n, 4): x0, y0, x1, y1 in the integer frame.
    ray, body
        The pairs in which the ray runs along the body or past its corner.
    apart
        Returns the ids of the creatures whose bodies don't count for a ray.
    """
    px, py, qx, qy = rays[ray].T.astype(float)
    x, y, ex, ey = (part.take(body, axis=1) for part in screens.body_index.edges)
    dx, dy = qx - px, qy - py
    x, y = x - px, y - py
    along, length = x * dx + y * dy, dx * dx + dy * dy
    is_on_line = x * dy == y * dx
    # Where an edge lies on the line the body is to the right or to the left, by its direction.
    onward = ex * dx + ey * dy
    is_run = is_on_line & (ex * dy == ey * dx) & (length > 0)
    is_run &= (np.maximum(along, along + onward) > 0) & (np.minimum(along, along + onward) < length)
    to_right, to_left = ((is_run & side).any(axis=0) for side in (onward > 0, onward < 0))
    found = set(ray[to_right].tolist()) & set(ray[to_left].tolist())
    edge, pair = np.nonzero(is_on_line & (along >= 0) & (along <= length))
    places = screens.body_index.edges[:2, edge, body[pair]].T.astype(np.int64).tolist()
    corners = {
        (number, LatticePoint(*place))
        for number, place in zip(ray[pair].tolist(), places, strict=True)
    }
    screens.look_at(place for _, place in corners)
    bodies = screens.bodies
    for number, place in corners:
        if number not in found and (touching := screens.touching(place)):
            away = apart(number)
            if sum(bodies[i].creature not in away for i in touching) > 1:
                found.add(number)
    return sorted(found)


def stops_beside(
    screens: Screens,
    bodies: Sequence[Body],
    start: LatticePoint,
    end: LatticePoint,
    heights: tuple[float, float],
    apart: tuple[str, ...],
) -> Iterator[tuple[Screen, Fraction]]:
    """Yield what stops a ray that runs along *bodies* or past their corners, and how far along."""
    runs: dict[int, list[tuple[int, int, Body]]] = {1: [], -1: []}
    shared: dict[LatticePoint, None] = {}
    for body in bodies:
        met = body.outline.corners_on_line(start, end)
        if len(met) > 1:
            for first, last, where in edge_runs(body.outline, start, end):
                runs[where].append((first, last, body))
        shared.update(dict.fromkeys(point for point in met if on_segment(start, end, point)))
    length = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
    for one, other in itertools.product(runs[1], runs[-1]):
        first, last = max(one[0], other[0]), min(one[1], other[1])
        if first < last:
            span = Fraction(first, length), Fraction(last, length)
            pair = (other[2], one[2])
            if not any(clears(span, body.screen, heights) for body in pair):
                for body in pair:
                    yield body.screen, span[0]
    low, high = map(Fraction, heights)
    screens.look_at(shared)
    for point in shared:
        if screens.touching(point):
            share = _share(start, end, point)
            counting = screens.counting(point, apart, low + (high - low) * share)
            for screen in screens.closing(point, counting):
                yield screen, share


def _share(p: LatticePoint, q: LatticePoint, point: LatticePoint) -> Fraction:
    for axis in (0, 1):
        if p[axis] != q[axis]:
            return Fraction(point[axis] - p[axis], q[axis] - p[axis])
    return Fraction(0)

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
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from battlemap.tactics.screens import Body, Screen, Screens

    _Run = tuple[float, float, int]
    """From where to where a ray runs along a body, and which."""


def met_beside(
    screens: Screens,
    rays: NDArray[np.int64],
    ray: NDArray[np.int64],
    body: NDArray[np.int64],
    apart_and_heights: Callable[[int], tuple[tuple[str, ...], tuple[float, float]]],
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the pairs (ray, body) in which a seam or a common corner stops the ray.

    What depends on how high a ray runs over some place is left open: with them come the rays that
    are to be asked for ``stops_beside``.

    Parameters
    ----------
    rays
        Array of shape (n, 4): x0, y0, x1, y1 in the integer frame.
    ray, body
        The pairs in which the ray runs along the body or past its corner.
    apart_and_heights
        Returns the ids of the creatures whose bodies don't count for a ray, and its heights.
    """
    edges = screens.body_index.edges
    px, py, qx, qy = np.ascontiguousarray(rays[ray].T, dtype=float)
    dx, dy = qx - px, qy - py
    x, y = (part.take(body, axis=1) for part in edges[:2])
    x -= px
    y -= py
    is_on_line = x * dy == y * dx
    point = (dx == 0) & (dy == 0)
    is_on_line[:, point] &= (x[:, point] == 0) & (y[:, point] == 0)
    # From here on the corners on the line of the ray, each with the edge that begins there.
    edge, pair = is_on_line.nonzero()
    x, y, dx, dy = x[edge, pair], y[edge, pair], dx[pair], dy[pair]
    ray, body = ray[pair], body[pair]
    left, top, ex, ey = edges[:, edge, body]
    along, length = x * dx + y * dy, dx * dx + dy * dy
    # The body lies to the right of its edges: of the ray, where an edge leads the same way.
    onward = ex * dx + ey * dy
    low = np.maximum(np.minimum(along, along + onward), 0)
    high = np.minimum(np.maximum(along, along + onward), length)
    is_run = (ex * dy == ey * dx) & (low < high)
    runs: dict[int, tuple[list[_Run], list[_Run]]] = {}
    for number, first, last, index, is_right in zip(
        ray[is_run].tolist(),
        low[is_run].tolist(),
        high[is_run].tolist(),
        body[is_run].tolist(),
        (onward[is_run] > 0).tolist(),
        strict=True,
    ):
        runs.setdefault(number, ([], []))[is_right].append((first, last, index))
    within = ((along >= 0) & (along <= length)).nonzero()[0]
    places = np.stack([left[within], top[within]], axis=1)
    several = screens.where_several_touch(places)
    corners = dict.fromkeys(
        (number, LatticePoint(*place))
        for number, place in zip(
            ray[within[several]].tolist(), places[several].astype(int).tolist(), strict=True
        )
    )
    screens.look_at(place for _, place in corners)
    found: list[tuple[int, int]] = []
    doubtful: dict[int, None] = {}
    bodies = screens.bodies
    for number, (left, right) in runs.items():
        for one, other in itertools.product(left, right):
            if max(one[0], other[0]) < min(one[1], other[1]):
                pair_beside = one[2], other[2]
                _, heights = apart_and_heights(number)
                if not _are_sure(screens, pair_beside, heights):
                    doubtful[number] = None
                elif not any(bodies[i].screen.is_below(heights[0]) for i in pair_beside):
                    found += [(number, i) for i in pair_beside]
    for number, place in corners:
        touching = screens.touching(place)
        if touching:
            apart, heights = apart_and_heights(number)
            counting = screens.counting(place, apart, min(heights))
            if not counting:
                continue  # what doesn't count at the lowest counts nowhere
            if not _are_sure(screens, counting, heights):
                doubtful[number] = None
            elif screens.closing(place, counting):
                found += [(number, i) for i in counting]
    return found, list(doubtful)


def _are_sure(screens: Screens, bodies: Iterable[int], heights: tuple[float, float]) -> bool:
    """Tell whether a ray is above the tops of the same bodies all along."""
    low, high = sorted(heights)
    tops = (screens.bodies[index].screen.top_feet for index in bodies)
    return not any(top is not None and low <= top < high for top in tops)


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

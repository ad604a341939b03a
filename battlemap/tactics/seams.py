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
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from battlemap.tactics.screens import Body, Screen, Screens

    _Run = tuple[float, float, int]
    """From where to where a ray runs along a body, and which."""

    _ApartAndHeights = Callable[[int], tuple[tuple[str, ...], tuple[float, float]]]
    """Returns the ids of the creatures whose bodies don't count for a ray, and its heights."""


def met_beside(
    screens: Screens,
    rays: NDArray[np.int64],
    ray: NDArray[np.int64],
    body: NDArray[np.int64],
    apart_and_heights: _ApartAndHeights,
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
    runs = _runs(ray[is_run], low[is_run], high[is_run], body[is_run], onward[is_run] > 0)
    within = ((along >= 0) & (along <= length)).nonzero()[0]
    places = np.stack([left[within], top[within]], axis=1)
    several = screens.where_several_touch(places)
    corners = dict.fromkeys(
        (number, LatticePoint(*place))
        for number, place in zip(
            ray[within[several]].tolist(), places[several].astype(int).tolist(), strict=True
        )
    )
    found: list[tuple[int, int]] = []
    doubtful: dict[int, None] = {}
    for number, bodies in itertools.chain(
        _met_along(screens, runs, apart_and_heights),
        _met_in_corners(screens, corners, apart_and_heights),
    ):
        if bodies is None:
            doubtful[number] = None
        else:
            found += [(number, index) for index in bodies]
    return found, list(doubtful)


def _runs(
    ray: NDArray[np.int64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    body: NDArray[np.int64],
    is_right: NDArray[np.bool_],
) -> dict[int, tuple[list[_Run], list[_Run]]]:
    """Return by ray what it runs along: the bodies to its left, and those to its right."""
    found: dict[int, tuple[list[_Run], list[_Run]]] = {}
    columns = (column.tolist() for column in (ray, low, high, body, is_right))
    for number, first, last, index, right in zip(*columns, strict=True):
        found.setdefault(number, ([], []))[right].append((first, last, index))
    return found


def _met_along(
    screens: Screens,
    runs: Mapping[int, tuple[list[_Run], list[_Run]]],
    apart_and_heights: _ApartAndHeights,
) -> Iterator[tuple[int, tuple[int, ...] | None]]:
    """Yield rays with the bodies between which they would slip; None: it depends on heights."""
    for number, (left, right) in runs.items():
        for one, other in itertools.product(left, right):
            if max(one[0], other[0]) < min(one[1], other[1]):
                beside = one[2], other[2]
                _, heights = apart_and_heights(number)
                if not _are_sure(screens, beside, heights):
                    yield number, None
                elif not any(screens.bodies[i].screen.is_below(heights[0]) for i in beside):
                    yield number, beside


def _met_in_corners(
    screens: Screens,
    corners: Iterable[tuple[int, LatticePoint]],
    apart_and_heights: _ApartAndHeights,
) -> Iterator[tuple[int, tuple[int, ...] | None]]:
    """Yield rays with the bodies that close a corner they pass; None: it depends on heights."""
    asked = tuple(corners)
    screens.look_at(place for _, place in asked)
    for number, place in asked:
        if not screens.touching(place):
            continue
        apart, heights = apart_and_heights(number)
        counting = screens.counting(place, apart, min(heights))
        if not counting:
            continue  # what doesn't count at the lowest counts nowhere
        if not _are_sure(screens, counting, heights):
            yield number, None
        elif screens.closing(place, counting):
            yield number, counting


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

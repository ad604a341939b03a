"""A region with holes or in several parts as one closed ring, and its border without the seams."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import shapely

from battlemap.geometry.cell import Point

if TYPE_CHECKING:
    from collections.abc import Sequence

SMOOTH = 0.002
"""How far, in cells, the joined ring may stray from the given ones."""


def joined(rings: Sequence[Sequence[Point]]) -> tuple[Point, ...]:
    """Return rings as one ring that goes from each to the next and back along the same seam.

    Filled by the even-odd rule it covers what the rings do. Round borders get fewer points.

    Examples
    --------
    >>> outer = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]
    >>> hole = [Point(1, 1), Point(2, 1), Point(2, 2)]
    >>> len(joined([outer])), len(joined([outer, hole]))
    (4, 9)
    """
    whole: list[Point] = []
    for ring in rings:
        part = smoothed(ring)
        if not whole:
            whole = part
            continue
        away = np.array(whole)[:, None, :] - np.array(part)[None, :, :]
        at, first = divmod(int((away**2).sum(axis=2).argmin()), len(part))
        tour = [*part[first:], *part[: first + 1]]
        whole = [*whole[: at + 1], *tour, *whole[at:]]
    return tuple(whole)


def smoothed(ring: Sequence[Point]) -> list[Point]:
    """Return a ring with only the points that keep it within ``SMOOTH`` of itself."""
    line = shapely.simplify(shapely.LinearRing(ring), SMOOTH)
    return [Point(x, y) for x, y in line.coords[:-1]]


def borders(ring: Sequence[Point]) -> list[list[Point]]:
    """Return the border of a joined ring as lines; seams, gone along both ways, are left out.

    Examples
    --------
    >>> square = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]
    >>> [len(line) for line in borders(square)]
    [5]
    """
    edges = list(pairwise([*ring, ring[0]])) if ring else []
    known = set(edges)
    lines: list[list[Point]] = []
    for start, end in edges:
        if (end, start) in known:
            continue
        if lines and lines[-1][-1] == start:
            lines[-1].append(end)
        else:
            lines.append([start, end])
    return lines

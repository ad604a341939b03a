"""Segments against walls, in the integer frame of a grid: every verdict is exact.

Shapely's prepared ``intersects`` is the filter; what it lets through is decided by the signs of
sides, in integers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.cell import LatticePoint

Segment: TypeAlias = "tuple[LatticePoint, LatticePoint]"


def side(a: tuple[int, int], b: tuple[int, int], p: tuple[int, int]) -> int:
    """Return on which side of the line from *a* to *b* the point *p* lies: its sign, 0 on it."""
    value = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (value > 0) - (value < 0)


def on_segment(a: tuple[int, int], b: tuple[int, int], p: tuple[int, int]) -> bool:
    """Tell whether *p* lies on the closed segment from *a* to *b*."""
    return (
        side(a, b, p) == 0
        and min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    )


def segments_meet(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]
) -> bool:
    """Tell whether two closed segments have a point in common.

    Examples
    --------
    >>> segments_meet((0, 0), (4, 0), (4, 0), (4, 4)), segments_meet((0, 0), (4, 0), (0, 1), (4, 1))
    (True, False)
    """
    sides = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    return on_segment(a, b, c) or on_segment(a, b, d) or on_segment(c, d, a) or on_segment(c, d, b)


class SegmentIndex:
    """Many closed segments, to be asked by many others at once.

    Parameters
    ----------
    segments
        Pairs of points in the integer frame; those without length are never met.
    """

    def __init__(self, segments: Sequence[Segment]) -> None:
        ends = np.array([(a[0], a[1], b[0], b[1]) for a, b in segments], dtype=np.int64).reshape(
            -1, 4
        )
        self.ends = ends
        self._empty = len(ends) == 0
        if self._empty:
            return
        lines = shapely.linestrings(ends.reshape(-1, 2, 2).astype(float))
        self._tree = shapely.STRtree(lines)
        self._all = shapely.multilinestrings(lines)
        shapely.prepare(self._all)

    def __len__(self) -> int:
        return len(self.ends)

    def met(self, rays: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell for each ray [x0, y0, x1, y1] whether it has a point in common with any segment."""
        if self._empty or len(rays) == 0:
            return np.zeros(len(rays), dtype=bool)
        lines = shapely.linestrings(rays.reshape(-1, 2, 2).astype(float))
        return np.asarray(shapely.intersects(self._all, lines), dtype=bool)

    def met_by_hulls(self, hulls: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell for each set of points [n, k, 2] whether its convex hull meets any segment."""
        if self._empty or len(hulls) == 0:
            return np.zeros(len(hulls), dtype=bool)
        shapes = shapely.convex_hull(shapely.multipoints(hulls.astype(float)))
        return np.asarray(shapely.intersects(self._all, shapes), dtype=bool)

    def near(self, box: tuple[float, float, float, float]) -> NDArray[np.int64]:
        """Return the indexes of the segments whose bounding box touches *box*, in order."""
        if self._empty:
            return np.zeros(0, dtype=np.int64)
        found: NDArray[np.int64] = np.sort(self._tree.query(shapely.box(*box)))
        return found

    def stops(self, rays: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the pairs (ray, segment) in which the segment stops the ray.

        A segment stops a ray when they meet and the ray's ends lie strictly on opposite sides of
        the segment's line: its end, hit exactly, stops the ray; running along it doesn't.

        Returns
        -------
        Array of shape (n, 2), sorted by ray, then segment.
        """
        none = np.zeros((0, 2), dtype=np.int64)
        if self._empty or len(rays) == 0:
            return none
        lines = shapely.linestrings(rays.reshape(-1, 2, 2).astype(float))
        asked = np.nonzero(shapely.intersects(self._all, lines))[0]
        if len(asked) == 0:
            return none
        pairs = self._tree.query(lines[asked])
        ray_index, wall_index = asked[pairs[0]], pairs[1]
        ray, wall = rays[ray_index], self.ends[wall_index]
        across = _sides(wall, ray[:, 0:2]) * _sides(wall, ray[:, 2:4]) < 0
        reached = _sides(ray, wall[:, 0:2]) * _sides(ray, wall[:, 2:4]) <= 0
        keep = across & reached
        found = np.stack([ray_index[keep], wall_index[keep]], axis=1)
        ordered: NDArray[np.int64] = found[np.lexsort((found[:, 1], found[:, 0]))]
        return ordered


def _sides(lines: NDArray[np.int64], points: NDArray[np.int64]) -> NDArray[np.int64]:
    value = (lines[:, 2] - lines[:, 0]) * (points[:, 1] - lines[:, 1]) - (
        lines[:, 3] - lines[:, 1]
    ) * (points[:, 0] - lines[:, 0])
    signs: NDArray[np.int64] = np.sign(value)
    return signs

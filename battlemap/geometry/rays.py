"""Segments against walls, in the integer frame of a grid: every verdict is exact.

Whether anything is met at all says Shapely's prepared ``intersects``. What stops which ray is found
by directions and decided by the signs of sides, in integers.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import shapely

from battlemap.geometry.fans import Fans

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


class _Tree:
    """Segments that never change, as Shapely's tree and as one prepared geometry."""

    def __init__(self, ends: NDArray[np.int64]) -> None:
        self.ends = ends
        if len(ends):
            lines = _lines(ends)
            self._tree = shapely.STRtree(lines)
            self._all = shapely.multilinestrings(lines)
            shapely.prepare(self._all)

    def met_by(self, shapes: NDArray[np.object_]) -> NDArray[np.bool_]:
        """Tell of each shape whether it meets any of the segments."""
        if not len(self.ends):
            return np.zeros(len(shapes), dtype=bool)
        return np.asarray(shapely.intersects(self._all, shapes), dtype=bool)

    def pairs(self, shapes: NDArray[np.object_], predicate: str | None = None) -> NDArray[np.int64]:
        """Return [2, n]: the shapes and segments whose boxes touch (or fulfill *predicate*)."""
        if not len(self.ends):
            return np.zeros((2, 0), dtype=np.int64)
        return np.asarray(self._tree.query(shapes, predicate), dtype=np.int64)


class SegmentIndex:
    """Many closed segments, to be asked by many others at once.

    Parameters
    ----------
    segments
        Pairs of points in the integer frame; those without length are never met.
    earlier
        An index that holds most of these segments. What was prepared for it is used again, so
        that an edit costs little, however many walls there are.
    """

    def __init__(self, segments: Sequence[Segment], earlier: SegmentIndex | None = None) -> None:
        self.segments = tuple(segments)
        self.tree: _Tree
        """What was prepared once: of these segments, or of earlier ones."""
        self.base_of: NDArray[np.int64]
        """The place of each segment in ``tree``; -1: it is not in there."""
        came_from = np.full(len(self.segments), -1, dtype=np.int64)
        if earlier is not None:
            came_from = _places(self.segments, earlier.segments)
        kept = came_from >= 0
        fresh = np.nonzero(~kept)[0]
        self.ends = np.zeros((len(self.segments), 4), dtype=np.int64)
        self.ends[fresh] = _ends([self.segments[i] for i in fresh.tolist()])
        self.changes = self.ends[fresh]
        """The ends of the segments in which this index and the earlier one differ."""
        base_of = came_from
        tree: _Tree | None = None
        if earlier is not None:
            self.ends[kept] = earlier.ends[came_from[kept]]
            gone = np.ones(len(earlier), dtype=bool)
            gone[came_from[kept]] = False
            self.changes = np.concatenate([self.changes, earlier.ends[gone]])
            base_of = np.full(len(self.segments), -1, dtype=np.int64)
            base_of[kept] = earlier.base_of[came_from[kept]]
            tree = earlier.tree
        same = int((base_of >= 0).sum())
        if tree is None or len(tree.ends) + len(self.ends) - 2 * same > _PATCHES:
            tree = _Tree(self.ends)
            base_of = np.arange(len(self.ends))
        self.tree = tree
        self.base_of = base_of
        self._own = np.full(len(tree.ends), -1, dtype=np.int64)
        known = np.nonzero(base_of >= 0)[0]
        self._own[base_of[known]] = known
        self._gone = _Tree(tree.ends[self._own < 0])
        self._added = np.nonzero(base_of < 0)[0]
        self._more = _Tree(self.ends[self._added])

    @cached_property
    def _columns(self) -> NDArray[np.float64]:
        """[4, segment]: ``ends`` for many pairs at a time."""
        return np.ascontiguousarray(self.ends.T, dtype=float)

    @cached_property
    def _boxes(self) -> NDArray[np.float64]:
        """[4, segment]: left, top, right and bottom."""
        one, other = self._columns[:2], self._columns[2:]
        return np.concatenate([np.minimum(one, other), np.maximum(one, other)])

    def __len__(self) -> int:
        return len(self.ends)

    def met(self, rays: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell for each ray [x0, y0, x1, y1] whether it has a point in common with any segment."""
        if not len(self.ends) or len(rays) == 0:
            return np.zeros(len(rays), dtype=bool)
        return self._met(_lines(rays))

    def met_by_hulls(self, hulls: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell for each set of points [n, k, 2] whether its convex hull meets any segment."""
        if not len(self.ends) or len(hulls) == 0:
            return np.zeros(len(hulls), dtype=bool)
        return self._met(shapely.convex_hull(shapely.multipoints(hulls.astype(float))))

    def _met(self, shapes: NDArray[np.object_]) -> NDArray[np.bool_]:
        met = self.tree.met_by(shapes)
        if len(self._gone.ends):
            # What meets a segment that is gone may meet nothing else.
            doubtful = np.nonzero(met)[0]
            doubtful = doubtful[self._gone.met_by(shapes[doubtful])]
            shape, segment = self.tree.pairs(shapes[doubtful], "intersects")
            met[doubtful] = False
            met[doubtful[shape[self._own[segment] >= 0]]] = True
        if len(self._added):
            met |= self._more.met_by(shapes)
        return met

    def _pairs(self, shapes: NDArray[np.object_]) -> NDArray[np.int64]:
        """Return [2, n]: the shapes and the segments whose boxes touch."""
        pairs = self.tree.pairs(shapes)
        pairs[1] = self._own[pairs[1]]
        pairs = pairs[:, pairs[1] >= 0]
        if len(self._added):
            more = self._more.pairs(shapes)
            more[1] = self._added[more[1]]
            pairs = np.concatenate([pairs, more], axis=1)
        return pairs

    def near(self, box: tuple[float, float, float, float]) -> NDArray[np.int64]:
        """Return the indexes of the segments whose bounding box touches *box*, in order."""
        if not len(self.ends):
            return np.zeros(0, dtype=np.int64)
        found: NDArray[np.int64] = np.sort(self._pairs(np.array([shapely.box(*box)]))[1])
        return found

    def stops(self, rays: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the rays and segments, [2, n], of the pairs in which the segment stops the ray.

        A segment stops a ray when they meet and the ray's ends lie strictly on opposite sides of
        the segment's line: its end, hit exactly, stops the ray; running along it doesn't.
        """
        if not len(self.ends) or len(rays) == 0:
            return np.zeros((2, 0), dtype=np.int64)
        fans = Fans(rays)
        ray, wall = fans.near_segments(self._columns, self._boxes)
        # Floating point holds these integers and their products exactly, and is quicker.
        px, py, qx, qy = fans.columns.take(ray, axis=1)
        ax, ay, bx, by = self._columns.take(wall, axis=1)
        dx, dy, ex, ey = bx - ax, by - ay, qx - px, qy - py
        px -= ax
        py -= ay
        at_p = dx * py - dy * px
        at_a, length = ey * px - ex * py, dx * ey - dy * ex
        # Both ends of each lie on the other's line, or on different sides of it.
        across = _differ(at_p, at_p + length)
        keep = across & ~_agree(at_a, at_a - length)
        return np.stack([ray[keep], wall[keep]])

    def beside(
        self, rays: NDArray[np.int64], ray: NDArray[np.int64], segment: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return on which side of segments rays start and end, and how far times their lengths.

        Parameters
        ----------
        rays
            Array of shape (n, 4).
        ray, segment
            The pairs that are asked for.
        """
        px, py, qx, qy = rays[ray].T.astype(float)
        ax, ay, bx, by = self._columns.take(segment, axis=1)
        dx, dy = bx - ax, by - ay
        return dx * (py - ay) - dy * (px - ax), dx * (qy - ay) - dy * (qx - ax)


def _differ(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell where two numbers have different signs, neither of them 0."""
    found: NDArray[np.bool_] = (np.minimum(one, other) < 0) & (np.maximum(one, other) > 0)
    return found


def _agree(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell where two numbers have the same sign, neither of them 0."""
    found: NDArray[np.bool_] = (np.minimum(one, other) > 0) | (np.maximum(one, other) < 0)
    return found


_PATCHES = 64
"""With more changes than this everything is prepared anew."""

_AHEAD = 32
"""How many removed segments in a row are passed over when an index is compared with another."""

_BLOCK = 64
"""So many segments are compared at a time."""


def _places(segments: tuple[Segment, ...], earlier: tuple[Segment, ...]) -> NDArray[np.int64]:
    """Return where each of *segments* stands in *earlier*, -1 for those that don't.

    Both are read in order; one that was moved to another place in the order may count as new.
    """
    found = np.full(len(segments), -1, dtype=np.int64)
    index = at = 0
    while index < len(segments) and at < len(earlier):
        block = segments[index : index + _BLOCK]
        if block == earlier[at : at + _BLOCK]:
            found[index : index + len(block)] = np.arange(at, at + len(block))
            index, at = index + len(block), at + len(block)
            continue
        ahead = earlier[at : at + _AHEAD]
        if segments[index] in ahead:
            found[index] = at + ahead.index(segments[index])
            at = int(found[index]) + 1
        index += 1
    return found


def _ends(segments: Sequence[Segment]) -> NDArray[np.int64]:
    return np.array([(a[0], a[1], b[0], b[1]) for a, b in segments], dtype=np.int64).reshape(-1, 4)


def _lines(ends: NDArray[np.int64]) -> NDArray[np.object_]:
    lines: NDArray[np.object_] = shapely.linestrings(ends.reshape(-1, 2, 2).astype(float))
    return lines

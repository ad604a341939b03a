"""Rays against many outlines at once: exact, in the integer frame."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.bodies import inside_spans
from battlemap.geometry.cell import LatticePoint
from battlemap.geometry.fans import Fans, joined_runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.bodies import Outline


class BodyIndex:
    """Many outlines, to be asked by many rays at once; exact, like ``inside_spans``.

    For convex outlines an open interior and a segment are apart exactly when some edge's line or
    the segment's own line separates them (the separating axis theorem), which is settled by signs
    in integers. The few others are asked one by one.

    Parameters
    ----------
    earlier
        An index of as many bodies, most of them these very ones: only the others are counted anew.
    """

    def __init__(self, bodies: Sequence[Outline], earlier: BodyIndex | None = None) -> None:
        self.bodies = tuple(bodies)
        if not self.bodies:
            return
        most = max(len(body.points) for body in self.bodies)
        count = len(self.bodies)
        # Floating point holds all of these integers and their products exactly, and is quicker.
        self.edges: NDArray[np.float64] = np.empty((4, most, count))
        """x, y, dx and dy of each [edge, body]; the long axis last, which numpy runs along."""
        self.bent: NDArray[np.bool_] = np.zeros(count, dtype=bool)
        self.boxes: NDArray[np.float64] = np.empty((4, count))
        """Left, top, right and bottom of each body."""
        changed = list(range(count))
        if earlier is not None and earlier.bodies and earlier.edges.shape == self.edges.shape:
            self.edges[:], self.bent[:] = earlier.edges, earlier.bent
            self.boxes[:] = earlier.boxes
            pairs = enumerate(zip(self.bodies, earlier.bodies, strict=True))
            changed = [index for index, (body, known) in pairs if body is not known]
        for index in changed:
            body = self.bodies[index]
            self.edges[:, :, index] = body.padded_edges(most)
            self.bent[index] = not body.is_convex
            self.boxes[:, index] = body.box

    @cached_property
    def _by_left(self) -> tuple[NDArray[np.int64], NDArray[np.float64], float]:
        """The bodies in the order of their left sides, those, and the largest width."""
        order = np.argsort(self.boxes[0], kind="stable")
        return order, self.boxes[0][order], float((self.boxes[2] - self.boxes[0]).max())

    def on_borders(
        self, points: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the pairs (point, body) in which the point lies on the body's border, in order.

        Parameters
        ----------
        points
            Array of shape (n, 2) in the integer frame.
        """
        if not self.bodies or not len(points):
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        x, y = points.T
        order, lefts, widest = self._by_left
        start, stop = lefts.searchsorted(x - widest), lefts.searchsorted(x, side="right")
        place = np.repeat(np.arange(len(points)), stop - start)
        body = order[joined_runs(start, stop - start)]
        _, top, right, bottom = self.boxes
        px, py = x[place], y[place]
        near = (px <= right[body]) & (py >= top[body]) & (py <= bottom[body])
        place, body, px, py = place[near], body[near], px[near], py[near]
        ax, ay, dx, dy = (part.take(body, axis=1) for part in self.edges)
        px, py = px - ax, py - ay
        along = px * dx + py * dy
        on = (dx * py == dy * px) & (along >= 0) & (along <= dx * dx + dy * dy)
        found = on.any(axis=0)
        place, body = place[found], body[found]
        ordered = np.lexsort((body, place))
        return place[ordered], body[ordered]

    def touching(
        self,
        rays: NDArray[np.int64],
        owners: NDArray[np.int64] | None = None,
        apart: Sequence[NDArray[np.int64]] = (),
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the pairs in which the ray crosses the interior, and the grazing ones.

        Both as rays and bodies, [2, n]. Grazing: the ray runs along an edge of the body, or through
        a corner of it.

        Parameters
        ----------
        rays
            Array of shape (n, 4): x0, y0, x1, y1 in the integer frame.
        owners, apart
            Whose each body is; and whose bodies don't count for each ray, any number of arrays.
        """
        none = np.zeros((2, 0), dtype=np.int64)
        if not self.bodies or len(rays) == 0:
            return none, none
        fans = Fans(rays)
        ray, body, passes = fans.near_boxes(self.boxes)
        if owners is not None:
            owner, strange = owners.take(body), np.ones(len(ray), dtype=bool)
            for mine in apart:
                strange &= owner != mine.take(ray)
            ray, body, passes = ray[strange], body[strange], passes[strange]
        if not len(ray):
            return none, none
        # Where the bodies' corners lie, seen along the ray...
        px, py, qx, qy = fans.columns.take(ray, axis=1)
        # (In place: these are the largest arrays of all.)
        x, corner = (part.take(body, axis=1) for part in self.edges[:2])
        x -= px
        x *= qy - py
        corner -= py
        corner *= qx - px
        corner -= x
        crossing = (corner.min(axis=0) < 0) & (corner.max(axis=0) > 0)
        # ... and where the ray's ends lie, seen along the edges, unless it passes the whole body.
        near = np.nonzero(crossing & ~passes)[0]
        first, second = self.along_edges(fans.columns[:, ray[near]], body[near])
        crossing[near] = ~(np.maximum(first, second) <= 0).any(axis=0)
        bent = np.nonzero(self.bent[body])[0]
        if len(bent):
            crossing[bent] = self._enter(fans, ray[bent], body[bent], corner[:, bent])
        grazing = np.nonzero(~crossing & (corner == 0).any(axis=0))[0]
        return (
            np.stack([ray[crossing], body[crossing]]),
            np.stack([ray[grazing], body[grazing]]),
        )

    def along_edges(
        self, rays: NDArray[np.float64], body: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return on which side of each edge both ends of rays lie, [edge, pair]; right: > 0.

        Parameters
        ----------
        rays
            [4, pair]: x0, y0, x1, y1 in the integer frame.
        body
            The body of each pair; for one with fewer edges than others some edges come twice.
        """
        px, py, qx, qy = rays
        x, y, dx, dy = (part.take(body, axis=1) for part in self.edges)
        return dx * (py - y) - dy * (px - x), dx * (qy - y) - dy * (qx - x)

    def _enter(
        self,
        fans: Fans,
        ray: NDArray[np.int64],
        body: NDArray[np.int64],
        corner: NDArray[np.float64],
    ) -> NDArray[np.bool_]:
        """Tell of pairs (ray, body that isn't convex) whether the ray crosses the interior."""
        px, py, qx, qy = fans.columns.take(ray, axis=1)
        dx, dy = (part.take(body, axis=1) for part in self.edges[2:])
        first, second = self.along_edges(fans.columns[:, ray], body)
        ahead = corner + (qx - px) * dy - (qy - py) * dx
        sides, ends = np.sign(first) * np.sign(second), np.sign(corner) * np.sign(ahead)
        found: NDArray[np.bool_] = ((sides < 0) & (ends < 0)).any(axis=0)
        # Rays that only touch, and those that begin inside, are asked one by one.
        touches = ((sides <= 0) & (ends <= 0)).any(axis=0)
        left, top, right, bottom = self.boxes[:, body]
        begins = (px > left) & (px < right) & (py > top) & (py < bottom)
        for i in np.nonzero(~found & (touches | begins))[0].tolist():
            x0, y0, x1, y1 = map(int, fans.columns[:, ray[i]].tolist())
            shape = self.bodies[body[i]]
            found[i] = bool(inside_spans(shape, LatticePoint(x0, y0), LatticePoint(x1, y1)))
        return found

"""Rays around the few places that they have in common, sorted by direction.

The rays of one attacker start from a few corners, however many targets there are. Seen from such a
place, a hub, whatever lies in the way takes up one span of directions, and the rays within it are
one run of the sorted ones. So the pairs that may meet are found without looking at any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_TURN = 4.0
"""All around, as ``_direction`` counts."""

_APART = 8.0
"""From the directions at one hub to those at the next."""


class Fans:
    """Rays in the integer frame, by their hubs: their starts, or their ends if those are fewer.

    Parameters
    ----------
    rays
        Array of shape (n, 4): x0, y0, x1, y1. At least one.
    """

    def __init__(self, rays: NDArray[np.int64]) -> None:
        self.columns: Floats = np.ascontiguousarray(rays.T, dtype=float)
        """[4, ray]: floating point holds these integers and their products exactly."""
        x0, y0, x1, y1 = self.columns
        hubs, hub = _distinct(x0, y0)
        away = 1.0
        if len(hubs) > len(rays) // 2:
            others, other = _distinct(x1, y1)
            if len(others) < len(hubs):
                hubs, hub, away = others, other, -1.0
        self._hubs = hubs
        dx, dy = x1 - x0, y1 - y0
        keys = _direction(away * dx, away * dy) + _APART * hub
        self._order = np.argsort(keys)
        self._keys = keys[self._order]
        self._lengths = (dx * dx + dy * dy)[self._order]
        self._first = np.searchsorted(hub[self._order], np.arange(len(hubs)))
        self.box = (
            float(min(x0.min(), x1.min())),
            float(min(y0.min(), y1.min())),
            float(max(x0.max(), x1.max())),
            float(max(y0.max(), y1.max())),
        )
        """Left, top, right and bottom of all rays."""

    def near_segments(self, ends: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the pairs (ray, segment) in which the segment may stop the ray; no other does.

        Parameters
        ----------
        ends
            [4, segment]: x0, y0, x1 and y1. Those whose line runs through the hub stop nothing.
        """
        x0, y0, x1, y1 = ends
        left, right = np.minimum(x0, x1), np.maximum(x0, x1)
        top, bottom = np.minimum(y0, y1), np.maximum(y0, y1)
        near = self._in_sight(left, top, right, bottom)
        hx, hy = self._hubs[:, 0:1], self._hubs[:, 1:2]
        ax, ay, bx, by = x0[near] - hx, y0[near] - hy, x1[near] - hx, y1[near] - hy
        turn = ax * by - ay * bx
        first, second = _direction(ax, ay), _direction(bx, by)
        low, high = np.where(turn > 0, first, second), np.where(turn > 0, second, first)
        boxes = left[near] - hx, top[near] - hy, right[near] - hx, bottom[near] - hy
        start, count, hub, thing = self._runs(low, high, turn != 0)
        at = joined_runs(start, count)
        least = _least_square(*boxes)[hub, thing]
        reaches = self._lengths[at] >= np.repeat(least, count)
        return self._order[at[reaches]], np.repeat(near[thing], count)[reaches]

    def near_boxes(
        self, boxes: Floats
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
        """Return the pairs (ray, box) in which the ray may touch the box; no other does.

        Parameters
        ----------
        boxes
            [4, box]: left, top, right and bottom.

        Returns
        -------
        Rays, boxes, and whether the ray surely comes from outside and ends beyond the whole box.
        """
        near = self._in_sight(*boxes)
        hx, hy = self._hubs[:, 0:1], self._hubs[:, 1:2]
        left, top, right, bottom = boxes[:, near]
        left, top, right, bottom = left - hx, top - hy, right - hx, bottom - hy
        # The two corners between which the hub sees the box.
        is_right, is_left, is_below, is_above = left > 0, right < 0, top > 0, bottom < 0
        low = _direction(
            np.where(is_below | (is_left & ~is_above), right, left),
            np.where(is_right | (is_below & ~is_left), top, bottom),
        )
        high = _direction(
            np.where(is_above | (is_left & ~is_below), right, left),
            np.where(is_right | (is_above & ~is_left), bottom, top),
        )
        around = ~(is_right | is_left | is_below | is_above)
        low[around], high[around] = -1.0, _TURN - 1.0
        start, count, hub, thing = self._runs(low, high, None)
        at = joined_runs(start, count)
        least = _least_square(left, top, right, bottom)[hub, thing]
        dx, dy = np.maximum(-left, right), np.maximum(-top, bottom)
        most = np.where(around, np.inf, dx * dx + dy * dy)[hub, thing]
        length = self._lengths[at]
        reaches = length >= np.repeat(least, count)
        passes = length > np.repeat(most, count)
        return self._order[at[reaches]], np.repeat(near[thing], count)[reaches], passes[reaches]

    def _in_sight(
        self, left: Floats, top: Floats, right: Floats, bottom: Floats
    ) -> NDArray[np.int64]:
        """Return which boxes touch the box of all rays."""
        mine = self.box
        touches = (left <= mine[2]) & (right >= mine[0]) & (top <= mine[3]) & (bottom >= mine[1])
        found: NDArray[np.int64] = np.nonzero(touches)[0]
        return found

    def _runs(
        self, low: Floats, high: Floats, asked: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return the runs of rays from *low* to *high*, [hub, thing]; only those that are *asked*.

        The quotients that directions are counted by are rounded up or down with the true ones, so
        that no comparison is ever turned round: what lies within comes out as within.

        Returns
        -------
        Where each run starts in the order of directions, how long it is, its hub and its thing.
        """
        base = _APART * np.arange(len(self._hubs))[:, None]
        wraps = high < low
        # What holds the seam of the directions is two runs.
        last = np.where(wraps, _TURN - 1.0, high)
        start = self._keys.searchsorted(low + base)
        count = self._keys.searchsorted(last + base, side="right") - start
        if asked is not None:
            wraps &= asked
            count *= asked
        hub, thing = np.nonzero(count)
        start, count = start[hub, thing], count[hub, thing]
        if wraps.any():
            again, other = np.nonzero(wraps)
            first = self._first[again]
            rest = self._keys.searchsorted((high + base)[again, other], side="right") - first
            start, count = np.concatenate([start, first]), np.concatenate([count, rest])
            hub, thing = np.concatenate([hub, again]), np.concatenate([thing, other])
        return start, count, hub, thing


def joined_runs(start: NDArray[np.int64], count: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of all runs, one run after the other."""
    ends = count.cumsum()
    if not len(ends):
        return np.zeros(0, dtype=np.int64)
    found: NDArray[np.int64] = np.arange(ends[-1]) + np.repeat(start - ends + count, count)
    return found


def _distinct(x: Floats, y: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Return the different places [n, 2], and which of them each one is."""
    # Most stand beside their like.
    begins = np.ones(len(x), dtype=bool)
    begins[1:] = (x[1:] != x[:-1]) | (y[1:] != y[:-1])
    first = begins.nonzero()[0]
    keys = x[first].astype(np.int64) * 2**32 + y[first].astype(np.int64)
    _, place, which = np.unique(keys, return_index=True, return_inverse=True)
    place = first[place]
    return np.stack([x[place], y[place]], axis=1), np.repeat(which, np.diff(first, append=len(x)))


def _direction(dx: Floats, dy: Floats) -> Floats:
    """Return numbers that grow as directions do, from -1 to below 3 all around; -1 for (0, 0).

    Quicker than angles. From -y by way of +x, +y and -x.
    """
    length = np.abs(dx) + np.abs(dy)
    quotient = dy / np.where(length == 0, 1.0, length)
    ahead = np.where(dy > 0, 1.0, -1.0)
    found: Floats = np.where(dx > 0, quotient, np.where(dx < 0, 2.0 - quotient, ahead))
    return found


def _least_square(left: Floats, top: Floats, right: Floats, bottom: Floats) -> Floats:
    """Return the squares of the distances of boxes from the origin; 0 where it lies within."""
    dx = np.maximum(np.maximum(left, -right), 0.0)
    dy = np.maximum(np.maximum(top, -bottom), 0.0)
    found: Floats = dx * dx + dy * dy
    return found

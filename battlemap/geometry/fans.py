"""Rays around the few places that they have in common, sorted by direction.

The rays of one attacker start from a few corners, however many targets there are. Seen from such a
place, a hub, whatever lies in the way takes up one span of directions, and the rays within it are
one run of the sorted ones. So the pairs that may meet are found without looking at any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FEW = 1024
"""So many pairs and fewer are looked at without sorting anything."""

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

    def near_segments(
        self, ends: Floats, boxes: Floats
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the pairs (ray, segment) in which the segment may stop the ray; no other does.

        Parameters
        ----------
        ends
            [4, segment]: x0, y0, x1 and y1. Those whose line runs through the hub stop nothing.
        boxes
            [4, segment]: left, top, right and bottom.
        """
        near = self._in_sight(boxes)
        if self._are_few(near):
            return self._all_with(near)
        fan = self._fan
        hx, hy = fan.hubs
        ax, ay, bx, by = ends.take(near, axis=1)[:, None, :]
        ax, ay, bx, by = ax - hx, ay - hy, bx - hx, by - hy
        turn = ax * by - ay * bx
        first, second = _direction(ax, ay), _direction(bx, by)
        low, high = np.where(turn > 0, first, second), np.where(turn > 0, second, first)
        start, count, hub, thing = fan.runs(low, high, turn != 0)
        at = joined_runs(start, count)
        left, top, right, bottom = boxes.take(near, axis=1)[:, None, :]
        least = _least_square(left - hx, top - hy, right - hx, bottom - hy)[hub, thing]
        reaches = fan.lengths[at] >= np.repeat(least, count)
        return fan.order[at[reaches]], np.repeat(near[thing], count)[reaches]

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
        near = self._in_sight(boxes)
        if self._are_few(near):
            ray, box = self._all_with(near)
            return ray, box, np.zeros(len(ray), dtype=bool)
        fan = self._fan
        hx, hy = fan.hubs
        left, top, right, bottom = boxes.take(near, axis=1)[:, None, :]
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
        start, count, hub, thing = fan.runs(low, high, None)
        at = joined_runs(start, count)
        least = _least_square(left, top, right, bottom)[hub, thing]
        dx, dy = np.maximum(-left, right), np.maximum(-top, bottom)
        most = np.where(around, np.inf, dx * dx + dy * dy)[hub, thing]
        length = fan.lengths[at]
        reaches = length >= np.repeat(least, count)
        passes = length > np.repeat(most, count)
        return fan.order[at[reaches]], np.repeat(near[thing], count)[reaches], passes[reaches]

    def _in_sight(self, boxes: Floats) -> NDArray[np.int64]:
        """Return which boxes touch the box of all rays."""
        low, high = self.columns.min(axis=1).tolist(), self.columns.max(axis=1).tolist()
        left, top, right, bottom = boxes
        touches = (left <= max(high[0], high[2])) & (right >= min(low[0], low[2]))
        touches &= (top <= max(high[1], high[3])) & (bottom >= min(low[1], low[3]))
        found: NDArray[np.int64] = touches.nonzero()[0]
        return found

    def _are_few(self, things: NDArray[np.int64]) -> bool:
        return len(things) * len(self.columns[0]) <= FEW

    def _all_with(self, things: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        count = len(self.columns[0])
        return np.arange(count).repeat(len(things)), things[None, :].repeat(count, axis=0).ravel()

    @cached_property
    def _fan(self) -> _Sorted:
        return _Sorted.of(self.columns)


@dataclass(frozen=True, eq=False)
class _Sorted:
    """Rays in the order of their hubs and directions."""

    hubs: Floats
    """[2, hub, 1]: x and y."""
    order: NDArray[np.int64]
    """The place of each ray in the order in which they were given."""
    keys: Floats
    lengths: Floats
    """The squares of their lengths."""
    first: NDArray[np.int64]
    """Where the rays of each hub begin."""

    @classmethod
    def of(cls, columns: Floats) -> _Sorted:
        x0, y0, x1, y1 = columns
        hubs, hub = _distinct(x0, y0)
        away = 1.0
        if hubs.shape[1] > len(x0) // 2:
            others, other = _distinct(x1, y1)
            if others.shape[1] < hubs.shape[1]:
                hubs, hub, away = others, other, -1.0
        dx, dy = x1 - x0, y1 - y0
        keys = _direction(away * dx, away * dy) + _APART * hub
        order = keys.argsort()
        lengths = (dx * dx + dy * dy)[order]
        first = hub[order].searchsorted(np.arange(hubs.shape[1]))
        return cls(hubs[:, :, None], order, keys[order], lengths, first)

    def runs(
        self, low: Floats, high: Floats, asked: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return the runs of rays from *low* to *high*, [hub, thing]; only those that are *asked*.

        The quotients that directions are counted by are rounded up or down with the true ones, so
        that no comparison is ever turned round: what lies within comes out as within.

        Returns
        -------
        Where each run starts in the order of directions, how long it is, its hub and its thing.
        """
        base = _APART * np.arange(len(self.first))[:, None]
        wraps = high < low
        # What holds the seam of the directions is two runs.
        last = np.where(wraps, _TURN - 1.0, high)
        start = self.keys.searchsorted(low + base)
        count = self.keys.searchsorted(last + base, side="right") - start
        if asked is not None:
            wraps &= asked
            count *= asked
        hub, thing = np.nonzero(count)
        start, count = start[hub, thing], count[hub, thing]
        if wraps.any():
            again, other = np.nonzero(wraps)
            first = self.first[again]
            rest = self.keys.searchsorted((high + base)[again, other], side="right") - first
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
    """Return the different places, [2, n], and which of them each one is."""
    # Most stand beside their like.
    begins = np.ones(len(x), dtype=bool)
    begins[1:] = (x[1:] != x[:-1]) | (y[1:] != y[:-1])
    first = begins.nonzero()[0]
    keys = x[first].astype(np.int64) * 2**32 + y[first].astype(np.int64)
    _, place, which = np.unique(keys, return_index=True, return_inverse=True)
    place = first[place]
    return np.stack([x[place], y[place]]), np.repeat(which, np.diff(first, append=len(x)))


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

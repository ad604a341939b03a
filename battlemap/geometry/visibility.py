"""The visibility polygon: what can be seen from a point past segments, within a radius."""

from __future__ import annotations

from functools import partial
from math import pi
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.cell import Point
from battlemap.geometry.fans import joined_runs

if TYPE_CHECKING:
    from numpy.typing import NDArray

_point_of = partial(tuple.__new__, Point)

HAIR = 1e-7
"""How far beside each end of a segment a ray looks past it, in radians."""

_AROUND = np.linspace(-pi, pi, 128, endpoint=False)
"""Rays all around that round the outline where nothing is in the way."""

NEAREST = 32
"""So many segments tell which of the others are hidden."""


def visibility_polygon(
    eye: tuple[float, float], segments: NDArray[np.float64], radius: float
) -> list[Point]:
    """Return the outline of what can be seen from *eye*, clockwise on screen, in map units.

    Each segment is compared only with the rays within its own span of angles: rays go through every
    end of a segment and past it, through every crossing of two and of one with the circle, and all
    around (after Suri and O'Rourke, "Worst-case optimal algorithms for constructing visibility
    polygons with holes", 1986, sampled at the events).

    Parameters
    ----------
    eye
        Where the viewer is, in map units.
    segments
        Array of shape (n, 4): x0, y0, x1, y1 in map units. Those through the eye stop nothing.
    radius
        How far one sees, in cells.

    Raises
    ------
    ValueError
        If *radius* isn't positive.
    """
    if radius <= 0:
        raise ValueError("a radius of sight must be more than 0")
    walls, far = _near(np.asarray(segments, dtype=float).reshape(-1, 4), eye, radius)
    if len(walls) > 2 * NEAREST:
        walls = _without_hidden(walls, far, radius)
    return _outline(eye, *_sweep(walls, radius))


def _sweep(
    walls: NDArray[np.float64], radius: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return all rays, as angles in order, and how far each of them gets."""
    if not len(walls):
        return _AROUND, np.full(len(_AROUND), radius)
    low, width = _spans(walls)
    high = low + width
    crossings, rims = _crossing_angles(walls), _rim_angles(walls, radius)
    rays = _in_turn([_AROUND, low, low - HAIR, high, high + HAIR, crossings, rims])
    _, ray, far = _hits(walls, low, width, rays)
    reach = np.full(len(rays), radius)
    np.minimum.at(reach, ray, far)
    return rays, reach


def _in_turn(angles: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return all angles once, in order from -180 degrees to below 180."""
    rays = np.concatenate(angles)
    rays[rays < -pi] += 2 * pi
    rays[rays >= pi] -= 2 * pi
    rays.sort()
    found: NDArray[np.float64] = rays[np.concatenate([[True], rays[1:] > rays[:-1]])]
    return found


def _spans(walls: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return from which angle on each segment is in the way, clockwise, and how far around."""
    first, second = np.arctan2(walls[:, 1::2], walls[:, 0::2]).T
    turn = second - first
    turn[turn >= pi] -= 2 * pi
    turn[turn < -pi] += 2 * pi
    return np.where(turn >= 0, first, second), np.abs(turn)


def _without_hidden(
    walls: NDArray[np.float64], far: NDArray[np.float64], radius: float
) -> NDArray[np.float64]:
    """Return the segments without most of those that lie wholly behind the nearest ones."""
    low, width = _spans(walls)
    nearest = np.argpartition(far, NEAREST)[:NEAREST]
    near_low, near_width = low[nearest], width[nearest]
    rays = _in_turn([_AROUND[::32], near_low, near_low + near_width])
    wall, ray, reach = _hits(walls[nearest], near_low, near_width, rays)
    # From a ray to the next a segment is nowhere farther than at one of the two.
    onward = wall[1:] == wall[:-1]
    most = np.full(len(rays), np.inf)
    np.minimum.at(most, ray[:-1][onward], np.maximum(reach[:-1], reach[1:])[onward])
    start, stop = _runs(rays, low, width)
    # From the ray before each span to the last one within it.
    twice = np.concatenate([most[-1:], most, most])
    behind = np.maximum.reduceat(twice, np.stack([start, stop + 1], axis=1).ravel()[:-1])[::2]
    kept = np.minimum(behind, radius) >= far - 1e-9
    kept[nearest] = True
    return walls[kept]


def _near(
    walls: NDArray[np.float64], eye: tuple[float, float], radius: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the segments, seen from the eye, that come within the radius and have a width.

    With them how near they come.
    """
    # Most are far off: their boxes tell.
    x0, y0, x1, y1 = walls.T
    near = (np.maximum(x0, x1) >= eye[0] - radius) & (np.minimum(x0, x1) <= eye[0] + radius)
    near &= (np.maximum(y0, y1) >= eye[1] - radius) & (np.minimum(y0, y1) <= eye[1] + radius)
    walls = walls[near] - np.tile(eye, 2)
    dx, dy = walls[:, 2] - walls[:, 0], walls[:, 3] - walls[:, 1]
    length = dx * dx + dy * dy
    cross = walls[:, 0] * walls[:, 3] - walls[:, 1] * walls[:, 2]
    share = np.where(
        length > 0, -(walls[:, 0] * dx + walls[:, 1] * dy) / np.maximum(length, 1e-30), 0
    )
    share = np.clip(share, 0, 1)
    far = np.hypot(walls[:, 0] + share * dx, walls[:, 1] + share * dy)
    kept = (far <= radius) & (np.abs(cross) > 1e-12)
    return walls[kept], far[kept]


def _crossing_angles(walls: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the directions in which two segments cross; where one takes over from the other."""
    if len(walls) < 2:
        return np.zeros(0)
    left, right = np.minimum(walls[:, 0], walls[:, 2]), np.maximum(walls[:, 0], walls[:, 2])
    upper, lower = np.minimum(walls[:, 1], walls[:, 3]), np.maximum(walls[:, 1], walls[:, 3])
    order = np.argsort(left)
    sorted_left = left[order]
    start = np.arange(1, len(walls) + 1)
    count = sorted_left.searchsorted(right[order], side="right") - start
    a, b = np.repeat(order, count), order[joined_runs(start, count)]
    meets = (upper[a] <= lower[b]) & (upper[b] <= lower[a])
    a, b = a[meets], b[meets]
    x0, y0, x1, y1 = walls[a].T
    u0, v0, u1, v1 = walls[b].T
    dx, dy, du, dv = x1 - x0, y1 - y0, u1 - u0, v1 - v0
    # The ends of each, seen along the other. Ends that only touch have rays of their own.
    at_x0, at_x1 = du * (y0 - v0) - dv * (x0 - u0), du * (y1 - v0) - dv * (x1 - u0)
    at_u0, at_u1 = dx * (v0 - y0) - dy * (u0 - x0), dx * (v1 - y0) - dy * (u1 - x0)
    crossing = (at_x0 * at_x1 < 0) & (at_u0 * at_u1 < 0)
    if not crossing.any():
        return np.zeros(0)
    x0, y0, dx, dy = x0[crossing], y0[crossing], dx[crossing], dy[crossing]
    share = at_x0[crossing] / (at_x0 - at_x1)[crossing]
    angles: NDArray[np.float64] = np.arctan2(y0 + share * dy, x0 + share * dx)
    return angles


def _rim_angles(walls: NDArray[np.float64], radius: float) -> NDArray[np.float64]:
    """Return the directions in which a segment leaves the circle of sight."""
    x, y = walls[:, 0], walls[:, 1]
    dx, dy = walls[:, 2] - x, walls[:, 3] - y
    a, b, c = dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - radius * radius
    root = b * b - a * c
    found = []
    for sign in (-1.0, 1.0):
        share = (-b + sign * np.sqrt(np.maximum(root, 0))) / a
        on = (root > 0) & (share > 0) & (share < 1)
        found.append(np.arctan2((y + share * dy)[on], (x + share * dx)[on]))
    return np.concatenate(found)


def _hits(
    walls: NDArray[np.float64],
    low: NDArray[np.float64],
    width: NDArray[np.float64],
    rays: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return which wall each ray within its angles meets, and how far off, wall by wall."""
    start, stop = _runs(rays, low, width)
    counts = stop - start
    wall = np.arange(len(walls)).repeat(counts)
    ray = joined_runs(start, counts) % len(rays)
    x0, y0, x1, y1 = walls.T
    dx, dy = x1 - x0, y1 - y0
    across = np.cos(rays)[ray] * dy[wall] - np.sin(rays)[ray] * dx[wall]
    parallel = np.nonzero(np.abs(across) < 1e-15)[0]
    across[parallel] = 1
    far = (x0 * dy - y0 * dx)[wall] / across
    far[parallel] = np.hypot(x0, y0)[wall[parallel]]
    far[far < 0] = np.inf
    return wall, ray, far


def _runs(
    rays: NDArray[np.float64], low: NDArray[np.float64], width: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where the rays within each span begin and end; counted on after a whole turn."""
    # Rays twice round, so that a span across the seam at 180 degrees is one run of them.
    twice = np.concatenate([rays, rays + 2 * pi])
    return twice.searchsorted(low - 1e-12), twice.searchsorted(low + width + 1e-12)


def _outline(
    eye: tuple[float, float], rays: NDArray[np.float64], reach: NDArray[np.float64]
) -> list[Point]:
    xs, ys = eye[0] + np.cos(rays) * reach, eye[1] + np.sin(rays) * reach
    # The same as Point(x, y) for each, without a call of Python's for a thousand points.
    return list(map(_point_of, zip(xs.tolist(), ys.tolist(), strict=True)))

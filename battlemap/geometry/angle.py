"""Bearings and arcs, in degrees clockwise from north."""

from __future__ import annotations

from enum import StrEnum
from math import atan2, degrees
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlemap.geometry.cell import Point

EPSILON = 1e-7
"""Two angles nearer than this are the same; exact borders do occur on hexes (90 and 150)."""


class Arc(StrEnum):
    """Where something lies as seen from a token that faces somewhere."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


def bearing(origin: Point, other: Point) -> float:
    """Return the direction of *other* from *origin* in [0, 360).

    Raises
    ------
    ValueError
        If the two points are the same.

    Examples
    --------
    >>> from battlemap.geometry.cell import Point
    >>> bearing(Point(0, 0), Point(1, 0)), bearing(Point(0, 0), Point(0, 1))
    (90.0, 180.0)
    """
    dx, dy = other[0] - origin[0], other[1] - origin[1]
    if dx == 0 and dy == 0:
        raise ValueError("a point has no bearing from itself")
    return degrees(atan2(dx, -dy)) % 360.0


def relative(angle: float, facing: float) -> float:
    """Return *angle* seen from *facing*, in (-180, 180]; positive is clockwise."""
    turned = (angle - facing) % 360.0
    return turned - 360.0 if turned > 180.0 else turned


def arc_of(relative_bearing: float, front_half: float, side_half: float) -> Arc:
    """Return the arc of a bearing relative to the facing.

    A bearing exactly on a border belongs to the arc in front of it, the one that is better for
    the defender.

    Parameters
    ----------
    relative_bearing
        Degrees from the facing, either sign.
    front_half, side_half
        Half the opening of the front arc, and of front and sides together, in degrees.

    Examples
    --------
    >>> arc_of(67.5, 67.5, 112.5), arc_of(-113, 67.5, 112.5)
    (<Arc.FRONT: 'front'>, <Arc.REAR: 'rear'>)
    """
    away = abs(relative_bearing)
    if away <= front_half + EPSILON:
        return Arc.FRONT
    if away <= side_half + EPSILON:
        return Arc.SIDE
    return Arc.REAR

"""The arrowheads of one-way walls, in map units; for the screen and for paper."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Point
from battlemap.model.obstacle import Wall

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from battlemap.model.obstacle import Obstacle

HALF_BASE = 0.13
"""Half the side of an arrowhead that lies on the wall, in cells."""

LENGTH = 0.26
"""From the wall to the tip, in cells."""


def arrowheads(obstacles: Iterable[Obstacle]) -> Iterator[tuple[Point, Point, Point]]:
    """Yield the arrowheads of all one-way walls: two corners on the wall, and the tip.

    There is about one for each cell of a wall's length; it points to where steps may lead.
    """
    for wall in obstacles:
        if isinstance(wall, Wall) and wall.one_way and wall.blocks_move:
            yield from _of_wall(wall)


def _of_wall(wall: Wall) -> Iterator[tuple[Point, Point, Point]]:
    (x0, y0), (x1, y1) = wall.start, wall.end
    length = hypot(x1 - x0, y1 - y0)
    if not length:
        return
    along = (x1 - x0) / length, (y1 - y0) / length
    turn = 1 if wall.one_way == "right" else -1
    ahead = -along[1] * turn, along[0] * turn
    count = max(1, round(length))
    for number in range(count):
        share = (number + 0.5) / count
        x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        yield (
            Point(x - along[0] * HALF_BASE, y - along[1] * HALF_BASE),
            Point(x + along[0] * HALF_BASE, y + along[1] * HALF_BASE),
            Point(x + ahead[0] * LENGTH, y + ahead[1] * LENGTH),
        )

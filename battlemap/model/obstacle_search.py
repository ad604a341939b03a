"""Finding obstacles: at a point, in a box, the stretch of a wall where a door goes."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from battlemap.geometry.outline import (
    crosses_box,
    gap,
    holds,
    nearest_on,
    rectangle_outline,
)
from battlemap.geometry.snapping import settled
from battlemap.model.obstacle import Door, Prop, Wall

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from battlemap.geometry.cell import Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.obstacle import Obstacle

NEAR = 0.18
"""How near to its line a wall or a door is pressed, in cells."""

DOOR_LENGTH = 1.0
"""How wide a door is where the grid doesn't say, in cells."""

_ON_WALL = 0.02
"""What lies so near to a wall, in cells, lies on it."""

_SAME = 0.002
"""Lengths that differ less than this, in cells, are the same."""

_LOOK_AROUND = 3.0
"""So far along a wall, in cells, corners of the grid are looked for."""


def points_of(obstacle: Obstacle) -> tuple[Point, ...]:
    """Return what an obstacle can be taken by: the ends of a wall, the corners of a prop."""
    if isinstance(obstacle, Prop):
        return obstacle.outline
    return obstacle.start, obstacle.end


def sides_of(obstacle: Obstacle) -> tuple[tuple[Point, Point], ...]:
    """Return the segments that an obstacle is made of: one, or the sides of its outline."""
    points = points_of(obstacle)
    if not isinstance(obstacle, Prop):
        return ((points[0], points[1]),)
    return tuple(zip(points, (*points[1:], points[0]), strict=True))


def distance_to(obstacle: Obstacle, point: tuple[float, float]) -> float:
    """Return how far *point* is from an obstacle, in cells; 0 inside a prop."""
    if isinstance(obstacle, Prop) and holds(obstacle.outline, point):
        return 0.0
    return min(dist(nearest_on(point, a, b), point) for a, b in sides_of(obstacle))


def _near(
    obstacles: Mapping[str, Obstacle],
    one: tuple[float, float],
    other: tuple[float, float],
    reach: float,
) -> Iterator[tuple[int, Obstacle]]:
    """Yield what may come near the box between two points, numbered: most of a map is far off."""
    (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    left, right, top, bottom = left - reach, right + reach, top - reach, bottom + reach
    for number, obstacle in enumerate(obstacles.values()):
        if isinstance(obstacle, Prop):
            xs = [point[0] for point in obstacle.outline]
            ys = [point[1] for point in obstacle.outline]
            if max(xs) < left or min(xs) > right or max(ys) < top or min(ys) > bottom:
                continue
        else:
            (ax, ay), (bx, by) = obstacle.start, obstacle.end
            if (ax < left and bx < left) or (ax > right and bx > right):
                continue
            if (ay < top and by < top) or (ay > bottom and by > bottom):
                continue
        yield number, obstacle


def obstacle_at(
    obstacles: Mapping[str, Obstacle], point: tuple[float, float], reach: float = NEAR
) -> str | None:
    """Return the obstacle that a press at *point* means; None: there is none.

    Doors go before walls, in which they stand, and both before props, on which they may lie.

    Parameters
    ----------
    reach
        How near to a line the press must be, in cells.
    """
    best: tuple[float, float, int] | None = None
    found = None
    for number, obstacle in _near(obstacles, point, point, reach):
        far = distance_to(obstacle, point)
        if far > reach:
            continue
        order = 0.0 if isinstance(obstacle, Door) else 1.0 if isinstance(obstacle, Wall) else 2.0
        rank = (order, far, -number)
        if best is None or rank < best:
            best, found = rank, obstacle.id
    return found


def wall_at(
    obstacles: Mapping[str, Obstacle], point: tuple[float, float], reach: float
) -> Wall | None:
    """Return the wall that is nearest to *point*; None: none within *reach* cells."""
    near = [
        (distance_to(obstacle, point), obstacle.id, obstacle)
        for _, obstacle in _near(obstacles, point, point, reach)
        if isinstance(obstacle, Wall)
    ]
    found = min((one for one in near if one[0] <= reach), default=None, key=lambda one: one[:2])
    return found[2] if found is not None else None


def obstacles_in(obstacles: Mapping[str, Obstacle], one: Point, other: Point) -> tuple[str, ...]:
    """Return the obstacles of which any part lies in the box between two opposite corners."""
    box = rectangle_outline(one, other)
    return tuple(
        obstacle.id
        for _, obstacle in _near(obstacles, one, other, 0.0)
        if any(crosses_box(a, b, one, other) for a, b in sides_of(obstacle))
        or (isinstance(obstacle, Prop) and holds(obstacle.outline, box[0]))
    )


def obstacles_on_way(
    obstacles: Mapping[str, Obstacle],
    start: tuple[float, float],
    end: tuple[float, float],
    reach: float,
) -> tuple[str, ...]:
    """Return the obstacles that the way from *start* to *end* comes as near as *reach* cells to."""
    return tuple(
        obstacle.id
        for _, obstacle in _near(obstacles, start, end, reach)
        if (isinstance(obstacle, Prop) and holds(obstacle.outline, end))
        or any(gap(a, b, start, end) <= reach for a, b in sides_of(obstacle))
    )


def ends_of_all(obstacles: Iterable[Obstacle]) -> tuple[Point, ...]:
    """Return every end of a wall or door and every corner of a prop, each place once."""
    return tuple(dict.fromkeys(point for one in obstacles for point in points_of(one)))


def door_stretch(grid: Grid, wall: Wall, point: tuple[float, float]) -> tuple[Point, Point]:
    """Return where a door goes that is put on *wall* at *point*: its ends, both on the wall.

    Between the two corners of the grid next to the point that lie on the wall; where there are no
    two, the width of a cell around the point. A wall that is shorter becomes the door wholly.
    """
    whole = dist(wall.start, wall.end)
    here = dist(wall.start, nearest_on(point, wall.start, wall.end))
    marks = _corners_on(grid, wall, here)
    before = [mark for mark in marks if mark <= here]
    after = [mark for mark in marks if mark > here]
    if not after and len(before) > 1:
        after, before = before[-1:], before[:-1]
    if not before and len(after) > 1:
        before, after = after[:1], after[1:]
    if before and after:
        first, last = before[-1], after[0]
    else:
        first = min(max(here - DOOR_LENGTH / 2, 0.0), max(whole - DOOR_LENGTH, 0.0))
        last = min(first + DOOR_LENGTH, whole)
    return _along(grid, wall, first, whole), _along(grid, wall, last, whole)


def _along(grid: Grid, wall: Wall, way: float, whole: float) -> Point:
    """Return the place so many cells from the wall's start; its very ends stay what they are."""
    if way <= _SAME:
        return wall.start
    if way >= whole - _SAME:
        return wall.end
    share = way / whole
    return settled(
        grid,
        (
            wall.start.x + (wall.end.x - wall.start.x) * share,
            wall.start.y + (wall.end.y - wall.start.y) * share,
        ),
    )


def _corners_on(grid: Grid, wall: Wall, here: float) -> list[float]:
    """Return how far from the wall's start corners of the grid lie on it, near *here*."""
    whole = dist(wall.start, wall.end)
    found: set[float] = set()
    way = max(0.0, here - _LOOK_AROUND)
    while way <= min(whole, here + _LOOK_AROUND):
        share = way / whole if whole else 0.0
        place = (
            wall.start.x + (wall.end.x - wall.start.x) * share,
            wall.start.y + (wall.end.y - wall.start.y) * share,
        )
        for corner in grid.corners(grid.cell_at(place)):
            on_wall = nearest_on(corner, wall.start, wall.end)
            if dist(on_wall, corner) <= _ON_WALL:
                found.add(round(dist(wall.start, on_wall), 3))
        way += 0.25
    return sorted(found)

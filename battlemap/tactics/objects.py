"""Obstacles as targets: which are in reach, where, and what is left of a broken wall."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Point
from battlemap.model.obstacle import Door, Prop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.model.obstacle import Obstacle, Wall
    from battlemap.tactics.board import Board

_ROUNDING = 1e-9
_SLIVER = 0.05
"""What is left of a broken wall and is shorter than this, in cells, falls with it."""


@dataclass(frozen=True)
class NearObject:
    """An obstacle that a token could strike, and where."""

    id: str
    cells: float
    """How far its nearest point lies from the center of the token's nearest cell."""
    point: Point
    """That nearest point, in map units."""


def objects_within(board: Board, token_id: str, feet: int) -> tuple[NearObject, ...]:
    """Return the obstacles that a token reaches, the nearest first.

    One cell of reach ends half a cell beyond the border of the token's space. What stands behind
    a wall, a shut door or a prop that blocks movement or sight is out of reach.

    Parameters
    ----------
    feet
        The reach or range of a weapon.
    """
    grid, obstacles = board.grid, board.encounter.map.obstacles
    reach = max(1, feet // board.encounter.map.grid.feet_per_cell)
    centers = [grid.center(cell) for cell in board.cells_of(token_id)]
    found = []
    for key, obstacle in obstacles.items():
        if not _is_near(obstacle, centers, reach):
            continue
        point, start, far = min(
            (
                (nearest, center, hypot(nearest.x - center.x, nearest.y - center.y))
                for center in centers
                for nearest in [_nearest_point(center, obstacle)]
            ),
            key=lambda place: place[2],
        )
        if far <= reach + _ROUNDING and not _is_hidden(board, key, start, point):
            found.append(NearObject(key, round(far, 9), point))
    return tuple(sorted(found, key=lambda near: (near.cells, near.id)))


def breached(wall: Wall, at: Point, width: float = 1.0) -> tuple[Wall, ...]:
    """Return what is left of a wall after a gap of *width* cells is broken into it around *at*.

    The gap stays within the wall. The first part keeps the wall's id, a second one gets a letter;
    what is left is whole again.
    """
    (x0, y0), (x1, y1) = wall.start, wall.end
    length = hypot(x1 - x0, y1 - y0)
    if length <= width + 2 * _SLIVER:
        return ()
    along = ((at[0] - x0) * (x1 - x0) + (at[1] - y0) * (y1 - y0)) / length
    begin = min(max(along - width / 2, 0.0), length - width)
    parts: list[Wall] = []
    for start, end in ((0.0, begin), (begin + width, length)):
        if end - start > _SLIVER:
            places = [
                Point(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
                for share in (start / length, end / length)
            ]
            key = wall.id if not parts else f"{wall.id}b"
            parts.append(replace(wall, id=key, start=places[0], end=places[1], damage=0))
    return tuple(parts)


def _edges(obstacle: Obstacle) -> Iterator[tuple[Point, Point]]:
    if isinstance(obstacle, Prop):
        ring = obstacle.outline
        yield from zip(ring, (*ring[1:], ring[0]), strict=True)
    else:
        yield obstacle.start, obstacle.end


def _is_near(obstacle: Obstacle, centers: list[Point], reach: float) -> bool:
    """Tell whether the boxes around an obstacle and around a space come within *reach* cells."""
    points = [point for edge in _edges(obstacle) for point in edge]
    xs, ys = [p.x for p in points], [p.y for p in points]
    left, right = min(c.x for c in centers) - reach, max(c.x for c in centers) + reach
    top, bottom = min(c.y for c in centers) - reach, max(c.y for c in centers) + reach
    across = max(xs) >= left - _ROUNDING and min(xs) <= right + _ROUNDING
    return across and max(ys) >= top - _ROUNDING and min(ys) <= bottom + _ROUNDING


def _nearest_point(point: Point, obstacle: Obstacle) -> Point:
    """Return the point of an obstacle's edges nearest to *point*; *point* itself if inside."""
    edges = list(_edges(obstacle))
    if isinstance(obstacle, Prop):
        crossed = sum(
            (a.y > point.y) != (b.y > point.y)
            and point.x < a.x + (point.y - a.y) * (b.x - a.x) / (b.y - a.y)
            for a, b in edges
        )
        if crossed % 2:
            return point
    places = [_on_segment(point, start, end) for start, end in edges]
    return min(places, key=lambda place: hypot(place.x - point.x, place.y - point.y))


def _on_segment(point: Point, start: Point, end: Point) -> Point:
    dx, dy = end.x - start.x, end.y - start.y
    length = dx * dx + dy * dy
    share = 0.0
    if length:
        share = ((point.x - start.x) * dx + (point.y - start.y) * dy) / length
        share = min(1.0, max(0.0, share))
    return Point(start.x + share * dx, start.y + share * dy)


def _is_hidden(board: Board, key: str, start: Point, end: Point) -> bool:
    """Tell whether another obstacle stands between a point and the nearest point of this one."""
    for other, obstacle in board.encounter.map.obstacles.items():
        if other == key or (isinstance(obstacle, Door) and obstacle.is_open):
            continue
        if isinstance(obstacle, Door) or obstacle.blocks_move or obstacle.blocks_sight:
            for a, b in _edges(obstacle):
                if _crosses(start, end, a, b):
                    return True
    return False


def _crosses(start: Point, end: Point, a: Point, b: Point) -> bool:
    """Tell whether a segment crosses a ray properly: what only touches its end is beside it."""
    before, after = _side(start, end, a), _side(start, end, b)
    here, there = _side(a, b, start), _side(a, b, end)
    return before * after < -_ROUNDING and here * there < -_ROUNDING


def _side(a: Point, b: Point, p: Point) -> float:
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)

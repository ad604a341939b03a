"""Obstacles as targets: which are in reach, where, and what is left of a broken wall."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.cell import Point
from battlemap.model.obstacle import Door, Prop
from battlemap.tactics.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from battlemap.model.obstacle import Obstacle, Wall
    from battlemap.model.token import Weapon
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
    found = _objects_within(board, token_id, feet)
    return tuple(sorted(found, key=lambda near: (near.cells, near.id)))


def within_weapon(board: Board, token_id: str, weapon: Weapon) -> tuple[NearObject, ...]:
    """Return the obstacles that a weapon reaches, the nearest first; secret doors stay secret."""
    obstacles = board.encounter.map.obstacles
    near = objects_within(board, token_id, weapon.farthest_feet)
    return tuple(one for one in near if not _is_secret(obstacles[one.id]))


def reaches_any(board: Board, token_id: str, weapon: Weapon) -> bool:
    """Tell whether a weapon reaches any obstacle; secret doors stay secret."""
    obstacles = board.encounter.map.obstacles
    near = _objects_within(board, token_id, weapon.farthest_feet)
    return any(not _is_secret(obstacles[one.id]) for one in near)  # it ends at the first one


def _is_secret(obstacle: Obstacle) -> bool:
    return isinstance(obstacle, Door) and obstacle.is_secret


def _objects_within(board: Board, token_id: str, feet: int) -> Iterator[NearObject]:
    grid, obstacles = board.grid, board.encounter.map.obstacles
    reach = max(1, feet // board.encounter.map.grid.feet_per_cell)
    centers = [grid.center(cell) for cell in board.cells_of(token_id)]
    boxes = _Boxes.of(obstacles)
    for key in boxes.near(centers, reach):
        obstacle = obstacles[key]
        point, start, far = min(
            (
                (nearest, center, hypot(nearest.x - center.x, nearest.y - center.y))
                for center in centers
                for nearest in [_nearest_point(center, obstacle)]
            ),
            key=lambda place: place[2],
        )
        if far <= reach + _ROUNDING and not _is_hidden(
            obstacles, boxes.near([start, point], 0), key, start, point
        ):
            yield NearObject(key, round(far, 9), point)


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


@dataclass(frozen=True, eq=False)
class _Boxes:
    """The boxes around all obstacles of a map: most of a large map is far from any weapon."""

    keys: tuple[str, ...]
    sides: NDArray[np.float64]
    """Left, top, right and bottom, a row each."""

    @classmethod
    def of(cls, obstacles: Mapping[str, Obstacle]) -> _Boxes:
        """Return the boxes of these very obstacles (by identity), made once."""
        return _recent.get((obstacles,), lambda: cls._made(obstacles))

    @classmethod
    def _made(cls, obstacles: Mapping[str, Obstacle]) -> _Boxes:
        sides = []
        for obstacle in obstacles.values():
            points = [point for edge in _edges(obstacle) for point in edge]
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            sides.append((min(xs), min(ys), max(xs), max(ys)))
        return cls(tuple(obstacles), np.array(sides, dtype=np.float64).reshape(-1, 4).T)

    def near(self, points: Sequence[Point], reach: float) -> list[str]:
        """Return the obstacles whose boxes come within *reach* cells of the points' box.

        Those whose middles are nearest come first.
        """
        far = reach + _ROUNDING
        left, top, right, bottom = self.sides
        found = (left <= max(p.x for p in points) + far) & (right >= min(p.x for p in points) - far)
        found &= top <= max(p.y for p in points) + far
        found &= bottom >= min(p.y for p in points) - far
        indexes = np.nonzero(found)[0]
        if len(indexes) > 1:
            x, y = points[0]
            away = np.abs(left[indexes] + right[indexes] - 2 * x)
            away += np.abs(top[indexes] + bottom[indexes] - 2 * y)
            indexes = indexes[np.argsort(away, kind="stable")]
        return [self.keys[index] for index in indexes.tolist()]


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


def _is_hidden(
    obstacles: Mapping[str, Obstacle], near: Iterable[str], key: str, start: Point, end: Point
) -> bool:
    """Tell whether another obstacle stands between a point and the nearest point of this one."""
    for other in near:
        obstacle = obstacles[other]
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


_recent: Recent[_Boxes] = Recent()

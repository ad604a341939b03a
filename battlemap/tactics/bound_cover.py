"""Cover that is bound to an object: which objects are near enough, and against whom one stands."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from battlemap.model.obstacle import CoverGrade, Door, Prop
from battlemap.tactics.barriers import Barriers
from battlemap.tactics.cover import best_corners, ray_shown, volley_between, volley_from_point

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.obstacle import Obstacle
    from battlemap.tactics.board import Board
    from battlemap.tactics.facts import Ray
    from battlemap.tactics.shots import Volley

BESIDE = 1.0
"""So many cells at most from the center of an own cell: half a cell beyond its border."""

_ROUNDING = 1e-9


@dataclass(frozen=True)
class BoundCover:
    """Whether one object stands between an attacker, or the origin of an area, and a target."""

    obstacle: str
    stands_between: bool
    share: float
    """Of the rays from the attacker's best corner to the target's corners that cross the object."""
    corner: Point
    """Where the rays start."""
    rays: tuple[Ray, ...]
    """All of them; ``stopped_by`` names the object where it is crossed, and nothing else."""
    reason: str


def bound_cover(
    board: Board,
    attacker: str | Point,
    target_id: str,
    obstacle_id: str,
    *,
    source: str | None = None,
) -> BoundCover:
    """Return whether the object covers the target: at least half of the rays cross it.

    The rays run from the corner that is best for the attacker, everything on the map considered, as
    for any cover; a ray that passes above the object doesn't cross it. An object that is gone, or a
    door that stands open, stands between nobody (Grimhowl, Take Cover).

    Parameters
    ----------
    attacker
        A token's id, or the point in map units from which an area spreads.
    source
        The token that casts from such a point: its own body gives no cover.

    Raises
    ------
    KeyError
        If a token doesn't exist.
    """
    if isinstance(attacker, str):
        volley = volley_between(board, attacker, [target_id])
        whence = board.token(attacker).name
    else:
        volley = volley_from_point(board, attacker, [target_id], source)
        whence = "the area"
    start, rays = _best_rays(board, volley, 0, obstacle_id)
    count, crossing = len(rays), _crossing(rays)
    stands = 2 * crossing >= count
    obstacle = board.encounter.map.obstacles.get(obstacle_id)
    target = board.token(target_id).name
    if obstacle is None:
        reason = f"{obstacle_id} is gone"
    elif isinstance(obstacle, Door) and obstacle.is_open:
        reason = f"{obstacle_id} stands open"
    else:
        verb = "stands" if stands else "doesn't stand"
        name = _name(obstacle)
        reason = f"{name} {verb} between {whence} and {target}: {crossing} of {count} rays"
    return BoundCover(
        obstacle_id,
        stands,
        crossing / count,
        start,
        rays,
        reason,
    )


def bound_share(board: Board, volley: Volley, index: int, obstacle_id: str) -> float:
    """Return the share of ``bound_cover`` for one shot of a volley."""
    _, rays = _best_rays(board, volley, index, obstacle_id)
    return _crossing(rays) / len(rays)


def _best_rays(
    board: Board, volley: Volley, index: int, obstacle_id: str
) -> tuple[Point, tuple[Ray, ...]]:
    """Return the best corner of a shot, and its rays with the object where they cross it."""
    # Of corners that are equally good the one whose rays the object crosses least: best for the
    # attacker, and the same however the board lies.
    return min(
        (
            _rays_from(board, volley, index, corner, obstacle_id)
            for corner in best_corners(board, volley, index)
        ),
        key=lambda found: _crossing(found[1]),
    )


def _rays_from(
    board: Board, volley: Volley, shot_index: int, corner: int, obstacle_id: str
) -> tuple[Point, tuple[Ray, ...]]:
    """Return one of the attacker's corners, and its rays with the object where they cross it."""
    shot = volley.shots[shot_index]
    start, count = shot.starts[corner], len(shot.ends)
    first = volley.first[shot_index] + corner * count
    rays = []
    for index, end in enumerate(shot.ends):
        stops = volley.stops(first + index)
        crossed = [stop for stop in stops if stop.screen.id == obstacle_id]
        rays.append(ray_shown(board.grid, start, end, crossed))
    return board.grid.from_lattice(start.exact), tuple(rays)


def _crossing(rays: Sequence[Ray]) -> int:
    return sum(bool(ray.stopped_by) for ray in rays)


def objects_beside(board: Board, token_id: str, at: Cell | None = None) -> tuple[str, ...]:
    """Return the objects behind which a token could take cover, the nearest first.

    Walls, shut doors and props that give cover count, within half a cell of the token's space.

    Parameters
    ----------
    at
        Where the token's anchor stands; None: where it is.
    """
    token = board.token(token_id)
    grid, obstacles = board.grid, board.encounter.map.obstacles
    centers = [grid.center(cell) for cell in board.cells_at(token, token.at if at is None else at)]
    barriers = Barriers.of(grid, obstacles)
    box = _box_around(grid, centers)
    near = {barriers.screens[i].id for i in barriers.screen_index.near(box).tolist()}
    near.update(barriers.bodies[i][0].id for i in barriers.bodies_near(box))
    found = []
    for key in near:
        if obstacles[key].cover is CoverGrade.NONE:
            continue
        far = min(_distance(center, obstacles[key]) for center in centers)
        if far <= BESIDE + _ROUNDING:
            found.append((round(far, 9), key))
    return tuple(key for _, key in sorted(found))


def _name(obstacle: Obstacle) -> str:
    return (isinstance(obstacle, Prop) and obstacle.name) or obstacle.id


def _box_around(grid: Grid, centers: list[Point]) -> tuple[int, int, int, int]:
    """Return a box of the integer frame that holds everything beside these centers."""
    points = [
        grid.lattice(center._replace(x=center.x + dx, y=center.y + dy))
        for center in centers
        for dx in (-BESIDE, BESIDE)
        for dy in (-BESIDE, BESIDE)
    ]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1


def _distance(point: Point, obstacle: Obstacle) -> float:
    """Return how far the nearest edge of an obstacle lies from *point*, in cells; 0: inside."""
    if not isinstance(obstacle, Prop):
        return _to_segment(point, obstacle.start, obstacle.end)
    ring = obstacle.outline
    edges = list(zip(ring, (*ring[1:], ring[0]), strict=True))
    crossed = sum(
        (a.y > point.y) != (b.y > point.y)
        and point.x < a.x + (point.y - a.y) * (b.x - a.x) / (b.y - a.y)
        for a, b in edges
    )
    return 0.0 if crossed % 2 else min(_to_segment(point, a, b) for a, b in edges)


def _to_segment(point: Point, start: Point, end: Point) -> float:
    dx, dy = end.x - start.x, end.y - start.y
    length = dx * dx + dy * dy
    along = 0.0
    if length:
        along = ((point.x - start.x) * dx + (point.y - start.y) * dy) / length
        along = min(1.0, max(0.0, along))
    return hypot(point.x - start.x - along * dx, point.y - start.y - along * dy)

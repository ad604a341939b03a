"""Changing what stands in the way: each function returns new obstacles and leaves the old ones."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise
from math import dist
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.geometry.outline import nearest_on
from battlemap.geometry.snapping import settled
from battlemap.model.obstacle import Door, Prop, Wall
from battlemap.model.segments import crosses_itself

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from battlemap.geometry.cell import Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.obstacle import Obstacle

_ON_LINE = 0.03
"""Ends of a door that are so near to a wall's line, in cells, lie in this wall."""

_LEAST = 0.02
"""What would be left of a wall and is shorter than this, in cells, goes too."""

_LETTERS = {Wall: "w", Door: "d", Prop: "p"}


def free_id(obstacles: Container[str], kind: type) -> str:
    """Return an id that no obstacle has: w1, w2... for walls, d1... for doors, p1... for props."""
    letter = _LETTERS[kind]
    number = 1
    while f"{letter}{number}" in obstacles:
        number += 1
    return f"{letter}{number}"


def with_walls(
    obstacles: Mapping[str, Obstacle], points: Sequence[Point], like: Wall
) -> Mapping[str, Obstacle]:
    """Return the obstacles with a wall along each leg of a line through *points*.

    A leg without length, and one along which such a wall stands already, is left out.

    Parameters
    ----------
    like
        The new walls are as this one but for id and ends.
    """
    made = dict(obstacles)
    standing = {
        frozenset((one.start, one.end)) for one in obstacles.values() if isinstance(one, Wall)
    }
    for start, end in pairwise(points):
        if start != end and frozenset((start, end)) not in standing:
            standing.add(frozenset((start, end)))
            key = free_id(made, Wall)
            made[key] = replace(like, id=key, start=start, end=end)
    return MappingProxyType(made)


def with_door(
    obstacles: Mapping[str, Obstacle], start: Point, end: Point, like: Door
) -> Mapping[str, Obstacle]:
    """Return the obstacles with a door from *start* to *end*, cut into the walls along this line.

    What is left of such a wall beside the door stays, as walls that begin where the door ends. A
    door that stood there already makes room as well.
    """
    made: dict[str, Obstacle] = {}
    for key, obstacle in obstacles.items():
        if isinstance(obstacle, Wall) and _lies_along(obstacle, start, end):
            for number, piece in enumerate(_beside(obstacle, start, end)):
                name = key if number == 0 else free_id({**obstacles, **made}, Wall)
                made[name] = replace(piece, id=name)
        elif not (isinstance(obstacle, Door) and _is_within(obstacle, start, end)):
            made[key] = obstacle
    key = free_id({**obstacles, **made}, Door)
    made[key] = replace(like, id=key, start=start, end=end)
    return MappingProxyType(made)


def _lies_along(wall: Wall, start: Point, end: Point) -> bool:
    """Tell whether a stretch of *wall*, longer than a touch, lies between *start* and *end*."""
    a, b = nearest_on(start, wall.start, wall.end), nearest_on(end, wall.start, wall.end)
    if dist(a, b) <= _LEAST:
        return False
    # The wall's part that faces the door must lie on the door's own line, at both ends.
    return (
        dist(nearest_on(a, start, end), a) <= _ON_LINE
        and dist(nearest_on(b, start, end), b) <= _ON_LINE
    )


def _is_within(door: Door, start: Point, end: Point) -> bool:
    return all(dist(nearest_on(p, start, end), p) <= _ON_LINE for p in (door.start, door.end))


def _beside(wall: Wall, start: Point, end: Point) -> list[Wall]:
    """Return what is left of *wall* before and behind a door."""
    near, far = sorted((start, end), key=lambda point: dist(wall.start, _on(wall, point)))
    left = []
    if dist(wall.start, _on(wall, near)) > _LEAST:
        left.append(replace(wall, end=near))
    if dist(wall.end, _on(wall, far)) > _LEAST:
        left.append(replace(wall, start=far))
    return left


def _on(wall: Wall, point: Point) -> Point:
    return nearest_on(point, wall.start, wall.end)


def with_prop(
    grid: Grid, obstacles: Mapping[str, Obstacle], outline: Sequence[Point], like: Prop
) -> Mapping[str, Obstacle]:
    """Return the obstacles with a prop of this outline.

    Raises
    ------
    ValueError
        If the outline has fewer than three corners or crosses itself, in one sentence.
    """
    points = tuple(dict.fromkeys(settled(grid, point) for point in outline))
    key = free_id(obstacles, Prop)
    made = replace(like, id=key, outline=points)
    _refuse_odd(grid, made)
    return MappingProxyType({**obstacles, key: made})


def without(obstacles: Mapping[str, Obstacle], keys: Container[str]) -> Mapping[str, Obstacle]:
    """Return the obstacles but these."""
    return MappingProxyType({key: one for key, one in obstacles.items() if key not in keys})


def with_field(
    obstacles: Mapping[str, Obstacle], keys: Iterable[str], name: str, value: object
) -> Mapping[str, Obstacle]:
    """Return the obstacles with this field of each named one set; those without it stay."""
    made = dict(obstacles)
    for key in keys:
        obstacle = made[key]
        if any(field.name == name for field in fields(obstacle)):
            made[key] = replace(obstacle, **{name: value})  # type: ignore[arg-type]
    return MappingProxyType(made)


def moved(
    grid: Grid,
    obstacles: Mapping[str, Obstacle],
    keys: Iterable[str],
    by: tuple[float, float],
) -> Mapping[str, Obstacle]:
    """Return the obstacles with the named ones moved *by* so many cells right and down."""
    made = dict(obstacles)
    for key in keys:
        obstacle = made[key]
        if isinstance(obstacle, Prop):
            made[key] = replace(
                obstacle, outline=tuple(_shifted(grid, point, by) for point in obstacle.outline)
            )
        else:
            made[key] = replace(
                obstacle,
                start=_shifted(grid, obstacle.start, by),
                end=_shifted(grid, obstacle.end, by),
            )
    return MappingProxyType(made)


def _shifted(grid: Grid, point: Point, by: tuple[float, float]) -> Point:
    return settled(grid, (point.x + by[0], point.y + by[1]))


def with_point_moved(
    grid: Grid,
    obstacles: Mapping[str, Obstacle],
    key: str,
    old: Point,
    new: Point,
    *,
    alone: bool = False,
) -> Mapping[str, Obstacle]:
    """Return the obstacles with one end or corner of an obstacle elsewhere.

    Walls and doors that meet in the old place go along, so that no gap opens; a prop's corner moves
    by itself.

    Parameters
    ----------
    alone
        Move the end of this one only.

    Raises
    ------
    ValueError
        If a wall or door would lose its length, or an outline would cross itself; one sentence.
    """
    taken = obstacles[key]
    changed: dict[str, Obstacle] = {}
    if isinstance(taken, Prop):
        changed[key] = replace(taken, outline=tuple(new if p == old else p for p in taken.outline))
    else:
        for name, obstacle in obstacles.items():
            if isinstance(obstacle, Prop) or (alone and name != key):
                continue
            if old in (obstacle.start, obstacle.end):
                changed[name] = replace(
                    obstacle,
                    start=new if obstacle.start == old else obstacle.start,
                    end=new if obstacle.end == old else obstacle.end,
                )
    for obstacle in changed.values():
        _refuse_odd(grid, obstacle)
    return MappingProxyType({**obstacles, **changed})


def _refuse_odd(grid: Grid, obstacle: Obstacle) -> None:
    if isinstance(obstacle, Prop):
        if len(set(obstacle.outline)) < 3:
            raise ValueError("An outline needs at least three corners.")
        if crosses_itself([grid.lattice(point) for point in obstacle.outline]):
            raise ValueError("An outline must not cross or touch itself.")
    elif grid.lattice(obstacle.start) == grid.lattice(obstacle.end):
        raise ValueError("A wall needs two ends.")

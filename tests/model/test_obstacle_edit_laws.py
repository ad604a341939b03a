"""Whatever is drawn, cut, moved and deleted in whatever order: the map stays in order."""

from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry.grid import GridKind, make_grid
from battlemap.geometry.outline import circle_outline, rectangle_outline
from battlemap.geometry.snapping import drawing_point
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.check import ERROR, check
from battlemap.model.encounter import Encounter
from battlemap.model.obstacle import Wall
from battlemap.model.obstacle_edit import (
    moved,
    with_door,
    with_field,
    with_point_moved,
    with_prop,
    with_walls,
    without,
)
from battlemap.model.obstacle_kinds import DOOR_KINDS, PROP_KINDS, WALL_KINDS
from battlemap.model.obstacle_search import (
    door_stretch,
    obstacle_at,
    obstacles_in,
    obstacles_on_way,
    points_of,
    wall_at,
)

PLACES = st.tuples(st.floats(0, 12), st.floats(0, 9))
DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["wall", "door", "prop", "round", "reshape", "move", "set", "delete"]),
        st.lists(PLACES, min_size=2, max_size=4),
        st.booleans(),
    ),
    max_size=12,
)


def deed(grid, obstacles, kind, places, free):
    """Return the obstacles after one deed of a tool; a refused one changes nothing."""
    points = [drawing_point(grid, place, free=free) for place in places]
    keys = list(obstacles)
    key = keys[int(places[0][0] * 100) % len(keys)] if keys else ""
    if kind == "wall":
        return with_walls(obstacles, points, WALL_KINDS[len(keys) % len(WALL_KINDS)][1])
    if kind == "door":
        wall = wall_at(obstacles, points[0], 2.0)
        ends = door_stretch(grid, wall, points[0]) if wall is not None else points[:2]
        like = DOOR_KINDS[len(keys) % len(DOOR_KINDS)][1]
        return obstacles if ends[0] == ends[1] else with_door(obstacles, *ends, like)
    if kind in ("prop", "round"):
        outline = (
            rectangle_outline(points[0], points[1])
            if kind == "prop"
            else circle_outline(points[0], 0.4 + places[1][0] / 10)
        )
        return with_prop(grid, obstacles, outline, PROP_KINDS[len(keys) % len(PROP_KINDS)][1])
    if not key:
        return obstacles
    if kind == "reshape":
        old = points_of(obstacles[key])[0]
        return with_point_moved(grid, obstacles, key, old, points[0], alone=free)
    if kind == "move":
        return moved(grid, obstacles, (key,), (0.5, -1.0))
    if kind == "set":
        return with_field(obstacles, keys, "height_feet", 5)
    return without(obstacles, {key})


@pytest.mark.parametrize("kind", list(GridKind), ids=lambda kind: kind.value)
@given(deeds=DEEDS)
def test_the_map_stays_in_order(kind, deeds):
    spec = GridSpec(kind, 12, 10)
    grid = make_grid(kind, 12, 10)
    obstacles = MappingProxyType({})
    for what, places, free in deeds:
        before, kept = obstacles, dict(obstacles)
        try:
            obstacles = deed(grid, obstacles, what, places, free)
        except ValueError:
            obstacles = before
        assert dict(before) == kept, "what was there is never changed in place"
        assert all(key == obstacle.id for key, obstacle in obstacles.items())
    found = check(Encounter(map=BattleMap(grid=spec, obstacles=obstacles)))
    assert [finding for finding in found if finding.level == ERROR] == []


@given(deeds=DEEDS, one=PLACES, other=PLACES)
def test_searches_agree_with_each_other(deeds, one, other):
    grid = make_grid(GridKind.SQUARE, 12, 10)
    obstacles = MappingProxyType({})
    for what, places, free in deeds:
        try:
            obstacles = deed(grid, obstacles, what, places, free)
        except ValueError:
            continue
    near = obstacle_at(obstacles, one, 0.2)
    touched = obstacles_on_way(obstacles, one, one, 0.2)
    assert (near is None) == (touched == ())
    assert near is None or near in touched
    a, b = (drawing_point(grid, place) for place in (one, other))
    caught = obstacles_in(obstacles, a, b)
    assert caught == obstacles_in(obstacles, b, a)
    for key, obstacle in obstacles.items():
        inside = all(
            min(a.x, b.x) <= p.x <= max(a.x, b.x) and min(a.y, b.y) <= p.y <= max(a.y, b.y)
            for p in points_of(obstacle)
        )
        assert not inside or key in caught
    wall = wall_at(obstacles, one, 0.2)
    assert wall is None or isinstance(obstacles[wall.id], Wall)

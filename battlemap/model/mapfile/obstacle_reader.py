"""Walls, doors and props, from the JSON of a map file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model import limits
from battlemap.model.file_error import FileError, used_twice
from battlemap.model.mapfile import keys
from battlemap.model.mapfile.record import Record, as_point
from battlemap.model.obstacle import (
    GRADES,
    ONE_WAYS,
    CoverGrade,
    Door,
    Prop,
    Wall,
    prop_blocks,
    usual_wall_cover,
    wall_blocks_sight,
)

if TYPE_CHECKING:
    from battlemap.geometry.cell import Point
    from battlemap.model.obstacle import Obstacle

_MOST = 1_000_000


def read_obstacles(record: Record) -> dict[str, Obstacle]:
    """Return walls, doors and props by id, in the order of the file.

    One without an id gets the first free one of w1, w2..., d1..., p1...

    Raises
    ------
    FileError
        If an id is used twice, there are too many, or a value is wrong.
    """
    kinds = (("walls", "w", _read_wall), ("doors", "d", _read_door), ("props", "p", _read_prop))
    entries = {key: record.items(key, limits.OBSTACLES) for key, _, _ in kinds}
    if sum(map(len, entries.values())) > limits.OBSTACLES:
        raise FileError("", "walls", f"more than {limits.OBSTACLES:,} walls, doors and props.")
    given = {
        value["id"]
        for items in entries.values()
        for value, _ in items
        if isinstance(value, dict) and isinstance(value.get("id"), str)
    }
    found: dict[str, Obstacle] = {}
    for key, letter, read in kinds:
        number = 0
        for value, where in entries[key]:
            fallback = ""
            if isinstance(value, dict) and value.get("id") is None:
                number += 1
                while f"{letter}{number}" in given:
                    number += 1
                fallback = f"{letter}{number}"
            obstacle = read(value, where, fallback)
            if obstacle.id in found:
                raise used_twice(where, obstacle.id)
            found[obstacle.id] = obstacle
    return found


def _read_wall(value: object, where: str, fallback: str) -> Obstacle:
    record = Record(value, where, keys.WALL)
    one_way = record.choice("one_way", "", {side: side for side in ONE_WAYS})
    cover = record.choice("cover", usual_wall_cover(one_way), GRADES)
    return Wall(
        id=record.text("id", fallback or None),
        start=record.point("from"),
        end=record.point("to"),
        cover=cover,
        blocks_move=record.flag("blocks_move", True),
        blocks_sight=record.flag("blocks_sight", wall_blocks_sight(cover)),
        height_feet=_height(record),
        elevation_feet=_elevation(record),
        durability=_durability(record),
        break_threshold=record.optional_integer("break_threshold", 1, _MOST),
        damage=record.integer("damage", 0, 0, _MOST),
        one_way=one_way,
    )


def _read_door(value: object, where: str, fallback: str) -> Obstacle:
    record = Record(value, where, keys.DOOR)
    return Door(
        id=record.text("id", fallback or None),
        start=record.point("from"),
        end=record.point("to"),
        is_open=record.flag("open", False),
        is_locked=record.flag("locked", False),
        is_secret=record.flag("secret", False),
        is_window=record.flag("window", False),
        cover=record.choice("cover", CoverGrade.TOTAL, GRADES),
        height_feet=_height(record),
        elevation_feet=_elevation(record),
        durability=_durability(record),
        break_threshold=record.optional_integer("break_threshold", 1, _MOST),
        damage=record.integer("damage", 0, 0, _MOST),
    )


def _read_prop(value: object, where: str, fallback: str) -> Obstacle:
    record = Record(value, where, keys.PROP)
    cover = record.choice("cover", CoverGrade.MAJOR, GRADES)
    return Prop(
        id=record.text("id", fallback or None),
        outline=_outline(record),
        name=record.text("name", ""),
        cover=cover,
        blocks_move=record.flag("blocks_move", prop_blocks(cover)),
        blocks_sight=record.flag("blocks_sight", prop_blocks(cover)),
        height_feet=_height(record),
        elevation_feet=_elevation(record),
        durability=_durability(record),
        break_threshold=record.optional_integer("break_threshold", 1, _MOST),
        damage=record.integer("damage", 0, 0, _MOST),
    )


def _outline(record: Record) -> tuple[Point, ...]:
    record.need("outline", "a list of at least 3 points")
    points = [as_point(*item) for item in record.items("outline", limits.OUTLINE_POINTS)]
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()  # an outline closes by itself
    if len(points) < 3:
        raise FileError("", record.at("outline"), "expected at least 3 different points.")
    return tuple(points)


def _height(record: Record) -> int | None:
    return record.optional_integer("height_feet", 0, limits.FEET)


def _elevation(record: Record) -> int:
    return record.integer("elevation", 0, -limits.FEET, limits.FEET)


def _durability(record: Record) -> int | None:
    return record.optional_integer("durability", 0, _MOST)

"""Walls, doors, props and lights of a Universal VTT file, in cells of the new map."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, sin
from typing import TYPE_CHECKING, TypeGuard

from battlemap.geometry.cell import LatticePoint, Point
from battlemap.geometry.square import SCALE
from battlemap.model import limits
from battlemap.model.battle_map import Light
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.segments import crosses_itself

if TYPE_CHECKING:
    from collections import Counter

    from battlemap.formats.clip import Area
    from battlemap.model.mapfile.json_text import Json
    from battlemap.model.obstacle import Obstacle

DIGITS = 6
"""Decimals of a cell that are kept, as many as the exporters write."""

OPEN_SHARE = 0.5
"""An object's outline that lacks more than this share of what is drawn is a line, not an area."""

_COLOR = re.compile(r"#?(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6})")


@dataclass(frozen=True)
class Geometry:
    """What was found."""

    obstacles: dict[str, Obstacle]
    lights: tuple[Light, ...]


def is_number(value: Json) -> TypeGuard[int | float]:
    """Tell whether a value is a finite number of sensible size."""
    return (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and abs(value) <= 100 * limits.COORDINATE  # false for NaN; a whole number has any size
    )


def read_geometry(
    data: dict[str, Json], shift: Point, area: Area, counts: Counter[str], block_sight: bool
) -> Geometry:
    """Return walls, doors, props and lights that lie on the map; count all that is left out.

    Parameters
    ----------
    data
        The file.
    shift
        The cell of the whole map that is the first one here.
    area
        The map's rectangle.
    counts
        Counts by name; added to.
    block_sight
        Whether objects block sight.
    """
    reader = _Reader(shift, area, counts)
    for line in reader.entries(data.get("line_of_sight")):
        reader.add_walls(line)
    for entry in reader.entries(data.get("objects_line_of_sight")):
        reader.add_object(entry, block_sight)
    for entry in reader.entries(data.get("portals")):
        reader.add_door(entry)
    found = [reader.read_light(entry) for entry in reader.entries(data.get("lights"))]
    lights = tuple(light for light in found if light is not None)[: limits.LIGHTS]
    counts["lights"] = len(lights)
    return Geometry(reader.obstacles, lights)


class _Reader:
    def __init__(self, shift: Point, area: Area, counts: Counter[str]) -> None:
        self.shift = shift
        self.area = area
        self.counts = counts
        self.obstacles: dict[str, Obstacle] = {}

    def entries(self, value: Json) -> list[Json]:
        """Return the entries of a list; anything else has none and is counted."""
        if isinstance(value, list):
            return value
        self.counts["entries_bad"] += value is not None
        return []

    def point(self, value: Json) -> Point | None:
        """Return a place on the new map, None for anything else."""
        if isinstance(value, dict):
            x, y = value.get("x"), value.get("y")
            if is_number(x) and is_number(y):
                place = _rounded(x - self.shift.x, y - self.shift.y)
                if max(abs(place.x), abs(place.y)) <= limits.COORDINATE:
                    return place
        return None

    def strokes(self, line: Json) -> list[list[Point]]:
        """Return the parts of a polyline between points that can't be read, none of them closed.

        Points that fall onto the one before are left out, so that no piece is without length.
        """
        if not isinstance(line, list):
            self.counts["entries_bad"] += 1
            return []
        found: list[list[Point]] = [[]]
        for value in line:
            point = self.point(value)
            if point is None:
                self.counts["points_bad"] += 1
                found.append([])
            elif found[-1] and _lattice(found[-1][-1]) == _lattice(point):
                self.counts["zero_length"] += 1
            else:
                found[-1].append(point)
        return [stroke for stroke in found if stroke]

    def add_walls(self, line: Json) -> None:
        """Add the pieces of a polyline of ``line_of_sight``."""
        for stroke in self.strokes(line):
            for start, end in pairwise(stroke):
                self.add_wall(start, end, "walls")

    def add_wall(self, start: Point, end: Point, name: str, *, sight: bool = True) -> None:
        """Add the part of a wall that lies on the map; one of an object doesn't stop movement."""
        inside = self.area.clip(start, end)
        if inside is None or _lattice(inside[0]) == _lattice(inside[1]):
            self.counts[f"{name}_outside"] += 1
            return
        self.counts[f"{name}_cut"] += inside != (start, end)
        self.counts[name] += 1
        key = f"w{self.counts['walls'] + self.counts['object_walls']}"
        a, b = (_rounded(point.x, point.y) for point in inside)
        if name == "walls":
            self.obstacles[key] = Wall(key, a, b)
        else:
            self.obstacles[key] = Wall(
                key, a, b, cover=CoverGrade.MAJOR, blocks_move=False, blocks_sight=sight
            )

    def add_object(self, line: Json, block_sight: bool) -> None:
        """Add furniture or a pillar: as a prop, or as thin walls where it is no area."""
        for stroke in self.strokes(line):
            if _encloses(stroke) and not self.area.lies_within(tuple(stroke)):
                outline = stroke[:-1] if _lattice(stroke[0]) == _lattice(stroke[-1]) else stroke
                if self.area.misses(tuple(outline)):
                    self.counts["props_outside"] += 1
                    continue
                self.counts["props"] += 1
                key = f"p{self.counts['props']}"
                self.obstacles[key] = Prop(key, tuple(outline), blocks_sight=block_sight)
            else:
                for start, end in pairwise(stroke):
                    self.add_wall(start, end, "object_walls", sight=block_sight)

    def add_door(self, value: Json) -> None:
        """Add a portal as a door with a segment of its own: the walls stop at its ends."""
        ends = self.door_ends(value)
        if not isinstance(value, dict) or ends is None:
            self.counts["entries_bad"] += 1
            return
        if self.area.misses(ends):
            self.counts["doors_outside"] += 1
            return
        is_open = not _is_closed(value.get("closed"))
        self.counts["doors"] += 1
        self.counts["doors_open"] += is_open
        key = f"d{self.counts['doors']}"
        self.obstacles[key] = Door(key, *ends, is_open=is_open)

    def door_ends(self, value: Json) -> tuple[Point, Point] | None:
        """Return the ends of a portal: its bounds, or one cell at its place and angle."""
        if not isinstance(value, dict):
            return None
        bounds = value.get("bounds")
        if isinstance(bounds, list) and len(bounds) == 2:
            start, end = self.point(bounds[0]), self.point(bounds[1])
            if start is not None and end is not None and _lattice(start) != _lattice(end):
                return start, end
        position, angle = self.point(value.get("position")), value.get("rotation", 0.0)
        if position is None or not is_number(angle):
            return None
        self.counts["doors_guessed"] += 1
        dx, dy = cos(angle) / 2, sin(angle) / 2
        return (
            _rounded(position.x - dx, position.y - dy),
            _rounded(position.x + dx, position.y + dy),
        )

    def read_light(self, value: Json) -> Light | None:
        """Return a light whose circle touches the map."""
        place = self.point(value.get("position")) if isinstance(value, dict) else None
        if not isinstance(value, dict) or place is None:
            self.counts["entries_bad"] += 1
            return None
        reach, strength = value.get("range", 0.0), value.get("intensity", 1.0)
        reach = min(max(float(reach), 0.0), limits.COORDINATE) if is_number(reach) else 0.0
        if self.area.misses((place,), margin=reach):
            self.counts["lights_outside"] += 1
            return None
        bright = min(max(float(strength), 0.0), limits.COORDINATE) if is_number(strength) else 1.0
        shadows = value.get("shadows")
        return Light(place, reach, bright, _color(value.get("color")), shadows is not False)


def _rounded(x: float, y: float) -> Point:
    return Point(round(float(x), DIGITS), round(float(y), DIGITS))


def _lattice(point: Point) -> LatticePoint:
    """Return a place in the integer frame of squares, in which verdicts are computed."""
    return LatticePoint(round(point.x * SCALE), round(point.y * SCALE))


def _encloses(stroke: list[Point]) -> bool:
    """Tell whether an outline encloses an area: closed, or nearly so, and simple."""
    lattice = [_lattice(point) for point in stroke]
    if lattice[0] == lattice[-1]:
        lattice.pop()
    if len(lattice) < 3 or len(lattice) > limits.OUTLINE_POINTS:
        return False
    drawn = sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(stroke))
    gap = hypot(stroke[-1].x - stroke[0].x, stroke[-1].y - stroke[0].y)
    return gap <= OPEN_SHARE * drawn + 1e-9 and not crosses_itself(lattice)


def _is_closed(value: Json) -> bool:
    """Return the closed flag of a portal; some exporters write a list of one or a word."""
    if isinstance(value, list):
        value = value[0] if value else True
    if isinstance(value, str):
        return value.strip().lower() not in ("false", "0", "no")
    return value is None or isinstance(value, dict) or bool(value)


def _color(value: Json) -> str:
    """Return a color of AARRGGBB as #rrggbb, or as #aarrggbb where it isn't opaque."""
    if not isinstance(value, str) or not _COLOR.fullmatch(value):
        return "#ffffff"
    digits = value.removeprefix("#").lower()
    return f"#{digits.removeprefix('ff')}" if len(digits) == 8 else f"#{digits}"

"""The map itself, from the JSON of a map file: grid, picture, ground, lights and marks."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.model import limits
from battlemap.model.battle_map import Background, BattleMap, GridSpec, Light, Mark
from battlemap.model.file_error import used_twice, wrong
from battlemap.model.mapfile import keys
from battlemap.model.mapfile.obstacle_reader import read_obstacles
from battlemap.model.mapfile.record import Record, as_cell, as_point
from battlemap.model.terrain import Layer, Terrain

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from battlemap.geometry.grid import Grid

KINDS = {kind.value: kind for kind in GridKind}
METRICS = {metric.value: metric for metric in DiagonalMetric}
TERRAINS = {str(kind.name).lower(): kind for kind in Terrain if kind}
_COLOR = re.compile(r"#(?:[0-9a-fA-F]{2}){3,4}")
_SPEC = GridSpec()


def read_battle_map(record: Record, warn: Callable[[str], None]) -> BattleMap:
    """Return the map with everything on it but the tokens.

    Raises
    ------
    FileError
        If a value is wrong or an id is used twice.
    """
    spec = _read_grid(record)
    return BattleMap(
        grid=spec,
        name=record.text("name", ""),
        background=_read_background(record, spec.grid),
        terrain=_read_terrain(record, spec.grid, warn),
        elevation=_read_elevation(record, spec.grid, warn),
        obstacles=MappingProxyType(read_obstacles(record)),
        marks=MappingProxyType(_read_marks(record)),
        lights=tuple(_read_light(*item) for item in record.items("lights", limits.LIGHTS)),
    )


def _read_grid(record: Record) -> GridSpec:
    grid = Record(record.values["grid"] if record.has("grid") else {}, "grid", keys.GRID)
    return GridSpec(
        kind=grid.choice("kind", _SPEC.kind, KINDS),
        columns=grid.integer("columns", _SPEC.columns, 1, limits.SIDE_CELLS),
        rows=grid.integer("rows", _SPEC.rows, 1, limits.SIDE_CELLS),
        feet_per_cell=grid.integer("feet", _SPEC.feet_per_cell, 1, limits.FEET),
        diagonals=grid.choice("diagonals", None, {**METRICS}),
    )


def _read_background(record: Record, grid: Grid) -> Background | None:
    if not record.has("background"):
        return None
    value = record.values["background"]
    if isinstance(value, str):
        value = {"picture": value}
    picture = Record(value, "background", keys.BACKGROUND)
    at = picture.point("at") if picture.has("at") else (0.0, 0.0)
    return Background(
        asset=picture.text("picture"),
        offset_x=at[0],
        offset_y=at[1],
        width=picture.number("width", grid.width, least=0.001),
        height=picture.number("height", grid.height, least=0.001),
    )


def _read_terrain(record: Record, grid: Grid, warn: Callable[[str], None]) -> Layer:
    values = _blank(grid)
    for part, where in record.items("terrain"):
        group = Record(part, where, keys.TERRAIN)
        kind = group.choice("kind", Terrain.NORMAL, TERRAINS)
        if not kind:
            group.need("kind", f"one of {', '.join(TERRAINS)}")
        columns, rows = _cells(group, grid, warn)
        values[rows, columns] |= kind.value
    return Layer(values)


def _read_elevation(record: Record, grid: Grid, warn: Callable[[str], None]) -> Layer:
    values = _blank(grid)
    for part, where in record.items("elevation"):
        group = Record(part, where, keys.ELEVATION)
        group.need("feet", "a height in feet")
        feet = group.integer("feet", 0, -limits.FEET, limits.FEET)
        columns, rows = _cells(group, grid, warn)
        values[rows, columns] = feet
    return Layer(values)


def _blank(grid: Grid) -> NDArray[np.int16]:
    return np.zeros((grid.rows, grid.columns), dtype=np.int16)


def _cells(
    group: Record, grid: Grid, warn: Callable[[str], None]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return columns and rows of the cells of a group; those off the map are left out and told."""
    values = group.values.get("cells")
    if not isinstance(values, list) or not all(map(_is_cell, values)):
        values = [as_cell(*item) for item in group.items("cells")]
    found = np.array(values, dtype=np.int64).reshape(-1, 2)
    # The grid's own formula, for all cells at once.
    columns, rows = cast("Any", grid).offset((found[:, 0], found[:, 1]))
    on = (columns >= 0) & (columns < grid.columns) & (rows >= 0) & (rows < grid.rows)
    if not on.all():
        off = [f"[{q}, {r}]" for q, r in found[~on]]
        rest = f" and {len(off) - 3} more" if len(off) > 3 else ""
        warn(f"{group.at('cells')}: {', '.join(off[:3])}{rest} off the map, left out.")
    return columns[on], rows[on]


def _is_cell(value: object) -> bool:
    """Tell quickly whether a value is a cell; ``as_cell`` says what is wrong with another."""
    return (
        type(value) is list
        and len(value) == 2
        and type(value[0]) is type(value[1]) is int
        and -limits.COORDINATE <= value[0] <= limits.COORDINATE
        and -limits.COORDINATE <= value[1] <= limits.COORDINATE
    )


def _read_light(value: object, where: str) -> Light:
    light = Record(value, where, keys.LIGHT)
    color = light.text("color", "#ffffff")
    if not _COLOR.fullmatch(color):
        raise wrong(light.at("color"), 'a color such as "#ffcc88" (or "#aarrggbb")', color)
    return Light(
        position=light.point("at"),
        range_cells=light.number("range", 4.0, least=0),
        intensity=light.number("intensity", 1.0, least=0),
        color=color.lower(),
        shadows=light.flag("shadows", True),
        is_on=light.flag("on", True),
    )


def _read_marks(record: Record) -> dict[str, Mark]:
    found: dict[str, Mark] = {}
    for value, where in record.items("marks", limits.MARKS):
        mark = Record(value, where, keys.MARK)
        name = mark.text("id")
        if name in found:
            raise used_twice(where, name)
        found[name] = Mark(
            id=name,
            kind=mark.text("kind", "note"),
            points=tuple(as_point(*item) for item in mark.items("points", limits.OUTLINE_POINTS)),
            text=mark.text("text", ""),
            gm_only=mark.flag("gm_only", False),
        )
    return found

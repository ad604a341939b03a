"""From the document to the JSON of a map file; what is as by default isn't written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from battlemap.model.intent import Intent
from battlemap.model.lasting import AuraFor
from battlemap.model.mapfile import keys
from battlemap.model.mapfile.encoding import encode, encode_as, tidy
from battlemap.model.obstacle import (
    CoverGrade,
    Door,
    Prop,
    Wall,
    prop_blocks,
    usual_wall_cover,
    wall_blocks_sight,
)
from battlemap.model.terrain import Layer, Terrain
from battlemap.model.token import FOE, REACH_FEET, WEDGE_FEET, default_name
from battlemap.model.turn_order import TurnOrder

if TYPE_CHECKING:
    from battlemap.geometry.cell import Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.battle_map import Background, GridSpec, Light, Mark
    from battlemap.model.encounter import Encounter
    from battlemap.model.lasting import Aura, Lasting, Link
    from battlemap.model.mapfile.json_text import Json
    from battlemap.model.obstacle import Obstacle
    from battlemap.model.token import Token, Weapon


def write_map(encounter: Encounter) -> dict[str, Json]:
    """Return the JSON from which ``read_map`` makes the same document again.

    Raises
    ------
    TypeError
        If a record of the rule system holds something that a file can't keep.
    """
    here = encounter.map
    grid = here.grid.grid
    obstacles = here.obstacles.values()
    order = encounter.turn_order
    options = encounter.rules.options
    found: dict[str, Json] = {
        "format": keys.FORMAT,
        "system": encounter.rules.system,
        "options": None if options is None else encode(options),
        "name": here.name or None,
        "grid": _grid(here.grid),
        "background": None if here.background is None else _background(here.background),
        "terrain": _terrain(here.terrain, grid) or None,
        "elevation": _elevation(here.elevation, grid) or None,
        "walls": [_wall(one) for one in obstacles if isinstance(one, Wall)] or None,
        "doors": [_door(one) for one in obstacles if isinstance(one, Door)] or None,
        "props": [_prop(one) for one in obstacles if isinstance(one, Prop)] or None,
        "lights": [_light(one) for one in here.lights] or None,
        "marks": [_mark(one) for one in here.marks.values()] or None,
        "tokens": [_token(one, grid) for one in encounter.tokens.values()] or None,
        "turn_order": None if order == TurnOrder() else _turn_order(order),
        "declared": encode_as(tuple[Intent, ...], encounter.declared) or None,
        "overrides": [encode(one) for one in encounter.overrides] or None,
    }
    return _given(found)


def _given(found: dict[str, Json]) -> dict[str, Json]:
    """Return the keys that hold something; null stands for the default everywhere."""
    return {key: value for key, value in found.items() if value is not None}


def _unless(value: Json, default: Json) -> Json:
    return None if value == default else value


def _point(point: Point | tuple[float, float]) -> Json:
    return [tidy(point[0]), tidy(point[1])]


def _grid(spec: GridSpec) -> Json:
    return _given(
        {
            "kind": spec.kind.value,
            "columns": spec.columns,
            "rows": spec.rows,
            "feet": _unless(spec.feet_per_cell, 5),
            "diagonals": None if spec.diagonals is None else spec.diagonals.value,
        }
    )


def _background(picture: Background) -> Json:
    return {
        "picture": picture.asset,
        "at": _point((picture.offset_x, picture.offset_y)),
        "width": tidy(picture.width),
        "height": tidy(picture.height),
    }


def _terrain(layer: Layer, grid: Grid) -> list[Json]:
    found: list[Json] = []
    for kind in Terrain:
        cells = _cells(layer.values & kind.value != 0, grid) if kind else []
        if cells:
            found.append({"kind": str(kind.name).lower(), "cells": cells})
    return found


def _elevation(layer: Layer, grid: Grid) -> list[Json]:
    return [
        {"feet": int(feet), "cells": _cells(layer.values == feet, grid)}
        for feet in np.unique(layer.values)
        if feet
    ]


def _cells(where: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], grid: Grid) -> list[Json]:
    rows, columns = np.nonzero(where)
    # The grid's own formula, for all cells at once.
    cells = cast("Any", grid).from_offset(columns, rows)
    found: list[Json] = np.stack(cells, axis=1).tolist()
    return found


def _wall(wall: Wall) -> Json:
    return _given(
        {
            "id": wall.id,
            "from": _point(wall.start),
            "to": _point(wall.end),
            "cover": None if wall.cover is usual_wall_cover(wall.one_way) else wall.cover.word,
            "blocks_move": _unless(wall.blocks_move, True),
            "blocks_sight": _unless(wall.blocks_sight, wall_blocks_sight(wall.cover)),
            "one_way": wall.one_way or None,
            **_height(wall),
        }
    )


def _door(door: Door) -> Json:
    return _given(
        {
            "id": door.id,
            "from": _point(door.start),
            "to": _point(door.end),
            "open": door.is_open,
            "locked": _unless(door.is_locked, False),
            "secret": _unless(door.is_secret, False),
            "window": _unless(door.is_window, False),
            "cover": None if door.cover is CoverGrade.TOTAL else door.cover.word,
            **_height(door),
        }
    )


def _prop(prop: Prop) -> Json:
    return _given(
        {
            "id": prop.id,
            "name": prop.name or None,
            "outline": [_point(point) for point in prop.outline],
            "cover": prop.cover.word,
            "blocks_move": _unless(prop.blocks_move, prop_blocks(prop.cover)),
            "blocks_sight": _unless(prop.blocks_sight, prop_blocks(prop.cover)),
            **_height(prop),
        }
    )


def _height(obstacle: Obstacle) -> dict[str, Json]:
    return {
        "height_feet": obstacle.height_feet,
        "elevation": _unless(obstacle.elevation_feet, 0),
        "durability": obstacle.durability,
        "break_threshold": obstacle.break_threshold,
        "damage": _unless(obstacle.damage, 0),
    }


def _light(light: Light) -> Json:
    return _given(
        {
            "at": _point(light.position),
            "range": tidy(light.range_cells),
            "intensity": tidy(light.intensity),
            "color": light.color,
            "shadows": light.shadows,
            "on": _unless(light.is_on, True),
        }
    )


def _mark(mark: Mark) -> Json:
    return _given(
        {
            "id": mark.id,
            "kind": mark.kind,
            "points": [_point(point) for point in mark.points],
            "text": mark.text or None,
            "gm_only": _unless(mark.gm_only, False),
        }
    )


def _token(token: Token, grid: Grid) -> Json:
    return _given(
        {
            "id": token.id,
            "name": _unless(token.name, default_name(token.id)),
            "side": _unless(token.side, FOE),
            "at": [*token.at],
            "size": _unless(token.size, 1),
            "facing": tidy(grid.nearest_facing(token.facing)),
            "turned": _unless(token.turned % 6, 0),
            "elevation": token.elevation_feet,
            "height_feet": token.height_feet,
            "art": token.art or None,
            "conditions": [*sorted(token.conditions)] or None,
            "hidden": _unless(token.hidden, False),
            "weapons": [_weapon(one) for one in token.weapons] or None,
            "sheet": None if token.sheet is None else encode(token.sheet),
            "status": None if token.status is None else encode(token.status),
            "notes": token.notes or None,
            "auras": [_aura(one) for one in token.auras] or None,
            "links": [_link(one) for one in token.links] or None,
            "lasting": [_lasting(one) for one in token.lasting] or None,
        }
    )


def _aura(aura: Aura) -> Json:
    affects = None if aura.affects is AuraFor.ALL else aura.affects.value
    return _given({"name": aura.name, "radius_feet": aura.radius_feet, "affects": affects})


def _link(link: Link) -> Json:
    return _given({"name": link.name, "to": [*link.to] or None})


def _lasting(lasting: Lasting) -> Json:
    return _given(
        {
            "name": lasting.name,
            "rounds_left": lasting.rounds_left,
            "detail": lasting.detail or None,
        }
    )


def _weapon(weapon: Weapon) -> Json:
    special = {} if weapon.details is None else encode(weapon.details)
    if not isinstance(special, dict):
        raise TypeError("the details of a weapon must be a dataclass or a mapping")
    usual_feet = WEDGE_FEET if weapon.reach else REACH_FEET
    is_usual = weapon.is_ranged and weapon.reach_feet == usual_feet
    general: dict[str, Json] = {
        "name": weapon.name,
        "reach_feet": None if is_usual else weapon.reach_feet,
        "reach": _unless(weapon.reach, not weapon.is_ranged and weapon.reach_feet > REACH_FEET),
        "minimum_feet": _unless(weapon.minimum_feet, 0),
        "range_feet": _unless(weapon.range_feet, 0),
    }
    return {**_given(general), **special}


def _turn_order(order: TurnOrder) -> Json:
    return _given(
        {
            "round": order.round,
            "phase": order.phase or None,
            "active": order.active,
            "slots": [
                _given(
                    {
                        "token": slot.token,
                        "score": slot.score,
                        "round": slot.round,
                        "note": slot.note or None,
                        "turn": slot.turn if slot.turn != 1 else None,
                        "arranged": slot.arranged or None,
                        "begun": slot.begun or None,
                    }
                )
                for slot in order.slots
            ]
            or None,
        }
    )

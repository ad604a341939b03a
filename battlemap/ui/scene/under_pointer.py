"""What lies under the pointer: token, door and prop of a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.outline import holds
from battlemap.model.light_edit import light_near
from battlemap.model.obstacle import Door, Prop
from battlemap.model.obstacle_search import distance_to
from battlemap.ui.area_marks import area_at
from battlemap.ui.bridge import MenuPlace
from battlemap.ui.scene.remembered import Remembered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell, Point
    from battlemap.model.encounter import Encounter
    from battlemap.model.obstacle import Obstacle

DOOR_REACH = 0.16
"""How near to a door's line the pointer must be, in cells."""


def _touchable(obstacles: Mapping[str, Obstacle]) -> list[Door | Prop]:
    return [o for o in obstacles.values() if isinstance(o, Door | Prop)]


_doors_and_props = Remembered(_touchable, kept=2)


def menu_place(encounter: Encounter, cell: Cell, token: str | None, point: Point) -> MenuPlace:
    """Return what lies at *point*, which is in *cell* and on *token*."""
    door = prop = None
    for obstacle in _doors_and_props(encounter.map.obstacles):
        if isinstance(obstacle, Door):
            if distance_to(obstacle, point) <= DOOR_REACH:
                door = obstacle.id
        elif holds(obstacle.outline, point):
            prop = obstacle.id
    area = area_at(encounter.map.marks, point)
    light = light_near(encounter.map.lights, point)
    return MenuPlace(cell, token, door, prop, area.id if area is not None else None, light)

"""What lies under the pointer: token, door and prop of a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.obstacle import Door, Prop
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
            if _is_near(point, obstacle):
                door = obstacle.id
        elif _is_inside(point, obstacle):
            prop = obstacle.id
    area = area_at(encounter.map.marks, point)
    return MenuPlace(cell, token, door, prop, area.id if area is not None else None)


def _is_near(point: tuple[float, float], door: Door) -> bool:
    ax, ay, bx, by = *door.start, *door.end
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    if length == 0:
        return False
    share = min(1.0, max(0.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / length))
    away = (point[0] - ax - share * dx) ** 2 + (point[1] - ay - share * dy) ** 2
    return away <= DOOR_REACH**2


def _is_inside(point: tuple[float, float], prop: Prop) -> bool:
    x, y = point
    inside = False
    for i, (bx, by) in enumerate(prop.outline):
        ax, ay = prop.outline[i - 1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside

"""The lights of a map: found, put, changed, taken away. Their place among the lights names them."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from battlemap.geometry.cell import Point
    from battlemap.model.battle_map import Light

REACH = 0.3
"""How near to its place a light is pressed, in cells."""


def light_near(
    lights: Sequence[Light], point: tuple[float, float], reach: float = REACH
) -> int | None:
    """Return which light is nearest to *point*; None: there is none within *reach* cells."""
    near = [(dist(light.position, point), -index) for index, light in enumerate(lights)]
    found = min((one for one in near if one[0] <= reach), default=None)
    return -found[1] if found is not None else None


def with_light(lights: Sequence[Light], point: Point, like: Light) -> tuple[Light, ...]:
    """Return the lights and one more at *point*."""
    return (*lights, replace(like, position=point))


def with_light_changed(lights: Sequence[Light], index: int, **changes: object) -> tuple[Light, ...]:
    """Return the lights with fields of one of them changed."""
    changed = replace(lights[index], **changes)  # type: ignore[arg-type]
    return (*lights[:index], changed, *lights[index + 1 :])


def without_lights(lights: Sequence[Light], indexes: Collection[int]) -> tuple[Light, ...]:
    """Return the lights but these."""
    return tuple(light for index, light in enumerate(lights) if index not in indexes)

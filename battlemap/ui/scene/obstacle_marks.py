"""Chosen obstacles as a drawing: what is chosen, and the points it can be taken by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.obstacle_search import points_of, sides_of
from battlemap.ui.overlays.drawing import SQUARE, Drawing, Line, Mark
from battlemap.ui.scene.coordinates import to_scene

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.model.obstacle import Obstacle

MOST_HANDLES = 400
"""So many points are shown as handles; of more only the lines are drawn."""


def obstacle_lines(
    obstacle: Obstacle, color: str, dashes: tuple[float, ...] = ()
) -> tuple[Line, ...]:
    """Return the sides of an obstacle as lines of a color of the theme."""
    return tuple(Line(to_scene(a), to_scene(b), color, 3.0, dashes) for a, b in sides_of(obstacle))


def chosen_drawing(obstacles: Iterable[Obstacle]) -> Drawing:
    """Return what marks these obstacles as chosen."""
    chosen = list(obstacles)
    points = dict.fromkeys(point for one in chosen for point in points_of(one))
    handles = points if len(points) <= MOST_HANDLES else ()
    return Drawing(
        tuple(line for one in chosen for line in obstacle_lines(one, "accent")),
        tuple(Mark(to_scene(point), SQUARE, "accent") for point in handles),
    )

"""Cover as a state: taken behind one object, and lost with the place or the object (Cover)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import StatusChanged
from battlemap.model.obstacle import Obstacle, Prop
from battlemap.rules.procedure import happen
from battlemap.systems.grimhowl.kinds import Target
from battlemap.systems.grimhowl.readings import ExposedCover
from battlemap.systems.grimhowl.sheet import TakenCover, status_of
from battlemap.tactics.areas import bound_cover_in
from battlemap.tactics.bound_cover import bound_cover

if TYPE_CHECKING:
    from battlemap.geometry.cell import Point
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.grimhowl.options import Options
    from battlemap.tactics.areas import Area
    from battlemap.tactics.board import Board
    from battlemap.tactics.bound_cover import BoundCover

COVERED = (Target.PARRY, Target.DODGE)
"""The defenses that Cover helps."""


def place_of(obstacle: Obstacle) -> tuple[Point, ...]:
    """Return where an object stands: its corners or ends."""
    return obstacle.outline if isinstance(obstacle, Prop) else (obstacle.start, obstacle.end)


def object_name(encounter: Encounter, key: str) -> str:
    """Return what an object is called; its id where it has no name or is gone."""
    obstacle = encounter.map.obstacles.get(key)
    return (isinstance(obstacle, Prop) and obstacle.name) or key


def taken(encounter: Encounter, token: Token) -> TakenCover | None:
    """Return the Cover that *token* is in, or None.

    It is gone once the token stands elsewhere, however it came there, and once the object was moved
    or destroyed: both are seen from the map, so that no way of changing it escapes.
    """
    cover = status_of(token).cover
    if cover is None or cover.at != token.at:
        return None
    obstacle = encounter.map.obstacles.get(cover.object)
    if obstacle is None or place_of(obstacle) != cover.place:
        return None
    return cover


def taken_behind(encounter: Encounter, token: Token, key: str) -> TakenCover:
    """Return the record of Cover taken behind an object here and now."""
    return TakenCover(key, token.at, place_of(encounter.map.obstacles[key]))


def counts(options: Options, bound: BoundCover) -> bool:
    """Tell whether enough rays cross the object for the Cover to count against this attack."""
    return is_enough(options, bound.share)


def is_enough(options: Options, share: float) -> bool:
    """Tell whether this share of rays is enough for Cover to count."""
    return round(share * 100, 6) >= options.cover_percent


def against(board: Board, attacker_id: str, target: Token) -> BoundCover | None:
    """Return how the object behind which *target* is in Cover stands; None: it is in none."""
    cover = taken(board.encounter, target)
    return bound_cover(board, attacker_id, target.id, cover.object) if cover else None


def against_area(board: Board, area: Area, target: Token) -> BoundCover | None:
    """Return the same measured from the origin of an area."""
    cover = taken(board.encounter, target)
    return bound_cover_in(board, area, target.id, cover.object) if cover else None


def lose_if_exposed(
    options: Options, encounter: Encounter, token_id: str, bound: BoundCover | None
) -> Procedure:
    """End Cover whose object doesn't stand between, where the option says so (Cover)."""
    if options.exposed_cover is ExposedCover.IGNORED or bound is None or counts(options, bound):
        return encounter
    status = replace(status_of(encounter.tokens[token_id]), cover=None)
    return (yield from happen(StatusChanged(token_id, status)))

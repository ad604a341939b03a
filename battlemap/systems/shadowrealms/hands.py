"""What is in hand: weapons that are dropped or knocked away lie on the map as small things."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Point
from battlemap.geometry.names import cell_name
from battlemap.model.event import ObstacleChanged, ObstacleRemoved, StatusChanged
from battlemap.model.obstacle import CoverGrade, Prop
from battlemap.rules.procedure import happen
from battlemap.systems.shadowrealms.sheet import details_of, status_of

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.tactics.board import Board

_HALF = 0.2
"""Half the width of a weapon on the ground, in cells."""


def in_hand(token: Token) -> tuple[Weapon, ...]:
    """Return the weapons that a token carries and hasn't lost; none: its bare hands are left."""
    lost = status_of(token).dropped
    if not lost:
        return token.weapons
    return tuple(weapon for weapon in token.weapons if weapon.name not in lost)


def is_too_large(token: Token, weapon: Weapon) -> bool:
    """Tell whether a large weapon is useless now, in a grapple (section 18)."""
    wrestles = token.has("grappled") or bool(status_of(token).grappling)
    return wrestles and details_of(weapon).large


def can_be_dropped(token: Token, weapon: Weapon) -> bool:
    """Tell whether a weapon can leave the hand: it is carried, and no part of the body."""
    carried = any(held.name == weapon.name for held in in_hand(token))
    return carried and not details_of(weapon).natural


def droppable(system: ShadowRealms, token: Token) -> tuple[Weapon, ...]:
    """Return what a token could drop or lose."""
    return tuple(weapon for weapon in system.weapons(token) if can_be_dropped(token, weapon))


def lay_down(encounter: Encounter, token_id: str, weapon: str, at: Cell) -> Procedure:
    """Take a weapon from a token's hand and lay it on the ground of a cell."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    lost = replace(status, dropped=(*status.dropped, weapon))
    encounter = yield from happen(StatusChanged(token_id, lost))
    middle = encounter.map.grid.grid.center(at)
    outline = tuple(
        Point(middle.x + dx, middle.y + dy)
        for dx, dy in ((0.0, -_HALF), (_HALF, 0.0), (0.0, _HALF), (-_HALF, 0.0))
    )
    thing = Prop(thing_id(token_id, weapon), outline, weapon, cover=CoverGrade.NONE)
    return (yield from happen(ObstacleChanged(thing)))


def take_up(encounter: Encounter, token_id: str, weapon: str) -> Procedure:
    """Put a weapon back into the hand of whoever lost it."""
    status = status_of(encounter.tokens[token_id])
    left = tuple(name for name in status.dropped if name != weapon)
    encounter = yield from happen(StatusChanged(token_id, replace(status, dropped=left)))
    if thing_id(token_id, weapon) in encounter.map.obstacles:
        encounter = yield from happen(ObstacleRemoved(thing_id(token_id, weapon)))
    return encounter


def thing_id(token_id: str, weapon: str) -> str:
    """Return the id under which a lost weapon lies on the map."""
    return f"{token_id}: {weapon}"


def lies_at(encounter: Encounter, token_id: str, weapon: str) -> Cell | None:
    """Return the cell in which a lost weapon lies; None: the GM took it off the map."""
    thing = encounter.map.obstacles.get(thing_id(token_id, weapon))
    if not isinstance(thing, Prop):
        return None
    count = len(thing.outline)
    middle = Point(sum(p.x for p in thing.outline) / count, sum(p.y for p in thing.outline) / count)
    return encounter.map.grid.grid.cell_at(middle)


def why_out_of_reach(board: Board, token: Token, weapon: str) -> str:
    """Return why a token can't pick a lost weapon up; empty: it lies beside, or in a pack."""
    cell = lies_at(board.encounter, token.id, weapon)
    if cell is None or board.grid.space_distance(board.cells_of(token.id), (cell,)) <= 100:
        return ""
    return f"it lies at {cell_name(board.grid, cell)}"

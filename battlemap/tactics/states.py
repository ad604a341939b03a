"""Facts about the state of the two in an attack: lying, seen, moving, engaged, on higher ground.

Which conditions mean what is the conventions' business; the rules decide what it is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.words import counted
from battlemap.tactics.crossings import zones
from battlemap.tactics.distance import height_between, nearest_cells
from battlemap.tactics.facts import (
    Engagement,
    HighGround,
    Motion,
    Posture,
    Seeing,
    SizeClasses,
)

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from battlemap.model.token import Token, Weapon
    from battlemap.tactics.board import Board
    from battlemap.tactics.facts import Sight


def posture(board: Board, token_id: str) -> Posture:
    """Return whether a token lies on the ground."""
    token = board.token(token_id)
    condition = _first(token, board.conventions.prone)
    if condition:
        return Posture(True, condition, f"{token.name} is {condition}")
    return Posture(False, "", f"{token.name} stands")


def seeing(board: Board, viewer_id: str, seen_id: str, sight: Sight) -> Seeing:
    """Return whether the viewer sees the other token.

    A condition decides first, then what stands between, then obscured cells where the conventions
    let them hide.

    Parameters
    ----------
    sight
        From the viewer to the other (``tactics.cover.exposure``).
    """
    viewer, seen = board.token(viewer_id), board.token(seen_id)
    known = board.conventions
    by, reason = "", f"{viewer.name} sees {seen.name}"
    if condition := _first(viewer, known.blinding):
        by, reason = condition, f"{viewer.name} is {condition}"
    elif condition := _first(seen, known.hiding):
        by, reason = condition, f"{seen.name} is {condition}"
    elif not sight.clear:
        by, reason = "sight", sight.reason
    elif sight.obscured_cells and known.obscured_hides:
        by, reason = "obscured", sight.reason
    elif sight.obscured_cells:
        reason = f"{reason} {sight.reason}"
    return Seeing(not by, by, sight.ray, sight.obscured_cells, reason)


def motion(board: Board, token_id: str) -> Motion:
    """Return whether a token moved in its last turn: as declared, else as the rules count it."""
    token = board.token(token_id)
    condition = _first(token, board.conventions.moving)
    if condition:
        return Motion(True, condition, f"{token.name} is {condition}")
    counted_by_rules = board.reading.has_moved(token)
    if counted_by_rules is None:
        return Motion(None, "", "nobody keeps count of moves")
    verb = "moved" if counted_by_rules else "didn't move"
    return Motion(counted_by_rules, "", f"{token.name} {verb} in its last turn")


def engagements(board: Board, token_id: str, weapon: Weapon) -> tuple[Engagement, ...]:
    """Return the weapons of able enemies that reach a token, enemies in the map's order.

    Parameters
    ----------
    weapon
        What the token uses; the others are compared with it by length.
    """
    token = board.token(token_id)
    space = board.cells_of(token_id)
    found = []
    for zone in zones(board, token):
        cells = tuple(cell for cell in space if cell in zone.cells)
        if not cells:
            continue
        enemy = board.token(zone.by)
        feet = next(
            (held.reach_feet for held in board.reading.weapons(enemy) if held.name == zone.weapon),
            0,
        )
        found.append(
            Engagement(
                zone.by,
                zone.weapon,
                cells,
                nearest_cells(board, board.cells_of(zone.by), cells)[0],
                feet > weapon.reach_feet,
                f"{enemy.name}'s {zone.weapon} reaches {token.name} ({feet} ft)",
            )
        )
    return tuple(found)


def high_ground(board: Board, attacker_id: str, target_id: str) -> HighGround:
    """Return which of the two stands on higher ground."""
    least = board.conventions.high_ground_feet
    height = height_between(board, attacker_id, target_id)
    if abs(height.feet) < least or not height.feet:
        return HighGround(None, 0, least, height.reason)
    holder = attacker_id if height.feet > 0 else target_id
    return HighGround(holder, abs(height.feet), least, height.reason)


def size_classes(board: Board, attacker_id: str, target_id: str) -> SizeClasses:
    """Return how the sizes of the two compare."""
    attacker, target = board.token(attacker_id), board.token(target_id)
    apart = attacker.size - target.size
    reason = "of one size"
    if apart:
        word = "larger" if apart > 0 else "smaller"
        reason = f"{attacker.name} is {counted(abs(apart), 'class', 'classes')} {word}"
    return SizeClasses(attacker.size, target.size, reason)


def _first(token: Token, wanted: AbstractSet[str]) -> str:
    """Return the first of a token's conditions that is wanted, by the alphabet; empty: none."""
    return min(token.conditions & wanted, default="")

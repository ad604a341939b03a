"""All facts about one attacker and one target, in one call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from battlemap.tactics.arcs import arc_toward
from battlemap.tactics.cover import exposure
from battlemap.tactics.distance import distance_between, height_between
from battlemap.tactics.facts import (
    ArcFact,
    Cover,
    Distance,
    Flanking,
    Height,
    InReach,
    Ray,
    Sight,
    SizeClasses,
    TightSpace,
)
from battlemap.tactics.flanking import flanking
from battlemap.tactics.threat import threatened, threats_to
from battlemap.tactics.tight_space import tight_space

if TYPE_CHECKING:
    from battlemap.model.token import Weapon
    from battlemap.tactics.board import Board

__all__ = [
    "ArcFact",
    "Cover",
    "Distance",
    "Flanking",
    "Height",
    "InReach",
    "Ray",
    "Sight",
    "Situation",
    "SizeClasses",
    "TightSpace",
    "in_reach",
    "survey",
    "weapon_of",
]


@dataclass(frozen=True)
class Situation:
    """All facts about one attacker, one target and one weapon."""

    attacker: str
    target: str
    weapon: str
    distance: Distance
    arc: ArcFact
    in_reach: InReach
    flanked: Flanking
    cover: Cover
    sight: Sight
    height: Height
    tight: TightSpace
    sizes: SizeClasses
    engaged_by: tuple[str, ...]
    """Enemies of the attacker whose reach covers a cell of the attacker."""
    reach_holders: tuple[tuple[str, str], ...]
    """(enemy, weapon) of those among them whose covering weapon is longer than the attacker's."""


def weapon_of(board: Board, token_id: str, name: str = "") -> Weapon:
    """Return a token's weapon by its name; the first where *name* is empty.

    Raises
    ------
    KeyError
        If the token has no weapon of this name.
    """
    weapons = board.reading.weapons(board.token(token_id))
    if not name:
        return weapons[0]
    for weapon in weapons:
        if weapon.name == name:
            return weapon
    raise KeyError(name)


def in_reach(board: Board, attacker_id: str, target_id: str, weapon: Weapon) -> InReach:
    """Return whether *weapon* reaches the target from where the attacker stands and faces."""
    distance = distance_between(board, attacker_id, target_id)
    if weapon.is_ranged:
        value = distance.feet <= weapon.range_feet
        reason = f"{distance.feet} ft away, range {weapon.range_feet} ft"
        return InReach(value, weapon.name, board.cells_of(target_id) if value else (), reason)
    apart = abs(height_between(board, attacker_id, target_id).feet)
    space = board.cells_of(target_id)
    reached = threatened(board, attacker_id).get(weapon.name, frozenset())
    cells = tuple(cell for cell in space if cell in reached)
    if not cells:
        reason = f"{distance.feet} ft away, reach {weapon.reach_feet} ft"
        if distance.feet <= weapon.reach_feet:
            reason = (
                "a wall is in the way" if not weapon.reach else "not in front, or a wall is between"
            )
        return InReach(False, weapon.name, (), reason)
    if apart > weapon.reach_feet:
        return InReach(False, weapon.name, (), f"{apart} ft higher or lower")
    return InReach(
        True, weapon.name, cells, f"{distance.feet} ft away, reach {weapon.reach_feet} ft"
    )


def _feet(board: Board, token_id: str, weapon: str) -> int:
    return weapon_of(board, token_id, weapon).reach_feet


def survey(board: Board, attacker_id: str, target_id: str, weapon_name: str = "") -> Situation:
    """Return all facts about an attacker and a target; the first weapon where none is named.

    Raises
    ------
    KeyError
        If a token or the weapon does not exist.
    """
    weapon = weapon_of(board, attacker_id, weapon_name)
    exposed = exposure(board, attacker_id, target_id)
    engaged = threats_to(board, attacker_id)
    return Situation(
        attacker=attacker_id,
        target=target_id,
        weapon=weapon.name,
        distance=distance_between(board, attacker_id, target_id),
        arc=arc_toward(board, target_id, attacker_id),
        in_reach=in_reach(board, attacker_id, target_id, weapon),
        flanked=flanking(board, attacker_id, target_id),
        cover=exposed.cover,
        sight=exposed.sight,
        height=height_between(board, attacker_id, target_id),
        tight=tight_space(board, attacker_id, target_id),
        sizes=SizeClasses(board.token(attacker_id).size, board.token(target_id).size),
        engaged_by=tuple(engaged),
        reach_holders=tuple(
            (enemy, held)
            for enemy, weapons in engaged.items()
            for held in weapons
            if _feet(board, enemy, held) > weapon.reach_feet
        ),
    )

"""All facts about one attacker and one target, in one call."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model.plain import number, plain
from battlemap.tactics.arcs import arc_toward
from battlemap.tactics.cover import exposure_and_back
from battlemap.tactics.distance import distance_between, height_between
from battlemap.tactics.facts import (
    ArcFact,
    Cover,
    Distance,
    Engagement,
    Flanking,
    Height,
    HighGround,
    InReach,
    Motion,
    Posture,
    Ray,
    Seeing,
    Sight,
    SizeClasses,
    TightSpace,
)
from battlemap.tactics.flanking import flanking
from battlemap.tactics.states import (
    engagements,
    high_ground,
    motion,
    posture,
    seeing,
    size_classes,
)
from battlemap.tactics.threat import open_cells, threatened
from battlemap.tactics.tight_space import tight_space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.mapfile.json_text import Json
    from battlemap.model.token import Weapon
    from battlemap.tactics.board import Board

__all__ = [
    "ArcFact",
    "Cover",
    "Distance",
    "Engagement",
    "Flanking",
    "Height",
    "HighGround",
    "InReach",
    "Motion",
    "Posture",
    "Ray",
    "Seeing",
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
    engaged: tuple[Engagement, ...]
    """The weapons that make it so, with the cells that they reach."""
    target_seen: Seeing
    """Whether the attacker sees the target."""
    attacker_seen: Seeing
    """Whether the target sees the attacker."""
    attacker_posture: Posture
    target_posture: Posture
    target_motion: Motion
    high_ground: HighGround
    by_hand: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Facts whose value was set by hand, each with how long: "once" or "until cleared"."""

    def to_json(self) -> dict[str, Json]:
        """Return the facts as plain values: the verdicts first, then all geometry as evidence.

        docs/command-line.md lists the keys.
        """
        cover, flanked = self.cover, self.flanked
        return {
            "attacker": self.attacker,
            "target": self.target,
            "weapon": self.weapon,
            "distance": {"cells": number(self.distance.cells), "feet": self.distance.feet},
            "arc": plain(self.arc.arc),
            "in_reach": self.in_reach.value,
            "flanked": {
                "value": flanked.value,
                "partner": flanked.partner,
                "flanker": flanked.flanker,
                "reason": flanked.reason,
            },
            "cover": {
                "grade": cover.grade.word,
                "share": number(cover.share),
                "by": list(cover.by),
                "reason": cover.reason,
            },
            "line_of_sight": self.sight.clear,
            "sees": {"value": self.target_seen.value, "reason": self.target_seen.reason},
            "seen": {"value": self.attacker_seen.value, "reason": self.attacker_seen.reason},
            "elevation_difference_feet": self.height.feet,
            "high_ground": self.high_ground.holder,
            "prone": {
                "attacker": self.attacker_posture.prone,
                "target": self.target_posture.prone,
            },
            "target_moved": self.target_motion.value,
            "size_difference": self.sizes.difference,
            "tight_space": {"value": self.tight.value, "reason": self.tight.reason},
            "engaged_by": list(self.engaged_by),
            "longer_reach": [{"by": by, "weapon": weapon} for by, weapon in self.reach_holders],
            "overruled": dict(self.by_hand),
            "evidence": {name: plain(getattr(self, name)) for name in _EVIDENCE},
        }


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
        reason = _why_out_of_reach(board, attacker_id, space, weapon, distance.feet)
        return InReach(False, weapon.name, (), reason)
    if apart > weapon.reach_feet:
        return InReach(False, weapon.name, (), f"{apart} ft higher or lower")
    return InReach(
        True, weapon.name, cells, f"{distance.feet} ft away, reach {weapon.reach_feet} ft"
    )


def _why_out_of_reach(
    board: Board, attacker_id: str, space: Sequence[Cell], weapon: Weapon, feet: int
) -> str:
    if feet > weapon.reach_feet:
        return f"{feet} ft away, reach {weapon.reach_feet} ft"
    if weapon.reach:
        return "not in front, or a wall is between"
    for reach in board.reading.reaches(board.token(attacker_id)):
        if reach.weapon == weapon.name:
            around = open_cells(board, attacker_id, reach.pattern)
            if around.keys().isdisjoint(space):
                near = feet < weapon.minimum_feet
                return f"{feet} ft away, " + (
                    f"nearer than {weapon.minimum_feet} ft"
                    if near
                    else f"outside of the reach of {weapon.reach_feet} ft as it is measured"
                )
    return "a wall is in the way"


def survey(board: Board, attacker_id: str, target_id: str, weapon_name: str = "") -> Situation:
    """Return all facts about an attacker and a target; the first weapon where none is named.

    Raises
    ------
    KeyError
        If a token or the weapon does not exist.
    """
    weapon = weapon_of(board, attacker_id, weapon_name)
    there, back = exposure_and_back(board, attacker_id, target_id)
    engaged = engagements(board, attacker_id, weapon)
    return Situation(
        attacker=attacker_id,
        target=target_id,
        weapon=weapon.name,
        distance=distance_between(board, attacker_id, target_id),
        arc=arc_toward(board, target_id, attacker_id),
        in_reach=in_reach(board, attacker_id, target_id, weapon),
        flanked=flanking(board, attacker_id, target_id),
        cover=there.cover,
        sight=there.sight,
        height=height_between(board, attacker_id, target_id),
        tight=tight_space(board, attacker_id, target_id),
        sizes=size_classes(board, attacker_id, target_id),
        engaged_by=tuple(dict.fromkeys(one.by for one in engaged)),
        reach_holders=tuple((one.by, one.weapon) for one in engaged if one.is_longer),
        engaged=engaged,
        target_seen=seeing(board, attacker_id, target_id, there.sight),
        attacker_seen=seeing(board, target_id, attacker_id, back),
        attacker_posture=posture(board, attacker_id),
        target_posture=posture(board, target_id),
        target_motion=motion(board, target_id),
        high_ground=high_ground(board, attacker_id, target_id),
    )


_EVIDENCE = (
    "distance",
    "arc",
    "in_reach",
    "flanked",
    "cover",
    "sight",
    "height",
    "tight",
    "sizes",
    "reach_holders",
    "engaged",
    "target_seen",
    "attacker_seen",
    "attacker_posture",
    "target_posture",
    "target_motion",
    "high_ground",
)
"""The facts of a situation whose geometry goes into its JSON."""

"""All facts about one area, in one call: cells, creatures, cover from its origin, and who aims."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from battlemap.geometry.shapes import Coverage
from battlemap.model.obstacle import CoverGrade
from battlemap.model.plain import number, plain
from battlemap.model.token import NEUTRAL, are_hostile
from battlemap.tactics.areas import AreaKind, covers_in, lay
from battlemap.tactics.distance import distance_between, distance_to_point
from battlemap.tactics.facts import Distance
from battlemap.tactics.sight import sight_of_point

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell
    from battlemap.model.mapfile.json_text import Json
    from battlemap.tactics.areas import Area, Caught, Template
    from battlemap.tactics.board import Board
    from battlemap.tactics.facts import Cover, Sight


class Relation(StrEnum):
    """What a creature in the area is to whoever aims it."""

    SELF = "self"
    ALLY = "ally"
    ENEMY = "enemy"
    NEUTRAL = "neutral"


@dataclass(frozen=True)
class AreaTargetFacts:
    """One creature in the area."""

    token: str
    relation: Relation | None
    """None where nobody in particular aims."""
    caught: Caught
    """Its share, and the cells of its space that count."""
    cover: Cover
    """From the origin of the area; what that is worth is up to the rules."""
    distance: Distance
    """From the origin."""
    is_out: bool
    """Whether it is down or dead: its body lies there."""

    @property
    def is_splashed_only(self) -> bool:
        """Whether it stands in the margin alone."""
        return self.caught.is_splashed_only

    @property
    def is_shielded(self) -> bool:
        """Whether no ray from the origin arrives."""
        return self.cover.grade is CoverGrade.TOTAL


@dataclass(frozen=True)
class AreaSituation:
    """All facts about one area, and about who aims it."""

    attacker: str | None
    area: Area
    targets: tuple[AreaTargetFacts, ...]
    """The creatures inside, in the map's order."""
    distance: Distance | None
    """Of the origin from the attacker; None where nobody in particular aims."""
    origin_seen: Sight | None
    """Whether the attacker sees the origin."""

    def of(self, token_id: str) -> AreaTargetFacts | None:
        """Return the facts about a creature; None: it isn't inside."""
        return next((facts for facts in self.targets if facts.token == token_id), None)

    def to_json(self) -> dict[str, Json]:
        """Return the facts as plain values: cells row by row, then creatures, then the evidence.

        docs/command-line.md lists the keys.
        """
        area = self.area
        seen = self.origin_seen
        return {
            "kind": plain(area.template.kind),
            "origin": plain(area.origin),
            "attacker": self.attacker,
            "distance": None
            if self.distance is None
            else {"cells": number(self.distance.cells), "feet": self.distance.feet},
            "origin_seen": None if seen is None else {"value": seen.clear, "reason": seen.reason},
            "cells": _listed(area.cells),
            "splash_cells": _listed(area.splash_cells),
            "caught": [_caught(facts) for facts in self.targets],
            "evidence": {
                "outlines": plain(area.outlines),
                "splash_outlines": plain(area.splash_outlines),
                "rays": {facts.token: plain(facts.cover.rays) for facts in self.targets},
                "distance": plain(self.distance),
                "origin_seen": plain(seen),
            },
        }


def survey_area(
    board: Board,
    template: Template,
    attacker: str | None = None,
    coverage: Coverage = Coverage.HALF,
) -> AreaSituation:
    """Return all facts about the area that *template* covers.

    Parameters
    ----------
    attacker
        Who aims; None: the template's caster, if it has one.
    coverage
        When a cell counts as covered.

    Raises
    ------
    ValueError
        If the template makes no sense (``tactics.areas.lay``).
    KeyError
        If the attacker or caster doesn't exist.
    """
    area = lay(board, template, coverage)
    who = template.caster if attacker is None else attacker
    covers = covers_in(board, area)
    targets = tuple(
        AreaTargetFacts(
            token=caught.token,
            relation=None if who is None else _relation(board, who, caught.token),
            caught=caught,
            cover=covers[caught.token],
            distance=_from_origin(board, area, caught.token),
            is_out=board.reading.is_out(board.token(caught.token)),
        )
        for caught in area.caught
    )
    if who is None:
        return AreaSituation(None, area, targets, None, None)
    at_hand = who == template.caster and template.kind in _AT_THE_CASTER
    distance = _no_distance(board, who) if at_hand else distance_to_point(board, who, area.origin)
    return AreaSituation(who, area, targets, distance, sight_of_point(board, who, area.eye))


_AT_THE_CASTER = (AreaKind.BURST, AreaKind.LINE, AreaKind.CONE)
"""Shapes that start at their caster's own space."""


def _no_distance(board: Board, token_id: str) -> Distance:
    cell = board.cells_of(token_id)[0]
    return Distance(0, 0, (cell, cell))


def _from_origin(board: Board, area: Area, token_id: str) -> Distance:
    """Return how far a creature is from where the area starts: a burst starts at the caster."""
    if area.template.kind is AreaKind.BURST and area.template.caster is not None:
        return distance_between(board, token_id, area.template.caster)
    return distance_to_point(board, token_id, area.origin)


def _relation(board: Board, attacker_id: str, token_id: str) -> Relation:
    if attacker_id == token_id:
        return Relation.SELF
    sides = board.token(attacker_id).side, board.token(token_id).side
    if NEUTRAL in sides:
        return Relation.NEUTRAL
    return Relation.ENEMY if are_hostile(*sides) else Relation.ALLY


def _caught(facts: AreaTargetFacts) -> dict[str, Json]:
    caught, cover = facts.caught, facts.cover
    return {
        "token": facts.token,
        "relation": plain(facts.relation),
        "share": number(caught.share),
        "splash_share": number(caught.splash_share),
        "splash_only": caught.is_splashed_only,
        "cells": plain(caught.cells),
        "distance": {"cells": number(facts.distance.cells), "feet": facts.distance.feet},
        "out": facts.is_out,
        "cover": {
            "grade": cover.grade.word,
            "share": number(cover.share),
            "by": list(cover.by),
            "reason": cover.reason,
        },
    }


def _listed(cells: Mapping[Cell, float]) -> list[Json]:
    ordered = sorted(cells, key=lambda cell: (cell.r, cell.q))
    return [{"cell": plain(cell), "share": number(cells[cell])} for cell in ordered]

"""How four games read the same board; the systems themselves are tested elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hypothesis import settings
from hypothesis import strategies as st
from tactics_boards import PlainReading

from battlemap.geometry.grid import DiagonalMetric
from battlemap.model.obstacle import CoverGrade
from battlemap.tactics.conventions import (
    Conventions,
    CornerRule,
    CrossingRule,
    FlankingRule,
    TightRule,
)
from battlemap.tactics.mover import Mover
from battlemap.tactics.reach import Ahead, Around, WeaponReach

if TYPE_CHECKING:
    from battlemap.model.token import Token


def examples(count: int) -> settings:
    """Return settings with at least *count* examples, and as many as a longer profile asks for."""
    return settings(max_examples=max(count, settings().max_examples))


@dataclass(frozen=True, eq=False)
class GameReading(PlainReading):
    """A plain reading with the reach of one game: a wedge ahead for long weapons, or an aura."""

    has_wedges: bool = False

    def reaches(self, token: Token) -> tuple[WeaponReach, ...]:
        return tuple(
            WeaponReach(
                weapon.name,
                Ahead(max(2, weapon.reach_feet // 5))
                if weapon.reach and self.has_wedges
                else Around(max(1, weapon.reach_feet // 5), weapon.minimum_feet // 5),
                weapon.reach_feet,
            )
            for weapon in self.weapons(token)
            if not weapon.is_ranged
        )


@dataclass(frozen=True)
class Game:
    """One game's conventions, with the choices that its rules dialog leaves to the table."""

    name: str
    conventions: Conventions
    mover: Mover
    has_wedges: bool = False
    diagonals: tuple[DiagonalMetric, ...] = (DiagonalMetric.EQUAL,)
    flankings: tuple[FlankingRule, ...] = (FlankingRule.ACROSS,)
    creatures: tuple[CoverGrade, ...] = (CoverGrade.NONE,)
    crossings: tuple[CrossingRule, ...] = (CrossingRule.LEAVING_OR_THROUGH,)

    def reading(self, conventions: Conventions) -> GameReading:
        return GameReading(conventions, self.has_wedges)


FAR = Mover(rate=10_000, actions=1)

SHADOWREALMS = Game(
    "shadowrealms",
    Conventions(has_facing=True, flanking_counts=False),
    FAR,
    has_wedges=True,
    flankings=(FlankingRule.ACROSS, FlankingRule.REAR_ARC),
    diagonals=(DiagonalMetric.EQUAL, DiagonalMetric.ALTERNATING, DiagonalMetric.EUCLIDEAN),
    creatures=(CoverGrade.NONE, CoverGrade.MINOR, CoverGrade.MAJOR),
    crossings=tuple(CrossingRule),
)
GRIMHOWL = Game(
    "grimhowl",
    Conventions(has_facing=False, flanking_tolerance=60.0),
    FAR,
    flankings=(
        FlankingRule.ACROSS,
        FlankingRule.ACROSS_OR_WITHIN,
        FlankingRule.WITHIN,
        FlankingRule.ANY_TWO,
    ),
    crossings=(CrossingRule.LEAVING,),
)
CRAWLER = Game(
    "crawler",
    Conventions(has_facing=False, flanking=FlankingRule.NONE, flanking_counts=False),
    FAR,
    flankings=(FlankingRule.NONE,),
)
PROWESS = Game(
    "prowess",
    Conventions(has_facing=False, own_grade_at_any_ray=True, reaction_once=False),
    replace(FAR, multiplies=True),
    creatures=(CoverGrade.MINOR, CoverGrade.NONE),
    crossings=(CrossingRule.LEAVING,),
)
GAMES = (SHADOWREALMS, GRIMHOWL, CRAWLER, PROWESS)


@st.composite
def conventions_of_games(draw) -> tuple[Game, Conventions]:
    """A game, and its conventions with some of its options."""
    game = draw(st.sampled_from(GAMES))
    conventions = replace(
        game.conventions,
        diagonals=draw(st.sampled_from(game.diagonals)),
        flanking=draw(st.sampled_from(game.flankings)),
        flanking_from_afar=draw(st.booleans()),
        flanking_is_shared=draw(st.booleans()),
        creatures_cover=draw(st.sampled_from(game.creatures)),
        crossings=draw(st.sampled_from(game.crossings)),
        corners=draw(st.sampled_from(CornerRule)),
        tight=draw(st.sampled_from(TightRule)),
        borders_of_arcs_help_attackers=draw(st.booleans()),
        lean_out=draw(st.sampled_from((False, False, True))),
    )
    return game, conventions

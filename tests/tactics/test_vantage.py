"""Facts in short from many places: each is what the whole survey says of that very place."""

from __future__ import annotations

from dataclasses import replace

from four_games import examples
from hypothesis import given
from hypothesis import strategies as st
from random_fights import fights

from battlemap.tactics.board import Board
from battlemap.tactics.bound_cover import bound_cover
from battlemap.tactics.conventions import TightRule
from battlemap.tactics.situation import survey
from battlemap.tactics.vantage import Vantage


def places_of(board):
    """Some cells around the attacker where its whole space is on the map, each with a facing."""
    grid, attacker = board.grid, board.token("a")
    facings = grid.facings
    for number, cell in enumerate(grid.disc(attacker.at, 2)[::3]):
        if all(own in grid for own in board.cells_at(attacker, cell)):
            yield cell, facings[number % len(facings)]


def short(board, weapon):
    """What ``survey`` says of the attacker where it stands, in short."""
    full = survey(board, "a", "b", weapon.name)
    return {
        "in reach": full.in_reach.value,
        "arc": full.arc.arc,
        "flanked": full.flanked.value,
        "cover": full.cover.grade,
        "by": frozenset(full.cover.by),
        "clear": full.sight.clear,
        "obscured": bool(full.sight.obscured_cells),
        "height": full.height.feet,
        "tight": full.tight.value,
        "engaged": bool(full.engaged_by),
        "bound": [bound_cover(board, "a", "b", key).share for key in board.encounter.map.obstacles],
    }


def seen(glance, weapon, obstacles):
    return {
        "in reach": glance.is_in_reach(weapon),
        "arc": glance.arc,
        "flanked": glance.is_flanked,
        "cover": glance.cover,
        "by": glance.cover_by,
        "clear": glance.is_clear,
        "obscured": glance.is_obscured,
        "height": glance.height_feet,
        "tight": glance.is_tight,
        "engaged": glance.is_engaged,
        "bound": [glance.bound_share(key) for key in obstacles],
    }


@examples(20)
@given(fights(), st.sampled_from(TightRule))
def test_each_glance_says_what_the_survey_of_that_place_says(fight, tight):
    reading = replace(fight.reading, chosen=replace(fight.reading.chosen, tight=tight))
    board = Board(fight.encounter, reading)
    attacker = board.token("a")
    (weapon,) = board.reading.weapons(attacker)
    places = list(places_of(board))
    glances = Vantage(board, "a", "b").glances(places)
    for glance, (cell, facing) in zip(glances, places, strict=True):
        moved = board.encounter.with_token(replace(attacker, at=cell, facing=facing))
        there = Board(moved, board.reading)
        assert seen(glance, weapon, board.encounter.map.obstacles) == short(there, weapon), cell

"""Zones outlive a move of the mover, and nothing else."""

from dataclasses import replace

import pytest

from battlemap.geometry.cell import Cell
from battlemap.model.token import Weapon
from battlemap.tactics import crossings
from battlemap.tactics.board import Board
from battlemap.tactics.crossings import zones
from tests.helpers import tactics_boards
from tests.helpers.tactics_boards import token, wall

SWORD, SPEAR = Weapon("sword"), Weapon("spear", reach_feet=10)
HERO = token("hero", (2, 2), "party", weapons=(SWORD,))
ORC = token("orc", (5, 5), weapons=(SPEAR,))
IMP = token("imp", (8, 5), weapons=(SWORD,))


def on(board, **tokens):
    """Return the board of the same map with some tokens otherwise."""
    encounter = board.encounter
    for one in tokens.values():
        encounter = encounter.with_token(one)
    return Board.of(encounter, board.reading)


def anew(board, mover):
    """Return the zones as a board that has seen nothing before finds them."""
    fresh = Board(board.encounter, board.reading)
    return crossings._zones(fresh, mover, crossings._held_feet(fresh, mover))


@pytest.fixture
def board():
    return tactics_boards.board((HERO, ORC, IMP), [wall("rim", (0, 0), (1, 0))])


def test_a_mover_elsewhere_meets_the_very_same_zones(board):
    first = zones(board, HERO)
    assert {zone.by for zone in first} == {"orc", "imp"}
    moved = replace(HERO, at=Cell(3, 7))
    assert zones(on(board, hero=moved), moved) is first
    assert first == anew(on(board, hero=moved), moved)


CHANGES = {
    "an enemy moved": {"orc": replace(ORC, at=Cell(6, 5))},
    "an enemy turned its coat": {"orc": replace(ORC, side="party")},
    "an enemy lost its weapon": {"orc": replace(ORC, weapons=(SWORD,))},
    "an enemy died": {"orc": replace(ORC, conditions=frozenset({"dead"}))},
    "one more enemy": {"cub": token("cub", (2, 9), weapons=(SWORD,))},
    "the mover changed sides": {"hero": replace(HERO, side="foe")},
    "the mover flies": {"hero": replace(HERO, elevation_feet=40)},
    "the mover is armed longer": {"hero": replace(HERO, weapons=(SPEAR,))},
}


@pytest.mark.parametrize("name", CHANGES)
def test_whatever_else_changes_is_seen(board, name):
    before = zones(board, HERO)
    there = on(board, **CHANGES[name])
    mover = there.token("hero")
    assert zones(there, mover) == anew(there, mover) != before


def test_a_change_of_the_map_is_seen(board):
    before = zones(board, HERO)
    pillar = wall("long", (6, 0), (6, 12))
    battle_map = board.encounter.map
    walled = replace(battle_map, obstacles={**battle_map.obstacles, "long": pillar})
    there = Board.of(replace(board.encounter, map=walled), board.reading)
    assert zones(there, HERO) == anew(there, HERO) != before


def test_who_is_dragged_next_has_zones_of_its_own(board):
    assert {zone.by for zone in zones(board, HERO)} == {"orc", "imp"}
    assert {zone.by for zone in zones(board, ORC)} == {"hero"}
    assert {zone.by for zone in zones(board, HERO)} == {"orc", "imp"}

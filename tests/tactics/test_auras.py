"""Whom and which cells an aura reaches, on squares and hexes, checked cell by cell."""

from dataclasses import replace
from types import MappingProxyType

import pytest
from tactics_boards import PlainReading

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.lasting import Aura, AuraFor
from battlemap.model.token import Token
from battlemap.tactics.auras import aura_cells, inside_aura
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import Conventions


def board(kind, *tokens, **changes):
    encounter = Encounter(
        BattleMap(GridSpec(kind, 12, 12)), MappingProxyType({token.id: token for token in tokens})
    )
    return Board.of(encounter, PlainReading(Conventions(**changes)))


@pytest.mark.parametrize("kind", list(GridKind))
@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("feet", [0, 5, 12, 15])
def test_the_cells_are_those_within_the_radius(kind, size, feet):
    here = board(kind, Token("a", "A", "party", Cell(4, 4), size))
    own = here.cells_of("a")
    steps = feet // 5
    expected = {
        cell
        for cell in here.grid.cells()
        if min(here.grid.distance(place, cell) for place in own) <= 100 * steps
    }
    assert aura_cells(here, "a", Aura("Fear", feet)) == expected
    assert set(own) <= expected


def test_who_is_inside_is_who_stands_in_its_cells_and_is_meant():
    tokens = (
        Token("a", "A", "party", Cell(4, 4)),
        Token("near", "Near", "ally", Cell(6, 4)),
        Token("far", "Far", "ally", Cell(7, 4)),
        Token("foe", "Foe", "foe", Cell(7, 5), 2),
        Token("orc", "Orc", "foe", Cell(5, 5)),
        Token("cat", "Cat", "neutral", Cell(4, 5)),
    )
    here = board(GridKind.SQUARE, *tokens)
    found = {kind: inside_aura(here, "a", Aura("x", 10, kind)) for kind in AuraFor}
    assert found == {
        AuraFor.ALL: ("near", "orc", "cat"),
        AuraFor.FRIENDS: ("near",),
        AuraFor.ENEMIES: ("orc",),
    }
    assert inside_aura(here, "a", Aura("x", 15, AuraFor.ENEMIES)) == ("foe", "orc")


def test_height_keeps_somebody_out_where_it_counts():
    high = replace(Token("b", "B", "ally", Cell(5, 4)), elevation_feet=20)
    a = Token("a", "A", "party", Cell(4, 4))
    counted = board(GridKind.SQUARE, a, high, elevation_counts=True)
    flat = board(GridKind.SQUARE, a, high, elevation_counts=False)
    assert inside_aura(counted, "a", Aura("x", 10)) == ()
    assert inside_aura(flat, "a", Aura("x", 10)) == ("b",)

"""Readings of the board that several games share, each played in every game that has it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from battlemap.geometry.cell import Cell
from battlemap.geometry.footprint import footprint, middle_cells
from battlemap.geometry.grid import DiagonalMetric, GridKind, make_grid
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import Attack
from battlemap.model.lasting import Aura
from battlemap.model.token import Token, Weapon
from battlemap.session.registry import find_system
from battlemap.tactics.auras import aura_cells, inside_aura
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import CornerSides, SpaceMeasure
from battlemap.tactics.distance import distance_between
from battlemap.tactics.flanking import flanking
from battlemap.tactics.threat import threatened
from battlemap.tactics.vantage import Vantage

GAMES = ("shadowrealms", "grimhowl", "crawler", "prowess")
FLANKING = ("grimhowl", "prowess")
BOW = Weapon("bow", range_feet=30)


def playing(game, **options):
    system = find_system(game)
    return type(system)(replace(system.options, **options))


def board_of(system, *tokens, kind=GridKind.SQUARE):
    encounter = Encounter(
        BattleMap(GridSpec(kind, 30, 20)),
        MappingProxyType({token.id: token for token in tokens}),
        rules=RulesChoice(system.key, system.options),
    )
    return Board.of(encounter, system)


def someone(key, at, side="party", **more):
    return Token(key, key.capitalize(), side, Cell(*at), **more)


# The distance of two creatures -------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("reading", "feet"), [(SpaceMeasure.NEAREST, 30), (SpaceMeasure.MIDDLE, 40)]
)
def test_from_where_distance_is_measured(game, reading, feet):
    """A bow of 30 ft, and two giants of 3 x 3 with five cells between them."""
    system = playing(game, distance_cells=reading)
    archer = someone("a", (2, 5), size=3, weapons=(BOW,))
    board = board_of(system, archer, someone("t", (10, 5), "foe", size=3))
    fact = distance_between(board, "a", "t")
    assert fact.feet == feet
    assert fact.nearest == ((Cell(4, 5), Cell(10, 5)) if feet == 30 else (Cell(3, 6), Cell(11, 6)))
    planned = system.plan(board, Attack("a", "t", "bow"))
    assert planned.situation.in_reach.value is (feet == 30)
    assert bool(planned.illegal) is (feet != 30)
    [glance] = Vantage(board, "a", "t").glances([(Cell(2, 5), 0.0)])
    assert glance.feet == feet


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("reading", SpaceMeasure)
@pytest.mark.parametrize("kind", GridKind)
def test_an_aura_is_drawn_where_it_reaches(game, reading, kind):
    system = playing(game, distance_cells=reading)
    aura = Aura("dread", 10)
    grid = make_grid(kind, 30, 20)
    ogre = replace(someone("a", (0, 0), size=3), at=grid.from_offset(9, 9))
    drawn = aura_cells(board_of(system, ogre, kind=kind), "a", aura)
    assert set(footprint(grid, ogre.at, 3)) <= drawn
    for cell in grid.disc(ogre.at, 6):
        if cell not in grid or cell in footprint(grid, ogre.at, 3):
            continue
        board = board_of(system, ogre, replace(someone("t", (0, 0)), at=cell), kind=kind)
        assert (inside_aura(board, "a", aura) == ("t",)) is (cell in drawn)


@pytest.mark.parametrize("kind", GridKind)
@pytest.mark.parametrize(("size", "count"), [(1, {1}), (2, {3, 4}), (3, {1}), (4, {3, 4})])
def test_the_middle_of_a_space(kind, size, count):
    grid = make_grid(kind, 20, 20)
    cells = footprint(grid, grid.from_offset(8, 8), size)
    found = middle_cells(grid, cells)
    assert len(found) in count
    center = grid.centroid(cells)

    def off(cell):
        place = grid.center(cell)
        return round((place.x - center.x) ** 2 + (place.y - center.y) ** 2, 9)

    assert {off(cell) for cell in found} == {min(off(cell) for cell in cells)}


# The line between two flankers -------------------------------------------------------------------


def flank_modifiers(system, board):
    planned = system.plan(board, Attack("a", "t", system.weapons(board.token("a"))[0].name))
    return [row.key for row in planned.modifiers if row.key.startswith("flank")]


PIKE = Weapon("pike", 10)


@pytest.mark.parametrize("game", FLANKING)
@pytest.mark.parametrize(
    ("reading", "askew"), [(CornerSides.BOTH, True), (CornerSides.OPPOSITE, False)]
)
def test_what_a_corner_of_the_target_counts_for(game, reading, askew):
    system = playing(game, flanking_corners=reading)
    target = someone("t", (5, 5), "foe")
    # From (3, 4) the line comes in at the upper left corner and goes out by the right border.
    pike, other = someone("a", (3, 4), weapons=(PIKE,)), someone("b", (6, 5))
    board = board_of(system, pike, other, target)
    assert flanking(board, "a", "t").value is askew
    assert bool(flank_modifiers(system, board)) is askew
    # From corner to opposite corner, and from side to opposite side, it is flanking either way.
    for one, two in (((4, 4), (6, 6)), ((4, 5), (6, 5)), ((5, 4), (5, 6))):
        straight = board_of(system, someone("a", one), someone("b", two), target)
        assert flanking(straight, "a", "t").value
        assert flank_modifiers(system, straight)


@pytest.mark.parametrize("kind", [GridKind.HEX_FLAT, GridKind.HEX_POINTY])
@pytest.mark.parametrize("game", FLANKING)
@pytest.mark.parametrize("reading", CornerSides)
def test_opposite_corners_of_a_hex_are_opposite_by_either_reading(game, reading, kind):
    """Two pikes in the second ring, on the line through two corners of the hex between them."""
    system = playing(game, flanking_corners=reading)
    target = someone("t", (8, 8), "foe")
    one, two = (someone(k, at, weapons=(PIKE,)) for k, at in (("a", (9, 9)), ("b", (7, 7))))
    assert flanking(board_of(system, one, two, target, kind=kind), "a", "t").value


@pytest.mark.parametrize("game", FLANKING)
@pytest.mark.parametrize(
    ("along", "corners", "found"),
    [
        (False, CornerSides.BOTH, False),
        (True, CornerSides.BOTH, True),
        (True, CornerSides.OPPOSITE, False),
    ],
)
def test_a_line_along_a_border(game, along, corners, found):
    """Two giants of 2 x 2 whose centers lie on the line of the target's upper border."""
    system = playing(game, flanking_along_borders=along, flanking_corners=corners)
    giants = (someone("a", (3, 4), size=2), someone("b", (6, 4), size=2))
    board = board_of(system, *giants, someone("t", (5, 5), "foe"))
    fact = flanking(board, "a", "t")
    assert fact.value is found
    if not along:
        assert "misses" in fact.reason
    assert bool(flank_modifiers(system, board)) is found


@pytest.mark.parametrize("game", FLANKING)
def test_a_corner_that_a_line_only_touches_is_no_border(game):
    system = playing(game, flanking_along_borders=True)
    # From (4, 6) to (6, 4) past the corner of a target at (4, 4): neither in nor along.
    board = board_of(
        system, someone("a", (3, 5)), someone("b", (5, 3)), someone("t", (3, 3), "foe")
    )
    assert not flanking(board, "a", "t").value


# What the map itself settles ---------------------------------------------------------------------


def on_grid(board, **changes):
    """Return the board on a map with other settings of its grid."""
    here = board.encounter.map
    changed = board.encounter.with_map(replace(here, grid=replace(here.grid, **changes)))
    return Board.of(changed, board.reading)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("feet", "cells"), [(5, 3), (10, 1), (15, 1), (3, 5), (20, 1)])
def test_reach_counts_in_cells_of_the_map(game, feet, cells):
    """A weapon of 15 ft reaches three cells of 5 ft, one of 10 or 15 ft, and always one."""
    system = playing(game)
    tail = Weapon("tail", 15)
    board = board_of(system, someone("a", (10, 10), weapons=(tail,)), someone("t", (10, 4), "foe"))
    board = on_grid(board, feet_per_cell=feet)
    reached = threatened(board, "a")["tail"]
    assert max(board.grid.steps(Cell(10, 10), cell) for cell in reached) == cells
    assert len(reached) == (2 * cells + 1) ** 2 - 1
    for steps in range(1, 7):
        near = replace(board.token("t"), at=Cell(10, 10 - steps))
        there = Board.of(board.encounter.with_token(near), system)
        fact = system.plan(there, Attack("a", "t", "tail")).situation
        assert fact.in_reach.value is (steps <= cells)
        assert fact.distance.feet == steps * feet


@pytest.mark.parametrize("game", GAMES)
def test_the_diagonals_of_the_map_win(game):
    system = playing(game, diagonals=DiagonalMetric.EQUAL)
    board = board_of(system, someone("a", (2, 2)), someone("t", (6, 6), "foe"))
    feet = {
        None: 20,
        DiagonalMetric.EQUAL: 20,
        DiagonalMetric.ALTERNATING: 30,
        DiagonalMetric.EUCLIDEAN: 28,
        DiagonalMetric.MANHATTAN: 40,
    }
    for metric, expected in feet.items():
        assert distance_between(on_grid(board, diagonals=metric), "a", "t").feet == expected

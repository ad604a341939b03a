"""Each event gives the next document, shares what it doesn't touch, and names what must exist."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from battlemap.geometry.cell import Cell, Point
from battlemap.model.apply import apply
from battlemap.model.encounter import Encounter, Override
from battlemap.model.event import (
    ConditionsChanged,
    GroundChanged,
    Noted,
    ObstacleChanged,
    ObstacleRemoved,
    OverridesChanged,
    StatusChanged,
    TokenAdded,
    TokenMoved,
    TokenRemoved,
    TokenTurned,
    TurnOrderChanged,
)
from battlemap.model.obstacle import Door, Wall
from battlemap.model.terrain import Terrain
from battlemap.model.token import Token
from battlemap.model.turn_order import Slot, TurnOrder

ORC = Token("orc", "Orc", "foe", Cell(1, 1))
SEREN = Token("seren", "Seren", "party", Cell(3, 1), elevation_feet=10)
DOOR = Door("d1", Point(2.0, 0.0), Point(2.0, 1.0))


@pytest.fixture
def encounter():
    start = Encounter(tokens=MappingProxyType({"orc": ORC, "seren": SEREN}))
    obstacles = MappingProxyType({"d1": DOOR})
    return start.with_map(replace(start.map, obstacles=obstacles))


@pytest.mark.parametrize(
    ("event", "changed"),
    [
        (TokenMoved("seren", Cell(3, 1), Cell(4, 1)), {"at": Cell(4, 1), "elevation_feet": None}),
        (
            TokenMoved("seren", Cell(3, 1), Cell(9, 9), forced=True, elevation_feet=20),
            {"at": Cell(9, 9), "elevation_feet": 20},
        ),
        (TokenTurned("seren", 90.0), {"facing": 90.0}),
        (StatusChanged("seren", 7), {"status": 7}),
        (ConditionsChanged("seren", frozenset({"prone"})), {"conditions": frozenset({"prone"})}),
    ],
)
def test_an_event_changes_one_token_and_shares_the_rest(encounter, event, changed):
    after = apply(encounter, event)
    assert after.tokens["seren"] == replace(SEREN, **changed)
    assert after.tokens["orc"] is ORC
    assert list(after.tokens) == ["orc", "seren"]
    assert after.map is encounter.map
    assert encounter.tokens["seren"] is SEREN


def test_tokens_come_are_replaced_and_go(encounter):
    wolf = Token("wolf", "Wolf", "foe", Cell(7, 7))
    more = apply(encounter, TokenAdded(wolf))
    assert list(more.tokens) == ["orc", "seren", "wolf"]
    larger = replace(ORC, size=2)
    assert apply(more, TokenAdded(larger)).tokens["orc"] is larger
    assert apply(more, TokenRemoved("wolf")) == encounter


def test_obstacles_come_change_and_go(encounter):
    opened = apply(encounter, ObstacleChanged(replace(DOOR, is_open=True)))
    assert opened.map.obstacles["d1"].is_open
    wall = Wall("w1", Point(0.0, 0.0), Point(1.0, 0.0))
    more = apply(encounter, ObstacleChanged(wall))
    assert list(more.map.obstacles) == ["d1", "w1"]
    assert apply(more, ObstacleRemoved("w1")) == encounter
    assert more.tokens is encounter.tokens


def test_the_ground_of_some_cells_changes(encounter):
    cells = (Cell(2, 3), Cell(4, 4))
    fog = apply(encounter, GroundChanged(cells, Terrain.OBSCURED | Terrain.DIFFICULT))
    assert fog.map.terrain_at(Cell(2, 3)) == Terrain.OBSCURED | Terrain.DIFFICULT
    assert fog.map.terrain_at(Cell(2, 4)) == encounter.map.terrain_at(Cell(2, 4))
    before = encounter.map.terrain_at(Cell(2, 3)), encounter.map.terrain_at(Cell(4, 4))
    back = fog
    for cell, ground in zip(cells, before, strict=True):
        back = apply(back, GroundChanged((cell,), ground))
    assert back == encounter


def test_turns_and_rulings_are_put_in_place_whole(encounter):
    order = TurnOrder(1, slots=(Slot("orc", 12, 1),), active="orc")
    assert apply(encounter, TurnOrderChanged(order)).turn_order is order
    rulings = (Override("cover", "orc", "seren", "off"),)
    assert apply(encounter, OverridesChanged(rulings)).overrides is rulings


def test_a_line_of_the_log_changes_nothing(encounter):
    assert apply(encounter, Noted("Orc growls")) is encounter


@pytest.mark.parametrize(
    "event",
    [
        TokenMoved("ghost", Cell(0, 0), Cell(1, 0)),
        TokenTurned("ghost", 0.0),
        StatusChanged("ghost", None),
        ConditionsChanged("ghost", frozenset()),
        TokenRemoved("ghost"),
        ObstacleRemoved("ghost"),
    ],
)
def test_what_an_event_names_must_be_there(encounter, event):
    with pytest.raises(KeyError, match="ghost"):
        apply(encounter, event)

from __future__ import annotations

from dataclasses import replace

import pytest

from battlemap.geometry.cell import Cell
from battlemap.model.event import TokenMoved
from battlemap.model.intent import (
    Act,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    Move,
    Overrule,
    SetCondition,
    SetDoor,
    Turn,
)
from battlemap.model.terrain import Terrain
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.session.naming import label_of
from battlemap.session.registry import find_system

WAY = (Cell(2, 2), Cell(2, 3), Cell(2, 4), Cell(2, 5))


@pytest.mark.parametrize(
    ("intent", "label"),
    [
        (Move("hero", WAY), "Move Hero 15 ft"),
        (Move("hero", WAY, "force"), "Put Hero elsewhere"),
        (Move("hero", ()), "Move Hero"),
        (Move("ghost", WAY), "Move ghost"),
        (Turn("orc", 90.0), "Turn Orc"),
        (Attack("hero", "orc"), "Hero attacks Orc"),
        (Attack("ghost", ""), "ghost attacks nobody"),
        (Act("orc", "shout"), "Orc: Shout"),
        (Act("orc", "sing"), "Orc: sing"),
        (Act("ghost", "shout"), "ghost: shout"),
        (BeginFight(), "Begin the fight"),
        (EndTurn(), "End the turn"),
        (EndFight(), "End the fight"),
        (SetDoor("d1", True), "Open a door"),
        (SetDoor("d1", False), "Shut a door"),
        (SetCondition("orc", "prone", True), "Orc: prone"),
        (SetCondition("orc", "prone", False), "Orc: not prone"),
        (Overrule("cover", "hero", "orc", "off"), "Overrule cover"),
        (Overrule("cover", "hero", "orc", ""), "Clear the ruling on cover"),
    ],
)
def test_labels(fight, intent, label):
    assert label_of(intent, fight, find_system("skirmish")) == label


def test_a_turn_is_named_by_who_takes_it(fight):
    order = TurnOrder(1, slots=(Slot("hero", 12, 1),), active="hero")
    running = replace(fight, turn_order=order)
    assert label_of(EndTurn(), running, find_system("skirmish")) == "End Hero's turn"


def test_a_halted_move_is_as_long_as_it_came(fight):
    events = [TokenMoved("hero", WAY[0], WAY[1])]
    assert label_of(Move("hero", WAY), fight, find_system("skirmish"), events) == "Move Hero 5 ft"


def test_a_move_counts_the_ground(fight):
    grid = fight.map.grid.grid
    rubble = fight.map.terrain.with_flag(grid, [Cell(2, 4)], Terrain.DIFFICULT)
    rough = fight.with_map(replace(fight.map, terrain=rubble))
    assert label_of(Move("hero", WAY), rough, find_system("skirmish")) == "Move Hero 20 ft"

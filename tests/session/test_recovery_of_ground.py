"""Tunnels and lights after a crash: the map stands as it was changed, and can be undone."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from battlemap.geometry.cell import Cell, Point
from battlemap.model.battle_map import BattleMap, GridSpec, Light
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import Move
from battlemap.model.light_edit import with_light, with_light_changed, without_lights
from battlemap.model.terrain import Layer, Terrain
from battlemap.session.journal import Journal
from battlemap.session.recovery import recover
from battlemap.session.registry import find_system
from battlemap.session.session import Session

ROCK = [Cell(4, row) for row in range(8)]
THROUGH = tuple(Cell(column, 3) for column in range(3, 7))


def hill():
    """A burrower beside a ridge of rock with rubble in it."""
    spec = GridSpec(columns=10, rows=8)
    layer = Layer.blank(10, 8).with_flag(spec.grid, ROCK, Terrain.IMPASSABLE)
    layer = layer.with_flag(spec.grid, [Cell(4, 3)], Terrain.DIFFICULT)
    system = find_system("shadowrealms")
    (mole,) = [one for one in system.bestiary() if one.id == "scout"]
    sheet = replace(mole.sheet, burrow_feet=120, tunnels=True)
    mole = replace(mole, id="mole", at=THROUGH[0], sheet=sheet, conditions=frozenset({"burrowing"}))
    return Encounter(
        BattleMap(spec, terrain=layer),
        MappingProxyType({"mole": mole}),
        rules=RulesChoice("shadowrealms", system.options),
    )


def edit_lights(session, label, lights):
    encounter = session.encounter
    session.edit(label, encounter.with_map(replace(encounter.map, lights=lights)))


def test_tunnels_and_lights_come_back_after_a_crash_and_can_be_undone():
    start = hill()
    session = Session.new(start, seed=3, journal=Journal())
    session.perform(Move("mole", THROUGH))
    assert session.encounter.map.terrain_at(Cell(4, 3)) == Terrain.DIFFICULT
    lamp = Light(Point(0.1, 0.2), 4.0, color="#ffcc88")
    edit_lights(session, "Put a light", with_light((), Point(2.5, 1 / 3), lamp))
    edit_lights(session, "Put a light", with_light(session.encounter.map.lights, Point(1, 1), lamp))
    edit_lights(
        session, "Light off", with_light_changed(session.encounter.map.lights, 0, is_on=False)
    )
    edit_lights(session, "Delete light", without_lights(session.encounter.map.lights, {1}))
    session.undo()
    session._journal.abandon()
    (recovery,) = recover()
    found = recovery.restore()
    assert found.encounter == session.encounter
    assert [c.events for c in found.history.commits] == [c.events for c in session.history.commits]
    found.redo()
    session.redo()
    assert found.encounter == session.encounter
    assert [light.is_on for light in found.encounter.map.lights] == [False]
    while found.history.position:
        found.undo()
    assert found.encounter == start
    while found.history.position < len(found.history.commits):
        found.redo()
    assert found.encounter == session.encounter
    found.close()


def test_a_tunnel_half_dug_waits_for_the_same_answer_after_a_crash():
    start = hill()
    guard = replace(start.tokens["mole"], id="guard", side="foe", at=Cell(5, 4))
    guard = replace(guard, facing=270.0, conditions=frozenset())
    session = Session.new(start.with_token(guard), seed=3, journal=Journal())
    session.asks_outside_fights = True
    session.perform(Move("mole", (*THROUGH, Cell(7, 3), Cell(8, 3))))
    assert session.pending is not None
    assert session.encounter.map != start.map
    session._journal.abandon()
    (recovery,) = recover()
    found = recovery.restore()
    assert found.asks_outside_fights
    assert found.pending == session.pending
    assert found.encounter == session.encounter
    for one in (found, session):
        while one.pending is not None:
            one.answer(one.pending.options[0].key)
    assert found.encounter == session.encounter
    assert found.history.commits[-1].rolls == session.history.commits[-1].rolls
    found.undo()
    assert found.encounter == start.with_token(guard)
    found.close()

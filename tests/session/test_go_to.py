"""Going to a place in the history, and back to where the turn began."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Attack, EndTurn, Move
from battlemap.session.journal import Journal
from battlemap.session.recovery import recover
from battlemap.session.session import Session


def renamed(session, name):
    session.edit(
        f"Call it {name}",
        session.encounter.with_token(replace(session.encounter.tokens["hero"], name=name)),
    )


def test_going_to_a_place_is_undo_and_redo_in_one(fight):
    session = Session.new(fight, seed=3)
    states = [session.encounter]
    for name in "abcde":
        renamed(session, name)
        states.append(session.encounter)
    told = []
    session.subscribe(lambda change: told.append((change.before, change.after, change.kind)))
    for place in (2, 5, 0, 4):
        before = session.encounter
        session.go_to(place)
        assert session.encounter is states[place]
        assert session.history.position == place
        assert told.pop() == (before, states[place], "redo" if place in (5, 4) else "undo")
        assert told == []
        struck = [e.struck for e in session.log.entries if e.commit is not None]
        assert struck == [False] * place + [True] * (5 - place)
    session.go_to(4)
    assert told == []


def test_dice_go_with_the_place(fight):
    session = Session.new(fight, seed=3)
    session.perform(Attack("hero", "orc", "sword"))
    while session.pending is not None:
        session.answer(next(o.key for o in session.pending.options if not o.unavailable))
    after = session.encounter
    session.go_to(0)
    session.perform(Attack("hero", "orc", "sword"))
    while session.pending is not None:
        session.answer(next(o.key for o in session.pending.options if not o.unavailable))
    assert session.encounter == after, "the same dice fall again"


def test_a_place_that_is_not_there(fight):
    session = Session.new(fight)
    for place in (-1, 1):
        with pytest.raises(ValueError, match="0 steps"):
            session.go_to(place)


def test_an_open_question_is_canceled_first(fight):
    session = Session.new(fight, seed=1)
    renamed(session, "a")
    session.perform(Move("hero", (Cell(2, 2), Cell(1, 2))))
    assert session.pending is not None
    session.go_to(0)
    assert session.pending is None
    assert session.encounter == fight


def test_the_journal_keeps_the_place(fight):
    session = Session.new(fight, journal=Journal())
    for name in "abc":
        renamed(session, name)
    session.go_to(1)
    session._journal.abandon()  # as a killed process does
    (recovery,) = recover()
    found = recovery.restore()
    assert found.encounter == session.encounter
    assert found.history.position == 1
    assert len(found.history.commits) == 3


def test_the_place_where_the_turn_began():
    from battlemap import resources
    from battlemap.model.intent import BeginFight, Turn

    session = Session.open(resources.maps_path() / "sunken-hall.battlemap", seed=5)
    session.go_to(0)
    if not session.encounter.turn_order.is_running:
        assert session.turn_start() is None
        session.perform(BeginFight())
    start = session.history.position
    assert session.turn_start() == start
    active = session.encounter.turn_order.active
    session.perform(Turn(active, 90.0))
    session.perform(Turn(active, 180.0))
    assert session.turn_start() == start
    began = session.encounter
    session.perform(EndTurn())
    assert session.turn_start() == session.history.position
    session.go_to(session.history.position - 1)
    assert session.encounter is began
    assert session.turn_start() == start

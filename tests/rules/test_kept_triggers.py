"""Triggers that were asked for just now: the same answer, found once for each board and way."""

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.intent import Move
from battlemap.rules.kept_triggers import kept_triggers
from battlemap.rules.trigger import Trigger
from battlemap.session.session import Session
from battlemap.systems.shadowrealms import movement
from battlemap.tactics.board import Board
from battlemap.tactics.path import Path
from benchmarks.scenes import battlefield

WAY = Path((Cell(0, 0), Cell(1, 0)), (0, 100))
STRIKE = (Trigger(1, Cell(0, 0), "orc", "axe", "leaves", "leaves its reach"),)


def test_each_way_and_manner_is_asked_for_once():
    asked = []

    def find(*what):
        return kept_triggers((board,), *what, lambda: asked.append(what) or STRIKE)

    board = object()
    same = Path((Cell(0, 0), Cell(1, 0)), (0, 100))
    dearer = Path((Cell(0, 0), Cell(1, 0)), (0, 200))
    assert find(WAY, "walk") is STRIKE
    assert find(same, "walk") is STRIKE
    assert asked == [(WAY, "walk")]
    find(dearer, "walk")
    find(WAY, "shift")
    assert asked == [(WAY, "walk"), (dearer, "walk"), (WAY, "shift")]


def test_another_board_is_asked_anew():
    first, second = [1], [1]  # equal, and not the same
    assert kept_triggers((first,), WAY, "walk", lambda: STRIKE) is STRIKE
    assert kept_triggers((second,), WAY, "walk", lambda: ()) == ()
    assert kept_triggers((first,), WAY, "walk", lambda: ()) is STRIKE


def test_a_drop_finds_the_triggers_that_the_preview_found(monkeypatch):
    session = Session.new(battlefield(GridKind.SQUARE, 20, 20, tokens=30, walls=10), seed=1)
    preview = session.preview_move("t0")
    routes = [preview.to(cell).shortest for cell in sorted(preview.field.costs)[:20]]
    board = Board.of(session.encounter, session.system)
    mover = session.encounter.tokens["t0"]
    assert any(route.triggers for route in routes)
    for route in routes:
        fresh = movement._triggers(board, mover, route.path, "walk")
        assert movement.move_triggers(board, mover, route.path) == route.triggers == fresh

    def refuse(*_):
        raise AssertionError("the triggers are known")

    monkeypatch.setattr(movement, "_triggers", refuse)
    for route in routes:
        procedure = session.system.perform(session.encounter, Move("t0", route.path.cells))
        next(procedure, None)
        procedure.close()

"""A fight of ShadowRealms in a process of its own, killed while the GM is asked."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Act, Attack, BeginFight, EndTurn, Move, Turn
from battlemap.rules.procedure import Ask, IllegalIntentError
from battlemap.session.journal import Journal
from battlemap.session.recovery import recover
from battlemap.session.session import Session

MAP = {
    "format": 1,
    "system": "shadowrealms",
    "grid": {"kind": "square", "columns": 20, "rows": 15},
    "tokens": [
        {
            "id": "seren",
            "side": "party",
            "at": [5, 5],
            "facing": 90,
            "weapons": [{"name": "spear", "reach": True, "reach_feet": 10}],
        },
        {"id": "orc", "side": "foe", "at": [7, 5], "facing": 270},
    ],
}

CHILD = """
import sys
from battlemap.model.intent import Attack, BeginFight, EndTurn, Move, Turn
from battlemap.session.journal import Journal
from battlemap.session.session import Session

def settle():
    while session.pending:
        session.answer(session.pending.options[-1].key)

session = Session.open(sys.argv[1], seed=11, journal=Journal())
session.perform(BeginFight())
settle()
while session.encounter.turn_order.active != "seren":
    session.perform(EndTurn())
    settle()
session.perform(Attack("seren", "orc", "spear"))
settle()
while session.encounter.turn_order.active != "orc":
    session.perform(EndTurn())
    settle()
route = session.preview_move("orc").to((7, 9)).shortest
session.perform(Move("orc", route.path.cells))
print(session.pending.headline)
print(len(session.history.commits), len(session.log.entries), flush=True)
sys.stdin.read()
"""


def test_a_fight_comes_back_with_the_opportunity_attack_still_to_be_answered(tmp_path):
    path = tmp_path / "fight.json"
    path.write_text(json.dumps(MAP), encoding="utf-8")
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with child:
        headline = child.stdout.readline().strip()
        commits, entries = map(int, child.stdout.readline().split())
        child.send_signal(signal.SIGKILL)
        child.wait()
    (recovery,) = recover()
    assert recovery.document == path
    session = recovery.restore()
    assert isinstance(session.pending, Ask)
    assert session.pending.headline == headline
    assert session.pending.kind == "opportunity attack"
    assert (len(session.history.commits), len(session.log.entries)) == (commits, entries)
    assert session.encounter.tokens["orc"].at == Cell(7, 5), "it has not left its cell yet"
    session.answer("never")
    assert session.policy("seren", "opportunity attack") == "never"
    while session.pending is not None:
        session.answer(session.pending.options[-1].key)
    assert session.encounter.tokens["orc"].at == Cell(7, 9)
    while session.undo():
        pass
    assert session.encounter == Session.open(path).encounter
    assert not session.is_modified
    session.close()


def play_at_random(session, choose):
    """Do what comes to hand: moves, turns, attacks, actions; answer whatever is asked."""
    session.perform(BeginFight())
    for _ in range(40):
        while session.pending is not None:
            options = [o.key for o in session.pending.options if not o.unavailable]
            session.answer(choose.choice(options))
        tokens = session.encounter.tokens
        active = session.encounter.turn_order.active or choose.choice(list(tokens))
        target = choose.choice([key for key in tokens if key != active])
        buttons = session.system.actions(session.encounter, tokens[active])
        goal = choose.choice(sorted(session.preview_move(active).field.costs))
        route = session.preview_move(active).to(goal).safest
        deeds = [
            Attack(active, target),
            Turn(active, choose.randrange(8) * 45.0),
            EndTurn(),
            *(Act(active, b.key, target if b.needs_target else None) for b in buttons),
        ]
        if route is not None and route.path.steps:
            deeds.append(Move(active, route.path.cells))
        try:
            session.perform(choose.choice(deeds))
        except IllegalIntentError:
            continue
        if choose.random() < 0.15:
            session.undo()
        if choose.random() < 0.05:
            session.cancel()
            session.redo()


@pytest.mark.parametrize("seed", range(4))
def test_any_fight_comes_back_exactly(tmp_path, seed):
    path = tmp_path / "fight.json"
    path.write_text(json.dumps(MAP), encoding="utf-8")
    session = Session.open(path, seed=seed, journal=Journal())
    play_at_random(session, Random(seed))
    assert session.history.commits
    session.type_next([1])
    session._journal.abandon()
    (recovery,) = recover()
    found = recovery.restore()
    assert found.encounter == session.encounter
    assert found.pending == session.pending
    assert found.history.commits == session.history.commits
    assert found.history.position == session.history.position
    assert [replace(e, time=0.0) for e in found.log.entries] == [
        replace(e, time=0.0) for e in session.log.entries
    ]
    for one in (session, found):
        while one.pending is not None:
            one.cancel()
        one.type_next([])
        one.perform(EndTurn())
    assert found.encounter == session.encounter
    found.close()

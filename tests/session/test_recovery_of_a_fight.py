"""A fight of ShadowRealms in a process of its own, killed while the GM is asked."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

from battlemap.geometry.cell import Cell
from battlemap.rules.procedure import Ask
from battlemap.session.files import recover
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
from battlemap.session.files import Journal
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

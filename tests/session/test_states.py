"""The states of a fight: from a session, from its journal, and what a map's file can't tell."""

from __future__ import annotations

import json

import pytest

from battlemap.model.file_error import FileError
from battlemap.model.intent import Turn
from battlemap.session.journal import Journal
from battlemap.session.session import Session
from battlemap.session.states import BEGINNING, journal_of, session_of, states_of

MAP = {
    "format": 1,
    "system": "shadowrealms",
    "grid": {"kind": "square", "columns": 8, "rows": 6},
    "tokens": [{"id": "seren", "side": "party", "at": [2, 2], "facing": 0}],
}


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("BATTLEMAP_STATE_DIR", str(tmp_path / "state"))
    found = tmp_path / "cellar.json"
    found.write_text(json.dumps(MAP), encoding="utf-8")
    return found


@pytest.fixture
def session(path):
    made = Session.open(path, journal=Journal())
    for facing in (90.0, 180.0, 270.0):
        made.perform(Turn("seren", facing))
    made.undo()
    yield made
    made.close()


def facings(states):
    return [state.encounter.tokens["seren"].facing for state in states]


def test_a_session_tells_what_is_in_force(session):
    states = states_of(session)
    assert states[0].label == BEGINNING
    assert facings(states) == [0.0, 90.0, 180.0]
    assert all("Seren" in state.label for state in states[1:])


def test_a_session_without_deeds_has_one_state(path):
    (state,) = states_of(Session.open(path))
    assert state.label == BEGINNING


def test_the_journal_of_an_open_map_tells_the_same(session, path):
    told = session_of(path)
    assert [s.encounter for s in states_of(told)] == [s.encounter for s in states_of(session)]
    assert facings(states_of(session_of(journal_of(path)))) == [0.0, 90.0, 180.0]


def test_a_map_that_is_not_open_has_no_journal(path, session):
    session.close()
    assert journal_of(path) is None
    with pytest.raises(FileError, match="no states in between"):
        session_of(path)


def test_a_map_that_is_not_there_is_said(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        session_of(tmp_path / "nowhere.battlemap")


def test_what_is_no_journal_is_said(tmp_path):
    path = tmp_path / "odd.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(FileError, match="no beginning"):
        session_of(path)


def test_a_deed_that_waits_is_left_out(path, session):
    journal = journal_of(path)
    with journal.open("a", encoding="utf-8") as file:
        file.write('{"what":"perform","intent":null}\n{"what":"faces","faces":[1],"by":"dice"}\n')
    assert facings(states_of(session_of(path))) == [0.0, 90.0, 180.0]


@pytest.mark.parametrize(
    "line",
    [
        b'{"what":"commit"}',
        b'{"what":"commit","commit":{}}',
        b'{"what":"typed","faces":[0]}',
        b'{"what":"save","path":5}',
    ],
)
def test_a_journal_of_other_lines_is_damaged(session, tmp_path, line):
    first, *others = session._journal.path.read_bytes().split(b"\n")
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"\n".join([first, line, *others]))
    with pytest.raises(FileError, match=r"broken\.jsonl: the journal is damaged\."):
        session_of(broken)

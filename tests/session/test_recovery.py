from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from battlemap.geometry.cell import Cell
from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import Act, Attack, Move, SetDoor, Turn
from battlemap.model.terrain import Terrain
from battlemap.rules.procedure import Ask, Roll
from battlemap.session import registry
from battlemap.session.journal import Journal
from battlemap.session.recovery import RecoveryError, recover
from battlemap.session.session import Session

AWAY = Move("hero", (Cell(2, 2), Cell(1, 2), Cell(0, 2)))


def crash(session):
    """Let go of the session as a killed process does."""
    session._journal.abandon()


@pytest.fixture
def session(fight):
    session = Session.new(fight, seed=7, journal=Journal())
    yield session
    if session._journal is not None:
        session._journal.abandon()


def restored():
    (recovery,) = recover()
    return recovery.restore()


def plain(log):
    """Return the entries without their times, which tell when a deed was done again."""
    return [replace(entry, time=0.0) for entry in log.entries]


def assert_same(found, expected):
    assert found.encounter == expected.encounter
    assert found.pending == expected.pending
    assert plain(found.log) == plain(expected.log)
    assert found.history.position == expected.history.position
    assert found.is_modified == expected.is_modified
    assert found._dice == expected._dice
    for one, other in zip(found.history.commits, expected.history.commits, strict=True):
        assert one.before == other.before
        assert one.after == other.after
        assert one.events == other.events
        assert (one.label, one.number, one.log_ids) == (other.label, other.number, other.log_ids)
        assert (one.rolls, one.intent, one.time) == (other.rolls, other.intent, other.time)
        assert one.answers == other.answers


def play(session, skirmish):
    """Do a bit of everything."""
    session.perform(Turn("orc", 90.0))
    session.set_policy("orc", "defense", "never")
    for _ in range(6):
        session.perform(Attack("hero", "orc"))
    session.undo()
    session.undo()
    session.redo()
    encounter = session.encounter
    grid = encounter.map.grid.grid
    rubble = encounter.map.terrain.with_flag(grid, [Cell(1, 1), Cell(1, 2)], Terrain.DIFFICULT)
    session.edit("Paint", encounter.with_map(replace(encounter.map, terrain=rubble)))
    session.perform(SetDoor("d1", True))
    session.edit("Remove Orc", session.encounter.without_token("orc"))
    session.undo()
    for column in (5, 6):
        moved = replace(session.encounter.tokens["hero"], at=Cell(column, 2))
        session.edit("Nudge", session.encounter.with_token(moved), merge_key="nudge")
    with pytest.raises(skirmish.BrokenRuleError):
        session.perform(Act("orc", "fail"))
    session.type_next([17, 4])


def test_after_a_crash_the_fight_stands_as_it_stood(session, skirmish):
    play(session, skirmish)
    crash(session)
    found = restored()
    assert_same(found, session)
    assert found.policy("orc", "defense") == "never"
    assert found.typed_next == (17, 4)
    found.close()


def test_what_comes_after_is_what_would_have_come(fight, skirmish):
    sessions = []
    for journal in (None, Journal()):
        session = Session.new(fight, seed=7, journal=journal)
        play(session, skirmish)
        sessions.append(session)
    crash(sessions[1])
    sessions[1] = restored()
    for session in sessions:
        session.perform(Attack("hero", "orc"))
        session.perform(Attack("orc", "hero"))
        while session.pending:
            session.answer("parry")
    assert sessions[0].history.commits[-1].rolls == sessions[1].history.commits[-1].rolls
    assert sessions[0].encounter == sessions[1].encounter
    sessions[1].close()


def test_the_recovered_session_can_be_undone_to_the_beginning(session, fight, skirmish):
    play(session, skirmish)
    labels = [commit.label for commit in session.history.commits]
    crash(session)
    found = restored()
    undone = []
    while (label := found.undo()) is not None:
        undone.append(label)
    assert undone == labels[: session.history.position][::-1]
    assert found.encounter == fight
    assert not found.is_modified
    while found.redo() is not None:
        pass
    assert found.encounter == session.history.commits[-1].after
    found.close()


def test_unchanged_parts_stay_shared(session):
    session.perform(Turn("orc", 90.0))
    crash(session)
    found = restored()
    (commit,) = found.history.commits
    assert commit.before.map is commit.after.map
    assert commit.before.tokens["hero"] is commit.after.tokens["hero"]
    found.close()


def test_an_open_question_is_open_again(session):
    session.type_next([15])
    session.perform(AWAY)
    session.answer("strike")
    assert session.pending.kind == "defense"
    crash(session)
    found = restored()
    assert_same(found, session)
    found.type_next([3, 5])
    found.answer("parry")
    assert found.encounter.tokens["hero"].status.wounds == 5
    assert found.encounter.tokens["hero"].at == Cell(0, 2)
    found.close()


def test_an_open_roll_is_open_again(session):
    session.manual_dice = True
    session.perform(Attack("hero", "orc"))
    session.give_dice([15])
    session.answer("parry")
    session.type_next([8])
    crash(session)
    found = restored()
    assert_same(found, session)
    assert isinstance(found.pending, Roll)
    assert found.manual_dice
    assert found.typed_next == (8,)
    found.type_next([6])
    found.give_dice([10])
    assert [record.faces for record in found.history.commits[0].rolls] == [(15,), (10,), (6,)]
    found.close()


def test_a_recovered_session_that_crashes_is_recovered_again(session, skirmish):
    play(session, skirmish)
    session.perform(AWAY) if session.encounter.tokens["hero"].at == Cell(2, 2) else None
    crash(session)
    found = restored()
    found.perform(Turn("orc", 180.0))
    found.undo()
    found.perform(Attack("hero", "orc"))
    found.type_next([19])
    found.perform(Attack("orc", "hero"))
    assert isinstance(found.pending, Ask)
    crash(found)
    again = restored()
    assert_same(again, found)
    crash(again)
    third = restored()
    assert_same(third, found)
    third.answer("none")
    assert third.pending is None
    third.close()
    assert recover() == []


def test_a_canceled_deed_leaves_only_struck_entries(session, fight):
    session.type_next([15, 2])
    session.perform(AWAY)
    session.answer("strike")
    session.cancel()
    session.perform(Turn("orc", 90.0))
    crash(session)
    found = restored()
    assert_same(found, session)
    found.close()


def tear(path, lines):
    """Keep this many whole lines and half of the next."""
    kept = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(kept[:lines]) + kept[lines][: len(kept[lines]) // 2])


def test_a_torn_last_line_is_ignored_and_written_over(session):
    session.perform(Turn("orc", 90.0))
    session.perform(Turn("orc", 180.0))
    path = session._journal.path
    crash(session)
    tear(path, lines=3)  # begin, perform, commit; the second intent is torn
    found = restored()
    assert found.encounter == session.history.commits[0].after
    assert found.history.position == 1
    found.perform(Turn("orc", 45.0))
    crash(found)
    again = restored()
    assert_same(again, found)
    again.close()


def test_a_deed_whose_end_is_torn_is_done_again(session):
    for _ in range(3):
        session.perform(Attack("hero", "orc"))
        while session.pending:
            session.answer("parry")
    path = session._journal.path
    crash(session)
    tear(path, lines=len(path.read_bytes().splitlines()) - 1)
    found = restored()
    assert found.encounter == session.encounter
    assert found.history.commits[2].rolls == session.history.commits[2].rolls
    crash(found)
    again = restored()
    assert_same(again, found)
    again.close()


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_wherever_the_file_ends_some_state_comes_back(session, skirmish, share):
    play(session, skirmish)
    states = [commit.after for commit in session.history.commits]
    path = session._journal.path
    crash(session)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    for recovery in recover():
        found = recovery.restore()
        assert any(found.encounter == state for state in states) or found.history.commits
        found.close()


def test_a_journal_without_a_first_line_is_removed(session):
    path = session._journal.path
    session.perform(Turn("orc", 90.0))
    crash(session)
    path.write_bytes(path.read_bytes()[:100])
    assert recover() == []
    assert not path.exists()


@pytest.mark.parametrize(
    "damage",
    [
        b'["' * 100_000,
        b'{"what": "save", "modified": true, "time": 1}',
        b'{"what": "undo", "modified": true}',
    ],
)
def test_a_damaged_line_neither_stops_the_program_nor_costs_the_journal(session, damage):
    path = session._journal.path
    session.perform(Turn("orc", 90.0))
    crash(session)
    path.write_bytes(path.read_bytes() + damage + b"\n")
    recover()
    assert path.exists()


def test_lines_after_one_that_is_nested_too_deep_are_not_read(session):
    path = session._journal.path
    session.perform(Turn("orc", 90.0))
    crash(session)
    path.write_bytes(path.read_bytes() + b"[" * 100_000 + b"\n")
    assert len(restored().history.commits) == 1


def test_the_journal_of_another_version_stays_where_it_is(session):
    path = session._journal.path
    session.perform(Turn("orc", 90.0))
    crash(session)
    path.write_bytes(path.read_bytes().replace(b'"format":1', b'"format":2', 1))
    assert recover() == []
    assert path.exists()


def test_nothing_is_offered_where_nothing_would_be_lost(session, fight):
    crash(session)
    assert recover() == []
    other = Session.new(fight, seed=1, journal=Journal())
    other.perform(Turn("orc", 90.0))
    other.undo()
    path = other._journal.path
    crash(other)
    assert recover() == []
    assert not path.exists()


def test_a_closed_session_leaves_nothing_behind(session):
    session.perform(Turn("orc", 90.0))
    folder = session._journal.path.parent
    session.close()
    assert recover() == []
    assert [path.name for path in folder.iterdir() if path.suffix in {".jsonl", ".lock"}] == []


def test_a_living_session_is_not_offered(session):
    session.perform(Turn("orc", 90.0))
    assert recover() == []
    assert session._journal.path.exists()


def test_only_one_can_restore(session):
    session.perform(Turn("orc", 90.0))
    crash(session)
    (recovery,) = recover()
    found = recovery.restore()
    with pytest.raises(RecoveryError, match="already open"):
        recovery.restore()
    found.close()


def test_discard_removes_the_journal(session):
    session.perform(Turn("orc", 90.0))
    crash(session)
    (recovery,) = recover()
    recovery.discard()
    assert recover() == []


def test_the_summary_says_what_is_there(session):
    session.perform(Turn("orc", 90.0))
    session.perform(AWAY)
    crash(session)
    (recovery,) = recover()
    assert recovery.name == "New map"
    assert recovery.commits == 1
    assert recovery.is_waiting
    assert recovery.started <= recovery.changed


def test_changed_rules_cancel_the_open_deed_and_keep_the_rest(session, monkeypatch, skirmish):
    session.perform(Turn("orc", 90.0))
    turned = session.encounter
    session.type_next([15])
    session.perform(AWAY)
    session.answer("strike")
    crash(session)

    def other_rules(self, encounter, intent):
        raise RuntimeError("the rules are others now")
        yield

    monkeypatch.setattr(skirmish.Skirmish, "perform", other_rules)
    found = restored()
    assert found.encounter == turned
    assert found.pending is None
    assert found.log.entries[-1].headline == "The open deed could not be restored"
    crash(found)
    again = restored()
    assert_same(again, found)
    again.close()


def test_changed_rules_do_not_change_what_was_done(session, monkeypatch, skirmish):
    for _ in range(5):
        session.perform(Attack("hero", "orc"))
        while session.pending:
            session.answer("none")
    crash(session)
    monkeypatch.setattr(skirmish.Skirmish, "_strike", None)
    found = restored()
    assert_same(found, session)
    found.close()


def test_a_full_disk_stops_the_journal_and_not_the_fight(session, monkeypatch):
    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    session.perform(Turn("orc", 90.0))
    assert session.encounter.tokens["orc"].facing == 90.0
    assert "No space left on device" in session.journal_failure
    session.perform(Turn("orc", 45.0))


def test_a_folder_that_cannot_be_made_stops_the_journal_only(fight, tmp_path):
    (tmp_path / "file").write_text("in the way")
    session = Session.new(fight, journal=Journal(tmp_path / "file" / "journals"))
    session.perform(Turn("orc", 90.0))
    assert session.journal_failure
    session.close()


def test_pictures_are_kept_once(fight):
    picture = os.urandom(5000)
    with_picture = replace(fight, assets={"a.png": picture})
    session = Session.new(with_picture, seed=1, journal=Journal())
    session.perform(Turn("orc", 90.0))
    path = session._journal.path
    assert path.stat().st_size < 20_000
    assert [p.read_bytes() for p in (path.parent / "pictures").iterdir()] == [picture]
    crash(session)
    found = restored()
    assert found.encounter.assets["a.png"] == picture
    found.close()


def test_options_survive(fight, skirmish):
    strict = skirmish.Options(skirmish.Strictness.STRICT)
    session = Session.new(fight, seed=1, journal=Journal())
    session.edit("Rules", replace(fight, rules=RulesChoice("skirmish", strict)))
    assert session.system.options == strict
    crash(session)
    found = restored()
    assert found.system.options == strict
    found.undo()
    assert found.system.options == skirmish.Options()
    found.close()


def test_an_import_is_not_saved_until_it_is(fight, tmp_path):
    session = Session.new(fight, journal=Journal(), unsaved=True)
    assert session.has_journal
    assert session.is_modified
    crash(session)
    found = restored()
    assert found.is_modified
    assert found.encounter == fight
    found.save(tmp_path / "import.json")
    assert not found.is_modified
    found.close()
    assert not found.has_journal


CHILD = """
import sys
sys.path.insert(0, sys.argv[1])
from battlemap.session import registry
registry._BUILT_IN["skirmish"] = "skirmish_rules:Skirmish"
import skirmish_rules
from battlemap.geometry.cell import Cell
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import Attack, Move, Turn
from battlemap.model.token import Token
from battlemap.session.journal import Journal
from battlemap.session.session import Session

tokens = {
    "hero": Token("hero", "Hero", "party", Cell(2, 2)),
    "orc": Token("orc", "Orc", "foe", Cell(3, 2)),
}
session = Session.new(
    Encounter(tokens=tokens, rules=RulesChoice("skirmish")), seed=42, journal=Journal()
)
session.perform(Turn("orc", 90.0))
session.perform(Attack("hero", "orc"))
while session.pending:
    session.answer("parry")
session.perform(Move("hero", (Cell(2, 2), Cell(2, 3), Cell(1, 3), Cell(0, 3))))
session.type_next([15])
session.answer("strike")
print(session.pending.kind, session.encounter.tokens["hero"].at, flush=True)
print([r.faces for c in session.history.commits for r in c.rolls], flush=True)
sys.stdin.read()
"""


def test_kill_minus_nine_in_the_middle_of_a_question():
    helpers = Path(__file__).parents[1] / "helpers"
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(helpers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with child:
        said = child.stdout.readline().split(" ", 1)
        rolled = child.stdout.readline().strip()
        assert recover() == [], "the process is alive"
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert child.returncode == -signal.SIGKILL
    found = restored()
    assert isinstance(found.pending, Ask)
    assert found.pending.kind == said[0]
    assert str(found.encounter.tokens["hero"].at) == said[1].strip()
    assert str([r.faces for c in found.history.commits for r in c.rolls]) == rolled
    found.type_next([18])
    found.answer("parry")
    assert found.encounter.tokens["hero"].at == Cell(0, 3)
    assert [commit.label for commit in found.history.commits] == [
        "Turn Orc",
        "Hero attacks Orc",
        "Move Hero 15 ft",
    ]
    while found.undo():
        pass
    assert found.encounter.tokens["hero"].at == Cell(2, 2)
    assert found.encounter.tokens["hero"].status is None
    found.close()


def test_every_line_is_json(session, skirmish):
    play(session, skirmish)
    lines = session._journal.path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["what"] for line in lines][:2] == ["begin", "perform"]


def test_a_journal_of_rules_that_are_gone_says_so_and_stays(session, monkeypatch):
    session.perform(Turn("orc", 90.0))
    crash(session)
    monkeypatch.delitem(registry._BUILT_IN, "skirmish")
    registry.system_class.cache_clear()
    (recovery,) = recover()
    with pytest.raises(RecoveryError, match="New map can't be recovered"):
        recovery.restore()
    assert recovery.journal.exists(), "it may be read when the rules are back"
    assert len(recover()) == 1, "and it isn't locked"


def test_what_cannot_be_kept_stops_the_journal_and_not_the_fight(session, fight):
    odd = fight.with_token(replace(fight.tokens["orc"], sheet=object()))
    session.edit("Odd", odd)
    assert session.encounter is odd
    assert "can't keep" in session.journal_failure
    session.undo()
    assert session.encounter is fight


def test_a_damaged_picture_is_found_out(fight):
    session = Session.new(replace(fight, assets={"a.png": b"123"}), journal=Journal())
    session.perform(Turn("orc", 90.0))
    (picture,) = (session._journal.path.parent / "pictures").iterdir()
    crash(session)
    picture.write_bytes(b"124")
    (recovery,) = recover()
    with pytest.raises(RecoveryError, match="damaged"):
        recovery.restore()


def test_old_pictures_go_when_no_journal_is_left(fight):
    session = Session.new(replace(fight, assets={"a.png": b"123"}), journal=Journal())
    session.perform(Turn("orc", 90.0))
    (picture,) = (session._journal.path.parent / "pictures").iterdir()
    os.utime(picture, (0, 0))
    assert recover() == []
    assert picture.exists(), "a living session may need it"
    session.close()
    assert recover() == []
    assert not picture.exists()


def rewrite(session, old, new):
    """Change the text of the journal as if another version had written it."""
    path = session._journal.path
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_class_that_moved_to_another_module_is_found(session):
    session.perform(Turn("orc", 90.0))
    expected = session.encounter
    crash(session)
    rewrite(session, "battlemap.model.token:Token", "battlemap.model.pieces:Token")
    found = restored()
    assert found.encounter == expected
    found._journal.abandon()


def test_dice_of_another_kind_cost_no_fight(session):
    session.perform(Turn("orc", 90.0))
    session.perform(Turn("orc", 180.0))
    expected = session.encounter
    crash(session)
    rewrite(session, "battlemap.dice.source:Dice", "battlemap.session.dice:DiceState")
    found = restored()
    assert found.encounter == expected
    assert found.undo() is not None
    found._journal.abandon()


def test_what_can_be_read_comes_back_and_the_rest_is_kept(session, fight):
    session.perform(Turn("orc", 90.0))
    good = session.encounter
    session.edit("Odd", fight.with_token(replace(fight.tokens["orc"], name="Odd one")))
    crash(session)
    rewrite(session, '"Odd one"', '{"$": "battlemap.model.token:Gone", "v": {}}')
    found = restored()
    assert found.encounter == good
    assert "could not be recovered" in found.log.entries[-1].headline
    (kept,) = found._journal.path.parent.glob("*.unread")
    assert "Gone" in kept.read_text(encoding="utf-8")
    found._journal.abandon()


def test_a_damaged_line_in_the_middle_costs_what_follows_but_not_the_file(session):
    session.perform(Turn("orc", 90.0))
    good = session.encounter
    session.perform(Turn("orc", 180.0))
    path = session._journal.path
    crash(session)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"garbage\n", *lines[3:]]))
    found = restored()
    assert found.encounter == good
    (kept,) = path.parent.glob("*.unread")
    assert b"garbage" in kept.read_bytes()
    found._journal.abandon()


def test_after_a_full_disk_a_save_begins_a_new_journal(session, monkeypatch, tmp_path):
    def full(descriptor):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        session.perform(Turn("orc", 90.0))
    assert "No space left" in session.journal_failure
    stale = session._journal.path
    session.perform(Turn("orc", 180.0))
    session.save(tmp_path / "fight.battlemap")
    assert session.journal_failure == ""
    assert not stale.exists(), "it would offer an older state"
    session.perform(Turn("orc", 270.0))
    expected = session.encounter
    crash(session)
    found = restored()
    assert found.encounter == expected
    found._journal.abandon()

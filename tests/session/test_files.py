"""Saving, opening, backups, recent files and the log file for errors."""

from __future__ import annotations

import errno
import logging
from dataclasses import replace
from types import MappingProxyType

import pytest

from battlemap.geometry.cell import Cell
from battlemap.model.event import Noted
from battlemap.model.file_error import FileError
from battlemap.model.intent import Act, Attack, Turn
from battlemap.session import files
from battlemap.session.documents import load_encounter, save_encounter
from battlemap.session.journal import Journal
from battlemap.session.recovery import recover
from battlemap.session.session import Session


@pytest.fixture
def saved(fight, tmp_path):
    path = tmp_path / "fight.battlemap"
    save_encounter(path, fight)
    return path


def test_a_saved_fight_is_the_same_fight(fight, saved):
    assert load_encounter(saved) == fight
    session = Session.open(saved)
    assert session.encounter == fight
    assert session.path == saved
    assert not session.is_modified
    assert session.log.entries[0].headline == "Opened fight.battlemap"


def test_saving_makes_it_unmodified_and_undo_back_to_it_too(saved):
    session = Session.open(saved)
    session.perform(Turn("orc", 90.0))
    assert session.is_modified
    session.save()
    assert not session.is_modified
    session.undo()
    assert session.is_modified
    session.redo()
    assert not session.is_modified
    assert load_encounter(saved) == session.encounter
    session.undo()
    session.perform(Turn("orc", 45.0))
    session.undo()
    assert session.is_modified, "the saved state is on a branch that is gone"


def test_nudges_after_a_save_are_a_step_of_their_own(saved, fight):
    session = Session.open(saved)

    def nudge(column):
        token = replace(session.encounter.tokens["hero"], at=Cell(column, 0))
        session.edit("Nudge", session.encounter.with_token(token), merge_key="nudge")

    nudge(4)
    session.save()
    nudge(5)
    assert len(session.history.commits) == 2
    session.undo()
    assert not session.is_modified


def test_saving_under_another_name(saved, tmp_path):
    session = Session.open(saved)
    session.perform(Turn("orc", 90.0))
    other = tmp_path / "other.json"
    session.save(other)
    assert session.path == other
    assert load_encounter(other) == session.encounter
    assert load_encounter(saved) != session.encounter


def test_a_new_map_has_no_name_to_save_under(fight):
    with pytest.raises(ValueError, match="no file name"):
        Session.new(fight).save()


def test_a_save_that_fails_leaves_the_file_and_the_mark(saved, monkeypatch, fight, skirmish):
    session = Session.open(saved)
    session.perform(Turn("orc", 90.0))
    with pytest.raises(FileError):
        session.save(saved.parent / "no" / "such" / "folder.battlemap")
    assert session.path == saved
    assert session.is_modified
    assert load_encounter(saved) == fight


def test_the_log_goes_with_the_file_and_what_was_undone_stays_struck(saved):
    session = Session.open(saved)
    session.perform(Act("orc", "shout"))
    session.perform(Act("hero", "shout"))
    session.undo()
    session.save()
    again = Session.open(saved)
    earlier = [entry for entry in again.log.entries if entry.earlier]
    assert [(entry.headline, entry.struck) for entry in earlier] == [
        ("orc shouts", False),
        ("hero shouts", True),
    ]
    numbers = {e.headline: e.number for e in session.log.entries if e.commit is not None}
    assert [entry.number for entry in earlier] == [numbers["orc shouts"], numbers["hero shouts"]]
    assert again.log.entries[-1].number == earlier[-1].number + 1
    assert all(entry.commit is None for entry in earlier)
    again.perform(Act("hero", "shout"))
    again.save()
    third = Session.open(saved)
    assert [(e.headline, e.struck) for e in third.log.entries if e.earlier] == [
        ("orc shouts", False),
        ("hero shouts", True),
        ("hero shouts", False),
    ]
    kept = [e.number for e in third.log.entries]
    assert kept == sorted(set(kept))


def test_old_logs_without_numbers_are_counted_and_nonsense_numbers_too(fight, tmp_path):
    from battlemap.model import store
    from battlemap.session.documents import types_of

    path = tmp_path / "old.battlemap"
    odd = ["true", "-3", "1", '"7"', "1e300", "9" * 30]
    lines = ['{"headline": "a"}', '{"headline": "b", "number": 5}']
    lines += [f'{{"headline": "c", "number": {number}}}' for number in odd]
    store.save(path, fight, types_of, log=lines)
    earlier = [entry for entry in Session.open(path).log.entries if entry.earlier]
    assert [entry.number for entry in earlier] == [1, 5, 6, 7, 8, 9, 10, 11]
    assert not any(entry.struck for entry in earlier)


def test_a_log_that_is_odd_is_passed_over(fight, tmp_path):
    from battlemap.model import store
    from battlemap.session.documents import types_of

    path = tmp_path / "odd.battlemap"
    lines = ["[]", "{", '{"details": []}', '{"headline": "kept", "time": "x"}', '{"headline": "b"}']
    store.save(path, fight, types_of, log=lines)
    session = Session.open(path)
    assert [e.headline for e in session.log.entries if e.earlier] == ["b"]


def test_the_previous_file_is_kept_once(saved, fight):
    first = saved.read_bytes()
    session = Session.open(saved)
    session.perform(Turn("orc", 90.0))
    session.save()
    session.perform(Turn("orc", 180.0))
    session.save()
    backup = files.backup_path(saved)
    assert backup.read_bytes() == first
    assert backup.name.endswith(".battlemap.bak")
    other = saved.parent / "deeper" / saved.name
    assert files.backup_path(other) != backup


def test_a_backup_that_cannot_be_made_does_not_stop_the_save(saved):
    files.state_folder().parent.mkdir(exist_ok=True)
    files.state_folder().write_text("a file is in the way")
    session = Session.open(saved)
    session.perform(Turn("orc", 90.0))
    session.save()
    assert load_encounter(saved).tokens["orc"].facing == 90.0


def test_half_a_backup_does_not_stay_on_a_full_disk(saved, monkeypatch):
    def half(source, target):
        target.write_bytes(source.read_bytes()[:100])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.shutil, "copy2", half)
    assert files.back_up(saved) is None
    assert list((files.state_folder() / "backups").iterdir()) == []


def test_a_name_that_no_folder_can_hold_is_one_sentence(saved, tmp_path):
    session = Session.open(saved)
    with pytest.raises(FileError, match="can't be written"):
        session.save(tmp_path / ("a" * 300 + ".battlemap"))
    assert session.path == saved


def test_an_unknown_system_is_one_sentence(saved, fight, tmp_path):
    path = tmp_path / "chess.json"
    path.write_text('{"format": 1, "system": "chess"}')
    with pytest.raises(FileError, match=r'chess.json: system: There is no rule system "chess"'):
        Session.open(path)


def test_missing_pictures_are_warned_about(tmp_path, fight):
    path = tmp_path / "bare.json"
    path.write_text('{"format": 1, "system": "skirmish", "background": {"picture": "none.png"}}')
    session = Session.open(path)
    assert len(session.warnings) == 1
    assert "none.png" in session.warnings[0]
    assert session.warnings[0] in session.log.entries[0].details


def test_recent_files_are_the_last_ones_that_exist(tmp_path):
    assert files.recent_files() == []
    paths = [tmp_path / f"{number}.battlemap" for number in range(15)]
    for path in paths:
        path.touch()
        files.add_recent_file(path)
    files.add_recent_file(paths[3])
    assert files.recent_files()[:2] == [paths[3], paths[14]]
    assert len(files.recent_files()) == 12
    paths[14].unlink()
    assert paths[14] not in files.recent_files()


@pytest.mark.parametrize("text", ["", "{}", "[1, null]", "\x00"])
def test_a_damaged_list_of_recent_files_is_an_empty_one(text, tmp_path):
    files.state_folder().mkdir(parents=True)
    (files.state_folder() / "recent.json").write_text(text)
    assert files.recent_files() == []
    (tmp_path / "a").touch()
    files.add_recent_file(tmp_path / "a")
    assert files.recent_files() == [tmp_path / "a"]


def test_errors_go_to_the_log_file():
    path = files.start_logging()
    try:
        assert path == files.log_file()
        files.start_logging()
        logger = logging.getLogger("battlemap.anything")
        try:
            raise ZeroDivisionError
        except ZeroDivisionError:
            logger.exception("it failed")
        text = path.read_text(encoding="utf-8")
        assert text.count("it failed") == 1
        assert "Traceback" in text
    finally:
        for handler in logging.getLogger("battlemap").handlers[:]:
            if isinstance(handler, logging.handlers.RotatingFileHandler):
                logging.getLogger("battlemap").removeHandler(handler)
                handler.close()


def test_the_state_folder_is_the_platforms_where_none_is_chosen(monkeypatch, tmp_path):
    monkeypatch.delenv("BATTLEMAP_STATE_DIR")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "xdg"))
    assert files.state_folder().name == "battlemap"


def test_a_save_after_a_recovery_is_clean(saved):
    session = Session.open(saved, journal=Journal())
    session.perform(Attack("hero", "orc"))
    while session.pending:
        session.answer("none")
    session.save()
    session.perform(Turn("orc", 90.0))
    session._journal.abandon()
    (recovery,) = recover()
    assert recovery.document == saved
    assert recovery.name == "fight.battlemap"
    found = recovery.restore()
    assert found.path == saved
    assert found.is_modified
    found.undo()
    assert not found.is_modified
    found.close()


def test_an_event_can_carry_anything_plain(fight, skirmish, monkeypatch):
    def shout(self, encounter, key):
        yield Noted("loud", ("a", "b"))
        return encounter

    monkeypatch.setattr(skirmish.Skirmish, "_shout", shout)
    session = Session.new(replace(fight, tokens=MappingProxyType(fight.tokens)))
    session.perform(Act("orc", "shout"))
    assert session.log.entries[-1].details == ("a", "b")

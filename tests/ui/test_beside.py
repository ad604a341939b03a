"""Long work beside the window: progress, Cancel, and what becomes of it."""

import threading

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QProgressDialog

from battlemap.formats import universal_vtt
from battlemap.resources import maps_path
from battlemap.session import documents, recovery
from battlemap.session.journal import Journal
from battlemap.session.recovery import recover
from battlemap.session.session import Session
from battlemap.ui import application
from battlemap.ui.beside import CancelledError, beside

ARENA = maps_path() / "arena.battlemap"


def shown_progress(window):
    return [one for one in window.findChildren(QProgressDialog) if one.isVisible()]


@pytest.fixture
def slow(monkeypatch):
    """Return a function that makes a function wait until the test lets it go on."""
    gate = threading.Event()

    def make(owner, name):
        original = getattr(owner, name)

        def late(*arguments, **named):
            assert gate.is_set() or threading.current_thread() is not threading.main_thread()
            assert gate.wait(20)
            return original(*arguments, **named)

        monkeypatch.setattr(owner, name, late)
        return gate

    yield make
    gate.set()


@pytest.fixture
def meanwhile(qtbot):
    """Return a function that does something once progress is shown."""

    def when_shown(window, deed):
        seen = []

        def look():
            found = shown_progress(window)
            if found:
                timer.stop()
                seen.append(found[0].labelText())
                deed(found[0])

        timer = QTimer(window)
        timer.timeout.connect(look)
        timer.start(20)
        return seen

    return when_shown


def escape(qtbot):
    return lambda dialog: qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_opening_shows_progress_and_the_map_before_until_the_new_one_stands(
    window, slow, meanwhile
):
    before, gate = window.bridge.session, slow(documents.store, "read")
    shown = []

    def go_on(dialog):
        shown.append(window.bridge.session is before and window.isVisible())
        assert dialog.windowModality() is Qt.WindowModality.WindowModal
        gate.set()

    seen = meanwhile(window, go_on)
    assert window.open_path(ARENA)
    assert seen == ["Opening arena.battlemap"]
    assert shown == [True]
    assert window.bridge.session.path == ARENA
    assert not shown_progress(window)


def test_opening_that_is_cancelled_leaves_the_map_as_it_was(window, slow, meanwhile, qtbot):
    before, gate = window.bridge.session, slow(documents.store, "read")
    closed, close = [], Session.close
    seen = meanwhile(window, escape(qtbot))
    assert not window.open_path(ARENA)
    assert len(seen) == 1
    assert window.bridge.session is before
    assert not shown_progress(window)

    def noted(session):
        closed.append(session.path)
        close(session)

    Session.close = noted
    try:
        gate.set()  # what comes too late is closed, with its journal
        qtbot.waitUntil(lambda: closed == [ARENA])
    finally:
        Session.close = close
    assert window.bridge.session is before


def test_a_file_that_cannot_be_read_is_told_of_though_it_was_read_beside(
    window, slow, meanwhile, tmp_path
):
    path = tmp_path / "bad.battlemap"
    path.write_text("{")
    gate = slow(documents.store, "read")
    meanwhile(window, lambda _: gate.set())
    assert not window.open_path(path)
    assert "bad.battlemap" in window.message_bar.text.text()


def test_saving_that_is_cancelled_leaves_file_and_mark_as_they_were(
    window, slow, meanwhile, qtbot, tmp_path, monkeypatch
):
    path = tmp_path / "hall.battlemap"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(path), ""))
    window.run_command("file.save_as")
    was = path.read_bytes()
    window.bridge.edit("Empty", window.encounter.without_token("seren"))
    gate = slow(documents.store, "dumps")
    seen = meanwhile(window, escape(qtbot))
    assert not window.save()
    assert seen == ["Saving hall.battlemap"]
    assert window.bridge.session.is_modified
    gate.set()
    qtbot.wait(100)
    assert path.read_bytes() == was
    assert window.save()
    assert path.read_bytes() != was
    assert not window.bridge.session.is_modified


def test_a_file_that_is_being_written_is_written_to_its_end(
    window, slow, meanwhile, qtbot, tmp_path
):
    path = tmp_path / "hall.battlemap"
    gate = slow(documents.store, "write_atomically")

    def cancel_and_go_on(dialog):
        dialog.cancel()
        QTimer.singleShot(50, window, gate.set)

    meanwhile(window, cancel_and_go_on)
    assert window._save_to(path)
    assert Session.open(path).encounter.tokens == window.encounter.tokens
    assert not window.bridge.session.is_modified


def test_an_import_can_be_cancelled(window, slow, meanwhile, qtbot, tmp_path, monkeypatch):
    from PySide6.QtWidgets import QDialog

    path = tmp_path / "moor.dd2vtt"
    path.write_text("{}")
    before = window.bridge.session
    monkeypatch.setattr(QDialog, "exec", lambda dialog: QDialog.DialogCode.Accepted)
    slow(universal_vtt, "read")
    seen = meanwhile(window, escape(qtbot))
    assert not window.open_path(path)
    assert seen == ["Importing moor.dd2vtt"]
    assert window.bridge.session is before


def test_a_recovery_that_is_cancelled_is_offered_again(open_window, slow, meanwhile, qtbot):
    left = Session.open(ARENA, journal=Journal())
    left.edit("Empty", left.encounter.without_token(next(iter(left.encounter.tokens))))
    left.leave()
    window = open_window()
    before = window.bridge.session
    application.offer_recovery(window)
    gate = slow(recovery, "_restored")
    seen = meanwhile(window, escape(qtbot))
    window.message_bar.buttons[0].click()
    assert seen == ["Recovering arena.battlemap"]
    assert window.bridge.session is before
    gate.set()
    qtbot.waitUntil(lambda: len(recover()) == 1)
    assert recover()[0].restore().encounter == left.encounter


def test_only_one_thing_is_waited_for(window, meanwhile):
    gate, second = threading.Event(), []

    def try_another(_dialog):
        with pytest.raises(CancelledError):
            beside(window, "Another", lambda _: second.append(1))
        gate.set()

    meanwhile(window, try_another)
    assert beside(window, "One", lambda _: gate.wait(20)) is True
    assert second == []


def test_what_is_over_at_once_is_done_beside_too_and_shows_nothing(window, meanwhile):
    seen = meanwhile(window, lambda _: None)
    thread = beside(window, "Nothing much", lambda _: threading.current_thread())
    assert thread is not threading.main_thread()
    assert seen == []
    assert not shown_progress(window)


def test_a_window_that_is_not_shown_waits(window):
    window.hide()
    assert beside(window, "Hidden", lambda _: threading.current_thread()) is (
        threading.main_thread()
    )

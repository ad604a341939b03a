"""The history: going to a step, playing the steps, branching; the log for others."""

from __future__ import annotations

from html import escape

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QMessageBox, QStyleOptionViewItem

from battlemap.model.intent import BeginFight, EndTurn, Turn
from battlemap.session.documents import load_encounter
from battlemap.session.log import LogEntry
from battlemap.ui.panels.history_panel import STEP_ROLE
from battlemap.ui.panels.log_list import is_divider

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def played(window):
    """A fight of a few steps."""
    if not window.encounter.turn_order.is_running:
        window.bridge.perform(BeginFight())
    for _ in range(2):
        active = window.encounter.turn_order.active
        window.bridge.perform(Turn(active, 90.0))
        window.bridge.perform(Turn(active, 180.0))
        window.bridge.perform(EndTurn())
    active = window.encounter.turn_order.active
    window.bridge.perform(Turn(active, 0.0))
    window.bridge.perform(Turn(active, 90.0))
    return window


def open_history(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_H, CONTROL)
    qtbot.wait(30)
    assert window.history_dock.isVisible()
    return window.history_panel


def click_step(panel, qtbot, place):
    row = next(i for i, step in enumerate(panel.model.steps) if step.place == place)
    index = panel.model.index(row)
    panel.list.scrollTo(index)
    qtbot.mouseClick(
        panel.list.viewport(),
        Qt.MouseButton.LeftButton,
        pos=panel.list.visualRect(index).center(),
    )
    qtbot.wait(20)


def test_a_click_goes_to_a_step_and_the_map_follows(played, qtbot):
    panel = open_history(played, qtbot)
    history = played.bridge.session.history
    most = len(history.commits)
    newest = played.encounter
    assert [step.place for step in panel.model.steps] == list(range(most, -1, -1))
    click_step(panel, qtbot, 1)
    assert history.position == 1
    assert played.encounter is history.commits[0].after
    shown = {step.place: step for step in panel.model.steps}
    assert shown[1].is_now
    assert shown[2].is_undone
    assert not shown[1].is_undone
    click_step(panel, qtbot, most)
    assert played.encounter is newest
    click_step(panel, qtbot, 0)
    assert history.position == 0


def test_the_film_runs_to_the_end_and_stops_for_a_deed(played, qtbot):
    panel = open_history(played, qtbot)
    history = played.bridge.session.history
    most = len(history.commits)
    qtbot.mouseClick(panel.first, Qt.MouseButton.LeftButton)
    assert history.position == 0
    qtbot.wait(20)
    panel.speed.setCurrentIndex(2)
    panel._film.setInterval(5)
    qtbot.mouseClick(panel.play, Qt.MouseButton.LeftButton)
    panel._film.setInterval(5)
    qtbot.waitUntil(lambda: history.position == most, timeout=5000)
    qtbot.waitUntil(lambda: not panel.is_playing)
    assert not panel.play.isChecked()
    qtbot.mouseClick(panel.back, Qt.MouseButton.LeftButton)
    assert history.position == most - 1
    qtbot.wait(20)
    panel.play.setChecked(True)
    assert panel.is_playing
    played.bridge.undo()
    assert not panel.is_playing, "the GM's own deed stops the film"


def test_back_to_the_start_of_this_turn(played, qtbot):
    session = played.bridge.session
    place = session.turn_start()
    newest = played.encounter
    assert place == session.history.position - 2
    qtbot.keyClick(played, Qt.Key.Key_Z, CONTROL | ALT)
    assert session.history.position == place
    assert played.encounter.turn_order == newest.turn_order
    played.update_actions()
    assert not played.command_actions["fight.turn_start"].isEnabled()
    qtbot.keyClick(played, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(played, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert played.encounter is newest


def test_a_branch_is_a_map_of_its_own(played, qtbot, tmp_path, monkeypatch):
    panel = open_history(played, qtbot)
    click_step(panel, qtbot, 2)
    here = played.encounter
    target = tmp_path / "other"
    monkeypatch.setattr(played, "pick_to_save", lambda *_: str(target))
    monkeypatch.setattr(played, "may_close", lambda: True)
    qtbot.mouseClick(panel.branch, Qt.MouseButton.LeftButton)
    assert played.bridge.session.path == tmp_path / "other.battlemap"
    assert played.encounter.tokens == here.tokens
    assert played.encounter.turn_order == here.turn_order
    assert played.encounter.map.name == "other"


def test_the_map_that_is_branched_from_keeps_its_newest_steps(played, qtbot, tmp_path, monkeypatch):
    own = tmp_path / "own.battlemap"
    played.bridge.session.save(own)
    active = played.encounter.turn_order.active
    played.bridge.perform(Turn(active, 45.0))
    newest = played.encounter
    panel = open_history(played, qtbot)
    click_step(panel, qtbot, 2)
    monkeypatch.setattr(played, "pick_to_save", lambda *_: str(tmp_path / "other.battlemap"))
    asked = []

    def save_it():
        asked.append(played.encounter)
        return QMessageBox.StandardButton.Save

    monkeypatch.setattr(played, "ask_to_save", save_it)
    qtbot.mouseClick(panel.branch, Qt.MouseButton.LeftButton)
    assert asked == [newest]
    assert load_encounter(own).tokens == newest.tokens


def test_a_branch_never_writes_over_its_own_map(played, tmp_path, monkeypatch):
    own = tmp_path / "own.battlemap"
    played.bridge.session.save(own)
    bytes_before = own.read_bytes()
    played.bridge.undo()
    monkeypatch.setattr(played, "pick_to_save", lambda *_: str(own))
    played.run_command("file.branch")
    assert own.read_bytes() == bytes_before
    assert "file of its own" in played.message_bar.text.text()


def test_the_log_that_is_shown_is_copied_and_exported(played, tmp_path, monkeypatch, qtbot):
    played.log_panel.refresh()
    played.log_panel.search_button.setChecked(True)
    qtbot.keyClicks(played.log_panel.search, "turn")
    shown = played.shown_log()
    assert 0 < len(shown) < len(played.bridge.session.log.entries)
    played.run_command("view.copy_log")
    text = QGuiApplication.clipboard().text()
    assert text.count("\n") >= len(shown)
    assert text.index(shown[0].headline) <= text.index(shown[-1].headline)
    monkeypatch.setattr(played, "pick_to_save", lambda *_: str(tmp_path / "log"))
    played.run_command("file.export_log")
    assert escape(shown[0].headline) in (tmp_path / "log.html").read_text()
    assert played.message_bar.text.text() == f"Written: {tmp_path / 'log.html'}"
    monkeypatch.setattr(played, "pick_to_save", lambda *_: str(tmp_path / "no" / "log.txt"))
    played.run_command("file.export_log")
    assert played.message_bar.isVisible()


def test_the_panel_lists_nothing_while_it_is_away_and_catches_up(played, qtbot):
    panel = played.history_panel
    before = panel.model.steps
    played.bridge.undo()
    qtbot.wait(30)
    assert panel.model.steps == before
    open_history(played, qtbot)
    now = next(step for step in panel.model.steps if step.is_now)
    assert now.place == played.bridge.session.history.position


def test_steps_say_the_round_the_turn_and_the_dice(played, qtbot):
    open_history(played, qtbot)
    steps = [played.history_panel.model.index(i).data(STEP_ROLE) for i in range(3)]
    assert all("round" in step.detail for step in steps)
    played.history_panel.refresh()
    begun = [s for s in played.history_panel.model.steps if s.begins_turn]
    assert begun
    assert all("'s turn" in step.detail for step in begun)


def test_an_undone_round_is_struck_in_the_log(played):
    list_view = played.log_panel.list
    model, delegate = played.log_panel.model, list_view.itemDelegate()
    shown = []
    for struck in (False, True):
        model.shown[0] = LogEntry(99, "Round 2 starts", kind="turn", struck=struck)
        assert is_divider(model.shown[0])
        picture = QImage(300, 28, QImage.Format.Format_ARGB32)
        picture.fill(0)
        painter = QPainter(picture)
        option = QStyleOptionViewItem()
        option.rect = picture.rect()
        delegate.paint(painter, option, model.index(0, 0))
        painter.end()
        shown.append(picture)
    plain, struck = shown
    assert plain != struck

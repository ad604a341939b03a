"""Opening, saving, closing, errors in the bar, and what a crash left behind."""

import json
import sys
from dataclasses import replace

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.resources import maps_path
from battlemap.session.files import recent_files
from battlemap.session.journal import Journal
from battlemap.session.recovery import recover
from battlemap.session.session import Session
from battlemap.ui import application
from battlemap.ui.window.welcome import sample_maps

CONTROL = Qt.KeyboardModifier.ControlModifier
BUTTONS = QMessageBox.StandardButton


def choose(monkeypatch, path):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a, **k: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(path), ""))


def move_seren(window, cell=(6, 8)):
    token = replace(window.encounter.tokens["seren"], at=Cell(*cell))
    window.bridge.edit("Put Seren", window.encounter.with_token(token))


def test_a_new_map_begins_with_the_rules_that_are_played(open_window, monkeypatch):
    window = open_window("barricade")
    found = []

    def look(dialog):
        found.append(dialog.system.currentData())
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(QDialog, "exec", look)
    window.run_command("file.new")
    assert found == [window.bridge.system.key] == ["grimhowl"]


def test_new_map_asks_for_the_grid(window, monkeypatch):
    def fill(dialog):
        dialog.name.setText("Moor")
        dialog.kind.setCurrentIndex(dialog.kind.findData(GridKind.HEX_FLAT.value))
        dialog.columns.setValue(12)
        dialog.rows.setValue(9)
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(QDialog, "exec", fill)
    window.run_command("file.new")
    spec = window.encounter.map.grid
    assert (spec.kind, spec.columns, spec.rows) == (GridKind.HEX_FLAT, 12, 9)
    assert window.top_bar.title.text() == "Moor"
    assert window.bridge.session.has_journal


def test_save_as_open_and_recent(window, qtbot, tmp_path, monkeypatch):
    move_seren(window)
    assert "*" in window.windowTitle() or window.bridge.session.is_modified
    choose(monkeypatch, tmp_path / "cellar")
    window.run_command("file.save_as")
    path = tmp_path / "cellar.battlemap"
    assert path.is_file()
    assert not window.bridge.session.is_modified
    assert recent_files()[0] == path
    choose(monkeypatch, maps_path() / "arena.battlemap")
    window.run_command("file.open")
    assert window.bridge.session.path.name == "arena.battlemap"
    menu = window.recent_menu
    window.fill_recent(menu)
    next(a for a in menu.actions() if a.text() == "cellar.battlemap").trigger()
    assert window.encounter.tokens["seren"].at == Cell(6, 8)


def test_control_s_saves_to_the_same_file(window, qtbot, tmp_path, monkeypatch):
    choose(monkeypatch, tmp_path / "hall.battlemap")
    window.run_command("file.save_as")
    move_seren(window)
    qtbot.keyClick(window, Qt.Key.Key_S, CONTROL)
    assert not window.bridge.session.is_modified
    assert Session.open(tmp_path / "hall.battlemap").encounter.tokens["seren"].at == Cell(6, 8)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.battlemap", b""),
        ("cut.battlemap", b"PK\x03\x04 cut off"),
        ("nan.json", b'{"format": 1, "grid": {"columns": NaN}}'),
        ("nothing.uvtt", b"{}"),
    ],
)
def test_bad_files_get_one_sentence_and_the_map_stays(window, tmp_path, monkeypatch, name, content):
    monkeypatch.setattr(QDialog, "exec", lambda d: (d.accept(), d.result())[1])
    path = tmp_path / name
    path.write_bytes(content)
    before = window.encounter
    assert not window.open_path(path)
    assert window.encounter is before
    assert window.message_bar.isVisible()
    text = window.message_bar.text.text()
    assert name in text
    assert "\n" not in text
    assert [button.text() for button in window.message_bar.buttons] == ["Choose another"]


def test_a_universal_vtt_file_is_imported_with_a_report(window, tmp_path, monkeypatch):
    path = tmp_path / "cave.uvtt"
    path.write_text(
        json.dumps(
            {
                "format": 0.3,
                "resolution": {
                    "map_origin": {"x": 0, "y": 0},
                    "map_size": {"x": 8, "y": 6},
                    "pixels_per_grid": 50,
                },
                "line_of_sight": [[{"x": 1, "y": 1}, {"x": 4, "y": 1}]],
                "objects_line_of_sight": [],
                "portals": [],
                "lights": [],
            }
        )
    )
    shown = []

    def accept(dialog):
        shown.append(dialog)
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(QDialog, "exec", accept)
    choose(monkeypatch, path)
    window.run_command("file.import")
    assert (window.encounter.map.grid.columns, window.encounter.map.grid.rows) == (8, 6)
    assert len(window.encounter.map.obstacles) == 1
    names = [type(dialog).__name__ for dialog in shown]
    assert names == ["ImportMapDialog", "ImportReportDialog"]
    assert "8 × 6" in shown[1].body.text()


@pytest.mark.parametrize(("answer", "stays"), [(BUTTONS.Cancel, True), (BUTTONS.Discard, False)])
def test_closing_asks_about_unsaved_changes(window, monkeypatch, answer, stays):
    move_seren(window)
    monkeypatch.setattr(window, "ask_to_save", lambda: answer)
    assert window.close() is not stays
    assert window.isVisible() is stays


def test_closing_with_save_writes_the_file(window, tmp_path, monkeypatch):
    choose(monkeypatch, tmp_path / "hall.battlemap")
    move_seren(window)
    monkeypatch.setattr(window, "ask_to_save", lambda: BUTTONS.Save)
    assert window.close()
    assert (tmp_path / "hall.battlemap").is_file()


def test_samples_are_never_written_over(window, tmp_path, monkeypatch):
    sample = window.bridge.session.path
    before = sample.read_bytes()
    move_seren(window)
    choose(monkeypatch, sample)
    window.run_command("file.save")
    assert window.bridge.session.is_modified
    assert "samples" in window.message_bar.text.text()
    choose(monkeypatch, tmp_path / "mine.battlemap")
    window.run_command("file.save")
    assert not window.bridge.session.is_modified
    assert sample.read_bytes() == before


def test_closing_without_changes_asks_nothing(window, monkeypatch):
    monkeypatch.setattr(window, "ask_to_save", lambda: pytest.fail("nothing would be lost"))
    assert window.close()


def test_the_welcome_opens_samples(open_window, qtbot):
    window = open_window(Session.new(), welcome=True)
    card = window.welcome
    assert card.isVisible()
    assert len(card.samples) == len(sample_maps()) >= 3
    arena = next(button for button in card.samples if button.text() == "Arena")
    qtbot.mouseClick(arena, Qt.MouseButton.LeftButton)
    assert window.bridge.session.path.name == "arena.battlemap"
    assert not card.isVisible()


def test_every_sample_opens_and_is_drawn(open_window, qtbot):
    for path in sample_maps():
        window = open_window(path.name.split(".")[0])
        assert window.encounter.tokens
        image = window.grab().toImage()
        assert image.width() == 1600
        window.close()


# Errors ----------------------------------------------------------------------------------------


def test_an_uncaught_error_goes_to_the_log_and_a_sentence_to_the_bar(window, qtbot):
    from battlemap.session.files import log_file, start_logging

    start_logging()
    restore = application.install_exception_hook(window)
    try:
        error = RuntimeError("the ceiling fell")
        sys.excepthook(RuntimeError, error, None)
    finally:
        restore()
    text = window.message_bar.text.text()
    assert "RuntimeError: the ceiling fell" in text
    assert [button.text() for button in window.message_bar.buttons] == ["Open log file"]
    assert "the ceiling fell" in log_file().read_text()


# After a crash ---------------------------------------------------------------------------------


def leave_a_fight(ask=False):
    """Leave the journal of a fight behind, as a killed process does."""
    session = Session.open(maps_path() / "sunken-hall.battlemap", seed=3, journal=Journal())
    token = replace(session.encounter.tokens["seren"], at=Cell(7, 7))
    session.edit("Put Seren", session.encounter.with_token(token))
    if ask:
        from battlemap.model.intent import Move

        session.asks_outside_fights = True
        session.perform(Move("seren", tuple(Cell(x, 7) for x in range(7, 12))))
        assert session.pending is not None
    session._journal.abandon()
    return session


def test_a_fight_that_was_left_open_is_offered_and_recovered(open_window, qtbot):
    left = leave_a_fight()
    window = open_window(Session.new(journal=Journal()), welcome=True)
    application.offer_recovery(window)
    bar = window.message_bar
    assert bar.isVisible()
    assert bar.text.text().startswith("The fight in sunken-hall.battlemap was not closed (1 step")
    assert [button.text() for button in bar.buttons] == ["Recover", "Discard"]
    qtbot.mouseClick(bar.buttons[0], Qt.MouseButton.LeftButton)
    assert window.encounter == left.encounter
    assert window.bridge.session.history.can_undo
    assert not window.welcome.isVisible()


def test_an_open_question_comes_back_with_the_fight(open_window, qtbot):
    left = leave_a_fight(ask=True)
    window = open_window(Session.new(journal=Journal()), welcome=True)
    application.offer_recovery(window)
    assert "a question open" in window.message_bar.text.text()
    qtbot.mouseClick(window.message_bar.buttons[0], Qt.MouseButton.LeftButton)
    assert window.bridge.session.pending == left.pending
    assert window.prompt.isVisible()
    assert window.prompt.headline.text() == left.pending.headline
    # Everything stands as it stood: who moves is chosen, and Enter gives the first answer.
    assert window.bridge.selected == ("seren",)
    assert window.prompt.isAncestorOf(window.focusWidget())
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    assert window.bridge.session.pending != left.pending


def test_a_map_that_was_never_saved_is_offered_by_its_name(open_window):
    named = replace(Session.new().encounter.map, name="Crypt")
    session = Session.new(replace(Session.new().encounter, map=named), journal=Journal())
    session.edit("Rename", session.encounter.with_map(replace(named, name="Crypts")))
    session._journal.abandon()
    window = open_window(Session.new(journal=Journal()), welcome=True)
    application.offer_recovery(window)
    assert window.message_bar.text.text().startswith("The fight in Crypt was not closed")


def test_a_discarded_fight_is_gone(open_window, qtbot):
    leave_a_fight()
    window = open_window(Session.new(journal=Journal()), welcome=True)
    application.offer_recovery(window)
    qtbot.mouseClick(window.message_bar.buttons[1], Qt.MouseButton.LeftButton)
    assert recover() == []
    assert not window.message_bar.isVisible()


def test_nothing_is_offered_where_nothing_was_left(open_window):
    window = open_window(Session.new(journal=Journal()), welcome=True)
    application.offer_recovery(window)
    assert not window.message_bar.isVisible()


def test_open_window_shows_the_map_that_is_named(qtbot, qapp):
    window = application.open_window(str(maps_path() / "arena.battlemap"))
    window.show()
    assert window.bridge.session.path.name == "arena.battlemap"
    window.close()
    window.deleteLater()


def test_open_window_stays_empty_where_the_file_is_bad(qtbot, qapp, tmp_path):
    path = tmp_path / "bad.battlemap"
    path.write_bytes(b"")
    window = application.open_window(str(path))
    window.show()
    assert "bad.battlemap" in window.message_bar.text.text()
    assert window.welcome.isVisible()
    window.close()
    window.deleteLater()


def test_what_the_desktop_lacks_is_said_before_a_window(monkeypatch, capsys):
    from battlemap.preflight import Report

    monkeypatch.setattr(application, "check", lambda platform: Report("xcb", problem="No display."))
    assert application.run(None) == 2
    assert capsys.readouterr().err == "No display.\n"


# What the next window takes over ---------------------------------------------------------------


def test_the_next_window_is_as_this_one_was(qtbot, qapp, monkeypatch):
    monkeypatch.delenv("BATTLEMAP_THEME", raising=False)
    monkeypatch.setattr(type(qapp.primaryScreen()), "availableSize", lambda _: QSize(1920, 1040))
    first = application.open_window(None)
    first.resize(1300, 820)
    first.show()
    qtbot.wait(20)
    first.run_command("view.my_reach")
    first.run_command("view.theme")
    name = first.theme.name
    first.close()
    first.deleteLater()
    second = application.open_window(None)
    assert second.theme.name == name
    assert (second.width(), second.height()) == (1300, 820)
    assert second.bridge.overlay.my_reach
    assert second.command_actions["view.my_reach"].isChecked()
    second.close()
    second.deleteLater()


@pytest.mark.parametrize(("across", "down"), [(960, 540), (1366, 728), (3840, 2100)])
def test_the_first_window_is_never_larger_than_the_screen(qtbot, qapp, monkeypatch, across, down):
    monkeypatch.setattr(type(qapp.primaryScreen()), "availableSize", lambda _: QSize(across, down))
    window = application.open_window(None)
    window.show()
    qtbot.waitExposed(window)
    assert window.width() == min(across, 1600)
    assert window.height() <= min(down, 940)
    window.close()
    window.deleteLater()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"width": "wide", "overlay": 3}', '{"overlay": {"arcs": "no"}}']
)
def test_spoiled_preferences_are_as_at_the_first_start(text):
    from battlemap.ui.window import preferences

    path = preferences.preferences_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert preferences.load_preferences() == preferences.Preferences()


def test_hints_go_away_once_something_was_done(window):
    window.bridge.say("Drag the token.", "info")
    assert window.message_bar.isVisible()
    move_seren(window)
    assert not window.message_bar.isVisible()
    window.bridge.say("It can't be read.", "error")
    move_seren(window, (7, 8))
    assert window.message_bar.isVisible()


def test_a_map_with_a_reading_that_is_gone_opens_and_says_so(window, tmp_path):
    path = tmp_path / "old.json"
    path.write_text(
        '{"format": 1, "system": "crawler", "options": {"creatures_cover": "total", "floor": 3}}'
    )
    assert window.open_path(path)
    assert window.bridge.session.path == path
    assert window.bridge.system.options.floor == 3
    assert window.message_bar.isVisible()
    assert 'there is no reading "total", "major" stands' in window.message_bar.text.text()


def test_a_hint_puts_an_offer_off_and_takes_nothing_away(open_window, qtbot):
    leave_a_fight()
    window = open_window()
    application.offer_recovery(window)
    bar = window.message_bar
    offer = bar.text.text()
    window.bridge.say("10 ft away, reach 5 ft.")
    assert bar.text.text() == "10 ft away, reach 5 ft."
    assert bar.buttons == []
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert bar.isVisible()
    assert bar.text.text() == offer
    window.bridge.say("It is Bryn's turn.", "warn")
    move_seren(window)
    assert bar.text.text() == offer
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()
    window.bridge.say("Once more.")
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()

"""What is done with several tokens at once is one step of undo, questions in between included."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QProgressDialog

from battlemap.geometry.cell import Cell
from battlemap.model.notation import parse
from battlemap.session.journal import Journal
from battlemap.session.recovery import recover
from battlemap.session.session import Session
from battlemap.ui import slices
from battlemap.ui.bridge import MenuPlace

CONTROL = Qt.KeyboardModifier.ControlModifier
BOARD = """
    square 14x9
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . A . . . . . . . . . . .
     . . B . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . O . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
    A anna party facing=90
    B bert party facing=90
    O orc foe facing=270
"""


@pytest.fixture
def window(open_window):
    found = open_window(Session.new(parse(BOARD), seed=3, journal=Journal()))
    found.view.setFocus()
    found.bridge.select(("anna", "bert"))
    return found


def places(window):
    return {key: token.at for key, token in window.encounter.tokens.items()}


def answer_all(window, qtbot):
    for _ in range(40):
        qtbot.wait(5)
        pending = window.bridge.session.pending
        if pending is None:
            return
        window.bridge.answer(next(o.key for o in pending.options if not o.unavailable))
    raise AssertionError("it never ends")


def test_a_formation_that_is_dragged_is_one_step(window, drag):
    before = places(window)
    drag(window, Cell(2, 3), Cell(3, 3), Cell(4, 3))
    after = places(window)
    assert after["anna"] == Cell(4, 3)
    assert after["bert"] == Cell(4, 4)
    history = window.bridge.session.history
    assert len(history.commits) == 1
    assert history.commits[0].label == "Move 2 tokens"
    assert len(history.commits[0].events) > 2
    window.bridge.undo()
    assert places(window) == before
    window.bridge.redo()
    assert places(window) == after


def test_arrow_keys_and_turns_of_several_are_one_step_each(window, qtbot):
    qtbot.keyClick(window.view, Qt.Key.Key_Right)
    qtbot.keyClick(window.view, Qt.Key.Key_R)
    labels = [commit.label for commit in window.bridge.session.history.commits]
    assert labels == ["Move 2 tokens", "Turn 2 tokens"]
    assert {window.encounter.tokens[k].facing for k in ("anna", "bert")} == {135.0}


def test_one_token_is_called_by_its_name(window, qtbot):
    window.bridge.select(("anna",))
    qtbot.keyClick(window.view, Qt.Key.Key_Right)
    assert "Anna" in window.bridge.session.history.commits[0].label


def attackers_in(window):
    return {e.token for e in window.bridge.session.log.entries if e.kind == "attack"}


def near(window):
    encounter = window.encounter
    for key, at in (("anna", Cell(7, 6)), ("bert", Cell(8, 5))):
        encounter = encounter.with_token(replace(encounter.tokens[key], at=at))
    window.bridge.edit("Nearer", encounter)


def test_all_selected_attack_in_one_step_with_their_questions(window, qtbot):
    near(window)
    window.bridge.set_target("orc")
    window.view.setFocus()
    before = window.encounter
    qtbot.keyClick(window, Qt.Key.Key_Return, CONTROL)
    answer_all(window, qtbot)
    history = window.bridge.session.history
    assert len(history.commits) == 2
    commit = history.commits[-1]
    assert commit.label == "2 tokens attack Orc"
    attackers = {
        entry.token for entry in window.bridge.session.log.entries if entry.kind == "attack"
    }
    assert {"anna", "bert"} <= attackers
    rolls = len(commit.rolls)
    assert rolls >= 2
    assert all(0 <= record.after_events <= len(commit.events) for record in commit.rolls)
    second = next(
        e for e in reversed(window.bridge.session.log.entries) if e.token in ("anna", "bert")
    )
    window.bridge.undo()
    assert window.encounter is before
    window.jump_to_entry(second)
    assert history.position == 2, "an entry of the second deed leads to the whole step"


def test_whoever_cannot_reach_is_named_and_left_out(window, qtbot):
    near(window)
    far = replace(window.encounter.tokens["bert"], at=Cell(0, 0))
    window.bridge.edit("Away", window.encounter.with_token(far))
    window.bridge.set_target("orc")
    window.run_command("fight.group_attack")
    answer_all(window, qtbot)
    assert "Bert" in window.message_bar.text.text()
    attackers = {
        entry.token for entry in window.bridge.session.log.entries if entry.kind == "attack"
    }
    assert "bert" not in attackers
    window.bridge.set_target(None)
    window.run_command("fight.group_attack")
    assert "choose a target" in window.message_bar.text.text()


def test_a_group_survives_a_crash_as_one_step(window, drag):
    drag(window, Cell(2, 3), Cell(3, 3), Cell(4, 3))
    session = window.bridge.session
    session._journal.abandon()
    (recovery,) = recover()
    found = recovery.restore()
    assert found.encounter == session.encounter
    assert [c.label for c in found.history.commits] == ["Move 2 tokens"]
    found.undo()
    assert found.encounter == parse(BOARD)
    found.close()


@pytest.mark.parametrize("sample", ["sunken-hall", "barricade", "floor-three", "bridge-duel"])
def test_all_selected_roll_what_the_palette_finds_in_one_step(open_window, qtbot, pixel_of, sample):
    window = open_window(sample)
    tokens = [t for t in window.encounter.tokens.values() if t.side == "party"][:2]
    viewport, shift = window.view.viewport(), Qt.KeyboardModifier.ShiftModifier
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=pixel_of(window, tokens[0].at))
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, shift, pixel_of(window, tokens[1].at))
    assert window.bridge.selected == (tokens[0].id, tokens[1].id)
    both = {action.label: action for action, able in window.actions_of_all() if len(able) == 2}
    wanted = next(
        label for label in ("Skill test", "Make a check", "Athletics", "Notice") if label in both
    )
    window.view.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_K, CONTROL)
    palette = window.palette_card
    qtbot.keyClicks(palette.search, wanted)
    assert palette.list.currentItem().text() == wanted
    before, steps = window.encounter, window.bridge.session.history.position
    written = len(window.bridge.session.log.entries)
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    for _ in tokens:
        answer_all(window, qtbot)
        qtbot.wait(20)  # the next one begins once the first is done
    history = window.bridge.session.history
    assert history.position == steps + 1
    assert history.commits[-1].label == f"2 tokens: {wanted}"
    logged = {e.token for e in window.bridge.session.log.entries[written:]}
    assert {tokens[0].id, tokens[1].id} <= logged
    window.bridge.undo()
    assert window.encounter is before
    menu = window.context_menu(MenuPlace(tokens[0].at, tokens[0].id))
    whole = next(a for a in menu.actions() if a.text() == "All 2 selected").menu()
    next(a for a in whole.actions() if a.text() == f"{wanted} (2 of 2)").trigger()
    answer_all(window, qtbot)
    assert history.commits[history.position - 1].label == f"2 tokens: {wanted}"


@pytest.fixture
def eager(monkeypatch):
    """Let the window answer after each intent, and show progress at once."""
    monkeypatch.setattr(slices, "_SLICE_SECONDS", 0.0)
    monkeypatch.setattr(slices, "PATIENCE_MS", 0)


def when_progress_shows(window, deed):
    """Call *deed* with the dialog once it shows; return what it said."""
    seen = []

    def look():
        shown = [one for one in window.findChildren(QProgressDialog) if one.isVisible()]
        if shown and not seen:
            seen.append((shown[0].labelText(), shown[0].maximum()))
            deed(shown[0])

    timer = QTimer(window)
    timer.timeout.connect(look)
    timer.start(0)
    return seen


def test_a_group_tells_of_one_change_and_shows_how_far_it_is(window, eager, qtbot):
    told, before = [], window.encounter
    seen = when_progress_shows(window, lambda _: None)
    window.bridge.changed.connect(lambda was, now: told.append((was, now)))
    window.run_command("edit.select_all")
    window.run_command("edit.turn_right")
    assert seen == [("Turn 3 tokens", 3)]
    assert told == [(before, window.encounter)]
    turned = {key: token.facing for key, token in window.encounter.tokens.items()}
    assert turned == {"anna": 135, "bert": 135, "orc": 315}
    assert not [one for one in window.findChildren(QProgressDialog) if one.isVisible()]
    window.bridge.undo()
    assert window.encounter == before


def test_a_group_that_is_cancelled_leaves_the_map_as_it_was(window, eager, qtbot):
    window.bridge.edit("Empty", window.encounter.without_token("orc"))
    before = window.encounter
    seen = when_progress_shows(window, lambda dialog: dialog.cancel())
    window.run_command("edit.turn_right")
    assert len(seen) == 1
    assert window.encounter is before
    assert window.bridge.session.history.commits[0].label == "Empty"
    assert window.bridge.session.history.position == 1
    window.run_command("edit.turn_left")  # nothing of it goes on
    assert window.encounter.tokens["anna"].facing == 45


def test_the_attacks_of_a_group_can_be_cancelled_while_they_are_planned(window, eager):
    window.bridge.set_target("orc")
    before = window.encounter
    seen = when_progress_shows(window, lambda dialog: dialog.cancel())
    window.run_command("fight.group_attack")
    assert seen == [("Planning the attacks", 2)]
    assert window.encounter is before
    assert not window.bridge.session.history.commits


def test_a_group_is_on_the_disk_when_it_is_done(window):
    window.run_command("edit.turn_right")
    wanted = window.encounter
    window.bridge.session.leave()
    (left,) = recover()
    assert left.commits == 2
    assert left.restore().encounter == wanted


def test_what_all_can_do_is_looked_for_in_slices_too(window, eager):
    wanted = [(action.key, able) for action, able in window.actions_of_all()]
    assert wanted
    seen = when_progress_shows(window, lambda dialog: dialog.cancel())
    assert window.actions_of_all() == []
    assert seen == [("Looking what all can do", 2)]

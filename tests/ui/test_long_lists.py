"""Log and history of a long fight: the newest rows at once, all of them soon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlemap.model.notation import parse
from battlemap.session.log import Log, LogEntry
from battlemap.session.session import Session

STEPS = 700
BOARD = """
    square 4x3
     A . . .
     . . . .
     . . . .
    A anna party
"""


@pytest.fixture
def window(open_window):
    session = Session.new(parse(BOARD), seed=3)
    for number in range(STEPS):
        anna = replace(session.encounter.tokens["anna"], notes=f"Step {number}")
        session.edit(f"Note {number}", session.encounter.with_token(anna))
    return open_window(session)


def is_in_view(view, row):
    box = view.visualRect(view.model().index(row))
    return box.isValid() and view.viewport().rect().contains(box.center())


def test_the_history_shows_the_step_in_force_wherever_it_is(window, qtbot):
    window.run_command("view.history")
    panel = window.history_panel
    qtbot.waitUntil(panel.isVisible)
    for place in (STEPS, 3, STEPS // 2, 0):
        window.go_to(place)
        qtbot.waitUntil(lambda place=place: is_in_view(panel.list, STEPS - place))
        assert panel.place_label.text() == f"{place} of {STEPS}"
    panel.list.scrollToTop()
    qtbot.waitUntil(lambda: is_in_view(panel.list, 0))


def test_the_log_can_be_scrolled_to_its_oldest_entry(window, qtbot):
    view = window.log_panel.list
    last = len(window.log_panel.model.shown) - 1
    assert last >= STEPS
    qtbot.waitUntil(lambda: is_in_view(view, 0))

    def reach_the_end():
        view.scrollToBottom()
        return is_in_view(view, last)

    qtbot.waitUntil(reach_the_end)
    assert view.model().shown[last].headline == "New map"


def test_entries_are_struck_and_found_by_number_whatever_is_missing():
    log = Log()
    for number in (2, 3, 7, 9, 4):
        log.restore(LogEntry(number, f"Entry {number}"))
    assert [entry.number for entry in log.entries] == [2, 3, 4, 7, 9]
    log.strike((3, 9, 5, 1, 12))
    assert [entry.number for entry in log.entries if entry.struck] == [3, 9]
    log.strike((9,), struck=False)
    assert [entry.number for entry in log.entries if entry.struck] == [3]
    assert [entry.number for entry in log.numbered((9, 4, 8, 2))] == [2, 4, 9]
    assert log.add(LogEntry(0, "New")).number == 10

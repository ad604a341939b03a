"""Rows of the initiative list: a long state goes on in the next line."""

from dataclasses import replace

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetricsF

from battlemap.model.intent import BeginFight
from battlemap.ui.panels.initiative_rows import InitiativeRow, state_lines
from battlemap.ui.theme import font

LONG = "Limit Break next turn, Bleeding, Grappled by Orc Brute"


def test_a_long_state_takes_as_many_lines_as_it_needs(qapp):
    row = InitiativeRow(token="seren", state=LONG, health=0.5)
    lines = state_lines(row, 260)
    assert len(lines) > 1
    assert " ".join(lines) == LONG
    metrics = QFontMetricsF(font(11))
    assert all(metrics.horizontalAdvance(line) <= 260 - 88 - 18 - 62 for line in lines)
    assert len(state_lines(replace(row, health=None), 260)) <= len(lines)
    assert state_lines(row, 900) == [LONG]
    assert state_lines(replace(row, state=""), 260) == []


def test_the_row_grows_with_its_lines_and_shrinks_when_there_is_room(window, qtbot):
    panel = window.initiative
    rows = list(panel.model.rows)
    number = next(i for i, row in enumerate(rows) if row.token == "seren")
    index = panel.model.index(number)
    short = panel.list.visualRect(index).height()
    rows[number] = replace(rows[number], state=LONG)
    panel.model.set_rows(rows)
    qtbot.wait(20)
    needed = len(state_lines(rows[number], panel.list.viewport().width()))
    assert needed > 1
    assert panel.list.visualRect(index).height() == short + 13 * (needed - 1)
    assert panel.model.data(index, int(Qt.ItemDataRole.ToolTipRole)) == f"Seren: {LONG}"


def test_the_action_bar_shows_a_long_state_whole(window, qtbot):
    window.bridge.select(["seren"])
    bar = window.action_bar
    qtbot.wait(20)
    bar.note.setText(LONG)
    bar.note.show()
    qtbot.wait(20)
    assert bar.note.height() >= bar.note.heightForWidth(bar.note.width())
    assert bar.rect().contains(bar.note.geometry().translated(bar._who.pos()))


def test_a_crawler_row_takes_two_lines_at_most_and_the_tooltip_says_it_whole(open_window, qtbot):
    window = open_window("floor-three")
    panel = window.initiative
    qtbot.wait(20)
    width = panel.list.viewport().width()
    assert width <= 300
    said = 0
    for number, row in enumerate(panel.model.rows):
        if " of " not in row.state or row.heading or "points" not in row.state:
            continue
        said += 1
        lines = state_lines(row, width)
        assert len(lines) <= 2, lines
        index = panel.model.index(number)
        assert row.state in panel.model.data(index, int(Qt.ItemDataRole.ToolTipRole))
        if len(lines) == 2:
            assert "/" in " ".join(lines)
    assert said > 3


def test_counts_stay_written_out_where_they_fit(qapp):
    row = InitiativeRow(token="seren", state="5 of 16 boxes taken", health=0.5)
    assert state_lines(row, 300) == ["5 of 16 boxes taken"]


def test_a_small_rail_says_how_many_share_a_line_and_its_arrow_ends_the_turn(open_window, qtbot):
    window = open_window("sunken-hall", size=(1366, 768))
    panel = window.initiative
    assert panel.delegate.compact
    assert panel.next.isHidden(), "no turn can be ended"
    window.bridge.perform(BeginFight())
    qtbot.waitUntil(lambda: not panel.next.isHidden())
    assert panel.next.icon_name == "skip"
    groups = [row for row in panel.model.rows if row.members]
    assert groups
    for row in groups:
        assert len(set(row.members)) == len(row.members) > 1
    number = panel.model.rows.index(groups[0])
    box = panel.list.visualRect(panel.model.index(number))
    panel.list.scrollTo(panel.model.index(number))
    box = panel.list.visualRect(panel.model.index(number))
    with_number = panel.list.viewport().grab(box).toImage()
    panel.set_grouped(False)
    alone = next(i for i, row in enumerate(panel.model.rows) if row.token == groups[0].token)
    panel.list.scrollTo(panel.model.index(alone))
    without = panel.list.viewport().grab(panel.list.visualRect(panel.model.index(alone))).toImage()
    corner = QRect(box.width() // 2 + 2, 34, box.width() // 2 - 4, 14)
    assert with_number.copy(corner) != without.copy(corner)

"""The action bar: names and reasons are read whole where there is room, on small screens too."""

from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from battlemap.model.intent import BeginFight
from battlemap.ui.panels.action_button import ActionButton, two_lines_of
from battlemap.ui.theme import font


def begin(window, qtbot, token):
    window.bridge.perform(BeginFight())
    window.bridge.select([token])
    qtbot.wait(40)
    return window.action_bar


def test_a_name_is_not_cut_beside_empty_space(open_window, qtbot):
    window = open_window("floor-three", size=(1920, 1080))
    token = next(t for t in window.encounter.tokens.values() if t.name == "Furnace Warden")
    bar = begin(window, qtbot, token.id)
    assert not bar.note.isHidden()
    wanted = bar.name.fontMetrics().horizontalAdvance("Furnace Warden")
    assert bar.name.width() >= wanted
    assert bar.note.geometry().left() >= bar.name.geometry().right()
    # A name longer than the bar is cut, and the note keeps some room.
    long = replace(token, name="Furnace Warden of the Lowest Boiler Hall")
    window.bridge.edit("Name", window.encounter.with_token(long))
    qtbot.wait(40)
    assert bar.note.width() >= 80


def test_a_small_screen_shows_the_first_actions(open_window, qtbot):
    window = open_window("barricade", size=(960, 540))
    bar = begin(window, qtbot, "brae")
    assert bar.height() < 60
    assert len(bar.buttons) >= 3

    def side_by_side():
        boxes = [button.geometry() for button in (*bar.buttons, bar.more)]
        return all(before.right() < after.left() for before, after in pairwise(boxes))

    qtbot.waitUntil(side_by_side)
    assert bar.more.geometry().right() <= bar._buttons.width()
    metrics = QFontMetricsF(font(12.5, 600))
    for button in bar.buttons:
        assert button.width() >= metrics.horizontalAdvance(button.action.label) + 6
    # The first one can be pressed.
    bar.buttons[1].setFocus()
    qtbot.mouseClick(bar.buttons[1], Qt.MouseButton.LeftButton)
    qtbot.wait(20)
    assert window.tabs.key == "attack"


def test_a_reason_is_read_in_two_lines(qtbot):
    from battlemap.rules.plan import Action

    metrics = QFontMetricsF(font(10.5))
    reason = "needs an object beside it to hide behind"
    button = ActionButton(Action("cover", "Take Cover", unavailable=reason))
    qtbot.addWidget(button)
    lines = two_lines_of(reason, metrics, button.width() - 14)
    assert " ".join(lines) == reason
    assert max(map(metrics.horizontalAdvance, lines)) <= button.width() - 12
    assert two_lines_of("short", metrics, 200) == ("short", "")
    assert two_lines_of("word " * 60, metrics, 120)[1].endswith("…")
    button.grab()


def test_the_list_of_area_attacks_opens_whole(open_window, qtbot):
    window = open_window("floor-three", size=(1366, 768))
    token = next(t for t in window.encounter.tokens.values() if t.name == "Furnace Warden")
    window.bridge.select([token.id])
    window.show_tab("area")
    qtbot.wait(40)
    box = window.area_panel.weapon
    assert box.count() >= 3
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton)
    qtbot.wait(40)
    view = box.view()
    assert view.isVisible()
    last = view.visualRect(view.model().index(box.count() - 1, 0))
    assert view.viewport().rect().contains(last)
    box.hidePopup()


def test_more_lists_what_can_be_done_and_below_it_what_the_gm_may_force(open_window, qtbot):
    window = open_window("sunken-hall", size=(1366, 768))
    bar = begin(window, qtbot, "seren")
    window.bridge.select([window.encounter.turn_order.active])
    qtbot.wait(40)
    menu = bar.more_menu()
    entries = [action for action in menu.actions() if not action.isSeparator()]
    forced = entries[-1].menu()
    assert forced is not None
    rest = {action.label: action for action in bar._rest}
    able = [label for label, action in rest.items() if not action.unavailable]
    assert [entry.text().split("    ")[0] for entry in entries[:-1]] == able
    unable = {label: action.unavailable for label, action in rest.items() if action.unavailable}
    assert dict(entry.text().split("    ") for entry in forced.actions()) == unable
    chosen = []
    bar.action_chosen.connect(lambda action, by_force: chosen.append((action.label, by_force)))
    entries[0].trigger()
    assert chosen == [(able[0], False)]

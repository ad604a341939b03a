"""The Token panel with real wheel and key events: no change by accident, and undo from any line."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from battlemap.systems.grimhowl.options import Options

CONTROL = Qt.KeyboardModifier.ControlModifier


def settle(qtbot):
    qtbot.wait(20)


def wheel(widget):
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        QPointF(widget.mapToGlobal(middle.toPoint())),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    # As the platform does: a wheel may also give the focus, where the policy says so.
    if widget.focusPolicy() & Qt.FocusPolicy.WheelFocus == Qt.FocusPolicy.WheelFocus:
        widget.setFocus()
    QApplication.sendEvent(widget, event)


@pytest.fixture
def panel(window, qtbot):
    window.bridge.select(["seren"])
    window.show_tab("token")
    settle(qtbot)
    return window.token_panel


def type_number(qtbot, box, number):
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, str(number))
    qtbot.keyClick(box, Qt.Key.Key_Return)
    settle(qtbot)


def test_the_wheel_over_the_panel_changes_nothing(window, panel, qtbot):
    before = window.encounter
    for editor in (
        panel.side,
        panel.size_box,
        panel.facing,
        panel.elevation,
        *panel.sheet_form.editors.values(),
    ):
        wheel(editor)
    settle(qtbot)
    assert window.encounter is before
    assert not window.bridge.session.is_modified


def test_undo_from_a_number_takes_the_last_change_back(window, panel, qtbot):
    box = panel.sheet_form.editors["might"]
    old = box.value()
    type_number(qtbot, box, old + 1)
    assert window.encounter.tokens["seren"].sheet.might == old + 1
    last = window.bridge.session.log.entries[-1]
    assert last.headline == f"Might of Seren: {old} to {old + 1}"
    assert box.hasFocus()
    qtbot.keyClick(box, Qt.Key.Key_Z, CONTROL)
    settle(qtbot)
    assert box.value() == old
    assert window.encounter.tokens["seren"].sheet.might == old
    qtbot.keyClick(box, Qt.Key.Key_Y, CONTROL)
    settle(qtbot)
    assert window.encounter.tokens["seren"].sheet.might == old + 1


def test_undo_while_typing_stays_with_the_line(window, panel, qtbot):
    before = window.encounter
    panel.name.setFocus()
    panel.name.end(False)
    qtbot.keyClicks(panel.name, " the Bold")
    qtbot.keyClick(panel.name, Qt.Key.Key_Z, CONTROL)
    assert panel.name.text() == "Seren"
    assert window.encounter is before
    qtbot.keyClicks(panel.name, " II")
    qtbot.keyClick(panel.name, Qt.Key.Key_Return)
    settle(qtbot)
    assert window.encounter.tokens["seren"].name == "Seren II"
    assert window.bridge.session.log.entries[-1].headline == "Rename Seren to Seren II"
    qtbot.keyClick(panel.name, Qt.Key.Key_Z, CONTROL)
    settle(qtbot)
    assert window.encounter.tokens["seren"].name == "Seren"
    assert panel.name.text() == "Seren"


def test_each_step_of_the_height_is_named(window, panel, qtbot):
    type_number(qtbot, panel.elevation, 10)
    type_number(qtbot, panel.elevation, 15)
    told = [entry.headline for entry in window.bridge.session.log.entries[-2:]]
    assert told == [
        "Height of Seren: as the ground to 10 ft",
        "Height of Seren: 10 ft to 15 ft",
    ]


def test_ranks_on_the_sheet_are_called_as_the_options_say(open_window, qtbot):
    window = open_window("barricade")
    window.bridge.select([next(iter(window.encounter.tokens))])
    window.show_tab("token")
    settle(qtbot)

    def listed():
        editors = window.token_panel.sheet_form.editors
        boxes = (editors["readiness"], editors["fighting"].editors["rank"])
        words = [[box.itemText(i) for i in range(box.count())] for box in boxes]
        assert words[0] == words[1]
        return words[0]

    assert listed() == ["I, Novice", "II, Trained", "III, Expert", "IV, Veteran", "V, Master"]
    names = Options(rank_names="Green, Sworn, Blooded, Old hand, Legend")
    rules = replace(window.encounter.rules, options=names)
    window.bridge.edit("Rule options", replace(window.encounter, rules=rules))
    settle(qtbot)
    assert listed() == ["I, Green", "II, Sworn", "III, Blooded", "IV, Old hand", "V, Legend"]


def test_movement_without_a_figure_is_as_usual(open_window, qtbot):
    window = open_window("barricade")
    plain, token = next(iter(window.encounter.tokens.items()))
    token = replace(token, sheet=replace(token.sheet, movement_feet=None))
    window.bridge.edit("Sheet", window.encounter.with_token(token))
    window.bridge.select([plain])
    window.show_tab("token")
    settle(qtbot)
    box = window.token_panel.sheet_form.editors["movement_feet"]
    assert box.text() == "as usual"
    type_number(qtbot, box, 25)
    assert window.encounter.tokens[plain].sheet.movement_feet == 25
    window.bridge.undo()
    settle(qtbot)
    assert window.encounter.tokens[plain].sheet.movement_feet is None
    assert box.text() == "as usual"

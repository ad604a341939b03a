"""Dialogs begin where typing begins, and Tab comes to the buttons last."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from battlemap.ui.dialogs.add_token import AddTokenDialog
from battlemap.ui.dialogs.new_map import NewMapDialog


def show(dialog, qtbot):
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    qtbot.wait(10)


@pytest.mark.parametrize("kind", [AddTokenDialog, NewMapDialog])
def test_a_dialog_begins_at_its_first_line_with_the_text_selected(kind, qtbot):
    dialog = kind()
    show(dialog, qtbot)
    assert dialog.name.hasFocus()
    assert dialog.name.selectedText() == dialog.name.text()
    qtbot.keyClicks(dialog.focusWidget(), "Cellar")
    assert dialog.name.text() == "Cellar"
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.result() == kind.DialogCode.Accepted


def test_tab_comes_to_the_buttons_last(qtbot):
    dialog = NewMapDialog()
    show(dialog, qtbot)
    passed = [dialog.focusWidget()]
    while not isinstance(passed[-1], QPushButton):
        qtbot.keyClick(passed[-1], Qt.Key.Key_Tab)
        passed.append(dialog.focusWidget())
    assert passed[:-1] == dialog.editors()
    assert len(passed) == 7
    assert passed[-1] in dialog.buttons.buttons()

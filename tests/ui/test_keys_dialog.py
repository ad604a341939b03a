"""Other keys for commands: chosen in the dialog, kept, shown everywhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QToolButton

from battlemap.ui.commands import commands_of
from battlemap.ui.dialogs.keys import KeysDialog
from battlemap.ui.main_window import MainWindow
from battlemap.ui.window.key_map import (
    NO_KEYS,
    conflicts,
    keys_path,
    load_keys,
    normal,
    save_keys,
    with_keys,
)

CONTROL = Qt.KeyboardModifier.ControlModifier
COMMANDS = commands_of(MainWindow)


@pytest.fixture
def dialog(qtbot):
    found = KeysDialog(COMMANDS, NO_KEYS)
    qtbot.addWidget(found)
    found.show()
    return found


def give(dialog, qtbot, command_id, key, modifier=Qt.KeyboardModifier.NoModifier):
    dialog.choose(command_id)
    assert dialog.current() == command_id
    dialog.editor.setFocus()
    qtbot.keyClick(dialog.editor, key, modifier)
    qtbot.mouseClick(dialog.give_button, Qt.MouseButton.LeftButton)


def test_a_command_gets_another_key(dialog, qtbot):
    give(dialog, qtbot, "fight.begin", Qt.Key.Key_F9)
    assert dict(dialog.keys()) == {"fight.begin": "F9"}
    assert dialog.list.currentItem().text(2) == "changed"
    assert dialog.problem() == ""
    qtbot.mouseClick(dialog.usual_button, Qt.MouseButton.LeftButton)
    assert dict(dialog.keys()) == {}


def test_a_key_that_two_want_is_named_at_both_and_not_taken(dialog, qtbot):
    give(dialog, qtbot, "fight.begin", Qt.Key.Key_Z, CONTROL)
    assert dialog.list.currentItem().text(2) == "! also Undo"
    dialog.choose("edit.undo")
    assert dialog.list.currentItem().text(2).startswith("! also ")
    dialog.accept()
    assert dialog.result() != QDialog.DialogCode.Accepted
    assert "is wanted by" in dialog.error.text()
    qtbot.mouseClick(dialog.clear_button, Qt.MouseButton.LeftButton)
    assert dialog.problem() == ""
    assert dict(dialog.keys()) == {"fight.begin": "Ctrl+Z", "edit.undo": ""}
    dialog.accept()
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_the_search_goes_by_words_and_by_keys(dialog, qtbot):
    qtbot.keyClicks(dialog.search, "ctrl+z")
    labels = [dialog.list.topLevelItem(i).text(0) for i in range(dialog.list.topLevelItemCount())]
    assert "Edit: Undo" in labels
    assert len(labels) < 5
    dialog.search.clear()
    qtbot.keyClicks(dialog.search, "zzzz")
    assert dialog.list.topLevelItemCount() == 0
    assert not dialog.editor.isEnabled()


def test_the_new_key_works_is_shown_and_is_kept(window, qtbot, monkeypatch, open_window):
    def answer(dialog):
        dialog._chosen["view.theme"] = "F9"
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(QDialog, "exec", answer)
    dark = window.theme
    window.run_command("help.change_keys")
    qtbot.keyClick(window, Qt.Key.Key_F9)
    assert window.theme is not dark
    window.open_palette()
    qtbot.keyClicks(window.palette_card.search, "light")
    shown = window.palette_card.list.item(0).data(int(Qt.ItemDataRole.UserRole))
    assert shown.shortcut == "F9"
    window.palette_card.hide()
    again = open_window()
    assert again.command_actions["view.theme"].shortcut() == QKeySequence("F9")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"edit.undo": 3}', '{"edit.undo": "nonsense+"}'])
def test_a_broken_file_leaves_the_usual_keys(text):
    keys_path().parent.mkdir(parents=True)
    keys_path().write_text(text)
    assert load_keys().get("edit.undo", "") == ""


def test_keys_come_back_as_they_were_kept():
    save_keys({"edit.undo": "F2", "edit.redo": ""})
    assert dict(load_keys()) == {"edit.redo": "", "edit.undo": "F2"}
    changed = {c.id: c.shortcut for c in with_keys(COMMANDS, load_keys())}
    assert changed["edit.undo"] == "F2"
    assert changed["edit.redo"] == ""


def test_the_usual_keys_are_in_nobodys_way():
    assert dict(conflicts(COMMANDS)) == {}
    assert normal("Ctrl+Z; ctrl+z") == "Ctrl+Z"


def test_rows_are_of_one_height_and_the_cross_stands_in_the_middle(qtbot, window):
    dialog = KeysDialog(COMMANDS, NO_KEYS, window)
    dialog.show()
    qtbot.keyClicks(dialog.search, "fight")
    rows = [dialog.list.topLevelItem(i) for i in range(dialog.list.topLevelItemCount())]
    assert len({dialog.list.visualItemRect(row).height() for row in rows}) == 1
    (cross,) = dialog.search.findChildren(QToolButton)
    middle = cross.geometry().center().y()
    assert abs(middle - dialog.search.rect().center().y()) <= 1
    qtbot.mouseClick(cross, Qt.MouseButton.LeftButton)
    assert dialog.search.text() == ""
    first, second = (dialog.list.topLevelItem(i) for i in (0, 1))
    heights = [dialog.list.visualItemRect(row).height() for row in (first, second)]
    assert heights[0] == heights[1]

"""Starting on a file of another tool, what F6 shows, and a target that becomes the attacker."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QDialog

from battlemap.ui import application

NONE = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.mark.parametrize("suffix", [".dd2vtt", ".uvtt", ".png"])
def test_the_window_is_there_before_a_dialog_asks(qtbot, qapp, tmp_path, monkeypatch, suffix):
    shown = []

    def look(dialog):
        shown.append(dialog.parentWidget().isVisible())
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(QDialog, "exec", look)
    path = tmp_path / f"cellar{suffix}"
    if suffix == ".png":
        from PySide6.QtGui import QImage

        QImage(700, 700, QImage.Format.Format_RGB32).save(str(path))
    else:
        path.write_text("{}")
    window = application.open_window(str(path))
    assert shown == []
    window.show()
    qtbot.waitUntil(lambda: shown == [True])
    window.close()
    window.deleteLater()


def has_ring(window, widget, box):
    """Tell whether the ring of the focus is drawn on every side of a box of the widget."""
    top_left = widget.mapTo(window, box.topLeft())
    shown = window.grab().toImage()
    wanted = QColor(window.theme.focus)

    def is_ring(x, y):
        # Where a ring stands a little in or out differs between kinds of controls.
        for step in range(-6, 7):
            for dx, dy in ((step, 0), (0, step)):
                color = shown.pixelColor(top_left.x() + x + dx, top_left.y() + y + dy)
                pairs = zip(color.getRgb(), wanted.getRgb(), strict=True)
                if max(abs(a - b) for a, b in pairs) < 40:
                    return True
        return False

    middle_x, middle_y = box.width() // 2, box.height() // 2
    edges = ((middle_x, 0), (middle_x, box.height()), (0, middle_y), (box.width(), middle_y))
    return all(is_ring(x, y) for x, y in edges)


def test_f6_shows_where_the_focus_is_from_the_first_press_on(window, qtbot):
    window.activateWindow()
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_F6)
    button = QApplication.focusWidget()
    assert button is window.action_bar.end_turn
    assert has_ring(window, button, button.rect())
    qtbot.keyClick(button, Qt.Key.Key_F6)
    tabs = QApplication.focusWidget()
    assert tabs is window.tab_head.tabs
    assert not has_ring(window, button, button.rect())
    assert has_ring(window, tabs, tabs.tabRect(0))
    assert window.tabs.mapTo(window.details_dock, QPoint()).y() >= window.tab_head.height()


def test_selecting_the_target_drops_it_as_target(window, qtbot, pixel_of):
    tokens = window.encounter.tokens
    port = window.view.viewport()
    qtbot.mouseClick(port, LEFT, NONE, pixel_of(window, tokens["seren"].at))
    qtbot.mouseClick(port, LEFT, CONTROL, pixel_of(window, tokens["hob-spear"].at))
    assert window.bridge.target == "hob-spear"
    qtbot.mouseClick(port, LEFT, NONE, pixel_of(window, tokens["hob-spear"].at))
    assert window.bridge.selected == ("hob-spear",)
    assert window.bridge.target is None
    qtbot.mouseClick(port, LEFT, CONTROL, pixel_of(window, tokens["seren"].at))
    assert window.bridge.target == "seren"


def test_no_panel_lies_over_the_head_of_its_dock(window):
    heads = {
        window.initiative_dock: window.initiative.head,
        window.log_dock: window.log_panel.head,
        window.details_dock: window.tab_head,
    }
    for dock, head in heads.items():
        assert head.height() == head.minimumHeight() >= 36
        assert dock.widget().y() == head.mapTo(dock, QPoint()).y() + head.height()


def test_alt_and_a_letter_and_f10_open_the_menus(window, qtbot):
    window.activateWindow()
    bar = window.top_bar.menus
    letters = {"File": "F", "Edit": "E", "View": "V", "Map": "M", "Fight": "I", "Rules": "R"}
    for action, (name, letter) in zip(bar.actions(), letters.items(), strict=False):
        assert action.text().replace("&", "") == name
        qtbot.keyClick(window.view, getattr(Qt.Key, f"Key_{letter}"), ALT)
        qtbot.waitUntil(action.menu().isVisible)
        qtbot.keyClick(action.menu(), Qt.Key.Key_Escape)
        assert not action.menu().isVisible()
    qtbot.keyClick(window.view, Qt.Key.Key_F10)
    first, second = (action.menu() for action in bar.actions()[:2])
    qtbot.waitUntil(first.isVisible)
    qtbot.keyClick(first, Qt.Key.Key_Right)
    qtbot.waitUntil(second.isVisible)
    qtbot.keyClick(second, Qt.Key.Key_Escape)

"""The bars that lie over the map: legible where it is narrow, and never over a card."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


@pytest.mark.parametrize(("width", "parts"), [(1100, 3), (720, 2), (300, 1)])
def test_switches_never_overlap(open_window, qtbot, width, parts):
    window = open_window(size=(1600, 900))
    view = window.view
    view.setFixedWidth(width)
    qtbot.wait(20)
    bar = view.overlay_bar
    shown = [button for button in bar.buttons.values() if button.isVisible()]
    assert len(shown) >= 6
    for one, next_one in pairwise(shown):
        assert one.geometry().right() < next_one.geometry().left()
    assert all(button.width() == button.width_of(parts) for button in shown)
    assert bar.geometry().right() <= view.viewport().geometry().right()
    assert bar.rect().contains(shown[-1].geometry())
    qtbot.mouseClick(shown[1], LEFT)
    assert not window.bridge.overlay.their_reach


def test_the_card_of_a_drag_keeps_clear_of_the_bars(open_window, qtbot, pixel_of):
    window = open_window("arena", size=(1366, 768))
    view = window.view
    view.zoom_to(1.2)
    key = next(k for k, t in window.encounter.tokens.items() if t.side == "party")
    view.center_on(key)
    bars = [QRectF(bar.geometry()) for bar in (view.zoom_bar, view.overlay_bar)]
    corner = view.cards.pos()
    port = view.viewport()
    start = pixel_of(window, window.encounter.tokens[key].at)
    qtbot.mousePress(port, LEFT, NONE, start)
    seen = 0
    for x in range(200, port.width() - 30, 90):
        for y in (60, 120, port.height() - 120, port.height() - 60):
            qtbot.mouseMove(port, QPoint(x, y))
            qtbot.wait(2)
            card = view.cards.move_card
            if card is None:
                continue
            seen += 1
            box = view.cards.move_box().translated(corner)
            assert not any(box.intersects(bar) for bar in bars), (x, y)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    qtbot.mouseRelease(port, LEFT, NONE, start)
    assert seen > 10


def test_a_switch_shows_that_the_map_is_darkened_and_ends_it(open_window, qtbot):
    window = open_window(size=(1600, 900))
    button = window.view.overlay_bar.buttons["seen"]
    assert button.isVisible()
    assert not button.isChecked()
    assert "Shift+O" in button.toolTip()
    qtbot.keyClick(window.view, Qt.Key.Key_O, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: window.view.seen.view is not None)
    assert button.isChecked()
    qtbot.mouseClick(button, LEFT)
    qtbot.waitUntil(lambda: window.view.seen.view is None)
    assert not button.isChecked()
    assert not window.view.seen.overlay.isVisible()

"""The map stays where it is on the screen while messages come and go."""

from PySide6.QtCore import QPoint, QPointF, Qt

from battlemap.model.intent import BeginFight
from battlemap.ui.bridge import Offer
from battlemap.ui.scene.map_view import SETTLED_MS


def on_screen(window, token):
    view = window.view
    pixel = view.pixel_of(view.map_scene.center_of(token)).toPoint()
    return view.viewport().mapTo(window, pixel)


def close_to(a, b):
    return (a - b).manhattanLength() <= 1


def test_a_message_does_not_move_the_map(window, qtbot):
    before = on_screen(window, "seren")
    height = window.view.height()
    window.bridge.offer(Offer("Something to decide", "warn", (("Do it", list),)))
    qtbot.waitUntil(lambda: window.view.height() < height)
    assert close_to(on_screen(window, "seren"), before)
    place = window.view.viewport().mapFrom(window, before)
    qtbot.mouseClick(window.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.bridge.selected == ("seren",)
    qtbot.mouseClick(window.message_bar.close_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.view.height() == height)
    assert close_to(on_screen(window, "seren"), before)


def test_once_the_pointer_rests_the_map_fills_its_room_again(open_window, qtbot):
    window = open_window(size=(1900, 820))
    view, height = window.view, window.view.height()
    fitted = on_screen(window, "seren")

    def first_row_is_free():
        upper = view.pixel_of(QPointF(0, 0)).y()
        return upper >= view.overlay_bar.geometry().bottom() - view.viewport().y()

    assert first_row_is_free()
    window.bridge.offer(Offer("Something to decide", "warn", (("Do it", list),)))
    qtbot.waitUntil(lambda: view.height() < height)
    assert not first_row_is_free()
    for step in range(8):
        qtbot.mouseMove(view.viewport(), QPoint(300 + 10 * step, 300))
        qtbot.wait(150)
    assert close_to(on_screen(window, "seren"), fitted)
    qtbot.waitUntil(first_row_is_free, timeout=3000)
    qtbot.mouseClick(window.message_bar.close_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: close_to(on_screen(window, "seren"), fitted), timeout=3000)


def test_a_hint_that_goes_away_moves_nothing_while_the_pointer_rests(open_window, qtbot):
    window = open_window(size=(1900, 820))
    view, height = window.view, window.view.height()
    before, zoom = on_screen(window, "seren"), view.zoom
    window.bridge.say("Choose a target", "info")
    qtbot.waitUntil(lambda: view.height() < height)
    qtbot.wait(SETTLED_MS + 300)
    assert close_to(on_screen(window, "seren"), before)
    qtbot.mouseClick(window.message_bar.close_button, Qt.MouseButton.LeftButton)
    qtbot.wait(SETTLED_MS + 300)
    assert view.zoom == zoom
    assert close_to(on_screen(window, "seren"), before)


def test_a_message_does_not_move_a_zoomed_map(window, qtbot):
    window.view.zoom_to(1.6)
    window.view.pan(QPointF(-35, 20))
    before = on_screen(window, "seren")
    height = window.view.height()
    window.bridge.say("Something to know", "warn")
    qtbot.waitUntil(lambda: window.view.height() < height)
    assert close_to(on_screen(window, "seren"), before)


def test_a_window_of_another_size_still_shows_the_whole_map(window, qtbot):
    window.resize(1300, 900)
    qtbot.wait(60)
    view = window.view
    corner = view.pixel_of(QPointF(0, 0))
    grid = window.bridge.board.grid
    far = view.pixel_of(QPointF(grid.columns * 100, grid.rows * 100))
    assert view.viewport().rect().contains(corner.toPoint())
    assert view.viewport().rect().contains(far.toPoint() - QPoint(1, 1))


def test_the_button_move_selects_who_acts_so_that_the_arrow_keys_work(window, qtbot):
    window.bridge.perform(BeginFight(tuple(window.encounter.tokens)))
    active = window.encounter.turn_order.active
    window.bridge.select(())
    qtbot.waitUntil(lambda: "move" in [b.action.key for b in window.action_bar.buttons])
    button = next(b for b in window.action_bar.buttons if b.action.key == "move")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.bridge.selected == (active,)
    assert window.view.hasFocus() or window.focusWidget() is window.view

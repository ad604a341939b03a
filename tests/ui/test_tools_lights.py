"""Lights are put, sized, moved, switched, changed and deleted; what is seen follows them."""

import threading
from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialog

from battlemap.geometry.cell import Cell, Point
from battlemap.model import limits
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.light_edit import light_near
from battlemap.model.obstacle import Wall
from battlemap.model.token import Token
from battlemap.session.session import Session
from battlemap.ui.bridge import MenuPlace
from battlemap.ui.overlays import seen_overlay
from battlemap.ui.scene.coordinates import to_scene

LEFT = Qt.MouseButton.LeftButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


class Hand:
    """Mouse and keys on the map of a window."""

    def __init__(self, window, qtbot):
        self.window, self.qtbot, self.view = window, qtbot, window.view
        self.port = window.view.viewport()

    def pixel(self, place):
        return self.view.pixel_of(to_scene(place)).toPoint()

    def click(self, place, held=NONE):
        self.qtbot.mouseClick(self.port, LEFT, held, self.pixel(place))
        self.qtbot.wait(20)

    def drag(self, *places):
        self.qtbot.mousePress(self.port, LEFT, NONE, self.pixel(places[0]))
        for place in places[1:]:
            self.qtbot.mouseMove(self.port, self.pixel(place) - QPoint(3, 2))
            self.qtbot.mouseMove(self.port, self.pixel(place))
        self.qtbot.mouseRelease(self.port, LEFT, NONE, self.pixel(places[-1]))
        self.qtbot.wait(20)

    def key(self, key, held=NONE):
        self.qtbot.keyClick(self.view, key, held)
        self.qtbot.wait(10)

    @property
    def lights(self):
        return self.window.encounter.map.lights


@pytest.fixture
def hand(open_window, qtbot):
    """Seren at the left of a wall, a goblin at its right; the light tool in hand."""
    wall = Wall("w", Point(8, 0), Point(8, 10))
    encounter = Encounter(
        BattleMap(GridSpec(columns=16, rows=10), obstacles=MappingProxyType({"w": wall})),
        MappingProxyType(
            {
                "seren": Token("seren", "Seren", "party", Cell(2, 4)),
                "goblin": Token("goblin", "Goblin", "foe", Cell(12, 4)),
            }
        ),
    )
    window = open_window(Session.new(encounter, seed=1))
    window.view.setFocus()
    hand = Hand(window, qtbot)
    hand.key(Qt.Key.Key_L, SHIFT)
    assert window.view.current_tool.key == "light"
    return hand


def test_a_click_puts_a_light_and_a_drag_sizes_one(hand):
    hand.click((5, 5))
    assert [(light.position, light.range_cells, light.is_on) for light in hand.lights] == [
        (Point(5, 5), 4.0, True)
    ]
    hand.drag((12, 8), (13, 8), (14, 8))
    assert hand.lights[1].position == Point(12, 8)
    assert hand.lights[1].range_cells == 2.0
    # The next one is like the last.
    hand.click((10, 2))
    assert hand.lights[2].range_cells == 2.0
    assert [c.label for c in hand.window.bridge.session.history.commits] == ["Put a light"] * 3
    hand.window.bridge.undo()
    assert len(hand.lights) == 2
    hand.window.bridge.redo()
    assert len(hand.lights) == 3


def test_a_light_is_moved_and_switched(hand):
    hand.click((5, 5))
    hand.drag((5, 5), (5, 6), (6, 7))
    assert hand.lights[0].position == Point(6, 7)
    hand.click((6, 7), SHIFT)
    assert not hand.lights[0].is_on
    assert hand.window.bridge.session.history.commits[-1].label == "Light off"
    hand.window.bridge.undo()
    assert hand.lights[0].is_on


def test_a_click_on_a_light_changes_or_deletes_it(hand, monkeypatch):
    hand.click((5, 5))

    def answer(dialog):
        assert dialog.radius.value() == 20
        dialog.radius.setValue(35)
        dialog.color.setCurrentIndex(dialog.color.findData("#9fc5ff"))
        dialog.on.click()
        dialog.shadows.click()
        dialog.accept()
        return True

    monkeypatch.setattr(QDialog, "exec", answer)
    hand.click((5, 5))
    (light,) = hand.lights
    assert (light.range_cells, light.color, light.is_on, light.shadows) == (
        7.0,
        "#9fc5ff",
        False,
        False,
    )

    def delete(dialog):
        dialog.delete_button.click()
        return True

    monkeypatch.setattr(QDialog, "exec", delete)
    hand.click((5, 5))
    assert hand.lights == ()
    hand.window.bridge.undo()
    assert hand.lights == (light,)


@pytest.mark.parametrize("feet", [1, 5])
def test_no_radius_is_more_than_a_map_file_takes(hand, monkeypatch, tmp_path, feet, qtbot):
    session = hand.window.bridge.session
    here = session.encounter.map
    scaled = replace(here, grid=replace(here.grid, feet_per_cell=feet))
    session.edit("Scale", session.encounter.with_map(scaled))
    hand.click((5, 5))

    def most(dialog):
        dialog.radius.setValue(dialog.radius.maximum())
        dialog.accept()
        return True

    monkeypatch.setattr(QDialog, "exec", most)
    hand.click((5, 5))
    form = hand.window.map_panel.light_form
    qtbot.waitUntil(form.isVisible)
    form.radius.setValue(form.radius.maximum())
    hand.click((12, 8))
    assert [light.range_cells for light in hand.lights] == [limits.COORDINATE] * 2
    path = tmp_path / "bright.battlemap"
    session.save(path)
    found = Session.open(path)
    assert found.encounter.map.lights == hand.lights
    found.close()


def test_the_keyboard_puts_switches_and_deletes_lights(hand):
    hand.key(Qt.Key.Key_Right)
    place = hand.view.current_tool.place
    hand.key(Qt.Key.Key_Return)
    assert hand.lights[0].position == place
    hand.key(Qt.Key.Key_Return, SHIFT)
    assert not hand.lights[0].is_on
    hand.key(Qt.Key.Key_Delete)
    assert hand.lights == ()
    assert set(hand.window.encounter.tokens) == {"seren", "goblin"}


def test_the_panel_says_what_new_lights_are_like(hand, qtbot):
    form = hand.window.map_panel.light_form
    qtbot.waitUntil(form.isVisible)
    form.radius.setValue(60)
    qtbot.mouseClick(form.on, LEFT, pos=QPoint(8, form.on.height() // 2))
    hand.click((4, 4))
    assert (hand.lights[0].range_cells, hand.lights[0].is_on) == (12.0, False)


def test_the_menu_of_a_light(hand):
    hand.click((5, 5))
    window = hand.window
    place = MenuPlace(Cell(4, 4), light=light_near(hand.lights, (5.1, 5)))

    def choose(words):
        menu = window.context_menu(place)
        next(action for action in menu.actions() if action.text() == words).trigger()

    choose("Switch off")
    assert not hand.lights[0].is_on
    choose("Switch on")
    assert hand.lights[0].is_on
    choose("Delete light")
    assert hand.lights == ()


def test_the_eraser_takes_lights(hand):
    for place in ((5, 5), (6, 8), (12, 3)):
        hand.click(place)
    hand.key(Qt.Key.Key_E, SHIFT)
    hand.click((12, 3))
    assert len(hand.lights) == 2
    assert hand.window.bridge.session.history.commits[-1].label == "Erase 1 light"
    hand.drag((5, 4.8), (5, 5), (5.5, 6.5), (6, 8), (6, 8.2))
    assert hand.lights == ()


def test_the_eraser_takes_no_light_for_a_wall_of_any_name(hand):
    session = hand.window.bridge.session
    walls = {key: Wall(key, Point(11, 7), Point(13, 7)) for key in (" light 0", "light 0")}
    session.edit(
        "Walls",
        session.encounter.with_map(
            replace(session.encounter.map, obstacles=MappingProxyType(walls))
        ),
    )
    hand.click((5, 5))
    hand.key(Qt.Key.Key_E, SHIFT)
    hand.drag((12, 6), (12, 7), (12, 8))
    assert not session.encounter.map.obstacles
    assert len(hand.lights) == 1


def test_the_veil_is_over_what_the_selected_do_not_see(hand, qtbot):
    window, seen = hand.window, hand.view.seen
    window.bridge.select(["seren"])
    hand.key(Qt.Key.Key_O, SHIFT)
    qtbot.waitUntil(seen.overlay.isVisible)
    # Without any lights it is light everywhere: only the wall hides something.
    assert Cell(7, 9) in seen.view.cells
    assert Cell(12, 4) not in seen.view.cells
    assert seen.overlay.path.contains(to_scene((12.5, 4.5)))
    assert not seen.overlay.path.contains(to_scene((5.5, 4.5)))
    window.bridge.select(["goblin"])
    qtbot.waitUntil(lambda: Cell(12, 4) in seen.view.cells)
    assert Cell(2, 4) not in seen.view.cells
    # A light makes the rest dark, whoever looks.
    window.bridge.select(["seren"])
    hand.drag((6, 2), (7, 2), (8, 2))
    qtbot.waitUntil(lambda: Cell(7, 9) not in seen.view.cells)
    assert Cell(6, 2) in seen.view.cells
    assert Cell(2, 5) in seen.view.cells, "what is near is seen"
    assert Cell(5, 8) not in seen.view.cells
    # Off, it shines no more; nothing else is lit.
    hand.click((6, 2), SHIFT)
    qtbot.waitUntil(lambda: Cell(6, 2) not in seen.view.cells)
    window.bridge.undo()
    window.bridge.undo()
    qtbot.waitUntil(lambda: Cell(7, 9) in seen.view.cells)
    hand.key(Qt.Key.Key_O, SHIFT)
    qtbot.waitUntil(lambda: not seen.overlay.isVisible())
    assert seen.view is None


def test_who_is_not_seen_is_darkened_too(hand, qtbot):
    window, seen = hand.window, hand.view.seen
    window.bridge.select(["seren"])
    hand.key(Qt.Key.Key_O, SHIFT)
    qtbot.waitUntil(lambda: seen.unseen.tokens == ("goblin",))
    assert seen.unseen.isVisible()
    image = hand.view.grab().toImage()
    dark = image.pixelColor(hand.pixel((12.5, 4.5))).lightness()
    window.bridge.select(["seren", "goblin"])
    qtbot.waitUntil(lambda: seen.unseen.tokens == ())
    image = hand.view.grab().toImage()
    assert image.pixelColor(hand.pixel((12.5, 4.5))).lightness() > dark
    window.bridge.select(["seren"])
    qtbot.waitUntil(lambda: seen.unseen.tokens == ("goblin",))
    hand.key(Qt.Key.Key_O, SHIFT)
    qtbot.waitUntil(lambda: not seen.unseen.isVisible())


def test_lights_are_kept_in_the_file(hand, tmp_path):
    hand.click((5, 5))
    hand.click((5, 5), SHIFT)
    path = tmp_path / "lit.battlemap"
    hand.window.bridge.session.save(path)
    found = Session.open(path)
    assert found.encounter.map.lights == hand.lights
    assert not found.encounter.map.lights[0].is_on
    found.close()


def test_the_veil_of_many_is_found_beside_the_window(hand, qtbot, monkeypatch):
    window, seen = hand.window, hand.view.seen
    window.bridge.select(["seren"])
    hand.key(Qt.Key.Key_O, SHIFT)
    qtbot.waitUntil(seen.overlay.isVisible)
    view, veil = seen.view, seen.overlay.path
    monkeypatch.setattr(seen_overlay, "AT_ONCE", 0)
    window.bridge.select(["goblin"])
    qtbot.waitUntil(lambda: Cell(12, 4) in seen.view.cells)
    # Of two wishes that follow each other the later one counts.
    seen.refresh()
    window.bridge.select(["seren"])
    seen.refresh()
    qtbot.waitUntil(lambda: seen.view == view)
    assert seen.overlay.path == veil
    # Switched off meanwhile, nothing comes any more.
    window.bridge.select(["goblin"])
    seen.refresh()
    hand.key(Qt.Key.Key_O, SHIFT)
    seen.refresh()
    qtbot.wait(200)
    assert seen.view is None
    assert not seen.overlay.isVisible()


@pytest.fixture
def slow_view(hand, monkeypatch):
    """Let the view of many wait after each viewer until the test gives leave; return the leave."""
    leave, original = threading.Semaphore(0), seen_overlay.view_from
    begun = []

    def late(board, eyes, *, step, **named):
        begun.append(len(eyes))

        def wait(done, total):
            step(done, total)
            assert leave.acquire(timeout=20)

        return original(board, eyes, step=wait, **named)

    monkeypatch.setattr(seen_overlay, "view_from", late)
    monkeypatch.setattr(seen_overlay, "AT_ONCE", 0)
    leave.begun = begun
    yield leave
    leave.release(100)


def test_the_view_of_many_shows_how_far_it_is(hand, slow_view, qtbot):
    window, seen, told = hand.window, hand.view.seen, []
    seen.progressed.connect(lambda done, total: told.append((done, total)))
    window.bridge.select(["seren", "goblin"])
    hand.key(Qt.Key.Key_O, SHIFT)
    foot = window.foot_bar
    qtbot.waitUntil(foot.progress.isVisible)
    assert foot.doing.text() == "What is seen"
    assert foot.progress.maximum() == 3
    slow_view.release()
    qtbot.waitUntil(lambda: foot.progress.value() == 2)
    assert not seen.overlay.isVisible()
    slow_view.release()
    qtbot.waitUntil(seen.overlay.isVisible)
    assert not foot.progress.isVisible()
    assert told[-1] == (1, 1)


def test_the_view_of_many_can_be_cancelled(hand, slow_view, qtbot):
    window, seen = hand.window, hand.view.seen
    before = window.bridge.encounter
    window.bridge.select(["seren", "goblin"])
    hand.key(Qt.Key.Key_O, SHIFT)
    foot = window.foot_bar
    qtbot.waitUntil(foot.progress.isVisible)
    qtbot.mouseClick(foot.stop, LEFT)
    assert not window.bridge.overlay.seen
    slow_view.release(9)
    qtbot.waitUntil(lambda: not any(one.name == "seen" for one in threading.enumerate()))
    qtbot.wait(80)
    assert seen.view is None
    assert not seen.overlay.isVisible()
    assert not foot.progress.isVisible()
    assert window.bridge.encounter is before


def test_a_later_wish_ends_the_search_for_the_one_before(hand, slow_view, qtbot):
    window, seen = hand.window, hand.view.seen
    window.bridge.select(["seren", "goblin"])
    hand.key(Qt.Key.Key_O, SHIFT)
    qtbot.waitUntil(lambda: slow_view.begun == [2])
    window.bridge.select(["goblin"])
    seen.refresh()
    slow_view.release()  # the search ends at the next viewer, not at the last
    qtbot.waitUntil(lambda: slow_view.begun == [2, 1])
    slow_view.release()
    qtbot.waitUntil(lambda: seen.view is not None and Cell(12, 4) in seen.view.cells)
    assert Cell(2, 4) not in seen.view.cells

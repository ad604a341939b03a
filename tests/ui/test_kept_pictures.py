"""What stands still is kept as pictures; these tests change it and draw it without them."""

from contextlib import contextmanager
from dataclasses import replace
from random import Random
from types import MappingProxyType

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QGraphicsItem

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.intent import Move, SetCondition
from battlemap.model.token import Token, Weapon
from battlemap.session.session import Session
from battlemap.ui.bridge import Bridge
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.scene.map_view import MapView
from battlemap.ui.theme import DARK, LIGHT

SWORD = (Weapon("sword"),)
KEPT = QGraphicsItem.CacheMode.DeviceCoordinateCache


@pytest.fixture
def view(qtbot):
    tokens = (
        Token("anna", "Anna", "party", Cell(3, 3), facing=90.0, weapons=SWORD),
        Token("bryn", "Bryn", "party", Cell(3, 4), facing=0.0, weapons=SWORD),
        Token("orc", "Orc", "foe", Cell(8, 6), facing=270.0, weapons=SWORD),
        Token("ogre", "Ogre", "foe", Cell(8, 2), facing=180.0, size=2, weapons=SWORD),
    )
    document = Encounter(
        map=BattleMap(GridSpec(GridKind.SQUARE, 16, 12)),
        tokens=MappingProxyType({token.id: token for token in tokens}),
    )
    made = MapView(Bridge(Session.new(document, seed=7)), DARK)
    qtbot.addWidget(made)
    made.resize(1000, 800)
    made.show()
    qtbot.waitExposed(made)
    made.bridge.select(("anna",))
    qtbot.waitUntil(made.map_scene.threats.isVisible)
    return made


@contextmanager
def nothing_kept(view):
    """Draw without any kept picture inside."""
    kept = [item for item in view.map_scene.items() if item.cacheMode() is KEPT]
    assert len(kept) >= 4
    for item in kept:
        item.setCacheMode(QGraphicsItem.CacheMode.NoCache)
    yield
    for item in kept:
        item.setCacheMode(KEPT)


def painted(view):
    image = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    width = image.bytesPerLine()
    return np.frombuffer(image.constBits(), np.uint8).reshape(-1, width).astype(int)


def is_true(view):
    """Tell whether the pictures show what would be drawn without them, to rounding of tints."""
    shown = painted(view)
    with nothing_kept(view):
        anew = painted(view)
    return np.abs(shown - anew).max() <= 3


def drawn_anew(view, qtbot):
    """Wait for the pictures of all tokens: they come in slices."""
    items = view.map_scene.items_by_token.values()
    qtbot.waitUntil(lambda: not any(item.can_wait() for item in items))


def pixel(view, cell):
    return view.pixel_of(to_scene(view.map_scene.grid.center(cell)))


def move(view):
    view.bridge.perform(Move("orc", (Cell(8, 6), Cell(5, 4)), "force"))


def off_the_map(view):
    there = replace(view.bridge.encounter.tokens["orc"], at=Cell(-1, 3))
    view.bridge.edit("Put off the map", view.bridge.encounter.with_token(there))


CHANGES = {
    "move": move,
    "select": lambda view: view.bridge.select(("bryn",)),
    "target": lambda view: view.bridge.set_target("ogre"),
    "condition": lambda view: view.bridge.perform(SetCondition("orc", "prone", True)),
    "hidden names": lambda view: view.bridge.switch_overlay("names", False),
    "reach": lambda view: view.bridge.switch_overlay("their_reach", False),
    "theme": lambda view: view.set_theme(LIGHT),
    "zoom": lambda view: view.zoom_to(1.3),
    "small": lambda view: view.zoom_to(0.3),
    "pan": lambda view: view.pan(QPointF(137, -61)),
    "off the map": off_the_map,
    "gone": lambda view: view.bridge.edit("Remove", view.bridge.encounter.without_token("orc")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_kept_pictures_follow_every_change(view, qtbot, name):
    before = painted(view)
    CHANGES[name](view)
    qtbot.wait(30)
    drawn_anew(view, qtbot)
    assert not np.array_equal(painted(view), before), "the change is seen"
    assert is_true(view)


def test_they_follow_an_undo(view):
    before = painted(view)
    move(view)
    moved = painted(view)
    view.bridge.undo()
    assert not np.array_equal(moved, before)
    assert np.array_equal(painted(view), before)


def test_a_token_that_comes_back_needs_no_new_picture(view):
    before, item = painted(view), view.map_scene.items_by_token["orc"]
    assert item._picture is not None
    CHANGES["gone"](view)
    assert "orc" not in view.map_scene.items_by_token
    assert not np.array_equal(painted(view), before)
    view.bridge.undo()
    assert view.map_scene.items_by_token["orc"] is item
    assert item._picture is not None
    assert np.array_equal(painted(view), before)


@pytest.mark.parametrize("name", ["theme", "zoom", "hidden names", "target"])
def test_a_token_that_comes_back_follows_what_changed_meanwhile(view, qtbot, name):
    CHANGES["gone"](view)
    CHANGES[name](view)
    view.bridge.undo()
    qtbot.wait(60)
    drawn_anew(view, qtbot)
    shown, items = painted(view), view.map_scene.items_by_token
    for item in items.values():
        item.forget_picture()
    qtbot.waitUntil(lambda: not any(item.can_wait() for item in items.values()))
    assert np.array_equal(painted(view), shown)


def test_they_follow_a_drag_and_its_end(view, qtbot):
    port = view.viewport()
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=pixel(view, Cell(3, 3)).toPoint())
    for cell in (Cell(4, 3), Cell(6, 5), Cell(7, 6)):
        qtbot.mouseMove(port, pixel(view, cell).toPoint())
        qtbot.wait(30)
        assert view.map_scene.lifted == ("anna",)
        assert is_true(view)
    assert [zone.is_full for zone in view.map_scene.threats.zones].count(True) >= 1
    qtbot.keyClick(port, Qt.Key.Key_Escape)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=pixel(view, Cell(7, 6)).toPoint())
    qtbot.wait(30)
    assert view.map_scene.lifted == ()
    assert is_true(view)


def test_the_topmost_token_under_the_pointer_is_found_wherever_it_hangs(view, qtbot):
    scene = view.map_scene
    there = to_scene(scene.grid.center(Cell(8, 6)))
    assert scene.token_at(there) == "orc"
    assert scene.token_at(there + QPointF(49, 49)) is None, "the corner of a cell is no disc"
    scene.lift("anna")
    scene.carry("anna", there)
    assert scene.token_at(there) == "anna", "what hangs at the pointer is on top"
    assert scene.token_at(to_scene(scene.grid.center(Cell(3, 3)))) is None
    scene.put_down()
    assert scene.token_at(there) == "orc"
    view.bridge.perform(Move("orc", (Cell(8, 6), Cell(5, 4)), "force"))
    assert scene.token_at(there) is None


STATES = {
    "hurt": lambda token: replace(token, conditions=frozenset({"bleeding", "prone"})),
    "renamed": lambda token: replace(token, name="A very much longer name"),
    "moved": lambda token: replace(token, at=Cell(5, 4)),
    "grown": lambda token: replace(token, size=token.size + 1),
    "turned": lambda token: replace(token, facing=45.0),
    "below another": lambda token: replace(token, at=Cell(8, 4)),
    "hidden": lambda token: replace(token, hidden=True),
    "risen": lambda token: replace(token, elevation_feet=20),
    "dead": lambda token: replace(token, conditions=frozenset({"dead"})),
    "changed sides": lambda token: replace(token, side="party"),
}


@pytest.mark.parametrize("gm", [True, False])
@pytest.mark.parametrize("name", STATES)
def test_what_follows_a_change_looks_as_if_opened_anew(view, name, gm):
    scene, bridge = view.map_scene, view.bridge
    bridge.switch_overlay("gm", gm)
    bridge.set_target("ogre")
    bridge.edit("Change", bridge.encounter.with_token(STATES[name](bridge.encounter.tokens["orc"])))

    def everything():
        return {
            key: (item.look, item.pos(), item.zValue())
            for key, item in scene.items_by_token.items()
        }

    followed, drawn = everything(), painted(view)
    scene.refresh_looks()
    assert everything() == followed
    assert np.abs(painted(view) - drawn).max() <= 3


def test_names_and_signs_follow_a_crowd_that_moves(view):
    scene, bridge = view.map_scene, view.bridge
    lot = Random(5)
    keys = sorted(bridge.encounter.tokens)
    names_above = set()
    for _ in range(60):
        token = bridge.encounter.tokens[lot.choice(keys)]
        at = Cell(lot.randrange(3, 6), lot.randrange(3, 6))
        bridge.edit("Move", bridge.encounter.with_token(replace(token, at=at)))
        bridge.select(lot.sample(keys, lot.randrange(3)))
        bridge.set_target(lot.choice([None, *keys]))
        followed = {key: (item.look, item.pos()) for key, item in scene.items_by_token.items()}
        names_above |= {key for key, (look, _) in followed.items() if look.name_above}
        scene.refresh_looks()
        assert followed == {
            key: (item.look, item.pos()) for key, item in scene.items_by_token.items()
        }
    assert len(names_above) >= 3


@pytest.mark.parametrize("name", ["select", "zoom", "theme"])
def test_pictures_of_a_crowd_come_in_slices_and_then_are_true(view, qtbot, monkeypatch, name):
    whole = painted(view)
    CHANGES[name](view)
    qtbot.wait(60)
    drawn_anew(view, qtbot)
    wanted = painted(view)
    for item in view.map_scene.items_by_token.values():
        item.forget_picture()
    waiting = [item for item in view.map_scene.items_by_token.values() if item.can_wait()]
    assert len(waiting) == 4
    monkeypatch.setattr("battlemap.ui.scene.token_crowd._SLICE_SECONDS", -1.0)
    painted(view)
    assert all(item.can_wait() for item in waiting), "those before stand in"
    monkeypatch.setattr("battlemap.ui.scene.token_crowd._SLICE_SECONDS", 1.0)
    qtbot.waitUntil(lambda: not any(item.can_wait() for item in waiting))
    assert np.array_equal(painted(view), wanted)
    assert not np.array_equal(whole, wanted)


def test_of_hundreds_that_have_just_come_some_appear_later(view, qtbot, monkeypatch):
    wanted = painted(view)
    items = view.map_scene.items_by_token.values()
    monkeypatch.setattr("battlemap.ui.scene.token_crowd._SLICE_SECONDS", -1.0)
    for many, are_drawn in ((250, True), (0, False)):
        monkeypatch.setattr("battlemap.ui.scene.token_crowd._MANY", many)
        for item in items:
            item._picture = item._outdated = None
            item.update()
        view.map_scene._crowd.update()
        painted(view)
        assert [not item.is_fresh for item in items] == [are_drawn] * len(items)
    monkeypatch.setattr("battlemap.ui.scene.token_crowd._SLICE_SECONDS", 1.0)
    qtbot.waitUntil(lambda: not any(item.is_fresh for item in items))
    assert np.array_equal(painted(view), wanted)


def test_the_ground_takes_its_time_from_the_pictures_of_a_crowd(view, qtbot, monkeypatch):
    monkeypatch.setattr("battlemap.ui.scene.token_crowd._SLICE_SECONDS", 5.0)
    items = list(view.map_scene.items_by_token.values())
    for seconds, are_drawn in ((9.0, False), (0.0, True)):
        view.map_scene.redraw()
        for item in items:
            item.forget_picture()
        times = iter((0.0, seconds))
        monkeypatch.setattr("battlemap.ui.scene.map_scene.thread_time", lambda: next(times, 0.0))  # noqa: B023
        view.viewport().repaint()
        assert [item.can_wait() for item in items] == [not are_drawn] * len(items)
        qtbot.waitUntil(lambda: not any(item.can_wait() for item in items))


def test_threats_of_a_crowd_come_in_slices_and_then_all_at_once(view, qtbot, monkeypatch):
    monkeypatch.setattr("battlemap.ui.overlays.standing._SLICE_SECONDS", 0.0)
    threats = view.map_scene.threats
    move(view)
    view.standing.refresh()
    assert not threats.isVisible(), "nothing is shown by halves"
    monkeypatch.setattr("battlemap.ui.overlays.standing._SLICE_SECONDS", 1.0)
    qtbot.waitUntil(threats.isVisible)
    assert {zone.owner for zone in threats.zones} == {"orc", "ogre"}

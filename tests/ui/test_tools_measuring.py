"""Ruler and sight tool: the rays of the attack make room, and the words are a GM's."""

import pytest
from PySide6.QtCore import Qt

from battlemap.geometry.cell import Cell
from battlemap.tactics.facts import Ray, Sight
from battlemap.ui.overlays.rays import sight_words

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def aimed(window, qtbot):
    window.bridge.select(["seren"])
    window.bridge.set_target("hob-spear")
    qtbot.waitUntil(window.view.map_scene.sight.isVisible)
    return window


@pytest.mark.parametrize("key", [Qt.Key.Key_M, Qt.Key.Key_O])
def test_the_rays_of_the_attack_make_room_for_a_measuring_tool(aimed, qtbot, key):
    view = aimed.view
    qtbot.keyClick(view, key)
    assert view.current_tool.measures
    assert not view.map_scene.sight.isVisible()
    qtbot.keyClick(view, Qt.Key.Key_S)
    assert view.map_scene.sight.isVisible()


def test_a_ruler_drawn_with_ctrl_hides_the_rays_while_it_lasts(aimed, qtbot, pixel_of):
    view = aimed.view
    port = view.viewport()
    start = pixel_of(aimed, aimed.encounter.tokens["seren"].at)
    qtbot.mousePress(port, LEFT, CONTROL, start)
    for share in (0.3, 0.6, 1.0):
        qtbot.mouseMove(port, start + (pixel_of(aimed, Cell(8, 10)) - start) * share)
        qtbot.wait(5)
    assert view.map_scene.measure.isVisible()
    assert not view.map_scene.sight.isVisible()
    qtbot.mouseRelease(port, LEFT, CONTROL, pixel_of(aimed, Cell(8, 10)))
    qtbot.wait(5)
    assert not view.map_scene.measure.isVisible()
    assert view.map_scene.sight.isVisible()


def test_the_ruler_is_led_by_the_arrow_keys(aimed, qtbot):
    view, start = aimed.view, aimed.encounter.tokens["seren"].at
    qtbot.keyClick(view, Qt.Key.Key_M)
    for key, times in ((Qt.Key.Key_Right, 3), (Qt.Key.Key_Return, 1), (Qt.Key.Key_Down, 2)):
        for _ in range(times):
            qtbot.keyClick(view, key)

    def told():
        return [label.text for label in view.map_scene.measure.drawing.labels]

    assert view.current_tool.stops == [start, start.plus((3, 0)), start.plus((3, 2))]
    assert told() == ["15 ft", "25 ft (5)"]
    qtbot.keyClick(view, Qt.Key.Key_Backspace)
    assert told() == ["15 ft (3)"]
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert not view.map_scene.measure.isVisible()
    assert view.tool == "ruler"


def test_the_sight_tool_says_that_a_token_is_in_sight(aimed, qtbot, pixel_of):
    view = aimed.view
    qtbot.keyClick(view, Qt.Key.Key_O)
    qtbot.mouseClick(
        view.viewport(), LEFT, NONE, pixel_of(aimed, aimed.encounter.tokens["hob-spear"].at)
    )
    words = [label.text for label in view.map_scene.measure.drawing.labels]
    assert "20 ft, in sight" in words


@pytest.mark.parametrize(
    ("clear", "cells", "reason", "words"),
    [
        (True, (), "a ray arrives", "in sight"),
        (True, (Cell(1, 1),), "through 1 obscured cell", "in sight through 1 obscured cell"),
        (False, (), "door blocks every ray", "not in sight: door blocks every ray"),
    ],
)
def test_words_of_sight(clear, cells, reason, words):
    from battlemap.geometry.cell import Point

    ray = Ray(Point(0, 0), Point(1, 0), ())
    assert sight_words(Sight(clear, ray, cells, reason)) == words

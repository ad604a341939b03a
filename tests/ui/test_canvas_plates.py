"""Plates on the map: apart from each other, above the rays, and short."""

from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QLineF, QPoint, QPointF, QRectF
from PySide6.QtGui import qGray
from PySide6.QtWidgets import QApplication, QGraphicsSceneHelpEvent, QToolTip

from battlemap.model.intent import SetCondition
from battlemap.ui.scene.token_art import height_place
from battlemap.ui.scene.token_look import LONGEST_NAME

LONG = "Bryn of the Long Southern Marches"


@pytest.mark.parametrize("target", ["hob-spear", "orc-brute", "goblin-2", "archer"])
def test_the_names_of_arcs_stand_apart_and_above_the_rays(open_window, qtbot, target):
    window = open_window(size=(1366, 768))
    scene = window.view.map_scene
    window.bridge.select(["seren"])
    window.bridge.set_target(target)
    names = scene.arcs.names
    qtbot.waitUntil(lambda: names.isVisible() and scene.sight.isVisible())
    window.view.grab()
    assert [text for text, _ in names.places] == ["Front", "Side", "Rear"]
    boxes = [names._box(place, text) for text, place in names.places]
    for one, other in combinations(boxes, 2):
        assert not one.intersects(other)
    assert names.zValue() > max(scene.sight.zValue(), scene.evidence.zValue())
    window.bridge.switch_overlay("arcs", False)
    qtbot.waitUntil(lambda: not names.isVisible())


def test_a_long_name_is_cut_on_its_plate_and_whole_in_the_tool_tip(window, qtbot):
    view = window.view
    bryn = window.encounter.tokens["bryn"]
    before = view.map_scene.items_by_token["bryn"].boundingRect().width()
    window.bridge.edit("Rename", window.encounter.with_token(replace(bryn, name=LONG, notes="")))
    item = view.map_scene.items_by_token["bryn"]
    assert item.look.plate_name == "Bryn of the Long…"
    assert len(item.look.plate_name) <= LONGEST_NAME
    assert item.boundingRect().width() < before + 90
    event = QGraphicsSceneHelpEvent(QGraphicsSceneHelpEvent.Type.GraphicsSceneHelp)
    event.setScenePos(item.pos())
    event.setScreenPos(view.mapToGlobal(QPoint(300, 300)))
    QApplication.sendEvent(view.map_scene, event)
    assert QToolTip.text() == LONG
    QToolTip.hideText()


def test_a_short_name_needs_no_tool_tip(window):
    scene = window.view.map_scene
    kael = replace(window.encounter.tokens["kael"], notes="", conditions=frozenset())
    window.bridge.edit("No note", window.encounter.with_token(kael))
    event = QGraphicsSceneHelpEvent(QGraphicsSceneHelpEvent.Type.GraphicsSceneHelp)
    event.setScenePos(scene.center_of("kael") + QPointF(2, 2))
    event.setScreenPos(window.view.mapToGlobal(QPoint(300, 300)))
    QApplication.sendEvent(scene, event)
    assert QToolTip.text() == ""


def _crosses(line, box):
    along = QLineF(line.start, line.end)
    return any(box.contains(along.pointAt(share / 100)) for share in range(101))


def test_rays_pass_under_names(open_window, qtbot):
    window = open_window(size=(1366, 768))
    scene = window.view.map_scene
    window.bridge.select(["seren"])
    window.bridge.set_target("hob-spear")
    qtbot.waitUntil(scene.sight.isVisible)
    window.bridge.switch_overlay("arcs", False)
    qtbot.wait(10)
    x = scene.center_of("hob-spear").x()
    plate = next(box for box in scene.plates() if abs(box.center().x() - x) < 1)
    assert any(_crosses(line, plate) for line in scene.sight.drawing.lines)
    box = window.view.viewportTransform().mapRect(plate).toRect().adjusted(2, 2, -2, -2)
    with_rays = window.view.viewport().grab(box).toImage()
    window.bridge.switch_overlay("sight", False)
    qtbot.waitUntil(lambda: not scene.sight.isVisible())
    assert window.view.viewport().grab(box).toImage() == with_rays


def test_height_plates_and_badges_follow_the_theme(window, qtbot):
    scene = window.view.map_scene
    window.bridge.perform(SetCondition("bryn", "prone", True))
    qtbot.wait(10)

    def shades(token, place):
        """Return the shades of gray in a small box at *place*, in pixels from the token."""
        center = window.view.pixel_of(scene.center_of(token)) + place
        box = QRectF(center - QPointF(6, 4), center + QPointF(6, 4)).toRect()
        image = window.view.viewport().grab(box).toImage()
        grays = [
            qGray(image.pixel(x, y)) for x in range(image.width()) for y in range(image.height())
        ]
        return sorted(grays)[len(grays) // 2]

    look = scene.items_by_token["archer"].look
    plate = height_place(look, scene.cell_px)
    corner = QPointF(plate.left() + 3, plate.center().y())
    badge = QPointF(-look.radius * scene.cell_px + 4, -0.53 * look.radius * scene.cell_px)
    dark = [shades("archer", corner), shades("bryn", badge)]
    window.run_command("view.theme")
    qtbot.wait(10)
    light = [shades("archer", corner), shades("bryn", badge)]
    assert dark[0] < 60 < 200 < light[0]
    assert dark[1] + 60 < light[1]

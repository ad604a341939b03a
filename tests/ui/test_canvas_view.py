"""Zoom, pan, selection and picking with real mouse and keyboard events."""

from types import MappingProxyType

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.token import Token
from battlemap.session.session import Session
from battlemap.ui.bridge import Bridge
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.scene.map_view import MapView
from battlemap.ui.scene.zoom_view import LARGEST_CELL, SMALLEST_CELL
from battlemap.ui.theme import DARK, LIGHT


def encounter(kind=GridKind.SQUARE, columns=16, rows=12, tokens=()):
    spec = GridSpec(kind, columns, rows)
    return Encounter(
        map=BattleMap(spec), tokens=MappingProxyType({token.id: token for token in tokens})
    )


def token(key, column, row, kind=GridKind.SQUARE, side="party", **more):
    grid = GridSpec(kind, 16, 12).grid
    return Token(key, key.capitalize(), side, grid.from_offset(column, row), **more)


@pytest.fixture
def open_view(qtbot):
    def make(document, size=(1000, 800), theme=DARK):
        bridge = Bridge(Session.new(document, seed=7))
        view = MapView(bridge, theme)
        qtbot.addWidget(view)
        view.resize(*size)
        view.show()
        qtbot.waitExposed(view)
        return view

    return make


def pixel(view, cell):
    return view.pixel_of(to_scene(view.map_scene.grid.center(cell))).toPoint()


def wheel(view, place, turned):
    event = QWheelEvent(
        QPointF(place),
        view.viewport().mapToGlobal(QPointF(place)),
        QPoint(),
        QPoint(0, turned),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


@pytest.mark.parametrize("turned", [120, 240, -120, -600])
def test_the_wheel_keeps_the_place_under_the_pointer(open_view, turned):
    view = open_view(encounter())
    place = QPoint(311, 227)
    before = view.place_at(QPointF(place))
    zoom = view.zoom
    wheel(view, place, turned)
    assert (view.zoom > zoom) == (turned > 0)
    # Scroll bars count whole pixels.
    after = view.pixel_of(before)
    assert abs(after.x() - place.x()) <= 1
    assert abs(after.y() - place.y()) <= 1


def test_zoom_stays_within_its_limits(open_view):
    view = open_view(encounter())
    for _ in range(60):
        wheel(view, QPoint(300, 300), 240)
    assert view.cell_px == pytest.approx(LARGEST_CELL)
    for _ in range(120):
        wheel(view, QPoint(300, 300), -240)
    assert view.cell_px == pytest.approx(SMALLEST_CELL)


@pytest.mark.parametrize("key", [Qt.Key.Key_PageUp, Qt.Key.Key_Plus])
def test_keys_zoom_in_at_the_middle(open_view, qtbot, key):
    view = open_view(encounter())
    middle = view.place_at(QPointF(view.viewport().rect().center()))
    zoom = view.zoom
    qtbot.keyClick(view, key)
    assert view.zoom == pytest.approx(zoom * 1.25)
    after = view.pixel_of(middle) - QPointF(view.viewport().rect().center())
    assert after.manhattanLength() <= 2
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert view.zoom == pytest.approx(zoom)


def test_fit_shows_the_whole_map(open_view, qtbot):
    view = open_view(encounter())
    view.zoom_to(3.0)
    qtbot.keyClick(view, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    area = view.viewport().rect()
    for cell in (Cell(0, 0), Cell(15, 0), Cell(0, 11), Cell(15, 11)):
        assert area.contains(pixel(view, cell))


def test_the_whole_map_stays_in_view_when_the_window_changes_until_one_zooms(open_view, qtbot):
    view = open_view(encounter())
    view.fit()
    zoom = view.zoom
    view.resize(view.width() * 2, view.height() * 2)
    qtbot.waitUntil(lambda: view.zoom > zoom)
    assert all(
        view.viewport().rect().contains(pixel(view, cell)) for cell in (Cell(0, 0), Cell(15, 11))
    )
    view.zoom_to(1.7)
    view.resize(view.width() // 2, view.height() // 2)
    assert view.zoom == pytest.approx(1.7)


@pytest.mark.parametrize("kind", list(GridKind))
@pytest.mark.parametrize("zoom", [1.0, 1.25, 1.5, 2.0])
def test_every_drawn_center_picks_its_own_cell(open_view, kind, zoom):
    view = open_view(encounter(kind, 9, 7))
    view.zoom_to(zoom)
    grid = view.map_scene.grid
    for cell in grid.cells():
        place = view.pixel_of(to_scene(grid.center(cell)))
        assert view.map_scene.cell_at(view.place_at(place)) == cell
        # And so does a whole pixel near the middle of each border, a little inside.
        for corner in grid.corners(cell):
            inside = (place * 0.2) + view.pixel_of(to_scene(corner)) * 0.8
            whole = QPointF(round(inside.x()), round(inside.y()))
            assert view.map_scene.cell_at(view.place_at(whole)) == cell


@pytest.mark.parametrize("kind", list(GridKind))
def test_a_click_selects_and_shift_adds(open_view, qtbot, kind):
    tokens = [token("anna", 3, 3, kind), token("bert", 6, 4, kind)]
    view = open_view(encounter(kind, tokens=tokens))
    port = view.viewport()
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=pixel(view, tokens[0].at))
    assert view.bridge.selected == ("anna",)
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, shift, pixel(view, tokens[1].at))
    assert view.bridge.selected == ("anna", "bert")
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, shift, pixel(view, tokens[0].at))
    assert view.bridge.selected == ("bert",)
    empty = pixel(view, view.map_scene.grid.from_offset(9, 8))
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=empty)
    assert view.bridge.selected == ()


def test_ctrl_click_targets_and_takes_back(open_view, qtbot):
    tokens = [token("anna", 3, 3), token("orc", 6, 4, side="foe")]
    view = open_view(encounter(tokens=tokens))
    ctrl = Qt.KeyboardModifier.ControlModifier
    place = pixel(view, tokens[1].at)
    view.bridge.select(("anna",))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, ctrl, place)
    assert view.bridge.target == "orc"
    assert view.bridge.selected == ("anna",)
    assert view.map_scene.items_by_token["orc"].look.targeted
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, ctrl, place)
    assert view.bridge.target is None


def test_a_box_on_empty_ground_selects_what_is_in_it(open_view, qtbot):
    tokens = [token("anna", 3, 3), token("bert", 5, 5), token("cora", 12, 9)]
    view = open_view(encounter(tokens=tokens))
    port = view.viewport()
    start, end = pixel(view, Cell(2, 2)), pixel(view, Cell(7, 7))
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(port, (start + end) / 2)
    qtbot.mouseMove(port, end)
    qtbot.wait(20)
    assert view.map_scene.measure.isVisible()
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)
    assert view.bridge.selected == ("anna", "bert")
    assert not view.map_scene.measure.isVisible()


@pytest.mark.parametrize("button", [Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton])
def test_a_drag_with_another_button_pans(open_view, qtbot, button):
    view = open_view(encounter(tokens=[token("anna", 3, 3)]))
    asked = []
    view.bridge.menu_requested.connect(lambda *what: asked.append(what))
    port = view.viewport()
    before = pixel(view, Cell(5, 5))
    qtbot.mousePress(port, button, pos=QPoint(400, 300))
    qtbot.mouseMove(port, QPoint(430, 320))
    qtbot.mouseMove(port, QPoint(460, 350))
    qtbot.mouseRelease(port, button, pos=QPoint(460, 350))
    assert pixel(view, Cell(5, 5)) - before == QPoint(60, 50)
    assert asked == []


def test_space_and_left_drag_pan(open_view, qtbot):
    anna = token("anna", 6, 5)
    view = open_view(encounter(tokens=[anna]))
    before = pixel(view, anna.at)
    qtbot.keyPress(view, Qt.Key.Key_Space)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=before)
    qtbot.mouseMove(view.viewport(), before + QPoint(40, 0))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=before + QPoint(40, 0))
    qtbot.keyRelease(view, Qt.Key.Key_Space)
    assert pixel(view, anna.at) - before == QPoint(40, 0)
    assert view.bridge.encounter.tokens["anna"].at == anna.at
    assert view.bridge.selected == ()


def test_a_right_click_without_a_drag_asks_for_the_menu(open_view, qtbot):
    anna = token("anna", 3, 3)
    view = open_view(encounter(tokens=[anna]))
    asked = []
    view.bridge.menu_requested.connect(lambda place, where: asked.append((place, where)))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=pixel(view, anna.at))
    [(place, where)] = asked
    assert (place.cell, place.token) == (anna.at, "anna")
    assert view.viewport().mapFromGlobal(where) == pixel(view, anna.at)


def test_the_pointer_tells_its_cell(open_view, qtbot):
    view = open_view(encounter(tokens=[token("anna", 3, 3)]))
    heard = []
    view.bridge.hovered.connect(heard.append)
    for cell in (Cell(3, 3), Cell(8, 8)):
        qtbot.mouseMove(view.viewport(), pixel(view, cell))
        qtbot.wait(20)
    qtbot.mouseMove(view.viewport(), pixel(view, Cell(0, 0)) - QPoint(90, 0))
    qtbot.wait(20)
    assert [(place and place.cell, place and place.token) for place in heard] == [
        (Cell(3, 3), "anna"),
        (Cell(8, 8), None),
        (None, None),
    ]


def test_a_double_click_opens_the_token(open_view, qtbot):
    anna = token("anna", 3, 3)
    view = open_view(encounter(tokens=[anna]))
    with qtbot.waitSignal(view.bridge.token_opened) as opened:
        qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=pixel(view, anna.at))
    assert opened.args == ["anna"]


def test_escape_takes_back_one_thing_after_the_other(open_view, qtbot):
    tokens = [token("anna", 3, 3), token("orc", 6, 4, side="foe")]
    view = open_view(encounter(tokens=tokens))
    view.bridge.select(("anna",))
    view.bridge.set_target("orc")
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert (view.bridge.target, view.bridge.selected) == (None, ("anna",))
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert view.bridge.selected == ()


def test_the_letters_of_the_bar_switch_overlays(open_view, qtbot):
    view = open_view(encounter(tokens=[token("anna", 3, 3)]))
    for key, name in (("a", "arcs"), ("d", "their_reach"), ("f", "my_reach"), ("l", "sight")):
        before = getattr(view.bridge.overlay, name)
        qtbot.keyClick(view, key)
        assert getattr(view.bridge.overlay, name) is not before
        assert view.overlay_bar.buttons[name].isChecked() is not before
    view.overlay_bar.buttons["range"].click()
    assert not view.bridge.overlay.range


def test_arcs_stand_around_the_selected_token_and_then_the_target(open_view, qtbot):
    tokens = [token("anna", 3, 3, facing=90.0), token("orc", 6, 4, side="foe", facing=180.0)]
    view = open_view(encounter(tokens=tokens))
    arcs = view.map_scene.arcs
    assert not arcs.isVisible()
    view.bridge.select(("anna",))
    qtbot.waitUntil(arcs.isVisible)
    assert arcs.band.facing == 90.0
    view.bridge.set_target("orc")
    qtbot.waitUntil(lambda: arcs.band is not None and arcs.band.facing == 180.0)
    view.bridge.switch_overlay("arcs", False)
    qtbot.waitUntil(lambda: not arcs.isVisible())


def test_threat_is_hatched_only_under_the_pointer(open_view, qtbot):
    orc = token("orc", 8, 6, side="foe")
    view = open_view(encounter(tokens=[token("anna", 3, 3), orc]))
    view.bridge.select(("anna",))
    threats = view.map_scene.threats
    qtbot.waitUntil(threats.isVisible)
    [zone] = threats.zones
    assert (zone.owner, zone.is_full) == ("orc", False)
    assert Cell(7, 6) in zone.cells
    assert Cell(5, 6) not in zone.cells
    qtbot.mouseMove(view.viewport(), pixel(view, orc.at))
    qtbot.waitUntil(lambda: threats.zones[0].is_full)


def test_hidden_tokens_show_to_the_gm_only(open_view):
    view = open_view(encounter(tokens=[token("spy", 3, 3, side="foe", hidden=True)]))
    assert "spy" in view.map_scene.items_by_token
    view.bridge.switch_overlay("gm", False)
    assert "spy" not in view.map_scene.items_by_token


def test_undo_puts_the_item_back(open_view):
    anna = token("anna", 3, 3)
    view = open_view(encounter(tokens=[anna]))
    item = view.map_scene.items_by_token["anna"]
    before = item.pos()
    from battlemap.model.intent import Move

    view.bridge.perform(Move("anna", (Cell(3, 3), Cell(4, 3))))
    assert item.pos() == before + QPointF(100, 0)
    view.bridge.undo()
    assert item.pos() == before


def test_another_document_is_shown_whole(open_view):
    view = open_view(encounter(tokens=[token("anna", 3, 3)]))
    view.bridge.select(("anna",))
    other = encounter(GridKind.HEX_FLAT, tokens=[token("zoe", 2, 2, GridKind.HEX_FLAT)])
    view.bridge.set_session(Session.new(other, seed=1))
    assert set(view.map_scene.items_by_token) == {"zoe"}
    assert not view.map_scene.arcs.isVisible()
    assert view.viewport().rect().contains(pixel(view, Cell(2, 1)))


@pytest.mark.parametrize("kind", list(GridKind))
@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_it_draws_in_both_themes_on_every_grid(open_view, kind, theme):
    tokens = [
        token("anna", 3, 3, kind, facing=90.0, conditions=frozenset({"prone", "stunned"})),
        token("ogre", 7, 6, kind, side="foe", size=2),
        token("wyrm", 11, 3, kind, side="neutral", size=3),
    ]
    view = open_view(encounter(kind, tokens=tokens), theme=theme)
    image = view.viewport().grab().toImage()
    for one in tokens:
        center = pixel(view, one.at)
        colors = {
            image.pixelColor(center.x() + dx, center.y() + dy).name()
            for dx in range(-20, 21, 2)
            for dy in range(-20, 21, 2)
        }
        assert len(colors) > 3, f"{one.id} is not drawn"


def test_themes_change_in_place(open_view):
    view = open_view(encounter(tokens=[token("anna", 3, 3)]))
    dark = view.grab().toImage()
    view.set_theme(LIGHT)
    light = view.grab().toImage()
    place = view.viewport().mapTo(view, pixel(view, Cell(8, 8)) + QPoint(9, 9))
    assert dark.pixelColor(place).lightness() < 100 < light.pixelColor(place).lightness()
    assert light.pixelColor(300, 4).lightness() > 200, "the ruler follows"
    view.set_theme(DARK)
    assert view.grab().toImage() == dark


def test_small_cells_keep_only_sides_and_arrows(open_view):
    anna = token("anna", 3, 3, facing=90.0)
    view = open_view(encounter(tokens=[anna]))
    view.zoom_to(0.35)
    item = view.map_scene.items_by_token["anna"]
    small = view.viewport().grab().toImage()
    # Nothing is written below the token: the floor is the floor there.
    below = pixel(view, Cell(3, 4)) + QPoint(0, 2)
    floor = pixel(view, Cell(8, 4)) + QPoint(0, 2)
    assert small.pixelColor(below) == small.pixelColor(floor)
    assert item.look.facing == 90.0


def test_alt_hatches_every_zone(open_view, qtbot):
    orcs = [token("orc", 8, 6, side="foe"), token("ogre", 12, 2, side="foe")]
    view = open_view(encounter(tokens=[token("anna", 3, 3), *orcs]))
    view.bridge.select(("anna",))
    threats = view.map_scene.threats
    qtbot.waitUntil(threats.isVisible)
    qtbot.keyPress(view, Qt.Key.Key_Alt)
    qtbot.waitUntil(lambda: all(zone.is_full for zone in threats.zones))
    qtbot.keyRelease(view, Qt.Key.Key_Alt)
    qtbot.waitUntil(lambda: not any(zone.is_full for zone in threats.zones))


def test_the_focus_shows_only_when_it_came_by_a_key(open_view, qtbot):
    view = open_view(encounter(tokens=[token("anna", 3, 3)]))
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.clearFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.focus_ring.isVisible)
    view.clearFocus()
    qtbot.waitUntil(lambda: not view.focus_ring.isVisible())
    view.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not view.focus_ring.isVisible()


def test_the_pair_has_a_summary_in_words(open_view):
    tokens = [token("anna", 3, 3), token("orc", 6, 4, side="foe")]
    view = open_view(encounter(tokens=tokens))
    view.bridge.select(("anna",))
    view.bridge.set_target("orc")
    assert view.accessibleDescription() == "Selected: Anna. Target: Orc"


def test_names_go_above_where_another_stands_below(open_view):
    tokens = [token("anna", 3, 3), token("bert", 3, 4), token("cora", 8, 8)]
    view = open_view(encounter(tokens=tokens))
    items = view.map_scene.items_by_token
    assert items["anna"].look.name_above
    assert not items["bert"].look.name_above
    assert not items["cora"].look.name_above


def test_the_menu_knows_doors_and_props(open_view, qtbot):
    from battlemap.geometry.cell import Point
    from battlemap.model.obstacle import Door, Prop

    door = Door("gate", Point(5, 3), Point(5, 4))
    crate = Prop("crate", (Point(8, 3), Point(9, 3), Point(9, 4), Point(8, 4)))
    spec = GridSpec(GridKind.SQUARE, 16, 12)
    there = BattleMap(spec, obstacles=MappingProxyType({"gate": door, "crate": crate}))
    view = open_view(Encounter(map=there))
    heard = []
    view.bridge.hovered.connect(heard.append)
    for point in ((5.02, 3.5), (8.5, 3.5)):
        qtbot.mouseMove(view.viewport(), view.pixel_of(to_scene(point)).toPoint())
        qtbot.wait(20)
    assert [(place.door, place.prop) for place in heard] == [("gate", None), (None, "crate")]

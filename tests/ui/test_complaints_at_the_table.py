"""What users of other tables complain of, tried in the window with mouse and keys.

The numbers are those of the collection of complaints; the rows about geometry alone are in
``tests/tactics/test_complaints.py``.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.intent import BeginFight
from battlemap.model.obstacle import CoverGrade, Door, Wall
from battlemap.model.token import Token, Weapon
from battlemap.session.session import Session
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.scene.under_pointer import menu_place

LEFT = Qt.MouseButton.LeftButton
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
HEXES = [GridKind.HEX_POINTY, GridKind.HEX_FLAT]
BOW = Weapon("bow", range_feet=100)


def table(*tokens, kind=GridKind.SQUARE, obstacles=()):
    return Session.new(
        Encounter(
            BattleMap(
                GridSpec(kind, 20, 12),
                obstacles=MappingProxyType({thing.id: thing for thing in obstacles}),
            ),
            MappingProxyType({token.id: token for token in tokens}),
        ),
        seed=4,
    )


def someone(key, at, side="party", **more):
    return Token(key, key.capitalize(), side, Cell(*at), **more)


def pixel(window, point):
    return window.view.pixel_of(to_scene(point)).toPoint()


def click(window, qtbot, point, held=NONE):
    qtbot.mouseClick(window.view.viewport(), LEFT, held, pixel(window, point))
    qtbot.wait(40)


def drag(window, qtbot, start, end):
    port = window.view.viewport()
    qtbot.mousePress(port, LEFT, NONE, pixel(window, start))
    a, b = QPointF(pixel(window, start)), QPointF(pixel(window, end))
    for share in (0.3, 0.7, 1.0):
        qtbot.mouseMove(port, (a + (b - a) * share).toPoint())
        qtbot.wait(10)
    qtbot.mouseRelease(port, LEFT, NONE, pixel(window, end))
    qtbot.wait(60)


def center(window, cell):
    return window.bridge.board.grid.center(Cell(*cell))


def test_row_14_cover_overruled_by_hand_stays_whatever_moves(open_window, qtbot):
    low = Wall("low", Point(8, 0), Point(8, 12), CoverGrade.MINOR, blocks_sight=False)
    window = open_window(
        table(
            someone("ada", (3, 5), weapons=(BOW,)),
            someone("orc", (12, 5), "foe"),
            obstacles=[low],
        )
    )
    window.bridge.select(["ada"])
    window.bridge.set_target("orc")
    qtbot.wait(60)
    assert window.why_card.open_for("cover")
    switch = window.why_card.fact_switch
    for row, key in ((switch.lasts, "until cleared"), (switch.values, "none")):
        index = [option.key for option in row._options].index(key)
        qtbot.mouseClick(row, LEFT, NONE, row._box(index).center().toPoint())
        qtbot.wait(40)
    window.why_card.leave()
    drag(window, qtbot, center(window, (3, 5)), center(window, (4, 6)))
    qtbot.wait(60)
    plan = window.attack_panel.plan
    assert plan.situation.cover.grade is CoverGrade.NONE
    assert all(row.fact != "cover" for row in plan.modifiers)


def test_row_15_opening_a_door_takes_its_cover_away_at_once(open_window, qtbot):
    walls = [
        Wall("w1", Point(8, 0), Point(8, 5)),
        Door("d", Point(8, 5), Point(8, 6)),
        Wall("w2", Point(8, 6), Point(8, 12)),
    ]
    window = open_window(
        table(
            someone("ada", (6, 5), weapons=(BOW,)), someone("orc", (9, 5), "foe"), obstacles=walls
        )
    )
    window.bridge.select(["ada"])
    window.bridge.set_target("orc")
    qtbot.wait(60)
    assert "total cover" in window.attack_panel.plan.illegal
    menu = window.context_menu(menu_place(window.encounter, Cell(8, 5), None, Point(8, 5.5)))
    next(action for action in menu.actions() if action.text() == "Open door").trigger()
    qtbot.wait(80)
    assert window.encounter.map.obstacles["d"].is_open
    assert window.attack_panel.plan.situation.cover.grade is CoverGrade.NONE


def test_row_20_the_line_of_sight_keeps_the_first_click_and_says_all_at_once(open_window, qtbot):
    window = open_window(
        table(someone("ada", (3, 3)), someone("orc", (9, 3), "foe"), someone("imp", (9, 8), "foe"))
    )
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_O)
    click(window, qtbot, center(window, (3, 3)))
    for cell, feet in (((9, 3), "30 ft"), ((9, 8), "30 ft")):
        click(window, qtbot, center(window, cell))
        words = [label.text for label in window.view.map_scene.measure.drawing.labels]
        assert any(feet in text and "in sight" in text for text in words)
        assert any("rays" in text for text in words)
    assert window.view.current_tool.source == "ada"


def test_row_31_pointing_at_a_creature_hatches_its_reach(open_window, qtbot):
    window = open_window(
        table(someone("ada", (3, 3)), someone("orc", (9, 3), "foe", weapons=(Weapon("axe"),)))
    )
    threats = window.view.map_scene.threats
    port = window.view.viewport()
    qtbot.mouseMove(port, pixel(window, center(window, (9, 3))) - QPoint(3, 3))
    qtbot.mouseMove(port, pixel(window, center(window, (9, 3))))
    qtbot.waitUntil(threats.isVisible)
    qtbot.mouseMove(port, pixel(window, center(window, (15, 9))))
    qtbot.waitUntil(lambda: not threats.isVisible())


@pytest.mark.parametrize("kind", HEXES)
def test_row_35_a_click_at_a_hex_s_rim_means_the_creature_in_that_hex(open_window, qtbot, kind):
    spec = GridSpec(kind, 20, 12).grid
    here = spec.from_offset(5, 5)
    beside = here.plus(spec.directions[0])
    window = open_window(table(someone("ada", here), someone("orc", beside, "foe"), kind=kind))
    a, b = (window.bridge.board.grid.center(cell) for cell in (here, beside))
    for share, expected in ((0.42, "ada"), (0.58, "orc")):
        place = Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
        click(window, qtbot, place)
        assert window.bridge.selected == (expected,)


@pytest.mark.parametrize("kind", HEXES)
@pytest.mark.parametrize("size", [2, 4])
def test_row_36_a_large_token_is_dragged_from_hex_to_hex(open_window, qtbot, kind, size):
    grid = GridSpec(kind, 20, 12).grid
    start, goal = grid.from_offset(4, 4), grid.from_offset(7, 5)
    window = open_window(table(someone("ogre", start, size=size), kind=kind))
    board = window.bridge.board
    cells = board.cells_of("ogre")
    grip = board.center_of("ogre")
    way = Point(
        grid.center(goal).x - grid.center(start).x, grid.center(goal).y - grid.center(start).y
    )
    window.bridge.select(["ogre"])
    drag(window, qtbot, grip, Point(grip.x + way.x, grip.y + way.y))
    moved = window.bridge.board.cells_of("ogre")
    assert window.encounter.tokens["ogre"].at == goal
    step = goal.minus(start)
    assert set(moved) == {cell.plus(step) for cell in cells}
    window.bridge.undo()
    assert window.encounter.tokens["ogre"].at == start


def test_rows_39_to_42_undo_gives_everything_back(open_window, qtbot):
    window = open_window(
        table(
            someone("ada", (3, 3), weapons=(Weapon("sword"),)),
            someone("orc", (5, 3), "foe", notes="Owes Bryn 3 gold"),
        )
    )
    window.bridge.perform(BeginFight())
    while window.encounter.turn_order.active != "ada":
        window.run_command("fight.end_turn")
    window.bridge.select(["ada"])
    window.view.setFocus()
    states = [window.encounter]
    qtbot.keyClick(window.view, Qt.Key.Key_Right)
    states.append(window.encounter)
    assert states[1].tokens["ada"].status.actions < states[0].tokens["ada"].status.actions
    window.bridge.set_target("orc")
    qtbot.wait(60)
    window.attack_panel.roll()
    while window.bridge.session.pending is not None:
        window.bridge.answer(window.bridge.session.pending.options[-1].key)
    states.append(window.encounter)
    window.bridge.select(["orc"])
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_Delete)
    assert "orc" not in window.encounter.tokens
    for before in reversed(states):
        qtbot.keyClick(window.view, Qt.Key.Key_Z, CONTROL)
        qtbot.wait(20)
        assert window.encounter is before
    assert window.encounter.tokens["orc"].notes == "Owes Bryn 3 gold"


def test_row_61_the_mark_of_a_flank_follows_a_move_without_targeting_anew(open_window, qtbot):
    sword = (Weapon("sword"),)
    window = open_window(
        table(
            someone("ada", (4, 5), weapons=sword, facing=90.0),
            someone("bryn", (6, 5), weapons=sword, facing=270.0),
            someone("orc", (5, 5), "foe", weapons=sword),
        )
    )
    window.bridge.select(["ada"])
    window.bridge.set_target("orc")
    qtbot.wait(60)
    first = window.attack_panel.plan.situation.flanked
    assert first.value
    assert first.partner == "bryn"
    bryn = window.encounter.tokens["bryn"]
    moved = window.encounter.with_token(replace(bryn, at=Cell(9, 5)))
    window.bridge.edit("Away", moved)
    qtbot.wait(80)
    after = window.attack_panel.plan.situation.flanked
    assert not after.value
    assert after.reason


def test_row_64_odd_pixels_a_cell_change_no_cell_of_an_area(open_window, qtbot):
    window = open_window(table(someone("ada", (3, 3))))
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_E)
    qtbot.keyClick(window.view, Qt.Key.Key_1)
    found = []
    for zoom in (1.0, 75.5 / 60, 95 / 60, 125 / 60):
        window.view.zoom_to(zoom)
        qtbot.wait(20)
        window.view.center_on("ada")
        click(window, qtbot, center(window, (6, 4)))
        found.append(window.bridge.area_plan.area.cells)
    assert all(cells == found[0] for cells in found[1:])

"""Drawing a map in the whole window: rail, menu, panel, context menu; a dungeon from nothing."""

import json
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QScrollArea

from battlemap.cli import main
from battlemap.geometry.cell import Cell, Point
from battlemap.model.obstacle import CoverGrade, Prop, Wall
from battlemap.model.terrain import Terrain
from battlemap.session.session import Session
from battlemap.ui.commands import commands_of
from battlemap.ui.main_window import MainWindow
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.scene.map_view import MAP_TOOLS
from battlemap.ui.theme import DARK, LIGHT
from battlemap.ui.window.key_map import conflicts

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


class Mouse:
    """The mouse on the map of a window."""

    def __init__(self, window, qtbot):
        self.window, self.qtbot, self.view = window, qtbot, window.view
        self.port = window.view.viewport()

    def pixel(self, place):
        return self.view.pixel_of(to_scene(place)).toPoint()

    def hover(self, place):
        goal = self.pixel(place)
        self.qtbot.mouseMove(self.port, goal - QPoint(4, 3))
        self.qtbot.mouseMove(self.port, goal)
        self.qtbot.wait(5)

    def click(self, *places, held=NONE):
        for place in places:
            self.qtbot.mouseClick(self.port, LEFT, held, self.pixel(place))

    def drag(self, *places, held=NONE):
        self.qtbot.mousePress(self.port, LEFT, held, self.pixel(places[0]))
        for place in places[1:]:
            self.hover(place)
        self.qtbot.mouseRelease(self.port, LEFT, held, self.pixel(places[-1]))
        self.qtbot.wait(2)

    def double_click(self, place):
        self.click(place)
        self.qtbot.mouseDClick(self.port, LEFT, NONE, self.pixel(place))
        self.qtbot.mouseRelease(self.port, LEFT, NONE, self.pixel(place))
        self.qtbot.wait(2)

    def menu(self, place):
        """Return the menu of a right click, without showing it."""
        asked = []
        self.window.bridge.menu_requested.connect(lambda spot, _: asked.append(spot))
        self.window.bridge.menu_requested.disconnect(self.window._open_menu)
        self.qtbot.mouseClick(self.port, RIGHT, NONE, self.pixel(place))
        self.window.bridge.menu_requested.connect(self.window._open_menu)
        return self.window.context_menu(asked[-1])

    def key(self, key, held=NONE):
        self.qtbot.keyClick(self.view, key, held)


def entry(menu, words):
    return next(action for action in menu.actions() if action.text() == words)


@pytest.fixture
def empty(open_window, qtbot):
    """A window on an empty map, with the mouse on it."""
    window = open_window(Session.new(seed=3))
    return Mouse(window, qtbot)


def room(mouse):
    """Draw a room from (4, 4) to (10, 8) with its tool."""
    mouse.window.run_command("map.draw_walls")
    mouse.drag((4, 4), (7, 6), (10, 8), held=SHIFT)


# Getting at the tools ---------------------------------------------------------------------------


def test_every_map_tool_is_a_command_with_a_key_of_its_own(empty, qtbot):
    commands = commands_of(MainWindow)
    assert dict(conflicts(commands)) == {}
    by_key = {made.shortcut: made for made in commands if made.shortcut}
    window = empty.window
    for kind in MAP_TOOLS:
        made = by_key[kind.shortcut]
        assert made.menu == "Map"
        window.view.set_tool("select")
        letter = getattr(Qt.Key, f"Key_{kind.shortcut[-1]}")
        qtbot.keyClick(window.view, letter, SHIFT)
        assert window.view.tool == kind.key
        assert window.tabs.key == "map"
        assert window.map_panel.tool_buttons[kind.key].isEnabled()
    assert window.view.hasFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_Escape)
    assert window.view.tool == "select"


def test_one_enter_too_many_rolls_no_attack(open_window, qtbot):
    window = open_window()
    window.bridge.select(["kael"])
    window.bridge.set_target("orc-brute")
    qtbot.wait(20)
    assert window.attack_panel.can_roll
    before = window.encounter
    mouse = Mouse(window, qtbot)
    window.run_command("map.draw_walls")
    mouse.click((2, 1), (5, 1))
    mouse.key(Qt.Key.Key_Return)
    drawn = window.encounter
    assert len(drawn.map.obstacles) == len(before.map.obstacles) + 1
    mouse.key(Qt.Key.Key_Return)
    assert window.encounter is drawn
    assert window.bridge.session.pending is None
    window.run_command("edit.undo")
    assert window.encounter is before


def test_the_palette_finds_them(empty, qtbot):
    window = empty.window
    window.open_palette()
    qtbot.keyClicks(window.palette_card.search, "draw walls")
    qtbot.keyClick(window.palette_card.search, Qt.Key.Key_Return)
    assert window.view.tool == "wall"


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_one_button_of_the_rail_opens_all_of_them(open_window, qtbot, size):
    window = open_window(Session.new(seed=3), size=size)
    rail = window.rail
    qtbot.wait(60)
    for button in (*rail.buttons.values(), rail.map_button, window.layers_button):
        assert rail.rect().contains(button.mapTo(rail, button.rect().center()))
    tops = sorted(
        button.mapTo(rail, QPoint()).y() for button in rail.findChildren(type(rail.map_button))
    )
    assert all(below - above >= rail.map_button.height() for above, below in pairwise(tops))
    menu = rail.map_menu()
    assert [action.text().split("\t")[0] for action in menu.actions()] == [
        kind.label for kind in MAP_TOOLS
    ]
    menu.actions()[2].trigger()
    assert window.view.tool == "prop"
    assert rail.map_button.isChecked()
    assert "Props" in rail.map_button.toolTip()
    qtbot.mouseClick(rail.map_button, LEFT)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    popup.close()
    assert rail.map_button.isChecked()
    window.view.set_tool("select")
    assert not rail.map_button.isChecked()


def test_the_status_bar_says_the_keys_of_the_tool(empty, qtbot):
    window = empty.window
    window.run_command("map.paint_ground")
    qtbot.wait(5)
    shown = dict(window.foot_bar._shown)
    assert shown["Right drag"] == "erase"
    assert shown["[ ]"] == "brush size"
    window.run_command("map.draw_walls")
    qtbot.wait(5)
    assert dict(window.foot_bar._shown)["Backspace"] == "one back"


def test_the_panel_chooses_tools_too(empty, qtbot):
    window = empty.window
    window.show_tab("map")
    qtbot.mouseClick(window.map_panel.tool_buttons["door"], LEFT)
    assert window.view.tool == "door"
    assert window.map_panel.tool_buttons["door"].isChecked()


# The panel: patterns and the inspector ----------------------------------------------------------


def test_a_kind_is_chosen_and_changed_before_drawing(empty, qtbot):
    window, panel = empty.window, empty.window.map_panel
    window.run_command("map.draw_walls")
    qtbot.wait(5)
    panel.pattern.setCurrentIndex(1)
    panel.pattern.activated.emit(1)
    qtbot.wait(5)
    assert panel.pattern.currentText() == "Low wall"
    panel.pattern_form.editors["height_feet"].setValue(4)
    qtbot.wait(5)
    assert panel.pattern.currentIndex() == -1
    empty.click((4, 4), (8, 4))
    empty.key(Qt.Key.Key_Return)
    wall = window.encounter.map.obstacles["w1"]
    assert (wall.cover, wall.height_feet, wall.blocks_sight) == (CoverGrade.MAJOR, 4, False)


def test_round_props_begin_as_circles_and_others_as_rectangles(empty, qtbot):
    window, panel = empty.window, empty.window.map_panel
    window.run_command("map.put_props")
    qtbot.wait(5)
    panel.pattern.activated.emit(2)
    empty.drag((5.5, 5.5), (5.8, 5.5), (6, 5.5))
    panel.pattern.activated.emit(1)
    empty.drag((8, 5), (9, 6), (10, 6))
    pillar, table = window.encounter.map.obstacles.values()
    assert (pillar.name, len(pillar.outline)) == ("Pillar", 16)
    assert (table.name, len(table.outline)) == ("Table", 4)


def test_a_double_click_opens_the_inspector_and_each_change_is_a_step(empty, qtbot):
    window = empty.window
    room(empty)
    window.view.set_tool("select")
    window.show_tab("attack")
    empty.double_click((7, 4))
    assert window.tabs.key == "map"
    assert window.view.drawing.chosen == ("w1",)
    form = window.map_panel.chosen_form
    shown = {name for name, editor in form.editors.items() if editor.isVisibleTo(window.map_panel)}
    assert shown == {
        "cover",
        "blocks_move",
        "blocks_sight",
        "one_way",
        "height_feet",
        "elevation_feet",
        "durability",
        "break_threshold",
        "damage",
    }
    form.editors["cover"].setCurrentIndex(1)
    form.editors["cover"].activated.emit(1)
    qtbot.mouseClick(form.editors["blocks_sight"], LEFT, pos=QPoint(8, 8))
    form.editors["height_feet"].setValue(10)
    form.editors["elevation_feet"].setValue(5)
    form.editors["durability"].setValue(12)
    form.editors["break_threshold"].setValue(6)
    form.editors["one_way"].activated.emit(2)
    wall = window.encounter.map.obstacles["w1"]
    assert (wall.cover, wall.blocks_sight, wall.height_feet) == (CoverGrade.MINOR, False, 10)
    assert (wall.elevation_feet, wall.durability, wall.break_threshold) == (5, 12, 6)
    assert wall.one_way == "right"
    history = window.bridge.session.history
    assert [commit.label for commit in history.commits[1:]] == [
        "Cover of 1 wall",
        "Blocks sight of 1 wall",
        "Height of 1 wall",
        "Elevation of 1 wall",
        "Durability of 1 wall",
        "Break threshold of 1 wall",
        "One way of 1 wall",
    ]
    form.editors["height_feet"].setValue(-1)
    assert window.encounter.map.obstacles["w1"].height_feet is None
    for _ in range(8):
        window.run_command("edit.undo")
    qtbot.wait(5)
    assert window.encounter.map.obstacles["w1"].cover is CoverGrade.TOTAL
    assert form.editors["cover"].currentIndex() == 3


def test_several_are_changed_at_once_and_differences_are_said(empty, qtbot):
    window = empty.window
    room(empty)
    window.run_command("map.put_doors")
    empty.click((6.5, 4))
    window.run_command("map.choose_obstacles")
    empty.drag((3, 3), (8, 6), (11, 9))
    qtbot.wait(5)
    panel = window.map_panel
    assert panel.chosen_head.side.text() == "5 walls, 1 door"
    form = panel.chosen_form
    qtbot.mouseClick(form.editors["is_locked"], LEFT, pos=QPoint(8, 8))
    form.editors["height_feet"].setValue(8)
    obstacles = window.encounter.map.obstacles
    assert {one.height_feet for one in obstacles.values()} == {8}
    assert obstacles["d1"].is_locked
    window.view.drawing.choose(("w2",))
    qtbot.wait(5)
    form.editors["cover"].activated.emit(1)
    form.editors["height_feet"].setValue(3)
    qtbot.mouseClick(form.editors["blocks_sight"], LEFT, pos=QPoint(8, 8))
    window.view.drawing.choose(obstacles)
    qtbot.wait(5)
    assert form.editors["cover"].currentIndex() == -1
    assert form.editors["height_feet"].prefix() == "various, "
    assert form.editors["blocks_sight"].checkState() is Qt.CheckState.PartiallyChecked
    assert form.editors["blocks_sight"].text() == "Blocks sight (some of them)"
    spin = form.editors["height_feet"]
    window.view.drawing.choose(("w1",))
    qtbot.wait(5)
    spin.setValue(-1)
    window.view.drawing.choose(obstacles)
    qtbot.wait(5)
    assert spin.text() == "various, 8 ft", "what isn't said is no number to show"
    spin.setFocus()
    spin.selectAll()
    qtbot.keyClicks(spin, "8")
    qtbot.keyClick(spin, Qt.Key.Key_Return)
    qtbot.wait(5)
    assert {one.height_feet for one in window.encounter.map.obstacles.values()} == {8}
    assert spin.text() == "8 ft"
    qtbot.mouseClick(panel.delete_button, LEFT)
    assert dict(window.encounter.map.obstacles) == {}
    qtbot.wait(5)
    assert not form.isVisibleTo(panel)


def test_a_prop_gets_a_name(empty, qtbot):
    window = empty.window
    window.run_command("map.put_props")
    empty.drag((4, 4), (5, 5), (6, 6))
    window.run_command("map.choose_obstacles")
    empty.click((5, 5))
    qtbot.wait(5)
    editor = window.map_panel.chosen_form.editors["name"]
    assert editor.text() == "Crate"
    editor.setFocus()
    editor.selectAll()
    qtbot.keyClicks(editor, "Altar")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert window.encounter.map.obstacles["p1"].name == "Altar"
    assert window.bridge.session.history.commits[-1].label == "Name of Crate"


def test_enter_brings_the_keyboard_to_the_details(empty, qtbot):
    window = empty.window
    room(empty)
    window.run_command("map.choose_obstacles")
    empty.key(Qt.Key.Key_Period)
    empty.key(Qt.Key.Key_Return)
    qtbot.wait(5)
    assert window.map_panel.chosen_form.editors["cover"].hasFocus()


def test_the_eraser_and_the_brushes_have_their_settings(empty, qtbot):
    window, panel = empty.window, empty.window.map_panel
    window.run_command("map.erase")
    qtbot.wait(5)
    assert panel.ground.isVisibleTo(panel)
    assert not panel.size_box.isVisibleTo(panel)
    qtbot.mouseClick(panel.ground, LEFT, pos=QPoint(8, 8))
    qtbot.wait(5)
    assert window.view.drawing.settings.erases_ground
    assert panel.size_box.isVisibleTo(panel)
    window.run_command("map.paint_ground")
    qtbot.wait(5)
    panel.terrain.setCurrentIndex(5)
    panel.terrain.activated.emit(5)
    assert panel.size_box.width() > 100
    qtbot.keyClick(panel.size_box, Qt.Key.Key_Right)
    assert window.view.drawing.settings.terrain is Terrain.WATER
    assert window.view.drawing.settings.brush == 2
    window.run_command("map.shape_heights")
    qtbot.wait(5)
    qtbot.mouseClick(panel.to_height, LEFT, pos=QPoint(8, 8))
    qtbot.wait(5)
    panel.height_box.setValue(15)
    assert window.view.drawing.settings.height == 15


# The context menu -------------------------------------------------------------------------------


def test_a_right_click_on_a_wall_offers_what_it_is(empty, qtbot):
    window = empty.window
    room(empty)
    window.view.set_tool("select")
    menu = empty.menu((7, 4.05))
    covers = entry(menu, "Cover").menu()
    assert [a.text() for a in covers.actions() if a.isChecked()] == ["Total"]
    entry(covers, "Minor").trigger()
    assert window.encounter.map.obstacles["w1"].cover is CoverGrade.MINOR
    entry(empty.menu((7, 4.05)), "Blocks sight").trigger()
    assert not window.encounter.map.obstacles["w1"].blocks_sight
    entry(empty.menu((7, 4.05)), "Properties of 1 wall...").trigger()
    assert window.tabs.key == "map"
    entry(empty.menu((7, 4.05)), "Delete 1 wall").trigger()
    assert "w1" not in window.encounter.map.obstacles


def test_a_right_click_on_a_door_and_on_a_prop(empty, qtbot):
    window = empty.window
    room(empty)
    window.run_command("map.put_doors")
    empty.click((6.5, 4))
    window.run_command("map.put_props")
    empty.drag((5, 5), (6, 6), (7, 7))
    window.view.set_tool("select")
    menu = empty.menu((6.5, 4))
    entry(menu, "Open door").trigger()
    assert window.encounter.map.obstacles["d1"].is_open
    entry(empty.menu((6.5, 4)), "Window").trigger()
    assert window.encounter.map.obstacles["d1"].is_window
    menu = empty.menu((6, 6.2))
    assert "Ground" in [action.text() for action in menu.actions()], "the cell keeps its menu"
    entry(menu, "Blocks movement").trigger()
    assert window.encounter.map.obstacles["p1"].blocks_move
    entry(empty.menu((6, 6.2)), "Delete Crate").trigger()
    assert not any(isinstance(o, Prop) for o in window.encounter.map.obstacles.values())


def test_what_is_chosen_goes_together(empty, qtbot):
    window = empty.window
    room(empty)
    window.run_command("map.choose_obstacles")
    empty.drag((3, 3), (8, 6), (11, 9))
    entry(empty.menu((7, 4)), "Delete 4 walls").trigger()
    assert dict(window.encounter.map.obstacles) == {}


# Notes ------------------------------------------------------------------------------------------


def test_a_note_is_written_changed_and_deleted(empty, qtbot, monkeypatch):
    window = empty.window
    words = ["A lever behind the altar"]

    def answer(dialog):
        dialog.text.setPlainText(words[-1])
        dialog.gm_only.setChecked(False)
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(QDialog, "exec", answer)
    window.run_command("map.write_notes")
    empty.click((5, 5))
    note = window.encounter.map.marks["note-1"]
    assert (note.text, note.gm_only, note.points) == (words[0], False, ((5, 5),))
    words.append("A rusty lever")
    empty.click((5, 5))
    assert window.encounter.map.marks["note-1"].text == "A rusty lever"
    words.append("")
    empty.click((5, 5))
    assert dict(window.encounter.map.marks) == {}
    empty.click((8, 8))
    assert dict(window.encounter.map.marks) == {}, "a new note needs words"


# A dungeon from nothing -------------------------------------------------------------------------


def test_a_small_dungeon_is_built_and_the_rules_see_it(
    open_window, qtbot, monkeypatch, tmp_path, capsys
):
    """File > New map, then only these tools: a room with a door, rubble and a pillar."""
    window = open_window()
    names = ["Hero", "Goblin"]

    def answer(dialog):
        if type(dialog).__name__ == "AddTokenDialog":
            dialog.name.setText(names.pop(0))
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(QDialog, "exec", answer)
    qtbot.keyClick(window, Qt.Key.Key_N, CONTROL)
    qtbot.wait(20)
    mouse = Mouse(window, qtbot)
    assert dict(window.encounter.map.obstacles) == {}
    # A room of 8 by 6 cells, a door in its south wall.
    mouse.key(Qt.Key.Key_W, SHIFT)
    mouse.drag((6, 4), (10, 7), (14, 10), held=SHIFT)
    mouse.key(Qt.Key.Key_D, SHIFT)
    mouse.click((9.4, 10.1))
    # A pillar in the middle: a circle of 5 feet.
    mouse.key(Qt.Key.Key_P, SHIFT)
    window.map_panel.pattern.setCurrentIndex(2)
    window.map_panel.pattern.activated.emit(2)
    mouse.drag((9.5, 6.5), (9.8, 6.5), (10, 6.5))
    # Rubble across the whole room, in front of the door.
    mouse.key(Qt.Key.Key_G, SHIFT)
    mouse.drag((6.5, 8.5), (10, 8.5), (13.5, 8.5), held=SHIFT)
    window.view.set_tool("select")
    window.add_token_at(Cell(9, 11))
    window.add_token_at(Cell(9, 5))
    built = window.encounter.map
    assert sum(isinstance(one, Wall) for one in built.obstacles.values()) == 5
    door = built.obstacles["d1"]
    assert {door.start, door.end} == {(9, 10), (10, 10)}
    assert built.obstacles["p1"].name == "Pillar"
    assert len(window.bridge.session.history.commits) == 6

    def asked(*arguments):
        path = tmp_path / "dungeon.battlemap"
        window.bridge.session.save(path)
        code = main([arguments[0], str(path), "--json", *arguments[1:]])
        return code, json.loads(capsys.readouterr().out)

    # Shut, the door lets nobody in, and nobody is seen.
    _, way = asked("path", "--token", "hero", "--to", "9,9")
    assert not way["reachable"]
    _, facts = asked("facts", "--attacker", "hero", "--target", "goblin")
    assert not facts["line_of_sight"]
    assert facts["cover"]["grade"] == "total"
    window.toggle_door("d1")
    # Open, the way leads through it, and the row of rubble costs 5 feet more.
    _, way = asked("path", "--token", "hero", "--to", "9,7")
    assert way["shortest"]["cells"] == [[9, 11], [9, 10], [9, 9], [9, 8], [9, 7]]
    assert way["shortest"]["cost_feet"] == 25
    _, way = asked("path", "--token", "hero", "--to", "9,6")
    assert not way["reachable"], "the pillar fills its cell"
    _, facts = asked("facts", "--attacker", "hero", "--target", "goblin")
    assert facts["cover"]["by"] == ["p1"]
    code, found = asked("check")
    assert code == 0, found
    # Everything can be taken back to the empty map, and comes again.
    last = window.encounter
    while window.bridge.session.history.can_undo:
        window.run_command("edit.undo")
    assert dict(window.encounter.map.obstacles) == {}
    assert not window.encounter.map.terrain.values.any()
    while window.bridge.session.history.can_redo:
        window.run_command("edit.redo")
    assert window.encounter is last


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_the_panel_is_drawn_in_both_themes(open_window, qtbot, theme):
    window = open_window(Session.new(seed=3), theme=theme, size=(1366, 768))
    mouse = Mouse(window, qtbot)
    window.run_command("map.draw_walls")
    mouse.drag((4, 4), (7, 6), (10, 8), held=SHIFT)
    window.run_command("map.choose_obstacles")
    mouse.drag((3, 3), (8, 6), (11, 9))
    mouse.hover((15, 15))
    qtbot.wait(20)
    assert window.details_dock.width() == 320
    image = window.grab().toImage()
    spot = mouse.port.mapTo(window, mouse.pixel((7, 4)))
    assert image.pixelColor(spot).name().upper() == theme.accent.upper()


def test_the_status_bar_says_that_esc_discards_a_wall_that_was_begun(open_window, qtbot):
    window = open_window("arena", size=(1366, 768))
    mouse = Mouse(window, qtbot)
    window.view.set_tool("wall")
    window.view.setFocus()

    def escape():
        return dict(window.foot_bar._shown)["Esc"]

    assert escape() == "back to select"
    mouse.click(Point(2, 2))
    assert escape() == "discard"
    mouse.key(Qt.Key.Key_Escape)
    assert escape() == "back to select"
    assert window.view.tool == "wall"
    mouse.key(Qt.Key.Key_Escape)
    assert window.view.tool == "select"


@pytest.mark.parametrize("tool", [tool.key for tool in MAP_TOOLS])
def test_the_map_panel_is_as_wide_as_its_dock_on_a_small_screen(open_window, qtbot, tool):
    window = open_window("arena", size=(1366, 768))
    window.view.set_tool(tool)
    qtbot.wait(30)
    area = window.map_panel.findChild(QScrollArea)
    assert window.map_panel.isVisible()
    assert area.widget().minimumSizeHint().width() <= area.viewport().width()

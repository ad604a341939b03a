"""The tools that draw walls, doors and props, with the mouse and the keyboard on the map."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt

from battlemap.geometry.snapping import drawing_points, settled
from battlemap.model.notation import parse
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.obstacle_kinds import DOOR_KINDS, PROP_KINDS, WALL_KINDS
from battlemap.session.session import Session
from battlemap.ui.bridge import Bridge
from battlemap.ui.map_drawing import PropShape
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.scene.map_view import MAP_TOOLS, MapView
from battlemap.ui.theme import DARK, LIGHT

SQUARES = "square 16x10\n" + " . . . . . . . . . . . . . . . .\n" * 10
HEXES = SQUARES.replace("square", "hex-pointy")
FLAT = SQUARES.replace("square", "hex-flat")
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


class Table:
    """A view with the mouse on it."""

    def __init__(self, view, qtbot):
        self.view, self.qtbot = view, qtbot
        self.bridge, self.scene, self.port = view.bridge, view.map_scene, view.viewport()
        self.drawing = view.drawing

    @property
    def session(self):
        return self.bridge.session

    @property
    def obstacles(self):
        return self.bridge.encounter.map.obstacles

    def of(self, kind):
        return [one for one in self.obstacles.values() if isinstance(one, kind)]

    def labels(self):
        """Return the labels of the history, oldest first."""
        history = self.session.history
        return [commit.label for commit in history.commits[: history.position]]

    def said(self):
        return [label.text for label in self.scene.measure.drawing.labels]

    def pixel(self, place):
        return self.view.pixel_of(to_scene(place)).toPoint()

    def hover(self, place, held=NONE):
        goal = self.pixel(place)
        self.qtbot.mouseMove(self.port, goal - QPoint(4, 3))
        self.qtbot.mouseMove(self.port, goal)
        self.qtbot.wait(5)

    def press(self, place, held=NONE, button=LEFT):
        self.qtbot.mousePress(self.port, button, held, self.pixel(place))

    def release(self, place, held=NONE, button=LEFT):
        self.qtbot.mouseRelease(self.port, button, held, self.pixel(place))

    def click(self, *places, held=NONE, button=LEFT):
        for place in places:
            self.press(place, held, button)
            self.release(place, held, button)

    def double_click(self, place):
        self.click(place)
        self.qtbot.mouseDClick(self.port, LEFT, NONE, self.pixel(place))
        self.release(place)

    def drag(self, *places, held=NONE, button=LEFT):
        self.press(places[0], held, button)
        for place in places[1:]:
            self.hover(place)
        self.release(places[-1], held, button)

    def key(self, key, held=NONE):
        self.qtbot.keyClick(self.view, key, held)


@pytest.fixture
def table(qtbot):
    def make(board=SQUARES, theme=DARK, tool=""):
        view = MapView(Bridge(Session.new(parse(board), seed=5)), theme)
        qtbot.addWidget(view)
        view.resize(1060, 740)
        view.show()
        qtbot.waitExposed(view)
        if tool:
            view.set_tool(tool)
        return Table(view, qtbot)

    return make


# Walls ------------------------------------------------------------------------------------------


def test_walls_are_clicked_corner_by_corner_and_become_one_step(table):
    made = table(tool="wall")
    made.click((2.1, 2.05), (6.05, 1.9), (5.9, 5.1))
    assert made.obstacles == {}, "nothing is on the map before the end"
    made.key(Qt.Key.Key_Return)
    assert [(wall.start, wall.end) for wall in made.of(Wall)] == [
        ((2, 2), (6, 2)),
        ((6, 2), (6, 5)),
    ]
    assert made.labels() == ["Draw 2 walls"]
    made.bridge.undo()
    assert made.obstacles == {}
    made.bridge.redo()
    assert len(made.obstacles) == 2


def test_a_double_click_or_the_right_button_ends_the_line(table):
    made = table(tool="wall")
    made.click((2, 2))
    made.double_click((5, 2))
    assert len(made.of(Wall)) == 1
    made.click((2, 4), (5, 4))
    made.click((9, 9), button=RIGHT)
    assert [(wall.start, wall.end) for wall in made.of(Wall)][1:] == [((2, 4), (5, 4))]


def test_a_ring_closes_at_its_first_corner(table):
    made = table(tool="wall")
    made.click((2, 2), (6, 2), (6, 5), (2.08, 2.1))
    assert len(made.of(Wall)) == 3
    assert made.of(Wall)[-1].end == (2, 2)
    assert made.labels() == ["Draw 3 walls"]


def test_a_drag_draws_one_leg_and_the_next_click_goes_on(table):
    made = table(tool="wall")
    made.drag((2, 2), (4, 2), (6, 2))
    made.click((6, 4))
    made.key(Qt.Key.Key_Enter)
    assert [(wall.start, wall.end) for wall in made.of(Wall)] == [
        ((2, 2), (6, 2)),
        ((6, 2), (6, 4)),
    ]


@pytest.mark.parametrize(("key", "held"), [(Qt.Key.Key_Backspace, NONE), (Qt.Key.Key_Z, CONTROL)])
def test_the_last_corner_is_taken_back(table, key, held):
    made = table(tool="wall")
    made.click((2, 2), (6, 2), (9, 9))
    made.key(key, held)
    made.click((6, 4))
    made.key(Qt.Key.Key_Return)
    assert [wall.end for wall in made.of(Wall)] == [(6, 2), (6, 4)]


def test_escape_drops_the_line_and_also_a_leg_under_way(table):
    made = table(tool="wall")
    made.click((2, 2), (6, 2))
    made.press((6, 2.02))
    made.hover((6, 5))
    made.key(Qt.Key.Key_Escape)
    made.release((6, 5))
    made.key(Qt.Key.Key_Return)
    assert [wall.end for wall in made.of(Wall)] == [(6, 2)]
    made.click((2, 6), (6, 6))
    made.key(Qt.Key.Key_Escape)
    assert not made.scene.measure.isVisible()
    made.key(Qt.Key.Key_Return)
    assert len(made.of(Wall)) == 1


def test_ctrl_leaves_the_grid_alone_but_joins_what_is_drawn(table):
    made = table(tool="wall")
    made.click((2.3, 2.3), (6.2, 2.7), held=CONTROL)
    made.key(Qt.Key.Key_Return)
    wall = made.of(Wall)[0]
    assert wall.start == pytest.approx((2.3, 2.3), abs=0.03)
    assert wall.end == pytest.approx((6.2, 2.7), abs=0.03)
    made.click((6.3, 2.6), (6, 5))
    made.key(Qt.Key.Key_Return)
    assert made.of(Wall)[1].start == wall.end


def test_lengths_are_shown_in_feet_while_drawing(table):
    made = table(tool="wall")
    made.click((2, 2))
    made.hover((6, 2))
    assert made.said() == ["20 ft"]
    made.click((6, 2))
    made.hover((6, 4.5))
    assert made.said() == ["20 ft", "12.5 ft of 32.5 ft"]
    assert all(line.dashes for line in made.scene.measure.drawing.lines)


def test_shift_and_a_drag_make_a_room(table):
    made = table(tool="wall")
    made.drag((2, 2), (4, 4), (7, 6), held=SHIFT)
    assert len(made.of(Wall)) == 4
    for before, after in pairwise(made.of(Wall)):
        assert before.end == after.start
    assert made.labels() == ["Draw 4 walls"]


def test_another_tool_keeps_what_is_drawn_and_another_map_does_not(table):
    made = table(tool="wall")
    made.click((2, 2), (6, 2))
    made.view.set_tool("select")
    assert len(made.of(Wall)) == 1
    made.view.set_tool("wall")
    made.click((2, 4), (6, 4))
    made.bridge.set_session(Session.new(parse(SQUARES), seed=5))
    assert made.obstacles == {}
    assert made.labels() == []


def test_walls_are_of_the_kind_that_was_chosen(table):
    made = table(tool="wall")
    low = dict(WALL_KINDS)["Low wall"]
    made.drawing.set(wall=low)
    made.click((2, 2), (6, 2))
    made.key(Qt.Key.Key_Return)
    wall = made.of(Wall)[0]
    assert (wall.cover, wall.height_feet, wall.blocks_sight) == (CoverGrade.MAJOR, 3, False)


@pytest.mark.parametrize("board", [HEXES, FLAT], ids=["pointy", "flat"])
def test_walls_follow_the_corners_of_hexes(table, board):
    made = table(board, tool="wall")
    grid = made.scene.grid
    corners = grid.corners(grid.from_offset(4, 4))
    made.click(*((x + 0.03, y - 0.02) for x, y in corners), corners[0])
    assert len(made.of(Wall)) == 6
    own = set(drawing_points(grid, grid.from_offset(4, 4)))
    assert {wall.start for wall in made.of(Wall)} <= own
    assert {wall.start for wall in made.of(Wall)} == {settled(grid, corner) for corner in corners}


def test_nothing_is_drawn_while_a_question_is_open(table, monkeypatch):
    made = table(tool="wall")
    said = []
    made.bridge.message.connect(lambda text, kind: said.append(text))
    made.bridge.is_busy = True
    made.click((2, 2), (6, 2))
    made.bridge.is_busy = False
    made.key(Qt.Key.Key_Return)
    assert made.obstacles == {}
    assert said[0] == "Answer the open question first."


# Doors ------------------------------------------------------------------------------------------


def walled(made, *places):
    """Draw walls through these places."""
    before = made.view.tool
    made.view.set_tool("wall")
    made.click(*places)
    made.key(Qt.Key.Key_Return)
    made.view.set_tool(before)


def test_a_click_on_a_wall_puts_a_door_into_it(table):
    made = table(tool="door")
    walled(made, (2, 2), (8, 2))
    made.hover((4.4, 2.15))
    assert made.said() == ["5 ft"]
    made.click((4.4, 2.15))
    door = made.of(Door)[0]
    assert (door.start, door.end) == ((4, 2), (5, 2))
    assert {(wall.start, wall.end) for wall in made.of(Wall)} == {
        ((2, 2), (4, 2)),
        ((5, 2), (8, 2)),
    }
    assert made.labels() == ["Draw 1 wall", "Put a door"]
    made.bridge.undo()
    assert len(made.obstacles) == 1


def test_a_wide_door_is_dragged_along_the_wall(table):
    made = table(tool="door")
    walled(made, (2, 2), (8, 2))
    made.drag((4.1, 2.05), (5, 2), (6.05, 2.05))
    door = made.of(Door)[0]
    assert (door.start, door.end) == ((4, 2), (6, 2))
    assert len(made.of(Wall)) == 2


def test_a_door_stands_between_any_two_points(table):
    made = table(tool="door")
    made.click((4, 4), (4, 5))
    assert [(door.start, door.end) for door in made.of(Door)] == [((4, 4), (4, 5))]
    made.click((7, 7))
    made.key(Qt.Key.Key_Escape)
    made.click((8, 7), (9, 7))
    assert len(made.of(Door)) == 2
    assert made.of(Door)[1].start == (8, 7)


@pytest.mark.parametrize("label", [label for label, _ in DOOR_KINDS])
def test_each_kind_of_door(table, label):
    made = table(tool="door")
    made.drawing.set(door=dict(DOOR_KINDS)[label])
    walled(made, (2, 2), (8, 2))
    made.click((3.5, 2))
    door = made.of(Door)[0]
    like = dict(DOOR_KINDS)[label]
    assert (door.is_open, door.is_locked, door.is_secret, door.is_window) == (
        like.is_open,
        like.is_locked,
        like.is_secret,
        like.is_window,
    )


# Props ------------------------------------------------------------------------------------------


def test_a_rectangle_is_dragged_or_clicked(table):
    made = table(tool="prop")
    made.press((2, 2))
    made.hover((4, 3))
    assert made.said() == ["10 ft × 5 ft"]
    made.release((4, 3))
    made.click((6, 6), (5, 5))
    assert [prop.outline[0] for prop in made.of(Prop)] == [(2, 2), (5, 5)]
    assert made.labels() == ["Put Crate", "Put Crate"]


def test_a_circle_around_its_center(table):
    made = table(tool="prop")
    made.drawing.set(prop=dict(PROP_KINDS)["Pillar"])
    made.key(Qt.Key.Key_3)
    assert made.drawing.settings.shape is PropShape.CIRCLE
    made.press((4.5, 4.5))
    made.hover((5, 4.5))
    assert made.said() == ["radius 2.5 ft"]
    made.release((5, 4.5))
    pillar = made.of(Prop)[0]
    assert pillar.name == "Pillar"
    assert pillar.blocks_sight
    assert max(point.x for point in pillar.outline) == pytest.approx(5)


def test_a_polygon_corner_by_corner(table):
    made = table(tool="prop")
    made.key(Qt.Key.Key_2)
    made.click((2, 2), (5, 2), (5, 4))
    made.key(Qt.Key.Key_Return)
    assert made.of(Prop)[0].outline == ((2, 2), (5, 2), (5, 4))
    made.click((8, 2), (9, 2), (9, 4), (8, 2))
    assert made.of(Prop)[1].outline == ((8, 2), (9, 2), (9, 4))


def test_an_odd_outline_is_refused_and_can_be_mended(table):
    made = table(tool="prop")
    said = []
    made.bridge.message.connect(lambda text, kind: said.append(text))
    made.key(Qt.Key.Key_2)
    made.click((2, 2), (5, 5), (5, 2), (2, 5))
    made.key(Qt.Key.Key_Return)
    assert made.obstacles == {}
    assert "cross" in said[-1]
    made.key(Qt.Key.Key_Backspace)
    made.key(Qt.Key.Key_Return)
    assert len(made.of(Prop)) == 1
    made.click((8, 2), (9, 2))
    made.key(Qt.Key.Key_Return)
    assert "three corners" in said[-1]


# Choosing, moving, reshaping ----------------------------------------------------------------------


def test_clicks_and_boxes_choose(table):
    made = table(tool="obstacles")
    walled(made, (2, 2), (8, 2), (8, 6))
    made.click((5, 2.05))
    assert made.drawing.chosen == ("w1",)
    made.click((8.05, 4), held=SHIFT)
    assert made.drawing.chosen == ("w1", "w2")
    made.click((12, 8))
    assert made.drawing.chosen == ()
    made.drag((7, 3), (8, 4), (9, 7))
    assert made.drawing.chosen == ("w2",)
    made.drag((4, 1), (5, 2), (5, 3), held=SHIFT)
    assert made.drawing.chosen == ("w2", "w1")
    assert made.scene.chosen.isVisible()
    made.key(Qt.Key.Key_Escape)
    assert made.drawing.chosen == ()
    assert not made.scene.chosen.isVisible()


def test_an_end_is_dragged_with_all_walls_that_meet_there(table):
    made = table(tool="obstacles")
    walled(made, (2, 2), (8, 2), (8, 6))
    made.drag((8, 2), (9, 2), (10, 3))
    assert [(wall.start, wall.end) for wall in made.of(Wall)] == [
        ((2, 2), (10, 3)),
        ((10, 3), (8, 6)),
    ]
    assert made.labels()[-1] == "Reshape 1 wall"
    made.bridge.undo()
    made.press((8, 2))
    made.hover((9, 2))
    made.release((10, 3), SHIFT)
    ends = [{wall.start, wall.end} for wall in made.of(Wall)]
    assert ends in ([{(2, 2), (10, 3)}, {(8, 2), (8, 6)}], [{(2, 2), (8, 2)}, {(10, 3), (8, 6)}])


def test_an_end_is_not_dragged_onto_the_other(table):
    made = table(tool="obstacles")
    walled(made, (2, 2), (8, 2))
    said = []
    made.bridge.message.connect(lambda text, kind: said.append(text))
    made.drag((8, 2), (5, 2), (2.05, 2.05))
    assert made.of(Wall)[0].end == (8, 2)
    assert said == ["A wall needs two ends."]


def test_a_whole_wall_and_a_prop_move_by_half_cells(table):
    made = table(tool="obstacles")
    walled(made, (2, 2), (8, 2))
    made.view.set_tool("prop")
    made.drag((4, 4), (5, 5), (6, 6))
    made.view.set_tool("obstacles")
    made.drag((5, 2), (5, 2.6), (5.1, 3.06))
    assert made.of(Wall)[0].start == (2, 3)
    made.drag((5, 5), (6, 5), (6.52, 5.03))
    assert made.of(Prop)[0].outline[0] == (5.5, 4)
    assert made.labels()[-2:] == ["Move 1 wall", "Move Crate"]
    made.press((6.6, 5))
    made.hover((8, 8))
    made.key(Qt.Key.Key_Escape)
    made.release((8, 8))
    assert made.of(Prop)[0].outline[0] == (5.5, 4)


def test_a_corner_of_a_chosen_prop_is_dragged(table):
    made = table(tool="prop")
    made.drag((4, 4), (5, 5), (6, 6))
    made.view.set_tool("obstacles")
    made.click((5, 5))
    made.drag((6, 6), (7, 6), (7, 7))
    assert made.of(Prop)[0].outline[2] == (7, 7)
    assert made.labels()[-1] == "Reshape Crate"


@pytest.mark.parametrize("board", [HEXES, FLAT], ids=["pointy", "flat"])
def test_on_hexes_things_move_by_whole_steps(table, board):
    made = table(board, tool="wall")
    grid = made.scene.grid
    corners = [settled(grid, p) for p in grid.corners(grid.from_offset(4, 4))[:2]]
    made.click(*corners)
    made.key(Qt.Key.Key_Return)
    made.view.set_tool("obstacles")
    middle = ((corners[0].x + corners[1].x) / 2, (corners[0].y + corners[1].y) / 2)
    made.drag(middle, (middle[0] + 1, middle[1] + 1), (middle[0] + 2.2, middle[1] + 1.6))
    moved = made.of(Wall)[0]
    places = {
        place for cell in grid.cells() for place in drawing_points(grid, cell)[: len(corners) * 3]
    }
    assert moved.start != corners[0]
    assert {moved.start, moved.end} <= places


# The keyboard alone -----------------------------------------------------------------------------


def test_walls_and_doors_without_a_mouse(table):
    made = table(tool="wall")
    made.key(Qt.Key.Key_Right)
    start = made.view.current_tool.place
    made.key(Qt.Key.Key_Return)
    for _ in range(8):
        made.key(Qt.Key.Key_Right)
    made.key(Qt.Key.Key_Return)
    made.key(Qt.Key.Key_Return)
    wall = made.of(Wall)[0]
    assert (wall.start, wall.end) == (start, (start.x + 4, start.y))
    made.view.set_tool("door")
    made.key(Qt.Key.Key_Left)
    made.key(Qt.Key.Key_Right)
    made.key(Qt.Key.Key_Return)
    assert len(made.of(Door)) == 1


def test_what_is_chosen_is_nudged_and_deleted_by_keys(table):
    made = table(tool="obstacles")
    walled(made, (2, 2), (8, 2), (8, 6))
    made.key(Qt.Key.Key_Period)
    assert made.drawing.chosen == ("w1",)
    made.key(Qt.Key.Key_Period)
    assert made.drawing.chosen == ("w2",)
    made.key(Qt.Key.Key_Comma)
    made.key(Qt.Key.Key_Down)
    made.key(Qt.Key.Key_Down)
    made.key(Qt.Key.Key_Right)
    assert made.obstacles["w1"].start == (2.5, 3)
    assert made.labels() == ["Draw 2 walls", "Move 1 wall"], "nudges are one step"
    made.key(Qt.Key.Key_A, CONTROL)
    assert made.drawing.chosen == ("w1", "w2")
    made.key(Qt.Key.Key_Delete)
    assert made.obstacles == {}
    assert made.labels()[-1] == "Delete 2 walls"


def test_hover_never_changes_the_map(table):
    made = table()
    walled(made, (2, 2), (8, 2), (8, 6))
    before = made.bridge.encounter
    for kind in MAP_TOOLS:
        made.view.set_tool(kind.key)
        for place in ((3, 2), (8, 2), (8.1, 4), (11, 8), (0, 0)):
            made.hover(place)
    made.view.set_tool("select")
    assert made.bridge.encounter is before
    assert not made.scene.measure.isVisible()


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("board", [SQUARES, HEXES, FLAT], ids=["squares", "pointy", "flat"])
def test_previews_are_seen_and_go(table, board, theme):
    made = table(board, theme, tool="wall")
    before = made.port.grab().toImage()
    made.click((3, 3))
    made.hover((8, 3))
    during = made.port.grab().toImage()
    assert during != before
    made.key(Qt.Key.Key_Escape)
    made.view.set_tool("select")
    assert not made.scene.measure.isVisible()

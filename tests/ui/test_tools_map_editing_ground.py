"""Brushes, eraser and notes, with the mouse and the keyboard on the map."""

import pytest
from PySide6.QtCore import QPoint, Qt

from battlemap.geometry.brush import dab
from battlemap.geometry.cell import Cell, Point
from battlemap.model.notation import parse
from battlemap.model.note_edit import with_note
from battlemap.model.obstacle import Prop, Wall
from battlemap.model.terrain import Terrain
from battlemap.session.session import Session
from battlemap.ui.bridge import Bridge
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.scene.map_view import MapView
from battlemap.ui.theme import DARK

SQUARES = "square 16x10\n" + " . . . . . . . . . . . . . . . .\n" * 10
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


class Ground:
    """A view with a brush in hand."""

    def __init__(self, view, qtbot):
        self.view, self.qtbot = view, qtbot
        self.bridge, self.scene, self.port = view.bridge, view.map_scene, view.viewport()
        self.drawing = view.drawing

    @property
    def map(self):
        return self.bridge.encounter.map

    def labels(self):
        history = self.bridge.session.history
        return [commit.label for commit in history.commits[: history.position]]

    def kinds(self, *cells):
        return [self.map.terrain_at(Cell(*cell)) for cell in cells]

    def painted(self, flag):
        return set(self.map.terrain.cells_where(self.map.grid.grid, int(flag)))

    def feet(self, *cells):
        return [self.map.ground_feet(Cell(*cell)) for cell in cells]

    def pixel(self, place):
        return self.view.pixel_of(to_scene(place)).toPoint()

    def hover(self, place):
        goal = self.pixel(place)
        self.qtbot.mouseMove(self.port, goal - QPoint(4, 3))
        self.qtbot.mouseMove(self.port, goal)
        self.qtbot.wait(5)

    def stroke(self, *places, held=NONE, button=LEFT):
        self.qtbot.mousePress(self.port, button, held, self.pixel(places[0]))
        for place in places[1:]:
            self.hover(place)
        self.qtbot.mouseRelease(self.port, button, held, self.pixel(places[-1]))

    def key(self, key, held=NONE):
        self.qtbot.keyClick(self.view, key, held)


@pytest.fixture
def ground(qtbot):
    def make(board=SQUARES, tool="terrain"):
        view = MapView(Bridge(Session.new(parse(board), seed=5)), DARK)
        qtbot.addWidget(view)
        view.resize(1060, 740)
        view.show()
        qtbot.waitExposed(view)
        view.set_tool(tool)
        return Ground(view, qtbot)

    return make


# Terrain ----------------------------------------------------------------------------------------


def test_a_stroke_paints_and_is_one_step(ground):
    made = ground()
    made.stroke((2.5, 2.5), (4.5, 2.5), (6.5, 2.5))
    assert made.painted(Terrain.DIFFICULT) == {Cell(q, 2) for q in range(2, 7)}
    assert made.labels() == ["Paint difficult ground"]
    made.bridge.undo()
    assert made.painted(Terrain.DIFFICULT) == set()


@pytest.mark.parametrize(("held", "button"), [(NONE, RIGHT), (ALT, LEFT)])
def test_the_right_button_and_alt_erase_this_kind_alone(ground, held, button):
    made = ground()
    made.stroke((2.5, 2.5), (5.5, 2.5))
    made.key(Qt.Key.Key_5)
    made.stroke((2.5, 2.5), (5.5, 2.5))
    made.key(Qt.Key.Key_1)
    made.stroke((4.5, 2.5), (5.5, 2.5), held=held, button=button)
    both = Terrain.DIFFICULT | Terrain.WATER
    assert made.kinds((2, 2), (3, 2), (4, 2), (5, 2)) == [both, both, Terrain.WATER, Terrain.WATER]
    assert made.labels()[-1] == "Clear difficult ground"


@pytest.mark.parametrize("number", range(1, 7))
def test_numbers_choose_the_kind_and_zero_clears_all(ground, number):
    made = ground()
    made.key(Qt.Key.Key_0 + number)
    made.stroke((3.5, 3.5))
    kind = [kind for kind in Terrain if kind][number - 1]
    assert made.kinds((3, 3)) == [kind]
    made.key(Qt.Key.Key_0)
    made.stroke((3.5, 3.5))
    assert made.kinds((3, 3)) == [Terrain.NORMAL]


def test_shift_paints_a_rectangle_also_when_it_is_let_go_first(ground):
    made = ground()
    made.stroke((6.5, 6.5), (5.5, 5.5), (4.5, 4.5), held=SHIFT)
    assert made.painted(Terrain.DIFFICULT) == {Cell(q, r) for q in (4, 5, 6) for r in (4, 5, 6)}
    assert made.labels() == ["Paint difficult ground"]


def test_brackets_change_the_size_of_the_brush(ground):
    made = ground()
    for _ in range(6):
        made.key(Qt.Key.Key_BracketRight)
    assert made.drawing.settings.brush == 5
    made.key(Qt.Key.Key_BracketLeft)
    made.key(Qt.Key.Key_BracketLeft)
    made.stroke((5.5, 5.5))
    assert len(made.painted(Terrain.DIFFICULT)) == 9
    for _ in range(4):
        made.key(Qt.Key.Key_BracketLeft)
    assert made.drawing.settings.brush == 1


def test_escape_abandons_a_stroke(ground):
    made = ground()
    made.qtbot.mousePress(made.port, LEFT, NONE, made.pixel((2.5, 2.5)))
    made.hover((6.5, 2.5))
    made.key(Qt.Key.Key_Escape)
    made.qtbot.mouseRelease(made.port, LEFT, NONE, made.pixel((6.5, 2.5)))
    assert made.painted(Terrain.DIFFICULT) == set()
    assert made.labels() == []


def test_the_cells_of_a_stroke_are_counted_while_it_is_drawn(ground):
    made = ground()
    made.hover((2.5, 2.5))
    assert [label.text for label in made.scene.measure.drawing.labels] == ["difficult"]
    made.qtbot.mousePress(made.port, RIGHT, NONE, made.pixel((2.5, 2.5)))
    made.hover((4.5, 2.5))
    assert [label.text for label in made.scene.measure.drawing.labels] == [
        "clear difficult, 3 cells"
    ]
    made.qtbot.mouseRelease(made.port, RIGHT, NONE, made.pixel((4.5, 2.5)))
    assert made.labels() == [], "there was nothing to clear"


@pytest.mark.parametrize("kind", ["hex-pointy", "hex-flat"])
def test_the_brush_on_hexes(ground, kind):
    made = ground(SQUARES.replace("square", kind))
    grid = made.map.grid.grid
    center = grid.center(grid.from_offset(5, 5))
    made.drawing.set(brush=3)
    made.stroke(center)
    assert made.painted(Terrain.DIFFICULT) == dab(grid, center, 3)
    made.drawing.set(brush=1)
    end = grid.center(grid.from_offset(9, 3))
    made.stroke(grid.center(grid.from_offset(8, 2)), end, held=SHIFT)
    assert {grid.from_offset(c, r) for c in (8, 9) for r in (2, 3)} <= made.painted(
        Terrain.DIFFICULT
    )


def test_ground_without_a_mouse(ground):
    made = ground()
    made.key(Qt.Key.Key_Right)
    first = made.view.current_tool.place
    made.key(Qt.Key.Key_Return)
    made.key(Qt.Key.Key_Down)
    made.key(Qt.Key.Key_Return)
    cell = made.scene.grid.cell_at(first)
    assert made.painted(Terrain.DIFFICULT) == {cell, cell.plus((0, 1))}


# Heights ----------------------------------------------------------------------------------------


def test_each_stroke_raises_by_a_step_however_often_it_passes(ground):
    made = ground(tool="height")
    made.stroke((2.5, 2.5), (5.5, 2.5), (2.5, 2.5), (5.5, 2.5))
    assert made.feet((2, 2), (5, 2), (6, 2)) == [5, 5, 0]
    made.stroke((2.5, 2.5))
    made.stroke((5.5, 2.5), button=RIGHT)
    made.stroke((5.5, 2.5), held=ALT)
    assert made.feet((2, 2), (3, 2), (5, 2)) == [10, 5, -5]
    assert made.labels() == ["Raise ground", "Raise ground", "Lower ground", "Lower ground"]


def test_a_height_is_set_and_made_level_again(ground):
    made = ground(tool="height")
    made.drawing.set(height=20)
    made.stroke((2.5, 2.5), (4.5, 4.5), held=SHIFT)
    assert made.feet((2, 2), (4, 4)) == [20, 20]
    made.stroke((4.5, 4.5), button=RIGHT)
    assert made.feet((2, 2), (4, 4)) == [20, 0]
    assert made.labels() == ["Ground at +20 ft", "Level ground"]


# The eraser -------------------------------------------------------------------------------------


def furnished(made):
    """Draw two walls, a prop and a note, and difficult ground under them."""
    made.view.set_tool("wall")
    for place in ((2, 2), (8, 2), (8, 6)):
        made.stroke(place)
    made.key(Qt.Key.Key_Return)
    made.view.set_tool("prop")
    made.stroke((4, 4), (5, 5), (6, 6))
    made.view.set_tool("terrain")
    made.stroke((1.5, 1.5), (9.5, 7.5), held=SHIFT)
    marks = with_note(made.map.marks, Point(10, 8), "A lever", gm_only=True)
    made.drawing.edit_marks("Write note", marks)
    made.view.set_tool("eraser")


def test_a_click_erases_one_thing(ground):
    made = ground(tool="eraser")
    furnished(made)
    made.hover((5, 2))
    assert [label.text for label in made.scene.measure.drawing.labels] == ["erase 1 wall"]
    made.stroke((5, 2.05))
    made.stroke((5, 5))
    made.stroke((10.1, 8.1))
    assert list(made.map.obstacles) == ["w2"]
    assert dict(made.map.marks) == {}
    assert made.labels()[-3:] == ["Erase 1 wall", "Erase Crate", "Erase 1 note"]
    assert len(made.painted(Terrain.DIFFICULT)) == 63
    made.stroke((12, 5))
    assert made.labels()[-1] == "Erase 1 note", "nothing was there"


def test_a_drag_erases_all_that_it_touches_as_one_step(ground):
    made = ground(tool="eraser")
    furnished(made)
    made.stroke((5, 1), (5, 3), (5, 5), (9, 5))
    assert dict(made.map.obstacles) == {}
    assert made.labels()[-1] == "Erase 2 walls, 1 prop"
    made.bridge.undo()
    assert {type(one) for one in made.map.obstacles.values()} == {Wall, Prop}


def test_shift_erases_a_box_and_the_ground_where_that_is_wanted(ground):
    made = ground(tool="eraser")
    furnished(made)
    made.drawing.set(erases_ground=True)
    made.stroke((3.5, 3.5), (5, 5), (10.5, 8.5), held=SHIFT)
    assert list(made.map.obstacles) == ["w1"]
    assert dict(made.map.marks) == {}
    assert made.kinds((3, 3), (9, 7), (2, 3)) == [0, 0, Terrain.DIFFICULT]


# Notes ------------------------------------------------------------------------------------------


def test_a_click_asks_for_words_and_a_drag_moves_a_note(ground):
    made = ground(tool="note")
    asked = []
    made.drawing.note_asked.connect(lambda place, key: asked.append((place, key)))
    made.stroke((3.1, 3.05))
    assert asked == [(Point(3, 3), "")]
    made.drawing.edit_marks("Write", with_note(made.map.marks, Point(3, 3), "A", gm_only=True))
    made.stroke((3.1, 3.05))
    assert asked[-1] == (Point(3, 3), "note-1")
    made.stroke((3, 3), (4, 4), (6.05, 5.1))
    assert made.map.marks["note-1"].points == (Point(6, 5),)
    assert made.labels() == ["Write", "Move note"]

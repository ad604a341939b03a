"""The area tool with the mouse and the keys: where it lies, who is inside, what is drawn."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.shapes import Coverage, Snap
from battlemap.model.intent import Move
from battlemap.model.notation import parse
from battlemap.session.session import Session
from battlemap.tactics.areas import AreaKind
from battlemap.ui.bridge import Bridge
from battlemap.ui.overlays.area_overlay import share_text
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.scene.map_view import MapView
from battlemap.ui.theme import DARK, LIGHT

SQUARES = """
    square 14x9
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . S . . O . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . G . . . . .
     . . K . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
    S seren party facing=90
    K kael party facing=90
    O orc foe facing=270
    G goblin foe facing=270
"""

HEXES = SQUARES.replace("square 14x9", "hex-pointy 14x9")


class Table:
    """A view with the area tool in hand, and the mouse on it."""

    def __init__(self, view, qtbot):
        self.view, self.qtbot = view, qtbot
        self.bridge, self.scene, self.port = view.bridge, view.map_scene, view.viewport()
        self.plan, self.tool = self.bridge.area_plan, view.tool_named("area")
        view.set_tool("area")

    def pixel(self, x, y):
        return self.view.pixel_of(to_scene((x, y))).toPoint()

    def hover(self, x, y):
        goal = self.pixel(x, y)
        self.qtbot.mouseMove(self.port, goal - QPoint(4, 3))
        self.qtbot.mouseMove(self.port, goal)
        self.qtbot.wait(5)

    def press(self, x, y, held=Qt.KeyboardModifier.NoModifier):
        self.qtbot.mousePress(self.port, Qt.MouseButton.LeftButton, held, self.pixel(x, y))

    def release(self, x, y, held=Qt.KeyboardModifier.NoModifier):
        self.qtbot.mouseRelease(self.port, Qt.MouseButton.LeftButton, held, self.pixel(x, y))

    def drag(self, start, end):
        self.press(*start)
        self.hover(*end)
        self.release(*end)

    def key(self, key, held=Qt.KeyboardModifier.NoModifier):
        self.qtbot.keyClick(self.view, key, held)

    def caught(self):
        return [caught.token for caught in self.plan.area.caught]


@pytest.fixture
def table(qtbot):
    def make(board=SQUARES, theme=DARK):
        view = MapView(Bridge(Session.new(parse(board), seed=5)), theme)
        qtbot.addWidget(view)
        view.resize(1000, 700)
        view.show()
        qtbot.waitExposed(view)
        return Table(view, qtbot)

    return make


def test_a_blast_follows_the_pointer_and_stays_where_it_is_put(table):
    made = table()
    made.plan.set(kind=AreaKind.BLAST, size=5, from_outline=False)
    made.hover(5.1, 3.95)
    assert made.plan.area.origin == Point(5, 4), "the nearest corner"
    assert len(made.plan.area.cells) == 4
    assert not made.plan.is_placed
    assert made.caught() == ["orc"]
    made.press(8, 5)
    made.release(8, 5)
    assert made.plan.is_placed
    made.hover(2, 2)
    assert made.plan.area.origin == Point(8, 5)
    assert made.caught() == ["goblin"]
    assert [one.center for one in made.scene.area.ringed] == [made.scene.center_of("goblin")]


def test_a_drag_sizes_a_blast_in_whole_cells(table):
    made = table()
    made.plan.set(kind=AreaKind.BLAST, from_outline=False, snap=Snap.CORNER)
    made.drag((5, 4), (8.2, 4))
    assert made.plan.settings.size == 15
    assert made.plan.area.template.size == 3
    assert len(made.plan.area.cells) == 32
    made.plan.set(kind=AreaKind.SQUARE)
    made.drag((5, 4), (7, 4.5))
    assert made.plan.settings.size == 20
    assert len(made.plan.area.cells) == 16


def test_a_cone_starts_at_the_selected_token_and_aims_at_the_pointer(table):
    made = table()
    made.bridge.select(["seren"])
    made.hover(9.4, 3.6)
    area = made.plan.area
    assert area.template.caster == "seren"
    assert area.origin == Point(3, 3.5)
    assert made.caught() == ["orc"]
    made.drag((2.5, 6), (2.5, 8))
    assert made.plan.is_placed
    assert made.caught() == ["kael"]
    assert made.plan.area.template.size == 3, "aiming alone keeps the size"


def test_shift_sizes_a_cone_while_it_is_aimed(table):
    made = table()
    shift = Qt.KeyboardModifier.ShiftModifier
    made.bridge.select(["seren"])
    made.press(5, 3.5)
    made.hover(8.5, 3.5)
    made.release(8.5, 3.5, shift)
    assert made.plan.settings.size == 30


def test_a_cone_without_a_token_starts_at_the_press(table):
    made = table()
    made.hover(4, 5)
    assert made.plan.area is None
    assert made.scene.area_signs.isVisible()
    made.press(4, 4)
    made.release(4, 4)
    assert not made.plan.is_placed, "it points nowhere yet"
    made.drag((4, 4), (8, 4))
    assert made.plan.area.origin == Point(4, 4)
    assert Cell(5, 3) in made.plan.area.cells
    assert made.caught() == ["orc"]


def test_pressing_a_token_makes_it_the_caster_of_a_burst(table):
    made = table()
    made.plan.set(kind=AreaKind.BURST, size=5)
    made.press(5.5, 3.5)
    made.release(5.5, 3.5)
    assert made.bridge.selected == ("orc",)
    assert made.plan.area.template.caster == "orc"
    assert len(made.plan.area.cells) == 8


@pytest.mark.parametrize(("board", "steps"), [(SQUARES, 8), (HEXES, 6)])
def test_r_turns_the_placed_cone_by_the_steps_of_the_grid(table, board, steps):
    made = table(board)
    made.bridge.select(["seren"])
    made.drag((5, 3), (7.5, 3.6))
    first = made.plan.area
    made.key(Qt.Key.Key_R)
    second = made.plan.area
    assert second.cells != first.cells
    assert len(second.cells) == pytest.approx(len(first.cells), abs=2)
    for _ in range(steps - 1):
        made.key(Qt.Key.Key_R)
    assert made.plan.area.cells.keys() == first.cells.keys()
    made.key(Qt.Key.Key_R)
    made.key(Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    assert made.plan.area.cells.keys() == first.cells.keys()
    assert made.bridge.encounter.tokens["seren"].facing == 90, "the token doesn't turn"


def test_numbers_choose_the_kind(table):
    made = table()
    made.hover(5, 5)
    for number, kind in enumerate(AreaKind, 1):
        made.key(Qt.Key.Key_0 + number)
        assert made.plan.settings.kind is kind
    made.key(Qt.Key.Key_7)
    assert made.plan.settings.kind is AreaKind.SQUARE


def test_letters_choose_the_tools(table):
    from battlemap.ui.dialogs.help_sheets import MAP_KEYS

    made = table()
    tools = [tool for tool in made.view.tools if not tool.group]
    letters = ", ".join(tool.shortcut for tool in tools)
    assert letters in {keys for keys, _ in MAP_KEYS}
    for tool in tools:
        made.key(getattr(Qt.Key, f"Key_{tool.shortcut}"))
        assert made.view.tool == tool.key


def test_escape_and_another_tool_take_it_away(table):
    made = table()
    made.plan.set(kind=AreaKind.BLAST)
    made.press(5, 5)
    made.release(5, 5)
    made.key(Qt.Key.Key_Escape)
    assert made.plan.area is None
    assert not made.scene.area.isVisible()
    made.press(5, 5)
    made.key(Qt.Key.Key_Escape)
    made.release(5, 5)
    assert made.plan.area is None
    made.press(5, 5)
    made.release(5, 5)
    made.view.set_tool("select")
    assert made.plan.area is None
    assert not made.scene.area.isVisible()


def test_settings_and_moves_lay_it_anew(table):
    made = table()
    made.plan.set(kind=AreaKind.BLAST, size=5, from_outline=False, snap=Snap.CORNER)
    made.press(6, 4)
    made.release(6, 4)
    assert made.caught() == ["orc"]
    made.bridge.perform(Move("goblin", (Cell(8, 5), Cell(6, 4)), "force"))
    assert made.caught() == ["orc", "goblin"]
    made.plan.set(size=10, coverage=Coverage.CENTER)
    assert made.plan.is_placed
    assert len(made.plan.area.cells) == 12
    made.plan.set(margin=5)
    assert made.plan.area.splash_cells


def test_nothing_is_laid_twice_inside_the_same_place(table, monkeypatch):
    from battlemap.ui.tools import area_tool

    counted = []
    monkeypatch.setattr(area_tool, "lay", lambda *given: (counted.append(given), _lay(*given))[1])
    made = table()
    made.plan.set(kind=AreaKind.BLAST)
    for x in (5.2, 5.4, 5.6, 5.8):
        made.hover(x, 4.5)
    assert len(counted) == 1
    made.hover(6.2, 4.5)
    assert len(counted) == 2


def _lay(*given):
    from battlemap.tactics.areas import lay

    return lay(*given)


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("board", [SQUARES, HEXES])
def test_what_is_drawn(table, board, theme):
    made = table(board, theme)
    made.bridge.select(["seren"])
    made.drag((5, 3), (7.5, 3.6))
    made.hover(12, 7)
    texts = {text for _, text, counts in made.scene.area.labels if counts}
    shares = {share_text(share) for share in made.plan.area.cells.values()}
    assert texts <= shares
    assert texts
    image = made.port.grab().toImage()
    origin = made.view.pixel_of(to_scene(made.plan.area.origin)).toPoint()
    assert image.pixelColor(origin) == QColor(theme.template)
    made.key(Qt.Key.Key_Escape)
    assert made.port.grab().toImage().pixelColor(origin) != QColor(theme.template)


def test_escape_leaves_the_tool_and_its_tab_before_it_drops_target_and_selection(
    open_window, qtbot
):
    window = open_window()
    window.bridge.select(["seren"])
    window.bridge.set_target("hob-spear")
    port = window.view.viewport()
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_S, Qt.Key.Key_M):
        window.view.setFocus()
        qtbot.keyClick(window.view, Qt.Key.Key_E)
        assert window.tabs.key == "area"
        qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=port.rect().center())
        assert window.view.current_tool.plan.area is not None
        qtbot.keyClick(window.view, key)
        assert window.view.tool != "area"
        assert window.bridge.area_plan.area is None
        assert window.tabs.key == "attack"
        assert window.bridge.selected == ("seren",)
        assert window.bridge.target == "hob-spear"
    qtbot.keyClick(window.view, Qt.Key.Key_Escape)
    assert window.view.tool == "select"


def test_the_tab_before_the_area_tool_comes_back(open_window, qtbot):
    window = open_window()
    window.show_tab("token")
    qtbot.keyClick(window.view, Qt.Key.Key_E)
    qtbot.keyClick(window.view, Qt.Key.Key_S)
    assert window.tabs.key == "token"

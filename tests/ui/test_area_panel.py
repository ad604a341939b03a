"""The Area tab: settings, who is inside, cover on the map, areas that are kept."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.geometry.shapes import Snap
from battlemap.model.notation import parse
from battlemap.session.session import Session
from battlemap.tactics.areas import AreaKind
from battlemap.ui.area_marks import area_at
from battlemap.ui.theme import DARK, LIGHT

BOARD = """
    square 14x9
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . S . . O . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . G . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
     . . . . . . . . . . . . . .
    S seren party facing=90
    O orc foe facing=270
    G goblin foe facing=270
    wall 7,2 7,8
"""


@pytest.fixture
def board(open_window):
    """A window on a small board, the area tool in hand."""

    def make(text=BOARD, theme=DARK):
        window = open_window(Session.new(parse(text), seed=3), theme=theme)
        window.view.setFocus()
        window._choose_tool("area")
        return window

    return make


@pytest.fixture
def lay(qtbot, pixel_of):
    """Press on a cell with the tool, and wait until the panel has followed."""

    def at(window, cell):
        place = pixel_of(window, cell)
        qtbot.mouseMove(window.view.viewport(), place - QPoint(3, 3))
        qtbot.mouseClick(window.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        qtbot.wait(60)

    return at


def test_the_tool_brings_its_tab(board):
    window = board()
    assert window.tabs.key == "area"
    assert window.rail.buttons["area"].isChecked()
    assert not window.area_panel.choose_tool.isVisible()
    window._choose_tool("select")
    assert window.tabs.key != "area"
    window.show_tab("area")
    assert window.area_panel.choose_tool.isVisible()
    window.area_panel.choose_tool.click()
    assert window.view.tool == "area"


def test_each_kind_shows_its_own_settings(board):
    window = board()
    shown = {
        kind: {
            name
            for name, box in vars(window.area_panel.form).items()
            if name in ("start", "outline", "width_box", "angle", "snap") and box.isVisible()
        }
        for kind in AreaKind
        if window.bridge.area_plan.set(kind=kind) is None
    }
    assert shown == {
        AreaKind.BLAST: {"outline"},
        AreaKind.BURST: {"start", "snap"},
        AreaKind.LINE: {"start", "width_box", "snap"},
        AreaKind.CONE: {"start", "angle", "snap"},
        AreaKind.RING: {"width_box", "snap"},
        AreaKind.SQUARE: {"snap"},
    }


def test_settings_change_the_area_on_the_map(board, lay, qtbot):
    window = board()
    panel, plan = window.area_panel, window.bridge.area_plan
    plan.set(kind=AreaKind.BLAST)
    panel.form.size_box.setValue(5)
    lay(window, Cell(5, 3))
    assert len(plan.area.cells) == 9
    assert panel.inside.side.text() == "1 creature, 9 cells"
    panel.form.size_box.setValue(10)
    panel.form.margin.setValue(5)
    assert plan.area.template.size == 2
    assert plan.area.template.margin == 1
    panel.form.outline.setCurrentIndex(1)
    panel.form.snap.setCurrentIndex(list(Snap).index(Snap.CENTER))
    assert plan.settings.snap is Snap.CENTER
    assert not plan.settings.from_outline
    panel.form.walls.click()
    assert plan.area.template.stopped_by_walls
    assert plan.is_placed


def test_rows_tell_share_and_cover_and_show_it_on_the_map(board, lay, hover, qtbot):
    window = board()
    panel, plan = window.area_panel, window.bridge.area_plan
    plan.set(kind=AreaKind.BLAST, size=20)
    lay(window, Cell(5, 4))
    orc, goblin, seren = sorted(panel.targets.rows, key=lambda row: "ogs".index(row.token[0]))
    assert orc.share.text() == "100 %"
    assert orc.reason.text() == "No cover from the origin"
    assert goblin.reason.text().startswith("Total cover, 4 of 4 rays, ")
    assert seren.title.text() == "Seren"
    measure = window.view.map_scene.measure
    assert not measure.isVisible()
    hover(goblin, QPoint(20, 20))
    qtbot.waitUntil(measure.isVisible)
    assert any(line.color == "cover" for line in measure.drawing.lines)
    hover(panel.kind, QPoint(5, 5))
    qtbot.waitUntil(lambda: not measure.isVisible())
    qtbot.mouseClick(goblin, Qt.MouseButton.LeftButton)
    assert goblin.eye.isChecked()
    hover(panel.kind, QPoint(5, 5))
    qtbot.wait(20)
    assert measure.isVisible(), "a click keeps it"
    panel.clear_button.click()
    qtbot.wait(60)
    assert panel.targets.rows == []
    assert not measure.isVisible()
    assert not panel.keep_button.isEnabled()


@pytest.mark.parametrize("kind", [AreaKind.BLAST, AreaKind.RING])
def test_kept_areas_are_marks_that_undo_and_the_menu_take_away(board, lay, pixel_of, kind):
    window = board()
    panel, plan = window.area_panel, window.bridge.area_plan
    plan.set(kind=kind, size=10, from_outline=False)
    assert not panel.keep_button.isEnabled()
    lay(window, Cell(5, 3))
    before = window.encounter
    panel.keep_button.click()
    [mark] = window.encounter.map.marks.values()
    assert mark.kind == "area"
    assert mark.text == plan.settings.words()
    assert plan.area is None
    assert window.bridge.session.history.commits[-1].label == f"Keep area: {mark.text}"
    window.bridge.undo()
    assert window.encounter.map.marks == before.map.marks
    window.bridge.redo()
    grid = window.bridge.board.grid
    inside = Cell(6, 3) if kind is AreaKind.BLAST else Cell(6, 4)
    place = window.view._menu_place(_pointer(window, pixel_of(window, inside)))
    assert place.area == mark.id
    center = area_at(window.encounter.map.marks, grid.center(Cell(5, 3)))
    assert (center is None) == (kind is AreaKind.RING), "the hole of a ring is no part of it"
    menu = window.context_menu(place)
    [entry] = [action for action in menu.actions() if action.text() == f"Remove {mark.text}"]
    entry.trigger()
    assert not window.encounter.map.marks
    assert window.bridge.session.history.can_undo


def _pointer(window, pixel):
    return window.view._pointer(pixel.toPointF(), Qt.KeyboardModifier.NoModifier, is_down=False)


def test_a_kept_area_is_drawn_and_its_drawing_goes_with_it(board, lay, qtbot):
    window = board()
    plan = window.bridge.area_plan
    plan.set(kind=AreaKind.SQUARE, size=20, snap=Snap.CORNER)
    view = window.view
    empty = view.viewport().grab().toImage()
    lay(window, Cell(10, 3))
    window.area_panel.keep()
    qtbot.mouseMove(view.viewport(), QPoint(3, 3))
    window._choose_tool("select")
    qtbot.wait(30)
    [mark] = window.encounter.map.marks.values()
    kept = view.viewport().grab().toImage()
    from battlemap.ui.scene.coordinates import to_scene

    a, b = next(pair for pair in pairwise(mark.points))
    along = [(a.x + (b.x - a.x) * i / 40, a.y + (b.y - a.y) * i / 40) for i in range(1, 40)]
    pixels = [view.pixel_of(to_scene(point)).toPoint() for point in along]
    assert any(kept.pixelColor(p) != empty.pixelColor(p) for p in pixels)
    window.bridge.undo()
    qtbot.wait(30)
    gone = view.viewport().grab().toImage()
    assert all(gone.pixelColor(p) == empty.pixelColor(p) for p in pixels)


def test_keys_reach_the_tool_past_the_window_s_shortcuts(board, lay, qtbot):
    window = board()
    plan = window.bridge.area_plan
    window.bridge.select(["seren"])
    lay(window, Cell(5, 3))
    first = plan.area
    assert first.template.caster == "seren"
    qtbot.keyClick(window.view, Qt.Key.Key_R)
    assert plan.area.template.aim != first.template.aim
    assert window.encounter.tokens["seren"].facing == 90
    qtbot.keyClick(window.view, Qt.Key.Key_3)
    assert plan.settings.kind is AreaKind.LINE
    qtbot.keyClick(window.view, Qt.Key.Key_Escape)
    assert plan.area is None
    assert window.view.tool == "select", "as the status bar says"
    qtbot.keyClick(window.view, Qt.Key.Key_R)
    assert window.encounter.tokens["seren"].facing != 90, "with nothing to turn R turns the token"


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("kind", list(GridKind))
def test_every_kind_on_every_grid_and_theme(board, lay, qtbot, theme, kind):
    window = board(BOARD.replace("square", kind.value).replace("wall 7,2 7,8", ""), theme)
    grid = window.bridge.board.grid
    plan = window.bridge.area_plan
    window.bridge.select(["seren"])
    for area_kind in AreaKind:
        plan.set(kind=area_kind, size=15, margin=5)
        lay(window, grid.from_offset(5, 3))
        assert plan.area.cells
        assert plan.area.splash_cells
        before = len(window.encounter.map.marks)
        window.area_panel.keep_button.click()
        assert len(window.encounter.map.marks) == before + 2
        if window.bridge.selected != ("seren",):
            window.bridge.select(["seren"])
    assert not window.grab().isNull()

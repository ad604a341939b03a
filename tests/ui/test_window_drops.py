"""Pictures dropped on the map: a token or the background, and nothing lost unseen."""

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from battlemap.geometry.cell import Cell
from battlemap.model.token import Token
from battlemap.session.session import Session
from battlemap.ui.dialogs.import_picture import ImportPictureDialog, count_off
from battlemap.ui.theme import DARK

NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def picture(tmp_path):
    image = QImage(700, 700, QImage.Format.Format_RGB32)
    image.fill(0x406080)
    path = tmp_path / "cave_troll-2.png"
    image.save(str(path))
    return path


def drop(window, path, place, proposed=Qt.DropAction.MoveAction):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    both = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    entered = QDragEnterEvent(place, both, data, LEFT, NONE)
    QApplication.sendEvent(window, entered)
    dropped = QDropEvent(QPointF(place), both, data, LEFT, NONE)
    dropped.setDropAction(proposed)
    QApplication.sendEvent(window, dropped)
    return dropped


def choose(qtbot, window, start):
    """Click the entry of the open menu that begins with *start*."""
    menu = next(menu for menu in window.findChildren(QMenu) if menu.isVisible())
    entry = next(action for action in menu.actions() if action.text().startswith(start))
    qtbot.mouseClick(menu, LEFT, NONE, menu.actionGeometry(entry).center())
    qtbot.wait(5)


def on_window(window, pixel_of, cell):
    return window.view.viewport().mapTo(window, pixel_of(window, cell))


def test_a_picture_dropped_on_a_cell_becomes_a_token_there(window, qtbot, pixel_of, picture):
    before = set(window.encounter.tokens)
    grid = window.bridge.board.grid
    taken = {cell for key in before for cell in window.bridge.board.cells_of(key)}
    cell = next(
        Cell(c, r)
        for r in range(3, grid.rows)
        for c in range(3, grid.columns)
        if Cell(c, r) not in taken and not window.encounter.map.terrain_at(Cell(c, r))
    )
    event = drop(window, picture, on_window(window, pixel_of, cell))
    assert event.isAccepted()
    assert event.dropAction() == Qt.DropAction.CopyAction
    choose(qtbot, window, "Token here")
    (key,) = set(window.encounter.tokens) - before
    token = window.encounter.tokens[key]
    assert (token.name, token.at) == ("Cave troll 2", cell)
    assert window.encounter.assets[token.art] == picture.read_bytes()
    assert window.bridge.selected == (key,)
    window.run_command("edit.undo")
    assert set(window.encounter.tokens) == before


def test_a_picture_dropped_beside_the_map_becomes_a_token_in_sight(window, qtbot, picture):
    before = set(window.encounter.tokens)
    drop(window, picture, QPoint(20, 300))
    choose(qtbot, window, "Token")
    (key,) = set(window.encounter.tokens) - before
    assert window.encounter.tokens[key].at in window.bridge.board.grid


def test_the_same_menu_lays_the_picture_under_the_grid(
    window, qtbot, pixel_of, picture, monkeypatch
):
    asked = []

    def take(dialog):
        asked.append((dialog.fits.isChecked(), dialog.warning.text()))
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(QDialog, "exec", take)
    before = window.encounter.map.grid
    drop(window, picture, on_window(window, pixel_of, Cell(4, 4)))
    choose(qtbot, window, "Background")
    assert window.encounter.map.background is not None
    ((fits, words),) = asked
    assert not fits
    assert re.fullmatch(r"Otherwise \d+ tokens would stand off the map\.", words)
    assert window.encounter.map.grid == before


def test_the_dialog_counts_the_tokens_that_would_stand_off_the_map(qtbot, picture):
    encounter = Session.new().encounter
    places = (("in", Cell(9, 9), 1), ("edge", Cell(9, 9), 2), ("out", Cell(9, 12), 1))
    for key, cell, size in places:
        encounter = encounter.with_token(Token(key, key, "foe", cell, size=size))
    data = picture.read_bytes()
    dialog = ImportPictureDialog("a.png", data, (700, 700), encounter, DARK)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.fits.isChecked()
    assert dialog.grid() == encounter.map.grid
    dialog.fits.setChecked(True)
    assert dialog.warning.text() == "2 tokens would stand off the map."
    assert dialog.warning.isVisible()
    dialog.pixels.setValue(35)
    assert dialog.grid().columns == 20
    assert not dialog.warning.isVisible()
    assert count_off(encounter.tokens.values(), dialog.grid().grid) == 0


def test_the_preview_shows_picture_and_lines(qtbot, picture):
    dialog = ImportPictureDialog(
        "a.png", picture.read_bytes(), (700, 700), Session.new().encounter, DARK
    )
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.fits.setChecked(True)
    qtbot.wait(5)
    shown = dialog.preview.grab().toImage()
    colors = {shown.pixelColor(x, shown.height() // 2 + 7).name() for x in range(shown.width())}
    assert "#406080" in colors
    assert len(colors) > 3
    dialog.pixels.setValue(20)
    assert dialog.preview.grab().toImage() != shown


def test_an_empty_map_takes_a_dropped_picture_as_background_at_once(
    open_window, monkeypatch, picture
):
    monkeypatch.setattr(QDialog, "exec", lambda d: (d.accept(), d.result())[1])
    window = open_window(Session.new())
    drop(window, picture, window.rect().center())
    assert window.encounter.map.background is not None
    assert window.encounter.map.grid.columns == 10


def test_a_token_off_the_map_comes_into_view_from_the_list(window, qtbot):
    grid = window.bridge.board.grid
    token = replace(next(iter(window.encounter.tokens.values())), at=Cell(grid.columns + 40, 3))
    window.bridge.edit("Off", window.encounter.with_token(token))
    qtbot.wait(5)
    window.initiative.token_chosen.emit(token.id)
    qtbot.wait(5)
    view = window.view
    pixel = view.pixel_of(view.map_scene.center_of(token.id))
    assert view.viewport().rect().contains(pixel.toPoint())
    assert view.map_scene.token_at(view.place_at(pixel)) == token.id


def test_tab_leaves_the_map_where_it_is_while_the_token_is_in_view(window, qtbot):
    view = window.view
    corner = view.place_at(QPointF(0, 0))
    for _ in range(4):
        qtbot.keyClick(view, Qt.Key.Key_Tab)
        qtbot.wait(2)
    assert len(window.bridge.selected) == 1
    assert view.place_at(QPointF(0, 0)) == corner

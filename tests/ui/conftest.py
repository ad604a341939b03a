"""Fixtures for tests with a window: a state folder of its own, and windows that close quietly."""

import gc
import logging
import traceback

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox

from battlemap.resources import maps_path
from battlemap.session.session import Session
from battlemap.ui import guard
from battlemap.ui.collector import collect_what_is_due
from battlemap.ui.panels import lettering


@pytest.fixture(autouse=True)
def _own_state_folder(tmp_path, monkeypatch):
    """Keep journals, recent files and logs of each test apart."""
    monkeypatch.setenv("BATTLEMAP_STATE_DIR", str(tmp_path / "state"))


@pytest.fixture(autouse=True)
def _garbage_stays_in_this_thread():
    """Collect garbage between tests only, as the program does: never in a thread beside Qt's."""
    gc.disable()
    yield
    collect_what_is_due()
    gc.enable()


@pytest.fixture(autouse=True)
def _letters_of_the_usual_size():
    """Forget the larger letters of a very wide window."""
    lettering.use_scale(1.0)


@pytest.fixture(autouse=True)
def _windows_of_earlier_tests_are_out_of_the_way(qapp):
    """Hide what a test left open: a move of the pointer reaches whatever window lies there."""
    yield
    for left in qapp.topLevelWindows():
        if left.isVisible():
            left.hide()


@pytest.fixture(autouse=True)
def _nothing_fails_to_paint(request):
    """Fail a test during which painting failed, which the program itself only logs."""
    failed = []

    class Ear(logging.Handler):
        def emit(self, record):
            failed.append(record.getMessage() + "\n" + traceback.format_exc())

    ear = Ear()
    logging.getLogger("battlemap.ui.guard").addHandler(ear)
    guard.forget()
    yield
    logging.getLogger("battlemap.ui.guard").removeHandler(ear)
    if "paints_badly" not in request.keywords:
        assert not failed, failed[0]


@pytest.fixture
def open_window(qtbot, qapp, monkeypatch):
    """Open a window on a session, a file or a sample's name; it is closed at the end."""
    from battlemap.ui.main_window import MainWindow
    from battlemap.ui.panels.style import dress
    from battlemap.ui.theme import DARK

    opened = []

    def make(what="sunken-hall", *, theme=DARK, size=(1600, 1000), seed=7, welcome=False):
        session = what
        if isinstance(what, str):
            session = Session.open(maps_path() / f"{what}.battlemap", seed=seed)
        dress(qapp, theme)
        window = MainWindow(session, theme, welcome=welcome)
        window.resize(*size)
        window.show()
        qtbot.waitExposed(window)
        qtbot.wait(80)
        window.view.fit()
        opened.append(window)
        return window

    yield make
    for window in opened:
        monkeypatch.setattr(
            window, "ask_to_save", lambda: QMessageBox.StandardButton.Discard, raising=True
        )
        window.close()
        window.deleteLater()
    qtbot.wait(1)


@pytest.fixture
def window(open_window):
    """A window on the Sunken Hall."""
    return open_window()


@pytest.fixture
def no_dialogs(monkeypatch):
    """Close every dialog at once as if canceled; return the list of those that were shown."""
    shown = []

    def refuse(dialog, *_args):
        shown.append(dialog)
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(QDialog, "exec", refuse)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a, **k: ("", ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: ("", ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *a, **k: "")
    return shown


@pytest.fixture
def pixel_of():
    """Return the pixel of the viewport in the middle of a cell."""
    from battlemap.ui.scene.coordinates import to_scene

    def find(window, cell) -> QPoint:
        place = to_scene(window.bridge.board.grid.center(cell))
        return window.view.pixel_of(place).toPoint()

    return find


@pytest.fixture
def drag(qtbot, pixel_of):
    """Drag with real mouse events from a cell along others and drop on the last."""

    def go(window, *cells, modifier=Qt.KeyboardModifier.NoModifier):
        viewport = window.view.viewport()
        points = [pixel_of(window, cell) for cell in cells]
        qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, modifier, points[0])
        last = points[0]
        for point in points[1:]:
            for share in (0.25, 0.5, 0.75, 1.0):
                qtbot.mouseMove(viewport, last + (point - last) * share)
                qtbot.wait(5)
            last = point
        qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, modifier, last)
        qtbot.wait(5)

    return go


@pytest.fixture
def hover(qtbot):
    """Point at a place in a widget once its layout rests, until the widget knows."""

    def point(widget, place):
        last = None

        def rests():
            nonlocal last
            before, last = last, widget.mapToGlobal(place)
            return before == last

        # On a busy machine a panel still lays itself out when the pointer arrives, and moves away
        # from under it: point anew until it has stayed.
        def reached():
            qtbot.waitUntil(rests)
            qtbot.mouseMove(widget, place - QPoint(1, 0))
            qtbot.mouseMove(widget, place)
            qtbot.wait(10)
            return widget.underMouse()

        qtbot.waitUntil(reached)

    return point

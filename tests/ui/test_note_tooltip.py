"""The pointer over a note's sign shows its text."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from battlemap.resources import maps_path
from battlemap.session.session import Session
from battlemap.ui.bridge import Bridge
from battlemap.ui.scene.coordinates import SCENE_SCALE
from battlemap.ui.scene.map_view import MapView
from battlemap.ui.theme import DARK

# The offscreen platform says so of every tooltip.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise")


@pytest.fixture
def view(qtbot):
    session = Session.open(maps_path() / "arena.battlemap", seed=1)
    made = MapView(Bridge(session), DARK)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    qtbot.waitExposed(made)
    made.fit()
    yield made
    QToolTip.hideText()


def ask(view, x, y):
    """Let the pointer rest at a point of the map, given in cells."""
    pixel = view.mapFromScene(QPointF(x * SCENE_SCALE, y * SCENE_SCALE))
    viewport = view.viewport()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, pixel, viewport.mapToGlobal(pixel))
    QApplication.sendEvent(viewport, event)


def test_the_text_of_a_note_is_shown(view):
    note = view.bridge.session.encounter.map.marks["lesson-2"]
    ask(view, *note.points[0])
    assert note.text[:40] in QToolTip.text()


def test_bare_ground_says_nothing_of_notes(view):
    ask(view, 5.5, 7.5)
    assert "Select Mira" not in QToolTip.text()

"""A name that begins or ceases to stand out is written anew alone; the others stay as they are."""

from types import MappingProxyType

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPainter

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.session.session import Session
from battlemap.ui.bridge import Bridge
from battlemap.ui.scene.map_view import MapView
from battlemap.ui.theme import DARK

MARKS = (
    Cell(3, 3),
    Cell(4, 3),
    Cell(5, 20),
    Cell(31, 0),
    None,
    Cell(0, 38),
    Cell(1, 39),
    Cell(20, 21),
    Cell(21, 22),
)


class _Screen(QObject):
    """Keeps what a screen would show of a widget: only what is said to have changed is drawn."""

    def __init__(self, widget):
        super().__init__(widget)
        self._widget = widget
        self._picture = widget.grab()
        self._changed = []
        self.drawn = 0
        widget.installEventFilter(self)

    def eventFilter(self, widget, event):  # noqa: N802
        if event.type() is QEvent.Type.Paint:
            self._changed.append(event.region().boundingRect())
        return False

    def image(self):
        changed, self._changed = self._changed, []
        for box in changed:
            part = self._widget.grab(box)
            painter = QPainter(self._picture)
            painter.drawPixmap(box.topLeft(), part)
            painter.end()
            self.drawn += box.width() * box.height()
        self._changed.clear()
        return self._picture.toImage()

    def anew(self):
        image = self._widget.grab().toImage()
        self._changed.clear()
        return image


@pytest.mark.parametrize("zoom", [0.2, 0.31, 1.0])
def test_marks_leave_the_ruler_as_if_drawn_anew(qtbot, zoom):
    document = Encounter(
        map=BattleMap(GridSpec(GridKind.SQUARE, 40, 40)), tokens=MappingProxyType({})
    )
    view = MapView(Bridge(Session.new(document, seed=7)), DARK)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    qtbot.waitExposed(view)
    view.zoom_to(zoom)
    qtbot.wait(30)
    screens = [(ruler, _Screen(ruler)) for ruler in view._rulers]
    for cell in MARKS:
        view.mark_cell(cell)
        qtbot.wait(10)
        for _, screen in screens:
            assert screen.image() == screen.anew(), cell
    for ruler, screen in screens:
        assert 0 < screen.drawn < len(MARKS) * ruler.width() * ruler.height()

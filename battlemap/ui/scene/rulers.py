"""The rulers at the map's top and left: names of columns and rows."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from battlemap.geometry.names import column_name
from battlemap.ui.guard import guarded
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.scene.written import write
from battlemap.ui.theme import tint

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QTransform

    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid
    from battlemap.ui.scene.map_view import MapView

RULER = 18
"""Width of a ruler in pixels."""

_LEAST_GAP = 24.0

_HALF_NAME = 20
"""Half the room of a name along the ruler, in pixels."""


class Ruler(QWidget):
    """One ruler; the column or row under the pointer stands out."""

    def __init__(self, view: MapView, orientation: Qt.Orientation) -> None:
        super().__init__(view)
        self._view = view
        self._is_across = orientation is Qt.Orientation.Horizontal
        self._marked: int | None = None
        self._lined: tuple[Grid | None, QTransform | None, tuple[float, float]]
        self._lined = None, None, (0.0, 0.0)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def mark(self, cell: Cell | None) -> None:
        """Make the name of this cell's column or row stand out."""
        marked = None
        if cell is not None:
            marked = self._view.map_scene.grid.offset(cell)[0 if self._is_across else 1]
        if marked != self._marked:
            for number in (self._marked, marked):
                if number is not None:
                    self._update_near(number)
            self._marked = marked

    def _update_near(self, number: int) -> None:
        """Write a name and those that make room for it anew."""
        reach = _LEAST_GAP + _HALF_NAME + 1
        first, step = self._line()
        place = first + number * step
        low, size = int(place - reach), int(2 * reach) + 1
        if self._is_across:
            self.update(low, 0, size, RULER)
        else:
            self.update(0, low, RULER, size)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the names that have room, in the exposed part."""
        view, theme = self._view, self._view.theme
        grid = view.map_scene.grid
        painter = QPainter(self)
        exposed = list(event.region())
        for box in exposed:
            painter.fillRect(box, tint(theme.ruler))
        count = grid.columns if self._is_across else grid.rows
        first, step = self._line()
        gap = abs(step) or _LEAST_GAP
        every = 1
        while gap * every < _LEAST_GAP:
            every = every * 2 if every != 2 else 5
        spans = [
            (box.left() - _HALF_NAME, box.right() + 1 + _HALF_NAME)
            if self._is_across
            else (box.top() - _HALF_NAME, box.bottom() + 1 + _HALF_NAME)
            for box in exposed
        ]
        exposed_numbers: set[int] = set()
        for low, high in spans:
            if step > 0:
                begin, end = ceil((low - first) / step), floor((high - first) / step)
                exposed_numbers.update(range(max(0, begin), min(count - 1, end) + 1))
            elif low <= first <= high:
                exposed_numbers.add(0)
        for number in sorted(exposed_numbers):
            place = first + number * step
            # The corner belongs to neither ruler.
            is_near = self._is_across and place < RULER + 6
            shown = number == self._marked or (number % every == 0 and not is_near)
            if shown and every > 1 and self._marked is not None and number != self._marked:
                shown = abs(number - self._marked) * gap >= _LEAST_GAP
            if not shown:
                continue
            if not 0 <= place <= (self.width() if self._is_across else self.height()):
                continue
            marked = number == self._marked
            painter.setPen(tint(theme.ink if marked else theme.ink3))
            text = column_name(number) if self._is_across else str(number + 1)
            box = (
                QRectF(place - _HALF_NAME, 0, 2 * _HALF_NAME, RULER)
                if self._is_across
                else QRectF(0, place - 10, RULER, 20)
            )
            write(painter, box, text, 10.5, 600 if marked else 500, across=0.5)

    def _line(self) -> tuple[float, float]:
        """Return where the first column or row is and how far the next, in pixels of the ruler."""
        grid, shape = self._view.map_scene.grid, self._view.viewportTransform()
        if grid is not self._lined[0] or shape != self._lined[1]:
            # Columns and rows stand at even distances, on every grid.
            count = grid.columns if self._is_across else grid.rows
            first, last = (
                self._pixel(
                    grid.from_offset(number, 0) if self._is_across else grid.from_offset(0, number)
                )
                for number in (0, count - 1)
            )
            self._lined = grid, shape, (first, (last - first) / max(1, count - 1))
        return self._lined[2]

    def _pixel(self, cell: Cell) -> float:
        pixel: QPointF = self._view.pixel_of(to_scene(self._view.map_scene.grid.center(cell)))
        return pixel.x() + RULER if self._is_across else pixel.y()

"""The rulers at the map's top and left: names of columns and rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from battlemap.geometry.names import column_name
from battlemap.ui.guard import guarded
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.theme import font, tint

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from battlemap.geometry.cell import Cell
    from battlemap.ui.scene.map_view import MapView

RULER = 18
"""Width of a ruler in pixels."""

_LEAST_GAP = 24.0


class Ruler(QWidget):
    """One ruler; the column or row under the pointer stands out."""

    def __init__(self, view: MapView, orientation: Qt.Orientation) -> None:
        super().__init__(view)
        self._view = view
        self._is_across = orientation is Qt.Orientation.Horizontal
        self._marked: int | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def mark(self, cell: Cell | None) -> None:
        """Make the name of this cell's column or row stand out."""
        marked = None
        if cell is not None:
            marked = self._view.map_scene.grid.offset(cell)[0 if self._is_across else 1]
        if marked != self._marked:
            self._marked = marked
            self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the names that have room."""
        del event
        view, theme = self._view, self._view.theme
        grid = view.map_scene.grid
        painter = QPainter(self)
        painter.fillRect(self.rect(), tint(theme.ruler))
        count = grid.columns if self._is_across else grid.rows
        # Columns and rows stand at even distances, on every grid.
        first, last = self._pixel(0), self._pixel(count - 1)
        step = (last - first) / max(1, count - 1)
        gap = abs(step) or _LEAST_GAP
        every = 1
        while gap * every < _LEAST_GAP:
            every = every * 2 if every != 2 else 5
        for number in range(count):
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
            painter.setFont(font(10.5, 600 if marked else 500))
            painter.setPen(tint(theme.ink if marked else theme.ink3))
            text = column_name(number) if self._is_across else str(number + 1)
            box = (
                QRectF(place - 20, 0, 40, RULER)
                if self._is_across
                else QRectF(0, place - 10, RULER, 20)
            )
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _pixel(self, number: int) -> float:
        grid = self._view.map_scene.grid
        cell = grid.from_offset(number, 0) if self._is_across else grid.from_offset(0, number)
        pixel: QPointF = self._view.pixel_of(to_scene(grid.center(cell)))
        return pixel.x() + RULER if self._is_across else pixel.y()

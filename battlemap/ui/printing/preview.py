"""The live preview: all pages as they will lie on the table, or one of them by itself."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from battlemap.ui.guard import guarded
from battlemap.ui.printing.brush import UNITS
from battlemap.ui.theme import font, pen, tint
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent

    from battlemap.ui.printing.sheet import Printout, Sheet
    from battlemap.ui.theme import Theme

GAP = 14.0
"""Between two sheets, in pixels; the margin around them is larger."""

DRAWN_PAGES = 80
"""Of larger posters only the sheets and their names are shown until one is opened."""


class PagePreview(QWidget):
    """Draws the pages of a printout; a click opens one, and another click shows all again."""

    opened = Signal(object)
    """The Sheet that is shown by itself, or None: all of them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._printout: Printout | None = None
        self._pixmaps: dict[tuple[str, int], QPixmap] = {}
        self._open: str | None = None
        self._under: str | None = None
        self._timer = single_shot(self, self._draw_next)
        self.setMouseTracking(True)
        self.setMinimumSize(320, 320)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Pages")

    def sizeHint(self) -> QSize:
        """Return a size at which pages can be read."""
        return QSize(640, 640)

    def show_printout(self, printout: Printout | None) -> None:
        """Show another printout; None: none, because it can't be laid out."""
        self._printout = printout
        self._pixmaps.clear()
        labels = {sheet.label for sheet in printout.sheets} if printout else set()
        if self._open not in labels:
            self.open_page(None)
        if printout is not None:
            count = len(printout.sheets)
            self.setAccessibleDescription(f"{count} page{'s' if count != 1 else ''}")
        self._timer.start(0)
        self.update()

    @property
    def open_label(self) -> str | None:
        """Name of the page that is shown by itself, or None."""
        return self._open

    def open_page(self, label: str | None) -> None:
        """Show one page by itself; None: all of them."""
        if label != self._open:
            self._open = label
            self.opened.emit(self._sheet(label))
            self._timer.start(0)
            self.update()

    def step(self, by: int) -> None:
        """Open the page that comes so many after the one that is open."""
        if self._printout is None:
            return
        sheets = self._printout.sheets
        at = next((i for i, sheet in enumerate(sheets) if sheet.label == self._open), -1)
        self.open_page(sheets[(at + by) % len(sheets)].label)

    def _sheet(self, label: str | None) -> Sheet | None:
        sheets = self._printout.sheets if self._printout is not None else ()
        return next((sheet for sheet in sheets if sheet.label == label), None)

    @property
    def is_drawn(self) -> bool:
        """Whether all pages that are shown are drawn."""
        return self._next_to_draw() is None

    # Layout ------------------------------------------------------------------------------

    def page_boxes(self) -> list[tuple[Sheet, QRectF]]:
        """Return the pages that are shown, and where, in pixels."""
        if self._printout is None:
            return []
        width, height = self._printout.paper_size
        places = self._places()
        columns = max(column for _, _, column in places) + 1
        rows = max(row for _, row, _ in places) + 1
        gap = min(GAP, 0.2 * self.width() / columns, 0.2 * self.height() / rows)
        room_x = self.width() - 2 * GAP - (columns - 1) * gap
        room_y = self.height() - 2 * GAP - (rows - 1) * gap
        scale = max(0.001, min(room_x / (columns * width), room_y / (rows * height)))
        across, down = width * scale, height * scale
        left = (self.width() - columns * across - (columns - 1) * gap) / 2
        top = (self.height() - rows * down - (rows - 1) * gap) / 2
        return [
            (
                sheet,
                QRectF(left + column * (across + gap), top + row * (down + gap), across, down),
            )
            for sheet, row, column in places
        ]

    def _places(self) -> list[tuple[Sheet, int, int]]:
        """Return the sheets that are shown, each with its row and column.

        The map's pages lie as on the table; what goes with them follows below, row by row.
        """
        assert self._printout is not None  # asked only while there is something to show
        sheets = self._printout.sheets
        opened = self._sheet(self._open)
        if opened is not None:
            return [(opened, 0, 0)]
        places, rows, columns = [], 0, 1
        for sheet in sheets:
            if sheet.page is not None:
                places.append((sheet, sheet.page.row, sheet.page.column))
                rows, columns = max(rows, sheet.page.row + 1), max(columns, sheet.page.column + 1)
        others = sheets[len(places) :]
        if others:
            columns = max(columns, ceil(sqrt(len(sheets))))
        for index, sheet in enumerate(others):
            places.append((sheet, rows + index // columns, index % columns))
        return places

    def page_at(self, place: QPointF) -> Sheet | None:
        """Return the page under a place of the widget."""
        return next((page for page, box in self.page_boxes() if box.contains(place)), None)

    # Drawing -----------------------------------------------------------------------------

    @guarded
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the sheets, and on them what has been drawn of the pages so far."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), tint(theme.void))
        boxes = self.page_boxes()
        for page, box in boxes:
            painter.fillRect(box.translated(2, 3), QColor(0, 0, 0, 60))
            painter.fillRect(box, tint("#FFFFFF"))
            pixmap = self._pixmaps.get((page.label, round(box.width())))
            if pixmap is not None:
                painter.drawPixmap(box.topLeft(), pixmap)
            elif min(box.width(), box.height()) > 16:
                painter.setPen(tint("#66707C"))
                letters = max(3, len(page.label))
                painter.setFont(font(min(28.0, 1.3 * box.width() / letters), 600))
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), page.label)
            is_under = page.label == self._under and len(boxes) > 1
            edge = pen(theme.accent, 2, flat=True) if is_under else pen(theme.line, 1, flat=True)
            painter.setPen(edge)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
        if self.hasFocus():
            painter.setPen(pen(theme.focus, 2, flat=True))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def _next_to_draw(self) -> tuple[Sheet, QRectF] | None:
        boxes = self.page_boxes()
        if len(boxes) > DRAWN_PAGES:
            return None
        for page, box in boxes:
            if (page.label, round(box.width())) not in self._pixmaps:
                return page, box
        return None

    def _draw_next(self) -> None:
        # One page each time, so that the dialog answers while many are drawn.
        wanted = self._next_to_draw()
        if wanted is None or self._printout is None:
            return
        page, box = wanted
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(max(1, round(box.width() * ratio)), max(1, round(box.height() * ratio)))
        pixmap.fill(Qt.GlobalColor.white)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        scale = pixmap.width() / (self._printout.paper_size[0] * UNITS)
        painter.scale(scale, scale)
        self._printout.paint_sheet(painter, page)
        painter.end()
        if self._printout.is_gray:
            grays = pixmap.toImage().convertToFormat(QImage.Format.Format_Grayscale8)
            pixmap = QPixmap.fromImage(grays)
        pixmap.setDevicePixelRatio(ratio)
        self._pixmaps[page.label, round(box.width())] = pixmap
        self.update()
        self._timer.start(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the pages anew at their new size, once the size rests."""
        super().resizeEvent(event)
        self._pixmaps.clear()
        self._timer.start(60)

    # Pointer and keys --------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Frame the page under the pointer."""
        page = self.page_at(event.position())
        label = page.label if page else None
        if label != self._under:
            self._under = label
            clickable = page is not None and self._can_open()
            shape = Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Frame no page."""
        super().leaveEvent(event)
        self._under = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the page under the pointer, or show all again."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        page = self.page_at(event.position())
        if self._open is not None:
            self.open_page(None)
        elif page is not None and self._can_open():
            self.open_page(page.label)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the pages by the arrow keys; Esc shows all again."""
        key = event.key()
        if key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown):
            self.step(1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp):
            self.step(-1)
        elif key == Qt.Key.Key_Escape and self._open is not None:
            self.open_page(None)
        else:
            super().keyPressEvent(event)

    def _can_open(self) -> bool:
        return self._printout is not None and len(self._printout.sheets) > 1

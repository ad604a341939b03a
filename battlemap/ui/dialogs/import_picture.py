"""The dialog that lays a picture under the grid: how large a cell is in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImageReader, QPainter, QPainterPath
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from battlemap.geometry.footprint import footprint
from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.dialogs.new_map import LARGEST
from battlemap.ui.guard import guarded
from battlemap.ui.panels.record_form import Real
from battlemap.ui.panels.wording import count
from battlemap.ui.scene.coordinates import SCENE_SCALE, cell_polygon, cells_in, map_path, map_rect
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QImage, QPaintEvent

    from battlemap.geometry.grid import Grid
    from battlemap.model.battle_map import GridSpec
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.ui.theme import Theme

MOST_PIXELS = 300_000_000
"""Pictures that claim more pixels than this are refused before anything is decoded."""

_PREVIEW = QSize(420, 240)
"""The least room for the preview, in pixels."""

_SMALLEST_CELL = 4.0
"""Pixels a cell from which on the preview draws the lines between cells."""

_USUAL = (70, 100, 140, 50, 64, 72, 256, 150, 200)


def picture_size(data: bytes, name: str) -> tuple[int, int]:
    """Return width and height of a picture without decoding it.

    Raises
    ------
    ValueError
        If it is no picture, or claims more pixels than can be held; one sentence with its name.
    """
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = reader.size()
    if not size.isValid() or size.isEmpty():
        raise ValueError(f"{name} is no picture that can be read.")
    if size.width() * size.height() > MOST_PIXELS:
        raise ValueError(
            f"{name} claims {size.width()} × {size.height()} pixels, more than can be held."
        )
    return size.width(), size.height()


def guess_pixels(size: tuple[int, int]) -> float:
    """Return the usual number of pixels a cell that divides both sides, else 70.

    Examples
    --------
    >>> guess_pixels((1400, 700)), guess_pixels((2000, 1500)), guess_pixels((1013, 997))
    (70.0, 100.0, 70.0)
    """
    width, height = size
    for pixels in _USUAL:
        if width % pixels == 0 and height % pixels == 0:
            return float(pixels)
    return 70.0


class GridPreview(QWidget):
    """The picture with the lines of the grid over it, as large as there is room."""

    def __init__(self, picture: QImage, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = picture
        self._theme = theme
        self._box = QRectF()
        self._grid: Grid | None = None
        self.setFixedHeight(_PREVIEW.height())
        self.setMinimumWidth(_PREVIEW.width())
        self.setAccessibleName("Preview")

    def show_grid(self, grid: Grid, box: QRectF) -> None:
        """Show *grid* over the picture, which lies at *box* in cells."""
        self._grid, self._box = grid, box
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw picture and lines, the map's rim stronger."""
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), tint(self._theme.void))
        grid = self._grid
        if grid is None:
            return
        at = QRectF(self._box.topLeft() * SCENE_SCALE, self._box.size() * SCENE_SCALE)
        rim = map_rect(grid)
        whole = at.united(rim)
        room = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        scale = min(room.width() / whole.width(), room.height() / whole.height())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(room.center())
        painter.scale(scale, scale)
        painter.translate(-whole.center())
        painter.drawImage(at, self._picture)
        unit = 1 / scale
        if SCENE_SCALE * scale >= _SMALLEST_CELL:
            path = QPainterPath()
            for cell in cells_in(grid, rim):
                path.addPolygon(cell_polygon(grid, cell))
                path.closeSubpath()
            for color, width in (("#000000", 1.6), ("#FFFFFF", 0.7)):
                painter.setPen(pen(color, width * unit, alpha=0.55))
                painter.drawPath(path)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(self._theme.accent, 2 * unit))
        painter.drawPath(map_path(grid))


class ImportPictureDialog(FormDialog):
    """Asks how the picture and the grid fit together.

    Parameters
    ----------
    file_name, data, size
        The picture: what it is called, its file, its width and height in pixels.
    encounter
        The map under which it is laid.
    theme
        The colors of the preview.
    """

    def __init__(
        self,
        file_name: str,
        data: bytes,
        size: tuple[int, int],
        encounter: Encounter,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Background", "Use picture", parent)
        self._size, self._encounter = size, encounter
        words = QLabel(f"{file_name}, {size[0]} × {size[1]} pixels", self)
        words.setProperty("role", "secondary")
        self.column.insertWidget(0, words)
        self.preview: GridPreview | None = None
        picture = small_picture(data, size)
        if not picture.isNull():
            self.preview = GridPreview(picture, theme, self)
            self.column.insertWidget(1, self.preview)
        self.pixels = self._real(4, 2000, guess_pixels(size))
        self.offset_x, self.offset_y = self._real(-5000, 5000, 0), self._real(-5000, 5000, 0)
        self.fits = QCheckBox("Make the grid as large as the picture", self)
        self.fits.setChecked(True)
        self.fits.setChecked(not self.tokens_off())
        self.outcome = QLabel("", self)
        self.outcome.setProperty("role", "secondary")
        self.warning = QLabel("", self)
        self.warning.setProperty("role", "warning")
        keeps_room = self.warning.sizePolicy()
        keeps_room.setRetainSizeWhenHidden(True)
        self.warning.setSizePolicy(keeps_room)
        self.add_row("Pixels a cell", self.pixels)
        self.add_row("Grid starts at x", self.offset_x)
        self.add_row("Grid starts at y", self.offset_y)
        self.form.addRow("", self.fits)
        self.form.addRow("", self.outcome)
        self.form.addRow("", self.warning)
        for spin in (self.pixels, self.offset_x, self.offset_y):
            spin.valueChanged.connect(lambda _: self._tell())
        self.fits.toggled.connect(lambda _: self._tell())
        self._tell()

    def _real(self, least: float, most: float, value: float) -> Real:
        spin = Real(self)
        spin.setRange(least, most)
        spin.setDecimals(2)
        spin.setSuffix(" px")
        spin.setValue(value)
        return spin

    def grid(self) -> GridSpec:
        """Return the grid as it is asked for."""
        spec = self._encounter.map.grid
        return self._grid_of_picture() if self.fits.isChecked() else spec

    def _grid_of_picture(self) -> GridSpec:
        pixels = self.pixels.value()
        columns = round((self._size[0] - self.offset_x.value()) / pixels)
        rows = round((self._size[1] - self.offset_y.value()) / pixels)
        return replace(self._encounter.map.grid, columns=max(1, columns), rows=max(1, rows))

    def tokens_off(self) -> int:
        """Return how many tokens would stand off a grid as large as the picture."""
        spec = self._grid_of_picture()
        if max(spec.columns, spec.rows) > LARGEST:
            return 0
        return count_off(self._encounter.tokens.values(), spec.grid)

    def problem(self) -> str:
        """Return why this grid can't be made."""
        spec = self.grid()
        if max(spec.columns, spec.rows) > LARGEST:
            return f"That makes {spec.columns} × {spec.rows} cells; the most is {LARGEST} a side."
        return ""

    def _tell(self) -> None:
        spec, before = self.grid(), self._encounter.map.grid
        words = f"{count(spec.columns, 'column')}, {count(spec.rows, 'row')}"
        if (spec.columns, spec.rows) != (before.columns, before.rows):
            words += ". Terrain and heights start blank."
        self.outcome.setText(words)
        off = self.tokens_off()
        self.warning.setVisible(bool(off))
        if off:
            is_asked = self.fits.isChecked()
            start = "" if is_asked else "Otherwise "
            self.warning.setText(f"{start}{count(off, 'token')} would stand off the map.")
        if self.preview is not None and not self.problem():
            pixels = self.pixels.value()
            corner = QPointF(-self.offset_x.value() / pixels, -self.offset_y.value() / pixels)
            size = QSizeF(self._size[0] / pixels, self._size[1] / pixels)
            self.preview.show_grid(spec.grid, QRectF(corner, size))


def small_picture(data: bytes, size: tuple[int, int]) -> QImage:
    """Return the picture no larger than the preview needs; a null one where it can't be read."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    room = QSize(_PREVIEW * 2)
    if size[0] > room.width() or size[1] > room.height():
        reader.setScaledSize(QSize(*size).scaled(room, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def count_off(tokens: Iterable[Token], grid: Grid) -> int:
    """Return how many of *tokens* would stand off *grid*, if only with a part."""
    return sum(
        any(cell not in grid for cell in footprint(grid, token.at, token.size, token.turned))
        for token in tokens
    )

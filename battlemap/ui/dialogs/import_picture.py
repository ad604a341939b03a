"""The dialog that lays a picture under the grid: how large a cell is in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImageReader
from PySide6.QtWidgets import QCheckBox, QLabel

from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.dialogs.new_map import LARGEST
from battlemap.ui.panels.record_form import Real
from battlemap.ui.panels.wording import count

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from battlemap.model.battle_map import GridSpec

MOST_PIXELS = 300_000_000
"""Pictures that claim more pixels than this are refused before anything is decoded."""

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


class ImportPictureDialog(FormDialog):
    """Asks how the picture and the grid fit together."""

    def __init__(
        self,
        file_name: str,
        size: tuple[int, int],
        spec: GridSpec,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Background", "Use picture", parent)
        self._size, self._spec = size, spec
        words = QLabel(f"{file_name}, {size[0]} × {size[1]} pixels", self)
        words.setProperty("role", "secondary")
        self.column.insertWidget(0, words)
        self.pixels = self._real(4, 2000, guess_pixels(size))
        self.offset_x, self.offset_y = self._real(-5000, 5000, 0), self._real(-5000, 5000, 0)
        self.fits = QCheckBox("Make the grid as large as the picture", self)
        self.fits.setChecked(True)
        self.outcome = QLabel("", self)
        self.outcome.setProperty("role", "secondary")
        self.add_row("Pixels a cell", self.pixels)
        self.add_row("Grid starts at x", self.offset_x)
        self.add_row("Grid starts at y", self.offset_y)
        self.form.addRow("", self.fits)
        self.form.addRow("", self.outcome)
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
        if not self.fits.isChecked():
            return self._spec
        pixels = self.pixels.value()
        columns = round((self._size[0] - self.offset_x.value()) / pixels)
        rows = round((self._size[1] - self.offset_y.value()) / pixels)
        return replace(self._spec, columns=max(1, columns), rows=max(1, rows))

    def problem(self) -> str:
        """Return why this grid can't be made."""
        spec = self.grid()
        if max(spec.columns, spec.rows) > LARGEST:
            return f"That makes {spec.columns} × {spec.rows} cells; the most is {LARGEST} a side."
        return ""

    def _tell(self) -> None:
        spec = self.grid()
        words = f"{count(spec.columns, 'column')}, {count(spec.rows, 'row')}"
        if (spec.columns, spec.rows) != (self._spec.columns, self._spec.rows):
            words += ". Terrain and heights start blank."
        self.outcome.setText(words)

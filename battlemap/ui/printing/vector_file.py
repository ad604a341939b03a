"""Drawings in files that keep lines as lines: SVG, and a PDF of one page."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRect, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

import battlemap
from battlemap.ui.printing.lengths import MM_PER_INCH
from battlemap.ui.printing.pdf_file import exact

if TYPE_CHECKING:
    from collections.abc import Callable

RESOLUTION = 1200
"""Dots per inch of the PDF writer's own coordinates; nothing is rasterized."""

_COLOR = re.compile(rb'"#([0-9A-Fa-f]{6})"')
_PICTURE = re.compile(rb"data:image/(png|jpeg);base64,([A-Za-z0-9+/=\s]+)")
_SIZE = re.compile(rb'width="[0-9.]+mm" height="[0-9.]+mm"')
_FAMILY = re.compile(rb'font-family="([^",]+)"')


def one_page_pdf(
    width_mm: float,
    height_mm: float,
    title: str,
    paint: Callable[[QPainter, float], None],
    *,
    is_gray: bool = False,
) -> bytes:
    """Return a PDF file of one page that is exactly so large.

    Parameters
    ----------
    paint
        Draws it, told how many of the painter's units are a millimeter.
    is_gray
        Whether colors become grays.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(RESOLUTION)
    writer.setPageSize(
        QPageSize(
            QSizeF(width_mm, height_mm),
            QPageSize.Unit.Millimeter,
            "Map",
            QPageSize.SizeMatchPolicy.ExactMatch,
        )
    )
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(title)
    writer.setCreator(f"Battlemap {battlemap.__version__}")
    if is_gray:
        writer.setColorModel(QPdfWriter.ColorModel.Grayscale)
    painter = QPainter(writer)
    try:
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        paint(painter, RESOLUTION / MM_PER_INCH)
    finally:
        painter.end()
    return exact(buffer.data().data(), width_mm, height_mm)


def svg(
    width: int,
    height: int,
    title: str,
    paint: Callable[[QPainter], None],
    *,
    units_per_inch: float = 96.0,
    is_gray: bool = False,
) -> bytes:
    """Return an SVG file; the painter's unit is one of the file's own.

    Parameters
    ----------
    units_per_inch
        How large the drawing says that it is.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # The newer version knows clipping; the Tiny one would let hatches run out of their areas.
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(max(1, round(units_per_inch)))
    generator.setSize(QSize(width, height))
    generator.setViewBox(QRect(0, 0, width, height))
    generator.setTitle(title)
    generator.setDescription(f"Battlemap {battlemap.__version__}")
    painter = QPainter(generator)
    try:
        paint(painter)
    finally:
        painter.end()
    data = buffer.data().data()
    # Readers without our font take the next one; the generator names ours alone.
    # The generator's whole dots an inch would make the drawing a little larger or smaller.
    across, down = (f"{side / units_per_inch * MM_PER_INCH:.4f}" for side in (width, height))
    data = _SIZE.sub(f'width="{across}mm" height="{down}mm"'.encode(), data, count=1)
    data = _FAMILY.sub(rb'font-family="\1, sans-serif"', data)
    return _in_grays(data) if is_gray else data


def _in_grays(data: bytes) -> bytes:
    """Return an SVG file with its colors and pictures in grays."""

    def gray(found: re.Match[bytes]) -> bytes:
        color = QColor(f"#{found[1].decode()}")
        # Qt's own weights, which sum up to 32.
        level = (color.red() * 11 + color.green() * 16 + color.blue() * 5) // 32
        return f'"#{level:02x}{level:02x}{level:02x}"'.encode()

    def picture(found: re.Match[bytes]) -> bytes:
        image = QImage.fromData(b64decode(found[2]))
        alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
        grays = image.convertToFormat(QImage.Format.Format_Grayscale8)
        grays = grays.convertToFormat(QImage.Format.Format_ARGB32)
        grays.setAlphaChannel(alpha)
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        grays.save(buffer, "PNG")
        return b"data:image/png;base64," + b64encode(buffer.data().data())

    return _PICTURE.sub(picture, _COLOR.sub(gray, data))

"""A picture of the window as it stands: map, overlays and panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter

from battlemap.ui.printing.lengths import MM_PER_INCH
from battlemap.ui.printing.picture import check_size, encoded, in_grays, picture_kind
from battlemap.ui.printing.printer import write_whole
from battlemap.ui.printing.vector_file import one_page_pdf, svg

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

SCREEN_DPI = 96.0
"""Pixels of a window in an inch of paper."""


def draw_window(window: QWidget, scale: float = 1.0, *, is_gray: bool = False) -> QImage:
    """Return the window as a picture; *scale* pixels for each of its own, type and all.

    Raises
    ------
    PictureError
        If that is too large.
    """
    width, height = round(window.width() * scale), round(window.height() * scale)
    check_size(width, height)
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.transparent)
    window.render(image, QPoint(0, 0))
    image.setDevicePixelRatio(1.0)
    return in_grays(image) if is_gray else image


def export_window(
    window: QWidget, path: Path, scale: float = 1.0, *, is_gray: bool = False
) -> tuple[int, int]:
    """Write the window as PNG, JPEG, WebP, SVG or PDF and return its size in pixels.

    Raises
    ------
    PictureError
        If the picture is too large or its format unknown.
    OSError
        If the file can't be written.
    """
    kind = picture_kind(path)
    width, height = round(window.width() * scale), round(window.height() * scale)
    title = window.windowTitle() or "Battlemap"
    if kind == "svg":

        def paint(painter: QPainter) -> None:
            painter.scale(scale, scale)
            _render(window, painter)

        inch = SCREEN_DPI * scale
        data = svg(width, height, title, paint, units_per_inch=inch, is_gray=is_gray)
    elif kind == "pdf":
        millimeters = MM_PER_INCH / SCREEN_DPI

        def paint_page(painter: QPainter, dots_per_mm: float) -> None:
            painter.scale(dots_per_mm * millimeters, dots_per_mm * millimeters)
            _render(window, painter)

        across, down = window.width() * millimeters, window.height() * millimeters
        data = one_page_pdf(across, down, title, paint_page, is_gray=is_gray)
    else:
        data = encoded(draw_window(window, scale, is_gray=is_gray), kind)
    write_whole(path, data)
    return width, height


def _render(window: QWidget, painter: QPainter) -> None:
    window.render(painter, QPoint(0, 0))

"""Icons: one stroke drawing each in assets/icons, tinted with the color that its place asks for."""

from __future__ import annotations

from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from battlemap.resources import find_asset

_SHARPNESS = 2
"""Pictures are drawn with twice the pixels, so that they stay sharp on a 200 % screen."""

_FALLBACK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" '
    'stroke="currentColor" stroke-width="1.9"><circle cx="12" cy="12" r="7"/></svg>'
)


@lru_cache(maxsize=512)
def icon_pixmap(name: str, color: str, size: int = 20) -> QPixmap:
    """Return the icon *name* drawn in *color* (``#RRGGBB``), *size* logical pixels square.

    An icon whose file is missing is a plain ring: a damaged installation still has its buttons.
    """
    source = _source(name).replace("currentColor", color)
    renderer = QSvgRenderer(QByteArray(source.encode()))
    pixmap = QPixmap(size * _SHARPNESS, size * _SHARPNESS)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(pixmap.rect()))
    # The files draw in black or in currentColor; either way only their shape counts.
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), QColor(color))
    painter.end()
    pixmap.setDevicePixelRatio(_SHARPNESS)
    return pixmap


@cache
def _source(name: str) -> str:
    path = find_asset("icons", f"{name}.svg")
    return _FALLBACK if path is None else path.read_text(encoding="utf-8")


def icon(name: str, color: str, size: int = 20, *, off: str | None = None) -> QIcon:
    """Return the icon *name* in *color*, and in *off* where its button is disabled.

    Parameters
    ----------
    name
        Stem of a file in assets/icons.
    color, off
        ``#RRGGBB``.
    size
        Edge in logical pixels.
    """
    made = QIcon(icon_pixmap(name, color, size))
    if off is not None:
        made.addPixmap(icon_pixmap(name, off, size), QIcon.Mode.Disabled)
    return made

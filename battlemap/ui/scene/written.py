"""Words laid out once: a drag writes cards and rulers anew in each frame, mostly the same words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QStaticText

from battlemap.ui.theme import font

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter


def write(
    painter: QPainter,
    box: QRectF,
    text: str,
    size: float,
    weight: int = 400,
    *,
    across: float = 0.0,
) -> None:
    """Write a line in the painter's color, halfway down *box*.

    Parameters
    ----------
    size, weight
        Of the interface font, as in ``theme.font``.
    across
        Where in the box it stands: 0 at the left, 0.5 in the middle, 1 at the right.
    """
    laid_out, width, height = _laid_out(text, size, weight)
    painter.setFont(font(size, weight))
    x = box.left() + across * (box.width() - width)
    painter.drawStaticText(QPointF(x, box.top() + (box.height() - height) / 2), laid_out)


def width_of(text: str, size: float, weight: int = 400) -> float:
    """Return how wide a line is, in pixels."""
    return _laid_out(text, size, weight)[1]


@lru_cache(maxsize=1024)
def _laid_out(text: str, size: float, weight: int) -> tuple[QStaticText, float, float]:
    made = QStaticText(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.prepare(font=font(size, weight))
    extent = made.size()
    return made, extent.width(), extent.height()

"""Many boxes asked at once, for layouts that try many places while the mouse moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from PySide6.QtCore import QPointF, QRectF


class Boxes:
    """Boxes as an array; the answers are those of QRectF.

    Parameters
    ----------
    boxes
        In any one system of coordinates.
    """

    def __init__(self, boxes: Iterable[QRectF]) -> None:
        sides = [(box.left(), box.top(), box.right(), box.bottom()) for box in boxes]
        found = np.array(sides, dtype=float).reshape(-1, 4)
        self._left, self._top, self._right, self._bottom = found.T

    def meeting(self, box: QRectF) -> NDArray[np.bool_]:
        """Tell of each whether it shares more than a border with *box*."""
        found: NDArray[np.bool_] = (
            (self._left < box.right())
            & (box.left() < self._right)
            & (self._top < box.bottom())
            & (box.top() < self._bottom)
        )
        return found

    def holding(self, points: Sequence[QPointF]) -> NDArray[np.bool_]:
        """Tell of each whether any of *points* lies in it, the border included."""
        x = np.array([point.x() for point in points])[:, None]
        y = np.array([point.y() for point in points])[:, None]
        inside = (self._left <= x) & (x <= self._right) & (self._top <= y) & (y <= self._bottom)
        found: NDArray[np.bool_] = inside.any(axis=0)
        return found

    def covered(self, box: QRectF) -> float:
        """Return the area of *box* under each of the boxes, added up."""
        width = np.minimum(self._right, box.right()) - np.maximum(self._left, box.left())
        height = np.minimum(self._bottom, box.bottom()) - np.maximum(self._top, box.top())
        return float((np.maximum(width, 0) * np.maximum(height, 0)).sum())

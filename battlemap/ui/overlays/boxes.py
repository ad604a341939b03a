"""Many boxes asked at once, for layouts that try many places while the mouse moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from PySide6.QtCore import QPointF, QRectF
    from PySide6.QtGui import QTransform


class Boxes:
    """Boxes as an array; the answers are those of QRectF.

    Parameters
    ----------
    boxes
        In any one system of coordinates.
    """

    def __init__(self, boxes: Iterable[QRectF]) -> None:
        self._take(np.array([sides_of(box) for box in boxes], dtype=float).reshape(-1, 4))

    @classmethod
    def of_sides(cls, sides: NDArray[np.float64]) -> Boxes:
        """Return the boxes of an array with a row (left, top, right, bottom) for each."""
        made = cls(())
        made._take(sides)
        return made

    def _take(self, sides: NDArray[np.float64]) -> None:
        self.sides = sides
        """One row (left, top, right, bottom) for each."""
        self._left, self._top, self._right, self._bottom = sides.T

    def plus(self, boxes: Iterable[QRectF]) -> Boxes:
        """Return these boxes and some more."""
        return Boxes.of_sides(np.concatenate((self.sides, Boxes(boxes).sides)))

    def mapped(self, shape: QTransform) -> Boxes:
        """Return the boxes as a view shows them, which scales and moves but doesn't turn."""
        across, down = shape.m11(), shape.m22()
        moved = np.array([shape.dx(), shape.dy(), shape.dx(), shape.dy()])
        return Boxes.of_sides(self.sides * [across, down, across, down] + moved)

    def meeting(self, box: QRectF) -> NDArray[np.bool_]:
        """Tell of each whether it shares more than a border with *box*."""
        found: NDArray[np.bool_] = (
            (self._left < box.right())
            & (box.left() < self._right)
            & (self._top < box.bottom())
            & (box.top() < self._bottom)
        )
        return found

    def meets(self, others: Boxes) -> NDArray[np.bool_]:
        """Tell of each, in a row, with which of *others* it shares more than a border."""
        left, top, right, bottom = self.sides.T[:, :, None]
        found: NDArray[np.bool_] = (
            (left < others._right)
            & (others._left < right)
            & (top < others._bottom)
            & (others._top < bottom)
        )
        return found

    def holds(self, points: Sequence[QPointF]) -> NDArray[np.bool_]:
        """Tell of each, in a row, which of *points* lie in it, the border included."""
        return self.holding(np.array([(point.x(), point.y()) for point in points]).reshape(-1, 2))

    def holding(self, points: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Do the same for points in an array with a row (x, y) for each."""
        x, y = points.T
        left, top, right, bottom = self.sides.T[:, :, None]
        found: NDArray[np.bool_] = (left <= x) & (x <= right) & (top <= y) & (y <= bottom)
        return found

    def hit_by(self, lines: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell of each line, in a row, on which boxes any of its points lies.

        Parameters
        ----------
        lines
            Points (x, y), by place on the line and then by line.
        """
        x, y = lines[..., 0, None], lines[..., 1, None]
        inside = (self._left <= x) & (x <= self._right) & (self._top <= y) & (y <= self._bottom)
        found: NDArray[np.bool_] = inside.any(axis=0)
        return found

    def areas(self) -> NDArray[np.float64]:
        """Return the area of each."""
        found: NDArray[np.float64] = (self._right - self._left) * (self._bottom - self._top)
        return found

    def grown(self, by: float) -> Boxes:
        """Return the boxes, larger by so much on each side."""
        return Boxes.of_sides(self.sides + np.array([-by, -by, by, by]))

    def covered(self, places: Boxes) -> NDArray[np.float64]:
        """Return for each of *places* its area under each of the boxes, added up."""
        left, top, right, bottom = places.sides.T[:, :, None]
        width = np.minimum(self._right, right) - np.maximum(self._left, left)
        height = np.minimum(self._bottom, bottom) - np.maximum(self._top, top)
        found: NDArray[np.float64] = (np.maximum(width, 0) * np.maximum(height, 0)).sum(axis=1)
        return found


def sides_of(box: QRectF) -> tuple[float, float, float, float]:
    """Return (left, top, right, bottom) of a box."""
    return box.left(), box.top(), box.right(), box.bottom()

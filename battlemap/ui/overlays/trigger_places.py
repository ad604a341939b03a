"""Where the triangles of triggers stand: beside the route, and apart from each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PySide6.QtCore import QPointF

_SIDES = (
    (0.0, -26.0),
    (0.0, 28.0),
    (-30.0, 0.0),
    (30.0, 0.0),
    (-26.0, -26.0),
    (26.0, -26.0),
    (-26.0, 28.0),
    (26.0, 28.0),
    (0.0, -58.0),
    (0.0, 60.0),
)
"""Where the triangle of a trigger may stand, in pixels from the edge between its two cells."""


_REACH = 15.0
"""Half the width of a triangle with some room around it, in pixels."""


def free_sides(
    edges: Sequence[QPointF], unit: float, taken: NDArray[np.float64]
) -> list[tuple[float, float]]:
    """Return for each triangle the first side on which it hides nothing, else the least.

    Each keeps off those before it, too.

    Parameters
    ----------
    edges
        Where the triangles belong, in scene units.
    unit
        Scene units in a pixel.
    taken
        Boxes that they should not hide, one row of sides for each.
    """
    if not edges:
        return []
    at = np.array([(edge.x(), edge.y()) for edge in edges])
    peaks = np.array(_SIDES) * unit + at[:, None]
    low, high = (peaks - _REACH * unit)[..., None], (peaks + _REACH * unit)[..., None]
    left, top, right, bottom = taken.T
    width = np.minimum(high[:, :, 0], right) - np.maximum(low[:, :, 0], left)
    height = np.minimum(high[:, :, 1], bottom) - np.maximum(low[:, :, 1], top)
    hidden = (np.maximum(width, 0) * np.maximum(height, 0)).sum(axis=2)
    found: list[tuple[float, float]] = []
    for number, own in enumerate(hidden):
        side = int(own.argmin())
        found.append(_SIDES[side])
        apart = np.abs(peaks[number + 1 :] - peaks[number, side])
        hidden[number + 1 :] += np.maximum(2 * _REACH * unit - apart, 0).prod(axis=2)
    return found

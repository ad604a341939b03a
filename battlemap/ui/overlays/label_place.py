"""Where a label goes so that it hides no token and no other label."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from battlemap.ui.overlays.boxes import Boxes

if TYPE_CHECKING:
    from collections.abc import Iterable

FARTHEST = 168.0
"""A label goes no farther than this from where it belongs, in pixels."""
_STEP = 12.0
_TOKEN, _PLATE = 4000.0, 1500.0
"""What it costs to hide a token or a plate whole, in pixels of way; a tenth to touch it."""


def label_place(
    box: QRectF,
    unit: float,
    *,
    tokens: Iterable[QRectF],
    plates: Iterable[QRectF],
) -> QPointF:
    """Return how far a label moves: as little as it can, and clear of what it would hide.

    Parameters
    ----------
    box
        The label where it belongs, in scene units.
    unit
        So many scene units are one pixel.
    tokens, plates
        What it keeps clear of; a label on a token is worse than one on a plate.
    """
    reach = FARTHEST * unit
    near = box.adjusted(-reach, -reach, reach, reach)
    discs = Boxes(other for other in tokens if other.intersects(near))
    others = Boxes(other for other in plates if other.intersects(near))
    if not (discs.meeting(box).any() or others.meeting(box).any()):
        return QPointF()
    steps = np.arange(-FARTHEST, FARTHEST + 1, _STEP)
    across, down = (grid.ravel() * unit for grid in np.meshgrid(steps, steps))
    sides = np.array([box.left(), box.top(), box.right(), box.bottom()])
    places = Boxes.of_sides(sides + np.stack((across, down, across, down), axis=1))
    area = box.width() * box.height()
    cost = np.hypot(across, 1.01 * down) / unit
    for price, taken in ((_TOKEN, discs), (_PLATE, others)):
        hidden = taken.covered(places) / area
        cost += price * np.where(hidden > 0, 0.1 + np.minimum(hidden, 1.0), 0.0)
    best = int(np.argmin(cost))
    return QPointF(float(across[best]), float(down[best]))

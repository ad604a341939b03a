"""Where the cards of a drag stand: many places are tried at once while the mouse moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from battlemap.ui.overlays.boxes import Boxes, sides_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from PySide6.QtCore import QSizeF


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What a card may hide or had better not, in pixels of the viewport."""

    room: QRectF
    """The layer of the cards."""
    bars: tuple[QRectF, ...]
    """The bars that lie over the map."""
    discs: Boxes
    weights: NDArray[np.float64]
    """How bad it is to hide each of the discs."""
    route: NDArray[np.float64]
    """[point, (x, y)] that no card should hide."""

    def best_offset(self, pixel: QPointF, size: QSizeF, now: QPointF) -> QPointF:
        """Return where the card at the pointer hangs from it: inside the view, hiding least.

        Parameters
        ----------
        pixel
            Where the pointer is.
        now
            Where it hangs now, which is a little better than elsewhere: it doesn't jump about.
        """
        width, height = size.width(), size.height()
        spots = np.array([(x, y) for y in (92.0, -height - 70.0) for x in (18.0, -width - 18.0)])
        corners = spots + np.array((pixel.x(), pixel.y()))
        boxes = Boxes.of_sides(np.hstack((corners, corners + np.array((width, height)))))
        area = Boxes((self.room.adjusted(8, 8, -8, -8),)).sides[0]
        is_inside = (boxes.sides[:, :2] >= area[:2]) & (boxes.sides[:, 2:] <= area[2:])
        cost = 100.0 * ~is_inside.all(axis=1)
        cost += 50.0 * boxes.meets(Boxes(self.bars)).any(axis=1)
        cost += 0.5 * (spots != (now.x(), now.y())).any(axis=1)
        cost += boxes.meets(self.discs) @ self.weights
        cost += boxes.holding(self.route).sum(axis=1)
        return QPointF(*spots[int(cost.argmin())].tolist())

    def callouts(
        self, tips: Sequence[QPointF], sizes: Sequence[QSizeF], taken: Iterable[QRectF]
    ) -> list[QRectF]:
        """Return boxes that hide least: not the route, not tokens, not another card.

        Parameters
        ----------
        tips, sizes
            What each card points at, and how large it is.
        taken
            Where other cards stand; each of these cards keeps clear of those before it, too.
        """
        if not tips:
            return []
        aims = np.array([(tip.x(), tip.y()) for tip in tips])[:, None]
        spans = np.array([(size.width(), size.height()) for size in sizes])[:, None]
        # All spots of all cards at once: a row (left, top, right, bottom) for each, kept inside.
        low, high = np.array(sides_of(self.room.adjusted(10, 48, -10, -10))).reshape(2, 2)
        corners = np.minimum(np.maximum(_SPOTS + aims - spans / 2, low), high - spans)
        # On whole pixels type and frame stay crisp.
        corners = np.round(corners)
        shape = corners.shape[:2]
        every = Boxes.of_sides(np.concatenate((corners, corners + spans), axis=2).reshape(-1, 4))
        wide = every.grown(24)
        cost = 3.0 * wide.holding(self.route).sum(axis=1)
        cost += 3.0 * (every.grown(12).meets(self.discs) @ self.weights)
        centers = corners + spans / 2
        on_way = centers + (aims - centers) * _SHARES
        cost += self.discs.hit_by(on_way.reshape(len(_SHARES), -1, 2)).sum(axis=1)
        cost += 40.0 * every.meets(Boxes((*taken, *self.bars))).sum(axis=1)
        cost = cost.reshape(shape)
        near = wide.holding(aims[:, 0]).reshape(*shape, len(tips))
        found: list[QRectF] = []
        kept_clear: list[QRectF] = []
        for number, size in enumerate(sizes):
            own = cost[number] + 20.0 * near[number, :, number]
            own += np.hypot(*(centers[number] - aims[number]).T) / 150
            if kept_clear:
                sides = every.sides.reshape(*shape, 4)[number]
                own += 40.0 * Boxes.of_sides(sides).meets(Boxes(kept_clear)).sum(axis=1)
            box = QRectF(QPointF(*corners[number, int(own.argmin())].tolist()), size)
            kept_clear.append(box.adjusted(-8, -8, 8, 8))
            found.append(box)
        return found


def hanging(corner: QPointF, size: QSizeF, room: QRectF, bars: Iterable[QRectF]) -> QRectF:
    """Return the box of a card from *corner* on, moved so that it lies in the room and on no bar.

    Parameters
    ----------
    room, bars
        As in ``Surroundings``.
    """
    box = QRectF(QPointF(corner.toPoint()), size)
    area = room.adjusted(8, 8, -8, -8)
    box.moveLeft(max(area.left(), min(box.left(), area.right() - box.width())))
    box.moveTop(max(area.top(), min(box.top(), area.bottom() - box.height())))
    for bar in bars:
        if not box.intersects(bar):
            continue
        if bar.center().y() > area.center().y():
            box.moveBottom(bar.top())
        else:
            box.moveTop(bar.bottom())
    return box


_SHARES = np.arange(4, 12)[:, None, None, None] / 12
"""Where a leader is looked at, from the middle of its card on."""

_SPOTS = np.array(
    (
        (-110, -170),
        (110, -170),
        (0, -190),
        (-230, -90),
        (230, -90),
        (-230, 90),
        (230, 90),
        (0, 190),
        (-320, 0),
        (320, 0),
        (-140, 180),
        (140, 180),
        (-340, -190),
        (340, -190),
    )
)
"""Where a callout may stand, from its trigger, in pixels."""

"""Where a card may stand over the map without hiding what it explains."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtCore import QSizeF

    from battlemap.ui.overlays.drawing import Drawing

_TRIES = 11
"""So many places across and so many down are tried."""
_NEAR = 26.0
"""A card that stands nearer to what it explains has no room for its leader, in pixels."""


def proof_of(drawing: Drawing, unit: float) -> QPainterPath:
    """Return the surface of a drawing in the scene: strokes, signs and areas, labels aside.

    Parameters
    ----------
    unit
        So many scene units are one pixel.
    """
    lines = QPainterPath()
    for line in drawing.lines:
        lines.moveTo(line.start)
        lines.lineTo(line.end)
    around = QPainterPathStroker()
    around.setWidth(10 * unit)
    whole = around.createStroke(lines) if drawing.lines else QPainterPath()
    whole.setFillRule(Qt.FillRule.WindingFill)
    for mark in drawing.marks:
        whole.addEllipse(mark.place, 9 * unit, 9 * unit)
    for area in drawing.areas:
        whole.addPath(area.path)
    for label in drawing.labels:
        place = label.place + QPointF(0, label.below * unit)
        half = 3.6 * min(46, len(label.text)) * unit
        whole.addRect(QRectF(place.x() - half, place.y() - 14 * unit, 2 * half, 28 * unit))
    return whole


def free_place(
    area: QRectF,
    size: QSizeF,
    kept: Sequence[QPainterPath],
    beside: Iterable[QRectF],
    target: QPointF,
) -> QPointF:
    """Return where the corner of a card of this size goes, all in the same units.

    Parameters
    ----------
    area
        The card stays inside.
    kept
        What it must not hide, each as bad as the other: the proof, the tokens in question.
    beside
        What it had better not hide: other tokens, bars.
    target
        What it explains: nearer is better.
    """
    others = list(beside)
    across = max(0.0, area.width() - size.width())
    down = max(0.0, area.height() - size.height())
    best: tuple[float, QPointF] | None = None
    for column, row in product(range(_TRIES), repeat=2):
        corner = area.topLeft() + QPointF(across * column / (_TRIES - 1), down * row / (_TRIES - 1))
        card = QRectF(corner, size)
        cost = 1e6 * sum(0.1 + _hidden(card, path) for path in kept if hides(card, path))
        cost += sum(10.0 + 120.0 * share for other in others if (share := _share(card, other)))
        cost += 0.05 * distance(card, target)
        if distance(card, target) < _NEAR:
            cost += 60.0
        if best is None or cost < best[0]:
            best = cost, corner
    assert best is not None  # there is always a first place
    return best[1]


def hides(card: QRectF, path: QPainterPath) -> bool:
    """Tell whether a card lies over any of a surface."""
    return path.boundingRect().intersects(card) and path.intersects(card)


def _hidden(card: QRectF, path: QPainterPath) -> float:
    """Return about how much of a surface a card hides, as a share of the card."""
    over = QPainterPath()
    over.addRect(card)
    box = path.intersected(over).boundingRect()
    return box.width() * box.height() / (card.width() * card.height())


def distance(box: QRectF, place: QPointF) -> float:
    """Return how far a point is from a box, the longer way round its corner; 0 inside it."""
    dx = max(box.left() - place.x(), 0.0, place.x() - box.right())
    dy = max(box.top() - place.y(), 0.0, place.y() - box.bottom())
    return dx + dy


def nearest(box: QRectF, place: QPointF) -> QPointF:
    """Return the point of a box that is nearest to a place, a little away from its corners."""
    edge = min(18.0, box.width() / 2, box.height() / 2)
    inner = box.adjusted(edge, edge, -edge, -edge)
    x = min(max(place.x(), inner.left()), inner.right())
    y = min(max(place.y(), inner.top()), inner.bottom())
    return QPointF(x, y)


def _share(card: QRectF, other: QRectF) -> float:
    both = card.intersected(other)
    if both.isEmpty() or other.isEmpty():
        return 0.0
    return both.width() * both.height() / (other.width() * other.height())

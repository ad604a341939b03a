"""Triangles of triggers stand where one after the other finds the most room."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from battlemap.ui.overlays.boxes import sides_of
from battlemap.ui.overlays.trigger_places import _REACH, _SIDES, free_sides

places = st.builds(QPointF, st.integers(0, 300), st.integers(0, 300))
boxes = st.builds(QRectF, st.integers(0, 300), st.integers(0, 300), st.just(40), st.just(40))


@given(st.lists(places, max_size=5), st.sampled_from([0.5, 1.0, 2.0]), st.lists(boxes, max_size=6))
def test_each_triangle_hides_least_and_keeps_off_those_before_it(edges, unit, taken):
    found = free_sides(edges, unit, np.array([sides_of(box) for box in taken]).reshape(-1, 4))
    assert len(found) == len(edges)
    before = list(taken)
    for edge, side in zip(edges, found, strict=True):

        def around(side, edge=edge):
            peak, reach = edge + QPointF(*side) * unit, _REACH * unit
            return QRectF(peak.x() - reach, peak.y() - reach, 2 * reach, 2 * reach)

        def hidden(side):
            parts = [around(side).intersected(box) for box in before]
            return sum(part.width() * part.height() for part in parts)

        assert hidden(side) == min(map(hidden, _SIDES))
        assert side == next(one for one in _SIDES if hidden(one) == hidden(side))
        before.append(around(side))

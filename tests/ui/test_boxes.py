"""Many boxes at once say what QRectF says of each."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform

from battlemap.ui.overlays.boxes import Boxes, sides_of

numbers = st.integers(0, 12)
sizes = st.integers(1, 6)
rects = st.builds(QRectF, numbers, numbers, sizes, sizes)
points = st.builds(QPointF, numbers, numbers)
many = st.lists(rects, max_size=8)


@given(many, many, st.lists(points, min_size=1, max_size=4))
def test_answers_are_those_of_qrectf(found, others, places):
    boxes = Boxes(found)
    asked = Boxes(others)
    for box in others:
        assert boxes.meeting(box).tolist() == [one.intersects(box) for one in found]
    assert boxes.meets(asked).tolist() == [[a.intersects(b) for b in others] for a in found]
    assert boxes.holds(places).tolist() == [[a.contains(p) for p in places] for a in found]
    areas = [[a.intersected(b) for a in found] for b in others]
    sums = [sum(part.width() * part.height() for part in parts) for parts in areas]
    assert boxes.covered(asked).tolist() == sums


@given(many, st.lists(st.lists(points, min_size=3, max_size=3), min_size=1, max_size=4))
def test_a_line_hits_the_boxes_that_hold_one_of_its_points(found, lines):
    places = np.array([[(p.x(), p.y()) for p in line] for line in lines]).swapaxes(0, 1)
    held = [[any(box.contains(p) for p in line) for box in found] for line in lines]
    assert Boxes(found).hit_by(places).tolist() == held


@given(many, rects, st.integers(1, 3))
def test_boxes_are_moved_and_grown_like_qrectf(found, more, by):
    shape = QTransform.fromTranslate(7, -3).scale(2.5, 2.5)
    assert Boxes(found).mapped(shape).sides == pytest.approx(
        Boxes(shape.mapRect(box) for box in found).sides
    )
    grown = [sides_of(box.adjusted(-by, -by, by, by)) for box in found]
    assert Boxes(found).grown(by).sides.tolist() == [list(sides) for sides in grown]
    assert Boxes(found).plus([more]).sides.tolist() == Boxes([*found, more]).sides.tolist()

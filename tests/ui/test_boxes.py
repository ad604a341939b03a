"""Many boxes at once say what QRectF says of each."""

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from battlemap.ui.overlays.boxes import Boxes

numbers = st.integers(0, 12)
sizes = st.integers(1, 6)
rects = st.builds(QRectF, numbers, numbers, sizes, sizes)
points = st.builds(QPointF, numbers, numbers)


@given(st.lists(rects, max_size=8), rects, st.lists(points, min_size=1, max_size=4))
def test_answers_are_those_of_qrectf(found, box, places):
    boxes = Boxes(found)
    assert boxes.meeting(box).tolist() == [one.intersects(box) for one in found]
    held = [any(one.contains(place) for place in places) for one in found]
    assert boxes.holding(places).tolist() == held
    parts = [one.intersected(box) for one in found]
    assert boxes.covered(box) == sum(part.width() * part.height() for part in parts)

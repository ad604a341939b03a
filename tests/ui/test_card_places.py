"""Cards of a drag stand where the obvious search of one box after the other puts them."""

from math import hypot

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSizeF

from battlemap.ui.overlays.boxes import Boxes
from battlemap.ui.overlays.card_places import _SPOTS, Surroundings, hanging

ROOM = QRectF(0, 0, 1200, 800)
xs, ys = st.integers(-100, 1300), st.integers(-100, 900)
points = st.builds(QPointF, xs, ys)
discs = st.builds(QRectF, xs, ys, st.just(40), st.just(40))
bars = st.lists(st.builds(QRectF, xs, ys, st.integers(60, 300), st.just(40)), max_size=2)
sizes = st.builds(QSizeF, st.integers(230, 400), st.integers(80, 160))


@st.composite
def surroundings(draw):
    """Return what may be hidden, as the fast search reads it and one by one."""
    found, route = draw(st.lists(discs, max_size=6)), draw(st.lists(points, max_size=6))
    over, target = draw(bars), draw(st.integers(0, 5))
    weights = [3.0 if number == target else 1.0 for number in range(len(found))]
    places = np.array([(p.x(), p.y()) for p in route]).reshape(-1, 2)
    fast = Surroundings(ROOM, tuple(over), Boxes(found), np.array(weights), places)
    return fast, list(zip(found, weights, strict=True)), route, over


@given(surroundings(), points, sizes, st.booleans())
def test_the_card_at_the_pointer_hides_least(drawn, pixel, size, hangs_right):
    around, weighted, route, over = drawn
    now = QPointF(18, 92) if hangs_right else QPointF(-size.width() - 18, 92)

    def cost(offset):
        box = QRectF(pixel + offset, size)
        hidden = sum(weight for disc, weight in weighted if box.intersects(disc))
        hidden += sum(box.contains(place) for place in route)
        hidden += 50 * any(box.intersects(bar) for bar in over)
        hidden += 0 if ROOM.adjusted(8, 8, -8, -8).contains(box) else 100
        return hidden + (0 if offset == now else 0.5)

    spots = [QPointF(x, y) for y in (92.0, -size.height() - 70) for x in (18.0, -size.width() - 18)]
    assert around.best_offset(pixel, size, now) == min(spots, key=cost)


@given(surroundings(), st.lists(st.tuples(points, sizes), max_size=3), discs)
def test_callouts_hide_least_and_not_each_other(drawn, cards, own):
    around, weighted, route, over = drawn
    area = ROOM.adjusted(10, 48, -10, -10)

    def cost(box, tip, taken):
        wide, near = box.adjusted(-24, -24, 24, 24), box.adjusted(-12, -12, 12, 12)
        hidden = 3 * sum(wide.contains(place) for place in route)
        hidden += 3 * sum(weight for disc, weight in weighted if near.intersects(disc))
        way = [box.center() + (tip - box.center()) * (share / 12) for share in range(4, 12)]
        hidden += sum(any(disc.contains(p) for p in way) for disc, _ in weighted)
        hidden += 40 * sum(box.intersects(other) for other in (*taken, *over))
        hidden += 20 * wide.contains(tip)
        away = box.center() - tip
        return hidden + hypot(away.x(), away.y()) / 150

    boxes = around.callouts([tip for tip, _ in cards], [size for _, size in cards], [own])
    taken = [own]
    for (tip, size), box in zip(cards, boxes, strict=True):
        tried = []
        for dx, dy in _SPOTS.tolist():
            x = min(max(tip.x() + dx - size.width() / 2, area.left()), area.right() - size.width())
            y = min(
                max(tip.y() + dy - size.height() / 2, area.top()), area.bottom() - size.height()
            )
            tried.append(QRectF(QPointF(round(x), round(y)), size))
        assert box in tried
        assert cost(box, tip, taken) <= min(cost(one, tip, taken) for one in tried) + 1e-6
        taken.append(box.adjusted(-8, -8, 8, 8))


@given(points, sizes, bars)
def test_a_card_hangs_inside_and_clear_of_a_bar(corner, size, over):
    box = hanging(corner, size, ROOM, over[:1])
    assert box.size() == size
    if not over:
        assert ROOM.adjusted(8, 8, -8, -8).contains(box)
    else:
        assert not box.intersects(over[0])

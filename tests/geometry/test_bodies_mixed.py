"""Outlines with different numbers of corners stand on one map."""

from itertools import pairwise
from math import atan2, pi
from unittest.mock import patch

import numpy as np
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from battlemap.geometry import fans
from battlemap.geometry.bodies import inside_spans, outline
from battlemap.geometry.body_index import BodyIndex
from battlemap.geometry.cell import LatticePoint


def test_a_ray_meets_outlines_of_three_four_and_eight_corners():
    def at(*points):
        return outline([LatticePoint(x, y) for x, y in points])

    triangle = at((1000, -500), (2000, 500), (1000, 500))
    square = at((3000, -500), (4000, -500), (4000, 500), (3000, 500))
    octagon = at(
        (5300, -700), (5700, -700), (6000, -300), (6000, 300),
        (5700, 700), (5300, 700), (5000, 300), (5000, -300),
    )  # fmt: skip
    index = BodyIndex([triangle, square, octagon])
    rays = np.array([[0, 0, 7000, 0], [0, 0, 2500, 0], [0, 5000, 7000, 5000]], dtype=np.int64)
    crossing, _ = index.touching(rays)
    assert {tuple(pair) for pair in crossing.T.tolist()} == {(0, 0), (0, 1), (0, 2), (1, 0)}


spot = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


@st.composite
def stars(draw):
    """A simple outline, convex or not: points in the order of their directions from the middle."""
    x, y = draw(spot)
    points = draw(st.lists(spot, min_size=3, max_size=7, unique=True))
    around = {round(atan2(b, a), 6): (a, b) for a, b in points if a or b}
    ordered = [around[angle] for angle in sorted(around)]
    turns = (
        [(later - angle) % (2 * pi) for angle, later in pairwise((*sorted(around), min(around)))]
        if len(around) > 2
        else [4.0]
    )
    assume(max(turns) < 3.14)  # else the middle lies outside, and edges may cross
    return outline([LatticePoint(500 * (x + a), 500 * (y + b)) for a, b in ordered])


rays_drawn = st.lists(
    st.tuples(spot, spot).filter(lambda ray: ray[0] != ray[1]), min_size=1, max_size=6
)


@given(st.lists(stars(), min_size=1, max_size=4), rays_drawn, st.data())
def test_many_at_once_say_what_each_says_alone(bodies, drawn, data):
    index = BodyIndex(bodies)
    if data.draw(st.booleans()):  # one of them was another before
        number = data.draw(st.integers(0, len(bodies) - 1))
        earlier = [*bodies[:number], data.draw(stars()), *bodies[number + 1 :]]
        index = BodyIndex(bodies, BodyIndex(earlier))
    rays = np.array([[500 * n for point in ray for n in point] for ray in drawn], dtype=np.int64)
    with patch.object(fans, "FEW", data.draw(st.sampled_from((0, 1024)))):
        crossing, grazing = index.touching(rays)
    met = {tuple(pair) for pair in crossing.T.tolist()}
    beside = {tuple(pair) for pair in grazing.T.tolist()}
    for i, (x0, y0, x1, y1) in enumerate(rays.tolist()):
        p, q = LatticePoint(x0, y0), LatticePoint(x1, y1)
        for j, body in enumerate(bodies):
            line, shape = shapely.LineString([p, q]), shapely.Polygon(body.points)
            assert ((i, j) in met) == shapely.relate_pattern(line, shape, "T********"), (p, q, body)
            assert ((i, j) in met) == bool(inside_spans(body, p, q))
            if any(line.intersects(shapely.Point(point)) for point in body.points):
                assert (i, j) in met | beside

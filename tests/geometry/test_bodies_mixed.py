"""Outlines with different numbers of corners stand on one map."""

import numpy as np

from battlemap.geometry.bodies import BodyIndex, outline
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
    assert {tuple(pair) for pair in crossing.tolist()} == {(0, 0), (0, 1), (0, 2), (1, 0)}

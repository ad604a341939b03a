"""Rays sorted around their hubs meet what Shapely says they meet."""

from unittest.mock import patch

import numpy as np
import shapely
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry import fans
from battlemap.geometry.cell import LatticePoint
from battlemap.geometry.fans import Fans
from battlemap.geometry.rays import SegmentIndex, side

places = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
pairs = st.tuples(places, places)


@st.composite
def rays_around_hubs(draw):
    """Rays from a few places to many, or from many to a few."""
    hubs = draw(st.lists(places, min_size=1, max_size=3))
    drawn = draw(st.lists(st.tuples(st.sampled_from(hubs), places), min_size=1, max_size=25))
    rays = np.array([(*hub, *place) for hub, place in drawn], dtype=np.int64)
    return rays[:, [2, 3, 0, 1]] if draw(st.booleans()) else rays


def boxes_of(drawn):
    ends = np.array([(*a, *b) for a, b in drawn], dtype=float).T
    return ends, np.concatenate([np.minimum(ends[:2], ends[2:]), np.maximum(ends[:2], ends[2:])])


@given(rays_around_hubs(), st.lists(pairs, min_size=1, max_size=12))
def test_no_box_is_overlooked_and_those_passed_lie_between(rays, drawn):
    _, boxes = boxes_of(drawn)
    with patch.object(fans, "FEW", 0):
        ray, box, passes = Fans(rays).near_boxes(boxes)
    found = list(zip(ray.tolist(), box.tolist(), strict=True))
    assert len(set(found)) == len(found)
    lines = shapely.linestrings(rays.reshape(-1, 2, 2).astype(float))
    shapes = shapely.box(*boxes)
    touching = zip(*np.nonzero(shapely.intersects(lines[:, None], shapes[None, :])), strict=True)
    assert {(int(i), int(j)) for i, j in touching} <= set(found)
    for i, j in [pair for pair, passed in zip(found, passes.tolist(), strict=True) if passed]:
        # Beyond the box and before it: the box lies in the way of the whole line or beside it.
        assert not any(shapes[j].intersects(shapely.Point(p)) for p in lines[i].coords)
        line = shapely.LineString(
            [np.add(lines[i].coords[0], k * np.subtract(*lines[i].coords)) for k in (-99, 99)]
        )
        assert lines[i].intersects(shapes[j]) == line.intersects(shapes[j])


@given(rays_around_hubs(), st.lists(pairs.filter(lambda p: p[0] != p[1]), min_size=1, max_size=12))
def test_the_same_segments_stop_rays_however_they_are_sought(rays, drawn):
    index = SegmentIndex([(LatticePoint(*a), LatticePoint(*b)) for a, b in drawn])
    expected = set()
    for i, (x0, y0, x1, y1) in enumerate(rays.tolist()):
        line = shapely.LineString([(x0, y0), (x1, y1)])
        for j, (a, b) in enumerate(drawn):
            apart = side(a, b, (x0, y0)) * side(a, b, (x1, y1)) < 0
            if apart and line.intersects(shapely.LineString([a, b])):
                expected.add((i, j))
    for few in (0, 1024):
        with patch.object(fans, "FEW", few):
            assert set(map(tuple, index.stops(rays).T.tolist())) == expected

"""Regions with holes as one ring: the same surface, the same border."""

import pytest
import shapely

from battlemap.geometry.cell import Point
from battlemap.geometry.joined_rings import borders, joined
from battlemap.geometry.shapes import disc, rectangle, ring, union


def surface(points):
    """The area that the even-odd rule fills, by the shoelace formula: seams cancel out."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return sum(a.x * b.y - b.x * a.y for a, b in pairs) / 2


def length(shape):
    return shape.geometry.length


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(disc((5, 5), 3), id="disc"),
        pytest.param(ring((5, 5), 2, 4), id="ring"),
        pytest.param(rectangle(0, 0, 4, 2), id="square"),
        pytest.param(union([disc((2, 2), 1), disc((8, 2), 1)]), id="two parts"),
        pytest.param(union([ring((2, 2), 0.5, 1), disc((8, 2), 1)]), id="a ring and a disc"),
    ],
)
def test_the_border_is_the_same_and_seams_are_not_drawn(shape):
    points = joined(shape.outlines)
    lines = borders(points)
    drawn = sum(shapely.LineString(line).length for line in lines)
    assert drawn == pytest.approx(length(shape), rel=0.01)
    assert len(points) < 512


def test_the_surface_of_a_ring_is_the_same():
    shape = ring((5, 5), 2, 4)
    assert abs(surface(joined(shape.outlines))) == pytest.approx(shape.area, rel=0.005)


def test_nothing_has_no_border():
    assert joined(()) == ()
    assert borders(()) == []


def test_a_seam_is_gone_along_both_ways():
    outer = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]
    hole = [Point(1, 1), Point(2, 1), Point(2, 2)]
    whole = joined([outer, hole])
    assert whole[0] == Point(0, 0)
    assert whole.count(Point(0, 0)) == 2
    assert whole.count(Point(1, 1)) == 2
    assert [len(line) for line in borders(whole)] == [4, 5]

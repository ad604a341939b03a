"""An index of segments that was patched after edits answers what a new one answers."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry.cell import LatticePoint
from battlemap.geometry.rays import SegmentIndex, segments_meet

places = st.builds(LatticePoint, *[st.integers(0, 12)] * 2)
segments = st.tuples(places, places).filter(lambda pair: pair[0] != pair[1])


@st.composite
def edits(draw):
    """Return lists of segments, each made from the one before it by a few edits."""
    known = draw(st.lists(segments, max_size=12))
    found = [known]
    for _ in range(draw(st.integers(1, 4))):
        known = [segment for segment in known if draw(st.integers(0, 4))]
        for fresh in draw(st.lists(segments, max_size=3)):
            known.insert(draw(st.integers(0, len(known))), fresh)
        found.append(known)
    return found


@given(edits(), st.lists(segments, min_size=1, max_size=20))
def test_a_patched_index_answers_like_a_new_one(states, asked):
    index = SegmentIndex(states[0])
    rays = np.array([(*a, *b) for a, b in asked], dtype=np.int64)
    hulls = np.array([(a, b, (a[0], b[1])) for a, b in asked], dtype=np.int64)
    for state in states:
        index = SegmentIndex(state, index)
        new = SegmentIndex(state)
        assert index.ends.tolist() == new.ends.tolist()
        assert index.met(rays).tolist() == new.met(rays).tolist()
        assert index.met_by_hulls(hulls).tolist() == new.met_by_hulls(hulls).tolist()
        assert index.stops(rays).tolist() == new.stops(rays).tolist()
        for (x0, y0), (x1, y1) in asked:
            box = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
            assert index.near(box).tolist() == new.near(box).tolist()


@given(edits(), st.lists(segments, min_size=1, max_size=20))
def test_whatever_is_met_is_met_by_one_of_the_segments(states, asked):
    index = SegmentIndex(states[0])
    for state in states[1:]:
        index = SegmentIndex(state, index)
    met = index.met(np.array([(*a, *b) for a, b in asked], dtype=np.int64))
    slow = [any(segments_meet(*ray, *segment) for segment in states[-1]) for ray in asked]
    assert met.tolist() == slow


def test_many_changes_prepare_everything_anew():
    first = [(LatticePoint(x, 0), LatticePoint(x, 5)) for x in range(200)]
    index = SegmentIndex(first)
    one_more = SegmentIndex([*first, (LatticePoint(0, 7), LatticePoint(5, 7))], index)
    assert one_more.tree is index.tree
    other = [(LatticePoint(x, 1), LatticePoint(x, 6)) for x in range(200)]
    assert SegmentIndex(other, index).tree is not index.tree


def test_the_changes_are_what_came_and_what_went():
    first = [(LatticePoint(x, 0), LatticePoint(x, 5)) for x in range(4)]
    fresh = (LatticePoint(9, 9), LatticePoint(9, 8))
    index = SegmentIndex([first[0], fresh, *first[2:]], SegmentIndex(first))
    assert sorted(index.changes.tolist()) == [[1, 0, 1, 5], [9, 9, 9, 8]]

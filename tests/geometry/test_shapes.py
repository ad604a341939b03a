"""Regions united as they come, and the cells whose centers they hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry.grid import GridKind, make_grid
from battlemap.geometry.shapes import disc, nothing, rectangle, union, united

places = st.floats(-3, 12, allow_nan=False)
discs = st.lists(
    st.builds(lambda x, y, r: disc((x, y), r), places, places, st.floats(0.2, 4)), max_size=21
)


@given(discs)
def test_united_as_they_come_is_the_union(regions):
    asked = []

    def come():
        for number, region in enumerate(regions):
            asked.append(number)
            yield region

    found, wanted = united(come()), union(regions)
    assert asked == list(range(len(regions)))
    assert found.area == pytest.approx(wanted.area, abs=1e-9)
    both = found.within(wanted).area
    assert both == pytest.approx(wanted.area, abs=1e-6)


@given(
    st.sampled_from(list(GridKind)),
    st.builds(rectangle, places, places, st.floats(0.1, 9), st.floats(0.1, 9)),
)
def test_the_cells_of_a_region_are_those_whose_center_it_holds(kind, region):
    grid = make_grid(kind, 9, 7)
    assert region.centers(grid) == {
        cell for cell in grid.cells() if region.holds(grid.center(cell))
    }
    assert nothing().centers(grid) == frozenset()
    assert all(type(cell).__name__ == "Cell" for cell in region.centers(grid))

"""How far a reach goes around, by each measure: against plain geometry, and in words."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry.cell import Cell
from battlemap.geometry.footprint import footprint
from battlemap.geometry.grid import DiagonalMetric, GridKind, make_grid
from battlemap.tactics.patterns import pattern_cells
from battlemap.tactics.reach import Around, ReachMeasure

KINDS = st.sampled_from(GridKind)
SIZES = st.integers(1, 4)
REACH = st.integers(1, 4)
METRICS = st.sampled_from(DiagonalMetric)


def reached(kind, size, around, metric=DiagonalMetric.EQUAL):
    grid = make_grid(kind, 24, 24)
    space = footprint(grid, grid.from_offset(10, 10), size)
    return grid, space, pattern_cells(grid, space, 0, around, metric)


def border_distance(grid, start, cell):
    """Return how far the center of *cell* is from the outline of *start*, sampled finely."""
    middle, corners = grid.center(cell), grid.corners(start)
    least = float("inf")
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        along = (b.x - a.x, b.y - a.y)
        share = (middle.x - a.x) * along[0] + (middle.y - a.y) * along[1]
        share = min(1.0, max(0.0, share / (along[0] ** 2 + along[1] ** 2)))
        least = min(
            least, hypot(middle.x - a.x - share * along[0], middle.y - a.y - share * along[1])
        )
    return least


def is_within(grid, space, cell, around, metric):
    """Tell by plain geometry whether *cell* is in reach, whatever the minimum."""
    steps = min(grid.steps(own, cell) for own in space)
    far = {
        ReachMeasure.NEAREST: lambda: steps,
        ReachMeasure.DIAGONALS: lambda: grid.space_distance(space, [cell], metric) / 100,
        ReachMeasure.OUTLINE: lambda: min(border_distance(grid, own, cell) for own in space),
        ReachMeasure.CENTER: lambda: (
            0.0 if steps <= 1 else _apart(grid.centroid(space), grid.center(cell))
        ),
    }[around.measure]()
    return steps <= around.cells and far <= around.cells + 1e-9


def _apart(a, b):
    return hypot(a.x - b.x, a.y - b.y)


@given(KINDS, SIZES, REACH, st.sampled_from(ReachMeasure), METRICS)
def test_the_cells_in_reach_are_those_of_plain_geometry(kind, size, cells, measure, metric):
    around = Around(cells, measure=measure)
    grid, space, found = reached(kind, size, around, metric)
    expected = {
        cell
        for cell in grid.cells()
        if cell not in space and is_within(grid, space, cell, around, metric)
    }
    assert set(found) == expected


@given(KINDS, SIZES, REACH, st.integers(2, 3), st.sampled_from(ReachMeasure))
def test_a_minimum_takes_away_what_a_shorter_reach_has(kind, size, cells, minimum, measure):
    _, _, whole = reached(kind, size, Around(cells, measure=measure))
    _, _, short = reached(kind, size, Around(minimum - 1, measure=measure))
    _, _, found = reached(kind, size, Around(cells, minimum, measure))
    assert set(found) == set(whole) - set(short)


@given(KINDS, SIZES, REACH, st.sampled_from(ReachMeasure), METRICS)
def test_every_measure_narrows_the_steps(kind, size, cells, measure, metric):
    _, space, found = reached(kind, size, Around(cells, measure=measure), metric)
    _, _, steps = reached(kind, size, Around(cells))
    assert found.keys() <= steps.keys()
    for cell, starts in found.items():
        assert starts
        assert set(starts) <= set(steps[cell]) <= set(space)


@pytest.mark.parametrize(
    ("measure", "size", "count"),
    [
        # 10 ft around one square: 24 cells, less the corners of the block, less the knight's moves.
        (ReachMeasure.NEAREST, 1, 24),
        (ReachMeasure.DIAGONALS, 1, 24),
        (ReachMeasure.OUTLINE, 1, 20),
        (ReachMeasure.CENTER, 1, 12),
        # Around 2 x 2: all of the ring of 12, and of the second ring all, 16, or none.
        (ReachMeasure.NEAREST, 2, 32),
        (ReachMeasure.OUTLINE, 2, 28),
        (ReachMeasure.CENTER, 2, 12),
    ],
)
def test_ten_feet_around_on_squares(measure, size, count):
    assert len(reached(GridKind.SQUARE, size, Around(2, measure=measure))[2]) == count


@pytest.mark.parametrize(
    ("metric", "far", "corner"),
    [
        (DiagonalMetric.EQUAL, True, True),
        (DiagonalMetric.ALTERNATING, False, True),
        (DiagonalMetric.EUCLIDEAN, False, True),
        (DiagonalMetric.MANHATTAN, False, True),
    ],
)
def test_diagonals_as_they_measure(metric, far, corner):
    """Of a reach of two cells: two diagonals away, and one diagonal away."""
    _, _, found = reached(GridKind.SQUARE, 1, Around(2, measure=ReachMeasure.DIAGONALS), metric)
    assert (Cell(12, 12) in found) is far
    assert (Cell(11, 11) in found) is corner


def test_one_cell_of_reach_without_diagonals():
    reach = Around(1, measure=ReachMeasure.DIAGONALS)
    _, _, found = reached(GridKind.SQUARE, 1, reach, DiagonalMetric.MANHATTAN)
    assert len(found) == 4

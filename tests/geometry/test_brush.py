"""What a brush covers on squares and hexes."""

from math import dist

import pytest

from battlemap.geometry.brush import LARGEST_BRUSH, dab, rectangle_of_cells, stroke
from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind, make_grid

SQUARES = make_grid(GridKind.SQUARE, 12, 10)
HEXES = [make_grid(kind, 12, 10) for kind in (GridKind.HEX_POINTY, GridKind.HEX_FLAT)]


@pytest.mark.parametrize("size", range(1, LARGEST_BRUSH + 1))
def test_a_dab_on_squares_is_a_block_of_its_size_around_the_pointer(size):
    cells = dab(SQUARES, (5.4, 4.6), size)
    columns, rows = {cell.q for cell in cells}, {cell.r for cell in cells}
    assert len(cells) == size * size
    assert len(columns) == len(rows) == size
    assert Cell(5, 4) in cells


def test_an_even_brush_lies_around_the_nearest_corner():
    assert dab(SQUARES, (5.1, 4.9), 2) == {Cell(4, 4), Cell(5, 4), Cell(4, 5), Cell(5, 5)}
    assert dab(SQUARES, (5.9, 4.1), 2) == {Cell(5, 3), Cell(6, 3), Cell(5, 4), Cell(6, 4)}


@pytest.mark.parametrize("grid", HEXES, ids=lambda grid: grid.kind.value)
@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 3), (3, 7), (4, 12), (5, 19)])
def test_dabs_on_hexes(grid, size, count):
    cell = grid.from_offset(5, 5)
    x, y = grid.center(cell)
    cells = dab(grid, (x + 0.1, y + 0.05), size)
    assert len(cells) == count
    assert cell in cells


@pytest.mark.parametrize("size", range(1, LARGEST_BRUSH + 1))
@pytest.mark.parametrize("grid", [SQUARES, *HEXES], ids=lambda grid: grid.kind.value)
def test_at_the_rim_only_the_map_is_covered(grid, size):
    cells = dab(grid, (0.05, 0.3), size)
    assert all(cell in grid for cell in cells)


def test_a_fast_stroke_leaves_no_gaps():
    cells = stroke(SQUARES, (0.5, 0.5), (10.5, 7.5), 1)
    assert Cell(0, 0) in cells
    assert Cell(10, 7) in cells
    for cell in cells - {Cell(0, 0)}:
        assert any(0 < dist(cell, other) < 1.5 for other in cells)
    assert {cell.q for cell in cells} == set(range(11))


@pytest.mark.parametrize("grid", [SQUARES, *HEXES], ids=lambda grid: grid.kind.value)
def test_a_rectangle_goes_by_columns_and_rows_and_ends_at_the_rim(grid):
    one, other = grid.from_offset(6, 5), grid.from_offset(3, 2)
    cells = rectangle_of_cells(grid, one, other)
    assert {grid.offset(cell) for cell in cells} == {
        (c, r) for c in range(3, 7) for r in (2, 3, 4, 5)
    }
    beyond = rectangle_of_cells(grid, grid.from_offset(-5, -5), grid.from_offset(1, 0))
    assert len(beyond) == 2

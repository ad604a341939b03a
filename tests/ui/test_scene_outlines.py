"""Outlines of many regions at once: exactly their cells, and the loops that one region has."""

from math import dist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from battlemap.geometry.cell import Cell
from battlemap.geometry.footprint import border_steps
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.terrain import Layer, Terrain
from battlemap.session.registry import find_system
from battlemap.ui.scene import heights
from battlemap.ui.scene.coordinates import cells_path, to_scene
from battlemap.ui.scene.outlines import region_paths
from battlemap.ui.scene.painter import paint_map
from battlemap.ui.scene.regions import regions, sign_places
from battlemap.ui.theme import DARK


@st.composite
def marked_maps(draw):
    kind = draw(st.sampled_from(list(GridKind)))
    columns, rows = draw(st.integers(1, 40)), draw(st.integers(1, 9))
    cells = draw(st.lists(st.booleans(), min_size=columns * rows, max_size=columns * rows))
    return make_grid(kind, columns, rows), np.array(cells).reshape(rows, columns)


def cells_of(grid, marked):
    return [grid.from_offset(int(c), int(r)) for r, c in zip(*np.nonzero(marked), strict=True)]


def flooded(grid, cells):
    """Return the connected regions one step after another, in the order of their first cells."""
    left, found = list(cells), []
    while left:
        region = [left.pop(0)]
        for cell in region:
            for step in border_steps(grid):
                if cell.plus(step) in left:
                    left.remove(cell.plus(step))
                    region.append(cell.plus(step))
        found.append(region)
    return found


def loops(paths):
    """Return the corners of all loops, each from its smallest corner on."""
    found = []
    for path in paths:
        for polygon in path.toSubpathPolygons():
            corners = [(round(p.x(), 6), round(p.y(), 6)) for p in polygon]
            assert corners[0] == corners[-1]
            first = corners.index(min(corners))
            found.append((*corners[first:-1], *corners[:first]))
    return sorted(found)


def area(loop):
    pairs = zip(loop, (*loop[1:], loop[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


@given(marked_maps())
def test_outlines_hold_exactly_the_marked_cells(made):
    grid, marked = made
    paths = region_paths(grid, marked)
    whole = set(cells_of(grid, marked))
    for cell in grid.cells():
        inside = [path.contains(to_scene(grid.center(cell))) for path in paths]
        assert sum(inside) == (cell in whole)
    one = area(loops([cells_path(grid, [Cell(0, 0)])])[0])
    assert sum(map(area, loops(paths))) == pytest.approx(len(whole) * one)


@given(marked_maps())
def test_regions_are_connected_and_hold_their_signs(made):
    grid, marked = made
    wanted = flooded(grid, cells_of(grid, marked))
    found = regions(grid, marked)
    assert [set(one.cells()) for one in found] == [set(one) for one in wanted]
    for one, cells in zip(found, wanted, strict=True):
        assert {cell for cell in grid.cells() if cell in one} == set(cells)
        place = one.first_sign()
        assert grid.cell_at(place) in one
        far = [dist(grid.center(cell), place) for cell in one.nearest(place)]
        assert far == pytest.approx(sorted(far))
        assert len(far) == len(cells)
    signs = [grid.cell_at(place) for place in sign_places(grid, marked)]
    assert all(sum(sign in one for one in found) == 1 for sign in signs)
    for one in found:
        blocks = {
            ((c - one.columns.min()) // 5, (r - one.rows.min()) // 5)
            for c, r in zip(one.columns, one.rows, strict=True)
        }
        assert sum(sign in one for sign in signs) == len(blocks)


@pytest.mark.parametrize("kind", list(GridKind))
def test_signs_of_whole_blocks_stand_in_their_middles(kind):
    grid = make_grid(kind, 20, 15)
    for place in sign_places(grid, np.ones((15, 20), dtype=bool)):
        column, row = grid.offset(grid.cell_at(place))
        assert (column % 5, row % 5) == (2, 2)


SHAPES = ("1", "11", "111/101/111", "1110/0011/0010", "10101/01010", "1111/1001/1011/1000")


@pytest.mark.parametrize("inset", [0.0, 4.0])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", list(GridKind))
def test_they_are_the_outlines_of_each_region_by_itself(kind, shape, inset):
    marked = np.array([[int(sign) for sign in row] for row in shape.split("/")], dtype=bool)
    grid = make_grid(kind, marked.shape[1], marked.shape[0])
    each = [cells_path(grid, one, inset) for one in flooded(grid, cells_of(grid, marked))]
    assert loops(region_paths(grid, marked, inset)) == loops(each)


def test_cells_that_touch_in_a_corner_stay_apart():
    marked = np.array([[1, 0], [0, 1]], dtype=bool)
    (path,) = region_paths(make_grid(GridKind.SQUARE, 2, 2), marked, inset=10)
    assert not path.contains(QPointF(95, 95))
    assert path.contains(QPointF(85, 85))
    assert path.contains(QPointF(115, 115))


def test_a_large_map_is_many_paths_and_a_region_is_one():
    grid = make_grid(GridKind.SQUARE, 64, 48)
    dots = np.zeros((48, 64), dtype=bool)
    dots[::2, ::2] = True
    assert len(region_paths(grid, dots)) == 12
    assert len(region_paths(grid, np.ones((48, 64), dtype=bool))) == 1
    assert region_paths(grid, np.zeros((48, 64), dtype=bool)) == []


def test_a_stroke_of_another_kind_and_its_undo_are_drawn(qapp):
    spec = GridSpec(columns=8, rows=6)
    grid = spec.grid
    bare = Layer.blank(8, 6)
    water = bare.with_flag(grid, [Cell(1, 1), Cell(2, 1)], int(Terrain.WATER))
    both = water.with_flag(grid, [Cell(5, 4)], int(Terrain.DIFFICULT))

    def drawn(layer):
        image = QImage(320, 240, QImage.Format.Format_RGB32)
        image.fill(QColor("black"))
        painter = QPainter(image)
        painter.scale(0.4, 0.4)
        encounter = Encounter(map=BattleMap(grid=spec, terrain=layer))
        paint_map(painter, encounter, find_system("shadowrealms"), DARK)
        painter.end()
        return image

    assert drawn(water) != drawn(bare)
    assert drawn(both).copy(0, 0, 160, 120) == drawn(water).copy(0, 0, 160, 120)
    assert drawn(both).copy(180, 140, 80, 80) != drawn(water).copy(180, 140, 80, 80)
    assert drawn(water) == drawn(Layer(water.values.copy()))


@st.composite
def hills(draw):
    kind = draw(st.sampled_from(list(GridKind)))
    columns, rows = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    feet = st.sampled_from([0, 0, 5, 10, -5])
    values = draw(st.lists(feet, min_size=columns * rows, max_size=columns * rows))
    layer = Layer(np.array(values, dtype=np.int16).reshape(rows, columns))
    return make_grid(kind, columns, rows), layer


@given(hills())
def test_contours_run_where_it_falls_and_their_ticks_point_down(made):
    grid, layer = made
    edges, ticks = heights._flat(grid, layer)
    wanted, fall = [], []
    for cell in grid.cells():
        for index, step in enumerate(border_steps(grid)):
            other, corners = cell.plus(step), grid.corners(cell)
            if other in grid and layer.at(grid, other) < layer.at(grid, cell):
                ends = corners[index], corners[(index + 1) % len(corners)]
                wanted.append([round(100 * n, 4) for end in ends for n in end])
                fall.append((cell, other))
    assert sorted(np.round(edges, 4).tolist()) == sorted(wanted)
    down = set(fall)
    for x0, y0, x1, y1 in ticks.tolist():
        back = grid.cell_at(((2 * x0 - x1) / 100, (2 * y0 - y1) / 100))
        assert (back, grid.cell_at((x1 / 100, y1 / 100))) in down
    assert len(ticks) == len(edges) * (3 if grid.kind is GridKind.SQUARE else 2)

"""Outlines of many regions at once: exactly their cells, and the loops that one region has."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.terrain import Layer, Terrain
from battlemap.session.registry import find_system
from battlemap.ui.scene.coordinates import cells_path, to_scene
from battlemap.ui.scene.outlines import region_paths
from battlemap.ui.scene.painter import paint_map
from battlemap.ui.scene.regions import regions
from battlemap.ui.theme import DARK


@st.composite
def marked_maps(draw):
    kind = draw(st.sampled_from(list(GridKind)))
    columns, rows = draw(st.integers(1, 40)), draw(st.integers(1, 9))
    cells = draw(st.lists(st.booleans(), min_size=columns * rows, max_size=columns * rows))
    return make_grid(kind, columns, rows), np.array(cells).reshape(rows, columns)


def cells_of(grid, marked):
    return [grid.from_offset(int(c), int(r)) for r, c in zip(*np.nonzero(marked), strict=True)]


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


SHAPES = ("1", "11", "111/101/111", "1110/0011/0010", "10101/01010", "1111/1001/1011/1000")


@pytest.mark.parametrize("inset", [0.0, 4.0])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", list(GridKind))
def test_they_are_the_outlines_of_each_region_by_itself(kind, shape, inset):
    marked = np.array([[int(sign) for sign in row] for row in shape.split("/")], dtype=bool)
    grid = make_grid(kind, marked.shape[1], marked.shape[0])
    each = [cells_path(grid, one, inset) for one in regions(grid, cells_of(grid, marked))]
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

from dataclasses import replace
from math import hypot, isclose

import pytest
import shapely
from printing_boards import PlainSystem, empty_map, full_map
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from battlemap.geometry.cell import Point
from battlemap.geometry.grid import GridKind
from battlemap.geometry.joined_rings import joined
from battlemap.geometry.shapes import ring
from battlemap.model.battle_map import Mark
from battlemap.model.obstacle import Door, Wall
from battlemap.model.terrain import Layer, Terrain
from battlemap.ui.printing.brush import PaperBrush
from battlemap.ui.printing.content import Content
from battlemap.ui.printing.ink import (
    WALL_HALF,
    InkMap,
    connected,
    hatch,
    inset,
    wall_bands,
    window_box,
)
from battlemap.ui.printing.ink_painter import InkPainter, fineness
from battlemap.ui.printing.ink_tokens import initials, paint_tokens
from battlemap.ui.printing.paper import Rect

SYSTEM = PlainSystem()


def with_obstacles(encounter, *obstacles):
    return encounter.with_map(
        replace(encounter.map, obstacles={obstacle.id: obstacle for obstacle in obstacles})
    )


def test_a_wall_is_a_band_that_ends_where_the_wall_does():
    band = wall_bands([(Point(1, 2), Point(4, 2))])
    assert band.bounds == pytest.approx((1, 2 - WALL_HALF, 4, 2 + WALL_HALF))


def test_a_corner_is_mitered_and_a_crossing_has_no_seam():
    corner = wall_bands([(Point(0, 0), Point(3, 0)), (Point(3, 0), Point(3, 3))])
    assert corner.covers(shapely.Point(3 + WALL_HALF * 0.99, -WALL_HALF * 0.99))
    crossing = wall_bands([(Point(0, 1), Point(2, 1)), (Point(1, 0), Point(1, 2))])
    assert crossing.geom_type == "Polygon"
    assert len(crossing.interiors) == 0


def test_three_walls_that_meet_at_120_degrees_leave_no_wedge_open():
    grid = empty_map(GridKind.HEX_POINTY).map.grid.grid
    corner = grid.corners(grid.from_offset(3, 3))[1]
    ends = [
        other
        for cell in (grid.from_offset(c, r) for c in range(1, 7) for r in range(1, 7))
        for other in grid.corners(cell)
        if isclose(hypot(other.x - corner.x, other.y - corner.y), 3**-0.5, abs_tol=1e-6)
    ]
    unique = {(round(p.x, 5), round(p.y, 5)): p for p in ends}
    assert len(unique) == 3
    band = wall_bands([(corner, end) for end in unique.values()])
    assert band.covers(shapely.Point(corner).buffer(WALL_HALF * 0.95))


def test_a_closed_room_keeps_its_floor():
    walls = [((0, 0), (4, 0)), ((4, 0), (4, 3)), ((4, 3), (0, 3)), ((0, 3), (0, 0))]
    band = wall_bands([(Point(*a), Point(*b)) for a, b in walls])
    assert len(band.interiors) == 1
    assert not band.covers(shapely.Point(2, 1.5))
    assert band.bounds == pytest.approx((-WALL_HALF, -WALL_HALF, 4 + WALL_HALF, 3 + WALL_HALF))


@pytest.mark.parametrize("gm", [False, True])
def test_a_secret_door_is_a_wall_for_players_and_a_door_for_the_gm(gm):
    secret = Door("s", Point(2, 1), Point(3, 1), is_secret=True)
    wall = Wall("w", Point(0, 1), Point(2, 1))
    ink = InkMap(with_obstacles(empty_map(), wall, secret), gm=gm)
    assert ink.walls.covers(shapely.Point(2.5, 1)) != gm
    assert (secret in ink.doors) == gm


def test_an_open_secret_door_is_no_secret():
    door = Door("s", Point(2, 1), Point(3, 1), is_secret=True, is_open=True)
    assert InkMap(with_obstacles(empty_map(), door)).doors == (door,)


def test_walls_have_gaps_where_doors_are():
    wall = Wall("w", Point(0, 1), Point(9, 1))
    door = Door("d", Point(4, 1), Point(5, 1))
    walls = InkMap(with_obstacles(empty_map(), wall, door)).walls
    assert not walls.intersects(shapely.Point(4.5, 1))
    assert walls.covers(shapely.Point(3.9, 1))


def test_hatches_lie_on_one_lattice_so_that_pages_join():
    left = hatch(window_box(Rect(0, 0, 3, 3)), 0.25)
    right = hatch(window_box(Rect(2, 1, 3, 3)), 0.25)

    def lattice(lines):
        return {round((line.coords[0][0] - line.coords[0][1]) / 0.25, 6) for line in lines}

    shared = lattice(left) & lattice(right)
    assert len(shared) > 5
    assert all(float(k).is_integer() for k in lattice(left) | lattice(right))


@pytest.mark.parametrize("falling", [True, False])
def test_hatch_lines_stay_inside(falling):
    area = shapely.Point(2, 2).buffer(1).difference(shapely.Point(2, 2).buffer(0.5))
    lines = hatch(area, 0.2, falling=falling)
    assert lines
    grown = area.buffer(1e-6)
    for line in lines:
        assert grown.covers(line)
        (x1, y1), (x2, y2) = line.coords[0], line.coords[-1]
        assert isclose(y2 - y1, (x2 - x1) * (1 if falling else -1), abs_tol=1e-6)
    assert hatch(shapely.Polygon(), 0.2) == []


@pytest.mark.parametrize("kind", GridKind)
def test_terrain_regions_are_the_cells_that_hang_together(kind):
    encounter = empty_map(kind)
    grid = encounter.map.grid.grid
    cells = [grid.from_offset(c, r) for c, r in ((1, 1), (2, 1), (8, 8))]
    terrain = Layer.blank(20, 15).with_flag(grid, cells, Terrain.DIFFICULT)
    terrain = terrain.with_flag(grid, cells[:1], Terrain.WATER)
    ink = InkMap(encounter.with_map(replace(encounter.map, terrain=terrain)))
    sizes = sorted((region.kind.names[0], len(region.cells)) for region in ink.regions)
    assert sizes == [("difficult", 1), ("difficult", 2), ("water", 1)]
    area = shapely.Polygon(grid.corners(cells[0])).area
    for region in ink.regions:
        assert region.outline.area == pytest.approx(area * len(region.cells), rel=1e-4)


@pytest.mark.parametrize("kind", GridKind)
def test_contours_run_around_a_plateau_and_fall_outward(kind):
    encounter = empty_map(kind)
    grid = encounter.map.grid.grid
    heights = Layer.blank(20, 15).with_value(grid, [grid.from_offset(4, 4)], 10)
    ink = InkMap(encounter.with_map(replace(encounter.map, elevation=heights)))
    corners = len(grid.corners(grid.from_offset(0, 0)))
    assert len(ink.contours) == corners
    center = grid.center(grid.from_offset(4, 4))
    for contour in ink.contours:
        middle = (contour.start.x + contour.end.x) / 2, (contour.start.y + contour.end.y) / 2
        outward = middle[0] - center.x, middle[1] - center.y
        assert outward[0] * contour.downhill[0] + outward[1] * contour.downhill[1] > 0
    assert [(label.cell, label.feet) for label in ink.height_labels] == [
        (grid.from_offset(4, 4), 10)
    ]


def test_a_level_map_has_no_contours_and_a_pit_has_its_ticks_inside():
    encounter = empty_map()
    assert InkMap(encounter).contours == ()
    assert InkMap(encounter).height_labels == ()
    grid = encounter.map.grid.grid
    pit = grid.from_offset(4, 4)
    heights = Layer.blank(20, 15).with_value(grid, [pit], -5)
    ink = InkMap(encounter.with_map(replace(encounter.map, elevation=heights)))
    assert len(ink.contours) == 4
    for contour in ink.contours:
        middle = (contour.start.x + contour.end.x) / 2, (contour.start.y + contour.end.y) / 2
        ahead = middle[0] + contour.downhill[0] / 2, middle[1] + contour.downhill[1] / 2
        assert ahead == pytest.approx(tuple(grid.center(pit)))


def test_the_number_of_a_plateau_avoids_tokens():
    encounter = full_map()
    tokens = {token.at for token in encounter.tokens.values()}
    ink = InkMap(encounter)
    assert [label.feet for label in ink.height_labels] == [-5, 10]
    assert not {label.cell for label in ink.height_labels} & tokens


def test_groups_keep_the_order_of_their_cells():
    grid = empty_map().map.grid.grid
    cells = [grid.from_offset(c, r) for r in (1, 2) for c in (1, 2, 3)]
    assert connected(grid, cells) == [cells]


def test_a_prop_has_a_rim_that_is_thinner_than_itself():
    square = shapely.box(0, 0, 1, 1)
    assert 0 < inset(square).area < 1
    thin = shapely.box(0, 0, 3, 0.1)
    assert thin.contains(inset(thin))


def test_strokes_are_thinned_for_small_cells_only():
    assert fineness(25.4) == fineness(50) == 1
    assert fineness(12.7) == 0.5
    assert fineness(1) == 0.25


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Orc Brute", "OB"), ("seren", "Se"), ("Hob-Spear", "HS"), ("goblin 3", "G3"), (" ", "?")],
)
def test_initials_stand_for_names(name, letters):
    assert initials(name) == letters


def drawn_tokens(encounter, content):
    image = QImage(500, 400, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(25 / 2540, 25 / 2540)
    brush = PaperBrush(painter, 25.4)
    paint_tokens(brush, encounter, SYSTEM, content, window_box(Rect(0, 0, 20, 15)))
    painter.end()
    return image


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("side", ["party", "foe", "ally", "neutral"])
def test_each_side_has_a_ring_of_its_own_shape(side):
    encounter = full_map()
    others = {"party", "foe", "ally", "neutral"} - {side}
    token = replace(encounter.tokens["seren"], facing=0, name="X")
    own = drawn_tokens(encounter.with_token(replace(token, side=side)), Content())
    for other in others:
        assert own != drawn_tokens(encounter.with_token(replace(token, side=other)), Content())


@pytest.mark.usefixtures("qapp")
def test_facing_is_drawn_only_where_the_rules_know_it():
    encounter = full_map()
    turned = encounter.with_token(replace(encounter.tokens["seren"], facing=180.0))
    assert drawn_tokens(encounter, Content()) != drawn_tokens(turned, Content())
    off = Content().without("facing")
    assert drawn_tokens(encounter, off) == drawn_tokens(turned, off)


@pytest.mark.usefixtures("qapp")
def test_the_seam_of_an_area_with_a_hole_is_not_printed():
    points = joined(ring((5.3, 5.3), 2, 4).outlines)
    encounter = empty_map()
    kept = encounter.with_map(replace(encounter.map, marks={"m": Mark("m", "area", points)}))
    image = QImage(500, 500, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(25 / 2540, 25 / 2540)
    content = Content(grid=False, cell_names=False)
    ink = InkMap(kept, gm=False)
    InkPainter(painter, ink, content, 25.4, Rect(0, 0, 20, 15)).paint_notes()
    painter.end()
    edges = list(zip(points, [*points[1:], points[0]], strict=True))
    a, b = next((a, b) for a, b in edges if (b, a) in edges)
    seam = [(a.x + (b.x - a.x) * i / 50, a.y + (b.y - a.y) * i / 50) for i in range(10, 41)]
    assert {image.pixelColor(round(x * 25), round(y * 25)).value() for x, y in seam} == {255}
    assert min(image.pixelColor(x, y).value() for x in range(250) for y in range(250)) < 220

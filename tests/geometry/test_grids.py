"""Coordinates, distances, lines, rings and sizes: laws on all grids, and published numbers."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry.angle import bearing, relative
from battlemap.geometry.bodies import cells_outlines
from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.cell_sets import mirrored, turned, turned_about_corner
from battlemap.geometry.footprint import border_steps, footprint
from battlemap.geometry.grid import DiagonalMetric, GridKind, make_grid
from battlemap.geometry.offset import Offset, from_offset, to_offset

KINDS = list(GridKind)
HEXES = [GridKind.HEX_POINTY, GridKind.HEX_FLAT]
PEER = Path(__file__).parent / "peer_numbers"
cells = st.builds(Cell, st.integers(-40, 40), st.integers(-40, 40))


def peer(name):
    """Numbers of other projects' tests, computed anew."""
    return json.loads((PEER / name).read_text())


@pytest.mark.parametrize("kind", KINDS)
def test_every_cell_is_found_by_its_center_and_lies_on_the_map(kind):
    grid = make_grid(kind, 9, 7)
    found = list(grid.cells())
    assert len(set(found)) == 63
    for cell in found:
        assert grid.cell_at(grid.center(cell)) == cell
        assert grid.from_offset(*grid.offset(cell)) == cell
        assert all(
            -1e-9 <= p.x <= grid.width + 1e-9 and -1e-9 <= p.y <= grid.height + 1e-9
            for p in grid.corners(cell)
        )
    assert found[0] == (0, 0)
    assert Cell(-1, 0) not in grid


@pytest.mark.parametrize("kind", KINDS)
def test_the_map_touches_its_bounding_box_on_all_sides(kind):
    grid = make_grid(kind, 5, 4)
    corners = [p for cell in grid.cells() for p in grid.corners(cell)]
    assert min(p.x for p in corners) == pytest.approx(0)
    assert min(p.y for p in corners) == pytest.approx(0)
    assert max(p.x for p in corners) == pytest.approx(grid.width)
    assert max(p.y for p in corners) == pytest.approx(grid.height)


@pytest.mark.parametrize("kind", KINDS)
def test_directions_lie_at_their_facings_and_borders_are_shared(kind):
    grid = make_grid(kind, 9, 9)
    middle = grid.from_offset(4, 4)
    for step, facing in zip(grid.directions, grid.facings, strict=True):
        toward = bearing(grid.center(middle), grid.center(middle.plus(step)))
        assert relative(toward, facing) == pytest.approx(0, abs=1e-9)
    corners = grid.lattice_corners(middle)
    for index, step in enumerate(border_steps(grid)):
        border = {corners[index], corners[(index + 1) % len(corners)]}
        assert border <= set(grid.lattice_corners(middle.plus(step)))


@pytest.mark.parametrize("kind", KINDS)
def test_the_integer_frame_is_the_map(kind):
    grid = make_grid(kind, 9, 9)
    for cell in grid.cells():
        assert grid.lattice(grid.center(cell)) == grid.lattice_center(cell)
        for point, corner in zip(grid.corners(cell), grid.lattice_corners(cell), strict=True):
            assert grid.lattice(point) == corner
            assert grid.from_lattice(corner) == pytest.approx(point)


@pytest.mark.parametrize("kind", KINDS)
def test_facings_go_to_the_nearest_and_ties_clockwise(kind):
    grid = make_grid(kind, 9, 9)
    span = 360 / len(grid.facings)
    for index, facing in enumerate(grid.facings):
        onward = grid.facings[(index + 1) % len(grid.facings)]
        assert grid.nearest_facing(facing + span / 2) == onward
        assert grid.nearest_facing(facing + span / 2 - 0.01) == facing
        assert grid.nearest_facing(facing - 360) == facing
        assert grid.turned_facing(facing, 1) == onward


@given(st.sampled_from(KINDS), cells, cells, cells, st.sampled_from(list(DiagonalMetric)))
def test_distance_is_a_distance(kind, a, b, c, metric):
    grid = make_grid(kind, 9, 9)
    assert grid.distance(a, b, metric) == grid.distance(b, a, metric)
    assert (grid.distance(a, b, metric) == 0) == (a == b)
    slack = 100 if metric is DiagonalMetric.ALTERNATING else 2
    assert (
        grid.distance(a, c, metric)
        <= grid.distance(a, b, metric) + grid.distance(b, c, metric) + slack
    )


@given(st.sampled_from(KINDS), cells, cells, st.integers(0, 11), cells)
def test_turning_mirroring_and_moving_keep_distances(kind, a, b, turns, about):
    grid = make_grid(kind, 9, 9)
    whole = 4 if kind is GridKind.SQUARE else 6
    (ta,), (tb,) = turned(grid, [a], about, turns), turned(grid, [b], about, turns)
    assert grid.steps(ta, tb) == grid.steps(a, b)
    (ma,), (mb,) = mirrored(grid, [a], about), mirrored(grid, [b], about)
    assert grid.steps(ma, mb) == grid.steps(a, b)
    assert mirrored(grid, [ma], about) == {a}
    assert turned(grid, [ta], about, whole - turns % whole) == {a}


def test_turning_about_a_corner():
    hexes = make_grid(GridKind.HEX_POINTY, 9, 9)
    three = footprint(hexes, Cell(3, 3), 2)
    assert turned_about_corner(hexes, three, three, 1) == set(three)
    four = footprint(hexes, Cell(3, 3), 4)
    assert turned_about_corner(hexes, four, three, 2) == set(four)
    with pytest.raises(ValueError, match="meet in a corner"):
        turned_about_corner(hexes, three, [Cell(0, 0), Cell(4, 4), Cell(1, 0)], 1)


@given(st.sampled_from(KINDS), cells, cells)
def test_lines_are_connected_and_the_same_both_ways(kind, a, b):
    grid = make_grid(kind, 9, 9)
    for other in (False, True):
        line = grid.line(a, b, other_ties=other)
        assert (line[0], line[-1], len(line)) == (a, b, grid.steps(a, b) + 1)
        assert all(grid.steps(p, q) == 1 for p, q in itertools.pairwise(line))
        assert set(line) == set(grid.line(b, a, other_ties=other))


@pytest.mark.parametrize("kind", HEXES)
def test_rings_and_ranges_of_hexes(kind):
    grid = make_grid(kind, 9, 9)
    for radius in range(9):
        assert len(grid.ring(Cell(2, 3), radius)) == (6 * radius or 1)
        assert len(grid.disc(Cell(2, 3), radius)) == 3 * radius * (radius + 1) + 1


def test_reach_two_has_21_cells_by_alternating_diagonals_and_25_by_equal_ones():
    grid = make_grid(GridKind.SQUARE, 9, 9)
    for metric, count in ((DiagonalMetric.ALTERNATING, 21), (DiagonalMetric.EQUAL, 25)):
        near = [c for c in grid.disc(Cell(4, 4), 2) if grid.distance(Cell(4, 4), c, metric) <= 200]
        assert len(near) == count


def test_sizes_on_hexes():
    grid = make_grid(GridKind.HEX_FLAT, 20, 20)
    counts = [len(footprint(grid, Cell(5, 5), size)) for size in range(7)]
    assert counts == [1, 1, 3, 7, 12, 19, 27]
    for turns in range(6):
        cluster = footprint(grid, Cell(5, 5), 2, turns)
        assert cluster[0] == (5, 5)
        assert all(grid.steps(a, b) <= 1 for a in cluster for b in cluster)
    assert footprint(grid, Cell(5, 5), 2, 6) == footprint(grid, Cell(5, 5), 2, 0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_the_outline_of_a_space_has_its_area(kind, size):
    grid = make_grid(kind, 20, 20)
    space = footprint(grid, Cell(8, 8), size)
    (outline,) = cells_outlines(grid, space)
    doubled = sum(a[0] * b[1] - b[0] * a[1] for a, b in outline.edges)
    one = cells_outlines(grid, [Cell(0, 0)])[0]
    assert doubled == len(space) * sum(a[0] * b[1] - b[0] * a[1] for a, b in one.edges)


@pytest.mark.parametrize("kind", KINDS)
def test_no_side_of_a_line_is_lost_between_spaces(kind):
    grid = make_grid(kind, 30, 30)
    a, b = footprint(grid, Cell(5, 5), 2), footprint(grid, Cell(7, 5), 2)
    touching = any(grid.steps(p, q) == 1 for p in a for q in b)
    assert (grid.space_distance(a, b) == 100) == touching


def test_offsets_of_other_tools():
    facts = peer("hex_facts.json")
    for fact in facts["offset"]:
        kind = Offset(fact["kind"])
        assert list(to_offset(Cell(*fact["axial"]), kind)) == fact["offset"]
        assert list(from_offset(*fact["offset"], kind)) == fact["axial"]


@pytest.mark.parametrize("kind", list(Offset))
def test_neighbors_and_distances_by_offset(kind):
    facts = peer("hex_facts.json")
    grid = make_grid(GridKind.HEX_POINTY, 20, 20)
    for place, around in facts["neighbors"][kind.value].items():
        cell = from_offset(*json.loads(place.replace("(", "[").replace(")", "]")), kind)
        found = {to_offset(cell.plus(step), kind) for step in grid.directions}
        assert found == {tuple(other) for other in around}
    for trap in facts["offset_distance_trap"]:
        if trap["kind"] == kind.value:
            ends = from_offset(*trap["a"], kind), from_offset(*trap["b"], kind)
            assert grid.steps(*ends) == trap["d"]


@pytest.mark.parametrize("kind", HEXES)
def test_published_distances_turns_and_lines_of_hexes(kind):
    facts, grid = peer("hex_facts.json"), make_grid(kind, 20, 20)
    for fact in facts["distance"]:
        assert grid.steps(Cell(*fact["a"]), Cell(*fact["b"])) == fact["d"]
    for radius, count in facts["ring_size"].items():
        assert len(grid.ring(Cell(0, 0), int(radius))) == count
    for radius, count in facts["disc_size"].items():
        assert len(grid.disc(Cell(0, 0), int(radius))) == count
    for name, turns in (("rotate_cw_60", 1), ("rotate_ccw_60", -1)):
        for fact in facts[name]:
            # Cube coordinates q, r, s; the last is minus the sum of the others.
            assert grid.rotate(Cell(*fact["in"][:2]), turns) == tuple(fact["out"][:2])
    line = facts["line_axial_nudged"]
    assert grid.line(Cell(*line["a"]), Cell(*line["b"])) == [Cell(*c) for c in line["cells"]]


@given(cells, st.sampled_from(list(Offset)))
def test_offsets_go_back(cell, kind):
    assert from_offset(*to_offset(cell, kind), kind) == cell


def test_distances_of_a_peer_on_flat_hexes():
    facts = peer("wesnoth_hex_distance.json")["facts"]
    grid = make_grid(GridKind.HEX_FLAT, 20, 20)
    assert len(facts) > 50
    for fact in facts:
        a, b = grid.from_offset(*fact["a"]), grid.from_offset(*fact["b"])
        assert grid.steps(a, b) == fact["distance"]


def test_metrics_of_a_peer_on_squares():
    grid = make_grid(GridKind.SQUARE, 20, 20)
    names = {
        "chebyshev": DiagonalMetric.EQUAL,
        "one_two_one": DiagonalMetric.ALTERNATING,
        "manhattan": DiagonalMetric.MANHATTAN,
        "euclid": DiagonalMetric.EUCLIDEAN,
    }
    for fact in peer("square_metric_facts.json"):
        if "dx" not in fact:
            continue
        for name, metric in names.items():
            found = grid.distance(Cell(0, 0), Cell(fact["dx"], fact["dy"]), metric) / 100
            assert found == pytest.approx(fact[name], abs=0.005)


def test_a_point_has_no_bearing_from_itself():
    with pytest.raises(ValueError, match="no bearing"):
        bearing(Point(1, 1), Point(1, 1))

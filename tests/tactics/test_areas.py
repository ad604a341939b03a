"""Areas: the counts that rules and bug reports name, on squares and hexes, at any place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tactics_boards import board, door, token, wall

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.geometry.shapes import Coverage, Snap, bar, disc, sector
from battlemap.tactics.areas import AreaKind, Template, cover_in, lay


def place(x, y):
    return Point(float(x), float(y))


def covered(template, coverage=Coverage.HALF, **more):
    made = board([token("a", (5, 5), "party", **more)])
    return lay(made, template, coverage)


def test_burst_of_five_and_ten_feet():
    five = covered(Template(AreaKind.BURST, place(0, 0), 1, caster="a"))
    assert len(five.cells) == 8
    ten = covered(Template(AreaKind.BURST, place(0, 0), 2, caster="a"))
    assert set(ten.cells) == {
        Cell(5 + c, 5 + r)
        for c in range(-2, 3)
        for r in range(-2, 3)
        if (c, r) != (0, 0) and not abs(c) == abs(r) == 2
    }


@pytest.mark.parametrize("kind", [GridKind.HEX_POINTY, GridKind.HEX_FLAT])
def test_a_burst_on_hexes_holds_the_ring(kind):
    made = board([token("a", (5, 3), "party")], kind=kind)
    found = lay(made, Template(AreaKind.BURST, place(0, 0), 1, caster="a"))
    assert set(found.cells) == set(made.grid.neighbors(Cell(5, 3)))


def test_a_disc_on_a_corner_has_4_and_12_cells():
    for radius, count in ((1, 4), (2, 12)):
        found = covered(
            Template(AreaKind.BLAST, place(6, 6), radius, from_outline=False), Coverage.HALF
        )
        assert len(found.cells) == count


def test_a_square_covers_16_cells_from_a_corner_and_25_from_a_center():
    corner = Template(AreaKind.SQUARE, place(4, 4), 4)
    assert len(covered(corner).cells) == 16
    center = Template(AreaKind.SQUARE, place(4.5, 4.5), 4)
    assert len(covered(center, Coverage.ANY).cells) == 25
    assert len(covered(corner, Coverage.ANY).cells) == 16, "a touch covers nothing"


def test_a_line_starts_where_the_aim_leaves_the_caster():
    found = covered(Template(AreaKind.LINE, place(0, 0), 4, caster="a", aim=place(11, 5.5)))
    assert found.origin == (6.0, 5.5)
    assert list(found.cells) == [(c, 5) for c in range(6, 10)]
    assert set(found.cells.values()) == {1.0}


def test_a_cone_opens_by_60_degrees():
    found = covered(Template(AreaKind.CONE, place(0, 0), 3, caster="a", aim=place(11, 5.5)))
    assert (6, 5) in found.cells
    assert {c.q for c in found.cells} == {6, 7, 8}
    assert {(8, 4), (8, 6)} <= set(found.cells)
    assert sector((0, 0), 90, 3, 60).area == pytest.approx(3.14159265 * 9 / 6, rel=1e-3)


def test_shares_of_a_large_token_and_splash():
    made = board([token("a", (1, 5), "party"), token("ogre", (5, 5), size=2), token("b", (8, 5))])
    found = lay(made, Template(AreaKind.SQUARE, place(6, 6), 2, margin=2))
    ogre, far = found.caught
    assert (ogre.token, ogre.share, ogre.is_splashed_only) == ("ogre", 1.0, False)
    assert (far.token, far.share, far.is_splashed_only) == ("b", 0.0, True)
    half = lay(made, Template(AreaKind.SQUARE, place(5, 6), 2))
    assert half.caught[0].share == 0.5
    assert len(half.caught[0].cells) == 2


def test_walls_stop_an_area_only_where_they_should():
    walls = [wall("w", (7, 0), (7, 12))]
    made = board([token("a", (5, 5), "party"), token("b", (8, 5))], walls)
    blast = Template(AreaKind.BLAST, place(6.5, 5.5), 2)
    assert [c.token for c in lay(made, blast).caught] == ["a", "b"]
    shut = Template(AreaKind.BLAST, place(6.5, 5.5), 2, stopped_by_walls=True)
    assert [c.token for c in lay(made, shut).caught] == ["a"]
    opened = board(
        [token("a", (5, 5), "party"), token("b", (8, 5))],
        [
            wall("n", (7, 0), (7, 5)),
            door("d", (7, 5), (7, 6), is_open=True),
            wall("s", (7, 6), (7, 12)),
        ],
    )
    assert [c.token for c in lay(opened, shut).caught] == ["a", "b"]


def test_snapping():
    corner = covered(
        Template(AreaKind.BLAST, place(5.4, 5.3), 1, from_outline=False, snap=Snap.CORNER)
    )
    center = covered(
        Template(AreaKind.BLAST, place(5.4, 5.3), 1, from_outline=False, snap=Snap.CENTER)
    )
    assert (corner.origin, center.origin) == ((5, 5), (5.5, 5.5))


def test_bad_templates_say_why():
    for template in (
        Template(AreaKind.CONE, place(1, 1), 3),
        Template(AreaKind.BLAST, place(1, 1), 0),
        Template(AreaKind.CONE, place(1, 1), 3, aim=place(3, 3), angle=400),
    ):
        with pytest.raises(ValueError, match=r"aimed|more than 0"):
            covered(template)


@given(st.sampled_from(list(GridKind)), st.floats(2, 9), st.floats(2, 9), st.floats(0.3, 4))
def test_shares_add_up_to_the_area(kind, x, y, radius):
    made = board([token("a", (0, 0))], kind=kind, columns=24, rows=24)
    shape = disc((x + 5, y + 5), radius)
    cell_area = 1.0 if kind is GridKind.SQUARE else 3**0.5 / 2
    shares = shape.shares(made.grid)
    assert sum(shares.values()) * cell_area == pytest.approx(shape.area, rel=1e-4, abs=1e-3)
    assert set(shape.cells(made.grid, Coverage.HALF)) <= set(shape.cells(made.grid, Coverage.ANY))


@given(st.integers(0, 7), st.floats(1, 5))
def test_a_line_is_the_same_from_both_ends(step, length):
    made = board([token("a", (0, 0))], columns=24, rows=24)
    bearing = step * 45.0
    there = bar((12, 12), bearing, length, 1).shares(made.grid)
    from math import cos, radians, sin

    end = (12 + sin(radians(bearing)) * length, 12 - cos(radians(bearing)) * length)
    back = bar(end, bearing + 180, length, 1).shares(made.grid)
    assert there.keys() == back.keys()
    assert all(there[c] == pytest.approx(back[c], abs=1e-6) for c in there)


def test_cover_inside_an_area_is_asked_from_its_origin():
    pair = [token("a", (2, 2), "party"), token("b", (5, 2))]
    made = board(pair, [wall("w", (4, 0), (4, 8))])
    blast = lay(made, Template(AreaKind.BLAST, place(3, 2), 3, from_outline=False))
    assert [caught.token for caught in blast.caught] == ["a", "b"]
    assert cover_in(made, blast, "a").share == 0
    assert cover_in(made, blast, "b").share == 1


def test_a_cone_does_not_start_beyond_the_wall_at_the_caster_s_border():
    pair = [token("a", (2, 2), "party"), token("b", (3, 2))]
    made = board(pair, [wall("w", (3, 0), (3, 8))])
    cone = Template(AreaKind.CONE, place(0, 0), 3, place(9, 2.5), caster="a")
    assert lay(made, cone).origin == place(3, 2.5)
    assert cover_in(made, lay(made, cone), "b").share == 1
    assert lay(made, replace(cone, stopped_by_walls=True)).caught == ()

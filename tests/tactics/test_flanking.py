"""Flanking across a target: the pairs that bug reports settle, and the reasons why not."""

from __future__ import annotations

import itertools

import pytest
from tactics_boards import board, token, wall

from battlemap.geometry.bodies import Outline, cells_outlines, inside_spans
from battlemap.geometry.cell import Cell, LatticePoint
from battlemap.geometry.footprint import footprint
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.geometry.rays import on_segment
from battlemap.model.token import Weapon
from battlemap.tactics.conventions import Conventions, FlankingRule
from battlemap.tactics.flanking import flanking

AROUND_2X2 = {
    ((4, 4), (7, 7)), ((4, 5), (7, 5)), ((4, 5), (7, 6)), ((4, 6), (7, 5)), ((4, 6), (7, 6)),
    ((4, 7), (7, 4)), ((5, 4), (5, 7)), ((5, 4), (6, 7)), ((5, 7), (6, 4)), ((6, 4), (6, 7)),
}  # fmt: skip


def flanked(a, b, target, *, size=1, kind=GridKind.SQUARE, weapon=None, sizes=(1, 1)):
    weapons = () if weapon is None else (weapon,)
    made = board(
        [
            token("a", a, "party", weapons=weapons, size=sizes[0]),
            token("b", b, "party", weapons=weapons, size=sizes[1]),
            token("t", target, size=size),
        ],
        kind=kind,
        columns=20,
        rows=20,
    )
    return flanking(made, "a", "t")


def test_exactly_ten_pairs_flank_a_target_of_two_by_two():
    ring = [(c, r) for c in range(4, 8) for r in range(4, 8) if not (c in (5, 6) and r in (5, 6))]
    found = {
        pair for pair in itertools.combinations(ring, 2) if flanked(*pair, (5, 5), size=2).value
    }
    assert found == AROUND_2X2


def test_exactly_four_pairs_flank_a_target_of_one_cell():
    ring = [(5 + c, 5 + r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)]
    pairs = itertools.combinations(ring, 2)
    assert sum(flanked(*pair, (5, 5)).value for pair in pairs) == 4


@pytest.mark.parametrize("kind", [GridKind.HEX_POINTY, GridKind.HEX_FLAT])
def test_three_pairs_flank_on_hexes(kind):
    ring = [(5 + q, 5 + r) for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))]
    pairs = [p for p in itertools.combinations(ring, 2) if flanked(*p, (5, 5), kind=kind).value]
    assert len(pairs) == 3
    assert all(a[0] + b[0] == 10 and a[1] + b[1] == 10 for a, b in pairs)


def test_the_reason_names_the_borders_or_who_does_not_threaten():
    fact = flanked((4, 4), (7, 6), (5, 5), size=2)
    assert not fact.value
    assert "leaves through the" in fact.reason
    far = flanked((4, 5), (9, 5), (5, 5))
    assert far.reason == "B doesn't threaten T"
    across = flanked((4, 5), (6, 5), (5, 5))
    assert (across.value, across.partner) == (True, "b")
    assert "left border" in across.reason
    assert "right border" in across.reason


def test_a_gap_of_one_cell_needs_reach():
    assert not flanked((2, 5), (8, 5), (5, 5), size=2, sizes=(2, 2)).value
    spear = Weapon("spear", reach_feet=10)
    assert flanked((2, 5), (8, 5), (5, 5), size=2, sizes=(2, 2), weapon=spear).value


def test_height_and_ability_count():
    high = board(
        [token("a", (4, 5), "party"), token("b", (6, 5), "party"), token("t", (5, 5))],
        elevation={5: [(5, 5)]},
    )
    assert not flanking(high, "a", "t").value
    dead = board(
        [
            token("a", (4, 5), "party"),
            token("b", (6, 5), "party", conditions=frozenset({"dead"})),
            token("t", (5, 5)),
        ]
    )
    assert flanking(dead, "a", "t").reason == "B is not able to act"


def test_other_rules_read_the_same_board():
    tokens = [token("a", (4, 5), "party"), token("b", (6, 4), "party"), token("t", (5, 5))]
    across = flanking(board(tokens), "a", "t").value
    crowd = Conventions(flanking=FlankingRule.ANY_TWO)
    any_two = flanking(board(tokens, conventions=crowd), "a", "t")
    within = Conventions(flanking=FlankingRule.WITHIN, flanking_tolerance=45)
    assert (across, any_two.value) == (False, True)
    assert flanking(board(tokens, conventions=within), "a", "t").value
    narrow = Conventions(flanking=FlankingRule.WITHIN, flanking_tolerance=44)
    assert not flanking(board(tokens, conventions=narrow), "a", "t").value


ROUND = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]


def partners(
    rule, *, tolerance=0.0, kind=GridKind.SQUARE, reach=5, around=ROUND, size=1, afar=True
):
    """The cells from which a partner makes the attacker at the first cell of *around* flank."""
    weapons = (Weapon("sword", reach_feet=reach),)
    conventions = Conventions(flanking=rule, flanking_tolerance=tolerance, flanking_from_afar=afar)
    found = set()
    for step in around[1:]:
        made = board(
            [
                token("a", (10 + around[0][0], 10 + around[0][1]), "party", weapons=weapons),
                token("b", (10 + step[0], 10 + step[1]), "ally", weapons=weapons),
                token("t", (10, 10), size=size),
            ],
            kind=kind,
            columns=30,
            rows=30,
            conventions=conventions,
        )
        if flanking(made, "a", "t").value:
            found.add(step)
    return found


@pytest.mark.parametrize(
    ("rule", "from_corner", "from_side"),
    [
        (FlankingRule.ACROSS, {(1, 1)}, {(0, 1)}),
        (FlankingRule.WITHIN, {(1, 1), (1, 0), (0, 1)}, {(0, 1), (1, 1), (-1, 1)}),
        (FlankingRule.ACROSS_OR_WITHIN, {(1, 1), (1, 0), (0, 1)}, {(0, 1), (1, 1), (-1, 1)}),
        (FlankingRule.ANY_TWO, set(ROUND) - {(-1, -1)}, set(ROUND) - {(0, -1)}),
    ],
)
def test_each_rule_names_its_partners_on_squares(rule, from_corner, from_side):
    # Within 60 degrees of opposite: 45 degrees beside it counts, 90 doesn't.
    assert partners(rule, tolerance=60) == from_corner
    assert partners(rule, tolerance=60, around=ROUND[1:] + ROUND[:1]) == from_side


@pytest.mark.parametrize("kind", [GridKind.HEX_POINTY, GridKind.HEX_FLAT])
def test_within_60_degrees_takes_the_hexes_beside_the_opposite_one(kind):
    around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    assert partners(FlankingRule.ACROSS, kind=kind, around=around) == {(-1, 0)}
    wide = {(-1, 1), (-1, 0), (0, -1)}
    assert partners(FlankingRule.WITHIN, tolerance=60, kind=kind, around=around) == wide
    narrow = partners(FlankingRule.WITHIN, tolerance=59, kind=kind, around=around)
    assert narrow == {(-1, 0)}


def test_opposite_borders_of_a_huge_target_count_though_the_angle_is_narrow():
    # Both stand at the upper end of a 4x4: the line enters left and leaves right, but seen from
    # the middle they stand 118 degrees apart.
    around = [(-1, 0), (4, 0)]
    assert partners(FlankingRule.ACROSS, around=around, size=4) == {(4, 0)}
    assert partners(FlankingRule.WITHIN, tolerance=60, around=around, size=4) == set()
    both = partners(FlankingRule.ACROSS_OR_WITHIN, tolerance=60, around=around, size=4)
    assert both == {(4, 0)}


def test_long_weapons_flank_from_afar_unless_a_game_wants_both_next_to_the_target():
    around = [(-1, 0), (2, 0), (1, 0)]
    assert partners(FlankingRule.ANY_TWO, around=around, reach=10) == {(2, 0), (1, 0)}
    assert partners(FlankingRule.ANY_TWO, around=around, reach=10, afar=False) == {(1, 0)}
    assert partners(FlankingRule.ACROSS, around=around, reach=10) == {(2, 0), (1, 0)}
    assert partners(FlankingRule.ACROSS, around=around, reach=10, afar=False) == {(1, 0)}
    assert partners(FlankingRule.ACROSS, around=[(-2, 0), (1, 0)], reach=10, afar=False) == set()


@pytest.mark.parametrize(
    ("a", "b", "target", "size", "value"),
    [
        ((0, 1), (2, 1), (1, 1), 1, True),
        ((0, 1), (2, 0), (1, 1), 1, False),
        ((0, 0), (2, 2), (1, 1), 1, True),
        ((0, 1), (3, 2), (1, 1), 2, True),
        ((0, 1), (1, 3), (1, 1), 2, False),
    ],
)
def test_across_as_the_six_point_rules_settle_it(a, b, target, size, value):
    fact = flanked(a, b, target, size=size)
    assert fact.value == value
    assert len(fact.borders) == 2 or not value


@pytest.mark.parametrize("kind", [GridKind.HEX_POINTY, GridKind.HEX_FLAT])
def test_exactly_twelve_pairs_flank_three_hexes_about_a_corner(kind):
    grid = make_grid(kind, 20, 20)
    space = {Cell(5, 5), Cell(6, 5), Cell(5, 6)}
    ring = sorted({near for cell in space for near in grid.neighbors(cell)} - space)
    found = {
        frozenset(pair)
        for pair in itertools.combinations(ring, 2)
        if flanked(*pair, (5, 5), size=2, kind=kind).value
    }
    assert len(found) == 12
    # Along a row through two of the hexes, and along the notch between them.
    assert frozenset({(4, 5), (7, 5)}) in found
    assert frozenset({(4, 5), (6, 6)}) in found
    assert frozenset({(4, 6), (5, 7)}) not in found

    def onward(cell):
        """Turn a cell by 120 degrees about the corner that the three hexes share."""
        return grid.rotate(Cell(*cell).minus((5, 5)), 2).plus((6, 5))

    assert {frozenset(map(onward, pair)) for pair in found} == found


def test_a_neutral_or_an_enemy_across_is_no_partner():
    for side in ("neutral", "foe"):
        made = board([token("a", (4, 5), "party"), token("b", (6, 5), side), token("t", (5, 5))])
        assert flanking(made, "a", "t").reason == "nobody else threatens T"


def test_a_wall_between_partner_and_target_ends_it():
    made = board(
        [token("a", (4, 5), "party"), token("b", (6, 5), "party"), token("t", (5, 5))],
        [wall("w", (6, 4), (6, 7))],
    )
    assert flanking(made, "a", "t").reason == "B doesn't threaten T"


@pytest.mark.parametrize(("feet", "value"), [(0, True), (4, True), (5, False), (10, False)])
def test_the_height_limit_is_five_feet_unless_a_game_says_so(feet, value):
    def made(**more):
        return board(
            [
                token("a", (4, 5), "party"),
                token("b", (6, 5), "party"),
                token("t", (5, 5), elevation_feet=feet),
            ],
            conventions=Conventions(**more),
        )

    assert flanking(made(), "a", "t").value == value
    assert flanking(made(flanking_height_feet=0), "a", "t").value


@pytest.mark.parametrize("size", [2, 3, 4])
def test_of_a_line_that_crosses_a_space_twice_only_the_ends_matter(size):
    """Large spaces on hexes have dents: no way in and out between the ends is opposite alone.

    So the conventions offer no other reading of such a crossing.
    """
    grid = make_grid(GridKind.HEX_POINTY, 30, 30)
    middle = grid.from_offset(14, 14)
    own = footprint(grid, middle, size)
    [body] = cells_outlines(grid, own)
    centers = set()
    for other in (1, 2, 3, 4):
        for at in grid.disc(middle, 7):
            cells = footprint(grid, at, other)
            if set(cells).isdisjoint(own) and grid.space_distance(own, cells) <= 100:
                x, y = (sum(grid.lattice_center(c)[i] for c in cells) for i in (0, 1))
                centers.add((x * 12 // len(cells), y * 12 // len(cells)))
    large = Outline(tuple(LatticePoint(x * 12, y * 12) for x, y in body.points))

    def sides(a, b, share):
        n, d = share.numerator, share.denominator
        place = tuple(a[i] * (d - n) + b[i] * n for i in (0, 1))
        return [
            (q[0] - p[0], q[1] - p[1])
            for p, q in large.edges
            if on_segment((p[0] * d, p[1] * d), (q[0] * d, q[1] * d), place)
        ]

    def opposite(ins, outs):
        return any(
            v[0] * w[1] == v[1] * w[0] and v[0] * w[0] + v[1] * w[1] < 0 for v in ins for w in outs
        )

    twice = 0
    for p, q in itertools.combinations(sorted(centers), 2):
        a, b = LatticePoint(*p), LatticePoint(*q)
        spans = sorted(inside_spans(large, a, b))
        if len(spans) < 2:
            continue
        twice += 1
        ways = [(sides(a, b, low), sides(a, b, high)) for low, high in spans]
        between = [(ways[i][0], ways[j][1]) for j in range(len(ways)) for i in range(j + 1)]
        assert opposite(ways[0][0], ways[-1][1]) is any(opposite(*pair) for pair in between)
    assert twice

"""Flanking across a target: the pairs that bug reports settle, and the reasons why not."""

from __future__ import annotations

import itertools

import pytest
from tactics_boards import board, token

from battlemap.geometry.grid import GridKind
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

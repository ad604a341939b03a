"""The d20 with Advantage, kept dice and sums are what full enumeration counts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from battlemap.dice.d20 import keep_highest, keep_lowest, kept_d20, kept_face, sum_of


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("sides", [4, 6, 20])
def test_kept_dice_are_those_of_full_enumeration(count, sides):
    throws = list(product(range(1, sides + 1), repeat=count))
    for found, keep in ((keep_highest(count, sides), max), (keep_lowest(count, sides), min)):
        counted = Counter(keep(throw) for throw in throws)
        for face in range(1, sides + 1):
            assert found.chance(face) == Fraction(counted[face], len(throws))


@pytest.mark.parametrize("levels", [-2, -1, 0, 1, 2])
def test_the_kept_d20_is_the_one_that_a_roll_keeps(levels):
    throws = list(product(range(1, 21), repeat=1 + abs(levels)))
    counted = Counter(kept_face(throw, levels) for throw in throws)
    found = kept_d20(levels)
    assert all(found.chance(f) == Fraction(counted[f], len(throws)) for f in range(1, 21))


def test_advantage_is_no_third_half():
    assert [kept_d20(levels).at_least(11) for levels in (-1, 0, 1)] == [
        Fraction(1, 4),
        Fraction(1, 2),
        Fraction(3, 4),
    ]
    assert float(kept_d20(1).chance(20)) == 0.0975


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 8), (2, 6), (4, 4)])
def test_sums_are_those_of_full_enumeration(count, sides):
    throws = list(product(range(1, sides + 1), repeat=count))
    counted = Counter(sum(throw) for throw in throws)
    assert {v: sum_of(count, sides).chance(v) for v in counted} == {
        value: Fraction(number, len(throws)) for value, number in counted.items()
    }


@pytest.mark.parametrize("roll", [keep_highest, keep_lowest])
def test_no_dice_have_no_highest(roll):
    with pytest.raises(ValueError, match="cannot be rolled"):
        roll(0, 6)
    with pytest.raises(ValueError, match="cannot be rolled"):
        sum_of(2, 0)

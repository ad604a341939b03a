from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.dice.distribution import Distribution, binomial

weights = st.dictionaries(st.integers(-9, 9), st.integers(1, 50), min_size=1, max_size=6)


def test_chances_and_mean():
    found = Distribution({2: 1, 0: 3})
    assert list(found.weights) == [0, 2]
    assert found.chance(0) == Fraction(3, 4)
    assert found.chance(7) == 0
    assert found.at_least(1) == Fraction(1, 4)
    assert found.mean == Fraction(1, 2)
    assert found.floats() == {0: 0.75, 2: 0.25}


def test_scale_does_not_matter():
    assert Distribution({0: 2, 1: 4}) == Distribution({0: 1, 1: 2, 5: 0})
    assert hash(Distribution({0: 2, 1: 4})) == hash(Distribution({0: 1, 1: 2}))
    assert Distribution({0: 1}) != Distribution({1: 1})


def test_a_distribution_is_written_as_it_is_made():
    assert eval(repr(Distribution({2: 1, 0: 3}))) == Distribution({2: 1, 0: 3})


def test_nonsense_is_refused():
    with pytest.raises(ValueError, match="less likely"):
        Distribution({0: -1, 1: 2})
    with pytest.raises(ValueError, match="needs an outcome"):
        Distribution({0: 0})


def test_three_dice_against_enumeration():
    die = Distribution.die(6)
    three = die + die + die
    for total in range(3, 19):
        ways = sum(sum(faces) == total for faces in product(range(1, 7), repeat=3))
        assert three.chance(total) == Fraction(ways, 216)


def test_a_second_stage_depends_on_the_first():
    # As many coins as a d4 shows.
    found = Distribution.die(4).then(lambda count: binomial(count, 1, 2))
    expected = sum(
        Fraction(1, 4) * Fraction(sum(sum(c) == 2 for c in product((0, 1), repeat=n)), 2**n)
        for n in range(1, 5)
    )
    assert found.chance(2) == expected


@given(weights, weights)
def test_sums_keep_means_and_certainty(a, b):
    one, other = Distribution(a), Distribution(b)
    both = one + other
    assert both.mean == one.mean + other.mean
    assert sum(both.chance(value) for value in both.weights) == 1
    assert (one + Distribution.certain(0)) == one
    assert one.map(lambda value: -value).mean == -one.mean


@given(st.integers(0, 9), st.integers(1, 20), st.data())
def test_binomial_means(count, sides, data):
    favorable = data.draw(st.integers(0, sides))
    assert binomial(count, favorable, sides).mean == Fraction(count * favorable, sides)

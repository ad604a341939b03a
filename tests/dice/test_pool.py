from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.dice.pool import ALL, Funnel, Pool, PoolResult
from battlemap.dice.source import Dice

LADDER = (0, 1, 2, 4, 8, 16)


def enumerate_pool(pool: Pool) -> dict[int, Fraction]:
    """Every first roll with every reroll, one by one: the definition, slowly."""
    found: dict[int, Fraction] = {}
    sides = range(1, pool.sides + 1)
    for faces in product(sides, repeat=pool.count):
        again = len(pool.to_reroll(faces))
        for later in product(sides, repeat=again):
            successes = pool.result(faces, later).successes
            chance = Fraction(1, pool.sides ** (pool.count + again))
            found[successes] = found.get(successes, Fraction(0)) + chance
    return found


def rolled(pool: Pool, dice: Dice) -> tuple[PoolResult, Dice]:
    faces, dice = dice.roll(max(pool.count, 0), pool.sides)
    again, dice = dice.roll(len(pool.to_reroll(faces)), pool.sides)
    return pool.result(faces, again), dice


@pytest.mark.parametrize(
    ("levels", "against"),
    [*((n, 0) for n in (-ALL, -3, -2, -1, 0, 1, 2, 3, ALL)), (1, 1), (2, 1), (1, 3)],
)
@pytest.mark.parametrize(("count", "sides", "target"), [(3, 4, 3), (2, 6, 5), (3, 4, 1), (2, 6, 7)])
def test_odds_equal_full_enumeration(count, sides, target, levels, against):
    pool = Pool(count, sides, target, levels, against)
    expected = enumerate_pool(pool)
    odds = pool.odds()
    assert {value: odds.chance(value) for value in odds.weights} == {
        value: chance for value, chance in expected.items() if chance
    }


def test_numbers_of_the_rules_page():
    assert Pool(3, 20, 12).odds().chance(0) == Fraction(166375, 10**6)
    odds = Pool(2, 20, 11, levels=1).odds()
    assert [odds.chance(n) for n in (0, 1, 2)] == [
        Fraction(1, 8),
        Fraction(3, 8),
        Fraction(1, 2),
    ]


def test_each_die_is_rerolled_once_at_most():
    pool = Pool(4, 20, 12, levels=2)
    faces = (12, 3, 4, 5)
    assert pool.to_reroll(faces) == (1, 2)
    result = pool.result(faces, (2, 15))
    assert [(die.face, die.before, die.counts) for die in result.dice] == [
        (12, None, True),
        (2, 3, False),
        (15, 4, True),
        (5, None, False),
    ]
    assert result.successes == 2
    assert result.faces == (12, 2, 15, 5)


def test_disadvantage_takes_successes():
    pool = Pool(3, 20, 12, levels=-2)
    assert pool.to_reroll((12, 3, 20)) == (0, 2)
    assert pool.to_reroll((1, 2, 20)) == (2,)
    assert pool.result((12, 3, 20), (20, 1)).successes == 1


def test_a_total_rerolls_all_of_them():
    assert Pool(4, 20, 12, ALL).to_reroll((1, 2, 20, 3)) == (0, 1, 3)
    assert Pool(4, 20, 12, -ALL).to_reroll((1, 12, 20, 3)) == (1, 2)
    assert Pool(5, 20, 12, 1, 2).to_reroll((20, 1, 12, 3, 13)) == (0, 1, 2)


def test_no_dice_never_succeed():
    assert Pool(-2, 20, 1).odds().chance(0) == 1
    assert rolled(Pool(-2, 20, 1), Dice.seeded(1))[0].successes == 0


def test_faces_must_fit_the_description():
    pool = Pool(2, 20, 12, levels=1)
    with pytest.raises(ValueError, match="2 dice and 1 rerolls"):
        pool.result((1, 20), ())
    with pytest.raises(ValueError, match="not 21"):
        pool.result((12, 21))


def test_roll_and_odds_agree_within_four_sigma():
    pool, dice, throws = Pool(5, 20, 13, levels=2), Dice.seeded(38), 100_000
    counts: Counter[int] = Counter()
    for _ in range(throws):
        result, dice = rolled(pool, dice)
        counts[result.successes] += 1
    for value, chance in pool.odds().floats().items():
        sigma = (throws * chance * (1 - chance)) ** 0.5
        assert abs(counts[value] - throws * chance) < 4 * sigma


def enumerate_funnel(funnel: Funnel) -> tuple[dict[int, Fraction], Fraction]:
    amounts: dict[int, Fraction] = {}
    near = Fraction(0)
    assert funnel.first is not None
    for hits, chance in enumerate_pool(funnel.first).items():
        for faces in product(range(1, funnel.sides + 1), repeat=hits):
            share = chance / funnel.sides**hits
            amount = funnel.amount(funnel.second(hits).result(faces).successes)
            amounts[amount] = amounts.get(amount, Fraction(0)) + share
            near += share * funnel.is_near(faces)
    return amounts, near


@pytest.mark.parametrize("levels", [-1, 0, 2])
@pytest.mark.parametrize("near_target", [None, 2, 3])
def test_a_funnel_equals_full_enumeration(levels, near_target):
    funnel = Funnel(Pool(3, 4, 3, levels), 4, 4, (0, 1, 2, 4), near_target)
    amounts, near = enumerate_funnel(funnel)
    odds = funnel.odds()
    assert {value: odds.amount.chance(value) for value in odds.amount.weights} == amounts
    assert odds.near == near


@pytest.mark.parametrize(("levels", "against"), [(0, 0), (1, 0), (-2, 0), (1, 1), (ALL, 0)])
@pytest.mark.parametrize("near_target", [2, 3, 5])
def test_a_near_miss_of_a_pool_rolled_outright(levels, against, near_target):
    funnel = Funnel(None, 4, 4, LADDER, near_target, 3, levels, against)
    pool = funnel.second(3)
    near = Fraction(0)
    for faces in product(range(1, 5), repeat=3):
        again = len(pool.to_reroll(faces))
        for later in product(range(1, 5), repeat=again):
            last = pool.result(faces, later).faces
            near += Fraction(funnel.is_near(last), 4 ** (3 + again))
    assert funnel.odds().near == near


def test_the_second_pool_rolled_outright():
    funnel = Funnel(None, 5, 6, LADDER, dice=2, levels=1)
    assert funnel.second(99) == Pool(2, 6, 5, 1)
    odds = funnel.odds()
    assert odds.hits.chance(2) == 1
    assert odds.successes == Pool(2, 6, 5, 1).odds()
    assert odds.near == 0
    assert not funnel.is_near((1, 1))


def test_the_top_rung_serves_for_all_above():
    funnel = Funnel(None, 1, 6, LADDER, dice=7)
    assert [funnel.amount(n) for n in (0, 1, 2, 3, 4, 5, 7)] == [0, 1, 2, 4, 8, 16, 16]
    assert funnel.odds().amount.chance(16) == 1


@given(
    st.integers(0, 8),
    st.integers(-3, 24),
    st.integers(-9, 9),
    st.integers(-3, 24),
    st.integers(-9, 24),
)
def test_chances_sum_to_one_and_better_is_never_worse(count, target, levels, damage, near):
    funnel = Funnel(Pool(count, 20, target, levels), damage, 20, LADDER, near)
    odds = funnel.odds()
    assert sum(odds.amount.chance(value) for value in odds.amount.weights) == 1
    assert sum(odds.hits.floats().values()) == pytest.approx(1, abs=1e-12)
    assert 0 <= odds.near <= odds.amount.chance(0)
    better = Funnel(Pool(count, 20, target, levels + 1), damage, 20, LADDER, near).odds()
    assert better.hits.mean >= odds.hits.mean


def test_typed_dice_roll_a_pool():
    dice = Dice.seeded(1).with_typed([12, 11, 20, 3, 15])
    result, dice = rolled(Pool(4, 20, 12, 1), dice)
    assert result.successes == 3
    assert dice == Dice.seeded(1)

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from battlemap.dice.pool import Pool
from battlemap.dice.stars import (
    LADDER,
    DamageDice,
    StarStrike,
    effective,
    highest,
    left_after,
    through,
)


def faces_of(pool: Pool):
    return product(range(1, pool.sides + 1), repeat=pool.count)


def sums(dice: DamageDice) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for faces in product(range(1, dice.sides + 1), repeat=dice.count):
        value = sum(faces) + dice.bonus
        found[value] = found.get(value, Fraction(0)) + Fraction(1, dice.sides**dice.count)
    return found


def add(found, value, chance):
    found[value] = found.get(value, Fraction(0)) + chance


def enumerate_strike(strike: StarStrike) -> tuple[dict, dict]:
    """Every face of every die, one by one: the definition, slowly."""
    stars: dict[int, Fraction] = {}
    damage: dict[int, Fraction] = {}
    against = strike.against or Pool(0, strike.pool.sides, 1)
    each = Fraction(1, strike.pool.sides**strike.pool.count * against.sides**against.count)
    for faces in faces_of(strike.pool):
        for others in faces_of(against):
            rolled = strike.pool.result(faces).successes
            opposed = against.result(others).successes if strike.against else None
            left = strike.stars_left(rolled, opposed)
            add(stars, left, each)
            dice = strike.dice_for(left)
            if dice is None:
                add(damage, 0, each)
                continue
            for amount, chance in sums(dice).items():
                for stopped, chance_of_it in _best(strike.resistances).items():
                    value = max(0, amount - stopped)
                    rest = each * chance * chance_of_it
                    if not value:
                        add(damage, 0, rest)
                        continue
                    for gnawed, chance_of_that in _all(strike.more).items():
                        add(damage, value + gnawed, rest * chance_of_that)
    return stars, damage


def _best(resistances):
    found = {0: Fraction(1)}
    for dice in resistances:
        later: dict[int, Fraction] = {}
        for a, p in found.items():
            for b, q in sums(dice).items():
                add(later, max(a, b), p * q)
        found = later
    return found


def _all(more):
    found = {0: Fraction(1)}
    for dice in more:
        later: dict[int, Fraction] = {}
        for a, p in found.items():
            for b, q in sums(dice).items():
                add(later, a + b, p * q)
        found = later
    return found


SPENT = (None, DamageDice(1, 6, 1), DamageDice(1, 8), DamageDice(1, 8, 1))

STRIKES = {
    "plain": StarStrike(Pool(3, 6, 4), damages=SPENT),
    "rank three": StarStrike(Pool(4, 6, 3), 2, damages=SPENT),
    "rank five": StarStrike(Pool(5, 4, 2), 3, damages=SPENT),
    "dodged": StarStrike(Pool(3, 6, 3), 3, Pool(2, 6, 4), damages=SPENT),
    "all or nothing": StarStrike(Pool(3, 6, 3), against=Pool(2, 6, 4), whole=True, damages=SPENT),
    "resisted": StarStrike(Pool(2, 6, 3), damages=SPENT, resistances=(DamageDice(1, 6),)),
    "two Sigils": StarStrike(
        Pool(2, 6, 3), damages=SPENT, resistances=(DamageDice(1, 4), DamageDice(2, 4))
    ),
    "gnawed": StarStrike(
        Pool(2, 6, 3),
        damages=SPENT,
        resistances=(DamageDice(1, 4),),
        more=(DamageDice(1, 4), DamageDice(1, 6)),
    ),
    "out of reach": StarStrike(Pool(3, 6, 7), damages=SPENT),
    "no dice": StarStrike(Pool(0, 6, 3), damages=SPENT),
}


@pytest.mark.parametrize("name", list(STRIKES))
def test_odds_equal_full_enumeration(name):
    strike = STRIKES[name]
    stars, damage = enumerate_strike(strike)
    for odds, expected in ((strike.stars(), stars), (strike.damage(), damage)):
        assert {value: odds.chance(value) for value in odds.weights} == expected


def test_the_numbers_of_the_rules_page():
    bare = StarStrike(Pool(2, 6, 4)).stars()
    assert [bare.chance(n) for n in (0, 1, 2)] == [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]
    expert = StarStrike(Pool(2, 6, 4), 2).stars()
    assert [expert.chance(n) for n in (0, 1)] == [Fraction(3, 4), Fraction(1, 4)]


@pytest.mark.parametrize(
    ("stars", "divisor", "left"),
    [(6, 3, 2), (4, 2, 2), (4, 1, 4), (4, 3, 1), (2, 3, 0), (5, 2, 2), (0, 1, 0)],
)
def test_passive_defense_rounds_down(stars, divisor, left):
    assert effective(stars, divisor) == left


def test_a_reaction_cancels_one_for_one_or_all_or_nothing():
    assert [left_after(3, n) for n in range(5)] == [3, 2, 1, 0, 0]
    assert [left_after(3, n, whole=True) for n in range(5)] == [3, 3, 3, 0, 0]


def test_dice_climb_the_ladder_and_then_add():
    sizes = [str(DamageDice(1, 4).raised(steps)) for steps in range(7)]
    assert sizes == ["1d4", "1d6", "1d8", "1d10", "1d12", "1d12 + 1", "1d12 + 2"]
    assert str(DamageDice(2, 10, 1).raised(3, beyond=False)) == "2d12 + 1"


def test_dice_are_lowered_until_nothing_is_left():
    assert [str(DamageDice(2, 8).raised(-n)) for n in range(4)] == ["2d8", "2d6", "2d4", "0"]
    assert str(DamageDice(1, 4, 3).raised(-1)) == "3"
    assert DamageDice().raised(3) == DamageDice()


def test_sums_equal_full_enumeration():
    for sides in LADDER:
        dice = DamageDice(2, sides, 1)
        odds = dice.odds()
        assert {value: odds.chance(value) for value in odds.weights} == sums(dice)
    assert highest(()).weights == {0: 1}


def test_gnawing_damage_comes_only_with_damage():
    stopped = through(DamageDice(1, 4), (DamageDice(0, 6, 9),), (DamageDice(1, 6),))
    assert stopped.chance(0) == 1
    open_wound = through(DamageDice(1, 4), (), (DamageDice(1, 6),))
    assert (min(open_wound.weights), max(open_wound.weights)) == (2, 10)


def test_more_stars_than_entries_take_the_last_one():
    strike = StarStrike(Pool(9, 6, 2), damages=SPENT)
    assert strike.dice_for(9) == SPENT[-1]

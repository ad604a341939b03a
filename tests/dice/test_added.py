"""A d20 with added d6s, against full enumeration."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from battlemap.dice.added import AddedRoll, contest, sixes, summed, totals
from battlemap.dice.distribution import Distribution


def every(roll: AddedRoll) -> Counter[tuple[int, int]]:
    """(total, criticals) of every way the dice can fall."""
    if roll.fixed is not None:
        return Counter({(roll.fixed, 0): 1})
    d20 = range(1, 21) if roll.face is None else [roll.face]
    found: Counter[tuple[int, int]] = Counter()
    for first in d20:
        for faces in product(range(1, 7), repeat=roll.dice + roll.plain):
            own = faces[: roll.dice]
            found[first + roll.bonus + sum(faces), own.count(6)] += 1
    return found


ROLLS = [
    AddedRoll(),
    AddedRoll(5, 1),
    AddedRoll(-2, 3),
    AddedRoll(2, 1, 1),
    AddedRoll(0, 2, face=13),
    AddedRoll(fixed=15),
    AddedRoll(1, 0, 2),
]


@pytest.mark.parametrize("roll", ROLLS)
def test_totals_are_those_of_all_dice(roll):
    found = Counter()
    for crits, row in totals(roll).items():
        for total, weight in row.items():
            found[total, crits] += weight
    assert found == every(roll)


@pytest.mark.parametrize("attack", ROLLS)
@pytest.mark.parametrize("defense", ROLLS)
def test_contest_is_that_of_all_dice(attack, defense):
    own, other = every(attack), every(defense)
    landed: Counter[tuple[int, int]] = Counter()
    for (a, crits), weight in own.items():
        for (d, theirs), chance in other.items():
            if a >= d:
                landed[crits, theirs] += weight * chance
    found = contest(attack, defense)
    assert dict(found.landed) == dict(landed)
    assert found.total == own.total() * other.total()
    assert found.chance == Fraction(landed.total(), found.total)
    crit = sum(weight for (crits, _), weight in landed.items() if crits)
    assert found.critical_chance() == Fraction(crit, found.total)


def test_plain_chances():
    assert AddedRoll(5).chance_to_reach(15) == Fraction(11, 20)
    assert AddedRoll(5, 1).chance_to_reach(15) == Fraction(29, 40)
    assert AddedRoll(5).chance_to_reach(6) == 1
    assert AddedRoll(5).chance_to_reach(26) == 0
    assert sixes(2).at_least(1) == Fraction(11, 36)
    assert sixes(0) == Distribution.certain(0)


def test_sums():
    assert summed(0, 6) == Distribution.certain(0)
    assert summed(2, 6).chance(7) == Fraction(1, 6)
    assert summed(3, 8).mean == Fraction(27, 2)


def test_what_no_dice_can_show_is_refused():
    with pytest.raises(ValueError, match="fewer than no dice"):
        AddedRoll(dice=-1)
    with pytest.raises(ValueError, match="1 to 20"):
        AddedRoll(face=21)

"""Pools of dice in plain numbers, slowly: every face of every die."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product


@cache
def count_successes(dice, sides, target):
    """Chances of 0, 1, 2... dice that show the target or more."""
    found = [0] * (dice + 1)
    for faces in product(range(1, sides + 1), repeat=dice):
        found[sum(face >= target for face in faces)] += 1
    return [Fraction(count, sides**dice) for count in found]

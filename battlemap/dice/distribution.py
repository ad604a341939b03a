"""Exact finite distributions: whole-number weights over whole numbers, nothing sampled."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Distribution:
    """How likely each of finitely many whole numbers is, exactly.

    Weights are integers, so that sums and products stay exact and fast; the chance of a value is
    its weight over the sum of all of them. Values without weight are left out.

    Raises
    ------
    ValueError
        If a weight is negative, or all of them are zero.

    Examples
    --------
    >>> coin = Distribution({0: 1, 1: 1})
    >>> (coin + coin).chance(1)
    Fraction(1, 2)
    """

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[int, int]) -> None:
        if any(weight < 0 for weight in weights.values()):
            raise ValueError("no outcome can be less likely than impossible")
        kept = {value: weights[value] for value in sorted(weights) if weights[value]}
        if not kept:
            raise ValueError("a distribution needs an outcome")
        self.weights: Mapping[int, int] = MappingProxyType(kept)
        self.total = sum(kept.values())

    @classmethod
    def certain(cls, value: int) -> Distribution:
        """Return the distribution of something that is sure to be *value*."""
        return cls({value: 1})

    @classmethod
    def die(cls, sides: int) -> Distribution:
        """Return the distribution of one fair die."""
        return cls(dict.fromkeys(range(1, sides + 1), 1))

    def __repr__(self) -> str:
        return f"Distribution({dict(self.weights)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._lowest() == other._lowest()

    def __hash__(self) -> int:
        return hash(tuple(self._lowest().items()))

    def _lowest(self) -> dict[int, int]:
        shared = gcd(*self.weights.values())
        return {value: weight // shared for value, weight in self.weights.items()}

    def chance(self, value: int) -> Fraction:
        """Return the chance of exactly *value*."""
        return Fraction(self.weights.get(value, 0), self.total)

    def at_least(self, value: int) -> Fraction:
        """Return the chance of *value* or more."""
        enough = sum(weight for other, weight in self.weights.items() if other >= value)
        return Fraction(enough, self.total)

    @property
    def mean(self) -> Fraction:
        """The mean."""
        return Fraction(sum(v * w for v, w in self.weights.items()), self.total)

    def floats(self) -> dict[int, float]:
        """Return the chance of each value as the nearest float."""
        # Dividing two ints rounds once, however long they are.
        return {value: weight / self.total for value, weight in self.weights.items()}

    def map(self, function: Callable[[int], int]) -> Distribution:
        """Return the distribution of *function* of the value."""
        found: dict[int, int] = {}
        for value, weight in self.weights.items():
            image = function(value)
            found[image] = found.get(image, 0) + weight
        return Distribution(found)

    def then(self, stage: Callable[[int], Distribution]) -> Distribution:
        """Return the distribution after a second stage that depends on the value of this one."""
        stages = {value: stage(value) for value in self.weights}
        common = lcm(*(later.total for later in stages.values()))
        found: dict[int, int] = {}
        for value, weight in self.weights.items():
            later = stages[value]
            scale = weight * (common // later.total)
            for image, chance in later.weights.items():
                found[image] = found.get(image, 0) + scale * chance
        return Distribution(found)

    def __add__(self, other: Distribution) -> Distribution:
        """Return the distribution of the sum of two independent values."""
        found: dict[int, int] = {}
        for a, weight in self.weights.items():
            for b, chance in other.weights.items():
                found[a + b] = found.get(a + b, 0) + weight * chance
        return Distribution(found)


@lru_cache(maxsize=4096)
def binomial(count: int, favorable: int, sides: int) -> Distribution:
    """Return how many of *count* dice show one of *favorable* faces out of *sides*.

    Examples
    --------
    >>> float(binomial(3, 9, 20).chance(0))
    0.166375
    """
    rest = sides - favorable
    return Distribution(
        {k: comb(count, k) * favorable**k * rest ** (count - k) for k in range(count + 1)}
    )

"""A d20 to which chosen d6s are added: totals against each other, and the sixes among the d6s.

Nothing is sampled: weights are whole numbers, so that chances are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from battlemap.dice.distribution import Distribution

if TYPE_CHECKING:
    from collections.abc import Mapping

SIX = 6
D20 = 20

Joint: TypeAlias = "Mapping[int, Mapping[int, int]]"
"""Criticals, then totals, each with its weight."""


@dataclass(frozen=True)
class AddedRoll:
    """A d20 + bonus, with d6s added: sixes among ``dice`` are critical, among ``plain`` not.

    Examples
    --------
    >>> AddedRoll(bonus=5).chance_to_reach(15)
    Fraction(11, 20)
    >>> float(AddedRoll(bonus=5, dice=1).chance_to_reach(15))
    0.725
    """

    bonus: int = 0
    dice: int = 0
    plain: int = 0
    face: int | None = None
    """What the d20 shows, where it lies already; None: it is still to be rolled."""
    fixed: int | None = None
    """A number instead of a roll; None: it is rolled."""

    def __post_init__(self) -> None:
        if self.dice < 0 or self.plain < 0:
            raise ValueError("fewer than no dice cannot be added")
        if self.face is not None and not 1 <= self.face <= D20:
            raise ValueError(f"a d20 shows 1 to 20, not {self.face}")

    def chance_to_reach(self, number: int) -> Fraction:
        """Return the chance of a total of *number* or more."""
        return contest(self, AddedRoll(fixed=number)).chance


@dataclass(frozen=True)
class Contest:
    """How a roll comes out against another one that it must reach."""

    landed: Mapping[tuple[int, int], int]
    """(criticals, criticals of the other roll), with the weight of reaching it so."""
    total: int
    """The weight of everything that can happen."""

    @property
    def chance(self) -> Fraction:
        """The chance to reach the other roll."""
        return Fraction(sum(self.landed.values()), self.total)

    def criticals(self) -> Distribution:
        """Return how many criticals a roll has that reaches the other; 0 where it doesn't."""
        found = {0: self.total - sum(self.landed.values())}
        for (own, _), weight in self.landed.items():
            found[own] = found.get(own, 0) + weight
        return Distribution(found)

    def critical_chance(self) -> Fraction:
        """Return the chance to reach the other roll with at least one critical."""
        return self.criticals().at_least(1)


@lru_cache(maxsize=1024)
def sixes(count: int) -> Distribution:
    """Return how many of *count* d6s show a six.

    Examples
    --------
    >>> sixes(2).at_least(1)
    Fraction(11, 36)
    """
    found = Distribution.certain(0)
    for _ in range(count):
        found += Distribution({0: SIX - 1, 1: 1})
    return found


@lru_cache(maxsize=1024)
def summed(count: int, sides: int) -> Distribution:
    """Return the sum of *count* dice of *sides* sides; 0 without dice."""
    if count <= 0:
        return Distribution.certain(0)
    return summed(count - 1, sides) + Distribution.die(sides)


@lru_cache(maxsize=1024)
def _joint(count: int) -> Joint:
    """Return the sums of *count* d6s by the number of sixes among them."""
    found: dict[int, dict[int, int]] = {0: {0: 1}}
    for _ in range(count):
        later: dict[int, dict[int, int]] = {}
        for crits, sums in found.items():
            for value, weight in sums.items():
                for face in range(1, SIX + 1):
                    row = later.setdefault(crits + (face == SIX), {})
                    row[value + face] = row.get(value + face, 0) + weight
        found = later
    return MappingProxyType({crits: MappingProxyType(sums) for crits, sums in found.items()})


@lru_cache(maxsize=4096)
def totals(roll: AddedRoll) -> Joint:
    """Return the totals of a roll by the number of its criticals, with whole-number weights."""
    if roll.fixed is not None:
        return MappingProxyType({0: MappingProxyType({roll.fixed: 1})})
    d20 = Distribution.die(D20) if roll.face is None else Distribution.certain(roll.face)
    base = d20 + summed(roll.plain, SIX)
    found: dict[int, Mapping[int, int]] = {}
    for crits, sums in _joint(roll.dice).items():
        row: dict[int, int] = {}
        for value, weight in sums.items():
            for other, chance in base.weights.items():
                total = value + other + roll.bonus
                row[total] = row.get(total, 0) + weight * chance
        found[crits] = MappingProxyType(row)
    return MappingProxyType(found)


@lru_cache(maxsize=4096)
def contest(attack: AddedRoll, defense: AddedRoll) -> Contest:
    """Return how *attack* comes out against *defense*; an equal total reaches it."""
    own, other = totals(attack), totals(defense)
    weight = sum(sum(row.values()) for row in own.values())
    landed: dict[tuple[int, int], int] = {}
    for theirs, row in other.items():
        least, most = min(row), max(row)
        below = list(accumulate(row.get(value, 0) for value in range(least, most + 1)))
        for crits, sums in own.items():
            found = sum(
                chance * below[min(total, most) - least]
                for total, chance in sums.items()
                if total >= least
            )
            if found:
                landed[crits, theirs] = found
    return Contest(
        MappingProxyType(landed), weight * sum(sum(row.values()) for row in other.values())
    )

"""Pools of dice: count successes, reroll some, and funnel hits into a second roll.

One description serves the roll and the odds: ``Pool`` says which dice are rolled again and what
they come to, and the same numbers give its exact distribution.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from battlemap.dice.distribution import Distribution, binomial
from battlemap.dice.source import check_faces

if TYPE_CHECKING:
    from collections.abc import Sequence

ALL = 1_000_000
"""Levels that reroll every die there is: a Total."""


@dataclass(frozen=True)
class Die:
    """One die as it lies at the end."""

    face: int
    before: int | None
    """What it showed before it was rolled again; None: it wasn't."""
    counts: bool
    """Whether it is a success."""


@dataclass(frozen=True)
class PoolResult:
    """The dice of one roll, in the order in which they were rolled."""

    dice: tuple[Die, ...]

    @property
    def successes(self) -> int:
        """How many dice count."""
        return sum(die.counts for die in self.dice)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces at the end."""
        return tuple(die.face for die in self.dice)


@dataclass(frozen=True)
class Pool:
    """*count* dice of *sides* sides; each that shows *target* or more is a success.

    ``levels`` above 0 are levels of advantage: so many failed dice are rolled again, each once;
    below 0 of disadvantage: so many successes are. ``ALL`` and ``-ALL`` reroll all of them.
    ``against`` are levels of disadvantage that count beside levels of advantage, where a game lets
    opposite levels stand: both look at the dice as they first fall. A target of 1 or less always
    succeeds, one above the sides never.

    Examples
    --------
    >>> Pool(2, 20, 11, levels=1).odds().floats()
    {0: 0.125, 1: 0.375, 2: 0.5}
    """

    count: int
    sides: int
    target: int
    levels: int = 0
    against: int = 0

    @property
    def favorable(self) -> int:
        """How many faces of a die succeed."""
        return min(self.sides, max(0, self.sides - self.target + 1))

    def succeeds(self, face: int) -> bool:
        """Tell whether a die that shows *face* is a success."""
        return face >= self.target

    def to_reroll(self, faces: Sequence[int]) -> tuple[int, ...]:
        """Return the places of the dice that are rolled again, the first ones first.

        Dice are counted and not summed, so which of the failed ones are taken changes nothing.
        """
        failed = [i for i, face in enumerate(faces) if not self.succeeds(face)]
        succeeded = [i for i, face in enumerate(faces) if self.succeeds(face)]
        return tuple(sorted(failed[: self.rescued] + succeeded[: self.doubted]))

    @property
    def rescued(self) -> int:
        """How many failed dice are rolled again, if there are so many."""
        return max(0, self.levels)

    @property
    def doubted(self) -> int:
        """How many successful dice are rolled again, if there are so many."""
        return max(0, -self.levels) + self.against

    def result(self, faces: Sequence[int], again: Sequence[int] = ()) -> PoolResult:
        """Return what *faces* come to, where the dice of ``to_reroll`` then showed *again*.

        Raises
        ------
        ValueError
            If there are not as many faces as dice, or one isn't on the die.
        """
        places = self.to_reroll(faces)
        if len(faces) != max(self.count, 0) or len(again) != len(places):
            raise ValueError(
                f"{self.count} dice and {len(places)} rerolls, not {len(faces)} and {len(again)}"
            )
        check_faces((*faces, *again), self.sides)
        later = dict(zip(places, again, strict=True))
        dice = []
        for place, first in enumerate(faces):
            last = later.get(place, first)
            before = first if place in later else None
            dice.append(Die(last, before, self.succeeds(last)))
        return PoolResult(tuple(dice))

    def odds(self) -> Distribution:
        """Return the exact distribution of the number of successes."""
        count = max(self.count, 0)
        return _pool_odds(count, self.favorable, self.sides, self.rescued, self.doubted)


@lru_cache(maxsize=4096)
def _pool_odds(count: int, favorable: int, sides: int, rescued: int, doubted: int) -> Distribution:
    first = binomial(count, favorable, sides)
    if not rescued and not doubted:
        return first

    def rerolled(successes: int) -> Distribution:
        taken = min(doubted, successes)
        again = min(rescued, count - successes) + taken
        return binomial(again, favorable, sides).map(lambda more: successes - taken + more)

    return first.then(rerolled)


@dataclass(frozen=True)
class FunnelOdds:
    """The exact odds of a funnel, stage by stage."""

    hits: Distribution
    successes: Distribution
    """Successes of the second stage."""
    amount: Distribution
    """What the ladder makes of them."""
    near: Fraction
    """Chance of hits without a success, but with a die that reaches the lower target."""


@dataclass(frozen=True)
class Funnel:
    """Every success of a first pool is a die of a second one, whose successes climb a ladder.

    ``first`` is None where the second pool is rolled outright, with *dice* dice and *levels*
    (and *against*, as in ``Pool``).
    ``near_target`` is the lower target that still leaves a mark (None: there is none);
    ``ladder[n]`` is the amount for n successes, and the last rung serves for all above it.
    """

    first: Pool | None
    target: int
    sides: int
    ladder: tuple[int, ...]
    near_target: int | None = None
    dice: int = 0
    levels: int = 0
    against: int = 0

    def second(self, hits: int) -> Pool:
        """Return the second pool after so many hits."""
        if self.first is None:
            return Pool(self.dice, self.sides, self.target, self.levels, self.against)
        return Pool(hits, self.sides, self.target)

    def amount(self, successes: int) -> int:
        """Return what the ladder gives for so many successes."""
        return self.ladder[min(successes, len(self.ladder) - 1)]

    def is_near(self, faces: Sequence[int]) -> bool:
        """Tell whether no face reaches the target, but one the lower target."""
        if self.near_target is None:
            return False
        none = all(face < self.target for face in faces)
        return none and any(face >= self.near_target for face in faces)

    def odds(self) -> FunnelOdds:
        """Return the exact odds."""
        return _funnel_odds(self)


@lru_cache(maxsize=1024)
def _funnel_odds(funnel: Funnel) -> FunnelOdds:
    if funnel.first is None:
        hits = Distribution.certain(max(funnel.dice, 0))
    else:
        hits = funnel.first.odds()
    successes = hits.then(lambda count: funnel.second(count).odds())
    near = Fraction(0)
    if funnel.near_target is not None:
        for dice, weight in hits.weights.items():
            near += weight * _near(funnel.second(dice), funnel.near_target)
        near /= hits.total
    return FunnelOdds(hits, successes, successes.map(funnel.amount), near)


def _near(pool: Pool, near_target: int) -> Fraction:
    """Return the chance that no die of a pool succeeds, but one reaches the lower target."""
    sides, count = pool.sides, max(pool.count, 0)
    good = pool.favorable
    misses = sides - good
    lower = min(misses, sides - Pool(1, sides, near_target).favorable)
    found = Fraction(0)
    # No success at the end: each first success is rolled again, and every die rolled again misses.
    for successes in range(min(count, pool.doubted) + 1):
        failed = count - successes
        again = min(pool.rescued, failed)
        first = comb(count, successes) * good**successes
        none = misses ** (failed + again + successes)
        below = misses**again * lower ** (failed + successes)
        found += Fraction(first * (none - below), sides ** (count + again + successes))
    return found

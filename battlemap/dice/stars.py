"""Stars: dice that reach a number are counted, thinned out, and spent on damage dice.

One description serves the roll and the odds: a ``StarStrike`` says how many stars of a pool take
effect and which damage dice so many of them roll, and the same numbers give its exact odds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from battlemap.dice.distribution import Distribution

if TYPE_CHECKING:
    from battlemap.dice.pool import Pool

LADDER = (4, 6, 8, 10, 12)
"""The sizes through which a damage die is raised and lowered."""


@dataclass(frozen=True)
class DamageDice:
    """*count* dice of *sides* sides and a bonus.

    Examples
    --------
    >>> str(DamageDice(1, 6, 2)), str(DamageDice(2, 4)), str(DamageDice())
    ('1d6 + 2', '2d4', '0')
    """

    count: int = 0
    sides: int = 6
    bonus: int = 0

    def __str__(self) -> str:
        if self.count <= 0:
            return str(self.bonus)
        dice = f"{self.count}d{self.sides}"
        return f"{dice} + {self.bonus}" if self.bonus else dice

    def raised(self, steps: int, *, beyond: bool = True) -> DamageDice:
        """Return the dice so many sizes larger, or smaller where *steps* is below 0.

        Lowered below the smallest size, nothing is left but the bonus.

        Parameters
        ----------
        beyond
            Whether each step past the largest size adds 1; else it is lost.

        Examples
        --------
        >>> str(DamageDice(1, 10).raised(2)), str(DamageDice(1, 10).raised(2, beyond=False))
        ('1d12 + 1', '1d12')
        """
        if steps == 0 or self.count <= 0:
            return self
        place = LADDER.index(self.sides) + steps
        if place < 0:
            return DamageDice(0, LADDER[0], self.bonus)
        past = max(0, place - len(LADDER) + 1)
        sides = LADDER[min(place, len(LADDER) - 1)]
        return DamageDice(self.count, sides, self.bonus + (past if beyond else 0))

    def with_bonus(self, more: int) -> DamageDice:
        """Return the dice with a larger bonus."""
        return replace(self, bonus=self.bonus + more)

    @property
    def mean(self) -> Fraction:
        """The mean of the sum."""
        return Fraction(self.count * (self.sides + 1), 2) + self.bonus

    def odds(self) -> Distribution:
        """Return the exact distribution of the sum."""
        return _sum_odds(self)


@lru_cache(maxsize=1024)
def _sum_odds(dice: DamageDice) -> Distribution:
    found = Distribution.certain(dice.bonus)
    for _ in range(dice.count):
        found = found + Distribution.die(dice.sides)
    return found


def effective(stars: int, divisor: int, spare: int = 0) -> int:
    """Return how many stars take effect where *divisor* of them make one, rounded down.

    Parameters
    ----------
    spare
        What is added before dividing, below *divisor*: so many that are short make one all the
        same. One less than *divisor* rounds up, half of it to the nearest.

    Examples
    --------
    >>> effective(6, 3), effective(4, 3), effective(2, 3)
    (2, 1, 0)
    >>> effective(4, 3, spare=2), effective(4, 3, spare=1)
    (2, 1)
    """
    return (stars + spare) // divisor


def left_after(stars: int, against: int, *, whole: bool = False) -> int:
    """Return the stars that are left when *against* stars oppose them.

    Parameters
    ----------
    whole
        Whether the opposing stars cancel all or nothing; else they cancel one for one.
    """
    if whole:
        return 0 if against >= stars else stars
    return max(0, stars - against)


def reduced(amount: Distribution, by: Distribution) -> Distribution:
    """Return the distribution of an amount less another one, never below 0."""
    found: dict[int, int] = {}
    for value, weight in amount.weights.items():
        for less, chance in by.weights.items():
            left = max(0, value - less)
            found[left] = found.get(left, 0) + weight * chance
    return Distribution(found)


def higher(one: Distribution, other: Distribution) -> Distribution:
    """Return the distribution of the higher of two independent values."""
    found: dict[int, int] = {}
    for a, weight in one.weights.items():
        for b, chance in other.weights.items():
            found[max(a, b)] = found.get(max(a, b), 0) + weight * chance
    return Distribution(found)


def highest(dice: tuple[DamageDice, ...]) -> Distribution:
    """Return the distribution of the highest of several sums; 0 where there are none."""
    found = Distribution.certain(0)
    for one in dice:
        found = higher(found, one.odds())
    return found


@dataclass(frozen=True)
class ResistedDice:
    """Dice from which the highest of some resistances is taken off, down to 0."""

    dice: DamageDice
    resistances: tuple[DamageDice, ...]

    def odds(self) -> Distribution:
        """Return the exact distribution of what is left."""
        rolled = self.dice.odds()
        return reduced(rolled, highest(self.resistances)) if self.resistances else rolled


@lru_cache(maxsize=4096)
def through(
    dice: DamageDice | None,
    resistances: tuple[DamageDice, ...],
    more: tuple[DamageDice | ResistedDice, ...],
) -> Distribution:
    """Return the distribution of what damage dice do to somebody.

    The highest of *resistances* is taken off; each of *more* comes on top where anything is left.
    No dice (None) do nothing.
    """
    nothing = Distribution.certain(0)
    if dice is None:
        return nothing
    left = ResistedDice(dice, resistances).odds()
    if not more:
        return left
    gnawed = nothing
    for one in more:
        gnawed = gnawed + one.odds()
    return left.then(lambda value: gnawed.map(lambda n: value + n) if value else nothing)


@dataclass(frozen=True)
class StarStrike:
    """From a pool of dice to damage.

    ``against`` is rolled by whoever actively defends (None: nobody); then ``divisor`` and ``spare``
    (see ``effective``) don't count. ``damages[n]`` are the dice that n effective stars roll (None:
    no hit), the last entry serving for all above it. The highest of ``resistances`` is taken off,
    and where anything is left each of ``more`` comes on top.
    """

    pool: Pool
    divisor: int = 1
    against: Pool | None = None
    whole: bool = False
    damages: tuple[DamageDice | None, ...] = (None,)
    resistances: tuple[DamageDice, ...] = ()
    more: tuple[DamageDice | ResistedDice, ...] = ()
    spare: int = 0

    def passive_left(self, stars: int) -> int:
        """Return how many of so many stars take effect against a passive defense."""
        return effective(stars, self.divisor, self.spare)

    def stars_left(self, stars: int, against: int | None = None) -> int:
        """Return how many stars take effect after a roll of *stars* (and one of *against*)."""
        if self.against is None or against is None:
            return self.passive_left(stars)
        return left_after(stars, against, whole=self.whole)

    def dice_for(self, stars: int) -> DamageDice | None:
        """Return the damage dice of so many effective stars; None: no hit."""
        return self.damages[min(stars, len(self.damages) - 1)]

    def stars(self) -> Distribution:
        """Return the exact distribution of effective stars."""
        return _stars(self.pool, self.divisor, self.spare, self.against, self.whole)

    def damage(self) -> Distribution:
        """Return the exact distribution of damage."""
        return _damage(self)


@lru_cache(maxsize=1024)
def _stars(pool: Pool, divisor: int, spare: int, against: Pool | None, whole: bool) -> Distribution:
    rolled = pool.odds()
    if against is None:
        return rolled.map(lambda stars: effective(stars, divisor, spare))
    opposed = against.odds()
    return rolled.then(
        lambda stars: opposed.map(lambda other: left_after(stars, other, whole=whole))
    )


@lru_cache(maxsize=1024)
def _damage(strike: StarStrike) -> Distribution:
    def hurt(stars: int) -> Distribution:
        return through(strike.dice_for(stars), strike.resistances, strike.more)

    return strike.stars().then(hurt)

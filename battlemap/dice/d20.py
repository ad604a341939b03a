"""One d20 with Advantage or Disadvantage, the highest or lowest of some dice, and sums of dice."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import add

from battlemap.dice.distribution import Distribution


@lru_cache(maxsize=256)
def keep_highest(count: int, sides: int) -> Distribution:
    """Return the distribution of the highest of *count* dice.

    Raises
    ------
    ValueError
        If there are no dice, or they have no sides.

    Examples
    --------
    >>> float(keep_highest(2, 20).chance(20))
    0.0975
    """
    _need_dice(count, sides)
    return Distribution({face: face**count - (face - 1) ** count for face in range(1, sides + 1)})


@lru_cache(maxsize=256)
def keep_lowest(count: int, sides: int) -> Distribution:
    """Return the distribution of the lowest of *count* dice.

    Raises
    ------
    ValueError
        If there are no dice, or they have no sides.

    Examples
    --------
    >>> float(keep_lowest(2, 20).at_least(11))
    0.25
    """
    _need_dice(count, sides)
    return keep_highest(count, sides).map(lambda face: sides + 1 - face)


def kept_d20(levels: int) -> Distribution:
    """Return the distribution of the d20 that counts.

    Parameters
    ----------
    levels
        Above 0: so many dice more, the highest counts; below 0: the lowest; 0: a plain roll.

    Examples
    --------
    >>> [float(kept_d20(levels).at_least(11)) for levels in (-1, 0, 1)]
    [0.25, 0.5, 0.75]
    """
    if levels < 0:
        return keep_lowest(1 - levels, 20)
    return keep_highest(1 + levels, 20)


def kept_face(faces: tuple[int, ...], levels: int) -> int:
    """Return the die that counts of those that fell.

    Examples
    --------
    >>> kept_face((4, 17), 1), kept_face((4, 17), -1), kept_face((9,), 0)
    (17, 4, 9)
    """
    return min(faces) if levels < 0 else max(faces)


@lru_cache(maxsize=1024)
def sum_of(count: int, sides: int) -> Distribution:
    """Return the distribution of the sum of *count* dice; no dice are sure to come to 0.

    Raises
    ------
    ValueError
        If there are fewer than no dice, or they have no sides.

    Examples
    --------
    >>> sum_of(2, 6).chance(7)
    Fraction(1, 6)
    """
    if count == 0:
        return Distribution.certain(0)
    _need_dice(count, sides)
    return reduce(add, [Distribution.die(sides)] * count)


def _need_dice(count: int, sides: int) -> None:
    if count < 1 or sides < 1:
        raise ValueError(f"{count} dice with {sides} sides cannot be rolled")

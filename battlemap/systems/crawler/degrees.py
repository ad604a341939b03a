"""How well a check went (Degrees of success and failure)."""

from __future__ import annotations

from enum import IntEnum


class Degree(IntEnum):
    """The rows of the table, the worst first."""

    FUMBLE = 0
    """A natural 1."""
    BAD = 1
    """Failed by 10 or more."""
    MISS = 2
    """Failed by 3 to 9."""
    NEAR = 3
    """Failed by 1 or 2: an ally may Intervene."""
    SUCCESS = 4
    GREAT = 5
    """Succeeded by 10 or more."""
    CRITICAL = 6
    """A natural 20."""

    @property
    def succeeds(self) -> bool:
        """Whether it is a success."""
        return self >= Degree.SUCCESS

    @property
    def is_fine(self) -> bool:
        """Whether it is better than a plain success."""
        return self >= Degree.GREAT

    @property
    def is_natural(self) -> bool:
        """Whether the die alone decided, so that no bonus changes it."""
        return self in (Degree.FUMBLE, Degree.CRITICAL)


ATTACK_NAMES = {
    Degree.CRITICAL: "Critical hit",
    Degree.GREAT: "Hit by 10 or more",
    Degree.SUCCESS: "Hit",
    Degree.NEAR: "Near miss",
    Degree.MISS: "Miss",
    Degree.BAD: "Miss by 10 or more",
    Degree.FUMBLE: "Natural 1",
}

CHECK_NAMES = {
    Degree.CRITICAL: "Natural 20",
    Degree.GREAT: "Success by 10 or more",
    Degree.SUCCESS: "Success",
    Degree.NEAR: "Near miss",
    Degree.MISS: "Failure",
    Degree.BAD: "Failure by 10 or more",
    Degree.FUMBLE: "Natural 1",
}


def degree_of(natural: int, total: int, difficulty: int) -> Degree:
    """Return how well a check went; a natural 20 or 1 overrides the margin.

    Examples
    --------
    >>> degree_of(11, 16, 16).name, degree_of(11, 15, 16).name, degree_of(11, 13, 16).name
    ('SUCCESS', 'NEAR', 'MISS')
    """
    if natural == 20:
        return Degree.CRITICAL
    if natural == 1:
        return Degree.FUMBLE
    margin = total - difficulty
    if margin >= 10:
        return Degree.GREAT
    if margin >= 0:
        return Degree.SUCCESS
    if margin >= -2:
        return Degree.NEAR
    return Degree.MISS if margin > -10 else Degree.BAD


def margin_words(total: int, difficulty: int) -> str:
    """Return a margin in words: "by 3", "short by 2"."""
    margin = total - difficulty
    return f"by {margin}" if margin >= 0 else f"short by {-margin}"

"""Numbers and directions in words, the same in the log, the commands and the reports."""

from __future__ import annotations

MINUS = "−"
"""A real minus sign, as wide as the plus."""

COMPASS = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)


def counted(number: int, word: str, plural: str = "") -> str:
    """Return a number with its noun; the plural is the word with an s where none is given.

    Examples
    --------
    >>> counted(1, "action"), counted(1200, "wall"), counted(2, "die", "dice")
    ('1 action', '1,200 walls', '2 dice')
    """
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def signed(number: int) -> str:
    """Return a number with its sign, a real minus.

    Examples
    --------
    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '+0')
    """
    return f"{number:+d}".replace("-", MINUS)


def direction(degrees: float) -> str:
    """Return the compass word nearest to an angle, clockwise from north.

    Examples
    --------
    >>> direction(0), direction(90), direction(30), direction(330)
    ('north', 'east', 'north-east', 'north-west')
    """
    return COMPASS[int((degrees + 22.5) // 45) % 8]

"""What the commands print: plain JSON, or sentences for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unicodedata import category

from battlemap.model.plain import number, plain

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "chances",
    "legible",
    "number",
    "percent",
    "plain",
    "print_json",
    "print_words",
    "yes",
]

_UNSEEN = frozenset({"Cc", "Cs"})
"""Categories of Unicode: control characters, and halves of characters."""


def chances(table: Mapping[int, float]) -> dict[str, float]:
    """Return a distribution with its numbers as text, lowest first; chances keep all digits."""
    return {str(key): float(table[key]) for key in sorted(table)}


def print_json(value: Any) -> None:  # noqa: ANN401  # anything that JSON can hold
    """Print *value* as JSON, readable and the same for the same value."""
    from battlemap.model.mapfile.json_text import render

    print(render(value), end="")


def print_words(text: str) -> None:
    """Print lines for people."""
    print(legible(text))


def legible(text: str) -> str:
    r"""Return the text with the signs spelled out that would command a terminal.

    Examples
    --------
    >>> print(legible("Orc\x1b[31m"))
    Orc\x1b[31m
    """
    return "".join(
        f"\\x{ord(sign):02x}" if category(sign) in _UNSEEN and sign != "\n" else sign
        for sign in text
    )


def yes(value: bool) -> str:
    """Return yes or no."""
    return "yes" if value else "no"


def percent(chance: float) -> str:
    """Return a chance for people.

    Examples
    --------
    >>> percent(0.166375), percent(1.0), percent(0.00001)
    ('16.6 %', '100 %', '< 0.1 %')
    """
    if 0 < chance < 0.0005:
        return "< 0.1 %"
    return f"{number(chance * 100, 1):g} %"

"""What the commands print: plain JSON, or sentences for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any
from unicodedata import category

if TYPE_CHECKING:
    from battlemap.model.mapfile.json_text import Json

_UNSEEN = frozenset({"Cc", "Cs"})
"""Categories of Unicode: control characters, and halves of characters."""


def plain(value: object) -> Json:
    """Return *value* as JSON has it: records as objects, cells and points as lists.

    Enums are their text, or their name in small letters where the value is a number; whole
    numbers lose their point, others keep six decimals.

    Examples
    --------
    >>> from battlemap.geometry.cell import Cell, Point
    >>> plain({Cell(1, 2), Cell(0, 2)}), plain(Point(0.5, 3.0))
    ([[0, 2], [1, 2]], [0.5, 3])
    """
    if isinstance(value, Enum):
        from battlemap.model.mapfile.encoding import enum_word

        return enum_word(value)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return number(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {part.name: plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Mapping):
        return {_key(key): plain(part) for key, part in value.items()}
    if isinstance(value, (set, frozenset)):
        return [plain(part) for part in sorted(value)]
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    return str(value)


def _key(key: object) -> str:
    found = plain(key)
    return found if isinstance(found, str) else json.dumps(found)


def number(value: float, decimals: int = 6) -> int | float:
    """Return a number that is written as people write it: 10 rather than 10.0."""
    rounded = round(float(value), decimals)
    return int(rounded) if rounded == int(rounded) else rounded


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

"""Facts and answers as plain values that JSON can hold, for scripts, logs and bug reports."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING

from battlemap.model.mapfile.encoding import enum_word

if TYPE_CHECKING:
    from battlemap.model.mapfile.json_text import Json


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

"""Objects of a map file: each key is asked for by kind, and errors say where it stands."""

from __future__ import annotations

from difflib import get_close_matches
from math import isfinite
from typing import TYPE_CHECKING, TypeVar

from battlemap.geometry.cell import Cell, Point
from battlemap.model import limits
from battlemap.model.file_error import SHOWN, FileError, wrong

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

T = TypeVar("T")

_SHOWN_KEYS = 24
"""How many known keys an error lists; a rule system may have ninety options."""


class Record:
    """One object of the file with its place in it.

    Parameters
    ----------
    value
        What stands in the file.
    where
        Its place, for example ``walls[3]``.
    keys
        The keys that it may have; None: any.

    Raises
    ------
    FileError
        If *value* is no object or has a key that isn't known.
    """

    def __init__(self, value: object, where: str, keys: Sequence[str] | None) -> None:
        if not isinstance(value, dict):
            raise wrong(where, "an object in braces", value)
        self.values: dict[str, object] = value
        self.where = where
        unknown = [key for key in value if keys is not None and key not in keys]
        if unknown and keys is not None:
            near = get_close_matches(unknown[0], keys, 1)
            raise FileError(
                "",
                self.at(unknown[0][:SHOWN]),
                "this key isn't known here.",
                f'Did you mean "{near[0]}"?' if near else _known(keys),
            )

    def at(self, key: str) -> str:
        """Return the place of a key."""
        return f"{self.where}.{key}" if self.where else key

    def has(self, key: str) -> bool:
        """Tell whether the key is given; null counts as not given."""
        return self.values.get(key) is not None

    def need(self, key: str, expected: str) -> object:
        """Return the value of a key that has no default.

        Raises
        ------
        FileError
            If it isn't given.
        """
        if not self.has(key):
            raise FileError("", self.where, f'"{key}" is missing: expected {expected}.')
        return self.values[key]

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; without a default it must be given and not be empty."""
        if default is not None and not self.has(key):
            return default
        value = self.need(key, "a text")
        if not isinstance(value, str):
            raise wrong(self.at(key), "a text in quotes", value)
        if default is None and not value.strip():
            raise wrong(self.at(key), "a text that isn't empty", value)
        if len(value) > limits.TEXT:
            raise FileError("", self.at(key), f"the text is longer than {limits.TEXT:,} signs.")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        value = self.values.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise wrong(self.at(key), "true or false", value)
        return value

    def integer(self, key: str, default: int, least: int, most: int) -> int:
        """Return a whole number from *least* to *most*."""
        found = self.optional_integer(key, least, most)
        return default if found is None else found

    def optional_integer(self, key: str, least: int, most: int) -> int | None:
        """Return a whole number from *least* to *most*, or None where none is given."""
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, float) and isfinite(value) and value == int(value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise wrong(self.at(key), f"a whole number from {least} to {most}", value)
        return value

    def number(
        self,
        key: str,
        default: float,
        least: float = -limits.COORDINATE,
        most: float = limits.COORDINATE,
    ) -> float:
        """Return a number from *least* to *most*."""
        value = self.values.get(key)
        return default if value is None else as_number(value, self.at(key), least, most)

    def choice(self, key: str, default: T, words: Mapping[str, T]) -> T:
        """Return what the word of this key stands for."""
        value = self.values.get(key)
        if value is None:
            return default
        if not isinstance(value, str) or value not in words:
            listed = ", ".join(f'"{word}"' for word in words)
            raise wrong(self.at(key), f"one of {listed}", value)
        return words[value]

    def point(self, key: str) -> Point:
        """Return a place on the map, which must be given."""
        return as_point(self.need(key, "a point such as [3, 4.5]"), self.at(key))

    def cell(self, key: str) -> Cell:
        """Return a cell, which must be given."""
        return as_cell(self.need(key, "a cell such as [3, 4]"), self.at(key))

    def items(self, key: str, most: int = limits.MAP_PARTS) -> list[tuple[object, str]]:
        """Return the parts of a list with their places; none where the key isn't given."""
        value = self.values.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise wrong(self.at(key), "a list in brackets", value)
        if len(value) > most:
            raise FileError("", self.at(key), f"{len(value):,} entries are more than {most:,}.")
        return [(part, f"{self.at(key)}[{index}]") for index, part in enumerate(value)]

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        found = []
        for part, where in self.items(key):
            if not isinstance(part, str):
                raise wrong(where, "a text in quotes", part)
            found.append(part)
        return tuple(found)


def as_number(
    value: object,
    where: str,
    least: float = -limits.COORDINATE,
    most: float = limits.COORDINATE,
) -> float:
    """Return a finite number from *least* to *most*.

    Raises
    ------
    FileError
        If it is anything else.
    """
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float))
        or not least <= value <= most  # false for NaN as well
    ):
        raise wrong(where, f"a number from {least:g} to {most:g}", value)
    return float(value)


def as_point(value: object, where: str) -> Point:
    """Return a place on the map.

    Raises
    ------
    FileError
        If it isn't a pair of finite numbers.
    """
    if not isinstance(value, list) or len(value) != 2:
        raise wrong(where, "a point such as [3, 4.5]", value)
    return Point(as_number(value[0], f"{where}[0]"), as_number(value[1], f"{where}[1]"))


def as_cell(value: object, where: str) -> Cell:
    """Return a cell.

    Raises
    ------
    FileError
        If it isn't a pair of whole numbers.
    """
    if (
        isinstance(value, list)
        and len(value) == 2
        and type(value[0]) is type(value[1]) is int
        and max(abs(value[0]), abs(value[1])) <= limits.COORDINATE
    ):
        return Cell(value[0], value[1])
    raise wrong(where, "a cell such as [3, 4], two whole numbers", value)


def _known(keys: Sequence[str]) -> str:
    """Return the known keys as a sentence; of many the first ones stand for the others."""
    shown = ", ".join(keys[:_SHOWN_KEYS])
    rest = f" and {len(keys) - _SHOWN_KEYS} more" if len(keys) > _SHOWN_KEYS else ""
    return f"Known keys are {shown}{rest}."

"""To JSON from any frozen dataclass: what a rule system keeps goes through unseen by model.

``decoding`` is the counterpart.

Kinds of values and how JSON spells them: texts, numbers, booleans and None as they are; enums by
their text, or by their name in small letters where their value is a number; flags as a list of
names; tuples and sets as lists; fractions as "1/3"; mappings and dataclasses as objects; a union
of dataclasses as an object with the class's name under ``type``.
"""

from __future__ import annotations

import collections.abc
import sys
from dataclasses import fields, is_dataclass
from enum import Enum, Flag
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from battlemap.geometry.cell import Cell, Point
from battlemap.model.mapfile.json_text import Json, compact

# Names that modules import for their type checker only; hints are resolved with these as well.
_KNOWN: dict[str, Any] = {
    "Cell": Cell,
    "Point": Point,
    "Mapping": collections.abc.Mapping,
    "Sequence": collections.abc.Sequence,
    "Fraction": Fraction,
}


def encode(value: object) -> Json:
    """Return the JSON of a value: records with all their fields, so that defaults may change.

    Raises
    ------
    TypeError
        If the value is of a kind that a file can't keep.
    """
    if value is None or (isinstance(value, (bool, int, str)) and not isinstance(value, Enum)):
        return cast("Json", value)
    if isinstance(value, Enum):
        return enum_word(value)
    if isinstance(value, float):
        return tidy(value)
    if isinstance(value, Fraction):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return encode_record(value)
    if isinstance(value, (tuple, list)):
        return [encode(part) for part in value]
    if isinstance(value, (set, frozenset)):
        return sorted((encode(part) for part in value), key=compact)
    if isinstance(value, collections.abc.Mapping):
        return dict(sorted((_encode_key(key), encode(part)) for key, part in value.items()))
    raise TypeError(f"a map file can't keep a {type(value).__name__}")


def encode_record(record: object) -> dict[str, Json]:
    """Return all fields of a dataclass, in their order; unions of dataclasses get a ``type``."""
    hints = hints_of(cast("Any", type(record)))
    found: dict[str, Json] = {}
    for part in fields(cast("Any", record)):
        value = getattr(record, part.name)
        found[part.name] = encode_as(hints[part.name], value)
    return found


def encode_as(hint: object, value: object) -> Json:
    """Return the JSON of a value that is read back as *hint*: where it matters, with its type."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        if is_dataclass(value) and len(records_in(hint)) > 1:
            return {"type": type(value).__name__, **encode_record(value)}
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        return encode(value) if value is None or len(kinds) > 1 else encode_as(kinds[0], value)
    if origin is tuple and isinstance(value, tuple):
        parts = get_args(hint)
        if len(parts) == 2 and parts[1] is ...:
            return [encode_as(parts[0], part) for part in value]
        return [encode_as(kind, part) for kind, part in zip(parts, value, strict=True)]
    if origin is collections.abc.Mapping and isinstance(value, collections.abc.Mapping):
        kind = get_args(hint)[1]
        pairs = ((_encode_key(key), encode_as(kind, part)) for key, part in value.items())
        return dict(sorted(pairs, key=lambda pair: pair[0]))
    return encode(value)


def tidy(number: float) -> int | float:
    """Return a number as a person writes it: 90 rather than 90.0.

    Raises
    ------
    TypeError
        If the number isn't finite.
    """
    if not isfinite(number):
        raise TypeError(f"a map file can't keep the number {number}")
    return int(number) if number == int(number) and abs(number) < 2**53 else number


def _encode_key(key: object) -> str:
    if isinstance(key, Enum):
        return cast("str", enum_word(key))
    if isinstance(key, str):
        return key
    if isinstance(key, int) and not isinstance(key, bool):
        return str(key)
    raise TypeError(f"a map file can't keep a mapping by {type(key).__name__}")


@lru_cache(maxsize=512)
def hints_of(kind: Any) -> dict[str, Any]:  # noqa: ANN401  # a class; mypy doubts that it is hashable
    """Return the resolved types of a dataclass's fields.

    Raises
    ------
    TypeError
        If a name in them is imported for the type checker only and isn't a common one.
    """
    try:
        names = dict(_KNOWN)
        # A field may come from a base in another module, whose names it is written in.
        for part in reversed(kind.__mro__):
            names.update(vars(sys.modules[part.__module__]))
        return get_type_hints(kind, names)
    except NameError as error:
        raise TypeError(
            f"{kind.__module__}.{kind.__name__}: import {error.name} at runtime, the codec needs it"
        ) from error


def enum_word(value: Enum) -> Json:
    """Return the word of an enum's member, or the words of a flag."""
    if isinstance(value, Flag):
        return [str(part.name).lower() for part in type(value) if part.value and part in value]
    return value.value if isinstance(value.value, str) else value.name.lower()


def records_in(hint: object) -> dict[str, type]:
    """Return the dataclasses in a union by name."""
    kinds = [kind for kind in get_args(hint) if isinstance(kind, type)]
    return {kind.__name__: kind for kind in kinds if is_dataclass(kind)}

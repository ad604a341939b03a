"""One codec for any frozen dataclass: what a rule system keeps goes through it unseen by model.

Kinds of values and how JSON spells them: texts, numbers, booleans and None as they are; enums by
their text, or by their name in small letters where their value is a number; flags as a list of
names; tuples and sets as lists; mappings and dataclasses as objects; a union of dataclasses as an
object with the class's name under ``type``.
"""

from __future__ import annotations

import collections.abc
import sys
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum, Flag
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from battlemap.geometry.cell import Cell, Point
from battlemap.model import limits
from battlemap.model.file_error import FileError, wrong
from battlemap.model.json_text import Json, compact
from battlemap.model.record import Record

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
        return _encode_enum(value)
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
        if is_dataclass(value) and len(_records(hint)) > 1:
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


def decode(hint: object, value: object, where: str) -> Any:  # noqa: ANN401  # it is a value of the hint
    """Return the value of the type *hint* that stands at *where*.

    Raises
    ------
    FileError
        If something else stands there.
    TypeError
        If *hint* isn't a kind of type that the codec knows.
    """
    if hint is object or hint is Any:
        return frozen(value)
    origin = get_origin(hint)
    if origin is not None:
        return _decode_generic(hint, origin, value, where)
    if hint in (None, NoneType):
        if value is not None:
            raise wrong(where, "null", value)
        return None
    if not isinstance(hint, type):
        raise TypeError(f"the codec doesn't know {hint!r}")
    if hint in (str, bool, int, float, Fraction):
        return _decode_plain(hint, value, where)
    if issubclass(hint, Enum):
        return _decode_enum(hint, value, where)
    if is_dataclass(hint):
        return decode_record(hint, value, where)
    if issubclass(hint, tuple):
        parts = _decode_parts([*hints_of(hint).values()], value, where)
        return cast("Any", hint)(*parts)
    raise TypeError(f"the codec doesn't know {hint!r}")


def decode_record(kind: type, value: object, where: str) -> Any:  # noqa: ANN401  # it is a *kind*
    """Return a dataclass; fields that aren't given take their defaults.

    Raises
    ------
    FileError
        If a key isn't known, a field without a default is missing, or a value is wrong.
    """
    declared = [part for part in fields(cast("Any", kind)) if part.init]
    record = Record(value, where, [part.name for part in declared])
    hints = hints_of(kind)
    given = {}
    for part in declared:
        if part.name in record.values:
            place = record.at(part.name)
            given[part.name] = decode(hints[part.name], record.values[part.name], place)
        elif part.default is MISSING and part.default_factory is MISSING:
            record.need(part.name, "a value")
    try:
        return kind(**given)
    except ValueError as error:
        raise FileError("", where, f"{error}") from error


def frozen(value: object) -> object:
    """Return JSON as a value that can't be changed: lists as tuples, objects read-only."""
    if isinstance(value, list):
        return tuple(frozen(part) for part in value)
    if isinstance(value, dict):
        return MappingProxyType({key: frozen(part) for key, part in value.items()})
    return value


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


@lru_cache(maxsize=512)
def hints_of(kind: Any) -> dict[str, Any]:  # noqa: ANN401  # a class; mypy doubts that it is hashable
    """Return the resolved types of a dataclass's fields.

    Raises
    ------
    TypeError
        If a name in them is imported for the type checker only and isn't a common one.
    """
    try:
        return get_type_hints(kind, {**_KNOWN, **vars(sys.modules[kind.__module__])})
    except NameError as error:
        raise TypeError(
            f"{kind.__module__}.{kind.__name__}: import {error.name} at runtime, the codec needs it"
        ) from error


def _encode_enum(value: Enum) -> Json:
    if isinstance(value, Flag):
        return [str(part.name).lower() for part in type(value) if part.value and part in value]
    return value.value if isinstance(value.value, str) else value.name.lower()


def _encode_key(key: object) -> str:
    if isinstance(key, Enum):
        return cast("str", _encode_enum(key))
    if isinstance(key, str):
        return key
    if isinstance(key, int) and not isinstance(key, bool):
        return str(key)
    raise TypeError(f"a map file can't keep a mapping by {type(key).__name__}")


def _records(hint: object) -> dict[str, type]:
    """Return the dataclasses in a union by name."""
    kinds = [kind for kind in get_args(hint) if isinstance(kind, type)]
    return {kind.__name__: kind for kind in kinds if is_dataclass(kind)}


def _decode_generic(hint: object, origin: object, value: object, where: str) -> object:
    kinds = get_args(hint)
    if origin in (Union, UnionType):
        return _decode_union(hint, value, where)
    if origin is Literal:
        if value not in kinds:
            raise wrong(where, f"one of {', '.join(compact(kind) for kind in kinds)}", value)
        return value
    if origin is tuple:
        if len(kinds) == 2 and kinds[1] is ...:
            return tuple(_decode_list(kinds[0], value, where))
        return tuple(_decode_parts(list(kinds), value, where))
    if origin is frozenset:
        return frozenset(_decode_list(kinds[0], value, where))
    if origin is collections.abc.Sequence:
        return tuple(_decode_list(kinds[0], value, where))
    if origin is collections.abc.Mapping:
        record = Record(value, where, None)
        return MappingProxyType(
            {
                _decode_key(kinds[0], key, where): decode(kinds[1], part, record.at(key))
                for key, part in record.values.items()
            }
        )
    raise TypeError(f"the codec doesn't know {hint!r}")


def _decode_union(hint: object, value: object, where: str) -> object:
    kinds = get_args(hint)
    if value is None and NoneType in kinds:
        return None
    records = _records(hint)
    if len(records) > 1 and isinstance(value, dict):
        record = Record(value, where, None)
        kind = record.choice("type", None, dict(records))
        if kind is None:
            record.need("type", f"one of {', '.join(records)}")
        rest = {key: part for key, part in value.items() if key != "type"}
        return decode_record(cast("type", kind), rest, where)
    last: FileError | None = None
    for kind in kinds:
        if kind is NoneType:
            continue
        try:
            return decode(kind, value, where)
        except FileError as error:
            last = error
    assert last is not None  # a union has a member that isn't None
    raise last


def _decode_list(kind: object, value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise wrong(where, "a list in brackets", value)
    return [decode(kind, part, f"{where}[{index}]") for index, part in enumerate(value)]


def _decode_parts(kinds: list[object], value: object, where: str) -> list[object]:
    if not isinstance(value, list) or len(value) != len(kinds):
        raise wrong(where, f"a list of {len(kinds)}", value)
    return [
        decode(kind, part, f"{where}[{index}]")
        for index, (kind, part) in enumerate(zip(kinds, value, strict=True))
    ]


def _decode_plain(kind: type, value: object, where: str) -> object:
    if kind is str and isinstance(value, str):
        if len(value) > limits.TEXT:
            raise FileError("", where, f"the text is longer than {limits.TEXT:,} signs.")
        return value
    if kind is bool and isinstance(value, bool):
        return value
    if kind in (int, float) and isinstance(value, (int, float)) and not isinstance(value, bool):
        if kind is float and abs(value) <= sys.float_info.max:
            return float(value)
        if isinstance(value, int) or (isfinite(value) and value == int(value)):
            return int(value)
    if kind is Fraction and isinstance(value, (str, int)) and not isinstance(value, bool):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
    words = {
        str: "a text in quotes",
        bool: "true or false",
        int: "a whole number",
        float: "a number",
        Fraction: 'a fraction such as "1/3"',
    }
    raise wrong(where, words[kind], value)


def _decode_enum(kind: type[Enum], value: object, where: str) -> Enum:
    names = {str(_encode_enum(part)): part for part in kind}
    if issubclass(kind, Flag):
        by_name = {str(part.name).lower(): part for part in kind}
        flags = kind(0)
        for word in _decode_list(str, value, where):
            if word not in by_name:
                raise wrong(where, f"names out of {', '.join(by_name)}", word)
            flags |= by_name[str(word)]
        return flags
    if not isinstance(value, str) or value not in names:
        raise wrong(where, f"one of {', '.join(compact(name) for name in names)}", value)
    return names[value]


def _decode_key(kind: object, key: str, where: str) -> object:
    if kind is int:
        try:
            return int(key)
        except ValueError:
            raise wrong(where, "keys that are whole numbers", key) from None
    return decode(kind, key, f"{where} (its keys)")

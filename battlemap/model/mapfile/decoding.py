"""From JSON to values of given types; the counterpart of ``encoding``."""

from __future__ import annotations

import collections.abc
import re
import sys
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum, Flag
from fractions import Fraction
from math import isfinite
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin

from battlemap.model import limits
from battlemap.model.file_error import FileError, wrong
from battlemap.model.mapfile.encoding import enum_word, hints_of, records_in
from battlemap.model.mapfile.json_text import compact
from battlemap.model.mapfile.record import Record


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
        raise FileError("", where, _sentence_of(error)) from error


def _sentence_of(error: ValueError) -> str:
    """Return what a record's own check says as one sentence; long numbers are cut."""
    text = re.sub(r"\d{25,}", lambda found: f"{found[0][:12]}...", str(error))
    return text if text.endswith(".") else f"{text}."


def frozen(value: object) -> object:
    """Return JSON as a value that can't be changed: lists as tuples, objects read-only."""
    if isinstance(value, list):
        return tuple(frozen(part) for part in value)
    if isinstance(value, dict):
        return MappingProxyType({key: frozen(part) for key, part in value.items()})
    return value


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
    records = records_in(hint)
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
    names = {str(enum_word(part)): part for part in kind}
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

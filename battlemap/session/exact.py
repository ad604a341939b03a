"""The journal's codec: frozen values to JSON and back without any loss, and the steps between two.

The map file spells values for people and fills in defaults; here nothing may differ afterwards, not
even the order of a mapping or the kind of a number. Only dataclasses, enums and named tuples of
known packages are read back, so that a journal can't name arbitrary code.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import MappingProxyType
from typing import Any, TypeAlias, cast

import numpy as np

Json: TypeAlias = Any
"""What ``json`` writes; checked by kind as it is read."""

_PLAIN = frozenset({type(None), bool, int, float, str})
"""The kinds that JSON has itself."""

TAG = "$"
"""The key by which an object says what it is; plain JSON objects don't occur otherwise."""


class ExactError(ValueError):
    """A value can't be kept, or what was read is not what was once kept."""


@dataclass(frozen=True)
class ExactCodec:
    """Writes and reads frozen values.

    Parameters
    ----------
    packages
        Top-level packages whose classes may be read back.
    keep
        Puts bytes (a picture) somewhere and returns a name for them.
    fetch
        Returns the bytes kept under a name.
    """

    packages: frozenset[str]
    keep: Callable[[bytes], str]
    fetch: Callable[[str], bytes]

    def encode(self, value: object) -> Json:
        """Return *value* as JSON.

        Raises
        ------
        ExactError
            If it holds something that can't be read back.
        """
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is tuple:
            return self._encoded(cast("tuple[object, ...]", value))
        if isinstance(value, Enum):
            return {TAG: self._name(kind), "v": value.value}
        if isinstance(value, tuple):
            return {TAG: self._name(kind), "v": self._encoded(value)}
        if is_dataclass(kind):
            names = _field_names(kind)
            parts = self._encoded([getattr(value, name) for name in names])
            return {TAG: self._name(kind), "v": dict(zip(names, parts, strict=True))}
        if isinstance(value, Mapping):
            pairs = [self._encoded(pair) for pair in value.items()]
            return {TAG: "dict" if kind is dict else "map", "v": pairs}
        if isinstance(value, (frozenset, set)):
            parts = sorted(self._encoded(value), key=repr)
            return {TAG: kind.__name__, "v": parts}
        if kind is list:
            return {TAG: "list", "v": self._encoded(cast("list[object]", value))}
        if isinstance(value, np.ndarray):
            packed = zlib.compress(np.ascontiguousarray(value).tobytes(), 1)
            shape = list(value.shape)
            text = b64encode(packed).decode("ascii")
            return {TAG: "array", "dtype": value.dtype.str, "shape": shape, "v": text}
        if isinstance(value, bytes):
            return {TAG: "bytes", "v": self.keep(value)}
        if isinstance(value, Fraction):
            return {TAG: "fraction", "v": str(value)}
        if isinstance(value, np.generic):
            return value.item()
        raise ExactError(f"A journal can't keep a {kind.__name__}.")

    def _encoded(self, parts: Iterable[object]) -> list[Json]:
        return [part if type(part) in _PLAIN else self.encode(part) for part in parts]

    def decode(self, data: Json) -> Any:  # noqa: ANN401  # it is whatever was encoded
        """Return the value that *data* was made from.

        Raises
        ------
        ExactError
            If it is not what ``encode`` writes, or a class is gone or has changed.
        """
        if isinstance(data, list):
            return tuple(self.decode(part) for part in data)
        if not isinstance(data, dict):
            return data
        try:
            return self._decode_tagged(data[TAG], data["v"], data)
        except ExactError:
            raise
        except (KeyError, TypeError, ValueError, ArithmeticError, OSError, zlib.error) as error:
            raise ExactError(f"The journal holds something unreadable: {error!r}.") from error

    def _decode_tagged(self, tag: str, held: Json, data: Json) -> object:
        match tag:
            case "map":
                return MappingProxyType({self.decode(k): self.decode(v) for k, v in held})
            case "dict":
                return {self.decode(k): self.decode(v) for k, v in held}
            case "frozenset":
                return frozenset(self.decode(part) for part in held)
            case "set":
                return {self.decode(part) for part in held}
            case "list":
                return [self.decode(part) for part in held]
            case "array":
                raw = zlib.decompress(b64decode(held))
                array = np.frombuffer(raw, dtype=np.dtype(data["dtype"]))
                return array.reshape(data["shape"]).copy()
            case "bytes":
                return self.fetch(held)
            case "fraction":
                return Fraction(held)
        kind = _class_named(tag, self.packages)
        if issubclass(kind, Enum):
            return kind(held)
        if issubclass(kind, tuple):
            return kind(*(self.decode(part) for part in held))
        known = {part.name: part for part in fields(cast("Any", kind))}
        given = {name: self.decode(part) for name, part in held.items() if name in known}
        made = kind(**{name: part for name, part in given.items() if known[name].init})
        for name, part in given.items():
            if not known[name].init:
                object.__setattr__(made, name, part)
        return made

    # The step from one value to the next -------------------------------------------------------

    def difference(self, before: object, after: object) -> Json:
        """Return what makes *after* out of *before*; parts that are the same object cost nothing.

        Raises
        ------
        ExactError
            If a part can't be kept.
        """
        kind = type(before)
        if before is after:
            return {}
        if kind is type(after):
            if is_dataclass(kind):
                return {"fields": self._changed_fields(before, after)}
            if isinstance(before, Mapping) and isinstance(after, Mapping):
                changed = {key: part for key, part in after.items() if key in before}
                kept = [key for key in before if key in after]
                added = [key for key in after if key not in before]
                if list(after) == [*kept, *added]:
                    return {
                        "without": [self.encode(key) for key in before if key not in after],
                        "with": [
                            [self.encode(key), self.difference(before[key], part)]
                            for key, part in changed.items()
                            if before[key] is not part
                        ],
                        "new": [[self.encode(key), self.encode(after[key])] for key in added],
                    }
            if kind in (bool, int, float, str) and before == after:
                return {}
        return {"=": self.encode(after)}

    def _changed_fields(self, before: object, after: object) -> Json:
        found = {}
        kind: type = type(before)
        for name in _field_names(kind):
            old, new = getattr(before, name), getattr(after, name)
            change = {} if old is new else self.difference(old, new)
            if change:
                found[name] = change
        return found

    def patched(self, before: Any, change: Json) -> Any:  # noqa: ANN401  # any frozen value
        """Return what ``difference`` was asked for; parts that didn't change are shared.

        Raises
        ------
        ExactError
            If *change* doesn't fit *before*.
        """
        try:
            if "=" in change:
                return self.decode(change["="])
            if "fields" in change:
                parts = {
                    name: self.patched(getattr(before, name), part)
                    for name, part in change["fields"].items()
                }
                return _replaced(before, parts)
            if "with" in change:
                made = dict(before)
                for key in change["without"]:
                    del made[self.decode(key)]
                for key, part in change["with"]:
                    made[self.decode(key)] = self.patched(before[self.decode(key)], part)
                for key, value in change["new"]:
                    made[self.decode(key)] = self.decode(value)
                return made if type(before) is dict else MappingProxyType(made)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ExactError(f"The journal doesn't fit its map: {error!r}.") from error
        return before

    def _name(self, kind: type) -> str:
        return _name_of(kind, self.packages)


@cache
def _name_of(kind: type, packages: frozenset[str]) -> str:
    name = f"{kind.__module__}:{kind.__qualname__}"
    if _class_named(name, packages) is not kind:
        raise ExactError(f"A journal can't keep a {name}.")
    return name


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(part.name for part in fields(cast("Any", kind)))


@cache
def _class_named(name: str, packages: frozenset[str]) -> type:
    module, _, path = name.partition(":")
    if module.split(".")[0] not in packages:
        raise ExactError(f"A journal can't hold a {name}.")
    try:
        found: object = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        moved = _moved(module.split(".")[0], path)
        if moved is None:
            raise ExactError(f"This version knows no {name}.") from error
        found = moved
    plain = isinstance(found, type) and (is_dataclass(found) or issubclass(found, (Enum, tuple)))
    if not plain:
        raise ExactError(f"A journal can't hold a {name}.")
    return cast("type", found)


def _moved(package: str, path: str) -> type | None:
    """Return the class that an older version kept in another module, if there is just one."""
    found: set[type] = set()
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        if module.name.startswith((f"{package}.ui", f"{package}.__main__")):
            continue  # nothing of the window is ever kept
        with suppress(ImportError):
            kind = getattr(import_module(module.name), path, None)
            if isinstance(kind, type) and kind.__module__.split(".")[0] == package:
                found.add(kind)
    return found.pop() if len(found) == 1 else None


def _replaced(record: Any, parts: Mapping[str, object]) -> object:  # noqa: ANN401  # any dataclass
    values = {part.name: getattr(record, part.name) for part in fields(record) if part.init}
    made = type(record)(**{**values, **{k: v for k, v in parts.items() if k in values}})
    for name, part in parts.items():
        if name not in values:
            object.__setattr__(made, name, part)
    return made

"""JSON in and out: hostile text is refused in a sentence, equal values give equal text."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import TypeAlias

import numpy as np

from battlemap.model import limits
from battlemap.model.file_error import FileError, wrong

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

LINE = 100
"""Values that fit in a line of this length are written in one line."""

# Possessive, so that a picture of many megabytes in base64 costs one pass and no stack.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
# Numbers beyond what a float holds and halves of characters: only then look at each value.
_PERHAPS_ODD = re.compile(r"[eE]\+?\d{3}|\d{300}|\\u[dD][89a-fA-F]")
_HALF = re.compile("[\ud800-\udfff]")
_BROKEN = "The file is damaged or was cut short; restore it from a copy."


def parse(data: bytes, *, most_bytes: int = limits.MAP_BYTES, strict: bool = True) -> Json:
    """Return the value of a JSON text in UTF-8, with or without a byte order mark.

    Parameters
    ----------
    data
        The text.
    most_bytes
        How large it may be.
    strict
        False, for the files of other tools: NaN and infinities become null, and of a key that
        stands twice the last one counts.

    Raises
    ------
    FileError
        If the text is empty, too large, nested too deeply, not UTF-8, not JSON, holds NaN or an
        infinity, or one object holds a key twice.
    """
    if len(data) > most_bytes:
        raise FileError(
            "", "", f"the text is {megabytes(len(data))} large, more than {megabytes(most_bytes)}."
        )
    if not data.strip():
        raise FileError("", "", "the file is empty.", _BROKEN)
    if sum(data.count(sign) for sign in (b",", b"[", b"{")) > limits.MAP_PARTS:
        raise FileError("", "", f"the text has more than {limits.MAP_PARTS:,} values.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(
            "", "", f"byte {error.start} isn't UTF-8 text.", "Save the file as UTF-8."
        ) from None
    _check_depth(text)
    constants: list[str] = []

    def keep(name: str) -> float:
        constants.append(name)
        return float(name)

    try:
        value: Json = json.loads(
            text,
            parse_constant=keep if strict else _null,
            object_pairs_hook=_once if strict else None,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise FileError("", place, f"this isn't JSON ({error.msg}).", _BROKEN) from None
    except FileError:
        raise
    except (ValueError, RecursionError):
        raise FileError("", "", "a number has too many digits.") from None
    if strict and (constants or _PERHAPS_ODD.search(text)):
        _check_values(value, "")
    return value


def megabytes(count: int) -> str:
    """Return a number of bytes in words."""
    return f"{count / limits.MIB:,.0f} MB" if count >= limits.MIB else f"{count:,} bytes"


def render(value: Json) -> str:
    """Return *value* as JSON that reads and diffs well: short values in one line, then a break."""
    return _rendered(value, 0) + "\n"


def compact(value: Json) -> str:
    """Return *value* as JSON in one line."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _rendered(value: Json, depth: int) -> str:
    if not isinstance(value, (dict, list)):
        return compact(value)
    if _room_after(value, LINE) >= 0 and len(line := compact(value)) + depth <= LINE:
        return line
    inner, outer = " " * (depth + 1), " " * depth
    if isinstance(value, dict):
        parts = [
            f"{inner}{compact(key)}: {_rendered(part, depth + 1)}" for key, part in value.items()
        ]
        return "{\n" + ",\n".join(parts) + f"\n{outer}}}"
    if all(_is_flat(part) for part in value):
        return f"[\n{_filled(value, inner)}\n{outer}]"
    parts = [f"{inner}{_rendered(part, depth + 1)}" for part in value]
    return "[\n" + ",\n".join(parts) + f"\n{outer}]"


def _room_after(value: Json, room: int) -> int:
    """Return how much of a line is left after a value, at most; less than 0 where it won't fit.

    It stops at the end of the line, so that asking costs little however large the value is.
    """
    if isinstance(value, str):
        return room - len(value) - 2
    if not isinstance(value, (dict, list)):
        return room - 1
    room -= 2
    for part in value.values() if isinstance(value, dict) else value:
        room = _room_after(part, room - 2)
        if room < -2:
            break
    return room + 2 if value else room


def _is_flat(value: Json) -> bool:
    if isinstance(value, list):
        return len(value) <= 2 and all(isinstance(part, (int, float)) for part in value)
    return not isinstance(value, (dict, str))


def _filled(values: list[Json], indent: str) -> str:
    """Return cells and numbers as many to a line as fit."""
    text = compact(values)[1:-1]
    part = "], " if any(isinstance(value, list) for value in values) else ", "
    width = LINE - len(indent)
    lines, start = [], 0
    while len(text) - start > width:
        cut = text.rfind(part, start, start + width)
        if cut < 0:
            cut = text.find(part, start)
        if cut < 0:
            break
        cut += len(part)
        lines.append(indent + text[start : cut - 1])
        start = cut
    return "\n".join([*lines, indent + text[start:]])


def _check_depth(text: str) -> None:
    # Without escapes each second piece between quotes stands outside texts; that is much faster.
    outside = _STRING.sub("", text) if "\\" in text else "".join(text.split('"')[::2])
    bare = np.frombuffer(outside.encode(errors="surrogatepass"), dtype=np.uint8)
    opened = np.isin(bare, (ord("["), ord("{")))
    closed = np.isin(bare, (ord("]"), ord("}")))
    depth = np.cumsum(opened.astype(np.int32) - closed.astype(np.int32))
    if depth.max(initial=0) > limits.JSON_DEPTH:
        raise FileError("", "", f"lists and objects are nested more than {limits.JSON_DEPTH} deep.")


def _check_values(value: Json, where: str) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            _check_values(key, where)
            _check_values(part, f"{where}.{key}" if where else key)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            _check_values(part, f"{where}[{index}]")
    elif isinstance(value, str):
        if _HALF.search(value):
            raise FileError("", where, "the text holds half a character (a surrogate).")
    elif isinstance(value, float) and not isfinite(value):
        raise wrong(where, "a finite number", value)


def _null(_name: str) -> None:
    return None


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise FileError("", "", f'one object holds the key "{key}" twice.', "Remove one.")
            seen.add(key)
    return found

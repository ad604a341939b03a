"""The options of a rule system; a reading that isn't offered any more gives way to another."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from enum import Enum
from typing import TYPE_CHECKING, Any, cast

from battlemap.model.file_error import FileError, shown
from battlemap.model.mapfile.decoding import decode, decode_record
from battlemap.model.mapfile.encoding import encode, hints_of
from battlemap.model.mapfile.json_text import compact
from battlemap.model.mapfile.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable


def read_options(kind: type, value: object, where: str, warn: Callable[[str], None]) -> Any:  # noqa: ANN401  # it is a *kind*
    """Return the options in a file, which may be older or newer than this program.

    Readings come and go with the versions, and no map is to be refused for one: in the place of
    a reading that isn't known stands the one that its enum names in ``_missing_``, else the
    default, and *warn* is told so. A key that isn't known is an error, since it may be a slip.

    Parameters
    ----------
    kind
        The frozen dataclass of the rule system's options.
    value
        The JSON.
    where
        Its place in the file.
    warn
        Called with one sentence for each reading that isn't known.

    Raises
    ------
    FileError
        If a key isn't known or any other value is wrong.
    """
    record = Record(value, where, [part.name for part in fields(cast("Any", kind))])
    hints = hints_of(kind)
    given = dict(record.values)
    for part in fields(cast("Any", kind)):
        hint = hints[part.name]
        if part.name not in given or not isinstance(hint, type) or not issubclass(hint, Enum):
            continue
        place = record.at(part.name)
        try:
            decode(hint, given[part.name], place)
        except FileError:
            found = _in_place_of(hint, given[part.name], part)
            if found is MISSING:
                raise
            warn(
                f"{place}: there is no reading {shown(given[part.name])},"
                f" {compact(encode(found))} stands in its place."
            )
            given[part.name] = encode(found)
    return decode_record(kind, given, where)


def _in_place_of(kind: type[Enum], word: object, part: Field[Any]) -> object:
    """Return the reading nearest to one that there is no more."""
    try:
        return kind(word)
    except ValueError:
        return part.default

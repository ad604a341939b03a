"""Map files read and written with the records of their rule system, and the log in them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.model import store
from battlemap.model.file_error import FileError
from battlemap.model.mapfile.system_types import SystemTypes
from battlemap.session.log import LogEntry
from battlemap.session.registry import UnknownSystemError, find_system, system_class

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from battlemap.model.encounter import Encounter

_KEPT = ("number", "headline", "details", "kind", "token", "gm", "time")
"""What a line of log.jsonl says of an entry; dice and modifiers stand in its details."""

_LAST_NUMBER = 10**9
"""No log has more entries; a number beyond it is nonsense."""

_LAST_MOMENT = 253_402_300_799.0
"""The last second of the year 9999, in seconds since 1970 (UTC)."""


@dataclass(frozen=True)
class ReadDocument:
    """A map file as it was read."""

    encounter: Encounter
    log: tuple[LogEntry, ...]
    """The entries of earlier sessions."""
    warnings: tuple[str, ...]


def types_of(key: str) -> SystemTypes | None:
    """Return the records of a rule system, or None for one that isn't known here.

    Records of an unknown system are kept as they were read, so no file loses data.
    """
    try:
        system = system_class(key)
    except UnknownSystemError:
        return None
    return SystemTypes(system.Options, system.Sheet, system.Status, system.WeaponDetails)


def read_document(path: Path) -> ReadDocument:
    """Return what a file holds, ready to be played.

    Raises
    ------
    FileError
        If the file can't be read or names a rule system that isn't there.
    """
    document = store.read(path, types_of)
    rules = document.encounter.rules
    try:
        find_system(rules.system, rules.options)
    except UnknownSystemError as error:
        raise FileError(path.name, "system", str(error)) from None
    return ReadDocument(document.encounter, tuple(_entries(document.log)), document.warnings)


def load_encounter(path: Path) -> Encounter:
    """Return the document in a file, ready to be played.

    Raises
    ------
    FileError
        If the file can't be read or names a rule system that isn't there.
    """
    return read_document(path).encounter


def save_encounter(
    path: Path,
    encounter: Encounter,
    log: Sequence[LogEntry] = (),
    before_writing: Callable[[], None] | None = None,
) -> None:
    """Write a document to a file, atomically, with what happened in it.

    Of the log those entries are kept that belong to a deed; what was undone stays struck out.

    Parameters
    ----------
    before_writing
        Called when everything is ready; if it raises, nothing is written.

    Raises
    ------
    FileError
        If the file can't be written.
    """
    kept = [e for e in log if e.commit is not None or e.earlier or e.struck]
    lines = [_line(entry) for entry in kept]
    store.save(path, encounter, types_of, log=lines, before_writing=before_writing)


def _line(entry: LogEntry) -> str:
    kept = {name: getattr(entry, name) for name in _KEPT}
    kept["time"] = round(entry.time, 3)
    if entry.struck:
        kept["struck"] = True
    return _legible(json.dumps(kept, ensure_ascii=False))


def _entries(lines: Iterable[str]) -> Iterator[LogEntry]:
    """Yield the entries of a log.jsonl; a line that is none is passed over."""
    number = 0
    for line in lines:
        try:
            read = json.loads(line)
            entry = LogEntry(
                _number(read.get("number"), number + 1), _legible(read["headline"]), earlier=True
            )
            details = tuple(_legible(detail) for detail in read.get("details", ()))
            token = read.get("token")
            entry = replace(
                entry,
                details=details,
                kind=_legible(read.get("kind", "note")),
                token=None if token is None else _legible(token),
                gm=bool(read.get("gm", False)),
                struck=read.get("struck") is True,
                time=_moment(float(read.get("time", 0.0))),
            )
        except (ArithmeticError, AttributeError, KeyError, RecursionError, TypeError, ValueError):
            continue
        number = entry.number
        yield entry


def _number(read: object, least: int) -> int:
    """Return the number of an entry as it was read; what is no number, or too low, is *least*."""
    if isinstance(read, int) and not isinstance(read, bool) and least <= read <= _LAST_NUMBER:
        return read
    return least


def _legible(value: object) -> str:
    """Return a text that can be written again: halves of signs become question marks."""
    return str(value).encode(errors="replace").decode()


def _moment(seconds: float) -> float:
    """Return seconds since 1970, or 0 where no calendar has such a day."""
    return seconds if 0 <= seconds <= _LAST_MOMENT else 0.0

"""The log: what happened, with the reasons. What was undone is struck out, never deleted."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.model.event import Outcome


@dataclass(frozen=True)
class LogEntry:
    """One entry of the log panel."""

    number: int
    """Counts from 1 and is never used again."""
    headline: str
    details: tuple[str, ...] = ()
    """Lines under the headline: dice, modifiers, reasons."""
    kind: str = "note"
    """"move", "attack", "damage", "turn", "gm", "note" or "edit"; colors the entry's edge."""
    token: str | None = None
    commit: int | None = None
    """The number of the commit that it belongs to; None: it belongs to none."""
    struck: bool = False
    """The commit was undone."""
    gm: bool = False
    """For the GM only, or the GM's own doing against the rules."""
    time: float = 0.0
    """When, in seconds since 1970 (UTC)."""
    earlier: bool = False
    """It was read from the map's file: no commit of this session belongs to it."""
    outcome: Outcome | None = None
    """The dice of an attack, for the Attack panel."""


class Log:
    """The entries of one session, oldest first."""

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        self._entries: tuple[LogEntry, ...] = tuple(entries)

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """All entries, those struck out included."""
        return self._entries

    @property
    def next_number(self) -> int:
        """The number that the next entry gets."""
        return self._entries[-1].number + 1 if self._entries else 1

    def add(self, entry: LogEntry) -> LogEntry:
        """Append an entry under the next number and return it."""
        numbered = replace(entry, number=self.next_number)
        self._entries = (*self._entries, numbered)
        return numbered

    def restore(self, entry: LogEntry) -> None:
        """Put an entry of a journal back under the number that it had."""
        if entry.number >= self.next_number:
            self._entries = (*self._entries, entry)
        else:
            self._entries = tuple(sorted((*self._entries, entry), key=_number_of))

    def strike(self, numbers: Iterable[int], *, struck: bool = True) -> None:
        """Strike out the entries with these numbers, or take the stroke away."""
        changed = list(self._entries)
        for place in self._places(numbers):
            if changed[place].struck != struck:
                changed[place] = replace(changed[place], struck=struck)
        self._entries = tuple(changed)

    def numbered(self, numbers: Iterable[int]) -> tuple[LogEntry, ...]:
        """Return the entries with these numbers, in their order."""
        return tuple(self._entries[place] for place in sorted(self._places(numbers)))

    def _places(self, numbers: Iterable[int]) -> set[int]:
        """Return where the entries with these numbers stand; a long fight has thousands."""
        found = set()
        for number in numbers:
            place = bisect_left(self._entries, number, key=_number_of)
            if place < len(self._entries) and self._entries[place].number == number:
                found.add(place)
        return found


def _number_of(entry: LogEntry) -> int:
    return entry.number

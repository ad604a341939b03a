"""Several targets: which they are, in which order, and which of them the Attack panel shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container


@dataclass(frozen=True)
class Targets:
    """Targets in the order in which they were chosen; one of them is shown."""

    keys: tuple[str, ...] = ()
    shown: str | None = None

    def only(self, key: str | None) -> Targets:
        """Return *key* as the only target; None: no target."""
        return Targets() if key is None else Targets((key,), key)

    def toggled(self, key: str) -> Targets:
        """Return the targets with *key* at the end, or without it; the first is shown first."""
        if key in self.keys:
            return self.without(key)
        return Targets((*self.keys, key), self.shown if self.shown is not None else key)

    def showing(self, key: str) -> Targets:
        """Return the same targets with another one shown."""
        return Targets(self.keys, key) if key in self.keys else self

    def without(self, key: str) -> Targets:
        """Return the targets without *key*; where it was shown the next one is."""
        if key not in self.keys:
            return self
        place = self.keys.index(key)
        rest = self.keys[:place] + self.keys[place + 1 :]
        if self.shown != key:
            return Targets(rest, self.shown)
        return Targets(rest, rest[place % len(rest)] if rest else None)

    def among(self, known: Container[str]) -> Targets:
        """Return the targets that are still there."""
        kept = self
        for key in self.keys:
            if key not in known:
                kept = kept.without(key)
        return kept

    def number_of(self, key: str) -> int:
        """Return the number that the map shows beside a target, from 1; 0 where it shows none."""
        return self.keys.index(key) + 1 if len(self.keys) > 1 and key in self.keys else 0

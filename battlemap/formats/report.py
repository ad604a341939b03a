"""What an import did, for the GM and for scripts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.mapfile.json_text import Json


@dataclass(frozen=True)
class ImportReport:
    """What came in, what was left out and why.

    ``counts`` are numbers by stable names ("walls", "walls_outside"...); ``notes`` are sentences
    about what was done, ``warnings`` about what the GM should look at.
    """

    file: str
    kind: str
    columns: int
    rows: int
    counts: Mapping[str, int]
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """Return the report as JSON."""
        return {
            "file": self.file,
            "kind": self.kind,
            "columns": self.columns,
            "rows": self.rows,
            "counts": dict(self.counts),
            "notes": list(self.notes),
            "warnings": list(self.warnings),
        }

    def lines(self) -> tuple[str, ...]:
        """Return the report as lines of text, warnings last."""
        head = f"{self.file}: {self.kind}, {self.columns} x {self.rows} cells"
        return (head, *self.notes, *(f"Warning: {warning}" for warning in self.warnings))

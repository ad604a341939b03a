"""The GM's notes on the map: found, written, moved, taken away."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model.battle_map import Mark

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from battlemap.geometry.cell import Point

NOTE = "note"
"""The kind of marks that are notes."""

REACH = 0.3
"""How near to its place a note is pressed, in cells."""


def note_near(
    marks: Mapping[str, Mark], point: tuple[float, float], reach: float = REACH
) -> Mark | None:
    """Return the note nearest to *point*; None: there is none within *reach* cells."""
    near = [
        (dist(mark.points[0], point), -number, mark)
        for number, mark in enumerate(marks.values())
        if mark.kind == NOTE and mark.points
    ]
    found = min((one for one in near if one[0] <= reach), default=None, key=lambda one: one[:2])
    return found[2] if found is not None else None


def with_note(
    marks: Mapping[str, Mark], point: Point, text: str, *, gm_only: bool, key: str = ""
) -> Mapping[str, Mark]:
    """Return the marks with a note; one with this *key* is written anew, else one is added."""
    if key in marks:
        written = replace(marks[key], text=text, gm_only=gm_only)
        return MappingProxyType({**marks, key: written})
    number = 1
    while f"note-{number}" in marks:
        number += 1
    key = f"note-{number}"
    return MappingProxyType({**marks, key: Mark(key, NOTE, (point,), text, gm_only)})


def with_note_moved(marks: Mapping[str, Mark], key: str, point: Point) -> Mapping[str, Mark]:
    """Return the marks with this note elsewhere."""
    return MappingProxyType({**marks, key: replace(marks[key], points=(point,))})


def without_notes(marks: Mapping[str, Mark], keys: Container[str]) -> Mapping[str, Mark]:
    """Return the marks but these."""
    return MappingProxyType({key: mark for key, mark in marks.items() if key not in keys})

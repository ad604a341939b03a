"""Areas that the GM keeps on the map: made from a template, found under the pointer, removed."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.geometry.joined_rings import joined
from battlemap.geometry.outline import holds
from battlemap.model.battle_map import Mark

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Point
    from battlemap.model.encounter import Encounter
    from battlemap.tactics.areas import Area

AREA = "area"
"""The kind of such marks."""


def with_area(encounter: Encounter, area: Area, text: str) -> Encounter:
    """Return the document with *area* on its map; a splash margin is a mark of its own."""
    parts = [(area.outlines, text), (area.splash_outlines, f"{text} (splash)")]
    marks = dict(encounter.map.marks)
    for outlines, words in parts:
        if outlines:
            key = _free_id(marks)
            marks[key] = Mark(key, AREA, joined(outlines), words)
    return _with_marks(encounter, marks)


def without_mark(encounter: Encounter, key: str) -> Encounter:
    """Return the document without this mark."""
    left = {name: mark for name, mark in encounter.map.marks.items() if name != key}
    return _with_marks(encounter, left)


def _with_marks(encounter: Encounter, marks: dict[str, Mark]) -> Encounter:
    return encounter.with_map(replace(encounter.map, marks=MappingProxyType(marks)))


def _free_id(marks: Mapping[str, Mark]) -> str:
    number = 1
    while f"area-{number}" in marks:
        number += 1
    return f"area-{number}"


def area_at(marks: Mapping[str, Mark], point: Point, *, gm: bool = True) -> Mark | None:
    """Return the area at *point* of the map, the topmost of several."""
    for mark in reversed(marks.values()):
        shown = gm or not mark.gm_only
        if shown and mark.kind == AREA and len(mark.points) > 2 and holds(mark.points, point):
            return mark
    return None

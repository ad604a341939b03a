"""The usual walls, doors and props, to draw with: each is a pattern without a place."""

from __future__ import annotations

from battlemap.geometry.cell import Point
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall

_NOWHERE = Point(0.0, 0.0)


def _wall(
    cover: CoverGrade = CoverGrade.TOTAL,
    *,
    move: bool = True,
    sight: bool = True,
    feet: int | None = None,
    one_way: str = "",
) -> Wall:
    return Wall("", _NOWHERE, _NOWHERE, cover, move, sight, feet, one_way=one_way)


def _prop(
    name: str, cover: CoverGrade, feet: int | None, *, move: bool = False, sight: bool = False
) -> Prop:
    return Prop("", (), name, cover, move, sight, feet)


WALL_KINDS: tuple[tuple[str, Wall], ...] = (
    ("Wall", _wall()),
    ("Low wall", _wall(CoverGrade.MAJOR, sight=False, feet=3)),
    ("Fence", _wall(CoverGrade.MINOR, sight=False, feet=4)),
    ("Glass or bars", _wall(CoverGrade.MINOR, sight=False)),
    ("Curtain", _wall(CoverGrade.MINOR, move=False)),
    ("Ledge, one way", _wall(CoverGrade.NONE, sight=False, one_way="right")),
)
"""Walls by what they are called."""

DOOR_KINDS: tuple[tuple[str, Door], ...] = (
    ("Door", Door("", _NOWHERE, _NOWHERE)),
    ("Open door", Door("", _NOWHERE, _NOWHERE, is_open=True)),
    ("Locked door", Door("", _NOWHERE, _NOWHERE, is_locked=True)),
    ("Secret door", Door("", _NOWHERE, _NOWHERE, is_secret=True)),
    ("Window", Door("", _NOWHERE, _NOWHERE, is_window=True, cover=CoverGrade.MAJOR)),
)
"""Doors by what they are called."""

PROP_KINDS: tuple[tuple[str, Prop], ...] = (
    ("Crate", _prop("Crate", CoverGrade.MAJOR, 4)),
    ("Table", _prop("Table", CoverGrade.MINOR, 3)),
    ("Pillar", _prop("Pillar", CoverGrade.TOTAL, None, move=True, sight=True)),
    ("Statue", _prop("Statue", CoverGrade.MAJOR, 8, move=True)),
    ("Boulder", _prop("Boulder", CoverGrade.TOTAL, 6, move=True, sight=True)),
    ("Tree", _prop("Tree", CoverGrade.MAJOR, 20, move=True)),
    ("Bush", _prop("Bush", CoverGrade.MINOR, 5, sight=True)),
)
"""Props by what they are called."""

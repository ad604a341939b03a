"""Where a blow lands and how bad it is: hit locations and our own critical tables (section 23)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.systems.shadowrealms.sheet import DamageType

LOCATIONS = (
    (2, "right leg"),
    (4, "left leg"),
    (8, "abdomen"),
    (12, "chest"),
    (15, "right arm"),
    (18, "left arm"),
    (20, "head"),
)
"""(last face of a d20, location) (section 23)."""


@dataclass(frozen=True)
class Critical:
    """One row of the critical table."""

    least: int
    """The lowest total that gives it."""
    text: str
    bleeding: int = 0
    dice: int = 0
    feet: int = 0
    fatigue: int = 0
    conditions: tuple[str, ...] = ()
    drops: bool = False
    """The hand lets go of what it holds."""


def location_of(face: int) -> str:
    """Return where a blow lands (section 23).

    Examples
    --------
    >>> location_of(1), location_of(10), location_of(20)
    ('right leg', 'chest', 'head')
    """
    return next(place for last, place in LOCATIONS if face <= last)


@cache
def critical_tables() -> Mapping[tuple[str, str], tuple[Critical, ...]]:
    """Return our own critical tables by damage type and part of the body, rows ascending.

    The text names such tables and doesn't hold them; these are ours.
    """
    source = files("battlemap.systems.shadowrealms").joinpath("tables.toml")
    tables: dict[tuple[str, str], tuple[Critical, ...]] = {}
    for damage_type, parts in tomllib.loads(source.read_text(encoding="utf-8")).items():
        for part, rows in parts.items():
            tables[damage_type, part] = tuple(
                Critical(**{**row, "conditions": tuple(row.get("conditions", ()))}) for row in rows
            )
    return tables


def critical(damage_type: DamageType, location: str, total: int) -> Critical:
    """Return the critical result of *total* for a damage type and hit location (section 23)."""
    part = location.rsplit(" ", maxsplit=1)[-1]
    rows = critical_tables()[damage_type.value, part]
    return max((row for row in rows if row.least <= total), key=lambda row: row.least)

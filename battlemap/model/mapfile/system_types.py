"""The records that a rule system keeps in a document, which model itself knows nothing about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import TypeAlias

from battlemap.model.mapfile import keys


@dataclass(frozen=True)
class SystemTypes:
    """The frozen dataclasses of a rule system; None for one that it hasn't.

    A token without a ``sheet`` (or ``status``) in the file has None: what that means is for the
    rule system to say. ``weapon`` is what ``Weapon.details`` holds; in the file its keys stand
    among the weapon's own.

    Raises
    ------
    ValueError
        If a field of ``weapon`` bears the name of one of the weapon's own keys.
    """

    options: type | None = None
    sheet: type | None = None
    status: type | None = None
    weapon: type | None = None

    def __post_init__(self) -> None:
        for kind in (self.options, self.sheet, self.status, self.weapon):
            if kind is not None and not is_dataclass(kind):
                raise ValueError(f"{kind.__name__} isn't a dataclass")
        if self.weapon is not None:
            taken = {part.name for part in fields(self.weapon)} & set(keys.WEAPON)
            if taken:
                raise ValueError(f"{self.weapon.__name__} may not name a field {sorted(taken)}")


TypesOf: TypeAlias = Callable[[str], SystemTypes | None]
"""Returns the records of the rule system with this key, None for a system that isn't known."""


def no_types(key: str) -> SystemTypes | None:
    """Return None: with it every record is kept as it was read."""
    del key
    return None

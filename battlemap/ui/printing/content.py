"""What a print or picture shows: one switch for each layer."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum


class Look(StrEnum):
    """How the map is drawn."""

    INK_SAVER = "ink-saver"
    """White, walls outlined and lightly hatched, terrain by sign."""
    COLOR = "color"
    """As on the screen, with its picture."""


@dataclass(frozen=True)
class Content:
    """The layers that are shown; all but the GM's own by default."""

    picture: bool = True
    grid: bool = True
    walls: bool = True
    """Walls, doors and props."""
    terrain: bool = True
    elevation: bool = True
    tokens: bool = True
    token_names: bool = True
    facing: bool = True
    health: bool = True
    """Health bars and conditions."""
    notes: bool = True
    cell_names: bool = True
    gm: bool = False
    """Hidden tokens, secret doors and the GM's notes."""

    @classmethod
    def of(cls, *names: str) -> Content:
        """Return a content that shows only the layers of these names.

        Raises
        ------
        ValueError
            If there is no such layer, with the names that there are.
        """
        known = [field.name for field in fields(cls)]
        for name in names:
            if name not in known:
                raise ValueError(f"“{name}” is no layer; there are {', '.join(known)}")
        return cls(**{name: name in names for name in known})

    def without(self, *names: str) -> Content:
        """Return the content with the layers of these names off."""
        return replace(self, **dict.fromkeys(names, False))

"""What a print or picture shows: one switch for each layer, and how its grid looks."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from enum import StrEnum


class Look(StrEnum):
    """How the map is drawn."""

    INK_SAVER = "ink-saver"
    """White, walls outlined and lightly hatched, terrain by sign."""
    COLOR = "color"
    """As on the screen, with its picture."""


@dataclass(frozen=True)
class GridStyle:
    """How the lines between the cells look; what is empty is as the look has it.

    Raises
    ------
    ValueError
        If the color is none, or a line would be thicker than two millimeters.
    """

    color: str = ""
    """``#RRGGBB``."""
    width_mm: float = 0.0
    """For cells of an inch or more; smaller ones get thinner lines."""

    def __post_init__(self) -> None:
        if self.color and not re.fullmatch(r"#[0-9A-Fa-f]{6}", self.color):
            raise ValueError(f"“{self.color}” is no color; write #RRGGBB, such as #808080")
        if not 0 <= self.width_mm <= 2:
            raise ValueError("a grid line is at most 2 mm wide")


PLAIN_GRID = GridStyle()
"""The grid as the look has it."""


@dataclass(frozen=True)
class Content:
    """The layers that are shown; all but the GM's own, reach and arcs by default."""

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
    """Notes and drawings."""
    templates: bool = True
    """Areas that were left on the map."""
    reach: bool = False
    """The cells that each side threatens."""
    arcs: bool = False
    """Front, side and rear of each token, where the rules know facing."""
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

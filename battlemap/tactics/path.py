"""A path: the cells that a token's anchor passes, with the cost so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell


@dataclass(frozen=True)
class Path:
    """The start first, then each cell entered; ``costs[i]`` is the cost so far, in hundredths."""

    cells: tuple[Cell, ...]
    costs: tuple[int, ...]

    @property
    def cost(self) -> int:
        """The whole cost in hundredths of a cell."""
        return self.costs[-1]

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self.cells) - 1

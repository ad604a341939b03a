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
    squeezed: frozenset[int] = frozenset()
    """The steps, counted from 1, that are taken squeezed into a part of the token's space."""
    jumps: frozenset[int] = frozenset()
    """The steps, counted from 1, that are jumps."""

    @property
    def cost(self) -> int:
        """The whole cost in hundredths of a cell."""
        return self.costs[-1]

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self.cells) - 1

    def then(self, other: Path) -> Path:
        """Return this path with *other* after it, which begins where this one ends."""
        return Path(
            self.cells + other.cells[1:],
            self.costs + tuple(self.cost + cost for cost in other.costs[1:]),
            self.squeezed | {self.steps + step for step in other.squeezed},
            self.jumps | {self.steps + step for step in other.jumps},
        )

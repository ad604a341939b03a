"""The waypoints of a drag, and which of them are reached by a jump."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell


@dataclass(frozen=True)
class Stops:
    """The waypoints that were set so far, in order."""

    cells: tuple[Cell, ...] = ()
    jumps: frozenset[int] = frozenset()
    """The legs that are jumps: leg 0 leads to the first waypoint."""

    def then(self, cell: Cell, *, by_jump: bool) -> Stops:
        """Return the stops with one more."""
        jumps = self.jumps | {len(self.cells)} if by_jump else self.jumps
        return Stops((*self.cells, cell), jumps)

    def before(self, goal: Cell) -> tuple[Cell, ...]:
        """Return the waypoints before *goal*: the last one may be the goal itself."""
        return self.cells[:-1] if self.cells and self.cells[-1] == goal else self.cells

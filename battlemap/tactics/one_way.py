"""Walls that stop steps to one side and let them through to the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from battlemap.geometry.rays import Segment, SegmentIndex
from battlemap.tactics.walled import WalledSteps

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid
    from battlemap.tactics.window import Window

OneWay: TypeAlias = "tuple[Segment, bool]"
"""A wall in the integer frame, and whether it lets steps through to its right, else to its left."""


def lets_through(wall: OneWay, step: tuple[int, int]) -> bool:
    """Tell whether a step in this direction leads to the open side of a one-way wall.

    A step along the wall leads to neither side, and the wall stops it.
    """
    ((x0, y0), (x1, y1)), to_the_right = wall
    across = (x1 - x0) * step[1] - (y1 - y0) * step[0]
    # y runs down: what is positive lies to the right. Hexes' axial frame keeps the sign.
    return across > 0 if to_the_right else across < 0


@dataclass(frozen=True, eq=False)
class OneWays:
    """The one-way walls of a map."""

    grid: Grid
    walls: tuple[OneWay, ...]

    @cached_property
    def index(self) -> SegmentIndex:
        """All of the walls, in their order."""
        return SegmentIndex(tuple(segment for segment, _ in self.walls))

    def close(self, walled: NDArray[np.bool_], offsets: tuple[Cell, ...], window: Window) -> None:
        """Close the steps of a footprint that lead to the wrong side, in [direction, r, q]."""
        for found, steps in zip(walled, self._closed(offsets), strict=True):
            if steps is not None:
                found |= steps.ahead(window)[0]

    def _closed(self, offsets: tuple[Cell, ...]) -> tuple[WalledSteps | None, ...]:
        """Return for each direction which steps the walls stop, made once; None: they stop none."""
        known = self._known.get(offsets)
        if known is None:
            known = tuple(
                WalledSteps.of(self.grid, index, offsets, (step,)) if len(index) else None
                for step, index in zip(self.grid.directions, self._stopping, strict=True)
            )
            self._known[offsets] = known
        return known

    @cached_property
    def _known(self) -> dict[tuple[Cell, ...], tuple[WalledSteps | None, ...]]:
        return {}

    @cached_property
    def _stopping(self) -> tuple[SegmentIndex, ...]:
        """The walls that stop steps in each direction."""
        return tuple(
            SegmentIndex(tuple(segment for segment, _ in self.closed_to(step)))
            for step in self.grid.directions
        )

    def closed_to(self, step: tuple[int, int]) -> tuple[OneWay, ...]:
        """Return the walls that stop what leads in this direction."""
        return tuple(wall for wall in self.walls if not lets_through(wall, step))

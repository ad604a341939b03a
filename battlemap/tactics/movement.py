"""The movement field: least cost to each cell, the shortest and the safest path."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board
    from battlemap.tactics.path import Path


def _usual_extra() -> Mapping[Terrain, int]:
    return MappingProxyType({Terrain.DIFFICULT: 100, Terrain.CLIMB: 100, Terrain.WATER: 100})


@dataclass(frozen=True)
class Mover:
    """How a token moves now. Costs in hundredths of a cell."""

    rate: int
    """What one action buys."""
    actions: int
    """Actions left for moving."""
    left_over: int = 0
    """Left from an action already spent on moving."""
    extra: Mapping[Terrain, int] = field(default_factory=_usual_extra)
    """What entering a cell of this terrain costs more."""
    multiplies: bool = False
    """The extra costs multiply the base (1 + extra) one after another instead of adding up."""
    step_extra: int = 0
    """What each step costs more (crawling)."""
    blocked_by: Terrain = Terrain.IMPASSABLE
    parity: int = 0
    """Diagonals walked so far this turn, modulo 2, for 1-2-1."""

    @property
    def budget(self) -> int:
        """All that the token can walk now."""
        return self.left_over + self.rate * self.actions

    def actions_for(self, cost: int) -> int:
        """Return how many actions a path of this cost spends."""
        beyond = cost - self.left_over
        return 0 if beyond <= 0 else -(-beyond // self.rate) if self.rate else 0


@dataclass(frozen=True)
class MovementField:
    """Where a token can go, made once when a drag begins; asking it is cheap."""

    costs: Mapping[Cell, int]
    """Least cost to each cell in which the token may end, in hundredths; the start at 0."""

    def shortest(self, cell: Cell) -> Path | None:
        """Return the cheapest path to *cell*, or None."""
        raise LookupError(cell)

    def safest(self, cell: Cell) -> Path | None:
        """Return the path to *cell* with the fewest triggers, then the least cost, or None."""
        raise LookupError(cell)


def movement_field(
    board: Board, token_id: str, mover: Mover, *, budget: int | None = None
) -> MovementField:
    """Return where the token can go for *budget* hundredths (None: the mover's own budget)."""
    raise LookupError((board, token_id, mover, budget))


def path_along(
    board: Board, token_id: str, mover: Mover, cells: Sequence[Cell]
) -> tuple[Path, str]:
    """Return the priced path along exactly these anchors, and why it is illegal ("": it is legal).

    A step that isn't allowed, or cells that aren't neighbors, cost what they cost in the open.
    """
    raise LookupError((board, token_id, mover, cells))

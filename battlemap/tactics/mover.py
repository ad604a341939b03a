"""How a token moves now: what ground costs it, and what its actions buy."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Mapping


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
    squeeze_extra: int = 100
    """What each step costs more that is taken squeezed, where the conventions allow that."""
    blocked_by: Terrain = Terrain.IMPASSABLE
    parity: int = 0
    """Diagonals walked so far this turn, modulo 2, for 1-2-1."""
    ahead: int = 0
    """What may be walked before the action that buys it is spent (a step that comes with each)."""

    @property
    def budget(self) -> int:
        """All that the token can walk now."""
        return self.left_over + self.rate * self.actions

    def actions_for(self, cost: int) -> int:
        """Return how many actions a path of this cost spends."""
        beyond = cost - self.left_over
        if beyond <= self.ahead:
            return 0
        return -(-beyond // self.rate) if self.rate else 0

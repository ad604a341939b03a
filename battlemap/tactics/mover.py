"""How a token moves now: by which mode, what ground costs it, and what its actions buy."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.geometry.grid import HUNDRED
from battlemap.model.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell


class Mode(StrEnum):
    """The ways to get about."""

    WALK = "walk"
    CLIMB = "climb"
    SWIM = "swim"
    FLY = "fly"
    BURROW = "burrow"


@dataclass(frozen=True)
class Footing:
    """What ground and obstacles mean to a token that moves in one mode."""

    ignores: Terrain = Terrain.NORMAL
    """Kinds of ground that cost it nothing more and do nothing to it."""
    falls: bool = True
    """Whether it drops where the ground does."""
    flies_over: bool = False
    """Whether obstacles that are lower than it flies don't stop it."""
    digs_under: bool = False
    """Whether obstacles that stand on the ground, and don't go down, don't stop it."""

    @property
    def is_on_the_ground(self) -> bool:
        """Whether it steps on what lies there, and over what stands there."""
        return not self.flies_over and not self.digs_under


_OFF_THE_GROUND = Terrain.DIFFICULT | Terrain.HAZARDOUS | Terrain.WATER | Terrain.CLIMB

FOOTINGS: Mapping[Mode, Footing] = MappingProxyType(
    {
        Mode.WALK: Footing(),
        Mode.CLIMB: Footing(Terrain.CLIMB, falls=False),
        Mode.SWIM: Footing(Terrain.WATER),
        Mode.FLY: Footing(_OFF_THE_GROUND, falls=False, flies_over=True),
        Mode.BURROW: Footing(_OFF_THE_GROUND, falls=False, digs_under=True),
    }
)
"""The table of the modes; what a game settles otherwise it says in ``Mover``."""


def _usual_extra() -> Mapping[Terrain, int]:
    return MappingProxyType({Terrain.DIFFICULT: 100, Terrain.CLIMB: 100, Terrain.WATER: 100})


def _no_costs() -> Mapping[Cell, int]:
    return MappingProxyType({})


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
    """What entering a cell of this terrain costs more, if the mode doesn't ignore it.

    Below 0 it costs less; all that one cell can be takes off less than 100 together.
    """
    multiplies: bool = False
    """The extra costs multiply the base (1 + extra) one after another instead of adding up."""
    step_extra: int = 0
    """What each step costs more (crawling)."""
    squeeze_extra: int = 100
    """What each step costs more that is taken squeezed, where the conventions allow that."""
    blocked_by: Terrain = Terrain.IMPASSABLE
    only_on: Terrain = Terrain.NORMAL
    """The only kinds of ground that can be entered; NORMAL: any."""
    parity: int = 0
    """Diagonals walked so far this turn, modulo 2, for 1-2-1."""
    mode: Mode = Mode.WALK
    waived: Terrain = Terrain.NORMAL
    """Kinds of ground that the token ignores now besides those that its mode ignores."""
    hover_feet: int = 5
    """How high above the ground a flier passes whose token says no height."""
    walls_go_down: bool = False
    """Whether obstacles stop a burrower though nothing says that they go below the ground."""
    jump_rate: int = 100
    """What each cell of a jump costs, however the ground is."""
    jump_limit: int | None = None
    """How far a jump may lead, in hundredths of a cell; None: as far as the GM says."""
    jump_feet: int = 5
    """How high a jump leads: what is no higher is jumped over."""
    rates: tuple[int, ...] = ()
    """What the next actions buy, where they buy otherwise than *rate*."""
    by_hand: Mapping[Cell, int] = field(default_factory=_no_costs)
    """What a step costs whatever the ground, by the anchor's cell that is entered."""
    ahead: int = 0
    """What may be walked before the action that buys it is spent (a step that comes with each)."""

    @property
    def footing(self) -> Footing:
        """What ground and obstacles mean to the token."""
        return FOOTINGS[self.mode]

    @property
    def ignores(self) -> Terrain:
        """Kinds of ground that cost nothing more and do nothing to the token."""
        return self.footing.ignores | self.waived

    @property
    def costs(self) -> Mapping[Terrain, int]:
        """What entering a cell of this terrain costs this mover more."""
        return {kind: cost for kind, cost in self.extra.items() if not kind & self.ignores}

    @property
    def least_step(self) -> int:
        """What a step costs at least."""
        return HUNDRED + sum(cost for cost in self.costs.values() if cost < 0)

    def enters(self, ground: Terrain) -> bool:
        """Tell whether the token can enter ground of this kind."""
        return not ground & self.blocked_by and (not self.only_on or bool(ground & self.only_on))

    def steps_like(self, other: Mover) -> bool:
        """Tell whether both may take the same steps at the same cost, whatever they have left."""
        return all(getattr(self, name) == getattr(other, name) for name in _OF_STEPS)

    @property
    def budget(self) -> int:
        """All that the token can walk now."""
        return self.left_over + self._bought(self.actions)

    def _bought(self, actions: int) -> int:
        """Return what the next so many actions buy together."""
        first = self.rates[:actions]
        return sum(first) + self.rate * (actions - len(first))

    def actions_for(self, cost: int) -> int:
        """Return how many actions a path of this cost spends, though there may be fewer left.

        Examples
        --------
        >>> Mover(rate=400, actions=3, rates=(600, 500)).actions_for(700)
        2
        """
        beyond = cost - self.left_over
        if beyond <= self.ahead:
            return 0
        for spent, bought in enumerate(self.rates):
            if beyond <= 0:
                return spent
            beyond -= bought
        further = -(-max(0, beyond) // self.rate) if self.rate else 0
        return len(self.rates) + further

    def left_after(self, cost: int) -> int:
        """Return what is left of the actions that a path of this cost spends, never below 0.

        Examples
        --------
        >>> Mover(rate=600, actions=2, left_over=100).left_after(400)
        300
        """
        return max(0, self.left_over + self._bought(self.actions_for(cost)) - cost)


_OF_STEPS = tuple(
    one.name
    for one in fields(Mover)
    if one.name not in ("rate", "actions", "left_over", "rates", "ahead")
)
"""What decides on steps; the others say how many actions are left and what they buy."""

"""Triggers: what lets somebody react, found on the route and priced by the rule system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.tactics.crossings import Crossing


@dataclass(frozen=True)
class Trigger:
    """One chance to react.

    ``step`` counts from 1; ``cell`` is the anchor's cell being left, or entered where ``deed`` is
    "enters". ``fires`` is False for a hollow one: an earlier trigger uses up the reaction.
    """

    step: int
    cell: Cell
    by: str
    weapon: str
    deed: str
    """"leaves", "through", "enters", "attacks", "charges past"."""
    reason: str
    cost: str = ""
    fires: bool = True
    by_hand: bool = False
    """It fires by the GM's word, whatever the reactor has left."""

    @classmethod
    def of(cls, crossing: Crossing, reason: str, cost: str, *, fires: bool) -> Self:
        """Return the chance that a crossing gives, at the price that the rules ask for it."""
        return cls(
            crossing.step,
            crossing.cell,
            crossing.by,
            crossing.weapon,
            crossing.provokes,
            reason,
            cost,
            fires,
        )

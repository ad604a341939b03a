"""Whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Slot:
    """One coming turn of one token."""

    token: str
    score: int
    round: int
    note: str = ""
    """How the score came about, in words."""
    turn: int = 1
    """Which turn of the token in this round it is, counted from 1."""
    arranged: bool = False
    """The GM put it in its place: it isn't sorted by its score any more."""
    begun: bool = False
    """It began and was put off: when it comes it goes on, and nothing of its start is repeated."""


@dataclass(frozen=True)
class TurnOrder:
    """Round, phase and the turns to come, the next one first. No slots: no fight."""

    round: int = 0
    phase: str = ""
    slots: tuple[Slot, ...] = ()
    active: str | None = None
    """The token whose turn it is."""

    @property
    def is_running(self) -> bool:
        """Whether a fight is under way."""
        return self.round > 0

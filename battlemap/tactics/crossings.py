"""What each step of a path leaves, enters and passes through; a rule system prices them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board
    from battlemap.tactics.path import Path


@dataclass(frozen=True)
class Crossing:
    """One step of a mover in or at the border of one weapon's threatened cells."""

    step: int
    """Counts from 1."""
    cell: Cell
    """The anchor's cell being left ("leaves", "through") or entered ("enters")."""
    by: str
    weapon: str
    deed: str
    """"leaves", "through" or "enters"."""
    touched: tuple[Cell, ...]
    """The threatened cells that the mover touches before the step (after it, for "enters")."""
    reason: str


def crossings(board: Board, token_id: str, path: Path) -> tuple[Crossing, ...]:
    """Return the crossings of *path*, in order of steps, for each enemy that is able to strike.

    All deeds are listed, "enters" too; which of them count is the rule system's business.
    """
    raise LookupError((board, token_id, path))

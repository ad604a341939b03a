"""Threatened cells: what each weapon of a token reaches from where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board


def threatened(board: Board, token_id: str) -> Mapping[str, frozenset[Cell]]:
    """Return the cells that a token threatens, by weapon; no entries if it can't strike."""
    raise LookupError((board, token_id))

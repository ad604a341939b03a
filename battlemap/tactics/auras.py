"""Auras: the cells around a token that one reaches, and who stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.grid import HUNDRED
from battlemap.tactics.distance import distance_between, measured_cells

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.lasting import Aura
    from battlemap.tactics.board import Board


def aura_cells(board: Board, owner: str, aura: Aura) -> frozenset[Cell]:
    """Return the cells of the map within an aura, its owner's own space among them.

    Distance is that of the game: nearest cells or middles, diagonals as its conventions say.
    """
    grid, own = board.grid, measured_cells(board, board.cells_of(owner))
    most = aura.radius_feet * HUNDRED // board.encounter.map.grid.feet_per_cell
    steps = -(-most // HUNDRED)
    near = {cell for place in own for cell in grid.disc(place, steps) if cell in grid}
    metric = board.conventions.diagonals
    found = frozenset(
        cell for cell in near if min(grid.distance(place, cell, metric) for place in own) <= most
    )
    return found | frozenset(board.cells_of(owner))


def inside_aura(board: Board, owner: str, aura: Aura) -> tuple[str, ...]:
    """Return whom an aura reaches of those it is for, but its owner; in the document's order.

    Any cell of a space counts; a difference in height counts where the game counts it.
    """
    here = board.token(owner)
    return tuple(
        key
        for key, token in board.encounter.tokens.items()
        if key != owner
        and aura.is_for(here, token)
        and distance_between(board, owner, key).feet <= aura.radius_feet
    )

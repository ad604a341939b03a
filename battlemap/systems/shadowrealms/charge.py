"""Charging: the shortest way to a target, and the run (section 5)."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from battlemap.geometry.angle import bearing
from battlemap.model.intent import Move, Turn
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.shadowrealms.movement import mover
from battlemap.systems.shadowrealms.stance import not_in_melee
from battlemap.systems.shadowrealms.walk import allowed_facing, perform_move, perform_turn
from battlemap.tactics.board import Board
from battlemap.tactics.movement import movement_field

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms

_SAME_PLACE = 1e-9
"""Cells; two centers nearer than this have no bearing from one another."""


def perform_charge(
    system: ShadowRealms, encounter: Encounter, token: Token, target: Token
) -> Procedure:
    """Run at a target and face it at the end, where the charger still stands."""
    if not any(not weapon.is_ranged for weapon in system.weapons(token)):
        raise IllegalIntentError(f"{name_of(token)} needs a melee weapon for a charge.")
    cells = charge_path(system, encounter, token, target)
    if len(cells) == 1:
        raise IllegalIntentError(f"{name_of(target)} is in reach already.")
    encounter = yield from perform_move(system, encounter, Move(token.id, cells, "charge"))
    if not system.is_able(encounter.tokens[token.id]):
        return encounter
    turn = _toward(system, encounter, token.id, target.id)
    if turn is None:
        return encounter  # it ran over whoever lies there
    return (yield from perform_turn(system, encounter, turn))


def _toward(
    system: ShadowRealms, encounter: Encounter, token_id: str, target_id: str
) -> Turn | None:
    """Return the turn that faces the target; None: it lies in the very same place."""
    board = Board.of(encounter, system)
    here, there = board.center_of(token_id), board.center_of(target_id)
    if hypot(there.x - here.x, there.y - here.y) < _SAME_PLACE:
        return None
    return Turn(token_id, bearing(here, there))


def charge_path(
    system: ShadowRealms, encounter: Encounter, token: Token, target: Token
) -> tuple[Cell, ...]:
    """Return the shortest way to a cell from which a melee weapon does reach *target*.

    Raises
    ------
    IllegalIntentError
        If no such cell can be reached with the actions left.
    """
    board = Board.of(encounter, system)
    feet = max(
        (weapon.reach_feet for weapon in system.weapons(token) if not weapon.is_ranged), default=0
    )
    hundredths = max(100, feet * 100 // encounter.map.grid.feet_per_cell)
    goal = board.cells_of(target.id)
    known = movement_field(board, token.id, mover(system, encounter, token))
    ends = [
        cell
        for cell in known.costs
        if board.grid.space_distance(board.cells_at(token, cell), goal) <= hundredths
    ]
    start = board.grid.center(token.at)

    def rank(cell: Cell) -> tuple[int, float, Cell]:
        end = board.grid.center(cell)
        return known.costs[cell], round(hypot(end.x - start.x, end.y - start.y), 9), cell

    best = next(
        (
            cell
            for cell in sorted(ends, key=rank)
            if _strikes_from(system, encounter, token, target, cell)
        ),
        None,
    )
    path = None if best is None else known.shortest(best)
    if path is None:
        raise IllegalIntentError(f"{name_of(token)} cannot reach {name_of(target)} by a charge.")
    return path.cells


def _strikes_from(
    system: ShadowRealms, encounter: Encounter, token: Token, target: Token, cell: Cell
) -> bool:
    """Tell whether a melee weapon reaches the target from a cell, once the token faces it there."""
    there = encounter.with_token(replace(token, at=cell))
    turn = _toward(system, there, token.id, target.id)
    if turn is not None:
        facing = allowed_facing(system, there, turn)
        there = there.with_token(replace(there.tokens[token.id], facing=facing))
    return not not_in_melee(system, there, there.tokens[token.id], target)

"""What stops a token that gets over or under some obstacles: who flies, digs or jumps."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model.obstacle import Prop
from battlemap.tactics.barriers import Barriers
from battlemap.tactics.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from battlemap.model.obstacle import Obstacle
    from battlemap.model.token import Token
    from battlemap.tactics.board import Board
    from battlemap.tactics.mover import Mover


def barriers_for(board: Board, token: Token, mover: Mover) -> Barriers:
    """Return what stops the steps of a token that moves in this mode."""
    footing = mover.footing
    if footing.flies_over:
        return lower_left_out(board, flight_feet(board, token, mover))
    if footing.digs_under and not mover.walls_go_down:
        return _without(board, "under", lambda obstacle: not _goes_down(board, obstacle))
    return Barriers.of(board.grid, board.encounter.map.obstacles)


def flight_feet(board: Board, token: Token, mover: Mover) -> int:
    """Return how high a flier passes: its own height, or so much above the ground it left."""
    if token.elevation_feet is not None:
        return token.elevation_feet
    return board.elevation_of(token) + mover.hover_feet


def lower_left_out(board: Board, feet: int) -> Barriers:
    """Return what stops steps at this height; obstacles as high as anything always do."""
    return _without(board, feet, lambda obstacle: is_no_higher(obstacle, feet))


def is_no_higher(obstacle: Obstacle, feet: int) -> bool:
    """Tell whether an obstacle's top lies at this height or below."""
    top = obstacle.height_feet
    return top is not None and obstacle.elevation_feet + top <= feet


def _goes_down(board: Board, obstacle: Obstacle) -> bool:
    """Tell whether an obstacle's foot lies below the ground on which it stands."""
    points = obstacle.outline if isinstance(obstacle, Prop) else (obstacle.start, obstacle.end)
    middle = [sum(values) / len(points) for values in zip(*points, strict=True)]
    ground = board.encounter.map.ground_feet(board.grid.cell_at((middle[0], middle[1])))
    return obstacle.elevation_feet < ground


def _without(board: Board, key: Hashable, passed: Callable[[Obstacle], bool]) -> Barriers:
    """Return the barriers without the obstacles that are *passed*, made once for each *key*."""
    battle_map = board.encounter.map
    made_from = (board.grid, battle_map.obstacles, battle_map.elevation)
    known = _recent.get(made_from, dict)
    if key not in known:
        left = {name: one for name, one in battle_map.obstacles.items() if not passed(one)}
        known[key] = Barriers(board.grid, MappingProxyType(left))
    return known[key]


_recent: Recent[dict[Hashable, Barriers]] = Recent()

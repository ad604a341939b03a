"""The move that is planned but not made yet: its route with triggers, and why it costs that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.tactics.along import path_along
from battlemap.tactics.board import Board
from battlemap.tactics.step_costs import step_costs

if TYPE_CHECKING:
    from battlemap.session.preview import Route
    from battlemap.tactics.step_costs import StepCost
    from battlemap.ui.bridge import Bridge, PlannedMove


def planned_route(bridge: Bridge, plan: PlannedMove) -> Route | None:
    """Return the route of a plan as the document stands; None where its token is gone."""
    if plan.token not in bridge.encounter.tokens:
        return None
    previewer = bridge.session.preview_move(plan.token)
    path, _ = path_along(bridge.board, plan.token, previewer.mover, plan.cells, plan.jumps)
    return previewer.route(path)


def planned_costs(bridge: Bridge, plan: PlannedMove, route: Route) -> tuple[StepCost, ...]:
    """Return why each step of a planned route costs what it costs."""
    token = bridge.board.token(plan.token)
    mover = bridge.system.mover(bridge.encounter, token)
    return step_costs(bridge.board, plan.token, mover, route.path)


def board_of_plan(bridge: Bridge, attacker: str) -> Board:
    """Return the board on which an attack is judged: the attacker at the end of its planned way."""
    route = bridge.planned_route(attacker)
    token = bridge.token(attacker)
    if route is None or token is None:
        return bridge.board
    facing = token.facing if route.facing is None else route.facing
    moved = replace(token, at=route.cells[-1], facing=facing)
    return Board.of(bridge.encounter.with_token(moved), bridge.system)

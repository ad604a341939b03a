"""Where to attack from: the odds of one attack from every cell that a token can reach."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.geometry.angle import bearing
from battlemap.geometry.footprint import footprint
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.preview import MovePreviewer
from battlemap.tactics.board import Board
from battlemap.tactics.situation import weapon_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack
    from battlemap.rules.system import RuleSystem


@dataclass(frozen=True)
class Position:
    """A cell to attack from, and what the attack is worth there."""

    cell: Cell
    """The anchor's."""
    facing: float
    """How the attacker would face there, in degrees clockwise from north."""
    hit: float
    """Chance of at least one hit."""
    mean: float
    """Mean damage."""
    triggers: int
    """How many reactions the safest way there gives away."""
    feet: float
    """What that way costs."""


def rank(position: Position) -> tuple[float, float, int, float]:
    """Return what positions are sorted by: the odds, then the way there; smaller is better."""
    return -position.hit, -position.mean, position.triggers, position.feet


def positions(
    encounter: Encounter, system: RuleSystem, attack: Attack
) -> Iterator[tuple[Position | None, int, int]]:
    """Yield what the attack is worth from each cell in reach, the likeliest cells first.

    Yields
    ------
    tuple[Position | None, int, int]
        The position (None where the attack can't be made from there), how many cells are done,
        and how many there are. A caller that has seen enough just stops asking.

    Raises
    ------
    IllegalIntentError
        If attacker, target or weapon do not exist.
    """
    board = Board.of(encounter, system)
    for key in (attack.attacker, attack.target):
        if key not in encounter.tokens:
            raise IllegalIntentError(f'There is no token "{key}" on the map.')
    try:
        weapon = weapon_of(board, attack.attacker, attack.weapon)
    except KeyError:
        raise IllegalIntentError(f'There is no weapon "{attack.weapon}".') from None
    previewer = MovePreviewer(board, system, attack.attacker)
    reach = weapon.range_feet if weapon.is_ranged else weapon.reach_feet
    cells = _near_enough(board, attack, reach, previewer)
    for done, cell in enumerate(cells, 1):
        yield _position(board, system, attack, cell, previewer), done, len(cells)


def _near_enough(
    board: Board, attack: Attack, reach_feet: int, previewer: MovePreviewer
) -> Sequence[Cell]:
    """Return the cells in reach that aren't too far from the target, the nearest ways first."""
    grid = board.grid
    token = board.token(attack.attacker)
    per_cell = board.encounter.map.grid.feet_per_cell
    # A diagonal may count one and a half, and elevation counts too: leave room, the plan decides.
    most = reach_feet / per_cell + 1
    target = board.cells_of(attack.target)
    costs = {token.at: 0, **previewer.field.costs}
    found = [
        cell
        for cell in costs
        if min(
            grid.steps(a, b)
            for a in footprint(grid, cell, token.size, token.turned)
            for b in target
        )
        <= most
    ]
    return sorted(found, key=lambda cell: (costs[cell], cell))


def _position(
    board: Board, system: RuleSystem, attack: Attack, cell: Cell, previewer: MovePreviewer
) -> Position | None:
    grid, token = board.grid, board.token(attack.attacker)
    space = footprint(grid, cell, token.size, token.turned)
    here, there = grid.centroid(space), grid.centroid(board.cells_of(attack.target))
    facing = token.facing
    if board.conventions.has_facing and here != there:
        facing = grid.nearest_facing(bearing(here, there))
    moved = board.encounter.with_token(replace(token, at=cell, facing=facing))
    try:
        plan = system.plan(Board.of(moved, system), attack)
    except IllegalIntentError:
        return None
    if plan.illegal or plan.odds is None:
        return None
    if cell == token.at:
        return Position(cell, facing, plan.odds.hit, plan.odds.mean, 0, 0)
    way = previewer.to(cell).safest
    if way is None:
        return None
    return Position(cell, facing, plan.odds.hit, plan.odds.mean, len(way.firing), way.feet)

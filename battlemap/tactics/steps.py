"""Steps of one token: which are allowed, and what each costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.grid import HUNDRED, DiagonalMetric, GridKind
from battlemap.model.token import are_hostile
from battlemap.tactics.barriers import Barriers
from battlemap.tactics.conventions import CornerRule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.model.token import Token
    from battlemap.tactics.board import Board
    from battlemap.tactics.movement import Mover


@dataclass(frozen=True, eq=False)
class Steps:
    """The steps between the anchors of a region, computed together."""

    board: Board
    token: Token
    mover: Mover
    cells: tuple[Cell, ...]
    """The anchors of the region; everything else speaks of their indexes."""
    index: Mapping[Cell, int]
    start: int
    enterable: tuple[bool, ...]
    """The whole footprint is on the map, passable, and no foe stands in it."""
    may_end: tuple[bool, ...]
    """Enterable, and nobody else stands there."""
    walled: NDArray[np.bool_]
    """[anchor, direction]: a wall meets the step."""
    extra: tuple[int, ...]
    """What entering costs more, for a token of one cell."""

    @classmethod
    def within(cls, board: Board, token: Token, mover: Mover, start: Cell, limit: int) -> Steps:
        """Return the steps among the anchors that *limit* hundredths could reach in the open."""
        grid = board.grid
        radius = limit // HUNDRED
        if radius >= grid.columns + grid.rows:
            cells = list(grid.cells())
        else:
            cells = [cell for cell in grid.disc(start, radius) if cell in grid]
        if start not in grid:
            cells.append(start)
        return cls._of(board, token, mover, cells, start)

    @classmethod
    def along(cls, board: Board, token: Token, mover: Mover, route: Sequence[Cell]) -> Steps:
        """Return the steps among the anchors of a route."""
        return cls._of(board, token, mover, list(dict.fromkeys(route)), route[0])

    @classmethod
    def _of(cls, board: Board, token: Token, mover: Mover, cells: list[Cell], start: Cell) -> Steps:
        index = {cell: i for i, cell in enumerate(cells)}
        in_way, standing = _others(board, token)
        enterable, may_end, extra = [], [], []
        for cell in cells:
            space = board.cells_at(token, cell)
            passable = all(
                c in board.grid and not board.encounter.map.terrain_at(c) & mover.blocked_by
                for c in space
            )
            enterable.append(passable and not any(c in in_way for c in space))
            may_end.append(enterable[-1] and not any(c in standing for c in space))
            extra.append(_extra(board, mover, cell) if len(space) == 1 else 0)
        return cls(
            board,
            token,
            mover,
            tuple(cells),
            index,
            index[start],
            tuple(enterable),
            tuple(may_end),
            _walled(board, token, cells),
            tuple(extra),
        )

    def space(self, index: int) -> tuple[Cell, ...]:
        """Return the cells that the token occupies with its anchor there."""
        return self.board.cells_at(self.token, self.cells[index])

    def onward(self, index: int, parity: int) -> Iterator[tuple[int, int, int]]:
        """Yield the allowed steps: (anchor entered, cost, 1 if it flips the parity)."""
        cell = self.cells[index]
        for direction, step in enumerate(self.board.grid.directions):
            entered = self.index.get(cell.plus(step))
            if entered is None or not self._is_allowed(index, entered, direction):
                continue
            yield (entered, *self.price(index, entered, step, parity))

    def _is_allowed(self, index: int, entered: int, direction: int) -> bool:
        if not self.enterable[entered] or self.walled[index, direction]:
            return False
        if not self.board.grid.is_diagonal(self.board.grid.directions[direction]):
            return True
        rule = self.board.conventions.corners
        if rule is CornerRule.UNCHECKED:
            return True
        ways = [self._is_way_open(index, direction, turn) for turn in (-1, 1)]
        return all(ways) if rule is CornerRule.BOTH_WAYS else any(ways)

    def _is_way_open(self, index: int, direction: int, turn: int) -> bool:
        """Tell whether one way round a corner is open; creatures don't count."""
        grid = self.board.grid
        count = len(grid.directions)
        first, second = (direction + turn) % count, (direction - turn) % count
        between = self.cells[index].plus(grid.directions[first])
        space = self.board.cells_at(self.token, between)
        battle_map = self.board.encounter.map
        if any(c not in grid or battle_map.terrain_at(c) & self.mover.blocked_by for c in space):
            return False
        if self.walled[index, first]:
            return False
        middle = self.index.get(between)
        if middle is not None:
            return not self.walled[middle, second]
        return not bool(_walled(self.board, self.token, [between])[0, second])

    def price(self, index: int, entered: int, step: Cell, parity: int) -> tuple[int, int]:
        """Return what a step costs, and 1 if it flips the parity of diagonals."""
        base, flips = HUNDRED, 0
        if self.board.grid.is_diagonal(step):
            match self.board.conventions.diagonals:
                case DiagonalMetric.ALTERNATING:
                    base, flips = HUNDRED * (1 + parity), 1
                case DiagonalMetric.EUCLIDEAN:
                    base = 141
                case DiagonalMetric.MANHATTAN:
                    base = 2 * HUNDRED
                case DiagonalMetric.EQUAL:
                    pass
        more = self.extra[entered]
        if self.token.size > 1:
            before = set(self.space(index))
            more = max(
                (_extra(self.board, self.mover, c) for c in self.space(entered) if c not in before),
                default=0,
            )
        if self.mover.multiplies:
            return base * (HUNDRED + more) // HUNDRED * (
                HUNDRED + self.mover.step_extra
            ) // HUNDRED, flips
        return base + more + self.mover.step_extra, flips

    def why_not(self, start: Cell, end: Cell) -> str:
        """Return why the step isn't allowed; empty if it is."""
        entered = self.index[end]
        direction = self.board.grid.directions.index(end.minus(start))
        if not self.enterable[entered]:
            space = self.space(entered)
            if any(c not in self.board.grid for c in space):
                return "the path leaves the map"
            if any(self.board.encounter.map.terrain_at(c) & self.mover.blocked_by for c in space):
                return "the ground there can't be entered"
            return "an enemy stands in the way"
        if self.walled[self.index[start], direction]:
            return "a wall is in the way"
        if not self._is_allowed(self.index[start], entered, direction):
            return "the step cuts a corner"
        return ""


def _others(board: Board, token: Token) -> tuple[set[Cell], set[Cell]]:
    """Return the cells that *token* can't pass, and those in which it can't end."""
    conventions = board.conventions
    in_way, standing = set(), set()
    for cell, ids in board.standing.items():
        for other_id in ids:
            if other_id == token.id:
                continue
            standing.add(cell)
            hostile = are_hostile(board.token(other_id).side, token.side)
            passes = conventions.pass_through_foes if hostile else conventions.pass_through_allies
            if not passes:
                in_way.add(cell)
    return in_way, standing


def _extra(board: Board, mover: Mover, cell: Cell) -> int:
    """Return what the ground of a cell costs more to enter."""
    ground = board.encounter.map.terrain_at(cell)
    if not ground:
        return 0
    costs = [cost for kind, cost in mover.extra.items() if kind in ground]
    if not mover.multiplies:
        return sum(costs)
    factor = HUNDRED
    for cost in costs:
        factor = factor * (HUNDRED + cost) // HUNDRED
    return factor - HUNDRED


def _walled(board: Board, token: Token, cells: Sequence[Cell]) -> NDArray[np.bool_]:
    """Return for each anchor and direction whether a wall meets the step.

    A step is blocked when a movement wall meets the convex hull of the centers of the token's cells
    before and after it.
    """
    grid = board.grid
    count = len(grid.directions)
    index = Barriers.of(grid, board.encounter.map.obstacles).move_index
    found = np.zeros((len(cells), count), dtype=bool)
    if not len(index):
        return found
    scale = 1000 if grid.kind is GridKind.SQUARE else 3000
    shift = scale // 2 if grid.kind is GridKind.SQUARE else 0
    anchors = np.array(cells, dtype=np.int64) * scale + shift
    zero = type(cells[0])(0, 0)
    offsets = np.array([tuple(c) for c in board.cells_at(token, zero)], dtype=np.int64) * scale
    for direction, step in enumerate(grid.directions):
        moved = np.array(step, dtype=np.int64) * scale
        if len(offsets) == 1:
            rays = np.concatenate([anchors, anchors + moved], axis=1)
            found[:, direction] = index.met(rays)
        else:
            hull = np.concatenate([offsets, offsets + moved])
            found[:, direction] = index.met_by_hulls(anchors[:, None, :] + hull[None, :, :])
    return found

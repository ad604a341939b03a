"""Steps of one token in a window of the map, as arrays: which are allowed, and what each costs.

Arrays are indexed [r, q] in the cells' own coordinates (axial on hexes), so that a step is the same
shift everywhere, whatever the grid.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import HUNDRED, DiagonalMetric, GridKind
from battlemap.model.token import are_hostile
from battlemap.tactics.barriers import Barriers
from battlemap.tactics.conventions import CornerRule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from battlemap.model.token import Token
    from battlemap.tactics.board import Board
    from battlemap.tactics.mover import Mover

Number = TypeVar("Number", bound=np.generic)

EUCLIDEAN_DIAGONAL = 141
"""The square root of two, in hundredths of a cell."""


@dataclass(frozen=True)
class Window:
    """A block of cells, q from ``left`` and r from ``top``, in the cells' own coordinates."""

    left: int
    top: int
    width: int
    height: int

    @classmethod
    def around(cls, cells: Iterable[Cell], margin: int) -> Window:
        """Return the smallest window with *margin* cells on all sides of *cells*."""
        known = list(cells)
        left = min(cell[0] for cell in known) - margin
        top = min(cell[1] for cell in known) - margin
        right = max(cell[0] for cell in known) + margin
        bottom = max(cell[1] for cell in known) + margin
        return cls(left, top, right - left + 1, bottom - top + 1)

    def index(self, cell: Cell) -> int | None:
        """Return the place of *cell* in a flattened array, or None outside."""
        q, r = cell[0] - self.left, cell[1] - self.top
        if 0 <= q < self.width and 0 <= r < self.height:
            return r * self.width + q
        return None

    def cell(self, index: int) -> Cell:
        """Return the cell at a place of a flattened array."""
        r, q = divmod(index, self.width)
        return Cell(self.left + q, self.top + r)

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.width * self.height


def shifted(values: NDArray[Number], step: tuple[int, int], fill: int | bool) -> NDArray[Number]:
    """Return the array whose place holds what *values* holds one *step* (q, r) on."""
    dq, dr = step
    height, width = values.shape
    result = np.full_like(values, fill)
    if abs(dq) >= width or abs(dr) >= height:
        return result
    rows = slice(max(-dr, 0), height - max(dr, 0))
    columns = slice(max(-dq, 0), width - max(dq, 0))
    from_rows = slice(max(dr, 0), height + min(dr, 0))
    from_columns = slice(max(dq, 0), width + min(dq, 0))
    result[rows, columns] = values[from_rows, from_columns]
    return result


@dataclass(frozen=True, eq=False)
class Steps:
    """The steps of *token*, if its anchor stood anywhere in *window*."""

    board: Board
    token: Token
    mover: Mover
    window: Window

    @classmethod
    def within(cls, board: Board, token: Token, mover: Mover, start: Cell, limit: int) -> Steps:
        """Return the steps among the anchors that *limit* hundredths could reach in the open."""
        grid = board.grid
        corners = [
            grid.from_offset(column, row)
            for column in (0, grid.columns - 1)
            for row in (0, grid.rows - 1)
        ]
        whole = Window.around([*corners, start], 1)
        radius = limit // HUNDRED
        left = max(start[0] - radius, whole.left)
        top = max(start[1] - radius, whole.top)
        right = min(start[0] + radius, whole.left + whole.width - 1)
        bottom = min(start[1] + radius, whole.top + whole.height - 1)
        return cls(board, token, mover, Window(left, top, right - left + 1, bottom - top + 1))

    @classmethod
    def along(cls, board: Board, token: Token, mover: Mover, route: Sequence[Cell]) -> Steps:
        """Return the steps among the anchors of a route."""
        return cls(board, token, mover, Window.around(route, 1))

    # The ground, seen from a wider window so that a footprint's other cells are known too --------

    @cached_property
    def _offsets(self) -> tuple[Cell, ...]:
        """The footprint's cells, seen from its anchor."""
        return self.board.cells_at(self.token, Cell(0, 0))

    @cached_property
    def _margin(self) -> int:
        return max(max(abs(q), abs(r)) for q, r in self._offsets) + 1

    @cached_property
    def _wide(self) -> Window:
        window, margin = self.window, self._margin
        return Window(
            window.left - margin,
            window.top - margin,
            window.width + 2 * margin,
            window.height + 2 * margin,
        )

    def _inner(self, values: NDArray[Number]) -> NDArray[Number]:
        margin = self._margin
        return values[margin:-margin, margin:-margin]

    @cached_property
    def _on_map(self) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
        """Whether each cell of the wide window is on the map, with its row and column there."""
        wide, grid = self._wide, self.board.grid
        q, r = np.meshgrid(
            np.arange(wide.left, wide.left + wide.width),
            np.arange(wide.top, wide.top + wide.height),
        )
        match grid.kind:
            case GridKind.SQUARE:
                column, row = q, r
            case GridKind.HEX_POINTY:
                column, row = q + (r - (r & 1)) // 2, r
            case GridKind.HEX_FLAT:
                column, row = q, r + (q - (q & 1)) // 2
        on = (column >= 0) & (column < grid.columns) & (row >= 0) & (row < grid.rows)
        return on, np.where(on, row, 0), np.where(on, column, 0)

    @cached_property
    def _ground(self) -> NDArray[np.int16]:
        on, row, column = self._on_map
        return np.where(on, self.board.encounter.map.terrain.values[row, column], 0)

    @cached_property
    def _open_ground(self) -> NDArray[np.bool_]:
        """Cells of the wide window that are on the map and passable, whoever stands there."""
        on, _, _ = self._on_map
        passable: NDArray[np.bool_] = (self._ground & int(self.mover.blocked_by)) == 0
        found: NDArray[np.bool_] = on & passable
        return found

    def _everywhere(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the anchors whose whole footprint lies in *cells* (both wide windows)."""
        found = np.ones_like(cells)
        for offset in self._offsets:
            found &= shifted(cells, offset, fill=False)
        return found

    @cached_property
    def _roomy(self) -> NDArray[np.bool_]:
        return self._everywhere(self._open_ground)

    @cached_property
    def _free_of(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Wide windows of the cells with nobody in the way, and with nobody at all."""
        wide, conventions = self._wide, self.board.conventions
        passable = np.ones((wide.height, wide.width), dtype=bool)
        empty = passable.copy()
        for cell, ids in self.board.standing.items():
            index = wide.index(cell)
            if index is None:
                continue
            for other_id in ids:
                if other_id == self.token.id:
                    continue
                empty.flat[index] = False
                hostile = are_hostile(self.board.token(other_id).side, self.token.side)
                if hostile and not conventions.pass_through_foes:
                    passable.flat[index] = False
                if not hostile and not conventions.pass_through_allies:
                    passable.flat[index] = False
        return passable, empty

    @cached_property
    def _wide_enterable(self) -> NDArray[np.bool_]:
        return self._roomy & self._everywhere(self._free_of[0])

    @cached_property
    def enterable(self) -> NDArray[np.bool_]:
        """[r, q]: the whole footprint is on the map, passable, and no foe stands in it."""
        return self._inner(self._wide_enterable)

    @cached_property
    def may_end(self) -> NDArray[np.bool_]:
        """[r, q]: enterable, and nobody else stands there."""
        return self.enterable & self._inner(self._everywhere(self._free_of[1]))

    @cached_property
    def _extra(self) -> NDArray[np.int64]:
        """Wide window of what the ground of each cell costs more to enter."""
        ground = self._ground
        if self.mover.multiplies:
            factor = np.full(ground.shape, HUNDRED, dtype=np.int64)
            for kind, cost in self.mover.extra.items():
                more = (ground & int(kind)) != 0
                factor = np.where(more, factor * (HUNDRED + cost) // HUNDRED, factor)
            return factor - HUNDRED
        total = np.zeros(ground.shape, dtype=np.int64)
        for kind, cost in self.mover.extra.items():
            total += np.where((ground & int(kind)) != 0, cost, 0)
        return total

    # Walls ------------------------------------------------------------------------------------

    @cached_property
    def _walled(self) -> NDArray[np.bool_]:
        """[direction, r, q] in the wide window: a movement wall meets the step.

        A step is blocked when a wall meets the convex hull of the centers of the token's cells
        before and after it; that is the same hull for the step back.
        """
        grid, wide = self.board.grid, self._wide
        count = len(grid.directions)
        found = np.zeros((count, wide.height, wide.width), dtype=bool)
        index = Barriers.of(grid, self.board.encounter.map.obstacles).move_index
        near = self._cells_near_walls()
        if near is None:
            return found
        scale = 1000 if grid.kind is GridKind.SQUARE else 3000
        shift = scale // 2 if grid.kind is GridKind.SQUARE else 0
        rows, columns = np.nonzero(near)
        anchors = np.stack([columns + wide.left, rows + wide.top], axis=1) * scale + shift
        offsets = np.array([tuple(cell) for cell in self._offsets], dtype=np.int64) * scale
        forward = range(count // 2)
        if len(offsets) == 1:
            rays = np.concatenate(
                [
                    np.concatenate(
                        [anchors, anchors + np.array(grid.directions[d], dtype=np.int64) * scale],
                        axis=1,
                    )
                    for d in forward
                ]
            )
            met = index.met(rays)
        else:
            hulls = np.concatenate(
                [
                    anchors[:, None, :]
                    + np.concatenate(
                        [offsets, offsets + np.array(grid.directions[d], dtype=np.int64) * scale]
                    )[None, :, :]
                    for d in forward
                ]
            )
            met = index.met_by_hulls(hulls)
        for d, part in zip(forward, np.split(met, len(forward)), strict=True):
            found[d, rows, columns] = part
            back = (-grid.directions[d][0], -grid.directions[d][1])
            found[d + count // 2] = shifted(found[d], back, fill=False)
        return found

    def _cells_near_walls(self) -> NDArray[np.bool_] | None:
        """Return the anchors whose steps may meet a wall; None: there are no walls near."""
        grid, wide = self.board.grid, self._wide
        index = Barriers.of(grid, self.board.encounter.map.obstacles).move_index
        scale = 1000 if grid.kind is GridKind.SQUARE else 3000
        shift = 0 if grid.kind is GridKind.SQUARE else scale // 2
        reach = self._margin + 1
        box = (
            (wide.left - reach) * scale - shift,
            (wide.top - reach) * scale - shift,
            (wide.left + wide.width + reach) * scale - shift,
            (wide.top + wide.height + reach) * scale - shift,
        )
        walls = index.ends[index.near(box)]
        if not len(walls):
            return None
        q = (walls[:, 0::2] + shift) // scale - wide.left
        r = (walls[:, 1::2] + shift) // scale - wide.top
        near = np.zeros((wide.height, wide.width), dtype=bool)
        first = np.maximum(np.stack([r.min(axis=1), q.min(axis=1)], axis=1) - reach, 0).tolist()
        last = (np.stack([r.max(axis=1), q.max(axis=1)], axis=1) + reach + 1).tolist()
        for (r0, q0), (r1, q1) in zip(first, last, strict=True):
            if r1 > 0 and q1 > 0:
                near[r0:r1, q0:q1] = True
        return near

    # Steps ------------------------------------------------------------------------------------

    @cached_property
    def allowed(self) -> NDArray[np.bool_]:
        """[direction, r, q]: the step from there is allowed."""
        grid = self.board.grid
        rule = self.board.conventions.corners
        wide = np.empty((len(grid.directions), self._wide.height, self._wide.width), dtype=bool)
        for direction, step in enumerate(grid.directions):
            ok = shifted(self._wide_enterable, step, fill=False) & ~self._walled[direction]
            if grid.is_diagonal(step) and rule is not CornerRule.UNCHECKED:
                left, right = self._way(direction, -1), self._way(direction, 1)
                ok &= left & right if rule is CornerRule.BOTH_WAYS else left | right
            wide[direction] = ok
        margin = self._margin
        inner = wide[:, margin:-margin, margin:-margin].copy()
        # Steps out of the window are nobody's business.
        for direction, (dq, dr) in enumerate(grid.directions):
            if dq:
                inner[direction, :, 0 if dq < 0 else -1] = False
            if dr:
                inner[direction, 0 if dr < 0 else -1, :] = False
        return inner

    def _way(self, direction: int, turn: int) -> NDArray[np.bool_]:
        """Return where one way round a corner is open; creatures don't count."""
        grid = self.board.grid
        count = len(grid.directions)
        first, second = (direction + turn) % count, (direction - turn) % count
        step = grid.directions[first]
        found: NDArray[np.bool_] = shifted(self._roomy, step, fill=False) & ~self._walled[first]
        found &= ~shifted(self._walled[second], step, fill=True)
        return found

    @cached_property
    def more(self) -> NDArray[np.int64]:
        """[direction, r, q]: what the ground adds to the step; the dearest newly entered cell."""
        grid = self.board.grid
        own = set(self._offsets)
        found = np.zeros(
            (len(grid.directions), self.window.height, self.window.width), dtype=np.int64
        )
        if not self._extra.any():
            return found
        for direction, step in enumerate(grid.directions):
            entered = [cell.plus(step) for cell in self._offsets if cell.plus(step) not in own]
            parts = [self._inner(shifted(self._extra, cell, fill=0)) for cell in entered]
            found[direction] = np.maximum.reduce(parts)
        return found

    def prices(self, parity: int) -> NDArray[np.int64]:
        """Return [direction, r, q]: the cost of each step, allowed or not, in hundredths."""
        base = np.array([self._base(step, parity) for step in self.board.grid.directions])
        whole = base[:, None, None]
        if self.mover.multiplies:
            dear = whole * (HUNDRED + self.more) // HUNDRED
            return dear * (HUNDRED + self.mover.step_extra) // HUNDRED
        return whole + self.more + self.mover.step_extra

    def _base(self, step: Cell, parity: int) -> int:
        if not self.board.grid.is_diagonal(step):
            return HUNDRED
        match self.board.conventions.diagonals:
            case DiagonalMetric.ALTERNATING:
                return HUNDRED * (1 + parity)
            case DiagonalMetric.EUCLIDEAN:
                return EUCLIDEAN_DIAGONAL
            case DiagonalMetric.MANHATTAN:
                return 2 * HUNDRED
            case DiagonalMetric.EQUAL:
                return HUNDRED

    @property
    def counts_parity(self) -> bool:
        """Whether each second diagonal costs more."""
        squares = self.board.grid.kind is GridKind.SQUARE
        return squares and self.board.conventions.diagonals is DiagonalMetric.ALTERNATING

    def why_not(self, start: Cell, end: Cell) -> str:
        """Return why the step between neighbors isn't allowed; empty if it is."""
        grid = self.board.grid
        direction = grid.directions.index(end.minus(start))
        index = self.window.index(start)
        assert index is not None  # the window was made for the route
        r, q = divmod(index, self.window.width)
        if self.allowed[direction, r, q]:
            return ""
        space = self.board.cells_at(self.token, end)
        if any(cell not in grid for cell in space):
            return "the path leaves the map"
        battle_map = self.board.encounter.map
        if any(battle_map.terrain_at(cell) & self.mover.blocked_by for cell in space):
            return "the ground there can't be entered"
        entered = self.window.index(end)
        if entered is not None and not self.enterable.flat[entered]:
            return "somebody stands in the way"
        if self._walled[direction, r + self._margin, q + self._margin]:
            return "a wall is in the way"
        return "the step cuts a corner"

    def priced(self, route: Sequence[Cell]) -> tuple[int, ...]:
        """Return the cost so far at each anchor of a route; jumps cost their distance."""
        directions = self.board.grid.directions
        parity = self.mover.parity % 2
        prices = [self.prices(0), self.prices(1)] if self.counts_parity else [self.prices(0)] * 2
        costs = [0]
        for start, end in pairwise(route):
            step = end.minus(start)
            if step not in directions:
                metric = self.board.conventions.diagonals
                costs.append(costs[-1] + self.board.grid.distance(start, end, metric))
                continue
            index = self.window.index(start)
            assert index is not None  # the window was made for the route
            r, q = divmod(index, self.window.width)
            costs.append(costs[-1] + int(prices[parity][directions.index(step), r, q]))
            if self.counts_parity and self.board.grid.is_diagonal(step):
                parity ^= 1
        return tuple(costs)

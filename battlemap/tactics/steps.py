"""Steps of one token in a window of the map, as arrays: which are allowed, and what each costs.

Arrays are indexed [r, q] in the cells' own coordinates (axial on hexes), so that a step is the same
shift everywhere, whatever the grid.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import HUNDRED, DiagonalMetric, GridKind
from battlemap.model.terrain import Terrain
from battlemap.model.token import are_hostile
from battlemap.tactics.crowd import Crowd
from battlemap.tactics.fit import Fit, parts_of
from battlemap.tactics.passing import barriers_for
from battlemap.tactics.window import Window, inner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from battlemap.model.token import Token
    from battlemap.tactics.board import Board
    from battlemap.tactics.mover import Mover

CLOSED = 1e12
"""The cost of a step that isn't allowed; more than any budget."""

EUCLIDEAN_DIAGONAL = 141
"""The square root of two, in hundredths of a cell."""


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
        whole = Window.of_map(board.grid, 1)
        if whole.index(start) is None:
            whole = Window.around(
                [start, Cell(whole.left, whole.top), whole.cell(whole.size - 1)], 0
            )
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
        return self.window.grown(self._margin)

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

    @cached_property
    def _free_of(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Wide windows of the cells with nobody in the way, and with nobody at all."""
        wide, conventions = self._wide, self.board.conventions
        passable = np.ones((wide.height, wide.width), dtype=bool)
        empty = passable.copy()
        crowd = Crowd.of(self.board)
        q, r = crowd.q - wide.left, crowd.r - wide.top
        inside = (q >= 0) & (q < wide.width) & (r >= 0) & (r < wide.height)
        inside &= crowd.owner != crowd.place_of.get(self.token.id, -1)
        empty[r[inside], q[inside]] = False
        stops = np.array(
            [
                not (
                    conventions.pass_through_foes
                    if are_hostile(side, self.token.side)
                    else conventions.pass_through_allies
                )
                for side in crowd.sides
            ],
            dtype=bool,
        )
        if stops.any():
            inside &= stops[crowd.side]
            passable[r[inside], q[inside]] = False
        return passable, empty

    @cached_property
    def whole(self) -> Fit:
        """Where the token's whole space fits."""
        return self._fit(self._offsets, Cell(0, 0))

    @cached_property
    def parts(self) -> tuple[Fit, ...]:
        """The parts of its space into which the token may squeeze, where the conventions let it."""
        smaller = self.board.conventions.squeezing
        if not smaller:
            return ()
        found = parts_of(self.board.grid, self.token.size, self.token.turned % 6, smaller)
        return tuple(self._fit(cells, at) for at, cells in found)

    def _fit(self, cells: tuple[Cell, ...], at: Cell) -> Fit:
        return Fit(
            barriers=barriers_for(self.board, self.token, self.mover),
            corners=self.board.conventions.corners,
            window=self._wide,
            margin=self._margin,
            open_ground=self._open_ground,
            unoccupied=self._free_of[0],
            cells=cells,
            at=at,
        )

    @property
    def enterable(self) -> NDArray[np.bool_]:
        """[r, q]: the whole footprint is on the map, passable, and no foe stands in it."""
        return self.whole.enterable

    @cached_property
    def may_end(self) -> NDArray[np.bool_]:
        """[r, q]: enterable, and nobody else stands there."""
        return self.enterable & self._empty

    @cached_property
    def may_end_squeezed(self) -> NDArray[np.bool_]:
        """[r, q]: nobody else stands in the space, whatever the ground and the walls in it."""
        return self._empty & self._on_the_map

    @cached_property
    def _empty(self) -> NDArray[np.bool_]:
        return self.whole.seen(self.whole.everywhere(self._free_of[1]))

    @cached_property
    def _on_the_map(self) -> NDArray[np.bool_]:
        return self.whole.seen(self.whole.everywhere(self._on_map[0]))

    @cached_property
    def _extra(self) -> NDArray[np.int64]:
        """Wide window of what the ground of each cell costs more to enter."""
        by_kinds = np.zeros(2 * int(max(Terrain)), dtype=np.int64)
        kinds = np.arange(len(by_kinds))
        for kind, cost in self.mover.costs.items():
            dearer = (kinds & int(kind)) != 0
            if self.mover.multiplies:
                by_kinds[dearer] += (HUNDRED + by_kinds[dearer]) * cost // HUNDRED
            else:
                by_kinds[dearer] += cost
        found: NDArray[np.int64] = by_kinds[self._ground]
        return found

    # Steps ------------------------------------------------------------------------------------

    @property
    def allowed(self) -> NDArray[np.bool_]:
        """[direction, r, q]: the step of the whole footprint from there is allowed."""
        return self.whole.allowed

    @cached_property
    def squeezed(self) -> NDArray[np.bool_]:
        """[part, direction, r, q]: the part may take the step, and the whole may not.

        The space stays on the map all the while.
        """
        grid = self.board.grid
        found = np.zeros((len(self.parts), *self.allowed.shape), dtype=bool)
        on_map = np.ones_like(self.allowed)
        inside = self.whole.everywhere(self._on_map[0])
        for direction, step in enumerate(grid.directions):
            on_map[direction] = self.whole.seen(inside, step)
        for number, part in enumerate(self.parts):
            found[number] = part.allowed & part.enterable & on_map & ~self.allowed
        return found

    @cached_property
    def taken(self) -> NDArray[np.bool_]:
        """[direction, r, q]: the step from there is allowed, in whatever body."""
        return self.allowed | self.squeezed.any(axis=0) if self.parts else self.allowed

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
            for cell in entered:
                part = inner(self._extra, self._margin, cell)
                np.maximum(found[direction], part, out=found[direction])
        return found

    def prices(self, parity: int) -> NDArray[np.int64]:
        """Return [direction, r, q]: the cost of each step, allowed or not, in hundredths."""
        base = np.array([self.base(step, parity) for step in self.board.grid.directions])
        whole = base[:, None, None]
        if self.mover.multiplies:
            dear = whole * (HUNDRED + self.more) // HUNDRED
            return dear * (HUNDRED + self.mover.step_extra) // HUNDRED
        return whole + self.more + self.mover.step_extra

    @cached_property
    def tolls_squeezed(self) -> NDArray[np.float64]:
        """[part, parity, direction, place]: the cost of each squeezed step, CLOSED where none."""
        shape = len(self.board.grid.directions), self.window.size
        parities = 2 if self.counts_parity else 1
        found = np.full((len(self.parts), parities, *shape), CLOSED)
        shut = ~self.squeezed.reshape(len(self.parts), *shape)
        for one in range(parities):
            found[:, one] = self.dearer_squeezed(self.prices(one)).reshape(shape)
            found[:, one][shut] = CLOSED
        return found

    def dearer_squeezed(self, prices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return what steps of these costs are charged when they are squeezed."""
        if self.mover.multiplies:
            return prices * (HUNDRED + self.mover.squeeze_extra) // HUNDRED
        return prices + self.mover.squeeze_extra

    @cached_property
    def tolls(self) -> NDArray[np.float64]:
        """[parity, direction, place]: the cost of each step, CLOSED where it isn't allowed.

        There are two parities where each second diagonal costs more, else one.
        """
        shape = len(self.board.grid.directions), self.window.size
        parities = 2 if self.counts_parity else 1
        found = np.full((parities, *shape), CLOSED)
        for one in range(parities):
            prices = self.prices(one).reshape(shape)
            np.copyto(found[one], prices, where=self.allowed.reshape(shape))
        return found

    def base(self, step: Cell, parity: int) -> int:
        """Return what a step costs on open ground, in hundredths of a cell."""
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
        if self.whole.walled[direction, r, q]:
            return "a wall is in the way"
        return "the step cuts a corner"

"""Steps of one token in a window of the map, as arrays: which are allowed, and what each costs.

Arrays are indexed by places of a flattened window [r, q] in the cells' own coordinates (axial on
hexes), so that a step is the same shift everywhere, whatever the grid.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import HUNDRED, DiagonalMetric, GridKind
from battlemap.model.terrain import Terrain
from battlemap.model.token import are_hostile
from battlemap.tactics.crowd import Crowd
from battlemap.tactics.fit import Fit, parts_of
from battlemap.tactics.passing import barriers_for
from battlemap.tactics.recent import Recent
from battlemap.tactics.window import Window, inner, layer_in, onward

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

LONGEST_JUMP = 100
"""From farther off the map nobody jumps onto it, in cells."""

_OFF_THE_MAP = 2 * int(max(Terrain))
"""What stands for the ground of a cell that isn't there."""


@dataclass(frozen=True, eq=False)
class Steps:
    """The steps of *token*, if its anchor stood anywhere in *anchors*."""

    board: Board
    token: Token
    mover: Mover
    anchors: Window

    @classmethod
    def within(cls, board: Board, token: Token, mover: Mover, start: Cell, limit: int) -> Steps:
        """Return the steps among the anchors that *limit* hundredths could reach in the open.

        They are remembered for the paths that lead through them (``along``).
        """
        whole, radius = Window.of_map(board.grid, 1), limit // mover.least_step
        if whole.index(start) is None:
            # No step leads from there onto the map, and hardly a jump, however far it is.
            radius = min(radius, LONGEST_JUMP)
            whole = Window.around(
                [start, Cell(whole.left, whole.top), whole.cell(whole.size - 1)], 0
            )
        left = max(start[0] - radius, whole.left)
        top = max(start[1] - radius, whole.top)
        right = min(start[0] + radius, whole.left + whole.width - 1)
        bottom = min(start[1] + radius, whole.top + whole.height - 1)
        made = cls(board, token, mover, Window(left, top, right - left + 1, bottom - top + 1))
        _recent.keep((board, token), made)
        return made

    @classmethod
    def along(cls, board: Board, token: Token, mover: Mover, route: Sequence[Cell]) -> Steps:
        """Return the steps among the anchors of a route; others may be among them.

        A drag has them already: its field has looked at every step that a path of it takes.
        """
        own = Window.around(route, 0)
        for known in _recent:
            is_the_same = known.board is board and known.token is token
            if is_the_same and known.anchors.holds(own) and known.mover.steps_like(mover):
                return known
        return cls(board, token, mover, own.grown(1))

    @cached_property
    def window(self) -> Window:
        """The anchors, and a margin around them that no step of the footprint leads out of."""
        return self.anchors.grown(self._margin)

    # The ground -------------------------------------------------------------------------------

    @cached_property
    def _offsets(self) -> tuple[Cell, ...]:
        """The footprint's cells, seen from its anchor."""
        return self.board.cells_at(self.token, Cell(0, 0))

    @cached_property
    def _margin(self) -> int:
        return max([max(abs(q), abs(r)) for q, r in self._offsets]) + 1

    @cached_property
    def _in_anchors(self) -> NDArray[np.bool_]:
        """[place]: whether it is one of the anchors, not of the margin."""
        found = np.zeros((self.window.height, self.window.width), dtype=bool)
        inner(found, self._margin)[:] = True
        return found.ravel()

    @cached_property
    def _ground(self) -> NDArray[np.int16]:
        values = self.board.encounter.map.terrain.values
        return layer_in(self.board.grid, values, self.window, _OFF_THE_MAP)

    @cached_property
    def _on_map(self) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = self._ground != _OFF_THE_MAP
        return found

    @cached_property
    def _open_ground(self) -> NDArray[np.bool_]:
        """[place]: the cell is on the map and passable, whoever stands there."""
        return _is_open(self.mover.blocked_by, self.mover.only_on).take(self._ground)

    @cached_property
    def _extra(self) -> NDArray[np.int64]:
        """[place]: what the ground of the cell costs more to enter."""
        costs = tuple((int(kind), cost) for kind, cost in self.mover.costs.items())
        return _dearer(costs, self.mover.multiplies).take(self._ground)

    @cached_property
    def _free_of(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """[place], twice: nobody in the way, and nobody at all."""
        window, conventions = self.window, self.board.conventions
        passable = np.ones(window.size, dtype=bool)
        empty = passable.copy()
        crowd = Crowd.of(self.board)
        q, r = crowd.q - window.left, crowd.r - window.top
        near = (q >= 0) & (q < window.width) & (r >= 0) & (r < window.height)
        near &= crowd.owner != crowd.place_of.get(self.token.id, -1)
        places = r * window.width + q
        empty[places[near]] = False
        stops = [
            not (
                conventions.pass_through_foes
                if are_hostile(side, self.token.side)
                else conventions.pass_through_allies
            )
            for side in crowd.sides
        ]
        if any(stops):
            near &= np.array(stops)[crowd.side]
            passable[places[near]] = False
        return passable, empty

    # Where the token fits ---------------------------------------------------------------------

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
            window=self.window,
            anchors=self._in_anchors,
            open_ground=self._open_ground,
            unoccupied=self._free_of[0],
            cells=cells,
            at=at,
        )

    @cached_property
    def may_end(self) -> NDArray[np.bool_]:
        """[place]: enterable, and nobody else stands there."""
        return self.whole.enterable & self._empty

    @cached_property
    def may_end_squeezed(self) -> NDArray[np.bool_]:
        """[place]: nobody else stands in the space, whatever the ground and the walls in it."""
        return self._empty & self.whole.everywhere(self._on_map) & self._in_anchors

    @cached_property
    def _empty(self) -> NDArray[np.bool_]:
        return self.whole.everywhere(self._free_of[1])

    # Steps ------------------------------------------------------------------------------------

    @cached_property
    def _shifts(self) -> list[int]:
        return [self.window.shift(step) for step in self.board.grid.directions]

    @property
    def allowed(self) -> NDArray[np.bool_]:
        """[direction, place]: the step of the whole footprint from there is allowed."""
        return self.whole.allowed

    @cached_property
    def squeezed(self) -> NDArray[np.bool_]:
        """[part, direction, place]: the part may take the step, and the whole may not.

        The space stays on the map all the while.
        """
        found = np.zeros((len(self.parts), *self.allowed.shape), dtype=bool)
        on_map = np.stack(onward(self.whole.everywhere(self._on_map), self._shifts))
        for number, part in enumerate(self.parts):
            found[number] = part.allowed & part.enterable & on_map & ~self.allowed
        return found

    @cached_property
    def taken(self) -> NDArray[np.bool_]:
        """[direction, place]: the step from there is allowed, in whatever body."""
        return self.allowed | self.squeezed.any(axis=0) if self.parts else self.allowed

    @cached_property
    def _more(self) -> NDArray[np.int64]:
        """[direction, place]: what the ground adds to the step; the dearest newly entered cell."""
        directions, window = self.board.grid.directions, self.window
        if len(self._offsets) == 1:
            return np.concatenate(onward(self._extra, self._shifts)).reshape(len(directions), -1)
        found = np.full((len(directions), window.size), -HUNDRED, dtype=np.int64)
        for dearest, step in zip(found, directions, strict=True):
            entered = {cell.plus(step) for cell in self._offsets}.difference(self._offsets)
            for extra in onward(self._extra, [window.shift(cell) for cell in entered]):
                np.maximum(dearest, extra, out=dearest)
        return found

    def prices(self, parity: int) -> NDArray[np.int64]:
        """Return [direction, place]: the cost of each step, allowed or not, in hundredths."""
        base = np.array([self.base(step, parity) for step in self.board.grid.directions])
        whole = base[:, None]
        if self.mover.multiplies:
            dear = whole * (HUNDRED + self._more) // HUNDRED
            return self._by_hand(dear * (HUNDRED + self.mover.step_extra) // HUNDRED)
        return self._by_hand((whole + self.mover.step_extra) + self._more)

    def _by_hand(self, prices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return *prices* with those that are set by hand in their places."""
        if not self.mover.by_hand:
            return prices
        prices = prices.copy()
        for cell, cost in self.mover.by_hand.items():
            for direction, step in enumerate(self.board.grid.directions):
                place = self.window.index(cell.minus(step))
                if place is not None:
                    prices[direction, place] = cost
        return prices

    @cached_property
    def tolls_squeezed(self) -> NDArray[np.float64]:
        """[part, parity, direction, place]: the cost of each squeezed step, CLOSED where none."""
        charged = [self.dearer_squeezed(self.prices(parity)) for parity in range(self.parities)]
        return np.where(self.squeezed[:, None], charged, CLOSED)

    def dearer_squeezed(self, prices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return what steps of these costs are charged when they are squeezed."""
        if self.mover.multiplies:
            return self._by_hand(prices * (HUNDRED + self.mover.squeeze_extra) // HUNDRED)
        return self._by_hand(prices + self.mover.squeeze_extra)

    @cached_property
    def tolls(self) -> NDArray[np.float64]:
        """[parity, direction, place]: the cost of each step, CLOSED where it isn't allowed.

        There are two parities where each second diagonal costs more, else one.
        """
        found = np.full((self.parities, *self.allowed.shape), CLOSED)
        for parity, tolls in enumerate(found):
            np.copyto(tolls, self.prices(parity), where=self.allowed)
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

    @property
    def parities(self) -> int:
        """In how many states of the diagonals walked so far a token may be."""
        return 2 if self.counts_parity else 1

    def why_not(self, start: Cell, end: Cell) -> str:
        """Return why the step between neighbors isn't allowed; empty if it is."""
        grid = self.board.grid
        direction = grid.directions.index(end.minus(start))
        place = self.window.index(start)
        assert place is not None  # the window was made for the route
        if self.allowed[direction, place]:
            return ""
        space = self.board.cells_at(self.token, end)
        if any(cell not in grid for cell in space):
            return "the path leaves the map"
        battle_map = self.board.encounter.map
        if not all(self.mover.enters(battle_map.terrain_at(cell)) for cell in space):
            return "the ground there can't be entered"
        entered = self.window.index(end)
        if entered is not None and not self.whole.enterable[entered]:
            return "somebody stands in the way"
        if self.whole.walled[direction, place]:
            return "a wall is in the way"
        return "the step cuts a corner"


_recent: Recent[Steps] = Recent(kept=4)


@lru_cache(maxsize=32)
def _is_open(blocked_by: Terrain, only_on: Terrain) -> NDArray[np.bool_]:
    """Return for each kind of ground whether it can be entered; off the map there is none."""
    kinds = np.arange(_OFF_THE_MAP + 1)
    found: NDArray[np.bool_] = (kinds & int(blocked_by)) == 0
    if only_on:
        found &= (kinds & int(only_on)) != 0
    found[_OFF_THE_MAP] = False
    return found


@lru_cache(maxsize=32)
def _dearer(costs: tuple[tuple[int, int], ...], multiplies: bool) -> NDArray[np.int64]:
    """Return for each kind of ground what it costs more to enter."""
    kinds = np.arange(_OFF_THE_MAP + 1)
    found = np.zeros(len(kinds), dtype=np.int64)
    for kind, cost in costs:
        dearer = (kinds & kind) != 0
        if multiplies:
            found[dearer] += (HUNDRED + found[dearer]) * cost // HUNDRED
        else:
            found[dearer] += cost
    return found

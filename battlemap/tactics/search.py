"""The search behind the movement field: least cost from one cell over the steps of a window."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from battlemap.tactics.grid_backend import StepGraph
from battlemap.tactics.steps import CLOSED
from battlemap.tactics.window import onward

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.grid_backend import Lengths
    from battlemap.tactics.steps import Steps

_REMEMBERED = 40_000
"""Windows of so many cells are asked for again and again; larger ones would fill the memory."""


@dataclass(frozen=True, eq=False)
class Search:
    """Least costs, in layers of the window.

    Layers count strikes suffered; within those, the body in which the token is (0: its whole space,
    which is all where nobody squeezes; else the part of that number); within those, the parity of
    diagonals. ``cost`` is indexed [layer, place]; ``price`` [parity, direction, place] holds what
    the steps cost, CLOSED where they aren't allowed.
    """

    steps: Steps
    start: int
    cost: NDArray[np.float64]
    price: NDArray[np.float64]
    parities: int
    first_layer: int
    strikes: NDArray[np.int64] | None = None
    """[direction, place]: how many strikes a step suffers, where layers count them."""
    squeezed: NDArray[np.float64] | None = None
    """[part, parity, direction, place]: what squeezed steps cost, where the token may squeeze."""

    @property
    def bodies(self) -> int:
        """The whole space, and the parts of it into which the token may squeeze."""
        return 1 if self.squeezed is None else 1 + len(self.squeezed)

    @property
    def ends(self) -> int:
        """In how many of the bodies, the whole one first, a route may end."""
        return self.bodies if self.steps.board.conventions.ends_squeezed else 1

    def body_of(self, layer: int) -> int:
        """Return in which body the token is in a layer."""
        return layer // self.parities % self.bodies

    def into_body(self, body: int, place: int) -> tuple[int, ...]:
        """Return as which bodies a token may have stepped that is now in *body* at a place.

        Where there is room for its whole space, a squeezed token takes it again.
        """
        roomy = self.squeezed is not None and bool(self.steps.whole.room[place])
        if body:
            return () if roomy else (body,)
        return tuple(range(self.bodies)) if roomy else (0,)

    def price_of(self, body: int) -> NDArray[np.float64]:
        """Return [parity, direction, place]: what the steps of a body cost."""
        if body == 0 or self.squeezed is None:
            return self.price
        found: NDArray[np.float64] = self.squeezed[body - 1]
        return found

    @cached_property
    def into(self) -> bytes:
        """By node: bits of the directions whose steps end there at least cost.

        Only for searches that count no strikes and let nobody squeeze. Out of reach it is nonsense.
        """
        steps = self.steps
        back = [-steps.window.shift(step) for step in steps.board.grid.directions]
        arrived = self.cost[:, None] + self.price
        found = np.empty(self.price.shape, dtype=bool)
        for direction, (shift, flips) in enumerate(zip(back, self.flips, strict=True)):
            for parity, cost in enumerate(self.cost):
                before = onward(arrived[parity ^ flips, direction], [shift])[0]
                np.equal(before, cost, out=found[parity, direction])
        return np.packbits(found, axis=1, bitorder="little").tobytes()

    @cached_property
    def flips(self) -> tuple[int, ...]:
        """By direction: 1 where a step leads into the other parity."""
        grid = self.steps.board.grid
        return tuple(int(self.parities == 2 and grid.is_diagonal(s)) for s in grid.directions)

    def least(self) -> NDArray[np.float64]:
        """Return the least cost to each place in which a route may end; infinite out of reach."""
        least: NDArray[np.float64] = self.cost[: self.ends * self.parities].min(axis=0)
        return least

    def layer_of(self, cell: Cell, fewest: int = 0) -> int | None:
        """Return the layer in which *cell* is reached: fewest strikes, then cheapest; or None.

        Parameters
        ----------
        fewest
            Layers of routes that suffer fewer strikes than this are passed over.
        """
        layers = self.layers_of(cell, fewest)
        return layers[0] if layers else None

    def layers_of(self, cell: Cell, fewest: int = 0) -> tuple[int, ...]:
        """Return the layers of ``layer_of``: all parities and bodies where they cost the same."""
        place = self.steps.window.index(cell)
        if place is None:
            return ()
        each = self.bodies * self.parities
        for first in range(fewest * each, len(self.cost), each):
            costs = self.cost[first : first + self.ends * self.parities, place].tolist()
            least = min(costs)
            if least < CLOSED:
                return tuple(first + i for i, cost in enumerate(costs) if cost == least)
        return ()

    def strikes_to(self, cell: Cell) -> int:
        """Return how many strikes the routes to *cell* suffer in that layer."""
        return (self.layer_of(cell) or 0) // (self.bodies * self.parities)

    @cached_property
    def _least(self) -> list[float]:
        found: list[float] = self.least().tolist()
        return found

    def cost_to(self, cell: Cell) -> int | None:
        """Return the cost to *cell* in that layer, in hundredths, or None out of reach."""
        if self.strikes is None:
            place = self.steps.window.index(cell)
            least = CLOSED if place is None else self._least[place]
            return None if least >= CLOSED else int(least)
        layer = self.layer_of(cell)
        if layer is None:
            return None
        return int(self.cost[layer, self.steps.window.index(cell)])


def search(
    steps: Steps,
    start: Cell,
    parity: int,
    limit: int,
    *,
    shut: NDArray[np.bool_] | None = None,
    strikes: NDArray[np.int64] | None = None,
    layers: int = 1,
) -> Search:
    """Return the least cost from *start* to every cell of the window, up to *limit* hundredths.

    Parameters
    ----------
    parity
        Diagonals walked so far, modulo 2; counts only where each second one costs more.
    shut
        [direction, place]: steps that are not taken this time.
    strikes
        [direction, place]: strikes that a step suffers; a route may suffer fewer than *layers*.
    """
    import networkx as nx

    window = steps.window
    size, parities = window.size, steps.parities
    price = steps.tolls
    squeezed = steps.tolls_squeezed if steps.parts else None
    if shut is not None:
        price = np.where(shut, CLOSED, price)
        if squeezed is not None:
            squeezed = np.where(shut, CLOSED, squeezed)
    ends = _ends(steps.board.grid.directions, window.width, size, parities)
    bodies = 1 if squeezed is None else 1 + len(squeezed)
    if strikes is None and squeezed is None:
        indices, data = ends, np.ascontiguousarray(price.transpose(0, 2, 1))
    else:
        prices = [price, *(() if squeezed is None else squeezed)]
        indices, data = _layered(ends, prices, steps, strikes, layers)
    total = size * parities * bodies * layers
    graph = StepGraph(indices.reshape(total, -1), data.reshape(total, -1))
    begin = window.index(start)
    assert begin is not None  # the window was made around the start
    first_layer = parity if parities == 2 else 0
    lengths: Lengths = nx.single_source_dijkstra_path_length(
        graph, first_layer * size + begin, cutoff=limit, weight="cost"
    )
    cost = lengths.array.reshape(-1, size)
    return Search(steps, begin, cost, price, parities, first_layer, strikes, squeezed)


def _ends(directions: tuple[Cell, ...], width: int, size: int, parities: int) -> NDArray[np.int32]:
    """Return [parity, place, direction]: the node where the step ends, in the first layer."""
    make = _made_ends if size <= _REMEMBERED else _made_ends.__wrapped__
    return make(directions, width, size, parities)


@lru_cache(maxsize=8)
def _made_ends(
    directions: tuple[Cell, ...], width: int, size: int, parities: int
) -> NDArray[np.int32]:
    shifts = np.array([dr * width + dq for dq, dr in directions])
    ends = np.clip(np.arange(size)[:, None] + shifts[None, :], 0, size - 1)
    found = np.empty((parities, size, len(directions)), dtype=np.int32)
    for one in range(parities):
        # Only squares have diagonals, and only they come with two parities.
        flips = [parities == 2 and dq != 0 and dr != 0 for dq, dr in directions]
        found[one] = ends + size * (one ^ np.array(flips, dtype=np.int64))[None, :]
    found.flags.writeable = False
    return found


def _layered(
    ends: NDArray[np.int32],
    prices: Sequence[NDArray[np.float64]],
    steps: Steps,
    suffered: NDArray[np.int64] | None,
    layers: int,
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return ends and costs of all layers.

    A step leads as many layers up as strikes it suffers. A step as a part of the space begins in
    that part or in the whole, and ends in the whole where there is room for it, else in the part.
    """
    parities, size, count = ends.shape
    bodies, plane = len(prices), parities * size
    shape = layers, bodies, parities, size, bodies, count
    indices = np.zeros(shape, dtype=np.int32)
    data = np.full(shape, CLOSED)
    strikes = np.zeros((size, count), dtype=np.int64) if suffered is None else suffered.T
    tight = ~steps.whole.room[ends % size] if bodies > 1 else np.zeros(1, dtype=bool)
    for layer in range(layers):
        further = layer + strikes
        first = ends + np.minimum(further, layers - 1) * (bodies * plane)
        for moved in range(bodies):
            into = first + tight * (moved * plane)
            cost = np.where(further < layers, prices[moved].transpose(0, 2, 1), CLOSED)
            for body in {0, moved}:
                indices[layer, body, :, :, moved] = into
                data[layer, body, :, :, moved] = cost
    return indices, data

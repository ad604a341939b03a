"""The search behind the movement field: least cost from one cell over the steps of a window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.steps import Steps

CLOSED = 1e12
"""The cost of a step that isn't allowed; more than any budget."""


@dataclass(frozen=True, eq=False)
class Search:
    """Least costs, in layers of the window: parity of diagonals first, then strikes suffered.

    ``cost`` is indexed [layer, place]; ``price`` [parity, direction, place] holds what the steps
    cost, CLOSED where they aren't allowed.
    """

    steps: Steps
    start: int
    cost: NDArray[np.float64]
    price: NDArray[np.float64]
    parities: int
    first_layer: int
    strikes: NDArray[np.int64] | None = None
    """[direction, place]: how many strikes a step suffers, where layers count them."""

    def least(self) -> NDArray[np.float64]:
        """Return the least cost to each place, whatever the layer; infinite where out of reach."""
        least: NDArray[np.float64] = self.cost.min(axis=0)
        return least

    def layer_of(self, cell: Cell) -> int | None:
        """Return the layer in which *cell* is reached: fewest strikes, then cheapest; or None."""
        place = self.steps.window.index(cell)
        if place is None:
            return None
        for first in range(0, len(self.cost), self.parities):
            costs = self.cost[first : first + self.parities, place]
            if np.isfinite(costs).any():
                return first + int(costs.argmin())
        return None

    def cost_to(self, cell: Cell) -> int | None:
        """Return the cost to *cell* in that layer, in hundredths, or None out of reach."""
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
        [direction, r, q]: steps that are not taken this time.
    strikes
        [direction, r, q]: strikes that a step suffers; a route may suffer fewer than *layers*.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    window, grid = steps.window, steps.board.grid
    size, count = window.size, len(grid.directions)
    parities = 2 if steps.counts_parity else 1
    closed = ~steps.allowed if shut is None else ~steps.allowed | shut
    price = np.stack(
        [
            np.where(closed, CLOSED, steps.prices(one)).reshape(count, size)
            for one in range(parities)
        ]
    )
    suffered = None if strikes is None else strikes.reshape(count, size)
    shifts = np.array([dr * window.width + dq for dq, dr in grid.directions])
    flips = np.array([int(grid.is_diagonal(step)) for step in grid.directions])
    places = np.arange(size)
    ends = np.clip(places[None, :] + shifts[:, None], 0, size - 1)
    total = size * parities * layers
    indices = np.empty((layers, parities, size, count), dtype=np.int32)
    data = np.empty((layers, parities, size, count), dtype=np.float64)
    for layer in range(layers):
        further = layer + (0 if suffered is None else suffered)
        for one in range(parities):
            other = (one ^ flips[:, None]) if parities == 2 else np.zeros((count, 1), dtype=int)
            into = (np.minimum(further, layers - 1) * parities + other) * size + ends
            cost = np.where(further < layers, price[one], CLOSED)
            indices[layer, one] = into.T
            data[layer, one] = cost.T
    graph = csr_array(
        (data.ravel(), indices.ravel(), np.arange(0, total * count + 1, count, dtype=np.int32)),
        shape=(total, total),
    )
    begin = window.index(start)
    assert begin is not None  # the window was made around the start
    first_layer = parity if parities == 2 else 0
    cost = dijkstra(graph, indices=first_layer * size + begin, limit=float(limit))
    cost = cost.reshape(layers * parities, size)
    return Search(steps, begin, cost, price, parities, first_layer, suffered)

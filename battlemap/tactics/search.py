"""The search behind the movement field: least cost from one cell over the steps of a window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from battlemap.tactics.grid_backend import StepGraph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.grid_backend import Lengths
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

    def layer_of(self, cell: Cell, fewest: int = 0) -> int | None:
        """Return the layer in which *cell* is reached: fewest strikes, then cheapest; or None.

        Parameters
        ----------
        fewest
            Layers of routes that suffer fewer strikes than this are passed over.
        """
        place = self.steps.window.index(cell)
        if place is None:
            return None
        for first in range(fewest * self.parities, len(self.cost), self.parities):
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
    import networkx as nx

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
    graph = StepGraph(indices.reshape(total, count), data.reshape(total, count))
    begin = window.index(start)
    assert begin is not None  # the window was made around the start
    first_layer = parity if parities == 2 else 0
    lengths: Lengths = nx.single_source_dijkstra_path_length(
        graph, first_layer * size + begin, cutoff=limit, weight="cost"
    )
    cost = lengths.array.reshape(layers * parities, size)
    return Search(steps, begin, cost, price, parities, first_layer, suffered)

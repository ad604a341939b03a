"""Our grid as a backend of NetworkX: its functions run on arrays, without a graph being built.

``networkx.single_source_dijkstra_path_length(StepGraph(...), ...)`` is dispatched to this module
through the entry point ``networkx.backends``; nothing is converted, and the answer is a mapping
over an array.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class StepGraph:
    """A directed graph in which every node has the same number of slots for edges.

    Parameters
    ----------
    ends
        [node, slot]: where the edge leads.
    costs
        [node, slot]: what it costs, more than any cutoff where there is no edge.
    """

    __networkx_backend__: ClassVar[str] = "battlemap"

    def __init__(self, ends: NDArray[np.int32], costs: NDArray[np.float64]) -> None:
        self.ends = ends
        self.costs = costs

    def __len__(self) -> int:
        return len(self.ends)

    def __contains__(self, node: object) -> bool:
        return isinstance(node, int) and 0 <= node < len(self.ends)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.ends)))

    def is_directed(self) -> bool:
        """Return that steps have a direction."""
        return True

    def is_multigraph(self) -> bool:
        """Return that there is at most one step from a node to another."""
        return False


class Lengths(Mapping[int, float]):
    """The cost to each node that was reached, as a mapping over ``array`` (infinite elsewhere)."""

    def __init__(self, array: NDArray[np.float64]) -> None:
        self.array = array

    def __getitem__(self, node: int) -> float:
        cost = float(self.array[node])
        if not np.isfinite(cost):
            raise KeyError(node)
        return cost

    def __iter__(self) -> Iterator[int]:
        return iter(np.nonzero(np.isfinite(self.array))[0].tolist())

    def __len__(self) -> int:
        return int(np.isfinite(self.array).sum())


def single_source_dijkstra_path_length(
    G: StepGraph,  # noqa: N803  # NetworkX's own name
    source: int,
    cutoff: float | None = None,
    weight: str = "weight",
) -> Lengths:
    """Return the least cost from *source* to every node within *cutoff*.

    Raises
    ------
    networkx.NodeNotFound
        If the source isn't in the graph.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    del weight  # the graph has one
    if source not in G:
        import networkx as nx

        raise nx.NodeNotFound(f"Node {source} not found in graph")
    count, slots = G.ends.shape
    pointers = np.arange(0, count * slots + 1, slots, dtype=np.int32)
    graph = csr_array((G.costs.ravel(), G.ends.ravel(), pointers), shape=(count, count))
    limit = np.inf if cutoff is None else float(cutoff)
    return Lengths(np.asarray(dijkstra(graph, indices=source, limit=limit), dtype=float))


def can_run(name: str, args: tuple[object, ...], kwargs: Mapping[str, object]) -> bool:
    """Tell NetworkX which of its functions run here."""
    del args, kwargs
    return name == "single_source_dijkstra_path_length"

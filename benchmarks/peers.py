"""The same questions put to other programs: NetworkX on an explicit graph, tcod, plain NumPy.

A peer answers what ours answers; where both count the same thing, the counts are compared before
anything is timed.
"""

from importlib.util import find_spec

import numpy as np

from battlemap.geometry.cell import Cell

HAS_TCOD = find_spec("tcod") is not None
TCOD_NOTE = "tcod isn't installed, so it is left out: pip install tcod"


def explicit_graph(steps, limit):
    """Return a NetworkX graph of all allowed steps of a window, with their cost as weight."""
    import networkx as nx

    window, directions = steps.window, steps.board.grid.directions
    allowed, prices = steps.allowed, steps.prices(0)
    graph = nx.DiGraph()
    for index, step in enumerate(directions):
        places = np.nonzero(allowed[index] & (prices[index] <= limit))[0]
        costs, starts = prices[index][places].tolist(), places.tolist()
        shift = window.shift(step)
        graph.add_weighted_edges_from(
            (start, start + shift, cost) for start, cost in zip(starts, costs, strict=True)
        )
    return graph


def networkx_range(field):
    """Plain Dijkstra of NetworkX over the explicit graph; building it isn't timed."""
    import networkx as nx

    graph = explicit_graph(field.steps, field.limit)
    start = field.steps.window.index(field.start)

    def work():
        return len(
            nx.single_source_dijkstra_path_length(
                graph, start, cutoff=field.limit, weight="weight", backend="networkx"
            )
        )

    return work


def networkx_path(field, goal: Cell):
    """The cheapest path only: no triggers, no safest path."""
    import networkx as nx

    graph = explicit_graph(field.steps, field.limit)
    window = field.steps.window
    start, end = window.index(field.start), window.index(goal)

    def work():
        return len(nx.dijkstra_path(graph, start, end, weight="weight", backend="networkx"))

    return work


def tcod_range(field):
    """The pathfinder of libtcod over the same steps of the same window."""
    from tcod import path

    steps, window = field.steps, field.steps.window
    shape = window.height, window.width
    allowed = np.ascontiguousarray(steps.allowed.reshape(-1, *shape).astype(np.int8))
    # What a step costs is what its end costs there; both agree for tokens of one cell.
    dear = np.ones(shape, dtype=np.int32)
    for index, step in enumerate(steps.board.grid.directions):
        places = np.nonzero(steps.allowed[index])[0]
        dear.flat[places + window.shift(step)] = steps.prices(0)[index][places]
    row, column = divmod(window.index(field.start), window.width)

    def work():
        graph = path.CustomGraph(dear.shape)
        for index, (dq, dr) in enumerate(steps.board.grid.directions):
            graph.add_edge((dr, dq), 1, cost=dear, condition=allowed[index])
        finder = path.Pathfinder(graph)
        finder.add_root((row, column))
        finder.resolve()
        return int((finder.distance <= field.limit).sum())

    return work


def tcod_view(side: int, eye: Cell, radius: int, walls):
    """The field of view of libtcod: by whole cells, so a cell with a wall in it is opaque."""
    from tcod import constants
    from tcod import map as tcod_map

    clear = np.ones((side, side), dtype=bool)
    middles = ((walls[:, 0:2] + walls[:, 2:4]) / 2).astype(int).clip(0, side - 1)
    clear[middles[:, 1], middles[:, 0]] = False
    clear[eye.r, eye.q] = True

    def work():
        seen = tcod_map.compute_fov(
            clear, (eye.r, eye.q), radius, algorithm=constants.FOV_SYMMETRIC_SHADOWCAST
        )
        return int(seen.sum())

    return work


def every_ray_against_every_wall(rays, walls):
    """The obvious way in NumPy: one large matrix of signs, walls alone, no grades."""
    ax, ay, bx, by = (walls[None, :, i] for i in range(4))

    def work():
        px, py, qx, qy = (rays[:, None, i] for i in range(4))
        at_p = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        at_q = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
        at_a = (qx - px) * (ay - py) - (qy - py) * (ax - px)
        at_b = (qx - px) * (by - py) - (qy - py) * (bx - px)
        across = ((at_p > 0) != (at_q > 0)) & (at_p != 0) & (at_q != 0)
        reached = ~(((at_a > 0) & (at_b > 0)) | ((at_a < 0) & (at_b < 0)))
        return 1 + int((across & reached).any(axis=1).sum())

    return work

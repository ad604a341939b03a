"""The best of equally cheap routes: fewest reactors woken, fewest turns, then the straightest."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from battlemap.tactics.path import Path
from battlemap.tactics.steps import CLOSED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.search import Search

Node = tuple[int, int]
"""(layer, place)."""


_Way: TypeAlias = "tuple[int, float, tuple[Node, int, int] | None]"
"""One way to a node that ends with a known step: turns, bend, and what comes before it.

The last is (node, reactors woken so far, direction of the step into it); None: the start.
"""

_Ways: TypeAlias = "dict[int, dict[int, _Way]]"
"""The ways worth keeping to one node, by reactors woken and by direction of the last step."""


def best_route(found: Search, wakes: NDArray[np.int64], cell: Cell, fewest: int = 0) -> Path | None:
    """Return the best of the cheapest routes to *cell*, or None where it is out of reach.

    Parameters
    ----------
    wakes
        [direction, place]: bits of the reactors that each step wakes.
    fewest
        The least number of strikes that the route may suffer, where layers count them.
    """
    goals = [(layer, _place(found, cell)) for layer in found.layers_of(cell, fewest)]
    routes = [_best_to(found, wakes, cell, goal) for goal in goals]
    return min(routes, key=lambda route: route[0])[1] if routes else None


def _best_to(
    found: Search, wakes: NDArray[np.int64], cell: Cell, goal: Node
) -> tuple[tuple[int, int, float], Path]:
    """Return the best route to a node, and how good it is: reactors woken, turns, bend."""
    window, grid = found.steps.window, found.steps.board.grid
    before = _earlier(found, goal)
    order = sorted((found.cost.item(node), node) for node in before)
    start, end = grid.center(window.cell(found.start)), grid.center(cell)
    dx, dy = end.x - start.x, end.y - start.y
    ways: dict[Node, _Ways] = {}
    for _, node in order:
        if not before[node]:
            ways[node] = {0: {-1: (0, 0.0, None)}}
            continue
        place = grid.center(window.cell(node[1]))
        bend = abs(dx * (place.y - start.y) - dy * (place.x - start.x))
        mine: _Ways = {}
        for earlier, direction in before[node]:
            woken_here = wakes.item(direction, earlier[1])
            for woken, by_step in ways[earlier].items():
                best = _onward(by_step, direction, bend, (earlier, woken))
                slot = mine.setdefault(woken | woken_here, {})
                if direction not in slot or best[:2] < slot[direction][:2]:
                    slot[direction] = best
        if len(mine) > 1:
            # A set of reactors that contains another's is never better.
            mine = {
                woken: by_step
                for woken, by_step in mine.items()
                if not any(other != woken and other & ~woken == 0 for other in mine)
            }
        ways[node] = mine
    return _walk(found, ways, goal)


def _onward(
    by_step: dict[int, _Way], direction: int, bend: float, before: tuple[Node, int]
) -> _Way:
    """Return the best of some ways, each one step further: fewest turns, then straightest."""
    best = None
    for last, way in by_step.items():
        turns = way[0] + (last not in (-1, direction))
        far = round(way[1] + bend, 6)
        if best is None or (turns, far) < best[:2]:
            best = turns, far, (*before, last)
    assert best is not None  # there is a way to every node on a cheapest route
    return best


def _place(found: Search, cell: Cell) -> int:
    place = found.steps.window.index(cell)
    assert place is not None  # the cell is in reach
    return place


def _earlier(found: Search, goal: Node) -> dict[Node, list[tuple[Node, int]]]:
    """Return the nodes on cheapest routes to *goal*, each with (node before, direction)."""
    if found.strikes is not None or found.bodies > 1:
        return _earlier_in_layers(found, goal)
    grid, window = found.steps.board.grid, found.steps.window
    begin: Node = (found.first_layer, found.start)
    into = found.into
    back = [
        (1 << direction, direction, dr * window.width + dq, int(grid.is_diagonal((dq, dr))))
        for direction, (dq, dr) in enumerate(grid.directions)
    ]
    known: dict[Node, list[tuple[Node, int]]] = {}
    stack = [goal]
    while stack:
        node = stack.pop()
        if node in known:
            continue
        known[node] = steps = []
        if node == begin:
            continue
        layer, place = node
        bits = into[layer][place]
        for bit, direction, shift, flips in back:
            if bits & bit:
                one = layer ^ flips if found.parities == 2 else layer
                earlier = one, place - shift
                steps.append((earlier, direction))
                stack.append(earlier)
    return known


def _earlier_in_layers(found: Search, goal: Node) -> dict[Node, list[tuple[Node, int]]]:
    """Return the same where layers count the strikes suffered, or bodies."""
    grid, window = found.steps.board.grid, found.steps.window
    begin: Node = (found.first_layer, found.start)
    shifts = [dr * window.width + dq for dq, dr in grid.directions]
    flips = [grid.is_diagonal(step) and found.parities == 2 for step in grid.directions]
    known: dict[Node, list[tuple[Node, int]]] = {}
    stack = [goal]
    while stack:
        node = stack.pop()
        if node in known:
            continue
        known[node] = []
        if node == begin:
            continue
        layer, place = node
        strikes_here, rest = divmod(layer, found.bodies * found.parities)
        body, parity = divmod(rest, found.parities)
        cost = found.cost[layer, place]
        kinds = found.into_body(body, place)
        for direction, shift in enumerate(shifts):
            from_place = place - shift
            if not 0 <= from_place < window.size:
                continue
            from_parity = parity ^ int(flips[direction])
            suffered = 0 if found.strikes is None else int(found.strikes[direction, from_place])
            if suffered > strikes_here:
                continue
            first = (strikes_here - suffered) * found.bodies
            for moved in kinds:
                price = found.price_of(moved)[from_parity, direction, from_place]
                if price >= CLOSED:
                    continue
                for before in {0, moved}:
                    earlier = ((first + before) * found.parities + from_parity, from_place)
                    if found.cost[earlier] + price == cost:
                        known[node].append((earlier, direction))
                        stack.append(earlier)
    return known


def _walk(
    found: Search, ways: dict[Node, _Ways], goal: Node
) -> tuple[tuple[int, int, float], Path]:
    woken = min(
        ways[goal],
        key=lambda bits: (
            bits.bit_count(),
            min(way[:2] for way in ways[goal][bits].values()),
            bits,
        ),
    )
    last = min(ways[goal][woken], key=lambda step: (ways[goal][woken][step][:2], step))
    turns, bend, _ = ways[goal][woken][last]
    rank = (woken.bit_count(), turns, bend)
    node = goal
    route = [goal]
    while (before := ways[node][woken][last][2]) is not None:
        node, woken, last = before
        route.append(node)
    route.reverse()
    window = found.steps.window
    path = Path(
        tuple(window.cell(place) for _, place in route),
        tuple(int(found.cost[node]) for node in route),
        _squeezed(found, route),
    )
    return rank, path


def _squeezed(found: Search, route: list[Node]) -> frozenset[int]:
    """Return the steps of a route that are taken squeezed: where the whole can't take them."""
    if found.bodies == 1:
        return frozenset()
    window, directions = found.steps.window, found.steps.board.grid.directions
    squeezed = set()
    for number, (before, after) in enumerate(pairwise(route), start=1):
        step = window.cell(after[1]).minus(window.cell(before[1]))
        whole = found.steps.allowed[directions.index(step), before[1]]
        if found.body_of(before[0]) or found.body_of(after[0]) or not whole:
            squeezed.add(number)
    return frozenset(squeezed)

"""The best of equally cheap routes: fewest reactors woken, fewest turns, then the straightest."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from battlemap.tactics.path import Path
from battlemap.tactics.steps import CLOSED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.search import Search

_Way: TypeAlias = "tuple[int, int, tuple[int, int, int] | None]"
"""One way to a node that ends with a known step: turns, bend, and what comes before it.

The last is (node, reactors woken so far, direction of the step into it); None: the start.
"""

_Ways: TypeAlias = "dict[int, dict[int, _Way]]"
"""The ways worth keeping to one node, by reactors woken and by direction of the last step."""

_Before: TypeAlias = "dict[int, list[tuple[int, int]]]"
"""The nodes on cheapest routes, each with the nodes before it and the directions from there.

Nodes are those of the search: layer * size of the window + place.
"""


@dataclass(frozen=True)
class Route:
    """One of equally cheap routes; of two the one with less of the first three is better."""

    woken: int
    """How many reactors it wakes."""
    turns: int
    bend: int
    """How far it lies off the straight line: a sum of areas."""
    path: Path


def best_route(
    found: Search, wakes: NDArray[np.int64], cell: Cell, fewest: int = 0
) -> Route | None:
    """Return the best of the cheapest routes to *cell*, or None where it is out of reach.

    Parameters
    ----------
    wakes
        [direction, place]: bits of the reactors that each step wakes.
    fewest
        The least number of strikes that the route may suffer, where layers count them.
    """
    window = found.steps.window
    layers = found.layers_of(cell, fewest)
    if not layers:
        return None
    place = window.index(cell)
    assert place is not None  # it is in reach
    routes = [_best_to(found, wakes, layer * window.size + place) for layer in layers]
    return min(routes, key=lambda route: (route.woken, route.turns, route.bend))


def _best_to(found: Search, wakes: NDArray[np.int64], goal: int) -> Route:
    """Return the best route to a node. On hexes the areas of bends are skewed, but all alike."""
    size, width = found.steps.window.size, found.steps.window.width
    before = _earlier(found, goal)
    start_r, start_q = divmod(found.start, width)
    goal_r, goal_q = divmod(goal % size, width)
    to_q, to_r = goal_q - start_q, goal_r - start_r
    nodes = list(before)
    costs = found.cost.ravel()[nodes].tolist()
    ways: dict[int, _Ways] = {}
    for _, node in sorted(zip(costs, nodes, strict=True)):
        if not before[node]:
            ways[node] = {0: {-1: (0, 0, None)}}
            continue
        r, q = divmod(node % size, width)
        bend = abs(to_q * (r - start_r) - to_r * (q - start_q))
        mine: _Ways = {}
        for earlier, direction in before[node]:
            woken_here = wakes.item(direction, earlier % size)
            for woken, by_step in ways[earlier].items():
                best = _onward(by_step, direction, bend, earlier, woken)
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


def _onward(by_step: dict[int, _Way], direction: int, bend: int, earlier: int, woken: int) -> _Way:
    """Return the best of some ways, each one step further: fewest turns, then straightest."""
    fewest = least = came_by = -1
    for last, (turns, far, _) in by_step.items():
        turned = turns + (last not in (-1, direction))
        if fewest < 0 or turned < fewest or (turned == fewest and far < least):
            fewest, least, came_by = turned, far, last
    return fewest, least + bend, (earlier, woken, came_by)


def _earlier(found: Search, goal: int) -> _Before:
    """Return the nodes on cheapest routes to *goal*, each with (node before, direction)."""
    if found.strikes is not None or found.bodies > 1:
        return _earlier_in_layers(found, goal)
    window = found.steps.window
    size, into = window.size, found.into
    begin = found.first_layer * size + found.start
    back = [
        (1 << direction, direction, window.shift(step), flips)
        for direction, (step, flips) in enumerate(
            zip(found.steps.board.grid.directions, found.flips, strict=True)
        )
    ]
    known: _Before = {}
    stack = [goal]
    while stack:
        node = stack.pop()
        if node in known:
            continue
        known[node] = steps = []
        if node == begin:
            continue
        bits = into[node]
        for bit, direction, shift, flips in back:
            if bits & bit:
                earlier = node - shift
                if flips:  # from the layer of the other parity
                    earlier += size if node < size else -size
                steps.append((earlier, direction))
                stack.append(earlier)
    return known


def _earlier_in_layers(found: Search, goal: int) -> _Before:
    """Return the same where layers count the strikes suffered, or bodies."""
    window, parities = found.steps.window, found.parities
    size, bodies = window.size, found.bodies
    shifts = [window.shift(step) for step in found.steps.board.grid.directions]
    costs = found.cost
    begin = found.first_layer * size + found.start
    known: _Before = {}
    stack = [goal]
    while stack:
        node = stack.pop()
        if node in known:
            continue
        known[node] = steps = []
        if node == begin:
            continue
        layer, place = divmod(node, size)
        strikes_here, rest = divmod(layer, bodies * parities)
        body, parity = divmod(rest, parities)
        cost = costs.item(layer, place)
        kinds = found.into_body(body, place)
        for direction, shift in enumerate(shifts):
            from_place = place - shift
            suffered = 0 if found.strikes is None else found.strikes.item(direction, from_place)
            if suffered > strikes_here:
                continue
            from_parity = parity ^ found.flips[direction]
            first = (strikes_here - suffered) * bodies
            for moved in kinds:
                price = found.price_of(moved).item(from_parity, direction, from_place)
                if price >= CLOSED:
                    continue
                for one in {0, moved}:
                    earlier = (first + one) * parities + from_parity
                    if costs.item(earlier, from_place) + price == cost:
                        steps.append((earlier * size + from_place, direction))
                        stack.append(earlier * size + from_place)
    return known


def _walk(found: Search, ways: dict[int, _Ways], goal: int) -> Route:
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
    count = woken.bit_count()
    node = goal
    route = [goal]
    while (before := ways[node][woken][last][2]) is not None:
        node, woken, last = before
        route.append(node)
    route.reverse()
    window = found.steps.window
    path = Path(
        tuple(window.cells(np.array(route) % window.size)),
        tuple(found.cost.ravel()[route].astype(int).tolist()),
        _squeezed(found, route),
    )
    return Route(count, turns, bend, path)


def _squeezed(found: Search, route: list[int]) -> frozenset[int]:
    """Return the steps of a route that are taken squeezed: where the whole can't take them."""
    if found.bodies == 1:
        return frozenset()
    window, directions = found.steps.window, found.steps.board.grid.directions
    squeezed = set()
    for number, nodes in enumerate(pairwise(route), start=1):
        (layer, place), (layer_then, place_then) = (divmod(node, window.size) for node in nodes)
        step = window.cell(place_then).minus(window.cell(place))
        whole = found.steps.allowed[directions.index(step), place]
        if found.body_of(layer) or found.body_of(layer_then) or not whole:
            squeezed.add(number)
    return frozenset(squeezed)

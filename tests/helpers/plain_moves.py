"""Steps, costs and triggers the slow, obvious way: an explicit graph, and sets of cells."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count, pairwise

import networkx as nx
import shapely
from plain_facts import plain_threat

from battlemap.geometry.grid import DiagonalMetric
from battlemap.model.obstacle import Door, Prop
from battlemap.model.terrain import Terrain
from battlemap.model.token import are_hostile
from battlemap.tactics.conventions import CornerRule, CrossingRule

BASES = {
    DiagonalMetric.EQUAL: (100, 100),
    DiagonalMetric.ALTERNATING: (100, 200),
    DiagonalMetric.EUCLIDEAN: (141, 141),
    DiagonalMetric.MANHATTAN: (200, 200),
}
"""What a diagonal costs after an even and after an odd number of them."""


def lines_of(made):
    """What stops steps, as lines."""
    grid = made.grid
    found = []
    for thing in made.encounter.map.obstacles.values():
        if isinstance(thing, Prop):
            if thing.blocks_move:
                found.append(shapely.LinearRing([grid.lattice(p) for p in thing.outline]))
        elif not thing.is_open if isinstance(thing, Door) else thing.blocks_move:
            found.append(shapely.LineString([grid.lattice(thing.start), grid.lattice(thing.end)]))
    return found


def is_step(made, lines, a, b, *, corners=True):
    """The design's words: hull of the centers before and after, room, foes, ways round a corner."""
    grid, battle_map, conventions = made.grid, made.encounter.map, made.conventions
    mover = made.token("a")
    before, after = made.cells_at(mover, a), made.cells_at(mover, b)
    if any(c not in grid or Terrain.IMPASSABLE in battle_map.terrain_at(c) for c in after):
        return False
    hull = shapely.MultiPoint([grid.lattice_center(c) for c in (*before, *after)]).convex_hull
    if any(hull.intersects(line) for line in lines):
        return False
    if not corners:
        return True
    for other in made.encounter.tokens.values():
        may_pass = (
            conventions.pass_through_foes
            if are_hostile(other.side, mover.side)
            else conventions.pass_through_allies
        )
        if other.id != "a" and not may_pass and set(made.cells_of(other.id)) & set(after):
            return False
    step = b.minus(a)
    if not grid.is_diagonal(step) or conventions.corners is CornerRule.UNCHECKED:
        return True
    ways = [
        all(is_step(made, lines, *leg, corners=False) for leg in ((a, between), (between, b)))
        for between in (a.plus((step.q, 0)), a.plus((0, step.r)))
    ]
    return all(ways) if conventions.corners is CornerRule.BOTH_WAYS else any(ways)


def plain_graph(made, movement):
    """All steps as a graph over (cell, parity of diagonals), with their costs as weights."""
    lines = lines_of(made)
    graph = nx.DiGraph()
    mover = made.token("a")
    graph.add_node((mover.at, 0))
    bases = BASES[made.conventions.diagonals]
    counts = made.conventions.diagonals is DiagonalMetric.ALTERNATING
    for a in made.grid.cells():
        for b in made.grid.neighbors(a):
            if not is_step(made, lines, a, b):
                continue
            fresh = set(made.cells_at(mover, b)) - set(made.cells_at(mover, a))
            extra = max(_extra(made, movement, cell) for cell in fresh)
            is_diagonal = made.grid.is_diagonal(b.minus(a))
            for parity in (0, 1):
                base = bases[parity] if is_diagonal else 100
                cost = base * (100 + extra) // 100 if movement.multiplies else base + extra
                end = parity ^ 1 if is_diagonal and counts else parity
                graph.add_edge((a, parity), (b, end), weight=cost)
    return graph


def _extra(made, movement, cell):
    """What the ground of a cell adds to a step, or by how much it multiplies it less 100."""
    ground = made.encounter.map.terrain_at(cell)
    found = [cost for kind, cost in movement.extra.items() if kind in ground]
    if not movement.multiplies:
        return sum(found)
    whole = 100
    for cost in found:
        whole = whole * (100 + cost) // 100
    return whole - 100


def plain_costs(made, graph):
    """The least cost to each cell in which the token may end."""
    start = made.token("a").at
    reached = nx.single_source_dijkstra_path_length(graph, (start, 0), backend="networkx")
    found = {}
    for (cell, _), cost in reached.items():
        if cell == start or is_free(made, cell):
            found[cell] = min(cost, found.get(cell, cost))
    return found


def is_free(made, cell):
    """Whether nobody else stands where the mover would."""
    space = set(made.cells_at(made.token("a"), cell))
    return not any(space & set(made.cells_of(key)) for key in made.encounter.tokens if key != "a")


def route_cost(graph, route):
    """What a route costs, step by step, or None where it isn't one."""
    node, total = (route[0], 0), 0
    for cell in route[1:]:
        onward = [end for end in graph.successors(node) if end[0] == cell]
        if not onward:
            return None
        total += graph.edges[node, onward[0]]["weight"]
        node = onward[0]
    return total


def threats_around(made):
    """The cells that each enemy of "a" threatens with whatever it holds."""
    enemies = [enemy.id for enemy in made.enemies_of(made.token("a"))]
    return {key: set().union(*plain_threat(made, key).values()) for key in enemies}


def plain_deeds(made, threats, route):
    """What each step of a route does: (step, reactor, deed, the threatened cells it touches)."""
    mover = made.token("a")
    spaces = [set(made.cells_at(mover, cell)) for cell in route]
    found = []
    for enemy, threat in threats.items():
        for step, (one, other) in enumerate(pairwise(spaces), 1):
            before, after = one & threat, other & threat
            if before and not after:
                found.append((step, enemy, "leaves", before))
            elif after and not before:
                found.append((step, enemy, "enters", after))
            elif before != after:
                found.append((step, enemy, "through", before))
    return found


def count_strikes(made, deeds):
    """How many strikes deeds provoke: once for each reactor, or each time."""
    provoking = _provoking(made, deeds)
    once = made.conventions.reaction_once
    return len({by for _, by in provoking}) if once else len(provoking)


def _provoking(made, deeds):
    """The steps and reactors of the deeds that provoke."""
    strict = made.conventions.crossings is CrossingRule.LEAVING
    return [
        (step, by)
        for step, by, deed, _ in deeds
        if (deed == "leaves" or (deed == "through" and not strict))
        and made.reading.may_react(made.token(by))
    ]


def plain_front(made, budget, graph, threats):
    """By cell: the strikes and costs of the best routes, each more costs less but suffers more.

    One search over all places with all that has struck so far: a set of reactors, or a number.
    """
    once = made.conventions.reaction_once
    woken = {}
    for one, other in graph.edges:
        deeds = plain_deeds(made, threats, [one[0], other[0]])
        woken[one, other] = frozenset(by for _, by, *_ in _provoking(made, deeds))
    order = count()
    todo = [(0, next(order), (made.token("a").at, 0), frozenset() if once else 0)]
    done, found = set(), {}
    while todo:
        cost, _, node, struck = heappop(todo)
        if cost > budget or (node, struck) in done:
            continue
        done.add((node, struck))
        found.setdefault(node[0], []).append((len(struck) if once else struck, cost))
        for end, edge in graph.adj[node].items():
            by = woken[node, end]
            then = struck | by if once else struck + len(by)
            if once or then <= 2 * len(threats) + 2:
                heappush(todo, (cost + edge["weight"], next(order), end, then))
    fronts = {}
    for cell, both in found.items():
        front = fronts[cell] = []
        for strikes, cost in sorted(both):
            if not front or cost < front[-1][1]:
                front.append((strikes, cost))
    return fronts

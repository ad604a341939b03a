"""Steps and routes by the design's words, with Shapely for each pair: slow, and plain to see."""

from __future__ import annotations

import networkx as nx
import shapely

from battlemap.geometry.cell import Cell
from battlemap.geometry.footprint import footprint
from battlemap.model.terrain import Terrain
from battlemap.model.token import are_hostile


class PlainSteps:
    """The steps of token *key*, one at a time."""

    def __init__(self, made, key="a"):
        self.made, self.grid, self.token = made, made.grid, made.token(key)
        self._known = {}
        self.lines = [
            (
                thing,
                shapely.LineString([self.grid.lattice(thing.start), self.grid.lattice(thing.end)]),
            )
            for thing in made.encounter.map.obstacles.values()
        ]

    def hull(self, *spaces):
        centers = [self.grid.lattice_center(cell) for space in spaces for cell in space]
        return shapely.MultiPoint(centers).convex_hull

    def is_ground(self, space):
        terrain_at = self.made.encounter.map.terrain_at
        return all(c in self.grid and Terrain.IMPASSABLE not in terrain_at(c) for c in space)

    def is_free(self, space, *, of_all=False):
        """Nobody hostile stands there, or nobody at all."""
        return not any(
            set(self.made.cells_of(other.id)) & set(space)
            for other in self.made.encounter.tokens.values()
            if other.id != self.token.id and (of_all or are_hostile(other.side, self.token.side))
        )

    def is_open_side(self, wall, step):
        """A one-way wall: a point beside it lies on the side to which one may step."""
        if not wall.one_way:
            return False
        (x0, y0), (x1, y1) = self.grid.lattice(wall.start), self.grid.lattice(wall.end)
        # The right-hand side of somebody who looks from start to end, y down.
        right = -(y1 - y0), x1 - x0
        toward = right[0] * step[0] + right[1] * step[1]
        return toward > 0 if wall.one_way == "right" else toward < 0

    def is_open(self, before, after):
        key = frozenset(before), frozenset(after)
        if key not in self._known:
            hull = self.hull(before, after)
            starts, ends = (
                [self.grid.lattice_center(cell) for cell in sorted(space)]
                for space in (before, after)
            )
            step = ends[0][0] - starts[0][0], ends[0][1] - starts[0][1]
            self._known[key] = not any(
                hull.intersects(line) and not self.is_open_side(thing, step)
                for thing, line in self.lines
            )
        return self._known[key]

    def may_step(self, before, step):
        """The step of a body, its cells *before* given: room, foes, walls, both ways round."""
        after = [cell.plus(step) for cell in before]
        if not (self.is_ground(after) and self.is_free(after) and self.is_open(before, after)):
            return False
        if self.grid.is_diagonal(step):
            for one, other in (((step.q, 0), (0, step.r)), ((0, step.r), (step.q, 0))):
                between = [cell.plus(one) for cell in before]
                if not self.is_ground(between):
                    return False
                if not self.is_open(before, between) or not self.is_open(between, after):
                    return False
                assert [cell.plus(other) for cell in between] == after
        return True

    def space(self, anchor):
        return self.made.cells_at(self.token, anchor)

    def cost(self, anchor, other):
        fresh = set(self.space(other)) - set(self.space(anchor))
        ground = self.made.encounter.map.terrain_at
        return 200 if any(Terrain.DIFFICULT in ground(c) for c in fresh) else 100

    # Squeezing ----------------------------------------------------------------------------

    def parts(self, smaller):
        """All sets of cells of a smaller footprint within the space, seen from its anchor."""
        size = max(1, self.token.size - smaller)
        zero = Cell(0, 0)
        whole = set(self.made.cells_at(self.token, zero))
        if size >= self.token.size:
            return []
        found = {
            frozenset(footprint(self.grid, at, size, turned)) for at in whole for turned in range(6)
        }
        return [part for part in found if part <= whole]

    def has_room(self, anchor):
        space = self.space(anchor)
        return self.is_ground(space) and self.is_free(space) and self.is_open(space, space)

    def squeezing_graph(self, smaller, extra):
        """A graph of (anchor, part), part None for the whole; edges tell whether they squeeze."""
        graph = nx.MultiDiGraph()
        start = (self.token.at, None)
        graph.add_node(start)
        waiting, known = [start], {start}
        parts = self.parts(smaller)
        while waiting:
            node = waiting.pop()
            anchor, part = node
            for step in self.grid.directions:
                goal = anchor.plus(step)
                steps = []
                whole = self.may_step(self.space(anchor), step)
                if part is None and whole:
                    steps.append(((goal, None), False))
                elif all(cell in self.grid for cell in self.space(goal)):
                    for one in parts if part is None else [part]:
                        cells = [cell.plus(anchor) for cell in one]
                        fits = self.is_ground(cells) and self.is_free(cells)
                        # A part takes only the steps that the whole doesn't.
                        if fits and not whole and self.may_step(cells, step):
                            end = None if self.has_room(goal) else one
                            steps.append(((goal, end), True))
                for end, squeezed in steps:
                    cost = self.cost(anchor, goal) + extra * squeezed
                    graph.add_edge(node, end, weight=cost, squeezed=squeezed)
                    if end not in known:
                        known.add(end)
                        waiting.append(end)
        return graph

"""The fast functions against slow obvious ones: explicit graphs, all simple paths, plain rays."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import networkx as nx
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from tactics_boards import block, board, token, wall

from battlemap.geometry.cell import Cell, LatticePoint
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.tactics.cover import exposure
from battlemap.tactics.crossings import crossings
from battlemap.tactics.movement import Mover, movement_field, path_along
from battlemap.tactics.threat import threatened

SIZE = 5
cells = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
half = st.integers(0, 2 * SIZE).map(lambda n: n / 2)
walls = st.lists(st.tuples(st.tuples(half, half), st.tuples(half, half)), max_size=5)


@st.composite
def small_boards(draw, kinds=tuple(GridKind), largest=2):
    kind = draw(st.sampled_from(kinds))
    grid = make_grid(kind, SIZE, SIZE)
    places = [
        grid.from_offset(*place)
        for place in draw(st.lists(cells, min_size=3, max_size=3, unique=True))
    ]
    size = draw(st.integers(1, largest))
    tokens = [
        token("a", places[0], "party", size=size),
        token("b", places[1], "foe"),
        token("c", places[2], draw(st.sampled_from(["party", "foe"]))),
    ]
    obstacles = [wall(f"w{i}", p, q) for i, (p, q) in enumerate(draw(walls)) if p != q]
    hard = [grid.from_offset(*place) for place in draw(st.lists(cells, max_size=5))]
    shut = [grid.from_offset(*place) for place in draw(st.lists(cells, max_size=3))]
    made = board(
        tokens,
        obstacles,
        kind=kind,
        columns=SIZE,
        rows=SIZE,
        terrain={Terrain.DIFFICULT: hard, Terrain.IMPASSABLE: shut},
    )
    assume(all(cell in grid for cell in made.cells_of("a")))
    return made


def lines_of(made):
    grid = made.grid
    return [
        shapely.LineString([grid.lattice(thing.start), grid.lattice(thing.end)])
        for thing in made.encounter.map.obstacles.values()
    ]


def plain_step(made, lines, a, b, *, corners=True):
    """The design's words: hull of the centers before and after, room, foes, both ways round."""
    grid, battle_map = made.grid, made.encounter.map
    mover = made.token("a")
    before, after = made.cells_at(mover, a), made.cells_at(mover, b)
    if any(c not in grid or Terrain.IMPASSABLE in battle_map.terrain_at(c) for c in after):
        return False
    hull = shapely.MultiPoint([grid.lattice_center(c) for c in (*before, *after)]).convex_hull
    if any(hull.intersects(line) for line in lines):
        return False
    if corners:
        for other in made.encounter.tokens.values():
            if other.side == "foe" and set(made.cells_of(other.id)) & set(after):
                return False
    step = b.minus(a)
    if corners and grid.is_diagonal(step):
        for between in (a.plus((step.q, 0)), a.plus((0, step.r))):
            if not plain_step(made, lines, a, between, corners=False):
                return False
            if not plain_step(made, lines, between, b, corners=False):
                return False
    return True


def plain_graph(made):
    lines = lines_of(made)
    graph = nx.DiGraph()
    graph.add_node(made.token("a").at)
    mover = made.token("a")
    for a in made.grid.cells():
        for b in made.grid.neighbors(a):
            if plain_step(made, lines, a, b):
                fresh = set(made.cells_at(mover, b)) - set(made.cells_at(mover, a))
                hard = any(Terrain.DIFFICULT in made.encounter.map.terrain_at(c) for c in fresh)
                graph.add_edge(a, b, weight=200 if hard else 100)
    return graph


def is_free(made, cell):
    space = set(made.cells_at(made.token("a"), cell))
    return not any(space & set(made.cells_of(k)) for k in ("b", "c"))


FAR = Mover(rate=10_000, actions=1)


@given(small_boards(largest=4))
def test_costs_equal_plain_dijkstra_on_an_explicit_graph(made):
    start = made.token("a").at
    plain = nx.single_source_dijkstra_path_length(plain_graph(made), start)
    expected = {cell: cost for cell, cost in plain.items() if cell == start or is_free(made, cell)}
    field = movement_field(made, "a", FAR)
    assert dict(field.costs) == expected
    for cell, cost in expected.items():
        path = field.shortest(cell)
        priced, reason = path_along(made, "a", FAR, path.cells)
        assert (priced.cost, priced.costs, reason) == (cost, path.costs, "")


def woken(made, route):
    path, _ = path_along(made, "a", FAR, route)
    return len({c.by for c in crossings(made, "a", path) if c.deed != "enters"})


@given(small_boards())
def test_the_safest_path_is_the_best_of_all_simple_paths(made):
    graph = plain_graph(made)
    start = made.token("a").at
    field = movement_field(made, "a", FAR)
    near = [cell for cell in field.costs if made.grid.steps(start, cell) <= 2 and cell != start]
    for cell in near[:3]:
        safe, quick = field.safest(cell), field.shortest(cell)
        limit = safe.steps
        routes = nx.all_simple_paths(graph, start, cell, cutoff=min(limit, 5))
        for route in routes:
            cost = sum(graph.edges[a, b]["weight"] for a, b in pairwise(route))
            count = woken(made, [Cell(*c) for c in route])
            assert (count, cost) >= (woken(made, safe.cells), safe.cost)
            assert (cost, count) >= (quick.cost, woken(made, quick.cells))


def plain_share(made, a, b):
    """Cover by walls and full cells, as the design says it, with Fractions and no shortcuts."""
    grid = made.grid
    things = made.encounter.map.obstacles.values()
    lines = [
        (grid.lattice(thing.start), grid.lattice(thing.end))
        for thing in things
        if hasattr(thing, "start")
    ]
    solids = [
        shapely.Polygon([grid.lattice(p) for p in thing.outline])
        for thing in things
        if hasattr(thing, "outline")
    ]

    def ends(key):
        found = []
        for cell in made.cells_of(key):
            center = grid.lattice_center(cell)
            for i, inset in enumerate(grid.lattice_corners(cell, inset=True)):
                exact = grid.lattice_corners(cell)[i]
                reach = shapely.LineString([center, inset])
                met = any(reach.intersects(shapely.LineString(line)) for line in lines)
                found.append((exact, inset, met or exact in closed))
        return found

    closed = {
        LatticePoint(*map(int, p))
        for i, one in enumerate(solids)
        for other in solids[:i]
        if (shared := one.intersection(other)).geom_type == "Point"
        for p in shared.coords
        if not any(third.touches(shared) and third not in (one, other) for third in solids)
    }
    starts, targets = ends("a"), ends("b")
    usable = [end for end in starts if not end[2]] or [
        (c, c, False) for c in map(grid.lattice_center, made.cells_of("a"))
    ]
    if all(end[2] for end in targets):
        targets = [(c, c, False) for c in map(grid.lattice_center, made.cells_of("b"))]

    def stopped(p, q):
        if q[2]:
            return True
        for s, e in lines:
            sides = [
                (e[0] - s[0]) * (x[1] - s[1]) - (e[1] - s[1]) * (x[0] - s[0]) for x in (p[1], q[1])
            ]
            if sides[0] * sides[1] < 0 and shapely.LineString([p[1], q[1]]).intersects(
                shapely.LineString([s, e])
            ):
                return True
        ray = shapely.LineString([p[0], q[0]])
        if any(ray.intersects(shapely.Point(c)) for c in closed):
            return True
        joined = shapely.union_all(solids) if solids else None
        if joined is None:
            return False
        # Inside by more than a hair: running along an edge is no crossing.
        return ray.intersection(joined.buffer(-1e-6)).length > 1e-6

    shares = [Fraction(sum(stopped(p, q) for q in targets), len(targets)) for p in usable]
    return min(shares)


@given(
    st.lists(cells, min_size=2, max_size=5, unique=True),
    walls,
    st.integers(1, 2),
)
def test_shares_equal_plain_rays(places, drawn, size):
    a, b, *rest = places
    solids = [block(f"p{i}", c, r) for i, (c, r) in enumerate(rest)]
    lines = [wall(f"w{i}", p, q) for i, (p, q) in enumerate(drawn) if p != q]
    made = board([token("a", a, "party"), token("b", b, size=size)], [*solids, *lines])
    space = {*made.cells_of("a"), *made.cells_of("b")}
    assume(len(space) == 1 + size * size and not space & set(map(tuple, rest)))
    # Every object here gives total cover, so that the best corner is the one with the least share.
    found = exposure(made, "a", "b").cover
    assert found.share == float(plain_share(made, "a", "b"))
    assert (found.grade is CoverGrade.NONE) == (found.share == 0)


@st.composite
def fighters(draw):
    """A token of any size and reach somewhere on a board with walls; far from the map's edge."""
    kind = draw(st.sampled_from(list(GridKind)))
    grid = make_grid(kind, 14, 14)
    hand, pike = Weapon("hand"), Weapon("pike", reach_feet=10)
    spear = Weapon("spear", reach_feet=10, reach=True)
    weapon = draw(st.sampled_from([hand, pike, spear]))
    place = grid.from_offset(6, 6)
    one = token(
        "a",
        place,
        size=draw(st.integers(1, 4)),
        turned=draw(st.integers(0, 5)),
        facing=draw(st.sampled_from(grid.facings)),
        weapons=(weapon,),
    )
    center = grid.center(place)
    spot = st.tuples(st.integers(-6, 8), st.integers(-6, 8)).map(
        lambda p: (center.x + p[0] / 2, center.y + p[1] / 2)
    )
    drawn = draw(st.lists(st.tuples(spot, spot), max_size=6))
    obstacles = [wall(f"w{i}", p, q) for i, (p, q) in enumerate(drawn) if p != q]
    return board([one], obstacles, kind=kind, columns=14, rows=14)


def plain_reach(made, start, cell):
    """The design's words for one pair of cells, by sampling borders and trying all corners."""
    grid = made.grid
    lines = lines_of(made)

    def meets(p, q):
        ray = shapely.LineString([p, q])
        return any(ray.intersects(line) for line in lines)

    common = [p for p in grid.lattice_corners(start) if p in grid.lattice_corners(cell)]
    if len(common) == 2:
        (x0, y0), (x1, y1) = common
        eyes = grid.lattice_center(start), grid.lattice_center(cell)
        shares = [(i + 0.5) / 97 for i in range(97)]
        places = [(x0 + (x1 - x0) * s, y0 + (y1 - y0) * s) for s in shares]
        near = [line for line in lines if any(_through(line, eye) for eye in eyes)]
        assume(not near)  # a wall through a center hides nothing, which sampling can't see
        return any(not any(meets(eye, place) for eye in eyes) for place in places)

    def usable(of):
        center = grid.lattice_center(of)
        return [c for c in grid.lattice_corners(of, inset=True) if not meets(center, c)] or [center]

    def stopped(p, q):
        for line in lines:
            s, e = line.coords
            sides = [(e[0] - s[0]) * (x[1] - s[1]) - (e[1] - s[1]) * (x[0] - s[0]) for x in (p, q)]
            if sides[0] * sides[1] < 0 and shapely.LineString([p, q]).intersects(line):
                return True
        return False

    return any(not stopped(p, q) for p in usable(start) for q in usable(cell))


def _through(line, eye):
    return line.intersects(shapely.Point(eye))


@given(fighters())
def test_threat_equals_plain_blows(made):
    (weapon,) = made.token("a").weapons
    own = made.cells_of("a")
    grid = made.grid
    expected = set()
    if weapon.reach:
        index = grid.facing_index(made.token("a").facing)
        left, ahead, right = (
            grid.directions[(index + i) % len(grid.directions)] for i in (-1, 0, 1)
        )
        for start in own:
            if start.plus(ahead) in own:
                continue
            for step in (left, ahead, right):
                for cell in (start.plus(step), start.plus(step).plus(ahead)):
                    if cell not in own and cell in grid and plain_reach(made, start, cell):
                        expected.add(cell)
    else:
        for start in own:
            for cell in grid.disc(start, weapon.reach_feet // 5):
                if cell not in own and cell in grid and plain_reach(made, start, cell):
                    expected.add(cell)
    assert threatened(made, "a")[weapon.name] == expected

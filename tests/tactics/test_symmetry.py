"""Turning, mirroring and moving a board changes no fact: on all three grids, for random boards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st
from tactics_boards import board, token

from battlemap.geometry.cell import Cell, LatticePoint
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.obstacle import CoverGrade, Prop, Wall
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.tactics.arcs import arc_toward
from battlemap.tactics.bound_cover import bound_cover, objects_beside
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.cover import exposure, volley_between
from battlemap.tactics.crossings import crossings
from battlemap.tactics.deeds import action_triggers
from battlemap.tactics.displacement import pushed_to
from battlemap.tactics.distance import distance_between
from battlemap.tactics.flanking import flanking
from battlemap.tactics.movement import Mover, movement_field
from battlemap.tactics.situation import survey
from battlemap.tactics.threat import threatened
from battlemap.tactics.tight_space import tight_space

SIZE = 31
MIDDLE = 15
SPEAR = Weapon("spear", reach_feet=10, reach=True)
HAND = Weapon("hand")
RULES = Conventions(creatures_cover=CoverGrade.MINOR)


@dataclass(frozen=True)
class Change:
    """Turns about the middle of the map, then a mirror, then a shift by whole cells."""

    turns: int
    mirrored: bool
    shift: tuple[int, int]


def middle(kind):
    return make_grid(kind, SIZE, SIZE).from_offset(MIDDLE, MIDDLE)


def move_cell(kind, change, cell):
    grid = make_grid(kind, SIZE, SIZE)
    center = middle(kind)
    offset = grid.rotate(Cell(*cell).minus(center), change.turns)
    if change.mirrored:
        offset = grid.mirror(offset)
    return center.plus(offset).plus(change.shift)


def move_point(kind, change, place):
    """Move a lattice point the same way; exact."""
    grid = make_grid(kind, SIZE, SIZE)
    cx, cy = grid.lattice_center(middle(kind))
    x, y = place[0] - cx, place[1] - cy
    scale = 1000 if kind is GridKind.SQUARE else 3000
    for _ in range(change.turns):
        x, y = (-y, x) if kind is GridKind.SQUARE else (-y, x + y)
    if change.mirrored:
        x, y = {
            GridKind.SQUARE: (-x, y),
            GridKind.HEX_POINTY: (-x - y, y),
            GridKind.HEX_FLAT: (-x, x + y),
        }[kind]  # fmt: skip
    return LatticePoint(cx + x + scale * change.shift[0], cy + y + scale * change.shift[1])


def move_facing(kind, change, facing):
    angle = facing + change.turns * (90 if kind is GridKind.SQUARE else 60)
    return (-angle if change.mirrored else angle) % 360


@st.composite
def scenes(draw):
    """A grid kind, tokens near the middle, walls between lattice points, props and ground."""
    kind = draw(st.sampled_from(list(GridKind)))
    grid = make_grid(kind, SIZE, SIZE)
    center = middle(kind)
    near = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
    facings = st.sampled_from(grid.facings)
    places = draw(st.lists(near, min_size=3, max_size=4, unique=True))
    tokens = [
        token(
            key,
            center.plus(place),
            side,
            facing=draw(facings),
            weapons=(draw(st.sampled_from([SPEAR, HAND])),),
        )
        for key, side, place in zip(
            ("a", "b", "c", "d"), ("party", "foe", "party", "foe"), places, strict=False
        )
    ]
    unit = 500 if kind is GridKind.SQUARE else 1000
    ox, oy = grid.lattice_center(center)
    spots = st.tuples(st.integers(-6, 6), st.integers(-6, 6)).map(
        lambda p: LatticePoint(ox + p[0] * unit, oy + p[1] * unit)
    )
    sides = st.sampled_from(["", "", "left", "right"])
    walls = draw(st.lists(st.tuples(spots, spots, sides), max_size=4))
    props = draw(st.lists(near, max_size=3, unique=True))
    ground = draw(st.lists(near, max_size=5, unique=True))
    return kind, tokens, walls, props, [center.plus(c) for c in ground]


_MIRRORED = {"left": "right", "right": "left", "": ""}


def build(kind, tokens, walls, props, ground, change):
    grid = make_grid(kind, SIZE, SIZE)
    moved = [
        replace(
            one,
            at=move_cell(kind, change, one.at),
            facing=move_facing(kind, change, one.facing),
        )
        for one in tokens
    ]
    obstacles = [
        Wall(
            f"w{i}",
            grid.from_lattice(move_point(kind, change, a)),
            grid.from_lattice(move_point(kind, change, b)),
            one_way=_MIRRORED[side] if change.mirrored else side,
        )
        for i, (a, b, side) in enumerate(walls)
    ]
    for i, offset in enumerate(props):
        corners = grid.lattice_corners(middle(kind).plus(offset))
        outline = [grid.from_lattice(move_point(kind, change, p)) for p in corners]
        obstacles.append(Prop(f"p{i}", tuple(outline), cover=CoverGrade.MAJOR))
    cells = [move_cell(kind, change, c) for c in ground]
    return board(
        moved,
        obstacles,
        kind=kind,
        columns=SIZE,
        rows=SIZE,
        terrain={Terrain.DIFFICULT: cells},
        conventions=RULES,
    )


changes = st.builds(
    Change,
    st.integers(0, 5),
    st.booleans(),
    st.tuples(st.integers(-2, 2), st.integers(-2, 2)),
)


@given(scenes(), changes)
def test_facts_do_not_change(scene, change):
    kind = scene[0]
    change = replace(change, turns=change.turns % (4 if kind is GridKind.SQUARE else 6))
    here = build(*scene, Change(0, False, (0, 0)))
    there = build(*scene, change)
    for a, b in (("a", "b"), ("b", "a")):
        one, other = exposure(here, a, b), exposure(there, a, b)
        assert (one.cover.grade, one.cover.share) == (other.cover.grade, other.cover.share)
        assert set(one.cover.by) == set(other.cover.by) or one.cover.share
        assert one.sight.clear == other.sight.clear
        assert arc_toward(here, b, a).arc is arc_toward(there, b, a).arc
        assert flanking(here, a, b).value == flanking(there, a, b).value
        assert tight_space(here, a, b).value == tight_space(there, a, b).value
        apart, also = distance_between(here, a, b), distance_between(there, a, b)
        assert (apart.hundredths, apart.feet) == (also.hundredths, also.feet)
        moved = {
            weapon: {move_cell(kind, change, c) for c in cells}
            for weapon, cells in threatened(here, a).items()
        }
        assert moved == {weapon: set(cells) for weapon, cells in threatened(there, a).items()}


@given(scenes(), changes)
def test_deeds_objects_and_pushes_do_not_change(scene, change):
    kind = scene[0]
    change = replace(change, turns=change.turns % (4 if kind is GridKind.SQUARE else 6))
    here = build(*scene, Change(0, False, (0, 0)))
    there = build(*scene, change)
    for a, b in (("a", "b"), ("b", "a")):
        one, other = (
            {(f.by, f.weapon) for f in action_triggers(made, a, "cast", {"cast"})}
            for made in (here, there)
        )
        assert one == other
        facts, changed = survey(here, a, b), survey(there, a, b)
        assert set(facts.engaged_by) == set(changed.engaged_by) == {by for by, _ in one}
        assert facts.target_seen.value == changed.target_seen.value
        assert facts.attacker_seen.value == changed.attacker_seen.value
        beside = set(objects_beside(here, b))
        assert beside == set(objects_beside(there, b))
        for key in beside:
            bound, moved = bound_cover(here, a, b, key), bound_cover(there, a, b, key)
            assert bound.share == moved.share
            assert bound.stands_between == (2 * bound.share >= 1)
        pushed = {move_cell(kind, change, cell) for cell in pushed_to(here, a, b)}
        assert pushed == set(pushed_to(there, a, b))


@given(scenes())
def test_who_is_seen_sees(scene):
    made = build(*scene, Change(0, False, (0, 0)))
    there, back = exposure(made, "a", "b").sight, exposure(made, "b", "a").sight
    assert there.clear == back.clear
    lines = [clear_lines(made, *pair) for pair in (("a", "b"), ("b", "a"))]
    assert lines[0] == {(end, start) for start, end in lines[1]}


def clear_lines(made, a, b):
    """The pairs of corners with a free line between them."""
    volley = volley_between(made, a, [b])
    rays = [volley.locate(ray) for ray in range(len(volley.blocked)) if not volley.blocked[ray]]
    return {((start.cell, start.exact), (end.cell, end.exact)) for _, start, end in rays}


@given(scenes(), changes)
def test_paths_cost_and_wake_the_same(scene, change):
    kind = scene[0]
    change = replace(change, turns=change.turns % (4 if kind is GridKind.SQUARE else 6))
    here = build(*scene, Change(0, False, (0, 0)))
    there = build(*scene, change)
    mover = Mover(rate=400, actions=1)
    one, other = (movement_field(made, "a", mover) for made in (here, there))
    assert {move_cell(kind, change, c): n for c, n in one.costs.items()} == dict(other.costs)
    for cell in one.costs:
        target = move_cell(kind, change, cell)
        for find in ("shortest", "safest"):
            p, q = getattr(one, find)(cell), getattr(other, find)(target)
            assert p.cost == q.cost
            assert woken(here, p) == woken(there, q)


def woken(made, path):
    return len({c.by for c in crossings(made, "a", path) if c.deed != "enters"})


@given(scenes())
def test_safest_wakes_no_more_than_shortest_and_budgets_only_add(scene):
    made = build(*scene, Change(0, False, (0, 0)))
    field = movement_field(made, "a", Mover(rate=400, actions=1))
    wider = movement_field(made, "a", Mover(rate=500, actions=1))
    for cell, cost in field.costs.items():
        assert wider.costs[cell] == cost
        quick, safe = field.shortest(cell), field.safest(cell)
        assert woken(made, safe) <= woken(made, quick)
        assert safe.cost >= quick.cost == cost


@given(scenes(), st.integers(-6, 6), st.integers(-6, 6), st.integers(-6, 6), st.integers(-6, 6))
def test_a_wall_more_never_helps(scene, x0, y0, x1, y1):
    kind, tokens, walls, props, ground = scene
    unit = 500 if kind is GridKind.SQUARE else 1000
    ox, oy = make_grid(kind, SIZE, SIZE).lattice_center(middle(kind))
    extra = (
        LatticePoint(ox + x0 * unit, oy + y0 * unit),
        LatticePoint(ox + x1 * unit, oy + y1 * unit),
        "",
    )
    still = Change(0, False, (0, 0))
    before = build(kind, tokens, walls, props, ground, still)
    after = build(kind, tokens, [*walls, extra], props, ground, still)
    mover = Mover(rate=400, actions=1)
    one, other = movement_field(before, "a", mover).costs, movement_field(after, "a", mover).costs
    assert all(cell in one and one[cell] <= cost for cell, cost in other.items())
    for weapon, cells in threatened(after, "a").items():
        assert cells <= threatened(before, "a")[weapon]
    centers = {before.grid.lattice_center(c) for key in "ab" for c in before.cells_of(key)}
    for start, end in clear_lines(after, "a", "b"):
        # Where no corner is left a center stands in for all of them, which is none of them.
        if not {start[1], end[1]} & centers:
            assert (start, end) in clear_lines(before, "a", "b")


def test_of_corners_that_are_equally_covered_the_nearest_counts_on_mirrored_hexes_too():
    weapons = (SPEAR,)
    tokens = [
        token("a", Cell(8, 16), "party", facing=30.0, weapons=weapons),
        token("b", Cell(7, 13), "foe", facing=30.0, weapons=weapons),
        token("c", Cell(7, 15), "party", facing=30.0, weapons=weapons),
    ]
    scene = (GridKind.HEX_POINTY, tokens, [], [(0, 0)], [])
    for mirrored in (False, True):
        made = build(*scene, Change(0, mirrored, (0, 0)))
        found = bound_cover(made, "b", "a", "p0")
        assert found.share == 5 / 6
        center = made.grid.center(made.token("a").at)
        corners = made.grid.corners(made.token("b").at)
        nearest = min(corners, key=lambda p: (p.x - center.x) ** 2 + (p.y - center.y) ** 2)
        assert abs(found.corner.x - nearest.x) + abs(found.corner.y - nearest.y) < 1e-9

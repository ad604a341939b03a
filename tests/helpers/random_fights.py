"""Random little fights on all three grids, for the slow and the fast functions to agree on."""

from __future__ import annotations

from four_games import conventions_of_games
from hypothesis import assume
from hypothesis import strategies as st
from tactics_boards import board, token

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind, make_grid
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon

SIDE = 11
WEAPONS = (
    Weapon("hand"),
    Weapon("pike", reach_feet=10, minimum_feet=10),
    Weapon("staff", reach_feet=10),
    Weapon("spear", reach_feet=10, reach=True),
    Weapon("bow", range_feet=300),
)
SIZES = ((1, 1), (1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (1, 4), (4, 1))
HEIGHTS = (None, None, None, 2, 4, 8)
GRADES = tuple(CoverGrade)

near = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
small = st.integers(0, 11)
"""A number for several choices: cheaper to draw than each of them."""


def spot_of(grid, middle, place):
    """A point of the integer frame: corners, centers and the middles between them."""
    unit = 500 if grid.kind is GridKind.SQUARE else 1000
    x, y = grid.lattice_center(middle)
    return grid.from_lattice((x + place[0] * unit, y + place[1] * unit))


spots = st.tuples(st.integers(-8, 8), st.integers(-8, 8))
walls = st.lists(st.tuples(spots, spots, small, small), max_size=4)
props = st.lists(st.tuples(near, small, small), max_size=3, unique_by=lambda prop: prop[0])
others = st.lists(st.tuples(near, small, small), max_size=3)


def made_walls(grid, middle, drawn):
    for number, (start, end, looks, height) in enumerate(drawn):
        a, b = spot_of(grid, middle, start), spot_of(grid, middle, end)
        top, grade = HEIGHTS[height % len(HEIGHTS)], GRADES[-1 - looks % len(GRADES)]
        if looks < 9:
            sees = looks in (4, 5)
            yield Wall(f"w{number}", a, b, grade, looks != 3, not sees, top, height // 8 * 5)
        else:
            yield Door(
                f"d{number}", a, b, looks == 9, is_window=looks == 10, cover=grade, height_feet=top
            )


def made_props(grid, middle, drawn):
    for number, (place, looks, height) in enumerate(drawn):
        corners = grid.lattice_corners(middle.plus(place))
        if looks % 4 == 3:  # every other corner
            corners = corners[::2] if len(corners) == 6 else corners[:3]
        if looks % 4 == 2:  # with a notch
            corners = (*corners, grid.lattice_center(middle.plus(place)))
        outline = tuple(grid.from_lattice(corner) for corner in corners)
        grade, top = GRADES[looks % len(GRADES)], HEIGHTS[height % len(HEIGHTS)]
        opaque = looks >= 6
        yield Prop(f"p{number}", outline, "", grade, height > 5, opaque, top)


@st.composite
def fights(draw, kinds=tuple(GridKind)):
    """Attacker "a" and target "b", perhaps others, among walls, doors, props and uneven ground."""
    kind = draw(st.sampled_from(kinds))
    grid = make_grid(kind, SIDE, SIDE)
    middle = grid.from_offset(5, 5)
    game, conventions = draw(conventions_of_games())
    size, other_size = draw(st.sampled_from(SIZES))
    place, turned, looks, arms = draw(st.tuples(near, small, small, small))
    a = token(
        "a",
        middle.plus((-1, -1)),
        "party",
        size=size,
        turned=turned % 6,
        facing=grid.facings[looks % len(grid.facings)],
        weapons=(WEAPONS[arms % len(WEAPONS)],),
        elevation_feet=(None, None, 0, 20)[looks % 4],
    )
    b = token(
        "b",
        middle.plus(place),
        size=other_size,
        turned=turned // 2,
        facing=grid.facings[arms % len(grid.facings)],
        weapons=(WEAPONS[looks % len(WEAPONS)],),
        elevation_feet=(None, None, None, 10)[turned % 4],
    )
    tokens = [a, b]
    for number, (where, sort, armed) in enumerate(draw(others)):
        tokens.append(
            token(
                f"c{number}",
                middle.plus(where),
                ("party", "foe", "ally", "party")[sort % 4],
                size=1 + (sort > 8),
                facing=grid.facings[armed % len(grid.facings)],
                weapons=(WEAPONS[armed % len(WEAPONS)],),
                conditions=frozenset({"dead"}) if sort == 6 else frozenset(),
                height_feet=(None, 2)[sort % 2],
            )
        )
    obstacles = [*made_walls(grid, middle, draw(walls)), *made_props(grid, middle, draw(props))]
    shut, low, dim = draw(st.tuples(*(st.lists(near, max_size=n) for n in (3, 2, 3))))
    made = board(
        tokens,
        obstacles,
        kind=kind,
        columns=SIDE,
        rows=SIDE,
        terrain={
            Terrain.IMPASSABLE: [c for c in map(middle.plus, shut) if c in grid],
            Terrain.OBSCURED: [c for c in map(middle.plus, dim) if c in grid],
        },
        elevation={10: [c for c in map(middle.plus, low) if c in grid]},
        conventions=conventions,
        reading=game.reading,
    )
    spaces = [set(made.cells_of(key)) for key in ("a", "b")]
    assume(spaces[0].isdisjoint(spaces[1]))
    assume(all(Cell(*cell) in grid for one in tokens for cell in made.cells_of(one.id)))
    return made

"""Each switch changes what it says, and nothing outside it: both looks, both themes."""

from dataclasses import replace

import numpy as np
import pytest
import shapely
from printing_boards import FightingSystem, full_map, pixels_of
from PySide6.QtGui import QImage
from shapely.geometry import LineString, MultiPoint, Polygon, box

from battlemap.geometry.footprint import footprint
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import Background
from battlemap.model.obstacle import Prop
from battlemap.tactics.board import Board
from battlemap.tactics.threat import threatened
from battlemap.ui.printing.content import Content, GridStyle, Look
from battlemap.ui.printing.picture import Portrayal, draw_picture, encoded
from battlemap.ui.theme import DARK, LIGHT

pytestmark = pytest.mark.usefixtures("qapp")

SYSTEM = FightingSystem()
PIXELS = 40
HAIR = 0.06
"""Antialiasing and half a pen, in cells."""


NOISE = 8
"""Of 255: rounding where lines meet."""


def standing(encounter):
    tokens = encounter.tokens
    return replace(encounter, tokens={key: tokens[key] for key in ("seren", "orc", "kael")})


def pictured_map():
    image = QImage(200, 150, QImage.Format.Format_RGB32)
    for x in range(200):
        for y in range(150):
            image.setPixel(x, y, 0xFF000000 | (x << 16) | (y << 8))
    encounter = full_map()
    background = Background("picture.png", 0, 0, 20, 15)
    return replace(
        encounter,
        map=replace(encounter.map, background=background),
        assets={"picture.png": encoded(image, "png")},
    )


def space(encounter, token):
    grid = encounter.map.grid.grid
    cells = footprint(grid, token.at, token.size, token.turned)
    return shapely.union_all([Polygon(grid.corners(cell)) for cell in cells])


def spaces(encounter, by, *, hidden=False):
    tokens = [t for t in encounter.tokens.values() if hidden or not t.hidden]
    return shapely.union_all([space(encounter, token).buffer(by) for token in tokens])


def filled(encounter, layer):
    grid = encounter.map.grid.grid
    rows, columns = np.nonzero(layer.values)
    cells = [grid.from_offset(int(c), int(r)) for r, c in zip(rows, columns, strict=True)]
    return shapely.union_all([Polygon(grid.corners(cell)) for cell in cells])


def marks(encounter, kind, by, *, gm=False):
    points = [m.points for m in encounter.map.marks.values() if m.kind == kind]
    points = [p for p, m in zip(points, _of_kind(encounter, kind), strict=True) if m.gm_only is gm]
    return shapely.union_all([MultiPoint(p).convex_hull.buffer(by) for p in points])


def _of_kind(encounter, kind):
    return [m for m in encounter.map.marks.values() if m.kind == kind]


def obstacles(encounter):
    found = []
    for obstacle in encounter.map.obstacles.values():
        if isinstance(obstacle, Prop):
            # The name of a cell that a prop covers comes back with the prop gone.
            found.append(Polygon(obstacle.outline).buffer(0.2))
        else:
            # An open door's leaf and its way reach a cell to the side.
            reach = 1.1 if getattr(obstacle, "is_open", False) else 0.3
            found.append(LineString([obstacle.start, obstacle.end]).buffer(reach))
    return shapely.union_all(found)


def lines(encounter):
    grid = encounter.map.grid.grid
    drawn = [LineString([(x, 0), (x, grid.height)]) for x in range(grid.columns + 1)]
    drawn += [LineString([(0, y), (grid.width, y)]) for y in range(grid.rows + 1)]
    return shapely.union_all([line.buffer(HAIR) for line in drawn])


def feet_of_cells(encounter):
    grid = encounter.map.grid.grid
    return shapely.union_all(
        [box(c, r + 0.68, c + 0.7, r + 1.0) for c in range(grid.columns) for r in range(grid.rows)]
    )


def threatened_cells(encounter):
    board = Board.of(encounter, SYSTEM)
    grid = encounter.map.grid.grid
    cells = {
        cell
        for key, token in encounter.tokens.items()
        if not token.hidden
        for reached in threatened(board, key).values()
        for cell in reached
    }
    return shapely.union_all([Polygon(grid.corners(cell)) for cell in cells]).buffer(HAIR)


PLACES = {
    # What lies over it stays as it was; the grid's lines take their color from it.
    "picture": lambda e: box(0, 0, 20, 15).difference(spaces(standing(e), -0.45)),
    "grid": lines,
    "walls": obstacles,
    "terrain": lambda e: filled(e, e.map.terrain).buffer(0.2),
    # Heights are said at tokens as well.
    "elevation": lambda e: filled(e, e.map.elevation).buffer(0.2).union(spaces(e, 0.5)),
    # Without tokens numbers of heights stand elsewhere, and names of cells come back.
    "tokens": lambda e: spaces(e, 0.9).union(filled(e, e.map.elevation).buffer(0.1)),
    "token_names": lambda e: spaces(e, 0.9),
    "facing": lambda e: spaces(e, 0.4),
    "health": lambda e: spaces(e, 0.9),
    "notes": lambda e: marks(e, "note", 1.1),
    "templates": lambda e: marks(e, "area", 0.2),
    "cell_names": feet_of_cells,
    "gm": lambda e: (
        spaces(replace(e, tokens={"skulk": e.tokens["skulk"]}), 0.9, hidden=True)
        .union(marks(e, "note", 1.1, gm=True))
        .union(box(3.7, 8.5, 5.3, 9.5))
    ),
    "reach": threatened_cells,
    "arcs": lambda e: spaces(e, 0.45),
}


def test_every_switch_is_tried():
    assert PLACES.keys() == set(Content.__dataclass_fields__)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("name", PLACES)
def test_a_switch_changes_what_it_says_and_nothing_else(name, look, theme):
    encounter = pictured_map()
    content = Content()
    base = Portrayal(pixels_per_cell=PIXELS, layers=content, theme=theme, look=look)
    other = replace(content, **{name: not getattr(content, name)})
    one = pixels_of(draw_picture(encounter, SYSTEM, base))
    two = pixels_of(draw_picture(encounter, SYSTEM, replace(base, layers=other)))
    if name == "picture" and look is Look.INK_SAVER:
        assert np.array_equal(one, two), "the ink saver has no picture"
        return
    change = np.abs(one.astype(int) - two).max(axis=2)
    rows, columns = np.nonzero(change > NOISE)
    assert len(rows), "nothing changed"
    allowed = PLACES[name](encounter)
    inside = shapely.contains_xy(allowed, (columns + 0.5) / PIXELS, (rows + 0.5) / PIXELS)
    outside = list(zip(columns[~inside] / PIXELS, rows[~inside] / PIXELS, strict=True))
    assert not outside, f"{len(outside)} pixels changed elsewhere, first at {outside[0]}"


@pytest.mark.parametrize("look", Look)
def test_the_grid_takes_color_and_width(look):
    encounter = full_map()
    base = Portrayal(pixels_per_cell=PIXELS, layers=Content.of("grid"), look=look)
    red = GridStyle("#FF0000", 1.2)
    plain = pixels_of(draw_picture(encounter, SYSTEM, base)).astype(int)
    styled = pixels_of(draw_picture(encounter, SYSTEM, replace(base, grid_style=red))).astype(int)
    assert (plain[..., 0] - plain[..., 1]).max() < 40
    # Across the line between the first two cells, from the middle of one to that of the other.
    across = styled[PIXELS // 2, PIXELS // 2 : 3 * PIXELS // 2]
    redness = (across[:, 0] - across[:, 1]) - (across[0, 0] - across[0, 1])
    assert redness.max() > 150
    assert redness.sum() / 255 == pytest.approx(1.2 / 25.4 * PIXELS, abs=0.35)
    assert tuple(across[0]) == tuple(plain[PIXELS // 2, PIXELS // 2]), "cells stay as they were"


@pytest.mark.parametrize("bad", [{"color": "red"}, {"width_mm": 3.0}, {"width_mm": -1}])
def test_an_impossible_grid_is_refused(bad):
    with pytest.raises(ValueError, match=r"color|wide"):
        GridStyle(**bad)


@pytest.mark.parametrize("look", Look)
def test_grays_keep_the_light_and_drop_the_color(look):
    base = Portrayal(pixels_per_cell=20, look=look, theme=DARK)
    gray = pixels_of(draw_picture(pictured_map(), SYSTEM, replace(base, is_gray=True)))
    assert (gray[..., 0] == gray[..., 1]).all()
    assert (gray[..., 1] == gray[..., 2]).all()
    assert len(np.unique(gray[..., 0])) > 20


def test_grays_stay_as_clear_as_they_were():
    base = Portrayal(pixels_per_cell=20, transparent=True, is_gray=True)
    picture = pixels_of(draw_picture(full_map(GridKind.HEX_POINTY), SYSTEM, base))
    assert picture[0, 0, 3] == 0
    assert picture[..., 3].max() == 255

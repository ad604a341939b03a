"""What viewers see: regions past walls and doors, with range and light, and shares of a target."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.outline import holds
from battlemap.geometry.shapes import Shape, disc, nothing, polygon, space, union, united
from battlemap.geometry.visibility import visibility_polygon
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.terrain import Terrain
from battlemap.model.words import counted
from battlemap.tactics.blocks import top_feet_of
from battlemap.tactics.corners import Corner, corners_of
from battlemap.tactics.cover import exposure, ray_shown
from battlemap.tactics.facts import Sight
from battlemap.tactics.screens import NOBODY, Screens
from battlemap.tactics.shots import Shot, Volley

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell, Point
    from battlemap.model.battle_map import Light
    from battlemap.tactics.board import Board
    from battlemap.tactics.facts import Cover

FAR = 1_000.0
"""A radius of sight in cells that is farther than any map."""


@dataclass(frozen=True)
class View:
    """What some viewers see of the map."""

    outlines: tuple[tuple[Point, ...], ...]
    """Rings of the region in map units, for drawing."""
    cells: frozenset[Cell]
    """Cells whose center is seen."""
    area: float
    """In square cells."""


def opaque_segments(
    board: Board, lamp: Point | None = None, *, from_feet: float = -inf
) -> NDArray[np.float64]:
    """Return what sight does not pass, as segments [n, 4] in map units.

    Walls and shut doors that block sight (no windows), and the outlines of props that do.

    Parameters
    ----------
    lamp
        Where a light stands. The prop that it stands on, a brazier's pillar, doesn't stop it.
    from_feet
        Both who looks and what is looked at are so high: what ends below hides nothing.
    """
    found = []
    for thing in board.encounter.map.obstacles.values():
        top = top_feet_of(thing)
        if top is not None and top < from_feet:
            continue
        match thing:
            case Wall(blocks_sight=True):
                found.append((*thing.start, *thing.end))
            case Door(is_open=False, is_window=False):
                found.append((*thing.start, *thing.end))
            case Prop(blocks_sight=True) if lamp is None or not holds(thing.outline, lamp):
                corners = (*thing.outline, thing.outline[0])
                found += [(*a, *b) for a, b in itertools.pairwise(corners)]
    return np.array(found, dtype=float).reshape(-1, 4)


def view_from(
    board: Board,
    eyes: Sequence[Point],
    *,
    range_cells: float = FAR,
    lights: Sequence[Light] | None = None,
    dark_cells: float = 0.0,
    within: Shape | None = None,
    step: Callable[[int, int], object] | None = None,
) -> View:
    """Return what can be seen from any of *eyes*.

    Parameters
    ----------
    range_cells
        How far the viewers see where there is light.
    lights
        None: it is light everywhere. Else only what these lights reach is seen (walls stop a light
        that casts shadows, the prop that it stands on doesn't; one that is off reaches nothing),
        and what is near.
    dark_cells
        How far the viewers see without any light.
    within
        Only what is seen there counts; None: everything.
    step
        Told after each viewer how many are done, and of how many; what it raises ends the search.
    """
    walls = opaque_segments(board)

    def views() -> Iterator[Shape]:
        for number, eye in enumerate(eyes, 1):
            view = polygon(visibility_polygon(eye, walls, range_cells))
            yield view if within is None else view.within(within)
            if step is not None:
                step(number, len(eyes))

    seen = united(views())
    if lights is not None:
        lit = [_lit(board, light) for light in lights if light.is_on and light.range_cells > 0]
        lit += [disc(eye, dark_cells) for eye in eyes if dark_cells > 0]
        seen = seen.within(union(lit)) if lit else nothing()
    return View(seen.outlines, seen.centers(board.grid), seen.area)


def _lit(board: Board, light: Light) -> Shape:
    if not light.shadows:
        return disc(light.position, light.range_cells)
    walls = opaque_segments(board, light.position)
    return polygon(visibility_polygon(light.position, walls, light.range_cells))


def visible_share(board: Board, attacker_id: str, target_id: str) -> float:
    """Return the share of the target's space, by area, seen from the attacker's best corner.

    The exact area instead of the share of rays: a pillar that hides one corner may hide a sliver.
    Creatures hide nothing, nor does what ends below both the attacker's eyes and the middle of the
    target; anything else hides as if it had no end above. The best corner is the one that cover is
    judged from, moved inward by 1 % of a cell, so that it lies on its own side of a wall on the
    border.
    """
    corner = exposure(board, attacker_id, target_id).cover.corner
    grid = board.grid
    own = board.cells_of(attacker_id)
    cell = min(own, key=lambda c: _far(grid.center(c), corner))
    center = grid.center(cell)
    eye = (center.x + (corner.x - center.x) * 0.98, center.y + (corner.y - center.y) * 0.98)
    body = space(grid, board.cells_of(target_id))
    far = max(_far(p, corner) for ring in body.outlines for p in ring) ** 0.5
    heights = [
        board.elevation_of(token) + token.body_feet / part
        for token, part in ((board.token(attacker_id), 1), (board.token(target_id), 2))
    ]
    walls = opaque_segments(board, from_feet=min(heights))
    seen = polygon(visibility_polygon(eye, walls, far * 1.05 + 1))
    return min(1.0, body.within(seen).area / body.area)


def sight_of_point(board: Board, viewer_id: str, point: Point) -> Sight:
    """Return whether a token sees a place on the ground, such as the origin of an area.

    Rays run from the usable corners of the viewer, at the height of its eyes, to the place. A wall
    that runs through the place itself hides it from nobody.
    """
    viewer, grid = board.token(viewer_id), board.grid
    screens = Screens.of(board)
    own = board.cells_of(viewer_id)
    eyes = float(board.elevation_of(viewer) + viewer.body_feet)
    cell = grid.cell_at(point)
    ground = float(board.encounter.map.ground_feet(cell)) if cell in grid else 0.0
    [corners] = corners_of(screens, [(own, eyes, (viewer_id, NOBODY))])
    starts = [corner for corner in corners if not corner.cut_off_by]
    if not starts:
        centers = [(c, grid.lattice_center(c)) for c in own]
        starts = [Corner(c, center, center) for c, center in centers]
    place = grid.lattice(point)
    end = Corner(cell, place, place)
    volley = Volley(screens, [Shot(viewer_id, NOBODY, tuple(starts), (end,), (eyes, ground))])
    order = range(len(starts))
    clear = not bool(volley.opaque.all())
    # The clearest ray is shown: one that nothing stops, else one that nothing opaque does.
    shown = next(
        (ray for judged in (volley.blocked, volley.opaque) for ray in order if not judged[ray]), 0
    )
    stops = volley.stops(shown)
    if not clear:
        stops = [stop for stop in stops if stop.screen.blocks_sight]
    nearest = min(own, key=lambda c: (grid.steps(c, cell), _far(grid.center(c), point), c))
    passed = grid.line(nearest, cell)[1:] if cell != nearest else [cell]
    obscured = tuple(
        c for c in passed if c in grid and Terrain.OBSCURED in board.encounter.map.terrain_at(c)
    )
    if not clear:
        reason = f"{stops[0].screen.name} blocks every ray"
    elif obscured:
        reason = f"through {counted(len(obscured), 'obscured cell')}"
    else:
        reason = "a ray arrives"
    return Sight(clear, ray_shown(grid, starts[shown], end, stops), obscured, reason)


def _far(a: Point, b: Point) -> float:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


@dataclass(frozen=True)
class BothWays:
    """Sight and cover asked in both directions."""

    there: bool
    back: bool
    reason: str
    """Why sight differs; empty where it agrees."""
    cover_there: Cover
    cover_back: Cover
    """How well the first of the two is covered from the second."""
    cover_reason: str
    """How the grades of cover differ; empty where they agree."""

    @property
    def differences(self) -> tuple[str, ...]:
        """What differs, one sentence each."""
        return tuple(words for words in (self.reason, self.cover_reason) if words)


def both_ways(board: Board, a_id: str, b_id: str, told: Callable[[str], str] = str) -> BothWays:
    """Return sight and cover of two tokens from either side, and how the answers differ.

    Parameters
    ----------
    told
        How the reason of a fact is put into the sentences; as it is.
    """
    there, back = exposure(board, a_id, b_id), exposure(board, b_id, a_id)
    a, b = board.token(a_id).name, board.token(b_id).name
    reason = cover_reason = ""
    if there.sight.clear and not back.sight.clear:
        reason = f"{a} sees {b}, but from {b} {told(back.sight.reason)}"
    elif back.sight.clear and not there.sight.clear:
        reason = f"{b} sees {a}, but from {a} {told(there.sight.reason)}"
    if there.cover.grade is not back.cover.grade:
        cover_reason = (
            f"{b} has {_covered(there.cover)} from {a}, but {a} has {_covered(back.cover)} "
            f"from {b} ({told(back.cover.reason)})"
        )
    return BothWays(
        there.sight.clear, back.sight.clear, reason, there.cover, back.cover, cover_reason
    )


def _covered(cover: Cover) -> str:
    return f"{'no' if cover.grade is CoverGrade.NONE else cover.grade.word} cover"

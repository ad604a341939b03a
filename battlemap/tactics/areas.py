"""Templates on the board: which cells and creatures are inside, with the share of each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry import shapes
from battlemap.geometry.cell import Point
from battlemap.geometry.shapes import Coverage, Shape, Snap
from battlemap.geometry.visibility import visibility_polygon
from battlemap.tactics.barriers import Barriers
from battlemap.tactics.bound_cover import bound_cover
from battlemap.tactics.cover import cover_from_point, covers_from_point

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board
    from battlemap.tactics.bound_cover import BoundCover
    from battlemap.tactics.facts import Cover

_INWARD = 0.02
"""How far toward the caster's middle a ray starts, as a share of the way."""


class AreaKind(StrEnum):
    """The shapes that rule systems name."""

    BLAST = "blast"
    """Around a point, or around the outline of the cell of impact."""
    BURST = "burst"
    """Around the outline of the caster's space."""
    LINE = "line"
    CONE = "cone"
    RING = "ring"
    SQUARE = "square"


@dataclass(frozen=True)
class Template:
    """An area as it is aimed. Lengths in cells, angles in degrees clockwise from north."""

    kind: AreaKind
    origin: Point
    """The point of impact; where line and cone start, unless *caster* is given."""
    size: float
    """Radius, length, or side of a square."""
    aim: Point | None = None
    """Where a line or cone points."""
    caster: str | None = None
    """The token whose space a burst, line or cone starts from."""
    width: float = 1.0
    """Of a line; of a ring from its outer edge inward."""
    angle: float = 60.0
    """Of a cone."""
    margin: float = 0.0
    """Splash: how much wider the outer part is."""
    from_outline: bool = True
    """A blast's radius runs from the outline of the impact cell; False: from the point itself."""
    snap: Snap = Snap.FREE
    stopped_by_walls: bool = False


@dataclass(frozen=True)
class Caught:
    """One creature in the area, with the share of its space that is covered."""

    token: str
    share: float
    """Of the inner area."""
    splash_share: float
    """Of the margin alone."""
    cells: tuple[Cell, ...]
    """The cells of its space that count as covered, margin included."""
    is_splashed_only: bool


@dataclass(frozen=True)
class Area:
    """A template laid on the board."""

    template: Template
    origin: Point
    """After snapping; for line and cone the point where they start."""
    eye: Point
    """Where its rays start: the origin, or a hair inside the space of the caster who aims."""
    outlines: tuple[tuple[Point, ...], ...]
    splash_outlines: tuple[tuple[Point, ...], ...]
    cells: Mapping[Cell, float]
    """The cells that count as covered, with the share of each; the caster's own left out."""
    splash_cells: Mapping[Cell, float]
    touched: Mapping[Cell, float]
    """Every cell that has a part inside, margin included, with the share of each."""
    caught: tuple[Caught, ...]


def lay(board: Board, template: Template, coverage: Coverage = Coverage.HALF) -> Area:
    """Return the cells and creatures that *template* covers.

    A burst starts at the caster's outline, a line or cone where the aim leaves the caster's space;
    the caster's own cells are never covered. A creature is in the area when any cell of its space
    counts. Creatures that are out are listed too: their bodies lie there.

    Raises
    ------
    ValueError
        If a line or cone has no aim, or a size isn't positive.
    """
    origin, inner = _shape(board, template)
    eye = _eye(board, template, origin)
    whole = inner.grown(template.margin) if template.margin > 0 else inner
    if template.stopped_by_walls:
        seen = _reached_from(board, eye, inner, template.margin)
        inner = inner.within(seen)
        whole = whole.within(seen) if template.margin > 0 else inner
    own = board.cells_of(template.caster) if template.caster else ()
    cells = {c: share for c, share in inner.cells(board.grid, coverage).items() if c not in own}
    splash: dict[Cell, float] = {}
    outlines: tuple[tuple[Point, ...], ...] = ()
    if template.margin > 0:
        both = whole.cells(board.grid, coverage)
        splash = {c: share for c, share in both.items() if c not in own and c not in cells}
        outlines = whole.without(inner).without(shapes.space(board.grid, own)).outlines
    return Area(
        template,
        origin,
        eye,
        inner.outlines,
        outlines,
        cells,
        splash,
        {c: share for c, share in whole.shares(board.grid).items() if c not in own},
        _caught(board, template, inner, whole, cells, splash),
    )


def cover_in(board: Board, area: Area, token_id: str) -> Cover:
    """Return how well a token is covered from the origin of an area."""
    return cover_from_point(board, area.eye, token_id, area.template.caster)


def covers_in(board: Board, area: Area) -> Mapping[str, Cover]:
    """Return how well each creature in an area is covered from its origin."""
    inside = [caught.token for caught in area.caught]
    return covers_from_point(board, area.eye, inside, area.template.caster)


def bound_cover_in(board: Board, area: Area, token_id: str, obstacle_id: str) -> BoundCover:
    """Return whether an object stands between the origin of an area and a token behind it."""
    return bound_cover(board, area.eye, token_id, obstacle_id, source=area.template.caster)


def _eye(board: Board, template: Template, origin: Point) -> Point:
    """Return where rays start; a line or cone starts on the caster's side of a wall."""
    if template.caster is None or template.kind not in (AreaKind.LINE, AreaKind.CONE):
        return origin
    middle = board.grid.centroid(board.cells_of(template.caster))
    return Point(
        origin.x + (middle.x - origin.x) * _INWARD, origin.y + (middle.y - origin.y) * _INWARD
    )


def _shape(board: Board, template: Template) -> tuple[Point, Shape]:
    if template.size <= 0:
        raise ValueError("the size of an area must be more than 0")
    grid = board.grid
    origin = shapes.snapped(grid, template.origin, template.snap)
    match template.kind:
        case AreaKind.BLAST:
            if template.from_outline:
                cell = grid.cell_at(origin)
                return grid.center(cell), shapes.space(grid, [cell]).grown(template.size)
            return origin, shapes.disc(origin, template.size)
        case AreaKind.BURST:
            if template.caster is None:
                return origin, shapes.disc(origin, template.size)
            start = board.cells_of(template.caster)
            own = shapes.space(grid, start)
            return grid.centroid(start), own.grown(template.size).without(own)
        case AreaKind.RING:
            inner = max(0.0, template.size - template.width)
            if inner == 0:
                return origin, shapes.disc(origin, template.size)
            return origin, shapes.ring(origin, inner, template.size)
        case AreaKind.SQUARE:
            half = template.size / 2
            left, top = origin.x - half, origin.y - half
            return origin, shapes.rectangle(left, top, template.size, template.size)
        case AreaKind.LINE | AreaKind.CONE:
            return _aimed(board, template, origin)


def _aimed(board: Board, template: Template, origin: Point) -> tuple[Point, Shape]:
    from battlemap.geometry.angle import bearing

    if template.aim is None:
        raise ValueError("a line or cone must be aimed somewhere")
    if template.caster is not None:
        space = board.cells_of(template.caster)
        origin, toward = shapes.leave_point(board.grid, space, template.aim)
    else:
        toward = bearing(origin, template.aim)
    if template.kind is AreaKind.LINE:
        return origin, shapes.bar(origin, toward, template.size, template.width)
    return origin, shapes.sector(origin, toward, template.size, template.angle)


def _reached_from(board: Board, origin: Point, inner: Shape, margin: float) -> Shape:
    """Return what an area spreading from *origin* reaches past walls and shut doors."""
    from math import hypot

    places = [point for ring in inner.outlines for point in ring]
    far = max((hypot(p.x - origin.x, p.y - origin.y) for p in places), default=0.0)
    walls = Barriers.of(board.grid, board.encounter.map.obstacles)
    ends = [
        (*board.grid.from_lattice(a), *board.grid.from_lattice(b))
        for (a, b), _ in walls.weapon_stops
    ]
    seen = visibility_polygon(origin, np.array(ends, dtype=float).reshape(-1, 4), far + margin + 1)
    return shapes.polygon(seen)


def _caught(
    board: Board,
    template: Template,
    inner: Shape,
    whole: Shape,
    cells: Mapping[Cell, float],
    splash: Mapping[Cell, float],
) -> tuple[Caught, ...]:
    inner_shares = inner.shares(board.grid)
    shares = whole.shares(board.grid)
    found = []
    for token_id in board.encounter.tokens:
        if token_id == template.caster:
            continue
        own = board.cells_of(token_id)
        counted = tuple(cell for cell in own if cell in cells or cell in splash)
        if not counted:
            continue
        inside = _mean(inner_shares, own)
        found.append(
            Caught(
                token_id,
                inside,
                round(max(0.0, _mean(shares, own) - inside), 9),
                counted,
                not any(cell in cells for cell in own),
            )
        )
    return tuple(found)


def _mean(shares: Mapping[Cell, float], cells: Sequence[Cell]) -> float:
    return round(sum(shares.get(cell, 0.0) for cell in cells) / len(cells), 9)

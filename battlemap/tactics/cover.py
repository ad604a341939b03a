"""Sight and cover: rays from the attacker's best corner to all corners of the target.

Walls judge rays between corners inset by 1 % of a cell, so that a corner lies on its own side of a
wall on the border; props and creatures judge the same rays between the exact corners.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.bodies import cells_outlines, edge_spans, inside_spans
from battlemap.geometry.rays import on_segment, segments_meet
from battlemap.model.obstacle import CoverGrade
from battlemap.tactics.barriers import Barriers, Body, Screen, pinched
from battlemap.tactics.facts import Cover, Ray, Sight

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from battlemap.geometry.bodies import Span
    from battlemap.geometry.cell import Cell, LatticePoint
    from battlemap.geometry.grid import Grid
    from battlemap.tactics.board import Board


@dataclass(frozen=True)
class _End:
    """One end of the rays: the exact place, and the inset one for walls."""

    cell: Cell
    exact: LatticePoint
    inset: LatticePoint
    cut_off_by: tuple[Screen, ...] = ()
    """What lies between the center of the cell and this corner of it."""


@dataclass(frozen=True)
class _Stop:
    screen: Screen
    share: Fraction
    """How far along the ray it is met."""


@dataclass(frozen=True)
class Exposure:
    """Cover and sight of one pair, from the same rays."""

    cover: Cover
    sight: Sight


def exposure(board: Board, attacker_id: str, target_id: str) -> Exposure:
    """Return how well the target is covered from the attacker, and whether it can be seen.

    A creature that is out gives no cover. Neither of the two covers itself.
    """
    attacker, target = board.token(attacker_id), board.token(target_id)
    bodies = _bodies(board, attacker_id, target_id)
    barriers = Barriers.of(board.grid, board.encounter.map.obstacles)
    closed = _closed_points(barriers, bodies)
    low = board.elevation_of(attacker) + attacker.body_feet
    high = Fraction(2 * board.elevation_of(target) + target.body_feet, 2)
    heights = (Fraction(low), high)

    starts = _ends(barriers, board.cells_of(attacker_id), closed, heights[0])
    usable = [end for end in starts if not end.cut_off_by]
    if not usable:
        usable = _centers(board.grid, board.cells_of(attacker_id))
    ends = _ends(barriers, board.cells_of(target_id), closed, heights[1])
    if all(end.cut_off_by for end in ends):
        ends = _centers(board.grid, board.cells_of(target_id))

    own = board.cells_of(attacker_id) if board.conventions.lean_out else ()
    stops = _stops(barriers, bodies, closed, usable, ends, heights, own)
    best = min(
        range(len(usable)),
        key=lambda i: (_grade(board, stops[i]), *_nearness(usable[i], ends, stops[i]), i),
    )
    return Exposure(
        _cover(board, usable[best], ends, stops[best], stops),
        _sight(board, attacker_id, target_id, usable, ends, stops, best),
    )


def _bodies(board: Board, attacker_id: str, target_id: str) -> tuple[Body, ...]:
    """Return what has an interior: props, and creatures where the conventions count them."""
    props = Barriers.of(board.grid, board.encounter.map.obstacles).bodies
    grade = board.conventions.creatures_cover
    if grade is CoverGrade.NONE:
        return props
    found = list(props)
    for token in board.encounter.tokens.values():
        if token.id in (attacker_id, target_id) or board.reading.is_out(token):
            continue
        top = board.elevation_of(token) + token.body_feet
        screen = Screen(token.id, token.name, grade, blocks_sight=False, top_feet=top)
        shapes = cells_outlines(board.grid, board.cells_of(token.id))
        found.extend(Body(screen, shape) for shape in shapes)
    return tuple(found)


def _closed_points(
    barriers: Barriers, bodies: tuple[Body, ...]
) -> Mapping[LatticePoint, tuple[Screen, ...]]:
    """Return the points at which bodies meet corner to corner, with what meets there."""
    points = barriers.pinches if bodies is barriers.bodies else pinched(bodies)
    return {
        point: tuple(bodies[index].screen for index in indexes) for point, indexes in points.items()
    }


def _is_above(height: Fraction, screen: Screen) -> bool:
    return screen.top_feet is not None and height > screen.top_feet


def _all_reach(height: Fraction, screens: Sequence[Screen]) -> bool:
    """Tell whether everything that meets in a closed point is high enough to close it."""
    return not any(_is_above(height, screen) for screen in screens)


def _ends(
    barriers: Barriers,
    cells: Sequence[Cell],
    closed: Mapping[LatticePoint, tuple[Screen, ...]],
    height: Fraction,
) -> list[_End]:
    """Return all corners of a space; those that can't be used say what cuts them off."""
    found = []
    grid = barriers.grid
    for cell in cells:
        center = grid.lattice_center(cell)
        exact = grid.lattice_corners(cell)
        box = (
            min(p[0] for p in exact),
            min(p[1] for p in exact),
            max(p[0] for p in exact),
            max(p[1] for p in exact),
        )
        near = barriers.screen_index.near(box)
        for corner, inset in zip(exact, grid.lattice_corners(cell, inset=True), strict=True):
            cutting = [
                barriers.screens[i]
                for i in near
                if not _is_above(height, barriers.screens[i])
                and segments_meet(center, inset, *_wall(barriers, int(i)))
            ]
            meeting = closed.get(corner, ())
            if meeting and _all_reach(height, meeting):
                cutting.extend(meeting)
            found.append(_End(cell, corner, inset, tuple(cutting)))
    return found


def _wall(barriers: Barriers, index: int) -> tuple[tuple[int, int], tuple[int, int]]:
    x0, y0, x1, y1 = (int(value) for value in barriers.screen_index.ends[index])
    return (x0, y0), (x1, y1)


def _centers(grid: Grid, cells: Sequence[Cell]) -> list[_End]:
    return [_End(c, grid.lattice_center(c), grid.lattice_center(c)) for c in cells]


def _stops(
    barriers: Barriers,
    bodies: tuple[Body, ...],
    closed: Mapping[LatticePoint, tuple[Screen, ...]],
    starts: Sequence[_End],
    ends: Sequence[_End],
    heights: tuple[Fraction, Fraction],
    own: Sequence[Cell],
) -> list[list[list[_Stop]]]:
    """Return what stops the ray from each start to each end, the nearest first."""
    stops: list[list[list[_Stop]]] = [[[] for _ in ends] for _ in starts]
    rays = np.array([(*a.inset, *b.inset) for a in starts for b in ends], dtype=np.int64).reshape(
        -1, 4
    )
    for ray, wall in barriers.screen_index.stops(rays):
        i, j = divmod(int(ray), len(ends))
        share = _crossing_share(barriers, starts[i].inset, ends[j].inset, int(wall))
        screen = barriers.screens[wall]
        if _is_above(heights[0] + (heights[1] - heights[0]) * share, screen):
            continue
        if own and _lies_in(barriers.grid, starts[i].inset, ends[j].inset, share, own):
            continue
        stops[i][j].append(_Stop(screen, share))
    near = _near_bodies(bodies, starts, ends)
    points = _near_points(closed, starts, ends)
    for i, start in enumerate(starts):
        for j, end in enumerate(ends):
            found = stops[i][j]
            found.extend(_Stop(screen, Fraction(1)) for screen in end.cut_off_by)
            if near:
                found.extend(_body_stops(near, start.exact, end.exact, heights))
            for point, screens in points:
                if on_segment(start.exact, end.exact, point):
                    share = _share(start.exact, end.exact, point)
                    height = heights[0] + (heights[1] - heights[0]) * share
                    if _all_reach(height, screens):
                        found.extend(_Stop(screen, share) for screen in screens)
            found.sort(key=lambda stop: stop.share)
    return stops


def _crossing_share(barriers: Barriers, p: LatticePoint, q: LatticePoint, wall: int) -> Fraction:
    a, b = _wall(barriers, wall)
    at_p = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    at_q = (b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0])
    return Fraction(at_p, at_p - at_q)


def _share(p: LatticePoint, q: LatticePoint, point: LatticePoint) -> Fraction:
    for axis in (0, 1):
        if p[axis] != q[axis]:
            return Fraction(point[axis] - p[axis], q[axis] - p[axis])
    return Fraction(0)


def _lies_in(
    grid: Grid, p: LatticePoint, q: LatticePoint, share: Fraction, own: Sequence[Cell]
) -> bool:
    """Tell whether the place at *share* of the ray lies in the closed space *own*."""
    x, y = p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share
    for cell in own:
        corners = grid.lattice_corners(cell)
        following = (*corners[1:], corners[0])
        if all(
            (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0
            for a, b in zip(corners, following, strict=True)
        ):
            return True
    return False


def _box(starts: Sequence[_End], ends: Sequence[_End]) -> tuple[int, int, int, int]:
    places = [end.exact for end in (*starts, *ends)]
    xs, ys = [p[0] for p in places], [p[1] for p in places]
    return min(xs), min(ys), max(xs), max(ys)


def _near_bodies(
    bodies: Sequence[Body], starts: Sequence[_End], ends: Sequence[_End]
) -> list[Body]:
    left, top, right, bottom = _box(starts, ends)
    return [
        body
        for body in bodies
        if body.outline.box[0] <= right
        and body.outline.box[2] >= left
        and body.outline.box[1] <= bottom
        and body.outline.box[3] >= top
    ]


def _near_points(
    closed: Mapping[LatticePoint, tuple[Screen, ...]],
    starts: Sequence[_End],
    ends: Sequence[_End],
) -> list[tuple[LatticePoint, tuple[Screen, ...]]]:
    if not closed:
        return []
    left, top, right, bottom = _box(starts, ends)
    return [
        (point, screens)
        for point, screens in closed.items()
        if left <= point[0] <= right and top <= point[1] <= bottom
    ]


def _body_stops(
    bodies: Sequence[Body],
    p: LatticePoint,
    q: LatticePoint,
    heights: tuple[Fraction, Fraction],
) -> list[_Stop]:
    """Return the bodies whose interior the ray crosses, and pairs between which it would slip."""
    found = []
    along: dict[int, list[tuple[Span, Body]]] = {1: [], -1: []}
    for body in bodies:
        for span in inside_spans(body.outline, p, q):
            if not _clears(span, body.screen, heights):
                found.append(_Stop(body.screen, span[0]))
                break
        for span, where in edge_spans(body.outline, p, q):
            along[where].append((span, body))
    for (low, high), right in along[1]:
        for (other_low, other_high), left in along[-1]:
            span = (max(low, other_low), min(high, other_high))
            if span[0] < span[1] and not any(
                _clears(span, body.screen, heights) for body in (left, right)
            ):
                found.extend(_Stop(body.screen, span[0]) for body in (left, right))
    return found


def _clears(span: Span, screen: Screen, heights: tuple[Fraction, Fraction]) -> bool:
    """Tell whether the ray stays above the screen all along *span*."""
    lowest = min(heights[0] + (heights[1] - heights[0]) * share for share in span)
    return _is_above(lowest, screen)


def _is_total(stops: Sequence[Sequence[_Stop]]) -> bool:
    return all(any(stop.screen.blocks_sight for stop in ray) for ray in stops)


def _grade(board: Board, stops: Sequence[Sequence[_Stop]]) -> CoverGrade:
    """Return the grade that one corner's rays give, short of total."""
    blocked = sum(1 for ray in stops if ray)
    if not blocked:
        return CoverGrade.NONE
    own = max(stop.screen.grade for ray in stops for stop in ray)
    if board.conventions.own_grade_at_any_ray:
        return min(own, CoverGrade.MAJOR)
    by_share = CoverGrade.MAJOR if 2 * blocked >= len(stops) else CoverGrade.MINOR
    return min(by_share, own)


def _nearness(
    start: _End, ends: Sequence[_End], stops: Sequence[Sequence[_Stop]]
) -> tuple[int, int]:
    """Return how many rays are stopped, then how far the corner is from the target."""
    far = sum(
        (start.exact[0] - end.exact[0]) ** 2 + (start.exact[1] - end.exact[1]) ** 2 for end in ends
    )
    return sum(1 for ray in stops if ray), far


def _cover(
    board: Board,
    start: _End,
    ends: Sequence[_End],
    stops: Sequence[Sequence[_Stop]],
    all_stops: Sequence[Sequence[Sequence[_Stop]]],
) -> Cover:
    total = all(_is_total(corner) for corner in all_stops)
    grade = CoverGrade.TOTAL if total else _grade(board, stops)
    blocked = sum(1 for ray in stops if ray)
    counts: dict[Screen, int] = {}
    for ray in stops:
        for screen in dict.fromkeys(stop.screen for stop in ray):
            counts[screen] = counts.get(screen, 0) + 1
    best_first = sorted(
        counts, key=lambda screen: (not screen.blocks_sight, -screen.grade, -counts[screen])
    )
    if not total:
        best_first.sort(key=lambda screen: (-screen.grade, -counts[screen]))
    if not blocked:
        reason = "nothing stands in the way"
    else:
        name = best_first[0].name
        reason = f"{name}: {grade.word}, {blocked} of {len(ends)} rays"
    return Cover(
        grade=grade,
        share=blocked / len(ends),
        by=tuple(screen.id for screen in best_first),
        corner=board.grid.from_lattice(start.exact),
        rays=tuple(_ray(board.grid, start, end, ray) for end, ray in zip(ends, stops, strict=True)),
        reason=reason,
    )


def _ray(grid: Grid, start: _End, end: _End, stops: Sequence[_Stop]) -> Ray:
    a, b = grid.from_lattice(start.exact), grid.from_lattice(end.exact)
    if not stops:
        return Ray(a, b)
    share = stops[0].share
    hit = grid.from_lattice(
        (
            float(start.exact[0] + (end.exact[0] - start.exact[0]) * share),
            float(start.exact[1] + (end.exact[1] - start.exact[1]) * share),
        )
    )
    return Ray(a, b, tuple(dict.fromkeys(stop.screen.id for stop in stops)), hit)


def _sight(
    board: Board,
    attacker_id: str,
    target_id: str,
    starts: Sequence[_End],
    ends: Sequence[_End],
    stops: Sequence[Sequence[Sequence[_Stop]]],
    best: int,
) -> Sight:
    """Return whether any ray arrives; the one shown is the clearest from the best corner."""
    order = [best, *(i for i in range(len(starts)) if i != best)]
    shown: tuple[int, int] | None = None
    for only_free in (True, False):
        for i in order:
            for j, ray in enumerate(stops[i]):
                opaque = any(stop.screen.blocks_sight for stop in ray)
                if not opaque and not (only_free and ray):
                    shown = (i, j)
                    break
            if shown:
                break
        if shown:
            break
    clear = shown is not None
    i, j = shown or (best, 0)
    drawn = stops[i][j] if clear else [s for s in stops[i][j] if s.screen.blocks_sight]
    obscured = _obscured(board, attacker_id, target_id)
    if not clear:
        reason = f"{drawn[0].screen.name} blocks every ray"
    elif obscured:
        count = len(obscured)
        reason = f"through {count} obscured {'cell' if count == 1 else 'cells'}"
    else:
        reason = "a ray arrives"
    return Sight(clear, _ray(board.grid, starts[i], ends[j], drawn), obscured, reason)


def _obscured(board: Board, attacker_id: str, target_id: str) -> tuple[Cell, ...]:
    """Return the obscured cells between the nearest cells, the target's own included."""
    from battlemap.model.terrain import Terrain
    from battlemap.tactics.distance import nearest_cells

    battle_map = board.encounter.map
    if not (battle_map.terrain.values & Terrain.OBSCURED).any():
        return ()
    start, end = nearest_cells(board, board.cells_of(attacker_id), board.cells_of(target_id))
    passed = board.grid.line(start, end)[1:] or [end]
    return tuple(cell for cell in passed if Terrain.OBSCURED in battle_map.terrain_at(cell))

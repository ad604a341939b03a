"""Sight and cover: rays from the attacker's best corner to all corners of the target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.tactics.corners import Corner, corners_of
from battlemap.tactics.distance import nearest_cells
from battlemap.tactics.facts import Cover, Ray, Sight
from battlemap.tactics.leaning import leaning_corners
from battlemap.tactics.screens import NOBODY, Screens
from battlemap.tactics.shots import Shot, Stop, Volley

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.token import Token
    from battlemap.tactics.barriers import Screen
    from battlemap.tactics.board import Board


@dataclass(frozen=True)
class Exposure:
    """Cover and sight of one pair, from the same rays."""

    cover: Cover
    sight: Sight


@dataclass(frozen=True)
class Verdict:
    """The cover of one pair in short: what ``exposure`` says, without the evidence."""

    grade: CoverGrade
    share: float
    sight: bool


def exposure(board: Board, attacker_id: str, target_id: str) -> Exposure:
    """Return how well the target is covered from the attacker, and whether it can be seen.

    A creature that is out gives no cover. Neither of the two covers itself.
    """
    volley = volley_between(board, attacker_id, [target_id])
    return _exposed(board, volley, 0, judge(board, volley)[0])


def exposure_and_back(board: Board, attacker_id: str, target_id: str) -> tuple[Exposure, Sight]:
    """Return what ``exposure`` says, and what the target sees of the attacker.

    The rays of both are judged together, which is cheaper than one after the other.
    """
    here = board.token(attacker_id).at, board.token(target_id).at
    volley = _volley(board, [(attacker_id, here[0], target_id), (target_id, here[1], attacker_id)])
    there, back = judge(board, volley)
    return _exposed(board, volley, 0, there), _sight(board, volley, 1, *back)


def _exposed(board: Board, volley: Volley, index: int, judged: tuple[int, Verdict]) -> Exposure:
    return Exposure(_proved(board, volley, index, *judged), _sight(board, volley, index, *judged))


def cover_from_point(
    board: Board, point: Point, target_id: str, source: str | None = None
) -> Cover:
    """Return how well the target is covered from a point, such as the origin of an area.

    The point is the one corner from which rays start, at the height of the ground there. A wall
    that runs through the point itself stops nothing: what spreads from there spreads to both
    sides.

    Parameters
    ----------
    point
        In map units.
    source
        The token that casts from there: its own body gives no cover, and rays start at the height
        of its eyes.
    """
    return covers_from_point(board, point, [target_id], source)[target_id]


def covers_from_point(
    board: Board, point: Point, target_ids: Sequence[str], source: str | None = None
) -> Mapping[str, Cover]:
    """Return how well many targets are covered from a point, all rays judged together."""
    if not target_ids:
        return {}
    volley = volley_from_point(board, point, target_ids, source)
    return {
        target: _proved(board, volley, index, *judged)
        for index, (target, judged) in enumerate(zip(target_ids, judge(board, volley), strict=True))
    }


def volley_from_point(
    board: Board, point: Point, target_ids: Sequence[str], source: str | None = None
) -> Volley:
    """Return the rays from a point to targets, as ``cover_from_point`` judges them."""
    grid = board.grid
    if source is None:
        start_height = float(board.encounter.map.ground_feet(grid.cell_at(point)))
    else:
        start_height = _eye_height(board, board.token(source))
    screens = Screens.of(board)
    place = grid.lattice(point)
    starts = (Corner(grid.cell_at(point), place, place),)
    spaces = [(*_end_of(board, target), (source or NOBODY, target)) for target in target_ids]
    shots = [
        Shot(*apart, starts, _ends(board, apart[1], corners), (start_height, height))
        for (_, height, apart), corners in zip(spaces, corners_of(screens, spaces), strict=True)
    ]
    return Volley(screens, shots)


def verdicts(board: Board, attacker_id: str, target_ids: Sequence[str]) -> Mapping[str, Verdict]:
    """Return the cover of many targets at once; a few microseconds each where the view is open."""
    judged = judge(board, volley_between(board, attacker_id, target_ids))
    return {target: verdict for target, (_, verdict) in zip(target_ids, judged, strict=True)}


def volley_between(board: Board, attacker_id: str, target_ids: Sequence[str]) -> Volley:
    """Return the rays from all usable corners of the attacker to those of each target."""
    here = board.token(attacker_id).at
    return _volley(board, [(attacker_id, here, target) for target in target_ids])


def volley_from(board: Board, attacker_id: str, cells: Sequence[Cell], target_id: str) -> Volley:
    """Return the rays to the target as they would be if the attacker stood elsewhere.

    Made for trying many places (``tactics.vantage``): all rays are judged together, and no board
    is made for a place, since the attacker's own body never counts.

    Parameters
    ----------
    cells
        Where the attacker's anchor would be; one shot for each.
    """
    return _volley(board, [(attacker_id, cell, target_id) for cell in cells])


def _volley(board: Board, pairs: Sequence[tuple[str, Cell, str]]) -> Volley:
    """Return the rays of pairs (attacker, its anchor, target), in this order."""
    screens = Screens.of(board)
    places = {}
    for attacker, at, _ in pairs:
        if (attacker, at) not in places:
            token = board.token(attacker)
            places[attacker, at] = board.cells_at(token, at), _eye_height(board, token, at)
    ends = {target: _end_of(board, target) for target in {target for _, _, target in pairs}}
    spaces = []
    for attacker, at, target in pairs:
        apart = attacker, target
        spaces += [(*places[attacker, at], apart), (*ends[target], apart)]
    corners = corners_of(screens, spaces)
    starts: dict[int, tuple[Corner, ...]] = {}
    shots = []
    for i, (attacker, at, target) in enumerate(pairs):
        own, others = corners[2 * i], corners[2 * i + 1]
        cells, height = places[attacker, at]
        if id(own) not in starts:
            starts[id(own)] = _starts(board, screens, own, cells, height)
        heights = height, ends[target][1]
        shots.append(Shot(attacker, target, starts[id(own)], _ends(board, target, others), heights))
    return Volley(screens, shots)


def _eye_height(board: Board, token: Token, at: Cell | None = None) -> float:
    """Return the height in feet at which a token's rays start: the top of its body."""
    return float(board.elevation_of(token, at) + token.body_feet)


def _end_of(board: Board, token_id: str) -> tuple[tuple[Cell, ...], float]:
    """Return a token's cells, and the height in feet of the middle of its body: rays end there."""
    token = board.token(token_id)
    return board.cells_of(token_id), board.elevation_of(token) + token.body_feet / 2


def _starts(
    board: Board,
    screens: Screens,
    corners: tuple[Corner, ...],
    cells: tuple[Cell, ...],
    height: float,
) -> tuple[Corner, ...]:
    """Return where an attacker's rays start: at corners that can be used, else at the centers."""
    usable = [corner for corner in corners if not corner.cut_off_by]
    if board.conventions.lean_out:
        usable += leaning_corners(screens, cells, usable, height)
    return tuple(usable) or _centers(board.grid, cells)


def _ends(board: Board, target_id: str, corners: tuple[Corner, ...]) -> tuple[Corner, ...]:
    """Return where rays to the target end: its corners, the centers where none can be used."""
    if all(corner.cut_off_by for corner in corners):
        return _centers(board.grid, board.cells_of(target_id))
    return corners


def _centers(grid: Grid, cells: Sequence[Cell]) -> tuple[Corner, ...]:
    return tuple(Corner(c, grid.lattice_center(c), grid.lattice_center(c)) for c in cells)


def judge(board: Board, volley: Volley) -> list[tuple[int, Verdict]]:
    """Return of each shot the best corner for the attacker, and the verdict from there."""
    if not volley.shots:
        return []
    ranks = _ranks(board, volley)
    shot = np.arange(len(volley.shots)).repeat(volley.start_counts)
    best = np.lexsort((*ranks[::-1], shot))[volley.first_starts]
    grade = np.where(volley.is_sealed, _TOTAL, ranks[0][best])
    share = ranks[1][best] / volley.end_counts
    return [
        (start, Verdict(_GRADES[grade], share, not sealed))
        for start, grade, share, sealed in zip(
            (best - volley.first_starts).tolist(),
            grade.tolist(),
            share.tolist(),
            volley.is_sealed.tolist(),
            strict=True,
        )
    ]


def best_corners(board: Board, volley: Volley, index: int) -> list[int]:
    """Return all corners of a shot that are equally good for the attacker, the best."""
    first, count = volley.first_starts[index], volley.start_counts[index]
    columns = (part[first : first + count].tolist() for part in _ranks(board, volley))
    ranks = list(zip(*columns, strict=True))
    best = min(ranks)
    return [corner for corner, rank in enumerate(ranks) if rank == best]


_GRADES = tuple(CoverGrade)
_NONE, _MINOR, _MAJOR, _TOTAL = (int(grade) for grade in _GRADES)


def _ranks(
    board: Board, volley: Volley
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return how good each start of each shot is for the attacker, the lower the better.

    By the grade, short of total, then by the rays that are stopped, then by the distance.
    """
    stopped, best, far = volley.by_start
    grade = np.minimum(best, _MAJOR)
    if not board.conventions.own_grade_at_any_ray:
        half = 2 * stopped >= volley.end_counts.repeat(volley.start_counts)
        grade = np.minimum(grade, np.where(half, _MAJOR, _MINOR))
    return np.where(stopped > 0, grade, _NONE), stopped, far


def _proved(board: Board, volley: Volley, index: int, best: int, verdict: Verdict) -> Cover:
    """Return the verdict on a shot with its evidence: the rays from the best corner."""
    shot = volley.shots[index]
    first = volley.first[index] + best * len(shot.ends)
    rays = range(first, first + len(shot.ends))
    stops = [volley.stops(ray) for ray in rays]
    counts: dict[Screen, int] = {}
    for ray in stops:
        for screen in dict.fromkeys(stop.screen for stop in ray):
            counts[screen] = counts.get(screen, 0) + 1
    total = verdict.grade is CoverGrade.TOTAL
    ordered = sorted(
        counts,
        key=lambda screen: (total and not screen.blocks_sight, -screen.grade, -counts[screen]),
    )
    reason = "nothing stands in the way"
    if ordered:
        blocked = sum(1 for ray in stops if ray)
        reason = f"{ordered[0].name}: {verdict.grade.word}, {blocked} of {len(stops)} rays"
    start = shot.starts[best]
    return Cover(
        grade=verdict.grade,
        share=verdict.share,
        by=tuple(screen.id for screen in ordered),
        corner=board.grid.from_lattice(start.exact),
        rays=tuple(
            ray_shown(board.grid, start, end, ray)
            for end, ray in zip(shot.ends, stops, strict=True)
        ),
        reason=reason,
    )


def ray_shown(grid: Grid, start: Corner, end: Corner, stops: Sequence[Stop]) -> Ray:
    """Return one ray as evidence: where it runs in map units, and what stops it."""
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


def _sight(board: Board, volley: Volley, index: int, best: int, verdict: Verdict) -> Sight:
    """Return whether any ray of a shot arrives; the clearest is shown, the best corner's first."""
    shot, clear = volley.shots[index], verdict.sight
    count, first = len(shot.ends), volley.first[index]
    order = [first + best * count + j for j in range(count)]
    rays = range(first, volley.first[index + 1])
    order += [ray for ray in rays if (ray - first) // count != best]
    shown = next(
        (ray for judged in (volley.blocked, volley.opaque) for ray in order if not judged[ray]),
        order[0],
    )
    stops = volley.stops(shown)
    if not clear:
        stops = [stop for stop in stops if stop.screen.blocks_sight]
    obscured = _obscured(board, shot.attacker, shot.target)
    if not clear:
        reason = f"{stops[0].screen.name} blocks every ray"
    elif obscured:
        cells = "cell" if len(obscured) == 1 else "cells"
        reason = f"through {len(obscured)} obscured {cells}"
    else:
        reason = "a ray arrives"
    _, start, end = volley.locate(shown)
    return Sight(clear, ray_shown(board.grid, start, end, stops), obscured, reason)


def _obscured(board: Board, attacker_id: str, target_id: str) -> tuple[Cell, ...]:
    """Return the obscured cells between the nearest cells, the target's own included."""
    battle_map = board.encounter.map
    if not battle_map.terrain.has(Terrain.OBSCURED):
        return ()
    start, end = nearest_cells(board, board.cells_of(attacker_id), board.cells_of(target_id))
    passed = board.grid.line(start, end)[1:] or [end]
    return tuple(cell for cell in passed if Terrain.OBSCURED in battle_map.terrain_at(cell))

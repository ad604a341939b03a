"""Sight and cover: rays from the attacker's best corner to all corners of the target."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.tactics.distance import nearest_cells
from battlemap.tactics.facts import Cover, Ray, Sight
from battlemap.tactics.leaning import leaning_corners
from battlemap.tactics.screens import Screens
from battlemap.tactics.shots import NOBODY, Corner, Shot, Stop, Volley, corners_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    best, verdict = judge(board, volley, 0)
    return Exposure(
        _proved(board, volley, 0, best, verdict), _sight(board, volley, 0, best, verdict)
    )


def exposure_and_back(board: Board, attacker_id: str, target_id: str) -> tuple[Exposure, Sight]:
    """Return what ``exposure`` says, and what the target sees of the attacker.

    The rays of both are judged together, which is cheaper than one after the other.
    """
    volley = _volley(board, [(attacker_id, target_id), (target_id, attacker_id)])
    best, verdict = judge(board, volley, 0)
    there = Exposure(
        _proved(board, volley, 0, best, verdict), _sight(board, volley, 0, best, verdict)
    )
    return there, _sight(board, volley, 1, *judge(board, volley, 1))


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
        target: _proved(board, volley, index, *judge(board, volley, index))
        for index, target in enumerate(target_ids)
    }


def volley_from_point(
    board: Board, point: Point, target_ids: Sequence[str], source: str | None = None
) -> Volley:
    """Return the rays from a point to targets, as ``cover_from_point`` judges them."""
    grid = board.grid
    if source is None:
        start_height = Fraction(board.encounter.map.ground_feet(grid.cell_at(point)))
    else:
        start_height = _eye_height(board, source)
    screens = Screens.of(board)
    place = grid.lattice(point)
    start = (Corner(grid.cell_at(point), place, place),)
    spaces = [
        (
            board.cells_of(target),
            _middle_height(board, board.token(target)),
            (source or NOBODY, target),
        )
        for target in target_ids
    ]
    shots = [
        Shot(*apart, start, tuple(_ends(board, apart[1], corners)), (start_height, height))
        for (_, height, apart), corners in zip(spaces, corners_of(screens, spaces), strict=True)
    ]
    return Volley(screens, shots)


def verdicts(board: Board, attacker_id: str, target_ids: Sequence[str]) -> Mapping[str, Verdict]:
    """Return the cover of many targets at once; a few microseconds each where the view is open."""
    volley = volley_between(board, attacker_id, target_ids)
    return {target: judge(board, volley, index)[1] for index, target in enumerate(target_ids)}


def volley_between(board: Board, attacker_id: str, target_ids: Sequence[str]) -> Volley:
    """Return the rays from all usable corners of the attacker to those of each target."""
    return _volley(board, [(attacker_id, target) for target in target_ids])


def _volley(board: Board, pairs: Sequence[tuple[str, str]]) -> Volley:
    """Return the rays of pairs (attacker, target), in this order."""
    screens = Screens.of(board)
    attackers = dict.fromkeys(attacker for attacker, _ in pairs)
    eyes = {attacker: _eye_height(board, attacker) for attacker in attackers}
    targets = dict.fromkeys(target for _, target in pairs)
    middles = {target: _middle_height(board, board.token(target)) for target in targets}
    spaces = []
    for pair in pairs:
        attacker, target = pair
        spaces.append((board.cells_of(attacker), eyes[attacker], pair))
        spaces.append((board.cells_of(target), middles[target], pair))
    corners = corners_of(screens, spaces)
    shots = []
    for i, (attacker, target) in enumerate(pairs):
        own_cells, height = board.cells_of(attacker), eyes[attacker]
        starts = [corner for corner in corners[2 * i] if not corner.cut_off_by]
        ends = _ends(board, target, corners[2 * i + 1])
        if board.conventions.lean_out:
            starts += leaning_corners(screens, own_cells, starts, height)
        if not starts:
            starts = _centers(board.grid, own_cells)
        heights = (height, middles[target])
        shots.append(Shot(attacker, target, tuple(starts), tuple(ends), heights))
    return Volley(screens, shots)


def _eye_height(board: Board, token_id: str) -> Fraction:
    """Return the height in feet at which a token's rays start: the top of its body."""
    token = board.token(token_id)
    return Fraction(board.elevation_of(token) + token.body_feet)


def _middle_height(board: Board, token: Token) -> Fraction:
    """Return the height in feet at which rays to a token end: the middle of its body."""
    return Fraction(2 * board.elevation_of(token) + token.body_feet, 2)


def _ends(board: Board, target_id: str, corners: list[Corner]) -> list[Corner]:
    """Return where rays to the target end: its corners, the centers where none can be used."""
    if all(corner.cut_off_by for corner in corners):
        return _centers(board.grid, board.cells_of(target_id))
    return corners


def _centers(grid: Grid, cells: Sequence[Cell]) -> list[Corner]:
    return [Corner(c, grid.lattice_center(c), grid.lattice_center(c)) for c in cells]


def judge(board: Board, volley: Volley, index: int) -> tuple[int, Verdict]:
    """Return the best corner for the attacker, and the verdict from there."""
    shot = volley.shots[index]
    ranks = _ranks(board, volley, index)
    best = ranks.index(min(ranks))
    grade, blocked, _ = ranks[best]
    total = volley.is_sealed[index]
    if total:
        grade = CoverGrade.TOTAL
    return best, Verdict(grade, blocked / len(shot.ends), not total)


def best_corners(board: Board, volley: Volley, index: int) -> list[int]:
    """Return all corners that are equally good for the attacker, the best."""
    ranks = _ranks(board, volley, index)
    best = min(ranks)
    return [corner for corner, rank in enumerate(ranks) if rank == best]


def _ranks(board: Board, volley: Volley, index: int) -> list[tuple[CoverGrade, int, int]]:
    """Return how good each corner is for the attacker, the lower the better.

    By the grade, short of total, then by the rays that are stopped, then by the distance.
    """
    count = len(volley.shots[index].ends)
    return [
        (_grade(board, stopped, count, _GRADES[best]), stopped, far)
        for stopped, best, far in volley.by_start[index]
    ]


_GRADES = tuple(CoverGrade)


def _grade(board: Board, blocked: int, rays: int, own: CoverGrade) -> CoverGrade:
    """Return the grade that one corner's rays give, short of total."""
    if not blocked:
        return CoverGrade.NONE
    if board.conventions.own_grade_at_any_ray:
        return min(own, CoverGrade.MAJOR)
    by_share = CoverGrade.MAJOR if 2 * blocked >= rays else CoverGrade.MINOR
    return min(by_share, own)


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

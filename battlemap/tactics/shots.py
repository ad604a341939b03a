"""Rays between the corners of spaces, many pairs at once, and what stops each of them.

Walls judge rays between corners inset by 1 % of a cell, so that a corner lies on its own side of a
wall on the border; props and creatures judge the same rays between the exact corners.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.bodies import edge_runs, inside_spans
from battlemap.geometry.rays import on_segment, segments_meet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.bodies import Span
    from battlemap.geometry.cell import Cell, LatticePoint
    from battlemap.tactics.screens import Body, Screen, Screens


NOBODY = ""
"""In place of the attacker's id where rays start at a mere point."""


@dataclass(frozen=True)
class Corner:
    """One end of rays: the exact place, and the inset one for walls."""

    cell: Cell
    exact: LatticePoint
    inset: LatticePoint
    cut_off_by: tuple[Screen, ...] = ()
    """What lies between the center of its cell and this corner; empty: it can be used."""


@dataclass(frozen=True)
class Stop:
    """What stops a ray, and how far along."""

    screen: Screen
    share: Fraction


@dataclass(frozen=True)
class Shot:
    """The rays of one pair: from each start to each end, in this order."""

    attacker: str
    target: str
    starts: tuple[Corner, ...]
    ends: tuple[Corner, ...]
    heights: tuple[Fraction, Fraction]
    """Feet above ground level in which a ray starts and ends."""


def corners_of(
    screens: Screens,
    spaces: Sequence[tuple[Sequence[Cell], Fraction, tuple[str, ...]]],
) -> list[list[Corner]]:
    """Return all corners of each space; those that can't be used say what cuts them off.

    Parameters
    ----------
    spaces
        For each its cells, the height in feet, and the ids of creatures that don't count.
    """
    # Each cell once: an attacker's cells come back with every target.
    wanted = {
        (cell, float(height)): height for cells, height, _ in spaces for cell in cells
    }  # as floats, which are exact for halves of feet and quicker to look up
    fresh = {key: height for key, height in wanted.items() if key not in screens.corners}
    if fresh:
        _make_corners(screens, [(cell, height) for (cell, _), height in fresh.items()])
    found: list[list[Corner]] = []
    for cells, height, apart in spaces:
        mine: list[Corner] = []
        level = float(height)
        for cell in cells:
            corners, meeting = screens.corners[cell, level]
            if meeting:
                corners = _closed_corners(screens, cell, height, apart)
            mine += corners
        found.append(mine)
    return found


def _closed_corners(
    screens: Screens, cell: Cell, height: Fraction, apart: tuple[str, ...]
) -> tuple[Corner, ...]:
    """Return the corners of a cell, those cut off in which bodies meet and close the point."""
    corners, meeting = screens.corners[cell, float(height)]
    # What is apart elsewhere makes no difference here.
    key = cell, float(height), tuple(creature for creature in apart if creature in meeting)
    known = screens.closed_corners.get(key)
    if known is None:
        closing = [screens.closing(corner.exact, apart, height) for corner in corners]
        known = tuple(
            replace(corner, cut_off_by=(*corner.cut_off_by, *bodies)) if bodies else corner
            for corner, bodies in zip(corners, closing, strict=True)
        )
        screens.closed_corners[key] = known
    return known


def _make_corners(screens: Screens, keys: Sequence[tuple[Cell, Fraction]]) -> None:
    """Remember the corners of cells at a height, cut off by walls alone so far.

    With them we keep whose bodies meet in any of them and may close it (None: of a prop).
    """
    grid = screens.grid
    rays = np.array(
        [
            (*grid.lattice_center(cell), *inset)
            for cell, _ in keys
            for inset in grid.lattice_corners(cell, inset=True)
        ],
        dtype=np.int64,
    ).reshape(-1, 4)
    met = screens.walls.met(rays).reshape(len(keys), -1).tolist()
    screens.look_at([corner for cell, _ in keys for corner in grid.lattice_corners(cell)])
    for (cell, height), met_there in zip(keys, met, strict=True):
        center = grid.lattice_center(cell)
        exact = grid.lattice_corners(cell)
        insets = grid.lattice_corners(cell, inset=True)
        corners = tuple(
            Corner(
                cell, place, inset, walls_between(screens, center, inset, height) if is_met else ()
            )
            for place, inset, is_met in zip(exact, insets, met_there, strict=True)
        )
        meeting = frozenset[str | None]().union(*map(screens.meeting, exact))
        screens.corners[cell, float(height)] = corners, meeting


def walls_between(
    screens: Screens, start: LatticePoint, end: LatticePoint, height: Fraction
) -> tuple[Screen, ...]:
    """Return the walls and shut doors that meet a short segment, those left out that lie lower."""
    box = (
        min(start[0], end[0]),
        min(start[1], end[1]),
        max(start[0], end[0]),
        max(start[1], end[1]),
    )
    return tuple(
        screens.of_walls[i]
        for i in screens.walls.near(box).tolist()
        if not screens.of_walls[i].is_below(height)
        and segments_meet(start, end, *_wall(screens, i))
    )


def _wall(screens: Screens, index: int) -> tuple[tuple[int, int], tuple[int, int]]:
    x0, y0, x1, y1 = screens.walls.ends[index].tolist()
    return (x0, y0), (x1, y1)


class Volley:
    """The rays of several shots, judged together.

    ``blocked``, ``opaque`` and ``grade`` say of each ray whether anything stops it, whether
    something that blocks sight does, and the best grade of what does.
    """

    def __init__(self, screens: Screens, shots: Sequence[Shot]) -> None:
        self._screens = screens
        self.shots = tuple(shots)
        self.first = [0]
        for shot in shots:
            self.first.append(self.first[-1] + len(shot.starts) * len(shot.ends))
        count = self.first[-1]
        self.blocked = np.zeros(count, dtype=bool)
        self.opaque = np.zeros(count, dtype=bool)
        self.grade = np.zeros(count, dtype=np.int8)
        self._pairs: NDArray[np.int64] = np.zeros((0, 2), dtype=np.int64)
        self._crossed: NDArray[np.int64] = np.zeros((0, 2), dtype=np.int64)
        """Pairs (ray, body), sorted by ray."""
        self._beside: NDArray[np.int64] = np.zeros((0, 2), dtype=np.int64)
        """Pairs in which the ray runs along the body or past its corner, sorted by ray."""
        self._unsettled = np.zeros(count, dtype=bool)
        """Rays that are stopped anyway: only the evidence asks for the seams beside them."""
        self._others: dict[int, list[Stop]] = {}
        if count:
            self._judge_walls()
            self._judge_bodies()
            self._judge_ends()

    @cached_property
    def _rays(self) -> NDArray[np.int64]:
        """[ray, x0 y0 x1 y1] between exact corners."""
        starts = _places([corner.exact for shot in self.shots for corner in shot.starts])
        ends = _places([corner.exact for shot in self.shots for corner in shot.ends])
        return np.concatenate([starts[self._start_of], ends[self._end_of]], axis=1)

    @cached_property
    def _inset_rays(self) -> NDArray[np.int64]:
        """The same between inset corners."""
        starts = _places([corner.inset for shot in self.shots for corner in shot.starts])
        ends = _places([corner.inset for shot in self.shots for corner in shot.ends])
        return np.concatenate([starts[self._start_of], ends[self._end_of]], axis=1)

    @cached_property
    def _shot_of(self) -> NDArray[np.int64]:
        """The place of each ray's shot."""
        return np.repeat(np.arange(len(self.shots)), np.diff(self.first))

    @cached_property
    def _counts(self) -> NDArray[np.int64]:
        """[2, shot]: how many starts and ends each shot has."""
        counts = [(len(shot.starts), len(shot.ends)) for shot in self.shots]
        return np.array(counts, dtype=np.int64).T

    @cached_property
    def _start_of(self) -> NDArray[np.int64]:
        """The place of each ray's start among the starts of all shots."""
        starts, ends = self._counts
        return np.repeat(np.arange(starts.sum()), np.repeat(ends, starts))

    @cached_property
    def _end_of(self) -> NDArray[np.int64]:
        """The place of each ray's end among the ends of all shots."""
        ends = self._counts[1]
        shot = self._shot_of
        within = np.arange(self.first[-1]) - np.array(self.first)[shot]
        found: NDArray[np.int64] = (np.cumsum(ends) - ends)[shot] + within % ends[shot]
        return found

    @cached_property
    def by_start(self) -> list[tuple[tuple[int, int, int], ...]]:
        """For each shot and start: rays stopped, the best grade of what does, and the distance.

        The distance is the sum of the squares of its rays' lengths, in the integer frame.
        """
        starts, ends = self._counts
        first = np.array(self.first[:-1])[np.repeat(np.arange(len(starts)), starts)]
        within = np.arange(starts.sum()) - np.repeat(np.cumsum(starts) - starts, starts)
        first = first + within * np.repeat(ends, starts)
        rays = self._rays
        dx, dy = rays[:, 2] - rays[:, 0], rays[:, 3] - rays[:, 1]
        stopped = np.add.reduceat(self.blocked.astype(np.int64), first).tolist()
        grade = np.maximum.reduceat(self.grade, first).tolist()
        far = np.add.reduceat(dx * dx + dy * dy, first).tolist()
        ranks = iter(zip(stopped, grade, far, strict=True))
        return [tuple(itertools.islice(ranks, len(shot.starts))) for shot in self.shots]

    @cached_property
    def is_sealed(self) -> list[bool]:
        """For each shot: something that blocks sight stops every ray."""
        found: list[bool] = np.logical_and.reduceat(self.opaque, self.first[:-1]).tolist()
        return found

    def locate(self, ray: int) -> tuple[Shot, Corner, Corner]:
        """Return the shot, start and end of a ray."""
        index = bisect_right(self.first, ray) - 1
        shot = self.shots[index]
        start, end = divmod(ray - self.first[index], len(shot.ends))
        return shot, shot.starts[start], shot.ends[end]

    def _judge_walls(self) -> None:
        screens = self._screens
        pairs = screens.walls.stops(self._inset_rays)
        if not len(pairs):
            return
        doubtful = screens.wall_has_top[pairs[:, 1]]
        if doubtful.any():
            keep = ~doubtful
            for i in np.nonzero(doubtful)[0].tolist():
                keep[i] = self._wall_stops(*pairs[i].tolist())
            pairs = pairs[keep]
        self.blocked[pairs[:, 0]] = True
        self.opaque[pairs[screens.wall_is_opaque[pairs[:, 1]], 0]] = True
        np.maximum.at(self.grade, pairs[:, 0], screens.wall_grade[pairs[:, 1]])
        self._pairs = pairs

    def _wall_stops(self, ray: int, wall: int) -> bool:
        shot, start, end = self.locate(ray)
        share = self._wall_share(start, end, wall)
        low, high = shot.heights
        return not self._screens.of_walls[wall].is_below(low + (high - low) * share)

    def _wall_share(self, start: Corner, end: Corner, wall: int) -> Fraction:
        a, b = _wall(self._screens, wall)
        p, q = start.inset, end.inset
        at_p = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
        at_q = (b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0])
        return Fraction(at_p, at_p - at_q)

    def _judge_bodies(self) -> None:
        screens = self._screens
        if not screens.bodies:
            return
        crossing, grazing = screens.body_index.touching(self._rays)
        shot_of = self._shot_of
        crossing = crossing[self._strange(crossing, shot_of)]
        lowest, highest = (
            np.array([float(pick(shot.heights)) for shot in self.shots]) for pick in (min, max)
        )
        top = screens.body_top[crossing[:, 1]]
        over = lowest[shot_of[crossing[:, 0]]] > top
        doubtful = ~over & (highest[shot_of[crossing[:, 0]]] > top)
        keep = ~over
        for i in np.nonzero(doubtful)[0].tolist():
            keep[i] = self._first_met(*crossing[i].tolist()) is not None
        crossing = crossing[keep]
        self.blocked[crossing[:, 0]] = True
        self.opaque[crossing[screens.body_is_opaque[crossing[:, 1]], 0]] = True
        np.maximum.at(self.grade, crossing[:, 0], screens.body_grade[crossing[:, 1]])
        self._crossed = _by_ray(crossing)
        self._beside = _by_ray(grazing[self._strange(grazing, shot_of)])
        self._settle_seams()

    def _settle_seams(self) -> None:
        """Judge the seams beside each ray, where they could change what is known of it."""
        screens, count = self._screens, len(self.blocked)
        rays, bodies = self._beside.T
        beside = np.bincount(rays, minlength=count)
        # Bodies that a ray crosses may meet those beside it, corner to corner.
        between = (beside > 0) & (beside + np.bincount(self._crossed[:, 0], minlength=count) > 1)
        best = np.zeros(count, dtype=np.int8)
        np.maximum.at(best, rays, screens.body_grade[bodies])
        opaque = np.zeros(count, dtype=bool)
        opaque[rays[screens.body_is_opaque[bodies]]] = True
        matters = ~self.blocked | (self.grade < best) | (opaque & ~self.opaque)
        self._unsettled = between & ~matters
        judged = np.nonzero(between & matters)[0].tolist()
        near = {ray: self._bodies_beside(ray) for ray in judged}
        screens.look_at(p for found in near.values() for body in found for p in body.outline.points)
        for ray, found in near.items():
            self._judge_seams(ray, found)

    def _bodies_beside(self, ray: int) -> list[Body]:
        return [self._screens.bodies[index] for index in _of_ray(self._beside, ray)]

    def _strange(self, pairs: NDArray[np.int64], shot_of: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return the pairs (ray, body) whose body is neither the attacker's nor the target's."""
        index = {token: i for i, token in enumerate(self._screens.board.encounter.tokens)}
        index[NOBODY] = -2
        ends = np.array([(index[s.attacker], index[s.target]) for s in self.shots])
        owner = self._screens.body_owner[pairs[:, 1]]
        mine = ends[shot_of[pairs[:, 0]]]
        strange: NDArray[np.bool_] = (owner != mine[:, 0]) & (owner != mine[:, 1])
        return strange

    def _first_met(self, ray: int, index: int) -> Fraction | None:
        """Return how far along a ray meets a body that it does not pass over, or None."""
        shot, start, end = self.locate(ray)
        body = self._screens.bodies[index]
        for span in inside_spans(body.outline, start.exact, end.exact):
            if not _clears(span, body.screen, shot.heights):
                return span[0]
        return None

    def _judge_seams(self, ray: int, bodies: Sequence[Body]) -> None:
        """Stop a ray that would slip between bodies that touch, along a seam or at a corner."""
        shot, start, end = self.locate(ray)
        p, q = start.exact, end.exact
        runs: dict[int, list[tuple[int, int, Body]]] = {1: [], -1: []}
        shared: dict[LatticePoint, None] = {}
        for body in bodies:
            met = body.outline.corners_on_line(p, q)
            if len(met) > 1:
                for first, last, where in edge_runs(body.outline, p, q):
                    runs[where].append((first, last, body))
            shared.update(dict.fromkeys(point for point in met if on_segment(p, q, point)))
        length = (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2
        for one, other in itertools.product(runs[1], runs[-1]):
            first, last = max(one[0], other[0]), min(one[1], other[1])
            if first < last:
                span = Fraction(first, length), Fraction(last, length)
                pair = (other[2], one[2])
                if not any(_clears(span, body.screen, shot.heights) for body in pair):
                    for body in pair:
                        self._add(ray, Stop(body.screen, span[0]))
        low, high = shot.heights
        apart = (shot.attacker, shot.target)
        for point in shared:
            if not self._screens.may_close(point, apart):
                continue
            share = _share(p, q, point)
            height = low + (high - low) * share
            for screen in self._screens.closing(point, apart, height):
                self._add(ray, Stop(screen, share))

    def _judge_ends(self) -> None:
        """Count the target's corners that can't be used as blocked."""
        for first, shot in zip(self.first, self.shots, strict=False):
            cut_off = [(j, end.cut_off_by) for j, end in enumerate(shot.ends) if end.cut_off_by]
            for j, screens in cut_off:
                for screen in screens:
                    for i in range(len(shot.starts)):
                        self._add(first + i * len(shot.ends) + j, Stop(screen, Fraction(1)))

    def _add(self, ray: int, stop: Stop) -> None:
        self.blocked[ray] = True
        self.opaque[ray] |= stop.screen.blocks_sight
        self.grade[ray] = max(int(self.grade[ray]), int(stop.screen.grade))
        self._others.setdefault(ray, []).append(stop)

    def stops(self, ray: int) -> list[Stop]:
        """Return everything that stops a ray, the nearest first."""
        if self._unsettled[ray]:
            self._unsettled[ray] = False
            at_its_end = self._others.pop(ray, [])
            self._judge_seams(ray, self._bodies_beside(ray))
            self._others.setdefault(ray, []).extend(at_its_end)
        _, start, end = self.locate(ray)
        found = [
            Stop(self._screens.of_walls[wall], self._wall_share(start, end, wall))
            for wall in _of_ray(self._pairs, ray)
        ]
        for index in _of_ray(self._crossed, ray):
            share = self._first_met(ray, index)
            if share is not None:
                found.append(Stop(self._screens.bodies[index].screen, share))
        found.extend(self._others.get(ray, ()))
        found.sort(key=lambda stop: stop.share)
        return found


def _places(points: list[LatticePoint]) -> NDArray[np.int64]:
    flat = itertools.chain.from_iterable(points)
    return np.fromiter(flat, dtype=np.int64, count=2 * len(points)).reshape(-1, 2)


def _by_ray(pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return pairs (ray, something) in the order of rays."""
    return pairs[np.argsort(pairs[:, 0], kind="stable")]


def _of_ray(pairs: NDArray[np.int64], ray: int) -> list[int]:
    """Return what belongs to a ray, of pairs (ray, something) in the order of rays."""
    low, high = np.searchsorted(pairs[:, 0], [ray, ray + 1])
    found: list[int] = pairs[low:high, 1].tolist()
    return found


def _share(p: LatticePoint, q: LatticePoint, point: LatticePoint) -> Fraction:
    for axis in (0, 1):
        if p[axis] != q[axis]:
            return Fraction(point[axis] - p[axis], q[axis] - p[axis])
    return Fraction(0)


def _clears(span: Span, screen: Screen, heights: tuple[Fraction, Fraction]) -> bool:
    """Tell whether the ray stays above the screen all along *span*."""
    lowest = min(heights[0] + (heights[1] - heights[0]) * share for share in span)
    return screen.is_below(lowest)

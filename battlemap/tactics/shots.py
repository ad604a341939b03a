"""Rays between the corners of spaces, many pairs at once, and what stops each of them.

Walls judge rays between corners inset by 1 % of a cell, so that a corner lies on its own side of a
wall on the border; props and creatures judge the same rays between the exact corners.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.bodies import inside_spans
from battlemap.geometry.grid import GridKind
from battlemap.tactics import seams
from battlemap.tactics.heights import clears, passes_over, stands_up_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from battlemap.tactics.corners import Corner
    from battlemap.tactics.screens import Screen, Screens


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
    """Cheaper where many shots have the very same tuple."""
    ends: tuple[Corner, ...]
    heights: tuple[float, float]
    """Feet above ground level in which a ray starts and ends: whole or half ones."""


class Volley:
    """The rays of several shots, judged together.

    ``blocked``, ``opaque`` and ``grade`` say of each ray whether anything stops it, whether
    something that blocks sight does, and the best grade of what does. ``first`` says where the
    rays of each shot begin.
    """

    def __init__(self, screens: Screens, shots: Sequence[Shot]) -> None:
        self._screens = screens
        self.shots = tuple(shots)
        self._lay_out()
        count = self.first[-1]
        self.blocked = np.zeros(count, dtype=bool)
        self.opaque = np.zeros(count, dtype=bool)
        self.grade = np.zeros(count, dtype=np.int8)
        none = np.zeros((2, 0), dtype=np.int64)
        self._walls: NDArray[np.int64] = none
        """Rays and the walls that stop them, [2, pair]."""
        self._crossed: NDArray[np.int64] = none
        """Rays and the bodies that stop them."""
        self._beside: NDArray[np.int64] = none
        """Rays and the bodies that they run along, or past a corner of."""
        self._unsettled = np.zeros(count, dtype=bool)
        """Rays that are stopped anyway: only the evidence asks for the seams beside them."""
        self._seams: dict[int, list[Stop]] = {}
        if count:
            self._judge_walls()
            if screens.bodies:
                self._judge_bodies()
            self._judge_ends()

    def _lay_out(self) -> None:
        """Give each ray its place, and the places of its shot, start and end."""
        begins: dict[int, int] = {}
        starts: list[Corner] = []
        for shot in self.shots:
            if id(shot.starts) not in begins:
                begins[id(shot.starts)] = len(starts)
                starts += shot.starts
        ends = list(itertools.chain.from_iterable([shot.ends for shot in self.shots]))
        self._ends = ends
        counts = np.array(
            [(len(s.starts), len(s.ends), begins[id(s.starts)]) for s in self.shots], dtype=np.int64
        ).reshape(-1, 3)
        self.start_counts, self.end_counts, begin = counts.T
        sizes = self.start_counts * self.end_counts
        after = sizes.cumsum()
        self.first: list[int] = [0, *after.tolist()]
        self._shot_of = shot_of = np.arange(len(counts)).repeat(sizes)
        within = np.arange(len(shot_of)) - (after - sizes)[shot_of]
        start, end = np.divmod(within, self.end_counts[shot_of])
        self._end_of = (self.end_counts.cumsum() - self.end_counts)[shot_of] + end
        at_start, at_end = _places(starts, begin[shot_of] + start), _places(ends, self._end_of)
        self._rays = np.concatenate([at_start[:, :2], at_end[:, :2]], axis=1)
        """[ray, x0 y0 x1 y1] between exact corners."""
        self._inset_rays = np.concatenate([at_start[:, 2:], at_end[:, 2:]], axis=1)
        """The same between inset ones."""
        heights = np.array([shot.heights for shot in self.shots], dtype=float).reshape(-1, 2)
        self._heights = heights
        """[shot, 2]: in which its rays start and end."""
        self._lowest, self._highest = heights.min(axis=1), heights.max(axis=1)

    @cached_property
    def first_starts(self) -> NDArray[np.int64]:
        """Where the starts of each shot begin among the starts of all shots, as in ``by_start``."""
        found: NDArray[np.int64] = self.start_counts.cumsum() - self.start_counts
        return found

    @cached_property
    def by_start(self) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int64]]:
        """For each start of each shot: rays stopped, the best grade of what does, and the distance.

        The distance is the sum of the squares of its rays' lengths, in units of the integer frame.
        """
        counts = np.repeat(self.end_counts, self.start_counts)
        first = counts.cumsum() - counts
        dx, dy = (self._rays[:, 2:] - self._rays[:, :2]).T
        squares = dx * dx + dy * dy
        if self._screens.grid.kind is not GridKind.SQUARE:
            squares += dx * dy  # its axes are 60 degrees apart there
        return (
            np.add.reduceat(self.blocked, first, dtype=np.int64),
            np.maximum.reduceat(self.grade, first),
            np.add.reduceat(squares, first),
        )

    @cached_property
    def is_sealed(self) -> NDArray[np.bool_]:
        """For each shot: something that blocks sight stops every ray."""
        return np.logical_and.reduceat(self.opaque, self.first[:-1])

    def locate(self, ray: int) -> tuple[Shot, Corner, Corner]:
        """Return the shot, start and end of a ray."""
        index = bisect_right(self.first, ray) - 1
        shot = self.shots[index]
        start, end = divmod(ray - self.first[index], len(shot.ends))
        return shot, shot.starts[start], shot.ends[end]

    def _judge_walls(self) -> None:
        screens, rays = self._screens, self._inset_rays
        ray, wall = screens.walls.stops(rays)
        if not len(ray):
            return
        keep, doubtful = self._by_height(ray, screens.wall_top[wall])
        if len(doubtful):
            at_ends = screens.walls.beside(rays, ray[doubtful], wall[doubtful])
            heights, top = self._heights[self._shot_of[ray[doubtful]]].T, screens.wall_top[wall]
            keep[doubtful] = ~passes_over(heights, top[doubtful], *at_ends)
        self._walls = np.stack([ray[keep], wall[keep]])
        self._stop(self._walls, screens.wall_is_opaque, screens.wall_grade)

    def _judge_bodies(self) -> None:
        screens = self._screens
        index, place_of = screens.body_index, screens.place_of
        apart = np.array([(place_of[s.attacker], place_of[s.target]) for s in self.shots]).T
        (ray, body), self._beside = index.touching(
            self._rays, screens.body_owner, [one.take(self._shot_of) for one in apart]
        )
        keep, doubtful = self._by_height(ray, screens.body_top[body])
        if len(doubtful):
            bent = index.bent[body[doubtful]]
            for i in doubtful[bent].tolist():
                keep[i] = self._first_met(int(ray[i]), int(body[i])) is not None
            doubtful = doubtful[~bent]
            at_ends = index.along_edges(self._rays[ray[doubtful]].T.astype(float), body[doubtful])
            heights, top = self._heights[self._shot_of[ray[doubtful]]].T, screens.body_top[body]
            keep[doubtful] = stands_up_to(heights, top[doubtful], *at_ends)
        self._crossed = np.stack([ray[keep], body[keep]])
        self._stop(self._crossed, screens.body_is_opaque, screens.body_grade)
        if self._beside.size:
            self._settle_seams()

    def _by_height(
        self, ray: NDArray[np.int64], top: NDArray[np.float64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Return which pairs of a ray and something with a top may meet, and which may not."""
        if not len(ray) or self._highest.max() <= top.min():
            return np.ones(len(ray), dtype=bool), ray[:0]
        shot = self._shot_of[ray]
        keep = self._lowest[shot] <= top
        return keep, np.nonzero(keep & (self._highest[shot] > top))[0]

    def _stop(
        self, pairs: NDArray[np.int64], is_opaque: NDArray[np.bool_], grade: NDArray[np.int8]
    ) -> None:
        ray, screen = pairs
        self.blocked[ray] = True
        self.opaque[ray[is_opaque[screen]]] = True
        np.maximum.at(self.grade, ray, grade[screen])

    def _settle_seams(self) -> None:
        """Judge the seams beside each ray, where they could change what is known of it."""
        screens, count = self._screens, len(self.blocked)
        ray, body = self._beside
        beside = np.bincount(ray, minlength=count)
        # Bodies that a ray crosses may meet those beside it, corner to corner.
        between = (beside > 0) & (beside + np.bincount(self._crossed[0], minlength=count) > 1)
        best = np.zeros(count, dtype=np.int8)
        np.maximum.at(best, ray, screens.body_grade[body])
        opaque = np.zeros(count, dtype=bool)
        opaque[ray[screens.body_is_opaque[body]]] = True
        matters = ~self.blocked | (self.grade < best) | (opaque & ~self.opaque)
        self._unsettled = between & ~matters
        judged = (between & matters)[ray]
        if not judged.any():
            return
        found, doubtful = seams.met_beside(
            screens, self._rays, ray[judged], body[judged], self._apart_and_heights
        )
        if found:
            pairs = np.array(found, dtype=np.int64).T
            self._stop(pairs, screens.body_is_opaque, screens.body_grade)
            self._unsettled[pairs[0]] = True
        for one in doubtful:
            self._judge_seams(one)

    def _apart_and_heights(self, ray: int) -> tuple[tuple[str, str], tuple[float, float]]:
        shot = self.shots[self._shot_of[ray]]
        return (shot.attacker, shot.target), shot.heights

    def _judge_seams(self, ray: int) -> None:
        """Judge the seams beside a ray with all evidence."""
        self._unsettled[ray] = False
        shot, start, end = self.locate(ray)
        bodies = [self._screens.bodies[index] for index in self._beside_of[ray]]
        apart = (shot.attacker, shot.target)
        found = [
            Stop(screen, share)
            for screen, share in seams.stops_beside(
                self._screens, bodies, start.exact, end.exact, shot.heights, apart
            )
        ]
        self._seams[ray] = found
        for stop in found:
            self.blocked[ray] = True
            self.opaque[ray] |= stop.screen.blocks_sight
            self.grade[ray] = max(int(self.grade[ray]), int(stop.screen.grade))

    def _judge_ends(self) -> None:
        """Count the target's corners that can't be used as blocked."""
        cut_off = [(i, end.cut_off_by) for i, end in enumerate(self._ends) if end.cut_off_by]
        if not cut_off:
            return
        is_cut, is_opaque = np.zeros((2, len(self._ends)), dtype=bool)
        grade = np.zeros(len(self._ends), dtype=np.int8)
        for i, screens in cut_off:
            is_cut[i] = True
            is_opaque[i] = any(screen.blocks_sight for screen in screens)
            grade[i] = max(screen.grade for screen in screens)
        self.blocked |= is_cut[self._end_of]
        self.opaque |= is_opaque[self._end_of]
        np.maximum(self.grade, grade[self._end_of], out=self.grade)

    def stops(self, ray: int) -> list[Stop]:
        """Return everything that stops a ray, the nearest first."""
        if self._unsettled[ray]:
            self._judge_seams(ray)
        _, start, end = self.locate(ray)
        found = [
            Stop(self._screens.of_walls[wall], self._wall_share(start, end, wall))
            for wall in self._walls_of[ray]
        ]
        for index in self._crossed_of[ray]:
            share = self._first_met(ray, index)
            if share is not None:
                found.append(Stop(self._screens.bodies[index].screen, share))
        found.extend(self._seams.get(ray, ()))
        found.extend(Stop(screen, Fraction(1)) for screen in end.cut_off_by)
        found.sort(key=lambda stop: stop.share)
        return found

    @cached_property
    def _walls_of(self) -> list[list[int]]:
        """``_walls`` of each ray, in order."""
        return _by_ray(self._walls, self.first[-1])

    @cached_property
    def _crossed_of(self) -> list[list[int]]:
        return _by_ray(self._crossed, self.first[-1])

    @cached_property
    def _beside_of(self) -> list[list[int]]:
        return _by_ray(self._beside, self.first[-1])

    def _wall_share(self, start: Corner, end: Corner, wall: int) -> Fraction:
        a, b = self._screens.wall_ends(wall)
        p, q = start.inset, end.inset
        at_p = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
        at_q = (b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0])
        return Fraction(at_p, at_p - at_q)

    def _first_met(self, ray: int, index: int) -> Fraction | None:
        """Return how far along a ray meets a body that it does not pass over, or None."""
        shot, start, end = self.locate(ray)
        body = self._screens.bodies[index]
        for span in inside_spans(body.outline, start.exact, end.exact):
            if not clears(span, body.screen, shot.heights):
                return span[0]
        return None


def _places(corners: list[Corner], which: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the exact and the inset places of corners, four numbers each."""
    flat = itertools.chain.from_iterable([(*corner.exact, *corner.inset) for corner in corners])
    return np.fromiter(flat, dtype=np.int64, count=4 * len(corners)).reshape(-1, 4)[which]


def _by_ray(pairs: NDArray[np.int64], count: int) -> list[list[int]]:
    """Return what belongs to each of *count* rays, in order."""
    ray, thing = pairs
    if not len(ray):
        return [[]] * count
    order = np.lexsort((thing, ray))
    things, bounds = thing[order].tolist(), ray[order].searchsorted(np.arange(count + 1)).tolist()
    return [things[low:high] for low, high in itertools.pairwise(bounds)]

"""Everything that stops rays: walls, shut doors, props, and creatures where they count."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.bodies import BodyIndex, Outline, cells_outlines, pinch
from battlemap.model.obstacle import CoverGrade
from battlemap.tactics.barriers import Barriers, Screen
from battlemap.tactics.recent import Recent

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell, LatticePoint
    from battlemap.geometry.grid import Grid
    from battlemap.geometry.rays import SegmentIndex
    from battlemap.tactics.board import Board

__all__ = ["Body", "Screen", "Screens"]


@dataclass(frozen=True)
class Body:
    """A screen that has an interior; ``creature`` names the token whose body it is."""

    screen: Screen
    outline: Outline
    creature: str | None = None


@dataclass(frozen=True, eq=False)
class Screens:
    """The screens of one board."""

    board: Board

    @classmethod
    def of(cls, board: Board) -> Screens:
        """Return the screens of this very board, made once."""
        return _recent.get((board,), lambda: cls(board))

    @property
    def grid(self) -> Grid:
        """The map's grid."""
        return self.board.grid

    @cached_property
    def _barriers(self) -> Barriers:
        return Barriers.of(self.board.grid, self.board.encounter.map.obstacles)

    @property
    def walls(self) -> SegmentIndex:
        """The segments of walls and shut doors."""
        return self._barriers.screen_index

    @property
    def of_walls(self) -> tuple[Screen, ...]:
        """What the segments of ``walls`` are."""
        return self._barriers.screens

    @property
    def wall_has_top(self) -> NDArray[np.bool_]:
        """Which of ``walls`` a ray may pass over."""
        return self._barriers.screen_has_top

    @property
    def wall_is_opaque(self) -> NDArray[np.bool_]:
        """Which of ``walls`` block sight."""
        return self._barriers.screen_is_opaque

    @property
    def wall_grade(self) -> NDArray[np.int8]:
        """The cover that each of ``walls`` gives at best."""
        return self._barriers.screen_grade

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Props, and creatures where the conventions count them; those that are out give none."""
        board = self.board
        found = [Body(screen, shape) for screen, shape in self._barriers.bodies]
        grade = board.conventions.creatures_cover
        if grade is not CoverGrade.NONE:
            for token in board.encounter.tokens.values():
                if board.reading.is_out(token):
                    continue
                top = board.elevation_of(token) + token.body_feet
                screen = Screen(token.id, token.name, grade, blocks_sight=False, top_feet=top)
                shapes = _outlines(board.grid, board.cells_of(token.id))
                found.extend(Body(screen, shape, token.id) for shape in shapes)
        return tuple(found)

    @cached_property
    def body_index(self) -> BodyIndex:
        """The outlines of ``bodies``, in the same order."""
        return BodyIndex([body.outline for body in self.bodies])

    @cached_property
    def body_top(self) -> NDArray[np.float64]:
        """The height in feet above which a ray passes over each of ``bodies``; may be infinite."""
        tops = [body.screen.top_feet for body in self.bodies]
        return np.array([np.inf if top is None else top for top in tops], dtype=float)

    @cached_property
    def body_is_opaque(self) -> NDArray[np.bool_]:
        """Which of ``bodies`` block sight."""
        return np.array([body.screen.blocks_sight for body in self.bodies], dtype=bool)

    @cached_property
    def body_grade(self) -> NDArray[np.int8]:
        """The cover that each of ``bodies`` gives at best."""
        return np.array([int(body.screen.grade) for body in self.bodies], dtype=np.int8)

    @cached_property
    def body_owner(self) -> NDArray[np.int64]:
        """Whose body each of ``bodies`` is: the token's place in the encounter; -1 for props."""
        index = {token: i for i, token in enumerate(self.board.encounter.tokens)}
        owners = [-1 if body.creature is None else index[body.creature] for body in self.bodies]
        return np.array(owners, dtype=np.int64)

    def closing(
        self, point: LatticePoint, apart: tuple[str, ...], height: Fraction
    ) -> tuple[Screen, ...]:
        """Return the bodies that meet in a point corner to corner and close it; none: it is open.

        The bodies of the creatures *apart* don't count, nor those below *height* in feet.
        """
        indexes = self._pinch(point)
        if not indexes:
            return ()
        left = tuple(
            i
            for i in indexes
            if self.bodies[i].creature not in apart and not self.bodies[i].screen.is_below(height)
        )
        if len(left) < len(indexes):
            key = point, left
            if key not in self._smaller:
                self._smaller[key] = pinch([self.bodies[i].outline for i in left], point) != ()
            if not self._smaller[key]:
                return ()
        return tuple(self.bodies[i].screen for i in left)

    def _pinch(self, point: LatticePoint) -> tuple[int, ...]:
        """Return the indexes of all bodies that meet in a point and close it."""
        found = self._pinches.get(point)
        if found is None:
            found = ()
            if point in self._corners:
                x, y = point
                bucket = self._buckets.get((x // _BUCKET, y // _BUCKET), ())
                near = [*bucket, *self._large]
                met = pinch([self.bodies[i].outline for i in near], point)
                found = tuple(sorted(near[i] for i in met))
            self._pinches[point] = found
        return found

    @cached_property
    def _pinches(self) -> dict[LatticePoint, tuple[int, ...]]:
        return {}

    @cached_property
    def _smaller(self) -> dict[tuple[LatticePoint, tuple[int, ...]], bool]:
        """Whether a point is still closed by these bodies, without those apart."""
        return {}

    @cached_property
    def _corners(self) -> frozenset[LatticePoint]:
        return frozenset(point for body in self.bodies for point in body.outline.points)

    @cached_property
    def _buckets(self) -> dict[tuple[int, int], list[int]]:
        """Which small bodies may touch a point, by the bucket in which the point lies."""
        found: dict[tuple[int, int], list[int]] = {}
        for index, body in enumerate(self.bodies):
            if index not in self._large:
                left, top, right, bottom = (side // _BUCKET for side in body.outline.box)
                for x in range(left, right + 1):
                    for y in range(top, bottom + 1):
                        found.setdefault((x, y), []).append(index)
        return found

    @cached_property
    def _large(self) -> frozenset[int]:
        """Bodies that would fill too many buckets."""
        return frozenset(
            index
            for index, body in enumerate(self.bodies)
            if body.outline.box[2] - body.outline.box[0] > 8 * _BUCKET
            or body.outline.box[3] - body.outline.box[1] > 8 * _BUCKET
        )


_BUCKET = 3000
"""Side of a bucket in the integer frame: a hex, or three squares."""


@lru_cache(maxsize=4096)
def _outlines(grid: Grid, cells: tuple[Cell, ...]) -> tuple[Outline, ...]:
    return cells_outlines(grid, cells)


_recent: Recent[Screens] = Recent()

"""Everything that stops rays: walls, shut doors, props, and creatures where they count."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.bodies import BodyIndex, Outline, cells_outlines, pinches
from battlemap.model.obstacle import CoverGrade
from battlemap.tactics.barriers import Barriers, Screen
from battlemap.tactics.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from battlemap.geometry.cell import LatticePoint
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
                shapes = cells_outlines(board.grid, board.cells_of(token.id))
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

    @cached_property
    def _pinches(self) -> Mapping[LatticePoint, tuple[int, ...]]:
        return pinches([body.outline for body in self.bodies])

    def closed_points(self, apart: tuple[str, ...]) -> Mapping[LatticePoint, tuple[Screen, ...]]:
        """Return the points in which bodies meet corner to corner, with what meets there.

        The bodies of the creatures *apart* don't count.
        """
        found = {}
        for point, indexes in self._pinches.items():
            left = [i for i in indexes if self.bodies[i].creature not in apart]
            if len(left) < len(indexes) and point not in pinches(
                [self.bodies[i].outline for i in left]
            ):
                continue
            found[point] = tuple(self.bodies[i].screen for i in left)
        return found


_recent: Recent[Screens] = Recent()

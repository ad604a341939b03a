"""Everything that stops rays: walls, shut doors, props, and creatures where they count."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.bodies import Outline, cells_outlines, pinch
from battlemap.geometry.body_index import BodyIndex
from battlemap.model.obstacle import CoverGrade
from battlemap.tactics.barriers import Barriers, Screen
from battlemap.tactics.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell, LatticePoint
    from battlemap.geometry.grid import Grid
    from battlemap.geometry.rays import SegmentIndex
    from battlemap.model.token import Token
    from battlemap.tactics.board import Board
    from battlemap.tactics.corners import Corner

__all__ = ["NOBODY", "Body", "Screen", "Screens"]

NOBODY = ""
"""In place of the attacker's id where rays start at a mere point."""


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
    known_bodies: dict[str, tuple[Token, tuple[Body, ...]]] = field(default_factory=dict)
    """The bodies of creatures by their ids, each with the very token that it was made from."""
    earlier_index: BodyIndex | None = None
    """An index that holds most of the bodies."""

    @classmethod
    def of(cls, board: Board) -> Screens:
        """Return the screens of this very board, made once."""
        return _recent.get((board,), lambda: cls._after_a_move(board))

    @classmethod
    def _after_a_move(cls, board: Board) -> Screens:
        for earlier in _recent:
            known = earlier.board
            if known.encounter.map is board.encounter.map and known.reading is board.reading:
                index = vars(earlier).get("body_index", earlier.earlier_index)
                tokens, made = board.encounter.tokens, earlier.known_bodies
                return cls(board, {key: made[key] for key in tokens if key in made}, index)
        return cls(board)

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
    def wall_top(self) -> NDArray[np.float64]:
        """The height in feet above which a ray passes over each of ``walls``; may be infinite."""
        return self._barriers.screen_top

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
        found = list(_of_props(self._barriers))
        if board.conventions.creatures_cover is not CoverGrade.NONE:
            for token in board.encounter.tokens.values():
                found += self._bodies_of(token)
        return tuple(found)

    def _bodies_of(self, token: Token) -> tuple[Body, ...]:
        """Return the body of one creature, an earlier one as long as the token is the same."""
        known = self.known_bodies.get(token.id)
        if known is not None and known[0] is token:
            return known[1]
        board = self.board
        if board.reading.is_out(token):
            found: tuple[Body, ...] = ()
        else:
            top = board.elevation_of(token) + token.body_feet
            grade = board.conventions.creatures_cover
            screen = Screen(token.id, token.name, grade, blocks_sight=False, top_feet=top)
            shapes = _outlines(board.grid, board.cells_of(token.id))
            found = tuple(Body(screen, shape, token.id) for shape in shapes)
        self.known_bodies[token.id] = token, found
        return found

    @cached_property
    def body_index(self) -> BodyIndex:
        """The outlines of ``bodies``, in the same order."""
        return BodyIndex([body.outline for body in self.bodies], self.earlier_index)

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
    def place_of(self) -> Mapping[str, int]:
        """The place of each token in the encounter; -2 for nobody."""
        return {NOBODY: -2, **{token: i for i, token in enumerate(self.board.encounter.tokens)}}

    @cached_property
    def body_owner(self) -> NDArray[np.int64]:
        """Whose body each of ``bodies`` is, by ``place_of``; -1 for props."""
        index = self.place_of
        owners = [-1 if body.creature is None else index[body.creature] for body in self.bodies]
        return np.array(owners, dtype=np.int64)

    @property
    def corners_behind_walls(self) -> dict[tuple[Cell, float], tuple[Corner, ...]]:
        """What ``corners_of`` has found so far, by cell and height; walls alone cut corners off."""
        return self._barriers.corners

    def wall_ends(self, index: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return both ends of one of ``walls``."""
        x0, y0, x1, y1 = self.walls.ends[index].tolist()
        return (x0, y0), (x1, y1)

    def look_at(self, points: Iterable[LatticePoint]) -> None:
        """Find out which bodies touch in points, all at once; it is remembered."""
        fresh = [point for point in dict.fromkeys(points) if point not in self._touching]
        if not fresh:
            return
        self._touching.update(dict.fromkeys(fresh, ()))
        places, bodies = self.body_index.on_borders(np.array(fresh, dtype=float))
        several = np.bincount(places, minlength=len(fresh))[places] > 1
        for place, body in zip(places[several].tolist(), bodies[several].tolist(), strict=True):
            self._touching[fresh[place]] += (body,)

    def touching(self, point: LatticePoint) -> tuple[int, ...]:
        """Return the indexes of the bodies that touch in a point, if there are at least two."""
        if not self.bodies:
            return ()
        if point not in self._touching:
            self.look_at([point])
        return self._touching[point]

    def where_several_touch(self, points: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell of each point [n, 2] whether at least two bodies touch in it."""
        keys = points[:, 0].astype(np.int64) * 2**32 + points[:, 1].astype(np.int64)
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        places, _ = self.body_index.on_borders(points[first])
        several: NDArray[np.bool_] = np.bincount(places, minlength=len(first)) > 1
        return several[which]

    def met_at_corners(self, cells: Iterable[Cell]) -> Mapping[Cell, frozenset[str | None]]:
        """Return whose bodies touch others in corners of cells, at least of these; None: a prop.

        Cells in whose corners nothing may be closed have no entry.
        """
        if not self.bodies:
            return {}
        fresh = [cell for cell in cells if cell not in self._cells_seen]
        if fresh:
            self._cells_seen.update(fresh)
            corners = {cell: self.grid.lattice_corners(cell) for cell in fresh}
            self.look_at(point for points in corners.values() for point in points)
            owners, known = self._creatures, self._touching
            for cell, points in corners.items():
                met = frozenset([owners[i] for point in points for i in known.get(point, ())])
                if met:
                    self._met[cell] = met
        return self._met

    def counting(
        self, point: LatticePoint, apart: tuple[str, ...], height: float | Fraction
    ) -> tuple[int, ...]:
        """Return which bodies that touch in a point may close it, if there are at least two.

        The bodies of the creatures *apart* don't count, nor those below *height* in feet.
        """
        owners, bodies = self._creatures, self.bodies
        left = [i for i in self.touching(point) if owners[i] not in apart]
        if len(left) < 2:
            return ()
        counting = tuple(i for i in left if not bodies[i].screen.is_below(height))
        return counting if len(counting) > 1 else ()

    def closing(self, point: LatticePoint, counting: tuple[int, ...]) -> tuple[Screen, ...]:
        """Return the bodies, if they meet corner to corner and close the point; none: it is open.

        Parameters
        ----------
        counting
            What the method of this name said of the point.
        """
        if not counting:
            return ()
        bodies = [self.bodies[i] for i in counting]
        closed = _is_pinch(tuple(body.outline for body in bodies), point)
        return tuple(body.screen for body in bodies) if closed else ()

    @cached_property
    def _creatures(self) -> list[str | None]:
        """Whose body each of ``bodies`` is."""
        return [body.creature for body in self.bodies]

    @cached_property
    def _cells_seen(self) -> set[Cell]:
        return set()

    @cached_property
    def _met(self) -> dict[Cell, frozenset[str | None]]:
        return {}

    @cached_property
    def closed_corners(self) -> dict[object, tuple[Corner, ...]]:
        """What ``corners_of`` has found so far, by space and by whose bodies don't count there."""
        return {}

    @cached_property
    def _touching(self) -> dict[LatticePoint, tuple[int, ...]]:
        return {}


@lru_cache(maxsize=8)
def _of_props(barriers: Barriers) -> tuple[Body, ...]:
    return tuple(Body(screen, shape) for screen, shape in barriers.bodies)


@lru_cache(maxsize=4096)
def _is_pinch(outlines: tuple[Outline, ...], point: LatticePoint) -> bool:
    return pinch(outlines, point) != ()


@lru_cache(maxsize=4096)
def _outlines(grid: Grid, cells: tuple[Cell, ...]) -> tuple[Outline, ...]:
    return cells_outlines(grid, cells)


_recent: Recent[Screens] = Recent()

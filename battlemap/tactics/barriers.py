"""What on a map stops rays, steps and weapons; made once for each set of obstacles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.rays import SegmentIndex
from battlemap.tactics.blocks import Screen, cut
from battlemap.tactics.one_way import OneWays
from battlemap.tactics.recent import Recent
from battlemap.tactics.walled import WalledSteps

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from battlemap.geometry.bodies import Outline
    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid
    from battlemap.geometry.rays import Segment
    from battlemap.model.obstacle import Obstacle
    from battlemap.tactics.blocks import Block
    from battlemap.tactics.corners import Corner
    from battlemap.tactics.window import Window

__all__ = ["Barriers", "Screen"]


@dataclass(frozen=True, eq=False)
class _Known:
    """What was made for an earlier map, of use where most of its obstacles are the same."""

    blocks: tuple[Block, ...]
    screens: SegmentIndex | None
    weapons: SegmentIndex | None
    moves: SegmentIndex | None
    walled: Mapping[tuple[Cell, ...], WalledSteps]
    one_ways: OneWays | None = None


_NOTHING = _Known((), None, None, None, {})


@dataclass(frozen=True, eq=False)
class Barriers:
    """The obstacles of a map in the integer frame of its grid."""

    grid: Grid
    obstacles: Mapping[str, Obstacle]
    known: _Known = _NOTHING

    @classmethod
    def of(cls, grid: Grid, obstacles: Mapping[str, Obstacle]) -> Barriers:
        """Return the barriers of these very obstacles (by identity), made once."""
        return _recent.get((grid, obstacles), lambda: cls._after_an_edit(grid, obstacles))

    @classmethod
    def _after_an_edit(cls, grid: Grid, obstacles: Mapping[str, Obstacle]) -> Barriers:
        for earlier in _recent:
            if earlier.grid is grid:
                return cls(grid, obstacles, earlier.made)
        return cls(grid, obstacles)

    @property
    def made(self) -> _Known:
        """What has been made so far, without a thought of what that was made from."""
        own, known = vars(self), self.known
        return _Known(
            own.get("_blocks", known.blocks),
            own.get("screen_index", known.screens),
            own.get("weapon_index", known.weapons),
            own.get("move_index", known.moves),
            dict(self._walled) if "move_index" in own else known.walled,
            own.get("one_ways", known.one_ways),
        )

    @cached_property
    def _blocks(self) -> tuple[Block, ...]:
        return cut(self.grid, tuple(self.obstacles.values()), self.known.blocks)

    @cached_property
    def screens(self) -> tuple[Screen, ...]:
        """The walls and shut doors that stop rays; ``screen_index`` holds their segments."""
        return tuple(chain.from_iterable([block.screens for block in self._blocks]))

    @cached_property
    def screen_index(self) -> SegmentIndex:
        """The segments of ``screens``, in the same order."""
        segments = chain.from_iterable([block.screen_segments for block in self._blocks])
        return SegmentIndex(tuple(segments), self.known.screens)

    @cached_property
    def screen_top(self) -> NDArray[np.float64]:
        """The height in feet above which a ray passes over each of ``screens``; may be infinite."""
        parts = [block.screen_top for block in self._blocks]
        return np.concatenate([np.zeros(0), *parts])

    @cached_property
    def screen_is_opaque(self) -> NDArray[np.bool_]:
        """Which of ``screens`` block sight."""
        parts = [block.screen_is_opaque for block in self._blocks]
        return np.concatenate([np.zeros(0, dtype=bool), *parts])

    @cached_property
    def screen_grade(self) -> NDArray[np.int8]:
        """The cover that each of ``screens`` gives at best."""
        parts = [block.screen_grade for block in self._blocks]
        return np.concatenate([np.zeros(0, dtype=np.int8), *parts])

    @cached_property
    def corners(self) -> dict[tuple[Cell, float], tuple[Corner, ...]]:
        """What ``tactics.corners`` has found so far, by cell and height in feet."""
        return {}

    @cached_property
    def weapon_stops(self) -> tuple[tuple[Segment, int | None], ...]:
        """The walls and shut doors that stop weapons, each with its top in feet."""
        return tuple(chain.from_iterable([block.weapon_stops for block in self._blocks]))

    @cached_property
    def weapon_index(self) -> SegmentIndex:
        """The segments of ``weapon_stops``, in the same order."""
        segments = chain.from_iterable([block.weapon_segments for block in self._blocks])
        return SegmentIndex(tuple(segments), self.known.weapons)

    @cached_property
    def move_index(self) -> SegmentIndex:
        """What stops steps either way: walls, shut doors, and the outlines of solid props."""
        segments = chain.from_iterable([block.edges for block in self._blocks])
        return SegmentIndex(tuple(segments), self.known.moves)

    @cached_property
    def one_ways(self) -> OneWays:
        """The walls that stop steps to one side."""
        walls = tuple(chain.from_iterable([block.one_ways for block in self._blocks]))
        earlier = self.known.one_ways
        return earlier if earlier and earlier.walls == walls else OneWays(self.grid, walls)

    def stopped_steps(self, offsets: tuple[Cell, ...], window: Window) -> NDArray[np.bool_]:
        """Return [direction, r, q] of a window: something stops the footprint's step from there.

        Parameters
        ----------
        offsets
            The footprint's cells, seen from its anchor.
        window
            Of the anchors.
        """
        found = self.walled_steps(offsets).within(window)
        if self.one_ways.walls:
            self.one_ways.close(found, offsets, window)
        return found

    @cached_property
    def _walled(self) -> dict[tuple[Cell, ...], WalledSteps]:
        return {}

    def walled_steps(self, offsets: tuple[Cell, ...]) -> WalledSteps:
        """Return which steps of a footprint (seen from its anchor) meet something, made once."""
        found = self._walled.get(offsets)
        if found is None:
            earlier = self.known.walled.get(offsets)
            if earlier is None:
                found = WalledSteps.of(self.grid, self.move_index, offsets)
            else:
                found = earlier.changed(self.move_index, self.move_index.changes)
            self._walled[offsets] = found
        return found

    @cached_property
    def bodies(self) -> tuple[tuple[Screen, Outline], ...]:
        """The props that stop rays."""
        return tuple(chain.from_iterable([block.bodies for block in self._blocks]))

    @cached_property
    def _body_boxes(self) -> NDArray[np.int64]:
        boxes = [body.box for _, body in self.bodies]
        return np.array(boxes, dtype=np.int64).reshape(-1, 4)

    def bodies_near(self, box: tuple[int, int, int, int]) -> list[int]:
        """Return the indexes of the ``bodies`` whose bounding box touches *box*, in order."""
        left, top, right, bottom = self._body_boxes.T
        touches = (left <= box[2]) & (right >= box[0]) & (top <= box[3]) & (bottom >= box[1])
        found: list[int] = np.nonzero(touches)[0].tolist()
        return found


_recent: Recent[Barriers] = Recent()

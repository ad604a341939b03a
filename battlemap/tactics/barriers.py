"""What on a map stops rays, steps and weapons; made once for each set of obstacles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.bodies import Outline, outline
from battlemap.geometry.rays import Segment, SegmentIndex
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.tactics.one_way import OneWay, OneWays
from battlemap.tactics.recent import Recent
from battlemap.tactics.walled import WalledSteps

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid
    from battlemap.model.obstacle import Obstacle
    from battlemap.tactics.corners import Corner
    from battlemap.tactics.window import Window


@dataclass(frozen=True)
class Screen:
    """One thing that stops rays."""

    id: str
    name: str
    grade: CoverGrade
    blocks_sight: bool
    top_feet: int | None
    """None: as high as anything."""

    def is_below(self, height: float | Fraction) -> bool:
        """Tell whether a ray at this height in feet passes over the screen."""
        return self.top_feet is not None and height > self.top_feet


@dataclass(frozen=True, eq=False)
class _Block:
    """Some obstacles in the map's order, and all that they stop, in the integer frame.

    An edit makes a few blocks anew; whoever asks joins the parts of all blocks together.
    """

    things: tuple[Obstacle, ...]
    screens: tuple[Screen, ...]
    """Of walls and shut doors that have a length and stop rays."""
    screen_segments: tuple[Segment, ...]
    screen_top: NDArray[np.float64]
    screen_is_opaque: NDArray[np.bool_]
    screen_grade: NDArray[np.int8]
    weapon_stops: tuple[tuple[Segment, int | None], ...]
    weapon_segments: tuple[Segment, ...]
    edges: tuple[Segment, ...]
    """What stops steps."""
    one_ways: tuple[OneWay, ...]
    bodies: tuple[tuple[Screen, Outline], ...]
    """Of props that stop rays."""


@dataclass(frozen=True, eq=False)
class _Known:
    """What was made for an earlier map, of use where most of its obstacles are the same."""

    blocks: tuple[_Block, ...]
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
    def _blocks(self) -> tuple[_Block, ...]:
        return _cut(self.grid, tuple(self.obstacles.values()), self.known.blocks)

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


_LARGEST = 64
"""Obstacles in a block."""

_AHEAD = 3
"""So many blocks that are gone in a row are passed over."""


def _cut(grid: Grid, things: tuple[Obstacle, ...], earlier: Sequence[_Block]) -> tuple[_Block, ...]:
    """Return *things* in blocks, those of *earlier* wherever they still hold the same."""
    if len(earlier) > 2 * len(things) // _LARGEST + 8:
        earlier = ()  # many edits have left crumbs
    found: list[_Block] = []
    fresh: list[Obstacle] = []
    at = following = 0
    while at < len(things):
        for number in range(following, min(following + _AHEAD, len(earlier))):
            block = earlier[number]
            end = at + len(block.things)
            if things[at] is block.things[0] and things[at:end] == block.things:
                found += _made(grid, fresh)
                found.append(block)
                fresh = []
                at, following = end, number + 1
                break
        else:
            fresh.append(things[at])
            at += 1
    if found and fresh and len(found[-1].things) < _LARGEST // 2:
        fresh = [*found.pop().things, *fresh]  # one more wall after the other joins the last block
    return (*found, *_made(grid, fresh))


def _made(grid: Grid, things: Sequence[Obstacle]) -> list[_Block]:
    return [
        _block(grid, tuple(things[first : first + _LARGEST]))
        for first in range(0, len(things), _LARGEST)
    ]


def _block(grid: Grid, things: tuple[Obstacle, ...]) -> _Block:
    screened: list[tuple[Screen, Segment]] = []
    stops: list[tuple[Segment, int | None]] = []
    edges: list[Segment] = []
    one_ways: list[OneWay] = []
    bodies: list[tuple[Screen, Outline]] = []
    for thing in things:
        if isinstance(thing, Prop):
            body = _outline(grid, thing)
            if body is not None:
                if thing.cover or thing.blocks_sight:
                    bodies.append((_screen(thing), body))
                edges.extend(body.edges if thing.blocks_move else ())
            continue
        segment = grid.lattice(thing.start), grid.lattice(thing.end)
        if segment[0] == segment[1] or (isinstance(thing, Door) and thing.is_open):
            continue
        if _is_screen(thing):
            screened.append((_screen(thing), segment))
        if isinstance(thing, Wall) and thing.one_way:
            # Nothing but steps is stopped, unless the map says that it covers.
            if thing.blocks_move:
                one_ways.append((segment, thing.one_way == "right"))
                stops += [(segment, _top(thing))] if thing.cover else []
        elif isinstance(thing, Door) or thing.blocks_move:
            stops.append((segment, _top(thing)))
            edges.append(segment)
    screens = tuple(screen for screen, _ in screened)
    return _Block(
        things,
        screens,
        tuple(segment for _, segment in screened),
        np.array([np.inf if s.top_feet is None else s.top_feet for s in screens], dtype=float),
        np.array([screen.blocks_sight for screen in screens], dtype=bool),
        np.array([screen.grade for screen in screens], dtype=np.int8),
        tuple(stops),
        tuple(segment for segment, _ in stops),
        tuple(edges),
        tuple(one_ways),
        tuple(bodies),
    )


def _outline(grid: Grid, prop: Prop) -> Outline | None:
    try:
        return outline([grid.lattice(point) for point in prop.outline])
    except ValueError:  # a prop drawn as a line or a dot stops nothing
        return None


def _is_screen(thing: Wall | Door) -> bool:
    return thing.cover > CoverGrade.NONE or (isinstance(thing, Wall) and thing.blocks_sight)


def _top(thing: Obstacle) -> int | None:
    return None if thing.height_feet is None else thing.elevation_feet + thing.height_feet


def _screen(thing: Obstacle) -> Screen:
    name = (isinstance(thing, Prop) and thing.name) or thing.id
    sees = not thing.is_window if isinstance(thing, Door) else thing.blocks_sight
    return Screen(thing.id, name, thing.cover, sees, _top(thing))


_recent: Recent[Barriers] = Recent()

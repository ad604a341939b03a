"""Obstacles in blocks, with what they stop: an edit makes a few blocks anew."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.bodies import Outline, outline
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from battlemap.geometry.grid import Grid
    from battlemap.geometry.rays import Segment
    from battlemap.model.obstacle import Obstacle
    from battlemap.tactics.one_way import OneWay


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
class Block:
    """Some obstacles in the map's order, and all that they stop, in the integer frame.

    An edit makes a few blocks anew; whoever asks joins the parts of all blocks together. Each part
    is made when somebody asks for it: the first move of a token needn't wait for what stops rays.
    """

    grid: Grid
    things: tuple[Obstacle, ...]

    @cached_property
    def _shapes(self) -> tuple[tuple[Obstacle, Segment | Outline], ...]:
        """Walls and shut doors that have a length, and props that have an area."""
        lattice = self.grid.lattice
        found: list[tuple[Obstacle, Segment | Outline]] = []
        for thing in self.things:
            if isinstance(thing, Prop):
                body = _outline(self.grid, thing)
                if body is not None:
                    found.append((thing, body))
            elif not (isinstance(thing, Door) and thing.is_open):
                start, end = lattice(thing.start), lattice(thing.end)
                if start != end:
                    found.append((thing, (start, end)))
        return tuple(found)

    def _segments(
        self, is_meant: Callable[[Wall | Door], bool]
    ) -> Iterator[tuple[Wall | Door, Segment]]:
        for thing, shape in self._shapes:
            if not isinstance(thing, Prop) and not isinstance(shape, Outline) and is_meant(thing):
                yield thing, shape

    @cached_property
    def _screened(self) -> tuple[tuple[Wall | Door, Segment], ...]:
        return tuple(self._segments(_is_screen))

    @cached_property
    def screens(self) -> tuple[Screen, ...]:
        """The walls and shut doors that stop rays."""
        return tuple(_screen(thing) for thing, _ in self._screened)

    @cached_property
    def screen_segments(self) -> tuple[Segment, ...]:
        """Where each of ``screens`` stands."""
        return tuple(segment for _, segment in self._screened)

    @cached_property
    def screen_top(self) -> NDArray[np.float64]:
        """The height in feet above which a ray passes over each; may be infinite."""
        tops = [np.inf if s.top_feet is None else s.top_feet for s in self.screens]
        return np.array(tops, dtype=float)

    @cached_property
    def screen_is_opaque(self) -> NDArray[np.bool_]:
        """Which of ``screens`` block sight."""
        return np.array([screen.blocks_sight for screen in self.screens], dtype=bool)

    @cached_property
    def screen_grade(self) -> NDArray[np.int8]:
        """The cover that each of ``screens`` gives at best."""
        return np.array([screen.grade for screen in self.screens], dtype=np.int8)

    @cached_property
    def weapon_stops(self) -> tuple[tuple[Segment, int | None], ...]:
        """The walls and shut doors that stop weapons, each with its top in feet."""
        return tuple((line, top_feet_of(thing)) for thing, line in self._segments(_stops_weapons))

    @cached_property
    def weapon_segments(self) -> tuple[Segment, ...]:
        """Where each of ``weapon_stops`` stands."""
        return tuple(segment for segment, _ in self.weapon_stops)

    @cached_property
    def edges(self) -> tuple[Segment, ...]:
        """What stops steps either way."""
        found: list[Segment] = []
        for thing, shape in self._shapes:
            if _stops_steps(thing):
                found += shape.edges if isinstance(shape, Outline) else (shape,)
        return tuple(found)

    @cached_property
    def one_ways(self) -> tuple[OneWay, ...]:
        """The walls that stop steps to one side."""
        return tuple(
            (segment, isinstance(thing, Wall) and thing.one_way == "right")
            for thing, segment in self._segments(_is_one_way)
        )

    @cached_property
    def bodies(self) -> tuple[tuple[Screen, Outline], ...]:
        """The props that stop rays."""
        return tuple(
            (_screen(thing), shape)
            for thing, shape in self._shapes
            if isinstance(thing, Prop)
            and isinstance(shape, Outline)
            and (thing.cover or thing.blocks_sight)
        )


_LARGEST = 64
"""Obstacles in a block."""

_AHEAD = 3
"""So many blocks that are gone in a row are passed over."""


def cut(grid: Grid, things: tuple[Obstacle, ...], earlier: Sequence[Block]) -> tuple[Block, ...]:
    """Return *things* in blocks, those of *earlier* wherever they still hold the same."""
    if len(earlier) > 2 * len(things) // _LARGEST + 8:
        earlier = ()  # many edits have left crumbs
    found: list[Block] = []
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


def _made(grid: Grid, things: Sequence[Obstacle]) -> list[Block]:
    return [
        Block(grid, tuple(things[first : first + _LARGEST]))
        for first in range(0, len(things), _LARGEST)
    ]


def _outline(grid: Grid, prop: Prop) -> Outline | None:
    try:
        return outline([grid.lattice(point) for point in prop.outline])
    except ValueError:  # a prop drawn as a line or a dot stops nothing
        return None


def _is_screen(thing: Wall | Door) -> bool:
    return thing.cover > CoverGrade.NONE or (isinstance(thing, Wall) and thing.blocks_sight)


def _stops_steps(thing: Obstacle) -> bool:
    return isinstance(thing, Door) or (thing.blocks_move and not _is_one_way(thing))


def _is_one_way(thing: Obstacle) -> bool:
    return isinstance(thing, Wall) and bool(thing.one_way) and thing.blocks_move


def _stops_weapons(thing: Wall | Door) -> bool:
    # A one-way wall stops nothing but steps, unless the map says that it covers.
    return _stops_steps(thing) or (_is_one_way(thing) and bool(thing.cover))


def top_feet_of(thing: Obstacle) -> int | None:
    """Return the height in feet at which an obstacle ends; None: it is as high as anything."""
    return None if thing.height_feet is None else thing.elevation_feet + thing.height_feet


def _screen(thing: Obstacle) -> Screen:
    # Ids of obstacles stand nowhere in the window; they are in the evidence.
    word = "window" if isinstance(thing, Door) and thing.is_window else type(thing).__name__.lower()
    name = (isinstance(thing, Prop) and thing.name) or word
    sees = not thing.is_window if isinstance(thing, Door) else thing.blocks_sight
    return Screen(thing.id, name, thing.cover, sees, top_feet_of(thing))

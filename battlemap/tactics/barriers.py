"""What on a map stops rays, steps and weapons; made once for each set of obstacles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from battlemap.geometry.bodies import Outline, outline
from battlemap.geometry.rays import Segment, SegmentIndex
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.tactics.recent import Recent
from battlemap.tactics.walled import WalledSteps

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid
    from battlemap.model.obstacle import Obstacle


@dataclass(frozen=True)
class Screen:
    """One thing that stops rays."""

    id: str
    name: str
    grade: CoverGrade
    blocks_sight: bool
    top_feet: int | None
    """None: as high as anything."""


@dataclass(frozen=True, eq=False)
class Barriers:
    """The obstacles of a map in the integer frame of its grid."""

    grid: Grid
    obstacles: Mapping[str, Obstacle]

    @classmethod
    def of(cls, grid: Grid, obstacles: Mapping[str, Obstacle]) -> Barriers:
        """Return the barriers of these very obstacles (by identity), made once."""
        return _recent.get((grid, obstacles), lambda: cls(grid, obstacles))

    def _segment(self, thing: Wall | Door) -> Segment:
        return self.grid.lattice(thing.start), self.grid.lattice(thing.end)

    @cached_property
    def shut(self) -> tuple[Wall | Door, ...]:
        """Walls and shut doors that have a length, in the map's order."""
        return tuple(
            thing
            for thing in self.obstacles.values()
            if isinstance(thing, Wall | Door)
            and not (isinstance(thing, Door) and thing.is_open)
            and self.grid.lattice(thing.start) != self.grid.lattice(thing.end)
        )

    @cached_property
    def screens(self) -> tuple[Screen, ...]:
        """The walls and shut doors that stop rays; ``screen_index`` holds their segments."""
        return tuple(_screen(thing) for thing in self.shut if _is_screen(thing))

    @cached_property
    def screen_index(self) -> SegmentIndex:
        """The segments of ``screens``, in the same order."""
        return SegmentIndex([self._segment(thing) for thing in self.shut if _is_screen(thing)])

    @cached_property
    def weapon_stops(self) -> tuple[tuple[Segment, int | None], ...]:
        """The walls and shut doors that stop weapons, each with its top in feet."""
        return tuple(
            (self._segment(thing), _top(thing))
            for thing in self.shut
            if isinstance(thing, Door) or thing.blocks_move
        )

    @cached_property
    def weapon_index(self) -> SegmentIndex:
        """The segments of ``weapon_stops``, in the same order."""
        return SegmentIndex([segment for segment, _ in self.weapon_stops])

    @cached_property
    def move_index(self) -> SegmentIndex:
        """Everything that stops steps: walls, shut doors, and the outlines of solid props."""
        segments = [segment for segment, _ in self.weapon_stops]
        for thing in self.obstacles.values():
            if isinstance(thing, Prop) and thing.blocks_move:
                body = self._outline(thing)
                segments.extend(body.edges if body is not None else ())
        return SegmentIndex(segments)

    @cached_property
    def _walled(self) -> dict[tuple[Cell, ...], WalledSteps]:
        return {}

    def walled_steps(self, offsets: tuple[Cell, ...]) -> WalledSteps:
        """Return which steps of a footprint (seen from its anchor) meet something, made once."""
        found = self._walled.get(offsets)
        if found is None:
            found = self._walled[offsets] = WalledSteps.of(self.grid, self.move_index, offsets)
        return found

    @cached_property
    def bodies(self) -> tuple[tuple[Screen, Outline], ...]:
        """The props that stop rays."""
        found = []
        for thing in self.obstacles.values():
            if isinstance(thing, Prop) and (thing.cover or thing.blocks_sight):
                body = self._outline(thing)
                if body is not None:
                    found.append((_screen(thing), body))
        return tuple(found)

    def _outline(self, prop: Prop) -> Outline | None:
        try:
            return outline([self.grid.lattice(point) for point in prop.outline])
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

"""What an attacker would find from many other places: facts in short, without their evidence.

Each is what ``survey`` says of the same attacker in that place. What takes rays is found for many
places at once, and nothing is found that nobody asks for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from battlemap.model.terrain import Terrain
from battlemap.tactics.arcs import arc_of_cells
from battlemap.tactics.board import Board
from battlemap.tactics.bound_cover import bound_share
from battlemap.tactics.cover import judge, volley_from
from battlemap.tactics.crossings import zones
from battlemap.tactics.distance import feet_between, nearest_cells
from battlemap.tactics.flanking import flanking, flanking_by_others
from battlemap.tactics.reach import Around, on_map
from battlemap.tactics.situation import in_reach
from battlemap.tactics.tight_space import tight_places

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.geometry.angle import Arc
    from battlemap.geometry.cell import Cell
    from battlemap.model.obstacle import CoverGrade
    from battlemap.model.token import Token, Weapon
    from battlemap.tactics.cover import Verdict
    from battlemap.tactics.shots import Volley


@dataclass(frozen=True, eq=False)
class Vantage:
    """One attacker and one target, to be looked at from many places; the target stays."""

    board: Board
    attacker_id: str
    target_id: str

    def glances(self, places: Iterable[tuple[Cell, float]]) -> tuple[Glance, ...]:
        """Return the facts from each place: the attacker's anchor, and how it would face there."""
        found = tuple(places)
        view = _View(self, tuple(cell for cell, _ in found))
        return tuple(Glance(self, view, i, *place) for i, place in enumerate(found))

    @cached_property
    def attacker(self) -> Token:
        """The attacker, where it stands now."""
        return self.board.token(self.attacker_id)

    @cached_property
    def target_cells(self) -> tuple[Cell, ...]:
        """The target's space."""
        return self.board.cells_of(self.target_id)

    @cached_property
    def target_height(self) -> int:
        """How high the target stands, in feet."""
        return self.board.elevation_of(self.board.token(self.target_id))

    @cached_property
    def obscured(self) -> frozenset[Cell]:
        """All obscured cells of the map."""
        terrain = self.board.encounter.map.terrain
        if not terrain.has(Terrain.OBSCURED):
            return frozenset()
        return frozenset(terrain.cells_where(self.board.grid, Terrain.OBSCURED))

    @cached_property
    def is_flanked_by_others(self) -> bool:
        """Whether two others flank the target for the attacker, wherever it stands."""
        if not self.board.conventions.flanking_is_shared:
            return False
        return flanking_by_others(self.board, self.attacker_id, self.target_id) is not None

    @cached_property
    def farthest(self) -> int:
        """How many steps the longest reach of the attacker leads."""
        feet = self.board.encounter.map.grid.feet_per_cell
        reaches = self.board.reading.reaches(self.attacker)
        patterns = [on_map(reach.pattern, feet) for reach in reaches]
        return max((p.cells if isinstance(p, Around) else p.rows for p in patterns), default=0)


@dataclass(frozen=True, eq=False)
class _View:
    """What is found for some places together."""

    vantage: Vantage
    cells: tuple[Cell, ...]

    @cached_property
    def spaces(self) -> tuple[tuple[Cell, ...], ...]:
        board, token = self.vantage.board, self.vantage.attacker
        return tuple(board.cells_at(token, cell) for cell in self.cells)

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """How high the attacker would stand in each place, in feet."""
        board, token = self.vantage.board, self.vantage.attacker
        return tuple(board.elevation_of(token, cell) for cell in self.cells)

    @cached_property
    def tight(self) -> list[bool]:
        vantage = self.vantage
        return tight_places(vantage.board, vantage.attacker_id, vantage.target_id, self.spaces)

    @cached_property
    def volley(self) -> Volley:
        """The rays from each place to the target, as ``tactics.cover`` judges them."""
        vantage = self.vantage
        return volley_from(vantage.board, vantage.attacker_id, self.cells, vantage.target_id)

    @cached_property
    def verdicts(self) -> list[tuple[int, Verdict]]:
        """The best corner in each place, and the cover of the target from there."""
        return judge(self.vantage.board, self.volley)


@dataclass(frozen=True, eq=False)
class Glance:
    """The facts from one place, each found when it is first asked for."""

    _vantage: Vantage
    _view: _View
    _index: int
    cell: Cell
    """The attacker's anchor."""
    facing: float
    """How the attacker would face there, in degrees clockwise from north."""

    @cached_property
    def board(self) -> Board:
        """The board with the attacker in this place."""
        board = self._vantage.board
        moved = replace(self._vantage.attacker, at=self.cell, facing=self.facing)
        return Board.of(board.encounter.with_token(moved), board.reading)

    @property
    def _space(self) -> tuple[Cell, ...]:
        return self._view.spaces[self._index]

    @property
    def height_feet(self) -> int:
        """How much higher the attacker would stand than the target."""
        return self._view.heights[self._index] - self._vantage.target_height

    @property
    def feet(self) -> int:
        """How far away the target would be."""
        vantage = self._vantage
        return feet_between(vantage.board, self._space, vantage.target_cells, self.height_feet)

    def is_in_reach(self, weapon: Weapon) -> bool:
        """Tell whether a weapon of the attacker would reach the target."""
        vantage = self._vantage
        if not weapon.is_ranged:
            return in_reach(self.board, vantage.attacker_id, vantage.target_id, weapon).value
        return self.feet <= weapon.range_feet

    @property
    def arc(self) -> Arc | None:
        """In which arc of the target the attacker would stand."""
        return arc_of_cells(self._vantage.board, self._vantage.target_id, self._space).arc

    @property
    def is_flanked(self) -> bool:
        """Whether the target would be flanked for the attacker."""
        vantage = self._vantage
        if vantage.is_flanked_by_others:
            return True
        steps = vantage.board.grid.steps
        if all(steps(a, b) > vantage.farthest for a in self._space for b in vantage.target_cells):
            return False  # whoever doesn't threaten the target flanks by no rule
        return flanking(self.board, vantage.attacker_id, vantage.target_id).value

    @property
    def cover(self) -> CoverGrade:
        """The target's cover."""
        return self._view.verdicts[self._index][1].grade

    @property
    def cover_by(self) -> frozenset[str]:
        """The ids of what gives it."""
        best, _ = self._view.verdicts[self._index]
        volley = self._view.volley
        count = len(volley.shots[self._index].ends)
        first = volley.first[self._index] + best * count
        return frozenset(
            stop.screen.id for ray in range(first, first + count) for stop in volley.stops(ray)
        )

    def bound_share(self, obstacle_id: str) -> float:
        """Return the share of rays that one object stops (``tactics.bound_cover``)."""
        return bound_share(self._vantage.board, self._view.volley, self._index, obstacle_id)

    @property
    def is_clear(self) -> bool:
        """Whether any ray arrives."""
        return self._view.verdicts[self._index][1].sight

    @property
    def is_obscured(self) -> bool:
        """Whether obscured cells lie between, or around the target."""
        obscured = self._vantage.obscured
        if not obscured:
            return False
        board = self._vantage.board
        start, end = nearest_cells(board, self._space, self._vantage.target_cells)
        return not obscured.isdisjoint(board.grid.line(start, end)[1:] or [end])

    @property
    def is_tight(self) -> bool:
        """Whether the attacker would have no room at the sides."""
        return self._view.tight[self._index]

    @property
    def is_engaged(self) -> bool:
        """Whether a weapon of an able enemy would reach the attacker."""
        zoned = zones(self._vantage.board, self._vantage.attacker)
        return any(not zone.cells.isdisjoint(self._space) for zone in zoned)

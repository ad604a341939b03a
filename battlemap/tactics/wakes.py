"""Which reactors each step of a token wakes, for the search of a safest path."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.tactics.conventions import CrossingRule
from battlemap.tactics.crossings import Zone, deed_of, zones
from battlemap.tactics.recent import Recent
from battlemap.tactics.window import onward

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from battlemap.geometry.grid import Grid
    from battlemap.model.token import Token
    from battlemap.tactics.board import Board
    from battlemap.tactics.steps import Steps
    from battlemap.tactics.window import Window

REACTORS_EXACT = 10
"""The safest path is exact for so many reactors in reach; beyond, the nearest ones count."""


@dataclass(frozen=True, eq=False)
class Wakes:
    """The reactors that may strike at a mover, each a bit, the nearest first."""

    board: Board
    token: Token
    found: tuple[Zone, ...]
    reactors: tuple[str, ...]
    is_exact: bool
    left_out: frozenset[str]

    @classmethod
    def of(
        cls, board: Board, token: Token, start: Cell, woken: frozenset[str], window: Window
    ) -> Wakes:
        """Return who may strike at *token* moving from *start* with its anchor in *window*.

        Those in *woken* have struck already.
        """
        wide = window.grown(max(max(abs(q), abs(r)) for q, r in board.cells_at(token, Cell(0, 0))))
        known = zones(board, token)
        found = []
        near: dict[str, int] = {}
        for zone, far in zip(known, _distances(board.grid, known, start, wide), strict=True):
            if far is not None and zone.is_ready and zone.by not in woken:
                found.append(zone)
                near[zone.by] = min(far, near.get(zone.by, far))
        ordered = sorted(near, key=lambda by: (near[by], by))
        counted = tuple(ordered[:REACTORS_EXACT])
        kept = tuple(zone for zone in found if zone.by in counted)
        return cls(board, token, kept, counted, len(ordered) <= REACTORS_EXACT, woken)

    @cached_property
    def _leaving_only(self) -> bool:
        return self.board.conventions.crossings is CrossingRule.LEAVING

    def woken_along(self, route: Sequence[Cell]) -> frozenset[str]:
        """Return the reactors that a route wakes."""
        spaces = [frozenset(self.board.cells_at(self.token, cell)) for cell in route]
        woken = set()
        for zone in self._whole:
            touched = [space & zone.cells for space in spaces]
            for (before, after), space in zip(pairwise(touched), spaces[1:], strict=True):
                deed = deed_of(before, after)
                if deed == "leaves" or (deed == "through" and not self._leaving_only):
                    woken.add(zone.by)
                if deed == "enters" and space & self._on_entering(zone.by):
                    woken.add(zone.by)
        return frozenset(woken)

    @cached_property
    def _whole(self) -> tuple[Zone, ...]:
        """All that each reactor threatens, whatever the weapon."""
        return tuple(
            Zone(by, "", frozenset().union(*(z.cells for z in self.found if z.by == by)))
            for by in self.reactors
        )

    def _on_entering(self, by: str) -> frozenset[Cell]:
        """Return the cells in which a reactor strikes at somebody who comes into its reach."""
        own = (zone.cells for zone in self.found if zone.by == by and zone.on_entering)
        return frozenset().union(*own)

    @cached_property
    def _known(self) -> dict[Window, NDArray[np.int64]]:
        return {}

    def by_step(self, steps: Steps) -> NDArray[np.int64]:
        """Return [direction, place]: the bits of the reactors that each step wakes."""
        known = self._known.get(steps.window)
        if known is None:
            known = self._known[steps.window] = self._bits(steps.window)
        return known

    def strikes(self, steps: Steps) -> NDArray[np.int64]:
        """Return [direction, place]: how many reactors each step wakes."""
        bits = self.by_step(steps)
        total = np.zeros_like(bits)
        for index in range(len(self.reactors)):
            total += (bits >> index) & 1
        return total

    def bits_in(self, steps: Steps) -> tuple[int, ...]:
        """Return the bits of the reactors that any allowed step of the window wakes."""
        all_bits = int(np.bitwise_or.reduce(self.by_step(steps)[steps.taken], initial=0))
        return tuple(1 << index for index in range(len(self.reactors)) if all_bits >> index & 1)

    def _bits(self, window: Window) -> NDArray[np.int64]:
        """Return [direction, place] of a window: the bits of the reactors that each step wakes.

        In the margin, which the footprint's steps lead out of, they are nonsense.
        """
        directions = self.board.grid.directions
        offsets = self.board.cells_at(self.token, Cell(0, 0))
        found = np.zeros((len(directions), window.size), dtype=np.int64)
        if not self.found:
            return found
        entering = [zone for zone in self.found if zone.on_entering]
        touched, braced = self._bits_by_cell(self.found, window), None
        if entering:
            braced = self._bits_by_cell(entering, window)
        before = _any_of(touched, window, offsets)
        for bits, step in zip(found, directions, strict=True):
            moved = [cell.plus(step) for cell in offsets]
            after = _any_of(touched, window, moved)
            np.bitwise_and(before, ~after, out=bits)
            if not self._leaving_only:
                changed = set(moved).symmetric_difference(offsets)
                bits |= before & after & _any_of(touched, window, changed)
            if braced is not None:
                bits |= ~before & _any_of(braced, window, moved)
        return found

    def _bits_by_cell(self, zones: Sequence[Zone], window: Window) -> NDArray[np.int64]:
        """Return [place] of a window: the bits of the reactors in whose zones the cell lies."""
        found = [0] * window.size
        for zone in zones:
            bit = 1 << self.reactors.index(zone.by)
            for cell in zone.cells:
                place = window.index(cell)
                if place is not None:
                    found[place] |= bit
        return np.array(found, dtype=np.int64)


def _any_of(bits: NDArray[np.int64], window: Window, cells: Iterable[Cell]) -> NDArray[np.int64]:
    """Return [place]: the bits of all *cells*, seen from there."""
    views = onward(bits, [window.shift(cell) for cell in cells])
    return views[0] if len(views) == 1 else np.bitwise_or.reduce(views)


def _distances(
    grid: Grid, zones: tuple[Zone, ...], start: Cell, window: Window
) -> list[int | None]:
    """Return how many steps each zone is away; None: it has no cell in the window."""
    if not zones:
        return []
    cells, first = _cells.get((zones,), lambda: _laid_out(zones))
    q, r = cells
    inside = (q >= window.left) & (q < window.left + window.width)
    inside &= (r >= window.top) & (r < window.top + window.height)
    dq, dr = q - start.q, r - start.r
    far = np.maximum(np.abs(dq), np.abs(dr))
    if grid.kind is not GridKind.SQUARE:
        far = np.maximum(far, np.abs(dq + dr))
    nearest = np.minimum.reduceat(far, first).tolist()
    near = np.logical_or.reduceat(inside, first).tolist()
    return [steps if is_near else None for steps, is_near in zip(nearest, near, strict=True)]


def _laid_out(zones: Sequence[Zone]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return [q or r, n] of all cells of all zones, and where the cells of each zone begin."""
    counts = [len(zone.cells) for zone in zones]
    cells = np.array([cell for zone in zones for cell in zone.cells], dtype=np.int64)
    return np.ascontiguousarray(cells.T), np.cumsum([0, *counts[:-1]])


_cells: Recent[tuple[NDArray[np.int64], NDArray[np.int64]]] = Recent()

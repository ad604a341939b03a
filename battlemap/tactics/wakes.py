"""Which reactors each step of a token wakes, for the search of a safest path."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from battlemap.geometry.cell import Cell
from battlemap.tactics.conventions import CrossingRule
from battlemap.tactics.crossings import Zone, deed_of, zones
from battlemap.tactics.window import inner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

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
        found = [
            zone
            for zone in zones(board, token)
            if zone.by not in woken
            and any(wide.index(cell) is not None for cell in zone.cells)
            and board.reading.may_react(board.token(zone.by))
        ]
        near: dict[str, int] = {}
        for zone in found:
            far = min([board.grid.steps(start, cell) for cell in zone.cells])
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
    def _known(self) -> dict[int, NDArray[np.int64]]:
        return {}

    def by_step(self, steps: Steps) -> NDArray[np.int64]:
        """Return [direction, r, q]: the bits of the reactors that each step wakes."""
        known = self._known.get(id(steps))
        if known is None:
            known = self._bits(steps.window)
            self._known[id(steps)] = known
        return known

    def strikes(self, steps: Steps) -> NDArray[np.int64]:
        """Return [direction, r, q]: how many reactors each step wakes."""
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
        """Return [direction, r, q] of a window: the bits of the reactors that each step wakes."""
        grid = self.board.grid
        offsets = self.board.cells_at(self.token, Cell(0, 0))
        margin = max(max(abs(q), abs(r)) for q, r in offsets) + 1
        own = set(offsets)
        found = np.zeros((len(grid.directions), window.height, window.width), dtype=np.int64)
        if not self._whole:
            return found
        # [reactor, r, q], all reactors at once.
        inside = np.stack([_painted(zone.cells, window, margin) for zone in self._whole])
        bits = np.array([1 << self.reactors.index(zone.by) for zone in self._whole])
        entering = [self._on_entering(zone.by) for zone in self._whole]
        braced = None
        if any(entering):
            braced = np.stack([_painted(cells, window, margin) for cells in entering])
        before = _any_of(inside, offsets, margin)
        for direction, step in enumerate(grid.directions):
            moved = [cell.plus(step) for cell in offsets]
            after = _any_of(inside, moved, margin)
            provokes = before & ~after
            if not self._leaving_only:
                changed = _any_of(
                    inside,
                    [*(c for c in moved if c not in own), *(c for c in offsets if c not in moved)],
                    margin,
                )
                provokes |= before & after & changed
            if braced is not None:
                provokes |= ~before & _any_of(braced, moved, margin)
            found[direction] = np.tensordot(bits, provokes, axes=1)
        return found


def _painted(cells: frozenset[Cell], window: Window, margin: int) -> NDArray[np.bool_]:
    """Return [r, q] of a window with a margin: whether each cell is one of *cells*."""
    inside = np.zeros((window.height + 2 * margin, window.width + 2 * margin), dtype=bool)
    for cell in cells:
        r, q = cell.r - window.top + margin, cell.q - window.left + margin
        if 0 <= r < inside.shape[0] and 0 <= q < inside.shape[1]:
            inside[r, q] = True
    return inside


def _any_of(inside: NDArray[np.bool_], cells: Sequence[Cell], margin: int) -> NDArray[np.bool_]:
    """Return [..., r, q] without the margin: the anchors with any of *cells* inside.

    *cells* are seen from the anchor, and lead no farther than the margin.
    """
    found = inner(inside, margin, cells[0]).copy()
    for cell in cells[1:]:
        found |= inner(inside, margin, cell)
    return found

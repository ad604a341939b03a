"""What each step of a path leaves, enters and passes through; a rule system prices them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from battlemap.tactics.recent import Recent
from battlemap.tactics.threat import threatened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.token import Token
    from battlemap.tactics.board import Board
    from battlemap.tactics.path import Path


@dataclass(frozen=True)
class Crossing:
    """One step of a mover in or at the border of one weapon's threatened cells."""

    step: int
    """Counts from 1."""
    cell: Cell
    """The anchor's cell being left ("leaves", "through") or entered ("enters")."""
    by: str
    weapon: str
    deed: str
    """"leaves", "through" or "enters"."""
    touched: tuple[Cell, ...]
    """The threatened cells that the mover touches before the step (after it, for "enters")."""
    reason: str


@dataclass(frozen=True)
class Zone:
    """The cells in which one weapon of one enemy reaches the mover."""

    by: str
    weapon: str
    cells: frozenset[Cell]
    on_entering: bool = False
    """Whether it strikes at somebody who comes into it, too."""


def zones(board: Board, mover: Token) -> tuple[Zone, ...]:
    """Return the zones of all enemies that are able to strike *mover*, in the map's order.

    Cells in which the mover would stand too high or too low for the weapon are left out.
    """
    return _recent.get((board, mover), lambda: _zones(board, mover))


def _zones(board: Board, mover: Token) -> tuple[Zone, ...]:
    # Where the mover is as high everywhere, each zone counts wholly or not at all.
    level = mover.elevation_feet
    if level is None and not board.encounter.map.elevation.values.any():
        level = 0
    found = []
    for enemy in board.enemies_of(mover):
        threat = threatened(board, enemy.id)
        if not threat:
            continue
        high = board.elevation_of(enemy)
        reaches = board.reading.reaches(enemy)
        feet = {reach.weapon: reach.feet for reach in reaches}
        entering = {reach.weapon for reach in reaches if reach.on_entering}
        for weapon, cells in threat.items():
            limit = max(feet[weapon], 5)
            if level is not None:
                near = cells if abs(level - high) <= limit else frozenset()
            else:
                near = frozenset(
                    cell for cell in cells if abs(_height(board, mover, cell) - high) <= limit
                )
            if near:
                found.append(Zone(enemy.id, weapon, near, weapon in entering))
    return tuple(found)


def _height(board: Board, mover: Token, cell: Cell) -> int:
    if mover.elevation_feet is not None:
        return mover.elevation_feet
    return board.encounter.map.ground_feet(cell)


def deed_of(before: frozenset[Cell], after: frozenset[Cell]) -> str:
    """Return what a step does to a zone, from the zone's cells touched before and after it.

    Returns
    -------
    "leaves", "enters", "through" (both touched, but other cells), or "" for nothing.
    """
    if before and not after:
        return "leaves"
    if after and not before:
        return "enters"
    return "through" if before and before != after else ""


def crossings(board: Board, token_id: str, path: Path) -> tuple[Crossing, ...]:
    """Return the crossings of *path*, in order of steps, for each enemy that is able to strike.

    All deeds are listed, "enters" too; which of them count is the rule system's business.
    """
    mover = board.token(token_id)
    return crossings_in(board, mover, path.cells, zones(board, mover))


def crossings_in(
    board: Board, mover: Token, cells: Sequence[Cell], known: Sequence[Zone]
) -> tuple[Crossing, ...]:
    """Return the crossings of a route through zones that are known already.

    What counts as leaving is judged by all that a reactor threatens; the crossing names each weapon
    that reaches the mover there.
    """
    held: dict[str, list[Zone]] = {}
    for zone in known:
        held.setdefault(zone.by, []).append(zone)
    spaces = [frozenset(board.cells_at(mover, cell)) for cell in cells]
    route: frozenset[Cell] = frozenset().union(*spaces)
    held = {
        by: own for by, own in held.items() if not all(zone.cells.isdisjoint(route) for zone in own)
    }
    whole = {by: frozenset().union(*(zone.cells for zone in own)) for by, own in held.items()}
    found = []
    for step in range(1, len(cells)):
        for by, own in held.items():
            before, after = spaces[step - 1] & whole[by], spaces[step] & whole[by]
            deed = deed_of(before, after)
            if not deed:
                continue
            reactor = board.token(by).name
            verb = {"leaves": "leaves", "enters": "enters", "through": "moves through"}[deed]
            for zone in own:
                touched = (after if deed == "enters" else before) & zone.cells
                if touched:
                    found.append(
                        Crossing(
                            step=step,
                            cell=cells[step] if deed == "enters" else cells[step - 1],
                            by=by,
                            weapon=zone.weapon,
                            deed=deed,
                            touched=tuple(sorted(touched)),
                            reason=f"{verb} the reach of {reactor} ({zone.weapon})",
                        )
                    )
    return tuple(found)


_recent: Recent[tuple[Zone, ...]] = Recent()

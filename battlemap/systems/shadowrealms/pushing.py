"""Being pushed, knocked back or dragged: into hazards, obstacles and others, and off edges."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from battlemap.geometry.names import cell_name
from battlemap.model.event import StatusChanged, TokenMoved
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, ask, happen
from battlemap.systems.shadowrealms.ground import Ground
from battlemap.systems.shadowrealms.harm import bruise, drop, let_go
from battlemap.systems.shadowrealms.sheet import status_of
from battlemap.tactics.board import Board
from battlemap.tactics.displacement import knocked_back

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.harm import Harm

Provoke: TypeAlias = (
    "Callable[[ShadowRealms, Encounter, str, Sequence[Cell]], Part[tuple[Encounter, bool]]]"
)
"""Lets whoever is forced along cells provoke, and tells whether it dropped on the spot."""

_EDGE_FEET = 10
"""A step down so far is a fall for whoever is forced over it."""


def knock_back(
    system: ShadowRealms,
    encounter: Encounter,
    by: str,
    target_id: str,
    areas: int,
    provoke: Provoke,
) -> Harm:
    """Knock a target straight away from whoever struck it (section 19, Knockback).

    The first solid thing or creature in the way ends the flight; whether that hurts is the GM's.
    """
    if areas <= 0 or target_id not in encounter.tokens:
        return encounter, ()
    flight = knocked_back(Board.of(encounter, system), by, target_id, areas)
    encounter, lines, stays = yield from force(system, encounter, target_id, flight.cells, provoke)
    target = encounter.tokens[target_id]
    flown = len(flight.cells) - 1
    words = f"{name_of(target)} is knocked back {counted(flown, 'area')}"
    if not flight.left or stays:
        return encounter, (words, *lines)
    encounter, said = yield from collide(
        system, encounter, target_id, flight.stopped_by, flight.left
    )
    return encounter, (words, *lines, *said)


def collide(
    system: ShadowRealms, encounter: Encounter, target_id: str, obstacle: str, left: int
) -> Harm:
    """Ask the GM whether being forced into something solid does more damage (section 19)."""
    target = encounter.tokens[target_id]
    boxes = left * system.options.push_boxes
    words = f"{name_of(target)} is forced into an obstacle ({obstacle})"
    if not boxes or system.is_out(target):
        return encounter, (words,)
    answer = yield from ask(
        Ask(
            target_id,
            f"{words}: additional damage?",
            (
                AskOption("harm", "Harm", counted(boxes, "box", "boxes")),
                AskOption("none", "No harm"),
                AskOption("never", "Never", f"Don't ask for {name_of(target)} again"),
            ),
            "collision",
            (f"{counted(left, 'area')} left of the push",),
            focus=(target_id,),
        )
    )
    if answer != "harm":
        return encounter, (words,)
    encounter, lines = yield from bruise(system, encounter, target_id, boxes)
    return encounter, (words, *lines)


def force(
    system: ShadowRealms,
    encounter: Encounter,
    target_id: str,
    cells: Sequence[Cell],
    provoke: Provoke,
    *,
    keeps_grip: bool = False,
) -> Part[tuple[Encounter, tuple[str, ...], bool]]:
    """Move a token by force along *cells*, with what it provokes, enters and falls into.

    With *keeps_grip* grapples go on. Returns the encounter, lines for the log, and whether the
    target dropped on the spot.
    """
    lines: list[str] = []
    ground = Ground(system, target_id)
    if len(cells) > 1:
        encounter, stays = yield from provoke(system, encounter, target_id, cells)
        if stays:
            return encounter, (f"{name_of(encounter.tokens[target_id])} drops",), True
    for start, end in pairwise(cells):
        board = Board.of(encounter, system)
        token = encounter.tokens[target_id]
        before = board.cells_at(token, start)
        high = board.elevation_of(token, start)
        encounter = yield from happen(
            TokenMoved(target_id, start, end, forced=True, elevation_feet=token.elevation_feet)
        )
        fresh = [cell for cell in board.cells_at(token, end) if cell not in before]
        if token.elevation_feet is None and not token.has("flying"):
            fall = high - board.elevation_of(token, end)
            if fall >= _EDGE_FEET:
                encounter, said = yield from drop(system, encounter, target_id, fall)
                lines.extend(said)
        encounter = yield from ground.entered(encounter, fresh, cell_name(board.grid, end))
        if encounter.tokens[target_id].has("dead"):
            break
    lines.extend(ground.lines)
    if len(cells) > 1:
        encounter = yield from uproot(encounter, target_id, keeps_grip=keeps_grip)
    return encounter, tuple(lines), False


def uproot(encounter: Encounter, token_id: str, *, keeps_grip: bool = False) -> Procedure:
    """End what a combatant that is moved by force had where it stood: grapples and cover."""
    if not keeps_grip:
        encounter = yield from let_go(encounter, token_id)
    status = status_of(encounter.tokens[token_id])
    if status.cover_by:
        encounter = yield from happen(StatusChanged(token_id, replace(status, cover_by=())))
    return encounter

"""Items, loading, spells, and whatever else leaves one open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell
from battlemap.model.event import StatusChanged
from battlemap.model.words import counted
from battlemap.rules.acting import note
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError, happen
from battlemap.systems.prowess.sheet import status_of
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.prowess import Prowess


def nothing_to_load(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why there is nothing to load."""
    del system, encounter
    return "" if status_of(token).unloaded else "everything is loaded"


def nothing_to_pick_up(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why there is nothing to pick up."""
    if not status_of(token).dropped:
        return "nothing dropped"
    return "" if _in_hand_reach(system, encounter, token) else "out of reach or in other hands"


def load(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Bring a weapon one Loading action nearer to its next shot."""
    token = encounter.tokens[act.token]
    if reason := nothing_to_load(system, encounter, token):
        raise IllegalIntentError(f"{name_of(token)} loads nothing: {reason}.")
    status = status_of(token)
    wish = act.choices.get("weapon", "")
    waiting = next((one for one in status.unloaded if one.weapon == wish), status.unloaded[0])
    needs = waiting.needs - 1
    rest = tuple(one for one in status.unloaded if one is not waiting)
    if needs:
        rest = (replace(waiting, needs=needs), *rest)
    encounter = yield from happen(StatusChanged(token.id, replace(status, unloaded=rest)))
    line = f"{counted(needs, 'Loading action')} to go" if needs else "Loaded"
    return (yield from note(token, f"{name_of(token)} loads {waiting.weapon}", (line,)))


def interact(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Do something with an item: a door, a lever, a crate."""
    del system
    token = encounter.tokens[act.token]
    what = act.choices.get("what", "")
    headline = f"{name_of(token)} interacts with an item"
    return (yield from note(token, headline, (what,) if what else ()))


def cast(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Cast a spell that the rules say nothing about."""
    del system
    token = encounter.tokens[act.token]
    what = act.choices.get("what", "")
    headline = f"{name_of(token)} casts a spell"
    return (yield from note(token, headline, (what,) if what else ()))


def leave_open(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Do something else that leaves one vulnerable, by the GM's word."""
    del system
    token = encounter.tokens[act.token]
    what = act.choices.get("what", "")
    headline = f"{name_of(token)} was left vulnerable"
    return (yield from note(token, headline, (what,) if what else ()))


def pick_up(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Pick up a weapon that was knocked out of one's hands."""
    token = encounter.tokens[act.token]
    if reason := nothing_to_pick_up(system, encounter, token):
        raise IllegalIntentError(f"{name_of(token)} picks up nothing: {reason}.")
    status = status_of(token)
    item = _in_hand_reach(system, encounter, token)[0]
    rest = tuple(one for one in status.dropped if one.weapon != item)
    encounter = yield from happen(StatusChanged(token.id, replace(status, dropped=rest)))
    return (yield from note(token, f"{name_of(token)} picks up {item}", ()))


def _in_hand_reach(system: Prowess, encounter: Encounter, token: Token) -> tuple[str, ...]:
    board = Board.of(encounter, system)
    own = board.cells_of(token.id)
    return tuple(
        lost.weapon
        for lost in status_of(token).dropped
        if not lost.caught_by
        and board.grid.space_distance(own, [Cell(lost.column, lost.row)]) <= 100
    )

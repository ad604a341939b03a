"""What every game lets a GM do by hand: doors, conditions, places, and the order of the turns."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import (
    ConditionsChanged,
    Noted,
    ObstacleChanged,
    TokenMoved,
    TurnOrderChanged,
)
from battlemap.model.obstacle import Door
from battlemap.rules.procedure import IllegalIntentError, happen, token_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import ArrangeTurns, Move, SetCondition, SetDoor, Turn
    from battlemap.model.token import Token
    from battlemap.model.turn_order import Slot
    from battlemap.rules.procedure import Procedure


def name_of(token: Token) -> str:
    """Return what a token is called; its id where it has no name."""
    return token.name or token.id


def facing_of(encounter: Encounter, intent: Turn) -> float:
    """Return the facing of the grid nearest to the one that is asked for, in degrees.

    Raises
    ------
    IllegalIntentError
        If that is no finite number.
    """
    if not isfinite(intent.facing):
        raise IllegalIntentError(f"A facing is an angle in degrees, not {intent.facing:g}.")
    return encounter.map.grid.grid.nearest_facing(intent.facing)


def condition_of(encounter: Encounter, intent: SetCondition) -> tuple[Token, str]:
    """Return whose condition the GM sets, and what it is called.

    Raises
    ------
    IllegalIntentError
        If the condition has no name, or there is no such token.
    """
    condition = intent.condition.strip().lower()
    if not condition:
        raise IllegalIntentError("A condition needs a name.")
    return token_of(encounter, intent.token), condition


def mark(token: Token, condition: str, on: bool) -> Procedure:
    """Give a token a condition, or take it away."""
    conditions = token.conditions | {condition} if on else token.conditions - {condition}
    return (yield from happen(ConditionsChanged(token.id, conditions)))


def note_condition(
    token: Token, condition: str, on: bool, lines: tuple[str, ...] = ()
) -> Procedure:
    """Write into the log that the GM gave a condition, or took it away."""
    verb = "is" if on else "is no longer"
    headline = f"GM: {name_of(token)} {verb} {condition}"
    return (yield from happen(Noted(headline, lines, "gm", token.id)))


def moving(encounter: Encounter, move: Move) -> Token:
    """Return who moves.

    Raises
    ------
    IllegalIntentError
        If there is no such token, or the move has no cells.
    """
    token = token_of(encounter, move.token)
    if not move.cells:
        raise IllegalIntentError("A move needs cells.")
    return token


def check_way(encounter: Encounter, token: Token, move: Move, *, known: bool) -> None:
    """Refuse a manner that the game doesn't know, and a way that begins elsewhere.

    Raises
    ------
    IllegalIntentError
        With what is wrong.
    """
    if not known:
        raise IllegalIntentError(f'There is no such way to move as "{move.manner}".')
    if move.cells[0] != token.at:
        where = cell_name(encounter.map.grid.grid, token.at)
        raise IllegalIntentError(f"{name_of(token)} stands at {where}, the path begins elsewhere.")


def displace(encounter: Encounter, token: Token, end: Cell) -> Procedure:
    """Bring a token to a cell by force, at its height: no cost, nothing triggered.

    Raises
    ------
    IllegalIntentError
        If the cell is not on the map.
    """
    grid = encounter.map.grid.grid
    if end not in grid:
        raise IllegalIntentError(f"{cell_name(grid, end)} is not on the map.")
    height = token.elevation_feet
    return (
        yield from happen(TokenMoved(token.id, token.at, end, forced=True, elevation_feet=height))
    )


def set_door(encounter: Encounter, intent: SetDoor) -> Procedure:
    """Open or shut a door or window; a locked one stays shut."""
    door = encounter.map.obstacles.get(intent.door)
    if not isinstance(door, Door):
        raise IllegalIntentError(f'There is no door "{intent.door}" on the map.')
    if door.is_open == intent.is_open:
        return encounter
    if intent.is_open and door.is_locked:
        raise IllegalIntentError("The door is locked.")
    what = "window" if door.is_window else "door"
    encounter = yield from happen(ObstacleChanged(replace(door, is_open=intent.is_open)))
    headline = f"The {what} {'opens' if intent.is_open else 'shuts'}"
    return (yield from happen(Noted(headline, (), "note")))


def arrange_turns(
    encounter: Encounter,
    intent: ArrangeTurns,
    go_on: Callable[[Encounter], Procedure] | None = None,
) -> Procedure:
    """Put the turns to come into the GM's order; whose turn it is stays.

    The turns of a round whose order changes are marked, so that no sorting undoes it. Where the
    turn under way isn't the first any more, it is put off: another one begins, and this one goes on
    where it stands now; in a later round it begins anew.

    Parameters
    ----------
    go_on
        Begins the first turn of an order in which none is under way.

    Raises
    ------
    IllegalIntentError
        If no fight is under way, or a turn belongs to no token.
    """
    order = encounter.turn_order
    if not order.is_running:
        raise IllegalIntentError("No fight is under way: there are no turns to arrange.")
    names = [name_of(token_of(encounter, slot.token)) for slot in intent.slots]
    if intent.slots == order.slots:
        return encounter
    slots = _marked(order.slots, intent.slots)
    if go_on is not None and order.active and slots and not _is_same(slots[0], order.slots[0]):
        return (yield from _put_off(encounter, slots, go_on))
    encounter = yield from happen(TurnOrderChanged(replace(order, slots=slots)))
    line = ", ".join(names[:8]) + (" and more" if len(names) > 8 else "")
    return (yield from happen(Noted("GM arranges the turns to come", (line,), "gm")))


def _put_off(
    encounter: Encounter, slots: tuple[Slot, ...], go_on: Callable[[Encounter], Procedure]
) -> Procedure:
    """Let another turn begin before the one under way goes on."""
    order = encounter.turn_order
    first = order.slots[0]
    own = [place for place, slot in enumerate(slots) if _is_same(slot, first)]
    if not own:
        raise IllegalIntentError("The turn under way can be put off, but not taken out.")
    late = replace(slots[own[0]], begun=slots[own[0]].round == order.round)
    put = (*slots[: own[0]], late, *slots[own[0] + 1 :])
    encounter = yield from happen(TurnOrderChanged(replace(order, slots=put, active=None)))
    before = name_of(token_of(encounter, put[own[0] - 1].token))
    headline = f"{name_of(token_of(encounter, first.token))} puts the turn off"
    encounter = yield from happen(
        Noted(headline, (f"It comes after {before}",), "turn", first.token)
    )
    return (yield from go_on(encounter))


def _is_same(slot: Slot, other: Slot) -> bool:
    """Tell whether two are one turn, wherever it stands now."""
    return (slot.token, slot.score, slot.turn) == (other.token, other.score, other.turn)


def _marked(before: Sequence[Slot], after: Sequence[Slot]) -> tuple[Slot, ...]:
    rounds = {slot.round for slot in after}
    changed = {
        number
        for number in rounds
        if [slot for slot in before if slot.round == number]
        != [slot for slot in after if slot.round == number]
    }
    return tuple(replace(slot, arranged=True) if slot.round in changed else slot for slot in after)


def keep_arranged(ordered: Sequence[Slot], before: Sequence[Slot]) -> list[Slot]:
    """Return turns sorted by the rules, but those that the GM arranged in the GM's order.

    Parameters
    ----------
    ordered
        The turns as the rules sort them.
    before
        The same turns, those that were there already in the order in which they stood.

    Examples
    --------
    >>> from battlemap.model.turn_order import Slot
    >>> a, b, c = Slot("a", 9, 1, arranged=True), Slot("b", 7, 1, arranged=True), Slot("c", 8, 1)
    >>> [slot.token for slot in keep_arranged([a, c, b], [b, a, c])]
    ['b', 'c', 'a']
    """
    by_hand = [slot for slot in before if slot.arranged]
    arranged = iter(sorted(by_hand, key=lambda slot: slot.round))
    return [next(arranged) if slot.arranged else slot for slot in ordered]

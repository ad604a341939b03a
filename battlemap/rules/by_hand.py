"""What every game lets a GM do by hand: doors, and the order of the turns to come."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import Noted, ObstacleChanged, TurnOrderChanged
from battlemap.model.obstacle import Door
from battlemap.rules.procedure import IllegalIntentError, happen, token_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import ArrangeTurns, SetDoor
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure


def name_of(token: Token) -> str:
    """Return what a token is called; its id where it has no name."""
    return token.name or token.id


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


def arrange_turns(encounter: Encounter, intent: ArrangeTurns) -> Procedure:
    """Put the turns to come into the GM's order; whose turn it is stays.

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
    encounter = yield from happen(TurnOrderChanged(replace(order, slots=intent.slots)))
    line = ", ".join(names[:8]) + (" and more" if len(names) > 8 else "")
    return (yield from happen(Noted("GM arranges the turns to come", (line,), "gm")))

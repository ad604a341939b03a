"""What taking turns has in common wherever tokens stand in an order of slots."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import Noted, TurnOrderChanged
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError, happen, token_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import BeginFight
    from battlemap.model.token import Token
    from battlemap.model.turn_order import Slot
    from battlemap.rules.procedure import Procedure
    from battlemap.rules.system import RuleSystem


def joining(system: RuleSystem, encounter: Encounter, intent: BeginFight) -> list[Token]:
    """Return who begins a fight or joins one: all who are named, up, and not in it yet.

    Raises
    ------
    IllegalIntentError
        If there is nobody, or no such token.
    """
    known = {slot.token for slot in encounter.turn_order.slots}
    named = [token_of(encounter, key) for key in intent.tokens or tuple(encounter.tokens)]
    found = [token for token in named if token.id not in known and not system.is_out(token)]
    if not found:
        raise IllegalIntentError("There is nobody to roll initiative for.")
    return found


def check_turns(encounter: Encounter) -> None:
    """Refuse to end a turn where there is none.

    Raises
    ------
    IllegalIntentError
        If no fight is under way or nobody is in it.
    """
    order = encounter.turn_order
    if not order.is_running or not order.slots:
        raise IllegalIntentError("No turn is under way.")


def slots_that_come(encounter: Encounter) -> tuple[Slot, ...]:
    """Return the turns to come without those of the dead and the removed."""
    tokens = encounter.tokens
    return tuple(
        slot
        for slot in encounter.turn_order.slots
        if slot.token in tokens and not tokens[slot.token].has("dead")
    )


def is_down(encounter: Encounter, slot: Slot) -> bool:
    """Tell whether a turn passes because its token is dead, unconscious or removed."""
    token = encounter.tokens.get(slot.token)
    return token is None or bool(token.conditions & {"dead", "unconscious"})


def resumed(encounter: Encounter) -> Procedure:
    """Let the first slot's turn, which was put off, go on; nothing of its start is repeated."""
    order = encounter.turn_order
    slot = order.slots[0]
    slots = (replace(slot, begun=False), *order.slots[1:])
    encounter = yield from happen(TurnOrderChanged(replace(order, slots=slots, active=slot.token)))
    name = name_of(token_of(encounter, slot.token))
    headline = f"{name}'s turn goes on, round {order.round}"
    return (yield from happen(Noted(headline, (), "turn", slot.token)))


def nobody_left(encounter: Encounter, slots: tuple[Slot, ...]) -> Procedure:
    """Stop at the end of a turn, because nobody in the fight can act."""
    order = replace(encounter.turn_order, slots=slots, active=None)
    yield from happen(TurnOrderChanged(order))
    return (yield from happen(Noted("Nobody is left to act", (), "turn")))


def leave_order(encounter: Encounter, token_id: str) -> Procedure:
    """Take the turns to come from one who is dead; a turn under way ends by itself."""
    order = encounter.turn_order
    kept = tuple(
        slot
        for index, slot in enumerate(order.slots)
        if slot.token != token_id or (index == 0 and order.active == token_id)
    )
    if order.is_running and kept != order.slots:
        encounter = yield from happen(TurnOrderChanged(replace(order, slots=kept)))
    return encounter

"""Actions: what is left, what may be held, and what a Reaction can be paid with."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import StatusChanged
from battlemap.rules.acting import waits
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen
from battlemap.systems.grimhowl.sheet import (
    Repeat,
    Status,
    status_of,
)

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.grimhowl import Grimhowl


def actions_left(encounter: Encounter, token: Token) -> int:
    """Return what *token* can act with now: held actions only while somebody else has the turn."""
    status = status_of(token)
    return status.held if waits(encounter, token) else status.actions + status.held


def reactions_left(system: Grimhowl, encounter: Encounter, token: Token) -> int:
    """Return the actions that can go into Reactions: held ones, and those of a turn to come."""
    status = status_of(token)
    if not waits(encounter, token) or (system.options.early_reactions and not status.acted):
        return status.actions + status.held
    return status.held


def why_no_action(system: Grimhowl, encounter: Encounter, token: Token) -> str:
    """Return why *token* can't act now; empty: it can, or nobody counts turns."""
    if not system.is_able(token):
        return f"{name_of(token)} cannot act"
    if not encounter.turn_order.is_running or actions_left(encounter, token):
        return ""
    if waits(encounter, token):
        active = encounter.tokens.get(encounter.turn_order.active or "")
        whose = f"it is {name_of(active)}'s turn" if active else "it is nobody's turn"
        return f"{whose} and {name_of(token)} holds no action"
    return f"{name_of(token)} has no actions left"


def counted_action(status: Status, action: str) -> Status:
    """Return *status* with one more of an action done in this round."""
    done = {repeat.action: repeat.times for repeat in status.repeats}
    done[action] = done.get(action, 0) + 1
    repeats = tuple(Repeat(key, times) for key, times in done.items())
    return replace(status, repeats=repeats)


def paid(encounter: Encounter, token: Token, action: str) -> Status:
    """Return the status after an action was paid for; the turn's own actions go first."""
    status = status_of(token)
    if not encounter.turn_order.is_running:
        return status
    if not waits(encounter, token) and status.actions:
        status = replace(status, actions=status.actions - 1)
    else:
        status = replace(status, held=max(0, status.held - 1))
    return counted_action(status, action)


def spend(encounter: Encounter, token_id: str, action: str) -> Procedure:
    """Pay for an action of *token*; another one than a step ends what stars bought to walk."""
    token = encounter.tokens[token_id]
    status = paid(encounter, token, action)
    if status.stride:
        status = replace(status, stride=0, stride_by="")
    if status == status_of(token):
        return encounter
    return (yield from happen(StatusChanged(token_id, status)))


def spend_reaction(encounter: Encounter, token_id: str, action: str) -> Procedure:
    """Pay for a Reaction: held actions go first, then those of a turn to come."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    if not encounter.turn_order.is_running:
        return encounter
    if status.held:
        status = replace(status, held=status.held - 1)
    else:
        status = replace(status, actions=max(0, status.actions - 1))
    return (yield from happen(StatusChanged(token_id, counted_action(status, action))))

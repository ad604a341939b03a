"""What the GM does by hand: conditions, and tokens put where they belong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import ConditionsChanged, Noted, StatusChanged, TokenMoved, TokenTurned
from battlemap.model.words import direction
from battlemap.rules.by_hand import facing_of, name_of
from battlemap.rules.procedure import IllegalIntentError, happen, token_of
from battlemap.systems.crawler.harm import countdown_of, die
from battlemap.systems.crawler.sheet import SLOTS
from battlemap.systems.crawler.status import status_of

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import SetCondition, Turn
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.crawler import Crawler


def set_condition(system: Crawler, encounter: Encounter, intent: SetCondition) -> Procedure:
    """Give or take a condition by the GM's word, with what belongs to it."""
    token, condition = token_of(encounter, intent.token), intent.condition.strip().lower()
    if not condition:
        raise IllegalIntentError("A condition needs a name.")
    if token.has(condition) == intent.on:
        return encounter
    if intent.on and condition == "dead":
        encounter = yield from die(encounter, token.id)
    else:
        conditions = token.conditions | {condition} if intent.on else token.conditions - {condition}
        encounter = yield from happen(ConditionsChanged(token.id, conditions))
        encounter = yield from _fitting(system, encounter, token.id, condition, intent.on)
    verb = "is" if intent.on else "is no longer"
    return (
        yield from happen(Noted(f"GM: {name_of(token)} {verb} {condition}", (), "gm", token.id))
    )


def _fitting(
    system: Crawler, encounter: Encounter, token_id: str, condition: str, on: bool
) -> Procedure:
    """Bring the health bar and the effects in line with a condition set by hand."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    fitting = status
    if condition == "dying":
        start = max(1, countdown_of(token, system.options)) if on else 0
        marked = SLOTS if on else min(status.marked, SLOTS - 1)
        fitting = replace(status, marked=marked, countdown=start)
    elif condition == "dead":
        fitting = replace(status, marked=min(status.marked, SLOTS - 1))
    elif not on:
        kept = tuple(one for one in status.lasting if one.label.lower() != condition)
        fitting = replace(status, lasting=kept)
    if fitting != status:
        encounter = yield from happen(StatusChanged(token_id, fitting))
    return encounter


def put(encounter: Encounter, token: Token, end: Cell, manner: str) -> Procedure:
    """Put a token where the GM wants it, or move it by force: no cost."""
    grid = encounter.map.grid.grid
    if end == token.at:
        return encounter
    if end not in grid:
        raise IllegalIntentError(f"{cell_name(grid, end)} is not on the map.")
    encounter = yield from happen(
        TokenMoved(token.id, token.at, end, forced=True, elevation_feet=token.elevation_feet)
    )
    line = f"From {cell_name(grid, token.at)}; no cost"
    where = cell_name(grid, end)
    if manner == "force":
        headline = f"GM puts {name_of(token)} on {where}"
        return (yield from happen(Noted(headline, (line,), "gm", token.id)))
    verb = "is moved to" if manner == "pushed" else "teleports to"
    headline = f"{name_of(token)} {verb} {where}"
    return (yield from happen(Noted(headline, (line,), "move", token.id)))


def turn(encounter: Encounter, intent: Turn) -> Procedure:
    """Turn the picture of a token; facing means nothing in this game."""
    token = token_of(encounter, intent.token)
    facing = facing_of(encounter, intent)
    if facing == token.facing:
        return encounter
    encounter = yield from happen(TokenTurned(token.id, facing))
    headline = f"{name_of(token)} faces {direction(facing)}"
    return (yield from happen(Noted(headline, (), "move", token.id)))

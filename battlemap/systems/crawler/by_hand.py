"""What the GM does by hand: conditions, and tokens put where they belong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import Noted, StatusChanged, TokenTurned
from battlemap.model.words import direction
from battlemap.rules.by_hand import condition_of, displace, facing_of, mark, name_of, note_condition
from battlemap.rules.procedure import happen, token_of
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
    token, condition = condition_of(encounter, intent)
    if token.has(condition) == intent.on:
        return encounter
    if intent.on and condition == "dead":
        encounter = yield from die(encounter, token.id)
    else:
        encounter = yield from mark(token, condition, intent.on)
        encounter = yield from _fitting(system, encounter, token.id, condition, intent.on)
    return (yield from note_condition(token, condition, intent.on))


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
    encounter = yield from displace(encounter, token, end)
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

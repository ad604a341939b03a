"""What the GM does by hand: conditions, and tokens put where they belong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import (
    Noted,
    StatusChanged,
)
from battlemap.rules.by_hand import condition_of, displace, mark, name_of, note_condition
from battlemap.rules.procedure import happen
from battlemap.systems.shadowrealms.harm import come_down, fall, let_go
from battlemap.systems.shadowrealms.sheet import Tier, sheet_of, status_of

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import SetCondition
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms


def set_condition(system: ShadowRealms, encounter: Encounter, intent: SetCondition) -> Procedure:
    """Give or take a condition by the GM's word, with what belongs to it."""
    token, condition = condition_of(encounter, intent)
    if token.has(condition) == intent.on:
        return encounter
    if intent.on and condition in ("dead", "unconscious"):
        encounter = yield from fall(system, encounter, token.id, condition)
    else:
        encounter = yield from mark(token, condition, intent.on)
    encounter, lines = yield from come_down(system, encounter, token.id)
    if not intent.on:
        encounter = yield from _clear_up(encounter, token.id, condition)
    return (yield from note_condition(token, condition, intent.on, lines))


def _clear_up(encounter: Encounter, token_id: str, condition: str) -> Procedure:
    """Take away what a condition rests on, so that it doesn't come back by itself."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    if condition == "grappled" and status.grappled_by:
        return (yield from let_go(encounter, token_id))
    mended = status
    if condition == "bleeding":
        closed = tuple(replace(injury, bleeding=0) for injury in status.injuries)
        mended = replace(status, injuries=closed)
    if condition == "dead" and sheet_of(token).tier is not Tier.FULL:
        mended = replace(status, minion_hits=0)
    if mended != status:
        encounter = yield from happen(StatusChanged(token_id, mended))
    return encounter


def put(encounter: Encounter, token: Token, end: Cell) -> Procedure:
    """Put a token where the GM wants it: no cost, nothing triggered."""
    grid = encounter.map.grid.grid
    if end == token.at:
        return encounter
    encounter = yield from displace(encounter, token, end)
    status = status_of(token)
    if status.cover_by:
        encounter = yield from happen(StatusChanged(token.id, replace(status, cover_by=())))
    if status.grappling or status.grappled_by:
        encounter = yield from let_go(encounter, token.id)
    headline = f"GM puts {name_of(token)} on {cell_name(grid, end)}"
    line = f"From {cell_name(grid, token.at)}; no cost, nothing triggered"
    return (yield from happen(Noted(headline, (line,), "gm", token.id)))

"""What the GM does by hand: conditions, and tokens put where they belong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import Noted, StatusChanged
from battlemap.rules.by_hand import condition_of, displace, mark, name_of, note_condition
from battlemap.rules.procedure import happen
from battlemap.systems.prowess.harm import fall, let_go
from battlemap.systems.prowess.sheet import status_of

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import SetCondition
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure


def set_condition(encounter: Encounter, intent: SetCondition) -> Procedure:
    """Give or take a condition by the GM's word, with what belongs to it."""
    token, condition = condition_of(encounter, intent)
    if token.has(condition) == intent.on:
        return encounter
    if intent.on and condition in ("dead", "unconscious"):
        encounter = yield from fall(encounter, token.id, condition)
    elif condition == "grappled" and not intent.on and status_of(token).grappled_by:
        encounter = yield from let_go(encounter, token.id)
    else:
        encounter = yield from mark(token, condition, intent.on)
    status = status_of(encounter.tokens[token.id])
    if condition == "hidden" and status.hidden_from:
        # By the GM's word it is hidden from everybody, or from nobody.
        encounter = yield from happen(StatusChanged(token.id, replace(status, hidden_from=())))
    return (yield from note_condition(token, condition, intent.on))


def put(encounter: Encounter, token: Token, end: Cell) -> Procedure:
    """Put a token where the GM wants it: no cost, nothing triggered."""
    grid = encounter.map.grid.grid
    if end == token.at:
        return encounter
    encounter = yield from displace(encounter, token, end)
    encounter = yield from let_go(encounter, token.id)
    headline = f"GM puts {name_of(token)} on {cell_name(grid, end)}"
    line = f"From {cell_name(grid, token.at)}; no cost, nothing triggered"
    return (yield from happen(Noted(headline, (line,), "gm", token.id)))

"""What the GM does by hand: conditions, and tokens put where they belong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import ConditionsChanged, Noted, StatusChanged, TokenMoved
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError, happen, token_of
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
    token, condition = token_of(encounter, intent.token), intent.condition.strip().lower()
    if not condition:
        raise IllegalIntentError("A condition needs a name.")
    if token.has(condition) == intent.on:
        return encounter
    if intent.on and condition in ("dead", "unconscious"):
        encounter = yield from fall(encounter, token.id, condition)
    elif condition == "grappled" and not intent.on and status_of(token).grappled_by:
        encounter = yield from let_go(encounter, token.id)
    else:
        conditions = token.conditions | {condition} if intent.on else token.conditions - {condition}
        encounter = yield from happen(ConditionsChanged(token.id, conditions))
    status = status_of(encounter.tokens[token.id])
    if condition == "hidden" and status.hidden_from:
        # By the GM's word it is hidden from everybody, or from nobody.
        encounter = yield from happen(StatusChanged(token.id, replace(status, hidden_from=())))
    verb = "is" if intent.on else "is no longer"
    headline = f"GM: {name_of(token)} {verb} {condition}"
    return (yield from happen(Noted(headline, (), "gm", token.id)))


def put(encounter: Encounter, token: Token, end: Cell) -> Procedure:
    """Put a token where the GM wants it: no cost, nothing triggered."""
    grid = encounter.map.grid.grid
    if end == token.at:
        return encounter
    if end not in grid:
        raise IllegalIntentError(f"{cell_name(grid, end)} is not on the map.")
    encounter = yield from happen(
        TokenMoved(token.id, token.at, end, forced=True, elevation_feet=token.elevation_feet)
    )
    encounter = yield from let_go(encounter, token.id)
    headline = f"GM puts {name_of(token)} on {cell_name(grid, end)}"
    line = f"From {cell_name(grid, token.at)}; no cost, nothing triggered"
    return (yield from happen(Noted(headline, (line,), "gm", token.id)))

"""What the GM does by hand: conditions, and tokens put where they belong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import Noted, StatusChanged
from battlemap.rules.by_hand import condition_of, displace, mark, name_of, note_condition
from battlemap.rules.procedure import happen
from battlemap.systems.grimhowl.harm import fall
from battlemap.systems.grimhowl.sheet import sheet_of, status_of

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
    else:
        encounter = yield from mark(token, condition, intent.on)
    if not intent.on:
        encounter = yield from _clear_up(encounter, token.id, condition)
    return (yield from note_condition(token, condition, intent.on))


def _clear_up(encounter: Encounter, token_id: str, condition: str) -> Procedure:
    """Take away what a condition rests on, so that it doesn't come back by itself."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    lasting = tuple(one for one in status.lasting if one.condition != condition)
    mended = replace(status, lasting=lasting)
    if condition in ("dead", "unconscious"):
        # Whoever rises has a point of Vitality left at least.
        mended = replace(
            mended,
            damage=min(status.damage, sheet_of(token).vitality - 1),
            death_marks=0,
            stable=False,
        )
    if mended != status:
        encounter = yield from happen(StatusChanged(token_id, mended))
    return encounter


def put(encounter: Encounter, token: Token, end: Cell, *, manner: str = "force") -> Procedure:
    """Put a token where the GM wants it, or where it is pushed: no cost, nothing triggered.

    Cover is lost by any displacement.
    """
    grid = encounter.map.grid.grid
    if end == token.at:
        return encounter
    encounter = yield from displace(encounter, token, end)
    lines = [f"From {cell_name(grid, token.at)}; no cost, nothing triggered"]
    status = status_of(token)
    if status.cover is not None:
        lines.append(f"{name_of(token)} loses Cover")
        encounter = yield from happen(StatusChanged(token.id, replace(status, cover=None)))
    where = cell_name(grid, end)
    if manner == "pushed":
        headline, kind = f"{name_of(token)} is pushed to {where}", "move"
    else:
        headline, kind = f"GM puts {name_of(token)} on {where}", "gm"
    return (yield from happen(Noted(headline, tuple(lines), kind, token.id)))

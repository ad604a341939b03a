"""Grapple, break free, shove and trip (sections 18 and 19)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell
from battlemap.geometry.names import cell_name
from battlemap.model.event import ConditionsChanged, StatusChanged, TokenMoved
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, ask, happen
from battlemap.systems.shadowrealms.deed import Tested, not_beside, note, pair, tested
from battlemap.systems.shadowrealms.harm import come_down, let_go
from battlemap.systems.shadowrealms.movement import move_triggers
from battlemap.systems.shadowrealms.options import ForcedMovement
from battlemap.systems.shadowrealms.pools import physical_dice
from battlemap.systems.shadowrealms.sheet import sheet_of, status_of
from battlemap.systems.shadowrealms.strike import opportunity
from battlemap.tactics.board import Board
from battlemap.tactics.displacement import pushed_to
from battlemap.tactics.movement import Mover, path_along

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.shadowrealms import ShadowRealms


def not_grappled(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why nobody has to break free."""
    del system, encounter
    return "" if token.has("grappled") else "is not grappled"


def not_to_be_seized(
    system: ShadowRealms, encounter: Encounter, token: Token, target: Token
) -> str:
    """Return why *target* can't be grabbed."""
    if token.id == target.id:
        return "Nobody grapples with oneself."
    if target.has("dead"):
        return f"{name_of(target)} is dead."
    return not_beside(system, encounter, token, target)


def grapple(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Seize a target by a Grapple test (section 18)."""
    token, target = pair(encounter, act)
    encounter, passed, line = yield from _grapple_test(system, encounter, token, target)
    if not passed:
        headline = f"{name_of(token)} fails to seize {name_of(target)}"
        return (yield from note(token, headline, (line,)))
    encounter = yield from let_go(encounter, target.id)
    holds = replace(status_of(encounter.tokens[token.id]), grappling=target.id)
    encounter = yield from happen(StatusChanged(token.id, holds))
    held = replace(status_of(encounter.tokens[target.id]), grappled_by=token.id)
    encounter = yield from happen(StatusChanged(target.id, held))
    conditions = encounter.tokens[target.id].conditions | {"grappled"}
    encounter = yield from happen(ConditionsChanged(target.id, conditions))
    headline = f"{name_of(token)} grapples {name_of(target)}"
    return (yield from note(token, headline, (line,)))


def escape(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Break free by a Grapple test against the holder's Grapple Defense."""
    token = encounter.tokens[act.token]
    holder = encounter.tokens.get(status_of(token).grappled_by)
    if holder is None:
        lines: tuple[str, ...] = ("Nobody holds on",)
    else:
        encounter, passed, line = yield from _grapple_test(system, encounter, token, holder)
        if not passed:
            headline = f"{name_of(token)} stays in {name_of(holder)}'s grip"
            return (yield from note(token, headline, (line,)))
        lines = (line,)
    encounter = yield from let_go(encounter, token.id)
    left = encounter.tokens[token.id].conditions - {"grappled"}
    if left != encounter.tokens[token.id].conditions:
        encounter = yield from happen(ConditionsChanged(token.id, left))
    return (yield from note(token, f"{name_of(token)} breaks free", lines))


def trip(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Knock a target prone by a Grapple test (section 19, Knockdown)."""
    token, target = pair(encounter, act)
    encounter, passed, line = yield from _grapple_test(system, encounter, token, target)
    if not passed:
        headline = f"{name_of(token)} fails to trip {name_of(target)}"
        return (yield from note(token, headline, (line,)))
    conditions = target.conditions | {"prone"}
    if conditions != target.conditions:
        encounter = yield from happen(ConditionsChanged(target.id, conditions))
    encounter, lines = yield from come_down(encounter, target.id)
    headline = f"{name_of(token)} trips {name_of(target)}"
    return (yield from note(token, headline, (line, "Prone", *lines)))


def shove(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Push the target one area, not nearer the shover (sections 5 and 19)."""
    token, target = pair(encounter, act)
    encounter, passed, line = yield from _grapple_test(system, encounter, token, target)
    if not passed:
        headline = f"{name_of(token)} fails to shove {name_of(target)}"
        return (yield from note(token, headline, (line,)))
    board = Board.of(encounter, system)
    free = tuple(pushed_to(board, token.id, target.id))
    if not free:
        headline = f"{name_of(target)} is pushed against an obstacle"
        more = "No free area away from the shover; further damage is up to the GM"
        return (yield from note(token, headline, (line, more)))
    answer = yield from ask(
        Ask(
            token=token.id,
            headline=f"Where does {name_of(token)} shove {name_of(target)}?",
            options=tuple(
                AskOption(f"{cell.q},{cell.r}", cell_name(board.grid, cell)) for cell in free
            ),
            kind="shove",
            focus=(token.id, target.id),
        )
    )
    column, row = answer.split(",")
    end = Cell(int(column), int(row))
    encounter, stays = yield from _provoked_by_force(system, encounter, target, end)
    if stays:
        headline = f"{name_of(token)} shoves {name_of(target)}, who drops"
        return (yield from note(token, headline, (line,)))
    encounter = yield from happen(
        TokenMoved(target.id, target.at, end, forced=True, elevation_feet=target.elevation_feet)
    )
    encounter = yield from let_go(encounter, target.id)
    status = status_of(encounter.tokens[target.id])
    if status.cover_by:
        encounter = yield from happen(StatusChanged(target.id, replace(status, cover_by=())))
    headline = f"{name_of(token)} shoves {name_of(target)} to {cell_name(board.grid, end)}"
    return (yield from note(token, headline, (line, "Forced movement")))


def _provoked_by_force(
    system: ShadowRealms, encounter: Encounter, target: Token, end: Cell
) -> Part[tuple[Encounter, bool]]:
    """Let the shoved provoke where the option says so; returns whether it dropped on the spot."""
    if system.options.forced_movement is ForcedMovement.PROVOKES_NOTHING:
        return encounter, False
    board = Board.of(encounter, system)
    path, _ = path_along(board, target.id, Mover(rate=10_000, actions=1), (target.at, end))
    where = f"leaving {cell_name(board.grid, target.at)}"
    for trigger in move_triggers(board, target, path):
        if trigger.fires and trigger.deed != "enters":
            encounter, _ = yield from opportunity(
                system, encounter, trigger, target.id, where=where
            )
    return encounter, system.is_out(encounter.tokens[target.id])


def _grapple_test(
    system: ShadowRealms, encounter: Encounter, token: Token, against: Token
) -> Tested:
    """Roll Might against Grapple Defense less Grapple (section 18; the pool is settled)."""
    sheet, defense = sheet_of(token), sheet_of(against).grapple_defense
    what = f"Grapple, Grapple Defense {defense} − Grapple {sheet.grapple},"
    dice = physical_dice(token, sheet.might)
    return (yield from tested(system, encounter, token, dice, defense - sheet.grapple, what))

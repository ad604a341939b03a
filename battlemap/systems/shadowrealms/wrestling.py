"""Grapple, break free, drag, shove and trip (sections 18 and 19)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell
from battlemap.geometry.names import cell_name
from battlemap.model.event import ConditionsChanged, StatusChanged
from battlemap.rules.acting import not_beside, note, pair
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, happen
from battlemap.systems.shadowrealms.deed import Tested, tested_for
from battlemap.systems.shadowrealms.harm import come_down, let_go
from battlemap.systems.shadowrealms.pools import physical_dice
from battlemap.systems.shadowrealms.pushing import collide, force
from battlemap.systems.shadowrealms.readings import DragRule
from battlemap.systems.shadowrealms.sheet import sheet_of, status_of
from battlemap.systems.shadowrealms.strike import provoked_by_force
from battlemap.tactics.board import Board
from battlemap.tactics.displacement import pushed_to

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.harm import Harm


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
    if earlier := status_of(encounter.tokens[token.id]).grappling:
        encounter = yield from let_go(encounter, earlier)
    holds = replace(status_of(encounter.tokens[token.id]), grappling=target.id)
    encounter = yield from happen(StatusChanged(token.id, holds))
    held = replace(status_of(encounter.tokens[target.id]), grappled_by=token.id)
    encounter = yield from happen(StatusChanged(target.id, held))
    conditions = encounter.tokens[target.id].conditions | {"grappled"}
    encounter = yield from happen(ConditionsChanged(target.id, conditions))
    encounter, lines = yield from come_down(system, encounter, target.id)
    headline = f"{name_of(token)} grapples {name_of(target)}"
    return (yield from note(token, headline, (line, *lines)))


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
    encounter, lines = yield from come_down(system, encounter, target.id)
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
    ways = pushed_to(board, token.id, target.id)
    if not ways:
        headline = f"{name_of(target)} is pushed against an obstacle"
        encounter, lines = yield from collide(system, encounter, target.id, "no room behind", 1)
        return (yield from note(token, headline, (line, *lines)))
    end = yield from _ask_cell(
        token,
        target,
        f"Where does {name_of(token)} shove {name_of(target)}?",
        "shove",
        {f"{cell.q},{cell.r}": cell_name(board.grid, cell) for cell in ways},
    )
    cells = next(way for cell, way in ways.items() if f"{cell.q},{cell.r}" == end)
    encounter, lines, stays = yield from force(
        system, encounter, target.id, cells, provoked_by_force
    )
    if stays:
        headline = f"{name_of(token)} shoves {name_of(target)}, who drops"
        return (yield from note(token, headline, (line,)))
    headline = f"{name_of(token)} shoves {name_of(target)} to {cell_name(board.grid, cells[-1])}"
    return (yield from note(token, headline, (line, "Forced movement", *lines)))


def holds_nobody(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why there is nobody to drag."""
    del system
    held = status_of(token).grappling
    return "" if held in encounter.tokens else "holds nobody"


def drag(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Drag or reposition whom one holds, by another Grapple test (section 18, Forced movement).

    The held one is put on another area beside the grappler, or the grappler backs off one area and
    pulls it along.
    """
    token = encounter.tokens[act.token]
    if reason := holds_nobody(system, encounter, token):
        # Not even the GM's word gives it somebody to drag.
        raise IllegalIntentError(f"{name_of(token)} {reason}.")
    target = encounter.tokens[status_of(token).grappling]
    encounter, successes, line = yield from _grapple_successes(system, encounter, token, target)
    if not successes:
        headline = f"{name_of(token)} fails to drag {name_of(target)}"
        return (yield from note(token, headline, (line,)))
    areas = successes if system.options.drag is DragRule.SUCCESSES else 1
    lines: list[str] = []
    for done in range(areas):
        board = Board.of(encounter, system)
        options = _drags(board, token.id, target.id)
        if done:
            options["stop"] = "No farther"
        if not options:
            lines.append("No room")
            break
        answer = yield from _ask_cell(
            token,
            target,
            f"Where does {name_of(token)} drag {name_of(target)}?",
            "drag",
            options,
        )
        if answer == "stop":
            break
        encounter, said = yield from _dragged(system, encounter, token.id, target.id, answer)
        lines.extend((options[answer], *said))
        if status_of(encounter.tokens[token.id]).grappling != target.id:
            break
    return (yield from note(token, f"{name_of(token)} drags {name_of(target)}", (line, *lines)))


def _drags(board: Board, holder_id: str, held_id: str) -> dict[str, str]:
    """Return what a drag by one area can do: "to:5,6" puts the held one, "back:4,5" pulls it."""
    holder, held = board.token(holder_id), board.token(held_id)
    space = board.cells_of(holder_id)
    found = {}
    for cell in pushed_to(board, held_id, held_id):
        if board.grid.space_distance(space, board.cells_at(held, cell)) <= 100:
            found[f"to:{cell.q},{cell.r}"] = (
                f"{name_of(held)} goes to {cell_name(board.grid, cell)}"
            )
    for cell in pushed_to(board, held_id, holder_id):
        beside = board.grid.space_distance(
            board.cells_at(holder, cell), board.cells_at(held, holder.at)
        )
        if holder.size == held.size == 1 and beside <= 100:
            found[f"back:{cell.q},{cell.r}"] = (
                f"{name_of(holder)} backs off to {cell_name(board.grid, cell)} and pulls"
            )
    return found


def _dragged(
    system: ShadowRealms, encounter: Encounter, holder_id: str, held_id: str, answer: str
) -> Harm:
    kind, _, place = answer.partition(":")
    column, row = place.split(",")
    end = Cell(int(column), int(row))
    holder, held = encounter.tokens[holder_id], encounter.tokens[held_id]
    cells = (held.at, end)
    lines: tuple[str, ...] = ()
    if kind == "back":
        cells = (held.at, holder.at)
        # It walks, and the ground does to it what it does to whoever is dragged over it.
        encounter, lines, _ = yield from force(
            system, encounter, holder_id, (holder.at, end), provoked_by_force, keeps_grip=True
        )
        status = status_of(encounter.tokens[holder_id])
        left = replace(status, moved=status.moved or encounter.turn_order.is_running)
        if left != status:
            encounter = yield from happen(StatusChanged(holder_id, left))
        if left.grappling != held_id:
            return encounter, lines
    encounter, said, _ = yield from force(
        system, encounter, held_id, cells, provoked_by_force, keeps_grip=True
    )
    return encounter, (*lines, *said)


def _ask_cell(
    token: Token, target: Token, headline: str, kind: str, options: dict[str, str]
) -> Part[str]:
    return (
        yield from ask(
            Ask(
                token=token.id,
                headline=headline,
                options=tuple(AskOption(key, label) for key, label in options.items()),
                kind=kind,
                focus=(token.id, target.id),
            )
        )
    )


def _grapple_successes(
    system: ShadowRealms, encounter: Encounter, token: Token, against: Token
) -> Part[tuple[Encounter, int, str]]:
    """Roll against Grapple Defense less Grapple (section 18; which dice is an option)."""
    sheet, defense = sheet_of(token), sheet_of(against).grapple_defense
    what = f"Grapple, Grapple Defense {defense} − Grapple {sheet.grapple},"
    dice = physical_dice(token, system.options.grapple_dice.dice(sheet))
    return (yield from tested_for(system, encounter, token, dice, defense - sheet.grapple, what))


def _grapple_test(
    system: ShadowRealms, encounter: Encounter, token: Token, against: Token
) -> Tested:
    encounter, successes, line = yield from _grapple_successes(system, encounter, token, against)
    return encounter, successes > 0, line

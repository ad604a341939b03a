"""Carrying a movement out: steps, Moves, and what mobs announce (The five steps, 1 and 4)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import DeclaredChanged, Noted, StatusChanged, TokenMoved
from battlemap.model.intent import Move
from battlemap.model.terrain import Terrain
from battlemap.model.words import counted
from battlemap.rules.by_hand import check_way, moving, name_of
from battlemap.rules.procedure import IllegalIntentError, happen
from battlemap.systems.crawler.by_hand import put
from battlemap.systems.crawler.movement import mover, why_not_now
from battlemap.systems.crawler.phases import DECLARE, phase_of
from battlemap.systems.crawler.readings import MobMovement
from battlemap.systems.crawler.sheet import is_crawler
from battlemap.systems.crawler.status import status_of
from battlemap.tactics.board import Board
from battlemap.tactics.hazards import entered
from battlemap.tactics.jumps import parity_after
from battlemap.tactics.manners import manner_kind
from battlemap.tactics.movement import path_along

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.status import Status
    from battlemap.tactics.mover import Mover
    from battlemap.tactics.path import Path

STEP = "A step that comes with an Action"

_REMINDERS = (
    (Terrain.HAZARDOUS, "is hazardous: apply its effect"),
    (Terrain.OBSCURED, "is dark or full of smoke"),
    (Terrain.WATER, "is water: a check where it is rough"),
    (Terrain.CLIMB, "is a climb: a check where it is slippery"),
)


def sentence(text: str) -> str:
    """Return *text* as a sentence: a capital first, a full stop last."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def perform_move(system: Crawler, encounter: Encounter, move: Move) -> Procedure:
    """Walk step by step and pay for it, or put a mob's movement among what is announced.

    The GM's hand ("force") and forced movement ("pushed", "teleport") cost nothing.
    """
    token = moving(encounter, move)
    kind = manner_kind(move.manner)
    if kind in ("force", "pushed", "teleport"):
        return (yield from put(encounter, token, move.cells[-1], kind))
    check_way(encounter, token, move, known=kind == "walk")
    later = announces_movement(system, encounter, token)
    if later:
        encounter = yield from _forget_announced(encounter, token)
        token = encounter.tokens[token.id]
    if len(move.cells) == 1:
        return encounter
    path, how = legal_path(system, encounter, token, move)
    if later:
        return (yield from _announce(encounter, move, path))
    encounter = yield from take_path(encounter, token, path)
    encounter = yield from _pay(system, encounter, token.id, path, how)
    return (yield from happen(_noted(system, encounter, token, path, how)))


def announces_movement(system: Crawler, encounter: Encounter, token: Token) -> bool:
    """Tell whether a movement of *token* waits for step 3."""
    return (
        system.options.mob_movement is MobMovement.ANNOUNCED
        and phase_of(encounter) == DECLARE
        and not is_crawler(token)
    )


def legal_path(
    system: Crawler, encounter: Encounter, token: Token, move: Move
) -> tuple[Path, Mover]:
    """Return the priced path of a movement and how the token moves.

    Raises
    ------
    IllegalIntentError
        If the path can't be walked now.
    """
    how = mover(system, encounter, token)
    board = Board.of(encounter, system)
    path, wrong = path_along(board, token.id, how, move.cells, move.jumps)
    if why := wrong or why_not_now(system, encounter, token, path, how):
        raise IllegalIntentError(sentence(why))
    return path, how


def take_path(encounter: Encounter, token: Token, path: Path) -> Procedure:
    """Take the steps of a path."""
    for start, end in pairwise(path.cells):
        encounter = yield from happen(
            TokenMoved(token.id, start, end, elevation_feet=token.elevation_feet)
        )
    return encounter


def carry_out_announced(system: Crawler, encounter: Encounter) -> Procedure:
    """Walk what mobs have announced, each as far as the way is free (step 3)."""
    moves = [intent for intent in encounter.declared if isinstance(intent, Move)]
    if not moves:
        return encounter
    rest = tuple(intent for intent in encounter.declared if not isinstance(intent, Move))
    encounter = yield from happen(DeclaredChanged(rest))
    for move in moves:
        token = encounter.tokens.get(move.token)
        if token is None or not system.is_able(token) or move.cells[0] != token.at:
            continue
        how = replace(mover(system, encounter, token), left_over=10**6)
        board = Board.of(encounter, system)
        for length in range(len(move.cells), 1, -1):
            path, wrong = path_along(board, token.id, how, move.cells[:length], move.jumps)
            if not wrong:
                encounter = yield from take_path(encounter, token, path)
                noted = _noted(system, encounter, token, path, how)
                halted = () if length == len(move.cells) else ("The way is barred farther on",)
                encounter = yield from happen(
                    replace(noted, details=("As announced", *halted, *noted.details[1:]))
                )
                break
        else:
            headline = f"{name_of(token)} can't walk as announced"
            encounter = yield from happen(Noted(headline, ("The way is barred",), "move", token.id))
    return encounter


def _announce(encounter: Encounter, move: Move, path: Path) -> Procedure:
    token = encounter.tokens[move.token]
    walked = replace(status_of(token), walked=path.cost)
    encounter = yield from happen(StatusChanged(token.id, walked))
    encounter = yield from happen(DeclaredChanged((*encounter.declared, move)))
    where = cell_name(encounter.map.grid.grid, path.cells[-1])
    headline = f"{name_of(token)} announces to walk to {where}"
    line = f"{_feet(encounter, path.cost)}, in step 3"
    return (yield from happen(Noted(headline, (line,), "move", token.id)))


def _forget_announced(encounter: Encounter, token: Token) -> Procedure:
    """Let a new movement stand in the place of the one that a mob announced before."""
    rest = tuple(
        intent
        for intent in encounter.declared
        if not (isinstance(intent, Move) and intent.token == token.id)
    )
    if rest == encounter.declared:
        return encounter
    encounter = yield from happen(DeclaredChanged(rest))
    fresh = replace(status_of(token), walked=0)
    return (yield from happen(StatusChanged(token.id, fresh)))


def _pay(system: Crawler, encounter: Encounter, token_id: str, path: Path, how: Mover) -> Procedure:
    if not encounter.turn_order.is_running:
        return encounter
    token = encounter.tokens[token_id]
    status = status_of(token)
    paid = replace(status, parity=_parity(system, encounter, status, path))
    if not is_crawler(token):
        paid = replace(paid, walked=status.walked + path.cost)
    elif count := how.actions_for(path.cost):
        left = how.left_over + count * how.rate - path.cost
        actions = max(0, status.actions - count)
        paid = replace(paid, actions=actions, left_over=left, stepped=0)
    else:
        from_left = min(path.cost, status.left_over)
        ahead = status.stepped + path.cost - from_left
        paid = replace(paid, left_over=status.left_over - from_left, stepped=ahead)
    return (yield from happen(StatusChanged(token_id, paid)))


def _parity(system: Crawler, encounter: Encounter, status: Status, path: Path) -> int:
    return parity_after(Board.of(encounter, system), path.cells, status.parity)


def _noted(system: Crawler, encounter: Encounter, token: Token, path: Path, how: Mover) -> Noted:
    where = cell_name(encounter.map.grid.grid, path.cells[-1])
    feet = _feet(encounter, path.cost)
    count = how.actions_for(path.cost)
    if not encounter.turn_order.is_running:
        price = "No fight, nothing spent"
    elif not is_crawler(token):
        price = "Part of its movement this round"
    elif count:
        price = f"{counted(count, 'Action')}, each with its step"
    else:
        price = STEP
    verb = "steps" if price == STEP else "moves"
    headline = f"{name_of(token)} {verb} {feet} to {where}"
    board = Board.of(encounter, system)
    lines = [price]
    if not token.has("flying"):
        for kind, words in _REMINDERS:
            lines.extend(
                f"{', '.join(cell_name(board.grid, cell) for cell in found.cells)} {words}"
                for found in entered(board, token.id, path, kind)
            )
    return Noted(headline, tuple(lines), "move", token.id)


def _feet(encounter: Encounter, hundredths: int) -> str:
    return f"{hundredths * encounter.map.grid.feet_per_cell / 100:g} ft"

"""Hiding: from whom one can hide, the checks of those who watch, and being revealed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.dice.added import D20
from battlemap.model.event import ConditionsChanged, Noted, StatusChanged
from battlemap.model.obstacle import CoverGrade
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen, roll
from battlemap.systems.prowess.rolls import check
from battlemap.systems.prowess.sheet import sheet_of, status_of
from battlemap.tactics.board import Board
from battlemap.tactics.cover import verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.prowess import Prowess
    from battlemap.tactics.cover import Verdict


def watchers(system: Prowess, encounter: Encounter, token: Token) -> tuple[Token, ...]:
    """Return the enemies that see *token* at all, in the map's order."""
    return tuple(enemy for enemy, seen in _views(system, encounter, token) if seen.sight)


def in_plain_sight(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why there is no hiding here: a watcher from whom nothing covers the token."""
    for enemy, seen in _views(system, encounter, token):
        if seen.sight and seen.grade is CoverGrade.NONE:
            return f"in plain sight of {name_of(enemy)}"
    return ""


def _views(system: Prowess, encounter: Encounter, token: Token) -> Iterator[tuple[Token, Verdict]]:
    """Yield each enemy with how well the token is covered from it."""
    board = Board.of(encounter, system)
    for enemy in board.enemies_of(token):
        yield enemy, verdicts(board, enemy.id, [token.id])[token.id]


def cannot_hide(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why *token* can't hide; empty: it can."""
    if token.has("hidden"):
        return "hidden already"
    return in_plain_sight(system, encounter, token)


def not_hidden(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why there is nothing to keep up; empty: it is hidden."""
    del system, encounter
    return "" if token.has("hidden") else "isn't hidden"


def hide(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Roll Stealth against the Sight of each who watches; whoever rolls lower sees nothing."""
    token = encounter.tokens[act.token]
    seen_by = watchers(system, encounter, token)
    encounter, total, line = yield from check(
        system, encounter, token.id, sheet_of(token).stealth, "Stealth"
    )
    lines = [line]
    unseen = []
    for watcher in seen_by:
        bonus = sheet_of(watcher).sight
        faces = yield from roll(1, D20, f"{name_of(watcher)}, Sight, d20 + {bonus}", watcher.id)
        sight = faces[0] + bonus
        sees = sight >= total
        lines.append(f"{name_of(watcher)}, Sight: {sight}, {'sees it' if sees else 'sees nothing'}")
        if not sees:
            unseen.append(watcher.id)
    hidden = bool(unseen) or not seen_by
    encounter = yield from happen(
        StatusChanged(
            token.id,
            replace(status_of(encounter.tokens[token.id]), hidden_from=tuple(unseen)),
        )
    )
    now = encounter.tokens[token.id]
    conditions = now.conditions | {"hidden"} if hidden else now.conditions - {"hidden"}
    if conditions != now.conditions:
        encounter = yield from happen(ConditionsChanged(token.id, conditions))
    if hidden and len(unseen) < len(seen_by):
        lines.append("Hidden only from those who see nothing")
    verb = "is hidden" if hidden else "is seen"
    return (yield from happen(Noted(f"{name_of(token)} {verb}", tuple(lines), "note", token.id)))


def surprised_already(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why there is nothing to notice any more; empty: there is."""
    del system, encounter
    return "surprised already" if token.has("surprised") else ""


def notice(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Roll Sight against a difficulty, or the Stealth of whoever lies in wait; or be surprised."""
    token = encounter.tokens[act.token]
    wish = act.choices.get("difficulty", "")
    difficulty = int(wish) if wish.isdecimal() else system.options.surprise_difficulty
    encounter, total, line = yield from check(
        system, encounter, token.id, sheet_of(token).sight, "Sight"
    )
    if total >= difficulty:
        headline = f"{name_of(token)} notices"
    else:
        headline = f"{name_of(token)} is surprised"
        conditions = encounter.tokens[token.id].conditions | {"surprised"}
        encounter = yield from happen(ConditionsChanged(token.id, conditions))
    details = (f"{line}, needs {difficulty}",)
    return (yield from happen(Noted(headline, details, "note", token.id)))


def come_out(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Stop hiding, to move at full speed."""
    del system
    return (yield from reveal(encounter, act.token, "it comes out"))


def reveal(encounter: Encounter, token_id: str, why: str) -> Procedure:
    """End hiding, where the token is hidden."""
    token = encounter.tokens[token_id]
    if not token.has("hidden"):
        return encounter
    encounter = yield from happen(ConditionsChanged(token_id, token.conditions - {"hidden"}))
    status = status_of(token)
    if status.hidden_from:
        encounter = yield from happen(StatusChanged(token_id, replace(status, hidden_from=())))
    headline = f"{name_of(token)} is hidden no longer"
    return (yield from happen(Noted(headline, (why.capitalize(),), "note", token_id)))

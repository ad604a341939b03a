"""Effects that the GM put on tokens by hand: beside those of the rules, and their countdown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import Noted, TokenAdded
from battlemap.model.intent import BeginFight, EndFight
from battlemap.rules.by_hand import name_of
from battlemap.rules.plan import Effect
from battlemap.rules.procedure import happen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Intent
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.rules.system import RuleSystem

SIGN = "lasting"
"""The sign beside a token for whatever the GM put on it."""


def all_effects(system: RuleSystem, encounter: Encounter, token: Token) -> tuple[Effect, ...]:
    """Return what lasts on *token*: by the rules, then by the GM's hand, then what it keeps up."""
    by_hand = (Effect(one.name, one.rounds_left, one.detail, SIGN) for one in token.lasting)
    links = (
        Effect(f"Keeps up {link.name}", None, ", ".join(_names(encounter, link.to)), "link")
        for link in token.links
    )
    return (*system.effects(encounter, token), *by_hand, *links)


def _names(encounter: Encounter, ids: tuple[str, ...]) -> Iterator[str]:
    for key in ids:
        token, mark = encounter.tokens.get(key), encounter.map.marks.get(key)
        if token is not None:
            yield name_of(token)
        elif mark is not None:
            yield mark.text or mark.kind


def counting_down(before: Encounter, procedure: Procedure, intent: Intent) -> Procedure:
    """Return *procedure* with a round off the GM's effects on everybody whose turn it began.

    A second turn in a round takes nothing off. Whoever has no turns (dead, not in the fight, or in
    a game of steps for whole sides) counts as the round ends.
    """
    encounter = yield from procedure
    if isinstance(intent, (BeginFight, EndFight)):
        return encounter
    for key in _due(before, encounter):
        encounter = yield from _count(encounter, key)
    return encounter


def _due(before: Encounter, after: Encounter) -> tuple[str, ...]:
    """Return the tokens for which a round has passed, in the document's order."""
    was, now = before.turn_order, after.turn_order
    if not (was.is_running and now.is_running):
        return ()
    due: set[str] = set()
    if now.active is not None and (now.round, now.active) != (was.round, was.active):
        slot = next((one for one in now.slots if one.token == now.active), None)
        goes_on = any(one.begun and one.token == now.active for one in was.slots)
        if not goes_on and (slot is None or slot.turn == 1):
            due.add(now.active)
    if now.round > was.round:
        # Where nobody is active the sides go through the steps of the round together.
        own = {slot.token for slot in now.slots} if now.active is not None else set()
        due |= set(after.tokens) - own
    return tuple(key for key in after.tokens if key in due and after.tokens[key].lasting)


def _count(encounter: Encounter, key: str) -> Procedure:
    token = encounter.tokens[key]
    kept, ended = [], []
    for one in token.lasting:
        if one.rounds_left is None:
            kept.append(one)
        elif one.rounds_left > 1:
            kept.append(replace(one, rounds_left=one.rounds_left - 1))
        else:
            ended.append(one)
    if tuple(kept) == token.lasting:
        return encounter
    encounter = yield from happen(TokenAdded(replace(token, lasting=tuple(kept))))
    for one in ended:
        details = (one.detail,) if one.detail else ()
        encounter = yield from happen(
            Noted(f"{one.name} ends on {name_of(token)}", details, "turn", key)
        )
    return encounter

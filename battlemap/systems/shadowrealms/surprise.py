"""Surprise tests: by whoever may be caught unaware, before the first blow (section 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.event import ConditionsChanged, Noted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen
from battlemap.systems.shadowrealms.checks import NONE, choose_difficulty, number_of, skill_test
from battlemap.systems.shadowrealms.readings import SurpriseTest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms

DANGERS = (
    "Easy: loud or obvious enemies",
    "Moderate: suspicious activity nearby",
    "Hard: a hidden ambush in darkness",
    "Extreme: an invisible threat",
)


def too_late(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why there is no Surprise test now."""
    del system
    if encounter.turn_order.is_running:
        return "before a fight only"
    return "surprised already" if token.has("surprised") else ""


def surprise_test(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Make the Surprise test of one combatant."""
    token = encounter.tokens[act.token]
    step = yield from choose_difficulty(
        system,
        token,
        f"How hard is the danger to notice for {name_of(token)}?",
        "surprise",
        given=act.choices.get("difficulty", ""),
        facts=DANGERS,
    )
    return (yield from _noticed(system, encounter, token.id, step))


def rouse_the_unaware(
    system: ShadowRealms, encounter: Encounter, joining: Sequence[Token]
) -> Procedure:
    """At the start of a fight, let everybody who is unaware make the Surprise test."""
    unaware = [token for token in joining if token.has("unaware") and not token.has("surprised")]
    if not unaware or system.options.surprise is SurpriseTest.BY_HAND:
        return encounter
    names = ", ".join(name_of(token) for token in unaware)
    step = yield from choose_difficulty(
        system,
        unaware[0],
        f"Surprise: how hard is the danger to notice for {names}?",
        "surprise",
        waive="No test",
        facts=DANGERS,
    )
    if step == NONE:
        return encounter
    for token in unaware:
        encounter = yield from _noticed(system, encounter, token.id, step)
    return encounter


def _noticed(system: ShadowRealms, encounter: Encounter, token_id: str, step: str) -> Procedure:
    token = encounter.tokens[token_id]
    difficulty = number_of(system.options, step)
    encounter, passed, line = yield from skill_test(
        system, encounter, token, "Alertness", difficulty, is_action=False
    )
    conditions = token.conditions - {"unaware"}
    if not passed:
        conditions = conditions | {"surprised"}
    if conditions != token.conditions:
        encounter = yield from happen(ConditionsChanged(token_id, conditions))
    headline = (
        f"{name_of(token)} notices the danger" if passed else f"{name_of(token)} is surprised"
    )
    more = () if passed else ("No turn in round 1, off-guard in round 2",)
    return (yield from happen(Noted(headline, (line, *more), "turn", token_id)))

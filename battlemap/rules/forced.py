"""Actions that the GM carries out against the rules: the log says so, in every game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from battlemap.model.event import Noted
from battlemap.model.intent import Act, Intent
from battlemap.rules.procedure import token_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.model.encounter import Encounter
    from battlemap.rules.plan import Action
    from battlemap.rules.procedure import Procedure


def forbidden(actions: Iterable[Action], intent: Intent) -> str:
    """Return why the rules forbid an action that is forced; empty: it isn't, or they don't.

    Parameters
    ----------
    actions
        What the actor's action bar shows.
    intent
        What is to be done.
    """
    if not isinstance(intent, Act) or intent.choices.get("force") != "yes":
        return ""
    return next((one.unavailable for one in actions if one.key == intent.action), "")


def telling_force(procedure: Procedure, encounter: Encounter, intent: Act, why: str) -> Procedure:
    """Return *procedure* whose first line in the log says that the GM forced it, and past what."""
    line = f"Forced by the GM: {why}"
    answer: Any = None
    told = False
    while True:
        try:
            said = procedure.send(answer)
        except StopIteration as end:
            if not told:
                actor = token_of(encounter, intent.token)
                yield Noted(f"GM: {actor.name or actor.id}, {intent.action}", (line,), "gm")
            after: Encounter = end.value
            return after
        if isinstance(said, Noted) and not told:
            said, told = replace(said, details=(line, *said.details)), True
        answer = yield said

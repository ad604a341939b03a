"""Vaulting over difficult ground by Acrobatics (section 6, Difficult terrain)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import StatusChanged
from battlemap.rules.acting import note
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen
from battlemap.systems.shadowrealms.checks import choose_difficulty, number_of, skill_test
from battlemap.systems.shadowrealms.readings import SureFooting
from battlemap.systems.shadowrealms.sheet import status_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms


def no_second_try(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why there is no Acrobatics test for the ground now."""
    del system, encounter
    return {"": "", "sure": "sure-footed already", "failed": "once a turn"}[
        status_of(token).footing
    ]


def vault(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Test Acrobatics once a turn, at the GM's difficulty: passed, difficult ground costs 1."""
    token = encounter.tokens[act.token]
    step = yield from choose_difficulty(
        system,
        token,
        f"How hard is the ground for {name_of(token)}?",
        "footing",
        given=act.choices.get("difficulty", ""),
    )
    encounter, passed, line = yield from skill_test(
        system, encounter, token, "Acrobatics", number_of(system.options, step)
    )
    status = status_of(encounter.tokens[token.id])
    footing = "sure" if passed else "failed"
    encounter = yield from happen(StatusChanged(token.id, replace(status, footing=footing)))
    name = name_of(token)
    if not passed:
        return (yield from note(token, f"{name} finds no footing", (line,)))
    whole = system.options.sure_footing is SureFooting.TURN
    until = "until the end of the turn" if whole else "for the next move"
    return (
        yield from note(
            token, f"{name} finds its footing", (line, f"Difficult ground costs 1, {until}")
        )
    )

"""Whom the GM keeps from striking at a mover, or lets strike, for one deed or until cleared."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import OverridesChanged
from battlemap.model.intent import Act, Attack, Move
from battlemap.rules.procedure import IllegalIntentError, happen
from battlemap.rules.standing import keep_ruling, who
from battlemap.rules.step_rulings import is_for_one_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Intent, Overrule
    from battlemap.rules.procedure import Procedure
    from battlemap.rules.trigger import Trigger

TRIGGER = "trigger"
"""The key of such a ruling: about a reactor (its attacker) and a mover (its target)."""

HELD, ONCE = "off", "once"
"""It doesn't strike, until cleared or at the next deed of the mover."""

STRIKES, STRIKES_ONCE = "strikes", "strikes once"
"""It strikes though the rules have it do nothing, until cleared or at the next deed."""

_SAID = {
    "": "strikes as the map shows",
    "on": "strikes as the map shows",
    HELD: "doesn't strike",
    ONCE: "doesn't strike this time",
    STRIKES: "may strike, whatever it has left",
    STRIKES_ONCE: "may strike this time, whatever it has left",
}


def held_back(encounter: Encounter, mover: str) -> frozenset[str]:
    """Return whom the GM keeps from striking at *mover*, whatever it does in their reach."""
    return _ruled(encounter, mover, (HELD, ONCE))


def made_to_strike(encounter: Encounter, mover: str) -> frozenset[str]:
    """Return whom the GM lets strike at *mover* even where the rules have nothing left for it."""
    return _ruled(encounter, mover, (STRIKES, STRIKES_ONCE))


def _ruled(encounter: Encounter, mover: str, values: tuple[str, ...]) -> frozenset[str]:
    return frozenset(
        kept.attacker
        for kept in encounter.overrides
        if kept.key == TRIGGER and kept.target in ("", mover) and kept.value in values
    )


def let_pass(encounter: Encounter, mover: str, triggers: Sequence[Trigger]) -> tuple[Trigger, ...]:
    """Return *triggers* after the GM's rulings: who is held back is hollow, who strikes isn't.

    By the GM's word somebody strikes once in a move more than the rules have it.
    """
    held, made = held_back(encounter, mover), set(made_to_strike(encounter, mover))
    found = []
    for one in triggers:
        reason = one.reason.partition("; ")[0]
        ruled = one
        if one.by in held:
            ruled = replace(one, fires=False, reason=f"{reason}; the GM lets it pass")
        elif one.by in made and not one.fires:
            made.remove(one.by)
            reason = f"{reason}; by the GM's word"
            ruled = replace(one, fires=True, by_hand=True, reason=reason)
        found.append(ruled)
    return tuple(found)


def ending_once(procedure: Procedure, intent: Intent) -> Procedure:
    """Return *procedure* with what was ruled for this one deed of the mover ended at its end."""
    encounter = yield from procedure
    match intent:
        case Move(token=mover) | Act(token=mover) | Attack(attacker=mover):
            pass
        case _:
            return encounter
    moves = isinstance(intent, Move)
    rest = tuple(
        kept
        for kept in encounter.overrides
        if not (kept.key == TRIGGER and kept.target == mover and kept.value in (ONCE, STRIKES_ONCE))
        and not (moves and is_for_one_move(kept, mover))
    )
    if rest == encounter.overrides:
        return encounter
    return (yield from happen(OverridesChanged(rest)))


def rule_on_trigger(encounter: Encounter, intent: Overrule) -> Procedure:
    """Keep somebody from striking at a mover, or let it, for its next deed or until cleared.

    Raises
    ------
    IllegalIntentError
        If the ruling is none.
    """
    value = intent.value.strip()
    if value not in _SAID:
        raise IllegalIntentError(
            f'Somebody is held back ("{HELD}", "{ONCE}") or strikes ("{STRIKES}", '
            f'"{STRIKES_ONCE}"), not "{value}".'
        )
    headline = f"GM: {who(encounter, intent.attacker)} {_SAID[value]}"
    stands = value in (HELD, STRIKES)
    line = f"At {who(encounter, intent.target)}" + (", until cleared" if stands else "")
    kept = "" if value == "on" else value
    return (yield from keep_ruling(encounter, intent, kept, headline, line))

"""What being hurt does: health, Wounds, lost prowess dice, falling and dying.

Each procedure returns the encounter after it and lines for the log.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from battlemap.model.event import ConditionsChanged, StatusChanged
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen
from battlemap.systems.prowess.sheet import dice_left, sheet_of, status_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.prowess import Prowess

Harmed: TypeAlias = "Part[tuple[Encounter, tuple[str, ...]]]"
"""Ends with the encounter afterwards and lines for the log."""


def hurt(system: Prowess, encounter: Encounter, token_id: str, amount: int) -> Harmed:
    """Take health away; a Heavy Parry that lasts costs a prowess die, and whoever is done falls."""
    if amount <= 0:
        return encounter, ()
    token = encounter.tokens[token_id]
    sheet, status, name = sheet_of(token), status_of(token), name_of(token)
    most = sheet.health * system.options.dies_at
    taken = min(most, status.damage + amount)
    lines = [f"{name} has lost {taken} of {sheet.health} health"]
    encounter = yield from happen(StatusChanged(token_id, replace(status, damage=taken)))
    if status.heavy_parry and dice_left(token):
        encounter, lost = yield from lose_dice(encounter, token_id, 1)
        lines.extend(f"Heavy Parry: {line}" for line in lost)
    encounter, fell = yield from check_fall(system, encounter, token_id)
    return encounter, (*lines, *fell)


def wound(system: Prowess, encounter: Encounter, token_id: str, kinds: tuple[str, ...]) -> Harmed:
    """Cause Wounds of these types."""
    if not kinds:
        return encounter, ()
    token = encounter.tokens[token_id]
    status = status_of(token)
    wounds = (*status.wounds, *kinds)
    encounter = yield from happen(StatusChanged(token_id, replace(status, wounds=wounds)))
    line = f"{counted(len(kinds), 'Wound')} ({', '.join(kinds)}), {len(wounds)} in all"
    encounter, fell = yield from check_fall(system, encounter, token_id)
    return encounter, (line, *fell)


def lose_dice(encounter: Encounter, token_id: str, count: int) -> Harmed:
    """Take away available prowess dice, as many as there are up to *count*."""
    token = encounter.tokens[token_id]
    lost = min(count, dice_left(token))
    if not lost:
        return encounter, (f"{name_of(token)} has no prowess die to lose",)
    status = status_of(token)
    # A sheet that changed in play may leave more dice spent than there are.
    spent = sheet_of(token).prowess_dice - dice_left(token) + lost
    encounter = yield from happen(StatusChanged(token_id, replace(status, spent_dice=spent)))
    return encounter, (f"{name_of(token)} loses {counted(lost, 'prowess die', 'prowess dice')}",)


def break_guard(encounter: Encounter, token_id: str, dice: int) -> Harmed:
    """Break the guard: dice are lost, a Heavy Parry ends, and neither alternate parry is left."""
    encounter, lines = yield from lose_dice(encounter, token_id, dice)
    status = replace(status_of(encounter.tokens[token_id]), guard_broken=True, heavy_parry=False)
    encounter = yield from happen(StatusChanged(token_id, status))
    return encounter, (*lines, f"{name_of(encounter.tokens[token_id])}'s guard is broken")


def check_fall(system: Prowess, encounter: Encounter, token_id: str) -> Harmed:
    """Let whoever has lost all health, or taken too many Wounds, fall or die."""
    token = encounter.tokens[token_id]
    sheet, status, options = sheet_of(token), status_of(token), system.options
    if token.has("dead"):
        return encounter, ()
    if status.damage >= sheet.health * options.dies_at:
        encounter = yield from fall(encounter, token_id, "dead")
        return encounter, (f"{name_of(token)} is dead",)
    out = status.damage >= sheet.health
    out = out or 0 < options.wounds_to_fall <= len(status.wounds)
    if out and not token.has("unconscious"):
        encounter = yield from fall(encounter, token_id, "unconscious")
        return encounter, (f"{name_of(token)} falls unconscious",)
    return encounter, ()


def fall(encounter: Encounter, token_id: str, condition: str) -> Procedure:
    """Give "dead" or "unconscious", and end what only the able keep up."""
    encounter = yield from let_go(encounter, token_id)
    encounter = yield from end_assistance(encounter, token_id)
    token = encounter.tokens[token_id]
    kept = token.conditions - ({"unconscious"} if condition == "dead" else set())
    encounter = yield from happen(ConditionsChanged(token_id, (kept - {"hidden"}) | {condition}))
    status = status_of(token)
    limp = replace(
        status,
        blocking=False,
        heavy_parry=False,
        readied="",
        readied_paid=False,
        passive=0,
        left_over=0,
        hidden_from=(),
    )
    if limp != status:
        encounter = yield from happen(StatusChanged(token_id, limp))
    return encounter


def let_go(encounter: Encounter, token_id: str) -> Procedure:
    """End every grapple that the token holds or is held by."""
    status = status_of(encounter.tokens[token_id])
    if status.grappling:
        encounter = yield from release(encounter, token_id, status.grappling)
    held_by = status_of(encounter.tokens[token_id]).grappled_by
    if held_by:
        encounter = yield from release(encounter, held_by, token_id)
    return encounter


def release(encounter: Encounter, holder_id: str, held_id: str) -> Procedure:
    """End one grapple; either of the two may be gone from the map."""
    if holder_id in encounter.tokens:
        free = replace(status_of(encounter.tokens[holder_id]), grappling="")
        encounter = yield from happen(StatusChanged(holder_id, free))
    if held_id in encounter.tokens:
        held = encounter.tokens[held_id]
        loose = replace(status_of(held), grappled_by="")
        encounter = yield from happen(StatusChanged(held_id, loose))
        if held.has("grappled"):
            conditions = held.conditions - {"grappled"}
            encounter = yield from happen(ConditionsChanged(held_id, conditions))
    return encounter


def end_assistance(encounter: Encounter, helper: str) -> Procedure:
    """Take away the assistance that this token gave others."""
    for token in list(encounter.tokens.values()):
        status = status_of(token)
        if helper in status.assisted_by:
            rest = tuple(key for key in status.assisted_by if key != helper)
            encounter = yield from happen(
                StatusChanged(token.id, replace(status, assisted_by=rest))
            )
    return encounter

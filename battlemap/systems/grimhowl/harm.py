"""What damage does: Vitality, Gnawing damage, status effects, going down and dying."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from battlemap.model.event import ConditionsChanged, Noted, StatusChanged
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Part, happen, roll
from battlemap.rules.turns import leave_order
from battlemap.systems.grimhowl.kinds import EffectKind
from battlemap.systems.grimhowl.readings import OutRule
from battlemap.systems.grimhowl.sheet import (
    Gnawing,
    Lasting,
    sheet_of,
    status_of,
)
from battlemap.systems.grimhowl.sigils import (
    PHYSICAL,
    gnawing_sources,
    is_whole,
    recovery_of,
    roll_resistance,
    wear_down,
    wear_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.options import Options
    from battlemap.systems.grimhowl.sheet import StarEffect

Harm: TypeAlias = "Part[tuple[Encounter, tuple[str, ...]]]"
"""A part of a procedure that ends with the encounter and lines for the log."""


def suffer(system: Grimhowl, encounter: Encounter, token_id: str, amount: int) -> Harm:
    """Do damage from one source, and with it all Gnawing damage that the creature suffers.

    Each Gnawing effect is rolled once on top; they never set off themselves or each other. What
    resists them is an option.
    """
    if amount <= 0:
        return encounter, ()
    lines: list[str] = []
    total = amount
    token = encounter.tokens[token_id]
    for gnawing in status_of(token).gnawing:
        why = f"{gnawing.name} gnaws at {name_of(token)}, {gnawing.dice}{gnawing.die}"
        faces = yield from roll(gnawing.dice, gnawing.die.sides, why, token_id)
        sources = gnawing_sources(system.options, token, gnawing.damage_type)
        stopped, used = yield from roll_resistance(
            system, token, sources, None, f"{sum(faces)} Gnawing damage"
        )
        more = max(0, sum(faces) - stopped)
        total += more
        shown = " + ".join(str(face) for face in faces)
        against = f", {used} takes off {stopped}" if used else ""
        lines.append(f"{why} {gnawing.damage_type}: {shown}{against}, {more} more damage")
    encounter, said = yield from hurt(system, encounter, token_id, total)
    return encounter, (*lines, *said)


def hurt(system: Grimhowl, encounter: Encounter, token_id: str, amount: int) -> Harm:
    """Take damage off the Vitality, and settle what comes of it at 0."""
    token = encounter.tokens[token_id]
    if amount <= 0 or token.has("dead"):
        return encounter, ()
    sheet, status = sheet_of(token), status_of(token)
    rule = OutRule.DEAD if sheet.minion else system.options.out
    most = sheet.vitality * (2 if rule is OutRule.DOWN else 1)
    taken = min(most, status.damage + amount)
    was_down = status.damage >= sheet.vitality
    marks = status.death_marks
    if rule is OutRule.MARKS and taken >= sheet.vitality:
        marks += 1
    changed = replace(
        status, damage=taken, death_marks=marks, stable=status.stable and taken < sheet.vitality
    )
    encounter = yield from happen(StatusChanged(token_id, changed))
    if taken < sheet.vitality:
        return encounter, ()
    name = name_of(token)
    if rule is OutRule.DEAD or (rule is OutRule.DOWN and taken >= most):
        encounter = yield from fall(encounter, token_id, "dead")
        return encounter, (f"{name} is dead",)
    lines = []
    if rule is OutRule.MARKS:
        lines.append(f"{name} has {marks_words(system.options, marks)}")
        if marks >= system.options.death_marks:
            encounter = yield from fall(encounter, token_id, "dead")
            return encounter, (*lines, f"{name} is dead")
    if not was_down or not token.has("unconscious"):
        encounter = yield from fall(encounter, token_id, "unconscious")
        lines.append(f"{name} goes down")
    return encounter, tuple(lines)


def marks_words(options: Options, marks: int) -> str:
    """Return the death marks in words: "2 of 3 death marks"."""
    return f"{marks} of {counted(options.death_marks, 'death mark')}"


def gather_mark(system: Grimhowl, encounter: Encounter, token_id: str) -> Procedure:
    """Give a death mark to whoever begins a turn down and isn't stable."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    is_down = token.has("unconscious") and status.damage >= sheet_of(token).vitality
    if system.options.out is not OutRule.MARKS or not is_down or status.stable:
        return encounter
    marks = status.death_marks + 1
    encounter = yield from happen(StatusChanged(token_id, replace(status, death_marks=marks)))
    lines = [marks_words(system.options, marks)]
    if marks >= system.options.death_marks:
        encounter = yield from fall(encounter, token_id, "dead")
        lines.append(f"{name_of(token)} is dead")
    headline = f"{name_of(token)} lies dying"
    return (yield from happen(Noted(headline, tuple(lines), "damage", token_id)))


def fall(encounter: Encounter, token_id: str, condition: str) -> Procedure:
    """Put a token down or kill it; Cover is lost, and a dead one has no more turns."""
    token = encounter.tokens[token_id]
    conditions = token.conditions | {condition}
    if condition == "dead":
        conditions = conditions - {"unconscious"}
    encounter = yield from happen(ConditionsChanged(token_id, conditions))
    status = status_of(token)
    idle = replace(
        status_of(encounter.tokens[token_id]), held=0, stride=0, stride_by="", cover=None
    )
    if idle != status:
        encounter = yield from happen(StatusChanged(token_id, idle))
    if condition == "dead":
        encounter = yield from leave_order(encounter, token_id)
    return encounter


def sundered(options: Options, target: Token, sources: Sequence[str], weapon: str = "") -> str:
    """Return what equipment damage falls on: what resisted, else the first Sigil, else a weapon.

    Empty: the target has nothing to damage.
    """
    whole = [source for source in sources if is_whole(options, target, source)]
    whole += [source for source in PHYSICAL if is_whole(options, target, source)]
    if whole:
        return whole[0]
    return weapon or (target.weapons[0].name if target.weapons else "")


def afflict(
    system: Grimhowl,
    encounter: Encounter,
    token_id: str,
    effect: StarEffect,
    sources: Sequence[str] = (),
) -> Harm:
    """Put a status effect that stars paid for on a creature."""
    token = encounter.tokens[token_id]
    rounds = effect.rounds + effect.minutes * system.options.minute_rounds
    for_how_long = f", {counted(rounds, 'round')}" if rounds else ""
    if token.has("dead"):
        return encounter, ()
    if effect.kind is EffectKind.SUNDER:
        source = sundered(system.options, token, sources)
        if not source:
            return encounter, (f"{name_of(token)} has nothing to damage",)
        encounter = yield from wear_down(encounter, token_id, source, effect.points)
        return encounter, (wear_words(encounter.tokens[token_id], source, effect.points),)
    status = status_of(token)
    if effect.kind is EffectKind.GNAWING:
        gnawing = Gnawing(effect.name, effect.dice, effect.die, effect.damage_type, rounds or None)
        changed = replace(status, gnawing=(*status.gnawing, gnawing))
        encounter = yield from happen(StatusChanged(token_id, changed))
        dice = f"{effect.dice}{effect.die} {effect.damage_type}"
        return encounter, (f"{name_of(token)} suffers {effect.name}, {dice} Gnawing{for_how_long}",)
    condition = effect.name.strip().lower()
    if not token.has(condition):
        encounter = yield from happen(ConditionsChanged(token_id, token.conditions | {condition}))
    rest = tuple(one for one in status.lasting if one.condition != condition)
    lasting = (*rest, Lasting(condition, rounds)) if rounds else rest
    if lasting != status.lasting:
        changed = replace(status_of(encounter.tokens[token_id]), lasting=lasting)
        encounter = yield from happen(StatusChanged(token_id, changed))
    return encounter, (f"{name_of(token)} has {condition}{for_how_long}",)


def wear_words(token: Token, source: str, points: int) -> str:
    """Return what happened to a source: "Orc's shield takes 1 point of damage, 2 in all"."""
    total = wear_of(status_of(token), source)
    return (
        f"{name_of(token)}'s {source} takes {counted(points, 'point')} of damage, {total} in all; "
        f"{recovery_of(token, source)}"
    )

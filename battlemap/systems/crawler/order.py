"""The rows of the initiative panel: five steps, each with those whom it concerns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import DeclaredChanged, TurnOrderChanged
from battlemap.model.turn_order import Slot
from battlemap.model.words import counted
from battlemap.rules.procedure import happen
from battlemap.systems.crawler.announce import number_of as announced_number
from battlemap.systems.crawler.announce import owner_of, words_of
from battlemap.systems.crawler.phases import (
    ACT,
    CLEAN_UP,
    DECLARE,
    HEADINGS,
    INTERRUPT,
    RESOLVE,
    STEPS,
    SURPRISE,
    number_of,
)
from battlemap.systems.crawler.sheet import is_crawler, sheet_of
from battlemap.systems.crawler.status import status_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.model.turn_order import TurnOrder
    from battlemap.rules.procedure import Procedure

FIRST, FOURTH = number_of(DECLARE), number_of(ACT)


def members_of(encounter: Encounter) -> tuple[str, ...]:
    """Return who takes part, in the order of the rows: mobs of step 1, crawlers of step 4.

    A crawler whom the GM puts into step 1 by hand joins as well.
    """
    found: dict[str, None] = {}
    for slot in encounter.turn_order.slots:
        token = encounter.tokens.get(slot.token)
        if token is None:
            continue
        steps = (FOURTH, FIRST) if is_crawler(token) else (FIRST,)
        if slot.turn in steps:
            found[slot.token] = None
    return tuple(found)


def rows(encounter: Encounter, order: TurnOrder, members: Sequence[str]) -> tuple[Slot, ...]:
    """Return the slots of the rest of this round and of the beginning of the next.

    A slot's ``turn`` is the step, its ``score`` the place in it, in step 3 the attack's number.
    """
    alive = [encounter.tokens[key] for key in members if key in encounter.tokens]
    alive = [token for token in alive if not token.has("dead")]
    found: list[Slot] = []
    for phase, round_number in _to_come(order):
        step = number_of(phase)
        now = round_number == order.round
        if phase == RESOLVE:
            if now:
                found.extend(_announced(encounter, round_number))
            continue
        for token in alive:
            if _is_concerned(phase, token):
                place = 1 + sum(slot.turn == step and slot.round == round_number for slot in found)
                note = _note(encounter, phase, token) if now else ""
                found.append(Slot(token.id, place, round_number, note, step))
    return tuple(found)


def _to_come(order: TurnOrder) -> list[tuple[str, int]]:
    """Return the steps from the present one on, each with its round."""
    here = max(0, number_of(order.phase) - 1)
    this = [(phase, order.round) for phase in STEPS[here:]]
    if order.phase == SURPRISE:
        this.insert(0, (SURPRISE, order.round))
    return this + [(phase, order.round + 1) for phase in STEPS[:here]]


def _is_concerned(phase: str, token: Token) -> bool:
    if phase == DECLARE:
        return not is_crawler(token)
    if phase in (INTERRUPT, ACT, SURPRISE):
        return is_crawler(token)
    status = status_of(token)
    return bool(status.lasting or sheet_of(token).regeneration or token.has("dying"))


def _announced(encounter: Encounter, round_number: int) -> list[Slot]:
    step = number_of(RESOLVE)
    return [
        Slot(
            owner_of(intent),
            announced_number(intent),
            round_number,
            words_of(encounter, intent),
            step,
        )
        for intent in encounter.declared
        if owner_of(intent) in encounter.tokens
    ]


def _note(encounter: Encounter, phase: str, token: Token) -> str:
    status = status_of(token)
    if phase == DECLARE:
        own = [one for one in encounter.declared if owner_of(one) == token.id]
        return "; ".join(words_of(encounter, one).partition(": ")[2] for one in own)
    if phase == INTERRUPT:
        return attacks_words(status.incoming)
    if phase == CLEAN_UP:
        said = [effect.label for effect in status.lasting]
        said += ["Regeneration"] if sheet_of(token).regeneration else []
        said += [f"countdown {status.countdown}"] if token.has("dying") else []
        return ", ".join(said)
    return ""


def attacks_words(incoming: Sequence[object]) -> str:
    """Return how many attacks are announced on a token."""
    return f"{counted(len(incoming), 'attack')} announced" if incoming else ""


def tidy(encounter: Encounter) -> Procedure:
    """Bring the rows in line with what happened; in step 3 the next attacker is active."""
    order = encounter.turn_order
    if not order.is_running:
        return encounter
    active = None
    if order.phase == RESOLVE and encounter.declared:
        owner = owner_of(encounter.declared[0])
        active = owner if owner in encounter.tokens else None
    slots = rows(encounter, order, members_of(encounter))
    changed = replace(order, slots=slots, active=active)
    if changed == order:
        return encounter
    return (yield from happen(TurnOrderChanged(changed)))


def as_arranged(encounter: Encounter) -> Procedure:
    """Put what is announced into the order into which the GM brought the rows of step 3."""
    step = number_of(RESOLVE)
    wanted = [slot for slot in encounter.turn_order.slots if slot.turn == step]

    def place(index: int) -> tuple[int, int]:
        intent = encounter.declared[index]
        found = [
            at
            for at, slot in enumerate(wanted)
            if slot.token == owner_of(intent) and slot.score == announced_number(intent)
        ]
        return (found[0] if found else len(wanted), index)

    order = sorted(range(len(encounter.declared)), key=place)
    arranged = tuple(encounter.declared[index] for index in order)
    if arranged == encounter.declared:
        return encounter
    return (yield from happen(DeclaredChanged(arranged)))


def upcoming(turn_order: TurnOrder) -> Sequence[tuple[str, Sequence[int]]]:
    """Return the five steps from the present one on, each with the indexes of its rows."""
    sections: list[tuple[str, Sequence[int]]] = []
    for phase, round_number in _to_come(turn_order):
        step = number_of(phase)
        indexes = tuple(
            index
            for index, slot in enumerate(turn_order.slots)
            if slot.turn == step and slot.round == round_number
        )
        later = "" if round_number == turn_order.round else f"Round {round_number}: "
        sections.append((f"{later}{HEADINGS[phase]}", indexes))
    return tuple(sections)

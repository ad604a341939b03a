"""The guided round: beginning, going on from step to step, and ending (The five steps)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import (
    ConditionsChanged,
    DeclaredChanged,
    Noted,
    StatusChanged,
    TurnOrderChanged,
)
from battlemap.model.intent import AreaAttack, Attack
from battlemap.model.token import are_hostile
from battlemap.model.turn_order import TurnOrder
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError, happen, token_of
from battlemap.systems.crawler.announce import words_of
from battlemap.systems.crawler.area_resolution import resolve_announced_area
from battlemap.systems.crawler.clean_up import clean_up, injuries_arrive, rested
from battlemap.systems.crawler.order import members_of, rows
from battlemap.systems.crawler.phases import (
    ACT,
    CLEAN_UP,
    DECLARE,
    HEADINGS,
    INTERRUPT,
    RESOLVE,
    SURPRISE,
)
from battlemap.systems.crawler.readings import SurpriseNeeds
from battlemap.systems.crawler.resolution import resolve_announced
from battlemap.systems.crawler.sheet import is_crawler
from battlemap.systems.crawler.status import Status, status_of
from battlemap.systems.crawler.walk import carry_out_announced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import BeginFight
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.crawler import Crawler


def begin(system: Crawler, encounter: Encounter, intent: BeginFight) -> Procedure:
    """Begin the first round for those who fight; during a fight, let others join it.

    Where the mobs are surprised (all of them, or any: an option), each crawler has one free Action
    before (once).
    """
    order = encounter.turn_order
    known = members_of(encounter) if order.is_running else ()
    named = [token_of(encounter, key) for key in intent.tokens or tuple(encounter.tokens)]
    joining = [token for token in named if token.id not in known and not token.has("dead")]
    if not joining:
        raise IllegalIntentError("There is nobody to begin a fight with.")
    surprise = not order.is_running and _are_surprised(system, joining)
    for token in joining:
        fresh = rested(token, system.options)
        if surprise and is_crawler(token):
            fresh = replace(fresh, actions=min(1, fresh.actions))
        if fresh != token.status:
            encounter = yield from happen(StatusChanged(token.id, fresh))
    if not order.is_running:
        order = TurnOrder(round=1, phase=SURPRISE if surprise else DECLARE)
    members = (*known, *(token.id for token in joining))
    slots = rows(encounter, order, members)
    encounter = yield from happen(TurnOrderChanged(replace(order, slots=slots)))
    names = ", ".join(name_of(token) for token in joining)
    if known:
        return (yield from happen(Noted(f"Joining the fight: {names}", (), "turn")))
    lines = (f"Floor {system.options.floor}", HEADINGS[order.phase])
    return (yield from happen(Noted("The fight begins", lines, "turn")))


def _are_surprised(system: Crawler, tokens: Sequence[Token]) -> bool:
    surprised = [token.has("surprised") for token in tokens if not is_crawler(token)]
    needs_all = system.options.surprise_needs is SurpriseNeeds.ALL
    return bool(surprised) and (all(surprised) if needs_all else any(surprised))


def end_turn(system: Crawler, encounter: Encounter) -> Procedure:
    """Go on: to the next step, in step 3 to the next announced attack."""
    order = encounter.turn_order
    if not order.is_running:
        raise IllegalIntentError("No fight is under way.")
    match order.phase:
        case "surprise":
            return (yield from _after_surprise(system, encounter))
        case "declare":
            if not encounter.declared:
                line = "Nothing is announced: steps 2 and 3 are passed over"
                return (yield from _enter(encounter, ACT, (line,)))
            return (yield from _enter(encounter, INTERRUPT, _announced(encounter)))
        case "interrupt":
            encounter = yield from _enter(encounter, RESOLVE, _announced(encounter))
            return (yield from carry_out_announced(system, encounter))
        case "resolve":
            return (yield from _resolve_next(system, encounter))
        case "act":
            encounter = yield from _enter(encounter, CLEAN_UP, ())
            encounter = yield from clean_up(system, encounter, members_of(encounter))
            if why := why_over(system, encounter):
                encounter = yield from happen(Noted(why, ("The combat can end",), "turn"))
            return encounter
        case _:
            if why_over(system, encounter):
                return (yield from end_fight(system, encounter))
            following = replace(order, round=order.round + 1, phase=DECLARE)
            encounter = yield from happen(TurnOrderChanged(following))
            headline = f"Round {following.round}, {HEADINGS[DECLARE]}"
            return (yield from happen(Noted(headline, (), "turn")))


def _enter(encounter: Encounter, phase: str, details: tuple[str, ...]) -> Procedure:
    order = replace(encounter.turn_order, phase=phase)
    members = members_of(encounter)
    order = replace(order, slots=rows(encounter, order, members))
    encounter = yield from happen(TurnOrderChanged(order))
    headline = f"Round {order.round}, {HEADINGS[phase]}"
    return (yield from happen(Noted(headline, details, "turn")))


def _announced(encounter: Encounter) -> tuple[str, ...]:
    return tuple(words_of(encounter, intent) for intent in encounter.declared)


def _after_surprise(system: Crawler, encounter: Encounter) -> Procedure:
    for key in members_of(encounter):
        token = encounter.tokens[key]
        if token.has("surprised"):
            rest = token.conditions - {"surprised"}
            encounter = yield from happen(ConditionsChanged(key, rest))
        fresh = rested(token, system.options)
        if fresh != token.status:
            encounter = yield from happen(StatusChanged(key, fresh))
    return (yield from _enter(encounter, DECLARE, ("Mobs act first from now on",)))


def _resolve_next(system: Crawler, encounter: Encounter) -> Procedure:
    """Carry out the next announced attack; after the last one the crawlers act."""
    for intent in encounter.declared:
        if isinstance(intent, Attack):
            return (yield from resolve_announced(system, encounter, intent))
        if isinstance(intent, AreaAttack):
            return (yield from resolve_announced_area(system, encounter, intent))
    if encounter.declared:
        encounter = yield from happen(DeclaredChanged(()))
    return (yield from _enter(encounter, ACT, ()))


def why_over(system: Crawler, encounter: Encounter) -> str:
    """Return why a fight is over; empty: two sides can still fight."""
    tokens = [encounter.tokens[key] for key in members_of(encounter) if key in encounter.tokens]
    alive = [token for token in tokens if not token.has("dead")]
    crawlers = [token for token in alive if is_crawler(token)]
    if not crawlers:
        return "No crawler is left"
    foes = [
        token
        for token in alive
        if not is_crawler(token)
        and not system.is_out(token)
        and any(are_hostile(token.side, crawler.side) for crawler in crawlers)
    ]
    return "" if foes else "No enemy is left"


def _with_actions_left(system: Crawler, encounter: Encounter) -> int:
    """Return how many crawlers could still act."""
    return sum(
        1
        for token in encounter.tokens.values()
        if is_crawler(token) and system.is_able(token) and status_of(token).actions > 0
    )


def next_label(system: Crawler, encounter: Encounter) -> str:
    """Return what the button that goes on says."""
    order = encounter.turn_order
    if not order.is_running:
        return "Next step"
    match order.phase:
        case "surprise":
            return "On to round 1, mobs declare"
        case "declare":
            if encounter.declared:
                return "On to the interrupts"
            return "Nothing announced, on to the crawlers"
        case "interrupt":
            return "On to the resolution"
        case "resolve":
            if encounter.declared:
                return f"Resolve {words_of(encounter, encounter.declared[0])}"
            return "On to the crawlers' Actions"
        case "act":
            waiting = _with_actions_left(system, encounter)
            if waiting:
                left = counted(waiting, "crawler")
                has = "has" if waiting == 1 else "have"
                return f"Clean Up ({left} {has} Actions left)"
            return "On to the Clean Up"
        case _:
            over = why_over(system, encounter)
            return "End the fight" if over else f"On to round {order.round + 1}"


def end_fight(system: Crawler, encounter: Encounter) -> Procedure:
    """Stop counting rounds: injuries arrive, what belongs to a round or to the fight is forgotten.

    Wounds, mana and what was used up stay; effects with a number of rounds end.
    """
    order = encounter.turn_order
    if not order.is_running:
        raise IllegalIntentError("No fight is under way.")
    encounter = yield from happen(TurnOrderChanged(TurnOrder()))
    if encounter.declared:
        encounter = yield from happen(DeclaredChanged(()))
    for token in tuple(encounter.tokens.values()):
        if not isinstance(token.status, Status):
            continue
        kept = tuple(effect for effect in status_of(token).lasting if not effect.rounds)
        ending = {effect.label.lower() for effect in status_of(token).lasting if effect.rounds}
        ending -= {effect.label.lower() for effect in kept}
        calm = token.conditions - ending - {"surprised"}
        if calm != token.conditions:
            encounter = yield from happen(ConditionsChanged(token.id, calm))
        fresh = replace(rested(token, system.options), lasting=kept, advantage_against=())
        if fresh != token.status:
            encounter = yield from happen(StatusChanged(token.id, fresh))
        encounter = yield from injuries_arrive(encounter, token.id)
    headline = f"The fight ends after {counted(order.round, 'round')}"
    return (yield from happen(Noted(headline, (), "turn")))

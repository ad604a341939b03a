"""Beginning, taking and ending turns, and what a new round brings (Initiative, Turn Structure)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import ConditionsChanged, Noted, StatusChanged, TurnOrderChanged
from battlemap.model.terrain import Terrain
from battlemap.model.turn_order import TurnOrder
from battlemap.model.words import counted
from battlemap.rules import turns
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError, happen
from battlemap.systems.grimhowl.harm import gather_mark
from battlemap.systems.grimhowl.initiative import ask_who, in_order, roll_initiative
from battlemap.systems.grimhowl.readings import OutRule, RepeatReset, UnspentRule
from battlemap.systems.grimhowl.sheet import Status, status_of
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import BeginFight
    from battlemap.model.token import Token
    from battlemap.model.turn_order import Slot
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.grimhowl import Grimhowl


def begin(system: Grimhowl, encounter: Encounter, intent: BeginFight) -> Procedure:
    """Roll initiative for those who fight; during a fight, let others join it."""
    running = encounter.turn_order.is_running
    joining = turns.joining(system, encounter, intent)
    order = encounter.turn_order if running else TurnOrder(round=1)
    details: list[str] = []
    fresh: list[Slot] = []
    for token in joining:
        slot, line = yield from roll_initiative(system, encounter, token, order.round)
        fresh.append(slot)
        details.append(line)
    for token in joining:
        ready = _new_round_status(system, status_of(token))
        if ready != token.status:
            encounter = yield from happen(StatusChanged(token.id, ready))
    slots = _with_joining(system, encounter, order, fresh)
    encounter = yield from happen(TurnOrderChanged(replace(order, slots=tuple(slots))))
    headline = "The fight begins"
    if running:
        headline = f"{', '.join(map(name_of, joining))} joins the fight"
    encounter = yield from happen(Noted(headline, tuple(details), "turn"))
    if order.active is not None:
        return encounter
    return (yield from _next_turn(system, encounter))


def _with_joining(
    system: Grimhowl, encounter: Encounter, order: TurnOrder, fresh: list[Slot]
) -> list[Slot]:
    """Return the turns with new ones in their places; whose turn it is stays first."""
    if not order.slots:
        return in_order(system, encounter, fresh)
    head = 1 if order.active is not None else 0
    rest = list(order.slots[head:])
    for slot in in_order(system, encounter, fresh):
        place = next(
            (
                index
                for index, other in enumerate(rest)
                if other.round > slot.round or other.score < slot.score
            ),
            len(rest),
        )
        rest.insert(place, slot)
    return [*order.slots[:head], *rest]


def end_fight(system: Grimhowl, encounter: Encounter) -> Procedure:
    """Stop counting turns; wounds and effects stay, what belongs to a round is forgotten."""
    if not encounter.turn_order.is_running:
        raise IllegalIntentError("No fight is under way.")
    rounds = encounter.turn_order.round
    encounter = yield from happen(TurnOrderChanged(TurnOrder()))
    for token in list(encounter.tokens.values()):
        if not isinstance(token.status, Status):
            continue
        calm = replace(_new_round_status(system, token.status), stride=0, stride_by="")
        if calm != token.status:
            encounter = yield from happen(StatusChanged(token.id, calm))
    headline = f"The fight ends after {counted(rounds, 'round')}"
    line = time_words(system, rounds)
    return (yield from happen(Noted(headline, (line,), "turn")))


def time_words(system: Grimhowl, rounds: int) -> str:
    """Return how long so many rounds last: "4 rounds are 24 seconds"."""
    verb = "is" if rounds == 1 else "are"
    seconds = counted(rounds * system.options.round_seconds, "second")
    return f"{counted(rounds, 'round')} {verb} {seconds}"


def end_turn(system: Grimhowl, encounter: Encounter) -> Procedure:
    """End the active turn: hold what is left, and go on to the next."""
    turns.check_turns(encounter)
    if encounter.turn_order.active is not None:
        encounter = yield from _finish(system, encounter)
    return (yield from _next_turn(system, encounter))


def _finish(system: Grimhowl, encounter: Encounter) -> Procedure:
    """Close the active slot; it comes again in the next round, in the same place."""
    order = encounter.turn_order
    slot, rest = order.slots[0], order.slots[1:]
    token = encounter.tokens.get(slot.token)
    if token is None or token.has("dead"):
        rest = tuple(other for other in rest if other.token != slot.token)
        return (yield from happen(TurnOrderChanged(replace(order, slots=rest, active=None))))
    status = status_of(token)
    holds = system.options.unspent is UnspentRule.HELD and system.is_able(token)
    held = status.held + (status.actions if holds else 0)
    closed = replace(status, actions=0, held=held, acted=True, parity=0)
    if status.stride_by != "dodge":
        closed = replace(closed, stride=0, stride_by="")
    if closed != status:
        encounter = yield from happen(StatusChanged(token.id, closed))
    later = replace(slot, round=slot.round + 1)
    encounter = yield from happen(
        TurnOrderChanged(replace(encounter.turn_order, slots=(*rest, later), active=None))
    )
    lines = (f"{counted(held, 'action')} held until the round ends",) if held else ()
    return (yield from happen(Noted(f"{name_of(token)}'s turn ends", lines, "turn", token.id)))


def _next_turn(system: Grimhowl, encounter: Encounter) -> Procedure:
    """Go on to the next turn, over the end of the round where nobody is left in it."""
    while True:
        order = encounter.turn_order
        slots = turns.slots_that_come(encounter)
        if all(turns.is_down(encounter, slot) for slot in slots) and not _is_dying(
            system, encounter, slots
        ):
            return (yield from turns.nobody_left(encounter, slots))
        if slots != order.slots:
            encounter = yield from happen(TurnOrderChanged(replace(order, slots=slots)))
        if slots[0].round > order.round:
            encounter = yield from _new_round(system, encounter)
            continue
        chosen = yield from ask_who(system, encounter, slots)
        if chosen != slots:
            encounter = yield from happen(
                TurnOrderChanged(replace(encounter.turn_order, slots=chosen))
            )
        encounter = yield from _start(system, encounter)
        slot = encounter.turn_order.slots[0]
        if not turns.is_down(encounter, slot):
            return encounter
        # Whoever lies unconscious keeps a place in the order and lets the turn pass.
        encounter = yield from _finish(system, encounter)


def _is_dying(system: Grimhowl, encounter: Encounter, slots: tuple[Slot, ...]) -> bool:
    """Tell whether somebody still gathers death marks, so that rounds go on without anybody."""
    return system.options.out is OutRule.MARKS and any(
        encounter.tokens[slot.token].has("unconscious")
        and status_of(encounter.tokens[slot.token]).death_marks > 0
        and not status_of(encounter.tokens[slot.token]).stable
        for slot in slots
    )


def _new_round(system: Grimhowl, encounter: Encounter) -> Procedure:
    """Refill the actions, forget repeats, and count down what lasts for rounds."""
    order = encounter.turn_order
    number = order.slots[0].round
    lines = [time_words(system, number - 1)]
    fighting = {slot.token for slot in order.slots}
    for token in list(encounter.tokens.values()):
        if token.id not in fighting and not isinstance(token.status, Status):
            continue
        encounter, said = yield from _count_down(encounter, token)
        lines.extend(said)
        status = status_of(encounter.tokens[token.id])
        ready = _new_round_status(
            system, status, keeps_repeats=system.options.repeat_reset is RepeatReset.TURN
        )
        if ready != status:
            encounter = yield from happen(StatusChanged(token.id, ready))
    encounter = yield from happen(TurnOrderChanged(replace(encounter.turn_order, round=number)))
    return (yield from happen(Noted(f"Round {number} starts", tuple(lines), "turn")))


def _count_down(encounter: Encounter, token: Token) -> Part[tuple[Encounter, tuple[str, ...]]]:
    """Take a round off everything that lasts for rounds; returns what ended."""
    status = status_of(token)
    lines = []
    lasting, ended = [], set()
    for one in status.lasting:
        if one.rounds_left > 1:
            lasting.append(replace(one, rounds_left=one.rounds_left - 1))
        else:
            ended.add(one.condition)
            lines.append(f"{name_of(token)} no longer has {one.condition}")
    gnawing = []
    for gnaws in status.gnawing:
        if gnaws.rounds_left is None:
            gnawing.append(gnaws)
        elif gnaws.rounds_left > 1:
            gnawing.append(replace(gnaws, rounds_left=gnaws.rounds_left - 1))
        else:
            lines.append(f"{gnaws.name} no longer gnaws at {name_of(token)}")
    changed = replace(status, lasting=tuple(lasting), gnawing=tuple(gnawing))
    if changed != status:
        encounter = yield from happen(StatusChanged(token.id, changed))
    if ended & token.conditions:
        encounter = yield from happen(ConditionsChanged(token.id, token.conditions - ended))
    return encounter, tuple(lines)


def _start(system: Grimhowl, encounter: Encounter) -> Procedure:
    """Begin the first slot's turn: death marks, hazards, and the log's line."""
    order = encounter.turn_order
    slot = order.slots[0]
    if slot.begun:
        return (yield from turns.resumed(encounter))
    encounter = yield from happen(TurnOrderChanged(replace(order, active=slot.token)))
    token = encounter.tokens[slot.token]
    status = status_of(token)
    begun = replace(status, actions=status.actions + status.held, held=0, stride=0, stride_by="")
    if system.options.repeat_reset is RepeatReset.TURN:
        begun = replace(begun, repeats=(), opened=False, drawn=0)
    if begun != status:
        encounter = yield from happen(StatusChanged(token.id, begun))
    details = [f"Initiative {slot.note}" if slot.note else "In the GM's order"]
    if turns.is_down(encounter, slot):
        details.append("Unconscious, the turn passes")
    if ground := _hazards(system, encounter, token):
        details.append(ground)
    encounter = yield from happen(
        Noted(f"{name_of(token)}'s turn, round {order.round}", tuple(details), "turn", token.id)
    )
    return (yield from gather_mark(system, encounter, token.id))


def _hazards(system: Grimhowl, encounter: Encounter, token: Token) -> str:
    """Return the reminder for a turn that begins on hazardous ground; empty: it doesn't."""
    cells = Board.of(encounter, system).cells_of(token.id)
    if any(Terrain.HAZARDOUS in encounter.map.terrain_at(cell) for cell in cells):
        return "Starts the turn on hazardous ground: apply its effect (Take damage)"
    return ""


def _new_round_status(system: Grimhowl, status: Status, *, keeps_repeats: bool = False) -> Status:
    """Return *status* at the start of a round: all actions, nothing held, nothing repeated."""
    ready = replace(status, actions=system.options.actions, held=0, acted=False, parity=0)
    if keeps_repeats:
        return ready
    return replace(ready, repeats=(), opened=False, drawn=0)

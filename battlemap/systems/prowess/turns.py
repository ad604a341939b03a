"""Beginning, taking and ending turns, and the Prowess Roll."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.dice.added import D20, SIX
from battlemap.model.event import ConditionsChanged, Noted, StatusChanged, TurnOrderChanged
from battlemap.model.terrain import Terrain
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.model.words import MINUS, counted
from battlemap.rules import turns
from battlemap.rules.by_hand import keep_arranged, name_of
from battlemap.rules.procedure import IllegalIntentError, happen, roll
from battlemap.systems.prowess.harm import end_assistance
from battlemap.systems.prowess.movement import hundredths
from battlemap.systems.prowess.readings import (
    FirstDice,
    GuardMends,
    RecoveryRoll,
    StartRoll,
    SurpriseEnds,
)
from battlemap.systems.prowess.sheet import ACTION_POINTS, Status, dice_left, sheet_of, status_of
from battlemap.tactics.board import Board
from battlemap.tactics.hazards import stands_in

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import BeginFight
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.prowess import Prowess

KEPT_FROM = 5
"""A prowess die that shows this or more is available."""


def begin(system: Prowess, encounter: Encounter, intent: BeginFight) -> Procedure:
    """Roll initiative for those who fight; during a fight, let others join it.

    Everybody takes turns from the highest roll down; equal rolls go by the bonus, then by the
    order of the tokens.
    """
    running = encounter.turn_order.is_running
    joining = turns.joining(system, encounter, intent)
    order = encounter.turn_order if running else TurnOrder(round=1)
    details, slots = [], list(order.slots)
    for token in joining:
        bonus = sheet_of(token).initiative
        sign = MINUS if bonus < 0 else "+"
        why = f"{name_of(token)}'s initiative, d20 {sign} {abs(bonus)}"
        faces = yield from roll(1, D20, why, token.id)
        note = f"{faces[0]} {sign} {abs(bonus)}"
        slots.append(Slot(token.id, faces[0] + bonus, order.round, note))
        details.append(f"{name_of(token)}: {note} = {faces[0] + bonus}")
    for token in joining:
        ready = rested(status_of(token))
        if system.options.first_dice is FirstDice.NONE:
            ready = replace(ready, spent_dice=sheet_of(token).prowess_dice)
        encounter = yield from happen(StatusChanged(token.id, ready))
    if order.active is not None:
        # Whoever has the turn keeps it; those who join stand where their roll puts them.
        first, *rest = slots
        slots = [first, *_in_order(encounter, rest)]
    else:
        slots = _in_order(encounter, slots)
    encounter = yield from happen(TurnOrderChanged(replace(order, slots=tuple(slots))))
    headline = "The fight begins"
    if running:
        headline = f"{', '.join(map(name_of, joining))} joins the fight"
    encounter = yield from happen(Noted(headline, tuple(details), "turn"))
    if order.active is not None:
        return encounter
    return (yield from _next_turn(system, encounter))


def end_fight(system: Prowess, encounter: Encounter) -> Procedure:
    """Stop counting turns; damage and Wounds stay, what belongs to a turn is forgotten."""
    del system
    if not encounter.turn_order.is_running:
        raise IllegalIntentError("No fight is under way.")
    rounds = encounter.turn_order.round
    encounter = yield from happen(TurnOrderChanged(TurnOrder()))
    for token in list(encounter.tokens.values()):
        calm = token.conditions - {"surprised"}
        if calm != token.conditions:
            encounter = yield from happen(ConditionsChanged(token.id, calm))
        if isinstance(token.status, Status):
            status = replace(rested(token.status), passive=0, spent_dice=0)
            if status != token.status:
                encounter = yield from happen(StatusChanged(token.id, status))
    headline = f"The fight ends after {counted(rounds, 'round')}"
    return (yield from happen(Noted(headline, (), "turn")))


def end_turn(system: Prowess, encounter: Encounter) -> Procedure:
    """End the active turn and go on to the next."""
    turns.check_turns(encounter)
    if encounter.turn_order.active is not None:
        encounter = yield from _finish(encounter)
    return (yield from _next_turn(system, encounter))


def _finish(encounter: Encounter) -> Procedure:
    """Close the active slot; it comes again in the next round. Movement that is left is lost."""
    order = encounter.turn_order
    slot, *rest = order.slots
    token = encounter.tokens.get(slot.token)
    if token is not None:
        status = status_of(token)
        still = replace(status, passive=0, left_over=0, parity=0)
        if still != status:
            encounter = yield from happen(StatusChanged(token.id, still))
        rest.append(replace(slot, round=slot.round + 1))
    for other in tuple(encounter.tokens.values()):
        # Of a readied Dash or Movement, taken in this turn.
        if (status := status_of(other)).left_over:
            still = replace(status, left_over=0)
            encounter = yield from happen(StatusChanged(other.id, still))
    return (yield from happen(TurnOrderChanged(replace(order, slots=tuple(rest), active=None))))


def _next_turn(system: Prowess, encounter: Encounter) -> Procedure:
    """Go on to the next turn, over the end of the round where nobody is left in it."""
    while True:
        order = encounter.turn_order
        slots = turns.slots_that_come(encounter)
        if all(_is_down(system, encounter, slot) for slot in slots):
            return (yield from turns.nobody_left(encounter, slots))
        if slots != order.slots:
            encounter = yield from happen(TurnOrderChanged(replace(order, slots=slots)))
        if slots[0].round > order.round:
            encounter = yield from _new_round(system, encounter)
        elif _is_down(system, encounter, slots[0]):
            # Whoever lies unconscious keeps a place in the order and lets the turn pass.
            encounter = yield from _finish(encounter)
        else:
            return (yield from _start(system, encounter))


def _is_down(system: Prowess, encounter: Encounter, slot: Slot) -> bool:
    token = encounter.tokens.get(slot.token)
    return token is None or system.is_out(token)


def _new_round(system: Prowess, encounter: Encounter) -> Procedure:
    order = encounter.turn_order
    # Those who joined late stand at the end of the round; from now on the rolls decide.
    slots = _in_order(encounter, list(order.slots))
    number = slots[0].round
    encounter = yield from happen(
        TurnOrderChanged(replace(order, slots=tuple(slots), round=number))
    )
    if order.round == 1 and system.options.surprise_ends is SurpriseEnds.FIRST_ROUND:
        for token in list(encounter.tokens.values()):
            if token.has("surprised"):
                calm = token.conditions - {"surprised"}
                encounter = yield from happen(ConditionsChanged(token.id, calm))
    return (yield from happen(Noted(f"Round {number} starts", (), "turn")))


def _start(system: Prowess, encounter: Encounter) -> Procedure:
    """Begin a turn: action points, passive movement, the Prowess Roll, and what ends with it."""
    order = encounter.turn_order
    slot = order.slots[0]
    if slot.begun:
        return (yield from turns.resumed(encounter))
    encounter = yield from happen(TurnOrderChanged(replace(order, active=slot.token)))
    token = encounter.tokens[slot.token]
    encounter = yield from end_assistance(encounter, token.id)
    token = encounter.tokens[token.id]
    status = status_of(token)
    lapsed = status.readied
    passive = hundredths(encounter, sheet_of(token).passive_feet)
    begun = replace(rested(status), spent_dice=status.spent_dice, passive=passive)
    begun = replace(begun, guard_broken=status.guard_broken, assisted_by=status.assisted_by)
    begun = replace(begun, hidden_from=status.hidden_from)
    if system.options.guard_mends is GuardMends.OWN_TURN:
        begun = replace(begun, guard_broken=False)
    encounter = yield from happen(StatusChanged(token.id, begun))
    if token.has("surprised") and system.options.surprise_ends is SurpriseEnds.OWN_TURN:
        calm = token.conditions - {"surprised"}
        encounter = yield from happen(ConditionsChanged(token.id, calm))
    reading = system.options.start_roll
    encounter, lines = yield from prowess_roll(
        system,
        encounter,
        token.id,
        kept=reading is StartRoll.KEPT,
        spent=reading is not StartRoll.UNSPENT,
    )
    details = [f"Initiative {slot.score}, {slot.note}", *lines]
    details.append(f"{ACTION_POINTS} AP, passive movement {sheet_of(token).passive_feet} ft")
    if lapsed:
        details.append("The readied action lapses")
    if stands_in(Board.of(encounter, system), token.id, Terrain.HAZARDOUS):
        details.append("Starts the turn on hazardous ground: apply its effect")
    headline = f"{name_of(token)}'s turn, round {order.round}"
    return (yield from happen(Noted(headline, tuple(details), "turn", token.id)))


def prowess_roll(
    system: Prowess, encounter: Encounter, token_id: str, *, kept: bool, spent: bool = True
) -> Part[tuple[Encounter, tuple[str, ...]]]:
    """Roll the prowess dice: each 5 or 6 is available. A broken guard mends (an option).

    Parameters
    ----------
    kept
        Available dice aren't rolled and stay available.
    spent
        Dice that aren't available are rolled as well.
    """
    token = encounter.tokens[token_id]
    status, whole = status_of(token), sheet_of(token).prowess_dice
    safe = dice_left(token) if kept else 0
    count = (whole if spent else dice_left(token)) - safe
    faces = yield from roll(count, SIX, f"{name_of(token)}'s Prowess Roll, {count}d6", token_id)
    gained = sum(face >= KEPT_FROM for face in faces)
    mends = system.options.guard_mends is GuardMends.PROWESS_ROLL
    broken = status.guard_broken and not mends
    after = replace(status, spent_dice=whole - safe - gained, guard_broken=broken)
    if after != status:
        encounter = yield from happen(StatusChanged(token_id, after))
    shown = " ".join(map(str, faces)) or "no dice"
    words = counted(safe + gained, "prowess die", "prowess dice")
    return encounter, (f"Prowess Roll: {shown}, {words} of {whole} available",)


def recovery_keeps(system: Prowess) -> bool:
    """Tell whether Recovery leaves available dice alone."""
    return system.options.recovery_roll is RecoveryRoll.UNAVAILABLE


def rested(status: Status) -> Status:
    """Return *status* with what belongs to a turn forgotten, and a fresh turn's points."""
    return replace(
        status,
        points=ACTION_POINTS,
        passive=0,
        left_over=0,
        parity=0,
        attacked=False,
        blocking=False,
        heavy_parry=False,
        guard_broken=False,
        readied="",
        readied_paid=False,
        assisted_by=(),
    )


def _in_order(encounter: Encounter, slots: list[Slot]) -> list[Slot]:
    places = {key: index for index, key in enumerate(encounter.tokens)}

    def rank(slot: Slot) -> tuple[int, int, int, int]:
        token: Token | None = encounter.tokens.get(slot.token)
        bonus = sheet_of(token).initiative if token else 0
        return slot.round, -slot.score, -bonus, places.get(slot.token, len(places))

    return keep_arranged(sorted(slots, key=rank), slots)

"""Beginning, taking and ending turns, and what rounds bring (sections 2 to 4, 13 and 15)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from battlemap.model.event import ConditionsChanged, Noted, StatusChanged, TurnOrderChanged
from battlemap.model.turn_order import TurnOrder
from battlemap.model.words import counted, signed
from battlemap.rules import turns
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError, happen, roll
from battlemap.systems.shadowrealms.ground import turn_begins
from battlemap.systems.shadowrealms.harm import hurt
from battlemap.systems.shadowrealms.initiative import PASS, in_order, roll_initiative, stays
from battlemap.systems.shadowrealms.pools import check
from battlemap.systems.shadowrealms.readings import (
    BleedingInjuries,
    FirstPool,
    StaminaTrack,
    TakeCoverLasts,
)
from battlemap.systems.shadowrealms.sheet import Status, Tier, sheet_of, status_of
from battlemap.systems.shadowrealms.surprise import rouse_the_unaware

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import BeginFight
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms


def begin(system: ShadowRealms, encounter: Encounter, intent: BeginFight) -> Procedure:
    """Roll initiative for those who fight; during a fight, let others join it.

    Surprised combatants have no turn in the first round and roll for the second at once.
    """
    running = encounter.turn_order.is_running
    joining = turns.joining(system, encounter, intent)
    encounter = yield from rouse_the_unaware(system, encounter, joining)
    joining = [encounter.tokens[token.id] for token in joining]
    order = encounter.turn_order if running else TurnOrder(round=1)
    details: list[str] = []
    slots = list(order.slots)
    for token in joining:
        late = token.has("surprised") and order.round == 1
        rolled, line = yield from roll_initiative(system, token, order.round + late, carried=0)
        slots.extend(rolled)
        details.append(f"{line}, surprised: acts from round 2 on" if late else line)
    rested: dict[Status, Status] = {}  # most have the same
    for token in joining:
        status = status_of(token)
        if status not in rested:
            ready = _rested(system, status, second_wind=running and status.second_wind)
            if system.options.first_pool is FirstPool.NO_REACTION:
                ready = replace(ready, reaction=0)
            rested[status] = ready
        ready = rested[status]
        if ready != status:
            encounter = yield from happen(StatusChanged(token.id, ready))
    sorted_slots = in_order(system, encounter, slots, first=slots[0] if order.active else None)
    encounter = yield from happen(TurnOrderChanged(replace(order, slots=tuple(sorted_slots))))
    headline = "The fight begins"
    if running:
        headline = f"{', '.join(map(name_of, joining))} joins the fight"
    encounter = yield from happen(Noted(headline, tuple(details), "turn"))
    if order.active is not None:
        return encounter
    return (yield from _next_turn(system, encounter))


def end_fight(system: ShadowRealms, encounter: Encounter) -> Procedure:
    """Stop counting turns; wounds stay, what belongs to a turn is forgotten."""
    if not encounter.turn_order.is_running:
        raise IllegalIntentError("No fight is under way.")
    rounds = encounter.turn_order.round
    encounter = yield from happen(TurnOrderChanged(TurnOrder()))
    for token in list(encounter.tokens.values()):
        rested = token.conditions - {"surprised", "off-guard", "stunned"}
        if rested != token.conditions:
            encounter = yield from happen(ConditionsChanged(token.id, rested))
        if not isinstance(token.status, Status):
            continue
        calm = replace(_rested(system, token.status), limit_break="", assist=0, hidden_from=())
        if calm != token.status:
            encounter = yield from happen(StatusChanged(token.id, calm))
    headline = f"The fight ends after {counted(rounds, 'round')}"
    return (yield from happen(Noted(headline, (), "turn")))


def end_turn(system: ShadowRealms, encounter: Encounter) -> Procedure:
    """End the active turn: refresh, take 20 off the total, and go on to the next."""
    turns.check_turns(encounter)
    if encounter.turn_order.active is not None:
        encounter = yield from _finish(system, encounter)
    return (yield from _next_turn(system, encounter))


def _finish(system: ShadowRealms, encounter: Encounter) -> Procedure:
    """Close the active slot; whoever is done for the round rolls for the next at once."""
    order = encounter.turn_order
    slot = order.slots[0]
    rest = list(order.slots[1:])
    token = encounter.tokens.get(slot.token)
    if token is None or token.has("dead"):
        rest = [other for other in rest if other.token != slot.token]
        return (yield from happen(TurnOrderChanged(replace(order, slots=tuple(rest), active=None))))
    status = status_of(token)
    ready = system.fresh(_new_turn(status))
    ready = replace(ready, moved_last_turn=status.moved, limit_break=status.later_break)
    encounter = yield from happen(StatusChanged(token.id, ready))
    if token.has("stunned"):
        encounter = yield from happen(ConditionsChanged(token.id, token.conditions - {"stunned"}))
    left = slot.score - PASS
    if stays(left, system.options.round_end):
        line = f"{slot.score} − {PASS} = {left}, acts again this round"
    else:
        carried = max(0, -left)
        rolled, said = yield from roll_initiative(system, token, slot.round + 1, carried=carried)
        rest.extend(rolled)
        below = signed(left) if left else "0"
        line = f"{slot.score} − {PASS} = {below}, done for the round; next: {said}"
    slots = in_order(system, encounter, rest)
    encounter = yield from happen(TurnOrderChanged(replace(order, slots=tuple(slots), active=None)))
    return (yield from happen(Noted(f"{name_of(token)}'s turn ends", (line,), "turn", token.id)))


def _next_turn(system: ShadowRealms, encounter: Encounter) -> Procedure:
    """Go on to the next turn, over the end of the round where nobody is left in it."""
    while True:
        order = encounter.turn_order
        slots = turns.slots_that_come(encounter)
        if all(turns.is_down(encounter, slot) for slot in slots):
            return (yield from turns.nobody_left(encounter, slots))
        if slots != order.slots:
            encounter = yield from happen(TurnOrderChanged(replace(order, slots=slots)))
        if slots[0].round > order.round:
            encounter = yield from _new_round(system, encounter)
            continue
        encounter = yield from _start(system, encounter)
        slot = encounter.turn_order.slots[0]
        if not turns.is_down(encounter, slot):
            return encounter
        # Whoever lies unconscious keeps a place in the order and lets the turn pass.
        encounter = yield from _finish(system, encounter)


def _new_round(system: ShadowRealms, encounter: Encounter) -> Procedure:
    """End a round with its bleeding tests and begin the next."""
    order = encounter.turn_order
    for key in list(encounter.tokens):
        encounter = yield from _bleed(system, encounter, key)
    for token in list(encounter.tokens.values()):
        status = status_of(token)
        if status.strenuous:
            rested = replace(status, strenuous=False)
            encounter = yield from happen(StatusChanged(token.id, rested))
        conditions = token.conditions - {"off-guard"}
        if "surprised" in conditions:
            conditions = conditions - {"surprised"} | {"off-guard"}
        if conditions != token.conditions:
            encounter = yield from happen(ConditionsChanged(token.id, conditions))
    number = order.slots[0].round
    encounter = yield from happen(TurnOrderChanged(replace(encounter.turn_order, round=number)))
    return (yield from happen(Noted(f"Round {number} starts", (), "turn")))


def _bleed(system: ShadowRealms, encounter: Encounter, token_id: str) -> Procedure:
    """Make the bleeding test of a round with strenuous action (section 15)."""
    token = encounter.tokens[token_id]
    status, sheet = status_of(token), sheet_of(token)
    if not (token.has("bleeding") and status.strenuous) or token.has("dead"):
        return encounter
    if sheet.tier is not Tier.FULL:
        return encounter
    lower = system.options.bleeding_injuries is BleedingInjuries.LOWER
    rating = sheet.toughness + (-status.bleeding if lower else status.bleeding)
    faces = yield from roll(1, 20, f"{name_of(token)} bleeds, d20 must exceed {rating}", token.id)
    line = f"d20 {faces[0]} must exceed {rating}"
    if faces[0] > rating:
        return (
            yield from happen(
                Noted(f"{name_of(token)} holds out, bleeding", (line,), "damage", token_id)
            )
        )
    apart = system.options.stamina_track is StaminaTrack.TWO
    if apart and status.stamina_lost < sheet.stamina:
        drained = replace(status, stamina_lost=status.stamina_lost + 1)
        encounter = yield from happen(StatusChanged(token_id, drained))
        lines: tuple[str, ...] = ()
        headline = f"{name_of(token)} bleeds, 1 stamina lost"
    elif not apart and status.fatigue < sheet.stamina:
        encounter, lines = yield from hurt(system, encounter, token_id, fatigue=1)
        headline = f"{name_of(token)} bleeds, 1 stamina lost"
    else:
        encounter, lines = yield from hurt(system, encounter, token_id, boxes=1)
        headline = f"{name_of(token)} bleeds, 1 box of damage"
    return (yield from happen(Noted(headline, (line, *lines), "damage", token_id)))


def _start(system: ShadowRealms, encounter: Encounter) -> Procedure:
    """Begin the first slot's turn: Limit Break, armor, hazards, and the log's line."""
    order = encounter.turn_order
    slot = order.slots[0]
    if slot.begun:
        return (yield from turns.resumed(encounter))
    encounter = yield from happen(TurnOrderChanged(replace(order, active=slot.token)))
    token = encounter.tokens[slot.token]
    status = status_of(token)
    first_of_round = status.last_round != order.round
    keeps_cover = system.options.take_cover_lasts is TakeCoverLasts.UNTIL_MOVED
    begun = replace(
        status,
        extra_defenses=0,
        readied=0,
        cover_by=status.cover_by if keeps_cover else (),
        last_round=order.round,
        limit_break="ready" if status.breaks_later else status.limit_break,
    )
    if begun != status:
        encounter = yield from happen(StatusChanged(token.id, begun))
    details = [f"Initiative {slot.score}, {slot.note}"]
    if begun.breaks_now:
        details.append("Limit Break: the next attack has Total Advantage, this turn or never")
    if turns.is_down(encounter, slot):
        details.append("Unconscious, the turn passes")
    encounter, ground = yield from turn_begins(system, encounter, token.id)
    details.extend(ground)
    encounter = yield from happen(
        Noted(f"{name_of(token)}'s turn, round {order.round}", tuple(details), "turn", token.id)
    )
    if first_of_round and order.round > 1:
        encounter = yield from _wear_armor(system, encounter, token.id)
    return encounter


def _wear_armor(system: ShadowRealms, encounter: Encounter, token_id: str) -> Procedure:
    """Make the Wear Armor test at the first turn in a round from the second on (section 13).

    Which dice are rolled is an option; the text names only the skill.
    """
    token = encounter.tokens[token_id]
    sheet = sheet_of(token)
    if sheet.wear_difficulty is None or system.is_out(token):
        return encounter
    difficulty = 12 + sheet.wear_difficulty - sheet.wear_armor
    passed, line = yield from check(
        system,
        token,
        system.options.wear_armor_dice.dice(sheet),
        difficulty,
        f"Wear Armor 12 + {sheet.wear_difficulty} − {sheet.wear_armor},",
    )
    if passed:
        return (
            yield from happen(Noted(f"{name_of(token)} bears the armor", (line,), "turn", token_id))
        )
    encounter, lines = yield from hurt(system, encounter, token_id, fatigue=1)
    return (
        yield from happen(
            Noted(f"{name_of(token)} tires in armor, 1 Fatigue", (line, *lines), "damage", token_id)
        )
    )


def _rested(system: ShadowRealms, status: Status, *, second_wind: bool | None = None) -> Status:
    """Return *status* as outside a fight: what belongs to a turn or round forgotten.

    Parameters
    ----------
    second_wind
        Whether the Second Wind is spent; None: as before.
    """
    spent = status.second_wind if second_wind is None else second_wind
    return system.fresh(
        replace(
            status,
            **_NEW_TURN,
            extra_defenses=0,
            readied=0,
            strenuous=False,
            last_round=0,
            moved_last_turn=False,
            second_wind=spent,
        )
    )


def _new_turn(status: Status) -> Status:
    """Return *status* with what belongs to one turn forgotten."""
    return replace(status, **_NEW_TURN)


_NEW_TURN: Mapping[str, Any] = MappingProxyType(
    {
        "moves": 0,
        "left_over": 0,
        "parity": 0,
        "strikes": 0,
        "struck": (),
        "moved": False,
        "aim": 0,
        "feint": "",
        "footing": "",
    }
)

"""Second Wind, stopping blood and stabilizing (sections 15, 16 and 22)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import ConditionsChanged, StatusChanged
from battlemap.rules.acting import not_beside, note, pair
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen
from battlemap.systems.shadowrealms.deed import Tested, tested
from battlemap.systems.shadowrealms.pools import dice_in_action
from battlemap.systems.shadowrealms.readings import StaminaTrack
from battlemap.systems.shadowrealms.sheet import BOXES, Tier, sheet_of, status_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.harm import Harm
    from battlemap.systems.shadowrealms.sheet import Status


SURGE_BOXES, SURGE_STAMINA = 4, 8
"""What a healing surge restores (section 16)."""


BASE_MEDICINE = 12
"""The difficulty of Medicine tests before what the wounds add (sections 15 and 22)."""


def no_surge(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why no healing surge can be used now."""
    sheet, status = sheet_of(token), status_of(token)
    if encounter.turn_order.is_running and status.second_wind and sheet.tier is Tier.FULL:
        return "once an encounter"
    return no_surge_left(system, token)


def no_surge_left(system: ShadowRealms, token: Token) -> str:
    """Return why a combatant has no use for a healing surge, whoever grants it."""
    sheet, status = sheet_of(token), status_of(token)
    if sheet.tier is not Tier.FULL:
        return "minions have no healing surges"
    if status.surges_used >= sheet.vitality:
        return "no healing surge left"
    return "" if status.damage or _stamina_lost(system, status) else "unhurt"


def _stamina_lost(system: ShadowRealms, status: Status) -> int:
    """Return how much stamina a surge could restore."""
    apart = system.options.stamina_track is StaminaTrack.TWO
    return status.stamina_lost if apart else status.fatigue


def not_bleeding(system: ShadowRealms, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why there is no bleeding to stop there."""
    if not target.has("bleeding"):
        return f"{name_of(target)} isn't bleeding."
    return not_beside(system, encounter, token, target)


def not_dying(system: ShadowRealms, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why there is nobody to stabilize there."""
    status = status_of(target)
    if target.has("dead") or status.damage < BOXES or status.stable:
        return f"{name_of(target)} isn't dying."
    return not_beside(system, encounter, token, target)


def second_wind(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Use a healing surge on oneself (section 16)."""
    token = encounter.tokens[act.token]
    used = replace(status_of(token), second_wind=True)
    encounter = yield from happen(StatusChanged(token.id, used))
    encounter, lines = yield from use_surge(system, encounter, token.id)
    return (yield from note(token, f"{name_of(token)} gets a Second Wind", lines))


def use_surge(system: ShadowRealms, encounter: Encounter, token_id: str) -> Harm:
    """Restore what a healing surge restores, whatever triggered it (section 16)."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    lost = _stamina_lost(system, status)
    restored = min(lost, SURGE_STAMINA)
    healed = replace(
        status,
        damage=max(0, status.damage - SURGE_BOXES),
        surges_used=status.surges_used + 1,
    )
    if system.options.stamina_track is StaminaTrack.TWO:
        healed = replace(healed, stamina_lost=lost - restored)
    else:
        healed = replace(healed, fatigue=lost - restored)
    encounter = yield from happen(StatusChanged(token_id, healed))
    left = sheet_of(token).vitality - healed.surges_used
    lines = (
        f"{status.damage - healed.damage} boxes and {restored} stamina restored",
        f"Track {healed.boxes} of {BOXES}, {left} healing surges left",
    )
    return encounter, lines


def close_wounds(encounter: Encounter, token_id: str) -> Procedure:
    """End bleeding, and close the wounds that it came from."""
    wounds = status_of(encounter.tokens[token_id])
    closed = tuple(replace(injury, bleeding=0) for injury in wounds.injuries)
    if closed != wounds.injuries:
        encounter = yield from happen(StatusChanged(token_id, replace(wounds, injuries=closed)))
    left = encounter.tokens[token_id].conditions - {"bleeding"}
    if left != encounter.tokens[token_id].conditions:
        encounter = yield from happen(ConditionsChanged(token_id, left))
    return encounter


def stop_bleeding(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Close open wounds by Medicine against 12 + the bleeding penalty (section 15)."""
    token, target = pair(encounter, act)
    wounds = status_of(target)
    difficulty = BASE_MEDICINE + wounds.bleeding
    encounter, passed, line = yield from _medicine(system, encounter, token, difficulty)
    if not passed:
        headline = f"{name_of(token)} fails to stop {name_of(target)}'s bleeding"
        return (yield from note(token, headline, (line,)))
    encounter = yield from close_wounds(encounter, target.id)
    headline = f"{name_of(token)} stops {name_of(target)}'s bleeding"
    return (yield from note(token, headline, (line,)))


def stabilize(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Keep the dying alive by Medicine against 12 + negative boxes (section 22)."""
    token, target = pair(encounter, act)
    status = status_of(target)
    encounter, passed, line = yield from _medicine(
        system, encounter, token, BASE_MEDICINE + status.negative
    )
    if not passed:
        headline = f"{name_of(token)} fails to stabilize {name_of(target)}"
        return (yield from note(token, headline, (line,)))
    encounter = yield from happen(StatusChanged(target.id, replace(status, stable=True)))
    headline = f"{name_of(token)} stabilizes {name_of(target)}"
    return (yield from note(token, headline, (line,)))


def _medicine(system: ShadowRealms, encounter: Encounter, token: Token, difficulty: int) -> Tested:
    """Roll against a difficulty less the Medicine skill; which dice is an option.

    Full tracks hinder whoever tends others too.
    """
    sheet = sheet_of(token)
    what = f"Medicine, {difficulty} − Medicine {sheet.medicine},"
    hard = difficulty - sheet.medicine
    dice = dice_in_action(token, system.options.medicine_dice.dice(sheet))
    return (yield from tested(system, encounter, token, dice, hard, what))

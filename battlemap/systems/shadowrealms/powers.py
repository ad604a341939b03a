"""Realm powers: invoked for their own price, with the effects that combat knows (section 5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import ConditionsChanged, Noted, StatusChanged
from battlemap.model.intent import Attack
from battlemap.model.token import are_hostile
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.procedure import happen
from battlemap.systems.shadowrealms.deed import Deed
from battlemap.systems.shadowrealms.harm import come_down, fall, let_go
from battlemap.systems.shadowrealms.healing import close_wounds, no_surge_left, use_surge
from battlemap.systems.shadowrealms.price import pay_power, power_left
from battlemap.systems.shadowrealms.pushing import knock_back
from battlemap.systems.shadowrealms.readings import SurgePrice
from battlemap.systems.shadowrealms.sheet import Whom, sheet_of, status_of
from battlemap.systems.shadowrealms.strike import is_harmed, perform_attack, provoked_by_force
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.sheet import Power

PREFIX = "power:"
"""The keys of the buttons of powers begin so."""


def power_deeds(token: Token) -> tuple[Deed, ...]:
    """Return a token's powers as actions of the bar."""
    return tuple(_as_deed(power) for power in sheet_of(token).powers)


def _as_deed(power: Power) -> Deed:
    def why_not(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
        if encounter.turn_order.is_running:
            return power_left(system, status_of(token), power)
        ready = status_of(token).breaks_now
        return "needs a Limit Break" if power.limit_break and not ready else ""

    def wrong_target(
        system: ShadowRealms, encounter: Encounter, token: Token, target: Token
    ) -> str:
        return _why_not_on(system, encounter, token, target, power)

    def do(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
        return _invoke(system, encounter, act, power)

    price = "the bonus action" if power.bonus else counted(power.actions, "action")
    named = f"{power.domain} power" if power.domain else "Realm power"
    return Deed(
        key=f"{PREFIX}{power.name}",
        label=power.name,
        cost="bonus" if power.bonus else "standard",
        help=f"{named} for {price}: {power_words(power)}",
        needs_target=power.whom is not Whom.ONESELF,
        why_not=why_not,
        wrong_target=wrong_target,
        do=do,
        is_strenuous=True,
        price=power.actions,
        pays_itself=True,
    )


def power_words(power: Power) -> str:
    """Return what a power does, in one line."""
    parts = []
    if power.strike:
        parts.append(f"a strike with {power.strike}")
    if power.levels:
        kind = "Advantage" if power.levels > 0 else "Disadvantage"
        parts.append(f"{counted(abs(power.levels), 'level')} of {kind}")
    if power.surge:
        parts.append("a healing surge")
    if power.stops_bleeding:
        parts.append("stops bleeding")
    if power.gives:
        parts.append(f"makes {power.gives}")
    if power.takes:
        parts.append(f"ends {power.takes}")
    if power.push_areas:
        parts.append(f"pushes {counted(power.push_areas, 'area')}")
    if power.text:
        parts.append(power.text)
    return ", ".join(parts) or "as the GM says"


def _why_not_on(
    system: ShadowRealms, encounter: Encounter, token: Token, target: Token, power: Power
) -> str:
    hostile = are_hostile(token.side, target.side)
    if power.whom is Whom.ALLY and hostile:
        return f"{name_of(target)} is an enemy."
    if power.whom is Whom.ENEMY and not hostile:
        return f"{name_of(target)} is no enemy."
    if target.has("dead"):
        return f"{name_of(target)} is dead."
    if power.strike:
        if not any(weapon.name == power.strike for weapon in system.weapons(token)):
            return f"{name_of(token)} has no {power.strike} in hand."
        return ""  # the plan of the strike says the rest
    if token.id != target.id:
        situation = facts_between(Board.of(encounter, system), token.id, target.id)
        if situation.distance.feet > power.range_feet:
            far = f"{situation.distance.feet} ft away, the power reaches {power.range_feet}"
            return f"{name_of(target)} is {far}."
        if not situation.sight.clear:
            return f"{name_of(token)} doesn't see {name_of(target)}."
    if power.surge:
        return _no_surge_for(system, encounter, target)
    return ""


def _no_surge_for(system: ShadowRealms, encounter: Encounter, target: Token) -> str:
    reason = no_surge_left(system, target)
    pays = system.options.surge_price is SurgePrice.HEALED and encounter.turn_order.is_running
    if not reason and pays and not status_of(target).actions:
        reason = "no action left to pay for a surge"
    return f"{name_of(target)}: {reason}." if reason else ""


def _invoke(system: ShadowRealms, encounter: Encounter, act: Act, power: Power) -> Procedure:
    """Pay for a power and let its effects happen; a strike carries them where it does harm."""
    token = encounter.tokens[act.token]
    target_id = act.target if power.whom is not Whom.ONESELF and act.target else token.id
    if power.strike:
        before = encounter.tokens[target_id]
        choices = {**act.choices, "cost": "power", "power": power.name}
        attack = Attack(token.id, target_id, power.strike, choices)
        encounter = yield from perform_attack(system, encounter, attack)
        if not is_harmed(before, encounter.tokens[target_id]):
            return encounter
        lines: list[str] = []
    else:
        now = status_of(token)
        spent = replace(now, limit_break=now.later_break) if power.limit_break else None
        if encounter.turn_order.is_running:
            spent = pay_power(system, status_of(token), power)
        if spent is not None:
            encounter = yield from happen(StatusChanged(token.id, spent))
        lines = []
        if power.levels:
            status = status_of(encounter.tokens[target_id])
            more = replace(status, assist=max(0, status.assist + power.levels))
            encounter = yield from happen(StatusChanged(target_id, more))
            lines.append(f"{counted(power.levels, 'level')} of Advantage on the next check")
    encounter = yield from _affect(system, encounter, token, target_id, power, lines)
    on = "" if target_id == token.id else f" on {name_of(encounter.tokens[target_id])}"
    domain = f" ({power.domain})" if power.domain else ""
    headline = f"{name_of(token)} invokes {power.name}{domain}{on}"
    lines += [power.text] if power.text else []
    return (yield from happen(Noted(headline, tuple(lines), "note", token.id)))


def _affect(
    system: ShadowRealms,
    encounter: Encounter,
    token: Token,
    target_id: str,
    power: Power,
    lines: list[str],
) -> Procedure:
    """Let the effects of a power happen to its target; adds to the *lines* of the log."""
    if power.surge:
        if system.options.surge_price is SurgePrice.HEALED and encounter.turn_order.is_running:
            status = status_of(encounter.tokens[target_id])
            paid = replace(status, actions=max(0, status.actions - 1))
            encounter = yield from happen(StatusChanged(target_id, paid))
        encounter, said = yield from use_surge(system, encounter, target_id)
        lines.extend(said)
    if power.stops_bleeding:
        encounter = yield from close_wounds(encounter, target_id)
        lines.append("The bleeding stops")
    if power.takes:
        encounter = yield from _take(encounter, target_id, power.takes)
        lines.append(f"No longer {power.takes}")
    if power.gives and not encounter.tokens[target_id].has(power.gives):
        if power.gives in ("dead", "unconscious"):
            encounter = yield from fall(system, encounter, target_id, power.gives)
        else:
            conditions = encounter.tokens[target_id].conditions | {power.gives}
            encounter = yield from happen(ConditionsChanged(target_id, conditions))
        encounter, said = yield from come_down(system, encounter, target_id)
        lines.extend((f"Now {power.gives}", *said))
    if power.push_areas and target_id != token.id:
        encounter, said = yield from knock_back(
            system, encounter, token.id, target_id, power.push_areas, provoked_by_force
        )
        lines.extend(said)
    return encounter


def _take(encounter: Encounter, target_id: str, condition: str) -> Procedure:
    if condition == "grappled":
        encounter = yield from let_go(encounter, target_id)
    if condition == "bleeding":
        return (yield from close_wounds(encounter, target_id))
    left = encounter.tokens[target_id].conditions - {condition}
    if left != encounter.tokens[target_id].conditions:
        encounter = yield from happen(ConditionsChanged(target_id, left))
    return encounter

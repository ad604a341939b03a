"""What strikes, bonus actions and powers cost, and whether they can be paid (sections 4, 5, 11)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.words import counted
from battlemap.systems.shadowrealms.sheet import details_of, sheet_of

if TYPE_CHECKING:
    from battlemap.model.intent import Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.sheet import Power, Status


def bonus_left(system: ShadowRealms, status: Status) -> bool:
    """Tell whether a bonus action can be paid; with action points it costs one of them."""
    has_bonus = system.fresh(status).bonus > 0
    return bool(status.bonus if has_bonus else status.actions)


def pay_bonus(system: ShadowRealms, status: Status) -> Status:
    """Return *status* with a bonus action spent; with action points, one of them."""
    if system.fresh(status).bonus > 0:
        return replace(status, bonus=max(0, status.bonus - 1))
    return replace(status, actions=max(0, status.actions - 1))


def has_pair(system: ShadowRealms, token: Token, weapon: Weapon) -> bool:
    """Tell whether another melee weapon makes a pair with this one (section 11)."""
    if details_of(weapon).natural:
        return True
    others = list(system.weapons(token))
    if weapon in others:
        others.remove(weapon)  # one of two that are alike
    return any(not other.is_ranged for other in others)


def power_of(attacker: Token, attack: Attack) -> Power | None:
    """Return the realm power with which an attack is made; None: an ordinary one."""
    name = attack.choices.get("power", "")
    return next((power for power in sheet_of(attacker).powers if power.name == name), None)


def power_left(system: ShadowRealms, status: Status, power: Power) -> str:
    """Return why a power can't be paid now; empty: it can."""
    if power.limit_break and not status.breaks_now:
        return "needs a Limit Break"
    if power.bonus:
        return "" if bonus_left(system, status) else "bonus action spent"
    return "" if status.actions >= power.actions else f"needs {counted(power.actions, 'action')}"


def pay_power(system: ShadowRealms, status: Status, power: Power | None) -> Status:
    """Return *status* after the price of a power."""
    if power is None:
        return status
    if power.limit_break:
        status = replace(status, limit_break=status.later_break)
    if power.bonus:
        return pay_bonus(system, status)
    return replace(status, actions=max(0, status.actions - power.actions))

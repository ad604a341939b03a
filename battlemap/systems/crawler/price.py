"""What an Action costs, and the step that comes with it (The round at a glance)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import StatusChanged
from battlemap.rules.procedure import happen
from battlemap.systems.crawler.sheet import details_of, is_crawler, sheet_of
from battlemap.systems.crawler.status import status_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.crawler.status import Status


def step_of(encounter: Encounter, token: Token) -> int:
    """Return how far a step goes, in hundredths of a cell."""
    return sheet_of(token).step_feet * 100 // encounter.map.grid.feet_per_cell


def move_of(encounter: Encounter, token: Token) -> int:
    """Return how far a Move goes without its step, in hundredths of a cell."""
    return sheet_of(token).move_feet * 100 // encounter.map.grid.feet_per_cell


def paid(encounter: Encounter, token: Token) -> Status:
    """Return the status of a token that spends an Action.

    A crawler gains the step that comes with it: what was walked ahead is taken off, and what was
    left of an earlier step or Move is lost.
    """
    status = status_of(token)
    spent = replace(status, actions=max(0, status.actions - 1))
    if not is_crawler(token):
        return spent
    left = max(0, step_of(encounter, token) - status.stepped)
    return replace(spent, left_over=left, stepped=0)


def with_costs(status: Status, weapon: Weapon) -> Status:
    """Return the status after the costs of an attack beside its Action: mana and what is used."""
    details = details_of(weapon)
    used = (*status.used, weapon.name) if details.uses else status.used
    return replace(status, held=weapon.name, mana_spent=status.mana_spent + details.mana, used=used)


def without_costs(status: Status, weapon: Weapon) -> Status:
    """Return the status with the costs of an attack given back, which was called off."""
    details, used = details_of(weapon), list(status.used)
    if details.uses and weapon.name in used:
        used.remove(weapon.name)
    spent = max(0, status.mana_spent - details.mana)
    return replace(status, mana_spent=spent, used=tuple(used))


def pay(encounter: Encounter, token_id: str) -> Procedure:
    """Spend an Action; outside of a fight nothing is counted."""
    if not encounter.turn_order.is_running:
        return encounter
    token = encounter.tokens[token_id]
    return (yield from happen(StatusChanged(token_id, paid(encounter, token))))


def why_no_action(encounter: Encounter, token: Token) -> str:
    """Return why a token has nothing left to act with; empty: it has."""
    if not encounter.turn_order.is_running or status_of(token).actions:
        return ""
    return "no Actions left" if is_crawler(token) else "announced all its attacks"

"""Movement in Crawler: steps, Moves and what the ground costs; nobody strikes at a mover."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model.terrain import Terrain
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.step_rulings import with_ruled_steps
from battlemap.systems.crawler.phases import ACT, DECLARE, INTERRUPT, SURPRISE, phase_of
from battlemap.systems.crawler.price import move_of, step_of
from battlemap.systems.crawler.sheet import CRAWLER_ACTIONS, is_crawler
from battlemap.systems.crawler.status import status_of
from battlemap.tactics.mover import Mover

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.systems.crawler import Crawler
    from battlemap.tactics.path import Path


@with_ruled_steps
def mover(system: Crawler, encounter: Encounter, token: Token) -> Mover:
    """Return how *token* moves now.

    In step 4 a Move buys the Move value and the step; a step may also be walked ahead of the Action
    that brings it. In step 2 only steps are walked. A mob walks its Move value and a step a round.
    """
    status, phase = status_of(token), phase_of(encounter)
    step, move = step_of(encounter, token), move_of(encounter, token)
    rate = actions = left = ahead = 0
    if not system.is_able(token):
        pass
    elif not phase:
        rate, actions = move + step, CRAWLER_ACTIONS if is_crawler(token) else 1
    elif not is_crawler(token):
        left = max(0, move + step - status.walked) if phase == DECLARE else 0
    elif phase in (ACT, SURPRISE):
        rate, actions = move + step, status.actions
        left = status.left_over - (status.stepped if actions else 0)
        ahead = step if actions else 0
    elif phase == INTERRUPT:
        left = status.left_over + (max(0, step - status.stepped) if status.actions else 0)
    extra = 100 * system.options.difficult_extra
    kinds = () if token.has("flying") else (Terrain.DIFFICULT, Terrain.CLIMB, Terrain.WATER)
    return Mover(
        rate=rate,
        actions=actions,
        left_over=left,
        extra=MappingProxyType(dict.fromkeys(kinds, extra)),
        blocked_by=Terrain.IMPASSABLE,
        parity=status.parity if phase else 0,
        ahead=ahead,
    )


def why_not_now(system: Crawler, encounter: Encounter, token: Token, path: Path, how: Mover) -> str:
    """Return why *token* can't walk this path now; empty: it can."""
    name, phase = name_of(token), phase_of(encounter)
    if not system.is_able(token):
        return f"{name} cannot act"
    if not phase:
        return ""
    if not is_crawler(token):
        if phase != DECLARE:
            return "mobs walk in step 1"
        if path.cost > how.budget:
            return f"{name} walks its Move and one step in a round, {_feet(encounter, how.budget)}"
        return ""
    if phase == INTERRUPT:
        if path.cost > how.budget:
            return f"in step 2 {name} has only steps, {_feet(encounter, how.budget)} now"
        return ""
    if phase not in (ACT, SURPRISE):
        return "crawlers walk in steps 2 and 4"
    if path.cost > how.budget:
        left = counted(how.actions, "Action")
        return f"{name} has {left} and can walk {_feet(encounter, how.budget)}"
    return ""


def _feet(encounter: Encounter, hundredths: int) -> str:
    feet = max(0, hundredths) * encounter.map.grid.feet_per_cell / 100
    return f"{feet:g} ft"

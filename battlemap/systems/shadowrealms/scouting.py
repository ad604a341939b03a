"""Assess: a quick look at an enemy's weaknesses, or at what the surroundings hide (section 5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import ObstacleChanged, StatusChanged
from battlemap.model.obstacle import Door
from battlemap.model.token import are_hostile
from battlemap.rules.acting import note, pair
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.procedure import happen
from battlemap.systems.shadowrealms.checks import number_of, skill_test
from battlemap.systems.shadowrealms.sheet import Tier, sheet_of, status_of
from battlemap.tactics.board import Board
from battlemap.tactics.objects import objects_within

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms


def not_in_view(system: ShadowRealms, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why a target can't be judged: oneself, or out of sight."""
    if token.id == target.id:
        return "Nobody assesses oneself."
    if not facts_between(Board.of(encounter, system), token.id, target.id).sight.clear:
        return f"{name_of(token)} doesn't see {name_of(target)}."
    return ""


def assess(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Judge a target: a Moderate test of Alertness tells its numbers."""
    token, target = pair(encounter, act)
    difficulty = number_of(system.options, "moderate")
    encounter, passed, line = yield from skill_test(
        system, encounter, token, "Alertness", difficulty
    )
    if not passed:
        headline = f"{name_of(token)} finds no weakness in {name_of(target)}"
        return (yield from note(token, headline, (line,)))
    sheet, status = sheet_of(target), status_of(target)
    armor = {
        kind: sheet.toughness + value
        for kind, value in (
            ("slashing", sheet.protection.slashing),
            ("puncture", sheet.protection.puncture),
            ("impact", sheet.protection.impact),
        )
    }
    weakest = min(armor, key=lambda kind: armor[kind])
    wounds = (
        f"{status.minion_hits} of {sheet.tier.falls_at} damage dice taken"
        if sheet.tier is not Tier.FULL
        else f"{status.boxes} boxes, {status.fatigue} of {sheet.stamina} fatigue"
    )
    lines = (
        line,
        f"Defense Rating {sheet.defense_rating}, Grapple Defense {sheet.grapple_defense}",
        "Durability " + ", ".join(f"{value} {kind}" for kind, value in armor.items()),
        f"Weakest against {weakest}; {wounds}",
    )
    return (yield from note(token, f"{name_of(token)} assesses {name_of(target)}", lines))


def look_around(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Search the surroundings: a Moderate test finds secret doors and enemies that hide."""
    token = encounter.tokens[act.token]
    difficulty = number_of(system.options, "moderate")
    encounter, passed, line = yield from skill_test(
        system, encounter, token, "Alertness", difficulty
    )
    headline = f"{name_of(token)} looks around"
    if not passed:
        return (yield from note(token, headline, (line, "Nothing new")))
    found = []
    for near in objects_within(Board.of(encounter, system), token.id, system.options.search_feet):
        thing = encounter.map.obstacles[near.id]
        if isinstance(thing, Door) and thing.is_secret:
            encounter = yield from happen(ObstacleChanged(replace(thing, is_secret=False)))
            found.append("a secret door")
    for other in list(encounter.tokens.values()):
        status = status_of(other)
        if are_hostile(other.side, token.side) and token.id in status.hidden_from:
            rest = tuple(key for key in status.hidden_from if key != token.id)
            changed = replace(status, hidden_from=rest)
            encounter = yield from happen(StatusChanged(other.id, changed))
            found.append(name_of(other))
    return (yield from note(token, headline, (line, ", ".join(found) or "Nothing new")))

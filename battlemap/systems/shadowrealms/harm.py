"""What being hurt does: tracks, minions, criticals, Limit Breaks, falling and dying.

Sections 14, 17 and 21 to 23. Each procedure returns the encounter after it and lines for the log.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from battlemap.model.event import (
    ConditionsChanged,
    Noted,
    StatusChanged,
    TokenMoved,
)
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen
from battlemap.rules.turns import leave_order
from battlemap.systems.shadowrealms.hands import can_be_dropped, lay_down
from battlemap.systems.shadowrealms.pools import check
from battlemap.systems.shadowrealms.readings import MinionDamage
from battlemap.systems.shadowrealms.sheet import (
    BOXES,
    Injury,
    Tier,
    details_of,
    sheet_of,
    status_of,
)

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.criticals import Critical
    from battlemap.systems.shadowrealms.sheet import Status

Harm: TypeAlias = "Part[tuple[Encounter, tuple[str, ...]]]"
"""Ends with the encounter afterwards and lines for the log."""

ARMS = ("right arm", "left arm")

LIMIT_BOXES = 6
"""A Limit Break comes at each so many boxes of damage and fatigue together (section 17)."""

GROUNDED = frozenset(
    {"prone", "dead", "unconscious", "grappled", "stunned", "paralyzed", "helpless"}
)
"""Conditions in which nobody stays in the air."""


def hurt(
    system: ShadowRealms,
    encounter: Encounter,
    token_id: str,
    *,
    boxes: int = 0,
    fatigue: int = 0,
    strains: bool = False,
) -> Harm:
    """Mark boxes of damage and of fatigue, and settle what comes of a full track.

    A track that fills calls for a Toughness test, and so does each box that a strenuous action
    costs afterwards (*strains*); filled a second time it kills (section 22).
    """
    token = encounter.tokens[token_id]
    status = status_of(token)
    marked = _marked(token, status, boxes, fatigue)
    if marked is status:
        return encounter, ()
    lines: list[str] = []
    if marked.breaks_later and not status.breaks_later:
        lines.append(f"Limit Break: {name_of(token)} must use it on its next turn")
    encounter = yield from happen(StatusChanged(token_id, marked))
    if marked.damage >= 2 * BOXES and not token.has("dead"):
        lines.append(f"{name_of(token)}'s track is full a second time: dead")
        encounter = yield from fall(system, encounter, token_id, "dead")
    elif marked.damage >= BOXES and (status.damage < BOXES or (strains and boxes)):
        encounter, said = yield from _stay_awake(system, encounter, token_id)
        lines.extend(said)
    return encounter, tuple(lines)


def _marked(token: Token, status: Status, boxes: int, fatigue: int) -> Status:
    tired = min(sheet_of(token).stamina, status.fatigue + fatigue)
    taken = min(2 * BOXES, status.damage + boxes)
    more = tired - status.fatigue + taken - status.damage
    if more <= 0:
        return status
    endured = status.endured + more
    breaks = endured // LIMIT_BOXES > status.endured // LIMIT_BOXES
    return replace(
        status,
        damage=taken,
        fatigue=tired,
        endured=endured,
        limit_break=_with_another(status) if breaks else status.limit_break,
        stable=status.stable and taken == status.damage,
    )


def _with_another(status: Status) -> str:
    """Return the Limit Breaks of a combatant that gets one for its next turn (section 17)."""
    return "both" if status.breaks_now else "next"


def _stay_awake(system: ShadowRealms, encounter: Encounter, token_id: str) -> Harm:
    token = encounter.tokens[token_id]
    if system.is_out(token):
        return encounter, ()
    status = status_of(token)
    difficulty = system.options.toughness_difficulty + status.negative
    passed, said = yield from check(
        system, token, sheet_of(token).toughness, difficulty, "Toughness test"
    )
    if passed:
        return encounter, (f"{said}: stays conscious, 4 dice less, crawls",)
    encounter = yield from fall(system, encounter, token_id, "unconscious")
    return encounter, (f"{said}: falls unconscious",)


def bruise(system: ShadowRealms, encounter: Encounter, token_id: str, boxes: int) -> Harm:
    """Do damage that comes from no attack: boxes; a minion takes it as one damage success."""
    if boxes <= 0 or encounter.tokens[token_id].has("dead"):
        return encounter, ()
    if sheet_of(encounter.tokens[token_id]).tier is not Tier.FULL:
        return (yield from fell_minion(system, encounter, token_id, 1))
    encounter, lines = yield from hurt(system, encounter, token_id, boxes=boxes)
    status = status_of(encounter.tokens[token_id])
    return encounter, (f"{counted(boxes, 'box', 'boxes')}, track {status.boxes} of {BOXES}", *lines)


def fell_minion(system: ShadowRealms, encounter: Encounter, token_id: str, successes: int) -> Harm:
    """Count damage successes against a minion, which falls at 1, 2 or 3 of them (section 21)."""
    adds_up = system.options.minion_damage is MinionDamage.ADDS_UP
    token = encounter.tokens[token_id]
    status, falls_at = status_of(token), sheet_of(token).tier.falls_at
    taken = status.minion_hits + successes if adds_up else successes
    kept = max(status.minion_hits, min(taken, falls_at))
    if kept != status.minion_hits:
        encounter = yield from happen(StatusChanged(token_id, replace(status, minion_hits=kept)))
    if taken >= falls_at:
        encounter = yield from fall(system, encounter, token_id, "dead")
        dice = counted(taken, "damage die", "damage dice")
        return encounter, (f"{name_of(token)} falls at {falls_at}: {dice}",)
    return encounter, (f"{name_of(token)} staggers, {taken} of {falls_at} damage dice",)


def fall(system: ShadowRealms, encounter: Encounter, token_id: str, condition: str) -> Procedure:
    """Knock a token out or kill it: it drops, lets go, and a dead one has no more turns."""
    token = encounter.tokens[token_id]
    encounter = yield from happen(
        ConditionsChanged(token_id, token.conditions | {condition, "prone"})
    )
    encounter = yield from let_go(encounter, token_id)
    encounter, lines = yield from come_down(system, encounter, token_id)
    if lines:
        encounter = yield from happen(Noted(lines[0], lines[1:], "damage", token_id))
    if condition == "dead":
        encounter = yield from leave_order(encounter, token_id)
    return encounter


def let_go(encounter: Encounter, token_id: str) -> Procedure:
    """End every grapple in which a token holds somebody or is held (section 18)."""
    status = status_of(encounter.tokens[token_id])
    for holder, held in ((token_id, status.grappling), (status.grappled_by, token_id)):
        if not held or not holder:
            continue
        if holder in encounter.tokens:
            freed = replace(status_of(encounter.tokens[holder]), grappling="")
            encounter = yield from happen(StatusChanged(holder, freed))
        if held in encounter.tokens:
            freed = replace(status_of(encounter.tokens[held]), grappled_by="")
            encounter = yield from happen(StatusChanged(held, freed))
            left = encounter.tokens[held].conditions - {"grappled"}
            encounter = yield from happen(ConditionsChanged(held, left))
    return encounter


def come_down(system: ShadowRealms, encounter: Encounter, token_id: str) -> Harm:
    """Drop a flier that lies prone, is out or can't move any more to the ground (section 6)."""
    token = encounter.tokens[token_id]
    speed, lost = sheet_of(token).fly_feet, sum(i.feet for i in status_of(token).injuries)
    stalls = 0 < speed <= lost
    if not token.has("flying") or not (token.conditions & GROUNDED or stalls):
        return encounter, ()
    ground = encounter.map.ground_feet(token.at)
    feet = 0 if token.elevation_feet is None else token.elevation_feet - ground
    encounter = yield from happen(ConditionsChanged(token_id, token.conditions - {"flying"}))
    encounter = yield from happen(TokenMoved(token_id, token.at, token.at, forced=True))
    encounter, lines = yield from drop(system, encounter, token_id, feet)
    return encounter, lines


def drop(system: ShadowRealms, encounter: Encounter, token_id: str, feet: int) -> Harm:
    """Do the damage of a fall (section 6; how much is settled)."""
    name = name_of(encounter.tokens[token_id])
    each = system.options.fall_feet
    boxes = feet // each if each and feet > 0 else 0
    encounter, lines = yield from bruise(system, encounter, token_id, boxes)
    return encounter, (f"{name} falls {max(0, feet)} ft", *lines)


def wound(
    system: ShadowRealms, encounter: Encounter, token_id: str, row: Critical, location: str
) -> Harm:
    """Apply a critical result: bleeding, lost dice and feet, fatigue and conditions."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    lines: list[str] = []
    if row.bleeding or row.dice or row.feet:
        injury = Injury(row.text, location, row.dice, row.feet, row.bleeding)
        hurt_status = replace(status, injuries=(*status.injuries, injury))
        encounter = yield from happen(StatusChanged(token_id, hurt_status))
    gained = set(row.conditions) | ({"bleeding"} if row.bleeding else set())
    fatal = gained & {"dead", "unconscious"}
    if new := gained - fatal - encounter.tokens[token_id].conditions:
        conditions = encounter.tokens[token_id].conditions | new
        encounter = yield from happen(ConditionsChanged(token_id, conditions))
        lines.append(f"{name_of(token)} is now {', '.join(sorted(new))}")
    encounter, said = yield from come_down(system, encounter, token_id)
    lines.extend(said)
    if row.drops and location in ARMS:
        off_hand = location == f"{system.options.off_hand_arm.value} arm"
        encounter, said = yield from lose_grip(system, encounter, token_id, off_hand)
        lines.extend(said)
    if row.fatigue:
        encounter, said = yield from hurt(system, encounter, token_id, fatigue=row.fatigue)
        lines.extend(said)
    for condition in sorted(fatal):
        if not encounter.tokens[token_id].has(condition):
            encounter = yield from fall(system, encounter, token_id, condition)
            lines.append(f"{name_of(token)} is {condition}")
    return encounter, tuple(lines)


def lose_grip(system: ShadowRealms, encounter: Encounter, token_id: str, off_hand: bool) -> Harm:
    """Let a maimed hand drop its weapon: the first one or the off-hand one."""
    token = encounter.tokens[token_id]
    held = [
        weapon
        for weapon in system.weapons(token)
        if can_be_dropped(token, weapon) and details_of(weapon).off_hand is off_hand
    ]
    if not held:
        return encounter, ()
    encounter = yield from lay_down(encounter, token_id, held[0].name, token.at)
    return encounter, (f"{name_of(token)} drops the {held[0].name}",)


def strain(system: ShadowRealms, encounter: Encounter, token_id: str) -> Procedure:
    """Mark a strenuous action; with a full damage track it costs a box and a test (section 22)."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    if encounter.turn_order.is_running and not status.strenuous:
        encounter = yield from happen(StatusChanged(token_id, replace(status, strenuous=True)))
    if sheet_of(token).tier is Tier.FULL and status.damage >= BOXES:
        encounter, lines = yield from hurt(system, encounter, token_id, boxes=1, strains=True)
        headline = f"{name_of(token)} strains, mortally wounded: 1 box"
        encounter = yield from happen(Noted(headline, lines, "damage", token_id))
    return encounter

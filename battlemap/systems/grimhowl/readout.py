"""What the panels show of a combatant: health, what it can spend and do, and its turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.words import MINUS, counted
from battlemap.rules.acting import waits
from battlemap.rules.by_hand import name_of
from battlemap.rules.plan import Action, AreaWeapon, Effect, Pip, Track
from battlemap.systems.grimhowl import cover
from battlemap.systems.grimhowl.deeds import DEEDS
from battlemap.systems.grimhowl.economy import why_no_action
from battlemap.systems.grimhowl.harm import marks_words
from battlemap.systems.grimhowl.movement import remaining
from battlemap.systems.grimhowl.pools import MOVE, attack_key, repeat_steps
from battlemap.systems.grimhowl.readings import OutRule
from battlemap.systems.grimhowl.sheet import (
    details_of,
    sheet_of,
    status_of,
)
from battlemap.systems.grimhowl.sigils import SOURCES, resistance, sigil_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.model.turn_order import TurnOrder
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.deed import Deed


def track(system: Grimhowl, token: Token) -> Track:
    """Return Vitality lost, and the death marks of one who is down."""
    sheet, status = sheet_of(token), status_of(token)
    taken = min(sheet.vitality, status.damage)
    label = f"{taken} of {sheet.vitality} Vitality lost"
    if status.damage > sheet.vitality:
        label += f", {status.damage - sheet.vitality} beyond"
    if status.death_marks and system.options.out is OutRule.MARKS:
        label += f", {marks_words(system.options, status.death_marks)}"
    if status.stable:
        label += ", stable"
    return Track(taken, sheet.vitality, label, is_out=system.is_out(token))


def pips(system: Grimhowl, encounter: Encounter, token: Token) -> Sequence[Pip]:
    """Return actions that are left, held (diamonds, good for Reactions) and spent."""
    full = system.options.actions
    if not encounter.turn_order.is_running:
        return (Pip("standard", "left"),) * full
    status = status_of(token)
    spent = max(0, full - status.actions - status.held)
    return (
        *((Pip("standard", "left"),) * status.actions),
        *((Pip("reaction", "left"),) * status.held),
        *((Pip("standard", "spent"),) * spent),
    )


def actions(system: Grimhowl, encounter: Encounter, token: Token) -> Sequence[Action]:
    """Return the action bar's buttons for *token*, the unavailable ones with the reason."""
    return tuple(
        Action(
            key=deed.key,
            label=deed.label,
            cost=() if deed.is_free else ("standard",),
            unavailable=why_not(system, encounter, token, deed),
            help=deed.help,
            needs_target=deed.needs_target,
            on_obstacle=deed.on_obstacle,
            penalty=_penalty(system, encounter, token, deed),
        )
        for deed in DEEDS
    )


def _penalty(system: Grimhowl, encounter: Encounter, token: Token, deed: Deed) -> str:
    """Return what doing it again costs: "−1 die", "−5 ft"."""
    action = deed.key
    if deed.key in ("attack", "break"):
        action = attack_key(system.options, system.weapons(token)[0])
    steps = repeat_steps(system, encounter, token, action)
    if not steps:
        return ""
    if deed.key == MOVE:
        return f"{MINUS}{steps * system.options.repeat_move_feet} ft"
    return f"{MINUS}{counted(steps, 'die', 'dice')}" if deed.has_dice else ""


def why_not(system: Grimhowl, encounter: Encounter, token: Token, deed: Deed) -> str:
    """Return why *token* can't do this now; empty: it can."""
    if not deed.befalls and not system.is_able(token):
        return f"{name_of(token)} cannot act"
    if not deed.is_free and (reason := why_no_action(system, encounter, token)):
        return reason
    if deed.key == "hold" and waits(encounter, token):
        return "not its turn"
    return deed.why_not(system, encounter, token) if deed.why_not else ""


def areas(system: Grimhowl, token: Token) -> Sequence[AreaWeapon]:
    """Return the weapons and spells of *token* that have an area."""
    found = []
    for weapon in system.weapons(token):
        details = details_of(weapon)
        if details.has_area:
            found.append(
                AreaWeapon(
                    weapon.name,
                    details.area.value,
                    details.area_feet,
                    weapon.range_feet,
                    details.area_width_feet,
                    float(details.area_angle),
                )
            )
    return tuple(found)


def effects(system: Grimhowl, encounter: Encounter, token: Token) -> Iterator[Effect]:
    """Yield Cover, Gnawing damage, what ends by itself, and damaged equipment."""
    status = status_of(token)
    taken = cover.taken(encounter, token)
    if taken is not None:
        behind = cover.object_name(encounter, taken.object)
        detail = f"behind {behind}: Parry and Dodge DC +1"
        yield Effect("In Cover", None, detail, "in cover")
    for gnawing in status.gnawing:
        dice = f"{gnawing.dice}{gnawing.die} {gnawing.damage_type}"
        detail = f"Gnawing {dice} with any other damage"
        yield Effect(gnawing.name, gnawing.rounds_left, detail, "gnawing")
    for lasting in status.lasting:
        yield Effect(lasting.condition, lasting.rounds_left, "", lasting.condition)
    for wear in status.worn:
        detail = f"{counted(wear.points, 'point')} of damage; {wear.recovery}"
        if wear.source in SOURCES:
            was = sigil_of(token, wear.source)
            now = resistance(system.options, token, wear.source)
            left = str(now) if now.count else "broken"
            detail = f"{detail}; {was.dice}{was.die} is {left} now"
        yield Effect(f"{wear.source.capitalize()} damaged", None, detail, "damaged")
    if encounter.turn_order.is_running and status.held:
        held = f"Holds {counted(status.held, 'action')}"
        yield Effect(held, None, "for Reactions until its next turn", "held")
    if status.stride:
        feet = min(status.stride, remaining(system, encounter, token))
        feet_words = f"{feet * encounter.map.grid.feet_per_cell / 100:g} ft to move"
        yield Effect(status.stride_by.capitalize(), None, feet_words)


def upcoming(turn_order: TurnOrder) -> Sequence[tuple[str, Sequence[int]]]:
    """Return the sections of the initiative panel: this round and the next."""
    sections: list[tuple[str, Sequence[int]]] = []
    for number in sorted({slot.round for slot in turn_order.slots}):
        indexes = tuple(i for i, slot in enumerate(turn_order.slots) if slot.round == number)
        later = "" if number <= turn_order.round else ", in the same order"
        sections.append((f"Round {number}{later}", indexes))
    return tuple(sections)


def subtitle(system: Grimhowl, encounter: Encounter, token: Token) -> str:
    """Return the line under a token's name: its state, or what it holds for Reactions."""
    status = status_of(token)
    if token.has("dead"):
        return "Dead"
    if token.has("unconscious"):
        state = "Stable" if status.stable else "Down"
        if status.death_marks and system.options.out is OutRule.MARKS:
            return f"{state}, {marks_words(system.options, status.death_marks)}"
        return state
    parts = []
    if token.has("stunned"):
        parts.append("Stunned")
    # Cover, Gnawing damage and the like are effects, and shown as such.
    if encounter.turn_order.is_running and status.held:
        parts.append(f"Holds {counted(status.held, 'action')}")
    return ", ".join(parts)

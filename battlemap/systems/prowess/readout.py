"""What the panels show of a combatant: health, what it can spend and do, and its turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.words import counted
from battlemap.rules.acting import waits
from battlemap.rules.by_hand import name_of
from battlemap.rules.plan import Action, Effect, Pip, Track
from battlemap.systems.prowess.deeds import DEEDS
from battlemap.systems.prowess.movement import mover
from battlemap.systems.prowess.paying import KINDS, why_not_attack_now
from battlemap.systems.prowess.readings import BlockForbids
from battlemap.systems.prowess.sheet import ACTION_POINTS, dice_left, sheet_of, status_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.model.turn_order import TurnOrder
    from battlemap.systems.prowess import Prowess
    from battlemap.systems.prowess.deed import Deed


def track(token: Token, *, is_out: bool) -> Track:
    """Return the health that is lost."""
    sheet, status = sheet_of(token), status_of(token)
    taken = min(sheet.health, status.damage)
    label = f"full health, {sheet.health}"
    if status.damage:
        label = f"{status.damage} of {sheet.health} health lost"
    if status.wounds:
        label += f", {counted(len(status.wounds), 'Wound')}"
    return Track(taken, sheet.health, label, (), is_out)


def pips(encounter: Encounter, token: Token) -> Sequence[Pip]:
    """Return the action points and prowess dice that *token* has left and has spent."""
    points = status_of(token).points if encounter.turn_order.is_running else ACTION_POINTS
    dice, whole = dice_left(token), sheet_of(token).prowess_dice
    found: list[Pip] = []
    for kind, have, of in (("point", points, ACTION_POINTS), ("die", dice, whole)):
        found.extend(Pip(kind, "left" if index >= of - have else "spent") for index in range(of))
    return found


def actions(system: Prowess, encounter: Encounter, token: Token) -> Sequence[Action]:
    """Return the action bar's buttons for *token*, the unavailable ones with the reason."""
    return tuple(
        Action(
            key=deed.key,
            label=deed.label,
            cost=("point",) * deed.points + ("die",) * _dice(system, deed),
            unavailable=why_not(system, encounter, token, deed, deed.points),
            help=deed.help,
            needs_target=deed.needs_target,
        )
        for deed in DEEDS
    )


def _is_technique(deed: Deed) -> bool:
    return deed.key in KINDS and deed.key != "attack"


def _dice(system: Prowess, deed: Deed) -> int:
    if deed.key == "armor_pierce":
        return system.options.armor_pierce_dice
    return int(_is_technique(deed))


def counts_as_attack(system: Prowess, deed: Deed) -> bool:
    """Tell whether a deed without an attack roll is an attack to those who block."""
    return deed.is_attack and system.options.block_forbids is BlockForbids.ATTACK_ACTIONS


def points_of(deed: Deed, choices: Mapping[str, str]) -> int:
    """Return what a deed costs; the GM may name another price for some."""
    wish = choices.get("points", "")
    return min(ACTION_POINTS, int(wish)) if deed.varies and wish.isdecimal() else deed.points


def why_not(system: Prowess, encounter: Encounter, token: Token, deed: Deed, points: int) -> str:
    """Return why *token* can't do this now for so many points; empty: it can."""
    if not system.is_able(token):
        return f"{name_of(token)} cannot act"
    status = status_of(token)
    if deed.key in KINDS:
        ready = waits(encounter, token) and status.readied == "attack"
        if why := why_not_attack_now(encounter, token, readied=ready):
            return why.rstrip(".")
        return "too few prowess dice" if dice_left(token) < _dice(system, deed) else ""
    if status.blocking and counts_as_attack(system, deed):
        return "blocks: end Block first"
    if encounter.turn_order.is_running:
        ready = waits(encounter, token) and status.readied == deed.key
        if waits(encounter, token) and not (ready or deed.any_time):
            return "not its turn"
        if deed.key == "move" and mover(system, encounter, token).budget:
            return ""
        if status.points < points and not (ready and status.readied_paid):
            return f"needs {points} AP, {status.points} left"
    if deed.key == "move" and not mover(system, encounter, token).budget:
        return "cannot move"
    return deed.why_not(system, encounter, token) if deed.why_not else ""


def upcoming(turn_order: TurnOrder) -> Sequence[tuple[str, Sequence[int]]]:
    """Return the sections of the panel: this round, and the next."""
    sections: list[tuple[str, Sequence[int]]] = []
    for number in sorted({slot.round for slot in turn_order.slots}):
        indexes = tuple(i for i, slot in enumerate(turn_order.slots) if slot.round == number)
        sections.append((f"Round {number}", indexes))
    return tuple(sections)


def subtitle(encounter: Encounter, token: Token) -> str:
    """Return the line under a token's name: what it has left, and what it keeps up."""
    for condition in ("dead", "unconscious"):
        if token.has(condition):
            return condition.capitalize()
    parts = ["Surprised"] if token.has("surprised") else []
    parts.extend(effect.label for effect in effects(encounter, token))
    if encounter.turn_order.is_running:
        dice = counted(dice_left(token), "die", "dice")
        parts.append(f"{status_of(token).points} AP, {dice}")
    return ", ".join(parts)


def effects(encounter: Encounter, token: Token) -> Sequence[Effect]:
    """Return what lasts on *token* apart from conditions."""
    return tuple(_effects(encounter, token))


def _effects(encounter: Encounter, token: Token) -> Iterator[Effect]:
    status = status_of(token)
    if status.blocking:
        detail = f"+{sheet_of(token).block_score} on shield parries, for no AP"
        yield Effect("Block", 1, detail, "block")
    if status.heavy_parry:
        detail = "+4 Damage Reduction, a prowess die for each harm"
        yield Effect("Heavy Parry", 1, detail, "block")
    if status.guard_broken:
        yield Effect("Guard Broken", None, "No Perfect or Heavy Parry", "guard broken")
    if status.readied:
        label = next((deed.label for deed in DEEDS if deed.key == status.readied), status.readied)
        yield Effect(f"Ready: {label}", 1, "", "ready")
    if status.assisted_by:
        names = (encounter.tokens.get(key) for key in status.assisted_by)
        by = ", ".join(name_of(helper) for helper in names if helper)
        yield Effect("Assisted", 1, f"+4 on a check or attack, by {by}", "assisted")
    if status.grappling:
        held = encounter.tokens.get(status.grappling)
        name = name_of(held) if held else status.grappling
        yield Effect(f"Grappling {name}", None, "", "grappling")
    for waiting in status.unloaded:
        detail = f"{waiting.needs} to go"
        yield Effect(f"{waiting.weapon} not loaded", None, detail, "unloaded")
    for lost in status.dropped:
        yield Effect(f"{lost.weapon} lost", None, "caught" if lost.caught_by else "on the ground")

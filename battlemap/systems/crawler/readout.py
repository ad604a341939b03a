"""What the panels show of a combatant: health bar, Actions, effects and what it may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.words import counted
from battlemap.rules.plan import Action, Effect, Pip, Track
from battlemap.systems.crawler.announce import attack_numbered, owner_of, words_of
from battlemap.systems.crawler.deed import why_not
from battlemap.systems.crawler.deeds import DEEDS
from battlemap.systems.crawler.harm import effect_words
from battlemap.systems.crawler.movement import mover
from battlemap.systems.crawler.phases import (
    DECLARE,
    INTERRUPT,
    phase_of,
    why_not_its_phase,
)
from battlemap.systems.crawler.price import step_of, why_no_action
from battlemap.systems.crawler.sheet import SLOTS, details_of, is_crawler, sheet_of
from battlemap.systems.crawler.status import allowance, mana_left, status_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.deed import Deed
    from battlemap.systems.crawler.status import Incoming


def track(token: Token, *, is_out: bool) -> Track:
    """Return the health bar: ten slots, or the countdown of the dying."""
    sheet, status = sheet_of(token), status_of(token)
    if token.has("dying"):
        return Track(status.marked, SLOTS, f"Dying, countdown {status.countdown}", is_out=is_out)
    left = sum(sheet.slots[status.marked :])
    label = f"{SLOTS - status.marked} of {SLOTS} slots, {left} of {sum(sheet.slots)} points"
    return Track(status.marked, SLOTS, label, is_out=is_out)


def pips(encounter: Encounter, token: Token) -> Sequence[Pip]:
    """Return the Actions (of a mob: attacks) that are left and spent, and a called Play."""
    status, full = status_of(token), allowance(token)
    left = status.actions if encounter.turn_order.is_running else full
    count = max(full, left)
    found = [
        Pip("standard", "left" if index >= count - left else "spent") for index in range(count)
    ]
    if status.play:
        found.append(Pip("die", "left"))
    return found


def actions(system: Crawler, encounter: Encounter, token: Token) -> Sequence[Action]:
    """Return the action bar's buttons for *token*, the unavailable ones with the reason."""
    crawler = is_crawler(token)
    return tuple(
        Action(
            key=deed.key,
            label=deed.label,
            cost=() if deed.is_free else ("standard",),
            unavailable=why_unavailable(system, encounter, token, deed),
            help=deed.help,
            needs_target=deed.needs_target,
        )
        for deed in DEEDS
        if deed.by_mobs is None or deed.by_mobs is not crawler
    )


def why_unavailable(system: Crawler, encounter: Encounter, token: Token, deed: Deed) -> str:
    """Return why a button can't be used now; empty: it can."""
    if deed.by_mobs is not None:
        return why_not(system, encounter, token, deed)
    if not system.is_able(token):
        return "cannot act"
    if deed.key == "move":
        if mover(system, encounter, token).budget > 0:
            return ""
        return why_not_its_phase(encounter, token) or "cannot walk any farther"
    return why_not_its_phase(encounter, token) or why_no_action(encounter, token)


def effects(encounter: Encounter, token: Token) -> Sequence[Effect]:
    """Return what lasts on *token*, what is announced on it, and what it has in store."""
    return tuple(_effects(encounter, token))


def _effects(encounter: Encounter, token: Token) -> Iterator[Effect]:
    sheet, status = sheet_of(token), status_of(token)
    if token.has("dying"):
        detail = "−1 at Clean Up and whenever hurt; a slot healed ends it"
        yield Effect(f"Dying, countdown {status.countdown}", None, detail, "dying")
    for effect in status.lasting:
        yield Effect(effect.label, effect.rounds or None, effect_words(effect))
    for incoming in status.incoming:
        detail = _attack_words(encounter, incoming)
        yield Effect(_incoming_words(incoming), None, detail, "incoming")
    if status.play:
        yield Effect(f"Play +{status.play}", 1, f"For the next {status.play_for}", "called play")
    for key in status.advantage_against:
        other = encounter.tokens.get(key)
        name = other.name or other.id if other else key
        yield Effect(f"Advantage against {name}", None, "On the next attack, evaded well")
    if sheet.regeneration:
        detail = f"{counted(sheet.regeneration, 'slot')} at Clean Up"
        yield Effect("Regeneration", None, detail, "regeneration")
    if _has_use_for_mana(token):
        yield Effect(f"Mana {mana_left(token)} of {sheet.mana}")
    for name in status.dropped:
        yield Effect(f"{name} on the floor", None, "Retrieve picks it up")
    for name in status.broken:
        yield Effect(f"{name} broken")
    for kind in dict.fromkeys(status.injuries_due):
        count = status.injuries_due.count(kind)
        yield Effect(f"{counted(count, f'{kind} injury', f'{kind} injuries')} to come", None)
    for kind in dict.fromkeys(status.injuries):
        count = status.injuries.count(kind)
        words = counted(count, f"{kind} injury", f"{kind} injuries")
        yield Effect(words, None, "", "wounded")
    for clue in status.revealed:
        yield Effect(clue[:1].upper() + clue[1:], None, "Found by Look for Clues")


def _has_use_for_mana(token: Token) -> bool:
    details = (details_of(weapon) for weapon in token.weapons)
    return any(one.mana for one in details) or any(one.mana for one in sheet_of(token).prepared)


def _incoming_words(incoming: Incoming) -> str:
    if incoming.caught:
        return "Caught attack"
    if incoming.natural:
        return f"Evade {incoming.total}"
    return "Announced, in the splash" if incoming.splashed else "Announced attack"


def _attack_words(encounter: Encounter, incoming: Incoming) -> str:
    attack = attack_numbered(encounter, incoming.attack)
    return words_of(encounter, attack) if attack else ""


def subtitle(encounter: Encounter, token: Token) -> str:
    """Return the line under a token's name: what it announced, faces or has left."""
    status, phase = status_of(token), phase_of(encounter)
    if token.has("dying"):
        return f"Dying, countdown {status.countdown}"
    for condition in ("dead", "unconscious", "stunned", "surprised"):
        if token.has(condition):
            return condition.capitalize()
    if not phase:
        return ""
    if not is_crawler(token):
        own = [one for one in encounter.declared if owner_of(one) == token.id]
        if own:
            return "; ".join(words_of(encounter, one) for one in own)
        return "Announces nothing yet" if phase == DECLARE else ""
    if phase == INTERRUPT and status.incoming:
        evaded = sum(one.natural > 0 for one in status.incoming)
        said = f"{counted(len(status.incoming), 'attack')} announced"
        return f"{said}, {evaded} with an Evade" if evaded else said
    parts = [counted(status.actions, "Action")]
    if status.play:
        parts.append(f"Play +{status.play} for {status.play_for}")
    if status.left_over > 0:
        feet = status.left_over * encounter.map.grid.feet_per_cell // 100
        parts.append(f"{feet} ft to walk")
    elif status.stepped and status.stepped >= step_of(encounter, token):
        parts.append("step taken")
    return ", ".join(parts)

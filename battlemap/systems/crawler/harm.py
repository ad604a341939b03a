"""What being hurt and healed does: slots, Dying and its countdown, effects that go on.

Each procedure returns the encounter after it and lines for the log (Taking damage, At 0% Health).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from battlemap.model.event import ConditionsChanged, StatusChanged
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen
from battlemap.systems.crawler.defenses import marks
from battlemap.systems.crawler.readings import Countdown, FallenMob
from battlemap.systems.crawler.sheet import SLOTS, is_crawler, sheet_of
from battlemap.systems.crawler.status import status_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.crawler.options import Options
    from battlemap.systems.crawler.sheet import Lasting

Harm: TypeAlias = "Part[tuple[Encounter, tuple[str, ...]]]"
"""Ends with the encounter afterwards and lines for the log."""


def countdown_of(token: Token, options: Options) -> int:
    """Return where the countdown of the dying starts; the text says both Con and Con mod."""
    sheet = sheet_of(token)
    start = sheet.constitution_mod
    if options.countdown is Countdown.CON:
        start = sheet.constitution
    return max(options.least_countdown, start)


def counts_down(token: Token, options: Options) -> bool:
    """Tell whether a token is Dying at 0% Health; False: it dies at once."""
    return is_crawler(token) or options.fallen_mobs is FallenMob.DYING


def lose(options: Options, encounter: Encounter, token_id: str, left: int) -> Harm:
    """Take what the defenses left of damage from the health bar, or from the countdown."""
    token = encounter.tokens[token_id]
    status, name = status_of(token), name_of(token)
    if left <= 0 or token.has("dead"):
        return encounter, ()
    if token.has("dying"):
        return (yield from count_down(encounter, token_id, "hurt while Dying"))
    count = marks(sheet_of(token).slots, status.marked, left)
    if not count:
        return encounter, (f"{left} damage is less than {name}'s next slot",)
    marked = status.marked + count
    status = replace(status, marked=marked)
    encounter = yield from happen(StatusChanged(token_id, status))
    slots = counted(count, "slot")
    lines = [f"{slots} marked, {SLOTS - marked} of {SLOTS} left"]
    if marked < SLOTS:
        return encounter, tuple(lines)
    if not counts_down(token, options):
        encounter = yield from die(encounter, token_id)
        return encounter, (*lines, f"{name} dies")
    start = countdown_of(token, options)
    if start <= 0:
        encounter = yield from die(encounter, token_id)
        return encounter, (*lines, f"{name} dies: the countdown starts at {start}")
    encounter = yield from happen(StatusChanged(token_id, replace(status, countdown=start)))
    encounter = yield from happen(ConditionsChanged(token_id, token.conditions | {"dying"}))
    lines.append(f"{name} is Dying, countdown {start}")
    return encounter, tuple(lines)


def count_down(encounter: Encounter, token_id: str, why: str) -> Harm:
    """Take 1 off the countdown of the dying; at 0 they die."""
    token = encounter.tokens[token_id]
    status, name = status_of(token), name_of(token)
    left = max(0, status.countdown - 1)
    encounter = yield from happen(StatusChanged(token_id, replace(status, countdown=left)))
    if left:
        return encounter, (f"{name}, {why}: countdown {left}",)
    encounter = yield from die(encounter, token_id)
    return encounter, (f"{name}, {why}: countdown 0, {name} dies",)


def die(encounter: Encounter, token_id: str) -> Procedure:
    """Let a token die: nothing goes on in it and nothing is announced on it any longer."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    gone = {effect.label.lower() for effect in status.lasting}
    over = replace(
        status,
        marked=SLOTS,
        actions=0,
        countdown=0,
        left_over=0,
        stepped=0,
        play=0,
        play_for="",
        lasting=(),
        incoming=(),
    )
    if over != status:
        encounter = yield from happen(StatusChanged(token_id, over))
    conditions = (token.conditions - gone - {"dying"}) | {"dead"}
    return (yield from happen(ConditionsChanged(token_id, conditions)))


def heal(encounter: Encounter, token_id: str, slots: int) -> Harm:
    """Give slots of the health bar back; the Dying are no longer.

    Whoever is healed in step 4 of the round of the fall has the Actions that were left.
    """
    token = encounter.tokens[token_id]
    status, name = status_of(token), name_of(token)
    count = min(slots, status.marked)
    if token.has("dead") or count <= 0:
        return encounter, ()
    healed = replace(status, marked=status.marked - count, countdown=0)
    encounter = yield from happen(StatusChanged(token_id, healed))
    lines = [f"{counted(count, 'slot')} restored, {SLOTS - healed.marked} of {SLOTS} left"]
    if token.has("dying"):
        encounter = yield from happen(ConditionsChanged(token_id, token.conditions - {"dying"}))
        lines.append(f"{name} is no longer Dying, {counted(healed.actions, 'Action')} unspent")
    return encounter, tuple(lines)


def afflict(
    options: Options, encounter: Encounter, token_id: str, effects: Sequence[Lasting]
) -> Harm:
    """Put effects on a token that go on; each gives the condition of its name.

    An effect that is there already begins anew, or adds up (an option).
    """
    token = encounter.tokens[token_id]
    if not effects or token.has("dead"):
        return encounter, ()
    status = status_of(token)
    fresh = {effect.label for effect in effects}
    kept = tuple(
        effect for effect in status.lasting if options.effects_add or effect.label not in fresh
    )
    changed = replace(status, lasting=(*kept, *effects))
    if changed != status:
        encounter = yield from happen(StatusChanged(token_id, changed))
    conditions = token.conditions | {label.lower() for label in fresh}
    if conditions != token.conditions:
        encounter = yield from happen(ConditionsChanged(token_id, conditions))
    said = ", ".join(effect_words(effect) for effect in effects)
    return encounter, (f"{name_of(token)}: {said}",)


def effect_words(effect: Lasting) -> str:
    """Return an effect in words: "burning, 1d4 fire damage, 3 rounds"."""
    parts = [effect.label]
    if effect.is_hurting:
        dice = f"{effect.dice}d{effect.sides}" if effect.dice else ""
        amount = str(effect.amount) if effect.amount else ""
        harm = " + ".join(part for part in (dice, amount) if part)
        parts.append(" ".join(part for part in (harm, effect.damage_type, "damage") if part))
    if effect.heals:
        parts.append(f"{counted(effect.heals, 'slot')} back")
    parts.append(counted(effect.rounds, "round") if effect.rounds else "until it is ended")
    return ", ".join(parts)

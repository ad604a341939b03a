"""Step 5: effects that go on, Regeneration, countdowns, and Actions for the next round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING

from battlemap.model.event import ConditionsChanged, DeclaredChanged, Noted, StatusChanged
from battlemap.model.terrain import Terrain
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import happen, roll
from battlemap.systems.crawler.defenses import defense_words, marks, suffered
from battlemap.systems.crawler.harm import count_down, countdown_of, counts_down, heal, lose
from battlemap.systems.crawler.readings import HealedLater
from battlemap.systems.crawler.sheet import SLOTS, is_crawler, sheet_of
from battlemap.systems.crawler.status import allowance, status_of
from battlemap.tactics.board import Board
from battlemap.tactics.hazards import stands_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.options import Options
    from battlemap.systems.crawler.sheet import Lasting
    from battlemap.systems.crawler.status import Status

_TRIED = 5
"""Up to so many things of one token, every order is tried."""


@dataclass(frozen=True)
class Due:
    """One thing that a Clean Up brings to a token."""

    what: str
    """"hurt", "heal" or "count"."""
    label: str
    amount: int = 0
    words: str = ""


@dataclass(frozen=True)
class Health:
    """What an order of things is judged by."""

    marked: int
    countdown: int
    dead: bool

    @property
    def rank(self) -> tuple[bool, bool, int, int]:
        """How well the token is, the better the larger."""
        dying = self.countdown > 0
        return not self.dead, not dying, self.countdown, -self.marked


def after(token: Token, options: Options, order: Iterable[Due]) -> Health:
    """Return how a token is after some things in this order."""
    status, slots = status_of(token), sheet_of(token).slots
    now = Health(status.marked, status.countdown, token.has("dead"))
    for due in order:
        if now.dead:
            break
        dying = now.countdown > 0
        if due.what == "heal":
            now = Health(max(0, now.marked - due.amount), 0 if due.amount else now.countdown, False)
        elif dying and (due.what == "count" or due.amount > 0):
            left = now.countdown - 1
            now = Health(now.marked, left, left <= 0)
        elif due.what == "hurt" and not dying:
            marked = now.marked + marks(slots, now.marked, due.amount)
            start = countdown_of(token, options) if marked >= SLOTS else 0
            falls = marked >= SLOTS and (start <= 0 or not counts_down(token, options))
            now = Health(marked, 0 if falls else start, falls)
    return now


def best_order(token: Token, options: Options, dues: Sequence[Due]) -> tuple[Due, ...]:
    """Return the order that is best for the crawlers: for a crawler the best, for a mob the worst.

    Of more than a handful of things only the sensible orders are tried.
    """
    tried: Iterator[tuple[Due, ...]]
    if len(dues) <= _TRIED:
        tried = permutations(dues)
    else:
        kinds = permutations(("heal", "count", "hurt"))
        tried = (
            tuple(sorted(dues, key=lambda due, kind=kind: kind.index(due.what)))  # type: ignore[misc]
            for kind in kinds
        )
    pick = max if is_crawler(token) else min
    return pick(tried, key=lambda order: after(token, options, order).rank)


def clean_up(system: Crawler, encounter: Encounter, members: Sequence[str]) -> Procedure:
    """Let everything happen that a Clean Up brings, mobs first, and give Actions back."""
    if encounter.declared:
        encounter = yield from happen(DeclaredChanged(()))
    present = [encounter.tokens[key] for key in members if key in encounter.tokens]
    for token in sorted(present, key=is_crawler):
        encounter = yield from _settle(system, encounter, token.id)
        encounter = yield from _remind(system, encounter, token.id)
    for token in present:
        encounter = yield from _fade(encounter, token.id)
        encounter = yield from _refresh(system, encounter, token.id)
    for token in tuple(encounter.tokens.values()):
        # Attacks may have been announced on somebody who takes no part.
        if status_of(token).incoming:
            calm = replace(status_of(token), incoming=())
            encounter = yield from happen(StatusChanged(token.id, calm))
    return encounter


def _settle(system: Crawler, encounter: Encounter, token_id: str) -> Procedure:
    token = encounter.tokens[token_id]
    if token.has("dead"):
        return encounter
    dues = yield from _dues(system, token)
    if not dues:
        return encounter
    lines: list[str] = []
    for due in best_order(token, system.options, dues):
        now = encounter.tokens[token_id]
        if now.has("dead"):
            break
        said: tuple[str, ...] = ()
        if due.what == "heal":
            encounter, said = yield from heal(encounter, token_id, due.amount)
        elif due.what == "count" and now.has("dying"):
            encounter, said = yield from count_down(encounter, token_id, "Clean Up")
        elif due.what == "hurt":
            encounter, said = yield from lose(system.options, encounter, token_id, due.amount)
        if said or due.words:
            lines.extend(line for line in (due.words, *said) if line)
    if not lines:
        return encounter
    headline = f"{name_of(token)}, Clean Up"
    return (yield from happen(Noted(headline, tuple(lines), "damage", token_id)))


def _remind(system: Crawler, encounter: Encounter, token_id: str) -> Procedure:
    """Say who stands on hazardous ground at the end of the round."""
    token = encounter.tokens[token_id]
    if token.has("dead") or token.has("flying"):
        return encounter
    if not stands_in(Board.of(encounter, system), token_id, Terrain.HAZARDOUS):
        return encounter
    line = "Stands on hazardous ground: apply its effect"
    return (yield from happen(Noted(f"{name_of(token)}, Clean Up", (line,), "turn", token_id)))


def _dues(system: Crawler, token: Token) -> Part[tuple[Due, ...]]:
    """Return what is due for a token; its dice are rolled before the order is chosen."""
    sheet, status = sheet_of(token), status_of(token)
    dues: list[Due] = []
    for effect in status.lasting:
        if effect.heals:
            dues.append(Due("heal", effect.label, effect.heals, f"{effect.label}"))
        if effect.is_hurting:
            why = f"{effect.label} hurts {name_of(token)}, {effect.dice}d{effect.sides}"
            faces = yield from roll(effect.dice, effect.sides, why, token.id)
            damage = sum(faces) + effect.amount
            kinds = (effect.damage_type,) if effect.damage_type else ()
            left = suffered(damage, kinds, sheet, system.options)
            said = defense_words(damage, kinds, sheet, system.options)
            shown = f" ({' '.join(str(face) for face in faces)})" if faces else ""
            words = f"{effect.label}: {damage} damage{shown}"
            dues.append(Due("hurt", effect.label, left, f"{words}, {said}" if said else words))
    if sheet.regeneration and status.marked:
        words = f"Regeneration {sheet.regeneration}"
        dues.append(Due("heal", "Regeneration", sheet.regeneration, words))
    may_fall = counts_down(token, system.options) and any(due.what == "hurt" for due in dues)
    if token.has("dying") or may_fall:
        dues.append(Due("count", "Dying"))
    return tuple(dues)


def _fade(encounter: Encounter, token_id: str) -> Procedure:
    """Let effects run out."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    kept: list[Lasting] = []
    over: list[str] = []
    for effect in status.lasting:
        if effect.rounds == 1:
            over.append(effect.label)
        else:
            kept.append(replace(effect, rounds=max(0, effect.rounds - 1)))
    if tuple(kept) == status.lasting:
        return encounter
    encounter = yield from happen(StatusChanged(token_id, replace(status, lasting=tuple(kept))))
    still = {effect.label.lower() for effect in kept}
    conditions = token.conditions - ({label.lower() for label in over} - still)
    if conditions != token.conditions:
        encounter = yield from happen(ConditionsChanged(token_id, conditions))
    if over:
        headline = f"{name_of(token)}: {', '.join(over)} {'ends' if len(over) == 1 else 'end'}"
        encounter = yield from happen(Noted(headline, (), "turn", token_id))
    return encounter


def _refresh(system: Crawler, encounter: Encounter, token_id: str) -> Procedure:
    """Forget what belongs to one round."""
    token = encounter.tokens[token_id]
    if token.has("surprised"):
        encounter = yield from happen(ConditionsChanged(token_id, token.conditions - {"surprised"}))
    status = status_of(token)
    fresh = rested(token, system.options)
    if fresh != status:
        encounter = yield from happen(StatusChanged(token_id, fresh))
    return encounter


def rested(token: Token, options: Options) -> Status:
    """Return the status of a token at the beginning of a round.

    The dead have no Actions; the Dying have them only where healing gives them back at once.
    """
    waits = options.healed_later is HealedLater.CLEAN_UP
    down = token.has("dead") or (waits and token.has("dying"))
    return replace(
        status_of(token),
        actions=0 if down else allowance(token),
        left_over=0,
        stepped=0,
        walked=0,
        parity=0,
        incoming=(),
        play=0,
        play_for="",
    )


def injuries_arrive(encounter: Encounter, token_id: str) -> Procedure:
    """Let the injuries of a fight arrive after it (Degrees of success and failure)."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    if not status.injuries_due:
        return encounter
    due = status.injuries_due
    injured = replace(status, injuries_due=(), injuries=(*status.injuries, *due))
    encounter = yield from happen(StatusChanged(token_id, injured))
    said = [
        counted(due.count(kind), f"{kind} injury", f"{kind} injuries")
        for kind in ("major", "minor")
        if kind in due
    ]
    headline = f"{name_of(token)} gains {' and '.join(said)}"
    return (yield from happen(Noted(headline, (), "damage", token_id)))

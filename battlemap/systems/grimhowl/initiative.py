"""The order of turns: awareness first, readiness next (Initiative)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.token import FOE, NEUTRAL, PARTY, are_hostile
from battlemap.model.turn_order import Slot
from battlemap.model.words import counted
from battlemap.rules.by_hand import keep_arranged, name_of
from battlemap.rules.procedure import Ask, AskOption, ask
from battlemap.systems.grimhowl.kinds import Skill
from battlemap.systems.grimhowl.pools import roll_stars, skill_pool, stars_words
from battlemap.systems.grimhowl.readings import OrderRule, TieRule
from battlemap.systems.grimhowl.sheet import sheet_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part
    from battlemap.systems.grimhowl import Grimhowl


def roll_initiative(
    system: Grimhowl, encounter: Encounter, token: Token, round_number: int
) -> Part[tuple[Slot, str]]:
    """Roll Awareness; returns the turn that its stars give, and a line for the log."""
    pool = skill_pool(system, encounter, token, Skill.AWARENESS)
    result = yield from roll_stars(pool, "awareness", token)
    note = f"{counted(result.successes, 'star')}, readiness {sheet_of(token).readiness.numeral}"
    slot = Slot(token.id, result.successes, round_number, note)
    return slot, f"{name_of(token)}: {stars_words(pool, result)}"


def camp_of(token: Token) -> str:
    """Return with whom a token takes its turns: party and allies stand together."""
    if token.side in (FOE, NEUTRAL):
        return token.side
    return PARTY if not are_hostile(token.side, PARTY) else token.side


def in_order(system: Grimhowl, encounter: Encounter, slots: Iterable[Slot]) -> list[Slot]:
    """Return the turns of each round in order: stars, then readiness, then the GM's order."""
    places = {key: index for index, key in enumerate(encounter.tokens)}

    def rank(slot: Slot) -> tuple[int, int, int, int]:
        token = encounter.tokens[slot.token]
        ready = 0
        if system.options.ties is TieRule.READINESS:
            ready = int(sheet_of(token).readiness)
        return slot.round, -slot.score, -ready, places[slot.token]

    before = list(slots)
    ordered = keep_arranged(sorted(before, key=rank), before)
    if system.options.order is OrderRule.STARS:
        return ordered
    # A side's place is that of its best member; within it the order by stars is a proposal.
    first: dict[str, int] = {}
    for index, slot in enumerate(ordered):
        first.setdefault(camp_of(encounter.tokens[slot.token]), index)
    return sorted(
        ordered, key=lambda slot: (slot.round, first[camp_of(encounter.tokens[slot.token])])
    )


def ask_who(
    system: Grimhowl, encounter: Encounter, slots: Sequence[Slot]
) -> Part[tuple[Slot, ...]]:
    """Let a side say which of its members goes next, where sides go in any order.

    Returns the turns with the chosen one first. Only those at the head of the same round that
    stand together and can act have a say.
    """
    if system.options.order is not OrderRule.SIDES or not slots:
        return tuple(slots)
    camp = camp_of(encounter.tokens[slots[0].token])
    run: list[Slot] = []
    for slot in slots:
        token = encounter.tokens[slot.token]
        if slot.round != slots[0].round or camp_of(token) != camp:
            break
        run.append(slot)
    able = [slot for slot in run if system.is_able(encounter.tokens[slot.token])]
    if len(able) < 2:
        return tuple(slots)
    answer = yield from ask(
        Ask(
            token=able[0].token,
            headline="Who goes next?",
            options=tuple(
                AskOption(slot.token, name_of(encounter.tokens[slot.token]), slot.note)
                for slot in able
            ),
            kind="next turn",
            focus=tuple(slot.token for slot in able),
        )
    )
    chosen = next(slot for slot in able if slot.token == answer)
    return (chosen, *(slot for slot in slots if slot is not chosen))

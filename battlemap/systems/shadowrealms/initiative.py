"""Revolving initiative: scores, the turns that a total gives, and their order (section 3).

The turn order holds every turn that is known: all turns of this round (a total of 24 gives one at
24 and one at 4) and, for whoever is done, the first of the next. The first slot is the turn that is
being taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.turn_order import Slot
from battlemap.rules.by_hand import keep_arranged, name_of
from battlemap.rules.procedure import roll
from battlemap.systems.shadowrealms.readings import InitiativeFormula, RoundEnd
from battlemap.systems.shadowrealms.sheet import Sheet, sheet_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part
    from battlemap.systems.shadowrealms import ShadowRealms


PASS = 20
"""What a turn takes off the initiative total (section 3)."""


def initiative_score(sheet: Sheet, formula: InitiativeFormula) -> int:
    """Return the initiative score (section 3; with 2 x Quickness in section 25)."""
    quickness = sheet.quickness * (2 if formula is InitiativeFormula.DOUBLE_QUICKNESS else 1)
    return quickness + sheet.awareness + sheet.intuition


def stays(total: int, rule: RoundEnd) -> bool:
    """Tell whether a total gives another turn in the round."""
    return total >= 0 if rule is RoundEnd.BELOW_ZERO else total >= 1


def passes(total: int, rule: RoundEnd) -> list[int]:
    """Return the totals at which somebody acts in a round.

    Examples
    --------
    >>> passes(24, RoundEnd.AT_ZERO), passes(20, RoundEnd.AT_ZERO)
    ([24, 4], [20])
    """
    found = [total]
    while stays(found[-1] - PASS, rule):
        found.append(found[-1] - PASS)
    return found


def roll_initiative(
    system: ShadowRealms, token: Token, round_number: int, *, carried: int
) -> Part[tuple[list[Slot], str]]:
    """Roll d20 + score + what is carried over; returns the turns in that round and a line."""
    score = initiative_score(sheet_of(token), system.options.initiative)
    faces = yield from roll(1, 20, f"{name_of(token)}'s initiative, d20 + {score}", token.id)
    total = faces[0] + score + carried
    note = f"{faces[0]} + {score}" + (f" + {carried} carried" if carried else "")
    slots = [
        Slot(
            token.id, value, round_number, note if turn == 1 else f"{total} − {total - value}", turn
        )
        for turn, value in enumerate(passes(total, system.options.round_end), start=1)
    ]
    return slots, f"{name_of(token)}: {note} = {total}"


def in_order(
    system: ShadowRealms,
    encounter: Encounter,
    slots: Iterable[Slot],
    *,
    first: Slot | None = None,
) -> list[Slot]:
    """Return the turns in order; ties go by score, then by the GM's order of tokens."""
    places = {key: index for index, key in enumerate(encounter.tokens)}

    def rank(slot: Slot) -> tuple[int, int, int, int]:
        token = encounter.tokens.get(slot.token)
        score = initiative_score(sheet_of(token), system.options.initiative) if token else 0
        return slot.round, -slot.score, -score, places.get(slot.token, len(places))

    rest = list(slots)
    if first is not None:
        rest.remove(first)
    ordered = keep_arranged(sorted(rest, key=rank), rest)
    return ordered if first is None else [first, *ordered]

"""What the lines of the initiative panel say: turns in sections, groups, what each has left."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtGui import QFontMetricsF

from battlemap.rules.lasting import all_effects
from battlemap.ui.panels.lettering import font, scale
from battlemap.ui.panels.wording import name_of
from battlemap.ui.state_lines import effect_words

if TYPE_CHECKING:
    from battlemap.model.turn_order import Slot
    from battlemap.rules.plan import Pip
    from battlemap.ui.bridge import Bridge

WORDS_LEFT, WORDS_RIGHT, HEALTH = 88, 18, 62
"""Where a row's words begin and end, and what the health bar takes of them, in pixels."""
_COUNTED = re.compile(r"\b(\d+) of (\d+)\b")


@dataclass(frozen=True)
class InitiativeRow:
    """One line of the panel; without a token it is a heading.

    A heading that is active is the step at which the round stands.
    """

    heading: str = ""
    token: str = ""
    score: str = ""
    state: str = ""
    pips: tuple[Pip, ...] = ()
    health: float | None = None
    is_active: bool = False
    is_now: bool = True
    """It acts in this pass, and shows what it has left."""
    is_out: bool = False
    slot: int | None = None
    """Its place among the turns to come; None: it is none of them."""
    members: tuple[str, ...] = ()
    """Where several tokens of one kind share a line: all of them."""
    is_unfolded: bool = False
    has_acted: bool = False
    """Its turns of this round are over."""


def group_name(name: str) -> str:
    """Return what tokens of one kind have in common: the name without its number.

    Examples
    --------
    >>> group_name("Goblin 12"), group_name("Goblin"), group_name("7")
    ('Goblin', 'Goblin', '7')
    """
    stem, _, last = name.rpartition(" ")
    return stem if stem and last.isdigit() else name


def initiative_rows(
    bridge: Bridge, *, grouped: bool = False, unfolded: frozenset[str] = frozenset()
) -> list[InitiativeRow]:
    """Return the lines of the panel: the turns to come in sections, else all tokens.

    Parameters
    ----------
    bridge
        The document.
    grouped
        Let tokens of one kind that follow each other share a line.
    unfolded
        First members of the groups whose members are listed all the same.
    """
    rows = _all_rows(bridge)
    return _grouped(bridge, rows, unfolded) if grouped else rows


def _all_rows(bridge: Bridge) -> list[InitiativeRow]:
    encounter, system = bridge.encounter, bridge.system
    order = encounter.turn_order
    rows: list[InitiativeRow] = []
    if not order.is_running:
        if encounter.tokens:
            rows.append(InitiativeRow(heading="On the map"))
        rows += [_token_row(bridge, key, "", now=True) for key in encounter.tokens]
        return rows
    announced = system.announced(encounter)
    if announced:
        rows.append(InitiativeRow(heading="Announced"))
    for intent, line in announced:
        who = getattr(intent, "attacker", None) or getattr(intent, "token", "")
        if who in encounter.tokens:
            rows.append(InitiativeRow(token=who, state=line, is_now=False))
    is_first = not announced and not order.phase
    present = system.present_section(order)
    active_shown = False
    seen: set[str] = set()
    to_act = {slot.token for slot in order.slots if slot.round <= order.round}
    for heading, indexes in system.upcoming(order):
        if heading and not is_first:
            rows.append(InitiativeRow(heading=heading, is_active=heading == present))
        for index in indexes:
            slot = order.slots[index]
            if slot.token not in encounter.tokens:
                continue
            active = not active_shown and slot.token == order.active
            active_shown = active_shown or active
            rows.append(
                _token_row(
                    bridge,
                    slot.token,
                    str(slot.score),
                    now=slot.round <= order.round and slot.token not in seen,
                    active=active,
                    slot=index,
                    of=slot,
                    acted=not order.phase and slot.token not in to_act,
                )
            )
            seen.add(slot.token)
        is_first = False
    return rows


def _token_row(
    bridge: Bridge,
    token_id: str,
    score: str,
    *,
    now: bool,
    active: bool = False,
    slot: int | None = None,
    of: Slot | None = None,
    acted: bool = False,
) -> InitiativeRow:
    encounter, system = bridge.encounter, bridge.system
    token = encounter.tokens[token_id]
    is_out = system.is_out(token)
    if now:
        pips = tuple(system.pips(encounter, token)) if encounter.turn_order.is_running else ()
        state = system.subtitle(encounter, token)
        if not state:
            state = system.track(token).label
        lasting = (effect_words(one) for one in all_effects(system, encounter, token))
        said = state.casefold()
        state = ", ".join((state, *(words for words in lasting if words.casefold() not in said)))
        if of is not None and of.begun:
            state = f"Turn put off, {state[:1].lower()}{state[1:]}"
        return InitiativeRow(
            token=token_id,
            score=score,
            state=state,
            pips=() if is_out else pips,
            health=system.track(token).left,
            is_active=active,
            is_out=is_out,
            slot=slot,
        )
    return InitiativeRow(
        token=token_id,
        score=score,
        state=(of.note if of is not None else "") or system.subtitle(encounter, token),
        is_now=False,
        is_out=is_out,
        slot=slot,
        # Whoever is surprised has no turn in this round.
        has_acted=acted and not is_out and not token.has("surprised"),
    )


def _grouped(
    bridge: Bridge, rows: list[InitiativeRow], unfolded: frozenset[str]
) -> list[InitiativeRow]:
    """Return the rows with one line for tokens of one kind and side that follow each other."""
    found: list[InitiativeRow] = []
    place = 0
    while place < len(rows):
        end = place + 1
        kept = {rows[place].token}
        while end < len(rows) and _are_alike(bridge, rows[place], rows[end]):
            if rows[end].token in kept:  # its next turn isn't another token
                break
            kept.add(rows[end].token)
            end += 1
        alike = rows[place:end]
        if len(alike) == 1:
            found.append(alike[0])
        else:
            found.extend(_group(bridge, alike, is_open=alike[0].token in unfolded))
        place = end
    return found


def _are_alike(bridge: Bridge, one: InitiativeRow, other: InitiativeRow) -> bool:
    if not one.token or not other.token or one.is_active or other.is_active:
        return False
    a, b = bridge.encounter.tokens[one.token], bridge.encounter.tokens[other.token]
    return (
        (a.side, a.hidden, one.is_now, one.is_out, one.has_acted)
        == (b.side, b.hidden, other.is_now, other.is_out, other.has_acted)
        and group_name(a.name) == group_name(b.name)
        and (one.slot is None) == (other.slot is None)
    )


def _group(bridge: Bridge, alike: list[InitiativeRow], *, is_open: bool) -> list[InitiativeRow]:
    head = replace(
        alike[0], pips=(), members=tuple(row.token for row in alike), is_unfolded=is_open
    )
    if is_open:
        return [head, *alike]
    health = [row.health for row in alike if row.health is not None]
    scores = sorted({row.score for row in alike if row.score}, key=int, reverse=True)
    # Where a round has phases the numbers are places in a list and say nothing.
    are_rolled = len(scores) > 1 and not bridge.encounter.turn_order.phase
    return [
        replace(
            head,
            score=scores[0] if scores else "",
            state=f"Initiative {', '.join(scores)}" if are_rolled else alike[0].state,
            health=sum(health) / len(health) if health else None,
        )
    ]


def state_lines(row: InitiativeRow, width: float) -> list[str]:
    """Return a row's state in as many lines as it needs in a list of this width, in pixels.

    What needs more than one line counts shorter: "10/10 slots" for "10 of 10 slots".
    """
    room = width - WORDS_LEFT - WORDS_RIGHT - (HEALTH if row.health is not None else 0)
    lines = _lines(row.state, room, scale())
    if len(lines) > 1:
        lines = _lines(_COUNTED.sub(r"\1/\2", row.state), room, scale())
    return list(lines)


@lru_cache(maxsize=2048)
def _lines(state: str, room: float, letters: float) -> tuple[str, ...]:
    del letters  # of another size other words fit
    metrics = QFontMetricsF(font(11))
    lines: list[str] = []
    for word in state.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def short_heading(heading: str) -> str:
    """Return what a rail without words says of a heading: the number of a step or a round.

    Examples
    --------
    >>> short_heading("2 Crawlers interrupt"), short_heading("Round 3, already known")
    ('2', 'R3')
    >>> short_heading("Again this round")
    ''
    """
    if found := re.match(r"(Round )?(\d+)\b", heading):
        return f"R{found[2]}" if found[1] else found[2]
    return ""


def row_name(bridge: Bridge, row: InitiativeRow) -> str:
    """Return what a row is called: its token's name, or that of its kind with their number."""
    name = name_of(bridge.encounter, row.token)
    return f"{group_name(name)} x{len(row.members)}" if row.members else name

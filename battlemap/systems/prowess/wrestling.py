"""Grapple, Forced Movement, Shove, Disarm, and breaking free."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import ConditionsChanged, StatusChanged
from battlemap.rules.acting import note, pair
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, happen
from battlemap.systems.prowess.deed import not_beside
from battlemap.systems.prowess.dragging import ask_cell, pushed
from battlemap.systems.prowess.harm import let_go, release
from battlemap.systems.prowess.readings import Foiling, Helpless, Ties
from battlemap.systems.prowess.rolls import check
from battlemap.systems.prowess.sheet import Dropped, details_of, held_weapons, sheet_of, status_of
from battlemap.systems.prowess.strike import provoke
from battlemap.tactics.board import Board
from battlemap.tactics.displacement import pushed_to

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.prowess import Prowess

SHOVE_FEET = 10


def not_to_be_grappled(system: Prowess, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why *target* can't be grappled; empty: it can."""
    if status_of(token).grappling:
        return f"{name_of(token)} holds somebody already."
    return not_beside(system, encounter, token, target)


def not_held(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why nobody has to break free; empty: somebody holds the token."""
    del system, encounter
    return "" if token.has("grappled") else "isn't grappled"


def not_to_be_disarmed(system: Prowess, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why *target* can't be disarmed; empty: it can."""
    if wrong := not_beside(system, encounter, token, target):
        return wrong
    return "" if held_weapons(target) else f"{name_of(target)} has empty hands."


def grapple(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Seize a target by an Athletics check."""
    token, target = pair(encounter, act)
    encounter, won, lines = yield from _attempt(system, encounter, token, target, "grapple")
    if not won:
        headline = f"{name_of(token)} fails to grapple {name_of(target)}"
        return (yield from note(token, headline, lines))
    encounter = yield from let_go(encounter, target.id)
    holds = replace(status_of(encounter.tokens[token.id]), grappling=target.id)
    encounter = yield from happen(StatusChanged(token.id, holds))
    held = replace(status_of(encounter.tokens[target.id]), grappled_by=token.id)
    encounter = yield from happen(StatusChanged(target.id, held))
    conditions = encounter.tokens[target.id].conditions | {"grappled"}
    encounter = yield from happen(ConditionsChanged(target.id, conditions))
    return (yield from note(token, f"{name_of(token)} grapples {name_of(target)}", lines))


def break_free(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Break out of a grapple by Strength or Evasion against the holder's Athletics."""
    token = encounter.tokens[act.token]
    holder = encounter.tokens.get(status_of(token).grappled_by)
    lines: tuple[str, ...] = ("Nobody holds on",)
    if holder is not None:
        bonus, name = _resistance(token)
        encounter, mine, own = yield from check(system, encounter, token.id, bonus, name)
        encounter, theirs, other = yield from check(
            system, encounter, holder.id, sheet_of(holder).athletics, "Athletics"
        )
        lines = (own, other)
        wins_ties = system.options.break_free_ties is Ties.ESCAPES
        if mine < theirs or (mine == theirs and not wins_ties):
            headline = f"{name_of(token)} stays in {name_of(holder)}'s grip"
            return (yield from note(token, headline, lines))
        encounter = yield from release(encounter, holder.id, token.id)
    else:
        free = token.conditions - {"grappled"}
        encounter = yield from happen(ConditionsChanged(token.id, free))
    return (yield from note(token, f"{name_of(token)} breaks free", lines))


def stop_grappling(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Let go of whom the token holds."""
    del system
    token = encounter.tokens[act.token]
    held = status_of(token).grappling
    encounter = yield from release(encounter, token.id, held)
    whom = encounter.tokens.get(held)
    headline = f"{name_of(token)} lets go of {name_of(whom) if whom else held}"
    return (yield from note(token, headline, ()))


def shove(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Push a target up to 10 ft away by an Athletics check."""
    token, target = pair(encounter, act)
    encounter, won, lines = yield from _attempt(system, encounter, token, target, "shove")
    if not won:
        headline = f"{name_of(token)} fails to shove {name_of(target)}"
        return (yield from note(token, headline, lines))
    board = Board.of(encounter, system)
    steps = SHOVE_FEET // encounter.map.grid.feet_per_cell
    ways = pushed_to(board, token.id, target.id, max(1, steps), farther=True)
    if not ways:
        headline = f"{name_of(token)} shoves {name_of(target)}, who can't go anywhere"
        return (yield from note(token, headline, lines))
    ends = sorted(ways, key=lambda cell: -len(ways[cell]))
    wish = act.choices.get("to", "")
    end = yield from ask_cell(encounter, token, f"Where is {name_of(target)} shoved?", ends, wish)
    encounter = yield from let_go(encounter, target.id)
    encounter = yield from pushed(system, encounter, target.id, ways[end])
    where = cell_name(board.grid, end)
    headline = f"{name_of(token)} shoves {name_of(target)} to {where}"
    return (yield from note(token, headline, lines))


def disarm(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Knock a weapon out of a target's hands by an Athletics check, or catch it."""
    token, target = pair(encounter, act)
    if not held_weapons(target):
        # Not even the GM's word puts something there.
        raise IllegalIntentError(f"{name_of(target)} holds nothing.")
    encounter, won, lines = yield from _attempt(system, encounter, token, target, "disarm")
    if not won:
        headline = f"{name_of(token)} fails to disarm {name_of(target)}"
        return (yield from note(token, headline, lines))
    names = [weapon.name for weapon in held_weapons(encounter.tokens[target.id])]
    item = act.choices.get("item", "")
    if item not in names:
        item = names[0]
        if len(names) > 1:
            item = yield from ask(
                Ask(
                    token=token.id,
                    headline=f"What is knocked out of {name_of(target)}'s hands?",
                    options=tuple(AskOption(name, name) for name in names),
                    kind="disarm",
                    focus=(token.id, target.id),
                )
            )
    full = "" if has_free_hand(encounter.tokens[token.id]) else "no free hand"
    answer = yield from ask(
        Ask(
            token=token.id,
            headline=f"What becomes of {name_of(target)}'s {item}?",
            options=(
                AskOption("catch", f"{name_of(token)} catches it", unavailable=full),
                AskOption("ground", "It falls to the ground"),
            ),
            kind="disarm",
            focus=(token.id, target.id),
        )
    )
    catcher = token.id if answer == "catch" else ""
    now = encounter.tokens[target.id]
    lost = Dropped(item, now.at[0], now.at[1], catcher)
    status = status_of(now)
    encounter = yield from happen(
        StatusChanged(now.id, replace(status, dropped=(*status.dropped, lost)))
    )
    where = f"{name_of(token)} catches it" if catcher else "It lies on the ground"
    headline = f"{name_of(token)} disarms {name_of(target)} of {item}"
    return (yield from note(token, headline, (*lines, where)))


def has_free_hand(token: Token) -> bool:
    """Tell whether a hand is empty: only the first weapon and a shield are in hand."""
    held = held_weapons(token)
    hands = (2 if details_of(held[0]).two_handed else 1) if held else 0
    return hands + (sheet_of(token).shield_proficiency is not None) < 2


def _attempt(
    system: Prowess, encounter: Encounter, token: Token, target: Token, deed: str
) -> Part[tuple[Encounter, bool, tuple[str, ...]]]:
    """Let others strike, and roll Athletics against Strength or Evasion; an equal total wins."""
    encounter, hits = yield from provoke(system, encounter, token.id, deed, target.id)
    foiled = target.id in hits
    if system.options.foiling is Foiling.ANY_FOILS:
        foiled = bool(hits)
    actor, whom = encounter.tokens[token.id], encounter.tokens[target.id]
    if not system.is_able(actor):
        return encounter, False, (f"{name_of(actor)} can't go on",)
    if foiled:
        return encounter, False, ("The opportunity attack foils it",)
    encounter, mine, own = yield from check(
        system, encounter, actor.id, sheet_of(actor).athletics, "Athletics"
    )
    if not system.is_able(whom) and system.options.helpless is Helpless.HIT:
        return encounter, True, (own, f"{name_of(whom)} can't resist")
    bonus, name = _resistance(whom)
    encounter, theirs, other = yield from check(system, encounter, whom.id, bonus, name)
    return encounter, mine >= theirs, (own, other)


def _resistance(token: Token) -> tuple[int, str]:
    """Return the better of Strength and Evasion, which a target may choose from."""
    sheet = sheet_of(token)
    if sheet.strength >= sheet.evasion:
        return sheet.strength, "Strength"
    return sheet.evasion, "Evasion"

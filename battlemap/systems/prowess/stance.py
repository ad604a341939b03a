"""Posture, guard, recovery, items, and helping others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.event import ConditionsChanged, StatusChanged
from battlemap.model.intent import Move
from battlemap.model.token import are_hostile
from battlemap.rules.acting import note, pair
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, happen
from battlemap.systems.prowess.movement import MOVEMENT_FEET, hundredths
from battlemap.systems.prowess.readings import AssistLasts, ReadyPays
from battlemap.systems.prowess.rolls import check
from battlemap.systems.prowess.sheet import dice_left, sheet_of, status_of
from battlemap.systems.prowess.turns import prowess_roll, recovery_keeps
from battlemap.tactics.board import Board
from battlemap.tactics.displacement import pushed_to
from battlemap.tactics.manners import disengaging
from battlemap.tactics.threat import threats_to

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.prowess import Prowess
    from battlemap.systems.prowess.deed import Deed

DASH_FEET = 60


def held_fast(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why *token* has no speed; empty: it has."""
    del system, encounter
    if token.has("grappled"):
        return "grappled"
    return "grappling" if status_of(token).grappling else ""


def stands_already(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why nobody has to stand up."""
    del system, encounter
    return "" if token.has("prone") else "stands already"


def lies_already(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why nobody can drop."""
    del system, encounter
    return "lies already" if token.has("prone") else ""


def cannot_block(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why there is no Block."""
    del system
    if sheet_of(token).shield_proficiency is None:
        return "needs a shield"
    if status_of(token).blocking:
        return "blocks already"
    attacked = encounter.turn_order.is_running and status_of(token).attacked
    return "attacked this turn" if attacked else ""


def not_blocking(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why there is no Block to end."""
    del system, encounter
    return "" if status_of(token).blocking else "doesn't block"


def nothing_to_recover(system: Prowess, encounter: Encounter, token: Token) -> str:
    """Return why a Prowess Roll is no use."""
    del encounter
    if recovery_keeps(system) and dice_left(token) >= sheet_of(token).prowess_dice:
        return "all prowess dice available"
    return ""


def not_to_be_assisted(system: Prowess, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why *target* can't be assisted."""
    del system, encounter
    if token.id == target.id:
        return "Nobody assists oneself."
    if are_hostile(token.side, target.side):
        return f"{name_of(target)} is an enemy."
    return ""


def not_engaged(system: Prowess, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why there is nobody to disengage from."""
    if not are_hostile(token.side, target.side):
        return f"{name_of(target)} is no enemy."
    if target.id not in threats_to(Board.of(encounter, system), token.id):
        return f"{name_of(token)} isn't in {name_of(target)}'s Aura of Reach."
    return (
        "" if get_away_cells(system, encounter, token, target) else "There is no way to get away."
    )


def get_away_cells(
    system: Prowess, encounter: Encounter, token: Token, target: Token
) -> tuple[Cell, ...]:
    """Return the cells to which *token* can disengage from *target*."""
    return tuple(pushed_to(Board.of(encounter, system), target.id, token.id, farther=True))


def disengage_move(system: Prowess, encounter: Encounter, act: Act) -> Part[Move]:
    """Return the step of a Disengage, to the cell that is named or that the GM answers."""
    token, target = pair(encounter, act)
    ends = {f"{c[0]},{c[1]}": c for c in get_away_cells(system, encounter, token, target)}
    wish = act.choices.get("to", "")
    if not ends:
        raise IllegalIntentError(f"{name_of(token)} can't get away from {name_of(target)}.")
    if wish and wish not in ends:
        raise IllegalIntentError(f"{name_of(token)} can't get away from {name_of(target)} there.")
    if not wish:
        board = Board.of(encounter, system)
        wish = yield from ask(
            Ask(
                token=token.id,
                headline=f"Where does {name_of(token)} get away from {name_of(target)}?",
                options=tuple(
                    AskOption(key, cell_name(board.grid, cell)) for key, cell in ends.items()
                ),
                kind="where",
                focus=(token.id, target.id),
            )
        )
    return Move(token.id, (token.at, ends[wish]), disengaging(target.id))


def dash(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Gain 60 ft to walk this turn, and 5 ft for each full 5 of an Athletics check."""
    token = encounter.tokens[act.token]
    encounter, total, line = yield from check(
        system, encounter, token.id, sheet_of(token).athletics, "Athletics"
    )
    feet = DASH_FEET + 5 * max(0, total // 5)
    status = status_of(encounter.tokens[token.id])
    more = status.left_over + hundredths(encounter, feet)
    encounter = yield from happen(StatusChanged(token.id, replace(status, left_over=more)))
    return (yield from note(token, f"{name_of(token)} dashes, {feet} ft to walk", (line,)))


def buy_movement(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Take the Movement action before walking: 10 ft more in this turn."""
    del system
    token = encounter.tokens[act.token]
    status = status_of(token)
    more = status.left_over + hundredths(encounter, MOVEMENT_FEET)
    encounter = yield from happen(StatusChanged(token.id, replace(status, left_over=more)))
    headline = f"{name_of(token)} takes {MOVEMENT_FEET} ft of movement"
    return (yield from note(token, headline, ()))


def stand_up(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Rise from prone, as a Movement action."""
    del system
    token = encounter.tokens[act.token]
    encounter = yield from happen(ConditionsChanged(token.id, token.conditions - {"prone"}))
    return (yield from note(token, f"{name_of(token)} stands up", ()))


def drop_prone(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Drop to the ground, for nothing."""
    del system
    token = encounter.tokens[act.token]
    encounter = yield from happen(ConditionsChanged(token.id, token.conditions | {"prone"}))
    return (yield from note(token, f"{name_of(token)} drops prone", ("Free",)))


def block(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Raise the shield until the next turn."""
    del system
    token = encounter.tokens[act.token]
    raised = replace(status_of(token), blocking=True)
    encounter = yield from happen(StatusChanged(token.id, raised))
    score = sheet_of(token).block_score
    line = f"Parries with the shield cost no AP and have +{score} until the next turn"
    return (yield from note(token, f"{name_of(token)} blocks", (line,)))


def end_block(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Lower the shield early, to attack again."""
    del system
    token = encounter.tokens[act.token]
    lowered = replace(status_of(token), blocking=False)
    encounter = yield from happen(StatusChanged(token.id, lowered))
    return (yield from note(token, f"{name_of(token)} blocks no longer", ()))


def recover(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Make a Prowess Roll again."""
    token = encounter.tokens[act.token]
    encounter, lines = yield from prowess_roll(
        system, encounter, token.id, kept=recovery_keeps(system)
    )
    return (yield from note(token, f"{name_of(token)} recovers", lines))


def assist(system: Prowess, encounter: Encounter, act: Act) -> Procedure:
    """Give an ally +4 on a check or attack before the assistant's next turn."""
    token, ally = pair(encounter, act)
    status = status_of(ally)
    by = tuple(dict.fromkeys((*status.assisted_by, token.id)))
    encounter = yield from happen(StatusChanged(ally.id, replace(status, assisted_by=by)))
    once = system.options.assist_lasts is AssistLasts.ONCE
    what = "the next check or attack" if once else "every check and attack"
    line = f"+4 on {what}, until {name_of(token)}'s next turn"
    headline = f"{name_of(token)} assists {name_of(ally)}"
    return (yield from note(token, headline, (line,)))


def ready(system: Prowess, encounter: Encounter, act: Act, keys: Mapping[str, Deed]) -> Procedure:
    """Hold an action back for a trigger; it lapses when one's next turn starts."""
    token = encounter.tokens[act.token]
    status = status_of(token)
    early = encounter.turn_order.is_running and system.options.ready_pays is ReadyPays.WHEN_DECLARED
    wish = act.choices.get("action", "")
    if wish and wish not in keys:
        raise IllegalIntentError(f'There is no action "{wish}" to ready.')
    if early and status.points < min(deed.points for deed in keys.values()):
        raise IllegalIntentError(
            f"{name_of(token)} has {status.points} AP: none of the actions to ready is so cheap."
        )
    if not wish:
        wish = yield from ask(
            Ask(
                token=token.id,
                headline=f"Which action does {name_of(token)} ready?",
                options=tuple(
                    AskOption(
                        key,
                        deed.label,
                        f"{deed.points} AP",
                        "needs more AP" if early and status.points < deed.points else "",
                    )
                    for key, deed in keys.items()
                ),
                kind="ready",
                focus=(token.id,),
            )
        )
    deed = keys[wish]
    held = replace(status, readied=wish, readied_paid=early)
    if early:
        if status.points < deed.points:
            raise IllegalIntentError(f"{deed.label} costs {deed.points} AP, {status.points} left.")
        held = replace(held, points=status.points - deed.points)
    encounter = yield from happen(StatusChanged(token.id, held))
    trigger = act.choices.get("what", "")
    when = "paid now" if early else f"{deed.points} AP when it comes"
    lines = (f"{deed.label}, {when}, until the next turn", trigger)
    headline = f"{name_of(token)} readies an action"
    return (yield from note(token, headline, tuple(line for line in lines if line)))

"""Hiding: one roll, judged against each watcher who doesn't see the combatant openly.

The text knows unaware targets and unseen ones (sections 9 and 10) and no action for it: Hide is
settled.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.dice.pool import Pool
from battlemap.model.event import StatusChanged
from battlemap.model.obstacle import CoverGrade
from battlemap.rules.acting import note
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import IllegalIntentError, happen
from battlemap.systems.shadowrealms.checks import number_of
from battlemap.systems.shadowrealms.pools import dice_words, physical_dice, roll_pool
from battlemap.systems.shadowrealms.sheet import sheet_of, status_of
from battlemap.tactics.board import Board
from battlemap.tactics.cover import exposure

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms


def sees_openly(board: Board, watcher: Token, token: Token) -> bool:
    """Tell whether a watcher sees a token too well for it to hide.

    Major cover, obscured ground between them, or no line of sight at all hides; so does a blinded
    watcher or an invisible token.
    """
    if watcher.has("blinded") or token.has("invisible"):
        return False
    seen = exposure(board, watcher.id, token.id)
    open_sight = seen.sight.clear and not seen.sight.obscured_cells
    return open_sight and seen.cover.grade < CoverGrade.MAJOR


def nobody_watches(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why there is nobody to hide from; how well each sees is judged in the act only."""
    watched = any(True for _ in Board.of(encounter, system).enemies_of(token))
    return "" if watched else "nobody watches"


def hide(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Roll Stealth once; each watcher's difficulty is Moderate plus its own Alertness.

    Raises
    ------
    IllegalIntentError
        Before anything is paid, if every watcher sees the combatant openly.
    """
    token = encounter.tokens[act.token]
    board = Board.of(encounter, system)
    sheet, status = sheet_of(token), status_of(token)
    moderate = number_of(system.options, "moderate") - sheet.stealth
    watchers = list(board.enemies_of(token))
    unsure = [watcher for watcher in watchers if not sees_openly(board, watcher, token)]
    if not unsure and act.choices.get("force") != "yes":
        raise IllegalIntentError("Hide: every enemy sees it openly.")
    hardest = max((moderate + sheet_of(w).alertness for w in unsure), default=moderate)
    dice = physical_dice(token, sheet.agility)
    pool = Pool(dice, system.options.pool_die.sides, hardest, status.assist)
    result = yield from roll_pool(pool, f"{name_of(token)} hides, Stealth {sheet.stealth}", token)
    best = max(result.faces, default=0)
    lines = [f"Stealth {sheet.stealth}, {dice_words(pool, result)}"]
    hidden = []
    for watcher in watchers:
        needed = moderate + sheet_of(watcher).alertness
        if watcher not in unsure:
            lines.append(f"{name_of(watcher)} sees it openly")
        elif best >= needed:
            hidden.append(watcher.id)
            lines.append(f"{name_of(watcher)} loses sight of it, {best} against {needed}")
        else:
            lines.append(f"{name_of(watcher)} keeps it in view, {best} against {needed}")
    left = max(0, status.actions - 1) if encounter.turn_order.is_running else status.actions
    changed = replace(status, hidden_from=tuple(hidden), assist=0, actions=left)
    if changed != status:
        encounter = yield from happen(StatusChanged(token.id, changed))
    verb = "hides" if hidden else "fails to hide"
    return (yield from note(token, f"{name_of(token)} {verb}", tuple(lines)))


def still_hidden(system: ShadowRealms, encounter: Encounter, token: Token) -> tuple[str, ...]:
    """Return the watchers who still don't know where a token is after it has moved."""
    known = status_of(token).hidden_from
    if not known:
        return ()
    board = Board.of(encounter, system)
    return tuple(
        key
        for key in known
        if key in encounter.tokens and not sees_openly(board, encounter.tokens[key], token)
    )

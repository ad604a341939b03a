"""Hiding: one roll, judged against each watcher who doesn't see the combatant openly.

The text knows unaware targets and unseen ones (sections 9 and 10) and no action for it: Hide is
ours, and options say which dice it rolls against what.
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
from battlemap.systems.shadowrealms.skill_readings import HidingDifficulty
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
    """Roll Stealth once against Moderate, plus each watcher's own Alertness as the option says.

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
    keen = system.options.hiding is HidingDifficulty.ALERTNESS
    needs = {w.id: moderate + (sheet_of(w).alertness if keen else 0) for w in unsure}
    hardest = max(needs.values(), default=moderate)
    dice = physical_dice(token, system.options.acrobatics_dice.dice(sheet))
    pool = Pool(dice, system.options.pool_die.sides, hardest, status.assist)
    result = yield from roll_pool(pool, f"{name_of(token)} hides, Stealth {sheet.stealth}", token)
    best = max(result.faces, default=0)
    lines = [f"Stealth {sheet.stealth}, {dice_words(pool, result)}"]
    hidden = []
    for watcher in watchers:
        needed = needs.get(watcher.id)
        if needed is None:
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

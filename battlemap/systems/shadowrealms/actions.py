"""The action bar, the simple actions, and the door to every procedure.

Sections 4, 5, 15, 16, 18 and 22 of the text. ``actions`` lists the buttons with what they cost and
why one can't be used now; ``perform`` carries out any intent.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from battlemap.geometry.angle import bearing
from battlemap.geometry.cell import Cell
from battlemap.model.encounter import Override
from battlemap.model.event import (
    ConditionsChanged,
    Noted,
    ObstacleChanged,
    OverridesChanged,
    StatusChanged,
    TokenTurned,
)
from battlemap.model.intent import (
    Act,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    Intent,
    Move,
    Overrule,
    SetCondition,
    SetDoor,
    Turn,
)
from battlemap.model.obstacle import Door
from battlemap.rules.plan import Action
from battlemap.rules.procedure import IllegalIntentError, happen
from battlemap.systems.shadowrealms import deeds, turns
from battlemap.systems.shadowrealms.attack import bonus_left, pay_bonus
from battlemap.systems.shadowrealms.harm import come_down, fall, let_go, strain
from battlemap.systems.shadowrealms.modifiers import KNOWN, facing_word
from battlemap.systems.shadowrealms.movement import mover
from battlemap.systems.shadowrealms.options import RepeatPenalty
from battlemap.systems.shadowrealms.sheet import (
    Status,
    Tier,
    details_of,
    name_of,
    sheet_of,
    status_of,
)
from battlemap.systems.shadowrealms.strike import perform_attack
from battlemap.systems.shadowrealms.walk import charge_path, perform_move
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.deed import Deed


def actions(system: ShadowRealms, encounter: Encounter, token: Token) -> Sequence[Action]:
    """Return the action bar's buttons for *token*, the unavailable ones with the reason."""
    return tuple(
        Action(
            key=deed.key,
            label=deed.label,
            cost=_pips(system, deed),
            unavailable=why_not(system, encounter, token, deed),
            help=deed.help,
            needs_target=deed.needs_target,
            penalty=_penalty(system, token) if deed.key == "strike" else "",
        )
        for deed in deeds.DEEDS
    )


def _pips(system: ShadowRealms, deed: Deed) -> tuple[str, ...]:
    if deed.cost == "free":
        return ()
    if deed.cost == "bonus" and not system.fresh(Status()).bonus:
        return ("standard",)
    return (deed.cost,)


def _penalty(system: ShadowRealms, token: Token) -> str:
    """Return what the next strike suffers for those before it: "−1 level"."""
    count = min(3, status_of(token).strikes)
    if not count:
        return ""
    if system.options.repeat_penalty is RepeatPenalty.DICE:
        return f"−{count} {'die' if count == 1 else 'dice'}"
    return f"−{count} level{'' if count == 1 else 's'}"


def why_not(system: ShadowRealms, encounter: Encounter, token: Token, deed: Deed) -> str:
    """Return why *token* can't do this now; empty: it can."""
    if not system.is_able(token):
        return f"{name_of(token)} cannot act"
    order, status = encounter.turn_order, status_of(token)
    if order.is_running:
        if order.active != token.id:
            return "not its turn"
        if deed.cost == "bonus" and not bonus_left(system, status):
            return "bonus action spent"
        if deed.key in ("move", "charge") and not mover(system, encounter, token).budget:
            return "cannot move any farther"
        if deed.key not in ("move", "charge") and deed.cost == "standard" and not status.actions:
            return "no actions left"
    return deed.why_not(system, encounter, token) if deed.why_not else ""


def perform(system: ShadowRealms, encounter: Encounter, intent: Intent) -> Procedure:
    """Describe what happens when *intent* is carried out.

    Raises
    ------
    IllegalIntentError
        From the procedure, before its first event, if the rules forbid the intent.
    """
    match intent:
        case Move():
            return perform_move(system, encounter, intent)
        case Attack():
            return perform_attack(system, encounter, intent)
        case Turn():
            return _turn(encounter, intent)
        case Act():
            return perform_act(system, encounter, intent)
        case BeginFight():
            return turns.begin(system, encounter, intent)
        case EndTurn():
            return turns.end_turn(system, encounter)
        case EndFight():
            return turns.end_fight(system, encounter)
        case SetDoor():
            return _set_door(encounter, intent)
        case SetCondition():
            return _set_condition(encounter, intent)
        case Overrule():
            return _overrule(encounter, intent)
        case _:
            assert_never(intent)


def perform_act(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Carry out one of the action bar's actions: check, pay, do."""
    token = _token(encounter, act.token)
    deed = next((deed for deed in deeds.DEEDS if deed.key == act.action), None)
    if deed is None:
        raise IllegalIntentError(f'There is no action "{act.action}".')
    if deed.key in ("strike", "off_hand"):
        return (yield from perform_attack(system, encounter, _as_attack(system, token, act, deed)))
    if deed.key == "charge":
        return (yield from _charge(system, encounter, act))
    if deed.key in ("move", "shift"):
        return (yield from perform_move(system, encounter, _as_move(token, act, deed)))
    forced = act.choices.get("force") == "yes"
    if (reason := why_not(system, encounter, token, deed)) and not forced:
        raise IllegalIntentError(f"{deed.label}: {reason}.")
    if deed.needs_target:
        target = _token(encounter, act.target or "")
        wrong = deed.wrong_target and deed.wrong_target(system, encounter, token, target)
        if wrong and not forced:
            raise IllegalIntentError(wrong)
    if deed.do is None:
        raise IllegalIntentError(f"{deed.label} is not done this way.")
    encounter = yield from _pay(system, encounter, token, deed)
    encounter = yield from deed.do(system, encounter, act)
    if deed.is_strenuous and system.is_able(encounter.tokens[token.id]):
        encounter, lines = yield from strain(system, encounter, token.id)
        if lines:
            encounter = yield from happen(Noted(lines[0], lines[1:], "damage", token.id))
    return encounter


def _charge(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Run at a target and face it at the end, where the charger still stands."""
    token, target = _token(encounter, act.token), _token(encounter, act.target or "")
    if not any(not weapon.is_ranged for weapon in system.weapons(token)):
        raise IllegalIntentError(f"{name_of(token)} needs a melee weapon for a charge.")
    cells = charge_path(system, encounter, token, target)
    if len(cells) == 1:
        raise IllegalIntentError(f"{name_of(target)} is in reach already.")
    encounter = yield from perform_move(system, encounter, Move(token.id, cells, "charge"))
    if not system.is_able(encounter.tokens[token.id]):
        return encounter
    board = Board.of(encounter, system)
    toward = bearing(board.center_of(token.id), board.center_of(target.id))
    return (yield from _turn(encounter, Turn(token.id, toward)))


def _as_attack(system: ShadowRealms, token: Token, act: Act, deed: Deed) -> Attack:
    if act.target is None:
        raise IllegalIntentError(f"{deed.label} needs a target.")
    choices = {**act.choices}
    weapon = choices.pop("weapon", "")
    if deed.key == "off_hand":
        choices["cost"] = "bonus"
        if not weapon:
            second = [
                w.name
                for w in system.weapons(token)
                if details_of(w).off_hand or details_of(w).haft
            ]
            if not second:
                raise IllegalIntentError(f"{name_of(token)} has no off-hand weapon or haft.")
            weapon = second[0]
    return Attack(act.token, act.target, weapon, choices)


def _as_move(token: Token, act: Act, deed: Deed) -> Move:
    """Return the one step that an action with a cell ("to": "5,6") means."""
    column, _, row = act.choices.get("to", "").partition(",")
    try:
        end = Cell(int(column), int(row))
    except ValueError:
        raise IllegalIntentError(f"{deed.label} needs a cell to go to.") from None
    manner = "shift" if deed.key == "shift" else "walk"
    return Move(token.id, (token.at, end), manner)


def _pay(system: ShadowRealms, encounter: Encounter, token: Token, deed: Deed) -> Procedure:
    if not encounter.turn_order.is_running or deed.cost == "free":
        return encounter
    status = status_of(token)
    if deed.cost == "bonus":
        spent = pay_bonus(system, status)
    else:
        spent = replace(status, actions=max(0, status.actions - 1))
    return (yield from happen(StatusChanged(token.id, spent)))


def _turn(encounter: Encounter, turn: Turn) -> Procedure:
    """Face another way: free on one's own turn (section 8), by the GM's hand on another's."""
    token = _token(encounter, turn.token)
    facing = encounter.map.grid.grid.nearest_facing(turn.facing)
    if facing == token.facing:
        return encounter
    order = encounter.turn_order
    own = not order.is_running or order.active == token.id
    encounter = yield from happen(TokenTurned(token.id, facing))
    headline = f"{name_of(token)} faces {facing_word(facing)}"
    if own:
        return (yield from happen(Noted(headline, (), "move", token.id)))
    line = "By the GM: facing changes on one's own turn only"
    return (yield from happen(Noted(headline, (line,), "gm", token.id)))


def _set_door(encounter: Encounter, intent: SetDoor) -> Procedure:
    door = encounter.map.obstacles.get(intent.door)
    if not isinstance(door, Door):
        raise IllegalIntentError(f'There is no door "{intent.door}" on the map.')
    if door.is_open == intent.is_open:
        return encounter
    if intent.is_open and door.is_locked:
        raise IllegalIntentError("The door is locked.")
    what = "window" if door.is_window else "door"
    encounter = yield from happen(ObstacleChanged(replace(door, is_open=intent.is_open)))
    headline = f"The {what} {'opens' if intent.is_open else 'shuts'}"
    return (yield from happen(Noted(headline, (), "note")))


def _set_condition(encounter: Encounter, intent: SetCondition) -> Procedure:
    """Give or take a condition by the GM's word, with what belongs to it."""
    token, condition = _token(encounter, intent.token), intent.condition.strip().lower()
    if not condition:
        raise IllegalIntentError("A condition needs a name.")
    if token.has(condition) == intent.on:
        return encounter
    if intent.on and condition in ("dead", "unconscious"):
        encounter = yield from fall(encounter, token.id, condition)
    else:
        conditions = token.conditions | {condition} if intent.on else token.conditions - {condition}
        encounter = yield from happen(ConditionsChanged(token.id, conditions))
    encounter, lines = yield from come_down(encounter, token.id)
    if not intent.on:
        encounter = yield from _clear_up(encounter, token.id, condition)
    verb = "is" if intent.on else "is no longer"
    headline = f"GM: {name_of(token)} {verb} {condition}"
    return (yield from happen(Noted(headline, lines, "gm", token.id)))


def _clear_up(encounter: Encounter, token_id: str, condition: str) -> Procedure:
    """Take away what a condition rests on, so that it doesn't come back by itself."""
    token = encounter.tokens[token_id]
    status = status_of(token)
    if condition == "grappled" and status.grappled_by:
        return (yield from let_go(encounter, token_id))
    mended = status
    if condition == "bleeding":
        closed = tuple(replace(injury, bleeding=0) for injury in status.injuries)
        mended = replace(status, injuries=closed)
    if condition == "dead" and sheet_of(token).tier is not Tier.FULL:
        mended = replace(status, minion_hits=0)
    if mended != status:
        encounter = yield from happen(StatusChanged(token_id, mended))
    return encounter


def _overrule(encounter: Encounter, intent: Overrule) -> Procedure:
    """Keep a ruling of the GM's until it is cleared."""
    if intent.key not in KNOWN:
        raise IllegalIntentError(f'There is no modifier "{intent.key}" to overrule.')
    label = KNOWN[intent.key].label
    value = intent.value.strip()
    if value not in ("", "on", "off") and not _is_number(value):
        raise IllegalIntentError(f'A ruling is "on", "off" or a number, not "{value}".')
    rest = tuple(
        kept
        for kept in encounter.overrides
        if (kept.key, kept.attacker, kept.target) != (intent.key, intent.attacker, intent.target)
    )
    if value:
        rest = (*rest, Override(intent.key, intent.attacker, intent.target, value))
    if rest == encounter.overrides:
        return encounter
    encounter = yield from happen(OverridesChanged(rest))
    said = {"": "counts as the map shows", "off": "ignored", "on": "counts"}
    headline = f"GM: {label} {said.get(value, f'counts {value}')}"
    pair = f"{_who(encounter, intent.attacker)} against {_who(encounter, intent.target)}"
    line = f"{pair}, until cleared" if value else pair
    return (yield from happen(Noted(headline, (line,), "gm", intent.attacker or None)))


def _is_number(text: str) -> bool:
    try:
        int(text)
    except ValueError:
        return False
    return True


def _who(encounter: Encounter, token_id: str) -> str:
    token = encounter.tokens.get(token_id)
    return name_of(token) if token else token_id or "anybody"


def _token(encounter: Encounter, token_id: str) -> Token:
    if token_id not in encounter.tokens:
        raise IllegalIntentError(f'There is no token "{token_id}" on the map.')
    return encounter.tokens[token_id]

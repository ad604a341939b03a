"""The actions of the text beside moving and attacking: what each costs, needs and does.

Each deed names its price, says why it can't be done now, and describes what it does as a
procedure that runs after the price is paid (sections 4, 5, 15, 16, 18 and 22).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING, TypeAlias

from battlemap.geometry.cell import Cell
from battlemap.geometry.names import cell_name
from battlemap.model.event import ConditionsChanged, Noted, StatusChanged, TokenMoved
from battlemap.model.obstacle import CoverGrade, Door, Obstacle, Prop
from battlemap.model.token import are_hostile
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, happen
from battlemap.systems.shadowrealms.attack import opportunity
from battlemap.systems.shadowrealms.harm import check, come_down, let_go, physical_dice
from battlemap.systems.shadowrealms.movement import move_triggers
from battlemap.systems.shadowrealms.options import ForcedMovement
from battlemap.systems.shadowrealms.sheet import (
    BOXES,
    Tier,
    details_of,
    name_of,
    sheet_of,
    status_of,
)
from battlemap.tactics.board import Board
from battlemap.tactics.movement import Mover, path_along
from battlemap.tactics.situation import survey

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import Any

    from battlemap.geometry.cell import Point
    from battlemap.model.encounter import Encounter
    from battlemap.model.event import Event
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Procedure, Roll
    from battlemap.systems.shadowrealms import ShadowRealms

WhyNot: TypeAlias = "Callable[[ShadowRealms, Encounter, Token], str]"
WrongTarget: TypeAlias = "Callable[[ShadowRealms, Encounter, Token, Token], str]"
Tested: TypeAlias = "Generator[Roll | Ask | Event, Any, tuple[Encounter, bool, str]]"
Doing: TypeAlias = "Callable[[ShadowRealms, Encounter, Act], Procedure]"

MOST_AIM = 3
SURGE_BOXES, SURGE_STAMINA = 4, 8
"""What a healing surge restores (section 16)."""

BASE_MEDICINE = 12
"""The difficulty of Medicine tests before what the wounds add (sections 15 and 22)."""


@dataclass(frozen=True)
class Deed:
    """One action: its button and what it does. ``do`` is None where an intent of its own does it.

    ``cost`` is "standard", "bonus" or "free".
    """

    key: str
    label: str
    cost: str
    help: str
    needs_target: bool = False
    why_not: WhyNot | None = None
    wrong_target: WrongTarget | None = None
    do: Doing | None = None
    is_strenuous: bool = False


# Why not ---------------------------------------------------------------------------------------


def _no_ranged_weapon(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    del encounter
    if not any(weapon.is_ranged for weapon in system.weapons(token)):
        return "needs a ranged weapon"
    return "aimed as well as can be" if status_of(token).aim >= MOST_AIM else ""


def _no_melee_weapon(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    del encounter
    melee = any(not weapon.is_ranged for weapon in system.weapons(token))
    return "" if melee else "needs a melee weapon"


def _no_second_weapon(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    del encounter
    found = any(
        details_of(weapon).off_hand or details_of(weapon).haft for weapon in system.weapons(token)
    )
    return "" if found else "needs an off-hand weapon or a haft"


def _not_prone(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    del system, encounter
    return "" if token.has("prone") else "stands already"


def _prone(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    del system, encounter
    return "lies already" if token.has("prone") else ""


def _no_cover_near(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    near = covering_obstacles(system, encounter, token)
    if not near:
        return "nothing gives cover here"
    return "in cover already" if set(near) <= set(status_of(token).cover_by) else ""


def _no_surge(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    del system
    sheet, status = sheet_of(token), status_of(token)
    if sheet.tier is not Tier.FULL:
        return "minions have no healing surges"
    if encounter.turn_order.is_running and status.second_wind:
        return "once an encounter"
    if status.surges_used >= sheet.vitality:
        return "no healing surge left"
    return "" if status.damage or status.fatigue else "unhurt"


def _not_grappled(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    del system, encounter
    return "" if token.has("grappled") else "is not grappled"


def _cannot_shift(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    del system, encounter
    return "grappled" if token.has("grappled") else ""


# Whom they can be done to ----------------------------------------------------------------------


def _not_in_melee(system: ShadowRealms, encounter: Encounter, token: Token, target: Token) -> str:
    board = Board.of(encounter, system)
    for weapon in system.weapons(token):
        if not weapon.is_ranged and survey(board, token.id, target.id, weapon.name).in_reach.value:
            return ""
    return f"{name_of(target)} is out of {name_of(token)}'s melee reach."


def _not_to_be_assisted(
    system: ShadowRealms, encounter: Encounter, token: Token, target: Token
) -> str:
    if are_hostile(token.side, target.side):
        return f"{name_of(target)} is an enemy."
    situation = survey(Board.of(encounter, system), token.id, target.id)
    if situation.in_reach.value or situation.sight.clear:
        return ""
    return f"{name_of(token)} neither reaches nor sees {name_of(target)}."


def _not_beside(system: ShadowRealms, encounter: Encounter, token: Token, target: Token) -> str:
    if token.id == target.id:
        return ""
    board = Board.of(encounter, system)
    if board.grid.space_distance(board.cells_of(token.id), board.cells_of(target.id)) > 100:
        return f"{name_of(target)} is not beside {name_of(token)}."
    return ""


def _not_to_be_seized(
    system: ShadowRealms, encounter: Encounter, token: Token, target: Token
) -> str:
    if token.id == target.id:
        return "Nobody grapples with oneself."
    if target.has("dead"):
        return f"{name_of(target)} is dead."
    return _not_beside(system, encounter, token, target)


def _not_bleeding(system: ShadowRealms, encounter: Encounter, token: Token, target: Token) -> str:
    if not target.has("bleeding"):
        return f"{name_of(target)} isn't bleeding."
    return _not_beside(system, encounter, token, target)


def _not_dying(system: ShadowRealms, encounter: Encounter, token: Token, target: Token) -> str:
    status = status_of(target)
    if target.has("dead") or status.damage < BOXES or status.stable:
        return f"{name_of(target)} isn't dying."
    return _not_beside(system, encounter, token, target)


# What they do ----------------------------------------------------------------------------------


def _drop_prone(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    del system
    token = encounter.tokens[act.token]
    encounter = yield from happen(ConditionsChanged(token.id, token.conditions | {"prone"}))
    encounter, lines = yield from come_down(encounter, token.id)
    return (yield from _note(encounter, token, f"{name_of(token)} drops prone", ("Free", *lines)))


def _stand_up(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    del system
    token = encounter.tokens[act.token]
    encounter = yield from happen(ConditionsChanged(token.id, token.conditions - {"prone"}))
    return (yield from _note(encounter, token, f"{name_of(token)} stands up", ()))


def _aim(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    del system
    token = encounter.tokens[act.token]
    status = status_of(token)
    aim = min(MOST_AIM, status.aim + 1)
    encounter = yield from happen(StatusChanged(token.id, replace(status, aim=aim)))
    line = f"{aim} of {MOST_AIM} levels of Advantage on the next ranged attack this turn"
    return (yield from _note(encounter, token, f"{name_of(token)} aims", (line,)))


def _take_cover(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    token = encounter.tokens[act.token]
    near = covering_obstacles(system, encounter, token)
    status = replace(status_of(token), cover_by=near)
    encounter = yield from happen(StatusChanged(token.id, status))
    named = ", ".join(_obstacle_name(encounter, key) for key in near)
    line = f"The cover of {named} is one grade better until {name_of(token)} moves"
    return (yield from _note(encounter, token, f"{name_of(token)} takes cover", (line,)))


def _extra_defense(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    del system
    token = encounter.tokens[act.token]
    status = status_of(token)
    count = status.extra_defenses + 1
    encounter = yield from happen(StatusChanged(token.id, replace(status, extra_defenses=count)))
    plural = "defense" if count == 1 else "defenses"
    line = f"{count} extra {plural} (Parry or Dodge) until the next turn"
    return (yield from _note(encounter, token, f"{name_of(token)} stands on guard", (line,)))


def _feint(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    del system
    token, target = _pair(encounter, act)
    status = replace(status_of(token), feint=target.id)
    encounter = yield from happen(StatusChanged(token.id, status))
    line = f"1 level of Advantage on the next Strike at {name_of(target)} this turn"
    headline = f"{name_of(token)} feints at {name_of(target)}"
    return (yield from _note(encounter, token, headline, (line,)))


def _assist(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    del system
    token, ally = _pair(encounter, act)
    status = status_of(ally)
    more = replace(status, assist=status.assist + 1)
    encounter = yield from happen(StatusChanged(ally.id, more))
    line = f"1 level of Advantage on {name_of(ally)}'s next check"
    headline = f"{name_of(token)} assists {name_of(ally)}"
    return (yield from _note(encounter, token, headline, (line,)))


def _interact(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    del system
    token = encounter.tokens[act.token]
    what = act.choices.get("what", "")
    return (
        yield from _note(encounter, token, f"{name_of(token)} interacts", (what,) if what else ())
    )


def _second_wind(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    del system
    token = encounter.tokens[act.token]
    status = status_of(token)
    healed = replace(
        status,
        damage=max(0, status.damage - SURGE_BOXES),
        fatigue=max(0, status.fatigue - SURGE_STAMINA),
        surges_used=status.surges_used + 1,
        second_wind=True,
    )
    encounter = yield from happen(StatusChanged(token.id, healed))
    left = sheet_of(token).vitality - healed.surges_used
    lines = (
        f"{status.damage - healed.damage} boxes and {status.fatigue - healed.fatigue} stamina "
        "restored",
        f"Track {healed.boxes} of {BOXES}, {left} healing surges left",
    )
    return (yield from _note(encounter, token, f"{name_of(token)} gets a Second Wind", lines))


def _grapple(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    token, target = _pair(encounter, act)
    encounter, passed, line = yield from _grapple_test(system, encounter, token, target)
    if not passed:
        headline = f"{name_of(token)} fails to seize {name_of(target)}"
        return (yield from _note(encounter, token, headline, (line,)))
    encounter = yield from let_go(encounter, target.id)
    holds = replace(status_of(encounter.tokens[token.id]), grappling=target.id)
    encounter = yield from happen(StatusChanged(token.id, holds))
    held = replace(status_of(encounter.tokens[target.id]), grappled_by=token.id)
    encounter = yield from happen(StatusChanged(target.id, held))
    conditions = encounter.tokens[target.id].conditions | {"grappled"}
    encounter = yield from happen(ConditionsChanged(target.id, conditions))
    headline = f"{name_of(token)} grapples {name_of(target)}"
    return (yield from _note(encounter, token, headline, (line,)))


def _escape(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    token = encounter.tokens[act.token]
    holder = encounter.tokens.get(status_of(token).grappled_by)
    if holder is None:
        lines: tuple[str, ...] = ("Nobody holds on",)
    else:
        encounter, passed, line = yield from _grapple_test(system, encounter, token, holder)
        if not passed:
            headline = f"{name_of(token)} stays in {name_of(holder)}'s grip"
            return (yield from _note(encounter, token, headline, (line,)))
        lines = (line,)
    encounter = yield from let_go(encounter, token.id)
    left = encounter.tokens[token.id].conditions - {"grappled"}
    if left != encounter.tokens[token.id].conditions:
        encounter = yield from happen(ConditionsChanged(token.id, left))
    return (yield from _note(encounter, token, f"{name_of(token)} breaks free", lines))


def _trip(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    token, target = _pair(encounter, act)
    encounter, passed, line = yield from _grapple_test(system, encounter, token, target)
    if not passed:
        headline = f"{name_of(token)} fails to trip {name_of(target)}"
        return (yield from _note(encounter, token, headline, (line,)))
    conditions = target.conditions | {"prone"}
    if conditions != target.conditions:
        encounter = yield from happen(ConditionsChanged(target.id, conditions))
    encounter, lines = yield from come_down(encounter, target.id)
    headline = f"{name_of(token)} trips {name_of(target)}"
    return (yield from _note(encounter, token, headline, (line, "Prone", *lines)))


def _shove(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Push the target one area, not nearer the shover (sections 5 and 19)."""
    token, target = _pair(encounter, act)
    encounter, passed, line = yield from _grapple_test(system, encounter, token, target)
    if not passed:
        headline = f"{name_of(token)} fails to shove {name_of(target)}"
        return (yield from _note(encounter, token, headline, (line,)))
    board = Board.of(encounter, system)
    free = tuple(shove_cells(board, token, target))
    if not free:
        headline = f"{name_of(target)} is pushed against an obstacle"
        more = "No free area away from the shover; further damage is up to the GM"
        return (yield from _note(encounter, token, headline, (line, more)))
    answer = yield from ask(
        Ask(
            token=token.id,
            headline=f"Where does {name_of(token)} shove {name_of(target)}?",
            options=tuple(
                AskOption(f"{cell.q},{cell.r}", cell_name(board.grid, cell)) for cell in free
            ),
            kind="shove",
            focus=(token.id, target.id),
        )
    )
    column, row = answer.split(",")
    end = Cell(int(column), int(row))
    encounter, stays = yield from _provoked_by_force(system, encounter, target, end)
    if stays:
        headline = f"{name_of(token)} shoves {name_of(target)}, who drops"
        return (yield from _note(encounter, token, headline, (line,)))
    encounter = yield from happen(
        TokenMoved(target.id, target.at, end, forced=True, elevation_feet=target.elevation_feet)
    )
    status = status_of(encounter.tokens[target.id])
    if status.cover_by:
        encounter = yield from happen(StatusChanged(target.id, replace(status, cover_by=())))
    headline = f"{name_of(token)} shoves {name_of(target)} to {cell_name(board.grid, end)}"
    return (yield from _note(encounter, token, headline, (line, "Forced movement")))


def _provoked_by_force(
    system: ShadowRealms, encounter: Encounter, target: Token, end: Cell
) -> Generator[Roll | Ask | Event, Any, tuple[Encounter, bool]]:
    """Let the shoved provoke where the option says so; returns whether it dropped on the spot."""
    if system.options.forced_movement is ForcedMovement.PROVOKES_NOTHING:
        return encounter, False
    board = Board.of(encounter, system)
    path, _ = path_along(board, target.id, Mover(rate=10_000, actions=1), (target.at, end))
    where = f"leaving {cell_name(board.grid, target.at)}"
    for trigger in move_triggers(system, board, target, path):
        if trigger.fires:
            encounter, _ = yield from opportunity(
                system, encounter, trigger, target.id, where=where
            )
    return encounter, system.is_out(encounter.tokens[target.id])


def _stop_bleeding(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    token, target = _pair(encounter, act)
    wounds = status_of(target)
    difficulty = BASE_MEDICINE + wounds.bleeding
    encounter, passed, line = yield from _medicine(system, encounter, token, difficulty)
    if not passed:
        headline = f"{name_of(token)} fails to stop {name_of(target)}'s bleeding"
        return (yield from _note(encounter, token, headline, (line,)))
    closed = tuple(replace(injury, bleeding=0) for injury in wounds.injuries)
    encounter = yield from happen(StatusChanged(target.id, replace(wounds, injuries=closed)))
    left = encounter.tokens[target.id].conditions - {"bleeding"}
    encounter = yield from happen(ConditionsChanged(target.id, left))
    headline = f"{name_of(token)} stops {name_of(target)}'s bleeding"
    return (yield from _note(encounter, token, headline, (line,)))


def _stabilize(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    token, target = _pair(encounter, act)
    status = status_of(target)
    encounter, passed, line = yield from _medicine(
        system, encounter, token, BASE_MEDICINE + status.negative
    )
    if not passed:
        headline = f"{name_of(token)} fails to stabilize {name_of(target)}"
        return (yield from _note(encounter, token, headline, (line,)))
    encounter = yield from happen(StatusChanged(target.id, replace(status, stable=True)))
    headline = f"{name_of(token)} stabilizes {name_of(target)}"
    return (yield from _note(encounter, token, headline, (line,)))


# The tests they make ---------------------------------------------------------------------------


def _grapple_test(
    system: ShadowRealms, encounter: Encounter, token: Token, against: Token
) -> Tested:
    """Roll Might against Grapple Defense less Grapple (section 18; the pool is settled)."""
    sheet, defense = sheet_of(token), sheet_of(against).grapple_defense
    what = f"Grapple, Grapple Defense {defense} − Grapple {sheet.grapple},"
    dice = physical_dice(token, sheet.might)
    return (yield from _tested(system, encounter, token, dice, defense - sheet.grapple, what))


def _medicine(system: ShadowRealms, encounter: Encounter, token: Token, difficulty: int) -> Tested:
    """Roll Intuition against a difficulty less the Medicine skill (the pool is settled)."""
    sheet = sheet_of(token)
    what = f"Medicine, {difficulty} − Medicine {sheet.medicine},"
    hard = difficulty - sheet.medicine
    return (yield from _tested(system, encounter, token, sheet.intuition, hard, what))


def _tested(
    system: ShadowRealms,
    encounter: Encounter,
    token: Token,
    dice: int,
    difficulty: int,
    what: str,
) -> Tested:
    """Roll a test of one's own, with what allies gave for the next check (section 5, Assist)."""
    status = status_of(encounter.tokens[token.id])
    if status.assist:
        encounter = yield from happen(StatusChanged(token.id, replace(status, assist=0)))
    passed, line = yield from check(system, token, dice, difficulty, what, levels=status.assist)
    return encounter, passed, line


# Places ----------------------------------------------------------------------------------------


def covering_obstacles(system: ShadowRealms, encounter: Encounter, token: Token) -> tuple[str, ...]:
    """Return the obstacles that could cover *token*: those within half a cell of its space."""
    board = Board.of(encounter, system)
    centers = [board.grid.center(cell) for cell in board.cells_of(token.id)]
    middle = board.center_of(token.id)
    far = 1.0 + max(hypot(c.x - middle.x, c.y - middle.y) for c in centers)
    found = []
    for key, obstacle in encounter.map.obstacles.items():
        if obstacle.cover is CoverGrade.NONE or (isinstance(obstacle, Door) and obstacle.is_open):
            continue
        # Most obstacles of a large map are far away; only the near ones are measured.
        if not _is_near(obstacle, middle, far):
            continue
        if any(_distance(center, obstacle) <= 1.0 for center in centers):
            found.append(key)
    return tuple(found)


def _is_near(obstacle: Obstacle, middle: Point, far: float) -> bool:
    """Tell whether the box around an obstacle comes within *far* cells of a point."""
    if isinstance(obstacle, Prop):
        xs, ys = [p[0] for p in obstacle.outline], [p[1] for p in obstacle.outline]
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    else:
        (x0, y0), (x1, y1) = obstacle.start, obstacle.end
        left, right = (x0, x1) if x0 <= x1 else (x1, x0)
        top, bottom = (y0, y1) if y0 <= y1 else (y1, y0)
    return left - far <= middle.x <= right + far and top - far <= middle.y <= bottom + far


def _distance(point: Point, obstacle: Obstacle) -> float:
    """Return how far the nearest edge of an obstacle lies from *point*, in cells."""
    if isinstance(obstacle, Prop):
        ring = obstacle.outline
        edges = list(zip(ring, (*ring[1:], ring[0]), strict=True))
    else:
        edges = [(obstacle.start, obstacle.end)]
    return min(_to_segment(point, start, end) for start, end in edges)


def _to_segment(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = 0.0
    if length:
        along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length
        along = min(1.0, max(0.0, along))
    return hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def _obstacle_name(encounter: Encounter, key: str) -> str:
    obstacle = encounter.map.obstacles[key]
    return (isinstance(obstacle, Prop) and obstacle.name) or key


def shove_cells(board: Board, shover: Token, target: Token) -> Iterator[Cell]:
    """Yield the free anchors one step away that are not nearer the shover, clockwise."""
    grid = board.grid
    own = board.cells_of(shover.id)
    now = grid.space_distance(own, board.cells_of(target.id))
    here = grid.centroid(own)
    away = _apart(here, grid.centroid(board.cells_of(target.id)))
    free = Mover(rate=10_000, actions=1)
    for end in grid.neighbors(target.at):
        cells = board.cells_at(target, end)
        if grid.space_distance(own, cells) < now or _apart(here, grid.centroid(cells)) < away:
            continue
        if any(who != target.id for cell in cells for who in board.standing.get(cell, ())):
            continue
        if not path_along(board, target.id, free, (target.at, end))[1]:
            yield end


def _apart(a: Point, b: Point) -> float:
    # Rounded, so that two places that mirror each other are equally far.
    return round(hypot(a[0] - b[0], a[1] - b[1]), 9)


def _pair(encounter: Encounter, act: Act) -> tuple[Token, Token]:
    target = encounter.tokens.get(act.target or "")
    if target is None:
        raise IllegalIntentError("The action needs a target.")
    return encounter.tokens[act.token], target


def _note(encounter: Encounter, token: Token, headline: str, details: tuple[str, ...]) -> Procedure:
    del encounter
    return (yield from happen(Noted(headline, details, "note", token.id)))


DEEDS: tuple[Deed, ...] = (
    Deed("move", "Move", "standard", "Up to the movement rate for an action; may be split"),
    Deed(
        "strike",
        "Strike",
        "standard",
        "An attack; each further one this turn has a level of Disadvantage more",
        needs_target=True,
    ),
    Deed(
        "off_hand",
        "Off-hand",
        "bonus",
        "A strike with a paired weapon or a haft, with no penalty for repeated strikes",
        needs_target=True,
        why_not=_no_second_weapon,
    ),
    Deed("shift", "Shift", "bonus", "One area that triggers nothing", why_not=_cannot_shift),
    Deed(
        "take_cover",
        "Take cover",
        "standard",
        "The object beside gives one grade more, until moving",
        why_not=_no_cover_near,
        do=_take_cover,
    ),
    Deed(
        "feint",
        "Feint",
        "standard",
        "1 level of Advantage on the next Strike at the target this turn",
        needs_target=True,
        why_not=_no_melee_weapon,
        wrong_target=_not_in_melee,
        do=_feint,
    ),
    Deed(
        "aim",
        "Aim",
        "standard",
        "1 level of Advantage on the next ranged attack this turn, at most 3",
        why_not=_no_ranged_weapon,
        do=_aim,
    ),
    Deed(
        "assist",
        "Assist",
        "standard",
        "1 level of Advantage on an ally's next check",
        needs_target=True,
        wrong_target=_not_to_be_assisted,
        do=_assist,
    ),
    Deed(
        "extra_defense",
        "Extra defense",
        "standard",
        "One more Parry or Dodge before the next turn",
        do=_extra_defense,
    ),
    Deed("stand_up", "Stand up", "standard", "Rise from prone", why_not=_not_prone, do=_stand_up),
    Deed("drop_prone", "Drop prone", "free", "Drop to the ground", why_not=_prone, do=_drop_prone),
    Deed(
        "second_wind",
        "Second wind",
        "standard",
        "A healing surge: 4 boxes and 8 stamina, once an encounter",
        why_not=_no_surge,
        do=_second_wind,
    ),
    Deed(
        "grapple",
        "Grapple",
        "standard",
        "A Grapple test against Grapple Defense to hold the target",
        needs_target=True,
        wrong_target=_not_to_be_seized,
        do=_grapple,
        is_strenuous=True,
    ),
    Deed(
        "escape",
        "Break free",
        "standard",
        "A Grapple test against the holder's Grapple Defense",
        why_not=_not_grappled,
        do=_escape,
        is_strenuous=True,
    ),
    Deed(
        "shove",
        "Shove",
        "standard",
        "A Grapple test to push the target one area",
        needs_target=True,
        wrong_target=_not_to_be_seized,
        do=_shove,
        is_strenuous=True,
    ),
    Deed(
        "trip",
        "Trip",
        "standard",
        "A Grapple test to knock the target prone",
        needs_target=True,
        wrong_target=_not_to_be_seized,
        do=_trip,
        is_strenuous=True,
    ),
    Deed(
        "stop_bleeding",
        "Stop bleeding",
        "standard",
        "Medicine 12 + the bleeding penalty",
        needs_target=True,
        wrong_target=_not_bleeding,
        do=_stop_bleeding,
    ),
    Deed(
        "stabilize",
        "Stabilize",
        "standard",
        "Medicine 12 + boxes beyond the full track",
        needs_target=True,
        wrong_target=_not_dying,
        do=_stabilize,
    ),
    Deed(
        "interact",
        "Interact",
        "standard",
        "Draw, fetch, drink, pull a lever, open a door",
        do=_interact,
    ),
)
"""The actions in the order of the action bar."""

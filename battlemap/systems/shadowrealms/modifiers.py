"""What the facts of a situation are worth in ShadowRealms (sections 2, 5, 9, 11, 14, 17 to 19)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.dice.pool import ALL
from battlemap.geometry.angle import Arc
from battlemap.geometry.names import cell_name
from battlemap.model.intent import Attack
from battlemap.model.obstacle import CoverGrade
from battlemap.model.words import counted, direction, signed
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import said_of, told
from battlemap.systems.shadowrealms.pools import base_pool, dice_penalties
from battlemap.systems.shadowrealms.readings import (
    CoverRule,
    GrappledStrikes,
    MovingTarget,
    ObscuredSight,
    OffGuardRule,
    OppositeLevels,
    RepeatPenalty,
    TightReach,
    TotalRule,
)
from battlemap.systems.shadowrealms.rulings import RULINGS
from battlemap.systems.shadowrealms.sheet import details_of, sheet_of, status_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.shadowrealms.options import Options
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation


@dataclass(frozen=True)
class Found:
    """One modifier that applies here, before the GM has a say."""

    key: str
    value: int
    reason: str
    is_total: bool = False
    unit: str = ""
    """Empty: as always."""


def modifiers(
    board: Board, attack: Attack, situation: Situation, weapon: Weapon, options: Options
) -> tuple[Modifier, ...]:
    """Return every modifier of an attack, those overruled by the GM included and marked."""
    found = _found(board, attack, situation, weapon, options)
    rows = list(told((_modifier(one) for one in found), situation))
    return tuple(RULINGS.overruled(board.encounter, attack, attack.target, rows))


def on_object(attacker: Token, weapon: Weapon, options: Options) -> tuple[Modifier, ...]:
    """Return the modifiers of an attack on an object: those that the attacker brings along.

    Nothing about the target counts: an object neither defends itself nor hides (section 20).
    """
    attack = Attack(attacker.id, "")
    found = list(_own(attack, weapon, options, attacker, sees=True))
    found.extend(_lost_dice(attacker, weapon))
    if attacker.has("prone"):
        found.append(Found("attacker_prone", -2, f"{name_of(attacker)} lies prone"))
    return tuple(_modifier(one) for one in found)


@dataclass(frozen=True)
class Net:
    """What all levels of an attack come to."""

    levels: int = 0
    """Of Advantage above 0, of Disadvantage below, ``ALL`` for a Total."""
    against: int = 0
    """Levels of Disadvantage that count beside levels of Advantage."""

    def __bool__(self) -> bool:
        return bool(self.levels or self.against)


def net_levels(rows: Sequence[Modifier], options: Options) -> Net:
    """Return what the levels come to.

    Opposite levels cancel, both count, or leave the roll even; two Totals cancel; a Total against
    levels of the other kind stays Total (all settled; section 9 is silent).
    """
    levels = [row for row in rows if row.enabled and row.unit == "level"]
    totals = sum((row.value > 0) - (row.value < 0) for row in levels if row.is_total)
    plain = [row.value for row in levels if not row.is_total]
    better = sum(value for value in plain if value > 0)
    worse = sum(value for value in plain if value < 0)
    if totals == 0:
        if better and worse and options.opposite_levels is OppositeLevels.EVEN:
            return Net()
        if better and worse and options.opposite_levels is OppositeLevels.BOTH:
            return Net(better, -worse)
        return Net(better + worse)
    against = (better + worse) * totals < 0
    if against and options.total is TotalRule.CANCELS:
        return Net()
    return Net(ALL if totals > 0 else -ALL)


def net_dice(rows: Sequence[Modifier]) -> int:
    """Return how many dice the pool gains, or loses where it is negative."""
    return sum(row.value for row in rows if row.enabled and row.unit == "die")


def net_words(net: Net, dice: int = 0) -> str:
    """Return the net in words: "Advantage, 2 levels"; the change of dice where there are none."""
    if not net:
        return f"{signed(dice)} {'die' if abs(dice) == 1 else 'dice'}" if dice else "Even"
    if net.against:
        return f"Advantage {net.levels} and Disadvantage {net.against}"
    kind = "Advantage" if net.levels > 0 else "Disadvantage"
    if abs(net.levels) >= ALL:
        return f"Total {kind}"
    return f"{kind}, {counted(abs(net.levels), 'level')}"


def effective_cover(board: Board, situation: Situation, options: Options) -> tuple[CoverGrade, str]:
    """Return the cover that counts, and why; the GM's word counts as it is.

    Take Cover raises the grade of the objects behind which it was taken, by how much is an option;
    with the option "only after Take Cover" nothing else counts (section 5 gives no figure).
    """
    cover = situation.cover
    if "cover" in situation.by_hand:
        return cover.grade, cover.reason
    taken = status_of(board.token(situation.target)).cover_by
    took = cover.grade > CoverGrade.NONE and any(key in taken for key in cover.by)
    if cover.grade is CoverGrade.TOTAL:
        return cover.grade, cover.reason
    if options.cover is CoverRule.AFTER_TAKE_COVER:
        if not took:
            return CoverGrade.NONE, f"{cover.reason}; nobody took cover"
        return cover.grade, f"{cover.reason}; took cover"
    if took and options.take_cover_grades:
        raised = min(CoverGrade.TOTAL, cover.grade + options.take_cover_grades)
        return CoverGrade(raised), f"{cover.reason}; raised by Take Cover"
    return cover.grade, cover.reason


def _found(
    board: Board, attack: Attack, situation: Situation, weapon: Weapon, options: Options
) -> Iterator[Found]:
    attacker, target = board.token(attack.attacker), board.token(attack.target)
    yield from _places(board, situation, weapon, options, target)
    yield from _conditions(board, situation, weapon, options, attacker, target)
    sees = not why_unseen(situation, options, attacker, target)
    yield from _earlier(attack, weapon, options, attacker, target, sees)
    yield from _lost_dice(attacker, weapon)


def _places(
    board: Board, situation: Situation, weapon: Weapon, options: Options, target: Token
) -> Iterator[Found]:
    arc = situation.arc
    cell = cell_name(board.grid, arc.from_cell)
    faces = f"{name_of(target)}, who faces {direction(arc.facing)}"
    if arc.arc is Arc.REAR:
        yield Found("rear", 2, f"{cell} lies behind {faces}")
    elif arc.arc is Arc.SIDE and options.side_arc_levels:
        yield Found("side", options.side_arc_levels, f"{cell} lies beside {faces}")
    feet = situation.height.feet
    if feet > 0 and feet >= options.higher_ground_feet:
        attacker = name_of(board.token(situation.attacker))
        yield Found("higher_ground", 1, f"{attacker} stands {feet} ft above {name_of(target)}")
    grade, reason = effective_cover(board, situation, options)
    worth = {
        CoverGrade.MINOR: options.minor_cover_levels,
        CoverGrade.MAJOR: options.major_cover_levels,
    }.get(grade, 0)
    if worth:
        yield Found("cover", -worth, reason)
    if situation.tight.value:
        reason, worth = situation.tight.reason, 1
        if weapon.reach:
            reason = f"{reason}; a reach weapon needs room"
            worth = 3 if options.tight_reach is TightReach.ADDS_UP else 2
        yield Found("tight_space", -worth, reason)


def _conditions(
    board: Board,
    situation: Situation,
    weapon: Weapon,
    options: Options,
    attacker: Token,
    target: Token,
) -> Iterator[Found]:
    if _is_so(situation, "target_posture", target.has("prone")):
        lies = f"{name_of(target)} lies on the ground"
        if weapon.is_ranged:
            yield Found("target_prone", -2, f"{lies}, a ranged attack")
        else:
            yield Found("target_prone", 2, f"{lies}, a melee attack")
    if _is_so(situation, "attacker_posture", attacker.has("prone")):
        yield Found("attacker_prone", -2, f"{name_of(attacker)} lies on the ground")
    aiming = status_of(attacker).aim if weapon.is_ranged else 0
    unseen = why_unseen(situation, options, attacker, target)
    if unseen and aiming:
        yield Found("unseen", -1, f"{unseen}; aiming at it counts nothing", is_total=True)
    elif unseen:
        yield Found("unseen", -2, unseen)
    elif situation.sight.obscured_cells and options.obscured_sight is ObscuredSight.DIMS:
        yield Found("obscured", -1, situation.sight.reason)
    why = why_moving(board, options, target)
    if weapon.is_ranged and _is_so(situation, "target_motion", bool(why)):
        yield Found("moving_target", -1, why)
    if target.has("off-guard") and options.off_guard is OffGuardRule.ADVANTAGE:
        yield Found("off_guard", 1, f"{name_of(target)} is off-guard")
    elsewhere = attacker.has("grappled") and status_of(attacker).grappled_by != target.id
    if elsewhere and options.grappled_strikes is GrappledStrikes.DISADVANTAGE:
        yield Found("grappled", -1, f"{name_of(attacker)} is held and strikes at somebody else")


def _earlier(
    attack: Attack, weapon: Weapon, options: Options, attacker: Token, target: Token, sees: bool
) -> Iterator[Found]:
    """Yield what earlier actions bring, by what the strike is paid with."""
    yield from _own(attack, weapon, options, attacker, sees=sees)
    own_turn = cost_of(attack) in ("action", "bonus", "power")
    if own_turn and not weapon.is_ranged and status_of(attacker).feint == target.id:
        yield Found("feint", 1, f"{name_of(target)} was misled this turn")


def _own(
    attack: Attack, weapon: Weapon, options: Options, attacker: Token, *, sees: bool
) -> Iterator[Found]:
    """Yield what an attacker's own turn brings, whoever the target is."""
    status = status_of(attacker)
    cost = cost_of(attack)
    if cost == "action" and status.strikes:
        count = min(3, status.strikes)
        ordinal = ("2nd", "3rd", "4th")[count - 1] if status.strikes <= 3 else "later"
        in_dice = options.repeat_penalty is RepeatPenalty.DICE
        reason = f"{ordinal} strike of {name_of(attacker)} this turn"
        yield Found("repeat", -count, reason, unit="die" if in_dice else "")
    off_hand = cost == "bonus" and details_of(weapon).off_hand and options.off_hand_level
    if off_hand and not sheet_of(attacker).ambidextrous:
        yield Found("off_hand", -1, f"{name_of(attacker)} isn't ambidextrous")
    own_turn = cost in ("action", "bonus", "power")
    named = attack.choices.get("power", "") if cost == "power" else ""
    power = next((p for p in sheet_of(attacker).powers if p.name == named), None)
    if power is not None and power.levels:
        yield Found("power", power.levels, f"{name_of(attacker)} invokes {power.name}")
    if own_turn and weapon.is_ranged and status.aim and sees:
        yield Found("aim", min(3, status.aim), f"{counted(status.aim, 'action')} spent aiming")
    if status.assist:
        yield Found("assist", status.assist, f"{name_of(attacker)} is assisted by an ally")
    if own_turn and status.breaks_now:
        reason = f"{name_of(attacker)} endured {status.endured} boxes and must use it this turn"
        yield Found("limit_break", 1, reason, is_total=True)


def _lost_dice(attacker: Token, weapon: Weapon) -> Iterator[Found]:
    """Yield what wounds and exhaustion take off the pool."""
    pool = base_pool(attacker, weapon)
    for key, lost, reason in dice_penalties(attacker):
        left = max(0, pool - lost)
        yield Found(key, -lost, f"{reason}, pool {pool} becomes {left}")
        pool = left


def cost_of(attack: Attack) -> str:
    """Return what a strike is paid with: "action", "bonus", "reaction", "readied" or "power"."""
    return attack.choices.get("cost", "action")


def why_moving(board: Board, options: Options, target: Token) -> str:
    """Return why the target is a moving one, as the option reads it; empty: it isn't."""
    if target.has("moving"):
        return f"{name_of(target)} is moving"
    status, rule = status_of(target), options.moving_target
    if rule is MovingTarget.LAST_TURN and status.moved_last_turn:
        return f"{name_of(target)} moved in its last turn"
    now = board.encounter.turn_order.active == target.id
    if rule is MovingTarget.OWN_TURN and now and status.moved:
        return f"{name_of(target)} is moving in this very turn"
    return ""


def why_unseen_by_condition(attacker: Token, target: Token) -> str:
    """Return why a condition hides the target from the attacker; empty: none does."""
    if attacker.has("blinded"):
        return f"{name_of(attacker)} is blinded"
    if attacker.id in status_of(target).hidden_from:
        return f"{name_of(target)} hides from {name_of(attacker)}"
    for condition in ("invisible", "unseen", "hidden"):
        if target.has(condition):
            return f"{name_of(target)} is {condition}"
    return ""


def why_unseen(situation: Situation, options: Options, attacker: Token, target: Token) -> str:
    """Return why the attacker can't see the target; empty: it sees it."""
    if "target_seen" in situation.by_hand:
        return "" if situation.target_seen.value else situation.target_seen.reason
    if reason := why_unseen_by_condition(attacker, target):
        return reason
    if not situation.sight.clear:
        return situation.sight.reason
    if situation.sight.obscured_cells and options.obscured_sight is ObscuredSight.BLOCKS:
        return situation.sight.reason
    return ""


def _is_so(situation: Situation, fact: str, state: bool) -> bool:
    """Tell whether a state counts: what the GM says of the fact, else what the fight shows."""
    said = said_of(situation, fact)
    return state if said is None else said


def _modifier(found: Found) -> Modifier:
    row = RULINGS.row(found.key, found.reason, found.value)
    return replace(row, unit=found.unit or row.unit, is_total=found.is_total or row.is_total)

"""What the facts of a situation are worth in ShadowRealms (sections 2, 5, 9, 11, 14, 17 to 19)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.dice.pool import ALL
from battlemap.geometry.angle import Arc
from battlemap.geometry.names import cell_name
from battlemap.model.obstacle import CoverGrade
from battlemap.rules.modifier import Modifier
from battlemap.systems.shadowrealms.options import (
    CoverRule,
    GrappledStrikes,
    ObscuredSight,
    OffGuardRule,
    RepeatPenalty,
    TotalRule,
)
from battlemap.systems.shadowrealms.sheet import (
    BOXES,
    Tier,
    details_of,
    name_of,
    sheet_of,
    status_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.intent import Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.systems.shadowrealms.options import Options
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation

GAME = "ShadowRealms"


@dataclass(frozen=True)
class Known:
    """What is always the same about a modifier; ``value`` is what "on" by hand means."""

    label: str
    value: int
    section: str
    fact: str = ""
    unit: str = "level"
    is_total: bool = False


KNOWN: dict[str, Known] = {
    "rear": Known("Rear attack", 2, "section 8", "arc"),
    "side": Known("Side arc", 1, "section 8", "arc"),
    "higher_ground": Known("Higher ground", 1, "section 9", "height"),
    "cover": Known("Cover", -1, "section 5, Take Cover", "cover"),
    "tight_space": Known("Tight space", -1, "section 9", "tight"),
    "target_prone": Known("Target prone", 2, "section 9"),
    "attacker_prone": Known("Attacking while prone", -2, "section 9"),
    "unseen": Known("Target unseen", -2, "section 9", "sight"),
    "obscured": Known("Dim sight", -1, "section 6", "sight"),
    "moving_target": Known("Moving target", -1, "section 9"),
    "repeat": Known("Repeated strike", -1, "section 11"),
    "off_hand": Known("Off-hand", -1, "section 11"),
    "aim": Known("Aim", 1, "section 9"),
    "feint": Known("Feint", 1, "section 5"),
    "assist": Known("Assist", 1, "section 5"),
    "off_guard": Known("Off-Guard", 1, "section 2"),
    "grappled": Known("Grappled", -1, "section 18"),
    "limit_break": Known("Limit Break", 1, "section 17", is_total=True),
    "wounded": Known("Wounded", -1, "section 14", unit="die"),
    "exhausted": Known("Exhausted", -1, "section 14", unit="die"),
    "staggered": Known("Staggered", -1, "section 21", unit="die"),
    "injured": Known("Injured", -1, "section 23", unit="die"),
}
"""Every modifier that the map, the sheets or the fight can show, by its key."""


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
    rows = [_modifier(found) for found in _found(board, attack, situation, weapon, options)]
    rows = [_overruled(board, attack, row) for row in rows]
    present = {row.key for row in rows}
    rows.extend(_set_by_hand(board, attack, present))
    for label, value in attack.added:
        rows.append(Modifier(f"gm:{label}", label, value, "Added by the GM", "GM"))
    return tuple(rows)


def net_levels(rows: Sequence[Modifier], options: Options) -> int:
    """Return levels of Advantage above 0, of Disadvantage below, ``ALL`` for a Total.

    Opposite levels cancel first; two Totals cancel; a Total against levels of the other kind stays
    Total (all settled; section 9 is silent).
    """
    counted = [row for row in rows if row.enabled and row.unit == "level"]
    totals = sum((row.value > 0) - (row.value < 0) for row in counted if row.is_total)
    plain = sum(row.value for row in counted if not row.is_total)
    if totals == 0:
        return plain
    against = plain * totals < 0
    if against and options.total is TotalRule.CANCELS:
        return 0
    return ALL if totals > 0 else -ALL


def net_dice(rows: Sequence[Modifier]) -> int:
    """Return how many dice the pool gains, or loses where it is negative."""
    return sum(row.value for row in rows if row.enabled and row.unit == "die")


def net_words(levels: int) -> str:
    """Return the net in words: "Advantage, 2 levels"."""
    if levels == 0:
        return "Even"
    kind = "Advantage" if levels > 0 else "Disadvantage"
    if abs(levels) >= ALL:
        return f"Total {kind}"
    return f"{kind}, {abs(levels)} level{'' if abs(levels) == 1 else 's'}"


def effective_cover(board: Board, situation: Situation, options: Options) -> tuple[CoverGrade, str]:
    """Return the cover that counts, and why.

    Take Cover raises the grade of the objects behind which it was taken by one (settled); with the
    option "only after Take Cover" nothing else counts (section 5 gives no figure).
    """
    cover = situation.cover
    taken = status_of(board.token(situation.target)).cover_by
    took = cover.grade > CoverGrade.NONE and any(key in taken for key in cover.by)
    if cover.grade is CoverGrade.TOTAL:
        return cover.grade, cover.reason
    if options.cover is CoverRule.AFTER_TAKE_COVER:
        if not took:
            return CoverGrade.NONE, f"{cover.reason}; nobody took cover"
        return cover.grade, f"{cover.reason}; took cover"
    if took:
        return CoverGrade(cover.grade + 1), f"{cover.reason}; raised by Take Cover"
    return cover.grade, cover.reason


def wound_penalty(token: Token) -> int:
    """Return how many dice damage costs, as a positive number (section 14).

    A full track costs 4, in the place of the 3 (section 25).
    """
    if sheet_of(token).tier is not Tier.FULL:
        return 0
    boxes = status_of(token).boxes
    return 4 if boxes >= BOXES else max(0, (boxes - 1) // 4)


def dice_penalties(token: Token) -> Iterator[tuple[str, int, str]]:
    """Yield (key, dice lost, reason) for each penalty on most physical actions."""
    sheet, status = sheet_of(token), status_of(token)
    if lost := wound_penalty(token):
        yield "wounded", lost, f"{name_of(token)} {status.boxes} of {BOXES} boxes"
    if sheet.tier is Tier.FULL and status.fatigue >= sheet.stamina:
        yield "exhausted", 1, f"{name_of(token)} has no stamina left"
    if sheet.tier in (Tier.STANDARD, Tier.ELITE) and status.minion_hits:
        yield "staggered", 1, f"{name_of(token)} took {status.minion_hits} of {sheet.tier.falls_at}"
    injured = sum(injury.dice for injury in status.injuries)
    if injured:
        worst = max(status.injuries, key=lambda injury: injury.dice)
        yield "injured", injured, f"{name_of(token)}: {worst.text}"


def facing_word(degrees: float) -> str:
    """Return the direction of a facing: "east".

    Examples
    --------
    >>> facing_word(90), facing_word(330), facing_word(60)
    ('east', 'north-west', 'north-east')
    """
    turned = degrees % 360
    if turned % 90 == 0:
        return ("north", "east", "south", "west")[int(turned // 90)]
    vertical = "north" if turned < 90 or turned > 270 else "south"
    return f"{vertical}-{'east' if turned < 180 else 'west'}"


def _found(
    board: Board, attack: Attack, situation: Situation, weapon: Weapon, options: Options
) -> Iterator[Found]:
    attacker, target = board.token(attack.attacker), board.token(attack.target)
    yield from _places(board, situation, weapon, options, target)
    yield from _conditions(situation, weapon, options, attacker, target)
    sees = not why_unseen(situation, options, attacker, target)
    yield from _earlier(attack, weapon, options, attacker, target, sees)
    pool = base_pool(attacker, weapon)
    for key, lost, reason in dice_penalties(attacker):
        left = max(0, pool - lost)
        yield Found(key, -lost, f"{reason}, pool {pool} becomes {left}")
        pool = left


def _places(
    board: Board, situation: Situation, weapon: Weapon, options: Options, target: Token
) -> Iterator[Found]:
    arc = situation.arc
    cell = cell_name(board.grid, arc.from_cell)
    faces = f"{name_of(target)}, who faces {facing_word(arc.facing)}"
    if arc.arc is Arc.REAR:
        yield Found("rear", 2, f"{cell} lies behind {faces}")
    elif arc.arc is Arc.SIDE and options.side_arc_levels:
        yield Found("side", options.side_arc_levels, f"{cell} lies beside {faces}")
    feet = situation.height.feet
    if feet > 0 and feet >= options.higher_ground_feet:
        attacker = name_of(board.token(situation.attacker))
        yield Found("higher_ground", 1, f"{attacker} stands {feet} ft above {name_of(target)}")
    grade, reason = effective_cover(board, situation, options)
    if grade in (CoverGrade.MINOR, CoverGrade.MAJOR):
        yield Found("cover", -int(grade), reason)
    if situation.tight.value:
        if weapon.reach:
            reason = f"{situation.tight.reason}; a reach weapon needs room"
            yield Found("tight_space", -2, reason)
        else:
            yield Found("tight_space", -1, situation.tight.reason)


def _conditions(
    situation: Situation, weapon: Weapon, options: Options, attacker: Token, target: Token
) -> Iterator[Found]:
    if target.has("prone"):
        lies = f"{name_of(target)} lies on the ground"
        if weapon.is_ranged:
            yield Found("target_prone", -2, f"{lies}, a ranged attack")
        else:
            yield Found("target_prone", 2, f"{lies}, a melee attack")
    if attacker.has("prone"):
        yield Found("attacker_prone", -2, f"{name_of(attacker)} lies on the ground")
    aiming = status_of(attacker).aim if weapon.is_ranged else 0
    unseen = why_unseen(situation, options, attacker, target)
    if unseen and aiming:
        yield Found("unseen", -1, f"{unseen}; aiming at it counts nothing", is_total=True)
    elif unseen:
        yield Found("unseen", -2, unseen)
    elif situation.sight.obscured_cells and options.obscured_sight is ObscuredSight.DIMS:
        yield Found("obscured", -1, situation.sight.reason)
    if weapon.is_ranged and status_of(target).moved_last_turn:
        yield Found("moving_target", -1, f"{name_of(target)} moved in its last turn")
    if target.has("off-guard") and options.off_guard is OffGuardRule.ADVANTAGE:
        yield Found("off_guard", 1, f"{name_of(target)} is off-guard")
    elsewhere = attacker.has("grappled") and status_of(attacker).grappled_by != target.id
    if elsewhere and options.grappled_strikes is GrappledStrikes.DISADVANTAGE:
        yield Found("grappled", -1, f"{name_of(attacker)} is held and strikes at somebody else")


def _earlier(
    attack: Attack, weapon: Weapon, options: Options, attacker: Token, target: Token, sees: bool
) -> Iterator[Found]:
    """Yield what earlier actions bring, by what the strike is paid with."""
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
    own_turn = cost in ("action", "bonus")
    if own_turn and weapon.is_ranged and status.aim and sees:
        yield Found("aim", min(3, status.aim), _times(status.aim, "action") + " spent aiming")
    if own_turn and not weapon.is_ranged and status.feint == target.id:
        yield Found("feint", 1, f"{name_of(target)} was misled this turn")
    if status.assist:
        yield Found("assist", status.assist, f"{name_of(attacker)} is assisted by an ally")
    if own_turn and status.limit_break == "ready":
        reason = f"{name_of(attacker)} endured {status.endured} boxes and must use it this turn"
        yield Found("limit_break", 1, reason, is_total=True)


def base_pool(attacker: Token, weapon: Weapon) -> int:
    """Return the dice of an attack before penalties (section 10, step 2)."""
    sheet, details = sheet_of(attacker), details_of(weapon)
    named = {"might": sheet.might, "agility": sheet.agility, "accuracy": sheet.accuracy}
    if details.attribute:
        return named[details.attribute]
    if weapon.is_ranged:
        return sheet.accuracy
    return max(sheet.might, sheet.agility) if details.agile else sheet.might


def cost_of(attack: Attack) -> str:
    """Return what a strike is paid with: "action", "bonus", "reaction" or "readied"."""
    return attack.choices.get("cost", "action")


def why_unseen_by_condition(attacker: Token, target: Token) -> str:
    """Return why a condition hides the target from the attacker; empty: none does."""
    if attacker.has("blinded"):
        return f"{name_of(attacker)} is blinded"
    for condition in ("invisible", "unseen", "hidden"):
        if target.has(condition):
            return f"{name_of(target)} is {condition}"
    return ""


def why_unseen(situation: Situation, options: Options, attacker: Token, target: Token) -> str:
    """Return why the attacker can't see the target; empty: it sees it."""
    if reason := why_unseen_by_condition(attacker, target):
        return reason
    if not situation.sight.clear:
        return situation.sight.reason
    if situation.sight.obscured_cells and options.obscured_sight is ObscuredSight.BLOCKS:
        return situation.sight.reason
    return ""


def _modifier(found: Found) -> Modifier:
    known = KNOWN[found.key]
    return Modifier(
        key=found.key,
        label=known.label,
        value=found.value,
        reason=found.reason,
        source=f"{GAME}, {known.section}",
        unit=found.unit or known.unit,
        fact=known.fact,
        is_total=found.is_total or known.is_total,
    )


def _rulings(board: Board, attack: Attack) -> dict[str, str]:
    """Return the GM's standing rulings for this pair, by key."""
    return {
        override.key: override.value
        for override in board.encounter.overrides
        if override.attacker in ("", attack.attacker) and override.target in ("", attack.target)
    }


def _overruled(board: Board, attack: Attack, row: Modifier) -> Modifier:
    standing, once = _rulings(board, attack).get(row.key, ""), attack.switched.get(row.key, "")
    if standing and standing not in ("on", "off"):
        row = replace(row, value=_number(standing, row.value), overruled="until cleared")
    if once == "off":
        return replace(row, enabled=False, overruled="once")
    if standing == "off" and once != "on":
        return replace(row, enabled=False, overruled="until cleared")
    if once == "on" and standing == "off":
        return replace(row, overruled="once")
    return row


def _set_by_hand(board: Board, attack: Attack, present: set[str]) -> Iterator[Modifier]:
    """Yield what the GM says counts although nothing on the map shows it."""
    standing = _rulings(board, attack)
    for key, known in KNOWN.items():
        once, until = attack.switched.get(key, ""), standing.get(key, "")
        if key in present or not (once == "on" or (until and until != "off")):
            continue
        value = _number(until, known.value) if until not in ("", "on") else known.value
        yield Modifier(
            key=key,
            label=known.label,
            value=value,
            reason="Counts by the GM's word",
            source=f"{GAME}, {known.section}",
            unit=known.unit,
            enabled=once != "off",
            overruled="until cleared" if until else "once",
            is_total=known.is_total,
        )


def _number(text: str, default: int) -> int:
    try:
        return int(text)
    except ValueError:
        return default


def _times(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"

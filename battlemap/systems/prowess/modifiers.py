"""What the facts of a situation are worth in Prowess: bonuses on either roll, and extra dice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.obstacle import CoverGrade
from battlemap.model.words import counted, signed
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import said_of, told
from battlemap.systems.prowess.rulings import COVER_KEYS, RULINGS
from battlemap.systems.prowess.sheet import sheet_of, status_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.intent import AreaAttack, Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.prowess.defense import Defense
    from battlemap.systems.prowess.options import Options
    from battlemap.tactics.board import Board
    from battlemap.tactics.facts import Cover
    from battlemap.tactics.situation import Situation

ASSIST = 4
MINOR, MAJOR = 2, 5
TECHNIQUES = ("wounding_strike", "guard_break", "armor_pierce")

ON_DEFENSE = frozenset({*COVER_KEYS, "surprised", "block", "perfect_parry"})
"""Modifiers that change the defender's total; they count against the attacker where negative."""


def modifiers(
    board: Board,
    attack: Attack,
    situation: Situation,
    weapon: Weapon,
    defense: Defense,
    options: Options,
) -> tuple[Modifier, ...]:
    """Return every modifier of an attack, those overruled by the GM included and marked."""
    attacker, target = board.token(attack.attacker), board.token(attack.target)
    found = [
        *_extra_die(situation, attacker, target, weapon, options),
        *cover_rows(situation.cover, -situation.height.feet, name_of(target), options),
        *attacker_rows(attacker, attack.choices.get("kind", ""), options),
        *defense_rows(target, defense),
    ]
    return overruled(board, attack, attack.target, list(told(found, situation)))


def overruled(
    board: Board, attack: Attack | AreaAttack, target: str, rows: Sequence[Modifier]
) -> tuple[Modifier, ...]:
    """Return *rows* after the GM's rulings; what the GM adds counts as a bonus."""
    return tuple(
        replace(row, unit="bonus") if row.key.startswith("gm:") else row
        for row in RULINGS.overruled(board.encounter, attack, target, rows)
    )


def attack_bonus(rows: Sequence[Modifier]) -> int:
    """Return what the modifiers add to the attack roll."""
    return sum(
        row.value
        for row in rows
        if row.enabled and row.unit == "bonus" and row.key not in ON_DEFENSE
    )


def defense_bonus(rows: Sequence[Modifier]) -> int:
    """Return what the modifiers add to the defender's roll; of cover only the best counts."""
    counting = [row for row in rows if row.enabled and row.key in ON_DEFENSE]
    cover = min((row.value for row in counting if row.key in COVER_KEYS), default=0)
    return -cover - sum(row.value for row in counting if row.key not in COVER_KEYS)


def extra_dice(rows: Sequence[Modifier]) -> int:
    """Return how many dice are added without being spent: flanking gives one, however found."""
    return int(any(row.enabled and row.unit == "die" and row.value > 0 for row in rows))


def net_words(rows: Sequence[Modifier]) -> str:
    """Return the net in words: "+2, 1 die"; "Even" where nothing counts."""
    total = attack_bonus(rows) - defense_bonus(rows)
    dice = extra_dice(rows)
    parts = [signed(total)] if total else []
    if dice:
        parts.append(f"{signed(dice)} die")
    return ", ".join(parts) or "Even"


def cover_rows(cover: Cover, above_feet: int, target: str, options: Options) -> Iterator[Modifier]:
    """Yield the best cover that the target has, from obstacles or from standing above."""
    if cover.grade >= CoverGrade.MAJOR:
        yield RULINGS.row("cover_major", cover.reason)
    elif cover.grade is CoverGrade.MINOR:
        yield RULINGS.row("cover_minor", cover.reason)
    elif 0 < options.higher_ground_feet <= above_feet:
        yield RULINGS.row("higher", f"{target} stands {above_feet} ft above its attacker")


def attacker_rows(attacker: Token, kind: str, options: Options) -> Iterator[Modifier]:
    """Yield what the attacker brings along: a technique, assistance, Wounds."""
    name, status = name_of(attacker), status_of(attacker)
    if kind in TECHNIQUES:
        yield RULINGS.row(kind, f"{name} aims for more than a plain hit")
    if status.assisted_by:
        count = len(status.assisted_by) if options.assists_add else 1
        reason = f"{name} is assisted by {counted(len(status.assisted_by), 'ally', 'allies')}"
        yield RULINGS.row("assist", reason, ASSIST * count)
    if options.wound_penalty and status.wounds:
        loss = options.wound_penalty * len(status.wounds)
        yield RULINGS.row("wounded", f"{name} has {counted(len(status.wounds), 'Wound')}", -loss)


def defense_rows(target: Token, defense: Defense) -> Iterator[Modifier]:
    """Yield what the chosen defense brings along: surprise, Block, Perfect Parry."""
    name = name_of(target)
    if defense.is_evasion and target.has("surprised"):
        yield RULINGS.row("surprised", f"{name} is surprised and evades late")
    if defense.uses_shield and status_of(target).blocking:
        score = sheet_of(target).block_score
        yield RULINGS.row("block", f"{name} blocks, Block score {score}", -score)
    if defense.key == "perfect":
        yield RULINGS.row("perfect_parry", f"{name} tries a Perfect Parry")


def is_hidden_from(attacker: Token, target: Token) -> bool:
    """Tell whether the attacker is hidden, and the target hasn't seen it."""
    if not attacker.has("hidden"):
        return False
    unseen_by = status_of(attacker).hidden_from
    return not unseen_by or target.id in unseen_by


def _extra_die(
    situation: Situation, attacker: Token, target: Token, weapon: Weapon, options: Options
) -> Iterator[Modifier]:
    may_flank = options.ranged_flanking or not weapon.is_ranged
    if may_flank and situation.flanked.value:
        yield RULINGS.row("flanking", situation.flanked.reason)
        return
    said = said_of(situation, "attacker_seen")
    if is_hidden_from(attacker, target) if said is None else not said:
        yield RULINGS.row("hidden", f"{name_of(target)} doesn't see {name_of(attacker)}")

"""What the facts of a situation are worth in Crawler (Common attack modifiers)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.obstacle import CoverGrade
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import said_of, told
from battlemap.systems.crawler.readings import LeastCover, ObscuredSight, OppositeModifiers
from battlemap.systems.crawler.rulings import RULINGS
from battlemap.systems.crawler.sheet import details_of, is_crawler, size_class_of
from battlemap.systems.crawler.status import status_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.intent import AreaAttack, Attack
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.crawler.options import Options
    from battlemap.tactics.board import Board
    from battlemap.tactics.facts import Cover
    from battlemap.tactics.situation import Situation

MELEE_FEET = 5
"""Areas are no melee attacks; cover counts for those whose target stands farther than this."""

_HIDING = ("invisible", "unseen", "hidden")


def modifiers(
    board: Board,
    attack: Attack | AreaAttack,
    situation: Situation,
    weapon: Weapon,
    options: Options,
    *,
    cover: Cover | None = None,
) -> tuple[Modifier, ...]:
    """Return every modifier of an attack, those overruled by the GM included and marked.

    Parameters
    ----------
    cover
        In the place of the situation's own: from the origin of an area.
    """
    found = list(
        told(_found(board, situation, weapon, options, cover or situation.cover), situation)
    )
    return tuple(RULINGS.overruled(board.encounter, attack, situation.target, found))


def net_level(rows: Sequence[Modifier], options: Options) -> int:
    """Return 1 for Advantage, -1 for Disadvantage, 0 for a plain roll."""
    levels = [row.value for row in rows if row.enabled and row.unit == "level"]
    ups = sum(value for value in levels if value > 0)
    downs = -sum(value for value in levels if value < 0)
    if ups and downs and options.opposite is OppositeModifiers.CANCEL:
        return 0
    return (ups > downs) - (ups < downs)


def least_cover(options: Options) -> CoverGrade:
    """Return the least cover that counts."""
    return CoverGrade.MINOR if options.least_cover is LeastCover.MINOR else CoverGrade.MAJOR


def level_words(level: int) -> str:
    """Return a net in words."""
    return {1: "Advantage", 0: "Plain roll", -1: "Disadvantage"}[level]


def why_unseen(attacker: Token, target: Token) -> str:
    """Return why a condition hides *target* from *attacker*; empty: none does."""
    if attacker.has("blinded"):
        return f"{name_of(attacker)} is blinded"
    for condition in _HIDING:
        if target.has(condition):
            return f"{name_of(target)} is {condition}"
    return ""


def _found(
    board: Board, situation: Situation, weapon: Weapon, options: Options, cover: Cover
) -> Iterator[Modifier]:
    attacker, target = board.token(situation.attacker), board.token(situation.target)
    row = RULINGS.row
    afar = weapon.is_ranged or (
        details_of(weapon).has_area and situation.distance.feet > MELEE_FEET
    )
    if afar and least_cover(options) <= cover.grade < CoverGrade.TOTAL:
        yield row("cover", f"{cover.reason}; cover counts beyond melee")
    yield from _sight(board, situation, options, attacker, target)
    if attacker.has("severe weather"):
        yield row("weather", f"{name_of(attacker)} stands in severe weather")
    if attacker.has("shifting ground"):
        yield row("ground", f"{name_of(attacker)} stands on shifting ground")
    feet = situation.height.feet
    if options.may_advantage and feet > 0 and feet >= options.high_ground_feet:
        yield row("high_ground", f"{name_of(attacker)} stands {feet} ft above {name_of(target)}")
    apart = size_class_of(target) - size_class_of(attacker)
    if "sizes" in situation.by_hand:
        apart = -situation.sizes.difference
    if abs(apart) >= options.size_classes:
        key, word = ("larger", "larger") if apart > 0 else ("smaller", "smaller")
        classes = counted(abs(apart), "size class", "size classes")
        yield row(key, f"{name_of(target)} is {classes} {word} than {name_of(attacker)}")
    if weapon.is_ranged and situation.engaged_by:
        names = ", ".join(name_of(board.token(key)) for key in situation.engaged_by)
        yield row("melee_reach", f"{name_of(attacker)} stands in the melee reach of {names}")
    if target.id in status_of(attacker).advantage_against:
        yield row("evaded", f"{name_of(attacker)} evaded {name_of(target)} well")
    if attacker.has("shaken"):
        yield row("shaken", f"{name_of(attacker)} is shaken")
    if target.has("shaken") and is_crawler(target) and not is_crawler(attacker):
        yield row("shaken_target", f"{name_of(target)} is shaken and evades badly")


def _sight(
    board: Board, situation: Situation, options: Options, attacker: Token, target: Token
) -> Iterator[Modifier]:
    row = RULINGS.row
    hidden = why_unseen(attacker, target)
    if (said := said_of(situation, "target_seen")) is not None:
        hidden = "" if said else situation.target_seen.reason
    obscured = situation.sight.obscured_cells
    where = ""
    if obscured and options.obscured_sight is not ObscuredSight.NOTHING:
        cells = ", ".join(cell_name(board.grid, cell) for cell in obscured[:4])
        where = f"{cells} {'is' if len(obscured) == 1 else 'are'} dark or full of smoke"
    hides = where and options.obscured_sight is ObscuredSight.HIDES
    if hidden or (hides and said is None):
        yield row("unseen", hidden or where)
    elif where:
        yield row("darkness", where)
    if not options.may_advantage:
        return
    if (said := said_of(situation, "attacker_seen")) is not None:
        if not said:
            yield row("unseen_attacker", situation.attacker_seen.reason)
    elif blind := why_unseen(target, attacker):
        yield row("unseen_attacker", blind)
    elif hides:
        yield row("unseen_attacker", where)

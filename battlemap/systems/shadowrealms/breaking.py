"""Attacks on objects: no attack roll, the whole pool is damage dice (section 20)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.dice.pool import Funnel
from battlemap.model.event import Noted, ObstacleChanged, ObstacleRemoved
from battlemap.model.intent import Attack
from battlemap.model.obstacle import Door, Wall
from battlemap.model.words import counted, signed
from battlemap.rules.acting import ask_object
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, happen
from battlemap.systems.shadowrealms.attack import weapon_of
from battlemap.systems.shadowrealms.blow import LADDER
from battlemap.systems.shadowrealms.modifiers import (
    Net,
    net_dice,
    net_levels,
    net_words,
    on_object,
)
from battlemap.systems.shadowrealms.objects import (
    name_of_object,
    threshold_at,
    toughness_of,
)
from battlemap.systems.shadowrealms.pools import base_pool, dice_words, roll_pool
from battlemap.systems.shadowrealms.readings import (
    CollapseCount,
    DurabilitySplit,
    SiegeDoubling,
    SkippedAttackRoll,
)
from battlemap.systems.shadowrealms.resolution import pay
from battlemap.systems.shadowrealms.sheet import details_of
from battlemap.tactics.board import Board
from battlemap.tactics.objects import breached, within_weapon

if TYPE_CHECKING:
    from battlemap.dice.pool import PoolResult
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.obstacle import Obstacle
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.options import Options
    from battlemap.tactics.objects import NearObject

COLLAPSE = 4
"""Siege successes at which the GM may let a part of a structure collapse."""


@dataclass(frozen=True)
class Smash:
    """Everything that decides an attack on an object, before the dice."""

    attacker: Token
    weapon: Weapon
    obstacle: Obstacle
    funnel: Funnel
    modifiers: tuple[Modifier, ...]
    levels: Net
    threshold: int
    """Damage that ends the object, where it is struck."""
    words: str
    """How the damage target comes about."""

    @property
    def left(self) -> int:
        """Damage that still ends the object."""
        return max(1, self.threshold - self.obstacle.damage)

    @property
    def to_break(self) -> float:
        """The exact chance that this blow ends the object."""
        return float(self.funnel.odds().amount.at_least(self.left))

    @property
    def mean(self) -> float:
        """The mean damage."""
        return float(self.funnel.odds().amount.mean)


def aim_smash(
    system: ShadowRealms,
    token: Token,
    weapon: Weapon,
    obstacle: Obstacle,
    *,
    structural: bool = False,
    protection: int | None = None,
) -> Smash:
    """Return the description of an attack on an object, for its odds and its dice.

    Parameters
    ----------
    structural
        Whether the blow goes to hinges, wheels or beams, which give way at half the threshold.
    protection
        The part of the durability that the GM counts as Protection; siege damage halves it. None:
        as the option says.
    """
    options, details = system.options, details_of(weapon)
    tough = toughness_of(obstacle)
    rows = on_object(token, weapon, options)
    if protection is None:
        protection = _usual_protection(options, tough.durability)
    armor = min(max(0, protection), tough.durability)
    bare = tough.durability - armor
    armor = armor // 2 if details.siege else armor
    armor = max(0, armor - details.penetration)
    kept = options.skipped_attack_roll is SkippedAttackRoll.ON_DAMAGE
    levels = net_levels(rows, options) if kept else Net()
    funnel = Funnel(
        first=None,
        target=bare + armor - details.attack_strength,
        sides=options.pool_die.sides,
        ladder=_ladder(system, siege=details.siege),
        dice=max(0, base_pool(token, weapon) + net_dice(rows)),
        levels=levels.levels,
        against=levels.against,
    )
    words = f"Durability {tough.durability}"
    if protection:
        words += f", of it protection {armor} after siege and penetration"
    if details.attack_strength:
        words += f" − attack strength {details.attack_strength}"
    threshold = threshold_at(options, tough.threshold, structural=structural)
    return Smash(token, weapon, obstacle, funnel, rows, levels, threshold, words)


def _usual_protection(options: Options, durability: int) -> int:
    """Return the part of an object's durability that is Protection where the GM says nothing."""
    if options.durability_split is DurabilitySplit.TOUGHNESS:
        return 0
    whole = options.durability_split is DurabilitySplit.PROTECTION
    return durability if whole else durability // 2


def _ladder(system: ShadowRealms, *, siege: bool) -> tuple[int, ...]:
    """Return the damage ladder; siege doubles successes, or the damage (section 20)."""
    if not siege:
        return LADDER
    if system.options.siege is SiegeDoubling.DAMAGE:
        return tuple(2 * rung for rung in LADDER)
    return tuple(LADDER[min(2 * count, len(LADDER) - 1)] for count in range(len(LADDER)))


def smash(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Attack an object: which one and where is chosen or asked, then the damage dice fall."""
    token = encounter.tokens[act.token]
    named = act.choices.get("weapon", "")
    weapons = [weapon_of(system, token, named)] if named else list(system.weapons(token))
    reached: dict[str, NearObject] = {}
    by: dict[str, Weapon] = {}
    board = Board.of(encounter, system)
    for weapon in weapons:
        for near in within_weapon(board, token.id, weapon):
            reached.setdefault(near.id, near)
            by.setdefault(near.id, weapon)
    key = act.choices.get("obstacle", "")
    if not key:
        key = yield from _ask_object(system, encounter, token, by)
    if key not in reached:
        known = key in encounter.map.obstacles
        name = name_of_object(encounter.map.obstacles[key]) if known else f'"{key}"'
        raise IllegalIntentError(f"{name_of(token)} reaches no {name}.")
    weapon, obstacle = by[key], encounter.map.obstacles[key]
    structural = yield from _ask_point(system, token, weapon, obstacle, act)
    protection = act.choices.get("protection", "")
    planned = aim_smash(
        system,
        token,
        weapon,
        obstacle,
        structural=structural,
        protection=int(protection) if protection.isdecimal() else None,
    )
    # The price is that of a strike, and so is what it uses up.
    encounter = yield from pay(system, encounter, Attack(token.id, "", weapon.name))
    pool = planned.funnel.second(planned.funnel.dice)
    result = yield from roll_pool(
        pool, f"{name_of(token)} strikes {name_of_object(obstacle)}", token
    )
    damage = planned.funnel.amount(result.successes)
    total = obstacle.damage + damage
    breaks = damage > 0 and total >= planned.threshold
    doubled = system.options.collapse is CollapseCount.DOUBLED
    counted_successes = result.successes * (2 if doubled else 1)
    if details_of(weapon).siege and counted_successes >= COLLAPSE and not breaks:
        breaks = yield from _ask_collapse(token, obstacle, result.successes)
    encounter = yield from _left_of(
        encounter, obstacle, total, reached[key], breaks=breaks, structural=structural
    )
    return (yield from happen(_noted(planned, result, damage, total, breaks)))


def _ask_object(
    system: ShadowRealms, encounter: Encounter, token: Token, by: dict[str, Weapon]
) -> Part[str]:
    options = []
    for key, weapon in by.items():
        planned = aim_smash(system, token, weapon, encounter.map.obstacles[key])
        detail = (
            f"{weapon.name}, {planned.left} of {planned.threshold} to break it, "
            f"{planned.to_break:.0%} with this blow"
        )
        name = name_of_object(planned.obstacle)
        options.append(AskOption(key, name[:1].upper() + name[1:], detail))
    return (yield from ask_object(token, options))


def _ask_point(
    system: ShadowRealms, token: Token, weapon: Weapon, obstacle: Obstacle, act: Act
) -> Part[bool]:
    """Ask whether a large object is struck as a whole or at its hinges and joints."""
    given = act.choices.get("structural", "")
    if given in ("yes", "no"):
        return given == "yes"
    whole = aim_smash(system, token, weapon, obstacle)
    if whole.threshold < 2:
        return False
    half = aim_smash(system, token, weapon, obstacle, structural=True)
    name = name_of_object(obstacle)
    answer = yield from ask(
        Ask(
            token.id,
            f"{name_of(token)} strikes {name}: where?",
            (
                AskOption("whole", "The whole", _point_words(whole)),
                AskOption("joint", "Hinges, beams or joints", _point_words(half)),
            ),
            "structural point",
            (whole.words, f"{obstacle.damage} damage so far", "No attack roll: damage dice only"),
            to_hit=whole.to_break,
            mean=whole.mean,
            focus=(token.id,),
        )
    )
    return answer == "joint"


def _point_words(planned: Smash) -> str:
    return f"gives way at {planned.threshold}, {planned.to_break:.0%} with this blow"


def _ask_collapse(token: Token, obstacle: Obstacle, successes: int) -> Part[bool]:
    answer = yield from ask(
        Ask(
            token.id,
            f"{successes} siege successes: does a part of {name_of_object(obstacle)} collapse?",
            (AskOption("collapse", "It collapses"), AskOption("none", "It holds")),
            "collapse",
            focus=(token.id,),
        )
    )
    return answer == "collapse"


def _left_of(
    encounter: Encounter,
    obstacle: Obstacle,
    total: int,
    near: NearObject,
    *,
    breaks: bool,
    structural: bool,
) -> Procedure:
    """Put down what is left: damage, a door off its hinges, a gap in a wall, or nothing."""
    if not breaks:
        if total == obstacle.damage:
            return encounter
        return (yield from happen(ObstacleChanged(replace(obstacle, damage=total))))
    if structural and isinstance(obstacle, Door):
        hangs = replace(obstacle, is_open=True, is_locked=False, damage=total)
        return (yield from happen(ObstacleChanged(hangs)))
    rest = breached(obstacle, near.point) if isinstance(obstacle, Wall) else ()
    encounter = yield from happen(ObstacleRemoved(obstacle.id))
    for part in rest:
        key, number = part.id, 2
        while key in encounter.map.obstacles:
            key, number = f"{part.id}{number}", number + 1
        encounter = yield from happen(ObstacleChanged(replace(part, id=key)))
    return encounter


def _noted(planned: Smash, result: PoolResult, damage: int, total: int, breaks: bool) -> Noted:
    pool = planned.funnel.second(planned.funnel.dice)
    name, thing = name_of(planned.attacker), name_of_object(planned.obstacle)
    headline = f"{name} breaks {thing}" if breaks else f"{name} strikes {thing}"
    lines = [f"With {planned.weapon.name}", "No attack roll: an object"]
    for row in planned.modifiers:
        unit = "" if row.unit == "level" else f" {'die' if abs(row.value) == 1 else 'dice'}"
        lines.append(f"{row.label} {signed(row.value)}{unit}: {row.reason}")
    if planned.levels:
        lines.append(net_words(planned.levels))
    words = counted(result.successes, "success", "successes")
    lines.append(f"Damage vs {pool.target}: {planned.words}")
    lines.append(f"{dice_words(pool, result)}, {words}")
    siege = details_of(planned.weapon).siege and damage
    lines.append(f"{damage} damage{', siege' if siege else ''}: {total} of {planned.threshold}")
    return Noted(headline, tuple(lines), "attack", planned.attacker.id)

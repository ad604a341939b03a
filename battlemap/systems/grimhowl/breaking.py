"""Breaking objects, which ends the Cover that they give; how is settled, the text is silent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.dice.stars import StarStrike
from battlemap.model.event import Noted, ObstacleChanged, ObstacleRemoved
from battlemap.model.obstacle import Wall
from battlemap.model.words import counted
from battlemap.rules.acting import ask_object
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import AskOption, IllegalIntentError, happen, roll
from battlemap.systems.grimhowl.attack import weapon_of
from battlemap.systems.grimhowl.blow import attack_pool, base_dice, spent_dice
from battlemap.systems.grimhowl.cover import object_name
from battlemap.systems.grimhowl.economy import spend
from battlemap.systems.grimhowl.modifiers import of_attacker
from battlemap.systems.grimhowl.pools import attack_key, roll_stars, stars_words
from battlemap.systems.grimhowl.report import modifier_lines
from battlemap.systems.grimhowl.spends import BEST, planned, with_spending
from battlemap.tactics.board import Board
from battlemap.tactics.objects import breached, within_weapon

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.obstacle import Obstacle
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.tactics.objects import NearObject


def withstands(system: Grimhowl, obstacle: Obstacle) -> int:
    """Return the damage that still breaks an object: its durability, or the usual (an option)."""
    whole = obstacle.durability
    if whole is None:
        whole = system.options.object_vitality
    return max(1, whole - obstacle.damage)


def strike_at(
    system: Grimhowl, encounter: Encounter, token: Token, weapon: Weapon
) -> tuple[StarStrike, tuple[Modifier, ...]]:
    """Return what an attack on an object rolls: it doesn't defend, all stars go into damage."""
    rows = tuple(of_attacker(system, encounter, token, weapon))
    pool = attack_pool(system, token, weapon, rows, system.options.object_dc)
    base = base_dice(system, weapon, rows)
    return StarStrike(pool, damages=spent_dice(system, weapon, base, BEST, pool.count)), rows


def break_object(system: Grimhowl, encounter: Encounter, act: Act) -> Procedure:
    """Attack an object until it is destroyed: an attack like any other, which repeats others."""
    token = encounter.tokens[act.token]
    named = act.choices.get("weapon", "")
    weapons = [weapon_of(system, token, named)] if named else list(system.weapons(token))
    near: dict[str, tuple[Weapon, NearObject]] = {}
    board = Board.of(encounter, system)
    for weapon in weapons:
        for one in within_weapon(board, token.id, weapon):
            near.setdefault(one.id, (weapon, one))
    key = act.choices.get("obstacle", "")
    if not key:
        key = yield from _ask_object(system, encounter, token, near)
    if key not in near:
        name = object_name(encounter, key)
        raise IllegalIntentError(f"{name_of(token)} reaches no {name}.")
    weapon, place = near[key]
    strike, rows = strike_at(system, encounter, token, weapon)
    base = base_dice(system, weapon, rows)
    encounter = yield from spend(encounter, token.id, attack_key(system.options, weapon))
    result = yield from roll_stars(strike.pool, "attack on an object", token)
    name = object_name(encounter, key)
    lines = [
        f"With {weapon.name}, DC {strike.pool.target}",
        *modifier_lines(rows),
        stars_words(strike.pool, result),
    ]
    headline = f"{name_of(token)} misses {name}"
    if result.successes:
        spending = planned(system.options, BEST, result.successes, base)
        dice = with_spending(system.options, base, spending)
        faces = yield from roll(dice.count, dice.sides, f"Damage to {name}, {dice}", token.id)
        amount = sum(faces) + dice.bonus
        obstacle = encounter.map.obstacles[key]
        left = withstands(system, obstacle) - amount
        encounter = yield from _left_of(encounter, obstacle, amount, place, breaks=left <= 0)
        lines.append(f"{dice}: {amount} damage" + (f", {left} more break it" if left > 0 else ""))
        headline = f"{name_of(token)} {'strikes' if left > 0 else 'destroys'} {name}"
    return (yield from happen(Noted(headline, tuple(lines), "attack", token.id)))


def _ask_object(
    system: Grimhowl,
    encounter: Encounter,
    token: Token,
    near: dict[str, tuple[Weapon, NearObject]],
) -> Part[str]:
    options = []
    for key, (weapon, _) in near.items():
        strike, _ = strike_at(system, encounter, token, weapon)
        left = withstands(system, encounter.map.obstacles[key])
        chance = float(strike.damage().at_least(left))
        detail = f"{weapon.name}, {counted(left, 'point')} to break it, {chance:.0%} with this blow"
        options.append(AskOption(key, object_name(encounter, key), detail))
    return (yield from ask_object(token, options))


def _left_of(
    encounter: Encounter, obstacle: Obstacle, amount: int, near: NearObject, *, breaks: bool
) -> Procedure:
    """Put down what is left: a damaged object, a gap in a wall, or nothing."""
    if not breaks:
        damaged = replace(obstacle, damage=obstacle.damage + amount)
        return (yield from happen(ObstacleChanged(damaged)))
    rest = breached(obstacle, near.point) if isinstance(obstacle, Wall) else ()
    encounter = yield from happen(ObstacleRemoved(obstacle.id))
    for part in rest:
        key, number = part.id, 2
        while key in encounter.map.obstacles:
            key, number = f"{part.id}{number}", number + 1
        encounter = yield from happen(ObstacleChanged(replace(part, id=key)))
    return encounter

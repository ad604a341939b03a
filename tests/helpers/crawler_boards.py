"""Boards, tokens and short ways to play Crawler in tests."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.event import Noted
from battlemap.model.intent import AreaAttack, Attack, BeginFight, EndTurn
from battlemap.model.obstacle import CoverGrade, Prop, Wall
from battlemap.model.terrain import Layer
from battlemap.model.token import Token, Weapon
from battlemap.rules.procedure import run
from battlemap.systems.crawler import Crawler
from battlemap.systems.crawler.options import Options
from battlemap.systems.crawler.sheet import Lasting, Place, Prepared, Shape, Sheet, WeaponDetails
from battlemap.systems.crawler.status import Status, status_of
from battlemap.tactics.board import Board

SWORD = Weapon("sword", details=WeaponDetails(dice=1, sides=8))
PIKE = Weapon("pike", 10, details=WeaponDetails(dice=1, sides=10))
BOW = Weapon("bow", range_feet=100, details=WeaponDetails(dice=1, sides=8))
AXE = Weapon("axe", details=WeaponDetails(attack_value=14, dice=2, sides=6))
BOMB = Weapon(
    "bomb",
    range_feet=60,
    details=WeaponDetails(
        dice=3,
        damage_types=("fire",),
        area=Shape.BLAST,
        area_feet=5,
        splash_feet=5,
        scatters=True,
        uses=2,
    ),
)
BREATH = Weapon(
    "breath",
    details=WeaponDetails(
        attack_value=13, dice=4, damage_types=("fire",), area=Shape.CONE, area_feet=15
    ),
)
MISSILE = Weapon(
    "missile", range_feet=60, details=WeaponDetails(spell=True, mana=2, damage_types=("arcane",))
)
POTION = Prepared("potion", heals=3, uses=2)
MEND = Prepared("mend", spell=True, mana=2, range_feet=30, heals=2, clears=("burning",))
BURNING = Lasting("burning", rounds=2, dice=1, sides=4, damage_type="fire")
ROPE = Prepared("rope", place=Place.INVENTORY)


def someone(key: str, at, side: str = "party", **more) -> Token:
    """Return a token; ``sheet`` and ``status`` may be given as dictionaries."""
    for name, kind in (("sheet", Sheet), ("status", Status)):
        if isinstance(more.get(name), dict):
            more[name] = kind(**more[name])
    more["weapons"] = tuple(more.get("weapons", (SWORD,)))
    more["conditions"] = frozenset(more.get("conditions", ()))
    return Token(key, key.capitalize(), side, Cell(*at), **more)


def table(*tokens: Token, kind: GridKind = GridKind.SQUARE, size=(20, 15), **parts) -> Encounter:
    """Return an encounter; ``walls`` are (start, end, cover, feet)."""
    grid = GridSpec(kind, *size)
    obstacles = {}
    for index, (start, end, *more) in enumerate(parts.get("walls", ())):
        grade, feet = (*more, None)[:2] if more else (CoverGrade.TOTAL, None)
        obstacles[f"w{index}"] = Wall(
            f"w{index}",
            Point(*map(float, start)),
            Point(*map(float, end)),
            grade,
            blocks_sight=grade is CoverGrade.TOTAL,
            height_feet=feet,
        )
    for key, (corner, other, grade) in parts.get("props", {}).items():
        (x0, y0), (x1, y1) = corner, other
        outline = tuple(
            Point(float(x), float(y)) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        )
        obstacles[key] = Prop(key, outline, cover=grade)
    terrain, elevation = Layer.blank(*size), Layer.blank(*size)
    for flag, cells in parts.get("terrain", {}).items():
        terrain = terrain.with_flag(grid.grid, [Cell(*cell) for cell in cells], int(flag))
    for feet, cells in parts.get("elevation", {}).items():
        elevation = elevation.with_value(grid.grid, [Cell(*cell) for cell in cells], feet)
    return Encounter(
        map=BattleMap(
            grid, terrain=terrain, elevation=elevation, obstacles=MappingProxyType(obstacles)
        ),
        tokens=MappingProxyType({token.id: token for token in tokens}),
        rules=RulesChoice("crawler"),
    )


def rules(**options) -> Crawler:
    return Crawler(Options(**options))


def plan(encounter: Encounter, attacker: str, target: str, system=None, **more):
    system = system or rules()
    return system.plan(Board.of(encounter, system), Attack(attacker, target, **more))


def plan_area(encounter: Encounter, attack: AreaAttack, system=None):
    system = system or rules()
    return system.plan_area(Board.of(encounter, system), attack)


def play(encounter: Encounter, intent, *script, system=None):
    """Perform an intent against a script; returns the encounter and the lines of the log."""
    encounter, events = run((system or rules()).perform(encounter, intent), encounter, script)
    return encounter, [event for event in events if isinstance(event, Noted)]


def fight(*tokens: Token, system=None, phase: str = "declare", **parts) -> Encounter:
    """Return an encounter in which a fight has begun, in step 1 or in step 4."""
    encounter, _ = play(table(*tokens, **parts), BeginFight(), system=system)
    while encounter.turn_order.phase != phase:
        encounter, _ = play(encounter, EndTurn(), system=system)
    return encounter


def status(encounter: Encounter, key: str) -> Status:
    return status_of(encounter.tokens[key])


def with_status(encounter: Encounter, key: str, **changes) -> Encounter:
    changed = replace(status(encounter, key), **changes)
    return encounter.with_token(replace(encounter.tokens[key], status=changed))


def with_conditions(encounter: Encounter, key: str, *conditions: str) -> Encounter:
    token = encounter.tokens[key]
    return encounter.with_token(replace(token, conditions=token.conditions | set(conditions)))


def levels(planned) -> dict[str, int]:
    """Return the modifiers of a plan that count, by key."""
    return {row.key: row.value for row in planned.modifiers if row.enabled}


def blast(attacker: str, weapon: str, cell, system=None, **more) -> AreaAttack:
    """Return a blast of 5 ft with 5 ft of splash around a cell's center, on squares."""
    origin = Point(cell[0] + 0.5, cell[1] + 0.5)
    more = {"size": 1.0, "margin": 1.0, **more}
    return AreaAttack(attacker, weapon, "blast", origin, **more)

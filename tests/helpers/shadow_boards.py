"""Boards, tokens and short ways to play ShadowRealms in tests."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.event import Noted
from battlemap.model.intent import Attack, BeginFight
from battlemap.model.obstacle import CoverGrade, Prop, Wall
from battlemap.model.terrain import Layer
from battlemap.model.token import Token, Weapon
from battlemap.rules.procedure import run
from battlemap.systems.shadowrealms import ShadowRealms
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.sheet import Sheet, Status, WeaponDetails
from battlemap.tactics.board import Board

SWORD = Weapon("sword")
SPEAR = Weapon("spear", 10, reach=True)
BOW = Weapon("bow", range_feet=100)
KNIFE = Weapon("knife", details=WeaponDetails(close_quarters=True, off_hand=True))


def someone(key: str, at, side: str = "party", facing: float = 0.0, **more) -> Token:
    """Return a token; ``sheet`` and ``status`` may be given as dictionaries."""
    for name, kind in (("sheet", Sheet), ("status", Status)):
        if isinstance(more.get(name), dict):
            more[name] = kind(**more[name])
    more["weapons"] = tuple(more.get("weapons", (SWORD,)))
    more["conditions"] = frozenset(more.get("conditions", ()))
    return Token(key, key.capitalize(), side, Cell(*at), facing=facing, **more)


def table(*tokens: Token, kind: GridKind = GridKind.SQUARE, size=(20, 15), **parts) -> Encounter:
    """Return an encounter: ``walls`` (start, end, cover), ``props``, ``terrain``, ``elevation``."""
    grid = GridSpec(kind, *size)
    obstacles = {}
    for index, (start, end, *cover) in enumerate(parts.get("walls", ())):
        key = f"w{index}"
        grade = cover[0] if cover else CoverGrade.TOTAL
        sight = grade is CoverGrade.TOTAL
        obstacles[key] = Wall(
            key, Point(*map(float, start)), Point(*map(float, end)), grade, blocks_sight=sight
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
    )


def rules(**options) -> ShadowRealms:
    return ShadowRealms(Options(**options))


def plan(encounter: Encounter, attacker: str, target: str, system=None, **more):
    system = system or rules()
    return system.plan(Board.of(encounter, system), Attack(attacker, target, **more))


def play(encounter: Encounter, intent, *script, system=None):
    """Perform an intent against a script; returns the encounter and the lines of the log."""
    encounter, events = run((system or rules()).perform(encounter, intent), encounter, script)
    return encounter, [event for event in events if isinstance(event, Noted)]


def fight(*tokens: Token, system=None, faces=None, **parts) -> Encounter:
    """Return an encounter in which the first token has its turn and the others follow."""
    encounter = table(*tokens, **parts)
    faces = faces or [20 - index for index in range(len(tokens))]
    encounter, _ = play(encounter, BeginFight(), *faces, system=system)
    return encounter


def status(encounter: Encounter, key: str) -> Status:
    found = encounter.tokens[key].status
    return found if isinstance(found, Status) else Status()


def with_status(encounter: Encounter, key: str, **changes) -> Encounter:
    changed = replace(status(encounter, key), **changes)
    return encounter.with_token(replace(encounter.tokens[key], status=changed))


def with_conditions(encounter: Encounter, key: str, *conditions: str) -> Encounter:
    token = encounter.tokens[key]
    return encounter.with_token(replace(token, conditions=token.conditions | set(conditions)))


def levels(planned) -> dict[str, int]:
    """Return the modifiers of a plan that count, by key."""
    return {row.key: row.value for row in planned.modifiers if row.enabled}

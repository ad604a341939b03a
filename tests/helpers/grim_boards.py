"""Boards, tokens and short ways to play Grimhowl in tests."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.event import Noted
from battlemap.model.intent import AreaAttack, Attack, BeginFight
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.terrain import Layer
from battlemap.model.token import Token, Weapon
from battlemap.rules.procedure import run
from battlemap.systems.grimhowl import Grimhowl
from battlemap.systems.grimhowl.kinds import (
    AreaShape,
    AttackSkill,
    DamageType,
    DieSize,
    EffectKind,
    Rank,
    Target,
)
from battlemap.systems.grimhowl.options import Options
from battlemap.systems.grimhowl.sheet import (
    Defense,
    Sheet,
    Sigil,
    StarEffect,
    Status,
    Training,
    WeaponDetails,
)
from battlemap.tactics.board import Board

SLOWED = StarEffect("↓ agility", 2, rounds=2)
FLAMES = StarEffect("burning", 2, EffectKind.GNAWING, rounds=3)
SPLIT = StarEffect("split", 2, EffectKind.SUNDER)

SWORD = Weapon("sword", details=WeaponDetails(effect=SLOWED, second_effect=SPLIT))
PIKE = Weapon("pike", 10)
BOW = Weapon("bow", range_feet=100, details=WeaponDetails(damage_type=DamageType.PIERCING))
HEX = Weapon(
    "hex",
    range_feet=60,
    details=WeaponDetails(
        skill=AttackSkill.CASTING, against=Target.WILL, damage_type=DamageType.CURSE
    ),
)
BOMB = Weapon(
    "bomb",
    range_feet=60,
    details=WeaponDetails(
        skill=AttackSkill.CASTING,
        damage_type=DamageType.FIRE,
        effect=SLOWED,
        second_effect=FLAMES,
        area=AreaShape.BLAST,
        area_feet=5,
    ),
)


def guard(rank: Rank = Rank.TRAINED, dc: int = 3, dice: int = 3) -> Defense:
    return Defense(dice, rank, dc)


def someone(key: str, at, side: str = "party", **more) -> Token:
    """Return a token; ``sheet`` and ``status`` may be given as dictionaries."""
    for name, kind in (("sheet", Sheet), ("status", Status)):
        if isinstance(more.get(name), dict):
            more[name] = kind(**more[name])
    more["weapons"] = tuple(more.get("weapons", (SWORD,)))
    more["conditions"] = frozenset(more.get("conditions", ()))
    return Token(key, key.capitalize(), side, Cell(*at), **more)


def table(*tokens: Token, kind: GridKind = GridKind.SQUARE, size=(20, 15), **parts) -> Encounter:
    """Return an encounter: ``walls`` (start, end), ``props``, ``doors``, ``terrain``."""
    grid = GridSpec(kind, *size)
    obstacles = {}
    for index, (start, end) in enumerate(parts.get("walls", ())):
        obstacles[f"w{index}"] = Wall(
            f"w{index}", Point(*map(float, start)), Point(*map(float, end))
        )
    for key, (start, end) in parts.get("doors", {}).items():
        obstacles[key] = Door(key, Point(*map(float, start)), Point(*map(float, end)))
    for key, (corner, other) in parts.get("props", {}).items():
        obstacles[key] = box(key, corner, other)
    terrain = Layer.blank(*size)
    for flag, cells in parts.get("terrain", {}).items():
        terrain = terrain.with_flag(grid.grid, [Cell(*cell) for cell in cells], int(flag))
    return Encounter(
        map=BattleMap(grid, terrain=terrain, obstacles=MappingProxyType(obstacles)),
        tokens=MappingProxyType({token.id: token for token in tokens}),
        rules=RulesChoice("grimhowl", parts.get("options", Options())),
    )


def box(key: str, corner, other) -> Prop:
    (x0, y0), (x1, y1) = corner, other
    outline = tuple(Point(float(x), float(y)) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
    return Prop(key, outline, name=key.capitalize(), cover=CoverGrade.MAJOR)


def rules(**options) -> Grimhowl:
    return Grimhowl(Options(**options))


def plan(encounter: Encounter, attacker: str, target: str, system=None, **more):
    system = system or rules()
    return system.plan(Board.of(encounter, system), Attack(attacker, target, **more))


def blast(at, *, size: float = 1.0, attacker: str = "kael", weapon: str = "bomb", **more):
    """Return an area attack on the cell *at* and those around it."""
    x, y = at
    return AreaAttack(attacker, weapon, "blast", Point(x + 0.5, y + 0.5), size, **more)


def plan_area(encounter: Encounter, attack: AreaAttack, system=None):
    system = system or rules()
    return system.plan_area(Board.of(encounter, system), attack)


def play(encounter: Encounter, intent, *script, system=None):
    """Perform an intent against a script; returns the encounter and the lines of the log."""
    encounter, events = run((system or rules()).perform(encounter, intent), encounter, script)
    return encounter, [event for event in events if isinstance(event, Noted)]


def fight(*tokens: Token, system=None, **parts) -> Encounter:
    """Return an encounter in which the first token has its turn and the others follow."""
    encounter = table(*tokens, **parts)
    system = system or rules()
    faces = []
    sides = system.options.pool_die.sides
    for index, token in enumerate(tokens):
        sheet = token.sheet if isinstance(token.sheet, Sheet) else Sheet()
        stars = max(0, sheet.awareness.dice - index)
        faces += [sides] * stars + [1] * (sheet.awareness.dice - stars)
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


def values(planned) -> dict[str, int]:
    """Return the modifiers of a plan that count, by key."""
    return {row.key: row.value for row in planned.modifiers if row.enabled}


__all__ = [
    "BOMB",
    "BOW",
    "FLAMES",
    "HEX",
    "PIKE",
    "SLOWED",
    "SPLIT",
    "SWORD",
    "DieSize",
    "Rank",
    "Sigil",
    "Training",
    "blast",
    "box",
    "fight",
    "guard",
    "plan",
    "plan_area",
    "play",
    "rules",
    "someone",
    "status",
    "table",
    "values",
    "with_conditions",
    "with_status",
]

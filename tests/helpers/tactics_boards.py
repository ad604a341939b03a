"""Small boards for the tests of tactics, and a reading that knows no game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.terrain import Layer
from battlemap.model.token import Token, Weapon
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.reach import Ahead, Around, WeaponReach

HAND = Weapon("hand")


@dataclass(frozen=True, eq=False)
class PlainReading:
    """Everybody who isn't dead is able; weapons with ``reach`` reach ahead."""

    chosen: Conventions = field(default_factory=Conventions)

    def conventions(self) -> Conventions:
        return self.chosen

    def weapons(self, token: Token) -> tuple[Weapon, ...]:
        return token.weapons or (HAND,)

    def reaches(self, token: Token) -> tuple[WeaponReach, ...]:
        return tuple(
            WeaponReach(
                weapon.name,
                Ahead(max(2, weapon.reach_feet // 5))
                if weapon.reach
                else Around(max(1, weapon.reach_feet // 5), weapon.minimum_feet // 5),
                weapon.reach_feet,
            )
            for weapon in self.weapons(token)
            if not weapon.is_ranged
        )

    def is_able(self, token: Token) -> bool:
        return not self.is_out(token)

    def may_react(self, token: Token) -> bool:
        return self.is_able(token) and not token.has("spent")

    def is_out(self, token: Token) -> bool:
        return token.has("dead")

    def has_moved(self, token: Token) -> bool | None:
        return None


@dataclass(frozen=True, eq=False)
class EnteringReading(PlainReading):
    """Longer weapons strike at who comes into their reach with a shorter one."""

    def reaches(self, token: Token) -> tuple[WeaponReach, ...]:
        return tuple(replace(reach, on_entering_shorter=True) for reach in super().reaches(token))


def wall(key: str, start, end, **more) -> Wall:
    return Wall(key, Point(*map(float, start)), Point(*map(float, end)), **more)


def door(key: str, start, end, **more) -> Door:
    return Door(key, Point(*map(float, start)), Point(*map(float, end)), **more)


def block(key: str, column: int, row: int, **more) -> Prop:
    """A prop that fills one square cell and blocks sight."""
    more = {"cover": CoverGrade.TOTAL, "blocks_sight": True, "blocks_move": True, **more}
    corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
    return Prop(key, tuple(Point(float(x), float(y)) for x, y in corners), **more)


def token(key: str, at, side: str = "foe", **more) -> Token:
    return Token(key, key.capitalize(), side, Cell(*at), **more)


def board(
    tokens=(),
    obstacles=(),
    *,
    kind: GridKind = GridKind.SQUARE,
    columns: int = 12,
    rows: int = 12,
    terrain=None,
    elevation=None,
    conventions: Conventions | None = None,
    reading: type[PlainReading] = PlainReading,
) -> Board:
    spec = GridSpec(kind, columns, rows)
    ground = Layer.blank(columns, rows)
    for flag, cells in (terrain or {}).items():
        ground = ground.with_flag(spec.grid, [Cell(*c) for c in cells], int(flag))
    height = Layer.blank(columns, rows)
    for feet, cells in (elevation or {}).items():
        height = height.with_value(spec.grid, [Cell(*c) for c in cells], feet)
    battle_map = BattleMap(
        spec,
        terrain=ground,
        elevation=height,
        obstacles=MappingProxyType({thing.id: thing for thing in obstacles}),
    )
    known = MappingProxyType({one.id: one for one in tokens})
    return Board.of(Encounter(battle_map, known), reading(conventions or Conventions()))

"""Hypothesis strategies for whole documents, and small pictures."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.model.battle_map import Background, BattleMap, GridSpec, Light, Mark
from battlemap.model.encounter import Encounter, Override, RulesChoice
from battlemap.model.intent import Attack, Move
from battlemap.model.lasting import Aura, AuraFor, Lasting, Link
from battlemap.model.mapfile.archive import asset_key
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.store import SystemTypes
from battlemap.model.terrain import Layer
from battlemap.model.token import SIDES, Token, Weapon
from battlemap.model.turn_order import Slot, TurnOrder

if TYPE_CHECKING:
    from collections.abc import Mapping


class Stance(StrEnum):
    OPEN = "open"
    GUARDED = "guarded"


class Rank(IntEnum):
    LOW = 1
    HIGH = 2


@dataclass(frozen=True)
class Options:
    stance: Stance = Stance.OPEN
    bonus: int = 1


@dataclass(frozen=True)
class Wound:
    severity: int
    place: str | None = None


@dataclass(frozen=True)
class Sheet:
    strength: int = 3
    weight: float = 1.5
    rank: Rank = Rank.LOW
    skills: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    feats: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Status:
    wounds: tuple[Wound, ...] = ()
    stance: Stance = Stance.OPEN
    target: tuple[str, Cell] | None = None


@dataclass(frozen=True)
class WeaponDetails:
    damage: str = "d8"
    parries: bool = False


TYPES = SystemTypes(Options, Sheet, Status, WeaponDetails)


def types_of(key: str) -> SystemTypes | None:
    """The invented system "trial" is known, others aren't."""
    return TYPES if key == "trial" else None


def png(width: int, height: int) -> bytes:
    """Return a PNG of one color; larger claims than a few pixels have no pixels behind them."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    rows = b"".join(b"\x00" + b"\x80" * width for _ in range(height)) if height < 5000 else b""
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
ids = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=8).filter(str.strip)
feet = st.integers(-200, 200)
heights = st.none() | st.integers(0, 100)
coordinates = st.one_of(
    st.integers(-3, 12).map(float),
    st.floats(-100, 100, allow_nan=False).map(lambda value: value + 0.0),
)
points = st.builds(Point, coordinates, coordinates)
grades = st.sampled_from(CoverGrade)


@st.composite
def specs(draw):
    return GridSpec(
        draw(st.sampled_from(GridKind)),
        draw(st.integers(1, 9)),
        draw(st.integers(1, 7)),
        draw(st.sampled_from([5, 10, 3])),
        draw(st.none() | st.sampled_from(DiagonalMetric)),
    )


@st.composite
def layers(draw, spec, values):
    """A layer that is plain but for a few cells."""
    found = np.zeros((spec.rows, spec.columns), dtype=np.int16)
    column, row = st.integers(0, spec.columns - 1), st.integers(0, spec.rows - 1)
    for c, r, value in draw(st.lists(st.tuples(column, row, values), max_size=6)):
        found[r, c] = value
    return Layer(found)


@st.composite
def outlines(draw):
    found = draw(st.lists(points, min_size=3, max_size=6))
    return tuple(found) if found[0] != found[-1] else (*found[:-1], Point(500.0, 500.0))


def walls(name):
    return st.builds(
        Wall,
        st.just(name),
        points,
        points,
        grades,
        st.booleans(),
        st.booleans(),
        heights,
        feet,
        heights,
        one_way=st.sampled_from(["", "", "left", "right"]),
    )


def border_pieces(name, spec):
    """Walls and doors along borders of squares, which a drawing can show."""

    def piece(column, row, level, length, sign):
        start = Point(float(column), float(row))
        long = length if sign in "-:" else 1
        end = Point(start.x + long, start.y) if level else Point(start.x, start.y + long)
        match sign:
            case "-":
                return Wall(name, start, end)
            case ":":
                return Wall(name, start, end, cover=CoverGrade.MINOR, blocks_sight=False)
            case "/":
                return Door(name, start, end, is_open=True)
            case _:
                return Door(name, start, end)

    return st.builds(
        piece,
        st.integers(0, spec.columns - 1),
        st.integers(0, spec.rows - 1),
        st.booleans(),
        st.integers(1, 3),
        st.sampled_from("-:/D"),
    )


def doors(name):
    flags = [st.booleans()] * 4
    return st.builds(Door, st.just(name), points, points, *flags, grades, heights, feet, heights)


def props(name):
    blocks = [st.booleans()] * 2
    return st.builds(
        Prop, st.just(name), outlines(), texts, grades, *blocks, heights, feet, heights
    )


@st.composite
def obstacles(draw, spec):
    names = draw(st.lists(ids | st.sampled_from(["w1", "w2", "d1"]), unique=True, max_size=6))
    kinds = st.sampled_from([walls, doors, props, lambda name: border_pieces(name, spec)])
    found = [draw(draw(kinds)(name)) for name in names]
    return MappingProxyType({one.id: one for one in found})


def weapons(details):
    return st.builds(
        Weapon,
        ids,
        st.integers(0, 30),
        st.booleans(),
        st.integers(0, 30),
        st.integers(0, 300),
        details,
    )


sheets = st.builds(
    Sheet,
    st.integers(0, 9),
    st.floats(0, 100),
    st.sampled_from(Rank),
    st.dictionaries(texts, st.integers(0, 9), max_size=3).map(MappingProxyType),
    st.frozensets(texts, max_size=3),
)
statuses = st.builds(
    Status,
    st.lists(st.builds(Wound, st.integers(0, 9), st.none() | texts), max_size=3).map(tuple),
    st.sampled_from(Stance),
    st.none() | st.tuples(texts, st.builds(Cell, st.integers(-9, 9), st.integers(-9, 9))),
)
auras = st.builds(Aura, ids, st.integers(0, 60), st.sampled_from(AuraFor))
links = st.builds(Link, ids, st.lists(texts, max_size=3).map(tuple))
lasting = st.builds(Lasting, ids, st.none() | st.integers(0, 9), texts)


@st.composite
def tokens(draw, spec, name):
    grid = spec.grid
    return Token(
        id=name,
        name=draw(texts),
        side=draw(st.sampled_from(SIDES) | ids),
        at=Cell(draw(st.integers(-3, 12)), draw(st.integers(-3, 12))),
        size=draw(st.integers(0, 5)),
        facing=draw(st.sampled_from(grid.facings)),
        turned=draw(st.integers(0, 5)),
        elevation_feet=draw(st.none() | feet),
        height_feet=draw(heights),
        art=draw(st.sampled_from(["", "builtin:orc"])),
        conditions=draw(st.frozensets(texts, max_size=3)),
        hidden=draw(st.booleans()),
        weapons=tuple(
            draw(st.lists(weapons(st.none() | st.builds(WeaponDetails, texts)), max_size=3))
        ),
        notes=draw(texts),
        sheet=draw(st.none() | sheets),
        status=draw(st.none() | statuses),
        auras=tuple(draw(st.lists(auras, max_size=2))),
        links=tuple(draw(st.lists(links, max_size=2))),
        lasting=tuple(draw(st.lists(lasting, max_size=2))),
    )


@st.composite
def encounters(draw):
    """Whole documents of the invented system "trial"."""
    spec = draw(specs())
    token_ids = draw(st.lists(ids, unique=True, max_size=4))
    pictures = draw(st.lists(st.integers(1, 9), unique=True, max_size=2))
    assets = {asset_key(data, "png"): data for data in (png(side, side) for side in pictures)}
    background = None
    if assets:
        background = Background(next(iter(assets)), 0.25, -1.0, draw(st.floats(0.1, 40)), 8.0)
    marks = draw(st.lists(ids, unique=True, max_size=2))
    lights = st.builds(
        Light, points, st.floats(0, 20), st.floats(0, 2), st.just("#ffcc88"), st.booleans()
    )
    slots = st.builds(Slot, ids, st.integers(-5, 40), st.integers(0, 9), texts, st.integers(1, 3))
    intents = st.sampled_from(
        [Move("a", (Cell(1, 1), Cell(2, 1))), Attack("a", "b", "axe", {"defense": "parry"})]
    )
    return Encounter(
        map=BattleMap(
            spec,
            draw(texts),
            background,
            draw(layers(spec, st.sampled_from([1, 4, 8, 9, 63]))),
            draw(layers(spec, st.sampled_from([5, 10, -15, 7]))),
            draw(obstacles(spec)),
            MappingProxyType(
                {
                    name: Mark(name, "note", tuple(draw(st.lists(points, max_size=3))), draw(texts))
                    for name in marks
                }
            ),
            tuple(draw(st.lists(lights, max_size=2))),
        ),
        tokens=MappingProxyType({name: draw(tokens(spec, name)) for name in token_ids}),
        turn_order=draw(
            st.just(TurnOrder())
            | st.builds(
                TurnOrder,
                st.integers(0, 9),
                texts,
                st.lists(slots, max_size=3).map(tuple),
                st.none() | ids,
            )
        ),
        declared=tuple(draw(st.lists(intents, max_size=2))),
        overrides=tuple(draw(st.lists(st.builds(Override, ids, texts, texts, texts), max_size=2))),
        rules=RulesChoice("trial", draw(st.none() | st.builds(Options, bonus=st.integers()))),
        assets=MappingProxyType(assets),
    )

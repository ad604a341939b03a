"""Boards and a reading for the tests of printing, and a reader of line positions in PDF files."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from pypdf import PdfReader
from pypdf.generic import ContentStream
from PySide6.QtGui import QImage

from battlemap.geometry.cell import Point
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec, Mark
from battlemap.model.encounter import Encounter
from battlemap.model.obstacle import Door, Prop, Wall
from battlemap.model.terrain import Layer, Terrain
from battlemap.model.token import Token, Weapon
from battlemap.rules.plan import Track
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.reach import Around, WeaponReach

MM_PER_POINT = 25.4 / 72


@dataclass(frozen=True)
class PlainSystem:
    """What drawing asks of a rule system: who is out, how healthy, and whether there is facing."""

    chosen: Conventions = field(default_factory=Conventions)

    def conventions(self) -> Conventions:
        return self.chosen

    def is_out(self, token: Token) -> bool:
        return token.has("dead")

    def track(self, token: Token) -> Track:
        return Track(4, 16, "4 of 16 boxes taken", is_out=self.is_out(token))

    def effects(self, encounter: Encounter, token: Token):
        return ()


@dataclass(frozen=True)
class FightingSystem(PlainSystem):
    """A plain system whose tokens have weapons, reach their neighbors and take turns."""

    title = "Fighting"

    def weapons(self, token: Token):
        return token.weapons or (Weapon("fist"),)

    def reaches(self, token: Token):
        return [WeaponReach("fist", Around(1), 5)]

    def is_able(self, token: Token) -> bool:
        return not self.is_out(token)

    def upcoming(self, turn_order):
        return [("This round", range(len(turn_order.slots)))]

    def subtitle(self, encounter: Encounter, token: Token) -> str:
        return ", ".join(sorted(token.conditions))


def empty_map(kind=GridKind.SQUARE, columns=20, rows=15, **more) -> Encounter:
    return Encounter(map=BattleMap(grid=GridSpec(kind, columns, rows), **more))


def full_map(kind=GridKind.SQUARE, columns=20, rows=15) -> Encounter:
    """Return a map with something of everything, GM layers too."""
    spec = GridSpec(kind, columns, rows)
    grid = spec.grid

    def block(left, top, right, bottom):
        return [grid.from_offset(c, r) for r in range(top, bottom) for c in range(left, right)]

    terrain = Layer.blank(columns, rows)
    for kind_of, cells in (
        (Terrain.DIFFICULT, block(2, 6, 4, 8)),
        (Terrain.HAZARDOUS, block(5, 8, 7, 9)),
        (Terrain.OBSCURED, block(1, 1, 3, 3)),
        (Terrain.WATER, block(10, 10, 12, 12)),
        (Terrain.IMPASSABLE, block(8, 1, 10, 2)),
        (Terrain.CLIMB, block(7, 5, 8, 6)),
    ):
        terrain = terrain.with_flag(grid, cells, kind_of)
    heights = Layer.blank(columns, rows).with_value(grid, block(5, 2, 7, 5), 10)
    heights = heights.with_value(grid, block(8, 12, 10, 14), -5)
    obstacles = {
        "w1": Wall("w1", Point(1, 1), Point(9, 1)),
        "w2": Wall("w2", Point(9, 1), Point(9, 4)),
        "w3": Wall("w3", Point(9, 1), Point(12, 1)),
        "shut": Door("shut", Point(9, 4), Point(9, 5)),
        "open": Door("open", Point(9, 5), Point(9, 6), is_open=True),
        "locked": Door("locked", Point(9, 6), Point(9, 7), is_locked=True),
        "window": Door("window", Point(9, 7), Point(9, 8), is_window=True),
        "secret": Door("secret", Point(4, 9), Point(5, 9), is_secret=True),
        "crate": Prop("crate", (Point(3, 4), Point(4, 4), Point(4, 5), Point(3, 5))),
    }
    tokens = (
        Token("seren", "Seren", "party", grid.from_offset(4, 5), facing=grid.facings[1]),
        Token("orc", "Orc Brute", "foe", grid.from_offset(5, 6), size=2, facing=grid.facings[2]),
        Token("kael", "Kael", "ally", grid.from_offset(1, 9), conditions=frozenset({"prone"})),
        Token("guard", "Guard", "neutral", grid.from_offset(6, 3)),
        Token("dead", "Dead", "foe", grid.from_offset(3, 10), conditions=frozenset({"dead"})),
        Token("skulk", "Skulk", "foe", grid.from_offset(7, 10), hidden=True),
    )
    marks = {
        "trap": Mark("trap", "note", (Point(2.5, 11.5),), "trap: DC 15", gm_only=True),
        "camp": Mark("camp", "note", (Point(6.5, 11.5),), "camp"),
        "cloud": Mark(
            "cloud", "area", (Point(14, 2), Point(17, 2), Point(17, 4), Point(14, 4)), ""
        ),
    }
    return Encounter(
        map=BattleMap(
            grid=spec,
            name="The Sunken Hall",
            terrain=terrain,
            elevation=heights,
            obstacles=MappingProxyType(obstacles),
            marks=MappingProxyType(marks),
        ),
        tokens=MappingProxyType({token.id: token for token in tokens}),
    )


def pixels_of(image):
    """Return the pixels of a picture as an array [row, column, channel]."""
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    data = np.frombuffer(plain.constBits(), dtype=np.uint8)
    # The picture's memory goes with it.
    return data.reshape(plain.height(), plain.width(), 4).copy()


def texts_of(path):
    """Return the text of each page of a PDF file."""
    return [page.extract_text() for page in PdfReader(path).pages]


def stroked_lines(path):
    """Return, page by page, the stroked straight lines: (x1, y1, x2, y2, width, gray).

    Millimeters from the paper's upper left corner, after all transformations of the page.
    """
    return [_lines_of(page) for page in PdfReader(path).pages]


def _lines_of(page):
    height = float(page.mediabox.height)
    matrix, width, gray = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), 1.0, 0.0
    stack, found, path, here = [], [], [], (0.0, 0.0)
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        values = [float(v) for v in operands if isinstance(v, (int, float))]
        match operator:
            case b"q":
                stack.append((matrix, width, gray))
            case b"Q":
                matrix, width, gray = stack.pop()
            case b"cm":
                matrix = _times(values, matrix)
            case b"w":
                width = values[0]
            case b"SCN" | b"SC" if len(values) == 3:
                gray = values[0] if max(values) - min(values) < 0.01 else -1.0
            case b"m":
                here = (values[0], values[1])
            case b"l":
                path.append((here, (values[0], values[1])))
                here = (values[0], values[1])
            case b"S":
                scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
                for a, b in path:
                    (x1, y1), (x2, y2) = _at(matrix, a), _at(matrix, b)
                    found.append(
                        (
                            x1 * MM_PER_POINT,
                            (height - y1) * MM_PER_POINT,
                            x2 * MM_PER_POINT,
                            (height - y2) * MM_PER_POINT,
                            width * scale * MM_PER_POINT,
                            gray,
                        )
                    )
                path = []
            case b"f" | b"f*" | b"n" | b"B" | b"B*" | b"h":
                if operator != b"h":
                    path = []
    return found


def _times(a, b):
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def _at(matrix, point):
    x, y = point
    return matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]

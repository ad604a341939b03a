"""The letters and words of the notation, and how a line falls into words."""

from __future__ import annotations

import json
import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell, Point
from battlemap.model import limits
from battlemap.model.mapfile.encoding import tidy
from battlemap.model.obstacle import CoverGrade, Door, Wall
from battlemap.model.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.obstacle import Obstacle

EMPTY = "."

TERRAIN_LETTERS: Mapping[str, Terrain] = MappingProxyType(
    {
        "d": Terrain.DIFFICULT,
        "h": Terrain.HAZARDOUS,
        "o": Terrain.OBSCURED,
        "#": Terrain.IMPASSABLE,
        "~": Terrain.WATER,
        "^": Terrain.CLIMB,
    }
)

STEP_FEET = 5
"""What a digit stands for: 2 is ground 10 feet high."""

_WORD = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+')
_PLAIN = re.compile(r"[^\W\d][\w'-]*")
_KEYWORDS = frozenset({"between"})


class NotationError(ValueError):
    """A board as text can't be read; the message names the line."""


def drawn_obstacle(sign: str, name: str, start: Point, end: Point) -> Obstacle | None:
    """Return what a sign on the border of two cells stands for; None for a blank."""
    match sign:
        case "-" | "|":
            return Wall(name, start, end)
        case ":":
            return Wall(name, start, end, cover=CoverGrade.MINOR, blocks_sight=False)
        case "D":
            return Door(name, start, end)
        case "/":
            return Door(name, start, end, is_open=True)
        case "W":
            return Door(name, start, end, is_window=True)
        case " " | "+":
            return None
        case _:
            raise NotationError(f"{sign!r} isn't a sign for a wall or door")


def split_words(line: str) -> list[str]:
    """Return the words of a line; spaces within quotes don't part them."""
    words = _WORD.findall(line)
    if "".join(words) != re.sub(r"\s", "", line) and _WORD.sub("", line).strip():
        raise NotationError(f"a quote isn't closed in: {line}")
    return words


def split_outside_quotes(text: str, sign: str) -> list[str]:
    """Return the parts of *text* between signs that don't stand in quotes."""
    pieces = re.findall(rf'(?:[^{sign}"]|"(?:[^"\\]|\\.)*")+', text)
    return [str(piece) for piece in pieces]


def quoted(text: str) -> str:
    """Return *text* as one word, in quotes where it needs them."""
    if _PLAIN.fullmatch(text) and text not in _KEYWORDS:
        return text
    return json.dumps(text)


def unquoted(word: str) -> str:
    """Return the text that a word stands for."""
    if not word.startswith('"'):
        return word
    try:
        text = json.loads(word)
    except ValueError:
        raise NotationError(f"{word} isn't a text in quotes") from None
    return str(text)


def number(word: str) -> float:
    """Return the number that a word stands for."""
    try:
        value = float(word)
    except ValueError:
        raise NotationError(f"{word!r} isn't a number") from None
    if not abs(value) <= limits.COORDINATE:
        raise NotationError(f"{word} is too large")
    return value


def integer(word: str) -> int:
    """Return the whole number that a word stands for."""
    try:
        value = int(word)
    except ValueError:
        raise NotationError(f"{word!r} isn't a whole number") from None
    if abs(value) > limits.FEET:
        raise NotationError(f"{word} is too large")
    return value


def is_pair(word: str) -> bool:
    """Tell whether a word is a cell or point such as ``3,4.5``."""
    return "," in word and not word.startswith('"') and "=" not in word


def read_point(word: str) -> Point:
    """Return the place on the map that a word such as ``3,4.5`` stands for."""
    parts = word.split(",")
    if len(parts) != 2:
        raise NotationError(f"{word!r} isn't a place such as 3,4.5")
    return Point(number(parts[0]), number(parts[1]))


def read_cell(word: str) -> Cell:
    """Return the cell that a word such as ``3,4`` stands for."""
    parts = word.split(",")
    if len(parts) != 2:
        raise NotationError(f"{word!r} isn't a cell such as 3,4")
    return Cell(integer(parts[0]), integer(parts[1]))


def write_point(point: Point) -> str:
    """Return a place as a word."""
    return f"{tidy(point.x)!r},{tidy(point.y)!r}"


def write_cell(cell: Cell) -> str:
    """Return a cell as a word."""
    return f"{cell.q},{cell.r}"

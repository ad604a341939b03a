"""From a board as text to the document."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from textwrap import dedent
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeGuard

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.model import limits
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.notation.lines import read_obstacle, read_token
from battlemap.model.notation.words import (
    EMPTY,
    STEP_FEET,
    TERRAIN_LETTERS,
    NotationError,
    drawn_obstacle,
    integer,
    is_pair,
    read_cell,
    split_words,
    unquoted,
)
from battlemap.model.obstacle import Wall
from battlemap.model.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.geometry.grid import Grid
    from battlemap.model.obstacle import Obstacle
    from battlemap.model.token import Token

_TERRAIN_WORDS = {str(kind.name).lower(): kind for kind in Terrain if kind}
_OBSTACLE_WORDS = ("wall", "door", "prop")


@dataclass
class _Board:
    """What has been read so far."""

    spec: GridSpec
    name: str = ""
    system: str = RulesChoice().system
    letters: dict[str, Cell] = field(default_factory=dict)
    terrain: dict[Cell, Terrain] = field(default_factory=dict)
    elevation: dict[Cell, int] = field(default_factory=dict)
    drawn: list[tuple[str, Point, Point]] = field(default_factory=list)
    obstacles: dict[str, Obstacle] = field(default_factory=dict)
    tokens: dict[str, Token] = field(default_factory=dict)


def parse(text: str) -> Encounter:
    """Return the document that a board as text describes.

    Raises
    ------
    NotationError
        If a line can't be read; the message names it.
    """
    lines = [(n, line.rstrip()) for n, line in enumerate(dedent(text).split("\n"), 1)]
    lines = [(n, line) for n, line in lines if line.strip()]
    if not lines:
        raise NotationError("the board is empty: it begins with a line such as square 8x5")
    place = lines[0]
    try:
        board = _read_header(place[1])
        count = _count_of_map_lines(board.spec, [line for _, line in lines[1:]])
        drawing, rest = lines[1 : 1 + count], lines[1 + count :]
        bordered = count > board.spec.rows
        for index, place in enumerate(drawing):
            if not bordered:
                _read_cells(board, index, place[1].replace(" ", ""))
            elif index % 2:
                _read_walled_cells(board, index // 2, place[1])
            else:
                _read_borders(board, index // 2, place[1])
        for place in rest:
            _read_line(board, place[1])
        place = lines[-1]
        return _finished(board)
    except ValueError as error:
        raise NotationError(f"line {place[0]}: {error}") from error


def _read_header(line: str) -> _Board:
    words = split_words(line)
    kinds = ", ".join(GridKind)
    if words[0] not in list(GridKind) or len(words) < 2:
        raise NotationError(f"a board begins with one of {kinds} and its size, such as square 8x5")
    columns, _, rows = words[1].partition("x")
    spec = GridSpec(GridKind(words[0]), integer(columns), integer(rows))
    if not (0 < spec.columns <= limits.SIDE_CELLS and 0 < spec.rows <= limits.SIDE_CELLS):
        raise NotationError(f"a side of a map has 1 to {limits.SIDE_CELLS} cells")
    board = _Board(spec)
    for word in words[2:]:
        key, _, value = word.partition("=")
        match key:
            case "feet":
                board.spec = replace(board.spec, feet_per_cell=integer(value))
            case "diagonals":
                board.spec = replace(board.spec, diagonals=DiagonalMetric(value))
            case "name":
                board.name = unquoted(value)
            case "system":
                board.system = unquoted(value)
            case _:
                raise NotationError(f"{word!r} isn't known in the first line")
    return board


def _count_of_map_lines(spec: GridSpec, lines: list[str]) -> int:
    """Return how many lines are the drawing: none, a line for each row, or borders between too."""
    if not lines:
        return 0
    if lines[0].startswith("+"):
        if len(lines) < 2 * spec.rows + 1:
            raise NotationError(f"the drawing needs {2 * spec.rows + 1} lines")
        return 2 * spec.rows + 1
    first = lines[0].replace(" ", "")
    if len(first) == spec.columns and not _begins_a_line(lines[0]):
        if len(lines) < spec.rows:
            raise NotationError(f"the drawing needs {spec.rows} lines")
        return spec.rows
    return 0


def _begins_a_line(line: str) -> bool:
    word = split_words(line)[0]
    return word in _TERRAIN_WORDS or word in (*_OBSTACLE_WORDS, "token", "elevation")


def _read_cells(board: _Board, row: int, signs: str) -> None:
    if len(signs) != board.spec.columns:
        raise NotationError(f"{len(signs)} cells in a row of {board.spec.columns}")
    for column, sign in enumerate(signs):
        _read_cell(board, column, row, sign)


def _read_cell(board: _Board, column: int, row: int, sign: str) -> None:
    cell = board.spec.grid.from_offset(column, row)
    if sign in TERRAIN_LETTERS:
        board.terrain[cell] = TERRAIN_LETTERS[sign]
    elif sign.isdecimal():
        board.elevation[cell] = STEP_FEET * int(sign)
    elif "A" <= sign <= "Z":
        if sign in board.letters:
            raise NotationError(f"{sign} stands on the map twice")
        board.letters[sign] = cell
    elif sign not in (EMPTY, " "):
        raise NotationError(f"{sign!r} isn't a sign for a cell")


def _read_walled_cells(board: _Board, row: int, line: str) -> None:
    width = 2 * board.spec.columns + 1
    if len(line) > width:
        raise NotationError(f"the drawing is more than {width} signs wide")
    padded = line.ljust(width)
    for column in range(board.spec.columns):
        _read_cell(board, column, row, padded[2 * column + 1])
    for column in range(board.spec.columns + 1):
        sign = padded[2 * column]
        board.drawn.append((sign, _corner(column, row), _corner(column, row + 1)))


def _read_borders(board: _Board, row: int, line: str) -> None:
    width = 2 * board.spec.columns + 1
    if len(line) > width or not line.startswith("+"):
        raise NotationError(f"a line of borders begins with + and is at most {width} signs wide")
    padded = line.ljust(width)
    for column in range(board.spec.columns):
        sign = padded[2 * column + 1]
        board.drawn.append((sign, _corner(column, row), _corner(column + 1, row)))


def _corner(column: int, row: int) -> Point:
    return Point(float(column), float(row))


def _read_line(board: _Board, line: str) -> None:
    words = split_words(line)
    first, rest = words[0], words[1:]
    grid = board.spec.grid
    if first in _TERRAIN_WORDS:
        for cell in _cells(grid, rest):
            board.terrain[cell] = board.terrain.get(cell, Terrain.NORMAL) | _TERRAIN_WORDS[first]
    elif first == "elevation" and rest:
        for cell in _cells(grid, rest[1:]):
            board.elevation[cell] = integer(rest[0])
    elif first in _OBSTACLE_WORDS:
        named = bool(rest) and not is_pair(rest[0]) and rest[0] != "between"
        name = unquoted(rest[0]) if named else _free_id(board, first[0])
        if name in board.obstacles:
            raise NotationError(f"the id {name} is used twice")
        board.obstacles[name] = read_obstacle(first, name, rest[1:] if named else rest, grid)
    elif first == "token" or (len(first) == 1 and "A" <= first <= "Z"):
        token = read_token(rest, grid, board.letters.pop(first, None))
        if token.id in board.tokens:
            raise NotationError(f"the id {token.id} is used twice")
        board.tokens[token.id] = token
    else:
        raise NotationError(f"a line can't begin with {first!r}")


def _cells(grid: Grid, words: Iterable[str]) -> list[Cell]:
    cells = [read_cell(word) for word in words]
    for cell in cells:
        if cell not in grid:
            raise NotationError(f"{cell.q},{cell.r} is off the map")
    return cells


def _free_id(board: _Board, letter: str) -> str:
    count = 1
    while f"{letter}{count}" in board.obstacles:
        count += 1
    return f"{letter}{count}"


def _finished(board: _Board) -> Encounter:
    for letter in board.letters:
        raise NotationError(f"{letter} stands on the map, but no line says who that is")
    _add_drawn(board)
    grid = board.spec.grid
    battle_map = BattleMap(board.spec, board.name, obstacles=MappingProxyType(board.obstacles))
    terrain, elevation = battle_map.terrain, battle_map.elevation
    for kind in Terrain:
        cells = [cell for cell, kinds in board.terrain.items() if kind and kind in kinds]
        terrain = terrain.with_flag(grid, cells, kind) if cells else terrain
    for feet in set(board.elevation.values()):
        cells = [cell for cell, height in board.elevation.items() if height == feet]
        elevation = elevation.with_value(grid, cells, feet)
    return Encounter(
        map=replace(battle_map, terrain=terrain, elevation=elevation),
        tokens=MappingProxyType(board.tokens),
        rules=RulesChoice(board.system),
    )


def _add_drawn(board: _Board) -> None:
    """Name the drawn walls and doors: those that lie level first, then the upright ones.

    Pieces of a wall that follow each other in a line are one wall; every door is a door.
    """
    level = [piece for piece in board.drawn if piece[1].y == piece[2].y]
    upright = [piece for piece in board.drawn if piece[1].x == piece[2].x]
    upright.sort(key=lambda piece: (piece[1].x, piece[1].y))
    last: tuple[str, Obstacle] | None = None
    for sign, start, end in [*level, *upright]:
        if last is not None and last[0] == sign and _goes_on(last[1], start, end):
            piece: Obstacle | None = replace(last[1], end=end)
        else:
            letter = "w" if sign in "-|:" else "d"
            piece = drawn_obstacle(sign, _free_id(board, letter), start, end)
        last = None if piece is None else (sign, piece)
        if piece is not None:
            board.obstacles[piece.id] = piece


def _goes_on(before: Obstacle, start: Point, end: Point) -> TypeGuard[Wall]:
    """Tell whether a drawn wall goes on straight with the piece from *start* to *end*."""
    if not isinstance(before, Wall) or before.end != start:
        return False
    return before.start.x == start.x == end.x or before.start.y == start.y == end.y

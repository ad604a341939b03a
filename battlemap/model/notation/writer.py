"""From the document to a board as text."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_uppercase
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Point
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.notation.lines import obstacle_line, token_line
from battlemap.model.notation.reader import parse
from battlemap.model.notation.words import (
    EMPTY,
    STEP_FEET,
    TERRAIN_LETTERS,
    drawn_obstacle,
    quoted,
    write_cell,
)
from battlemap.model.obstacle import Prop

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid
    from battlemap.model.obstacle import Obstacle
    from battlemap.model.terrain import Terrain
    from battlemap.model.token import Token

_SIGN_OF_TERRAIN = {kind: letter for letter, kind in TERRAIN_LETTERS.items()}


def in_notation(encounter: Encounter) -> Encounter:
    """Return what the notation keeps of a document.

    That is the grid, the map's name, the ground, walls, doors, props, and tokens with their
    weapons; not pictures, lights, marks, notes, auras, links, effects, the fight, or what the rule
    system keeps.
    """
    here = encounter.map
    grid = here.grid.grid
    tokens = {key: _plain(token, grid) for key, token in encounter.tokens.items()}
    return Encounter(
        map=BattleMap(here.grid, here.name, None, here.terrain, here.elevation, here.obstacles),
        tokens=MappingProxyType(tokens),
        rules=RulesChoice(encounter.rules.system),
    )


def _plain(token: Token, grid: Grid) -> Token:
    return replace(
        token,
        facing=grid.nearest_facing(token.facing),
        turned=token.turned % 6,
        art="",
        notes="",
        sheet=None,
        status=None,
        weapons=tuple(replace(weapon, details=None) for weapon in token.weapons),
        auras=(),
        links=(),
        lasting=(),
    )


def to_text(encounter: Encounter) -> str:
    """Return the board as text; ``parse`` makes ``in_notation(encounter)`` of it again.

    Walls and doors are drawn where reading the drawing gives the same ones, ids included;
    otherwise each gets a line.
    """
    plain = in_notation(encounter)
    drawn = {key: one for key, one in plain.map.obstacles.items() if _can_be_drawn(plain, one)}
    if drawn:
        text = _text(plain, drawn)
        if parse(text) == plain:
            return text
    return _text(plain, {})


def _text(plain: Encounter, drawn: Mapping[str, Obstacle]) -> str:
    here = plain.map
    grid = here.grid.grid
    letters = _letters(plain)
    lines = [_header(plain)]
    cells, shown = _cell_signs(plain, letters)
    lines += _walled(grid, cells, drawn) if drawn else _rows(grid, cells)
    lines += _ground_lines(plain, shown)
    lines += [obstacle_line(one) for key, one in here.obstacles.items() if key not in drawn]
    lines += [token_line(token, grid, letters.get(key)) for key, token in plain.tokens.items()]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _header(plain: Encounter) -> str:
    spec = plain.map.grid
    words = [spec.kind.value, f"{spec.columns}x{spec.rows}"]
    words += [f"feet={spec.feet_per_cell}"] if spec.feet_per_cell != STEP_FEET else []
    words += [f"diagonals={spec.diagonals.value}"] if spec.diagonals is not None else []
    words += [f"name={quoted(plain.map.name)}"] if plain.map.name else []
    if plain.rules.system != RulesChoice().system:
        words.append(f"system={quoted(plain.rules.system)}")
    return " ".join(words)


def _letters(plain: Encounter) -> dict[str, str]:
    """Return a letter for each token that can have one: its own initial where that is free."""
    grid = plain.map.grid.grid
    found: dict[str, str] = {}
    taken: set[Cell] = set()
    free = list(ascii_uppercase)
    for key, token in plain.tokens.items():
        if token.at in taken or token.at not in grid or not free:
            continue
        initial = key[0].upper()
        letter = initial if initial in free else free[0]
        free.remove(letter)
        taken.add(token.at)
        found[key] = letter
    return found


def _cell_signs(plain: Encounter, letters: Mapping[str, str]) -> tuple[list[list[str]], set[Cell]]:
    """Return a sign for each cell, and the cells whose ground that sign tells whole."""
    here = plain.map
    grid = here.grid.grid
    at = {plain.tokens[key].at: letter for key, letter in letters.items()}
    shown: set[Cell] = set()
    rows = []
    for row in range(grid.rows):
        signs = []
        for column in range(grid.columns):
            cell = grid.from_offset(column, row)
            sign = at.get(cell, "")
            if not sign:
                sign = _ground_sign(here.terrain_at(cell), here.ground_feet(cell))
                if sign != EMPTY:
                    shown.add(cell)
            signs.append(sign)
        rows.append(signs)
    return rows, shown


def _ground_sign(terrain: Terrain, feet: int) -> str:
    if feet == 0:
        return _SIGN_OF_TERRAIN.get(terrain, EMPTY)
    steps, rest = divmod(feet, STEP_FEET)
    return str(steps) if not terrain and not rest and 0 < steps < 10 else EMPTY


def _ground_lines(plain: Encounter, shown: set[Cell]) -> list[str]:
    here = plain.map
    lines: dict[str, list[str]] = {}
    for cell in here.grid.grid.cells():
        if cell in shown:
            continue
        for word in here.terrain_at(cell).names:
            lines.setdefault(word, []).append(write_cell(cell))
        if feet := here.ground_feet(cell):
            lines.setdefault(f"elevation {feet}", []).append(write_cell(cell))
    return [" ".join([word, *cells]) for word, cells in lines.items()]


def _rows(grid: Grid, cells: list[list[str]]) -> list[str]:
    shifted = grid.kind is GridKind.HEX_POINTY
    return [" " * (row % 2 if shifted else 0) + " ".join(s) for row, s in enumerate(cells)]


def _can_be_drawn(plain: Encounter, obstacle: Obstacle) -> bool:
    """Tell whether an obstacle runs along borders of squares and is as its sign says."""
    return _sign_of(plain.map.grid.grid, obstacle) is not None


def _sign_of(grid: Grid, obstacle: Obstacle) -> str | None:
    if isinstance(obstacle, Prop) or grid.kind is not GridKind.SQUARE:
        return None
    (x0, y0), (x1, y1) = obstacle.start, obstacle.end
    whole = all(value == int(value) for value in (x0, y0, x1, y1))
    within = 0 <= x0 <= x1 <= grid.columns and 0 <= y0 <= y1 <= grid.rows
    if not whole or not within or (x0 == x1) == (y0 == y1):
        return None
    for sign in "-" if y0 == y1 else "|", ":", "D", "/", "W":
        if drawn_obstacle(sign, obstacle.id, obstacle.start, obstacle.end) == obstacle:
            return sign
    return None


def _walled(grid: Grid, cells: list[list[str]], drawn: Mapping[str, Obstacle]) -> list[str]:
    canvas = [["+" if x % 2 == 0 else " " for x in range(2 * grid.columns + 1)]]
    for signs in cells:
        canvas.append([*(part for sign in signs for part in (" ", sign)), " "])
        canvas.append(list(canvas[0]))
    for obstacle in drawn.values():
        assert not isinstance(obstacle, Prop)  # those are never drawn
        sign = _sign_of(grid, obstacle) or " "
        start, end = Point(*obstacle.start), Point(*obstacle.end)
        x, y = int(start.x), int(start.y)
        for column in range(x, int(end.x)):
            canvas[2 * y][2 * column + 1] = sign
        for row in range(y, int(end.y)):
            canvas[2 * row + 1][2 * x] = sign
    return ["".join(line) for line in canvas]

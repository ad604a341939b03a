"""What is odd about a map: for ``battlemap check``, and for the warnings when a map is opened."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from battlemap.geometry.footprint import footprint
from battlemap.model.file_error import FileError
from battlemap.model.mapfile.assets import asset_names
from battlemap.model.obstacle import Door, Prop, Wall
from battlemap.model.picture import check_picture
from battlemap.model.segments import crosses_itself, holds, lie_beyond, meet
from battlemap.model.terrain import Terrain
from battlemap.model.token import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.geometry.cell import Cell
    from battlemap.geometry.grid import Grid
    from battlemap.model.encounter import Encounter
    from battlemap.model.segments import Segment
    from battlemap.model.token import Token

ERROR, WARNING = "error", "warning"

EDGE = 1e-6
"""What lies less than this outside the map, in cells, lies on its border."""


@dataclass(frozen=True)
class Finding:
    """One odd thing: ``level`` "error" or "warning", the id of what it is about, one sentence.

    An error can't be played rightly (a token off the map); a warning may be meant.
    """

    level: str
    subject: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.level}: {self.sentence}"


def check(encounter: Encounter) -> tuple[Finding, ...]:
    """Return what is odd about a document, errors first; nothing for a map in order."""
    found = [
        *off_the_map(encounter),
        *_tokens(encounter),
        *_token_pairs(encounter),
        *_obstacles(encounter),
        *_pictures(encounter),
        *_turns(encounter),
    ]
    return tuple(sorted(found, key=lambda finding: finding.level != ERROR))


def off_the_map(encounter: Encounter) -> Iterator[Finding]:
    """Yield a finding for each token, wall, door and prop that lies off the map."""
    grid = encounter.map.grid.grid
    for token in encounter.tokens.values():
        off = [cell for cell in _cells(grid, token) if cell not in grid]
        if off:
            whole = "stands off the map" if token.at in off else "hangs over the map's border"
            at = f"[{token.at.q}, {token.at.r}]"
            yield Finding(ERROR, token.id, f"{token.name} ({token.id}) at {at} {whole}.")
    for obstacle in encounter.map.obstacles.values():
        points = obstacle.outline if isinstance(obstacle, Prop) else (obstacle.start, obstacle.end)
        if lie_beyond(points, grid.width, grid.height, EDGE):
            kind = type(obstacle).__name__.lower()
            yield Finding(WARNING, obstacle.id, f"the {kind} {obstacle.id} lies off the map.")


def _cells(grid: Grid, token: Token) -> tuple[Cell, ...]:
    return footprint(grid, token.at, token.size, token.turned)


def _tokens(encounter: Encounter) -> Iterator[Finding]:
    here = encounter.map
    grid = here.grid.grid
    walls = [
        (obstacle.id, (grid.lattice(obstacle.start), grid.lattice(obstacle.end)))
        for obstacle in here.obstacles.values()
        if (isinstance(obstacle, Wall) and obstacle.blocks_move)
        or (isinstance(obstacle, Door) and not obstacle.is_open)
    ]
    for token in encounter.tokens.values():
        cells = _cells(grid, token)
        name = f"{token.name} ({token.id})"
        if token.side not in SIDES:
            yield Finding(
                WARNING,
                token.id,
                f'{name} is on the side "{token.side}", which is nobody\'s ally'
                f" (known sides: {', '.join(SIDES)}).",
            )
        if any(Terrain.IMPASSABLE in here.terrain_at(cell) for cell in cells):
            yield Finding(WARNING, token.id, f"{name} stands on impassable ground.")
        ground = max(here.ground_feet(cell) for cell in cells)
        if token.elevation_feet is not None and token.elevation_feet < ground:
            deep = ground - token.elevation_feet
            yield Finding(WARNING, token.id, f"{name} stands {deep} ft below the ground.")
        for wall in _walls_through(grid, cells, walls):
            yield Finding(WARNING, token.id, f"{name} stands in {wall}, which blocks movement.")
        for weapon in token.weapons:
            if weapon.is_ranged and weapon.minimum_feet > weapon.range_feet:
                yield Finding(
                    WARNING,
                    token.id,
                    f"{weapon.name} of {name} has a least range of {weapon.minimum_feet} ft"
                    f" beyond its range of {weapon.range_feet} ft.",
                )


def _walls_through(
    grid: Grid, cells: tuple[Cell, ...], walls: list[tuple[str, Segment]]
) -> Iterator[str]:
    """Yield the walls that part a space or run over the center of one of its cells."""
    centers = [grid.lattice_center(cell) for cell in cells]
    joins = [
        (grid.lattice_center(one), grid.lattice_center(other))
        for one, other in combinations(cells, 2)
        if grid.steps(one, other) == 1 and not grid.is_diagonal(other.minus(one))
    ]
    for name, wall in walls:
        if any(holds(wall, center) for center in centers) or any(meet(wall, j) for j in joins):
            yield name


def _token_pairs(encounter: Encounter) -> Iterator[Finding]:
    grid = encounter.map.grid.grid
    standing: dict[Cell, Token] = {}
    told: set[tuple[str, str]] = set()
    for token in encounter.tokens.values():
        for cell in _cells(grid, token):
            other = standing.setdefault(cell, token)
            pair = (other.id, token.id)
            if other is not token and pair not in told:
                told.add(pair)
                yield Finding(
                    WARNING,
                    token.id,
                    f"{token.name} ({token.id}) and {other.name} ({other.id}) share a cell.",
                )


def _obstacles(encounter: Encounter) -> Iterator[Finding]:
    grid = encounter.map.grid.grid
    for obstacle in encounter.map.obstacles.values():
        if isinstance(obstacle, Prop):
            outline = [grid.lattice(point) for point in obstacle.outline]
            if crosses_itself(outline):
                sentence = f"the outline of the prop {obstacle.id} crosses or touches itself."
                yield Finding(ERROR, obstacle.id, sentence)
        elif grid.lattice(obstacle.start) == grid.lattice(obstacle.end):
            kind = type(obstacle).__name__.lower()
            yield Finding(ERROR, obstacle.id, f"the {kind} {obstacle.id} has no length.")


def _pictures(encounter: Encounter) -> Iterator[Finding]:
    for where, name in asset_names(encounter):
        data = encounter.assets.get(name)
        if data is None:
            yield Finding(WARNING, where, f"{where}: the picture {name} is missing.")
            continue
        try:
            check_picture(data, where)
        except FileError as error:
            yield Finding(ERROR, where, str(error))


def _turns(encounter: Encounter) -> Iterator[Finding]:
    order = encounter.turn_order
    named = {slot.token for slot in order.slots} | ({order.active} if order.active else set())
    for name in sorted(named - set(encounter.tokens)):
        yield Finding(ERROR, name, f"the turn order names {name}, who isn't on the map.")
    for override in encounter.overrides:
        for name in (override.attacker, override.target):
            if name and name not in encounter.tokens:
                sentence = f"a verdict set by hand names {name}, who isn't on the map."
                yield Finding(WARNING, name, sentence)

"""Made-up battlefields of any size: the same seed gives the same field."""

import math
import random
from types import MappingProxyType

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.obstacle import Obstacle, Wall
from battlemap.model.terrain import Layer, Terrain
from battlemap.model.token import Token, Weapon

DIFFICULT_SHARE = 0.15
WEAPONS = (
    Weapon("sword"),
    Weapon("spear", reach_feet=10, reach=True),
    Weapon("bow", range_feet=300),
)


def battlefield(
    kind: GridKind, columns: int, rows: int, *, tokens: int, walls: int, seed: int = 7
) -> Encounter:
    """Return a field with rubble, short walls and two sides that stand in the middle of each other.

    The first token is "t0", of the party, in the middle of the map.
    """
    random_ = random.Random(seed)
    spec = GridSpec(kind=kind, columns=columns, rows=rows)
    grid = spec.grid
    cells = [grid.from_offset(c, r) for r in range(rows) for c in range(columns)]
    rubble = random_.sample(cells, int(len(cells) * DIFFICULT_SHARE))
    terrain = Layer.blank(columns, rows).with_flag(grid, rubble, Terrain.DIFFICULT)
    middle = grid.from_offset(columns // 2, rows // 2)
    near = sorted(cells, key=lambda cell: (grid.steps(middle, cell), cell))
    crowd = [middle, *random_.sample(near[1 : tokens * 6], tokens - 1)]
    return Encounter(
        map=BattleMap(grid=spec, terrain=terrain, obstacles=_walls(random_, spec, walls)),
        tokens=MappingProxyType(
            {token.id: token for token in (_token(i, cell, grid) for i, cell in enumerate(crowd))}
        ),
    )


def _walls(random_: random.Random, spec: GridSpec, count: int) -> MappingProxyType[str, Obstacle]:
    """Return short walls, most of them along the lines of a square grid."""
    found: dict[str, Obstacle] = {}
    for number in range(count):
        start = Point(random_.randrange(1, spec.columns), random_.randrange(1, spec.rows))
        turn = random_.choice((0, 90, 180, 270)) if number % 4 else random_.uniform(0, 360)
        length = random_.randint(1, 3)
        angle = math.radians(turn)
        end = Point(start.x + length * math.cos(angle), start.y + length * math.sin(angle))
        found[f"w{number}"] = Wall(f"w{number}", start, Point(round(end.x, 6), round(end.y, 6)))
    return MappingProxyType(found)


def _token(number: int, cell: Cell, grid) -> Token:
    directions = grid.facings
    return Token(
        id=f"t{number}",
        name=f"Token {number}",
        side=("party", "foe")[number % 2],
        at=cell,
        facing=directions[number % len(directions)],
        weapons=(WEAPONS[number % 2], WEAPONS[2]),
    )

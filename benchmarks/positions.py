"""The best position: a blade and a bow of each game, 12 cells to walk, 20 combatants."""

import random
from dataclasses import replace
from types import MappingProxyType

from battlemap.geometry.cell import Point
from battlemap.geometry.grid import GridKind
from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import Attack
from battlemap.model.obstacle import CoverGrade, Prop
from battlemap.model.terrain import Terrain
from battlemap.model.token import FOE, PARTY
from battlemap.model.turn_order import TurnOrder
from battlemap.session.best_position import positions
from battlemap.session.registry import find_system
from benchmarks.case import Case, Size, Trial
from benchmarks.scenes import battlefield

GOAL_MS = 300
COMBATANTS = 20
WALLS_PER_CELL = 0.025
PROPS = 16
FEET = 60

ARMED = {
    "shadowrealms": ({"movement_feet": FEET // 3}, "captain", "scout"),
    "grimhowl": ({"movement_feet": FEET}, "sellsword", "ridge-archer"),
    "crawler": ({"move_feet": 20, "step_feet": 10}, "bruiser", "scout"),
    "prowess": ({}, "knight", "archer"),
}
"""For each game: what of a sheet makes 12 cells, who brings the blade, and who the bow."""


def field_of(game: str, kind: GridKind, side: int, *, with_bow: bool):
    """Return a field with 20 combatants, its rule system, and an attack on one nearby.

    The ground has rubble, hills, smoke, walls and crates; an ally stands beside the target.
    """
    system = find_system(game)
    known = {creature.id: creature for creature in system.bestiary()}
    sheet, blade, bow = ARMED[game]
    me = known[bow if with_bow else blade]
    walls = int(side * side * WALLS_PER_CELL)
    empty = battlefield(kind, side, side, tokens=COMBATANTS, walls=walls)
    grid, rng = empty.map.grid.grid, random.Random(11)
    crowd = [one for one in known.values() if one.side == FOE and one.size == 1]
    tokens = {}
    for number, place in enumerate(empty.tokens.values()):
        side_of = (PARTY, FOE)[number % 2]
        kin = me if number == 0 else crowd[number % len(crowd)]
        tokens[place.id] = replace(kin, id=place.id, side=side_of, at=place.at, facing=place.facing)
    tokens["t0"] = replace(tokens["t0"], sheet=replace(me.sheet, **sheet))
    start = tokens["t0"].at
    foes = [token for token in tokens.values() if token.side == FOE]
    far = 8 if with_bow else 4
    target = min(foes, key=lambda token: (abs(grid.steps(start, token.at) - far), token.id))
    taken = {token.at for token in tokens.values()}
    beside = next(cell for cell in grid.disc(target.at, 1) if cell not in taken)
    tokens["t2"] = replace(tokens["t2"], at=beside)
    cells = [grid.from_offset(c, r) for r in range(side) for c in range(side)]
    near = [cell for cell in grid.disc(start, 14) if cell in grid]
    terrain = empty.map.terrain.with_flag(
        grid, rng.sample(cells, len(cells) // 30), Terrain.OBSCURED
    )
    hills = [hill for top in rng.sample(near, 5) for hill in grid.disc(top, 2)]
    obstacles = dict(empty.map.obstacles)
    for number, cell in enumerate(rng.sample(near, PROPS)):
        obstacles[f"p{number}"] = _crate(grid, cell, f"p{number}")
    battle_map = replace(
        empty.map,
        terrain=terrain,
        elevation=empty.map.elevation.with_value(grid, hills, 5),
        obstacles=MappingProxyType(obstacles),
    )
    encounter = replace(
        empty, map=battle_map, tokens=MappingProxyType(tokens), rules=RulesChoice(game)
    )
    if game == "prowess":  # its passive movement would make more than 12 cells
        encounter = replace(encounter, turn_order=TurnOrder(round=1, active="t0"))
    return encounter, system, Attack("t0", target.id, me.weapons[0].name)


def _crate(grid, cell, key) -> Prop:
    center = grid.center(cell)
    outline = tuple(
        Point(center.x + dx * 0.3, center.y + dy * 0.3)
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    return Prop(key, outline, cover=CoverGrade.MINOR, height_feet=5)


def best_position(
    game: str, *, with_bow: bool, kind: GridKind = GridKind.SQUARE, leans_out: bool = False
):
    """Return what prepares the search of all cells in reach, begun anew each time."""

    def prepare(size: Size) -> Trial:
        encounter, system, attack = field_of(game, kind, min(60, size.side), with_bow=with_bow)
        if leans_out:
            system = type(system)(replace(system.options, lean_out=True))
            rules = replace(encounter.rules, options=system.options)
            encounter = replace(encounter, rules=rules)

        def work() -> int:
            # Another document each time, as after a change on the table.
            fresh = replace(encounter)
            found = [one for one, _, _ in positions(fresh, system, attack) if one is not None]
            return len(found)

        return Trial(work)

    return prepare


LEANING = ("shadowrealms", "crawler")
"""The games in which an attacker may lean out past a wall, by an option."""

BEST_POSITIONS = (
    *(
        Case(
            f"best-{game}-{'bow' if with_bow else 'blade'}",
            f"best position, {'a bow' if with_bow else 'a blade'} in {find_system(game).title}, "
            "12 cells, 20 combatants",
            best_position(game, with_bow=with_bow),
            GOAL_MS,
        )
        for game in ARMED
        for with_bow in (False, True)
    ),
    *(
        Case(
            f"best-{game}-leaning",
            f"best position, a bow in {find_system(game).title} that leans out, "
            "12 cells, 20 combatants",
            best_position(game, with_bow=True, leans_out=True),
            GOAL_MS,
        )
        for game in LEANING
    ),
)

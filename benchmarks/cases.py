"""What is measured without a window. `benchmarks.window` has the rest."""

import itertools
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from battlemap.geometry.cell import Point
from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.geometry.visibility import visibility_polygon
from battlemap.model.intent import Attack
from battlemap.model.obstacle import Wall
from battlemap.model.store import dumps, loads
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.session.documents import types_of
from battlemap.session.registry import find_system
from battlemap.tactics import barriers
from battlemap.tactics.board import Board
from battlemap.tactics.cover import exposure, verdicts
from battlemap.tactics.crossings import crossings
from battlemap.tactics.distance import distance_between
from battlemap.tactics.movement import Mover, movement_field
from battlemap.tactics.recent import Recent
from battlemap.tactics.screens import Screens
from battlemap.tactics.search import search
from battlemap.tactics.sight import opaque_segments
from battlemap.tactics.situation import survey
from battlemap.tactics.threat import threatened
from benchmarks import peers
from benchmarks.case import Case, Size, Trial
from benchmarks.memory import mib_of
from benchmarks.positions import BEST_POSITIONS
from benchmarks.printing import printed_map
from benchmarks.scenes import battlefield

SYSTEM = find_system("shadowrealms")
CROWDS_COVER = find_system(
    "shadowrealms", replace(SYSTEM.options, creatures_cover=CreaturesCover.MINOR)
)
SIGHT_RADIUS = 24
TWELVE = Mover(rate=1200, actions=1)


def field_of(size: Size, kind=GridKind.SQUARE, side=None, tokens=None, walls=None):
    """Return a made-up battlefield, by default of the usual size."""
    side = size.side if side is None else side
    return battlefield(
        kind,
        side,
        side,
        tokens=size.tokens if tokens is None else tokens,
        walls=size.walls if walls is None else walls,
    )


def mover_of(cells: int) -> Mover:
    return replace(TWELVE, rate=cells * 100)


# Movement ---------------------------------------------------------------------------------------


def movement_range(kind: GridKind, *, large: bool, far: bool):
    """Return what prepares a movement range, asked as at the press of a drag."""

    def prepare(size: Size) -> Trial:
        side = size.large_side if large else size.side
        board = Board.of(field_of(size, kind, side), SYSTEM)
        mover = mover_of(size.far if far else 12)
        field = movement_field(board, "t0", mover)
        held_against = {"NetworkX": peers.networkx_range(field)}
        if peers.HAS_TCOD:
            held_against["tcod"] = peers.tcod_range(field)
        counts = {name: work() for name, work in held_against.items()}
        reached = int(np.isfinite(search(field.steps, field.start, 0, field.limit).least()).sum())
        if set(counts.values()) != {reached}:
            raise AssertionError(f"ours reaches {reached} cells, the peers {counts}")
        return Trial(lambda: len(movement_field(board, "t0", mover).costs), held_against)

    return prepare


def safest_path(size: Size) -> Trial:
    board = Board.of(field_of(size), SYSTEM)
    known = movement_field(board, "t0", TWELVE)
    far = max(known.costs, key=lambda cell: (known.costs[cell], cell))

    def work():
        field = movement_field(board, "t0", TWELVE)
        paths = [path for path in (field.shortest(far), field.safest(far)) if path is not None]
        return len(field.costs) + len(paths) + sum(len(crossings(board, "t0", p)) for p in paths)

    return Trial(work, {"NetworkX (path only)": peers.networkx_path(known, far)})


def each_new_cell(size: Size) -> Trial:
    """Both paths with their triggers, for one cell in reach after another."""
    board = Board.of(field_of(size), SYSTEM)
    field = movement_field(board, "t0", TWELVE)
    cells = itertools.cycle(sorted(field.costs, key=lambda cell: hash((cell.q * 31, cell.r * 17))))

    def work():
        cell = next(cells)
        paths = [path for path in (field.shortest(cell), field.safest(cell)) if path is not None]
        return len(paths) + sum(len(crossings(board, "t0", path)) for path in paths)

    return Trial(work)


# One pair, cover and sight ----------------------------------------------------------------------


def one_survey(size: Size) -> Trial:
    board = Board.of(field_of(size), SYSTEM)
    pairs = itertools.cycle([token.id for token in board.enemies_of(board.token("t0"))])
    survey(board, "t0", "t1")
    return Trial(lambda: 1 + survey(board, "t0", next(pairs)).distance.feet)


def one_plan(size: Size) -> Trial:
    board = Board.of(field_of(size), SYSTEM)
    nearest = min(
        board.enemies_of(board.token("t0")),
        key=lambda token: distance_between(board, "t0", token.id).feet,
    )
    attack = Attack("t0", nearest.id, "bow")
    return Trial(lambda: len(SYSTEM.plan(board, attack).weapon_line))


def _crowd(size: Size, kind: GridKind):
    """Return a field full of creatures, and the nearest enemies of t0 within 30 cells."""
    encounter = field_of(size, kind, tokens=size.many_tokens, walls=size.many_walls)
    board = Board.of(encounter, CROWDS_COVER)
    me, grid = board.token("t0"), board.grid
    enemies = sorted(
        (grid.steps(me.at, token.at), token.id)
        for token in board.enemies_of(me)
        if grid.steps(me.at, token.at) <= 30
    )
    return board, [token for _, token in enemies[: size.targets]]


def cover_of_many(kind: GridKind):
    def prepare(size: Size) -> Trial:
        board, targets = _crowd(size, kind)
        verdicts(board, "t0", targets)
        rays = np.array(
            [
                (*p, *q)
                for target in targets
                for p in board.grid.lattice_corners(board.token("t0").at, inset=True)
                for q in board.grid.lattice_corners(board.token(target).at, inset=True)
            ],
            dtype=float,
        )
        walls = Screens.of(board).walls.ends.astype(float)
        matrix = peers.every_ray_against_every_wall(rays, walls)
        return Trial(
            lambda: len(verdicts(board, "t0", targets)), {"NumPy matrix (walls only)": matrix}
        )

    return prepare


def cover_in_a_drag(size: Size) -> Trial:
    """The attacker enters another cell each time, so that bodies and rays are new."""
    board, targets = _crowd(size, GridKind.SQUARE)
    me = board.token("t0")
    steps = itertools.cycle(board.grid.disc(me.at, 3))

    def work():
        moved = board.encounter.with_token(replace(me, at=next(steps)))
        return len(verdicts(Board.of(moved, CROWDS_COVER), "t0", targets))

    return Trial(work)


def cover_with_evidence(size: Size) -> Trial:
    """Cover and sight with all rays and reasons, of every enemy."""
    board = Board.of(field_of(size), SYSTEM)
    targets = [token.id for token in board.enemies_of(board.token("t0"))]
    return Trial(lambda: sum(len(exposure(board, "t0", name).cover.rays) for name in targets))


def visibility(size: Size) -> Trial:
    board = Board.of(field_of(size, walls=size.many_walls), SYSTEM)
    walls, me = opaque_segments(board), board.token("t0").at
    eye = board.grid.center(me)
    against = {}
    if peers.HAS_TCOD:
        against["tcod (whole cells)"] = peers.tcod_view(size.side, me, SIGHT_RADIUS, walls)
    return Trial(lambda: len(visibility_polygon(eye, walls, SIGHT_RADIUS)), against)


# Threat and edits -------------------------------------------------------------------------------


def threat_of_all(size: Size) -> Trial:
    encounter = field_of(size)

    def work():
        board = Board(encounter, SYSTEM)
        return sum(
            len(cells) for name in encounter.tokens for cells in threatened(board, name).values()
        )

    return Trial(work)


def threat_of_one_moved(size: Size) -> Trial:
    encounter = field_of(size)
    board = Board.of(encounter, SYSTEM)
    for name in encounter.tokens:
        threatened(board, name)
    me = encounter.tokens["t0"]
    steps = itertools.cycle(board.grid.disc(me.at, 3))

    def work():
        moved = Board.of(encounter.with_token(replace(me, at=next(steps))), SYSTEM)
        return sum(
            len(cells) for name in encounter.tokens for cells in threatened(moved, name).values()
        )

    return Trial(work)


def wall_edit(size: Size) -> Trial:
    """One wall more: the movement range of a token, and the threat and cover of one pair."""
    encounter = field_of(size, walls=size.many_walls)
    board = Board.of(encounter, SYSTEM)
    _use(board)
    grid, me = board.grid, encounter.tokens["t0"]
    spots = itertools.cycle(grid.disc(me.at, 4))
    latest = encounter

    def work():
        nonlocal latest
        x, y = grid.corners(next(spots))[0]
        wall = Wall(f"new-{len(latest.map.obstacles)}", Point(x, y), Point(x + 1, y))
        obstacles = MappingProxyType({**latest.map.obstacles, wall.id: wall})
        latest = latest.with_map(replace(latest.map, obstacles=obstacles))
        return _use(Board.of(latest, SYSTEM))

    return Trial(work)


def _use(board: Board) -> int:
    """Ask what needs every index of walls: steps, blows, and rays."""
    reached = len(movement_field(board, "t0", TWELVE).costs)
    threatened(board, "t0")
    return reached + len(verdicts(board, "t0", ["t1"]))


def first_field(size: Size) -> Trial:
    encounter = field_of(size, walls=size.many_walls)

    def work():
        forget_walls()
        return len(movement_field(Board(encounter, SYSTEM), "t0", TWELVE).costs)

    return Trial(work)


def forget_walls() -> None:
    """Make the next map a map that was opened just now."""
    barriers._recent = Recent()  # noqa: SLF001  # nobody else forgets them


# The rest ---------------------------------------------------------------------------------------


def distances(size: Size) -> Trial:
    grid = field_of(size).map.grid.grid
    pairs = [
        (grid.from_offset(i % 17, i % 13), grid.from_offset(i % 31, i % 37)) for i in range(10_000)
    ]
    return Trial(lambda: sum(grid.distance(a, b, DiagonalMetric.ALTERNATING) for a, b in pairs))


def save_and_open(size: Size) -> Trial:
    encounter = field_of(size)
    return Trial(lambda: len(loads(dumps(encounter, types_of), types_of).tokens))


def use_everything(encounter) -> int:
    """Ask a new board for a range, the threat of all, and the cover of 100 enemies."""
    board = Board(encounter, CROWDS_COVER)
    reached = len(movement_field(board, "t0", TWELVE).costs)
    zones = sum(len(threatened(board, token)) for token in board.encounter.tokens)
    enemies = [token.id for token in board.enemies_of(board.token("t0"))]
    return reached + zones + len(verdicts(board, "t0", enemies[:100]))


def memory(size: Size) -> Trial:
    encounter = field_of(size, side=size.large_side, tokens=size.many_tokens, walls=size.many_walls)
    data = dumps(encounter, types_of)
    return Trial(lambda: mib_of(data))


SQUARE, HEX = GridKind.SQUARE, GridKind.HEX_FLAT
CASES = (
    Case("range-12", "movement range of 12 cells, 200x200, 100 tokens",
         movement_range(SQUARE, large=False, far=False), 1),
    Case("range-12-large", "the same on 500x500", movement_range(SQUARE, large=True, far=False), 1),
    Case("range-12-hex", "the same on 200x200 hexes",
         movement_range(HEX, large=False, far=False), 1),
    Case("range-60", "movement range of 60 cells, 200x200",
         movement_range(SQUARE, large=False, far=True), 8),
    Case("range-60-large", "the same on 500x500", movement_range(SQUARE, large=True, far=True), 8),
    Case("safest", "range of 12 cells, shortest and safest path with triggers", safest_path, 3),
    Case("new-cell", "one more cell of that range: both paths with triggers", each_new_cell, 3),
    Case("survey", "all facts of one pair, 1,000 walls", one_survey, 1),
    Case("plan", "the Attack panel of one pair: facts, modifiers, odds", one_plan),
    Case("cover-100", "cover of 100 targets, 5,000 walls, 500 creatures",
         cover_of_many(SQUARE), 8),
    Case("cover-100-drag", "the same, the attacker in a new cell", cover_in_a_drag, 12),
    Case("cover-100-hex", "cover of 100 targets on hexes", cover_of_many(HEX), 20),
    Case("evidence", "cover and sight of 50 enemies with all evidence, 1,000 walls",
         cover_with_evidence),
    Case("view", "visibility polygon, radius 24, 5,000 walls", visibility, 1),
    Case("threat-1", "threat map, one of 100 tokens moved", threat_of_one_moved, 1),
    Case("threat-100", "threat map of 100 tokens anew", threat_of_all, 15),
    Case("wall-edit", "a wall more among 5,000, until range, threat and cover answer",
         wall_edit, 8),
    Case("first-range", "the first movement range after opening, 5,000 walls", first_field),
    *BEST_POSITIONS,
    Case("distances", "10,000 distances, diagonals 1-2-1", distances),
    Case("file", "the whole document written and read", save_and_open),
    Case("print", "PDF in full color of 60x40 cells with their picture over A4", printed_map, 5000),
    Case("memory", "memory of a 500x500 map in use, 5,000 walls, 500 tokens", memory, 50, "MiB"),
)  # fmt: skip  # a table reads better in lines

"""The best position: what it says of a cell is what the attack from there says."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from battlemap import resources
from battlemap.geometry.angle import bearing
from battlemap.geometry.cell import Point
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, Override
from battlemap.model.intent import Attack
from battlemap.model.obstacle import CoverGrade, Prop, Wall
from battlemap.model.terrain import Layer, Terrain
from battlemap.model.turn_order import TurnOrder
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.rules.procedure import IllegalIntentError
from battlemap.rules.ruleable_facts import FACTS, PREFIX
from battlemap.rules.rulings import TRIGGER
from battlemap.session.best_position import positions, rank
from battlemap.session.preview import MovePreviewer
from battlemap.session.registry import find_system
from battlemap.session.session import Session
from battlemap.systems.grimhowl.cover import taken_behind
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import CornerRule


@pytest.fixture(params=["sunken-hall", "flat-marsh"])
def session(request):
    return Session.open(resources.maps_path() / f"{request.param}.battlemap", seed=5)


def pair(session):
    """A fighter of the party, and the nearest foe."""
    tokens = session.encounter.tokens.values()
    grid = session.board.grid
    able = [t for t in tokens if session.system.is_able(t) and not session.system.is_out(t)]
    ours = [t for t in able if t.side == "party" and not session.system.weapons(t)[0].is_ranged]
    foes = [t for t in able if t.side == "foe"]
    return min(
        ((a, b) for a in ours for b in foes), key=lambda both: grid.steps(both[0].at, both[1].at)
    )


def test_each_position_is_what_the_plan_from_there_says(session):
    attacker, target = pair(session)
    attack = Attack(attacker.id, target.id)
    previewer = session.preview_move(attacker.id)
    found, counts = [], []
    for position, done, total in positions(session.encounter, session.system, attack):
        counts.append((done, total))
        if position is not None:
            found.append(position)
    assert counts == [(n, len(counts)) for n in range(1, len(counts) + 1)]
    assert found
    for position in found:
        plan = session.plan_from(attack, position.cell, position.facing)
        assert (position.hit, position.mean) == (plan.odds.hit, plan.odds.mean)
        if position.cell != attacker.at:
            way = previewer.to(position.cell).safest
            assert position.triggers == len(way.firing)
            assert position.feet == way.feet
    best = min(found, key=rank)
    assert all(best.hit >= other.hit for other in found)


@pytest.mark.parametrize("ruled", [{}, {f"{PREFIX}in_reach": "on"}])
def test_no_cell_is_left_out_from_which_it_could_be_made(session, ruled):
    attacker, target = pair(session)
    attack = Attack(attacker.id, target.id, switched=MappingProxyType(ruled))
    said = {
        position.cell
        for position, _, _ in positions(session.encounter, session.system, attack)
        if position is not None
    }
    grid = session.board.grid
    there = grid.centroid(session.board.cells_of(target.id))
    for cell in session.preview_move(attacker.id).field.costs:
        here = grid.center(cell)
        if here == there or attacker.size != 1:
            continue
        facing = grid.nearest_facing(bearing(here, there))
        plan = session.plan_from(attack, cell, facing)
        assert (not plan.illegal and plan.odds is not None) == (cell in said), cell


def test_whoever_is_not_there_has_no_position(session):
    attacker, target = pair(session)
    for attack in (
        Attack("nobody", target.id),
        Attack(attacker.id, "nobody"),
        Attack(attacker.id, target.id, "no such weapon"),
    ):
        with pytest.raises(IllegalIntentError):
            list(positions(session.encounter, session.system, attack))


# Each cell against the ordinary plan and the ordinary preview, one by one -----------------------

COLUMNS, ROWS = 13, 9
GAMES = {
    "shadowrealms": ("captain", "scout", "pikeman"),
    "grimhowl": ("sellsword", "ridge-archer", "wall-guard"),
    "crawler": ("bruiser", "scout", "brute"),
    "prowess": ("knight", "archer", "orc"),
}
"""For each game: who brings the blade, who the bow, and whom they meet."""

OTHER = {
    "shadowrealms": {"creatures_cover": CreaturesCover.MINOR, "lean_out": True},
    "grimhowl": {"opportunity": True, "facing": True},
    "crawler": {"creatures_cover": CreaturesCover.MINOR, "corners": CornerRule.UNCHECKED},
    "prowess": {"ranged_flanking": True, "creatures_cover": CreaturesCover.MINOR},
}
"""Options under which more facts count."""


def field(game, kind, arm, options, size=1):
    """A target between an attacker's ally and a crate, on uneven ground with smoke and walls."""
    system = find_system(game)
    system = find_system(game, replace(system.options, **options))
    known = {creature.id: creature for creature in system.bestiary()}
    blade, bow, foe = (known[key] for key in GAMES[game])
    spec = GridSpec(kind, COLUMNS, ROWS)
    grid = spec.grid

    def at(column, row):
        return grid.from_offset(column, row)

    aim, ahead = at(8, 4), grid.facings[6 * len(grid.facings) // 8]
    west = min(grid.neighbors(aim), key=lambda cell: grid.center(cell).x)
    east = next(c for c in grid.neighbors(aim) if c.plus(west) == aim.plus(aim))
    me = replace(bow if arm == "bow" else blade, id="me", side="party", at=at(6, 4), size=size)
    tokens = {
        "me": me,
        "ally": replace(blade, id="ally", side="party", at=east),
        "target": replace(foe, id="target", side="foe", at=aim, facing=ahead),
        "watcher": replace(foe, id="watcher", side="foe", at=at(6, 5), facing=ahead),
        "archer": replace(bow, id="archer", side="foe", at=at(5, 7)),
    }
    low = _crate(grid, at(7, 6), "crate", 5, CoverGrade.MINOR)
    high = _crate(grid, at(7, 2), "tower", None, CoverGrade.MAJOR)
    walls = (
        Wall("wall", Point(5.5, 3.0), Point(5.5, 4.4)),
        Wall("left", *_border(grid, at(10, 6), at(9, 6))),
        Wall("right", *_border(grid, at(10, 6), at(11, 6))),
        Wall("fence", Point(6.0, 5.0), Point(9.0, 5.2), CoverGrade.MINOR, False, False, 4),
    )
    blank = Layer.blank(COLUMNS, ROWS)
    terrain = blank.with_flag(grid, [at(6, 3), at(9, 6)], Terrain.OBSCURED)
    terrain = terrain.with_flag(grid, [at(9, 7), at(11, 7)], Terrain.IMPASSABLE)
    ground = blank.with_value(grid, [at(8, 2), at(9, 2), at(8, 3), at(4, 6)], 5)
    ground = ground.with_value(grid, [at(10, 1), at(11, 2)], 10)
    encounter = Encounter(
        BattleMap(
            spec,
            terrain=terrain,
            elevation=ground,
            obstacles=MappingProxyType({one.id: one for one in (low, high, *walls)}),
        ),
        MappingProxyType(tokens),
    )
    return _in_cover(encounter, game), system, Attack("me", "target", me.weapons[0].name)


def _crate(grid, cell, key, feet, grade):
    x, y = grid.center(cell)
    corners = ((-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4))
    outline = tuple(Point(x + dx, y + dy) for dx, dy in corners)
    return Prop(key, outline, cover=grade, height_feet=feet)


def _border(grid, cell, other):
    """The border between two cells, or the line between their centers where they have none."""
    shared = [point for point in grid.corners(cell) if point in grid.corners(other)]
    return shared if len(shared) == 2 else (grid.center(cell), grid.center(other))


def _in_cover(encounter, game):
    """Let the target be in cover behind the crate, where that is a state of its own."""
    target = encounter.tokens["target"]
    if game == "shadowrealms":
        status = find_system(game).Status(cover_by=("crate", "fence"))
    elif game == "grimhowl":
        status = find_system(game).Status(cover=taken_behind(encounter, target, "crate"))
    else:
        return encounter
    return encounter.with_token(replace(target, status=status))


def one_by_one(previewer, attack, cell):
    """What the panel and the drag say of one cell: (hit, mean, triggers, feet), or None."""
    board, system = previewer.board, previewer.system
    encounter = board.encounter
    me, grid = encounter.tokens[attack.attacker], board.grid
    here = grid.centroid(board.cells_at(me, cell))
    there = board.center_of(attack.target)
    turns = board.conventions.has_facing and here != there
    facing = grid.nearest_facing(bearing(here, there)) if turns else me.facing
    moved = encounter.with_token(replace(me, at=cell, facing=facing))
    plan = system.plan(Board(moved, system), attack)
    if plan.illegal or plan.odds is None:
        return None
    if cell == me.at:
        return plan.odds.hit, plan.odds.mean, 0, 0
    way = previewer.to(cell).safest
    return plan.odds.hit, plan.odds.mean, len(way.firing), way.feet


def check_every_cell(encounter, system, attack, every=1):
    """Compare the cells in reach with what is said of them one by one; return what was found."""
    found = {
        position.cell: (position.hit, position.mean, position.triggers, position.feet)
        for position, _, _ in positions(encounter, system, attack)
        if position is not None
    }
    previewer = MovePreviewer(Board(encounter, system), system, attack.attacker)
    cells = {encounter.tokens[attack.attacker].at, *previewer.field.costs}
    assert found.keys() <= cells
    for cell in sorted(cells)[::every]:
        assert found.get(cell) == one_by_one(previewer, attack, cell), cell
    return found


@pytest.mark.parametrize("arm", ["blade", "bow"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.HEX_FLAT])
def test_every_cell_says_what_its_own_plan_and_preview_say(kind, game, arm):
    found = check_every_cell(*field(game, kind, arm, {}))
    assert len({hit for hit, _, _, _ in found.values()}) > 1  # places differ, or nothing is tested
    strikers = {"shadowrealms", "prowess"}
    assert any(triggers for _, _, triggers, _ in found.values()) == (game in strikers)


@pytest.mark.parametrize("arm", ["blade", "bow"])
@pytest.mark.parametrize("game", GAMES)
def test_every_cell_says_so_under_other_options_too(game, arm):
    kind = {"blade": GridKind.SQUARE, "bow": GridKind.HEX_POINTY}[arm]
    found = check_every_cell(*field(game, kind, arm, OTHER[game]))
    assert len({hit for hit, _, _, _ in found.values()}) > 1
    if game == "grimhowl":
        assert any(triggers for _, _, triggers, _ in found.values())


@pytest.mark.parametrize("game", ["shadowrealms", "grimhowl", "prowess"])
@pytest.mark.parametrize("is_running", [True, False])
@pytest.mark.parametrize("more", [(), (Override(TRIGGER, "watcher", "me", "strikes"),)])
def test_every_way_says_so_past_foes_that_have_no_reaction_left(more, is_running, game):
    spent = {
        "shadowrealms": {"reaction": 0},
        "grimhowl": {"actions": 0, "acted": True},
        "prowess": {"spent_dice": 3},
    }
    encounter, system, attack = field(game, GridKind.SQUARE, "bow", OTHER[game])
    watcher = replace(encounter.tokens["watcher"], status=system.Status(**spent[game]))
    said = Override(TRIGGER, "archer", "me", "off"), *more
    encounter = replace(encounter.with_token(watcher), overrides=said)
    if is_running:
        encounter = replace(encounter, turn_order=TurnOrder(round=1, active="me"))
    assert check_every_cell(encounter, system, attack, every=2)


@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.HEX_FLAT])
def test_every_cell_says_so_of_a_large_attacker(kind):
    assert check_every_cell(*field("shadowrealms", kind, "blade", {"squeezing": 1}, size=2))


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_says_so_after_rulings_of_the_gm(game):
    encounter, system, attack = field(game, GridKind.SQUARE, "bow", {})
    said = [(f"{PREFIX}{fact}", ruleable.values[0][0]) for fact, ruleable in FACTS.items()]
    for start in range(0, len(said), 2):
        rulings = dict(said[start : start + 2])
        check_every_cell(encounter, system, replace(attack, switched=rulings), every=16)
    check_every_cell(encounter, system, replace(attack, choices={"force": "yes"}), every=4)


def test_a_game_that_names_no_facts_is_planned_cell_by_cell(fight):
    system = find_system("skirmish")
    attack = Attack("hero", "orc")
    assert system.odds_key(fight, attack, None) is None
    previewer = MovePreviewer(Board(fight, system), system, "hero")
    found = [one for one, _, _ in positions(fight, system, attack) if one is not None]
    assert found
    for one in found:
        said = one_by_one(previewer, attack, one.cell)
        assert (one.hit, one.mean, one.triggers, one.feet) == said

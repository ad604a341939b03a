"""The best position: what it says of a cell is what the attack from there says."""

from __future__ import annotations

import pytest

from battlemap import resources
from battlemap.model.intent import Attack
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.best_position import positions, rank
from battlemap.session.session import Session


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


def test_no_cell_is_left_out_from_which_it_could_be_made(session):
    attacker, target = pair(session)
    attack = Attack(attacker.id, target.id)
    said = {
        position.cell
        for position, _, _ in positions(session.encounter, session.system, attack)
        if position is not None
    }
    grid = session.board.grid
    from battlemap.geometry.angle import bearing

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

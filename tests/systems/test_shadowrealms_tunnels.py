"""Burrowing through solid ground, and what it leaves behind (section 6, Burrowing)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shadow_boards import play, rules, someone, table

from battlemap.geometry.cell import Cell
from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import Move
from battlemap.model.terrain import Terrain
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.session import Session
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.readings import BurrowedGround, Tunnels

ROCK = [(4, r) for r in range(15)] + [(5, r) for r in range(15)]
THROUGH = tuple(Cell(q, 5) for q in range(3, 7))


def hill(*, size=1, **sheet):
    """A ridge of rock, two areas thick, between a mole that burrows and a knight that can't."""
    return table(
        someone(
            "mole",
            (3, 5),
            "foe",
            size=size,
            sheet={"burrow_feet": 120, **sheet},
            conditions=["burrowing"],
        ),
        someone("knight", (3, 9)),
        terrain={
            Terrain.IMPASSABLE: ROCK,
            Terrain.DIFFICULT: [(5, 5)],
        },
    )


def solid(encounter):
    return {(q, r) for q, r in ROCK if Terrain.IMPASSABLE in encounter.map.terrain_at(Cell(q, r))}


def test_a_burrower_leaves_a_tunnel_that_others_walk():
    before = hill()
    knight = Move("knight", tuple(Cell(*c) for c in ((3, 9), (3, 8), (3, 7), (3, 6), *THROUGH)))
    with pytest.raises(IllegalIntentError):
        play(before, knight)
    after, log = play(before, Move("mole", THROUGH))
    assert solid(after) == set(ROCK) - {(4, 5), (5, 5)}
    # What else lies on the ground stays.
    assert after.map.terrain_at(Cell(5, 5)) == Terrain.DIFFICULT
    assert log[0].details[-1] == "Leaves a tunnel through E6, F6"
    gone = after.without_token("mole")
    walked, _ = play(gone, knight)
    assert walked.tokens["knight"].at == Cell(6, 5)


@pytest.mark.parametrize(
    ("rule", "sheet", "left"),
    [
        (Tunnels.SHEET, True, True),
        (Tunnels.SHEET, False, False),
        (Tunnels.ALWAYS, False, True),
        (Tunnels.NEVER, True, False),
    ],
)
def test_what_is_left_in_solid_ground(rule, sheet, left):
    before = hill(tunnels=sheet)
    after, log = play(before, Move("mole", THROUGH), system=rules(tunnels=rule))
    assert after.tokens["mole"].at == Cell(6, 5)
    assert (solid(after) != set(ROCK)) is left
    assert any("tunnel" in line for line in log[0].details) is left


def test_a_large_burrower_opens_its_whole_space():
    after, _ = play(hill(size=2), Move("mole", THROUGH[:-1]))
    assert set(ROCK) - solid(after) == {(4, 5), (4, 6), (5, 5), (5, 6)}


def test_impassable_ground_stops_a_burrower_by_option():
    system = rules(burrowed_ground=BurrowedGround.PASSABLE)
    with pytest.raises(IllegalIntentError):
        play(hill(), Move("mole", THROUGH), system=system)


def test_open_ground_stays_as_it_is():
    before = hill()
    after, log = play(before, Move("mole", (Cell(3, 5), Cell(2, 5), Cell(1, 5))))
    assert after.map == before.map
    assert not any("tunnel" in line for line in log[0].details)


def test_whoever_walks_digs_nothing():
    before = hill()
    mole = before.tokens["mole"]
    before = before.with_token(someone("mole", (3, 5), "foe", sheet=mole.sheet))
    with pytest.raises(IllegalIntentError):
        play(before, Move("mole", THROUGH))


def test_a_tunnel_is_undone_with_the_move():
    start = replace(hill(), rules=RulesChoice("shadowrealms", Options()))
    session = Session.new(start, seed=1)
    session.perform(Move("mole", THROUGH))
    dug = session.encounter
    assert solid(dug) != solid(start)
    session.undo()
    assert session.encounter == start
    assert solid(session.encounter) == set(ROCK)
    session.redo()
    assert session.encounter == dug

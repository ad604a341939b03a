"""Walking, climbing, swimming, flying and burrowing over the same ground."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tactics_boards import block, board, token, wall

from battlemap.geometry.cell import Cell
from battlemap.model.obstacle import Door
from battlemap.model.terrain import Terrain
from battlemap.tactics.hazards import Drop, drops, entered
from battlemap.tactics.movement import Mover, movement_field, path_along
from battlemap.tactics.mover import FOOTINGS, Mode

KINDS = (Terrain.DIFFICULT, Terrain.CLIMB, Terrain.WATER, Terrain.HAZARDOUS)


def moving(mode, **more):
    return Mover(rate=6000, actions=1, mode=mode, **more)


def step(made, mover, start=(0, 0), end=(1, 0)):
    return path_along(made, "a", mover, [Cell(*start), Cell(*end)])


@pytest.mark.parametrize(
    ("mode", "costs"),
    [
        (Mode.WALK, (200, 200, 200, 100)),
        (Mode.CLIMB, (200, 100, 200, 100)),
        (Mode.SWIM, (200, 200, 100, 100)),
        (Mode.FLY, (100, 100, 100, 100)),
        (Mode.BURROW, (100, 100, 100, 100)),
    ],
)
def test_what_ground_costs_in_each_mode(mode, costs):
    for kind, cost in zip(KINDS, costs, strict=True):
        made = board([token("a", (0, 0))], terrain={kind: [(1, 0)]})
        assert step(made, moving(mode))[0].cost == cost
        assert movement_field(made, "a", moving(mode)).costs[Cell(1, 0)] == cost


def test_hazards_and_falls_are_for_those_on_the_ground():
    fire = {Terrain.HAZARDOUS: [(1, 0)]}
    made = board([token("a", (0, 0))], terrain=fire, elevation={10: [(0, 0)]})
    path, _ = step(made, moving(Mode.WALK))
    for mode in Mode:
        how = moving(mode)
        felt = entered(made, "a", path, Terrain.HAZARDOUS, how)
        assert bool(felt) is how.footing.is_on_the_ground
        falls = mode in (Mode.WALK, Mode.SWIM)
        assert drops(made, "a", path, mover=how) == ((Drop(1, 10),) if falls else ())


def test_one_kind_of_ground_may_be_waived():
    steep = {Terrain.DIFFICULT: [(1, 0)], Terrain.CLIMB: [(1, 0)]}
    made = board([token("a", (0, 0))], terrain=steep)
    assert step(made, moving(Mode.WALK))[0].cost == 300
    waived = moving(Mode.WALK, waived=Terrain.DIFFICULT)
    path, _ = step(made, waived)
    assert path.cost == 200
    assert not entered(made, "a", path, Terrain.DIFFICULT, waived)
    assert entered(made, "a", path, Terrain.CLIMB, waived)
    assert step(made, replace(waived, multiplies=True))[0].cost == 200


@pytest.mark.parametrize("make", [wall, Door, "block"])
def test_fliers_pass_over_what_is_lower_than_they_fly(make):
    def low(height):
        if make == "block":
            return block("w", 1, 0, height_feet=height)
        return wall("w", (1, 0), (1, 12), height_feet=height)

    def reason(height, mover, **more):
        return step(board([token("a", (0, 0), **more)], [low(height)]), mover)[1]

    stopped, flies = "a wall is in the way", moving(Mode.FLY)
    assert reason(5, moving(Mode.WALK)) == stopped
    assert (reason(5, flies), reason(6, flies)) == ("", stopped)
    assert reason(None, flies) == stopped
    assert (reason(30, flies, elevation_feet=30), reason(31, flies, elevation_feet=30)) == (
        "", stopped,
    )  # fmt: skip
    assert reason(8, replace(flies, hover_feet=10)) == ""


def test_fliers_do_not_enter_impassable_ground():
    made = board([token("a", (0, 0))], terrain={Terrain.IMPASSABLE: [(1, 0)]})
    assert step(made, moving(Mode.FLY))[1] == "the ground there can't be entered"
    free = moving(Mode.FLY, blocked_by=Terrain.NORMAL)
    assert step(made, free)[1] == ""


def test_burrowers_pass_under_what_does_not_go_down():
    def reason(ground=0, **more):
        made = board(
            [token("a", (0, 0))],
            [wall("w", (1, 0), (1, 1), **more)],
            elevation={ground: [(0, 0), (1, 0)]},
        )
        return step(made, moving(Mode.BURROW))[1]

    assert reason() == ""
    assert reason(elevation_feet=-5) == "a wall is in the way"
    assert reason(ground=10, elevation_feet=5) == "a wall is in the way"
    assert reason(ground=-10, elevation_feet=-10) == ""
    made = board([token("a", (0, 0))], [wall("w", (1, 0), (1, 1))])
    deep = moving(Mode.BURROW, walls_go_down=True)
    assert step(made, deep)[1] == "a wall is in the way"


def test_every_mode_has_its_row():
    assert set(FOOTINGS) == set(Mode)


def test_what_actions_buy():
    fading = Mover(rate=400, actions=3, rates=(600, 500))
    assert fading.budget == 1500
    assert [fading.actions_for(cost) for cost in (0, 1, 600, 601, 1100, 1101, 1501)] == [
        0, 1, 1, 2, 2, 3, 4,
    ]  # fmt: skip
    assert [fading.left_after(cost) for cost in (600, 700, 1200)] == [0, 400, 300]
    assert replace(fading, actions=1).budget == 600
    assert replace(fading, actions=0, left_over=250).budget == 250
    stepping = Mover(rate=400, actions=1, left_over=0, ahead=200)
    assert [stepping.actions_for(cost) for cost in (200, 201)] == [0, 1]
    assert Mover(rate=0, actions=0, left_over=100).actions_for(300) == 0

"""Arrowheads show to which side a one-way wall lets steps through."""

from types import MappingProxyType

import pytest

from battlemap.geometry.cell import Point
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.obstacle import CoverGrade, Wall
from battlemap.ui.printing.ink import InkMap
from battlemap.ui.scene.one_way import LENGTH, arrowheads

UP = Point(2.0, 4.0), Point(2.0, 1.0)


def wall(side, *ends, **more):
    return Wall("w", *(ends or UP), one_way=side, cover=CoverGrade.NONE, **more)


@pytest.mark.parametrize(("side", "x"), [("right", 2 + LENGTH), ("left", 2 - LENGTH)])
def test_they_point_to_the_open_side_one_for_each_cell(side, x):
    tips = [tip for _, _, tip in arrowheads([wall(side)])]
    assert [(pytest.approx(x), y) for y in (3.5, 2.5, 1.5)] == [tuple(tip) for tip in tips]
    turned = wall({"left": "right", "right": "left"}[side], *reversed(UP))
    assert sorted(tips) == sorted(tip for _, _, tip in arrowheads([turned]))


def test_only_one_way_walls_that_stop_steps_have_them():
    assert not list(arrowheads([wall(""), wall("left", blocks_move=False)]))
    assert not list(arrowheads([wall("left", UP[0], UP[0])]))


def test_a_printed_map_still_has_the_wall_itself():
    one = wall("right")
    spec = GridSpec(columns=6, rows=6)
    battle_map = BattleMap(spec, obstacles=MappingProxyType({"w": one}))
    assert InkMap(Encounter(battle_map)).walls.area > 0

"""The usual walls, doors and props are kept by a map file as they are."""

from dataclasses import replace

import pytest

from battlemap.geometry.cell import Point
from battlemap.geometry.outline import rectangle_outline
from battlemap.model.battle_map import BattleMap
from battlemap.model.check import check
from battlemap.model.encounter import Encounter
from battlemap.model.obstacle import Prop
from battlemap.model.obstacle_kinds import DOOR_KINDS, PROP_KINDS, WALL_KINDS
from battlemap.session.session import Session

KINDS = (*WALL_KINDS, *DOOR_KINDS, *PROP_KINDS)


@pytest.mark.parametrize("label", [label for label, _ in KINDS])
def test_a_kind_is_in_order_and_survives_the_file(label, tmp_path):
    kind = dict(KINDS)[label]
    if isinstance(kind, Prop):
        made = replace(kind, id="p1", outline=rectangle_outline(Point(2, 2), Point(3, 3)))
    else:
        made = replace(kind, id="x1", start=Point(2, 2), end=Point(5, 2))
    session = Session.new(Encounter(map=BattleMap(obstacles={made.id: made})))
    assert check(session.encounter) == ()
    session.save(tmp_path / "map.battlemap")
    assert Session.open(tmp_path / "map.battlemap").encounter.map.obstacles == {made.id: made}


def test_every_kind_differs_from_every_other():
    for kinds in (WALL_KINDS, DOOR_KINDS, PROP_KINDS):
        assert len({kind for _, kind in kinds}) == len(kinds)
        assert len({label for label, _ in kinds}) == len(kinds)

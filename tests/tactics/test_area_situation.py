"""One area with all that it holds: shares, cover and distance of each creature, and who aims."""

from __future__ import annotations

import json

import pytest
from tactics_boards import board, door, token, wall

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.geometry.shapes import Coverage
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.tactics.area_situation import Relation, survey_area
from battlemap.tactics.areas import AreaKind, Template, cover_in, covers_in, lay
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.distance import cells_touching, distance_to_point
from battlemap.tactics.sight import sight_of_point

BLAST = Template(AreaKind.BLAST, Point(6.5, 5.5), 2, margin=1)


def fight(*obstacles, kind=GridKind.SQUARE, **more):
    return board(
        [
            token("mage", (1, 5), "party"),
            token("friend", (5, 5), "ally"),
            token("foe", (7, 5)),
            token("edge", (9, 5)),
            token("deer", (6, 4), "neutral"),
            token("dead", (6, 6), conditions=frozenset({"dead"})),
            token("away", (11, 11)),
        ],
        obstacles,
        kind=kind,
        **more,
    )


@pytest.mark.parametrize("kind", list(GridKind))
def test_an_area_says_who_is_inside_and_what_each_is_to_the_attacker(kind):
    made = fight(kind=kind)
    blast = Template(AreaKind.BLAST, made.grid.center(Cell(6, 5)), 2, margin=1)
    found = survey_area(made, blast, "mage")
    assert {facts.token: facts.relation for facts in found.targets} == {
        "friend": Relation.ALLY,
        "foe": Relation.ENEMY,
        "edge": Relation.ENEMY,
        "deer": Relation.NEUTRAL,
        "dead": Relation.ENEMY,
    }
    foe, edge = found.of("foe"), found.of("edge")
    assert (foe.caught.share, foe.is_splashed_only, foe.distance.feet) == (1, False, 5)
    assert (edge.caught.share, edge.is_splashed_only, edge.distance.feet) == (0, True, 15)
    assert found.of("dead").is_out
    assert not foe.is_out
    assert found.of("away") is None
    assert (found.distance.feet, found.origin_seen.clear) == (25, True)


def test_it_holds_what_lay_and_cover_in_say():
    made = fight(wall("w", (7, 5), (7, 6)))
    found = survey_area(made, BLAST, "mage")
    assert found.area == lay(made, BLAST)
    foe = found.of("foe")
    assert foe.cover == cover_in(made, found.area, "foe")
    assert foe.cover.by == ("w",)
    assert found.of("friend").cover.grade is CoverGrade.NONE
    any_part = survey_area(made, BLAST, "mage", Coverage.ANY)
    assert any_part.area.cells.keys() > found.area.cells.keys()


def test_an_area_with_nobody_inside_is_an_answer_too():
    found = survey_area(fight(), Template(AreaKind.BLAST, Point(1.5, 1.5), 1), "mage")
    assert found.targets == ()
    assert found.to_json()["caught"] == []
    assert found.distance.feet == 20


def test_covers_of_many_are_those_of_each():
    made = fight(wall("w", (7, 5), (7, 6)), wall("v", (8, 4), (8, 6.5)))
    area = lay(made, BLAST)
    assert covers_in(made, area) == {
        caught.token: cover_in(made, area, caught.token) for caught in area.caught
    }


def test_a_creature_behind_a_long_wall_is_shielded():
    found = survey_area(fight(wall("w", (7, 0), (7, 12))), BLAST, "mage")
    assert found.of("foe").is_shielded
    assert not found.of("friend").is_shielded


def test_nobody_aims_or_the_caster_does():
    made = fight()
    nobody = survey_area(made, BLAST)
    assert (nobody.attacker, nobody.distance, nobody.origin_seen) == (None, None, None)
    assert {facts.relation for facts in nobody.targets} == {None}
    burst = Template(AreaKind.BURST, Point(0, 0), 2, caster="friend")
    found = survey_area(made, burst)
    assert (found.attacker, found.distance.feet, found.origin_seen.clear) == ("friend", 0, True)
    assert {facts.token: facts.distance.feet for facts in found.targets} == {
        "foe": 10,
        "deer": 5,
        "dead": 5,
    }
    own = survey_area(made, Template(AreaKind.BLAST, Point(1.5, 5.5), 1), "mage")
    assert own.of("mage").relation is Relation.SELF


def test_a_cone_starts_at_hand_and_its_creatures_are_measured_from_there():
    made = fight()
    cone = Template(AreaKind.CONE, Point(0, 0), 8, aim=Point(9, 5.5), caster="mage")
    found = survey_area(made, cone)
    assert found.distance.feet == 0
    assert {facts.token: facts.distance.cells for facts in found.targets}["friend"] == 3


def test_the_attacker_may_not_see_where_it_throws():
    shut = survey_area(fight(door("d", (4, 0), (4, 12))), BLAST, "mage")
    assert (shut.origin_seen.clear, shut.origin_seen.reason) == (False, "door blocks every ray")
    assert shut.origin_seen.ray.stopped_by == ("d",)
    opened = survey_area(fight(door("d", (4, 0), (4, 12), is_open=True)), BLAST, "mage")
    assert opened.origin_seen.clear
    fog = survey_area(fight(terrain={Terrain.OBSCURED: [(4, 5)]}), BLAST, "mage")
    assert fog.origin_seen.obscured_cells == (Cell(4, 5),)
    assert fog.origin_seen.reason == "through 1 obscured cell"


def test_a_low_wall_hides_the_ground_close_behind_it_and_not_farther_away():
    made = board([token("a", (1, 5), "party")], [wall("w", (4, 0), (4, 12), height_feet=3)])
    assert not sight_of_point(made, "a", Point(4.2, 5.5)).clear
    assert sight_of_point(made, "a", Point(11.5, 5.5)).clear


def test_a_wall_through_the_place_itself_hides_it_from_nobody():
    made = board([token("a", (1, 5), "party"), token("b", (9, 5))], [wall("w", (5, 0), (5, 12))])
    place = Point(5.0, 5.5)
    assert sight_of_point(made, "a", place).clear
    assert sight_of_point(made, "b", place).clear


def test_the_distance_of_a_corner_is_that_of_its_nearest_cell():
    made = board([token("a", (1, 1), "party")])
    assert set(cells_touching(made, Point(5, 5))) == {(4, 4), (4, 5), (5, 4), (5, 5)}
    assert cells_touching(made, Point(5.5, 5.5)) == (Cell(5, 5),)
    assert set(cells_touching(made, Point(5, 5.5))) == {(4, 5), (5, 5)}
    assert distance_to_point(made, "a", Point(5, 5)).feet == 15
    assert distance_to_point(made, "a", Point(5.5, 5.5)).feet == 20
    assert cells_touching(made, Point(30, 30)) == (Cell(30, 30),)


def test_height_counts_where_conventions_say_so():
    flier = token("a", (1, 1), "party", elevation_feet=40)
    assert distance_to_point(board([flier]), "a", Point(5.5, 5.5)).feet == 40
    flat = board([flier], conventions=Conventions(elevation_counts=False))
    assert distance_to_point(flat, "a", Point(5.5, 5.5)).feet == 20
    hill = board([flier], elevation={40: [(5, 5)]})
    assert distance_to_point(hill, "a", Point(5.5, 5.5)).feet == 20


@pytest.mark.parametrize("attacker", [None, "mage"])
def test_an_area_situation_as_json(attacker):
    made = fight(wall("w", (7, 5), (7, 6)))
    found = survey_area(made, BLAST, attacker)
    answer = found.to_json()
    assert json.loads(json.dumps(answer)) == answer
    assert answer["attacker"] == attacker
    assert [row["token"] for row in answer["caught"]] == [facts.token for facts in found.targets]
    assert [row["cell"] for row in answer["cells"]] == sorted(
        (list(cell) for cell in found.area.cells), key=lambda cell: (cell[1], cell[0])
    )
    assert len(answer["evidence"]["rays"]["foe"]) == 4

"""Lying, seen, moving, engaged, on higher ground, larger: facts with their reasons."""

from __future__ import annotations

import json

import pytest
from tactics_boards import PlainReading, block, board, token, wall

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.sight import both_ways
from battlemap.tactics.situation import survey

SWORD, SPEAR = Weapon("sword"), Weapon("spear", reach_feet=10)
BOW = Weapon("bow", range_feet=60)


def pair(*others, a=None, t=None, obstacles=(), **more):
    return board(
        [
            token("a", (2, 5), "party", **(a or {})),
            token("t", (6, 5), **(t or {})),
            *others,
        ],
        obstacles,
        **more,
    )


def having(*conditions):
    return {"conditions": frozenset(conditions)}


@pytest.mark.parametrize("kind", list(GridKind))
def test_who_lies_on_the_ground(kind):
    facts = survey(pair(a=having("prone"), t=having("tired"), kind=kind), "a", "t")
    assert (facts.attacker_posture.prone, facts.target_posture.prone) == (True, False)
    assert facts.attacker_posture.reason == "A is prone"
    assert facts.target_posture.reason == "T stands"


def test_a_game_has_its_own_words_for_lying_and_hiding():
    words = Conventions(prone=frozenset({"knocked down"}), hiding=frozenset({"in shadow"}))
    facts = survey(
        pair(a=having("knocked down"), t=having("in shadow", "hidden"), conventions=words), "a", "t"
    )
    assert facts.attacker_posture.condition == "knocked down"
    assert facts.target_seen.hidden_by == "in shadow"


@pytest.mark.parametrize(
    ("a", "t", "target_by", "attacker_by"),
    [
        ((), (), "", ""),
        (("blinded",), (), "blinded", ""),
        ((), ("invisible",), "invisible", ""),
        (("hidden",), ("blinded",), "", "blinded"),
        (("blinded", "hidden"), (), "blinded", "hidden"),
    ],
)
def test_who_sees_whom_by_conditions(a, t, target_by, attacker_by):
    facts = survey(pair(a=having(*a), t=having(*t)), "a", "t")
    assert (facts.target_seen.hidden_by, facts.attacker_seen.hidden_by) == (target_by, attacker_by)
    assert facts.target_seen.value == (not target_by)
    assert facts.attacker_seen.value == (not attacker_by)


def test_what_stands_between_hides_both_and_says_what():
    facts = survey(pair(obstacles=[wall("w", (4, 0), (4, 12))]), "a", "t")
    assert facts.target_seen.hidden_by == facts.attacker_seen.hidden_by == "sight"
    assert facts.target_seen.reason == facts.sight.reason == "wall blocks every ray"
    assert facts.target_seen.ray.stopped_by == ("w",)


def test_behind_a_parapet_one_sees_without_being_seen():
    # Rays run from the eyes to the middle of a body: down they end low behind the wall, up they
    # start above it.
    made = pair(
        a={"elevation_feet": 10, "height_feet": 5},
        t={"height_feet": 5},
        obstacles=[wall("w", (5.9, 0), (5.9, 12), height_feet=6)],
    )
    facts = survey(made, "a", "t")
    assert (facts.target_seen.value, facts.target_seen.hidden_by) == (False, "sight")
    assert facts.attacker_seen.value
    asked = both_ways(made, "a", "t")
    assert (asked.there, asked.back) == (False, True)


def test_obscured_cells_dim_or_hide():
    fog = {Terrain.OBSCURED: [(4, 5)]}
    dimmed = survey(pair(terrain=fog), "a", "t").target_seen
    assert dimmed.value
    assert dimmed.obscured_cells == (Cell(4, 5),)
    assert dimmed.reason == "A sees T through 1 obscured cell"
    hides = Conventions(obscured_hides=True)
    hidden = survey(pair(terrain=fog, conventions=hides), "a", "t").target_seen
    assert (hidden.value, hidden.hidden_by) == (False, "obscured")


class Counting(PlainReading):
    def has_moved(self, token):
        return token.id == "t"


def test_a_moving_target_is_counted_declared_or_unknown():
    unknown = survey(pair(), "a", "t").target_motion
    assert (unknown.value, unknown.reason) == (None, "nobody keeps count of moves")
    declared = survey(pair(t=having("moving")), "a", "t").target_motion
    assert (declared.value, declared.condition) == (True, "moving")
    made = pair(reading=Counting)
    assert survey(made, "a", "t").target_motion.value is True
    stood = survey(made, "t", "a").target_motion
    assert (stood.value, stood.reason) == (False, "A didn't move in its last turn")


@pytest.mark.parametrize("kind", list(GridKind))
def test_an_engaged_shooter_knows_by_whom_and_with_what(kind):
    made = pair(
        token("near", (3, 5), weapons=(SWORD, SPEAR)),
        token("far", (4, 5), weapons=(SPEAR,)),
        token("beyond", (5, 5), weapons=(SPEAR,)),
        a={"weapons": (BOW,)},
        t={"weapons": (BOW,)},
        kind=kind,
    )
    facts = survey(made, "a", "t")
    assert facts.engaged_by == ("near", "far")
    assert [(one.by, one.weapon) for one in facts.engaged] == [
        ("near", "sword"), ("near", "spear"), ("far", "spear")
    ]  # fmt: skip
    assert facts.engaged[2].cells == (Cell(2, 5),)
    assert facts.engaged[2].from_cell == Cell(4, 5)
    assert facts.engaged[2].reason == "Far's spear reaches A (10 ft)"


def test_nobody_is_engaged_from_far_above_or_by_the_dead():
    made = pair(
        token("flier", (2, 4), elevation_feet=20),
        token("dead", (1, 5), conditions=frozenset({"dead"})),
        token("ally", (3, 5), "ally"),
    )
    assert survey(made, "a", "t").engaged_by == ()


def test_longer_weapons_that_reach_the_attacker_are_its_reach_holders():
    made = pair(token("b", (4, 5), weapons=(SPEAR,)), a={"weapons": (SWORD, SPEAR)})
    assert survey(made, "a", "t", "sword").reach_holders == (("b", "spear"),)
    assert survey(made, "a", "t", "spear").reach_holders == ()


@pytest.mark.parametrize(
    ("attacker", "target", "holder", "feet"),
    [(0, 0, None, 0), (5, 0, "a", 5), (0, 10, "t", 10), (4, 0, None, 0)],
)
def test_higher_ground_has_a_holder(attacker, target, holder, feet):
    facts = survey(pair(a={"elevation_feet": attacker}, t={"elevation_feet": target}), "a", "t")
    assert (facts.high_ground.holder, facts.high_ground.feet) == (holder, feet)
    assert facts.high_ground.least_feet == 5


def test_the_ground_makes_high_ground_and_a_game_says_how_much():
    made = pair(elevation={5: [(2, 5)]}, conventions=Conventions(high_ground_feet=10))
    assert survey(made, "a", "t").high_ground.holder is None
    assert survey(pair(elevation={5: [(2, 5)]}), "a", "t").high_ground.holder == "a"


def test_size_classes_say_who_is_larger():
    facts = survey(pair(a={"size": 1}, t={"size": 3}), "a", "t")
    assert (facts.sizes.difference, facts.sizes.reason) == (-2, "A is 2 classes smaller")
    assert survey(pair(), "a", "t").sizes.reason == "of one size"


@pytest.mark.parametrize("kind", list(GridKind))
def test_a_situation_as_json_holds_every_fact_and_its_evidence(kind):
    made = pair(
        token("p", (7, 5), "party"),
        obstacles=[block("crate", 4, 5)],
        kind=kind,
        terrain={Terrain.OBSCURED: [(5, 5)]},
    )
    facts = survey(made, "a", "t")
    found = facts.to_json()
    assert json.loads(json.dumps(found)) == found
    assert found["distance"] == {"cells": 4, "feet": 20}
    assert found["cover"]["share"] == facts.cover.share
    assert found["sees"]["reason"] == facts.target_seen.reason
    named = {"attacker", "target", "weapon", "engaged_by", "by_hand"}
    assert set(found["evidence"]) == set(facts.__dataclass_fields__) - named
    assert len(found["evidence"]["cover"]["rays"]) == len(facts.cover.rays)

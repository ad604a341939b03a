"""What no button of the window offers, but scripts, plug-ins and a GM who forces can say."""

from __future__ import annotations

import json
from dataclasses import replace
from math import inf, nan
from types import MappingProxyType

import pytest

from battlemap.geometry.cell import Cell, Point
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, Override, RulesChoice
from battlemap.model.file_error import FileError
from battlemap.model.intent import Act, AreaAttack, Attack, BeginFight, Overrule, Turn
from battlemap.model.obstacle import Wall
from battlemap.model.token import Token, Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.registry import find_system, system_keys
from battlemap.session.session import Session
from battlemap.systems.grimhowl.sheet import status_of as grimhowl_status_of
from battlemap.systems.prowess.readings import ReadyPays
from battlemap.systems.prowess.sheet import status_of

GAMES = tuple(key for key in system_keys() if key in ("crawler", "grimhowl", "prowess"))
RULED = {"shadowrealms": "cover", "crawler": "cover", "grimhowl": "cover", "prowess": "flanking"}
ATTACK = AreaAttack("mage", "cone", "cone", Point(2.5, 2.5), 3.0, aim=Point(5.5, 2.5))
WRONG = (
    {"origin": Point(nan, 2.0), "shape": "blast"},
    {"origin": Point(1e308, 2.0), "shape": "blast"},
    {"aim": Point(inf, 2.0)},
    {"aim": Point(2.5, 2.5)},
    {"aim": None},
    {"size": nan},
    {"size": inf},
    {"size": 1e308},
    {"shape": "line", "width": nan},
    {"shape": "line", "width": 0.0},
    {"shape": "blast", "margin": nan},
    {"shape": "blast", "margin": -1.0},
    {"shape": "blast", "margin": 1e9},
    {"angle": nan},
    {"angle": 0.0},
    {"angle": 400.0},
)


def session_of(key):
    details = find_system(key).WeaponDetails
    area = {
        "crawler": {"area": "cone", "area_feet": 15},
        "grimhowl": {"area": "cone", "area_feet": 15},
        "prowess": {"shape": "cone", "size_feet": 15},
    }
    tokens = {
        "mage": Token(
            "mage",
            "Mage",
            "party",
            Cell(2, 2),
            weapons=(Weapon("cone", details=details(**area[key]) if key in area else None),),
        ),
        "orc": Token("orc", "Orc", "foe", Cell(4, 2)),
    }
    board = BattleMap(GridSpec(columns=9, rows=6))
    return Session.new(Encounter(board, MappingProxyType(tokens), rules=RulesChoice(key)), seed=1)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_an_area_of_no_number_is_refused_in_one_sentence(key, wrong):
    session = session_of(key)
    before = session.encounter
    attack = AreaAttack(**{**vars(ATTACK), **wrong})
    for ask in (session.plan_area, session.perform):
        with pytest.raises(IllegalIntentError) as caught:
            ask(attack)
        assert str(caught.value).endswith(".")
    assert session.encounter is before


@pytest.mark.parametrize("key", ["shadowrealms", *GAMES])
@pytest.mark.parametrize("facing", [nan, inf, -inf])
def test_a_facing_of_no_number_is_refused_in_one_sentence(key, facing):
    session = session_of(key)
    before = session.encounter
    with pytest.raises(IllegalIntentError):
        session.perform(Turn("mage", facing))
    assert session.encounter is before


FORCED = MappingProxyType({"force": "yes"})


@pytest.mark.parametrize(
    ("key", "action", "target", "why"),
    [
        ("grimhowl", "take_cover", None, "Nothing beside Mage"),
        ("shadowrealms", "drag", "orc", "holds nobody"),
        ("shadowrealms", "drop_item", None, "nothing in hand"),
        ("prowess", "force", "orc", "isn't grappling"),
        ("prowess", "loading", None, "everything is loaded"),
        ("prowess", "pick_up", None, "nothing dropped"),
        ("prowess", "disengage", "orc", "can't get away"),
        ("prowess", "disarm", "orc", "holds nothing"),
    ],
)
def test_not_even_force_does_what_needs_something_that_is_not_there(key, action, target, why):
    session = session_of(key)
    mage = session.encounter.tokens["mage"]
    # In a corner of walls, with empty hands.
    box = [Point(2, 2), Point(3, 2), Point(3, 3), Point(2, 3)]
    walls = {f"w{i}": Wall(f"w{i}", box[i], box[(i + 1) % 4]) for i in range(4) if key == "prowess"}
    there = replace(session.encounter.map, obstacles=MappingProxyType(walls))
    session.edit("Box", replace(session.encounter.with_token(replace(mage, weapons=())), map=there))
    before = session.encounter
    with pytest.raises(IllegalIntentError, match=why):
        session.perform(Act("mage", action, target, FORCED))
    assert session.encounter is before
    assert session.pending is None


def test_ready_asks_nothing_that_nobody_can_pay():
    session = session_of("prowess")
    options = replace(session.system.options, ready_pays=ReadyPays.WHEN_DECLARED)
    session.edit("Rules", replace(session.encounter, rules=RulesChoice("prowess", options)))
    session.perform(BeginFight())
    active = session.encounter.turn_order.active
    token = session.encounter.tokens[active]
    poor = replace(token, status=replace(status_of(token), points=0))
    session.edit("Spend", session.encounter.with_token(poor))
    with pytest.raises(IllegalIntentError, match="none of the actions"):
        session.perform(Act(active, "ready"))
    assert session.pending is None


def test_nobody_holds_an_action_that_is_spent():
    session = session_of("grimhowl")
    mage = session.encounter.tokens["mage"]
    spent = replace(mage, status=replace(grimhowl_status_of(mage), actions=0))
    session.edit("Spend", session.encounter.with_token(spent))
    before = session.encounter
    with pytest.raises(IllegalIntentError, match="no action left"):
        session.perform(Act("mage", "hold", choices=FORCED))
    assert session.encounter is before


@pytest.mark.parametrize("key", ["shadowrealms", *GAMES])
@pytest.mark.parametrize("value", [10**12, -(10**12)])
def test_modifiers_beyond_all_measure_are_refused(key, value):
    session = session_of(key)
    orc = replace(session.encounter.tokens["orc"], at=Cell(3, 2))
    session.edit("Near", session.encounter.with_token(orc))
    attack = Attack("orc", "mage", added=(("Fog", value),))
    with pytest.raises(IllegalIntentError, match="between -99 and 99"):
        session.plan(attack)
    with pytest.raises(IllegalIntentError, match="-99 to 99"):
        session.perform(Overrule(RULED[key], "orc", "mage", str(value)))


@pytest.mark.parametrize("key", ["shadowrealms", *GAMES])
def test_a_ruling_beyond_all_measure_in_a_file_counts_as_usual(key):
    session = session_of(key)
    orc = replace(session.encounter.tokens["orc"], at=Cell(3, 2))
    near = session.encounter.with_token(orc)
    session.edit("Near", replace(near, overrides=(Override(RULED[key], "orc", "mage", "9" * 12),)))
    planned = session.plan(Attack("orc", "mage"))
    assert planned.odds is not None
    assert all(abs(row.value) < 100 for row in planned.modifiers)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("shadowrealms", "actions"),
        ("shadowrealms", "bonus"),
        ("shadowrealms", "reaction"),
        ("grimhowl", "actions"),
        ("grimhowl", "held"),
    ],
)
def test_a_file_with_a_million_actions_is_refused(tmp_path, key, name):
    token = {"id": "orc", "side": "foe", "at": [1, 1], "status": {name: 10**6}}
    path = tmp_path / "million.json"
    path.write_text(json.dumps({"format": 1, "system": key, "tokens": [token]}), encoding="utf-8")
    with pytest.raises(FileError) as caught:
        Session.open(path)
    assert str(caught.value) == (
        f"million.json: tokens[0].status: {name} cannot be 1000000: 99 is the most."
    )


@pytest.mark.parametrize("key", ["shadowrealms", *GAMES])
def test_a_choice_of_five_thousand_digits_is_refused(key):
    session = session_of(key)
    endless = MappingProxyType({"dice": "9" * 5000})
    with pytest.raises(IllegalIntentError, match='"dice" is 5000 characters long'):
        session.plan(Attack("orc", "mage", choices=endless))
    with pytest.raises(IllegalIntentError, match='"dice" is 5000 characters long'):
        session.plan_area(replace(ATTACK, choices=endless))
    with pytest.raises(IllegalIntentError, match='"dice" is 5000 characters long'):
        session.perform(Act("orc", "move", choices=endless))
    assert session.pending is None

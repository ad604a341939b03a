"""Numbers that no tool of the window offers, but scripts and plug-ins can say."""

from __future__ import annotations

from math import inf, nan
from types import MappingProxyType

import pytest

from battlemap.geometry.cell import Cell, Point
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import Act, AreaAttack, Turn
from battlemap.model.token import Token, Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.registry import find_system, system_keys
from battlemap.session.session import Session

GAMES = tuple(key for key in system_keys() if key in ("crawler", "grimhowl", "prowess"))
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


def test_forced_cover_needs_something_to_stand_behind():
    session = session_of("grimhowl")
    with pytest.raises(IllegalIntentError, match="Nothing beside Mage"):
        session.perform(Act("mage", "take_cover", choices=MappingProxyType({"force": "yes"})))

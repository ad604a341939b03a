"""The rule system of a page, and a small fight in it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import MappingProxyType

import pytest

from battlemap.geometry.cell import Cell, Point
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.obstacle import Door, Wall
from battlemap.model.token import Token, Weapon
from battlemap.session import registry

HELPERS = Path(__file__).parents[1] / "helpers"


@pytest.fixture(autouse=True)
def skirmish(monkeypatch, tmp_path):
    """Make the rule system known, and keep files out of the home folder."""
    monkeypatch.syspath_prepend(str(HELPERS))
    built_in = {**registry._BUILT_IN, "skirmish": "skirmish_rules:Skirmish"}
    monkeypatch.setattr(registry, "_BUILT_IN", built_in)
    registry.system_class.cache_clear()
    monkeypatch.setenv("BATTLEMAP_STATE_DIR", str(tmp_path / "state"))
    yield sys.modules.get("skirmish_rules") or __import__("skirmish_rules")
    registry.system_class.cache_clear()


@pytest.fixture
def fight(skirmish):
    """Hero at c2 r2, orc beside at c3 r2, a wall and a door."""
    tokens = {
        "hero": Token(
            "hero",
            "Hero",
            "party",
            Cell(2, 2),
            weapons=(Weapon("sword"),),
            status=skirmish.Status(),
        ),
        "orc": Token(
            "orc", "Orc", "foe", Cell(3, 2), facing=270.0, conditions=frozenset({"prone"})
        ),
    }
    obstacles = {
        "w1": Wall("w1", Point(6, 0), Point(6, 2.5)),
        "d1": Door("d1", Point(6, 3), Point(6, 4)),
    }
    return Encounter(
        BattleMap(GridSpec(columns=12, rows=8), obstacles=MappingProxyType(obstacles)),
        MappingProxyType(tokens),
        rules=RulesChoice("skirmish"),
    )

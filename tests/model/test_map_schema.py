"""The JSON Schema says what the codec reads: same keys, same samples, each key described."""

import json
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from encounters import encounters, types_of
from hypothesis import given
from jsonschema import Draft202012Validator

from battlemap.geometry.footprint import MAXIMUM_SIZE
from battlemap.model import limits, store
from battlemap.model.battle_map import Background, GridSpec, Light, Mark
from battlemap.model.encounter import Override
from battlemap.model.intent import Intent
from battlemap.model.lasting import Aura, Lasting, Link
from battlemap.model.mapfile import keys
from battlemap.model.mapfile.ground_reader import KINDS, METRICS, TERRAINS
from battlemap.model.mapfile.map_writer import write_map
from battlemap.model.obstacle import GRADES, Door, Prop, Wall
from battlemap.model.store import FileError
from battlemap.model.token import Token, Weapon
from battlemap.model.turn_order import Slot, TurnOrder

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "assets" / "schema" / "map.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
DEFINED = {"map": SCHEMA, **SCHEMA["$defs"]}


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", keys.OBJECTS)
def test_the_keys_are_those_of_the_codec(name):
    assert set(DEFINED[name]["properties"]) == set(keys.OBJECTS[name])
    assert DEFINED[name]["additionalProperties"] is (name == "weapon")


@pytest.mark.parametrize(
    ("name", "kind", "aside"),
    [
        ("grid", GridSpec, 0),
        ("background", Background, 1),  # the offset is one point
        ("wall", Wall, 0),
        ("door", Door, 0),
        ("prop", Prop, 0),
        ("light", Light, 0),
        ("mark", Mark, 0),
        ("weapon", Weapon, 1),  # the details stand among the weapon's own keys
        ("token", Token, 0),
        ("aura", Aura, 0),
        ("link", Link, 0),
        ("lasting", Lasting, 0),
        ("slot", Slot, 0),
        ("turn_order", TurnOrder, 0),
        ("override", Override, 0),
    ],
)
def test_no_field_of_the_model_is_forgotten(name, kind, aside):
    assert len(keys.OBJECTS[name]) == len(fields(kind)) - aside


@pytest.mark.parametrize("name", keys.OBJECTS)
def test_every_key_is_described(name):
    for key, part in DEFINED[name]["properties"].items():
        described = part if "$ref" not in part else {**DEFINED[part["$ref"][8:]], **part}
        assert described["description"].endswith("."), key


def test_words_and_limits_are_those_of_the_codec():
    assert set(DEFINED["grid"]["properties"]["kind"]["enum"]) == set(KINDS)
    assert set(DEFINED["grid"]["properties"]["diagonals"]["enum"]) == set(METRICS)
    assert set(DEFINED["terrain"]["properties"]["kind"]["enum"]) == set(TERRAINS)
    for name in ("wall", "door", "prop"):
        assert set(DEFINED[name]["properties"]["cover"]["enum"]) == set(GRADES)
    assert DEFINED["token"]["properties"]["size"]["maximum"] == MAXIMUM_SIZE
    assert DEFINED["grid"]["properties"]["columns"]["maximum"] == limits.SIDE_CELLS
    assert DEFINED["weapon"]["properties"]["reach_feet"]["maximum"] == limits.REACH_FEET
    assert SCHEMA["properties"]["tokens"]["maxItems"] == limits.TOKENS
    assert SCHEMA["properties"]["walls"]["maxItems"] == limits.OBSTACLES
    kinds = SCHEMA["properties"]["declared"]["items"]["properties"]["type"]["enum"]
    assert kinds == [kind.__name__ for kind in get_args(Intent)]


@given(encounters())
def test_what_is_written_is_valid(encounter):
    VALIDATOR.validate(json.loads(json.dumps(write_map(encounter))))


def test_every_default_in_the_schema_is_the_default():
    """A map that writes every default down is the same map."""
    for name in ("wall", "door", "prop", "token"):
        needed = {
            "from": [0, 0],
            "to": [1, 0],
            "outline": [[0, 0], [1, 0], [1, 1]],
            "id": "one",
            "at": [1, 1],
        }
        short = {key: needed[key] for key in (*DEFINED[name]["required"], "id")}
        properties = DEFINED[name]["properties"].items()
        said = {key: part["default"] for key, part in properties if "default" in part}
        assert said
        maps = [{"format": 1, f"{name}s": [{**said, **short}]}, {"format": 1, f"{name}s": [short]}]
        full, brief = (store.loads(json.dumps(content).encode()) for content in maps)
        assert full == brief


SHORT = {
    "format": 1,
    "system": "shadowrealms",
    "grid": {"kind": "square", "columns": 20, "rows": 15},
    "walls": [{"id": "w1", "from": [3, 0], "to": [3, 3], "cover": "major"}],
    "terrain": [{"kind": "difficult", "cells": [[4, 4]]}],
    "elevation": [{"feet": 10, "cells": [[5, 2]]}],
    "doors": [{"id": "d1", "from": [8, 3], "to": [8, 4], "open": False}],
    "background": "cave.png",
    "tokens": [
        {
            "id": "seren",
            "side": "party",
            "at": [5, 5],
            "facing": 90,
            "weapons": [{"name": "spear", "reach": True, "reach_feet": 10, "damage": "d8"}],
            "conditions": ["prone"],
            "sheet": {"anything": 1},
        },
    ],
}


def test_the_short_sample_is_valid():
    VALIDATOR.validate(SHORT)
    assert store.loads(json.dumps(SHORT).encode()).tokens["seren"].has("prone")


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"wals": []},
        {"grid": {"kind": "triangle"}},
        {"grid": {"columns": 0}},
        {"walls": [{"from": [0, 0]}]},
        {"walls": [{"from": [0, 0], "to": [1]}]},
        {"walls": [{"from": [0, 0], "to": [1, 20_000]}]},
        {"tokens": [{"id": "a"}]},
        {"tokens": [{"id": "a", "at": [1.5, 2]}]},
        {"tokens": [{"id": "a", "at": [1, 2], "size": 21}]},
        {"tokens": [{"id": "a", "at": [1, 2], "auras": [{"name": "Fear", "affects": "foes"}]}]},
        {"tokens": [{"id": "a", "at": [1, 2], "links": [{"to": ["b"]}]}]},
        {"tokens": [{"id": "a", "at": [1, 2], "lasting": [{"name": "Haste", "rounds": 2}]}]},
        {"props": [{"outline": [[0, 0], [1, 1]]}]},
        {"lights": [{"at": [0, 0], "color": "red"}]},
        {"declared": [{"type": "Explode"}]},
    ],
)
def test_schema_and_codec_refuse_the_same(change):
    content = {**SHORT, **change}
    assert not VALIDATOR.is_valid(content)
    with pytest.raises(FileError):
        store.loads(json.dumps(content).encode(), types_of)


@pytest.mark.parametrize("path", sorted(ROOT.glob("maps/**/*.json")), ids=lambda path: path.stem)
def test_the_maps_that_come_along_are_valid(path):
    VALIDATOR.validate(json.loads(path.read_text(encoding="utf-8")))

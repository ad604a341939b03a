from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry.angle import Arc
from battlemap.geometry.cell import Cell, Point
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.event import StatusChanged, TokenMoved
from battlemap.model.intent import Attack
from battlemap.model.obstacle import CoverGrade, Door, Wall
from battlemap.model.terrain import Layer, Terrain
from battlemap.model.token import Token
from battlemap.session.exact import ExactCodec, ExactError


@dataclass(frozen=True)
class Stranger:
    value: int = 1


class StrangeWord(Enum):
    ONE = 1


@pytest.fixture
def codec():
    kept = {}

    def keep(data):
        kept[str(len(data))] = data
        return str(len(data))

    return ExactCodec(frozenset({"battlemap", "skirmish_rules"}), keep, kept.__getitem__)


def again(codec, value):
    return codec.decode(json.loads(json.dumps(codec.encode(value))))


def same(one, other):
    """Tell whether two values are equal and of the same kinds all the way down."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, (dict, MappingProxyType)):
        return same(list(one.items()), list(other.items()))
    return one == other


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.fractions()
    | st.sampled_from([*Arc, *CoverGrade, Terrain.DIFFICULT | Terrain.WATER])
    | st.builds(Cell, st.integers(), st.integers())
    | st.builds(Point, st.floats(allow_nan=False), st.integers())
    | st.frozensets(st.integers() | st.text()),
    lambda inner: (
        st.lists(inner).map(tuple)
        | st.lists(inner)
        | st.dictionaries(st.text(), inner)
        | st.dictionaries(st.integers(), inner).map(MappingProxyType)
        | st.builds(StatusChanged, st.text(), inner)
    ),
    max_leaves=12,
)


@given(PLAIN)
def test_values_come_back_exactly(value):
    codec = ExactCodec(frozenset({"battlemap"}), lambda data: "", lambda name: b"")
    assert same(again(codec, value), value)


@pytest.mark.parametrize("value", [float("inf"), -0.0, 1e-300, 2**80, "\ud800", "line\u2028"])
def test_odd_values_come_back(codec, value):
    found = again(codec, value)
    assert same(found, value)
    assert str(found) == str(value)


def test_an_array_and_bytes_come_back(codec):
    layer = Layer(np.arange(12, dtype=np.int16).reshape(3, 4))
    found = again(codec, layer)
    assert found == layer
    assert found.values.dtype == np.int16
    assert not found.values.flags.writeable
    assert again(codec, b"picture") == b"picture"
    assert same(again(codec, np.int64(4)), 4)


def test_an_encounter_with_everything_comes_back(codec, fight):
    whole = replace(fight, assets=MappingProxyType({"a": b"123"}))
    assert again(codec, whole) == whole


@pytest.mark.parametrize("value", [Stranger(), StrangeWord.ONE, {1: Stranger()}, object(), 1j, len])
def test_what_cannot_be_read_back_is_refused_at_once(codec, value):
    with pytest.raises(ExactError):
        codec.encode(value)


@pytest.mark.parametrize(
    "data",
    [
        {"$": "os:system", "v": {}},
        {"$": "subprocess:Popen", "v": ["true"]},
        {"$": "battlemap.model.apply:apply", "v": {}},
        {"$": "battlemap.session.session:Session", "v": {}},
        {"$": "battlemap.model.token:Nothing", "v": {}},
        {"$": "battlemap.nothing:Token", "v": {}},
        {"$": "battlemap.model.token:Token", "v": {"id": "a"}},
        {"$": "battlemap.geometry.cell:Cell", "v": [1, 2, 3]},
        {"$": "battlemap.geometry.angle:Arc", "v": "above"},
        {"$": "array", "dtype": "<i2", "shape": [2], "v": "!"},
        {"$": "bytes", "v": "none"},
        {"no": "tag"},
    ],
)
def test_what_was_never_written_is_refused(codec, data):
    with pytest.raises(ExactError):
        codec.decode(data)


def test_a_field_of_another_version_is_left_out_or_filled_in(codec):
    data = codec.encode(TokenMoved("a", Cell(0, 0), Cell(1, 0)))
    data["v"]["speed"] = 3
    del data["v"]["forced"]
    assert codec.decode(data) == TokenMoved("a", Cell(0, 0), Cell(1, 0))


def changed(codec, before, after):
    change = json.loads(json.dumps(codec.difference(before, after)))
    found = codec.patched(before, change)
    assert found == after
    assert list(getattr(found, "tokens", ())) == list(getattr(after, "tokens", ()))
    return found, change


def test_a_moved_token_is_a_small_difference(codec, fight):
    after = fight.with_token(replace(fight.tokens["orc"], at=Cell(9, 9), facing=45.0))
    found, change = changed(codec, fight, after)
    assert len(json.dumps(change)) < 250
    assert found.tokens["hero"] is fight.tokens["hero"]
    assert found.map is fight.map


def test_tokens_come_and_go_in_order(codec, fight):
    imp = Token("imp", "Imp", "foe", Cell(0, 0))
    changed(codec, fight, fight.with_token(imp))
    changed(codec, fight, fight.without_token("hero"))
    changed(codec, fight, fight.without_token("hero").with_token(imp))
    reordered = replace(fight, tokens=MappingProxyType(dict(reversed(list(fight.tokens.items())))))
    found, _ = changed(codec, fight, reordered)
    assert list(found.tokens) == ["orc", "hero"]


def test_an_obstacle_may_become_another_kind(codec, fight):
    wall = fight.map.obstacles["w1"]
    assert isinstance(wall, Wall)
    door = Door("w1", wall.start, wall.end)
    obstacles = MappingProxyType({**fight.map.obstacles, "w1": door})
    changed(codec, fight, fight.with_map(replace(fight.map, obstacles=obstacles)))


def test_another_map_altogether(codec, fight):
    other = Encounter(BattleMap(GridSpec(columns=3, rows=2)), rules=RulesChoice("other"))
    changed(codec, fight, other)
    changed(codec, other, fight)


def test_the_same_object_is_no_difference(codec, fight):
    assert codec.difference(fight, fight) == {}
    assert codec.patched(fight, {}) is fight


def test_a_number_that_only_changes_its_kind_is_a_difference(codec):
    one, other = TokenMoved("a", Cell(0, 0), Cell(0, 0)), TokenMoved("a", Cell(0, 0), Cell(0, 0))
    one = replace(one, elevation_feet=5)
    other = replace(other, elevation_feet=5.0)
    found = codec.patched(one, codec.difference(one, other))
    assert isinstance(found.elevation_feet, float)


def test_a_difference_that_does_not_fit_is_refused(codec, fight):
    gone = codec.difference(fight, fight.without_token("orc"))
    with pytest.raises(ExactError, match="doesn't fit"):
        codec.patched(fight.without_token("orc"), gone)
    with pytest.raises(ExactError):
        codec.patched(Attack("a", "b"), codec.difference(fight, replace(fight, declared=(1,))))


def test_fractions(codec):
    assert again(codec, Fraction(1, 3)) == Fraction(1, 3)

"""The codec keeps any frozen dataclass, and says where a value is wrong."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.geometry.cell import Cell, Point
from battlemap.model.file_error import FileError
from battlemap.model.intent import Act, Attack, EndTurn, Intent, Move, SetDoor
from battlemap.model.mapfile.decoding import decode, frozen
from battlemap.model.mapfile.encoding import encode, encode_as, tidy
from battlemap.model.mapfile.system_types import SystemTypes

if TYPE_CHECKING:
    from decimal import Decimal


ORIGIN = Cell(0, 0)


class Mood(StrEnum):
    CALM = "calm"
    WILD = "wild at heart"


class Grade(IntEnum):
    LOW = 1
    HIGH = 2


class Plain(Enum):
    ONE = object()


class Traits(Flag):
    BRAVE = auto()
    TALL = auto()


class Bits(IntFlag):
    A = 1
    B = 2


@dataclass(frozen=True)
class Leaf:
    number: int
    note: str = ""


@dataclass(frozen=True)
class Twig:
    leaves: tuple[Leaf, ...] = ()


@dataclass(frozen=True)
class Tree:
    name: str
    height: float = 1.0
    tall: bool = False
    mood: Mood = Mood.CALM
    grade: Grade | None = None
    plain: Plain = Plain.ONE
    traits: Traits = Traits.BRAVE
    bits: Bits = Bits.A
    share: Fraction = Fraction(1, 3)
    cell: Cell = ORIGIN
    place: Point | None = None
    pair: tuple[int, str] = (1, "a")
    leaves: tuple[Leaf, ...] = ()
    words: frozenset[str] = frozenset()
    grades: frozenset[Grade] = frozenset()
    by_name: Mapping[str, Leaf] = field(default_factory=dict)
    by_level: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    by_mood: Mapping[Mood, int] = field(default_factory=dict)
    part: Leaf | Twig | None = None
    parts: tuple[Leaf | Twig, ...] = ()
    parts_by_name: Mapping[str, Leaf | Twig] = field(default_factory=dict)
    either: int | str = 0
    word: Literal["yes", "no"] = "yes"
    anything: object = None


leaves = st.builds(Leaf, st.integers(), st.text(max_size=4))
parts = leaves | st.builds(Twig, st.lists(leaves, max_size=2).map(tuple))
trees = st.builds(
    Tree,
    name=st.text(max_size=5),
    height=st.floats(allow_nan=False, allow_infinity=False),
    tall=st.booleans(),
    mood=st.sampled_from(Mood),
    grade=st.none() | st.sampled_from(Grade),
    plain=st.just(Plain.ONE),
    traits=st.sampled_from([Traits(0), Traits.BRAVE, Traits.BRAVE | Traits.TALL]),
    bits=st.sampled_from([Bits(0), Bits.A | Bits.B]),
    share=st.fractions(),
    cell=st.builds(Cell, st.integers(), st.integers()),
    place=st.none() | st.builds(Point, st.floats(0, 1), st.floats(0, 1)),
    pair=st.tuples(st.integers(), st.text(max_size=3)),
    leaves=st.lists(leaves, max_size=3).map(tuple),
    words=st.frozensets(st.text(max_size=3)),
    grades=st.frozensets(st.sampled_from(Grade)),
    by_name=st.dictionaries(st.text(max_size=3), leaves, max_size=3),
    by_level=st.dictionaries(st.integers(), st.lists(st.integers()).map(tuple), max_size=3),
    by_mood=st.dictionaries(st.sampled_from(Mood), st.integers()),
    part=st.none() | parts,
    parts=st.lists(parts, max_size=3).map(tuple),
    parts_by_name=st.dictionaries(st.text(max_size=3), parts, max_size=3),
    either=st.integers() | st.text(max_size=3),
    word=st.sampled_from(["yes", "no"]),
    anything=st.none() | st.integers() | st.just((1, "a")),
)


@given(trees)
def test_what_is_encoded_is_decoded_the_same(tree):
    text = json.dumps(encode(tree), allow_nan=False)
    again = decode(Tree, json.loads(text), "tree")
    assert again == tree
    assert json.dumps(encode(again)) == text


@given(st.data())
def test_order_of_sets_and_mappings_does_not_show(data):
    words = data.draw(st.lists(st.text(max_size=3), unique=True))
    again = data.draw(st.permutations(words))
    assert encode(frozenset(words)) == encode(frozenset(again))
    one = encode(dict.fromkeys(words, 1))
    assert json.dumps(one) == json.dumps(encode(dict.fromkeys(again, 1)))


@pytest.mark.parametrize(
    "intent",
    [
        Move("a", (Cell(1, 2), Cell(2, 2)), "charge"),
        Attack("a", "b", "axe", MappingProxyType({"defense": "dodge"}), added=(("fog", -1),)),
        Act("a", "dash"),
        EndTurn(),
        SetDoor("d1", True),
    ],
)
def test_intents_bear_their_type(intent):
    value = encode_as(Intent, intent)
    assert value["type"] == type(intent).__name__
    assert decode(Intent, json.loads(json.dumps(value)), "here") == intent


def test_every_intent_can_be_kept():
    for kind in get_args(Intent):
        with pytest.raises(FileError, match="here"):
            decode(Intent, {"type": kind.__name__, "no such field": 1}, "here")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, 'tree: "name" is missing'),
        ({"name": 5}, "tree.name: expected a text in quotes, found 5"),
        ({"name": "a", "height": "x"}, "tree.height: expected a number"),
        ({"name": "a", "tall": 1}, "tree.tall: expected true or false"),
        ({"name": "a", "mood": "sad"}, 'tree.mood: expected one of "calm", "wild at heart"'),
        ({"name": "a", "grade": 1}, 'tree.grade: expected one of "low", "high"'),
        ({"name": "a", "traits": ["shy"]}, "tree.traits: expected names out of brave, tall"),
        ({"name": "a", "share": "1/0"}, "tree.share: expected a fraction"),
        ({"name": "a", "cell": [1]}, "tree.cell: expected a list of 2"),
        ({"name": "a", "pair": [1, 2]}, "tree.pair[1]: expected a text"),
        ({"name": "a", "leaves": {}}, "tree.leaves: expected a list in brackets"),
        ({"name": "a", "leaves": [{"number": 1.5}]}, "tree.leaves[0].number: expected a whole"),
        ({"name": "a", "by_level": {"x": []}}, "tree.by_level: expected keys that are whole"),
        ({"name": "a", "by_mood": {"x": 1}}, "tree.by_mood (its keys): expected one of"),
        ({"name": "a", "part": {"number": 1}}, 'tree.part: "type" is missing'),
        ({"name": "a", "part": {"type": "Root"}}, 'tree.part.type: expected one of "Leaf", "Twig"'),
        ({"name": "a", "either": []}, "tree.either: expected a text"),
        ({"name": "a", "word": "maybe"}, 'tree.word: expected one of "yes", "no"'),
        ({"name": "a", "plain": "two"}, 'tree.plain: expected one of "one"'),
        (
            {"name": "a", "heigth": 2},
            'tree.heigth: this key isn\'t known here. Did you mean "height"',
        ),
        ([], "tree: expected an object in braces, found nothing"),
    ],
)
def test_errors_name_the_place(value, message):
    with pytest.raises(FileError) as caught:
        decode(Tree, value, "tree")
    assert message in str(caught.value)


def test_what_a_file_can_not_keep_is_an_error_of_the_program():
    for value in (object(), {1.5: 2}, float("nan"), b"bytes", Leaf):
        with pytest.raises(TypeError, match="can't keep"):
            encode(value)
    with pytest.raises(TypeError, match="doesn't know"):
        decode(bytes, "a", "here")
    with pytest.raises(TypeError, match="doesn't know"):
        decode(list[int], [1], "here")


def test_a_type_that_only_the_checker_knows_is_named():
    @dataclass(frozen=True)
    class Costly:
        price: "Decimal"

    with pytest.raises(TypeError, match="import Decimal at runtime"):
        decode(Costly, {"price": 1}, "here")


def test_a_record_may_refuse_its_values():
    @dataclass(frozen=True)
    class Positive:
        value: int

        def __post_init__(self):
            if self.value < 0:
                raise ValueError("a count can't be negative")

    with pytest.raises(FileError, match="here: a count can't be negative"):
        decode(Positive, {"value": -1}, "here")


def test_frozen_values_can_not_be_changed():
    value = frozen({"a": [1, {"b": 2}]})
    assert value == {"a": (1, {"b": 2})}
    with pytest.raises(TypeError):
        value["a"] = 1
    assert encode(value) == {"a": [1, {"b": 2}]}


def test_numbers_are_written_as_a_person_does():
    assert [repr(tidy(value)) for value in (90.0, 0.5, -0.0, 1e300)] == ["90", "0.5", "0", "1e+300"]


def test_names_of_weapon_fields_are_taken():
    @dataclass(frozen=True)
    class Clash:
        reach_feet: int = 5

    with pytest.raises(ValueError, match="may not name a field"):
        SystemTypes(weapon=Clash)
    with pytest.raises(ValueError, match="isn't a dataclass"):
        SystemTypes(sheet=int)

"""What `check` finds, and that it finds nothing on a map in order."""

import json
from dataclasses import replace
from types import MappingProxyType

import pytest
from encounters import encounters, png
from hypothesis import given, settings

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model import store
from battlemap.model.battle_map import Background
from battlemap.model.check import ERROR, WARNING, check
from battlemap.model.encounter import Override
from battlemap.model.notation import parse
from battlemap.model.obstacle import Prop, Wall
from battlemap.model.turn_order import Slot, TurnOrder


def found(text):
    return [(finding.level, finding.subject, finding.sentence) for finding in check(parse(text))]


def test_a_map_in_order():
    board = """
        square 6x3
        + + + + +-+-+
         S . d . . .
        + + + + + + +
         . . .D. O .
        + + + + + + +
         . . .|. . .
        + + + + + + +
        prop crate 1,1 2,1 2,2 1,2
        S seren party weapon=bow:range80:min10
        O orc foe size=2
    """
    assert check(parse(board)) == ()


@pytest.mark.parametrize(
    ("line", "level", "subject", "sentence"),
    [
        ("token a at=9,0", ERROR, "a", "A (a) at [9, 0] stands off the map."),
        ("token a at=5,0 size=2", ERROR, "a", "A (a) at [5, 0] hangs over the map's border."),
        ("token a at=0,0 size=1 side=", None, "", ""),
        ("token a pirates at=0,0", WARNING, "a", 'on the side "pirates"'),
        ("impassable 0,0\ntoken a at=0,0", WARNING, "a", "stands on impassable ground"),
        ("elevation 10 0,0\ntoken a at=0,0 elevation=5", WARNING, "a", "5 ft below the ground"),
        ("wall 0,0.5 3,0.5\ntoken a at=1,0", WARNING, "a", "stands in w1"),
        ("wall 2,0 2,3\ntoken a at=1,0 size=2", WARNING, "a", "stands in w1"),
        ("door 2,0 2,1\ntoken a at=1,0 size=2", WARNING, "a", "stands in d1"),
        ("token a at=0,0 weapon=bow:range20:min30", WARNING, "a", "least range of 30 ft"),
        ("wall 1,1 1,1", ERROR, "w1", "the wall w1 has no length"),
        ("door 1,1 1.0001,1", ERROR, "d1", "the door d1 has no length"),
        ("wall -3,0 -1,2", WARNING, "w1", "the wall w1 lies off the map"),
        ("prop 9,9 8,9 8,8", WARNING, "p1", "the prop p1 lies off the map"),
        ("prop 1,1 2,2 2,1 1,2", ERROR, "p1", "crosses or touches itself"),
        ("prop 1,1 2,1 3,1", ERROR, "p1", "crosses or touches itself"),
    ],
)
def test_one_odd_thing(line, level, subject, sentence):
    if level is None:
        return
    ((found_level, found_subject, said),) = found(f"square 6x4\n{line}")
    assert (found_level, found_subject) == (level, subject)
    assert sentence in said


@pytest.mark.parametrize(
    "lines",
    [
        "wall 2,0 2,3\ntoken a at=1,0",
        "wall 0,1 6,1\ntoken a at=1,1 size=2",
        "wall 2,0 2,3 move=passes\ntoken a at=1,0 size=2",
        "door 2,0 2,2 open\ntoken a at=1,0 size=2",
        "wall 0,0 0,4\nwall 6,0 6,4",
        "prop 5,3 7,3 7,5 5,5",
    ],
)
def test_what_is_not_odd(lines):
    assert found(f"square 6x4\n{lines}") == []


def test_two_in_one_cell_are_told_once():
    ((level, _, sentence),) = found("square 6x4\ntoken a at=1,1 size=2\ntoken b at=2,2 size=2")
    assert (level, sentence) == (WARNING, "B (b) and A (a) share a cell.")
    assert len(found("square 6x4\ntoken a at=1,1 size=2\ntoken b at=1,1 size=2")) == 1


@pytest.mark.parametrize("kind", GridKind)
def test_larger_tokens_at_the_border_of_every_grid(kind):
    inside = parse(f"{kind} 9x9\ntoken a at=2,4 size=3")
    outside = parse(f"{kind} 9x9\ntoken a at=0,8 size=3")
    assert check(inside) == ()
    assert [finding.level for finding in check(outside)] == [ERROR]


def test_pictures_and_turns():
    board = parse("square 6x4\ntoken a at=1,1")
    tokens = {"a": replace(board.tokens["a"], art="bad.png")}
    odd = replace(
        board,
        map=replace(board.map, background=Background("gone.png")),
        tokens=MappingProxyType(tokens),
        assets=MappingProxyType({"bad.png": b"GIF", "fine.png": png(1, 1)}),
        turn_order=TurnOrder(1, slots=(Slot("ghost", 12, 1),), active="a"),
        overrides=(Override("rear", "a", "shade", "off"),),
    )
    said = [finding.sentence for finding in check(odd)]
    assert [finding.level for finding in check(odd)] == [ERROR, ERROR, WARNING, WARNING]
    assert "tokens[0].art: this isn't a PNG" in said[0]
    assert said[1:] == [
        "the turn order names ghost, who isn't on the map.",
        "background.picture: the picture gone.png is missing.",
        "a verdict set by hand names shade, who isn't on the map.",
    ]
    assert str(check(odd)[1]).startswith("error: the turn order")


def test_builtin_art_is_no_file():
    content = {"format": 1, "tokens": [{"id": "a", "at": [1, 1], "art": "builtin:orc"}]}
    assert check(store.loads(json.dumps(content).encode())) == ()


@settings(max_examples=30)
@given(encounters())
def test_any_map_can_be_checked(encounter):
    findings = check(encounter)
    assert list(findings) == sorted(findings, key=lambda finding: finding.level)
    grid = encounter.map.grid.grid
    off = {token.id for token in encounter.tokens.values() if token.at not in grid}
    assert off <= {finding.subject for finding in findings if finding.level == ERROR}


def test_walls_and_props_take_what_the_model_gives():
    """Points of props may repeat where a map was edited by hand."""
    board = parse("square 6x4")
    outline = (Point(1, 1), Point(1, 1), Point(2, 1), Point(2, 2))
    odd = board.with_map(
        replace(
            board.map,
            obstacles=MappingProxyType(
                {"p": Prop("p", outline), "w": Wall("w", Point(0, 0), Point(1, 1))}
            ),
        )
    )
    assert [finding.subject for finding in check(odd)] == ["p"]
    assert Cell(0, 0) in odd.map.grid.grid

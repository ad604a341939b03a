"""What the actions of every game share: targets, steps, weapons, waiting, and records."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from shadow_boards import rules, someone, table

from battlemap.geometry.cell import Cell, Point
from battlemap.model.event import Noted
from battlemap.model.intent import Act, Move
from battlemap.model.obstacle import Door
from battlemap.model.token import Weapon
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.rules.acting import (
    not_beside,
    note,
    nothing_to_break,
    one_step,
    pair,
    waits,
    weapon_named,
)
from battlemap.rules.procedure import IllegalIntentError, run
from battlemap.rules.records import check_within


def two_apart(*cells, **more):
    places = zip(("seren", "brug"), cells, strict=True)
    return table(*(someone(name, cell) for name, cell in places), **more)


def test_an_action_with_a_target_names_who_acts_and_on_whom():
    encounter = two_apart((5, 5), (6, 5))
    who, whom = pair(encounter, Act("seren", "push", "brug"))
    assert (who.id, whom.id) == ("seren", "brug")


@pytest.mark.parametrize("target", [None, "nobody"])
def test_an_action_on_nobody_is_refused(target):
    with pytest.raises(IllegalIntentError, match="needs a target"):
        pair(two_apart((5, 5), (6, 5)), Act("seren", "push", target))


def test_a_cell_among_the_choices_is_one_step():
    act = Act("seren", "move", choices={"to": "6,5"})
    expected = Move("seren", (Cell(5, 5), Cell(6, 5)), "shift")
    assert one_step(someone("seren", (5, 5)), act, "Shift", "shift") == expected


@pytest.mark.parametrize("to", ["", "6", "six,five", "6,5,4"])
def test_a_step_without_a_cell_is_refused_by_its_name(to):
    act = Act("seren", "move", choices={"to": to})
    with pytest.raises(IllegalIntentError, match=r"^Shift needs a cell to go to"):
        one_step(someone("seren", (5, 5)), act, "Shift")


def test_a_weapon_that_nobody_has_is_refused_with_those_there_are():
    token, weapons = someone("seren", (5, 5)), (Weapon("spear"), Weapon("bow", range_feet=60))
    assert weapon_named(token, weapons, "bow") == weapons[1]
    with pytest.raises(IllegalIntentError, match=r"has no axe, but spear, bow\."):
        weapon_named(token, weapons, "axe")


def test_only_those_without_the_turn_wait_and_nobody_does_before_a_fight():
    encounter = two_apart((5, 5), (6, 5))
    assert not any(waits(encounter, token) for token in encounter.tokens.values())
    order = TurnOrder(round=1, slots=(Slot("seren", 9, 1), Slot("brug", 4, 1)), active="seren")
    fight = replace(encounter, turn_order=order)
    assert [key for key, token in fight.tokens.items() if waits(fight, token)] == ["brug"]


@pytest.mark.parametrize(
    ("cell", "touches"), [((6, 5), True), ((6, 6), True), ((7, 5), False), ((5, 7), False)]
)
def test_beside_is_one_cell_away_in_any_direction(cell, touches):
    encounter = two_apart((5, 5), cell)
    seren, brug = encounter.tokens["seren"], encounter.tokens["brug"]
    assert (not not_beside(rules(), encounter, seren, brug)) is touches
    assert not not_beside(rules(), encounter, seren, seren)


def test_a_wall_in_reach_can_be_broken_and_a_secret_door_cannot():
    far = two_apart((5, 5), (6, 5), walls=[((14, 0), (14, 15))])
    near = two_apart((5, 5), (6, 5), walls=[((5, 0), (5, 15))])
    hidden = Door("hidden", Point(5, 0), Point(5, 15), is_secret=True)
    secret = far.with_map(replace(far.map, obstacles={**far.map.obstacles, hidden.id: hidden}))
    seren = someone("seren", (5, 5))
    assert nothing_to_break(rules(), near, seren) == ""
    for encounter in (two_apart((5, 5), (6, 5)), far, secret):
        assert nothing_to_break(rules(), encounter, seren) == "nothing to break here"


def test_a_note_is_one_line_of_the_log():
    encounter = two_apart((5, 5), (6, 5))
    procedure = note(encounter.tokens["seren"], "Seren waits", ("5 ft away",), "turn")
    _, events = run(procedure, encounter, ())
    assert events == [Noted("Seren waits", ("5 ft away",), "turn", "seren")]


@dataclass(frozen=True)
class Card:
    """A record with a number, a number of its own range, a word and a yes or no."""

    might: int = 3
    speed: int = 30
    name: str = "card"
    able: bool = True

    def __post_init__(self):
        check_within(self, "Card", 1, 9, but=("speed",))


@pytest.mark.parametrize("might", [1, 9])
def test_numbers_in_range_are_taken(might):
    assert Card(might=might, speed=300).might == might


@pytest.mark.parametrize("might", [0, 10])
def test_a_number_out_of_range_is_refused_by_name(might):
    with pytest.raises(ValueError, match=f"Card: might is a number from 1 to 9, not {might}"):
        Card(might=might)

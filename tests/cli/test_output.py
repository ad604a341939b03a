from __future__ import annotations

import json

import pytest

from battlemap.cli.output import chances, number, percent, plain, print_json, yes
from battlemap.geometry.angle import Arc
from battlemap.geometry.cell import Cell, Point
from battlemap.model.event import ConditionsChanged, TokenMoved
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.model.words import signed


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (TokenMoved("a", Cell(0, 0), Cell(1, 0)), {
            "token": "a", "start": [0, 0], "end": [1, 0], "forced": False, "elevation_feet": None,
        }),
        (ConditionsChanged("a", frozenset({"prone", "dead"})), {
            "token": "a", "conditions": ["dead", "prone"],
        }),
        (Arc.REAR, "rear"),
        (CoverGrade.MAJOR, "major"),
        (Terrain.DIFFICULT | Terrain.WATER, ["difficult", "water"]),
        ({3: 0.5, Arc.SIDE: None}, {"3": 0.5, "side": None}),
        (Point(1.0, 0.1234567891), [1, 0.123457]),
        (1j, "1j"),
    ],
)  # fmt: skip
def test_values_become_plain(value, expected):
    assert plain(value) == expected


def test_numbers_are_written_as_people_write_them():
    assert (number(10.0), number(7.05, 2), signed(-2), signed(1)) == (10, 7.05, "−2", "+1")
    assert (yes(True), yes(False)) == ("yes", "no")
    assert (percent(0.5), percent(0.0), percent(1e-9), percent(0.1234)) == (
        "50 %", "0 %", "< 0.1 %", "12.3 %",
    )  # fmt: skip


def test_chances_keep_their_digits_and_order(capsys):
    found = chances({10: 1 / 3, 2: 2 / 3})
    assert list(found) == ["2", "10"]
    print_json(found)
    assert json.loads(capsys.readouterr().out) == {"2": 2 / 3, "10": 1 / 3}

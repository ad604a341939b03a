from __future__ import annotations

import pytest

from battlemap.model.file_error import SHOWN, FileError, shown, used_twice, wrong


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("orc", '"orc"'),
        ([3, 4], "[3, 4]"),
        ([], "nothing"),
        ({}, "nothing"),
        ("x" * 100, '"' + "x" * (SHOWN - 1) + "..."),
    ],
)
def test_values_are_quoted_as_the_file_spells_them(value, text):
    assert shown(value) == text


def test_a_value_that_holds_itself_is_named_by_its_kind():
    ring: list[object] = []
    ring.append(ring)
    assert shown(ring) == "list"


def test_an_error_says_where_what_and_what_to_do():
    error = wrong("tokens[2].at", "a cell", "x", "Write two numbers.").in_file("map.json")
    assert str(error) == 'map.json: tokens[2].at: expected a cell, found "x". Write two numbers.'
    assert (error.file, error.where) == ("map.json", "tokens[2].at")
    assert str(FileError("", "", "the file is empty.")) == "the file is empty."
    assert str(used_twice("walls[1]", "w1")).startswith('walls[1].id: the id "w1" is used twice.')

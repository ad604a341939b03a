"""Older formats are brought to the current one, step by step."""

import pytest

from battlemap.model.file_error import FileError
from battlemap.model.mapfile.keys import FORMAT
from battlemap.model.mapfile.migrations import MIGRATIONS, migrate


def to_2(data):
    rest = {key: value for key, value in data.items() if key != "lines"}
    return {**rest, "walls": data["lines"]}


def to_3(data):
    return {**data, "name": "new"}


def test_each_step_runs_once_and_in_order():
    steps = {1: to_2, 2: to_3}
    old = {"format": 1, "lines": [5]}
    assert migrate(old, steps, 3) == {"format": 3, "walls": [5], "name": "new"}
    assert migrate({"format": 2, "walls": []}, steps, 3) == {
        "format": 3,
        "walls": [],
        "name": "new",
    }
    current = {"format": 3}
    assert migrate(current, steps, 3) is current


def test_there_is_a_step_for_each_older_format():
    assert sorted(MIGRATIONS) == list(range(1, FORMAT))


def test_a_newer_format_says_so():
    with pytest.raises(FileError, match=r"newer Battlemap \(format 4, known is 3\). Update"):
        migrate({"format": 4}, {}, 3)

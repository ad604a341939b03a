"""JSON is written so that it reads and diffs well, and it is read with suspicion."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.model.file_error import FileError
from battlemap.model.mapfile.json_text import LINE, megabytes, parse, render

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",)), max_size=30),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=40,
)


@given(values.filter(lambda value: value is not None))
def test_what_is_rendered_is_parsed_the_same(value):
    text = render(value)
    assert text.endswith("\n")
    assert json.loads(text) == value
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    assert parse(text.encode()) == value


def test_short_values_stand_in_one_line_and_cells_fill_lines():
    cells = [[column, row] for column in range(20) for row in range(3)]
    text = render({"kind": "water", "cells": cells, "walls": [{"id": "w" * 60}, {"id": "v" * 60}]})
    lines = text.splitlines()
    assert lines[:3] == ["{", ' "kind": "water",', ' "cells": [']
    assert all(len(line) <= LINE for line in lines)
    assert sum("[0, 0], [0, 1]" in line for line in lines) == 1
    assert f'  {{"id": "{"w" * 60}"}},' in lines


def test_a_change_of_one_thing_changes_one_line():
    walls = [{"id": f"w{n}", "from": [n, 0], "to": [n, 5]} for n in range(20)]
    before = render({"walls": walls}).splitlines()
    walls[7]["to"] = [7, 6]
    after = render({"walls": walls}).splitlines()
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_files_of_other_tools_are_read_with_patience():
    assert parse(b'{"a": NaN, "b": -Infinity, "a": 1}', strict=False) == {"a": 1, "b": None}
    with pytest.raises(FileError, match="a: expected a finite number, found NaN"):
        parse(b'{"a": NaN}')


def test_brackets_in_texts_do_not_count():
    text = json.dumps({"a": "[" * 500 + '\\"' + "{" * 500, "b\\": ["[[["]})
    assert parse(text.encode()) == json.loads(text)


def test_sizes_in_words():
    assert [megabytes(count) for count in (10, 5_000, 3 * 1024 * 1024)] == [
        "10 bytes",
        "5,000 bytes",
        "3 MB",
    ]

"""The commands' answers are what assets/schema/answers.schema.json says, and it names every key."""

from __future__ import annotations

import json

import jsonschema
import pytest

from battlemap.resources import asset_path

SCHEMA = json.loads(asset_path("schema", "answers.schema.json").read_text(encoding="utf-8"))
PAIR = ("--attacker", "seren", "--target", "orc")

CASES = [
    ("facts", PAIR),
    ("facts", (*PAIR, "--from", "0,14", "--modifier", "Luck=1")),
    ("reach", ("--token", "seren")),
    ("path", ("--token", "orc", "--to", "12,5")),
    ("path", ("--token", "orc", "--to", "0,0")),
    ("path", ("--token", "orc", "--to", "9,5", "--jump", "9,5")),
    ("area", ("--kind", "cone", "--size", "15", "--caster", "seren", "--aim", "9,5.5")),
    ("area", ("--kind", "blast", "--size", "2cells", "--cell", "7,5", "--margin", "5")),
    ("odds", PAIR),
    ("odds", (*PAIR, "--from", "0,14")),
    ("resolve", (*PAIR, "--seed", "5")),
    ("resolve", (*PAIR, "--dice", "20,20,20,20,20,20,20,20,8,6,6,6,6")),
    ("check", ()),
]


def validator(name):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{name}"})


@pytest.mark.parametrize(("name", "arguments"), CASES)
def test_answers_follow_the_schema(command, board, name, arguments):
    walls = [
        {"id": "a", "from": [0, 1], "to": [1, 1]},
        {"id": "b", "from": [1, 0], "to": [1, 1]},
    ]
    found = command(name, board(walls=walls), *arguments, "--json").json
    validator(name).validate(found)
    assert found.keys() <= SCHEMA["$defs"][name]["properties"].keys()


def test_a_wrong_answer_does_not_follow_it(command, board):
    found = command("facts", board(), *PAIR, "--json").json
    del found["distance"]["feet"]
    with pytest.raises(jsonschema.ValidationError):
        validator("facts").validate(found)


def test_snapshots_follow_it(command, board, tmp_path, qapp):
    path = board()
    for name, source in (("a.png", path), ("a.pdf", path), ("sheet.png", path.parent)):
        found = command("snapshot", source, tmp_path / name, "--json").json
        validator("snapshot").validate(found)
        assert found.keys() <= SCHEMA["$defs"]["snapshot"]["properties"].keys()


def test_printed_pages_follow_it(command, board, tmp_path, qapp):
    found = command("print", board(), tmp_path / "a.pdf", "--legend", "--json").json
    validator("print").validate(found)
    assert found.keys() <= SCHEMA["$defs"]["print"]["properties"].keys()


def test_a_check_with_findings_follows_it(command, board):
    off = [{"id": "lost", "side": "foe", "at": [40, 5]}]
    validator("check").validate(command("check", board(tokens=off), "--json").json)

"""A short hand-written map, and the command line in this process."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from battlemap.cli import main

MAP = {
    "format": 1,
    "system": "shadowrealms",
    "grid": {"kind": "square", "columns": 20, "rows": 15},
    "walls": [{"id": "w1", "from": [3, 0], "to": [3, 3], "cover": "major"}],
    "tokens": [
        {
            "id": "seren",
            "side": "party",
            "at": [5, 5],
            "facing": 90,
            "weapons": [{"name": "spear", "reach": True, "reach_feet": 10}, {"name": "knife"}],
        },
        {"id": "orc", "side": "foe", "at": [7, 5], "size": 2, "facing": 270},
    ],
}


@pytest.fixture(autouse=True)
def _own_state_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("BATTLEMAP_STATE_DIR", str(tmp_path / "state"))


@pytest.fixture
def board(tmp_path):
    """Return a function that writes the map with changes and returns its path."""

    def write(name="map.json", **changes):
        path = tmp_path / name
        path.write_text(json.dumps({**MAP, **changes}), encoding="utf-8")
        return path

    return write


@pytest.fixture
def command(capsys):
    """Return a function that runs a command and returns status, output and errors."""

    def run(*arguments):
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        is_json = "--json" in arguments and status != 2
        return SimpleNamespace(
            status=status, out=out, err=err, json=json.loads(out) if is_json else None
        )

    return run

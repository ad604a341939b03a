"""The commands on the maps that are shipped."""

from __future__ import annotations

from itertools import permutations

import pytest

from battlemap.cli.facts import facts_of
from battlemap.cli.output import plain
from battlemap.cli.path import paths_of
from battlemap.cli.reach import reach_of
from battlemap.model.intent import Attack
from battlemap.resources import maps_path
from battlemap.session.session import Session

SAMPLES = sorted(maps_path().glob("*.battlemap"))


def test_there_are_samples():
    assert len(SAMPLES) >= 3


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_check_finds_nothing(command, path):
    found = command("check", path, "--json")
    assert found.json == {"ok": True, "findings": []}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_pair_has_facts_and_every_token_reach_and_ways(path):
    session = Session.open(path)
    tokens = list(session.encounter.tokens)
    for attacker, target in permutations(tokens, 2):
        found = facts_of(session.plan(Attack(attacker, target)), session.board)
        assert found["distance"]["feet"] >= 0
        assert 0 <= found["visible_share"] <= 1
        assert found["cover"]["grade"] in ("none", "minor", "major", "total")
    for token in tokens:
        reach = reach_of(session.board, token)
        around = sum(len(cells) for cells in reach["arcs"].values())
        assert (around > 0) == session.board.conventions.has_facing
        for goal in session.board.grid.neighbors(session.encounter.tokens[token].at):
            found = paths_of(session, token, goal)
            if found["reachable"]:
                assert found["shortest"]["cells"][-1] == plain(goal)
                assert found["shortest"]["cost_feet"] <= found["safest"]["cost_feet"]

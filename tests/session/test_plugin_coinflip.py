"""The example of docs/adding-a-rule-system.md: a system of another package, played to the end."""

from __future__ import annotations

import importlib
import re
from dataclasses import replace
from pathlib import Path

import pytest

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import (
    Act,
    ArrangeTurns,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    Move,
    Overrule,
    SetCondition,
)
from battlemap.model.terrain import Layer
from battlemap.model.token import Token
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session import documents
from battlemap.session.registry import find_system, system_class, system_keys
from battlemap.session.session import Session

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-rule-system.md").read_text(encoding="utf-8")
CODE = (ROOT / "tests" / "plugins" / "coinflip" / "__init__.py").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """Put the package and its dist-info where Python finds installed packages."""
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "plugins"))
    importlib.invalidate_caches()
    system_class.cache_clear()
    yield
    system_class.cache_clear()


def duel(**options) -> Encounter:
    system = find_system("coinflip")
    grid = GridSpec(GridKind.SQUARE, 10, 8)
    high = Layer.blank(10, 8).with_value(grid.grid, [Cell(2, 2)], 5)
    tokens = (
        Token("ann", "Ann", "party", Cell(2, 2), sheet=system.Sheet(coins=3)),
        Token("bob", "Bob", "foe", Cell(3, 2), sheet=system.Sheet(hearts=2)),
    )
    return Encounter(
        map=BattleMap(grid, terrain=Layer.blank(10, 8), elevation=high),
        tokens={token.id: token for token in tokens},
        rules=RulesChoice("coinflip", system.Options(**options)),
    )


def test_it_is_found_by_its_entry_point():
    assert "coinflip" in system_keys()
    assert find_system("coinflip").title == "Coinflip"


def test_the_odds_are_exact_and_the_map_counts():
    session = Session.new(duel(), seed=1)
    plan = session.plan(Attack("ann", "bob"))
    assert [(row.key, row.value, row.source) for row in plan.modifiers] == [
        ("high", 1, "Coinflip, Strikes")
    ]
    assert plan.odds.hits == {0: 1 / 16, 1: 4 / 16, 2: 6 / 16, 3: 4 / 16, 4: 1 / 16}
    assert plan.odds.drop == 11 / 16
    level = Session.new(duel(high_ground=False), seed=1).plan(Attack("ann", "bob"))
    assert (level.modifiers, level.odds.mean) == ((), 1.5)


def test_a_fight_from_the_first_turn_to_the_last_heart_and_back():
    start = duel()
    session = Session.new(start, seed=5)
    session.perform(BeginFight())
    for _ in range(50):
        if any(session.system.is_out(token) for token in session.encounter.tokens.values()):
            break
        active = session.encounter.turn_order.active
        other = "bob" if active == "ann" else "ann"
        session.perform(Attack(active, other))
        with pytest.raises(IllegalIntentError, match=r"struck already|is out"):
            session.perform(Attack(active, other))
        session.perform(EndTurn())
    loser = next(t for t in session.encounter.tokens.values() if session.system.is_out(t))
    assert session.system.track(loser).left == 0
    assert session.system.actions(session.encounter, loser)[0].unavailable == "out"
    end = session.encounter
    while session.history.can_undo:
        session.undo()
    assert session.encounter is start
    while session.history.can_redo:
        session.redo()
    assert session.encounter is end


def test_walking_away_is_asked_about_and_previewed():
    session = Session.new(duel(), seed=1)
    session.perform(BeginFight())
    away = (Cell(2, 2), Cell(1, 2), Cell(0, 2))
    route = session.preview_move("ann").to(Cell(0, 2)).shortest
    assert [trigger.by for trigger in route.firing] == ["bob"]
    session.type_next((2, 1))
    session.perform(Move("ann", away))
    assert session.pending.kind == "opportunity attack"
    session.answer("strike")
    ann = session.encounter.tokens["ann"]
    assert (ann.at, ann.status.lost, ann.status.walked) == (Cell(0, 2), 1, 200)
    with pytest.raises(IllegalIntentError, match="can't walk so far"):
        session.perform(Move("ann", tuple(Cell(0, r) for r in range(2, 6))))


def test_what_every_game_lets_the_gm_do():
    session = Session.new(duel(), seed=1)
    session.perform(BeginFight())
    slots = session.encounter.turn_order.slots
    session.perform(ArrangeTurns(slots[::-1]))
    session.perform(Overrule("high", "ann", "bob", "off"))
    assert session.plan(Attack("ann", "bob")).odds.mean == 1.5
    session.perform(SetCondition("bob", "out", True))
    assert session.system.is_out(session.encounter.tokens["bob"])
    with pytest.raises(IllegalIntentError, match="no such action"):
        session.perform(Act("ann", "dance"))
    session.perform(EndFight())
    assert not session.encounter.turn_order.is_running


def test_the_file_keeps_its_records(tmp_path):
    start = duel(high_ground=False)
    hurt = replace(start.tokens["bob"], status=find_system("coinflip").Status(lost=1))
    path = tmp_path / "duel.battlemap"
    documents.save_encounter(path, start.with_token(hurt))
    again = documents.load_encounter(path)
    assert again.tokens["bob"] == hurt
    assert again.rules == start.rules


def test_the_page_shows_the_code_as_it_is():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) >= 4
    for block in blocks:
        for line in block.splitlines():
            if line.strip() and "..." not in line:
                assert line.rstrip() in CODE, line
    points = (ROOT / "tests/plugins/coinflip-1.0.dist-info/entry_points.txt").read_text("utf-8")
    assert points.splitlines()[1] in PAGE

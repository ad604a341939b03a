from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from shadow_boards import rules, table

from battlemap.geometry.cell import Cell
from battlemap.model import store
from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import Act, Attack, BeginFight
from battlemap.model.token import FOE, PARTY
from battlemap.session.documents import types_of
from battlemap.session.session import Session
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.sheet import Tier

CREATURES = {token.id: token for token in rules().bestiary()}
ART = Path(__file__).parents[2] / "assets" / "tokens"


def test_there_is_a_choice_and_every_kind_is_in_it():
    assert len(CREATURES) == len(rules().bestiary()) >= 12
    assert {token.sheet.tier for token in CREATURES.values()} == set(Tier)
    assert {token.side for token in CREATURES.values()} == {PARTY, FOE}
    for token in CREATURES.values():
        assert (ART / f"{token.art.removeprefix('builtin:')}.svg").is_file(), token.art
        assert token.name
        assert token.notes


@pytest.mark.parametrize("key", list(CREATURES))
def test_each_creature_fights_at_once(key):
    mine = replace(CREATURES[key], at=Cell(5, 5), facing=90.0)
    weapon = mine.weapons[0]
    gap = 1 if not weapon.reach else 2
    other = replace(
        CREATURES["brute"],
        id="other",
        side=PARTY if mine.side == FOE else FOE,
        at=Cell(4 + mine.size + gap, 5),
    )
    start = replace(table(mine, other), rules=RulesChoice("shadowrealms", Options()))
    session = Session.new(start, seed=3)
    session.perform(BeginFight())
    order = session.encounter.turn_order
    session.perform(Attack(key, "other", choices={"force": "yes"}))
    while session.pending is not None:
        session.answer(session.pending.options[-1].key)
    assert any(entry.outcome is not None for entry in session.log.entries)
    assert order.is_running
    end = session.encounter
    again = store.loads(store.dumps(end, types_of), types_of)
    assert again.tokens == end.tokens


@pytest.mark.parametrize(
    ("key", "power"),
    [(token.id, power.name) for token in CREATURES.values() for power in token.sheet.powers],
)
def test_each_power_can_be_invoked(key, power):
    mine = replace(CREATURES[key], at=Cell(5, 5), facing=90.0)
    mine = replace(mine, status=rules().Status(limit_break="ready"))
    foe = replace(CREATURES["brute"], id="foe", side="beasts", at=Cell(6, 5))
    ally = replace(CREATURES["brute"], id="ally", side=mine.side, at=Cell(5, 6))
    ally = replace(ally, status=rules().Status(damage=5), conditions=frozenset({"stunned"}))
    start = replace(table(mine, foe, ally), rules=RulesChoice("shadowrealms", Options()))
    wanted = next(p for p in mine.sheet.powers if p.name == power)
    session = Session.new(start, seed=3)
    target = "foe" if wanted.whom.value == "enemy" else "ally"
    session.perform(Act(key, f"power:{power}", target))
    while session.pending is not None:
        session.answer(session.pending.options[-1].key)
    assert session.log.entries

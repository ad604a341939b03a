"""Effects that the GM put on tokens by hand count down as turns begin, in every game."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from battlemap.geometry.cell import Cell
from battlemap.model import store
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import BeginFight, EndTurn
from battlemap.model.lasting import Aura, AuraFor, Lasting, Link
from battlemap.model.token import Token
from battlemap.rules.lasting import all_effects
from battlemap.rules.procedure import Ask
from battlemap.session.registry import find_system
from battlemap.session.session import Session

GAMES = ("shadowrealms", "grimhowl", "crawler", "prowess")


def fight(system, *lasting):
    hero, foe = find_system(system).bestiary()[:2]
    tokens = [
        replace(hero, id="hero", name="Hero", side="party", at=Cell(1, 1), lasting=lasting),
        replace(foe, id="foe", name="Foe", side="foe", at=Cell(8, 6)),
    ]
    return Encounter(
        BattleMap(GridSpec(columns=12, rows=8)),
        MappingProxyType({token.id: token for token in tokens}),
        rules=RulesChoice(system),
    )


def answer_all(session):
    while isinstance(session.pending, Ask):
        session.answer(next(o.key for o in session.pending.options if not o.unavailable))


def go_on(session):
    session.perform(EndTurn())
    answer_all(session)


def left(session):
    return [(one.name, one.rounds_left) for one in session.encounter.tokens["hero"].lasting]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_passes_once_and_the_end_is_logged(game):
    session = Session.new(
        fight(game, Lasting("Haste", 2, "twice as fast"), Lasting("Curse")), seed=3
    )
    session.perform(BeginFight())
    answer_all(session)
    assert left(session) == [("Haste", 2), ("Curse", None)]
    rounds_of = {}
    for _ in range(60):
        before = left(session)
        go_on(session)
        after = left(session)
        if after != before:
            number = session.encounter.turn_order.round
            assert number not in rounds_of, "counted twice in one round"
            rounds_of[number] = after
        if len(after) == 1:
            break
    assert list(rounds_of.values()) == [[("Haste", 1), ("Curse", None)], [("Curse", None)]]
    (entry,) = [e for e in session.log.entries if e.headline == "Haste ends on Hero"]
    assert entry.details == ("twice as fast",)
    session.undo()
    assert left(session) == [("Haste", 1), ("Curse", None)]
    session.redo()
    assert left(session) == [("Curse", None)]


@pytest.mark.parametrize("game", GAMES)
def test_whoever_has_no_turns_counts_as_the_round_ends(game):
    encounter = fight(game)
    bystander = Token("cat", "Cat", "neutral", Cell(5, 0), lasting=(Lasting("Asleep", 2),))
    session = Session.new(encounter.with_token(bystander), seed=3)
    session.perform(BeginFight(("hero", "foe")))
    answer_all(session)
    first = session.encounter.turn_order.round
    for _ in range(60):
        go_on(session)
        if session.encounter.turn_order.round > first:
            break
    (cat,) = session.encounter.tokens["cat"].lasting
    assert cat.rounds_left == 1


def test_all_effects_are_those_of_the_rules_and_of_the_gm():
    encounter = fight("prowess", Lasting("Haste", 2, "twice as fast"))
    hero = replace(encounter.tokens["hero"], links=(Link("Ward", ("foe", "gone")),))
    encounter = encounter.with_token(hero)
    found = all_effects(find_system("prowess"), encounter, hero)
    assert [(one.label, one.rounds_left, one.detail) for one in found[-2:]] == [
        ("Haste", 2, "twice as fast"),
        ("Keeps up Ward", None, "Foe"),
    ]


def test_an_aura_knows_whom_it_is_for():
    party, friend = Token("a", "A", "party", Cell(0, 0)), Token("b", "B", "ally", Cell(1, 0))
    foe, cat = Token("c", "C", "foe", Cell(2, 0)), Token("d", "D", "neutral", Cell(3, 0))
    everybody = (party, friend, foe, cat)
    found = {
        kind: [t.id for t in everybody if Aura("Awe", 10, kind).is_for(party, t)]
        for kind in AuraFor
    }
    assert found == {
        AuraFor.ALL: ["a", "b", "c", "d"],
        AuraFor.FRIENDS: ["a", "b"],
        AuraFor.ENEMIES: ["c"],
    }


def test_a_file_keeps_them(tmp_path):
    encounter = fight("prowess", Lasting("Haste", 2, "twice as fast"))
    hero = replace(
        encounter.tokens["hero"],
        auras=(Aura("Fear", 15, AuraFor.ENEMIES),),
        links=(Link("Ward", ("foe",)),),
    )
    session = Session.new(encounter.with_token(hero))
    session.save(tmp_path / "kept.battlemap")
    again = Session.open(tmp_path / "kept.battlemap")
    assert again.encounter.tokens["hero"] == hero
    bare = store.loads(
        b'{"format": 1, "tokens": [{"id": "a", "at": [0, 0], "auras": [{"name": "x"}]}]}'
    )
    assert bare.tokens["a"].auras == (Aura("x", 10),)

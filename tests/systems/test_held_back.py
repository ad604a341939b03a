"""The GM holds a reactor back: for one deed or until cleared, alike in every game."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from battlemap.geometry.cell import Cell
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import Attack, BeginFight, EndTurn, Move, Overrule, Turn
from battlemap.model.token import Token, Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.rules.trigger_rulings import (
    ONCE,
    STRIKES,
    STRIKES_ONCE,
    TRIGGER,
    held_back,
    made_to_strike,
)
from battlemap.session.session import Session
from battlemap.systems.grimhowl import sheet as grimhowl
from battlemap.systems.grimhowl.options import Options as GrimhowlOptions
from battlemap.systems.prowess import sheet as prowess
from battlemap.systems.shadowrealms import sheet as shadowrealms

AWAY = (Cell(3, 3), Cell(2, 3), Cell(1, 3))
STRIKING = {
    "shadowrealms": (Weapon("spear", 10, reach=True), None),
    "grimhowl": (Weapon("sword"), GrimhowlOptions(opportunity=True)),
    "prowess": (Weapon("sword"), None),
}


def session_of(game, options=None, weapon=None, beside=(4, 3)):
    """A mover in the reach of a hob that faces it."""
    tokens = (
        Token("mover", "Mover", "party", AWAY[0], facing=90.0, weapons=(Weapon("dagger"),)),
        Token(
            "hob", "Hob", "foe", Cell(*beside), facing=270.0, weapons=(weapon or Weapon("sword"),)
        ),
    )
    return Session.new(
        Encounter(
            BattleMap(GridSpec(columns=10, rows=7)),
            MappingProxyType({token.id: token for token in tokens}),
            rules=RulesChoice(game, options),
        ),
        seed=3,
    )


@pytest.fixture(params=sorted(STRIKING))
def session(request):
    weapon, options = STRIKING[request.param]
    return session_of(request.param, options, weapon)


def triggers(session):
    path = session.preview_move("mover").to(AWAY[-1]).shortest.path
    return session.system.move_triggers(session.board, session.board.token("mover"), path)


def test_without_a_ruling_the_reactor_is_asked(session):
    session.asks_outside_fights = True
    assert any(one.fires for one in triggers(session))
    session.perform(Move("mover", AWAY))
    assert session.pending.token == "hob"


def test_outside_a_fight_nobody_is_asked_unless_the_gm_wants_it(session):
    assert any(one.fires for one in triggers(session))  # the signs are drawn all the same
    session.perform(Move("mover", AWAY))
    assert session.pending is None
    assert session.encounter.tokens["mover"].at == AWAY[-1]
    assert len([e for e in session.log.entries if "lets Mover go" in e.headline]) == 0
    session.undo()
    session.set_policy("hob", "opportunity attack", "always")
    session.perform(Move("mover", AWAY))
    assert any("Hob" in entry.headline for entry in session.log.entries[-3:])


def test_in_a_fight_the_reactor_is_asked(session):
    to_the_turn_of_the_mover(session)
    session.perform(Move("mover", AWAY[:2] if session.system.key != "shadowrealms" else AWAY))
    assert session.pending.token == "hob"


def test_one_that_is_held_back_until_cleared_is_never_asked(session):
    session.perform(Overrule(TRIGGER, "hob", "mover", "off"))
    assert not any(one.fires for one in triggers(session))
    assert all("the GM lets it pass" in one.reason for one in triggers(session))
    for way in (AWAY, AWAY[::-1], AWAY):
        session.perform(Move("mover", way))
        assert session.pending is None
    assert held_back(session.encounter, "mover") == {"hob"}
    headlines = [entry.headline for entry in session.log.entries]
    assert "GM: Hob doesn't strike" in headlines
    session.perform(Move("mover", AWAY[::-1]))
    session.perform(Overrule(TRIGGER, "hob", "mover", ""))
    assert any(one.fires for one in triggers(session))


def test_one_that_is_held_back_this_time_strikes_at_the_next_move(session):
    session.perform(Overrule(TRIGGER, "hob", "mover", ONCE))
    session.perform(Turn("mover", 180.0))
    assert held_back(session.encounter, "mover") == {"hob"}
    session.perform(Move("mover", AWAY))
    assert session.pending is None
    assert session.encounter.tokens["mover"].at == AWAY[-1]
    assert held_back(session.encounter, "mover") == set()
    # The end of the ruling belongs to the move: one undo brings both back.
    session.undo()
    assert held_back(session.encounter, "mover") == {"hob"}
    session.redo()
    session.perform(Move("mover", AWAY[::-1]))
    assert session.pending is None or session.pending.token == "hob"


def test_the_safest_way_heeds_who_is_held_back():
    weapon, options = STRIKING["shadowrealms"]
    session = session_of("shadowrealms", options, weapon, beside=(3, 1))
    hob = replace(session.encounter.tokens["hob"], facing=180.0)
    session.edit("Turn", session.encounter.with_token(hob))
    goal = Cell(5, 2)
    before = session.preview_move("mover").to(goal)
    assert before.shortest.firing
    session.perform(Overrule(TRIGGER, "hob", "mover", "off"))
    after = session.preview_move("mover").to(goal)
    assert not after.shortest.firing
    assert after.safest.path.cost == after.shortest.path.cost


def test_what_an_attack_provokes_is_held_back_too():
    session = session_of("prowess")
    archer = replace(session.encounter.tokens["mover"], weapons=(Weapon("bow", range_feet=60),))
    session.edit("Bow", session.encounter.with_token(archer))
    attack = Attack("mover", "hob")
    assert any(one.fires for one in session.plan(attack).triggers)
    session.perform(Overrule(TRIGGER, "hob", "mover", ONCE))
    plan = session.plan(attack)
    assert plan.triggers
    assert not any(one.fires for one in plan.triggers)
    assert not plan.warnings
    session.perform(attack)
    while session.pending is not None:
        assert session.pending.kind != "opportunity attack"
        session.answer(session.pending.options[-1].key)
    assert held_back(session.encounter, "mover") == set()


@pytest.mark.parametrize("game", ["shadowrealms", "grimhowl", "prowess", "crawler"])
def test_a_ruling_that_means_nothing_is_refused(game):
    session = session_of(game)
    with pytest.raises(IllegalIntentError, match="held back"):
        session.perform(Overrule(TRIGGER, "hob", "mover", "perhaps"))
    assert session.encounter.overrides == ()
    session.perform(Overrule(TRIGGER, "hob", "mover", ONCE))
    session.perform(Overrule(TRIGGER, "hob", "mover", "on"))
    assert session.encounter.overrides == ()


# Who strikes by the GM's word -----------------------------------------------------------------


def settle(session, key=None):
    while session.pending is not None:
        keys = [option.key for option in session.pending.options if not option.unavailable]
        session.answer(key if key in keys else keys[0])


def to_the_turn_of_the_mover(session):
    session.perform(BeginFight())
    settle(session)
    for _ in range(6):
        if session.encounter.turn_order.active == "mover":
            break
        session.perform(EndTurn())
        settle(session)


def exhausted(session):
    """Begin the fight; it is the mover's turn, and the hob has nothing left to react with."""
    to_the_turn_of_the_mover(session)
    hob = session.encounter.tokens["hob"]
    status, nothing = {
        "shadowrealms": (shadowrealms.status_of, {"reaction": 0}),
        "grimhowl": (grimhowl.status_of, {"held": 0, "actions": 0, "acted": True}),
        "prowess": (prowess.status_of, {"spent_dice": 99}),
    }[session.system.key]
    spent = replace(hob, status=replace(status(hob), **nothing))
    session.edit("Nothing left", session.encounter.with_token(spent))
    assert session.encounter.turn_order.active == "mover"
    return session


def test_a_hollow_trigger_happens_by_the_gms_word(session):
    session = exhausted(session)
    assert triggers(session)
    assert not any(one.fires for one in triggers(session))
    session.perform(Move("mover", AWAY[:2]))
    assert session.pending is None
    session.undo()
    session.perform(Overrule(TRIGGER, "hob", "mover", STRIKES_ONCE))
    assert session.log.entries[-1].headline == (
        "GM: Hob may strike this time, whatever it has left"
    )
    (one,) = [one for one in triggers(session) if one.fires]
    assert one.by_hand
    assert "by the GM's word" in one.reason
    session.perform(Move("mover", AWAY[:2]))
    assert session.pending.token == "hob"
    session.answer("strike")
    settle(session)
    headlines = [entry.headline for entry in session.log.entries if not entry.struck]
    assert any("Hob" in words and "Mover" in words for words in headlines[-2:] + headlines[-4:-2])
    assert session.encounter.overrides == ()
    session.undo()
    assert made_to_strike(session.encounter, "mover") == {"hob"}
    session.undo()
    assert not any(one.fires for one in triggers(session))


def test_it_happens_each_time_until_cleared(session):
    session = exhausted(session)
    session.perform(Overrule(TRIGGER, "hob", "mover", STRIKES))
    session.perform(Move("mover", AWAY[:2]))
    settle(session, "let_go")
    assert made_to_strike(session.encounter, "mover") == {"hob"}
    session.perform(Overrule(TRIGGER, "hob", "mover", ""))
    assert session.encounter.overrides == ()

"""Ready Action: movement and Disengage that wait for their trigger in the turns of others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from prowess_boards import do, fight, someone, status, walk

from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import Act, Attack, EndTurn
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.session import Session
from battlemap.systems.prowess.options import Options
from battlemap.systems.prowess.readings import ReadyPays


def melee(*more, **options):
    """Return a session in which Seren, beside an orc, has her first turn."""
    encounter = fight(someone("seren", (5, 5)), someone("orc", (6, 5), "foe"), *more)
    return Session.new(replace(encounter, rules=RulesChoice("prowess", Options(**options))), seed=1)


def now(session, key="seren"):
    return status(session.encounter, key)


def test_a_readied_movement_may_be_taken_before_it_is_walked():
    session = melee()
    do(session, Act("seren", "ready", choices={"action": "move"}))
    do(session, EndTurn(), 6, 6, 6, 6)
    do(session, Act("seren", "move"))
    assert (now(session).points, now(session).left_over) == (5, 200)
    do(session, walk("seren", (5, 5), (4, 5)), "let_go")
    assert (now(session).points, now(session).left_over) == (5, 100)
    with pytest.raises(IllegalIntentError, match="needs 1 AP for this path and has 0"):
        session.perform(walk("seren", (4, 5), (3, 5), (2, 5)))
    # What isn't walked in this turn is lost with it.
    do(session, EndTurn(), 6, 6, 6, 6)
    assert now(session).left_over == 0
    assert now(session).passive == 300


def test_a_readied_dash_is_walked_in_the_turn_of_its_trigger():
    session = melee()
    do(session, Act("seren", "ready", choices={"action": "dash"}))
    assert now(session).points == 6
    do(session, EndTurn(), 6, 6, 6, 6)
    with pytest.raises(IllegalIntentError, match="It is Orc's turn"):
        session.perform(walk("seren", (5, 5), (5, 4)))
    # 60 ft, and 5 ft for 7 + 3.
    assert do(session, Act("seren", "dash"), 7) == ["Seren dashes, 70 ft to walk"]
    assert (now(session).points, now(session).readied) == (0, "")
    route = [(5, 5), (5, 6), (5, 7), (5, 8)]
    do(session, walk("seren", *route), "let_go")
    assert now(session).left_over == 1400 - 300
    with pytest.raises(IllegalIntentError, match="not its turn"):
        session.perform(Act("seren", "dash"))
    do(session, EndTurn(), 6, 6, 6, 6)
    assert now(session).left_over == 0


def test_a_readied_dash_that_is_not_walked_ends_with_the_turn_of_another():
    session = melee(someone("hob", (12, 2), "foe"))
    do(session, Act("seren", "ready", choices={"action": "dash"}))
    do(session, EndTurn(), 6, 6, 6, 6)
    do(session, Act("seren", "dash"), 2)
    assert now(session).left_over == 1300
    do(session, EndTurn(), 6, 6, 6, 6)
    assert session.encounter.turn_order.active == "hob"
    assert now(session).left_over == 0
    with pytest.raises(IllegalIntentError, match="It is Hob's turn"):
        session.perform(walk("seren", (5, 5), (5, 4)))


@pytest.mark.parametrize(("pays", "points"), [("on_trigger", 3), ("when_declared", 3)])
def test_a_readied_disengage(pays, points):
    session = melee(ready_pays=ReadyPays(pays))
    do(session, Act("seren", "ready", choices={"action": "disengage"}))
    do(session, EndTurn(), 6, 6, 6, 6)
    # Nobody strikes, and it is paid once.
    log = do(session, Act("seren", "disengage", "orc", {"to": "4,5"}))
    assert log == ["Seren disengages to E6"]
    assert session.encounter.tokens["seren"].at == (4, 5)
    assert (now(session).points, now(session).readied) == (points, "")
    assert now(session).readied_paid is False
    with pytest.raises(IllegalIntentError, match="not its turn"):
        session.perform(Act("seren", "disengage", "orc", {"to": "3,5"}))


def test_an_attack_that_was_paid_when_it_was_readied_needs_no_points_on_its_trigger():
    session = melee(ready_pays=ReadyPays.WHEN_DECLARED)
    do(session, Act("seren", "ready", choices={"action": "attack"}))
    do(session, Act("seren", "interact"), "let_go")
    assert now(session).points == 0
    do(session, EndTurn(), 6, 6, 6, 6)
    log = do(session, Attack("seren", "orc"), 15, "none", "evasion", 1, 4)
    assert log == ["Seren hits Orc, 5 damage"]
    assert (now(session).points, now(session).readied, now(session).readied_paid) == (0, "", False)
    with pytest.raises(IllegalIntentError, match="It is Orc's turn"):
        session.perform(Attack("seren", "orc"))

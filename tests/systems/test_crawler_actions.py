"""Every action of the text is performed through the session, with what it changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from crawler_boards import (
    AXE,
    BOW,
    BURNING,
    MEND,
    POTION,
    ROPE,
    SWORD,
    fight,
    play,
    rules,
    someone,
    status,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Act, Attack, EndTurn
from battlemap.model.turn_order import TurnOrder
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.session import Session
from battlemap.systems.crawler.deeds import DEEDS
from battlemap.systems.crawler.sheet import Lasting, Place, Prepared, Role, Skill, Stat
from battlemap.systems.crawler.status import Incoming

SALVE = Prepared("salve", place=Place.INVENTORY, heals=1)
ELIXIR = Prepared("elixir", restores_mana=4, clears=("burning",))
SHEET = {
    "catcher": True,
    "taunt_rank": 5,
    "first_aid_rank": 4,
    "perception_rank": 4,
    "prepared": (POTION, MEND, SALVE, ELIXIR, ROPE),
    "skills": (Skill("Stealth", 3, Stat.DEXTERITY),),
}
BOSS = {
    "role": Role.BOSS,
    "evade": 14,
    "attacks": 2,
    "vulnerabilities": ("ice",),
    "resistances": ("fire",),
    "clues": ("fears water",),
}


def meeting(phase="act"):
    return fight(
        someone("seren", (3, 3), sheet=SHEET, weapons=[SWORD, BOW]),
        someone("kael", (3, 4), sheet=SHEET),
        someone("orc", (4, 3), "foe", weapons=[AXE], sheet=BOSS),
        phase=phase,
    )


def attacked():
    """Return a fight in step 2 with two attacks announced on Kael."""
    encounter = meeting("declare")
    for _ in range(2):
        encounter, _ = play(encounter, Attack("orc", "kael"))
    return play(encounter, EndTurn())[0]


def performed(encounter, intent, faces=(), answers=()):
    """Carry out *intent* through a session; returns it with the open questions answered."""
    session = Session.new(encounter, seed=1)
    session.type_next(faces)
    session.perform(intent)
    for answer in answers:
        session.answer(answer)
    assert session.pending is None
    assert session.typed_next == ()
    return session


def undone(session, before):
    session.undo()
    assert session.encounter is before


CASES = {}


def case(key):
    def keep(test):
        CASES[key] = test
        return test

    return keep


@case("move")
def move():
    before = meeting()
    session = performed(before, Act("seren", "move", choices={"to": "2,3"}))
    assert session.encounter.tokens["seren"].at == (2, 3)
    assert status(session.encounter, "seren").stepped == 100
    with pytest.raises(IllegalIntentError, match="needs a cell"):
        session.perform(Act("seren", "move"))
    undone(session, before)


@case("attack")
def attack():
    before = meeting()
    session = performed(before, Act("seren", "attack", "orc", {"weapon": "sword"}), (10, 6))
    assert status(before, "orc").marked == 0
    assert status(session.encounter, "orc").marked == 2
    assert status(session.encounter, "seren").actions == 1
    with pytest.raises(IllegalIntentError, match="needs a target"):
        session.perform(Act("seren", "attack"))
    undone(session, before)


@case("evade")
def evade():
    before = attacked()
    session = performed(before, Act("kael", "evade"), (15, 14))
    assert [one.natural for one in status(session.encounter, "kael").incoming] == [15, 14]
    assert status(session.encounter, "kael").actions == 1
    undone(session, before)


@case("intervene")
def intervene():
    encounter, _ = play(attacked(), Act("kael", "evade"), 9, "none", 12)
    session = performed(encounter, Act("seren", "intervene"), (3,))
    assert status(session.encounter, "kael").incoming[0].total == 16
    assert status(session.encounter, "seren").actions == 1
    undone(session, encounter)


@case("catch")
def catch():
    before = attacked()
    session = performed(before, Act("seren", "catch"), (), ("2",))
    assert [one.target for one in session.encounter.declared] == ["kael", "seren"]
    assert status(session.encounter, "seren").actions == 1
    undone(session, before)


@case("taunt")
def taunt():
    before = attacked()
    session = performed(before, Act("seren", "taunt"), (12,))
    assert [one.target for one in session.encounter.declared] == ["seren", "seren"]
    assert status(session.encounter, "kael").incoming == ()
    undone(session, before)


@case("heal")
def heal():
    before = with_status(attacked(), "kael", marked=5)
    session = performed(before, Act("seren", "heal"), (), ("is:potion", "on:kael"))
    assert status(session.encounter, "kael").marked == 2
    assert status(session.encounter, "seren").used == ("potion",)
    undone(session, before)


@case("call_play")
def call_play():
    before = meeting()
    session = performed(before, Act("seren", "call_play"), (2, 5), ("is:attack",))
    now = status(session.encounter, "kael")
    assert (now.play, now.play_for) == (5, "attack")
    assert status(session.encounter, "seren").actions == 1
    undone(session, before)


@case("cast")
def cast():
    before = with_status(with_conditions(meeting(), "kael", "burning"), "kael", marked=3)
    before = with_status(before, "kael", lasting=(BURNING,))
    session = performed(before, Act("seren", "cast", "kael", {"item": "mend"}))
    assert status(session.encounter, "kael").marked == 1
    assert status(session.encounter, "kael").lasting == ()
    assert not session.encounter.tokens["kael"].has("burning")
    assert status(session.encounter, "seren").mana_spent == 2
    undone(session, before)


@case("use_item")
def use_item():
    before = with_status(meeting(), "seren", mana_spent=5)
    session = performed(before, Act("seren", "use_item", "seren", {"item": "elixir"}))
    assert status(session.encounter, "seren").mana_spent == 1
    assert status(session.encounter, "seren").used == ("elixir",)
    with pytest.raises(IllegalIntentError, match="has no elixir"):
        session.perform(Act("seren", "use_item", "seren", {"item": "elixir"}))
    undone(session, before)


@case("first_aid")
def first_aid():
    before = with_status(meeting(), "kael", marked=4)
    session = performed(before, Act("seren", "first_aid"), (7,))
    assert status(session.encounter, "kael").marked == 3
    again = performed(before, Act("seren", "first_aid", "kael"), (20,))
    assert status(again.encounter, "kael").marked == 2
    failed = performed(before, Act("seren", "first_aid", "kael"), (1,))
    assert status(failed.encounter, "kael").marked == 4
    undone(session, before)


def test_first_aid_and_catch_reach_through_no_wall():
    wall = [((3, 4), (4, 4))]
    hurt = with_status(
        fight(
            someone("seren", (3, 3), sheet=SHEET),
            someone("kael", (3, 4), sheet=SHEET),
            someone("orc", (4, 5), "foe", weapons=[AXE]),
            phase="act",
            walls=wall,
        ),
        "kael",
        marked=4,
    )
    with pytest.raises(IllegalIntentError, match="a wall or a height is between"):
        play(hurt, Act("seren", "first_aid", "kael"))
    step_two = replace(hurt, turn_order=replace(hurt.turn_order, phase="interrupt"))
    with pytest.raises(IllegalIntentError, match="is between; step beside first, up to 10 ft"):
        play(step_two, Act("seren", "catch", "kael"))


@case("check")
def check():
    before = meeting()
    skill = {"skill": "Stealth", "difficulty": "18"}
    session = performed(before, Act("seren", "check", choices=skill), (13,))
    assert session.log.entries[-1].headline == "Seren, Stealth: success"
    bare = performed(before, Act("seren", "check"), (9,), ("is:Strength (Stat Check)",))
    assert bare.log.entries[-1].headline == "Seren, Strength (Stat Check): near miss"
    undone(session, before)


@case("clues")
def clues():
    before = meeting()
    session = performed(before, Act("seren", "clues"), (8,))
    assert status(session.encounter, "orc").revealed == ("vulnerable to ice",)
    session.type_next((20,))
    session.perform(Act("seren", "clues", "orc"))
    assert status(session.encounter, "orc").revealed == (
        "vulnerable to ice",
        "resistant to fire",
        "fears water",
    )
    with pytest.raises(IllegalIntentError, match="Everything is known"):
        session.perform(Act("kael", "clues", "orc"))
    session.undo()
    undone(session, before)
    other = performed(before, Act("seren", "clues", choices={"skill": "Stealth"}), (8,))
    assert "Stealth +5" in other.log.entries[-1].details
    with pytest.raises(IllegalIntentError, match="no Cooking"):
        performed(before, Act("seren", "clues", choices={"skill": "Cooking"}))


@case("retrieve")
def retrieve():
    before = with_status(meeting(), "seren", dropped=("bow",), marked=2)
    session = performed(
        before, Act("seren", "retrieve", choices={"item": "salve"}), (), ("hotlist",)
    )
    assert status(session.encounter, "seren").retrieved == ("salve",)
    # Used only with the next Action.
    session.perform(Act("seren", "heal", "seren", {"item": "salve"}))
    assert status(session.encounter, "seren").marked == 1
    again = performed(before, Act("seren", "retrieve"), (), ("is:bow",))
    assert status(again.encounter, "seren").dropped == ()
    assert status(again.encounter, "seren").held == "bow"
    wish = {"item": "rope", "to": "floor"}
    down = performed(before, Act("seren", "retrieve", choices=wish))
    assert status(down.encounter, "seren").dropped == ("bow", "rope")
    held = performed(before, Act("seren", "retrieve", choices={**wish, "to": "hand"}))
    assert status(held.encounter, "seren").held == "rope"
    with pytest.raises(IllegalIntentError, match="not to"):
        performed(before, Act("seren", "retrieve", choices={**wish, "to": "moon"}))


@case("call_off")
def call_off():
    encounter, _ = play(meeting("declare"), Attack("orc", "kael"))
    session = performed(encounter, Act("orc", "call_off"))
    assert session.encounter.declared == ()
    undone(session, encounter)


def test_every_action_has_its_case():
    assert set(CASES) == {deed.key for deed in DEEDS}


@pytest.mark.parametrize("key", [deed.key for deed in DEEDS])
def test_the_action_does_what_it_says(key):
    CASES[key]()


def test_the_action_bar_offers_what_can_be_done_and_says_why_not():
    system = rules()
    encounter = meeting()
    crawler = {one.key: one for one in system.actions(encounter, encounter.tokens["seren"])}
    assert "call_off" not in crawler
    assert crawler["attack"].unavailable == ""
    assert crawler["evade"].unavailable == "in step 2 of the round"
    assert crawler["first_aid"].unavailable == "nobody adjacent is hurt"
    mob = {one.key: one for one in system.actions(encounter, encounter.tokens["orc"])}
    assert set(mob) == {"move", "attack", "call_off"}
    assert mob["attack"].unavailable == "mobs announce in step 1"
    spent = with_status(encounter, "seren", actions=0)
    bar = {one.key: one for one in system.actions(spent, spent.tokens["seren"])}
    assert bar["call_play"].unavailable == "no Actions left"
    assert bar["move"].unavailable == "cannot walk any farther"


def test_actions_that_make_no_sense_are_refused_with_the_reason():
    encounter = meeting()
    for act, why in (
        (Act("seren", "dance"), 'no action "dance"'),
        (Act("orc", "call_play"), "only crawlers do"),
        (Act("seren", "call_off"), "only mobs do"),
        (Act("seren", "call_play", "orc"), "no ally"),
        (Act("seren", "first_aid", "orc"), "can't be aided"),
        (Act("seren", "clues", "kael"), "is no Boss"),
        (Act("seren", "check", choices={"skill": "Stealth", "difficulty": "x"}), "whole number"),
        (Act("seren", "check", choices={"skill": "Cooking"}), "has no Cooking"),
        (Act("seren", "call_play", "kael", {"play": "dance"}), "has no dance"),
        (Act("nobody", "evade"), 'no token "nobody"'),
    ):
        with pytest.raises(IllegalIntentError, match=why):
            play(encounter, act)
    session = Session.new(replace(encounter, turn_order=TurnOrder()))
    with pytest.raises(IllegalIntentError, match="only in step 2"):
        session.perform(Act("seren", "evade"))


def test_healing_reaches_as_far_as_it_says():
    encounter = with_status(meeting(), "kael", marked=3)
    away = encounter.with_token(replace(encounter.tokens["kael"], at=Cell(3, 6)))
    with pytest.raises(IllegalIntentError, match="15 ft away, potion reaches 5 ft"):
        play(away, Act("seren", "heal", "kael", {"item": "potion"}))
    far, _ = play(away, Act("seren", "heal", "kael", {"item": "mend"}))
    assert status(far, "kael").marked == 1
    # Where the target is named, only what reaches it is offered.
    far, _ = play(away, Act("seren", "heal", "kael"))
    assert status(far, "seren").mana_spent == 2
    beyond = encounter.with_token(replace(encounter.tokens["kael"], at=Cell(3, 12)))
    with pytest.raises(IllegalIntentError, match="45 ft away, potion reaches 5 ft"):
        play(beyond, Act("seren", "heal", "kael"))
    dead = with_conditions(encounter, "kael", "dead")
    with pytest.raises(IllegalIntentError, match="is dead"):
        play(dead, Act("seren", "heal", "kael", {"item": "potion"}))


def test_only_what_heals_is_offered_for_healing():
    session = Session.new(with_status(meeting(), "seren", marked=2, mana_spent=1), seed=1)
    session.perform(Act("seren", "heal", "seren"))
    assert {option.key for option in session.pending.options} == {"is:potion", "is:mend"}
    with pytest.raises(IllegalIntentError, match="has no elixir"):
        play(meeting(), Act("seren", "heal", "seren", {"item": "elixir"}))


def test_what_lies_on_the_floor_is_not_used():
    encounter = with_status(meeting(), "seren", dropped=("potion",), marked=2)
    with pytest.raises(IllegalIntentError, match="has no potion"):
        play(encounter, Act("seren", "heal", "seren", {"item": "potion"}))


def test_a_spell_needs_mana():
    encounter = with_status(meeting(), "seren", mana_spent=5)
    button = {b.key: b for b in rules().actions(encounter, encounter.tokens["seren"])}["cast"]
    assert button.unavailable == "no spell in the Hotlist that can be paid for"
    # Mend costs 2, and just that is left.
    enough = with_status(meeting(), "seren", mana_spent=4)
    button = {b.key: b for b in rules().actions(enough, enough.tokens["seren"])}["cast"]
    assert button.unavailable == ""


def test_nobody_is_asked_to_intervene_where_it_cannot_matter():
    # 12 + F 1: Stealth +5 comes to 7 and 16; with two dice 19 at most, a fine success needs 23.
    hard = {"skill": "Stealth", "difficulty": "40"}
    _, log = play(meeting(), Act("seren", "check", choices=hard), 2)
    assert log[-1].headline == "Seren, Stealth: failure by 10 or more"
    _, log = play(meeting(), Act("seren", "check", choices={"skill": "Stealth"}), 11)
    assert log[-1].headline == "Seren, Stealth: success"


def test_nobody_intervenes_in_a_stat_check():
    act = Act("seren", "check", choices={"skill": "Strength (Stat Check)"})
    _, log = play(meeting(), act, 9)
    assert log[-1].headline.endswith("near miss")
    skilled = Act("seren", "check", choices={"skill": "Perception"})
    _, log = play(meeting(), skilled, 6, "by:kael", 1)
    assert log[-1].headline == "Seren, Perception: success"


def test_difficulty_of_checks_is_an_option():
    act = Act("seren", "check", choices={"skill": "Perception"})
    _, log = play(meeting(), act, 3, system=rules(check_difficulty=5, floor=4))
    assert log[-1].headline == "Seren, Perception: success"


def test_panels_say_what_a_token_has_left():
    system = rules()
    encounter = with_status(
        meeting(), "seren", play=4, play_for="attack", left_over=200, injuries_due=("minor",)
    )
    seren = encounter.tokens["seren"]
    assert system.subtitle(encounter, seren) == "2 Actions, Play +4 for attack, 10 ft to walk"
    assert [pip.state for pip in system.pips(encounter, seren)] == ["left", "left", "left"]
    labels = [effect.label for effect in system.effects(encounter, seren)]
    assert labels == ["Play +4", "Mana 6 of 6", "1 minor injury to come"]
    assert system.track(seren).label == "10 of 10 slots, 40 of 40 points"
    facing = attacked()
    assert system.subtitle(facing, facing.tokens["kael"]) == "2 attacks announced"
    assert system.subtitle(facing, facing.tokens["orc"]) == "Orc: axe at Kael; Orc: axe at Kael"
    found = [effect.detail for effect in system.effects(facing, facing.tokens["kael"])]
    assert found[:2] == ["Orc: axe at Kael", "Orc: axe at Kael"]


def test_everything_that_lasts_is_listed_with_its_reason():
    system = rules()
    encounter = with_status(
        meeting(),
        "seren",
        lasting=(BURNING, Lasting("mending", rounds=0, heals=1)),
        advantage_against=("orc", "gone"),
        dropped=("bow",),
        broken=("sword",),
        injuries=("major", "minor", "major"),
        incoming=(Incoming(1, caught=True), Incoming(2, natural=5, total=9), Incoming(3, True)),
    )
    found = {e.label: e for e in system.effects(encounter, encounter.tokens["seren"])}
    assert found["burning"].detail == "burning, 1d4 fire damage, 2 rounds"
    assert found["mending"].rounds_left is None
    assert found["mending"].detail == "mending, 1 slot back, until it is ended"
    assert {
        "Advantage against Orc",
        "Advantage against gone",
        "bow on the floor",
        "sword broken",
        "2 major injuries",
        "1 minor injury",
        "Caught attack",
        "Evade 9",
        "Announced, in the splash",
    } <= set(found)
    boss = with_status(encounter, "orc", revealed=("vulnerable to ice",))
    labels = [effect.label for effect in system.effects(boss, boss.tokens["orc"])]
    assert labels == ["Vulnerable to ice"]
    regenerating = someone("troll", (0, 0), "foe", sheet={"regeneration": 2})
    [effect] = system.effects(encounter, regenerating)
    assert (effect.label, effect.detail) == ("Regeneration", "2 slots at Clean Up")


@pytest.mark.parametrize(
    ("condition", "words"),
    [("dead", "Dead"), ("stunned", "Stunned"), ("dying", "Dying, countdown 0")],
)
def test_the_row_says_first_who_is_out(condition, words):
    encounter = with_conditions(meeting(), "seren", condition)
    assert rules().subtitle(encounter, encounter.tokens["seren"]) == words


def test_one_of_several_announced_attacks_is_called_off_by_its_number():
    encounter, _ = play(meeting("declare"), Attack("orc", "kael"))
    encounter, _ = play(encounter, Attack("orc", "seren"))
    encounter, _ = play(encounter, Act("orc", "call_off", choices={"attack": "1"}))
    assert [one.target for one in encounter.declared] == ["seren"]
    assert status(encounter, "kael").incoming == ()


def test_dr_is_a_clue_too():
    armored = {**BOSS, "damage_resistance": 3, "vulnerabilities": (), "resistances": ()}
    encounter = fight(
        someone("seren", (3, 3)), someone("orc", (4, 3), "foe", sheet=armored), phase="act"
    )
    encounter, _ = play(encounter, Act("seren", "clues"), 19)
    assert status(encounter, "orc").revealed == ("DR 3",)


def test_a_play_needs_somebody_who_can_act():
    encounter = with_conditions(meeting(), "kael", "stunned")
    with pytest.raises(IllegalIntentError, match="no crawler who can act"):
        play(encounter, Act("seren", "call_play", "kael"))

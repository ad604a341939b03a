"""Each action once through a session, with the state before and after; and what the bar says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from grim_boards import (
    BOMB,
    BOW,
    SWORD,
    DieSize,
    Sigil,
    Training,
    blast,
    fight,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell
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
    SetDoor,
    Turn,
)
from battlemap.rules.procedure import Ask, IllegalIntentError
from battlemap.session.session import Session
from battlemap.systems.grimhowl.deeds import DEEDS
from battlemap.systems.grimhowl.kinds import DamageType
from battlemap.systems.grimhowl.sheet import Gnawing, Wear


@pytest.fixture
def session():
    """Seren's turn: beside a crate, an orc and a wounded friend; a door in the north."""
    encounter = fight(
        someone("seren", (3, 3), weapons=[SWORD, BOW, BOMB], sheet={"medicine": Training(3)}),
        someone("orc", (4, 3), "foe", sheet={"vitality": 30}),
        someone("kael", (3, 4)),
        props={"crate": ((2.1, 3.1), (2.9, 3.9)), "table": ((2.1, 2.1), (2.9, 2.9))},
        doors={"gate": ((9, 1), (9, 2))},
    )
    encounter = with_conditions(encounter, "kael", "unconscious")
    fire = Gnawing("burning", 1, DieSize.D6, DamageType.FIRE)
    encounter = with_status(encounter, "kael", damage=12, death_marks=1, gnawing=(fire,))
    return Session.new(encounter, seed=1)


def seren(session):
    return status(session.encounter, "seren")


def answered(session, *keys):
    for key in keys:
        assert isinstance(session.pending, Ask)
        session.answer(key)
    assert session.pending is None


def test_the_session_finds_the_rules(session):
    assert session.system.key == "grimhowl"
    assert session.system.title == "Grimhowl"


def test_attack(session):
    session.type_next([6, 6, 1, 1, 3, 4])
    session.perform(Act("seren", "attack", "orc", {"defense": "passive"}))
    answered(session, "size")
    assert seren(session).actions == 2
    assert seren(session).times("attack") == 1
    assert status(session.encounter, "orc").damage == 3
    assert session.log.entries[-1].headline == "Seren hits Orc"
    assert session.history.commits[-1].label == "Seren: Attack"


@pytest.mark.parametrize("kind", ["dodge", "parry"])
def test_reactions(session, kind):
    session.type_next([6, 6, 1, 1, 4, 5, 1])
    session.perform(Attack("seren", "orc", "sword"))
    answered(session, kind)
    assert status(session.encounter, "orc").actions == 2
    assert status(session.encounter, "orc").times(kind) == 1
    assert status(session.encounter, "orc").damage == 0


def test_block(session):
    orc = session.encounter.tokens["orc"]
    shielded = replace(orc, sheet=replace(orc.sheet, shield=Sigil(1)))
    session = Session.new(session.encounter.with_token(shielded), seed=1)
    session.type_next([6, 6, 1, 1, 4, 5, 1])
    session.perform(Attack("seren", "orc", "sword"))
    answered(session, "block")
    assert status(session.encounter, "orc").times("block") == 1


def test_area_attack(session):
    attack = blast((5, 3), size=0.6, attacker="seren", choices={"stars": "none"})
    session.type_next([6, 6, 1, 4])
    session.perform(attack)
    answered(session, "passive", "effect:0")
    assert status(session.encounter, "orc").damage == 4
    assert session.encounter.tokens["orc"].has("↓ agility")
    assert session.history.commits[-1].label == "Seren: bomb"


def test_move(session):
    session.perform(Move("seren", (Cell(3, 3), Cell(3, 2))))
    assert session.encounter.tokens["seren"].at == Cell(3, 2)
    assert (seren(session).actions, seren(session).drawn) == (2, 100)
    assert session.history.commits[-1].label == "Move Seren 5 ft"


def test_move_ahead(session):
    session.perform(Act("seren", "move"))
    assert (seren(session).actions, seren(session).opened) == (2, True)
    session.perform(Act("seren", "move", choices={"to": "3,2"}))
    assert (seren(session).actions, seren(session).drawn) == (2, 100)
    with pytest.raises(IllegalIntentError, match="needs a cell"):
        session.perform(Act("seren", "move", choices={"to": "there"}))


def test_take_cover_asks_behind_what(session):
    session.perform(Act("seren", "take_cover"))
    assert [option.label for option in session.pending.options] == ["Crate", "Table"]
    answered(session, "table")
    assert seren(session).cover.object == "table"
    assert seren(session).actions == 2
    session.perform(Act("seren", "take_cover", choices={"object": "crate"}))
    assert seren(session).cover.object == "crate"
    with pytest.raises(IllegalIntentError, match="not beside Seren"):
        session.perform(Act("seren", "take_cover", choices={"object": "gate"}))


def test_outside_of_a_fight_no_action_is_spent():
    encounter = table(someone("seren", (3, 3)), props={"crate": ((2.1, 3.1), (2.9, 3.9))})
    session = Session.new(encounter, seed=1)
    session.perform(Act("seren", "take_cover"))
    session.perform(Act("seren", "interact"))
    assert (seren(session).actions, seren(session).repeats) == (3, ())


def test_athletics_and_finesse(session):
    session.type_next([4, 4, 1, 5, 1, 1])
    session.perform(Act("seren", "athletics"))
    assert (seren(session).stride, seren(session).stride_by) == (200, "athletics")
    session.perform(Act("seren", "finesse"))
    assert (seren(session).stride, seren(session).stride_by) == (100, "finesse")
    assert seren(session).actions == 1


def test_hold(session):
    session.perform(Act("seren", "hold"))
    assert (seren(session).actions, seren(session).held) == (0, 3)
    with pytest.raises(IllegalIntentError, match="no actions left"):
        session.perform(Act("seren", "hold"))


def test_tend_stops_the_dying_and_the_gnawing(session):
    session.type_next([4, 4, 1])
    session.perform(Act("seren", "tend", "kael"))
    kael = status(session.encounter, "kael")
    assert (kael.stable, kael.gnawing, kael.death_marks) == (True, (), 1)
    with pytest.raises(IllegalIntentError, match="neither lies dying"):
        session.perform(Act("seren", "tend", "kael"))
    with pytest.raises(IllegalIntentError, match="neither lies dying"):
        session.perform(Act("seren", "tend", "seren"))


def test_nobody_is_tended_who_only_sleeps_or_stands_with_nothing_left():
    encounter = fight(
        someone("seren", (3, 3)), someone("kael", (3, 4)), someone("dace", (4, 4), "party")
    )
    encounter = with_conditions(encounter, "kael", "unconscious")
    encounter = with_status(encounter, "dace", damage=12)
    for key in ("kael", "dace"):
        with pytest.raises(IllegalIntentError, match="neither lies dying"):
            play(encounter, Act("seren", "tend", key))


def test_tending_may_fail(session):
    before = status(session.encounter, "kael")
    session.type_next([1, 1, 1])
    session.perform(Act("seren", "tend", "kael"))
    assert status(session.encounter, "kael") == before
    assert session.log.entries[-1].details[-1] == "Nothing helps"


def test_interact(session):
    session.perform(Act("seren", "interact", choices={"what": "pulls the lever"}))
    assert seren(session).actions == 2
    assert session.log.entries[-1].details == ("pulls the lever",)


def test_take_damage_gnaws(session):
    session.type_next([3, 5])
    session.perform(Act("kael", "take_damage"))
    answered(session, "d4")
    assert status(session.encounter, "kael").death_marks == 2
    session.perform(Act("orc", "take_damage"))
    answered(session, "none")
    assert status(session.encounter, "orc").damage == 0
    session.type_next([7])
    session.perform(Act("orc", "take_damage", choices={"die": "d8"}))
    assert status(session.encounter, "orc").damage == 7


def test_repair_and_rest_out_of_a_fight(session):
    worn = (
        Wear("armor", 1, "repair with tools, out of a fight"),
        Wear("shell", 2, "recovers by itself with rest"),
    )
    session = Session.new(with_status(session.encounter, "seren", worn=worn), seed=1)
    with pytest.raises(IllegalIntentError, match="only out of a fight"):
        session.perform(Act("seren", "repair"))
    session.perform(EndFight())
    session.perform(Act("seren", "repair"))
    assert [wear.source for wear in seren(session).worn] == ["shell"]
    assert session.log.entries[-1].details == (
        "Armor is whole again",
        "Shell still needs: recovers by itself with rest",
    )
    session.perform(Act("seren", "rest"))
    assert seren(session).worn == ()
    with pytest.raises(IllegalIntentError, match="nothing is damaged"):
        session.perform(Act("seren", "rest"))


def test_everything_else_that_a_gm_does(session):
    session.perform(Turn("seren", 90.0))
    session.perform(SetDoor("gate", True))
    session.perform(SetCondition("orc", "stunned", True))
    session.perform(Overrule("flanked", "seren", "orc", "on"))
    assert session.plan(Attack("seren", "orc")).odds.summary.startswith("4d6 at DC 2")
    order = session.encounter.turn_order
    session.perform(ArrangeTurns((order.slots[0], *reversed(order.slots[1:]))))
    session.perform(EndTurn())
    assert session.encounter.turn_order.active == "orc"
    session.perform(EndFight())
    session.perform(BeginFight())
    while session.history.can_undo:
        session.undo()
    assert session.encounter.tokens["seren"].facing == 0.0


def test_undo_puts_the_dice_back(session):
    start = session.encounter
    session.perform(Attack("seren", "orc", "sword", {"defense": "passive", "stars": "best"}))
    first = session.encounter
    session.undo()
    assert session.encounter is start
    session.perform(Attack("seren", "orc", "sword", {"defense": "passive", "stars": "best"}))
    assert status(session.encounter, "orc") == status(first, "orc")


def test_every_deed_is_on_the_bar_with_price_and_reason(session):
    encounter = session.encounter
    buttons = {b.key: b for b in rules().actions(encounter, encounter.tokens["seren"])}
    assert list(buttons) == [deed.key for deed in DEEDS]
    assert buttons["attack"].cost == ("standard",)
    assert buttons["hold"].cost == ()
    assert buttons["repair"].unavailable == "only out of a fight"
    assert all(button.help for button in buttons.values())
    others = {b.key: b for b in rules().actions(encounter, encounter.tokens["orc"])}
    assert others["move"].unavailable == "it is Seren's turn and Orc holds no action"
    assert others["hold"].unavailable == "not its turn"
    down = {b.key: b for b in rules().actions(encounter, encounter.tokens["kael"])}
    assert down["attack"].unavailable == "Kael cannot act"


def test_the_bar_says_what_repeating_costs():
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"))
    quiet = {"defense": "passive", "stars": "none"}
    encounter, _ = play(encounter, Attack("seren", "orc", "sword", quiet), 1, 1, 1, 1)
    encounter, _ = play(encounter, Move("seren", (Cell(3, 3), Cell(3, 2))))
    buttons = {b.key: b for b in rules().actions(encounter, encounter.tokens["seren"])}
    assert buttons["attack"].penalty == "−1 die"
    assert buttons["move"].penalty == "−5 ft"
    assert buttons["take_cover"].penalty == ""


def test_wrong_acts_say_why():
    encounter = fight(someone("seren", (3, 3)), someone("orc", (9, 3), "foe"))
    for act, words in (
        (Act("seren", "dance"), 'no action "dance"'),
        (Act("seren", "attack"), "needs a target"),
        (Act("seren", "take_cover"), "no object beside gives cover"),
        (Act("seren", "tend", "orc"), "not beside Seren"),
        (Act("seren", "tend", "nobody"), 'no token "nobody"'),
    ):
        with pytest.raises(IllegalIntentError, match=words):
            play(encounter, act)


def test_the_track_and_the_pips():
    encounter = fight(
        someone("seren", (3, 3)), someone("orc", (9, 3), "foe", sheet={"vitality": 20})
    )
    encounter = with_status(encounter, "orc", damage=5, actions=1, held=1)
    system = rules()
    track = system.track(encounter.tokens["orc"])
    assert (track.taken, track.size, track.label) == (5, 20, "5 of 20 Vitality lost")
    pips = system.pips(encounter, encounter.tokens["orc"])
    assert [(pip.kind, pip.state) for pip in pips] == [
        ("standard", "left"),
        ("reaction", "left"),
        ("standard", "spent"),
    ]
    calm = table(someone("seren", (3, 3)))
    assert len(system.pips(calm, calm.tokens["seren"])) == 3


def test_the_effects_name_everything_that_lasts():
    encounter = fight(
        someone("seren", (3, 3), sheet={"armor": Sigil(1, DieSize.D4)}),
        someone("orc", (9, 3), "foe"),
        props={"crate": ((2.1, 3.1), (2.9, 3.9))},
    )
    encounter, _ = play(encounter, Act("seren", "take_cover"))
    encounter = with_status(
        encounter, "seren", worn=(Wear("armor", 1, "repair"),), stride=200, stride_by="finesse"
    )
    found = {one.label: one.detail for one in rules().effects(encounter, encounter.tokens["seren"])}
    assert found == {
        "In Cover": "behind Crate: Parry and Dodge DC +1",
        "Armor damaged": "1 point of damage; repair; 1d4 is broken now",
        "Finesse": "10 ft to move",
    }


def test_the_bestiary_is_ready_to_fight():
    system = rules()
    creatures = system.bestiary()
    assert 8 <= len(creatures) <= 12
    assert len({creature.id for creature in creatures}) == len(creatures)
    for creature in creatures:
        assert creature.art.startswith("builtin:")
        assert system.is_able(creature)
        assert system.track(creature).size == creature.sheet.vitality
    assert any(system.areas(creature) for creature in creatures)

"""The guided round: five steps, announced attacks, interrupts, and surprise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from crawler_boards import (
    AXE,
    BOMB,
    BOW,
    BREATH,
    BURNING,
    MEND,
    MISSILE,
    POTION,
    SWORD,
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

from battlemap.geometry.cell import Cell, Point
from battlemap.model.intent import (
    Act,
    AreaAttack,
    ArrangeTurns,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    Move,
)
from battlemap.model.turn_order import Slot
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.session import Session
from battlemap.systems.crawler.announce import number_of
from battlemap.systems.crawler.readings import (
    EvadePrice,
    MobMovement,
    SteppedAway,
    TauntRule,
    Unevaded,
)
from battlemap.systems.crawler.status import Incoming, Status

CATCHER = {"catcher": True}


def skirmish(system=None, **parts):
    return fight(
        someone("seren", (3, 3), sheet={"charisma_mod": 3, **parts.pop("seren", {})}),
        someone("kael", (3, 4), sheet=CATCHER, weapons=[SWORD, BOW]),
        someone("orc", (4, 3), "foe", weapons=[AXE]),
        someone("hob", (4, 4), "foe", weapons=[AXE]),
        system=system,
        **parts,
    )


def announced(system=None, **parts):
    """Return a fight in step 2: both mobs attack Seren."""
    encounter = skirmish(system, **parts)
    for key in ("orc", "hob"):
        encounter, _ = play(encounter, Attack(key, "seren"), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    return encounter


# Steps --------------------------------------------------------------------------------------


def test_the_five_steps_follow_one_another_and_the_button_says_what_comes():
    system = rules()
    encounter = skirmish()
    assert encounter.turn_order.phase == "declare"
    assert system.next_label(encounter) == "Nothing announced, on to the crawlers"
    encounter, _ = play(encounter, Attack("orc", "seren"))
    seen = []
    for _ in range(6):
        seen.append((encounter.turn_order.phase, system.next_label(encounter)))
        script = (3, 3) if seen[-1][1].startswith("Resolve ") else ()
        encounter, _ = play(encounter, EndTurn(), *script)
    assert seen == [
        ("declare", "On to the interrupts"),
        ("interrupt", "On to the resolution"),
        ("resolve", "Resolve Orc: axe at Seren"),
        ("resolve", "On to the crawlers' Actions"),
        ("act", "Clean Up (2 crawlers have Actions left)"),
        ("clean up", "On to round 2"),
    ]
    assert (encounter.turn_order.round, encounter.turn_order.phase) == (2, "declare")


def test_steps_without_anything_announced_are_passed_over():
    encounter, log = play(skirmish(), EndTurn())
    assert encounter.turn_order.phase == "act"
    assert "steps 2 and 3" in log[-1].details[0]


def test_the_panel_has_five_headed_sections_with_their_rows():
    system = rules()
    encounter = announced()
    sections = system.upcoming(encounter.turn_order)
    assert [heading for heading, _ in sections] == [
        "2 Crawlers interrupt",
        "3 Mob actions resolve",
        "4 Crawlers act",
        "5 Clean up",
        "Round 2: 1 Mobs declare",
    ]
    slots = encounter.turn_order.slots
    named = {heading: [slots[i].token for i in rows] for heading, rows in sections}
    assert named["2 Crawlers interrupt"] == ["seren", "kael"]
    assert named["3 Mob actions resolve"] == ["orc", "hob"]
    assert named["Round 2: 1 Mobs declare"] == ["orc", "hob"]
    notes = [slots[i].note for i in sections[1][1]]
    assert notes == ["Orc: axe at Seren", "Hob: axe at Seren"]
    assert slots[sections[0][1][0]].note == "2 attacks announced"


def test_the_next_attacker_is_active_in_step_3():
    encounter, _ = play(announced(), EndTurn())
    assert encounter.turn_order.active == "orc"
    encounter, _ = play(encounter, EndTurn(), 1, 1)
    assert encounter.turn_order.active == "hob"
    encounter, _ = play(encounter, EndTurn(), 1, 1)
    assert encounter.turn_order.active is None


def test_the_gm_arranges_the_order_of_resolution():
    encounter = announced()
    slots = encounter.turn_order.slots
    third = [slot for slot in slots if slot.turn == 3]
    others = [slot for slot in slots if slot.turn != 3]
    arranged = ArrangeTurns((*others, *reversed(third)))
    encounter, _ = play(encounter, arranged)
    assert [one.attacker for one in encounter.declared] == ["hob", "orc"]


def test_others_join_a_fight_and_the_gm_puts_somebody_into_the_rows():
    encounter = table(
        someone("seren", (3, 3)), someone("orc", (4, 3), "foe"), someone("kael", (8, 8))
    )
    encounter, _ = play(encounter, BeginFight(("seren", "orc")))
    assert {slot.token for slot in encounter.turn_order.slots} == {"seren", "orc"}
    joined, log = play(encounter, BeginFight(("kael",)))
    assert "kael" in {slot.token for slot in joined.turn_order.slots}
    assert "Joining" in log[-1].headline
    added = ArrangeTurns((*encounter.turn_order.slots, Slot("kael", 9, 1)))
    by_hand, _ = play(encounter, added)
    assert [s.token for s in by_hand.turn_order.slots if s.turn == 4] == ["seren", "kael"]
    with pytest.raises(IllegalIntentError, match="nobody to begin"):
        play(joined, BeginFight(("kael",)))


def test_no_fight_has_no_steps():
    encounter = table(someone("seren", (3, 3)))
    system = rules()
    assert system.next_label(encounter) == "Next step"
    for intent in (EndTurn(), EndFight()):
        with pytest.raises(IllegalIntentError, match="No fight"):
            play(encounter, intent)


# Surprise -----------------------------------------------------------------------------------


def test_surprised_mobs_give_each_crawler_one_free_action_once():
    encounter = table(
        someone("seren", (3, 3)),
        someone("orc", (4, 3), "foe", conditions=["surprised"], sheet={"evade": 11}),
    )
    encounter, _ = play(encounter, BeginFight())
    assert encounter.turn_order.phase == "surprise"
    assert rules().upcoming(encounter.turn_order)[0][0] == "Surprise: one free Action each"
    assert status(encounter, "seren").actions == 1
    encounter, _ = play(encounter, Attack("seren", "orc"), 12, 4)
    with pytest.raises(IllegalIntentError, match="no Actions left"):
        play(encounter, Attack("seren", "orc"))
    with pytest.raises(IllegalIntentError, match="cannot act"):
        play(encounter, Attack("orc", "seren"))
    assert rules().next_label(encounter) == "On to round 1, mobs declare"
    encounter, _ = play(encounter, EndTurn())
    assert encounter.turn_order.phase == "declare"
    assert status(encounter, "seren").actions == 2
    assert not encounter.tokens["orc"].has("surprised")
    for _ in range(3):
        encounter, _ = play(encounter, EndTurn())
    assert encounter.turn_order.phase == "declare"


def test_mobs_of_which_only_some_are_surprised_act_first():
    encounter = table(
        someone("seren", (3, 3)),
        someone("orc", (4, 3), "foe", conditions=["surprised"]),
        someone("hob", (4, 4), "foe"),
    )
    encounter, _ = play(encounter, BeginFight())
    assert encounter.turn_order.phase == "declare"
    with pytest.raises(IllegalIntentError, match="surprised"):
        play(encounter, Attack("orc", "seren"))


# Step 1: announcing -------------------------------------------------------------------------


def test_an_announced_attack_waits_and_costs_the_mob_its_attack():
    encounter, log = play(skirmish(), Attack("orc", "seren"))
    assert [number_of(one) for one in encounter.declared] == [1]
    assert status(encounter, "orc").actions == 0
    assert status(encounter, "seren").incoming == (Incoming(1),)
    assert status(encounter, "seren").marked == 0
    assert log[-1].headline == "Announced: Orc: axe at Seren"
    assert rules().announced(encounter)[0][1] == "Orc: axe at Seren"
    with pytest.raises(IllegalIntentError, match="announced all its attacks"):
        play(encounter, Attack("orc", "kael"))


def test_what_is_announced_can_be_called_off():
    encounter = skirmish()
    first, _ = play(encounter, Attack("orc", "seren"))
    back, log = play(first, Act("orc", "call_off"))
    assert back.declared == ()
    assert status(back, "orc").actions == 1
    assert status(back, "seren").incoming == ()
    assert log[-1].headline == "Called off: Orc: axe at Seren"
    with pytest.raises(IllegalIntentError, match="announced no such thing"):
        play(back, Act("orc", "call_off"))


def test_mana_and_uses_are_paid_when_announced_and_come_back_when_called_off():
    spark = replace(MISSILE, details=replace(MISSILE.details, attack_value=12, uses=1))
    encounter = fight(
        someone("seren", (3, 3)),
        someone("imp", (8, 3), "foe", weapons=[spark], sheet={"mana": 3, "attacks": 2}),
    )
    one, _ = play(encounter, Attack("imp", "seren"))
    assert (status(one, "imp").mana_spent, status(one, "imp").used) == (2, ("missile",))
    with pytest.raises(IllegalIntentError, match="has 1 mana"):
        play(one, Attack("imp", "seren"))
    back, _ = play(one, Act("imp", "call_off"))
    assert (status(back, "imp").mana_spent, status(back, "imp").used) == (0, ())


def test_only_mobs_announce_and_crawlers_wait_for_step_4():
    encounter = skirmish()
    with pytest.raises(IllegalIntentError, match="crawlers act in step 4"):
        play(encounter, Attack("seren", "orc"))
    acting, _ = play(encounter, EndTurn())
    with pytest.raises(IllegalIntentError, match="mobs announce in step 1"):
        play(acting, Attack("orc", "seren"))


def test_by_force_a_mob_attacks_at_once_and_the_target_may_evade():
    acting, _ = play(skirmish(), EndTurn())
    after, log = play(acting, Attack("orc", "seren", choices={"force": "yes"}), "evade", 12)
    assert status(after, "seren").actions == 1
    assert log[-1].headline == "Seren avoids Orc's attack"
    after, log = play(acting, Attack("orc", "seren", choices={"force": "yes"}), "none", 3, 3)
    assert log[-1].headline == "Orc hits Seren, 8 damage"


def test_a_mob_walks_its_move_and_step_in_step_1():
    encounter = skirmish()
    path = tuple(Cell(4, row) for row in range(3, -1, -1))
    encounter, _ = play(encounter, Move("orc", path))
    assert encounter.tokens["orc"].at == (4, 0)
    assert status(encounter, "orc").walked == 300
    far = tuple(Cell(column, 0) for column in range(4, 9))
    with pytest.raises(IllegalIntentError, match="Move and one step"):
        play(encounter, Move("orc", far))
    encounter, _ = play(encounter, Move("orc", far[:4]))
    assert status(encounter, "orc").walked == 600


def test_a_movement_may_be_announced_and_carried_out_in_step_3():
    system = rules(mob_movement=MobMovement.ANNOUNCED)
    encounter = fight(
        someone("seren", (3, 3)), someone("orc", (8, 3), "foe", weapons=[AXE]), system=system
    )
    path = tuple(Cell(column, 3) for column in range(8, 3, -1))
    encounter, _ = play(encounter, Move("orc", path), system=system)
    assert encounter.tokens["orc"].at == (8, 3)
    # The attack is announced from where the mob is going to stand.
    encounter, _ = play(encounter, Attack("orc", "seren"), system=system)
    assert system.announced(encounter)[0][1] == "Orc walks to E4"
    encounter, _ = play(encounter, EndTurn(), system=system)
    encounter, log = play(encounter, EndTurn(), system=system)
    assert encounter.tokens["orc"].at == (4, 3)
    assert log[-1].details[0] == "As announced"
    assert system.next_label(encounter) == "Resolve Orc: axe at Seren"


def test_a_new_movement_takes_the_place_of_the_announced_one():
    system = rules(mob_movement=MobMovement.ANNOUNCED)
    encounter = fight(someone("seren", (3, 3)), someone("orc", (8, 3), "foe"), system=system)
    for end in (7, 9):
        path = (Cell(8, 3), Cell(end, 3))
        encounter, _ = play(encounter, Move("orc", path), system=system)
    assert [one.cells[-1] for one in encounter.declared] == [(9, 3)]
    assert status(encounter, "orc").walked == 100
    back, _ = play(encounter, Act("orc", "call_off"), system=system)
    assert back.declared == ()
    assert status(back, "orc").walked == 0


def test_an_announced_way_that_is_barred_is_walked_as_far_as_it_is_free():
    system = rules(mob_movement=MobMovement.ANNOUNCED)
    encounter = fight(someone("seren", (3, 3)), someone("orc", (8, 3), "foe"), system=system)
    path = tuple(Cell(column, 3) for column in range(8, 4, -1))
    encounter, _ = play(encounter, Move("orc", path), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    moved = replace(encounter.tokens["seren"], at=Cell(6, 3))
    encounter, log = play(encounter.with_token(moved), EndTurn(), system=system)
    assert encounter.tokens["orc"].at == (7, 3)
    assert "The way is barred farther on" in log[-1].details


def charging(system, **parts):
    """Return step 2: Orc announces to walk beside Seren and to strike at her."""
    encounter = fight(
        someone("seren", (3, 3), sheet={"slots": (50,) * 10}),
        someone("kael", (3, 5), sheet={"slots": (50,) * 10, "taunt_rank": 9}),
        someone("orc", (8, 3), "foe", weapons=[AXE]),
        system=system,
        size=(20, 8),
        **parts,
    )
    path = tuple(Cell(column, 3) for column in range(8, 3, -1))
    encounter, log = play(encounter, Move("orc", path), system=system)
    assert log[-1].headline == "Orc announces to walk to E4"
    encounter, _ = play(encounter, Attack("orc", "seren"), system=system)
    return play(encounter, EndTurn(), system=system)[0]


@pytest.mark.parametrize("stepped_away", list(SteppedAway))
def test_a_mob_that_does_not_arrive_strikes_at_nobody(stepped_away):
    system = rules(mob_movement=MobMovement.ANNOUNCED, stepped_away=stepped_away)
    encounter = charging(system)
    there, _ = play(encounter, EndTurn(), system=system)
    assert there.tokens["orc"].at == (4, 3)
    _, log = play(there, EndTurn(), 3, 3, system=system)
    assert log[-1].headline == "Orc hits Seren, 8 damage"
    # Somebody stands in its way: it stops 10 ft away from Seren.
    blocked = encounter.with_token(replace(encounter.tokens["kael"], at=Cell(5, 3)))
    barred, _ = play(blocked, EndTurn(), system=system)
    assert barred.tokens["orc"].at == (6, 3)
    _, log = play(barred, EndTurn(), system=system)
    assert log[-1].headline == "Orc: axe at Seren comes to nothing"
    # One step short of its goal it still reaches a Seren who comes nearer.
    nearer = blocked.with_token(replace(blocked.tokens["seren"], at=Cell(5, 2)))
    barred, _ = play(nearer, EndTurn(), system=system)
    _, log = play(barred, EndTurn(), 3, 3, system=system)
    assert log[-1].headline == "Orc hits Seren, 8 damage"


@pytest.mark.parametrize(
    ("stepped_away", "said"),
    [
        (SteppedAway.LANDS, "Orc hits Seren, 8 damage"),
        (SteppedAway.FAILS, "Orc: axe at Seren comes to nothing"),
    ],
)
def test_a_mob_that_arrives_strikes_at_whoever_has_stepped_away(stepped_away, said):
    system = rules(mob_movement=MobMovement.ANNOUNCED, stepped_away=stepped_away)
    encounter = charging(system)
    away = encounter.with_token(replace(encounter.tokens["seren"], at=Cell(2, 2)))
    there, _ = play(away, EndTurn(), system=system)
    assert there.tokens["orc"].at == (4, 3)
    script = (3, 3) if stepped_away is SteppedAway.LANDS else ()
    _, log = play(there, EndTurn(), *script, system=system)
    assert log[-1].headline == said


def test_interrupts_are_judged_from_where_a_mob_announces_to_stand():
    system = rules(mob_movement=MobMovement.ANNOUNCED)
    # From the hill before Seren the attack has Advantage, so that her Evade has Disadvantage.
    encounter = charging(system, elevation={5: [(4, 3)]})
    _, log = play(encounter, Act("seren", "evade"), 15, 7, "none", system=system)
    assert "2d20: 15 7, 7 counts" in log[-1].details[2]
    # Kael stands beside that place, and far away from where Orc stands now.
    away = encounter.with_token(replace(encounter.tokens["kael"], at=Cell(5, 4)))
    taunted, log = play(away, Act("kael", "taunt"), 15, system=system)
    assert taunted.declared[-1].target == "kael"
    far = encounter.with_token(replace(encounter.tokens["kael"], at=Cell(9, 4)))
    kept, log = play(far, Act("kael", "taunt"), 15, system=system)
    assert kept.declared[-1].target == "seren"


def test_a_mob_with_several_weapons_strikes_with_the_one_that_it_announced():
    encounter = fight(
        someone("seren", (3, 3), sheet={"slots": (50,) * 10}),
        someone("orc", (4, 3), "foe", weapons=[SWORD, AXE]),
    )
    encounter, _ = play(encounter, Attack("orc", "seren", "axe"))
    for _ in range(2):
        encounter, _ = play(encounter, EndTurn())
    _, log = play(encounter, EndTurn(), 3, 3)
    assert log[-1].headline == "Orc hits Seren, 8 damage"


def test_only_those_with_something_to_settle_are_listed_for_the_clean_up():
    encounter = fight(
        someone("seren", (3, 3)),
        someone("kael", (3, 4), sheet={"regeneration": 1}),
        someone("orc", (4, 3), "foe", status=Status(lasting=(BURNING,))),
    )
    slots = encounter.turn_order.slots
    assert [slot.token for slot in slots if slot.turn == 5] == ["orc", "kael"]
    assert [slot.token for slot in slots if slot.turn == 4] == ["seren", "kael"]


# Step 2: Evade ------------------------------------------------------------------------------


def test_evade_rolls_a_separate_check_against_each_announced_attack_for_one_action():
    # Evade 2 + Dex 2 against Attack 14: 10 evades.
    encounter, log = play(announced(), Act("seren", "evade"), 10, 3)
    assert status(encounter, "seren").actions == 1
    assert [one.total for one in status(encounter, "seren").incoming] == [14, 7]
    assert [line.headline for line in log] == [
        "Seren evades Orc's axe",
        "Seren fails to evade Hob's axe",
    ]
    with pytest.raises(IllegalIntentError, match="evaded already"):
        play(encounter, Act("seren", "evade"))


def test_evade_may_cost_an_action_for_each_attack():
    system = rules(evade_price=EvadePrice.EACH_ATTACK)
    encounter = announced(system)
    encounter, _ = play(encounter, Act("seren", "evade"), "2", 12, system=system)
    assert [one.natural for one in status(encounter, "seren").incoming] == [0, 12]
    encounter, _ = play(encounter, Act("seren", "evade"), 12, system=system)
    assert status(encounter, "seren").actions == 0


@pytest.mark.parametrize(
    ("face", "damage", "injuries"),
    [
        (10, 0, ()),  # success
        (8, 8, ()),  # near miss, nobody intervenes
        (5, 8, ()),
        (1, 16, ("major",)),
    ],
)
def test_what_an_evade_leaves(face, damage, injuries):
    encounter = fight(
        someone("seren", (3, 3)), someone("orc", (4, 3), "foe", weapons=[AXE], sheet={"attacks": 1})
    )
    encounter, _ = play(encounter, Attack("orc", "seren"))
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, Act("seren", "evade"), face)
    encounter, _ = play(encounter, EndTurn())
    script = () if damage == 0 else (3, 3)
    encounter, log = play(encounter, EndTurn(), *script)
    assert log[-1].outcome.damage == damage
    assert status(encounter, "seren").injuries_due == injuries


def test_failing_an_evade_by_10_adds_the_floor_and_a_minor_injury():
    system = rules(floor=3)
    orc = someone("orc", (4, 3), "foe", weapons=[AXE])
    axe = replace(AXE, details=replace(AXE.details, attack_value=20))
    encounter = fight(someone("seren", (3, 3)), replace(orc, weapons=(axe,)), system=system)
    encounter, _ = play(encounter, Attack("orc", "seren"), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    encounter, _ = play(encounter, Act("seren", "evade"), 6, system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    encounter, log = play(encounter, EndTurn(), 1, 1, system=system)
    assert log[-1].outcome.damage == 2 + 2 + 3
    assert status(encounter, "seren").injuries_due == ("minor",)
    encounter, _ = play(encounter, EndFight(), system=system)
    assert status(encounter, "seren").injuries == ("minor",)
    assert status(encounter, "seren").injuries_due == ()


@pytest.mark.parametrize("face", [20, 17])
def test_evading_well_gives_advantage_on_the_next_attack_against_that_mob(face):
    weak = replace(AXE, details=replace(AXE.details, attack_value=11))
    encounter = fight(
        someone("seren", (3, 3)), someone("orc", (4, 3), "foe", weapons=[weak], sheet={"evade": 30})
    )
    encounter, _ = play(encounter, Attack("orc", "seren"))
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, Act("seren", "evade"), face)
    assert status(encounter, "seren").advantage_against == ("orc",)
    for _ in range(3):
        encounter, _ = play(encounter, EndTurn())
    # Two dice are rolled, and the Advantage is used up by it.
    encounter, log = play(encounter, Attack("seren", "orc"), 4, 12, "none")
    assert any(line.startswith("Evaded well, Advantage") for line in log[0].details)
    assert status(encounter, "seren").advantage_against == ()


# Step 2: Intervene --------------------------------------------------------------------------


def test_an_ally_is_asked_to_intervene_in_a_near_miss():
    encounter = announced()
    encounter, log = play(encounter, Act("seren", "evade"), 9, "by:kael", 4, 12)
    assert status(encounter, "kael").actions == 1
    assert status(encounter, "seren").incoming[0].total == 17
    assert "Kael intervenes, 1d6: 4, 17 against 14, success" in log[1].details
    assert log[0].headline == "Kael intervenes for Seren"


def test_intervene_can_come_later_in_step_2_and_keeps_the_natural_die():
    encounter, _ = play(announced(), Act("seren", "evade"), 9, "none", 1)
    after, log = play(encounter, Act("kael", "intervene"), 1)
    assert status(after, "seren").incoming[0].total == 14
    assert status(after, "seren").incoming[0].natural == 9
    assert log[-1].headline == "Seren's Evade comes to 14: success"
    # A natural 1 stays, so that nobody can help there.
    with pytest.raises(IllegalIntentError, match="no ally's check can be bettered"):
        play(after, Act("kael", "intervene"))
    with pytest.raises(IllegalIntentError, match="can be bettered by 1d6"):
        play(after, Act("kael", "intervene", "seren"))
    with pytest.raises(IllegalIntentError, match="no ally"):
        play(after, Act("kael", "intervene", "orc"))


# Step 2: Catcher ----------------------------------------------------------------------------


def test_a_catcher_takes_an_attack_that_cannot_be_evaded():
    encounter, log = play(announced(), Act("kael", "catch"), "1")
    assert encounter.declared[0].target == "kael"
    assert status(encounter, "kael").incoming == (Incoming(1, caught=True),)
    assert [one.attack for one in status(encounter, "seren").incoming] == [2]
    assert log[-1].headline == "Kael takes an attack for Seren"
    with pytest.raises(IllegalIntentError, match="can't be evaded"):
        play(encounter, Act("kael", "evade"))


def test_announced_attacks_of_one_kind_are_told_apart_by_their_numbers():
    encounter = fight(
        someone("seren", (3, 3)),
        someone("kael", (3, 4), sheet=CATCHER),
        someone("orc", (4, 3), "foe", weapons=[AXE], sheet={"attacks": 2}),
    )
    for _ in range(2):
        encounter, _ = play(encounter, Attack("orc", "seren"))
    encounter, _ = play(encounter, EndTurn())
    session = Session.new(encounter, seed=1)
    session.perform(Act("kael", "catch"))
    assert [(option.label, option.detail) for option in session.pending.options] == [
        ("Orc: axe at Seren", "Number 1"),
        ("Orc: axe at Seren", "Number 2"),
    ]
    session.answer("2")
    assert [one.target for one in session.encounter.declared] == ["seren", "kael"]


def test_catching_needs_the_skill_and_an_adjacent_ally():
    encounter = announced()
    with pytest.raises(IllegalIntentError, match="passive skill"):
        play(encounter, Act("seren", "catch", "kael"))
    away = encounter.with_token(replace(encounter.tokens["kael"], at=Cell(3, 6)))
    with pytest.raises(IllegalIntentError, match="no adjacent ally"):
        play(away, Act("kael", "catch"))
    with pytest.raises(IllegalIntentError, match="step beside first"):
        play(away, Act("kael", "catch", "seren"))
    # A step comes with the interrupt and may be walked ahead of it.
    stepped, _ = play(away, Move("kael", (Cell(3, 6), Cell(3, 5), Cell(3, 4))))
    caught, _ = play(stepped, Act("kael", "catch"), "1")
    assert status(caught, "kael").actions == 1
    with pytest.raises(IllegalIntentError, match="only steps"):
        play(stepped, Move("kael", (Cell(3, 4), Cell(2, 4), Cell(1, 4), Cell(0, 4))))


# Step 2: Taunt ------------------------------------------------------------------------------


def test_a_taunt_turns_announced_attacks_on_the_taunter():
    # Taunt 0 + Cha 1 against 10 + Int 2 + F 1.
    encounter, log = play(announced(), Act("kael", "taunt", "orc"), 12)
    assert encounter.declared[0].target == "kael"
    assert [one.attack for one in status(encounter, "kael").incoming] == [1]
    assert [one.attack for one in status(encounter, "seren").incoming] == [2]
    assert "Now Orc: axe at Kael" in log[-1].details
    # Evading afterward costs another Action.
    encounter, _ = play(encounter, Act("kael", "evade"), 15)
    assert status(encounter, "kael").actions == 0


def test_a_taunt_that_fails_or_does_not_reach_changes_nothing():
    encounter = announced()
    failed, log = play(encounter, Act("kael", "taunt", "hob"), 5)
    assert failed.declared == encounter.declared
    assert log[-1].headline == "Kael fails to taunt Hob"
    away = encounter.with_token(replace(encounter.tokens["kael"], at=Cell(9, 9)))
    vain, log = play(away, Act("kael", "taunt", "hob"), 15)
    assert vain.declared == encounter.declared
    assert any("doesn't reach" in line for line in log[-1].details)
    with pytest.raises(IllegalIntentError, match="no mob that attacks"):
        play(encounter, Act("kael", "taunt", "seren"))


def test_a_taunt_may_be_rolled_against_the_mobs_own_die():
    system = rules(taunt=TauntRule.ROLLED)
    encounter, log = play(announced(system), Act("kael", "taunt", "orc"), 4, 12, system=system)
    assert "Orc d20 4 + Int 2 = 6" in log[-1].details[0]
    assert encounter.declared[0].target == "kael"


def test_a_taunt_lays_an_announced_blast_on_the_taunter():
    thrown = replace(BOMB, details=replace(BOMB.details, attack_value=13))
    encounter = fight(
        someone("seren", (3, 3)),
        someone("kael", (8, 10)),
        someone("shaman", (12, 3), "foe", weapons=[thrown, BREATH]),
    )
    encounter, _ = play(encounter, blast("shaman", "bomb", (3, 3)))
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, Act("kael", "taunt"), 15)
    assert status(encounter, "seren").incoming == ()
    assert [one.attack for one in status(encounter, "kael").incoming] == [1]
    assert encounter.declared[0].origin == Point(8.5, 10.5)


def test_a_taunt_turns_a_cone_and_leaves_a_burst():
    roar = replace(BREATH, name="roar", details=replace(BREATH.details, area="burst", area_feet=10))
    encounter = fight(
        someone("seren", (3, 3)),
        someone("kael", (6, 5)),
        someone("drake", (6, 3), "foe", weapons=[BREATH, roar], sheet={"attacks": 2}),
    )
    cone = AreaAttack("drake", "breath", "cone", Point(6.5, 3.5), 3.0, aim=Point(0.5, 3.5))
    encounter, _ = play(encounter, cone)
    burst = AreaAttack("drake", "roar", "burst", Point(6.5, 3.5), 2.0)
    encounter, _ = play(encounter, burst)
    assert [one.attack for one in status(encounter, "seren").incoming] == [1]
    encounter, _ = play(encounter, EndTurn())
    encounter, log = play(encounter, Act("kael", "taunt", "drake"), 15)
    assert status(encounter, "seren").incoming == ()
    assert [one.attack for one in status(encounter, "kael").incoming] == [2, 1]
    assert "roar: the area stays where it is" in log[-1].details


# Step 2: Heal -------------------------------------------------------------------------------


def test_healing_comes_before_the_damage_of_mobs():
    encounter = announced(seren={"prepared": (POTION, MEND)})
    encounter = with_status(encounter, "seren", marked=4)
    encounter, log = play(encounter, Act("seren", "heal", "seren", {"item": "potion"}))
    assert status(encounter, "seren").marked == 1
    assert log[-1].headline == "Seren uses potion"
    encounter, _ = play(encounter, Act("seren", "heal", "seren", {"item": "mend"}))
    assert (status(encounter, "seren").marked, status(encounter, "seren").mana_spent) == (0, 2)
    with pytest.raises(IllegalIntentError, match="no Actions left"):
        play(encounter, Act("seren", "heal"))


# Step 3 -------------------------------------------------------------------------------------


def test_an_attack_that_nobody_evades_hits():
    encounter, _ = play(announced(), EndTurn())
    encounter, log = play(encounter, EndTurn(), 3, 3)
    assert log[-1].headline == "Orc hits Seren, 8 damage"
    assert log[-1].outcome.hits == 1
    assert log[-1].outcome.taken_after == 2
    assert [one.attacker for one in encounter.declared] == ["hob"]


def test_an_attack_that_nobody_evades_may_be_rolled():
    system = rules(unevaded=Unevaded.ROLLS)
    encounter, _ = play(announced(system), EndTurn(), system=system)
    # d20 + 4 against 10 + Evade 2 + Dex 2.
    _, log = play(encounter, EndTurn(), 9, system=system)
    assert log[-1].headline == "Orc misses Seren"
    _, log = play(encounter, EndTurn(), 10, 3, 3, system=system)
    assert log[-1].headline == "Orc hits Seren, 8 damage"


@pytest.mark.parametrize(("rule", "lands"), [(SteppedAway.LANDS, True), (SteppedAway.FAILS, False)])
def test_stepping_out_of_reach(rule, lands):
    system = rules(stepped_away=rule)
    encounter = announced(system)
    way = (Cell(3, 3), Cell(2, 3), Cell(1, 3))
    encounter, _ = play(encounter, Move("seren", way), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    script = (3, 3) if lands else ()
    _, log = play(encounter, EndTurn(), *script, system=system)
    expected = "Orc hits Seren, 8 damage" if lands else "Orc: axe at Seren comes to nothing"
    assert log[-1].headline == expected


def test_an_attack_of_a_mob_that_can_no_longer_act_comes_to_nothing():
    encounter = with_conditions(announced(), "orc", "stunned")
    encounter, _ = play(encounter, EndTurn())
    encounter, log = play(encounter, EndTurn())
    assert log[-1].details == ("Orc is stunned",)
    gone = encounter.without_token("hob")
    gone, log = play(gone, EndTurn())
    assert log[-1].details == ("nobody is there any longer",)


def test_unspent_actions_do_not_pass_to_the_next_round():
    encounter, _ = play(skirmish(), EndTurn())
    assert status(encounter, "seren").actions == 2
    for _ in range(3):
        encounter, _ = play(encounter, EndTurn())
    assert status(encounter, "seren").actions == 2
    encounter = with_status(encounter, "seren", actions=0)
    for _ in range(2):
        encounter, _ = play(encounter, EndTurn())
    assert status(encounter, "seren").actions == 2


def test_the_fight_can_end_when_no_enemy_is_left():
    encounter, _ = play(skirmish(), EndTurn())
    for key in ("orc", "hob"):
        encounter = with_conditions(encounter, key, "dead")
    encounter, log = play(encounter, EndTurn())
    assert log[-1].headline == "No enemy is left"
    assert rules().next_label(encounter) == "End the fight"
    encounter, log = play(encounter, EndTurn())
    assert not encounter.turn_order.is_running
    assert log[-1].headline == "The fight ends after 1 round"


def test_undo_names_the_step_that_was_gone_on_to():
    session = Session.new(skirmish(), seed=1)
    session.perform(Attack("orc", "seren"))
    session.perform(EndTurn())
    assert session.undo() == "On to the interrupts"


@pytest.mark.parametrize("evades", [False, True])
def test_an_announced_attack_whose_weapon_is_gone_comes_to_nothing(evades):
    encounter = announced()
    if evades:
        encounter, _ = play(encounter, Act("seren", "evade"), 9, "none", 12)
    disarmed = replace(encounter.tokens["orc"], weapons=(SWORD,))
    encounter = encounter.with_token(disarmed)
    system = rules()
    buttons = {one.key: one for one in system.actions(encounter, encounter.tokens["kael"])}
    assert bool(buttons["intervene"].unavailable)
    encounter, _ = play(encounter, EndTurn())
    encounter, log = play(encounter, EndTurn())
    assert log[-1].details == ("Orc has no axe any longer",)


def test_an_attack_without_a_weapon_named_takes_the_first_of_its_kind():
    encounter = fight(
        someone("seren", (5, 3)), someone("drake", (4, 3), "foe", weapons=[BREATH, AXE])
    )
    struck, _ = play(encounter, Attack("drake", "seren"))
    assert struck.declared[0].weapon == "axe"
    cone = AreaAttack("drake", "", "cone", Point(4.5, 3.5), 3.0, aim=Point(9.5, 3.5))
    breathed, _ = play(encounter, cone)
    assert breathed.declared[0].weapon == "breath"

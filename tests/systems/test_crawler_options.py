"""Readings of Crawler: each changes what happens, and nothing else decides in its place."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest
from crawler_boards import (
    AXE,
    BOMB,
    BREATH,
    BURNING,
    MEND,
    SWORD,
    blast,
    fight,
    plan,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Point
from battlemap.model.intent import Act, AreaAttack, Attack, BeginFight, EndFight, EndTurn
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.session import Session
from battlemap.systems.crawler.options import Options
from battlemap.systems.crawler.readings import (
    AmongMobs,
    AttackValue,
    CaughtArea,
    FallenMob,
    HealedLater,
    Intervening,
    SurpriseNeeds,
    TauntStat,
)
from battlemap.systems.crawler.sheet import WeaponDetails
from battlemap.systems.crawler.status import Incoming
from battlemap.tactics.board import Board

CATCHER = {"catcher": True}


def party(system=None, *others, phase="declare", **parts):
    return fight(
        someone("seren", (3, 3), sheet={"slots": (2,) * 10, **parts.pop("seren", {})}),
        someone("kael", (3, 4), sheet=CATCHER),
        someone("orc", (4, 3), "foe", weapons=[AXE], sheet=parts.pop("orc", {})),
        *others,
        system=system,
        phase=phase,
        **parts,
    )


def test_every_option_is_named_in_a_test():
    here = Path(__file__)
    tests = [*here.parent.glob("test_crawler_*.py"), *here.parents[1].glob("**/test_crawler.py")]
    tests.append(here.with_name("test_board_readings.py"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in tests)
    for field in fields(Options):
        assert f"{field.name}=" in text or f'"{field.name}": ' in text, field.name


# What an attack is rolled against ----------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "value"),
    # Of a club: 10 + Str 4 + F 2; with Melee 3 beside it; or 10 + Dex 1 + F 2.
    [(AttackValue.STAT, 16), (AttackValue.RANK, 19), (AttackValue.EVADE, 13)],
)
def test_an_attack_value_that_no_stat_block_gives(reading, value):
    system = rules(floor=2, unstated_attack=reading)
    club = Weapon("club", details=WeaponDetails(dice=0, bonus=4))
    troll = {"strength_mod": 4, "dexterity_mod": 1, "melee_rank": 3}
    encounter = fight(
        someone("seren", (3, 3)),
        someone("orc", (4, 3), "foe", weapons=[club], sheet=troll),
        system=system,
    )
    summary = plan(encounter, "orc", "seren", system, choices={"evade": "evade"}).odds.summary
    assert f"vs Attack {value}," in summary
    encounter, _ = play(encounter, Attack("orc", "seren"), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    # Evade 2 + Dex 2: reached exactly, or missed by one.
    _, log = play(encounter, Act("seren", "evade"), value - 4, system=system)
    assert log[-1].headline == "Seren evades Orc's club"
    after, log = play(encounter, Act("seren", "evade"), value - 5, system=system)
    assert log[-1].headline == "Seren fails to evade Orc's club"
    assert status(after, "seren").incoming[0].total == value - 1


@pytest.mark.parametrize(
    ("reading", "summary", "script"),
    [
        (AmongMobs.VALUE, "d20 +4 vs Evade 13, 2d6 +2 physical", (9, 3, 3)),
        (AmongMobs.RANK, "d20 +5 vs Evade 13, 2d6 +2 physical", (8, 3, 3)),
        (AmongMobs.HITS, "hits, 2d6 +2 physical", (3, 3)),
    ],
)
def test_how_a_mob_attacks_a_mob(reading, summary, script):
    system = rules(among_mobs=reading)
    bandit = someone("bandit", (5, 3), "neutral")
    encounter = party(system, bandit)
    assert plan(encounter, "orc", "bandit", system).odds.summary == summary
    encounter, _ = play(encounter, Attack("orc", "bandit"), system=system)
    for _ in range(2):
        encounter, _ = play(encounter, EndTurn(), system=system)
    encounter, log = play(encounter, EndTurn(), *script, system=system)
    assert log[-1].headline == "Orc hits Bandit, 8 damage"
    if len(script) == 3:
        # One less on the d20 misses: the sum is exactly the one of the reading.
        before, _ = play(party(system, bandit), Attack("orc", "bandit"), system=system)
        for _ in range(2):
            before, _ = play(before, EndTurn(), system=system)
        _, log = play(before, EndTurn(), script[0] - 1, system=system)
        assert log[-1].headline == "Orc misses Bandit"


# Surprise ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "surprised", "phase"),
    [
        (SurpriseNeeds.ALL, ("orc", "hob"), "surprise"),
        (SurpriseNeeds.ALL, ("orc",), "declare"),
        (SurpriseNeeds.ANY, ("orc",), "surprise"),
        (SurpriseNeeds.ANY, (), "declare"),
    ],
)
def test_whom_the_crawlers_must_surprise(reading, surprised, phase):
    system = rules(surprise_needs=reading)
    encounter = table(
        someone("seren", (3, 3)), someone("orc", (4, 3), "foe"), someone("hob", (4, 4), "foe")
    )
    for key in surprised:
        encounter = with_conditions(encounter, key, "surprised")
    encounter, _ = play(encounter, BeginFight(), system=system)
    assert encounter.turn_order.phase == phase
    assert status(encounter, "seren").actions == (1 if phase == "surprise" else 2)


# Interrupts --------------------------------------------------------------------------------


def breathed_on(system):
    """Return step 2: a cone is announced on Seren and Kael stands outside of it."""
    encounter = fight(
        someone("seren", (6, 3), sheet={"slots": (2,) * 10}),
        someone("kael", (6, 2), sheet=CATCHER),
        someone("drake", (4, 4), "foe", weapons=[BREATH]),
        system=system,
    )
    cone = AreaAttack("drake", "breath", "cone", Point(4.5, 4.5), 3.0, aim=Point(8.5, 4.1))
    encounter, _ = play(encounter, cone, system=system)
    assert status(encounter, "seren").incoming == (Incoming(1),)
    assert status(encounter, "kael").incoming == ()
    return play(encounter, EndTurn(), system=system)[0]


def test_an_area_is_caught_by_a_reading_only():
    encounter = breathed_on(rules())
    with pytest.raises(IllegalIntentError, match="No attack is announced on Seren that could"):
        play(encounter, Act("kael", "catch", "seren"))
    system = rules(catch_areas=CaughtArea.TAKEN)
    encounter, log = play(breathed_on(system), Act("kael", "catch"), system=system)
    assert log[-1].headline == "Kael takes an attack for Seren"
    assert status(encounter, "seren").incoming == ()
    assert status(encounter, "kael").incoming == (Incoming(1, caught=True),)
    assert status(encounter, "kael").actions == 1
    with pytest.raises(IllegalIntentError, match="a caught attack can't be evaded"):
        play(encounter, Act("kael", "evade"), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    encounter, log = play(encounter, EndTurn(), 4, 4, 4, 4, system=system)
    damage = {line.outcome.target: line.outcome.damage for line in log if line.outcome}
    assert damage == {"kael": 18}


def test_whoever_catches_an_area_that_it_stands_in_is_hit_once_by_the_larger_share():
    system = rules(catch_areas=CaughtArea.TAKEN)
    encounter = breathed_on(system)
    encounter = with_status(encounter, "kael", incoming=(Incoming(1, splashed=True, natural=9),))
    inside, _ = play(encounter, Act("kael", "catch"), system=system)
    assert status(inside, "kael").incoming == (Incoming(1, caught=True),)
    encounter = with_status(encounter, "seren", incoming=(Incoming(1, splashed=True),))
    splash, _ = play(encounter, Act("kael", "catch"), system=system)
    assert status(splash, "kael").incoming == (Incoming(1, splashed=True, caught=True),)


def test_intervene_makes_a_success_a_fine_one_or_is_for_failures_only():
    encounter = party(rules(floor=3), phase="act")
    # 13 + 5 against 15 is a hit by 3: no d6 makes it one by 10. 16 + 5 is one by 6.
    _, log = play(encounter, Attack("seren", "orc"), 13, 2, system=rules(floor=3))
    assert log[-1].headline == "Seren hits Orc, 4 damage"
    fine = (16, "by:kael", 4, 2)
    after, log = play(encounter, Attack("seren", "orc"), *fine, system=rules(floor=3))
    # 1d8 2, Str 2 and F 3.
    assert log[-1].headline == "Seren hits Orc, 7 damage"
    assert status(after, "kael").actions == 1
    short = (16, "by:kael", 3, 2)
    _, log = play(encounter, Attack("seren", "orc"), *short, system=rules(floor=3))
    assert log[-1].headline == "Seren hits Orc, 4 damage"
    failures = rules(floor=3, intervene_in=Intervening.FAILED)
    after, log = play(encounter, Attack("seren", "orc"), 16, 2, system=failures)
    assert log[-1].headline == "Seren hits Orc, 4 damage"
    assert status(after, "kael").actions == 2


def test_whether_several_allies_intervene_in_one_check():
    dace = someone("dace", (2, 3))
    # 5 + 5 against 13: short by 3; Kael's 1 leaves 2.
    encounter = party(None, dace, phase="act")
    script = (5, "by:kael", 1, "by:dace", 2, 4)
    after, log = play(encounter, Attack("seren", "orc"), *script)
    assert log[-1].headline == "Seren hits Orc, 6 damage"
    assert (status(after, "kael").actions, status(after, "dace").actions) == (1, 1)
    system = rules(several_intervene=False)
    after, log = play(encounter, Attack("seren", "orc"), 5, "by:kael", 1, system=system)
    assert log[-1].headline == "Seren misses Orc"
    assert (status(after, "kael").actions, status(after, "dace").actions) == (1, 2)

    def evaded(system):
        encounter, _ = play(party(system, dace), Attack("orc", "seren"), system=system)
        encounter, _ = play(encounter, EndTurn(), system=system)
        # 7 + 4 against 14, and Kael's 1 later.
        encounter, _ = play(encounter, Act("seren", "evade"), 7, "none", system=system)
        return play(encounter, Act("kael", "intervene"), 1, system=system)[0]

    with pytest.raises(IllegalIntentError, match="can be bettered"):
        play(evaded(system), Act("dace", "intervene", "seren"), system=system)
    _, log = play(evaded(rules()), Act("dace", "intervene", "seren"), 2)
    assert log[-1].headline == "Seren's Evade comes to 14: success"


def test_never_for_successes_leaves_the_near_misses():
    session = Session.new(party(rules(), phase="act"), seed=1)
    session.type_next((16, 2))
    session.perform(Attack("seren", "orc"))
    assert session.pending.headline == "Seren, sword at Orc: 21, by 8"
    assert session.pending.options[0].detail == "5 in 6 to succeed by 10"
    session.answer("never")
    session.type_next((16, 2))
    session.perform(Attack("seren", "orc"))
    assert session.pending is None
    session.undo()
    session.type_next((7,))
    session.perform(Attack("seren", "orc"))
    assert session.pending.headline == "Seren, sword at Orc: 12, short by 1"
    assert session.pending.options[0].detail == "6 in 6 to succeed"
    session.answer("none")


def test_intervene_in_an_evade_that_succeeds_brings_advantage():
    encounter, _ = play(party(), Attack("orc", "seren"))
    encounter, _ = play(encounter, EndTurn())
    # 14 + 4 reaches 14 by 4: nobody is asked, but an ally may.
    encounter, _ = play(encounter, Act("seren", "evade"), 14)
    assert status(encounter, "seren").advantage_against == ()
    fine, log = play(encounter, Act("kael", "intervene"), 6)
    assert log[-1].headline == "Seren's Evade comes to 24: success by 10 or more"
    assert status(fine, "seren").advantage_against == ("orc",)
    plain, log = play(encounter, Act("kael", "intervene"), 5)
    assert log[-1].headline == "Seren's Evade comes to 23: success"
    assert status(plain, "seren").advantage_against == ()
    failures = rules(intervene_in=Intervening.FAILED)
    with pytest.raises(IllegalIntentError, match="can be bettered"):
        play(encounter, Act("kael", "intervene", "seren"), system=failures)


@pytest.mark.parametrize(
    ("reading", "words", "needs"),
    [
        (TauntStat.CHARISMA, "Taunt 2 + Cha 3 against", 8),
        (TauntStat.INTELLIGENCE, "Taunt 2 + Int 5 against", 6),
        (TauntStat.NONE, "Taunt 2 against", 11),
    ],
)
def test_the_stat_of_a_taunt(reading, words, needs):
    system = rules(taunt_stat=reading)
    sheet = {"taunt_rank": 2, "charisma_mod": 3, "intelligence_mod": 5}
    encounter, _ = play(party(system, seren=sheet), Attack("orc", "kael"), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    # Against 10 + Int 2 + F 1 = 13.
    taunted, log = play(encounter, Act("seren", "taunt"), needs, system=system)
    assert log[-1].headline == "Seren taunts Orc"
    assert log[-1].details[0].startswith(words)
    assert taunted.declared[0].target == "seren"
    _, log = play(encounter, Act("seren", "taunt"), needs - 1, "none", system=system)
    assert log[-1].headline == "Seren fails to taunt Orc"


# Areas -------------------------------------------------------------------------------------


def thrown(system, **kael):
    return fight(
        someone("seren", (3, 3), weapons=[BOMB]),
        someone("kael", (8, 4), sheet=kael),
        someone("orc", (8, 3), "foe", sheet={"evade": 14}),
        system=system,
        phase="act",
    )


def damages(log):
    return {line.outcome.target: line.outcome.damage for line in log if line.outcome}


def test_allies_evade_an_area_of_their_own_side_by_a_reading():
    throw = blast("seren", "bomb", (8, 3))
    encounter = thrown(rules())
    targets = rules().plan_area(Board.of(encounter, rules()), throw).targets
    assert all(target.choices == () for target in targets)
    _, log = play(encounter, throw, 10, 4, 4, 4)
    assert damages(log) == {"kael": 12, "orc": 12}
    system = rules(allies_evade=True)
    targets = {t.token: t for t in system.plan_area(Board.of(encounter, system), throw).targets}
    assert [choice.key for choice in targets["kael"].choices] == ["evade:kael"]
    assert targets["orc"].choices == ()
    # Kael's d20 9 + 4 reaches 10 + Dex 2 + F 1, once the attack is known to succeed.
    after, log = play(encounter, throw, 10, "evade", 9, 4, 4, 4, system=system)
    assert damages(log) == {"kael": 6, "orc": 12}
    assert status(after, "kael").actions == 1
    assert status(after, "kael").advantage_against == ()
    after, log = play(encounter, throw, 10, "none", 4, 4, 4, system=system)
    assert damages(log) == {"kael": 12, "orc": 12}
    # A throw that fails asks nobody; it may hit somewhere else.
    failed = blast("seren", "bomb", (8, 3))
    after, log = play(encounter, failed, 2, 1, 4, 4, system=system)
    assert status(after, "kael").actions == 2


# Harm --------------------------------------------------------------------------------------


def test_an_effect_begins_anew_or_adds_up():
    torch = Weapon(
        "torch", details=WeaponDetails(dice=0, bonus=1, effects=(BURNING,), damage_types=("fire",))
    )

    def burnt(system):
        encounter = fight(
            someone("seren", (3, 3), weapons=[torch]),
            someone("orc", (4, 3), "foe", sheet={"evade": 5}),
            system=system,
            phase="act",
        )
        for _ in range(2):
            encounter, _ = play(encounter, Attack("seren", "orc"), 5, system=system)
        return encounter

    assert status(burnt(rules()), "orc").lasting == (BURNING,)
    system = rules(effects_add=True)
    encounter = burnt(system)
    assert status(encounter, "orc").lasting == (BURNING, BURNING)
    # Both burn; then one of them is over first, and the condition stays with the other.
    short = (replace(BURNING, rounds=1), BURNING)
    encounter = with_status(encounter, "orc", lasting=short)
    encounter, log = play(encounter, EndTurn(), 2, 3, system=system)
    assert sum("Burning: " in line or "burning: " in line for line in log[-2].details) == 2
    assert status(encounter, "orc").lasting == (replace(BURNING, rounds=1),)
    assert encounter.tokens["orc"].has("burning")
    for _ in range(3):
        script = (1,) if encounter.turn_order.phase == "act" else ()
        encounter, _ = play(encounter, EndTurn(), *script, system=system)
    assert status(encounter, "orc").lasting == ()
    assert not encounter.tokens["orc"].has("burning")


def test_an_effect_without_an_end_keeps_its_condition_after_the_fight():
    endless = replace(BURNING, rounds=0)
    encounter = with_status(party(), "seren", lasting=(BURNING, endless))
    encounter = with_conditions(encounter, "seren", "burning")
    encounter, _ = play(encounter, EndFight())
    assert status(encounter, "seren").lasting == (endless,)
    assert encounter.tokens["seren"].has("burning")


@pytest.mark.parametrize(("reading", "actions"), [(HealedLater.CLEAN_UP, 0), ("at_once", 2)])
def test_healed_in_a_later_round(reading, actions):
    system = rules(healed_later=HealedLater(reading))
    healer = someone("dace", (2, 3), sheet={"prepared": (MEND,)})
    encounter = party(system, healer, seren={"constitution_mod": 5})
    encounter, _ = play(encounter, Attack("orc", "seren"), system=system)
    for script in ((), (), (6, 6), ()):
        encounter, _ = play(encounter, EndTurn(), *script, system=system)
    encounter = with_status(encounter, "seren", marked=10, countdown=5)
    encounter = with_conditions(encounter, "seren", "dying")
    for _ in range(3):
        encounter, _ = play(encounter, EndTurn(), system=system)
    assert encounter.turn_order.round == 2
    assert encounter.turn_order.phase == "act"
    # Whoever is Dying does nothing, whatever is counted.
    with pytest.raises(IllegalIntentError, match="cannot act"):
        play(encounter, Act("seren", "check"), system=system)
    encounter, _ = play(encounter, Act("dace", "cast", "seren"), system=system)
    assert not encounter.tokens["seren"].has("dying")
    assert status(encounter, "seren").actions == actions


def test_a_mob_at_nothing_dies_or_is_dying():
    frail = {"slots": (1,) * 10, "evade": 11, "constitution_mod": 2}

    def felled(system):
        encounter = party(system, phase="act", orc=frail)
        return play(encounter, Attack("seren", "orc"), 6, 8, system=system)[0]

    encounter = felled(rules())
    assert encounter.tokens["orc"].has("dead")
    system = rules(fallen_mobs=FallenMob.DYING)
    encounter = felled(system)
    assert encounter.tokens["orc"].has("dying")
    assert status(encounter, "orc").countdown == 2
    encounter, _ = play(encounter, EndTurn(), system=system)
    assert status(encounter, "orc").countdown == 1
    assert system.next_label(encounter) == "End the fight"
    again = felled(system)
    again, _ = play(again, Attack("seren", "orc"), 6, 8, system=system)
    assert status(again, "orc").countdown == 1
    # Two hits more than it takes: the second one kills.
    again = with_status(again, "seren", actions=1)
    again, _ = play(again, Attack("seren", "orc"), 6, 8, system=system)
    assert again.tokens["orc"].has("dead")


def test_a_mob_that_burns_down_is_dying_by_the_same_reading():
    system = rules(fallen_mobs=FallenMob.DYING)
    encounter = party(system, phase="act", orc={"slots": (1,) * 10, "constitution_mod": 3})
    encounter = with_status(encounter, "orc", marked=9, lasting=(BURNING,))
    encounter, _ = play(encounter, EndTurn(), 4, system=system)
    # For a mob the worst order: it burns down first, and counts down in the same Clean Up.
    assert encounter.tokens["orc"].has("dying")
    assert status(encounter, "orc").countdown == 2


@pytest.mark.parametrize(
    ("options", "face", "left"),
    [
        ({}, 10, 4),
        ({}, 20, 3),
        ({"first_aid_slots": 3}, 10, 2),
        ({"first_aid_slots": 3}, 20, 3),
        ({"first_aid_fine_slots": 5}, 20, 0),
    ],
)
def test_how_many_slots_first_aid_restores(options, face, left):
    system = rules(**options)
    encounter = party(system, phase="act")
    encounter = with_status(encounter, "kael", marked=5)
    encounter, _ = play(encounter, Act("seren", "first_aid", "kael"), face, system=system)
    assert status(encounter, "kael").marked == left


def test_only_one_play_waits_for_an_ally():
    encounter = party(None, someone("dace", (2, 3), weapons=[SWORD]), phase="act")
    called, _ = play(encounter, Act("kael", "call_play", "seren"), "is:attack", 2, 6)
    with pytest.raises(IllegalIntentError, match="A Play was called for Seren already"):
        play(called, Act("dace", "call_play", "seren"), "is:check")
    assert status(called, "seren").play == 6

"""The worked examples of Crawler, and what its text says in figures."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from crawler_boards import (
    AXE,
    BOMB,
    BOW,
    PIKE,
    SWORD,
    blast,
    fight,
    levels,
    plan,
    plan_area,
    play,
    rules,
    someone,
    status,
    table,
)

from battlemap.dice.d20 import keep_highest, kept_d20
from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.intent import Act, AreaAttack, Attack, EndTurn, Move
from battlemap.model.obstacle import CoverGrade
from battlemap.model.token import Weapon
from battlemap.systems.crawler.defenses import marks, suffered
from battlemap.systems.crawler.degrees import Degree, degree_of
from battlemap.systems.crawler.options import Options
from battlemap.systems.crawler.sheet import Role, Shape, Sheet, Stat, WeaponDetails

PLAIN = Options()


# 1: degrees ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "degree"),
    [(11, Degree.SUCCESS), (10, Degree.NEAR), (8, Degree.MISS)],
)
def test_degrees_of_an_attack_against_evade_16(face, degree):
    seren = {"melee_rank": 3, "strength_mod": 2}
    encounter = table(
        someone("seren", (3, 3), sheet=seren), someone("orc", (4, 3), "foe", sheet={"evade": 16})
    )
    planned = plan(encounter, "seren", "orc")
    assert planned.odds.summary == "d20 +5 vs Evade 16, 1d8 +2 physical"
    assert degree_of(face, face + 5, 16) is degree


@pytest.mark.parametrize(
    ("face", "damage", "said"),
    [
        (11, 6, "16 against 16, success"),
        (10, None, "15 against 16, near miss"),
        (8, None, "13 against 16, failure"),
    ],
)
def test_the_same_attacks_played(face, damage, said):
    seren = {"melee_rank": 3, "strength_mod": 2}
    encounter = table(
        someone("seren", (3, 3), sheet=seren), someone("orc", (4, 3), "foe", sheet={"evade": 16})
    )
    script = (face,) if damage is None else (face, 4)
    _, log = play(encounter, Attack("seren", "orc"), *script, system=rules(floor=4))
    assert log[-1].headline == (
        "Seren misses Orc" if damage is None else "Seren hits Orc, 6 damage"
    )
    assert any(line.endswith(said) for line in log[-1].details)


def test_26_against_16_hits_and_adds_the_floor():
    assert degree_of(16, 26, 16) is Degree.GREAT
    sheet = {"melee_rank": 8, "strength_mod": 2}
    encounter = table(
        someone("seren", (3, 3), sheet=sheet),
        someone("orc", (4, 3), "foe", sheet={"evade": 16, "slots": (1,) * 10}),
    )
    system = rules(floor=4)
    after, log = play(encounter, Attack("seren", "orc"), 16, 1, system=system)
    # 1 on the d8, Str 2, F 4.
    assert log[-1].outcome.damage == 7
    assert status(after, "orc").marked == 7


# 2: shooting in melee reach ---------------------------------------------------------------


@pytest.mark.parametrize(("column", "hindered"), [(5, True), (6, False)])
def test_shooting_in_the_reach_of_a_reach_weapon(column, hindered):
    encounter = table(
        someone("dace", (3, 3), weapons=[BOW]), someone("orc", (column, 3), "foe", weapons=[PIKE])
    )
    planned = plan(encounter, "dace", "orc")
    assert levels(planned) == ({"melee_reach": -1} if hindered else {})
    assert planned.net == ("Disadvantage" if hindered else "Plain roll")


def test_high_ground_cancels_the_disadvantage():
    encounter = table(
        someone("dace", (3, 3), weapons=[BOW]),
        someone("orc", (5, 3), "foe", weapons=[PIKE]),
        elevation={10: [(3, 3)]},
    )
    planned = plan(encounter, "dace", "orc")
    assert levels(planned) == {"melee_reach": -1, "high_ground": 1}
    assert planned.net == "Plain roll"


# 3 and 4: defenses and slots ---------------------------------------------------------------


def test_damage_resistance_comes_first():
    fire = ("fire",)
    assert suffered(13, fire, Sheet(damage_resistance=3, resistances=fire), PLAIN) == 5
    assert suffered(13, fire, Sheet(damage_resistance=3, vulnerabilities=fire), PLAIN) == 20
    assert suffered(13, fire, Sheet(damage_resistance=15), PLAIN) == 0


def test_slots_are_marked_while_they_are_reached():
    assert marks((8,) * 10, 0, 20) == 2
    assert marks((5, 5, 8, 8, 8, 8, 8, 8, 8, 8), 0, 17) == 2


def test_what_does_not_reach_the_next_slot_is_discarded():
    # 20 marks two slots of 8; of the 4 that are left nothing remains for the 5 of a second blow.
    sheet = {"evade": 5, "slots": (8,) * 10}
    hammer = Weapon("hammer", details=WeaponDetails(dice=0, bonus=18))
    tap = Weapon("tap", details=WeaponDetails(dice=0, bonus=3))
    encounter = table(
        someone("seren", (3, 3), weapons=[hammer, tap]), someone("orc", (4, 3), "foe", sheet=sheet)
    )
    encounter, log = play(encounter, Attack("seren", "orc", "hammer"), 5)
    assert log[-1].outcome.damage == 20
    assert status(encounter, "orc").marked == 2
    encounter, log = play(encounter, Attack("seren", "orc", "tap"), 5)
    assert log[-1].outcome.damage == 5
    assert status(encounter, "orc").marked == 2
    mixed = {**sheet, "slots": (5, 5, 8, 8, 8, 8, 8, 8, 8, 8)}
    blow = Weapon("blow", details=WeaponDetails(dice=0, bonus=15))
    encounter = table(
        someone("seren", (3, 3), weapons=[blow, tap]), someone("orc", (4, 3), "foe", sheet=mixed)
    )
    encounter, _ = play(encounter, Attack("seren", "orc", "blow"), 5)
    assert status(encounter, "orc").marked == 2
    encounter, _ = play(encounter, Attack("seren", "orc", "tap"), 5)
    assert status(encounter, "orc").marked == 2


def test_resistance_and_vulnerability_of_a_blow_of_13_played():
    fire = ("fire",)
    torch = Weapon("torch", details=WeaponDetails(dice=0, bonus=11, damage_types=fire))
    for more, left in (({"resistances": fire}, 5), ({"vulnerabilities": fire}, 20)):
        orc = {"evade": 5, "damage_resistance": 3, "slots": (1,) * 10, **more}
        encounter = table(
            someone("seren", (3, 3), weapons=[torch]), someone("orc", (4, 3), "foe", sheet=orc)
        )
        _, log = play(encounter, Attack("seren", "orc"), 5)
        assert log[-1].outcome.damage == left


# 5: areas -----------------------------------------------------------------------------------


def test_a_blast_of_21_is_halved_for_evade_and_splash():
    weapon = replace(BOMB, details=replace(BOMB.details, dice=0, bonus=21, attack_value=14, uses=0))
    tokens = [
        someone("shaman", (10, 3), "foe", weapons=[weapon]),
        someone("full", (3, 3)),
        someone("evaded", (3, 4)),
        someone("splashed", (5, 3)),
        someone("both", (5, 4)),
    ]
    tokens = [
        replace(t, sheet=Sheet(slots=(1,) * 10, damage_resistance=0)) if t.side == "party" else t
        for t in tokens
    ]
    encounter = fight(*tokens)
    encounter, _ = play(encounter, blast("shaman", "bomb", (3, 3)))
    encounter, _ = play(encounter, EndTurn())
    for key in ("evaded", "both"):
        encounter, _ = play(encounter, Act(key, "evade"), 15)
    encounter, _ = play(encounter, EndTurn())
    encounter, log = play(encounter, EndTurn())
    damage = {line.outcome.target: line.outcome.damage for line in log if line.outcome}
    assert damage == {"full": 21, "evaded": 10, "splashed": 10, "both": 5}


# 6: cover -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "column", "net"),
    [(SWORD, 4, "Plain roll"), (PIKE, 5, "Plain roll"), (BOW, 6, "Disadvantage")],
)
def test_a_low_wall_hinders_a_bow_and_no_melee_weapon(weapon, column, net):
    # The wall stands just before the target, so that it covers it from the next cell as well.
    encounter = table(
        someone("kael", (3, 3), weapons=[weapon]),
        someone("orc", (column, 3), "foe", weapons=[SWORD]),
        walls=[((column + 0.2, 2), (column + 0.2, 5), CoverGrade.MAJOR, 3)],
    )
    planned = plan(encounter, "kael", "orc")
    assert CoverGrade.NONE < planned.situation.cover.grade < CoverGrade.TOTAL
    assert planned.net == net
    assert planned.illegal == ""


# 7: odds ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "chance"), [(0, 0.5), (1, 0.75), (-1, 0.25)])
def test_odds_of_needing_11(level, chance):
    assert float(kept_d20(level).at_least(11)) == chance
    encounter = table(
        someone("seren", (3, 3), sheet={"melee_rank": 5, "strength_mod": 0}),
        someone("orc", (4, 3), "foe", sheet={"evade": 16}),
    )
    added = (("by hand", level),) if level else ()
    assert plan(encounter, "seren", "orc", added=added).odds.hit == pytest.approx(chance)


def test_natural_20_with_advantage():
    encounter = table(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"))
    planned = plan(encounter, "seren", "orc", added=(("by hand", 1),))
    assert dict(planned.odds.degrees)["Critical hit"] == pytest.approx(0.0975)


# The text's own figures ---------------------------------------------------------------------


def test_evade_of_a_normal_mob_is_10_and_dex_and_floor():
    encounter = table(
        someone("seren", (3, 3)), someone("orc", (4, 3), "foe", sheet={"dexterity_mod": 3})
    )
    summary = plan(encounter, "seren", "orc", rules(floor=5)).odds.summary
    assert "vs Evade 18" in summary


def test_call_a_play_keeps_the_higher_of_two_dice():
    assert keep_highest(2, 6).mean == Fraction(161, 36)


@pytest.mark.parametrize(("feet", "count"), [(5, 8), (10, 20)])
def test_a_burst_of_5_ft_is_the_cells_around_and_of_10_ft_lacks_the_corners(feet, count):
    burst = Weapon("roar", details=WeaponDetails(area=Shape.BURST, area_feet=feet))
    encounter = table(someone("shaman", (8, 8), "foe", weapons=[burst]), someone("seren", (9, 8)))
    attack = AreaAttack("shaman", "roar", "burst", (8.5, 8.5), feet / 5)
    laid = plan_area(encounter, attack).area
    assert len(laid.cells) == count


def test_a_cone_is_60_degrees_and_a_line_5_ft_wide():
    cone = Weapon("breath", details=WeaponDetails(area=Shape.CONE, area_feet=30))
    line = Weapon("ray", details=WeaponDetails(area=Shape.LINE, area_feet=30))
    encounter = table(
        someone("shaman", (3, 7), "foe", weapons=[cone, line]), someone("seren", (5, 7))
    )
    system = rules()
    found = {}
    for name, shape in (("breath", "cone"), ("ray", "line")):
        attack = AreaAttack("shaman", name, shape, (3.5, 7.5), 6.0, aim=(15.5, 7.5))
        found[shape] = plan_area(encounter, attack, system).area
    assert {cell.r for cell in found["line"].cells} == {7}
    assert len(found["line"].cells) == 6
    rows = {cell.r for cell in found["cone"].cells}
    assert rows == {5, 6, 7, 8, 9}
    mirrored = {(cell.q, 14 - cell.r) for cell in found["cone"].cells}
    assert mirrored == {(cell.q, cell.r) for cell in found["cone"].cells}


def test_crawlers_have_two_actions_and_a_mob_announces_first():
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe", weapons=[AXE]))
    assert status(encounter, "seren").actions == 2
    assert encounter.turn_order.phase == "declare"
    assert encounter.turn_order.round == 1


def test_the_dying_count_down_from_con_mod():
    sheet = Sheet(role=Role.CRAWLER, constitution_mod=2, slots=(1,) * 10)
    encounter = fight(
        someone("seren", (3, 3), sheet=sheet),
        someone("orc", (4, 3), "foe", weapons=[AXE]),
        kind=GridKind.SQUARE,
    )
    encounter, _ = play(encounter, Attack("orc", "seren"))
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, EndTurn())
    encounter, _ = play(encounter, EndTurn(), 6, 6)
    assert encounter.tokens["seren"].has("dying")
    assert status(encounter, "seren").countdown == 2


def test_a_move_of_20_ft_and_the_normal_step_are_30_ft_together():
    encounter = fight(someone("seren", (1, 3)), someone("orc", (15, 9), "foe"), phase="act")
    path = tuple(Cell(column, 3) for column in range(1, 8))
    after, log = play(encounter, Move("seren", path))
    assert log[-1].headline.startswith("Seren moves 30 ft")
    assert status(after, "seren").actions == 1
    # With any other Action comes a step of 10 ft alone.
    acted, _ = play(encounter, Act("seren", "check"), "is:Strength (Stat Check)", 10)
    stepped, log = play(acted, Move("seren", path[:3]))
    assert log[-1].headline.startswith("Seren steps 10 ft")
    assert status(stepped, "seren").actions == 1


@pytest.mark.parametrize(
    ("face", "evade_rank", "damage", "injury", "advantage"),
    # Against Attack 14 with F 3 and an attack that does 10: the text's column for Evade.
    [
        (20, 0, None, (), True),
        (19, 5, None, (), True),
        (14, 0, None, (), False),
        (12, 0, 10, (), False),
        (11, 0, 10, (), False),
        (5, 0, 10, (), False),
        (4, 0, 13, ("minor",), False),
        (1, 30, 20, ("major",), False),
    ],
)
def test_the_column_for_evade(face, evade_rank, damage, injury, advantage):
    system = rules(floor=3)
    axe = Weapon("axe", details=WeaponDetails(attack_value=14, dice=0, bonus=8))
    sheet = {"evade_rank": evade_rank, "dexterity_mod": 0, "slots": (50,) * 10}
    encounter = fight(
        someone("seren", (3, 3), sheet=sheet),
        someone("orc", (4, 3), "foe", weapons=[axe]),
        system=system,
    )
    encounter, _ = play(encounter, Attack("orc", "seren"), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    encounter, _ = play(encounter, Act("seren", "evade"), face, system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    encounter, log = play(encounter, EndTurn(), system=system)
    assert log[-1].headline == (
        "Seren avoids Orc's attack" if damage is None else f"Orc hits Seren, {damage} damage"
    )
    now = status(encounter, "seren")
    assert now.injuries_due == injury
    assert now.advantage_against == (("orc",) if advantage else ())


@pytest.mark.parametrize(
    ("face", "rank", "damage"),
    # Against Evade 15 with F 3, 1d6 + 2: the text's column for attacks. The dice show 4 each.
    [(20, 0, 4 + 4 + 2), (15, 10, 4 + 2 + 3), (15, 0, 4 + 2), (14, 0, None), (1, 40, None)],
)
def test_the_column_for_attacks(face, rank, damage):
    system = rules(floor=3)
    club = Weapon("club", details=WeaponDetails(dice=1, sides=6, stat=Stat.NONE))
    encounter = table(
        someone("seren", (3, 3), weapons=[club], sheet={"melee_rank": rank}),
        someone("orc", (4, 3), "foe", sheet={"evade": 15}),
    )
    script = {20: (20, 4, 4), 1: (1, "none")}.get(face, (face,) if damage is None else (face, 4))
    _, log = play(encounter, Attack("seren", "orc"), *script, system=system)
    hit = f"Seren hits Orc, {damage} damage"
    assert log[-1].headline == ("Seren misses Orc" if damage is None else hit)

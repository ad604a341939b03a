"""The worked examples of the rules page, numbered as there, and those of the text itself."""

from __future__ import annotations

from fractions import Fraction

import pytest
from prowess_boards import (
    DAGGER,
    FIREBALL,
    SPEAR,
    SWORD,
    fight,
    plan,
    play,
    rules,
    someone,
    status,
    table,
    walk,
    with_conditions,
    with_status,
    worth,
)

from battlemap.dice.added import AddedRoll, sixes
from battlemap.geometry.cell import Cell, Point
from battlemap.model.intent import Act, AreaAttack, Attack, EndTurn
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.prowess.sheet import Sheet
from battlemap.tactics.board import Board
from battlemap.tactics.flanking import flanking
from battlemap.tactics.movement import path_along


def triggers(encounter, key, *cells, system=None):
    system = system or rules()
    board = Board.of(encounter, system)
    token = encounter.tokens[key]
    path, _ = path_along(
        board, key, system.mover(encounter, token), tuple(Cell(*cell) for cell in cells)
    )
    return [(t.step, t.by, t.deed, t.fires) for t in system.move_triggers(board, token, path)]


def test_1_passive_movement_of_brawn_three():
    assert Sheet(brawn=3).passive_feet == 17
    encounter = fight(someone("seren", (1, 1), sheet={"brawn": 3}), someone("orc", (15, 9), "foe"))
    assert status(encounter, "seren").passive == 340
    encounter, log = play(encounter, walk("seren", (1, 1), (2, 1), (3, 1), (4, 1)))
    after = status(encounter, "seren")
    assert (after.points, after.passive, after.left_over) == (6, 40, 0)
    assert log[-1].headline == "Seren moves 15 ft to E2"
    # The 2 ft that are left count for the next movement action: 12 ft, two cells and 2 ft.
    encounter, _ = play(encounter, walk("seren", (4, 1), (5, 1), (6, 1)))
    after = status(encounter, "seren")
    assert (after.points, after.passive, after.left_over) == (5, 0, 40)


def test_2_prone_and_difficult_ground():
    ground = {Terrain.DIFFICULT: [(column, 1) for column in range(10)]}
    encounter = fight(someone("seren", (1, 1)), someone("orc", (15, 9), "foe"), terrain=ground)
    encounter = with_status(encounter, "seren", passive=0)
    encounter, _ = play(encounter, walk("seren", (1, 1), (2, 1)))
    assert (status(encounter, "seren").points, status(encounter, "seren").left_over) == (5, 0)
    prone = with_conditions(encounter, "seren", "prone")
    one = with_status(prone, "seren", points=1)
    with pytest.raises(IllegalIntentError, match="needs 2 AP"):
        play(one, walk("seren", (2, 1), (3, 1)))
    encounter, _ = play(prone, walk("seren", (2, 1), (3, 1)))
    assert (status(encounter, "seren").points, status(encounter, "seren").left_over) == (3, 0)


def test_3_spear_against_dagger_and_sword_against_sword():
    spear = table(
        someone("dag", (1, 5), weapons=[DAGGER]), someone("hob", (4, 5), "foe", weapons=[SPEAR])
    )
    assert triggers(spear, "dag", (1, 5), (2, 5), (3, 5)) == [(1, "hob", "enters", True)]
    _, log = play(spear, walk("dag", (1, 5), (2, 5)), "let_go")
    words = "B6 to C6: enters the aura of Hob's spear with a shorter weapon"
    assert f"Hob: {words}" in log[-1].details
    sword = table(someone("seren", (1, 5)), someone("orc", (4, 5), "foe", weapons=[SWORD]))
    assert triggers(sword, "seren", (1, 5), (2, 5), (3, 5)) == []
    away = table(someone("seren", (3, 5)), someone("orc", (4, 5), "foe"))
    assert triggers(away, "seren", (3, 5), (2, 5)) == [(1, "orc", "leaves", True)]


def test_one_step_can_leave_several_auras_and_an_aura_that_moves_triggers_nothing():
    crowd = table(
        someone("seren", (5, 5), weapons=[DAGGER]),
        someone("orc", (6, 5), "foe"),
        someone("hob", (6, 6), "foe"),
    )
    assert triggers(crowd, "seren", (5, 5), (4, 5)) == [
        (1, "orc", "leaves", True),
        (1, "hob", "leaves", True),
    ]
    spear = table(
        someone("seren", (1, 5), weapons=[SPEAR]), someone("orc", (5, 5), "foe", weapons=[DAGGER])
    )
    assert triggers(spear, "seren", (1, 5), (2, 5), (3, 5)) == []


@pytest.mark.parametrize(
    ("size", "target", "attacker", "ally", "flanked"),
    [
        (1, (1, 1), (0, 1), (2, 1), True),
        (1, (1, 1), (0, 1), (2, 0), False),
        (1, (1, 1), (0, 0), (2, 2), True),
        (2, (1, 1), (0, 1), (3, 2), True),
        (2, (1, 1), (0, 1), (1, 3), False),
    ],
)
def test_4_flanking(size, target, attacker, ally, flanked):
    encounter = table(
        someone("seren", attacker),
        someone("kael", ally),
        someone("orc", target, "foe", size=size),
    )
    board = Board.of(encounter, rules())
    assert flanking(board, "seren", "orc").value is flanked
    planned = plan(encounter, "seren", "orc")
    assert ("flanking" in worth(planned)) is flanked
    assert ("6" in planned.odds.summary.split(" vs ")[0]) is flanked


def test_5_the_best_cover_counts_and_an_equal_total_hits():
    seren = someone(
        "seren", (2, 5), weapons=[Weapon("bow", range_feet=100)], sheet={"awareness": 3}
    )
    orc = someone("orc", (8, 5), "foe", sheet={"evasion": 3})
    encounter = table(
        seren,
        orc,
        props={"wall": ((7, 5), (7.4, 6), CoverGrade.MAJOR)},
        elevation={5: [(8, 5)]},
    )
    planned = plan(encounter, "seren", "orc")
    assert worth(planned) == {"cover_major": -5}
    assert planned.odds.summary.startswith("d20 + 5 vs d20 + 8")
    # 13 + 5 = 18 against 10 + 3 + 5 = 18.
    encounter, log = play(encounter, Attack("seren", "orc"), 13, "none", "evasion", 10, 4)
    assert log[-1].headline.startswith("Seren hits Orc")
    assert "18 reaches 18: hit" in log[-1].details


def test_6_one_prowess_die_pays_one_opportunity_attack():
    orc = someone("orc", (4, 5), "foe", sheet={"prowess_dice": 1})
    encounter = fight(someone("seren", (3, 5), sheet={"brawn": 6}), orc)
    # Out, in again (swords of one length: nothing), and out again.
    route = ((3, 5), (2, 5), (3, 5), (2, 5))
    assert triggers(encounter, "seren", *route) == [
        (1, "orc", "leaves", True),
        (3, "orc", "leaves", False),
    ]
    encounter, log = play(encounter, walk("seren", *route), "strike", 1, "evasion", 20)
    assert [line.headline for line in log] == ["Orc misses Seren", "Seren moves 15 ft to C6"]
    assert status(encounter, "orc").spent_dice == 1
    assert status(encounter, "orc").points == 6


def test_7_odds_with_and_without_a_prowess_die():
    assert AddedRoll(5).chance_to_reach(15) == Fraction(55, 100)
    assert AddedRoll(5, 1).chance_to_reach(15) == Fraction(725, 1000)


def test_8_at_least_one_critical_of_two_dice():
    assert sixes(2).at_least(1) == Fraction(11, 36)


def test_8_the_odds_of_an_attack_with_two_prowess_dice():
    encounter = table(
        someone("seren", (1, 1)), someone("orc", (2, 1), "foe", conditions=["unconscious"])
    )
    odds = plan(encounter, "seren", "orc", choices={"dice": "2"}).odds
    # Whoever can't act is hit by any roll.
    assert odds.hit == 1
    assert dict(odds.degrees)["Critical hit"] == pytest.approx(11 / 36)
    assert odds.hits == pytest.approx({0: 25 / 36, 1: 10 / 36, 2: 1 / 36})


def test_the_text_brawn_movement_bonus_is_half_of_brawn_times_five():
    feet = {brawn: Sheet(brawn=brawn).passive_feet for brawn in range(6)}
    assert feet == {0: 10, 1: 12, 2: 15, 3: 17, 4: 20, 5: 22}


@pytest.mark.parametrize(
    ("face", "feet"), [(1, 60), (2, 65), (6, 65), (7, 70), (16, 75), (17, 80), (20, 80)]
)
def test_the_text_a_dash_goes_5_ft_more_for_every_five_points(face, feet):
    # Athletics 3: 4 are no 5 points yet, 23 are four times 5.
    encounter = fight(someone("seren", (1, 1)), someone("orc", (15, 9), "foe"))
    encounter, log = play(encounter, Act("seren", "dash"), face)
    assert log[-1].headline == f"Seren dashes, {feet} ft to walk"
    assert status(encounter, "seren").points == 0


def test_the_text_a_readied_action_comes_when_an_ally_casts_a_spell():
    encounter = fight(
        someone("seren", (1, 1)), someone("kael", (9, 9)), someone("orc", (2, 1), "foe")
    )
    wait = {"action": "attack", "what": "Kael casts a spell"}
    encounter, log = play(encounter, Act("seren", "ready", choices=wait))
    assert log[-1].details == ("Attack, 3 AP when it comes, until the next turn", wait["what"])
    assert status(encounter, "seren").points == 6
    encounter, _ = play(encounter, EndTurn(), 6, 6, 6, 6)
    encounter, _ = play(encounter, Act("kael", "cast"))
    encounter, log = play(encounter, Attack("seren", "orc"), 15, "none", "evasion", 1, 4)
    assert log[-1].headline.startswith("Seren hits Orc")
    assert (status(encounter, "seren").points, status(encounter, "seren").readied) == (3, "")


def test_the_text_a_fireball_is_parried_with_a_shield_only():
    shield = {"shield_proficiency": 2}
    encounter = fight(
        someone("mage", (1, 5), weapons=[FIREBALL]),
        someone("orc", (8, 5), "foe"),
        someone("hob", (8, 6), "foe", sheet=shield),
    )
    fire = AreaAttack("mage", "fireball", "blast", Point(8.5, 5.5), 2.0)
    targets = rules().plan_area(Board.of(encounter, rules()), fire).targets
    ways = {
        target.token: {
            option.key: option.unavailable for choice in target.choices for option in choice.options
        }
        for target in targets
    }
    assert ways["orc"]["parry"] == "only a shield parries an area"
    assert ways["orc"]["shield"] == "needs a shield"
    assert ways["hob"]["parry"] == "only a shield parries an area"
    assert ways["hob"]["shield"] == ""


def test_the_text_the_surprised_have_4_less_on_reflex_against_attacks():
    encounter = fight(
        someone("seren", (1, 1)), someone("orc", (2, 1), "foe", conditions=["surprised"])
    )
    assert worth(plan(encounter, "seren", "orc")) == {"surprised": 4}
    # 10 + 4 against 13 + 3 - 4 hits, and against 14 + 3 - 4 it does too; 15 + 3 - 4 is equal.
    for face, hits in ((15, True), (16, False)):
        script = (10, "none", "evasion", face, *((4,) if hits else ()))
        _, log = play(encounter, Attack("seren", "orc"), *script)
        assert log[-1].headline.startswith("Seren hits Orc" if hits else "Seren misses Orc")


def test_the_text_hit_bonus_is_ability_and_proficiency():
    encounter = table(someone("seren", (1, 1), sheet={"brawn": 4}), someone("orc", (2, 1), "foe"))
    assert plan(encounter, "seren", "orc").weapon_line == "hit +6, 1d8 + 4 damage"


def test_the_text_an_attack_costs_three_points():
    encounter = fight(someone("seren", (1, 1)), someone("orc", (2, 1), "foe"))
    encounter, _ = play(encounter, Attack("seren", "orc"), 1, "none", "evasion", 20)
    assert status(encounter, "seren").points == 3


def test_the_text_opening_a_door_for_two_and_pushing_a_crate_for_four():
    encounter = fight(someone("seren", (1, 1)), someone("orc", (9, 9), "foe"))
    door = Act("seren", "interact", choices={"points": "2", "what": "Opens a door"})
    encounter, _ = play(encounter, door)
    assert status(encounter, "seren").points == 4
    encounter, _ = play(encounter, Act("seren", "interact", choices={"points": "4"}))
    assert status(encounter, "seren").points == 0


def test_the_text_armor_pierce_ignores_half_rounded_down():
    encounter = table(someone("seren", (1, 1)), someone("orc", (2, 1), "foe", sheet={"armor": 5}))
    full = plan(encounter, "seren", "orc").odds
    pierced = plan(encounter, "seren", "orc", choices={"kind": "armor_pierce"})
    # 1d8 + 2 less 5, and less 3 where 2 of 5 are ignored.
    assert max(full.damage) == 5
    assert max(pierced.odds.damage) == 7
    assert worth(pierced) == {"armor_pierce": -4}

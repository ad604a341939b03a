"""Knockback, knockdown, drag, and being forced into things."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shadow_boards import (
    KNIFE,
    SWORD,
    fight,
    plan,
    play,
    rules,
    someone,
    status,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Act, Attack, Move
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.shadowrealms.readings import DragRule, ForcedMovement, KnockbackRule
from battlemap.systems.shadowrealms.sheet import Sheet, WeaponDetails
from battlemap.tactics.board import Board
from battlemap.tactics.movement import path_along
from battlemap.tactics.threat import threatened

HAMMER = Weapon("hammer", details=WeaponDetails(knockback=2))
FLAIL = Weapon("flail", details=WeaponDetails(knockdown=True))
HIT = (12, 1, 1, 1, 6, 10, 1)
TWICE = (12, 12, 1, 1, 6, 6, 10, 1, 1)


def melee(weapon=HAMMER, *others, **parts):
    return fight(
        someone("seren", (5, 5), facing=90, weapons=[weapon]),
        someone("orc", (6, 5), "foe", facing=270),
        *others,
        **parts,
    )


def test_a_blow_that_harms_knocks_straight_back():
    after, log = play(melee(), Attack("seren", "orc"), *HIT)
    assert after.tokens["orc"].at == Cell(8, 5)
    assert log[-1].headline == "Orc is knocked back 2 areas"
    missed, log = play(melee(), Attack("seren", "orc"), 1, 1, 1, 1)
    assert missed.tokens["orc"].at == Cell(6, 5)
    soft, _ = play(melee(), Attack("seren", "orc"), 12, 1, 1, 1, 1)
    assert soft.tokens["orc"].at == Cell(6, 5)


def test_by_option_successes_say_how_far():
    system = rules(knockback=KnockbackRule.SUCCESSES)
    one, _ = play(melee(), Attack("seren", "orc"), *HIT, system=system)
    assert one.tokens["orc"].at == Cell(7, 5)
    two, _ = play(melee(), Attack("seren", "orc"), *TWICE, system=system)
    assert two.tokens["orc"].at == Cell(8, 5)


def test_an_obstacle_ends_the_flight_and_may_hurt():
    encounter = melee(walls=[((8, 0), (8, 15))])
    hurt, log = play(encounter, Attack("seren", "orc"), *HIT, "harm")
    assert hurt.tokens["orc"].at == Cell(7, 5)
    assert status(hurt, "orc").damage == 2
    assert log[-1].details[-1] == "1 box, track 2 of 16"
    spared, _ = play(encounter, Attack("seren", "orc"), *HIT, "none")
    assert status(spared, "orc").damage == 1
    hard, _ = play(encounter, Attack("seren", "orc"), *HIT, "harm", system=rules(push_boxes=3))
    assert status(hard, "orc").damage == 4


def test_so_does_another_combatant():
    encounter = melee(HAMMER, someone("hob", (7, 5), "foe"))
    after, log = play(encounter, Attack("seren", "orc"), *HIT, "harm")
    assert after.tokens["orc"].at == Cell(6, 5)
    assert "Orc is forced into an obstacle (Hob)" in log[-1].details
    assert status(after, "orc").damage == 3


def test_knockback_into_hazards_and_over_edges():
    fire = melee(terrain={Terrain.HAZARDOUS: [(7, 5)]})
    burned, _ = play(fire, Attack("seren", "orc"), *HIT, "harm")
    assert status(burned, "orc").damage == 2
    ledge = {20: [(q, r) for q in range(8) for r in range(15)]}
    fallen, log = play(melee(elevation=ledge), Attack("seren", "orc"), *HIT)
    assert fallen.tokens["orc"].at == Cell(8, 5)
    assert status(fallen, "orc").damage == 3
    assert "Orc falls 20 ft" in log[-1].details


@pytest.mark.parametrize(("feet", "boxes"), [(5, 1), (10, 2), (20, 3)])
def test_an_edge_of_ten_feet_is_a_fall(feet, boxes):
    ledge = {feet: [(q, r) for q in range(8) for r in range(15)]}
    fallen, _ = play(melee(elevation=ledge), Attack("seren", "orc"), *HIT)
    assert status(fallen, "orc").damage == boxes


def test_being_knocked_back_provokes_only_by_option():
    kael = someone("kael", (6, 4), facing=180)
    quiet, _ = play(melee(HAMMER, kael), Attack("seren", "orc"), *HIT)
    assert status(quiet, "kael").reaction == 1
    loud, _ = play(
        melee(HAMMER, kael),
        Attack("seren", "orc"),
        *HIT,
        "let_go",
        *("strike", 1, 1, 1, 1),
        system=rules(forced_movement=ForcedMovement.PROVOKES),
    )
    assert status(loud, "kael").reaction == 0


@pytest.mark.parametrize(("push", "hits"), [(2, False), (0, True)])
def test_whoever_is_knocked_out_of_reach_before_the_attack_loses_it(push, hits):
    """A spear answers the sword and throws its wielder back: there is nothing to strike at."""
    spear = Weapon("spear", 10, reach=True, details=WeaponDetails(knockback=push))
    encounter = fight(
        someone("seren", (5, 5), facing=90),
        someone("orc", (6, 5), "foe", facing=270, weapons=[spear]),
    )
    after, log = play(encounter, Attack("seren", "orc"), "strike", *HIT, *(HIT if hits else ()))
    assert after.tokens["seren"].at == (Cell(5, 5) if hits else Cell(3, 5))
    assert (status(after, "seren").actions, status(after, "seren").strikes) == (2, 1)
    assert status(after, "orc").damage == hits
    if not hits:
        assert log[-1].headline == "Seren loses the attack"
        assert log[-1].details == ("15 ft away, reach 5 ft.",)


def test_a_mover_that_is_knocked_off_its_way_stops():
    encounter = fight(
        someone("seren", (5, 5), facing=180),
        someone("orc", (5, 6), "foe", facing=0, weapons=[HAMMER]),
    )
    path = tuple(Cell(q, 5) for q in range(5, 10))
    after, log = play(encounter, Move("seren", path), "strike", *HIT)
    assert after.tokens["seren"].at == Cell(5, 3)
    assert log[-1].headline == "Seren is thrown off its way at F4"


def test_knockdown():
    after, log = play(melee(FLAIL), Attack("seren", "orc"), *HIT)
    assert after.tokens["orc"].has("prone")
    assert "Orc is knocked down" in log[0].details
    assert not play(melee(FLAIL), Attack("seren", "orc"), 1, 1, 1, 1)[0].tokens["orc"].has("prone")


def held(**parts):
    encounter = melee(SWORD, **parts)
    encounter = with_conditions(encounter, "orc", "grappled")
    encounter = with_status(encounter, "orc", grappled_by="seren", cover_by=("crate",))
    return with_status(encounter, "seren", grappling="orc")


def test_a_grappler_repositions_whom_it_holds():
    after, log = play(held(), Act("seren", "drag"), 12, 1, 1, 1, "to:5,4")
    assert after.tokens["orc"].at == Cell(5, 4)
    assert after.tokens["orc"].has("grappled")
    assert (status(after, "seren").grappling, status(after, "orc").cover_by) == ("orc", ())
    assert status(after, "seren").actions == 2
    assert log[-1].headline == "Seren drags Orc"


def test_a_grappler_backs_off_and_pulls():
    after, _ = play(held(), Act("seren", "drag"), 12, 12, 12, 1, "back:4,5")
    assert (after.tokens["seren"].at, after.tokens["orc"].at) == (Cell(4, 5), Cell(5, 5))
    assert status(after, "seren").moved
    far, _ = play(
        held(),
        Act("seren", "drag"),
        *(12, 12, 1, 1),
        *("back:4,5", "back:3,5"),
        system=rules(drag=DragRule.SUCCESSES),
    )
    assert (far.tokens["seren"].at, far.tokens["orc"].at) == (Cell(3, 5), Cell(4, 5))
    near, _ = play(
        held(),
        Act("seren", "drag"),
        *(12, 12, 1, 1),
        *("back:4,5", "stop"),
        system=rules(drag=DragRule.SUCCESSES),
    )
    assert near.tokens["seren"].at == Cell(4, 5)


def test_a_grappler_that_backs_into_fire_burns():
    encounter = held(terrain={Terrain.HAZARDOUS: [(4, 5)]})
    drag = (Act("seren", "drag"), 12, 1, 1, 1, "back:4,5", "harm")
    after, log = play(encounter, *drag)
    assert status(after, "seren").damage == 1
    assert after.tokens["orc"].at == Cell(5, 5)
    assert "Seren enters hazardous ground at E6" in log[-1].details
    # Whoever dies of it pulls nobody along.
    dying = with_status(encounter, "seren", damage=31, endured=31)
    strong = replace(dying.tokens["seren"], sheet=Sheet(might=5))
    dead, _ = play(dying.with_token(strong), Act("seren", "drag"), 12, "back:4,5", "harm")
    assert dead.tokens["seren"].has("dead")
    assert (dead.tokens["seren"].at, dead.tokens["orc"].at) == (Cell(4, 5), Cell(6, 5))
    assert not dead.tokens["orc"].has("grappled")


def test_drags_that_come_to_nothing():
    failed, log = play(held(), Act("seren", "drag"), 11, 1, 1, 1)
    assert log[0].headline == "Seren fails to drag Orc"
    assert failed.tokens["orc"].at == Cell(6, 5)
    with pytest.raises(IllegalIntentError, match="holds nobody"):
        play(melee(), Act("seren", "drag"))
    boxed = held(walls=[((5, 5), (7, 5)), ((5, 6), (7, 6)), ((5, 5), (5, 6)), ((7, 5), (7, 6))])
    _, log = play(boxed, Act("seren", "drag"), 12, 1, 1, 1)
    assert log[0].details[-1] == "No room"


def test_who_grapples_another_lets_the_first_go():
    encounter = held()
    encounter = encounter.with_token(someone("hob", (4, 5), "foe"))
    after, _ = play(encounter, Act("seren", "grapple", "hob"), 12, 1, 1, 1)
    assert status(after, "seren").grappling == "hob"
    assert not after.tokens["orc"].has("grappled")
    assert status(after, "orc").grappled_by == ""


def test_a_large_weapon_is_useless_to_a_grappler_too():
    maul = Weapon("maul", details=WeaponDetails(large=True))
    encounter = held()
    seren = replace(encounter.tokens["seren"], weapons=(maul,))
    with pytest.raises(IllegalIntentError, match="too large to use in a grapple"):
        play(encounter.with_token(seren), Attack("seren", "orc"))


@pytest.mark.parametrize("reach", [True, False])
def test_a_large_weapon_in_a_grapple_strikes_at_nobody_who_passes_or_attacks(reach):
    """What the map shows before a move or attack is what happens."""
    halberd = Weapon("halberd", 10, reach=reach, details=WeaponDetails(large=True))
    encounter = fight(
        someone("seren", (5, 5), facing=90),
        someone("orc", (6, 5), "foe", facing=270, weapons=[halberd]),
        someone("kael", (7, 5)),
    )
    board = Board.of(encounter, rules())
    seren, away = encounter.tokens["seren"], tuple(Cell(q, 5) for q in (5, 4, 3, 2))
    path, _ = path_along(board, "seren", rules().mover(encounter, seren), away)
    assert any(t.fires for t in rules().move_triggers(board, seren, path))
    assert bool(plan(encounter, "seren", "orc").triggers) is reach
    held_fast = with_conditions(encounter, "orc", "grappled")
    held_fast = with_status(held_fast, "orc", grappled_by="kael")
    held_fast = with_status(held_fast, "kael", grappling="orc")
    board = Board.of(held_fast, rules())
    assert rules().move_triggers(board, held_fast.tokens["seren"], path) == ()
    assert threatened(board, "orc") == {}
    after, _ = play(held_fast, Move("seren", away))
    assert after.tokens["seren"].at == away[-1]
    assert plan(held_fast, "seren", "orc").triggers == ()
    play(held_fast, Attack("seren", "orc"), 1, 1, 1, 1)
    assert plan(held_fast, "orc", "kael").illegal == "Halberd is too large to use in a grapple."
    # The knife beside it serves.
    both = replace(held_fast.tokens["orc"], weapons=(halberd, KNIFE))
    play(held_fast.with_token(both), Move("seren", away), "let_go")


def test_nobody_is_asked_for_a_strike_without_dice():
    """Nine boxes cost two dice of two: no question is put, and the trigger is hollow."""
    encounter = fight(
        someone("seren", (5, 5)),
        someone("orc", (6, 5), "foe", facing=270, sheet={"might": 2}, status={"damage": 9}),
    )
    away = Move("seren", (Cell(5, 5), Cell(4, 5), Cell(3, 5)))
    after, _ = play(encounter, away)
    assert after.tokens["seren"].at == Cell(3, 5)
    assert status(after, "orc").reaction == 1
    assert not rules().may_react(encounter.tokens["orc"])
    fresh = with_status(encounter, "orc", damage=0)
    assert rules().may_react(fresh.tokens["orc"])
    asked, _ = play(fresh, away, "let_go")
    assert asked.tokens["seren"].at == Cell(3, 5)


def test_a_spear_without_dice_answers_no_sword():
    spear = Weapon("spear", 10, reach=True)
    weak = someone("orc", (6, 5), "foe", 270, weapons=[spear], sheet={"might": 1})
    encounter = fight(someone("seren", (5, 5), facing=90), weak)
    assert plan(encounter, "seren", "orc").triggers[0].fires
    spent = with_status(encounter, "orc", damage=5)
    [trigger] = plan(spent, "seren", "orc").triggers
    assert not trigger.fires
    assert trigger.reason.endswith("Orc has no dice to roll")
    after, _ = play(spent, Attack("seren", "orc"), 1, 1, 1, 1)
    assert status(after, "orc").reaction == 1


def test_a_crate_in_the_way_that_blocks_nobody_is_flown_over():
    encounter = melee(props={"mat": ((7, 5), (8, 6), CoverGrade.MINOR)})
    after, _ = play(encounter, Attack("seren", "orc"), *HIT)
    assert after.tokens["orc"].at == Cell(8, 5)

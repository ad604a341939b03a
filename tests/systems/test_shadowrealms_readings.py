"""Each reading of what the rules page settles, told apart from the others."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from shadow_boards import (
    BOW,
    SPEAR,
    SWORD,
    fight,
    levels,
    plan,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.angle import Arc
from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import GridKind
from battlemap.model.intent import Act, Attack, EndTurn, Move, Turn
from battlemap.model.obstacle import CoverGrade, Door
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.systems.shadowrealms.breaking import aim_smash
from battlemap.systems.shadowrealms.readings import (
    ArcBorder,
    ChargingPast,
    CollapseCount,
    DurabilitySplit,
    ExtraCosts,
    Facings,
    FirstPool,
    MovingTarget,
    OffHandArm,
    OppositeLevels,
    PoolDie,
    SkippedGlancing,
    StaminaTrack,
    TakeCoverLasts,
    TightReach,
    TightSpace,
    TotalRule,
)
from battlemap.systems.shadowrealms.sheet import Protection, Sheet, WeaponDetails
from battlemap.tactics.arcs import arc_toward
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import ArcCells, CrossingRule
from battlemap.tactics.movement import path_along


def row(first, last, r=5):
    return tuple(Cell(q, r) for q in range(first, last + 1))


# Charging past ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "end", "found"),
    [
        (ChargingPast.USES, 9, (3, "charges past")),
        (ChargingPast.USES, 6, (3, "charges past")),
        (ChargingPast.USES, 5, None),
        (ChargingPast.ENDS_BEYOND, 9, (3, "charges past")),
        (ChargingPast.ENDS_BEYOND, 6, None),
        (ChargingPast.AS_WALKING, 9, (6, "leaves")),
        (ChargingPast.AS_WALKING, 6, None),
    ],
)
def test_which_charges_go_past(reading, end, found):
    system = rules(charging_past=reading, opportunity=CrossingRule.LEAVING)
    encounter = fight(someone("seren", (2, 5)), someone("hob", (6, 4), "foe", facing=180))
    board = Board.of(encounter, system)
    seren = encounter.tokens["seren"]
    path, _ = path_along(board, "seren", system.mover(encounter, seren), row(2, end))
    first = next((t for t in system.move_triggers(board, seren, path, "charge") if t.fires), None)
    assert (first and (first.step, first.deed)) == found


def test_a_charge_that_ends_in_reach_is_struck_by_one_reading_only():
    foe = someone("hob", (6, 4), "foe", facing=180, weapons=[SWORD])
    encounter = fight(someone("seren", (2, 5)), foe)
    charge = Move("seren", row(2, 6), "charge")
    asked, _ = play(encounter, charge, "let_go")
    assert asked.tokens["seren"].at == Cell(6, 5)
    system = rules(charging_past=ChargingPast.ENDS_BEYOND, opportunity=CrossingRule.LEAVING)
    after, log = play(encounter, charge, system=system)
    assert after.tokens["seren"].at == Cell(6, 5)
    assert "nothing triggered" in log[0].details[0]


# Moving targets --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "moving", "later"),
    [
        (MovingTarget.LAST_TURN, {}, {"moving_target": -1}),
        (MovingTarget.OWN_TURN, {"moving_target": -1}, {}),
        (MovingTarget.DECLARED, {}, {}),
    ],
)
def test_who_is_a_moving_target(reading, moving, later):
    system = rules(moving_target=reading)
    orc = someone("orc", (2, 5), "foe", facing=90)
    archer = someone("seren", (9, 5), facing=270, weapons=[BOW])
    encounter, _ = play(fight(orc, archer), Move("orc", row(2, 3)), system=system)
    assert levels(plan(encounter, "seren", "orc", system)) == moving
    encounter, _ = play(encounter, EndTurn(), system=system)
    assert levels(plan(encounter, "seren", "orc", system)) == later
    declared = with_conditions(encounter, "orc", "moving")
    assert levels(plan(declared, "seren", "orc", system)) == {"moving_target": -1}


# Tight space -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", list(GridKind))
@pytest.mark.parametrize(
    ("reading", "counts"),
    [
        (TightSpace.ATTACKER, (False, True, False)),
        (TightSpace.EITHER, (True, True, False)),
        (TightSpace.ONE_SIDE, (False, True, True)),
    ],
)
def test_whose_sides_make_a_tight_space(reading, counts, kind):
    system = rules(tight_space=reading)

    def sides(of, which):
        grid = table(kind=kind).map.grid.grid
        turns = {0: (), 1: (-1,), 2: (-1, 1)}[which]
        if kind is GridKind.SQUARE:
            steps = [grid.directions[(2 + 2 * turn) % 8] for turn in turns]
        else:
            at = grid.directions.index(Cell(6, 5).minus(Cell(5, 5)))
            steps = [grid.directions[(at + n * turn) % 6] for turn in turns for n in (1, 2)]
        return [Cell(*of).plus(step) for step in steps]

    found = []
    for cells in (sides((6, 5), 2), sides((5, 5), 2), sides((5, 5), 1)):
        encounter = table(
            someone("seren", (5, 5)),
            someone("orc", (6, 5), "foe", facing=270),
            kind=kind,
            terrain={Terrain.IMPASSABLE: cells},
        )
        found.append("tight_space" in levels(plan(encounter, "seren", "orc", system)))
    assert tuple(found) == counts


@pytest.mark.parametrize(
    ("reading", "weapon", "found"),
    [
        (TightReach.REPLACES, SPEAR, -2),
        (TightReach.ADDS_UP, SPEAR, -3),
        (TightReach.REPLACES, SWORD, -1),
        (TightReach.ADDS_UP, SWORD, -1),
    ],
)
def test_a_reach_weapon_in_a_tight_space(reading, weapon, found):
    encounter = table(
        someone("seren", (5, 5), facing=90, weapons=[weapon]),
        someone("orc", (6, 5), "foe", facing=270),
        walls=[((0, 5), (20, 5)), ((0, 6), (20, 6))],
    )
    planned = plan(encounter, "seren", "orc", rules(tight_reach=reading))
    assert levels(planned) == {"tight_space": found}


# Opposite levels -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "net"),
    [
        (OppositeLevels.CANCEL, "Advantage, 1 level"),
        (OppositeLevels.BOTH, "Advantage 2 and Disadvantage 1"),
        (OppositeLevels.EVEN, "Even"),
    ],
)
def test_what_opposite_levels_come_to(reading, net):
    system = rules(opposite_levels=reading)
    encounter = fight(someone("seren", (5, 5), facing=90), someone("orc", (6, 5), "foe"))
    encounter = with_conditions(with_status(encounter, "seren", strikes=1), "orc", "prone")
    encounter = encounter.with_token(
        someone("orc", (6, 5), "foe", facing=270, conditions=["prone"])
    )
    assert plan(encounter, "seren", "orc", system).net == net
    # Might 4 against 16 - 4: two dice fail and two succeed; what is rolled again comes to 20.
    again, hits, shown = {
        OppositeLevels.CANCEL: (1, 3, "1→20 2 15 12"),
        OppositeLevels.BOTH: (3, 4, "1→20 2→20 15→20 12"),
        OppositeLevels.EVEN: (0, 2, "1 2 15 12"),
    }[reading]
    script = [(1, 2, 15, 12), *([(20,) * again] if again else []), (1,) * hits]
    _, log = play(encounter, Attack("seren", "orc"), *script, system=system)
    assert any(shown in line for line in log[0].details), log[0].details


def test_totals_are_no_matter_of_opposite_levels():
    for reading in OppositeLevels:
        for total, net in ((TotalRule.STAYS, "Total Advantage"), (TotalRule.CANCELS, "Even")):
            encounter = with_status(table(someone("seren", (5, 5), facing=90)), "seren", strikes=1)
            encounter = with_status(encounter, "seren", strikes=1, limit_break="ready")
            encounter = encounter.with_token(someone("orc", (6, 5), "foe", facing=270))
            system = rules(opposite_levels=reading, total=total)
            assert plan(encounter, "seren", "orc", system).net == net


# Glancing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "fatigue"), [(SkippedGlancing.NEVER, 0), (SkippedGlancing.WHOLE_POOL, 4)]
)
def test_a_blow_without_an_attack_roll_may_glance(reading, fatigue):
    sheet = Sheet(toughness=6, protection=Protection(slashing=5))
    encounter = table(
        someone("seren", (5, 5), facing=90),
        someone("orc", (6, 5), "foe", facing=270, sheet=sheet, conditions=["helpless"]),
    )
    system = rules(skipped_glancing=reading)
    odds = plan(encounter, "seren", "orc", system).odds
    # Four dice against 11: none succeeds, and one shows 6 to 10 at least.
    expected = (10**4 - 5**4) / 20**4 if fatigue else 0.0
    assert odds.glancing == pytest.approx(expected, abs=1e-12)
    after, _ = play(encounter, Attack("seren", "orc"), 10, 1, 1, 1, system=system)
    assert status(after, "orc").fatigue == fatigue
    after, _ = play(encounter, Attack("seren", "orc"), 5, 5, 5, 5, system=system)
    assert status(after, "orc").fatigue == 0


# Turns -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "left"), [(FirstPool.FULL, 1), (FirstPool.NO_REACTION, 0)])
def test_what_everybody_has_before_the_first_turn(reading, left):
    system = rules(first_pool=reading)
    encounter = fight(
        someone("seren", (2, 5)), someone("orc", (12, 5), "foe"), system=system, faces=[12, 11]
    )
    for key in ("seren", "orc"):
        assert status(encounter, key).reaction == left
        assert status(encounter, key).actions == 3
    after, _ = play(encounter, EndTurn(), 5, system=system)
    assert status(after, "seren").reaction == 1
    assert status(after, "orc").reaction == left


# Facing and arcs -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "now", "wish", "then"),
    [
        (Facings.EIGHT, 0, 45, 45),
        (Facings.EIGHT, 0, 300, 315),
        (Facings.FOUR, 0, 45, 90),
        (Facings.FOUR, 0, 315, 270),
        (Facings.FOUR, 90, 45, 0),
        (Facings.FOUR, 180, 225, 270),
        (Facings.FOUR, 0, 100, 90),
        (Facings.FOUR, 45, 180, 180),
    ],
)
def test_which_ways_a_token_can_face(reading, now, wish, then):
    encounter = table(someone("seren", (5, 5), facing=now))
    after, _ = play(encounter, Turn("seren", wish), system=rules(facings=reading))
    assert after.tokens["seren"].facing == then


def test_hexes_have_six_facings_whatever_the_option():
    encounter = table(someone("seren", (5, 5), facing=90), kind=GridKind.HEX_POINTY)
    after, _ = play(encounter, Turn("seren", 150), system=rules(facings=Facings.FOUR))
    assert after.tokens["seren"].facing == 150


@pytest.mark.parametrize(
    ("reading", "found"), [(ArcBorder.DEFENDER, {}), (ArcBorder.ATTACKER, {"rear": 2})]
)
def test_which_arc_a_border_belongs_to(reading, found):
    # On hexes that face north, the bearing of the axial cell (1, 1) is exactly 150 degrees.
    encounter = table(
        someone("orc", (5, 5), "foe", facing=0),
        someone("seren", (6, 6), facing=0, weapons=[SPEAR]),
        kind=GridKind.HEX_FLAT,
    )
    system = rules(arc_border=reading)
    assert arc_toward(Board.of(encounter, system), "orc", "seren").bearing == pytest.approx(150)
    archer = encounter.with_token(someone("seren", (6, 6), facing=0, weapons=[BOW]))
    assert levels(plan(archer, "seren", "orc", system)) == found


# Ground ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "cost"), [(ExtraCosts.ADD, 300), (ExtraCosts.MULTIPLY, 400)])
def test_what_a_difficult_climb_costs(reading, cost):
    both = Terrain.DIFFICULT | Terrain.CLIMB
    encounter = table(someone("seren", (2, 5)), terrain={both: [(3, 5)]})
    system = rules(extra_costs=reading)
    board = Board.of(encounter, system)
    how = system.mover(encounter, encounter.tokens["seren"])
    assert path_along(board, "seren", how, row(2, 3))[0].cost == cost


# Cover -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grade", "system", "found"),
    [
        (CoverGrade.MINOR, rules(), {"cover": -1}),
        (CoverGrade.MAJOR, rules(), {"cover": -2}),
        (CoverGrade.MINOR, rules(minor_cover_levels=2), {"cover": -2}),
        (CoverGrade.MAJOR, rules(major_cover_levels=3), {"cover": -3}),
        (CoverGrade.MINOR, rules(minor_cover_levels=0), {}),
    ],
)
def test_levels_for_cover(grade, system, found):
    encounter = table(
        someone("seren", (2, 5), facing=90, weapons=[BOW]),
        someone("orc", (8, 5), "foe", facing=270),
        props={"wall": ((6, 4), (7, 7), grade)},
    )
    assert levels(plan(encounter, "seren", "orc", system)) == found


# Stamina ---------------------------------------------------------------------------------------


def test_fatigue_and_stamina_apart():
    system = rules(stamina_track=StaminaTrack.TWO)
    seren = someone("seren", (5, 5), conditions=["bleeding"], sheet={"toughness": 20})
    encounter = fight(seren, someone("orc", (12, 5), "foe"), faces=[14, 1], system=system)
    encounter = with_status(encounter, "seren", strenuous=True, fatigue=5, stamina_lost=7)
    encounter, _ = play(encounter, EndTurn(), 20, system=system)
    # The round ends: a d20 can't exceed 20.
    encounter, log = play(encounter, EndTurn(), 1, 3, system=system)
    assert any(line.headline == "Seren bleeds, 1 stamina lost" for line in log)
    assert (status(encounter, "seren").stamina_lost, status(encounter, "seren").fatigue) == (8, 5)
    assert status(encounter, "seren").endured == 0
    healed, _ = play(encounter, Act("seren", "second_wind"), system=system)
    assert (status(healed, "seren").stamina_lost, status(healed, "seren").fatigue) == (0, 5)
    one, _ = play(encounter, Act("seren", "second_wind"))
    assert (status(one, "seren").stamina_lost, status(one, "seren").fatigue) == (8, 0)


def test_bleeding_goes_on_to_boxes_when_the_stamina_is_gone():
    system = rules(stamina_track=StaminaTrack.TWO)
    seren = someone("seren", (5, 5), conditions=["bleeding"], sheet={"toughness": 20})
    encounter = fight(seren, someone("orc", (12, 5), "foe"), faces=[14, 1], system=system)
    encounter = with_status(encounter, "seren", strenuous=True, stamina_lost=16)
    encounter, _ = play(encounter, EndTurn(), 1, system=system)
    encounter, _ = play(encounter, EndTurn(), 1, 3, system=system)
    assert (status(encounter, "seren").stamina_lost, status(encounter, "seren").damage) == (16, 1)


# Objects ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "target"),
    [
        # A wooden table: Durability 8; penetration 3 comes off what is Protection.
        (DurabilitySplit.TOUGHNESS, 8),
        (DurabilitySplit.HALF, 5),
        (DurabilitySplit.PROTECTION, 5),
    ],
)
def test_how_much_of_a_durability_is_protection(reading, target):
    pick = Weapon("pick", details=WeaponDetails(penetration=3))
    encounter = table(
        someone("seren", (5, 5), facing=90, weapons=[pick]),
        props={"table": ((6, 5), (7, 6), CoverGrade.MINOR)},
    )
    system = rules(durability_split=reading)
    seren, thing = encounter.tokens["seren"], encounter.map.obstacles["table"]
    assert aim_smash(system, seren, pick, thing).funnel.target == target
    assert aim_smash(system, seren, pick, thing, protection=2).funnel.target == 6


@pytest.mark.parametrize(
    ("reading", "successes", "asked"),
    [
        (CollapseCount.ROLLED, 2, False),
        (CollapseCount.ROLLED, 4, True),
        (CollapseCount.DOUBLED, 2, True),
        (CollapseCount.DOUBLED, 1, False),
    ],
)
def test_which_siege_successes_bring_a_part_down(reading, successes, asked):
    ram = Weapon("ram", details=WeaponDetails(siege=True))
    encounter = table(
        someone("seren", (5, 5), facing=90, weapons=[ram]),
        walls=[((6, 0), (6, 15))],
    )
    wall = replace(encounter.map.obstacles["w0"], durability=10, break_threshold=40)
    walled = replace(encounter.map, obstacles={"w0": wall})
    act = Act("seren", "break", choices={"obstacle": "w0", "structural": "no"})
    faces = [20] * successes + [1] * (4 - successes)
    script = (*faces, "none") if asked else faces
    play(replace(encounter, map=walled), act, *script, system=rules(collapse=reading))


# The die of the pools ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "reaching"),
    [
        (PoolDie.D20, 9 / 20),
        (PoolDie.D12, 1 / 12),
        (PoolDie.D10, 0),
        (PoolDie.D8, 0),
        (PoolDie.D6, 0),
    ],
)
def test_which_die_the_pools_are_made_of(die, reaching):
    encounter = table(
        someone("seren", (5, 5), sheet={"might": 1, "fighting": 4}),
        someone("orc", (6, 5), "foe", facing=270, sheet={"defense_rating": 16}),
    )
    odds = plan(encounter, "seren", "orc", rules(pool_die=die)).odds
    assert odds.hit == pytest.approx(reaching, abs=1e-12)


# Taking cover ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grade", "raised", "found"),
    [
        (CoverGrade.MINOR, 0, {"cover": -1}),
        (CoverGrade.MINOR, 1, {"cover": -2}),
        (CoverGrade.MINOR, 2, None),
        (CoverGrade.MAJOR, 0, {"cover": -2}),
        (CoverGrade.MAJOR, 1, None),
        (CoverGrade.MAJOR, 3, None),
    ],
)
def test_by_how_many_grades_take_cover_raises(grade, raised, found):
    """None: raised to total, the target can't be attacked."""
    system = rules(take_cover_grades=raised)
    encounter = table(
        someone("seren", (2, 5), facing=90, weapons=[BOW]),
        someone("orc", (7, 5), "foe", facing=270),
        props={"wall": ((6, 4), (7, 7), grade)},
    )
    covered, log = play(encounter, Act("orc", "take_cover"), system=system)
    words = "counts" if not raised else f"counts {raised} grade{'s' * (raised > 1)} more"
    assert log[0].details == (f"The cover of wall {words} until it moves",)
    planned = plan(covered, "seren", "orc", system)
    assert ("total cover" in planned.illegal) is (found is None)
    if found is not None:
        assert levels(planned) == found
        assert levels(plan(encounter, "seren", "orc", system)) == {"cover": -int(grade)}


@pytest.mark.parametrize(
    ("reading", "kept"), [(TakeCoverLasts.UNTIL_MOVED, True), (TakeCoverLasts.UNTIL_TURN, False)]
)
def test_how_long_take_cover_lasts(reading, kept):
    system = rules(take_cover_lasts=reading)
    wall = {"wall": ((6, 4), (7, 7), CoverGrade.MINOR)}
    encounter = fight(
        someone("orc", (7, 5), "foe", facing=270),
        someone("seren", (2, 5), facing=90, weapons=[BOW]),
        props=wall,
        system=system,
    )
    encounter, _ = play(encounter, Act("orc", "take_cover"), system=system)
    [effect] = system.effects(encounter, encounter.tokens["orc"])
    assert ("next turn" in effect.detail) is not kept
    assert status(encounter, "orc").cover_by == ("wall",)
    encounter, _ = play(encounter, EndTurn(), system=system)
    # It is Seren's turn: the orc is in cover in either reading.
    assert levels(plan(encounter, "seren", "orc", system)) == {"cover": -2}
    encounter, _ = play(encounter, EndTurn(), system=system)
    assert encounter.turn_order.active == "orc"
    assert bool(status(encounter, "orc").cover_by) is kept
    walked, _ = play(encounter, Move("orc", row(7, 8)), system=system)
    assert not status(walked, "orc").cover_by


# Hands, eyes, and large attackers --------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "face", "lost"),
    [
        (OffHandArm.LEFT, 14, ("sword",)),
        (OffHandArm.LEFT, 17, ("knife",)),
        (OffHandArm.RIGHT, 14, ("knife",)),
        (OffHandArm.RIGHT, 17, ("sword",)),
    ],
)
def test_which_arm_holds_the_off_hand_weapon(reading, face, lost):
    """A total of 24 severs a hand: 14 is the right arm, 17 the left one."""
    system = rules(off_hand_arm=reading)
    knife = Weapon("knife", details=WeaponDetails(off_hand=True))
    encounter = fight(
        someone("seren", (5, 5), facing=90, sheet={"might": 8}),
        someone("orc", (6, 5), "foe", facing=270, weapons=[SWORD, knife]),
        system=system,
    )
    dice = (*(12,) * 4, *(1,) * 4, *(6,) * 4)
    encounter, _ = play(encounter, Attack("seren", "orc"), *dice, face, 6, 6, 6, 6, system=system)
    assert status(encounter, "orc").dropped == lost


@pytest.mark.parametrize(("feet", "found"), [(0, False), (10, False), (20, True), (30, True)])
def test_how_far_a_look_around_finds_doors(feet, found):
    system = rules(search_feet=feet)
    encounter = table(someone("seren", (5, 5)))
    door = Door("far", Point(9.0, 5.0), Point(9.0, 6.0), is_secret=True)
    there = replace(encounter.map, obstacles=MappingProxyType({"far": door}))
    encounter = replace(encounter, map=there)
    after, _ = play(encounter, Act("seren", "look_around"), 20, 20, system=system)
    assert after.map.obstacles["far"].is_secret is not found


@pytest.mark.parametrize(
    ("reading", "arc", "found"),
    [
        # The ogre's cells lie at the orc's front, side and rear; the nearest is at the side.
        (ArcCells.NEAREST, Arc.SIDE, {}),
        (ArcCells.BEST_FOR_TARGET, Arc.FRONT, {}),
        (ArcCells.BEST_FOR_ATTACKER, Arc.REAR, {"rear": 2}),
    ],
)
def test_which_cell_of_a_large_attacker_decides(reading, arc, found):
    system = rules(arc_cells=reading)
    encounter = table(
        someone("orc", (5, 5), "foe", facing=45),
        someone("ogre", (6, 6), size=3, weapons=[SPEAR]),
    )
    fact = arc_toward(Board.of(encounter, system), "orc", "ogre")
    assert fact.arc is arc
    archer = encounter.with_token(someone("ogre", (6, 6), size=3, weapons=[BOW]))
    assert levels(plan(archer, "ogre", "orc", system)) == found

"""Each reading of what the rules page settles, told apart from the others."""

from __future__ import annotations

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

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.intent import Attack, EndTurn, Move
from battlemap.model.terrain import Terrain
from battlemap.systems.shadowrealms.options import (
    ChargingPast,
    MovingTarget,
    OppositeLevels,
    SkippedGlancing,
    TightReach,
    TightSpace,
    TotalRule,
)
from battlemap.systems.shadowrealms.sheet import Protection, Sheet
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import CrossingRule
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

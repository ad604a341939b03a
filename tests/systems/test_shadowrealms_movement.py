from __future__ import annotations

from dataclasses import replace

import pytest
from shadow_boards import (
    SPEAR,
    SWORD,
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
from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.model.apply import apply
from battlemap.model.intent import Attack, Move, Turn
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.procedure import Ask, IllegalIntentError
from battlemap.systems.shadowrealms.readings import ActionEconomy, GroundChecks
from battlemap.systems.shadowrealms.sheet import DamageType, Injury, WeaponDetails
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import CornerRule, CrossingRule
from battlemap.tactics.movement import movement_field, path_along
from battlemap.tactics.mover import Mode

PIKE = Weapon("pike", 10, reach=True, details=WeaponDetails(braces=True))


def cells(*places):
    return tuple(Cell(*place) for place in places)


def row(first, last, r=5):
    step = 1 if last >= first else -1
    return cells(*((q, r) for q in range(first, last + step, step)))


def triggers(encounter, key, path_cells, manner="walk", system=None):
    system = system or rules()
    board = Board.of(encounter, system)
    token = encounter.tokens[key]
    path, reason = path_along(board, key, system.mover(encounter, token), path_cells)
    assert reason == ""
    return system.move_triggers(board, token, path, manner)


def patrol(*, weapons=(SWORD,), facing=180.0, system=None, **more):
    """Seren at (2, 5), her turn; Hob above the row at (6, 4)."""
    return fight(
        someone("seren", (2, 5)),
        someone("hob", (6, 4), "foe", facing=facing, weapons=weapons, **more),
        system=system,
    )


# How tokens move ---------------------------------------------------------------------------


def test_the_rate_is_the_sheet_in_cells():
    system = rules()
    encounter = table(someone("seren", (2, 5)))
    how = system.mover(encounter, encounter.tokens["seren"])
    assert (how.rate, how.actions, how.budget) == (600, 3, 1800)
    assert dict(how.extra) == {Terrain.DIFFICULT: 100, Terrain.CLIMB: 100, Terrain.WATER: 100}


@pytest.mark.parametrize(
    ("sheet", "terrain", "extra"),
    [
        ({"climb_feet": 30}, Terrain.CLIMB, 0),
        ({"climb_feet": 15}, Terrain.CLIMB, 100),
        ({"climb_feet": 20}, Terrain.CLIMB, 50),
        ({"swim_feet": 60}, Terrain.WATER, -50),
        ({"swim_feet": 40, "climb_feet": 30}, Terrain.WATER, -25),
        ({}, Terrain.WATER, 100),
    ],
)
def test_a_speed_of_its_own(sheet, terrain, extra):
    encounter = table(someone("seren", (2, 5), sheet=sheet))
    assert rules().mover(encounter, encounter.tokens["seren"]).extra[terrain] == extra


@pytest.mark.parametrize(
    ("sheet", "water", "land"),
    [
        ({"movement_feet": 10, "swim_feet": 60}, 12, 2),
        ({"movement_feet": 30, "swim_feet": 40}, 8, 6),
        ({"movement_feet": 5, "swim_feet": 40}, 8, 1),
        ({"movement_feet": 0, "swim_feet": 40}, 8, 0),
        ({"movement_feet": 30, "swim_feet": 20}, 4, 6),
        ({"movement_feet": 30}, 3, 6),
        ({"movement_feet": 0}, 0, 0),
    ],
)
@pytest.mark.parametrize("kind", [Terrain.WATER, Terrain.CLIMB])
def test_a_dedicated_speed_is_had_in_full(sheet, water, land, kind):
    """Section 6: they move at their full dedicated speed; an action buys so many areas."""
    if kind is Terrain.CLIMB and "swim_feet" in sheet:
        sheet = {"movement_feet": sheet["movement_feet"], "climb_feet": sheet["swim_feet"]}
    lake = {kind: [(q, r) for q in range(10, 30) for r in range(5)]}
    encounter = fight(someone("eel", (9, 2), sheet=sheet), terrain=lake, size=(30, 5))
    for path, most in ((range(9, 30), water), (range(9, -1, -1), land)):
        reached = 0
        for end in range(1, len(path)):
            way = cells(*((q, 2) for q in path[: end + 1]))
            if way[-1] in field_of(encounter, "eel").costs:
                reached = end
        assert reached == most
    if water:
        calm = rules(ground_checks=GroundChecks.NOTED)
        swims = Move("eel", cells(*((q, 2) for q in range(9, 10 + water))))
        after, _ = play(encounter, swims, system=calm)
        assert (status(after, "eel").actions, after.tokens["eel"].at) == (2, Cell(9 + water, 2))
    if not land:
        with pytest.raises(IllegalIntentError):
            play(encounter, Move("eel", cells((9, 2), (8, 2))))


def field_of(encounter, key):
    """Where one action leads."""
    how = rules().mover(encounter, encounter.tokens[key])
    return movement_field(Board.of(encounter, rules()), key, how, budget=how.rate)


def test_injuries_take_from_every_speed_and_both_may_be_quick():
    lame = Injury("a twisted ankle", "left leg", feet=10)
    quick = {"movement_feet": 20, "climb_feet": 60, "swim_feet": 30}
    encounter = with_status(table(someone("eel", (2, 5), sheet=quick)), "eel", injuries=(lame,))
    how = rules().mover(encounter, encounter.tokens["eel"])
    # 10 on foot, 50 and 20 else: an area that is both still costs something.
    assert how.rate == 200
    assert (how.extra[Terrain.CLIMB], how.extra[Terrain.WATER]) == (-49, -49)
    assert how.least_step == 2


def test_fliers_ignore_the_ground():
    eagle = someone("eagle", (2, 5), sheet={"fly_feet": 60}, conditions=["flying"])
    encounter = table(eagle)
    how = rules().mover(encounter, eagle)
    assert (how.rate, how.mode, dict(how.costs)) == (1200, Mode.FLY, {})
    assert rules().mover(encounter, replace(eagle, conditions=frozenset())).rate == 600


def test_burrowers_need_the_speed():
    mole = someone("mole", (2, 5), sheet={"burrow_feet": 15}, conditions=["burrowing"])
    how = rules().mover(table(mole), mole)
    assert (how.rate, how.mode, dict(how.costs)) == (300, Mode.BURROW, {})
    seren = someone("seren", (2, 5), conditions=["burrowing"])
    assert rules().mover(table(seren), seren).mode is Mode.WALK


def test_a_sure_footing_waives_difficult_ground():
    rubble = {Terrain.DIFFICULT: [(3, 5)]}
    encounter = fight(someone("seren", (2, 5)), terrain=rubble)
    sure = with_status(encounter, "seren", footing="sure")
    for changed, cost in ((encounter, 200), (sure, 100)):
        how = rules().mover(changed, changed.tokens["seren"])
        board = Board.of(changed, rules())
        assert path_along(board, "seren", how, row(2, 3))[0].cost == cost


def test_a_declared_jump_is_carried_out_and_paid():
    pit = {Terrain.IMPASSABLE: [(3, r) for r in range(12)]}
    encounter = fight(someone("seren", (2, 5)), terrain=pit)
    with pytest.raises(IllegalIntentError):
        play(encounter, Move("seren", cells((2, 5), (4, 5))))
    after, _ = play(encounter, Move("seren", cells((2, 5), (4, 5), (5, 5)), jumps=(1,)))
    assert after.tokens["seren"].at == (5, 5)
    assert status(after, "seren").left_over == 300


def test_prone_and_mortally_wounded_crawl():
    encounter = table(someone("seren", (2, 5)))
    for changed in (
        with_conditions(encounter, "seren", "prone"),
        with_status(encounter, "seren", damage=16),
    ):
        assert rules().mover(changed, changed.tokens["seren"]).step_extra == 100
        free = rules(prone_step_extra=0)
        assert free.mover(changed, changed.tokens["seren"]).step_extra == 0


def test_who_cannot_move():
    encounter = table(someone("seren", (2, 5)))
    for condition in ("grappled", "unconscious", "stunned"):
        held = with_conditions(encounter, "seren", condition)
        assert rules().mover(held, held.tokens["seren"]).budget == 0


def test_injuries_slow():
    lame = Injury("a twisted ankle", "left leg", feet=10)
    encounter = with_status(table(someone("seren", (2, 5))), "seren", injuries=(lame,))
    assert rules().mover(encounter, encounter.tokens["seren"]).rate == 400


def test_at_most_three_moves_a_turn_with_four_points():
    system = rules(actions=ActionEconomy.FOUR_POINTS)
    encounter = fight(someone("seren", (2, 5)), system=system)
    assert status(encounter, "seren").actions == 4
    assert system.mover(encounter, encounter.tokens["seren"]).actions == 3
    encounter, _ = play(encounter, Move("seren", row(2, 9)), system=system)
    assert status(encounter, "seren").actions == 2
    assert system.mover(encounter, encounter.tokens["seren"]).actions == 1


@pytest.mark.parametrize(
    ("metric", "cost"),
    [
        (DiagonalMetric.EQUAL, 300),
        (DiagonalMetric.ALTERNATING, 400),
        (DiagonalMetric.EUCLIDEAN, 423),
        (DiagonalMetric.MANHATTAN, 600),
    ],
)
def test_diagonals_by_option(metric, cost):
    system = rules(diagonals=metric)
    encounter = table(someone("seren", (2, 5)))
    board = Board.of(encounter, system)
    how = system.mover(encounter, encounter.tokens["seren"])
    assert movement_field(board, "seren", how).costs[Cell(5, 8)] == cost


def test_the_parity_of_diagonals_lasts_through_split_moves():
    system = rules(diagonals=DiagonalMetric.ALTERNATING)
    encounter = fight(someone("seren", (2, 5)), system=system)
    encounter, _ = play(encounter, Move("seren", cells((2, 5), (3, 6))), system=system)
    assert (status(encounter, "seren").parity, status(encounter, "seren").left_over) == (1, 500)
    encounter, _ = play(encounter, Move("seren", cells((3, 6), (4, 7))), system=system)
    assert (status(encounter, "seren").parity, status(encounter, "seren").left_over) == (0, 300)


@pytest.mark.parametrize(("extra", "cost"), [(1, 500), (0, 300)])
def test_squeezing_by_option(extra, cost):
    gap = [((4, 0), (4, 5)), ((4, 6), (4, 15))]
    encounter = table(someone("ogre", (2, 5), size=2), walls=gap)
    for smaller, expected in ((0, None), (1, cost)):
        system = rules(squeezing=smaller, squeeze_extra=extra)
        how = system.mover(encounter, encounter.tokens["ogre"])
        field = movement_field(Board.of(encounter, system), "ogre", how)
        assert field.costs.get(Cell(5, 5)) == expected


@pytest.mark.parametrize(
    ("rule", "beside_one", "between_two"),
    [
        (CornerRule.BOTH_WAYS, False, False),
        (CornerRule.ONE_WAY, True, False),
        (CornerRule.UNCHECKED, True, True),
    ],
)
def test_corners_by_option(rule, beside_one, between_two):
    path, system = cells((2, 5), (3, 4)), rules(corners=rule)
    for rocks, allowed in (([(3, 5)], beside_one), ([(3, 5), (2, 4)], between_two)):
        encounter = table(someone("seren", (2, 5)), terrain={Terrain.IMPASSABLE: rocks})
        board = Board.of(encounter, system)
        how = system.mover(encounter, encounter.tokens["seren"])
        refused = path_along(board, "seren", how, path)[1]
        assert bool(refused) is not allowed


# Triggers ----------------------------------------------------------------------------------


def test_walking_past_a_sword_provokes_once():
    found = triggers(patrol(), "seren", row(2, 9))
    assert [(t.step, t.deed, t.fires) for t in found] == [
        (4, "through", True),
        (5, "through", False),
        (6, "leaves", False),
    ]
    assert found[0].reason == "F6 to G6: passes through the reach of Hob's sword"
    assert found[1].reason.endswith("its Reaction goes to an earlier step")
    assert (found[0].by, found[0].weapon, found[0].cell) == ("hob", "sword", Cell(5, 5))


def test_leaving_only():
    system = rules(opportunity=CrossingRule.LEAVING)
    found = triggers(patrol(), "seren", row(2, 9), system=system)
    assert [(t.step, t.deed, t.fires) for t in found] == [(6, "leaves", True)]


def test_a_spent_reaction_is_hollow():
    encounter = with_status(patrol(), "hob", reaction=0)
    found = triggers(encounter, "seren", row(2, 9))
    assert not any(t.fires for t in found)
    assert found[0].reason.endswith("its Reaction is spent")
    assert not rules().may_react(encounter.tokens["hob"])


@pytest.mark.parametrize("manner", ["shift", "force"])
def test_shift_and_force_trigger_nothing(manner):
    assert triggers(patrol(), "seren", row(2, 9), manner) == ()


def test_the_reach_wedge_threatens_ahead_only():
    encounter = patrol(weapons=[SPEAR], facing=0.0)
    assert triggers(encounter, "seren", row(2, 9)) == ()
    assert triggers(patrol(weapons=[SPEAR]), "seren", row(2, 9)) != ()


def test_a_bow_threatens_nothing_and_empty_hands_do():
    bow = Weapon("bow", range_feet=100)
    assert triggers(patrol(weapons=[bow]), "seren", row(2, 9)) == ()
    assert triggers(patrol(weapons=[]), "seren", row(2, 9))[0].weapon == "bare hands"


def test_the_stricter_weapon_strikes():
    heavy = Weapon("maul", details=WeaponDetails(attack_strength=3))
    encounter = patrol(weapons=[SWORD, heavy])
    assert triggers(encounter, "seren", row(2, 9))[0].weapon == "maul"


def test_a_charge_past_provokes_where_it_enters():
    system = rules(opportunity=CrossingRule.LEAVING)
    found = triggers(patrol(), "seren", row(2, 9), "charge", system)
    assert (found[0].step, found[0].deed, found[0].cell) == (3, "charges past", Cell(5, 5))
    assert [t.fires for t in found] == [True, False, False, False]


def test_the_disabled_provoke_nothing_and_friends_neither():
    assert triggers(with_conditions(patrol(), "hob", "stunned"), "seren", row(2, 9)) == ()
    friend = fight(someone("seren", (2, 5)), someone("hob", (6, 4), "ally"))
    assert triggers(friend, "seren", row(2, 9)) == ()


def test_triggers_on_hexes():
    encounter = table(
        someone("seren", (2, 5)), someone("hob", (5, 4), "foe"), kind=GridKind.HEX_POINTY
    )
    found = triggers(encounter, "seren", row(2, 8))
    assert [t.deed for t in found][-1] == "leaves"
    assert found[0].fires


# Carrying it out ---------------------------------------------------------------------------


def test_a_move_is_paid_by_actions_and_keeps_the_rest():
    encounter = fight(someone("seren", (2, 5)), someone("orc", (15, 12), "foe"))
    encounter, log = play(encounter, Move("seren", row(2, 9)))
    after = status(encounter, "seren")
    assert (after.actions, after.moves, after.left_over, after.moved) == (1, 2, 500, True)
    assert log[0].headline == "Seren moves 35 ft to J6"
    assert log[0].details == ("2 actions, nothing triggered",)
    encounter, log = play(encounter, Move("seren", row(9, 14)))
    after = status(encounter, "seren")
    assert (after.actions, after.left_over) == (1, 0)
    assert log[0].details == ("0 actions, nothing triggered",)


def test_a_path_beyond_the_actions_is_refused():
    encounter = fight(someone("seren", (0, 5), sheet={"movement_feet": 15}))
    with pytest.raises(IllegalIntentError, match="needs 4 actions for this path and has 3"):
        play(encounter, Move("seren", row(0, 10)))
    with pytest.raises(IllegalIntentError):
        play(encounter, Move("seren", cells((0, 5), (3, 5))))


def test_outside_a_fight_everyone_walks_for_nothing():
    encounter = table(someone("seren", (0, 5)))
    encounter, log = play(encounter, Move("seren", row(0, 19)))
    assert encounter.tokens["seren"].at == Cell(19, 5)
    assert encounter.tokens["seren"].status is None
    assert log[0].details[0].startswith("No fight, nothing spent")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Move("ghost", row(2, 3)), "no token"),
        (Move("seren", ()), "needs cells"),
        (Move("seren", row(3, 4)), "stands at C6"),
        (Move("seren", row(2, 3), "swim"), "no such way"),
        (Move("hob", cells((6, 4), (7, 4))), "Seren's turn"),
        (Move("seren", row(2, 4), "shift"), "one area"),
    ],
)
def test_moves_that_make_no_sense(move, why):
    with pytest.raises(IllegalIntentError, match=why):
        play(patrol(), move)


def test_the_gm_puts_a_token_anywhere():
    encounter = with_status(patrol(), "hob", cover_by=("crate",))
    encounter, log = play(encounter, Move("hob", cells((6, 4), (18, 12)), "force"))
    assert encounter.tokens["hob"].at == Cell(18, 12)
    assert status(encounter, "hob").cover_by == ()
    assert (log[0].kind, log[0].headline) == ("gm", "GM puts Hob on S13")
    unmoved, log = play(encounter, Move("hob", cells((18, 12)), "force"))
    assert unmoved is encounter
    assert log == []
    with pytest.raises(IllegalIntentError, match="not on the map"):
        play(encounter, Move("hob", cells((18, 12), (30, 12)), "force"))


def test_a_shift_costs_the_bonus_action():
    encounter = patrol()
    encounter, log = play(encounter, Move("seren", row(2, 3), "shift"))
    assert (status(encounter, "seren").bonus, status(encounter, "seren").actions) == (0, 3)
    assert log[0].headline == "Seren shifts to D6"
    with pytest.raises(IllegalIntentError, match="bonus action is spent"):
        play(encounter, Move("seren", row(3, 4), "shift"))
    points = rules(actions=ActionEconomy.FOUR_POINTS)
    encounter, _ = play(patrol(system=points), Move("seren", row(2, 3), "shift"), system=points)
    assert status(encounter, "seren").actions == 3


def test_the_strike_comes_before_the_step():
    procedure = rules().perform(patrol(), Move("seren", row(2, 9)))
    encounter, events = patrol(), []
    said = procedure.send(None)
    while not isinstance(said, Ask):
        events.append(said)
        encounter = apply(encounter, said)
        said = procedure.send(encounter)
    assert encounter.tokens["seren"].at == Cell(5, 5)
    assert said.headline == "Hob may strike Seren leaving F6"
    assert said.facts[1] == "F6 to G6: passes through the reach of Hob's sword"
    procedure.close()


def test_letting_go_keeps_the_reaction():
    encounter, log = play(patrol(), Move("seren", row(2, 9)), "let_go")
    assert status(encounter, "hob").reaction == 1
    assert [entry.headline for entry in log] == ["Hob lets Seren go", "Seren moves 35 ft to J6"]


def test_a_strike_on_the_way():
    encounter, log = play(patrol(), Move("seren", row(2, 9)), "strike", 12, 1, 1, 1, 6, 10, 1)
    assert encounter.tokens["seren"].at == Cell(9, 5)
    assert status(encounter, "seren").damage == 1
    assert (status(encounter, "hob").reaction, status(encounter, "hob").strikes) == (0, 0)
    assert log[0].details[:2] == (
        "Opportunity attack with sword",
        "F6 to G6: passes through the reach of Hob's sword",
    )
    assert log[-1].details == (
        "2 actions",
        "Hob: F6 to G6: passes through the reach of Hob's sword",
    )


def test_a_mover_that_drops_stays_and_pays_for_the_way_so_far():
    encounter = with_status(patrol(), "seren", damage=31, endured=31)
    encounter, log = play(encounter, Move("seren", row(2, 6)), "strike", 12, 1, 1, 1, 6, 10, 1)
    assert encounter.tokens["seren"].at == Cell(5, 5)
    assert encounter.tokens["seren"].has("dead")
    # Crawling: two areas for each of the three steps.
    assert status(encounter, "seren").actions == 2
    assert log[-1].headline == "Seren drops at F6"


@pytest.mark.parametrize(
    ("before", "dice", "left_over"),
    [
        # A full track, and awake: from here it crawls.
        (15, (12, 1, 1, 1, 6, 10, 1, 20, *(1,) * 5), 300),
        # A tendon is cut, 10 ft less.
        (0, (12, 12, 1, 1, 6, 6, 1, 6, 5), 300),
    ],
)
def test_a_mover_that_is_slowed_on_its_way_stops(before, dice, left_over):
    """The rest of the way costs otherwise: it is walked by another move."""
    encounter = with_status(patrol(), "seren", damage=before, endured=before)
    strain = (20, *(1,) * 5) if before else ()
    after, log = play(encounter, Move("seren", row(2, 8)), "strike", *dice, *strain)
    assert after.tokens["seren"].at == Cell(5, 5)
    assert log[-2 if before else -1].headline == "Seren is slowed at F6"
    assert (status(after, "seren").actions, status(after, "seren").left_over) == (2, left_over)
    how = rules().mover(after, after.tokens["seren"])
    assert (how.step_extra, how.rate) == ((100, 600) if before else (0, 400))
    again = Move("seren", row(5, 6))
    on, _ = play(after, again, *strain)
    assert on.tokens["seren"].at == Cell(6, 5)


def test_a_mover_that_is_thrown_down_stops():
    hammer = Weapon("hammer", details=WeaponDetails(damage_type=DamageType.IMPACT))
    encounter, log = play(
        patrol(weapons=[hammer]), Move("seren", row(2, 9)), "strike", 12, 12, 12, 1, 6, 6, 6, 1,
        6, 6, 6,
    )  # fmt: skip
    assert encounter.tokens["seren"].at == Cell(5, 5)
    assert log[-1].headline == "Seren is thrown down at F6"


def test_the_mover_may_parry_where_it_helps():
    nimble = someone("seren", (2, 5), sheet={"evasion": 18})
    encounter = fight(nimble, someone("hob", (6, 4), "foe", facing=180))
    encounter, log = play(encounter, Move("seren", row(2, 9)), "strike", "parry", 17, 17, 17, 17)
    assert status(encounter, "seren").reaction == 0
    assert log[0].headline == "Hob misses Seren"


def test_the_best_defense_is_offered_first():
    nimble = someone("seren", (2, 5), sheet={"evasion": 18, "acrobatics": 2})
    encounter = fight(nimble, someone("hob", (6, 4), "foe", facing=180))
    procedure = rules().perform(encounter, Move("seren", row(2, 9)))
    said, kinds = procedure.send(None), []
    while "defense" not in kinds:
        if isinstance(said, Ask):
            kinds.append(said.kind)
            keys = [option.key for option in said.options]
            said = procedure.send("strike")
        else:
            encounter = apply(encounter, said)
            said = procedure.send(encounter)
    assert keys == ["parry", "dodge", "rating"]


def test_moving_gives_up_cover_and_lets_go():
    encounter = with_status(patrol(), "seren", cover_by=("crate",), grappling="hob")
    encounter = with_conditions(
        with_status(encounter, "hob", grappled_by="seren"), "hob", "grappled"
    )
    encounter, _ = play(encounter, Move("seren", row(2, 1)))
    assert status(encounter, "seren").cover_by == ()
    assert status(encounter, "seren").grappling == ""
    assert not encounter.tokens["hob"].has("grappled")
    assert status(encounter, "hob").grappled_by == ""


def test_the_ground_is_mentioned():
    encounter = table(
        someone("seren", (2, 5)),
        terrain={
            Terrain.HAZARDOUS: [(3, 5)],
            Terrain.OBSCURED: [(4, 5)],
            Terrain.WATER: [(5, 5)],
            Terrain.CLIMB: [(6, 5)],
        },
    )
    system = rules(ground_checks=GroundChecks.NOTED)
    _, log = play(encounter, Move("seren", row(2, 6)), system=system)
    assert log[0].details[1:] == (
        "Seren enters hazardous ground at D6: apply its effect",
        "F6 is water: a Swim check where it is rough",
        "G6 is a climb: an Athletics check where it is slippery",
    )


def test_brace_may_halt_whoever_comes_into_reach():
    encounter = patrol(weapons=[PIKE])
    hit = (12, 1, 1, 1, 6, 10, 1)
    halted, log = play(encounter, Move("seren", row(2, 9)), "strike", *hit, "halt")
    assert halted.tokens["seren"].at == Cell(5, 5)
    assert log[0].details[0] == "Brace with pike"
    assert log[-1].headline == "Seren is halted by Hob's pike at F6"
    assert status(halted, "seren").actions == 2
    on, _ = play(encounter, Move("seren", row(2, 9)), "strike", *hit, "none")
    assert on.tokens["seren"].at == Cell(9, 5)
    missed, _ = play(encounter, Move("seren", row(2, 9)), "strike", 1, 1, 1, 1)
    assert missed.tokens["seren"].at == Cell(9, 5)
    assert status(missed, "hob").reaction == 0


@pytest.mark.parametrize("past", [9, 6])
def test_a_brace_meets_a_charge_and_may_halt_it(past):
    """Section 5: an enemy charges or moves into reach; past a sword a charge is just struck at."""
    encounter = patrol(weapons=[PIKE])
    charge = Move("seren", row(2, past), "charge")
    (first, *later) = triggers(encounter, "seren", charge.cells, "charge")
    assert (first.deed, first.step, first.fires) == ("enters", 3, True)
    assert not any(trigger.fires for trigger in later)
    halted, log = play(encounter, charge, "strike", 12, 1, 1, 1, 6, 10, 1, "halt")
    assert halted.tokens["seren"].at == Cell(5, 5)
    assert log[0].details[0] == "Brace with pike"
    assert log[-1].headline == "Seren is halted by Hob's pike at F6"
    on, _ = play(encounter, charge, "let_go")
    assert on.tokens["seren"].at == Cell(past, 5)


def test_a_shift_into_a_braced_reach_triggers_nothing():
    encounter = patrol(weapons=[PIKE])
    beside = encounter.with_token(replace(encounter.tokens["seren"], at=Cell(4, 5)))
    assert triggers(beside, "seren", row(4, 5), "shift") == ()
    after, log = play(beside, Move("seren", row(4, 5), "shift"))
    assert after.tokens["seren"].at == Cell(5, 5)
    assert log[0].details == ("1 bonus action, nothing triggered",)


def test_a_charge_is_struck_where_it_enters():
    encounter, log = play(
        patrol(), Move("seren", row(2, 9), "charge"), "strike", 12, 1, 1, 1, 6, 10, 1
    )
    assert encounter.tokens["seren"].at == Cell(9, 5)
    assert log[0].details[1] == "E6 to F6: charges past Hob's sword"
    assert log[-1].headline == "Seren charges 35 ft to J6"
    dying = with_status(patrol(), "seren", damage=31, endured=31)
    encounter, _ = play(dying, Move("seren", row(2, 6), "charge"), "strike", 12, 1, 1, 1, 6, 10, 1)
    assert encounter.tokens["seren"].at == Cell(5, 5)


def test_a_brace_may_fell_or_find_its_reaction_spent():
    dying = with_status(patrol(weapons=[PIKE]), "seren", damage=31, endured=31)
    after, log = play(dying, Move("seren", row(2, 6)), "strike", 12, 1, 1, 1, 6, 10, 1)
    assert after.tokens["seren"].at == Cell(5, 5)
    assert log[-1].headline == "Seren drops at F6"
    spent = with_status(patrol(weapons=[PIKE]), "hob", reaction=0)
    after, log = play(spent, Move("seren", row(2, 9)))
    assert after.tokens["seren"].at == Cell(9, 5)


def test_whoever_is_held_or_out_does_not_walk():
    for condition, why in (("grappled", "grappled and cannot"), ("stunned", "cannot act")):
        with pytest.raises(IllegalIntentError, match=why):
            play(with_conditions(patrol(), "seren", condition), Move("seren", row(2, 3)))
    _same, log = play(patrol(), Move("seren", row(2, 2)))
    assert log == []


def test_the_gm_pulls_a_token_out_of_a_grapple():
    encounter = with_status(patrol(), "seren", grappled_by="hob")
    encounter = with_conditions(encounter, "seren", "grappled")
    encounter = with_status(encounter, "hob", grappling="seren")
    encounter, _ = play(encounter, Move("seren", cells((2, 5), (0, 0)), "force"))
    assert not encounter.tokens["seren"].has("grappled")
    assert status(encounter, "hob").grappling == ""


def test_a_strike_at_once_before_the_first_step():
    beside = fight(someone("seren", (5, 5)), someone("hob", (6, 4), "foe", facing=180))
    dying = with_status(beside, "seren", damage=31, endured=31)
    after, _log = play(dying, Move("seren", row(5, 3)), "strike", 12, 1, 1, 1, 6, 10, 1)
    assert after.tokens["seren"].at == Cell(5, 5)
    assert status(after, "seren").actions == 3
    assert not status(after, "seren").moved


def test_a_brace_not_taken_leaves_no_second_question():
    encounter, _ = play(patrol(weapons=[PIKE]), Move("seren", row(2, 9)), "let_go")
    assert encounter.tokens["seren"].at == Cell(9, 5)


def test_who_declines_to_brace_is_not_asked_again_in_the_same_move():
    """Into the reach, out of it and into it again."""
    encounter = patrol(weapons=[PIKE])
    way = cells((4, 5), (5, 5), (4, 6), (4, 7), (5, 6), (6, 7), (6, 6))
    beside = encounter.with_token(replace(encounter.tokens["seren"], at=Cell(4, 5)))
    after, log = play(beside, Move("seren", way), "let_go")
    assert after.tokens["seren"].at == Cell(6, 6)
    assert log[0].headline == "Hob lets Seren go"


def test_crawling_while_mortally_wounded_costs_a_box():
    encounter = with_status(patrol(), "seren", damage=16, endured=16)
    encounter, log = play(encounter, Move("seren", row(2, 3)), 20, 1, 1, 1, 1, 1)
    assert status(encounter, "seren").damage == 17
    assert log[-1].headline == "Seren strains, mortally wounded: 1 box"


@pytest.mark.parametrize("weapons", [(SWORD,), (PIKE,)])
def test_a_strike_by_reaction_is_strenuous_too(weapons):
    """Section 22: each strenuous action, such as attacking, costs a box and a test."""
    hob = {"sheet": {"might": 8}, "weapons": weapons}
    encounter = with_status(patrol(**hob), "hob", damage=16, endured=16)
    miss = (1,) * 4
    after, log = play(encounter, Move("seren", row(2, 7)), "strike", *miss, 20, *(1,) * 5)
    assert status(after, "hob").damage == 17
    assert status(after, "hob").strenuous
    assert "Hob strains, mortally wounded: 1 box" in [entry.headline for entry in log]
    let_go, _ = play(encounter, Move("seren", row(2, 7)), "let_go")
    assert not status(let_go, "hob").strenuous
    by_hand, _ = play(
        encounter.with_token(replace(encounter.tokens["seren"], at=Cell(6, 5))),
        Attack("hob", "seren", choices={"cost": "reaction"}),
        *miss,
        *(20,) * 6,
    )
    assert status(by_hand, "hob").damage == 17


# Facing ------------------------------------------------------------------------------------


def test_turning_is_free_on_ones_own_turn():
    encounter, log = play(patrol(), Turn("seren", 100.0))
    assert encounter.tokens["seren"].facing == 90.0
    assert (log[0].headline, log[0].kind) == ("Seren faces east", "move")
    assert status(encounter, "seren").actions == 3
    same, log = play(encounter, Turn("seren", 90.0))
    assert same is encounter
    assert log == []
    _, log = play(encounter, Turn("hob", 0.0))
    assert log[0].kind == "gm"
    with pytest.raises(IllegalIntentError, match="no token"):
        play(encounter, Turn("ghost", 0.0))


def test_the_preview_shows_who_may_brace():
    encounter = fight(
        someone("seren", (1, 5)), someone("hob", (5, 5), "foe", facing=270.0, weapons=(PIKE,))
    )
    (found,) = triggers(encounter, "seren", row(1, 3))
    assert (found.deed, found.step, found.by, found.fires) == ("enters", 2, "hob", True)
    assert "braces" in found.reason

"""Every reading that is an option changes what happens."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest
from prowess_boards import (
    CROSSBOW,
    DAGGER,
    SPEAR,
    SWORD,
    do,
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

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import Act, Attack, BeginFight, EndTurn, Move
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.session.session import Session
from battlemap.systems.prowess.options import Options
from battlemap.systems.prowess.readings import (
    AssistLasts,
    BlockForbids,
    CriticalWounds,
    Disengaging,
    FeetLeft,
    FirstDice,
    Foiling,
    ForcedMovement,
    GuardMends,
    PassiveWhen,
    ReadyPays,
    RecoveryRoll,
    Slowed,
    StartRoll,
    SurpriseEnds,
    Ties,
    WoundTypes,
)
from battlemap.systems.prowess.sheet import Dropped, Sheet, Unloaded, dice_left
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import CornerRule
from battlemap.tactics.movement import path_along
from battlemap.tactics.reach import ReachMeasure
from battlemap.tactics.threat import threatened
from battlemap.tactics.vantage import Vantage


def session_of(encounter, **options):
    return Session.new(replace(encounter, rules=RulesChoice("prowess", Options(**options))), seed=1)


def melee(*more, seren=None, orc=None, changes=None, options=None, **parts):
    """Return a session in which Seren, beside an orc, has her first turn."""
    encounter = fight(
        someone("seren", (5, 5), **(seren or {})),
        someone("orc", (6, 5), "foe", **(orc or {})),
        *more,
        **parts,
    )
    for key, values in (changes or {}).items():
        encounter = with_status(encounter, key, **values)
    return session_of(encounter, **(options or {}))


def now(session, key="seren"):
    return status(session.encounter, key)


def triggers(encounter, key, *cells, system=None, manner="walk"):
    system = system or rules()
    board = Board.of(encounter, system)
    token = encounter.tokens[key]
    route = tuple(Cell(*cell) for cell in cells)
    path, _ = path_along(board, key, system.mover(encounter, token), route)
    found = system.move_triggers(board, token, path, manner)
    return [(t.step, t.by, t.deed, t.fires) for t in found]


def test_feet_left_are_carried_or_lost():
    start = fight(someone("seren", (1, 1), sheet={"brawn": 3}), someone("orc", (15, 9), "foe"))
    lost = session_of(start, feet_left=FeetLeft.LOST)
    do(lost, walk("seren", (1, 1), (2, 1), (3, 1)))
    assert (now(lost).passive, now(lost).left_over, now(lost).points) == (0, 0, 6)
    do(lost, walk("seren", (3, 1), (4, 1)))
    assert (now(lost).left_over, now(lost).points) == (0, 5)
    with pytest.raises(IllegalIntentError, match="10 ft with one movement action"):
        lost.perform(walk("seren", (4, 1), (5, 1), (6, 1), (7, 1)))
    do(lost, Act("seren", "move"))
    do(lost, walk("seren", (4, 1), (5, 1)))
    assert (now(lost).left_over, now(lost).points) == (0, 4)


def test_passive_movement_at_the_start_or_at_any_time():
    for when, left in ((PassiveWhen.AT_START, 0), (PassiveWhen.ANY_TIME, 300)):
        session = melee(options={"passive_when": when})
        do(session, Act("seren", "interact"), "let_go")
        assert now(session).passive == left


def test_prone_in_difficult_ground():
    ground = {Terrain.DIFFICULT: [(2, 1)]}
    encounter = table(someone("seren", (1, 1), conditions=["prone"]), terrain=ground)
    for reading, cost in ((Slowed.QUARTER, 400), (Slowed.HALF, 200)):
        system = rules(difficult_and_prone=reading)
        board = Board.of(encounter, system)
        mover = system.mover(encounter, encounter.tokens["seren"])
        path, _ = path_along(board, "seren", mover, (Cell(1, 1), Cell(2, 1)))
        assert path.cost == cost


def test_water_and_hiding_cost_twice():
    encounter = table(someone("seren", (1, 1)), terrain={Terrain.WATER: [(2, 1)]})
    hidden = with_conditions(encounter, "seren", "hidden")
    for board_of, cost in ((encounter, 200), (hidden, 400)):
        system = rules()
        board = Board.of(board_of, system)
        mover = system.mover(board_of, board_of.tokens["seren"])
        path, _ = path_along(board, "seren", mover, (Cell(1, 1), Cell(2, 1)))
        assert path.cost == cost


def climbing():
    return fight(
        someone("seren", (1, 1)),
        someone("orc", (15, 9), "foe"),
        terrain={Terrain.CLIMB: [(2, 1)]},
        props={"altar": ((4, 1), (5, 2), CoverGrade.MAJOR)},
    )


def test_obstacles_ask_for_checks():
    session = session_of(climbing())
    log = do(session, walk("seren", (1, 1), (2, 1), (3, 1), (4, 1)), 7, 20)
    assert log == ["Seren moves 15 ft to E2"]
    details = session.log.entries[-1].details
    assert "Seren, Athletics over the climb: d20 7 + 3 = 10, needs 10" in details
    assert "Seren, Athletics over altar: d20 20 + 3 = 23, needs 10" in details


def test_a_failed_check_stops_the_mover_and_costs_its_feet():
    session = session_of(climbing())
    log = do(session, walk("seren", (1, 1), (2, 1), (3, 1)), 6)
    assert log == ["Seren doesn't get over the climb at B2"]
    assert session.encounter.tokens["seren"].at == Cell(1, 1)
    assert now(session).passive == 200


def test_how_hard_obstacles_are():
    session = session_of(climbing(), obstacle_difficulty=15)
    assert "doesn't get over" in do(session, walk("seren", (1, 1), (2, 1)), 11)[0]
    free = session_of(climbing(), obstacle_difficulty=0)
    assert do(free, walk("seren", (1, 1), (2, 1))) == ["Seren moves 5 ft to C2"]


def test_diagonals():
    encounter = table(someone("seren", (1, 1)), someone("orc", (3, 3), "foe", weapons=[SPEAR]))
    assert plan(encounter, "orc", "seren").illegal == ""
    costs = {}
    for metric in DiagonalMetric:
        system = rules(diagonals=metric)
        board = Board.of(encounter, system)
        mover = system.mover(encounter, encounter.tokens["seren"])
        cells = (Cell(1, 1), Cell(2, 2), Cell(1, 3))
        costs[metric], _ = path_along(board, "seren", mover, cells)
    assert {metric.value: path.cost for metric, path in costs.items()} == {
        "equal": 200,
        "1-2-1": 300,
        "euclidean": 282,
        "manhattan": 400,
    }


def test_the_parity_of_diagonals_is_kept_over_moves():
    encounter = fight(someone("seren", (1, 1)), someone("orc", (15, 9), "foe"))
    session = session_of(encounter, diagonals=DiagonalMetric.ALTERNATING)
    do(session, walk("seren", (1, 1), (2, 2)))
    assert (now(session).passive, now(session).parity) == (200, 1)
    do(session, walk("seren", (2, 2), (3, 3)))
    assert (now(session).passive, now(session).parity) == (0, 0)


def test_corners():
    # The wall's end stands at the corner that the step cuts; one way round it is open.
    encounter = fight(
        someone("seren", (1, 1)), someone("orc", (15, 9), "foe"), walls=[((2, 1), (2, 1.9))]
    )
    step = walk("seren", (1, 1), (2, 2))
    with pytest.raises(IllegalIntentError, match="cuts a corner"):
        session_of(encounter).perform(step)
    for rule in (CornerRule.ONE_WAY, CornerRule.UNCHECKED):
        assert do(session_of(encounter, corners=rule), step) == ["Seren moves 5 ft to C3"]


def test_height_in_distance():
    bow = Weapon("bow", range_feet=20)
    encounter = table(
        someone("seren", (1, 1), weapons=[bow]),
        someone("orc", (3, 1), "foe"),
        elevation={30: [(3, 1)]},
    )
    assert "range 20 ft" in plan(encounter, "seren", "orc").illegal
    flat = rules(elevation_in_distance=False)
    assert plan(encounter, "seren", "orc", system=flat).illegal == ""


def test_the_prowess_roll_at_the_start_of_a_turn():
    for reading, faces, left in (
        (StartRoll.ALL, (5, 1, 1, 4), 1),
        (StartRoll.KEPT, (1, 4), 2),
        (StartRoll.UNSPENT, (1, 6), 1),
    ):
        session = melee(changes={"orc": {"spent_dice": 2}}, options={"start_roll": reading})
        do(session, EndTurn(), *faces)
        assert dice_left(session.encounter.tokens["orc"]) == left


def test_recovery_rolls_the_others_or_all():
    for reading, faces, left in (
        (RecoveryRoll.UNAVAILABLE, (1, 4), 2),
        (RecoveryRoll.ALL, (1, 2, 3, 6), 1),
    ):
        session = melee(changes={"seren": {"spent_dice": 2}}, options={"recovery_roll": reading})
        do(session, Act("seren", "recovery"), *faces)
        assert dice_left(session.encounter.tokens["seren"]) == left
    again = melee(options={"recovery_roll": RecoveryRoll.ALL})
    do(again, Act("seren", "recovery"), 6, 6, 6, 6)
    assert now(again).points == 4


def test_dice_before_the_first_turn():
    encounter = table(someone("seren", (1, 1)), someone("orc", (9, 9), "foe"))
    for reading, left in ((FirstDice.FULL, 4), (FirstDice.NONE, 0)):
        system = rules(first_dice=reading)
        begun, _ = play(encounter, BeginFight(), 20, 1, 6, 6, 6, 6, system=system)
        assert dice_left(begun.tokens["orc"]) == left


def test_when_a_readied_action_is_paid():
    for reading, declared, done in ((ReadyPays.ON_TRIGGER, 6, 3), (ReadyPays.WHEN_DECLARED, 3, 3)):
        session = melee(options={"ready_pays": reading})
        do(session, Act("seren", "ready", choices={"action": "attack"}))
        assert now(session).points == declared
        do(session, EndTurn(), 6, 6, 6, 6)
        do(session, Act("seren", "attack", "orc"), 1, "none", "evasion", 20)
        assert now(session).points == done
    poor = melee(changes={"seren": {"points": 2}}, options={"ready_pays": ReadyPays.WHEN_DECLARED})
    with pytest.raises(IllegalIntentError, match="costs 3 AP, 2 left"):
        poor.perform(Act("seren", "ready", choices={"action": "attack"}))
    # The last point is enough for a Movement, and none for nothing.
    early = {"ready_pays": ReadyPays.WHEN_DECLARED}
    last = melee(changes={"seren": {"points": 1}}, options=early)
    do(last, Act("seren", "ready", choices={"action": "move"}))
    assert (now(last).points, now(last).readied) == (0, "move")
    with pytest.raises(IllegalIntentError, match="none of the actions to ready is so cheap"):
        last.perform(Act("seren", "ready"))


def test_a_readied_act_and_a_readied_move_that_are_paid_already():
    session = melee(options={"ready_pays": ReadyPays.WHEN_DECLARED})
    do(session, Act("seren", "ready", choices={"action": "recovery"}))
    session = session_of(
        with_status(session.encounter, "seren", spent_dice=1),
        ready_pays=ReadyPays.WHEN_DECLARED,
    )
    do(session, EndTurn(), 6, 6, 6, 6)
    do(session, Act("seren", "recovery"), 6)
    assert (now(session).points, now(session).readied) == (4, "")
    moving = melee(options={"ready_pays": ReadyPays.WHEN_DECLARED})
    do(moving, Act("seren", "ready", choices={"action": "move"}))
    do(moving, EndTurn(), 6, 6, 6, 6)
    do(moving, walk("seren", (5, 5), (5, 4)))
    assert (now(moving).points, now(moving).readied) == (5, "")


def test_disengage_from_one_or_from_anybody():
    wolf = someone("wolf", (6, 6), "foe")
    away = Move("seren", (Cell(5, 5), Cell(4, 5)), "disengage:orc")
    one = melee(wolf)
    assert do(one, away, "let_go")[0] == "Wolf lets Seren go"
    anybody = melee(wolf, options={"disengaging": Disengaging.ANYBODY})
    assert do(anybody, away) == ["Seren disengages to E6"]
    unnamed = Move("seren", (Cell(5, 5), Cell(4, 5)), "disengage")
    free = melee(wolf, options={"disengaging": Disengaging.ANYBODY})
    assert do(free, unnamed) == ["Seren disengages to E6"]


def test_forced_movement_triggers_nothing_or_all():
    kael = someone("kael", (6, 6))
    shove = Act("seren", "shove", "orc", {"to": "8,4"})
    quiet = melee(kael, orc={"weapons": []})
    assert do(quiet, shove, 20, 1) == ["Seren shoves Orc to I5"]
    loud = melee(kael, orc={"weapons": []}, options={"forced_movement": ForcedMovement.PROVOKES})
    log = do(loud, shove, 20, 1, "let_go", "let_go")
    assert log == ["Seren lets Orc go", "Kael lets Orc go", "Seren shoves Orc to I5"] or log == [
        "Kael lets Orc go",
        "Seren lets Orc go",
        "Seren shoves Orc to I5",
    ]


def holding(**options):
    wolf = someone("wolf", (4, 5), "foe")
    session = melee(
        wolf,
        orc={"weapons": []},
        changes={"seren": {"grappling": "orc"}, "orc": {"grappled_by": "seren"}},
    )
    return session_of(with_conditions(session.encounter, "orc", "grappled"), **options)


def test_forcing_somebody_may_leave_the_grappler_open():
    assert do(holding(), Act("seren", "force", choices={"how": "prone"})) == [
        "Seren forces Orc to the ground"
    ]
    log = do(
        holding(forced_movement_provokes=True),
        Act("seren", "force", choices={"how": "prone"}),
        "let_go",
    )
    assert log == ["Wolf lets Seren go", "Seren forces Orc to the ground"]


def test_how_far_forced_movement_goes():
    ends = {}
    for feet in (0, 5, 10):
        session = holding(forced_feet=feet)
        session.perform(Act("seren", "force", choices={"how": "move"}))
        question = session.pending
        ends[feet] = len(question.options) if question else 1
    assert ends[0] == 1
    assert ends[0] < ends[5] < ends[10]


def test_loading_may_provoke():
    for provokes, answers in ((False, ()), (True, ("let_go",))):
        session = melee(
            seren={"weapons": [CROSSBOW]},
            options={"loading_provokes": provokes},
        )
        encounter = session.encounter
        unloaded = replace(status(encounter, "seren"), unloaded=(Unloaded("crossbow", 1),))
        token = replace(encounter.tokens["seren"], status=unloaded)
        session = session_of(encounter.with_token(token), loading_provokes=provokes)
        log = do(session, Act("seren", "loading"), *answers)
        assert len(log) == 1 + len(answers)


def test_unarmed_auras():
    encounter = table(someone("seren", (5, 5)), someone("orc", (6, 5), "foe", weapons=[]))
    away = ((5, 5), (4, 5))
    assert triggers(encounter, "seren", *away) == []
    armed = rules(unarmed_aura=True)
    assert triggers(encounter, "seren", *away, system=armed) == [(1, "orc", "leaves", True)]


def test_who_may_foil_a_grapple():
    wolf = someone("wolf", (5, 6), "foe")
    strike = ("strike", 20, "none", "evasion", 1, 1)
    grapple = Act("seren", "grapple", "orc")
    # Only the wolf hits: the attempt goes on, unless any hit foils it.
    log = do(melee(wolf), grapple, "let_go", *strike, 20, 1)
    assert log[-1] == "Seren grapples Orc"
    any_foils = melee(wolf, options={"foiling": Foiling.ANY_FOILS})
    log = do(any_foils, grapple, "let_go", *strike)
    assert log[-1] == "Seren fails to grapple Orc"
    # Not by the dice: nothing is rolled any more.
    assert any_foils.log.entries[-1].details == ("The opportunity attack foils it",)
    target_only = melee(wolf, options={"foiling": Foiling.TARGET_ONLY})
    log = do(target_only, grapple, "let_go", 20, 1)
    assert log == ["Orc lets Seren go", "Seren grapples Orc"]


def test_ties_when_breaking_free():
    for reading, free in ((Ties.ESCAPES, True), (Ties.HELD, False)):
        session = melee(changes={"orc": {"grappling": "seren"}, "seren": {"grappled_by": "orc"}})
        session = session_of(
            with_conditions(session.encounter, "seren", "grappled"), break_free_ties=reading
        )
        log = do(session, Act("seren", "break_free"), 10, 10)
        assert (log == ["Seren breaks free"]) is free


def test_how_long_a_guard_is_broken():
    for reading, after_recovery in (
        (GuardMends.PROWESS_ROLL, False),
        (GuardMends.OWN_TURN, True),
    ):
        session = melee(
            changes={"seren": {"guard_broken": True, "spent_dice": 1}},
            options={"guard_mends": reading},
        )
        do(session, Act("seren", "recovery"), 1)
        assert now(session).guard_broken is after_recovery
        do(session, EndTurn(), 6, 6, 6, 6)
        do(session, EndTurn(), 6, 6, 6, 6)
        assert now(session).guard_broken is False


def test_how_many_wounds_criticals_cause():
    for reading, count in ((CriticalWounds.EACH, 2), (CriticalWounds.ONE, 1)):
        session = melee(options={"critical_wounds": reading})
        do(session, Attack("seren", "orc"), 10, "2", 6, 6, "evasion", 1, 1, 1, 1)
        assert len(now(session, "orc").wounds) == count


def test_an_attack_may_end_hiding():
    for reveals in (False, True):
        session = melee()
        hidden = with_conditions(session.encounter, "seren", "hidden")
        session = session_of(hidden, attack_reveals=reveals)
        # The flanking die falls with no prowess dice.
        do(session, Attack("seren", "orc"), 1, "none", 1, "evasion", 20)
        assert session.encounter.tokens["seren"].has("hidden") is not reveals


def test_how_long_surprise_lasts():
    for reading, still in ((SurpriseEnds.FIRST_ROUND, True), (SurpriseEnds.OWN_TURN, False)):
        session = melee(orc={"conditions": ["surprised"]}, options={"surprise_ends": reading})
        do(session, EndTurn(), 6, 6, 6, 6)
        assert session.encounter.tokens["orc"].has("surprised") is still


def test_how_hard_an_ambush_is_to_notice():
    for difficulty, surprised in ((12, False), (13, True)):
        session = melee(options={"surprise_difficulty": difficulty})
        do(session, Act("seren", "notice"), 10)
        assert session.encounter.tokens["seren"].has("surprised") is surprised


def test_dying():
    weak = {"sheet": {"health": 4, "armor": 0}}
    attack = Attack("seren", "orc")
    down = melee(orc=weak)
    do(down, attack, 20, "none", "evasion", 1, 3)
    assert down.encounter.tokens["orc"].has("unconscious")
    do(down, attack, 1, "none", 8)
    assert down.encounter.tokens["orc"].has("dead")
    once = melee(orc=weak, options={"dies_at": 1})
    do(once, attack, 20, "none", "evasion", 1, 3)
    assert once.encounter.tokens["orc"].has("dead")


def test_whoever_falls_keeps_nothing_up():
    up = {
        "passive": 200,
        "left_over": 100,
        "blocking": True,
        "heavy_parry": True,
        "readied": "attack",
        "readied_paid": True,
        "hidden_from": ("seren",),
    }
    session = melee(
        orc={"sheet": {"health": 4, "armor": 0, "shield_proficiency": 0}}, changes={"orc": up}
    )
    do(session, Attack("seren", "orc"), 20, "none", "evasion", 1, 8)
    orc = now(session, "orc")
    assert session.encounter.tokens["orc"].has("unconscious")
    assert {key: getattr(orc, key) for key in up} == {
        "passive": 0,
        "left_over": 0,
        "blocking": False,
        "heavy_parry": False,
        "readied": "",
        "readied_paid": False,
        "hidden_from": (),
    }


def test_wounds_may_fell():
    strike = Act("seren", "wounding_strike", "orc")
    faces = (20, "none", "evasion", 1, 1)
    standing = melee(options={"wounds_to_fall": 2})
    do(standing, strike, *faces)
    assert not standing.encounter.tokens["orc"].has("unconscious")
    do(standing, strike, *faces)
    assert standing.encounter.tokens["orc"].has("unconscious")


@pytest.mark.parametrize(
    ("reading", "listed", "wish", "wound"),
    [
        (WoundTypes.PLACES, ["torso", "head", "arm", "leg"], "leg", "leg"),
        (WoundTypes.HARMS, ["cut", "stab", "bruise", "burn"], "burn", "burn"),
        (WoundTypes.HARMS, ["cut", "stab", "bruise", "burn"], "leg", "cut"),
        (WoundTypes.PLAIN, ["plain"], "leg", "plain"),
    ],
)
def test_which_wounds_a_wounding_strike_chooses_from(reading, listed, wish, wound):
    session = melee(options={"wound_types": reading})
    strike = Attack("seren", "orc", choices={"kind": "wounding_strike", "wound": wish})
    (choice,) = [one for one in session.plan(strike).choices if one.key == "wound"]
    assert [one.key for one in choice.options] == listed
    assert choice.selected == wound
    do(session, strike, 20, "none", "evasion", 1, 1)
    assert now(session, "orc").wounds == (wound,)


@pytest.mark.parametrize(("reading", "later"), [(AssistLasts.ONCE, 0), ("until_turn", 4)])
def test_on_how_many_rolls_assistance_counts(reading, later):
    kael = someone("kael", (4, 5))
    options = {"assist_lasts": AssistLasts(reading)}
    session = melee(kael, changes={"seren": {"assisted_by": ("kael",)}}, options=options)
    strike = Attack("seren", "orc")
    assert worth(session.plan(strike)) == {"assist": 4}
    do(session, strike, 1, "none", "evasion", 20)
    assert worth(session.plan(strike)).get("assist", 0) == later
    do(session, Act("seren", "shove", "orc"), "let_go", 1, 20)
    details = session.log.entries[-1].details
    assert any("+ 4 assisted" in line for line in details) == bool(later)
    # It ends when the assistant's next turn starts.
    faces = [6] * 4
    do(session, EndTurn(), *faces)
    assert session.encounter.turn_order.active == "orc"
    do(session, EndTurn(), *faces)
    assert session.encounter.turn_order.active == "kael"
    assert now(session).assisted_by == ()


def test_every_option_is_named_in_a_test():
    folder = Path(__file__).parent
    pages = [*folder.glob("test_prowess_*.py"), folder / "test_board_readings.py"]
    text = "".join(path.read_text("utf-8") for path in pages)
    for field in fields(Options):
        assert field.name in text, field.name


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("obstacle_difficulty", 41),
        ("forced_feet", -1),
        ("flanking_tolerance", 181),
        ("dies_at", 0),
        ("wound_penalty", 21),
    ],
)
def test_options_out_of_range(name, value):
    with pytest.raises(ValueError, match=name):
        Options(**{name: value})


def test_records_out_of_range():
    with pytest.raises(ValueError, match="health is a number from 1"):
        Sheet(health=0)
    with pytest.raises(ValueError, match="brawn is a number"):
        Sheet(brawn=100)
    with pytest.raises(ValueError, match="points cannot be -1"):
        replace(status(table(someone("a", (1, 1))), "a"), points=-1)
    with pytest.raises(ValueError, match="sides is a number from 1"):
        replace(SWORD.details, sides=0)
    with pytest.raises(ValueError, match="proficiency is a number"):
        replace(SWORD.details, proficiency=-30)


def test_entering_with_a_shorter_weapon_is_judged_by_what_is_in_hand():
    spear = someone("hob", (5, 5), "foe", weapons=[SPEAR])
    encounter = table(someone("seren", (1, 5), weapons=[SPEAR, DAGGER]), spear)
    route = ((1, 5), (2, 5), (3, 5))
    assert triggers(encounter, "seren", *route) == []
    disarmed = with_status(encounter, "seren", dropped=(Dropped("spear", 0, 0),))
    assert triggers(disarmed, "seren", *route) == [(2, "hob", "enters", True)]
    bare = table(someone("seren", (1, 5), weapons=[]), spear)
    assert triggers(bare, "seren", *route) == []


def test_hollow_triggers_say_why():
    encounter = table(
        someone("seren", (5, 5)),
        someone("orc", (6, 5), "foe", conditions=["surprised"]),
    )
    system = rules()
    board = Board.of(encounter, system)
    token = encounter.tokens["seren"]
    path, _ = path_along(board, "seren", system.mover(encounter, token), (Cell(5, 5), Cell(4, 5)))
    (trigger,) = system.move_triggers(board, token, path)
    assert not trigger.fires
    assert trigger.reason == "F6 to E6: leaves the aura of Orc's sword; it is surprised"
    assert trigger.cost == "1 prowess die"
    assert worth(plan(encounter, "seren", "orc"))["surprised"] == 4


SHIELD = {"shield_proficiency": 3, "block_score": 4}


@pytest.mark.parametrize("deed", ["grapple", "shove", "disarm"])
def test_whether_a_block_forbids_every_attack_action(deed):
    session = melee(seren={"sheet": SHIELD}, changes={"seren": {"blocking": True}})
    with pytest.raises(IllegalIntentError, match="blocks: end Block first"):
        session.perform(Act("seren", deed, "orc"))
    buttons = {
        one.key: one.unavailable
        for one in session.system.actions(session.encounter, session.encounter.tokens["seren"])
    }
    assert buttons[deed] == "blocks: end Block first"
    rolls = {"block_forbids": BlockForbids.ATTACK_ROLLS}
    free = melee(seren={"sheet": SHIELD}, changes={"seren": {"blocking": True}}, options=rolls)
    do(free, Act("seren", deed, "orc"), "let_go", 1, 20)
    assert now(free).points == 3


def test_whether_an_attack_action_forbids_a_block():
    faces = ("let_go", 1, 20)
    session = melee(seren={"sheet": SHIELD})
    do(session, Act("seren", "shove", "orc"), *faces)
    assert now(session).attacked
    session = session_of(with_status(session.encounter, "seren", points=6))
    with pytest.raises(IllegalIntentError, match="attacked this turn"):
        session.perform(Act("seren", "block"))
    rolls = {"block_forbids": BlockForbids.ATTACK_ROLLS}
    session = melee(seren={"sheet": SHIELD}, options=rolls)
    do(session, Act("seren", "shove", "orc"), *faces)
    assert not now(session).attacked
    session = session_of(with_status(session.encounter, "seren", points=6), **rolls)
    do(session, Act("seren", "block"))
    assert now(session).blocking


def test_forcing_the_grappled_is_an_attack_action_too():
    held = {"seren": {"blocking": True, "grappling": "orc"}, "orc": {"grappled_by": "seren"}}
    session = melee(seren={"sheet": SHIELD}, changes=held)
    with pytest.raises(IllegalIntentError, match="blocks: end Block first"):
        session.perform(Act("seren", "force", choices={"how": "prone"}))
    do(session, Act("seren", "end_block"))
    do(session, Act("seren", "force", choices={"how": "prone"}))
    assert session.encounter.tokens["orc"].has("prone")
    assert now(session).attacked


# The aura --------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ReachMeasure)
@pytest.mark.parametrize("diagonals", [DiagonalMetric.EQUAL, DiagonalMetric.ALTERNATING])
@pytest.mark.parametrize("kind", GridKind)
def test_aura_triggers_and_reach_agree(reading, diagonals, kind):
    """Whatever the measure: a cell of the aura is one that is struck at, left and threatened."""
    system = rules(aura=reading, diagonals=diagonals)
    grid = table(someone("seren", (8, 8)), kind=kind).map.grid.grid
    orc = replace(someone("orc", (0, 0), "foe", weapons=[SPEAR]), at=grid.from_offset(8, 8))
    drawn = threatened(Board.of(table(orc, kind=kind), system), "orc")["spear"]
    ring = [cell for cell in grid.disc(orc.at, 3) if cell in grid and cell != orc.at]
    for cell in ring:
        seren = replace(someone("seren", (0, 0), weapons=[CROSSBOW]), at=cell)
        encounter = table(orc, seren, kind=kind)
        board = Board.of(encounter, system)
        inside = cell in drawn
        planned = plan(encounter, "orc", "seren", system)
        assert planned.situation.in_reach.value is inside
        assert (planned.odds is not None) is inside
        shot = plan(encounter, "seren", "orc", system)
        assert bool(shot.triggers) is inside
        assert ("orc" in shot.situation.engaged_by) is inside
        outward = [n for n in grid.neighbors(cell) if n not in drawn and n != orc.at]
        for step in outward[:1]:
            left = [(1, "orc", "leaves", True)] if inside else []
            assert triggers(encounter, "seren", cell, step, system=system) == left
        vantage = Vantage(board, "orc", "seren")
        [glance] = vantage.glances([(orc.at, 0.0)])
        assert glance.is_in_reach(SPEAR) is inside


@pytest.mark.parametrize(
    ("reading", "struck"),
    # Ten feet away as steps go, at the corner of the block around the orc.
    [
        (ReachMeasure.NEAREST, True),
        (ReachMeasure.DIAGONALS, False),
        (ReachMeasure.OUTLINE, False),
        (ReachMeasure.CENTER, False),
    ],
)
def test_how_far_an_aura_goes(reading, struck):
    system = rules(aura=reading, diagonals=DiagonalMetric.ALTERNATING)
    encounter = table(
        someone("orc", (5, 5), "foe", weapons=[SPEAR]), someone("seren", (7, 7), weapons=[DAGGER])
    )
    assert bool(triggers(encounter, "seren", (7, 7), (8, 8), system=system)) is struck
    # Coming in with a dagger; by the other measures the corner is not in the aura yet.
    farther = encounter.with_token(someone("seren", (8, 8), weapons=[DAGGER]))
    came = triggers(farther, "seren", (8, 8), (7, 7), (6, 6), system=system)
    assert [(step, deed) for step, _, deed, _ in came] == [(1 if struck else 2, "enters")]


def test_a_reach_that_is_measured_shorter_says_so():
    system = rules(aura=ReachMeasure.OUTLINE)
    encounter = table(
        someone("orc", (5, 5), "foe", weapons=[SPEAR]), someone("seren", (7, 7), weapons=[DAGGER])
    )
    reason = plan(encounter, "orc", "seren", system).situation.in_reach.reason
    assert reason == "10 ft away, outside of the reach of 10 ft as it is measured"
